"""Options that many commands share, and what they open: rulebooks, the database, the house."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.games.library import Library
    from pitboss.house.approvals import Approval
    from pitboss.house.house import House
    from pitboss.store.contract import Store

DEFAULT = "pitboss.db"
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="PITBOSS_DB",
        help="A file, sqlite:///FILE or postgresql://USER@HOST/DATABASE.",
    ),
]
RulebookFiles = Annotated[
    list[Path] | None,
    typer.Option("--rulebook", metavar="FILE", help="Your own rulebook file; may be repeated."),
]
Files = Annotated[
    list[Path] | None,
    typer.Option("--rulebook-file", metavar="FILE", help="Your own rulebook file; may repeat."),
]
Games = Annotated[
    list[Path] | None,
    typer.Option(
        "--game",
        metavar="FOLDER",
        help="A game of your own: its code and its rulebook files; may be repeated.",
    ),
]
RulebookName = Annotated[str, typer.Argument(help="A rulebook's id, or a file of your own.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, such as T1.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option or a figure; may be repeated."),
]
Wagers = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="base,bonus or base=25.00,bonus; all if absent."),
]
As = Annotated[str, typer.Option("--as", metavar="ID", help="Who gives the command; signs in.")]
Second = Annotated[
    str,
    typer.Option(
        "--second", metavar="ID", help="Who confirms it; signs in (PITBOSS_SECOND_SECRET)."
    ),
]
Since = Annotated[
    str | None, typer.Option("--from", metavar="TIME", help="From this time on, in UTC.")
]
Until = Annotated[
    str | None, typer.Option("--to", metavar="TIME", help="Until this time, not included.")
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="As CSV, one line for each.")]
Output = Annotated[
    str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
]


def command_group(name: str, text: str) -> typer.Typer:
    """A group of commands, such as `pitboss table`."""
    return typer.Typer(name=name, no_args_is_help=True, rich_markup_mode=None, help=text)


# --- what options open ----------------------------------------------------------------------------


@contextmanager
def open_database(
    url: str, *, may_be_new: bool = False, only_reads: bool = False
) -> Iterator[Store]:
    """The store at an address; one that is only read need not be writable."""
    from pitboss.store.addresses import open_store, open_to_read

    opened = open_to_read(url) if only_reads else open_store(url, must_exist=not may_be_new)
    with closing(opened) as store:
        yield store


@contextmanager
def open_house(
    db: str,
    files: Iterable[Path] | None = None,
    games: Iterable[Path] | None = None,
    *,
    only_reads: bool = False,
    approvals: Mapping[str, Approval] | None = None,
) -> Iterator[House]:
    """The house on a database, once this software is found to be what was signed (P19)."""
    from pitboss.house.house import House
    from pitboss.house.software import check_at_start

    check_at_start(os.environ)
    library = library_with(files, games)
    with open_database(db, only_reads=only_reads) as store:
        yield House(store, rulebooks=library, approvals=approvals)


def library_with(files: Iterable[Path] | None, games: Iterable[Path] | None) -> Library:
    """The built-in rulebooks and the user's own."""
    from pitboss.games.library import library_of

    return library_of(files or (), games or ())


# --- how values are read --------------------------------------------------------------------------


def check_chart(path: Path | None) -> Path | None:
    """Refuse a chart that cannot be written, before the figures are worked out.

    >>> check_chart(Path("fan.gif"))
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: fan.gif: charts are .svg, .png or .pdf; name one of these
    """
    if path is None:
        return None
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise BadSetting(f"{path}: charts are .svg, .png or .pdf; name one of these")
    check_place(str(path))
    return path


def check_place(path: str) -> None:
    """Refuse a file whose folder does not exist, or that is a folder itself."""
    folder = Path(path).parent
    if path != "-" and not folder.is_dir():
        raise BadSetting(f"{path}: there is no folder {folder}; make it first")
    if Path(path).is_dir():
        raise BadSetting(f"{path}: is a folder; name a file in it")


Chart = Annotated[
    Path | None,
    typer.Option(metavar="FILE", callback=check_chart, help="Draw it: .svg, .png or .pdf."),
]


def time_of(text: str | None, default: str, option: str) -> str:
    """A time typed for an option, as records write it."""
    from datetime import UTC, datetime

    from pitboss.house.clock import stamp

    if text is None:
        return default
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadSetting(
            f"{option} {text!r} is no time; write 2026-03-01 or 2026-03-01T06:00:00+08:00"
        ) from error
    return stamp(when if when.tzinfo is not None else when.replace(tzinfo=UTC))


class Section(NamedTuple):
    """A section of a file, and the whole file."""

    own: dict[str, Any]
    whole: dict[str, Any]


def section_in(file: Path, kind: str, name: str) -> Section:
    """What a TOML file of a house has under `[kind.name]`, or `BadSetting`."""
    import tomllib

    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{file}: {error}") from error
    parts = data.get(kind, {})
    found = parts.get(name) if isinstance(parts, dict) else None
    if not isinstance(found, dict):
        raise BadSetting(f"{file} has no {kind.removesuffix('s')} {name}; write [{kind}.{name}]")
    return Section(found, data)
