"""A configured floor, opened and served."""

from __future__ import annotations

import secrets as system
import socket
from collections.abc import Callable
from datetime import datetime

import uvicorn

from pitboss.errors import BadSetting, StoreError
from pitboss.floor.config import FloorConfig
from pitboss.floor.counting import Counting
from pitboss.floor.habits import is_house
from pitboss.floor.lease import TableLeases
from pitboss.floor.opening import Floor, LinkOf, open_floor
from pitboss.floor.runner import FloorRunner
from pitboss.house.accounts import Accounts
from pitboss.house.clock import Clock, utc_now
from pitboss.house.dealing import Entropy
from pitboss.house.secrets import Secrets
from pitboss.house.sessions import Sessions
from pitboss.house.staffing import Staffing
from pitboss.house.tables import Tables
from pitboss.money import Money
from pitboss.processes import run_long
from pitboss.store.contract import Store
from pitboss.web.app import make_app
from pitboss.web.behind import Behind, Door
from pitboss.web.deadlines import Deadlines
from pitboss.web.links import LinkOf as ShownLinkOf
from pitboss.web.links import links_of, no_links
from pitboss.web.safety import Doors
from pitboss.web.trouble import Trouble

PLAY_MONEY = Money(1_000_000)
"""What a purse of play money is filled up to."""
_MOST_BYTES = 8192
_GRACE_SECONDS = 5
_BACKLOG = 2048


def open_behind(
    config: FloorConfig,
    store: Store,
    *,
    clock: Clock = utc_now,
    entropy: Entropy = system.token_bytes,
    secrets: Secrets | None = None,
    link_of: LinkOf | None = None,
    meters: ShownLinkOf | None = None,
) -> tuple[Behind, Floor]:
    """Open a floor on a store, and everything the server needs beside it."""
    floor = open_floor(
        config,
        store,
        clock,
        entropy=entropy,
        secrets=secrets,
        link_of=link_of,
        with_links=link_of is None,
    )
    links = floor.links
    titles = config.link_titles
    counting = None if links is None else Counting(links)
    lease = TableLeases(store)
    runner = FloorRunner(floor, lease=lease)
    gift = PLAY_MONEY if config.is_demonstration else None
    staffing = Staffing(store, clock, secrets=secrets, rulebooks=config.rulebooks)
    # Said before anybody is served, and not first to whoever cannot come in.
    staffing.check_house_key()
    apart = Tables(store, clock, rulebooks=config.rulebooks, staffing=staffing)

    trouble = Trouble()

    def tick(now: datetime) -> datetime:
        try:
            due = runner.tick(now)
            if counting is not None:
                due = min(due, counting.tick(now))
        except StoreError as error:
            trouble.tell({"the floor": str(error)})
            raise
        problems = {f"table {name}": problem for name, problem in runner.problems.items()}
        if counting is not None:
            problems |= {f"link {name}": problem for name, problem in counting.problems.items()}
        trouble.tell(problems)
        return due

    def close() -> None:
        if counting is not None:
            counting.close()
        lease.close()
        store.close()

    behind = Behind(
        name=config.name,
        is_practice=config.is_demonstration,
        clock=clock,
        tables=floor.tables,
        accounts=Accounts(floor.tables, clock, is_reserved=is_house, gift=gift),
        sessions=Sessions(store, clock, floor.tables.staffing.register),
        door=Door(
            accounts=Accounts(apart, clock, secrets=secrets, is_reserved=is_house, gift=gift),
            staffing=staffing,
        ),
        deadline=Deadlines(floor).of,
        meters=meters or (no_links if links is None else links_of(links, titles)),
        links=links,
        tick=tick,
        close=close,
    )
    return behind, floor


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


def serve(
    behind: Behind, at: socket.socket, doors: Doors, *, ready: Callable[[], None] = lambda: None
) -> None:
    """Serve until told to stop; then finish what is being done, and leave tables as they are."""
    app = make_app(behind, doors)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Browsers offer compression, and it doubles the memory of every connection.
        ws_per_message_deflate=False,
        ws_max_size=_MOST_BYTES,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        forwarded_allow_ips="127.0.0.1,::1",
    )
    server = uvicorn.Server(config)
    run_long()
    ready()
    server.run(sockets=[at])
