"""Misdeals: hands in wrong places, and places with a wrong number of cards.

What can be put right by moving whole packets is worked out and proposed, and a supervisor says
whether it is done. Otherwise the round is void, or only the hand concerned goes, and the record
says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.round.decisions import HandRemoved
from pitboss.round.game import Settle
from pitboss.round.options import stage_of
from pitboss.round.remedies import lost_by_folding, parts_back, removed, reopened
from pitboss.round.round import Seat
from pitboss.table.irregularities.case import Case, Field, Irregularity, voided
from pitboss.table.irregularities.laid_cards import (
    COMMUNITY,
    DEALER,
    LAID,
    WRONG_HAND,
    Laid,
    Place,
    as_they_lie,
    check_ready,
    check_sizes,
    due_at,
    later_place,
    read_laid,
    steps_of,
    wagered,
)
from pitboss.table.irregularities.packet_moves import disturbed, moved, out_of_turn, proposed, whole
from pitboss.table.irregularities.reports import RULING, HandsMisdealt, WithdrawalPermitted
from pitboss.table.rules import TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table

HANDLED_MISDEAL = "handled_misdeal"
PERMIT = "permit_withdrawal"
WITHDRAWAL = "withdrawal"

_HANDLED = Field("handled", "whether any player handled cards, yes or no")
_SEAT = Field("seat", "the seat")


# --- hands of the right size in wrong places ------------------------------------------------------


def _misdeal(case: Case) -> Iterator[Event]:
    """Hands of the right size lie in wrong places."""
    handled = case.details.get("handled", "yes")
    if handled not in ("yes", "no"):
        case.refuse(f"Handled: {handled!r}", "Say yes or no.")
    check_ready(case)
    if handled == "yes":
        yield from _referred(case)
        return
    reason = disturbed(case)
    if reason:
        case.refuse(f"Unhandled, and {reason}", "Report the cards as handled.")
    laid = _laid(case, case.details)
    _check_sizes(case, laid)
    try:
        rebuilt = whole(case, laid, anywhere=False)
    except ValueError as why:
        yield case.reported(details={**case.details, "void": str(why)})
        yield from voided(case)
        return
    if rebuilt.moves:
        yield case.reported(RULING, details={**case.details, "moves": str(rebuilt)})
        return
    why_wrong = out_of_turn(case, laid)
    if not why_wrong:
        case.refuse(
            "The cards lie as a right deal lays them",
            "Go on with the round, or tell the places in the order in which they were laid.",
        )
    # It may only be told in another order; then a move of no hand has the cards dealt as they lie.
    yield case.reported(RULING, details={**case.details, "moves": "none", "void": why_wrong})


def _referred(case: Case) -> Iterator[Event]:
    """Once cards were handled no rule covers it, and the top role decides (I-84, I-94)."""
    if "laid" in case.details:
        read_laid(case, case.details["laid"])
    rule = case.rules.irregularity(HANDLED_MISDEAL)
    yield replace(case, rule=rule).reported(RULING)


def _laid(case: Case, details: Mapping[str, str]) -> Laid:
    if "laid" not in details:
        case.refuse("A move of cards that were not described", f"Tell {LAID.meaning}.")
    return read_laid(case, details["laid"])


def _check_sizes(case: Case, laid: Laid) -> None:
    """A wrong number of cards is another irregularity, where the rulebook has one (I-104)."""
    _check_shared(case, laid)
    if not _are_hands(case, laid) and "I-85" not in case.rule.interpretations:
        rules = case.rules.rulebook.irregularities
        other = WRONG_HAND if WRONG_HAND in rules else "wrong_number"
        case.refuse("Not every hand has its number of cards", f"Report {other}.")


def _check_shared(case: Case, laid: Laid) -> None:
    """A wrong number of cards in the community or at the dealer is not a matter of hands."""
    steps = steps_of(case, laid)
    for place in (COMMUNITY, DEALER):
        if len(laid.at(place)) != due_at(steps, place):
            case.refuse(f"{place} has {len(laid.at(place))} cards", "Report wrong_number.")


def _are_hands(case: Case, laid: Laid) -> bool:
    """Whether hands of the right size lie there, as many as there are seats to deal to."""
    steps = steps_of(case, laid)
    sizes = {len(laid.at(area)) - due_at(steps, area) for area in laid.areas}
    return sizes == {0} and len(laid.areas) >= len(wagered(case))


def _misdeal_ruled(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or does not."""
    if case.ruling == "move":
        yield from _move(case)
    else:
        yield from voided(case)


