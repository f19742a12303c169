"""`pitboss rulebook`: show, check and compare rulebooks, and which tests show each rule."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn, TypedDict

import typer

from pitboss.cli.options import AsJson, Games, RulebookName, command_group
from pitboss.cli.output import Page, count_of, print_json, print_page
from pitboss.cli.rulebook_pages import paytable_page, printed, rulebook_pages, rules_page
from pitboss.errors import PitbossError, RulebookError
from pitboss.games.library import Library, find_rulebook, find_whole
from pitboss.money import For, Money, Prize, Share, To
from pitboss.rulebook.code import GameCode
from pitboss.rulebook.model import Citation, Paytable, Rulebook

app = command_group("rulebook", "Look into rulebooks: list, show, check, diff, coverage.")

DIFFERENT = 1
REFUSED = 2
_DIGEST_SHOWN = 12
COVERAGE_FILE = "coverage.json"


class RuleStatus(StrEnum):
    """How far a rule is covered by tests."""

    TRACED = "traced"
    REASONED = "reasoned"
    NOT_YET = "not_yet"


STATUSES = tuple(status.value for status in RuleStatus)


def _found(name: str | Path, games: Sequence[Path] = ()) -> Rulebook:
    """The rulebook that was named, or a plain refusal."""
    try:
        return find_rulebook(name, games)
    except PitbossError as error:
        _refuse(error)


def _refuse(error: PitbossError) -> NoReturn:
    for line in str(error).splitlines():
        typer.echo(f"pitboss: {line}", err=True)
    raise typer.Exit(REFUSED) from error


@app.command("list", epilog="Example: pitboss rulebook list --json")
def list_rulebooks(*, as_json: AsJson = False) -> None:
    """List the rulebooks that come with pitboss."""
    columns = ("id", "title", "edition", "effective", "game", "currency", "rules", "digest")
    books = [
        (b.id, b.title, b.edition, b.effective, b.game, b.currency, len(b.rules), b.digest)
        for b in Library().values()
    ]
    if as_json:
        print_json([dict(zip(columns, book, strict=True)) for book in books])
        return
    rows = [tuple(str(cell or "-") for cell in book) for book in books]
    short = [(*row[:-1], row[-1][:_DIGEST_SHOWN]) for row in rows]
    print_page(Page("", columns, short))


@app.command(
    epilog="Examples: pitboss rulebook show mgc-let-it-ride --paytable base · "
    "pitboss rulebook show my-house.toml --rules"
)
def show(
    rulebook: RulebookName,
    *,
    rules: Annotated[bool, typer.Option("--rules", help="List every rule with its id.")] = False,
    paytable: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this paytable.")
    ] = None,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """Show what a rulebook says: wagers, decisions, dealing, paytables, options."""
    folders = games or []
    book = _found(rulebook, folders)
    if paytable is not None and paytable not in book.paytables:
        known = ", ".join(book.paytables)
        _refuse(PitbossError(f"{book.id} has no paytable {paytable!r}; name one of {known}"))
    extends = find_whole(rulebook, folders).extends
    if as_json:
        data = rulebook_data(book)
        if extends is not None:
            data = {"extends": extends, **data}
        print_json(data if paytable is None else data["paytables"][paytable])
        return
    if extends is not None:
        typer.echo(f"{rulebook} extends {extends}; here it is in whole.\n")
    for page in _pages(book, rules=rules, paytable=paytable):
        if page.rows:
            print_page(page)


def _pages(book: Rulebook, *, rules: bool, paytable: str | None) -> list[Page]:
    if paytable is not None:
        return [paytable_page(book, book.paytables[paytable])]
    return [rules_page(book)] if rules else list(rulebook_pages(book))


@app.command(epilog="Example: pitboss rulebook check my-house.toml")
def check(
    file: Annotated[str, typer.Argument(help="A rulebook file of your own.")],
    games: Games = None,
) -> None:
    """Check a rulebook file, then rehearse rounds with it; every fault has a place and a remedy."""
    from pitboss.floor.rehearsal import rehearse

    folders = games or []
    try:
        book, extends = find_rulebook(file, folders), find_whole(file, folders).extends
        rehearsed = rehearse(book)
        if rehearsed.faults:
            raise RulebookError(file, list(rehearsed.faults))
    except RulebookError as error:
        for fault in error.faults:
            typer.echo(f"{file}: {fault.place}: {fault.problem}\n    {fault.remedy}", err=True)
        typer.echo(f"{file}: {count_of(len(error.faults), 'fault')}", err=True)
        raise typer.Exit(REFUSED) from error
    except PitbossError as error:
        _refuse(error)
    parent = "" if extends is None else f", extends {extends}"
    typer.echo(
        f"{file}: good. {book.title}, {book.edition}{parent}: {len(book.wagers)} wagers, "
        f"{len(book.paytables)} paytables, {len(book.rules)} rules; plays as {book.game}; "
        f"digest {book.digest[:_DIGEST_SHOWN]}; rehearsed {count_of(rehearsed.rounds, 'round')}"
    )


@app.command(
    epilog="Examples: pitboss rulebook diff mgc-let-it-ride my-house.toml · "
    "pitboss rulebook diff my-variant.toml. "
    "Exit status: 0 the same, 1 different, 2 a file was refused."
)
def diff(
    a: Annotated[str, typer.Argument(help="A rulebook's id, or a file.")],
    b: Annotated[
        str | None, typer.Argument(help="Another; if absent, A and the rulebook that it extends.")
    ] = None,
    *,
    games: Games = None,
    as_json: AsJson = False,
) -> None:
    """List the differences of two rulebooks, key by key."""
    (one, ours), (other, theirs) = _compared(a, b, games or [])
    found = differences(ours, theirs)
    if as_json:
        print_json([difference._asdict() for difference in found])
    elif found:
        rows = [(path, _text(ours), _text(theirs)) for path, ours, theirs in found]
        print_page(Page("", ("key", one, other), rows))
    else:
        typer.echo(f"{one} and {other} say the same.")
    raise typer.Exit(DIFFERENT if found else 0)


def _compared(
    a: str, b: str | None, games: Sequence[Path]
) -> tuple[tuple[str, Rulebook], tuple[str, Rulebook]]:
    """Two rulebooks with their names; the parent and its variant where one is named."""
    if b is not None:
        return (a, _found(a, games)), (b, _found(b, games))
    own, whole = _found(a, games), find_whole(a, games)
    if whole.extends is None or whole.parent is None:
        _refuse(PitbossError(f"{a} extends no other rulebook; name the one to compare it with"))
    return (whole.extends, _found(whole.parent, games)), (a, own)


def _text(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case list():
            return ("; " if any(isinstance(item, dict) for item in value) else ", ").join(
                map(_text, value)
            )
        case dict():
            return ", ".join(f"{key} {_text(item)}" for key, item in value.items() if item)
    return str(value)


@app.command(
    epilog="Examples: pitboss rulebook coverage --json · "
    "pitboss rulebook coverage --rulebook mgc-let-it-ride --status not_yet"
)
def coverage(
    *,
    rulebook: Annotated[
        str | None, typer.Option(metavar="ID", help="The rules of this rulebook.")
    ] = None,
    status: Annotated[RuleStatus | None, typer.Option(help="The rules of this status.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the tests that show each rule, and why other rules have none."""
    rows = read_coverage()
    if rulebook is not None:
        book = _found(rulebook)
        rows = [row for row in rows if row["rulebook"] == book.id]
    wanted = [row for row in rows if status is None or row["status"] == status]
    if as_json:
        print_json({**counted(rows), "rows": wanted})
        return
    for page in coverage_pages(rows, wanted, in_full=rulebook is not None or status is not None):
        print_page(page)


