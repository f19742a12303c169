"""The exception report of tables (S4).

Settings other than at the opening before, what went wrong and how it was ruled, results undone and
rounds void, whatever somebody decided at their discretion, movements of chips taken back, counts
that found something else than the books, and a clock that was set back: all that is not the
ordinary way of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from pitboss.cards import DECK
from pitboss.codec import name_of
from pitboss.house.stream_names import table_stream
from pitboss.records.entries import event_of
from pitboss.round.decisions import HandForfeited, HandRemoved
from pitboss.round.result import RoundVoided, SettlementUndone
from pitboss.store.contract import Entry, Store
from pitboss.store.events import CLOCK
from pitboss.table.chips.corrections import ChipsCorrected
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
from pitboss.table.offers import LinkFound, LinkLost, OfferChanged
from pitboss.table.opening import TableOpened
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
from pitboss.table.settings import Setting

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
    """One entry of a table that somebody should look at."""

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
