"""`pitboss software`: what it is, and whether it is what was signed, at a keyboard."""

from __future__ import annotations

import pytest

from pitboss.house.software import KEY, MANIFEST, read_manifest, software_id
from tests.cli.keyboard import Keyboard
from tests.house.test_signed import Release, release

__all__ = ["release"]


def test_s9_the_digest_of_every_file_is_shown_and_held_against_what_was_signed(
    release: Release, keyboard: Keyboard
) -> None:
    first, *files = keyboard("software", "show").out.splitlines()
    assert first == software_id()
    assert files == [f"{digest}  {name}" for name, digest in read_manifest().items()]
    shown = keyboard("software", "show", "--json")
    assert shown == (0, release.manifest.read_text(encoding="utf-8"), "")
    checked = keyboard("software", "check", release.manifest, "--key", release.key)
    assert checked.status == 0
    assert "is what was signed" in checked.out


@pytest.mark.parametrize(
    "command",
    [
        ("serve", "--db", "memory:", "--port", "0"),
        ("link", "run", "mega", "--db", "floor.db"),
        ("table", "run", "T1", "--as", "dan", "--db", "floor.db"),
    ],
)
def test_p19_what_was_not_signed_does_not_serve(
    release: Release, keyboard: Keyboard, command: tuple[str, ...]
) -> None:
    keyboard.monkeypatch.setenv(MANIFEST, str(release.manifest))
    keyboard.monkeypatch.setenv(KEY, str(release.key))
    release.sign(release.manifest.read_text(encoding="utf-8").replace("money.py", "monye.py"))
    ran = keyboard(*command)
    assert ran.status == 2
    assert "money.py was added, monye.py is missing (rule S9)" in ran.err