def _move(case: Case) -> Iterator[Event]:
    laid = _laid(case, case.reported_details)
    try:
        rebuilt = whole(case, laid, anywhere=False)
    except ValueError as why:
        case.refuse(f"No move puts it right: {why}", "Rule otherwise.")
    yield from moved(case, rebuilt, steps_of(case, laid))


def _handled_ruled(case: Case) -> Iterator[Event]:
    """The top role says what becomes of a misdeal that was handled."""
    ruling = case.ruling
    if ruling == "default":
        ruling = case.rules.choice("handled_misdeal_default")
    if ruling == "move":
        yield from _move(case)
    elif ruling == "stand":
        yield from _stands(case)
    else:
        yield from voided(case)


def _stands(case: Case) -> Iterator[Event]:
    """Every player plays the cards that lie before them."""
    laid = _laid(case, case.reported_details)
    steps = steps_of(case, laid)
    check_sizes(case, laid, steps, "A hand of another size is not played: rule void.")
    yield from reopened(case.table.play, case.rule.effect)
    yield from as_they_lie(case, laid, steps)


# --- a wrong number of cards: the round is void, unless whole packets can be moved ----------------


def _wrong_number(case: Case) -> Iterator[Event]:
    """Too many or too few cards at a place: void, unless packets can be moved."""
    check_ready(case)
    place = _place(case)
    laid = read_laid(case, case.details["laid"]) if "laid" in case.details else None
    _check_number(case, place, laid)
    try:
        moves = proposed(case, laid)
    except ValueError as why:
        yield case.reported(details={**case.details, "void": str(why)})
        yield from voided(case)
        return
    yield case.reported(RULING, details={**case.details, "moves": moves})


def _place(case: Case) -> Place:
    name = case.details["place"].strip()
    if name in (COMMUNITY, DEALER):
        return name
    if WRONG_HAND in case.rules.rulebook.irregularities:
        case.refuse(f"Seat {name} by this rule", f"Report {WRONG_HAND}: only that hand goes.")
    return _hand_seat(case, name)


def _hand_seat(case: Case, name: str) -> int:
    """The seat of a hand in the round."""
    seats = wagered(case)
    if not name.isdecimal() or int(name) not in seats:
        known = ", ".join(map(str, seats)) or "none"
        case.refuse(f"{name!r} is no seat with a hand", f"Seats with a hand: {known}.")
    return int(name)


def _check_number(case: Case, place: Place, laid: Laid | None) -> None:
    """That the number told is a number, is wrong, and is what lies there.

    Where cards come only later, any that lie there by now are too many.
    """
    steps = steps_of(case, laid, with_due=True)
    due, text = due_at(steps, place), case.details["cards"].strip()
    if not due and place != later_place(case, steps):
        case.refuse(f"No cards are due at {place}", "Name the place that has a wrong number.")
    if not text.isdecimal():
        case.refuse(f"{text!r} cards", "Write how many cards were dealt there.")
    if int(text) == due:
        case.refuse(f"{due} cards at {place} are right", "Go on with the round.")
    if laid is not None and len(laid.at(place)) != int(text):
        case.refuse(
            f"{text} cards at {place}, and {len(laid.at(place))} lie there", "Count them again."
        )


