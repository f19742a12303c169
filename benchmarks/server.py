"""A floor of twenty tables served to a crowd: clicks, memory and what watchers cost.

Twenty tables with all 140 seats taken by people over sockets of their own, at a pace some three
times that of a real floor. Measured is how long it takes from one player's click to another
player's screen, how much of a core and of memory the server uses, and what a thousand lobby
and sign screens add to both. The crowd is a process of its own on the same machine, so its work
delays the figures; what the server itself spends is told by its own clock. Where the server had
to wait for a core because others had them, delays say little about the server, so that is told too.

`make soak` has the same floor played at for an hour while screens come and go: the server's memory
must not grow. Caches fill up at first, so the median of the last quarter is compared with that of
the second.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles

from benchmarks.crowd import Measured, Person, Screen, TablePlayers, begin, end, guests, line
from tests.web.served import Served

COPIES = 4
"""Of each of the five tables of the demonstration floor."""
SEATS = 7
SCREENS = 1000
SLICES = 6
SECONDS = 10.0
WARM_UP = 25.0
GOAL_P99_MILLISECONDS = 150.0
GOAL_WATCHERS_CORES = 0.25
GOAL_CLIENT_KILOBYTES = 100.0
LINKS = ("megalink", "multi-game", "own")

PACE: dict[str, float | str] = {
    # Every seat belongs to somebody of the crowd.
    "number": "[0, 0]",
    "betting_seconds": 8,
    "decision_seconds": 30,
    "absence_seconds": 15,
    "step_seconds": 0.6,
    "thinking_seconds": 0.5,
    "between_seconds": 3,
}


def run() -> None:
    """Print what a crowd costs."""
    with served() as floor:
        asyncio.run(_measure(floor))


@contextmanager
def served() -> Iterator[Served]:
    """The floor, behind an address."""
    with tempfile.TemporaryDirectory() as folder:
        floor = Served(Path(folder), PACE)
        _add_tables(Path(folder, "floor.toml"))
        with floor.config.open("a", encoding="utf-8") as settings:
            # A whole crowd comes from one address here, and in no time.
            settings.write("\n[server]\naccounts_per_minute = 60000\nwrites_per_minute = 60000\n")
        floor.start()
        try:
            yield floor
        finally:
            floor.stop()


def _add_tables(path: Path) -> None:
    """Every table of the floor so many times, under names of their own."""
    text = path.read_text(encoding="utf-8")
    tables = re.findall(r"(?ms)^\[tables\..*?(?=^\[tables\.|\Z)", text)
    for copy in range(2, COPIES + 1):
        for table in tables:
            text += "\n" + re.sub(r"^\[tables\.(.+?)\]", rf"[tables.\1-{copy}]", table)
    path.write_text(text, encoding="utf-8")


def table_names(floor: Served) -> list[str]:
    """The tables there are."""
    text = floor.config.read_text(encoding="utf-8")
    return re.findall(r"(?m)^\[tables\.(.+?)\]", text)


class Meter:
    """What the server spends, read off the operating system."""

    def __init__(self, floor: Served) -> None:
        self._place = Path(f"/proc/{floor.pid}")

    def cpu_seconds(self) -> float:
        """Since it was started, in all of its threads."""
        fields = (self._place / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited_seconds(self) -> float:
        """How long its threads were ready to go on while other programs had the cores."""
        threads = (self._place / "task").iterdir()
        stats = [(one / "schedstat").read_text(encoding="utf-8").split() for one in threads]
        return sum(int(stat[1]) for stat in stats) / 1e9

    def kilobytes(self) -> float:
        """Of memory that is really there."""
        pages = int((self._place / "statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024


class Slice:
    """What a few seconds came to."""

    def __init__(self, delays: list[float], clicks: int, *, cores: float, waited: float) -> None:
        assert len(delays) > 1, "nobody saw anybody do anything: is the server still there?"
        cuts = quantiles(delays, n=100)
        self.middle, self.p99 = 1000 * cuts[49], 1000 * cuts[98]
        self.worst = 1000 * max(delays)
        self.cores = cores
        self.waited = waited
        self.clicks = clicks


async def slices(
    measured: Measured,
    meter: Meter,
    number: int,
    seconds: float,
    told: Callable[[float], object] = lambda kilobytes: None,
) -> list[Slice]:
    """So many slices, one after the other; the server's memory is told after each."""
    found = []
    for _ in range(number):
        measured.clear()
        spent, waited, start = meter.cpu_seconds(), meter.waited_seconds(), time.perf_counter()
        await asyncio.sleep(seconds)
        passed = time.perf_counter() - start
        cores = (meter.cpu_seconds() - spent) / passed
        waited = (meter.waited_seconds() - waited) / passed
        found.append(Slice(list(measured.delays), measured.clicks, cores=cores, waited=waited))
        told(meter.kilobytes())
    return found


