"""`pitboss software`: what it is, and whether it is what was signed, at a keyboard."""

from __future__ import annotations

import sys

import pytest

from pitboss.cli.main import run
from pitboss.pit.identity import read_manifest, software_id
from pitboss.pit.signed import KEY, MANIFEST
from tests.pit.test_signed import Release, release

__all__ = ["release"]


def told(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["pitboss", *map(str, arguments)])
    try:
        run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_s9_the_digest_of_every_file_is_shown_and_held_against_what_was_signed(
    release: Release, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(monkeypatch, "software", "show") == 0
    first, *files = capsys.readouterr().out.splitlines()
    assert first == software_id()
    assert files == [f"{digest}  {name}" for name, digest in read_manifest().items()]
    assert told(monkeypatch, "software", "show", "--json") == 0
    assert capsys.readouterr().out == release.manifest.read_text(encoding="utf-8")
    assert told(monkeypatch, "software", "check", release.manifest, "--key", release.key) == 0
    assert "is what was signed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ("serve", "--db", "memory:", "--port", "0"),
        ("link", "run", "mega", "--db", "floor.db"),
        ("table", "run", "T1", "--as", "dan", "--db", "floor.db"),
    ],
)
def test_p19_what_was_not_signed_does_not_serve(
    release: Release,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...],
) -> None:
    monkeypatch.setenv(MANIFEST, str(release.manifest))
    monkeypatch.setenv(KEY, str(release.key))
    release.sign(release.manifest.read_text(encoding="utf-8").replace("money.py", "monye.py"))
    assert told(monkeypatch, *command) == 2
    assert "money.py was added, monye.py is missing (rule S9)" in capsys.readouterr().err
