"""Shufflers and dealing machines that jam or stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.live.equipment import events as equipment_ev
from pitboss.live.irregularities.cards import is_dealing
from pitboss.live.irregularities.case import Case, Entry, Field
from pitboss.live.irregularities.effects import voided
from pitboss.live.table import Event

FAULT = (Field("fault", "what the device did"),)


def shuffler(case: Case) -> Iterator[Event]:
    """A shuffle that was not completed counts for nothing: the cards are shuffled again."""
    yield case.reported()
    yield equipment_ev.ShuffleDiscarded(clause=case.rule.effect)


def machine(case: Case) -> Iterator[Event]:
    """A machine that does not deal all the cards voids the round."""
    if not is_dealing(case):
        case.refuse("The machine has dealt every card", "Play the round to its end.")
    yield case.reported()
    yield from voided(case)


ENTRIES: Mapping[str, Entry] = {
    "shuffler_fault": Entry(report=shuffler, fields=FAULT, is_physical=True),
    "machine_fault": Entry(report=machine, fields=FAULT, is_physical=True),
}
