"""Clauses shown by rounds: the text files of this folder, each case a test of its own.

A file names its rulebook and, where it has a link, the meters; where it names two rulebooks, every
case is played under both. A case is a line `CLAUSES: what is
true` and, indented, a script (tests/README.md). Where its last lines stand between bars, it is
played once for each of these rows, with the words of the row in the place of `{its heading}`.
A case is played as a round; one with the line `record`, or that says `refused CLAUSE "why"` of the
whole, is written down as a record only, because no table would let it come about.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.games.library import built_in
from tests.script import RecordScript, play


class Case(NamedTuple):
    """One example of one or more clauses."""

    rulebook: str
    clauses: tuple[str, ...]
    title: str
    script: str

    @property
    def name(self) -> str:
        """What is shown, and under which clauses."""
        return f"{', '.join(self.clauses)} {self.title}".strip()

    @property
    def is_record(self) -> bool:
        """Whether it is written down as a record and not played."""
        lines = [line.strip() for line in self.script.splitlines()]
        return "record" in lines or (lines[-1].startswith("refused ") and lines[-1].endswith('"'))

    def check(self) -> None:
        """Play it, or write it down."""
        if self.is_record:
            RecordScript(self.rulebook, self.script).check()
        else:
            play(self.rulebook, self.script)


def cases(text: str) -> Iterator[Case]:
    """Every case of a file."""
    rulebooks: list[str] = []
    meters = ""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("rulebook "):
            rulebooks = line.split()[1:]
        elif line.startswith("meters "):
            meters = line
        elif line.startswith("    "):
            blocks[-1].append(line.strip())
        elif line and not line.startswith("#"):
            blocks.append([line])
    for head, *body in blocks:
        lines = [line for line in body if not line.startswith("|")]
        for row in rows([line for line in body if line.startswith("|")]):
            said = [_filled(line, row) for line in (head, *lines)]
            clauses, _, title = said[0].rpartition(": ")
            is_elsewhere = said[1].startswith("rulebook ")
            books = said.pop(1).split()[1:] if is_elsewhere else rulebooks
            for book in books:
                script = "\n".join([meters, *said[1:]] if book in rulebooks else said[1:])
                yield Case(book, tuple(filter(None, clauses.split(", "))), title, script)


def rows(table: list[str]) -> list[dict[str, str]]:
    """What stands between bars: one dictionary for each row; one that is empty without a table.

    >>> rows(["| cards | won |", "| As Ah | 30.00 |"])
    [{'cards': 'As Ah', 'won': '30.00'}]
    """
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[1:]] or [{}]


def _filled(line: str, row: dict[str, str]) -> str:
    for name, value in row.items():
        line = line.replace("{" + name + "}", value)
    return line


class ClauseFile(pytest.File):
    """A text file of cases."""

    item: type[ClauseItem]
    """How a case of it is played."""

    def rules(self, case: Case) -> Iterator[tuple[str, str]]:
        """The rules of rulebooks that a case shows; entries of the register are none."""
        for clause in case.clauses:
            if clause in built_in(case.rulebook).rules:
                yield case.rulebook, clause

    def collect(self) -> Iterator[pytest.Item]:
        seen: dict[str, int] = {}
        for case in cases(self.path.read_text(encoding="utf-8")):
            seen[case.name] = seen.get(case.name, 0) + 1
            item = self.item.from_parent(self, name=f"{case.name}[{seen[case.name]}]")
            item.case = case
            for rule in self.rules(case):
                item.add_marker(pytest.mark.rule(*rule))
            yield item


class ClauseItem(pytest.Item):
    """One case."""

    case: Case

    def runtest(self) -> None:
        self.case.check()

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


ClauseFile.item = ClauseItem


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> ClauseFile | None:
    if file_path.suffix == ".txt" and file_path.parent == Path(__file__).parent:
        found: ClauseFile = ClauseFile.from_parent(parent, path=file_path)
        return found
    return None
