"""The result of a table less what of it belongs to links: accrued money is no revenue (P29, R2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.jackpot.inbox_events import InboxEvent
from pitboss.ledger.link_books import contributed
from pitboss.ledger.result import TableResult, table_result
from pitboss.money import Money
from pitboss.pit.kept_tables import stream_of
from pitboss.pit.link_streams import LinkStreams, inbox_stream_of
from pitboss.pit.tables import Tables
from pitboss.records.recall import CALLED
from pitboss.records.stored import event_of
from pitboss.store.contract import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftResult:
    """What a table won in its shift, and what it set aside for links meanwhile."""

    result: TableResult
    contributed: Money

    @property
    def revenue(self) -> Money:
        """The win less what is owed to whoever wins the levels."""
        return self.result.win - self.contributed


def shift_result(tables: Tables, name: str) -> ShiftResult:
    """The shift so far, or the one just closed."""
    given = contributed(_of_shift(tables.store, name))
    return ShiftResult(result=table_result(tables.table(name).chips), contributed=given)


def _of_shift(store: Store, name: str) -> Iterator[InboxEvent]:
    """What the rounds gave since the table was opened, or its rack was last counted to open."""
    first = _first_round(store, name)
    if first is None:
        return
    for link in LinkStreams(store).names():
        for entry in store.read(inbox_stream_of(link, name)):
            event = event_of(entry)
            if event.round >= first:
                yield event


def _first_round(store: Store, name: str) -> int | None:
    """The number of the first round of the shift: clocks may go back, and rounds do not (D9)."""
    stream = stream_of(name)
    began = [store.last(stream, event) for event in ("table-opened", "opening-counted")]
    since = max((entry.version for entry in began if entry is not None), default=0)
    called = (entry for entry in store.read(stream, after=since) if entry.name == CALLED)
    found = next(called, None)
    return None if found is None else event_of(found).number
