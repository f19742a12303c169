"""The result of a table less what of it belongs to links: accrued money is no revenue (P29, R2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.house.house import House
from pitboss.house.stream_names import inbox_stream, name_in, table_stream
from pitboss.jackpot.inbox import InboxEvent
from pitboss.ledger.books import TableResult, table_result
from pitboss.ledger.link_books import contributed
from pitboss.money import Money
from pitboss.records.entries import event_of
from pitboss.records.played_rounds import CALLED
from pitboss.store.contract import Store
from pitboss.table.chips.holdings import Chips
from pitboss.table.chips.rack import OpeningCounted
from pitboss.table.opening import TableOpened
from pitboss.table.table import Table, evolve


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftResult:
    """What a table won in its shift, and what it set aside for links meanwhile."""

    result: TableResult
    contributed: Money

    @property
    def revenue(self) -> Money:
        """The win less what is owed to whoever wins the levels."""
        return self.result.win - self.contributed


def shift_result(house: House, name: str) -> ShiftResult:
    """The shift so far, or the one just closed."""
    first = _first_round(house.store, name)
    given = () if first is None else _given(house.store, name, first=first)
    return ShiftResult(
        result=table_result(house.tables.table(name).chips), contributed=contributed(given)
    )


def shift_results(house: House, name: str) -> list[ShiftResult]:
    """Every shift of a table from its first on; the last is the one so far, or just closed.

    A shift begins when the table opens, and when its rack is counted to open after play.
    """
    table, before, ended = Table(), 0, list[tuple[Chips, int, int]]()
    for entry in house.store.read(table_stream(name)):
        event = event_of(entry)
        is_opened = isinstance(event, TableOpened) and table.setting is not None
        is_played = table.rounds.number > before
        if is_opened or (isinstance(event, OpeningCounted) and is_played):
            ended.append((table.chips, before, table.rounds.number))
            before = table.rounds.number
        table = evolve(table, event)
    ended.append((table.chips, before, table.rounds.number))
    return [
        ShiftResult(
            result=table_result(chips),
            contributed=contributed(_given(house.store, name, first=before + 1, last=last)),
        )
        for chips, before, last in ended
    ]


def _given(store: Store, name: str, *, first: int, last: int | None = None) -> Iterator[InboxEvent]:
    """What the rounds of a table gave to links, from one to another, or to the latest."""
    for link in [name_in(one) for one in store.streams("link/")]:
        for entry in store.read(inbox_stream(link, name)):
            event = event_of(entry)
            if event.round >= first and (last is None or event.round <= last):
                yield event


def _first_round(store: Store, name: str) -> int | None:
    """The number of the first round of the shift: clocks may go back, and rounds do not (D9)."""
    stream = table_stream(name)
    began = [store.last(stream, event) for event in ("table-opened", "opening-counted")]
    since = max((entry.version for entry in began if entry is not None), default=0)
    called = (entry for entry in store.read(stream, after=since) if entry.name == CALLED)
    found = next(called, None)
    return None if found is None else event_of(found).number
