"""Wagers in error: too late, lifted, missing or unequal, or not through the area's device."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.money import NOTHING, Money
from pitboss.rulebook.model import WagerRule
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import removed, reopened
from pitboss.table.irregularities.stakes import found_stake
from pitboss.table.irregularities.told import (
    hand_told,
    money_of,
    money_told,
    number_told,
    seat_told,
    standing_told,
    wager_told,
)
from pitboss.table.people.turns import asked_now
from pitboss.table.table import Event

_SEAT = Field("seat", "the number of the seat")
_WAGER = Field("wager", "which wager it is")
_AMOUNT = Field("amount", "how much it is, as 25.00")


def _late(case: Case) -> Iterator[Event]:
    """The late part is no wager: it goes back, wins nothing and contributes nothing (I-87)."""
    seat, rule = seat_told(case), wager_told(case)
    asked = asked_now(case.rules, case.table)
    is_asked = asked is not None and (asked.at.seat, asked.decision.id) == (seat, rule.decision)
    if rule.follows is not None and is_asked:
        case.refuse(
            f"{rule.title} at seat {seat} is not late: it is asked for now",
            "The player answers.",
            seat=seat,
        )
    yield case.reported(details={**case.details, "returned": str(money_told(case, "amount"))})


def _lifted(case: Case) -> Iterator[Event]:
    """It is put back, and is settled at what stood there when bets closed (I-57)."""
    at = hand_told(case)
    rule = standing_told(case, at)
    yield case.reported(details={**case.details, "stands": str(at.wagers[rule.id])})


def _unregistered(case: Case) -> Iterator[Event]:
    """Chips that no device registered are no wager and go back."""
    seat = seat_told(case)
    at = case.table.play.seats.get(seat)
    if at is not None and "progressive" in at.wagers:
        case.refuse(f"The device of seat {seat} registered a wager", "That one stands.", seat=seat)
    yield case.reported(details={**case.details, "returned": str(money_told(case, "amount"))})


def _unequal(case: Case) -> Iterator[Event]:
    """Base bets that are not equal: down to the smallest, or the hand is out (I-58).

    Found before the deal, the hand is not dealt and all of it goes back: bets are neither placed
    nor taken down any more. Where one is missing a supervisor decides, and so where one was taken
    back in turn: what lay there is with its player and cannot be counted any more.
    """
    at = hand_told(case)
    found = _found(case)
    if not case.table.play.steps_dealt:
        yield case.reported(details={**case.details, "dealt": "no"})
        yield from removed(case.table.play, [at.seat], case.rule.effect)
        return
    if NOTHING in found or "withdraw" in at.decisions.values():
        yield case.reported("Rule", details={**case.details, "proposed": "remove_hand"})
        return
    yield case.reported()
    if case.rules.choice("unequal_after_deal") == "void_hand":
        yield from removed(case.table.play, [at.seat], case.rule.effect)
        return
    yield from reopened(case.table.play, case.rule.effect)
    base = _base(case)
    # Down, and never up: no wager is increased after "No more bets" (I-87).
    least = min(*found, *(at.wagers[rule.id] for rule in base))
    for rule in base:
        yield from found_stake(case, at, rule, least)


def _found(case: Case) -> list[Money]:
    base = _base(case)
    amounts = [money_of(case, text) for text in case.details.get("found", "").split()]
    if len(amounts) != len(base):
        names = ", ".join(rule.title for rule in base)
        case.refuse(f"{len(amounts)} amounts", f"Tell what lies on {names}, nothing as 0.00.")
    if len(set(amounts)) == 1:
        case.refuse("Equal bets", "Where nothing is missing or unequal, play goes on.")
    return amounts


def _base(case: Case) -> list[WagerRule]:
    """The bets that are placed together and equal."""
    return [rule for rule in case.rules.rulebook.wagers.values() if rule.required and rule.group]


def _unequal_ruled(case: Case) -> Iterator[Event]:
    seat = number_told(case, case.told["seat"])
    if case.ruling == "play_on":
        if NOTHING in [money_of(case, text) for text in case.told["found"].split()]:
            case.refuse("A hand with a bet missing", "It is out of the round: rule remove_hand.")
        return
    yield from removed(case.table.play, [seat], case.rule.effect)


ENTRIES = {
    "late_wager": Entry(report=_late, fields=(_SEAT, _WAGER, _AMOUNT), needs_chips=True),
    "lifted_wager": Entry(report=_lifted, fields=(_SEAT, _WAGER), needs_chips=True),
    "unregistered_progressive": Entry(
        report=_unregistered, fields=(_SEAT, _AMOUNT), needs_chips=True
    ),
    "unequal_bets": Entry(
        report=_unequal,
        fields=(
            _SEAT,
            Field(
                "found",
                "what lies on each base bet, as 10.00 10.00 5.00; if cards are out, enter them "
                "first: a hand without cards is not dealt",
            ),
        ),
        rule=_unequal_ruled,
        rulings=("remove_hand", "play_on"),
        needs_chips=True,
    ),
}
