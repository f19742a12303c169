"""A day shared out among processes: each runs some of the tables, on one store."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from datetime import timedelta
from functools import reduce
from operator import add
from typing import Any

from pitboss.floor.day.run import Day, DayOver, Told, config_of_day, open_day, run_tables
from pitboss.processes import SPAWN, pool_of
from pitboss.store.opening import open_store

_LOOK_SECONDS = 0.2
_places: Any = None
"""How far each process is: seconds of the day, and rounds, one pair after the other."""


def run_shared(day: Day, url: str, workers: int, *, is_hasty: bool, told: Told) -> DayOver:
    """Run a day that is open on this store; what comes of it is the same for any number."""
    parts = shared_out(day, workers)
    workers = len(parts)
    places = SPAWN.Array("d", 2 * workers, lock=False)
    with pool_of(workers, _begin, places) as pool:
        running = [
            pool.submit(_run_part, day, url, part, place, is_hasty)
            for place, part in enumerate(parts)
        ]
        _watch(running, lambda: told(timedelta(seconds=min(places[::2])), int(sum(places[1::2]))))
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
    def told(passed: timedelta, rounds: int) -> None:
        _places[2 * place], _places[2 * place + 1] = passed.total_seconds(), rounds

    store = open_store(url, is_hasty=is_hasty)
    try:
        return run_tables(day, open_day(day, store), names, told=told)
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
