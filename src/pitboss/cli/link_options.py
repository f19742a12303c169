"""What the commands of `pitboss link` have in common: options, the links, and who signs in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.database import open_database, open_to_read

if TYPE_CHECKING:
    from pitboss.house.callers import Member
    from pitboss.house.house import House
    from pitboss.jackpot.settings import LinkSettings

Name = Annotated[str, typer.Argument(metavar="LINK", help="The link's id, such as mega.")]
As = Annotated[str, typer.Option("--as", metavar="ID", help="Who does it; signs in.")]
Second = Annotated[str, typer.Option("--second", metavar="ID", help="Who stands beside; signs in.")]
LinkFile = Annotated[
    Path, typer.Option("--file", metavar="TOML", help="Its settings, under [house.links.LINK].")
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
ClaimNumber = Annotated[int, typer.Option("--claim", metavar="NUMBER", help="Which claim.")]
LevelName = Annotated[str, typer.Option("--level", help="Which level.")]


@contextmanager
def links_on(db: str, link: str = "", *, only_reads: bool = False) -> Iterator[House]:
    """The links of a database, for one of which software must perhaps be what was approved.

    Whoever does anything to a link looks at itself first (P19).
    """
    from pitboss.floor.links import SOFTWARE
    from pitboss.house.house import House
    from pitboss.house.signed import check_at_start

    check_at_start(os.environ)
    with open_to_read(db) if only_reads else open_database(db) as store:
        house = House(store)
        if link in house.links.names() and house.links.is_practice(link):
            house.links.software = lambda: SOFTWARE
        yield house


def member_of(house: House, person: str, second: str = "") -> Member:
    """Who does something, and who stands beside, each signed in."""
    from pitboss.cli.asking import signed_in

    return signed_in(house.staffing, person, second)


def settings_in(file: Path, link: str, files: list[Path] | None) -> LinkSettings:
    """The settings of a link as its file has them."""
    from pitboss.cli.sections import section_in
    from pitboss.games.library import Library, open_rulebook
    from pitboss.house.link_settings import link_settings_of

    said = section_in(file, "links", link).own
    return link_settings_of(link, said, Library([open_rulebook(one) for one in files or ()]))
