"""What each seat and the dealer may do now.

The list is a value: screens offer it, players are played from it, and `decide` refuses whatever
is not on it. So nobody needs to try a command to learn whether it is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from pitboss.frozen import Latest
from pitboss.round import commands as do
from pitboss.round.dealing import cards_needed
from pitboss.round.playing import RoundState
from pitboss.round.round import Seat
from pitboss.round.stages import (
    Burn,
    Deal,
    Decide,
    Expose,
    Game,
    Settle,
    Show,
    Stage,
    TakeWagers,
    What,
)
from pitboss.rulebook.model import DecisionRule, Step, WagerRule
from pitboss.rulebook.terms import Terms

Hands = tuple[Seat, ...]
"""The seats whose hands are in the round: looked for once, and asked of often."""


_ON_A_WAGER = (do.PlaceWager, do.TakeDown)


class Option(NamedTuple):
    """One thing somebody may do now: a kind of command, and by which clause."""

    command: type[do.Command]
    clause: str
    seat: int | None = None
    """The seat that may do it; the dealer where there is none."""
    choices: tuple[str, ...] = ()
    """The answers a seat may give, or the wagers it may place."""
    cards: int = 0
    """How many cards the command brings."""

    def fits(self, command: do.Command) -> bool:
        """Whether a command is this one."""
        if type(command) is not self.command:
            return False
        seat = getattr(command, "seat", None)
        if self.seat is not None and seat != self.seat:
            return False
        if isinstance(command, do.Choose):
            return command.choice in self.choices
        return not isinstance(command, _ON_A_WAGER) or command.wager in self.choices

    def __str__(self) -> str:
        who = "the dealer" if self.seat is None else f"seat {self.seat}"
        what = _WORDS[self.command]
        if self.command is do.Choose:
            what = " or ".join(self.choices)
        elif self.choices:
            what = f"{what} {', '.join(self.choices)}"
        return f"{who} may {what}"


_WORDS: dict[type[do.Command], str] = {
    do.OpenRound: 'announce "Place your bets, please"',
    do.PlaceWager: "place",
    do.TakeDown: "take down",
    do.CloseBets: 'announce "No more bets"',
    do.RecordDraws: "record the draws",
    do.DealCards: "deal",
    do.ViewHand: "view the hand",
    do.Choose: "choose",
    do.BurnCard: "burn a card",
    do.TurnCards: "turn the cards that are due",
    do.LeaveDown: "leave the cards face down",
    do.ShowHand: "show the hand",
    do.DeclineToShow: "decline to show the hand",
    do.RemoveHand: "remove the hand",
    do.VoidRound: "void the round",
    do.SettleRound: "settle the round",
    do.EndRound: "end the round",
}


def options(game: Game, terms: Terms, play: RoundState) -> list[Option]:
    """Everything that may be done now, by anybody."""
    return list(_permitted(game, terms, play))


def _permitted(game: Game, terms: Terms, play: RoundState) -> tuple[Option, ...]:
    known = _LATEST_OPTIONS.of((game, terms, play))
    if known is not None:
        return known
    found = tuple(_options(game, terms, play, range(1, play.positions + 1)))
    return _LATEST_OPTIONS.keep((game, terms, play), found)


_LATEST_OPTIONS = Latest[tuple[Option, ...]]()
_LATEST_STAGE = Latest[Stage]()


def option_for(game: Game, terms: Terms, play: RoundState, command: do.Command) -> Option | None:
    """The first option that a command fits; of a wager to place, as if there were no other.

    The same as looking through `options`, for which every wager of every seat is worked out.
    """
    if play.is_closed_to_bets:
        permitted: Iterable[Option] = _permitted(game, terms, play)
    elif isinstance(command, do.PlaceWager):
        return _placing(terms, play, command)
    elif isinstance(command, do.TakeDown) and 1 <= command.seat <= play.positions:
        permitted = _options(game, terms, play, (command.seat,))
    else:
        permitted = _options(game, terms, play, ())
    for may in permitted:
        if may.fits(command):
            return may
    return None


def _placing(terms: Terms, play: RoundState, command: do.PlaceWager) -> Option | None:
    """While bets are open: leave to place this one wager, if it may be placed."""
    rule = terms.rules.wagers.get(command.wager)
    if rule is None or not takes_wagers(play, command.seat):
        return None
    at = play.seats.get(command.seat) or Seat(seat=command.seat, player="")
    if not _may_place(terms, play, at, rule):
        return None
    return Option(do.PlaceWager, rule.clause, command.seat, (rule.id,))


def takes_wagers(play: RoundState, seat: int) -> bool:
    """Whether wagers are placed and taken down now, and there is such a seat."""
    is_open = play.is_open and play.void is None and not play.is_closed_to_bets
    return is_open and 1 <= seat <= play.positions


def _options(game: Game, terms: Terms, play: RoundState, seats: Iterable[int]) -> Iterator[Option]:
    """What may be done now; of wagers, those at these seats."""
    procedure = terms.rules.procedure
    if not play.is_open:
        yield _plainly(do.OpenRound, procedure["open"])
    elif play.is_settled:
        yield _plainly(do.EndRound, procedure["end"])
    elif play.void is not None:
        yield Option(command=do.SettleRound, clause=play.void)
    else:
        # While wagers are taken nobody has a hand yet.
        live = play.live if play.is_closed_to_bets else ()
        yield from _in_stage(terms, play, live, _stage(game, terms, play, live), seats)
        yield from _at_any_time(terms, play, live)


def stage_of(game: Game, terms: Terms, play: RoundState) -> Stage:
    """The first stage that is not complete."""
    known = _LATEST_STAGE.of((game, terms, play))
    return known or _stage(game, terms, play, play.live)


def _stage(game: Game, terms: Terms, play: RoundState, live: Hands) -> Stage:
    shown = 0
    for stage in game.stages:
        if isinstance(stage, Expose) and stage.what is What.COMMUNITY:
            shown += stage.cards
        if not _is_complete(terms, play, live, stage, shown):
            return _LATEST_STAGE.keep((game, terms, play), stage)
    raise AssertionError("a round whose stages are all complete is settled")


def _is_complete(terms: Terms, play: RoundState, live: Hands, stage: Stage, shown: int) -> bool:
    match stage:
        case TakeWagers():
            return play.is_closed_to_bets
        case Deal():
            return not _steps_due(terms, play, live)
        case Decide(decision):
            return _next_to_decide(terms, live, decision) is None
        case Burn():
            return play.has_burned or not play.burned
        case Expose(What.COMMUNITY):
            return (
                play.community_up >= shown
                or play.is_left_down
                or not _is_needed(terms, live, shown)
            )
        case Expose():
            return play.is_dealer_up or not _dealer_plays(terms, live)
        case Show():
            return _next_to_show(terms, play, live) is None
        case Settle():
            return play.is_settled


def steps_due(terms: Terms, play: RoundState) -> tuple[Step, ...]:
    """The steps of the deal that are due and not yet dealt."""
    return _steps_due(terms, play, play.live)


def _steps_due(terms: Terms, play: RoundState, live: Hands) -> tuple[Step, ...]:
    due = []
    for step in terms.rules.dealing[play.method].steps[play.steps_dealt :]:
        if step.after is not None and (
            _next_to_decide(terms, live, step.after) is not None or not _dealer_plays(terms, live)
        ):
            break
        due.append(step)
    return tuple(due)


def _dealer_plays(terms: Terms, live: Hands) -> bool:
    """Where everybody folded nobody is compared with the dealer (I-63, I-66)."""
    if terms.rules.may_end_without != "all_when_folded":
        return bool(terms.rules.dealer_cards)
    return any(not at.is_folded for at in live)


def _progressive_stands(live: Hands) -> bool:
    """Whether a progressive wager still depends on the cards."""
    return any("progressive" in at.wagers for at in live)


def _is_needed(terms: Terms, live: Hands, shown: int) -> bool:
    """Whether anybody needs the community cards up to here."""
    if _dealer_plays(terms, live) or terms.rules.may_end_without != "all_when_folded":
        return True
    return _progressive_stands(live) and shown <= 5 - terms.rules.hand_cards


def is_asked(rule: DecisionRule, at: Seat) -> bool:
    """Whether the question concerns a seat: its wager stands and it has not folded."""
    return any(wager in at.wagers for wager in rule.asked_of) or rule.otherwise is not None


def next_to_decide(terms: Terms, play: RoundState, decision: str) -> Seat | None:
    """The seat that is asked now, from the dealer's left; none once all have answered."""
    return _next_to_decide(terms, play.live, decision)


