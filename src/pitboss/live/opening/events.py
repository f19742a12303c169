"""What happened to a table as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.live.setting import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The table opened."""

    setting: Setting
    gaming_day: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table closed."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferChanged:
    """The table offers other wagers from now on."""

    wager: str
    """The one that was added or withdrawn."""
    offered: tuple[str, ...]
    reason: str
    clause: str


Event = TableOpened | TableClosed | OfferChanged
