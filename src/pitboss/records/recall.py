"""A round recalled from its entries: every step, and the record that settles to the same cents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.errors import Problem, RecordRefused
from pitboss.live.rounds import events as rounds_ev
from pitboss.records.export import round_record
from pitboss.records.stored import event_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import terms_of
from pitboss.store.contract import Entry, Store
from pitboss.table import events as ev
from pitboss.table.playing import Playing, evolve
from pitboss.table.round import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One round of one table, from calling for bets to opening the seeds."""

    table: str
    number: int
    entries: tuple[Entry, ...]
    events: tuple[Any, ...]
    play: Playing
    gaming_day: str

    @property
    def meters(self) -> dict[str, Level]:
        """The meters as the last settlement read them."""
        return {
            event.meter: Level(amount=event.before, reset=event.reset)
            for event in self.events
            if isinstance(event, ev.MeterPaid)
        }


def recall(store: Store, table: str, number: int) -> Recalled | None:
    """A round by its number; None if the table never played it."""
    entries = tuple(store.read(f"table/{table}", tag=str(number)))
    return recalled(table, number, entries) if entries else None


def recalled(table: str, number: int, entries: Sequence[Entry]) -> Recalled:
    """A round from its entries."""
    events = tuple(event_of(entry) for entry in entries)
    called = next((e for e in events if isinstance(e, rounds_ev.BetsCalled)), None)
    return Recalled(
        table=table,
        number=number,
        entries=tuple(entries),
        events=events,
        play=_fold(events),
        gaming_day="" if called is None else called.gaming_day,
    )


def record_of(recalled: Recalled, rules: Rulebook) -> dict[str, Any]:
    """The round as a round record."""
    play = recalled.play
    if play.digest != rules.digest:
        raise RecordRefused(
            [
                Problem(
                    place=f"round {recalled.number} of table {recalled.table}",
                    what=f"was played under {play.rulebook} with digest {play.digest[:12]}, "
                    f"and the file at hand has {rules.digest[:12]}",
                    remedy="bring the rulebook file of that day with --rulebook",
                )
            ]
        )
    record = round_record(terms_of(rules, play.options), play, recalled.meters)
    record["round"] = recalled.number
    record["gaming_day"] = recalled.gaming_day
    record["table"]["id"] = recalled.table
    return record


def _fold(events: Iterable[Any]) -> Playing:
    play = Playing()
    for event in events:
        if isinstance(event, ev.Event):
            play = evolve(play, event)
    return play