def _number_ruled(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or the round is void."""
    if case.ruling == "move":
        laid = read_laid(case, case.reported_details["laid"])
        yield from moved(case, whole(case, laid, anywhere=True), steps_of(case, laid))
    else:
        yield from voided(case)


# --- a wrong number of cards where only the hand concerned goes -----------------------------------


def _wrong_hand(case: Case) -> Iterator[Event]:
    """A hand has too many or too few cards: it goes, and the others play on."""
    check_ready(case)
    seat = _hand_seat(case, case.details["seat"].strip())
    at, play = case.table.play.seats[seat], case.table.play
    if at.removed is not None:
        case.refuse(f"Seat {seat} is out of the round", "Nothing more is to be done.", seat=seat)
    laid = read_laid(case, case.details["laid"]) if "laid" in case.details else None
    _check_number(case, seat, laid)
    if laid is None and not play.steps_dealt:
        case.refuse("The cards are not entered yet", f"Tell {LAID.meaning}.", seat=seat)
    if laid is not None and _are_hands(case, laid):
        case.refuse("Every hand has its size, in a wrong place", "Report misdeal.", seat=seat)
    try:
        moves = proposed(case, laid)
    except ValueError as why:
        yield case.reported(details={**case.details, "removed": str(why)})
        yield from _out(case, laid, seat)
        return
    yield case.reported(RULING, details={**case.details, "moves": moves})


def _out(case: Case, laid: Laid | None, seat: int) -> Iterator[Event]:
    """Every hand of a wrong size is removed; the others keep what they hold."""
    play, seats = case.table.play, [seat]
    if laid is not None:
        steps = steps_of(case, laid)
        _check_shared(case, laid)
        seats = _wrong_sized(case, laid, due_at(steps, seat))
        yield from reopened(play, case.rule.effect)
        yield from as_they_lie(case, laid, steps)
        for number in seats:
            yield HandRemoved(seat=number, clause=case.rule.effect)
    else:
        yield from removed(play, seats, case.rule.effect)
    yield HandsMisdealt(seats=tuple(seats), clause=case.rule.effect)


def _wrong_sized(case: Case, laid: Laid, due: int) -> list[int]:
    seats = case.table.play.seats
    return [n for n in wagered(case) if len(laid.at(n)) != due and seats[n].removed is None]


def _hand_ruled(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or the hand goes."""
    laid = read_laid(case, case.reported_details["laid"])
    if case.ruling == "move":
        yield from moved(case, whole(case, laid, anywhere=True), steps_of(case, laid))
    else:
        yield from _out(case, laid, int(case.reported_details["seat"]))


# --- what correctly dealt positions may then do (I-88) --------------------------------------------


def _permit(case: Case) -> Iterator[Event]:
    """Every correctly dealt position may choose, all of them alike (I-88)."""
    if not case.table.found.misdealt:
        case.refuse(
            "No hand was removed since the last card was exposed",
            "It is permitted after a hand went for its number of cards, until a card is turned.",
        )
    if _is_all_exposed(case.rules, case.table):
        case.refuse(
            "Every card that is to be exposed is exposed",
            "It is permitted before the next one is; now settle the round.",
        )
    seats = may_be_permitted(case.rules, case.table)
    if not seats:
        case.refuse("No seat is left that could withdraw", "Go on with the round.")
    yield case.reported()
    yield WithdrawalPermitted(seats=seats, clause=case.rule.clause)


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


def _withdraw(case: Case) -> Iterator[Event]:
    """A position takes back all its wagers that stand; it could also have taken none."""
    seat = _hand_seat(case, case.details["seat"].strip())
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


ENTRIES: Mapping[str, Irregularity] = {
    "misdeal": Irregularity(
        report=_misdeal,
        fields=(LAID, _HANDLED),
        rule=_misdeal_ruled,
        rulings=("move", "void"),
        is_physical=True,
    ),
    HANDLED_MISDEAL: Irregularity(
        report=_misdeal,
        fields=(LAID,),
        rule=_handled_ruled,
        rulings=("void", "move", "stand", "default"),
        is_physical=True,
    ),
    "wrong_number": Irregularity(
        report=_wrong_number,
        fields=(
            Field("place", "where: a seat, community or dealer"),
            Field("cards", "how many cards were dealt there"),
            LAID,
        ),
        rule=_number_ruled,
        rulings=("move", "void"),
        is_physical=True,
    ),
    WRONG_HAND: Irregularity(
        report=_wrong_hand,
        fields=(_SEAT, Field("cards", "how many cards the hand was dealt"), LAID),
        rule=_hand_ruled,
        rulings=("move", "remove"),
        is_physical=True,
    ),
    PERMIT: Irregularity(
        report=_permit, fields=(Field("reason", "why it is permitted"),), is_physical=True
    ),
    WITHDRAWAL: Irregularity(report=_withdraw, fields=(_SEAT,), is_physical=True),
}
