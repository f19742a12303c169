"""What is asked of a table as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.table.settings import Setting


@stored("open-table")
@dataclass(frozen=True, slots=True)
class OpenTable:
    """The table opens with everything the house chose for it."""

    setting: Setting
    gaming_day: str
    now: str
    """When, with the offset of the table's time zone: an edition holds only from its date."""


@stored("close-table")
@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table closes."""


@stored("start-offering")
@dataclass(frozen=True, slots=True)
class StartOffering:
    """A wager is offered from the next round on."""

    wager: str
    reason: str = ""


@stored("stop-offering")
@dataclass(frozen=True, slots=True)
class StopOffering:
    """A wager is withdrawn from the table."""

    wager: str
    reason: str = ""


@stored("lose-link")
@dataclass(frozen=True, slots=True)
class LoseLink:
    """The table cannot reach its link: no progressive wagers until it can (P18)."""

    reason: str


@stored("find-link")
@dataclass(frozen=True, slots=True)
class FindLink:
    """The table reaches its link again."""


Command = OpenTable | CloseTable | StartOffering | StopOffering | LoseLink | FindLink
