"""A configured floor, opened and served: its clocks, its problems, its socket."""

from __future__ import annotations

import logging
import secrets as system
import socket
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from pitboss.errors import BadSetting
from pitboss.floor.config import FloorConfig
from pitboss.floor.floor import PLAY_MONEY, Floor, TableLeases, open_floor
from pitboss.floor.house_players import is_house
from pitboss.floor.links import LinkCounter
from pitboss.floor.problems import Problem
from pitboss.floor.record_watch import RecordWatch
from pitboss.floor.runner import FloorRunner
from pitboss.floor.timeline import Timeline
from pitboss.house.clock import Clock, gaming_day_of, stamp, utc_now
from pitboss.house.dealer import Entropy
from pitboss.house.heads import HeadKeeper
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.processes import run_long
from pitboss.store.contract import Store
from pitboss.table.people.turns import asked_now
from pitboss.web.app import make_app
from pitboss.web.backend import Backend, links_of, no_links
from pitboss.web.safety import Doors

_MOST_BYTES = 8192
_GRACE_SECONDS = 5
_BACKLOG = 2048
_LOG = logging.getLogger(__name__)


def open_backend(
    config: FloorConfig,
    store: Store,
    *,
    clock: Clock = utc_now,
    entropy: Entropy = system.token_bytes,
    secrets: Secrets | None = None,
) -> tuple[Backend, Floor]:
    """Open a floor on a store, and everything the server needs beside it."""
    # Before anything is written: a record that was put back is evidence.
    heads = heads_of(config, store)
    floor = open_floor(
        config,
        store,
        clock,
        entropy=entropy,
        secrets=secrets,
        with_links=True,
    )
    links = floor.links
    titles = config.link_titles
    counting = None if links is None else LinkCounter(links)
    lease = TableLeases(store)
    runner = FloorRunner(floor, lease=lease)
    sign_in = House(
        store,
        clock,
        rulebooks=config.rulebooks,
        secrets=secrets,
        gift=PLAY_MONEY if config.is_demonstration else None,
        is_reserved=is_house,
    )
    # A missing key is reported at the start, not first to staff who cannot sign in.
    sign_in.seals.ready()
    sign_in.staff.check_house_key()

    trouble = Trouble()

    def tick(now: datetime) -> datetime:
        try:
            due = runner.tick(now)
            if counting is not None:
                due = min(due, counting.tick(now))
        except Exception as error:
            trouble.tell({"the floor": Problem.of(error)})
            raise
        problems = {f"table {name}": problem for name, problem in runner.problems.items()}
        for name, problem in runner.claims.problems.items():
            if problem.trace:
                problems[f"claims on link {name}"] = problem
        if counting is not None:
            problems |= {f"link {name}": problem for name, problem in counting.problems.items()}
        trouble.tell(problems)
        return due

    def close() -> None:
        if counting is not None:
            counting.close()
        lease.close()
        store.close()

    backend = Backend(
        name=config.name,
        is_practice=config.is_demonstration,
        clock=clock,
        house=floor.house,
        sign_in=sign_in,
        deadline=Deadlines(floor, runner).of,
        link_of=no_links if links is None else links_of(links, titles),
        links=links,
        writes_per_minute=config.server.writes_per_minute,
        accounts_per_minute=config.server.accounts_per_minute,
        tick=tick,
        drives=runner.drives,
        problem=lambda name: runner.problems.get(name) or trouble.of_floor,
        watch=RecordWatch(store, clock, heads=heads, heads_every=config.server.heads_every),
        close=close,
    )
    return backend, floor


def heads_of(config: FloorConfig, store: Store) -> HeadKeeper | None:
    """The heads of a floor's record, held against it, if the house names a place for them."""
    if not config.server.heads:
        return None
    keeper = HeadKeeper(
        store,
        [Path(folder).expanduser() for folder in config.server.heads],
        gaming_day=lambda now: gaming_day_of(now, config.time_zone, config.day_starts),
    )
    for folder in keeper.check():
        _LOG.warning("there is no head of this record in %s yet", folder)
    return keeper


class Deadlines:
    """The clocks of every table of a floor."""

    def __init__(self, floor: Floor, runner: FloorRunner) -> None:
        self._floor = floor
        self._runner = runner
        self._times: dict[str, Timeline] = {}
        """Of tables that another process drives."""

    def of(self, name: str) -> str | None:
        """When bets close, or when a player who is asked is prompted or found absent."""
        house, pace = self._floor.house, self._floor.config.pace
        table = house.tables.table(name)
        if not table.is_open or table.halt is not None or not table.play.is_open:
            return None
        driven = self._runner.times(name)
        # A copy: by its own the runner sees whether another process wrote.
        times = self._times.setdefault(name, Timeline()) if driven is None else driven.copy()
        times.catch_up(house.store, name, house.tables.version(name))
        if not table.play.is_closed_to_bets:
            return _after(times.first_wager, pace.betting)
        rules = house.tables.rules(name)
        asked = asked_now(rules, table)
        timer = rules.choice("decision_timer")
        if asked is None or is_house(asked.at.player) or timer in ("", "off"):
            return None
        if times.prompted is not None:
            return None if self._floor.supervisor is None else _after(times.prompted, pace.absence)
        return _after(times.moved, timedelta(seconds=int(timer)))


def _after(when: datetime | None, how_long: timedelta) -> str | None:
    return None if when is None else stamp(when + how_long)


class Trouble:
    """What keeps tables and links from going on, logged for the operator once, and when it ends.

    Browsers are only told that the record cannot be reached: where it is kept, and why it cannot
    be written, is for those who can free a disk or restart a database.
    """

    def __init__(self) -> None:
        self._told: dict[str, Problem] = {}

    @property
    def of_floor(self) -> Problem | None:
        """What keeps the whole floor from going on."""
        return self._told.get("the floor")

    def tell(self, problems: Mapping[str, Problem]) -> None:
        """Log the present problems, by where they are, but none that was logged before."""
        for where, problem in problems.items():
            if self._told.get(where) != problem:
                trace = f"\n{problem.trace}" if problem.trace else ""
                _LOG.error("%s stands still: %s%s", where, problem.cause, trace)
        for where in self._told.keys() - problems.keys():
            _LOG.error("%s goes on", where)
        self._told = dict(problems)


def bound(host: str, port: int) -> socket.socket:
    """A socket to serve at, or `BadSetting` if the place is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadSetting(
            f"Nothing can be served at {host}, port {port}: {reason}. Take another: --port 8001."
        ) from error
    return found


def server_of(app: ASGIApp, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """What serves an application.

    `proxies` are the addresses of those who are believed when they say where a request comes from.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            # Browsers offer compression, and it doubles the memory of every connection.
            ws_per_message_deflate=False,
            ws_max_size=_MOST_BYTES,
            timeout_graceful_shutdown=_GRACE_SECONDS,
            # Anybody could say so, and there is no proxy unless the house names one.
            forwarded_allow_ips=list(proxies),
        )
    )


def serve(
    backend: Backend,
    at: socket.socket,
    doors: Doors,
    *,
    proxies: Sequence[str] = (),
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until stopped; then finish what is being done, and leave tables as they are."""
    server = server_of(make_app(backend, doors), proxies)
    if backend.watch is not None:
        backend.watch.tell_gone = lambda gone: setattr(server, "should_exit", True)
    run_long()
    ready()
    server.run(sockets=[at])
