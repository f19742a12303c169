"""What came of a casino day, as tables for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cli.pages import Page

_TABLES = (
    "table",
    "rulebook",
    "mode",
    "rounds",
    "void",
    "handle",
    "win",
    "expected",
    "drop",
    "hold",
)
_CLAIMS = ("link", "table", "round", "player", "hand", "level", "amount", "state")


def day_pages(record: dict[str, Any]) -> Iterator[Page]:
    """Revenue by table and by game, links with their claims, and what went wrong."""
    yield Page("Tables", _TABLES, [_table(one) for one in record["tables"]])
    wagers = [
        (game["rulebook"], one["wager"], one["handle"], one["win"], one["theoretical"] or "-")
        for game in record["games"]
        for one in game["wagers"]
    ]
    notes = ("expected: at best play, by exact odds; people who play worse leave more",)
    yield Page("Games", ("rulebook", "wager", "handle", "win", "expected"), wagers, notes)
    if record["links"]:
        yield from _links(record["links"])
    trouble = [(kind, str(times)) for kind, times in record["trouble"].items()]
    yield Page("What went wrong", ("", ""), trouble)


def _table(one: dict[str, Any]) -> tuple[str, ...]:
    return (
        one["table"],
        one["rulebook"],
        one["mode"],
        str(one["rounds"]),
        str(one["voids"]),
        one["handle"],
        one["win"],
        one["theoretical"] or "-",
        one["drop"],
        percent(one["hold"]),
    )


def _links(links: list[dict[str, Any]]) -> Iterator[Page]:
    levels = [
        (link["link"], one["level"], one["contributions"], one["wins"], one["closing"])
        for link in links
        for one in link["levels"]
    ]
    claims = [
        (link["link"], *(str(one[column]) for column in _CLAIMS[1:]))
        for link in links
        for one in link["claims"]
    ]
    notes = () if claims else ("No prize of a level was won.",)
    columns = ("link", "level", "contributed", "won", "at the end")
    yield Page("Links", columns, levels, notes)
    if claims:
        yield Page("Claims", _CLAIMS, claims)


def percent(hold: str | None) -> str:
    """A share as the report has it.

    >>> percent("-1/8"), percent(None)
    ('-12.50%', '-')
    """
    if hold is None:
        return "-"
    above, _, below = hold.partition("/")
    return f"{100 * int(above) / int(below):.2f}%"
