"""Putting right what the record says of a stake, and giving stakes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.money import Money, total
from pitboss.round.decisions import HandRemoved
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import Funding, Seat
from pitboss.round.wagers import WagerPlaced, WagerReturned, makes_a_hand
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.table.irregularities.case import Case

_RoundEvents = Iterator[RoundEvent]


def parts_of(at: Seat, wager: str) -> tuple[Funding, ...]:
    """Who funds a wager, and with how much."""
    return at.shares.get(wager) or (Funding(at.player, at.wagers[wager]),)


def with_follow_ups(case: Case, at: Seat, rule: WagerRule) -> list[WagerRule]:
    """A wager and those at the same seat that are sized by it."""
    every = case.rules.rulebook.wagers.values()
    return [rule, *(other for other in every if other.follows == rule.id and other.id in at.wagers)]


def found_stake(case: Case, at: Seat, rule: WagerRule, stake: Money) -> _RoundEvents:
    """A wager is what was found on it, and what is sized by it goes along.

    The difference is the seated player's: it was they who put down more or less than was noted.
    """
    for each in with_follow_ups(case, at, rule):
        yield from _set(case, at, each.id, stake * each.times)


def _set(case: Case, at: Seat, wager: str, stake: Money) -> _RoundEvents:
    noted = at.wagers[wager]
    clause = case.rule.effect
    if stake > noted:
        yield WagerPlaced(
            seat=at.seat, player=at.player, wager=wager, stake=stake - noted, clause=clause
        )
    elif stake < noted:
        # Nothing, where their part went back before and only others' money is left.
        own = total(part.stake for part in parts_of(at, wager) if part.player == at.player)
        if noted - stake > own:
            case.refuse(
                f"{wager} of {stake.dollars} at seat {at.seat}",
                f"Others fund {(noted - own).dollars} of it: tell at least that.",
                seat=at.seat,
            )
        yield WagerReturned(
            seat=at.seat, player=at.player, wager=wager, stake=noted - stake, clause=clause
        )


def given_back(case: Case, at: Seat, rule: WagerRule) -> _RoundEvents:
    """A wager goes back to all who funded it; where no hand is left, all of the hand does."""
    gone = [each.id for each in with_follow_ups(case, at, rule)]
    left = Seat(
        seat=at.seat, player=at.player, wagers={n: s for n, s in at.wagers.items() if n not in gone}
    )
    if not makes_a_hand(case.rules.terms, left):
        yield HandRemoved(seat=at.seat, clause=case.rule.effect)
        return
    yield from parts_back(at, gone, case.rule.effect)


def parts_back(at: Seat, wagers: Iterable[str], clause: str) -> Iterator[WagerReturned]:
    """Wagers of a hand go back to all who funded them."""
    for wager in wagers:
        for part in parts_of(at, wager):
            yield WagerReturned(
                seat=at.seat, player=part.player, wager=wager, stake=part.stake, clause=clause
            )


def lost_by_folding(rules: Rulebook, at: Seat) -> list[str]:
    """The wagers of a hand that its fold has lost; others still stand beside them."""
    if not at.is_folded:
        return []
    return [wager for wager in at.wagers if f"{wager}.fold" in rules.citations]
