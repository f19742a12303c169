"""When things happened at a table, as far as the next has to wait for them.

All of it is in the entries of the table, so another process that takes over waits for what is left
and no longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pitboss.codec import name_of
from pitboss.house.streams import table_stream
from pitboss.records.entries import event_of
from pitboss.round.decisions import HandViewed
from pitboss.round.round import Event as RoundEvent
from pitboss.round.wagers import WagerPlaced
from pitboss.store.contract import Store
from pitboss.table.deck_contributions import DeckContribution
from pitboss.table.people.turns import DecisionPrompted
from pitboss.table.rounds import BetsCalled
from pitboss.table.rounds import Event as RoundsEvent

_CALLED = name_of(BetsCalled)
_OF_A_ROUND = (RoundEvent, RoundsEvent)
_ASIDE = (HandViewed, DeckContribution)
"""Of the round, and no player is asked anything new by it."""


@dataclass(slots=True)
class Timeline:
    """The times of one table; `version` is how far it was read."""

    version: int = 0
    last: datetime | None = None
    """When anything happened."""
    moved: datetime | None = None
    """When the round moved on: since then a player is asked, or a step is due."""
    called: datetime | None = None
    first_wager: datetime | None = None
    """In this round."""
    prompted: datetime | None = None
    """When the one who is asked was prompted."""
    let_pass: dict[str, int] = field(default_factory=dict)
    """How often bets were called for since a player sat down or wagered, as far as was read."""

    def note(self, events: Iterable[Any], when: datetime, version: int) -> None:
        """Move on by what was just written; `version` is that of its last entry."""
        for event in events:
            self.last = when
            match event:
                case BetsCalled():
                    self.called = self.moved = when
                    self.first_wager = self.prompted = None
                    self.let_pass = {name: times + 1 for name, times in self.let_pass.items()}
                case WagerPlaced(player=player):
                    self.first_wager = self.first_wager or when
                    self.moved, self.prompted = when, None
                    self.let_pass.pop(player, None)
                case DecisionPrompted():
                    self.prompted = when
                case _ if isinstance(event, _OF_A_ROUND) and not isinstance(event, _ASIDE):
                    self.moved, self.prompted = when, None
        self.version = version

    def hold_to(self, now: datetime) -> None:
        """Whatever lies ahead was shown by a clock that was set back since (D9): it is now."""
        for name in ("last", "moved", "called", "first_wager", "prompted"):
            when = getattr(self, name)
            if when is not None and when > now:
                setattr(self, name, now)

    def start_anew(self, now: datetime) -> None:
        """Everybody has the whole time again, from now: nobody was asked while nothing ran."""
        self.prompted = None
        for name in ("moved", "called", "first_wager"):
            if getattr(self, name) is not None:
                setattr(self, name, now)

    def copy(self) -> Timeline:
        """The same, which stays as it is."""
        return replace(self, let_pass=dict(self.let_pass))

    def catch_up(self, store: Store, table: str, version: int) -> None:
        """Read what was written since, or since bets were last called for."""
        if self.version == version:
            return
        stream = table_stream(table)
        if self.version == 0:
            called = store.last(stream, _CALLED)
            self.version = 0 if called is None else called.version - 1
        for entry in store.read(stream, after=self.version, upto=version):
            self.note([event_of(entry)], datetime.fromisoformat(entry.time), entry.version)
