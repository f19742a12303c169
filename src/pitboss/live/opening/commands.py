"""What is asked of a table as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.live.setting import Setting


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The table opens with everything the house chose for it."""

    setting: Setting
    gaming_day: str
    now: str
    """When, with the offset of the table's time zone: an edition holds only from its date."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table closes."""


@dataclass(frozen=True, slots=True)
class StartOffering:
    """A wager is offered from the next round on."""

    wager: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StopOffering:
    """A wager is withdrawn from the table."""

    wager: str
    reason: str = ""


Command = OpenTable | CloseTable | StartOffering | StopOffering