def _next_to_decide(terms: Terms, live: Hands, decision: str) -> Seat | None:
    rule = terms.rules.decisions[decision]
    for at in live:
        if decision not in at.decisions and not at.is_folded and is_asked(rule, at):
            return at
    return None


def _next_to_show(terms: Terms, play: RoundState, live: Hands) -> Seat | None:
    """The seat whose hand is turned now, in the order of settlement; none once all are."""
    for at in live if terms.from_left else reversed(live):
        if at.seat not in play.shown and _must_show(at):
            return at
    return None


def _must_show(at: Seat) -> bool:
    """A folded hand is turned only for a wager that a fold does not end (I-63, I-76)."""
    return not at.is_folded or any(wager in at.wagers for wager in ("progressive", "pair_plus"))


def _in_stage(
    terms: Terms, play: RoundState, live: Hands, stage: Stage, seats: Iterable[int]
) -> Iterator[Option]:
    rules = terms.rules
    procedure = rules.procedure
    match stage:
        case TakeWagers():
            yield from _wagers(terms, play, seats)
            if any(makes_a_hand(terms, at) for at in play.seats.values()):
                yield Option(command=do.CloseBets, clause=procedure["close"])
            elif play.is_unwagered:
                # There is nothing to deal for, and nothing to give back.
                yield _plainly(do.EndRound, procedure["end"])
        case Deal():
            steps = _steps_due(terms, play, live)
            method = rules.dealing[play.method]
            if rules.draws and not play.has_draws and not play.steps_dealt:
                yield Option(command=do.RecordDraws, clause=rules.paytables["features"].clause)
            cards = cards_needed(steps, len(live))
            yield Option(command=do.DealCards, clause=method.clause, cards=cards)
        case Decide(decision):
            yield from _decision(terms, live, rules.decisions[decision])
        case Burn():
            yield _plainly(do.BurnCard, procedure["burn"])
        case Expose(step=step, what=what):
            yield _plainly(do.TurnCards, procedure[step])
            unneeded = rules.may_end_without == "community" and not _progressive_stands(live)
            if what is What.COMMUNITY and unneeded:
                yield _plainly(do.LeaveDown, procedure[step])
        case Show():
            at = _next_to_show(terms, play, live)
            assert at is not None, "the stage is complete once every hand is turned"
            yield _plainly(do.ShowHand, procedure["show"], at.seat)
            if rules.may_decline:
                yield _plainly(do.DeclineToShow, procedure["decline"], at.seat)
        case Settle():
            yield _plainly(do.SettleRound, procedure["settle"])


