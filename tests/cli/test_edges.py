"""Where a command meets the world: closed and full streams, strange encodings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.keyboard import process
from tests.test_records import folded_round


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(folded_round()))
    return str(file)


def test_a_closed_input_is_said_plainly() -> None:
    process("settle", "-", shell="<&-").refuses("standard input is closed")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_not_blamed_on_the_record(record: str, unbuffered: str) -> None:
    ran = process("settle", record, shell="> /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert ran == (2, "", "pitboss: stopped: No space left on device\n")


def test_a_sheet_is_utf_8_whatever_the_terminal_speaks() -> None:
    ran = process("par", "three-card", "-o", "-", shell="| wc -c", PYTHONIOENCODING="latin-1")
    assert "Traceback" not in ran.err
    assert int(ran.out) > 10_000


def test_a_number_of_thousands_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text('{"seats": ' + "9" * 5000 + "}")
    process("settle", file).refuses("thousands of digits")
