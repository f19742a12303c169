"""Traces the rules of the rulebooks to the tests that show them: `python -m tools.trace`.

A test names what it shows with `@pytest.mark.rule(rulebook, clause)`. A rule that no test shows, or
that tests show only in part, is listed in `docs/coverage.toml`: as *reasoned*, because no software
can show it, or as *not yet*.
From both and from the rulebooks come `coverage.json`, which `pitboss rulebook coverage` prints,
and the pages under `docs/`. With `--check` nothing is written, and a difference is an error.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.cli.rulebook import COVERAGE_FILE, RuleCovered, counted
from pitboss.games.library import built_in, built_in_ids
from tools.markdown import coverage_document, rulebook_document

ROOT = Path(__file__).parent.parent
NOTES = ROOT / "docs" / "coverage.toml"

ShownBy = dict[tuple[str, str], set[str]]


class Untraceable(Exception):
    """Rules, tests and notes that do not fit together: every problem, one a line."""


class Note(NamedTuple):
    """Why no test shows a rule, or not yet."""

    status: str
    reason: str


def name_of(item: pytest.Item) -> str:
    """A test by its file and name; its parameters are one test."""
    return item.nodeid.partition("[")[0]


def shown_by(items: Iterable[pytest.Item]) -> ShownBy:
    """What each rule is shown by, as the tests themselves say."""
    found: ShownBy = defaultdict(set)
    for item in items:
        for mark in item.iter_markers("rule"):
            if len(mark.args) != 2 or mark.kwargs:
                raise Untraceable(f"{name_of(item)}: mark it rule(rulebook, clause)")
            rulebook, clause = mark.args
            found[rulebook, clause].add(name_of(item))
    return found


class _Collected:
    """A pytest plugin that keeps what was collected."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = session.items


def collect() -> list[pytest.Item]:
    """Every test there is, the long ones too; none of them is run."""
    plugin, said = _Collected(), io.StringIO()
    arguments = ["--collect-only", "--quiet", "-m", "", "-p", "no:cacheprovider"]
    with contextlib.redirect_stdout(said):
        status = pytest.main([*arguments, f"--rootdir={ROOT}", str(ROOT / "tests")], [plugin])
    if status != pytest.ExitCode.OK:
        raise Untraceable(f"the tests cannot be collected:\n{said.getvalue()}")
    return plugin.items


def read_notes(text: str) -> dict[tuple[str, str], Note]:
    """The rules without tests, each with its reason."""
    notes: dict[tuple[str, str], Note] = {}
    problems = []
    for status, groups in tomllib.loads(text).items():
        for group in groups:
            for rulebook, rules in group["rules"].items():
                for rule in rules:
                    if (rulebook, rule) in notes:
                        problems.append(f"{rulebook} {rule}: is listed twice in {NOTES.name}")
                    notes[rulebook, rule] = Note(status, group["reason"])
    _raise(problems)
    return notes


def trace(tests: ShownBy, notes: dict[tuple[str, str], Note]) -> list[RuleCovered]:
    """Every rule of every rulebook, in order, with its status."""
    rules = [(book, rule) for book in built_in_ids() for rule in built_in(book).rules]
    _raise(_problems(rules, tests, notes))
    return [_covered(*rule, tests.get(rule, set()), notes.get(rule)) for rule in rules]


def _covered(rulebook: str, rule: str, tests: set[str], note: Note | None) -> RuleCovered:
    status, reason = note or ("traced", None)
    return {
        "rulebook": rulebook,
        "rule": rule,
        "status": status,
        "tests": sorted(tests),
        "reason": reason,
    }


def _problems(
    rules: list[tuple[str, str]], tests: ShownBy, notes: dict[tuple[str, str], Note]
) -> Iterator[str]:
    known = set(rules)
    for rulebook, rule in sorted(set(tests) - known):
        marked = ", ".join(sorted(tests[rulebook, rule]))
        yield f"{rulebook} {rule}: is no rule of a rulebook, and is the mark of {marked}"
    for rulebook, rule in sorted(set(notes) - known):
        yield f"{rulebook} {rule}: is no rule of a rulebook; take it out of {NOTES.name}"
    for rulebook, rule in sorted(set(tests) & set(notes)):
        if notes[rulebook, rule].status == "reasoned":
            yield f"{rulebook} {rule}: has a test after all; take it out of {NOTES.name}"
    for rulebook, rule in rules:
        if (rulebook, rule) not in tests and (rulebook, rule) not in notes:
            yield f"{rulebook} {rule}: has no test; write one, or say why in {NOTES.name}"


def _raise(problems: Iterable[str]) -> None:
    found = list(problems)
    if found:
        raise Untraceable("\n".join(found))


def coverage_json(rows: list[RuleCovered]) -> str:
    """The rows as `pitboss rulebook coverage --json` prints them."""
    return json.dumps({**counted(rows), "rows": rows}, indent=1, ensure_ascii=False) + "\n"


def documents(rows: list[RuleCovered]) -> dict[str, str]:
    """Every file that is made, by its place in the repository."""
    books = [built_in(rulebook) for rulebook in built_in_ids()]
    return {
        f"src/pitboss/rulebooks/{COVERAGE_FILE}": coverage_json(rows),
        "docs/coverage.md": coverage_document(rows, books),
        **{f"docs/rulebooks/{book.id}.md": rulebook_document(book) for book in books},
    }


def stale(made: dict[str, str]) -> list[str]:
    """The files that are not as they would be made now, and those nobody makes any more."""
    kept = {
        place
        for place, text in made.items()
        if (ROOT / place).exists() and (ROOT / place).read_text(encoding="utf-8") == text
    }
    pages = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/rulebooks/*.md")}
    return sorted((set(made) - kept) | (pages - set(made)))


def write(made: dict[str, str]) -> list[str]:
    """Put right what is not as it should be."""
    places = stale(made)
    for place in places:
        if place in made:
            (ROOT / place).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / place).write_text(made[place], encoding="utf-8")
        else:
            (ROOT / place).unlink()
    return places


def main(arguments: list[str]) -> int:
    """Write the files, or only compare them; the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m tools.trace [--check]", file=sys.stderr)
        return 2
    try:
        rows = trace(shown_by(collect()), read_notes(NOTES.read_text(encoding="utf-8")))
    except Untraceable as error:
        print(error, file=sys.stderr)
        return 1
    made = documents(rows)
    print(", ".join(f"{number} {name.replace('_', ' ')}" for name, number in counted(rows).items()))
    if arguments:
        places = stale(made)
        if places:
            print(f"{', '.join(places)}: not current; run: make trace", file=sys.stderr)
        return 1 if places else 0
    for place in write(made):
        print(f"wrote {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
