"""What a floor is set up with: one TOML file, and what the environment says instead.

A figure that the house must decide has no default here either: limits, and everything of a link
(I-06, I-98). How fast a table goes, where the server listens and such have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from pitboss.jackpot.settings import LinkSettings
from pitboss.rulebook.model import Rulebook
from pitboss.table.settings import Setting

_REGULARS = 3
"""House players for each chair they may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long things take at a table that runs by itself."""

    betting: timedelta = timedelta(seconds=20)
    """From the first wager to "No more bets"; nobody's later wager makes it longer."""
    decision: timedelta | None = timedelta(seconds=30)
    """From a question to the prompt (I-100); None where nobody is hurried."""
    absence: timedelta = timedelta(seconds=15)
    """From the prompt to the ruling that the player is absent, where the system may rule."""
    step: timedelta = timedelta(milliseconds=1200)
    """Between two things the dealer does."""
    thinking: timedelta = timedelta(seconds=2)
    """What a house player takes for a wager or an answer."""
    between: timedelta = timedelta(seconds=6)
    """From the end of a round to the next call for bets."""
    claim: timedelta = timedelta(seconds=20)
    """From a claim on a jackpot to its verification, where the system may stand in for staff."""
    failure: timedelta = timedelta(seconds=120)
    """Standing still for longer in mid-round is a power failure, and put to the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayers:
    """The players that the house brings, so that tables are alive: with play money only."""

    least: int = 0
    most: int = 0
    """How many sit at a table; it varies between the two as they come and go."""
    seed: str = ""
    """What they do follows from it."""
    first: int = 0
    """Their place among all house players of the floor: nobody sits at two tables."""

    @property
    def regulars(self) -> int:
        """How many there are to come and go."""
        return max(self.most, 1) * _REGULARS


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where the floor is served, and where its record is kept."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = "pitboss.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorConfig:
    """Everything a floor is opened with."""

    name: str
    time_zone: str
    day_starts: str
    is_demonstration: bool
    """Play money and house players; the system may rule where staff would."""
    rulebooks: Mapping[str, Rulebook]
    tables: Mapping[str, Setting]
    written: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What each table was set with: its own section, and what holds for the whole floor."""
    links: Mapping[str, LinkSettings] = field(default_factory=dict)
    """Complete and checked; yet people open a link, and what they approved is what runs."""
    link_titles: Mapping[str, str] = field(default_factory=dict)
    """What screens call a link, where that is not its name; nobody approves that."""
    players: Mapping[str, HousePlayers] = field(default_factory=dict)
    """The house players of each table."""
    pace: Pace = Pace()
    server: Server = Server()

    def setting(self, table: str, *, has_links: bool) -> Setting:
        """What a table opens with: as configured, or without its link where none is at hand."""
        setting = self.tables[table]
        if has_links or setting.link is None:
            return setting
        rules = self.rulebooks[setting.rulebook]
        offered = tuple(w for w in setting.offered if rules.wagers[w].units is None)
        return replace(setting, link=None, unit=None, offered=offered)
