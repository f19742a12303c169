"""What people type and read: the text files of this folder, each case a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.keyboard import Keyboard
from tests.cli.sessions import Session, sessions
from tests.cli.shell import PASSAGES
from tests.cli.test_link_commands import Shell as LinkShell

PLACES = {
    "a floor with staff": "shell",
    "a register of Ada, who is administrator, and Dan of table games": "register",
    "a floor for a link": "link",
    "a floor with a link and a claim": "claim",
    "a screen of eighty columns": "eighty_columns",
}
"""The fixture that makes each place."""
CASES = [
    pytest.param(
        case,
        id=f"{file.stem}: {case.title}",
        marks=[pytest.mark.rule(*case.rule)] if case.rule else [],
    )
    for file in sorted(Path(__file__).parent.glob("*.txt"))
    for case in sessions(file.read_text(encoding="utf-8"), PASSAGES)
]


@pytest.fixture
def link(tmp_path: Path, keyboard: Keyboard) -> LinkShell:
    return LinkShell(tmp_path, keyboard)


@pytest.fixture
def claim(link: LinkShell) -> None:
    link.create()
    link.start()
    link.play()


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.mark.parametrize("case", CASES)
def test_what_is_typed_is_answered_as_the_text_says(
    case: Session, keyboard: Keyboard, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(PLACES[case.place])
    case.check(keyboard, tmp_path)
