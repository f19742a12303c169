"""A round recalled from its entries: every step, and the record that settles to the same cents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.codec import name_of
from pitboss.errors import Corrupt, Fault, RecordRefused
from pitboss.records.export import round_record
from pitboss.records.stored import event_of
from pitboss.round.result import MeterPaid
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, evolve
from pitboss.round.settlement import Level
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import terms_of
from pitboss.store.chain import REMEDY
from pitboss.store.contract import Entry, Store
from pitboss.table.rounds import BetsCalled
from pitboss.table.table import TableSnapshot

CALLED = name_of(BetsCalled)
"""The name of the first entry of every round."""
_SNAPSHOT = name_of(TableSnapshot)
_STEP = 100
"""How many entries are read at a time to find the end of a round: most have fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One round of one table, from calling for bets to opening the seeds."""

    table: str
    number: int
    entries: tuple[Entry, ...]
    events: tuple[Any, ...]
    play: RoundState
    gaming_day: str

    @property
    def paid(self) -> dict[str, MeterPaid]:
        """What the last settlement says of each meter."""
        return {event.meter: event for event in self.events if isinstance(event, MeterPaid)}

    @property
    def meters(self) -> dict[str, Level]:
        """The meters as the last settlement read them."""
        return {
            meter: Level(amount=event.before, reset=event.reset)
            for meter, event in self.paid.items()
        }


def recall(store: Store, table: str, number: int) -> Recalled | None:
    """A round by its number; None if the table never played it."""
    entries = entries_of(store, table, number)
    return recalled(table, number, entries) if entries else None


def recall_all(store: Store, table: str) -> Iterator[Recalled]:
    """Every round of a table, read through from the beginning."""
    number, own = 0, list[Entry]()
    for entry in store.read(f"table/{table}"):
        if entry.name == CALLED:
            if own:
                yield recalled(table, number, own)
            number, own = event_of(entry).number, []
        if number and entry.tag == str(number):
            own.append(entry)
    if own:
        yield recalled(table, number, own)


def entries_of(store: Store, table: str, number: int) -> tuple[Entry, ...]:
    """The entries of a round, in order; none if the table never played it.

    What a store keeps beside a stream to find things by may be damaged, and entries that it leaves
    out are missed by no hash. So it only says where a round begins, which its first entry shows
    itself; the rest is what stands in the stream up to the next round.
    """
    stream = f"table/{table}"
    found = tuple(store.read(stream, tag=str(number)))
    if not found:
        latest = store.last(stream, CALLED)
        if latest is None or not 1 <= number <= event_of(latest).number:
            return ()
        # It may have begun since.
        found = tuple(store.read(stream, tag=str(number)))
        if not found:
            raise _unfound(stream, number)
    first = found[0]
    if first.name != CALLED or event_of(first).number != number:
        raise _unfound(stream, number)
    own = [first]
    for entry in _behind(store, stream, first.version):
        if entry.name == CALLED:
            break
        if entry.tag == first.tag:
            own.append(entry)
    # While it is played, more of it may have been written since.
    if tuple(own[: len(found)]) != found:
        raise _unfound(stream, number)
    return tuple(own)


def happened(store: Store, recalled: Recalled) -> Iterator[Entry]:
    """All that is on record from a round's first entry to its last, in order.

    What befell people, chips and decks meanwhile is no part of the round, and belongs to what
    happened in it. A snapshot says nothing new.
    """
    first, last = recalled.entries[0].version, recalled.entries[-1].version
    for entry in store.read(f"table/{recalled.table}", after=first - 1, upto=last):
        if entry.name != _SNAPSHOT:
            yield entry


def _behind(store: Store, stream: str, version: int) -> Iterator[Entry]:
    read = _STEP
    while read == _STEP:
        read = 0
        for entry in store.read(stream, after=version, upto=version + _STEP):
            read += 1
            yield entry
        version += read


def _unfound(stream: str, number: int) -> Corrupt:
    return Corrupt(
        f"{stream}: what is found under round {number} is not the whole round: what the store "
        f"keeps to find entries by is damaged, or they are filed wrongly. {REMEDY}"
    )


def recalled(table: str, number: int, entries: Sequence[Entry]) -> Recalled:
    """A round from its entries."""
    events = tuple(event_of(entry) for entry in entries)
    called = next((e for e in events if isinstance(e, BetsCalled)), None)
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
                Fault(
                    place=f"round {recalled.number} of table {recalled.table}",
                    problem=f"was played under {play.rulebook} with digest {play.digest[:12]}, "
                    f"and the file at hand has {rules.digest[:12]}",
                    remedy="bring the rulebook file of that day with --rulebook-file",
                )
            ]
        )
    record = round_record(terms_of(rules, play.options), play, recalled.meters)
    record["round"] = recalled.number
    record["gaming_day"] = recalled.gaming_day
    record["table"]["id"] = recalled.table
    return record


def _fold(events: Iterable[Any]) -> RoundState:
    play = RoundState()
    for event in events:
        if isinstance(event, RoundEvent):
            play = evolve(play, event)
    return play
