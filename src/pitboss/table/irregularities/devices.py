"""Shufflers and dealing machines that jam or stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.table.equipment.inventory import is_out
from pitboss.table.equipment.shuffles import ShuffleDiscarded
from pitboss.table.irregularities.cards import is_dealing
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import voided
from pitboss.table.table import Event

FAULT = (Field("fault", "what the device did"),)
DECK = Field("deck", "of two decks the one in the device; the one that is not in the shoe", True)


def shuffler(case: Case) -> Iterator[Event]:
    """A shuffle that was not completed counts for nothing: the cards are shuffled again."""
    deck = _in_device(case)
    yield case.reported()
    yield ShuffleDiscarded(deck=deck, clause=case.rule.effect)


def _in_device(case: Case) -> str:
    """The deck that the shuffler failed over; empty where there is one, or nobody can tell.

    A deck that is dealt from, or waits in the shoe, is not in the shuffler (2(b)(3)).
    """
    decks = case.table.equipment.decks
    beside = [name for name in decks if not is_out(case.table, name)]
    told = case.details.get("deck", "").strip()
    if told and told not in beside:
        case.refuse(f"Deck {told!r} in the shuffler", f"There may be: {', '.join(beside)}.")
    if told or len(decks) < 2:
        return told
    unloaded = [name for name in beside if not decks[name].loaded_in]
    return unloaded[0] if len(unloaded) == 1 else ""


def machine(case: Case) -> Iterator[Event]:
    """A machine that does not deal all the cards voids the round."""
    if not is_dealing(case):
        case.refuse("The machine has dealt every card", "Play the round to its end.")
    yield case.reported()
    yield from voided(case)


ENTRIES: Mapping[str, Entry] = {
    "shuffler_fault": Entry(report=shuffler, fields=(*FAULT, DECK), is_physical=True),
    "machine_fault": Entry(report=machine, fields=FAULT, is_physical=True),
}
