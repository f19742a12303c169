"""What every table won on a gaming day, less what accrued that day to links (R2).

Told from the rounds and their postings alone: a table that stays open for weeks has a result for
every day, and no count of a rack is needed for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.house.house import House
from pitboss.house.stream_names import inbox_stream, name_in, table_stream
from pitboss.ledger import accounts
from pitboss.ledger.link_books import contributed
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.round.round import Event as RoundEvent
from pitboss.store.contract import Store
from pitboss.table.table import Table, evolve


@dataclass(frozen=True, slots=True, kw_only=True)
class DayResult:
    """One game at one table on one gaming day."""

    day: str
    table: str
    game: str
    currency: str
    rounds: int
    win: Money
    """What the rounds brought into the rack, awards that a link made good left out."""
    contributed: Money
    """What its wagers set aside for links, owed to whoever wins them (P29)."""

    @property
    def revenue(self) -> Money:
        """The win less what is owed."""
        return self.win - self.contributed


def day_results(house: House, day: str | None = None) -> list[DayResult]:
    """Every table of a gaming day, or of the latest there is, by game and table."""
    found = [row for name in house.tables.names() for row in _of_table(house.store, name)]
    wanted = day or max((row.day for row in found), default="")
    chosen = (row for row in found if row.day == wanted)
    return sorted(chosen, key=lambda row: (row.game, row.table))


def _of_table(store: Store, name: str) -> Iterator[DayResult]:
    table, wins, days = Table(), dict[int, Money](), dict[int, tuple[str, str, str]]()
    for entry in store.read(table_stream(name)):
        event = event_of(entry)
        if isinstance(event, RoundEvent):
            number = table.rounds.number
            racked = (leg.amount for leg in postings(table, event) if leg.account == accounts.RACK)
            wins[number] = wins.get(number, NOTHING) + total(racked)
        table = evolve(table, event)
        if table.setting is not None and table.rounds.number:
            setting = table.setting
            kind = table.rounds.gaming_day, setting.rulebook, setting.currency
            days.setdefault(table.rounds.number, kind)
    aside = _contributed(store, name)
    for kind in sorted(set(days.values())):
        rounds = [number for number, one in days.items() if one == kind]
        yield DayResult(
            day=kind[0],
            table=name,
            game=kind[1],
            currency=kind[2],
            rounds=len(rounds),
            win=total(wins.get(number, NOTHING) for number in rounds),
            contributed=total(aside.get(number, NOTHING) for number in rounds),
        )


def _contributed(store: Store, name: str) -> Mapping[int, Money]:
    """What each round of a table set aside, what went back taken off."""
    aside: dict[int, Money] = {}
    for link in [name_in(one) for one in store.streams("link/")]:
        for entry in store.read(inbox_stream(link, name)):
            event = event_of(entry)
            aside[event.round] = aside.get(event.round, NOTHING) + contributed([event])
    return aside
