"""`pitboss serve`: the floor in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pitboss.floor.config import FloorConfig
    from pitboss.floor.floor import Floor


def serve_floor(
    *,
    host: str | None,
    port: int | None,
    db: str | None,
    config: Path | None,
    origins: list[str],
) -> None:
    """Open the floor, say where it is and how to come in, and serve until stopped."""
    from pitboss.floor.config import read_config
    from pitboss.floor.demonstration import demonstration_floor
    from pitboss.house.software import check_at_start
    from pitboss.store.addresses import open_store
    from pitboss.web.safety import hosts_for
    from pitboss.web.server import bound, open_backend, serve

    check_at_start(os.environ)
    floor = demonstration_floor(os.environ) if config is None else read_config(config, os.environ)
    host = floor.server.host if host is None else host
    url = floor.server.db if db is None else db
    at = bound(host, floor.server.port if port is None else port)
    try:
        backend, opened = open_backend(floor, open_store(url))
        address = _address(host, at.getsockname()[1])
        serve(
            backend,
            at,
            hosts_for(host, origins),
            ready=lambda: typer.echo("\n".join(_greeting(floor, opened, address, url))),
        )
    finally:
        at.close()
    typer.echo("Stopped. Everything is kept; the next start goes on from here.")


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown and '[' not in shown else shown}:{port}"


def _greeting(config: FloorConfig, floor: Floor, address: str, url: str) -> list[str]:
    from pitboss.floor.demonstration import AUTOMATIC, SECRET, known_in

    lines = [
        f"{config.name} is open at {address}",
        f"  record     {url}",
        f"  tables     {', '.join(sorted(config.tables))}",
        *(f"  note       {note}" for note in floor.notes),
    ]
    if config.is_demonstration:
        people = [one for one in known_in(floor.staff) if one not in AUTOMATIC]
        register = floor.staff.register()
        lines += [
            "  players    open the address and choose to play as a guest: play money, one click",
            f"  staff      sign in at {address}/sign-in as staff; the password of each is",
            f"             {SECRET}",
            *(f"               {one:28} {_work_of(register.people[one])}" for one in people),
        ]
    else:
        lines += [
            f"  players    sign in or open an account at {address}/sign-in",
            f"  staff      sign in at {address}/sign-in as staff (pitboss staff list)",
        ]
    return [*lines, "Stop with Ctrl-C; the next start goes on where this one ends."]


def _work_of(person: object) -> str:
    from pitboss.staff.register import Person

    assert isinstance(person, Person)
    roles = dict.fromkeys(one.role for one in person.appointments)
    return ", ".join(roles) or person.department
