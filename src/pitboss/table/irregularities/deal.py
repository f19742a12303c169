"""Misdeals: hands of the right size in wrong places.

What can be put right by moving whole packets is worked out and proposed, and a supervisor says
whether it is done. What cannot is void, and the record says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.table.irregularities.cards import WRONG_HAND
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.disturbed import disturbed, out_of_turn, whole
from pitboss.table.irregularities.effects import reopened, voided
from pitboss.table.irregularities.laid import (
    COMMUNITY,
    DEALER,
    LAID,
    Laid,
    check_sizes,
    due_at,
    read,
    steps_of,
    wagered,
)
from pitboss.table.irregularities.moving import as_they_lie, check_ready, moved
from pitboss.table.table import Event

HANDLED = Field("handled", "whether any player handled cards, yes or no")
HANDLED_MISDEAL = "handled_misdeal"


def misdeal(case: Case) -> Iterator[Event]:
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
    laid = _told(case, case.details)
    _check_sizes(case, laid)
    try:
        rebuilt = whole(case, laid, anywhere=False)
    except ValueError as why:
        yield case.reported(details={**case.details, "void": str(why)})
        yield from voided(case)
        return
    if rebuilt.moves:
        yield case.reported("Rule", details={**case.details, "moves": str(rebuilt)})
        return
    why_wrong = out_of_turn(case, laid)
    if not why_wrong:
        case.refuse(
            "The cards lie as a right deal lays them",
            "Go on with the round, or tell the places in the order in which they were laid.",
        )
    # It may be only told so; then a move of no hand has the cards dealt as they lie.
    yield case.reported("Rule", details={**case.details, "moves": "none", "void": why_wrong})


def _referred(case: Case) -> Iterator[Event]:
    """Once cards were handled no rule covers it, and the top role decides (I-84, I-94)."""
    if "laid" in case.details:
        read(case, case.details["laid"])
    rule = case.rules.rulebook.irregularities[HANDLED_MISDEAL]
    yield replace(case, rule=rule).reported("Rule")


def _told(case: Case, details: Mapping[str, str]) -> Laid:
    if "laid" not in details:
        case.refuse("A move of cards nobody described", f"Tell {LAID.meaning}.")
    return read(case, details["laid"])


def _check_sizes(case: Case, laid: Laid) -> None:
    """A wrong number of cards is another irregularity, where the rulebook has one (I-104)."""
    steps = steps_of(case, laid)
    for place in (COMMUNITY, DEALER):
        if len(laid.at(place)) != due_at(steps, place):
            case.refuse(f"{place} has {len(laid.at(place))} cards", "Report wrong_number.")
    if not are_hands(case, laid) and "I-85" not in case.rule.interpretations:
        rules = case.rules.rulebook.irregularities
        other = WRONG_HAND if WRONG_HAND in rules else "wrong_number"
        case.refuse("Not every hand has its number of cards", f"Report {other}.")


def are_hands(case: Case, laid: Laid) -> bool:
    """Whether hands of the right size lie there, as many as there are seats to deal to."""
    steps = steps_of(case, laid)
    sizes = {len(laid.at(area)) - due_at(steps, area) for area in laid.areas}
    return sizes == {0} and len(laid.areas) >= len(wagered(case))


def put_right(case: Case) -> Iterator[Event]:
    """A supervisor has the packets moved, or does not."""
    if case.ruling == "move":
        yield from _move(case)
    else:
        yield from voided(case)


def _move(case: Case) -> Iterator[Event]:
    laid = _told(case, case.told)
    try:
        rebuilt = whole(case, laid, anywhere=False)
    except ValueError as why:
        case.refuse(f"No move puts it right: {why}", "Rule otherwise.")
    yield from moved(case, rebuilt, steps_of(case, laid))


def decided(case: Case) -> Iterator[Event]:
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
    """Everybody plays what lies before them."""
    laid = _told(case, case.told)
    steps = steps_of(case, laid)
    check_sizes(case, laid, steps, "Nobody plays a hand of another size: rule void.")
    yield from reopened(case.table.play, case.rule.effect)
    yield from as_they_lie(case, laid, steps)


ENTRIES: Mapping[str, Entry] = {
    "misdeal": Entry(
        report=misdeal,
        fields=(LAID, HANDLED),
        rule=put_right,
        rulings=("move", "void"),
        is_physical=True,
    ),
    HANDLED_MISDEAL: Entry(
        report=misdeal,
        fields=(LAID,),
        rule=decided,
        rulings=("void", "move", "stand", "default"),
        is_physical=True,
    ),
}
