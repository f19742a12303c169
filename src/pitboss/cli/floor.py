"""`pitboss floor` and `pitboss serve`: a file for your own floor, and the floor in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import Games, command_group
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.floor.config import FloorConfig
    from pitboss.floor.floor import Floor
    from pitboss.staff.register import Person
    from pitboss.store.contract import Store

app = command_group("floor", "Your own floor: write a starting file, check it.")


@app.command(epilog="Example: pitboss floor init floor.toml")
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to write; - for stdout.")],
) -> None:
    """Write a file to start from, with every setting and its purpose."""
    from pitboss.floor.demonstration import starting_file

    if str(file) == "-":
        typer.echo(starting_file(), nl=False)
        return
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(starting_file())
    except FileExistsError as error:
        raise BadSetting(f"{file} exists already. Name another file.") from error
    except OSError as error:
        raise BadSetting(f"{file} cannot be written: {error.strerror}.") from error
    typer.echo(f"Wrote {file}. Adapt it, then: pitboss floor check {file}")


@app.command(epilog="Exit status: 0 no faults, 2 faults. Example: pitboss floor check floor.toml")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A floor's file.")],
    games: Games = None,
) -> None:
    """Check a floor's file and environment, and try its tables out; every fault at once."""
    from pitboss.cli.output import Page, print_page
    from pitboss.errors import BadSetting
    from pitboss.floor.checks import floor_faults, staff_notes
    from pitboss.floor.config import examine_config

    config, faults = examine_config(file, os.environ, games or ())
    faults = [*faults, *floor_faults(config)]
    if faults:
        raise BadSetting("\n".join([f"{file} has faults:", *map(str, faults)]))
    rows = [
        (
            name, setting.rulebook, str(setting.mode), str(setting.positions), setting.link or "-",
            ", ".join(f"{key} {low} to {high}" for key, (low, high) in setting.limits.items()),
        )
        for name, setting in config.tables.items()
    ]  # fmt: skip
    columns = ("table", "rulebook", "mode", "positions", "link", "limits")
    notes = (*_notes(config), *staff_notes(config))
    print_page(Page(config.name, columns, rows, notes))
    typer.echo(f"{file}: good.")


def _notes(config: FloorConfig) -> list[str]:
    money = "play money" if config.is_demonstration else "money"
    return [
        f"played with {money}; the gaming day begins at {config.day_starts} ({config.time_zone})",
        f"served at {config.server.host}, port {config.server.port}, from {config.server.db}",
    ]


# --- serving it -----------------------------------------------------------------------------------


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; loopback by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your floor (pitboss floor init); else a demonstration."),
    ] = None,
    new: Annotated[
        bool,
        typer.Option(
            "--new",
            help="Begin a new record. Otherwise it must be there, unless it is a demonstration.",
        ),
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="The address of a proxy in front; may be repeated."),
    ] = None,
    games: Games = None,
) -> None:
    """Serve the floor to browsers: lobby, tables, signs."""
    from pitboss.floor.config import read_config
    from pitboss.floor.demonstration import demonstration_floor
    from pitboss.house.software import check_at_start
    from pitboss.web.safety import hosts_for
    from pitboss.web.server import bound, open_backend
    from pitboss.web.server import serve as serve_backend

    check_at_start(os.environ)
    if config is not None:
        floor = read_config(config, os.environ, games or ())
    elif games:
        raise BadSetting("--game brings a game and no table; write tables in a file: --config FILE")
    else:
        floor = demonstration_floor(os.environ)
    host = floor.server.host if host is None else host
    url = floor.server.db if db is None else db
    at = bound(host, floor.server.port if port is None else port)
    try:
        record = _record(url, is_new=new, may_be_new=new or floor.is_demonstration)
        backend, opened = open_backend(floor, record)
        address = _address(host, at.getsockname()[1])
        signer = "" if backend.watch is None else backend.watch.signer
        serve_backend(
            backend,
            at,
            hosts_for(host, origin or []),
            proxies=floor.server.proxies,
            ready=lambda: typer.echo("\n".join(_greeting(floor, opened, address, url, signer))),
        )
    finally:
        at.close()
    if backend.watch is not None and backend.watch.gone is not None:
        raise backend.watch.gone
    typer.echo("Stopped. Everything is recorded; the next start goes on from here.")


def _record(url: str, *, is_new: bool, may_be_new: bool) -> Store:
    """The record to be served; an empty one only where the house means to begin anew.

    A record that was lost would otherwise be followed by an empty casino without a word.
    """
    from pitboss.errors import Unavailable
    from pitboss.store.addresses import open_store

    try:
        store = open_store(url, must_exist=not may_be_new)
        is_empty = not store.heads()
    except Unavailable as error:
        if may_be_new:
            raise
        raise Unavailable(f"{error} {_BEGIN}") from error
    if is_empty and not may_be_new:
        store.close()
        raise Unavailable(f"Nothing is recorded in {url}. {_BEGIN}")
    if is_new and not is_empty:
        store.close()
        raise Unavailable(f"There is a record in {url} already. Serve it without --new.")
    return store


_BEGIN = "If this is a new floor, say so: pitboss serve --new. If it is not, bring the record back."


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown and '[' not in shown else shown}:{port}"


def _greeting(config: FloorConfig, floor: Floor, address: str, url: str, signer: str) -> list[str]:
    from pitboss.floor.demonstration import AUTOMATIC, SECRET, known_in

    lines = [
        f"{config.name} is open at {address}",
        f"  record     {url}",
        f"  tables     {', '.join(sorted(config.tables))}",
        *(f"  note       {note}" for note in floor.notes),
        *(f"  heads      {folder}, signed with {signer}" for folder in config.server.heads),
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
        if not config.server.heads:
            lines.append(_NO_HEADS)
    return [*lines, "Stop with Ctrl-C; the next start goes on where this one ends."]


_NO_HEADS = (
    "  note       No folder is named for heads of the record ([server] heads). Only a head shows\n"
    "             that a record was put back to an earlier moment, or altered with its hashes."
)


def _work_of(person: Person) -> str:
    roles = dict.fromkeys(one.role for one in person.appointments)
    return ", ".join(roles) or person.department
