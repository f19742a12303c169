"""`make soak`: an hour of a full floor, in which the server's memory must not grow.

All 140 seats of twenty tables are played at, while screens come and go. Every minute is printed.
Caches fill up at first, so what is judged is the middle of the last quarter against that of the
second.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from random import Random
from statistics import median

from benchmarks.crowd import Measured, Screen, begin, end
from benchmarks.serving import LINKS, Meter, odds_are_counted, seat_everybody, served, slices
from tests.web.served import Served

MINUTES = 60.0
SCREENS = 100
STAYS = (5.0, 60.0)
QUARTERS = 4
GOAL_GROWTH = 0.05


def run(minutes: float = MINUTES) -> bool:
    """Print memory minute by minute; whether it stayed as it was."""
    with served() as floor:
        sizes = asyncio.run(_soak(floor, minutes))
    quarter = len(sizes) // QUARTERS
    before, after = median(sizes[quarter : 2 * quarter]), median(sizes[-quarter:])
    growth = after / before - 1
    print(
        f"  memory: {before / 1024:.1f} MB in the second quarter, {after / 1024:.1f} MB in the "
        f"last: {growth:+.1%} (goal under {GOAL_GROWTH:.0%})"
    )
    return growth < GOAL_GROWTH


async def _soak(floor: Served, minutes: float) -> list[float]:
    """The server's memory in kilobytes, some times a minute."""
    meter, measured = Meter(floor), Measured()
    await odds_are_counted(floor.address)
    people = await seat_everybody(floor, measured)
    dice = Random("screens")
    kinds = [("lobby", ""), *(("sign", link) for link in LINKS)]
    screens = await begin(
        [_come_and_go(floor.address, *kinds[n % len(kinds)], dice) for n in range(SCREENS)]
    )
    print(f"soak: {len(people)} players and {SCREENS} screens for {minutes:g} minutes")
    sizes: list[float] = []
    ends = time.monotonic() + 60 * minutes
    minute = 0
    while time.monotonic() < ends:
        minute += 1
        found = await slices(measured, meter, number=4, seconds=15, told=sizes.append)
        print(
            f"  minute {minute:3}: {sizes[-1] / 1024:6.1f} MB, "
            f"{median(one.cores for one in found):.2f} of a core, "
            f"p99 {median(one.p99 for one in found):.0f} ms",
            flush=True,
        )
    await end([*people, *screens])
    return sizes


async def _come_and_go(address: str, what: str, name: str, dice: Random) -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(dice.uniform(*STAYS)):
                await Screen(address, what, name).look()


if __name__ == "__main__":
    sys.exit(0 if run(float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES) else 1)
