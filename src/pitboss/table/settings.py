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


_TRUTH = ("true", "false")
SETTING_VALUES: Mapping[str, tuple[str, ...]] = {
    "absent_default": ("ride", "withdraw"),
    "allow_shared_areas": _TRUTH,
    "counting_shuffler": _TRUTH,
    "cut_required": _TRUTH,
    "failure_default": ("resume", "void"),
    "handled_misdeal_default": ("void", "stand"),
    "invalidated_wagers": ("return", "forfeit"),
    "lucky_population": ("all_areas", "active_areas", "progressive_areas"),
    "magic_reveal": ("at_settlement", "after_lock"),
    # More than one area for each player is in the register as a wish, and no rule says how such
    # hands would be played (I-62).
    "max_areas_per_player": ("1",),
    "render_progressive_as_to": _TRUTH,
    "settle_order": ("right_to_left", "left_to_right"),
    "stack_first_is_bottom": _TRUTH,
    "under_min_scope": ("table_day", "casino_day"),
    "unequal_after_deal": ("equalise_down", "void_hand"),
}
"""The values that an operating setting may have, where they are a few words."""
ROLE_SETTINGS = ("correction_role", "permit_role")
"""Operating settings that name a rung of the rulebook's ladder."""

PAYOUT_LIMIT = "payout_limit"


def is_limit_lowered(before: Setting | None, now: Setting) -> bool:
    """Whether less is payable on a hand than when the table was last open (10(c)).

    Without a limit everything was payable: a first one at a table that played is lower.
    """
    if before is None or before.rulebook != now.rulebook:
        return False
    was, limit = (payout_limit(setting.options) for setting in (before, now))
    return limit is not None and not (was is not None and limit >= was)
