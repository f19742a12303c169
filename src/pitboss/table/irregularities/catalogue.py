"""Every irregularity the software knows, by the id rulebooks list it under."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.table.irregularities import (
    cards,
    counts,
    deal,
    devices,
    hands,
    keying,
    limits,
    numbers_dealt,
    players,
    power,
    uncovered,
    wagers,
)
from pitboss.table.irregularities.case import Entry

CATALOGUE: Mapping[str, Entry] = {
    **cards.ENTRIES,
    **keying.ENTRIES,
    **deal.ENTRIES,
    **numbers_dealt.ENTRIES,
    **hands.ENTRIES,
    **counts.ENTRIES,
    **devices.ENTRIES,
    **wagers.ENTRIES,
    **limits.ENTRIES,
    **players.ENTRIES,
    **power.ENTRIES,
    **uncovered.ENTRIES,
}