@cache
def _plainly(command: type[do.Command], clause: str, seat: int | None = None) -> Option:
    """One of the few things that are the same in every round: made once."""
    return Option(command=command, clause=clause, seat=seat)


def _wagers(terms: Terms, play: RoundState, seats: Iterable[int]) -> Iterator[Option]:
    for seat in seats:
        at = play.seats.get(seat) or Seat(seat=seat, player="")
        free = tuple(w.id for w in terms.rules.wagers.values() if _may_place(terms, play, at, w))
        if free:
            clause = terms.rules.wagers[free[0]].clause
            yield Option(command=do.PlaceWager, clause=clause, seat=seat, choices=free)
        taken = tuple(
            wager
            for wager in at.wagers
            if wager in at.shares or needed_by(terms, at, wager) is None
        )
        if taken:
            clause = terms.rules.procedure["close"]
            yield Option(command=do.TakeDown, clause=clause, seat=seat, choices=taken)


def _may_place(terms: Terms, play: RoundState, at: Seat, rule: WagerRule) -> bool:
    """Whether somebody may put money on a wager of this seat."""
    if rule.follows is not None or unsettled_option(terms, rule) is not None:
        return False
    if rule.units is not None and play.unit is None:
        return False
    if rule.id not in at.wagers:
        return has_company(terms, rule, at.wagers)
    # What stands already is backed by others, up to the maximum, where areas are shared (I-80).
    most = play.limits[rule.limit_key][1] if rule.limit_key in play.limits else None
    is_full = most is not None and at.wagers[rule.id] >= most
    fixed = rule.stake is not None or rule.units is not None
    return terms.rules.shared_areas and not fixed and not is_full


