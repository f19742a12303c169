"""Wrong numbers of cards: the round is void, unless whole packets can be moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.table.irregularities.cards import WRONG_HAND
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.disturbed import proposed, whole
from pitboss.table.irregularities.effects import voided
from pitboss.table.irregularities.laid import (
    COMMUNITY,
    DEALER,
    LAID,
    Laid,
    Place,
    due_at,
    later_place,
    read,
    steps_of,
    wagered,
)
from pitboss.table.irregularities.moving import check_ready, moved
from pitboss.table.table import Event


def wrong_number(case: Case) -> Iterator[Event]:
    """Too many or too few cards at a place: void, unless packets can be moved."""
    check_ready(case)
    place = _place(case)
    laid = read(case, case.details["laid"]) if "laid" in case.details else None
    check_number(case, place, laid)
    try:
        moves = proposed(case, laid)
    except ValueError as why:
        yield case.reported(details={**case.details, "void": str(why)})
        yield from voided(case)
        return
    yield case.reported("Rule", details={**case.details, "moves": moves})


def _place(case: Case) -> Place:
    name = case.details["place"].strip()
    if name in (COMMUNITY, DEALER):
        return name
    if WRONG_HAND in case.rules.rulebook.irregularities:
        case.refuse(f"Seat {name} by this rule", f"Report {WRONG_HAND}: only that hand goes.")
    return seat_told(case, name)


def seat_told(case: Case, name: str) -> int:
    """The seat of a hand in the round."""
    seats = wagered(case)
    if not name.isdecimal() or int(name) not in seats:
        known = ", ".join(map(str, seats)) or "none"
        case.refuse(f"{name!r} is no seat with a hand", f"Seats with a hand: {known}.")
    return int(name)


def check_number(case: Case, place: Place, laid: Laid | None) -> None:
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


def number_ruled(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or the round is void."""
    if case.ruling == "move":
        laid = read(case, case.told["laid"])
        yield from moved(case, whole(case, laid, anywhere=True), steps_of(case, laid))
    else:
        yield from voided(case)


ENTRIES: Mapping[str, Entry] = {
    "wrong_number": Entry(
        report=wrong_number,
        fields=(
            Field("place", "where: a seat, community or dealer"),
            Field("cards", "how many cards were dealt there"),
            LAID,
        ),
        rule=number_ruled,
        rulings=("move", "void"),
        is_physical=True,
    ),
}
