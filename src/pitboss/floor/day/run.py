"""A casino day from its opening to the last count, by one process or shared among several."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import add
from pathlib import Path
from random import Random
from typing import Any, Final

from pitboss.errors import BadSetting
from pitboss.floor.config import FloorConfig, HousePlayers, Pace, read_config
from pitboss.floor.day.crew import Crew, crew_of
from pitboss.floor.day.links import DayLinks
from pitboss.floor.day.mishaps import Mishaps
from pitboss.floor.day.revenue import FloorRevenue, RevenueCounter
from pitboss.floor.day.table import OVER, DayTable
from pitboss.floor.demonstration import demonstration_floor
from pitboss.floor.floor import Floor, open_floor, open_table
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.secrets import Secrets
from pitboss.processes import SPAWN, pool_of
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.table.rules import Mode, Setting
from pitboss.table.table import Table

STARTS = datetime(2026, 1, 1, 4, tzinfo=UTC)
_PACE = Pace(
    betting=timedelta(seconds=20),
    step=timedelta(milliseconds=1500),
    thinking=timedelta(seconds=1),
    between=timedelta(seconds=12),
)
"""About sixty rounds an hour, as at a table of people."""
_LIVE = 3
"""One table of so many is dealt by people."""
_MOST_PLAYERS = 5
_STAGGER = timedelta(seconds=1)
_TICK = timedelta(milliseconds=1)

USUAL_TABLES: Final = 50

Progress = Callable[[timedelta, int], None]
"""How much of the day is over, and how many rounds are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The settings of a day."""

    tables: int = USUAL_TABLES
    length: timedelta = timedelta(hours=8)
    """From the opening to the call to close; rounds that are open then are played out."""
    seed: str = "1"
    trouble: int = 30
    """In so many of a thousand rounds something goes wrong."""
    starts: datetime = STARTS
    has_links: bool = True
    config: Path | None = None
    """A floor's file, whose tables there are then; the demonstration floor's otherwise."""
    games: tuple[Path, ...] = ()
    """Folders of games that are played at them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOver:
    """The result of a day."""

    revenue: FloorRevenue
    commands: int
    trouble: Counter[str]
    """What went wrong how often."""

    def __add__(self, other: DayOver) -> DayOver:
        """Both together, where several processes ran a part each."""
        return DayOver(
            revenue=self.revenue + other.revenue,
            commands=self.commands + other.commands,
            trouble=self.trouble + other.trouble,
        )


class DayClock:
    """Stands where it is put."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def config_of_day(day: Day) -> FloorConfig:
    """The tables of a floor over and over, some of them dealt by people."""
    shown = demonstration_floor() if day.config is None else _model(day.config, day.games)
    models = list(shown.tables.values())
    tables, players, first = {}, {}, 0
    for number in range(1, day.tables + 1):
        place = number - 1
        is_live = place % _LIVE == _LIVE - 1
        name, model = f"T{number:02}", models[place % len(models)]
        house = model.house
        if is_live and "table_counts" in shown.rulebooks[model.rulebook].settings:
            house = {**house, "table_counts": "required"}
        tables[name] = replace(
            model, table=name, house=house, mode=Mode.LIVE if is_live else Mode.ELECTRONIC
        )
        most = min(_MOST_PLAYERS, model.positions - 1)
        players[name] = HousePlayers(least=2, most=most, seed=f"{day.seed}/{name}", first=first)
        first += players[name].regulars
    return replace(shown, name="A casino day", tables=tables, players=players, pace=_PACE)


def tables_in(config: Path, games: tuple[Path, ...]) -> int:
    """How many tables a floor's file has."""
    return len(_model(config, games).tables)


def _model(config: Path, games: tuple[Path, ...]) -> FloorConfig:
    shown = read_config(config, {}, games)
    if not shown.is_demonstration:
        raise BadSetting(
            f"{config} is a floor for money, and a day is simulated with play money; set "
            "is_demonstration = true in a copy of it"
        )
    return shown


def open_day(day: Day, store: Store, *, secrets: Secrets | None = None) -> Floor:
    """All staff on duty, every link running and every table open."""
    clock = DayClock(day.starts)
    config = config_of_day(day)
    floor = open_floor(config, store, clock, secrets=secrets, with_links=day.has_links)
    for number, (name, setting) in enumerate(config.tables.items(), start=1):
        crew = _crew(floor, number, setting)
        if setting.mode is Mode.LIVE and floor.house.tables.table(name).setting is None:
            # The highest rung may have a table join a link; the dealer registers the devices.
            wanted = config.setting(name, has_links=day.has_links)
            open_table(floor.house, wanted, crew.who(crew.ladder[-1]), registers=crew.dealer)
    return floor