async def seat_everybody(floor: Served, measured: Measured) -> list[asyncio.Task[None]]:
    """Seven people at every table."""
    tables = table_names(floor)
    cookies = iter(await guests(floor.address, len(tables) * SEATS))
    people = []
    for table in tables:
        together = TablePlayers(table, measured)
        for seat in range(1, SEATS + 1):
            people.append(Person(floor.address, next(cookies), seat, together).play())
    return await begin(people)


async def odds_are_counted(address: str) -> None:
    """Wait until the lobby shows every return: counting them once is no part of serving."""
    async with line(address) as socket:
        await socket.send(json.dumps({"do": "watch", "what": "lobby"}))
        async for text in socket:
            message = json.loads(text)
            if message["kind"] == "lobby" and all(
                one["percent"] for table in message["tables"] for one in table["returns"]
            ):
                return


async def _measure(floor: Served) -> None:
    meter, measured = Meter(floor), Measured()
    await odds_are_counted(floor.address)
    alone = meter.kilobytes()
    people = await seat_everybody(floor, measured)
    print(f"serving: {COPIES * 5} tables, {len(people)} players")
    await asyncio.sleep(WARM_UP)
    playing = await slices(measured, meter, SLICES, SECONDS)
    _print("players only", playing)
    before = meter.kilobytes()
    screens = [Screen(floor.address, "lobby") for _ in range(SCREENS // 2)]
    screens += [
        Screen(floor.address, "sign", LINKS[number % len(LINKS)]) for number in range(SCREENS // 2)
    ]
    watching = await begin([screen.look() for screen in screens])
    while not all(screen.messages for screen in screens):
        await asyncio.sleep(0.5)
    await asyncio.sleep(5)
    watched = await slices(measured, meter, SLICES, SECONDS)
    _print(f"with {SCREENS} screens", watched)
    added = _middle(watched, lambda one: one.cores) - _middle(playing, lambda one: one.cores)
    each = (meter.kilobytes() - before) / SCREENS
    sent = sum(screen.letters for screen in screens) / len(screens) / 1024
    print(f"  the screens add {added:.2f} of a core (goal under {GOAL_WATCHERS_CORES})")
    print(
        f"  memory: {before / 1024:.0f} MB with the players, {alone / 1024:.0f} MB before them; "
        f"{each:.0f} kB for each screen (goal under {GOAL_CLIENT_KILOBYTES:.0f}), "
        f"{sent:.0f} kB sent to each"
    )
    await end([*people, *watching])


def _middle(found: list[Slice], figure: Callable[[Slice], float]) -> float:
    return median(figure(one) for one in found)


def _print(name: str, found: list[Slice]) -> None:
    rate = sum(one.clicks for one in found) / len(found) / SECONDS
    middle = _middle(found, lambda one: one.middle)
    p99s = sorted(one.p99 for one in found)
    print(
        f"  {name + ':':20} {rate:5.1f} clicks a second to other screens: median {middle:.0f} ms, "
        f"p99 {median(p99s):.0f} ms (goal under {GOAL_P99_MILLISECONDS:.0f}), "
        f"of slices {p99s[0]:.0f} to {p99s[-1]:.0f}, worst {max(o.worst for o in found):.0f} ms; "
        f"{_middle(found, lambda one: one.cores):.2f} of a core, "
        f"waiting for one {_middle(found, lambda one: one.waited):.0%} of the time",
        flush=True,
    )


MINUTES = 60.0
SOAK_SCREENS = 100
STAYS = (5.0, 60.0)
QUARTERS = 4
GOAL_GROWTH = 0.05


def soak(minutes: float = MINUTES) -> bool:
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
        [_come_and_go(floor.address, *kinds[n % len(kinds)], dice) for n in range(SOAK_SCREENS)]
    )
    print(f"soak: {len(people)} players and {SOAK_SCREENS} screens for {minutes:g} minutes")
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
