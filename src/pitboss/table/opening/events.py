"""What happened to a table as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.table.settings import Setting


@stored("table-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The table opened."""

    setting: Setting
    gaming_day: str
    clause: str


@stored("table-closed")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table closed."""

    clause: str


@stored("offer-changed")
@dataclass(frozen=True, slots=True, kw_only=True)
class OfferChanged:
    """The table offers other wagers from now on."""

    wager: str
    """The one that was added or withdrawn."""
    offered: tuple[str, ...]
    reason: str
    clause: str


@stored("link-lost")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLost:
    """The link cannot be reached: players are told, and the game goes on without it (P18, D14)."""

    reason: str
    offered: tuple[str, ...]
    """What the table still offers."""
    clause: str


@stored("link-found")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFound:
    """The link can be reached again, and its wagers are offered as before."""

    offered: tuple[str, ...]
    clause: str


Event = TableOpened | TableClosed | OfferChanged | LinkLost | LinkFound