# --- a rulebook as plain data, and what two of them differ in -------------------------------------


def rulebook_data(book: Rulebook) -> dict[str, Any]:
    """Everything a rulebook says, in values that JSON has."""
    data: dict[str, Any] = _plain(book)
    if book.code is None:
        del data["code"]
    return data


def _plain(value: Any) -> Any:
    match value:
        case Paytable():
            return _paytable(value)
        case Money():
            return str(value)
        case To() | For() | Prize() | Share():
            return printed(value)
        case GameCode():
            return {"of": value.place, "digest": value.digest}
        case Citation():
            return [*value.rules, *value.interpretations]
        case Mapping():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case tuple() if value and dataclasses.is_dataclass(value[0]) and hasattr(value[0], "id"):
            return {inner.id: _plain(inner) for inner in value}
        case tuple():
            return [_plain(inner) for inner in value]
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name)) for field in fields}
    return value


def _paytable(table: Paytable) -> dict[str, Any]:
    """Rows by hand, as the file has them, so that a difference is named by its hand."""
    fields = (f.name for f in dataclasses.fields(table) if f.name != "rows")
    return {
        **{name: _plain(getattr(table, name)) for name in fields},
        "pays": {row.hand: printed(row.pays) for row in table.rows},
        "notes": {row.hand: list(row.notes) for row in table.rows if row.notes},
    }


