"""Players who are absent, show or peek, or hold more hands than they may."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.round.decisions import HandForfeited, HandRemoved, HandViewed
from pitboss.round.round import RoundState, Seat
from pitboss.round.wagers import WagerReturned, WagerTakenDown
from pitboss.table.irregularities import power
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import reopened
from pitboss.table.irregularities.power import ANTE, is_dealer_out
from pitboss.table.irregularities.stakes import lost_by_folding, parts_of
from pitboss.table.irregularities.told import hand_told, hands_of, number_told, player_told
from pitboss.table.people.admission import ActionStopped, PlayerBarred
from pitboss.table.people.seats import AbsenceConfirmed
from pitboss.table.settings import Mode
from pitboss.table.table import Event

ABSENT = "absent"
_PLAYER = Field("player", "who it is")
_NONE = "none"
_SEATS_VIEWED = f"the seats viewed, as 2 5, or {_NONE}"


def _absent(case: Case) -> Iterator[Event]:
    """Once confirmed, each question to the player is answered as the rules have it (I-60)."""
    if power.is_asking(case.table):
        yield from _absent_after_failure(case)
        return
    player = player_told(case)
    if player in case.table.people.absent:
        case.refuse(f"{player} was found absent already", "Play goes on without them.")
    if case.table.play.is_settled:
        case.refuse("Nothing is asked any more", "The round is settled: end it.")
    yield case.reported()
    yield AbsenceConfirmed(player=player, clause=case.rule.clause)


def _absent_after_failure(case: Case) -> Iterator[Event]:
    """Who is gone takes no option; else one person could hold the table up for good (5.16.1).

    Whoever only backs a hand is asked as well, and one who was found absent before.
    """
    player, table = case.details["player"], case.table
    stayed = power.answered(case.rules, table, player, power.STAY)
    yield case.reported()
    if player not in table.people.absent:
        yield AbsenceConfirmed(player=player, clause=case.rule.clause)
    yield stayed


def _out_of_view(case: Case) -> Iterator[Event]:
    """Put on record, with the seat: the rule says what players shall do, and not what follows."""
    hand_told(case)
    yield case.reported()


# --- a hand shown or peeked at ------------------------------------------------------------------


def _seen(case: Case) -> Iterator[Event]:
    """Who looks at a hand need not have one, nor any wager that could go back."""
    player, seats = case.details["player"], case.table.play.seats.values()
    is_seated = case.table.people.seat_of(player) is not None
    if not is_seated and not any(player in {at.player, *at.funders} for at in seats):
        case.refuse(f"{player} is not at the table", "Name a player who sits or wagers there.")
    yield case.reported("Rule")


def _seen_ruled(case: Case) -> Iterator[Event]:
    """Barred, and what is undecided goes back; a folded ante was lost before (I-95)."""
    if case.ruling != "bar":
        return
    player = case.told["player"]
    clause = case.rule.effect
    play = case.table.play
    yield PlayerBarred(player=player, reason=case.reason, clause=clause)
    if not play.is_open or play.is_settled:
        return
    if not play.is_closed_to_bets:
        yield from _taken_down(play, player, clause)
        return
    for at in play.live:
        decided = _decided(case, at)
        if at.player == player and not decided:
            yield HandRemoved(seat=at.seat, clause=clause)
        else:
            yield from _parts_back(at, player, decided, clause)


def _taken_down(play: RoundState, player: str, clause: str) -> Iterator[WagerTakenDown]:
    """What a player has on wagers while bets are made; where they sit, nobody decides (I-80)."""
    for at in play.seats.values():
        for wager in at.wagers:
            for part in parts_of(at, wager):
                if player in (at.player, part.player):
                    yield WagerTakenDown(
                        seat=at.seat, player=part.player, wager=wager, clause=clause
                    )


def _decided(case: Case, at: Seat) -> list[str]:
    """The wagers of a hand that are decided already by what is public (I-92, I-95).

    All, once the hand was shown or declined: every other card was turned before it. Those that a
    fold lost. The ante with what follows it, where the dealer does not qualify.
    """
    play, rules = case.table.play, case.rules.rulebook
    if at.seat in play.shown:
        return list(at.wagers)
    if at.is_folded:
        return lost_by_folding(rules, at)
    if is_dealer_out(case.rules, play):
        return [wager for wager in at.wagers if ANTE in (wager, rules.wagers[wager].follows)]
    return []


def _parts_back(at: Seat, player: str, decided: list[str], clause: str) -> Iterator[WagerReturned]:
    """What a player has on wagers of a hand that are still to be decided."""
    for wager in at.wagers:
        for part in parts_of(at, wager):
            if part.player == player and wager not in decided:
                yield WagerReturned(
                    seat=at.seat, player=player, wager=wager, stake=part.stake, clause=clause
                )


# --- several hands ------------------------------------------------------------------------------


def _in_error(case: Case) -> Iterator[Event]:
    """Viewed hands play on, or the first one dealt; the others are invalid (I-81)."""
    player = player_told(case)
    hands = _several(case, player)
    seats = [at.seat for at in hands]
    viewed = _viewed(case, seats)
    _check_error(case, player, viewed)
    kept = viewed or seats[:1]
    yield case.reported(
        details={
            "player": player,
            "positions": _words(seats),
            "viewed": _words(viewed),
            "play_on": _words(kept),
        }
    )
    yield from reopened(case.table.play, case.rule.clause)
    rules = case.rules.rulebook
    for seat in viewed:
        if seat not in case.table.play.viewed:
            yield HandViewed(seat=seat, clause=rules.procedure["view"])
    clause = case.rule.effect if viewed else rules.procedure["none_viewed"]
    lost = case.rules.choice("invalidated_wagers") == "forfeit"
    for seat in seats:
        if seat not in kept and lost:
            yield HandForfeited(seat=seat, clause=clause)
        elif seat not in kept:
            yield HandRemoved(seat=seat, clause=clause)


def _several(case: Case, player: str) -> list[Seat]:
    hands = hands_of(case, player)
    if len(hands) < 2:
        case.refuse(f"{player} holds one hand", "The rule is for more than one.")
    return hands


def _viewed(case: Case, seats: list[int]) -> list[int]:
    words = case.details.get("viewed", "").split()
    if not words and case.rules.setting.mode is Mode.LIVE:
        case.refuse("Which hands were viewed is not said", f"Tell {_SEATS_VIEWED}.")
    told = {number_told(case, text) for text in words if words != [_NONE]}
    strange = sorted(told.difference(seats))
    if strange:
        case.refuse(f"Seat {strange[0]} viewed", f"Their hands are at {_words(seats)}.")
    unseen = sorted(told.difference(case.table.play.viewed))
    if unseen and case.rules.setting.mode is Mode.ELECTRONIC:
        case.refuse(
            f"Seat {unseen[0]} viewed, and the system showed nobody its cards",
            f"Viewed: {_words(sorted(case.table.play.viewed)) or 'none'}.",
        )
    return [seat for seat in seats if seat in told or seat in case.table.play.viewed]


def _check_error(case: Case, player: str, viewed: list[int]) -> None:
    people = case.table.people
    untold = "notice" in case.rules.rulebook.discretion and player not in people.told_in_time
    if player not in people.restricted and not untold and len(viewed) < 2:
        case.refuse(
            f"{player} may hold several hands and has viewed {len(viewed)}",
            "It is an error for who is restricted, was not told, or has viewed more than one.",
        )


def _controls(case: Case) -> Iterator[Event]:
    """Whoever has wagered on several positions, a hand that is out by now or backed included: it
    is an attempt that is stopped, and nobody need hold two hands to make one."""
    player, seats = case.details["player"], case.table.play.seats.values()
    count = sum(player in {at.player, *at.funders} for at in seats)
    if count < 2:
        wagered = "one position" if count else "no position"
        case.refuse(f"{player} has wagered on {wagered}", "The rule is for more than one.")
    yield case.reported("Rule")


def _controls_ruled(case: Case) -> Iterator[Event]:
    """The player decides nothing more, on no hand, and wagers no more until readmitted.

    It is the player's action that is stopped, not a hand: which hand would play on is for a mistake
    (5.10.1, 5.10.2), and this is for whoever persists.
    """
    if case.ruling != "stop":
        return
    player = case.told["player"]
    yield ActionStopped(
        player=player,
        seats=tuple(at.seat for at in hands_of(case, player)),
        reason=case.reason,
        clause=case.rule.effect,
    )


def _words(seats: list[int]) -> str:
    return " ".join(str(seat) for seat in seats)


ENTRIES = {
    ABSENT: Entry(report=_absent, fields=(_PLAYER,)),
    "out_of_view": Entry(
        report=_out_of_view,
        fields=(
            Field("seat", "the number of the seat"),
            Field("what", "where the cards were, and how long"),
        ),
        is_physical=True,
    ),
    "confidentiality": Entry(
        report=_seen,
        fields=(_PLAYER, Field("what", "what was seen, and how")),
        rule=_seen_ruled,
        rulings=("bar", "continue"),
    ),
    "several_in_error": Entry(
        report=_in_error,
        fields=(
            _PLAYER,
            Field("viewed", f"{_SEATS_VIEWED}; where the system shows hands it knows", True),
        ),
    ),
    "controls_several": Entry(
        report=_controls,
        fields=(_PLAYER,),
        rule=_controls_ruled,
        rulings=("stop", "continue"),
    ),
}
