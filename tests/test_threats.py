"""Every threat of the threat model names tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = sorted((ROOT / "docs" / "threats").glob("*.md"))
HEADING = "| threat | who | what stands against it | tests |"


def threats(page: Path) -> list[list[str]]:
    """The cells of every row below the heading."""
    lines = [line.strip() for line in page.read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if line.startswith("|")]
    assert rows[:1] == [HEADING], f"{page.name} has no table of threats"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


@cache
def functions(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def is_there(test: str) -> bool:
    """Whether there is such a test: `FILE`, or `FILE::NAME` of a file in Python."""
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (not name or name.split("[")[0] in functions(file))


@pytest.mark.parametrize("page", PARTS, ids=lambda page: page.stem)
def test_every_threat_names_tests_that_exist(page: Path) -> None:
    found = threats(page)
    assert found
    for row in found:
        assert len(row) == 4, row
        assert all(row), f"a cell is empty: {row}"
        tests = re.findall(r"`(tests/[^`]+)`", row[3])
        assert tests, f"no test is named: {row[0]}"
        gone = [test for test in tests if not is_there(test)]
        assert not gone, f"{row[0]}: {gone}"


def test_every_attack_on_a_running_server_belongs_to_a_threat() -> None:
    named = "".join(page.read_text(encoding="utf-8") for page in PARTS)
    files = sorted(file.name for file in (ROOT / "tests" / "siege").glob("test_*.py"))
    assert [file for file in files if f"tests/siege/{file}" not in named] == []


def test_a_test_that_is_gone_is_found() -> None:
    here = "tests/test_threats.py"
    assert is_there(here)
    assert is_there(f"{here}::test_a_test_that_is_gone_is_found")
    assert not is_there(f"{here}::test_no_such_thing")
    assert not is_there("tests/test_of_nothing.py")
