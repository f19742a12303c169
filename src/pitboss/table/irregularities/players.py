"""Players who are absent, show or peek, or hold more hands than they may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.round.decisions import HandForfeited, HandRemoved, HandViewed
from pitboss.round.remedies import lost_by_folding, parts_back, reopened
from pitboss.round.round import RoundState, Seat
from pitboss.round.wagers import WagerTakenDown
from pitboss.table.irregularities import failures
from pitboss.table.irregularities.case import (
    Case,
    Field,
    Irregularity,
    hands_of,
    read_hand,
    read_player,
    seat_number,
)
from pitboss.table.irregularities.failures import is_dealer_out
from pitboss.table.irregularities.reports import RULING
from pitboss.table.people.admission import ActionStopped, PlayerBarred
from pitboss.table.people.seats import AbsenceConfirmed
from pitboss.table.rules import Mode

if TYPE_CHECKING:
    from pitboss.table.table import Event

ABSENT = "absent"
_PLAYER = Field("player", "who it is")
_NONE = "none"
_SEATS_VIEWED = f"the seats viewed, as 2 5, or {_NONE}"


def _absent(case: Case) -> Iterator[Event]:
    """Once confirmed, each question to the player is answered as the rules have it (I-60)."""
    if failures.is_asking(case.table):
        yield from _absent_after_failure(case)
        return
    player = read_player(case)
    if player in case.table.people.absent:
        case.refuse(f"{player} was found absent already", "Play goes on without them.")
    if case.table.play.is_settled:
        case.refuse("Nothing is asked any more", "The round is settled: end it.")
    yield case.reported()
    yield AbsenceConfirmed(player=player, clause=case.rule.clause)


def _absent_after_failure(case: Case) -> Iterator[Event]:
    """Who is gone takes no option; else one person could hold the table up for good (5.16.1).

    A player who only backs a hand is asked as well, and one who was found absent before.
    """
    player, table = case.details["player"], case.table
    stayed = failures.answered(case.rules, table, player, failures.STAY)
    yield case.reported()
    if player not in table.people.absent:
        yield AbsenceConfirmed(player=player, clause=case.rule.clause)
    yield stayed


def _out_of_view(case: Case) -> Iterator[Event]:
    """Put on record, with the seat: the rule says what players shall do, and not what follows."""
    read_hand(case)
    yield case.reported()


# --- a hand shown or peeked at --------------------------------------------------------------------


def _seen(case: Case) -> Iterator[Event]:
    """Who looks at a hand need not have one, nor any wager that could go back."""
    player, seats = case.details["player"], case.table.play.seats.values()
    is_seated = case.table.people.seat_of(player) is not None
    if not is_seated and not any(player in {at.player, *at.funders} for at in seats):
        case.refuse(f"{player} is not at the table", "Name a player who sits or wagers there.")
    yield case.reported(RULING)


def _seen_ruled(case: Case) -> Iterator[Event]:
    """Barred, and what is undecided goes back; a folded ante was lost before (I-95)."""
    if case.ruling != "bar":
        return
    player = case.reported_details["player"]
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
            undecided = [wager for wager in at.wagers if wager not in decided]
            yield from parts_back(at, undecided, clause, players=(player,))


def _taken_down(play: RoundState, player: str, clause: str) -> Iterator[WagerTakenDown]:
    """What a player has on wagers while bets are made, and all of the seat they hold (I-80)."""
    for at in play.seats.values():
        for wager in at.wagers:
            for part in at.parts(wager):
                if player in (at.player, part.player):
                    yield WagerTakenDown(
                        seat=at.seat, player=part.player, wager=wager, clause=clause
                    )


def _decided(case: Case, at: Seat) -> list[str]:
    """The wagers of a hand that are decided already by what is public (I-92, I-95).

    All, once the hand was shown or declined: every other card was turned before it. Those that a
    fold lost. Those that play against the dealer, where the dealer does not qualify.
    """
    play, rulebook = case.table.play, case.rules.rulebook
    if at.seat in play.shown:
        return list(at.wagers)
    if at.is_folded:
        return lost_by_folding(rulebook, at)
    if is_dealer_out(case.rules, play):
        return [
            wager
            for wager in at.wagers
            if not rulebook.decided_on.isdisjoint((wager, rulebook.wagers[wager].follows))
        ]
    return []


# --- several hands --------------------------------------------------------------------------------


def _in_error(case: Case) -> Iterator[Event]:
    """Viewed hands play on, or the first one dealt; the others are invalid (I-81)."""
    player = read_player(case)
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
    procedure = case.rules.rulebook.procedure
    for seat in viewed:
        if seat not in case.table.play.viewed:
            yield HandViewed(seat=seat, clause=procedure["view"])
    clause = case.rule.effect if viewed else procedure.get("none_viewed", case.rule.effect)
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
    told = {seat_number(case, text) for text in words if words != [_NONE]}
    strange = sorted(told.difference(seats))
    if strange:
        case.refuse(f"Seat {strange[0]} viewed", f"Their hands are at {_words(seats)}.")
    unseen = sorted(told.difference(case.table.play.viewed))
    if unseen and case.rules.setting.mode is Mode.ELECTRONIC:
        case.refuse(
            f"Seat {unseen[0]} viewed, and the system did not show its cards",
            f"Viewed: {_words(sorted(case.table.play.viewed)) or 'none'}.",
        )
    return [seat for seat in seats if seat in told or seat in case.table.play.viewed]


def _check_error(case: Case, player: str, viewed: list[int]) -> None:
    people = case.table.people
    untold = "notice" in case.rules.rulebook.discretion and player not in people.told_in_time
    if player not in people.restricted and not untold and len(viewed) < 2:
        case.refuse(
            f"{player} may hold several hands and has viewed {len(viewed)}",
            "It is an error of a player who is restricted, was not told, or viewed more than one.",
        )


def _controls(case: Case) -> Iterator[Event]:
    """A player who wagered on several positions, also on one that is out by now or only backed.

    It is an attempt that is stopped: a player need not hold two hands to make one.
    """
    player, seats = case.details["player"], case.table.play.seats.values()
    count = sum(player in {at.player, *at.funders} for at in seats)
    if count < 2:
        wagered = "one position" if count else "no position"
        case.refuse(f"{player} has wagered on {wagered}", "The rule is for more than one.")
    yield case.reported(RULING)


def _controls_ruled(case: Case) -> Iterator[Event]:
    """The player decides nothing more, on no hand, and wagers no more until readmitted.

    It is the player's action that is stopped, not a hand: which hand would play on is for a mistake
    (5.10.1, 5.10.2), and this is for a player who persists.
    """
    if case.ruling != "stop":
        return
    player = case.reported_details["player"]
    yield ActionStopped(
        player=player,
        seats=tuple(at.seat for at in hands_of(case, player)),
        reason=case.reason,
        clause=case.rule.effect,
    )


def _words(seats: list[int]) -> str:
    return " ".join(str(seat) for seat in seats)


ENTRIES: Mapping[str, Irregularity] = {
    ABSENT: Irregularity(report=_absent, fields=(_PLAYER,)),
    "out_of_view": Irregularity(
        report=_out_of_view,
        fields=(
            Field("seat", "the number of the seat"),
            Field("what", "where the cards were, and how long"),
        ),
        is_physical=True,
    ),
    "confidentiality": Irregularity(
        report=_seen,
        fields=(_PLAYER, Field("what", "what was seen, and how")),
        rule=_seen_ruled,
        rulings=("bar", "continue"),
    ),
    "several_in_error": Irregularity(
        report=_in_error,
        fields=(
            _PLAYER,
            Field("viewed", f"{_SEATS_VIEWED}; where the system shows hands it knows", True),
        ),
    ),
    "controls_several": Irregularity(
        report=_controls,
        fields=(_PLAYER,),
        rule=_controls_ruled,
        rulings=("stop", "continue"),
    ),
}