def run_tables(
    day: Day,
    floor: Floor,
    names: Collection[str],
    *,
    progress: Progress = lambda passed, rounds: None,
) -> DayOver:
    """Run these tables to their end and close them.

    What happens at a table depends on no other, but for those that share its link.
    """
    clock = floor.house.clock
    assert isinstance(clock, DayClock), "a day has a clock of its own"
    runners = dict(_runners(day, floor, names))
    pots = DayLinks(floor, {name: runner.crew for name, runner in runners.items()})
    config, commands = floor.config, 0
    revenue = RevenueCounter({n: config.rulebooks[config.tables[n].rulebook] for n in runners})

    def heard(name: str, done: Done[Table]) -> None:
        nonlocal commands
        commands += 1
        runners[name].heard(done, clock.now)
        revenue.note(name, done.events)
        pots.note(name, done.events)

    floor.house.subscribe("table", heard)
    # Tables do not all begin at the same second, and each at its own wherever it is run.
    places = {name: place for place, name in enumerate(config.tables)}
    due = [(day.starts + _STAGGER * places[name], name) for name in runners]
    heapq.heapify(due)
    while due:
        when, name = heapq.heappop(due)
        while (moment := pots.due(when)) is not None:
            clock.now = moment
            pots.fold(moment)
        clock.now = when
        again = runners[name].tick(clock.now)
        pots.pay()
        if again < OVER:
            heapq.heappush(due, (max(again, clock.now + _TICK), name))
        progress(clock.now - day.starts, revenue.rounds)
    pots.close()
    trouble = sum((runner.happened for runner in runners.values()), Counter[str]())
    return DayOver(revenue=revenue.sums, commands=commands, trouble=trouble)


def _crew(floor: Floor, number: int, setting: Setting) -> Crew:
    books = floor.config.rulebooks
    ladders = list(dict.fromkeys(book.roles for book in books.values()))
    return crew_of(floor.staff, number, books[setting.rulebook].roles, ladders)


def _runners(day: Day, floor: Floor, names: Collection[str]) -> Iterator[tuple[str, DayTable]]:
    closes = day.starts + day.length
    for number, (name, setting) in enumerate(floor.config.tables.items(), start=1):
        if name not in names:
            continue
        # Each table has dice of its own, so that it does not matter who runs beside it.
        dice = Random(f"{day.seed}/{name}/entropy")
        yield (
            name,
            DayTable(
                floor,
                name,
                dealing=Dealer(floor.house, entropy=dice.randbytes),
                crew=_crew(floor, number, setting),
                trouble=Mishaps(f"{day.seed}/{name}", day.trouble),
                closes=closes,
            ),
        )


_LOOK_SECONDS = 0.2
_places: Any = None
"""How far each process is: seconds of the day, and rounds, one pair after the other."""


def run_shared(day: Day, url: str, workers: int, *, is_hasty: bool, progress: Progress) -> DayOver:
    """Run a day that is open on this store; what comes of it is the same for any number."""
    parts = shared_out(day, workers)
    workers = len(parts)
    places = SPAWN.Array("d", 2 * workers, lock=False)
    with pool_of(workers, _begin, places) as pool:
        running = [
            pool.submit(_run_part, day, url, part, place, is_hasty)
            for place, part in enumerate(parts)
        ]
        _watch(
            running, lambda: progress(timedelta(seconds=min(places[::2])), int(sum(places[1::2])))
        )
        return reduce(add, (one.result() for one in running))


def _watch(running: list[Future[DayOver]], tell: Callable[[], None]) -> None:
    while True:
        done = wait(running, timeout=_LOOK_SECONDS, return_when=FIRST_EXCEPTION)
        tell()
        if not done.not_done or any(one.exception() is not None for one in done.done):
            return


def _begin(places: Any) -> None:
    global _places  # noqa: PLW0603 - how a process of a pool is given what is shared
    _places = places


def _run_part(day: Day, url: str, names: list[str], place: int, is_hasty: bool) -> DayOver:
    def progress(passed: timedelta, rounds: int) -> None:
        _places[2 * place], _places[2 * place + 1] = passed.total_seconds(), rounds

    store = open_store(url, is_hasty=is_hasty)
    try:
        return run_tables(day, open_day(day, store), names, progress=progress)
    finally:
        store.close()


def shared_out(day: Day, workers: int) -> list[list[str]]:
    """Who runs which tables: those of a link stay together, for a link has one clock."""
    groups: dict[str | None, list[str]] = {}
    for name, setting in config_of_day(day).tables.items():
        link = setting.link if day.has_links else name
        groups.setdefault(link or name, []).append(name)
    parts: list[list[str]] = [[] for _ in range(workers)]
    for group in sorted(groups.values(), key=len, reverse=True):
        min(parts, key=len).extend(group)
    return [sorted(part) for part in parts if part]
