"""`pitboss floor`: a file for a floor of one's own, and whether it will do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pitboss.floor.config import FloorConfig

app = typer.Typer(
    name="floor",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="A floor of one's own: write a starting file, check it.",
)


@app.command(epilog="Example: pitboss floor init floor.toml")
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to write; - for stdout.")],
) -> None:
    """Write a file to start from, with every setting and what it is for."""
    from pitboss.errors import BadSetting
    from pitboss.floor.demonstration import starting_file

    if str(file) == "-":
        typer.echo(starting_file(), nl=False)
        return
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(starting_file())
    except FileExistsError as error:
        raise BadSetting(f"{file} is there already. Name another file.") from error
    except OSError as error:
        raise BadSetting(f"{file} cannot be written: {error.strerror}.") from error
    typer.echo(f"Wrote {file}. Change what is yours, then: pitboss floor check {file}")


@app.command(
    epilog="Exit status: 0 it will do, 2 it will not. Example: pitboss floor check floor.toml"
)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A floor's file.")],
) -> None:
    """Read a floor's file with what the environment says, and name every fault at once."""
    import os

    from pitboss.cli.output import Page, print_page
    from pitboss.floor.config import read_config

    config = read_config(file, os.environ)
    rows = [
        (
            name, setting.rulebook, str(setting.mode), str(setting.positions), setting.link or "-",
            ", ".join(f"{key} {low} to {high}" for key, (low, high) in setting.limits.items()),
        )
        for name, setting in config.tables.items()
    ]  # fmt: skip
    columns = ("table", "rulebook", "mode", "positions", "link", "limits")
    print_page(Page(config.name, columns, rows, tuple(_notes(config))))


def _notes(config: FloorConfig) -> list[str]:
    money = "play money" if config.is_demonstration else "money"
    return [
        f"played with {money}; the gaming day begins at {config.day_starts} ({config.time_zone})",
        f"served at {config.server.host}, port {config.server.port}, from {config.server.db}",
    ]
