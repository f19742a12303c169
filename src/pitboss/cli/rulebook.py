"""`pitboss rulebook`: what a rulebook says, whether a file is one, and what tests hold it to."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.cli.pages import Page
    from pitboss.rulebook.model import Rulebook

app = typer.Typer(
    name="rulebook",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look into rulebooks: list, show, check, diff, coverage.",
)

DIFFERENT = 1
REFUSED = 2
_DIGEST_SHOWN = 12

RulebookName = Annotated[str, typer.Argument(metavar="ID", help="A rulebook's id, or a file.")]
AsJson = Annotated[bool, typer.Option("--json", help="As data, for programs.")]


class Status(StrEnum):
    """What is known of a rule."""

    TRACED = "traced"
    REASONED = "reasoned"
    NOT_YET = "not_yet"


def _found(name: str) -> Rulebook:
    """The rulebook that was named, or a refusal said plainly."""
    from pitboss.api import open_rulebook

    try:
        return open_rulebook(name)
    except PitbossError as error:
        _refuse(error)


def _refuse(error: PitbossError) -> NoReturn:
    for line in str(error).splitlines():
        typer.echo(f"pitboss: {line}", err=True)
    raise typer.Exit(REFUSED) from error


@app.command("list", epilog="Example: pitboss rulebook list --json")
def list_rulebooks(*, as_json: AsJson = False) -> None:
    """List the rulebooks that come with pitboss."""
    from pitboss.cli.pages import Page
    from pitboss.games.library import Library

    columns = ("id", "title", "edition", "effective", "game", "currency", "rules", "digest")
    books = [
        (b.id, b.title, b.edition, b.effective, b.game, b.currency, len(b.rules), b.digest)
        for b in Library().values()
    ]
    if as_json:
        _print_json([dict(zip(columns, book, strict=True)) for book in books])
        return
    rows = [tuple(str(cell or "-") for cell in book) for book in books]
    short = [(*row[:-1], row[-1][:_DIGEST_SHOWN]) for row in rows]
    _print_page(Page("", columns, short))


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
    as_json: AsJson = False,
) -> None:
    """Show what a rulebook says: wagers, decisions, dealing, paytables, options."""
    book = _found(rulebook)
    if paytable is not None and paytable not in book.paytables:
        known = ", ".join(book.paytables)
        _refuse(PitbossError(f"{book.id} has no paytable {paytable!r}; name one of {known}"))
    if as_json:
        from pitboss.cli.rulebook_data import rulebook_data

        data = rulebook_data(book)
        _print_json(data if paytable is None else data["paytables"][paytable])
        return
    for page in _pages(book, rules=rules, paytable=paytable):
        if page.rows:
            _print_page(page)


def _pages(book: Rulebook, *, rules: bool, paytable: str | None) -> list[Page]:
    from pitboss.cli.pages import paytable_page, rulebook_pages, rules_page

    if paytable is not None:
        return [paytable_page(book, book.paytables[paytable])]
    return [rules_page(book)] if rules else list(rulebook_pages(book))


@app.command(epilog="Example: pitboss rulebook check my-house.toml")
def check(
    file: Annotated[str, typer.Argument(help="A rulebook file of your own.")],
) -> None:
    """Check a rulebook file; every fault is named with its place and a remedy."""
    from pitboss.api import open_rulebook
    from pitboss.errors import RulebookError

    try:
        book = open_rulebook(file)
    except RulebookError as error:
        for fault in error.faults:
            typer.echo(f"{file}: {fault.place}: {fault.problem}\n    {fault.remedy}", err=True)
        faults = "1 fault" if len(error.faults) == 1 else f"{len(error.faults)} faults"
        typer.echo(f"{file}: {faults}", err=True)
        raise typer.Exit(REFUSED) from error
    except PitbossError as error:
        _refuse(error)
    typer.echo(
        f"{file}: good. {book.title}, {book.edition}: {len(book.wagers)} wagers, "
        f"{len(book.paytables)} paytables, {len(book.rules)} rules; plays as {book.game}; "
        f"digest {book.digest[:_DIGEST_SHOWN]}"
    )


@app.command(
    epilog="Example: pitboss rulebook diff mgc-let-it-ride my-house.toml. "
    "Exit status: 0 the same, 1 different, 2 a file was refused."
)
def diff(
    a: Annotated[str, typer.Argument(help="A rulebook's id, or a file.")],
    b: Annotated[str, typer.Argument(help="Another.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Say what two rulebooks differ in, key by key."""
    from pitboss.cli.pages import Page
    from pitboss.cli.rulebook_data import differences

    ours, theirs = _found(a), _found(b)
    found = differences(ours, theirs)
    if as_json:
        _print_json([difference._asdict() for difference in found])
    elif found:
        rows = [(path, _told(ours), _told(theirs)) for path, ours, theirs in found]
        _print_page(Page("", ("key", a, b), rows))
    else:
        typer.echo(f"{a} and {b} say the same.")
    raise typer.Exit(DIFFERENT if found else 0)


def _told(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@app.command(
    epilog="Examples: pitboss rulebook coverage --json · "
    "pitboss rulebook coverage --rulebook mgc-let-it-ride --status not_yet"
)
def coverage(
    *,
    rulebook: Annotated[
        str | None, typer.Option(metavar="ID", help="The rules of this rulebook.")
    ] = None,
    status: Annotated[Status | None, typer.Option(help="The rules of this status.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say which tests show each rule, and why the others have none."""
    from pitboss.cli.coverage import counted, coverage_pages, read_coverage

    rows = read_coverage()
    if rulebook is not None:
        book = _found(rulebook)
        rows = [row for row in rows if row["rulebook"] == book.id]
    wanted = [row for row in rows if status is None or row["status"] == status]
    if as_json:
        _print_json({**counted(rows), "rows": wanted})
        return
    for page in coverage_pages(rows, wanted, in_full=rulebook is not None or status is not None):
        _print_page(page)


def _print_json(data: Any) -> None:
    import json

    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def _print_page(page: Page) -> None:
    from pitboss.cli.printing import print_page

    print_page(page)
