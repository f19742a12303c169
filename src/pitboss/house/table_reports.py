"""Reports of tables: the result of a shift, of a gaming day, and the exceptions.

Accrued money of links is no revenue: results are less what belongs to links (P29, R2). The
exception report (S4) has all that is not the ordinary way of a table: changed settings,
irregularities and their rulings, results undone and rounds void, decisions at discretion,
corrections of chips, counts that differ from the books, and a clock that was set back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from pitboss.cards import DECK
from pitboss.codec import name_of
from pitboss.house.house import House
from pitboss.house.streams import inbox_stream, name_in, table_stream
from pitboss.jackpot.inbox import InboxEvent
from pitboss.ledger import accounts
from pitboss.ledger.books import TableResult, table_result
from pitboss.ledger.link_books import contributed
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.records.played_rounds import CALLED
from pitboss.round.decisions import HandForfeited, HandRemoved
from pitboss.round.result import RoundVoided, SettlementUndone
from pitboss.round.round import Event as RoundEvent
from pitboss.store.contract import Entry, Store
from pitboss.store.events import CLOCK
from pitboss.table.chips.corrections import ChipsCorrected
from pitboss.table.chips.holdings import Chips
from pitboss.table.chips.prizes import PrizeToRecover
from pitboss.table.chips.rack import ClosingCounted, DropCounted, OpeningCounted
from pitboss.table.equipment.bonus_chips import BonusMismatched, BonusRuled
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.shuffles import DeckCounted, RecutRequired
from pitboss.table.equipment.stub import StubCounted
from pitboss.table.irregularities.reports import (
    IrregularityReported,
    RulingMade,
    WithdrawalPermitted,
)
from pitboss.table.operation import LinkFound, LinkLost, OfferChanged, TableOpened
from pitboss.table.people.admission import (
    ActionStopped,
    PlayerBarred,
    PlayerReadmitted,
    PlayerRestricted,
    RestrictionLifted,
    ShortWagerAllowed,
)
from pitboss.table.people.turns import DeclinedHandViewed, WagerRequested
from pitboss.table.rounds import BetsCalled
from pitboss.table.rules import Setting
from pitboss.table.table import Table, evolve


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftResult:
    """What a table won in its shift, and what it set aside for links meanwhile."""

    result: TableResult
    contributed: Money

    @property
    def revenue(self) -> Money:
        """The win less what is owed to winners of the levels."""
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
    """What its wagers set aside for links, owed to their winners (P29)."""

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


def by_game(results: Sequence[DayResult]) -> list[DayResult]:
    """The tables of each game together."""
    games = dict.fromkeys((one.game, one.currency) for one in results)
    return [
        _together([one for one in results if (one.game, one.currency) == game]) for game in games
    ]


def by_currency(results: Sequence[DayResult]) -> list[DayResult]:
    """All games together; dollars of two countries are never added up."""
    currencies = dict.fromkeys(one.currency for one in results)
    return [
        replace(_together([one for one in results if one.currency == currency]), game="all")
        for currency in currencies
    ]


def _together(results: Sequence[DayResult]) -> DayResult:
    return replace(
        results[0],
        table="all",
        rounds=sum(one.rounds for one in results),
        win=total(one.win for one in results),
        contributed=total(one.contributed for one in results),
    )


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


_ALWAYS = (
    IrregularityReported, RulingMade, WithdrawalPermitted,
    RoundVoided, SettlementUndone, HandRemoved, HandForfeited,
    PlayerRestricted, RestrictionLifted, PlayerBarred,
    PlayerReadmitted, ActionStopped, WagerRequested,
    DeclinedHandViewed, ShortWagerAllowed, RecutRequired,
    BonusMismatched, BonusRuled, DeckRetired,
    OfferChanged, LinkLost, LinkFound, ChipsCorrected,
    PrizeToRecover,
)  # fmt: skip
_COUNTS = (OpeningCounted, ClosingCounted, DropCounted)
_OF_CARDS = (DeckCounted, StubCounted)
_READ = frozenset(map(name_of, (*_ALWAYS, *_COUNTS, *_OF_CARDS, TableOpened, BetsCalled)))
"""What must be read for it: of all other entries the name says enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exceptional:
    """One entry of a table that should be looked at."""

    table: str
    round: int
    """The latest round when it happened."""
    entry: Entry
    event: Any
    changed: tuple[str, ...] = ()
    """Of an opening: the settings that are others than before."""


def table_exceptions(
    store: Store, table: str, *, since: str = "", until: str = ""
) -> Iterator[Exceptional]:
    """Those of one table in the order they were written, of a time if one is named."""
    number, setting = 0, None
    changed: tuple[str, ...]
    notes = {entry.command: entry for entry in store.read(CLOCK, tag=table_stream(table))}
    for entry in store.read(table_stream(table)):
        note = notes.pop(entry.command, None)
        if note is not None and _is_of(note, since, until):
            yield Exceptional(table=table, round=number, entry=note, event=event_of(note))
        if entry.name not in _READ:
            continue
        event, changed = event_of(entry), ()
        if isinstance(event, BetsCalled):
            number = event.number
            continue
        if isinstance(event, TableOpened):
            setting, changed = event.setting, _changed(setting, event.setting)
        is_one = isinstance(event, _ALWAYS) or bool(changed) or _is_off(event)
        if is_one and _is_of(entry, since, until):
            yield Exceptional(table=table, round=number, entry=entry, event=event, changed=changed)


def _is_of(entry: Entry, since: str, until: str) -> bool:
    return entry.time >= since and (not until or entry.time < until)


def _changed(before: Setting | None, now: Setting) -> tuple[str, ...]:
    if before is None:
        return ()
    return tuple(
        field.name
        for field in fields(Setting)
        if getattr(before, field.name) != getattr(now, field.name)
    )


def _is_off(event: Any) -> bool:
    """Whether a count found something else than the books; of a first one they know nothing."""
    if isinstance(event, DeckCounted):
        return event.cards != len(DECK)
    if isinstance(event, StubCounted):
        return not event.is_right
    return isinstance(event, _COUNTS) and event.expected not in (None, event.counted)
