"""Where a command meets the world: closed and full streams, strange encodings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from tests.test_records import folded_round

SOURCES = Path(pitboss.__file__).parent.parent
CODE = "from pitboss.cli.main import run; run()"


def run(*arguments: str, shell: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell that arranges its streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-c", CODE, *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCES), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(folded_round()))
    return str(file)


def test_a_closed_input_is_said_plainly() -> None:
    ran = run("settle", "-", shell="<&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "standard input is closed" in ran.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_not_blamed_on_the_record(record: str, unbuffered: str) -> None:
    ran = run("settle", record, shell="> /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert ran.returncode == 2
    assert ran.stderr == "pitboss: stopped: No space left on device\n"


def test_a_sheet_is_utf_8_whatever_the_terminal_speaks() -> None:
    ran = run("par", "three-card", "-o", "-", shell="| wc -c", PYTHONIOENCODING="latin-1")
    assert "Traceback" not in ran.stderr
    assert int(ran.stdout) > 10_000


def test_a_number_of_thousands_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text('{"seats": ' + "9" * 5000 + "}")
    ran = run("settle", str(file), shell="")
    assert ran.returncode == 2
    assert "thousands of digits" in ran.stderr
