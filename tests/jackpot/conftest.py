"""Links shown by lines: the text files of this folder, each case a test of its own.

A case is written as in `tests/rules`; a clause of a rulebook has the rulebook before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jackpot.script import BOOKS, LinkScript
from tests.rules.conftest import Case, ClauseFile, ClauseItem


class LinkItem(ClauseItem):
    """One case of a link."""

    def runtest(self) -> None:
        LinkScript(self.case.script).check()


class LinkFile(ClauseFile):
    """A text file of cases of a link."""

    item = LinkItem

    def rules(self, case: Case) -> Iterator[tuple[str, str]]:
        for clause in case.clauses:
            book, _, rule = clause.partition(" ")
            if rule:
                yield BOOKS[book], rule


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> LinkFile | None:
    if file_path.suffix == ".txt" and file_path.parent == Path(__file__).parent:
        found: LinkFile = LinkFile.from_parent(parent, path=file_path)
        return found
    return None
