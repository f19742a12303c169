"""Among whom the system draws."""

from __future__ import annotations

from pitboss.live.table import Table
from pitboss.live.under import Under


def lucky_population(under: Under, table: Table) -> list[int]:
    """The areas among which the Lucky Player is drawn (I-20)."""
    live = table.play.live
    match under.house("lucky_population"):
        case "active_areas":
            return [at.seat for at in live]
        case "progressive_areas":
            return [at.seat for at in live if "progressive" in at.wagers]
        case _:
            return list(range(1, under.setting.positions + 1))