def unsettled_option(terms: Terms, rule: WagerRule) -> str | None:
    """The option that must be chosen before this wager can be offered, if it was not."""
    return terms.unsettled.get(rule.id)


def has_company(terms: Terms, rule: WagerRule, wagers: Collection[str]) -> bool:
    """Whether a wager that this one needs stands, together with the rest of its group."""
    every = terms.rules.wagers.values()
    for need in rule.needs:
        group = terms.rules.wagers[need].group
        if all(w.id in wagers for w in every if w.id == need or (group and w.group == group)):
            return True
    return not rule.needs


def needed_by(terms: Terms, at: Seat, wager: str) -> str | None:
    """The wager that may not stay without this one, if any.

    A progressive wager may stay alone where the rulebook says what then becomes of it (I-91).
    """
    left = [name for name in at.wagers if name != wager]
    if left == ["progressive"] and "orphan" in terms.rules.procedure:
        return None
    for name in left:
        if not has_company(terms, terms.rules.wagers[name], left):
            return name
    return None


def makes_a_hand(terms: Terms, at: Seat) -> bool:
    """Whether a seat's wagers are those a hand is dealt for: all that are required, and equal."""
    rules = [rule for rule in terms.rules.wagers.values() if rule.follows is None]
    required = [rule for rule in rules if rule.required]
    if not required:
        return any(rule.id in at.wagers for rule in rules if not rule.needs)
    if not all(rule.id in at.wagers for rule in required):
        return False
    return len({at.wagers[rule.id] for rule in required if rule.group}) <= 1


def _decision(terms: Terms, live: Hands, rule: DecisionRule) -> Iterator[Option]:
    at = _next_to_decide(terms, live, rule.id)
    assert at is not None, "the stage is complete once every seat has answered"
    has_wager = any(wager in at.wagers for wager in rule.asked_of)
    choices = rule.choices if has_wager else (rule.otherwise or "",)
    yield Option(command=do.Choose, clause=rule.clause, seat=at.seat, choices=choices)


def _at_any_time(terms: Terms, play: RoundState, live: Hands) -> Iterator[Option]:
    """Looking at a hand, and what an irregularity may bring about."""
    rules = terms.rules
    views = rules.hands_per_player == "several" and _has_several(play)
    for at in live if play.steps_dealt else ():
        if views and may_view(play, at):
            yield _plainly(do.ViewHand, rules.procedure["view"], at.seat)
        yield _plainly(do.RemoveHand, rules.procedure["end"], at.seat)
    yield _plainly(do.VoidRound, rules.procedure["end"])


def _has_several(play: RoundState) -> bool:
    """Whether anybody sits at more than one place."""
    return len({at.player for at in play.seats.values()}) < len(play.seats)


def may_view(play: RoundState, at: Seat) -> bool:
    """Whether the player must still say which of several hands to look at, and may say this."""
    own = hands_of(play, at.player)
    return len(own) > 1 and not play.viewed.intersection(own) and at.seat not in play.shown


def hands_of(play: RoundState, player: str) -> list[int]:
    """The seats at which a person was dealt a hand; a hand taken out since still counts (I-79)."""
    return [n for n, at in sorted(play.seats.items()) if at.player == player and at.cards]
