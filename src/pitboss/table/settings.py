"""What a table is opened with. It holds until the table closes, but for the wagers offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.money import Money
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.terms import payout_limit


class Mode(StrEnum):
    """How cards come to the table (I-102)."""

    ELECTRONIC = "electronic"
    LIVE = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One table's rulebook with everything the house chose for it."""

    table: str
    rulebook: str
    edition: str
    digest: str
    currency: str
    layout: str
    positions: int
    method: str
    mode: Mode
    time_zone: str
    day_starts: str
    """When the gaming day turns over, in the table's time zone, as `06:00`."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    link: str | None = None
    unit: Money | None = None
    """The link's progressive unit; without a link no progressive wager can be placed."""
    offered: tuple[str, ...] = ()
    """The wagers this table offers; the rulebook lets the house leave some out."""
    house: Mapping[str, str] = field(default_factory=dict)
    """The operating settings of the rulebook, by their ids, where they differ from the default."""
    is_practice: bool = False


PAYOUT_LIMIT = "payout_limit"


def is_limit_lowered(before: Setting | None, now: Setting) -> bool:
    """Whether less is payable on a hand than when the table was last open (10(c)).

    Without a limit everything was payable: a first one at a table that played is lower.
    """
    if before is None or before.rulebook != now.rulebook:
        return False
    was, limit = (payout_limit(setting.options) for setting in (before, now))
    return limit is not None and not (was is not None and limit >= was)
