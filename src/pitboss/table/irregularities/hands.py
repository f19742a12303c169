"""Wrong numbers of cards where only the hand concerned goes, and what others may then do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.round.decisions import HandRemoved
from pitboss.round.game import Settle
from pitboss.round.options import stage_of
from pitboss.round.round import Seat
from pitboss.table.irregularities import events as ev
from pitboss.table.irregularities.cards import WRONG_HAND
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.deal import are_hands
from pitboss.table.irregularities.disturbed import proposed, whole
from pitboss.table.irregularities.effects import removed, reopened
from pitboss.table.irregularities.laid import (
    COMMUNITY,
    DEALER,
    LAID,
    Laid,
    due_at,
    read,
    steps_of,
    wagered,
)
from pitboss.table.irregularities.moving import as_they_lie, check_ready, moved
from pitboss.table.irregularities.numbers_dealt import check_number, seat_told
from pitboss.table.irregularities.stakes import lost_by_folding, parts_back
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table

SEAT = Field("seat", "the seat")
PERMIT = "permit_withdrawal"
WITHDRAWAL = "withdrawal"


def wrong_hand(case: Case) -> Iterator[Event]:
    """A hand has too many or too few cards: it goes, and everybody else plays on."""
    check_ready(case)
    seat = seat_told(case, case.details["seat"].strip())
    at, play = case.table.play.seats[seat], case.table.play
    if at.removed is not None:
        case.refuse(f"Seat {seat} is out of the round", "Nothing more is to be done.", seat=seat)
    laid = read(case, case.details["laid"]) if "laid" in case.details else None
    check_number(case, seat, laid)
    if laid is None and not play.steps_dealt:
        case.refuse("The cards are not entered yet", f"Tell {LAID.meaning}.", seat=seat)
    if laid is not None and are_hands(case, laid):
        case.refuse("Every hand has its size, in a wrong place", "Report misdeal.", seat=seat)
    try:
        moves = proposed(case, laid)
    except ValueError as why:
        yield case.reported(details={**case.details, "removed": str(why)})
        yield from _out(case, laid, seat)
        return
    yield case.reported("Rule", details={**case.details, "moves": moves})


def _out(case: Case, laid: Laid | None, seat: int) -> Iterator[Event]:
    """Every hand of a wrong size is removed; the others keep what they hold."""
    play, seats = case.table.play, [seat]
    if laid is not None:
        steps = steps_of(case, laid)
        seats = _wrong(case, laid, due_at(steps, seat))
        yield from reopened(play, case.rule.effect)
        yield from as_they_lie(case, laid, steps)
        for number in seats:
            yield HandRemoved(seat=number, clause=case.rule.effect)
    else:
        yield from removed(play, seats, case.rule.effect)
    yield ev.HandsMisdealt(seats=tuple(seats), clause=case.rule.effect)


def _wrong(case: Case, laid: Laid, due: int) -> list[int]:
    steps = steps_of(case, laid)
    for place in (COMMUNITY, DEALER):
        if len(laid.at(place)) != due_at(steps, place):
            case.refuse(f"{len(laid.at(place))} cards lie at {place}", "Report wrong_number.")
    seats = case.table.play.seats
    return [n for n in wagered(case) if len(laid.at(n)) != due and seats[n].removed is None]


def hand_ruled(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or the hand goes."""
    laid = read(case, case.told["laid"])
    if case.ruling == "move":
        yield from moved(case, whole(case, laid, anywhere=True), steps_of(case, laid))
    else:
        yield from _out(case, laid, int(case.told["seat"]))


def permit(case: Case) -> Iterator[Event]:
    """Somebody lets every correctly dealt position choose, all of them alike (I-88)."""
    if not case.table.found.misdealt:
        case.refuse(
            "No hand was removed since the last card was exposed",
            "It is permitted after a hand went for its number of cards, until a card is turned.",
        )
    if _is_all_exposed(case.rules, case.table):
        case.refuse(
            "Every card that is to be exposed was",
            "It is permitted before the next one is; now settle the round.",
        )
    seats = may_be_permitted(case.rules, case.table)
    if not seats:
        case.refuse("Nobody is left who could withdraw", "Go on with the round.")
    yield case.reported()
    yield ev.WithdrawalPermitted(seats=seats, clause=case.rule.clause)


def may_be_permitted(rules: TableRules, table: Table) -> tuple[int, ...]:
    """The seats that withdrawing can still be permitted to; none once a card was exposed."""
    if not table.found.misdealt or _is_all_exposed(rules, table):
        return ()
    return tuple(at.seat for at in table.play.live if _standing(rules, at))


def _standing(rules: TableRules, at: Seat) -> list[str]:
    """What a position could take back: a fold loses some wagers, and others stand (I-88)."""
    lost = lost_by_folding(rules.rulebook, at)
    return [wager for wager in at.wagers if wager not in lost]


def _is_all_exposed(rules: TableRules, table: Table) -> bool:
    return isinstance(stage_of(rules.game, rules.terms, table.play), Settle)


def withdraw(case: Case) -> Iterator[Event]:
    """A position takes back all its wagers that stand; it could also have taken none."""
    seat = seat_told(case, case.details["seat"].strip())
    at = case.table.play.seats[seat]
    if seat not in case.table.found.may_withdraw:
        case.refuse(
            f"Seat {seat} is not permitted to withdraw",
            "It needs a permission, and that ends when a card is exposed.",
            seat=seat,
        )
    standing = _standing(case.rules, at)
    if not at.is_live or not standing:
        case.refuse(f"Seat {seat} has no wagers left", "Nothing is to be done.", seat=seat)
    yield case.reported()
    if at.is_folded:
        yield from parts_back(at, standing, case.rule.effect)
    else:
        yield HandRemoved(seat=seat, clause=case.rule.effect)


ENTRIES: Mapping[str, Entry] = {
    WRONG_HAND: Entry(
        report=wrong_hand,
        fields=(SEAT, Field("cards", "how many cards the hand was dealt"), LAID),
        rule=hand_ruled,
        rulings=("move", "remove"),
        is_physical=True,
    ),
    PERMIT: Entry(
        report=permit, fields=(Field("reason", "why it is permitted"),), is_physical=True
    ),
    WITHDRAWAL: Entry(report=withdraw, fields=(SEAT,), is_physical=True),
}