class Difference(NamedTuple):
    """One key at which two rulebooks differ; `None` where one of them does not have it."""

    path: str
    a: Any
    b: Any


def differences(a: Rulebook, b: Rulebook) -> list[Difference]:
    """What two rulebooks differ in, in the order of their keys. The digest says no more."""
    ours, theirs = (dict(_leaves(rulebook_data(book))) for book in (a, b))
    paths = sorted({*ours, *theirs} - {"digest", "code.of"}, key=_by_number)
    return [
        Difference(path, ours.get(path), theirs.get(path))
        for path in paths
        if ours.get(path) != theirs.get(path)
    ]


def _by_number(path: str) -> list[tuple[int, str]]:
    """Rule 3.9 before rule 3.10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in path.split(".")]


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no table, by its place; a list counts as one value.

    >>> dict(_leaves({"wagers": {"ante": {"needs": ["$"], "times": 1}}}))
    {'wagers.ante.needs': ['$'], 'wagers.ante.times': 1}
    """
    if not isinstance(data, dict):
        yield path, data
        return
    for key, value in data.items():
        yield from _leaves(value, f"{path}.{key}" if path else key)


# --- which tests show each rule, as `tools.trace` writes it ---------------------------------------


class RuleCovered(TypedDict):
    """One rule: the tests that show it, or the reason why none does."""

    rulebook: str
    rule: str
    status: str
    tests: list[str]
    reason: str | None


def read_coverage() -> list[RuleCovered]:
    """The rows that come with pitboss."""
    text = files("pitboss").joinpath("rulebooks", COVERAGE_FILE).read_text(encoding="utf-8")
    rows: list[RuleCovered] = json.loads(text)["rows"]
    return rows


def counted(rows: list[RuleCovered]) -> dict[str, int]:
    """How many rules there are, and how many of each status.

    >>> counted([])
    {'rules': 0, 'traced': 0, 'reasoned': 0, 'not_yet': 0}
    """
    of = {status: sum(row["status"] == status for row in rows) for status in STATUSES}
    return {"rules": len(rows), **of}


def coverage_pages(
    rows: list[RuleCovered], wanted: list[RuleCovered], *, in_full: bool
) -> list[Page]:
    """The counts of every rulebook, and the rows themselves where they were asked for."""
    counts = []
    for rulebook in dict.fromkeys(row["rulebook"] for row in rows):
        of = counted([row for row in rows if row["rulebook"] == rulebook])
        counts.append((rulebook, *map(str, of.values())))
    if len(counts) > 1:
        counts.append(("all", *map(str, counted(rows).values())))
    pages = [Page("", ("rulebook", "rules", *STATUSES), counts)]
    if in_full:
        found = [
            (row["rulebook"], row["rule"], row["status"], row["reason"] or ", ".join(row["tests"]))
            for row in wanted
        ]
        pages.append(Page("", ("rulebook", "rule", "status", "tests or reason"), found))
    return pages
