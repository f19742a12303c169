"""The documents made from data: tables in Markdown, one row a line, nothing that links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.cli.output import Page
from pitboss.cli.rulebook import STATUSES, RuleCovered, counted
from pitboss.cli.rulebook_pages import rulebook_pages, rules_page
from pitboss.rulebook.model import Rulebook

MADE = "Made by `make trace`; do not edit."


def rulebook_document(book: Rulebook) -> str:
    """Everything one rulebook says."""
    identity, *others = rulebook_pages(book)
    parts = [
        f"# {book.title}",
        f"{MADE} The source is `src/pitboss/rulebooks/{book.id}.toml`.",
        _table(("", ""), identity.rows),
    ]
    for page in (*others, rules_page(book)):
        if page.rows:
            parts.append(_section(page))
    return "\n\n".join(parts) + "\n"


def coverage_document(rows: list[RuleCovered], books: Sequence[Rulebook]) -> str:
    """Every rule with the tests that show it, or the reason why none does."""
    of = {book.id: [row for row in rows if row["rulebook"] == book.id] for book in books}
    counts = [(book.id, *map(str, counted(of[book.id]).values())) for book in books]
    counts.append(("all", *map(str, counted(rows).values())))
    parts = [
        "# Rules and the tests that show them",
        MADE,
        "A test names its rulebook and clause; `docs/coverage.toml` says why the other rules have\n"
        "none. *Reasoned*: no software can show it. *Not yet*: later work will.",
        _table(("rulebook", "rules", *(status.replace("_", " ") for status in STATUSES)), counts),
    ]
    parts += (_covered(book, of[book.id]) for book in books)
    return "\n\n".join(parts) + "\n"


def _covered(book: Rulebook, rows: list[RuleCovered]) -> str:
    cells = [
        (
            row["rule"],
            book.rules[row["rule"]].summary,
            row["status"].replace("_", " "),
            row["reason"] or ", ".join(f"`{test}`" for test in row["tests"]),
        )
        for row in rows
    ]
    table = _table(("rule", "says", "status", "tests or reason"), cells)
    return f"## {book.id}\n\n{table}"


def _section(page: Page) -> str:
    parts = [f"## {page.title}", _table(page.columns, page.rows), *page.notes]
    return "\n\n".join(parts)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_line(columns), _line("---" for _ in columns), *map(_line, rows)]
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    r"""One row; a bar inside a cell must not end it.

    >>> _line(["a|b", "c"])
    '| a\\|b | c |'
    """
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
