"""What something out of the ordinary leaves to be done or offered, in words for the dealer."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.live.people.decide import declined
from pitboss.live.people.roles import SUPERVISOR
from pitboss.live.table import Table
from pitboss.live.under import Under


def left_open(under: Under, table: Table) -> Iterator[str]:
    """What is still to be done or offered, before anything else goes on."""
    if not table.play.is_open or table.play.void is not None:
        return
    yield from _looks(under, table)


def _looks(under: Under, table: Table) -> Iterator[str]:
    for seat in declined(table.play):
        yield (
            f"the {under.rules.roles[SUPERVISOR]} or a higher role may view the hand that seat "
            f"{seat} declined to show: view-declined-hand {seat} REASON "
            f"({under.rules.procedure['decline']})"
        )
