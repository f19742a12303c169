"""What holds for every command there is: a new one is found in the tree, and cannot forget it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from pitboss.cli.main import COMMANDS, LazyGroup, app
from pitboss.store.backup import backup
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import Keyboard, Ran
from tests.cli.test_link_commands import SETTINGS
from tests.contracts.test_protected import contents
from tests.house.floor import GOOD
from tests.house.linked import LINK, STRAIGHT_FLUSH, LinkedFloor
from tests.house.worker import WallClock

MAY_BEGIN = {"staff add", "restore", "serve", "day"}
"""Those for whom a record need not be there yet."""
WRITES_UNASKED = {"link run", "staff secret", "staff second-factor"}
"""Those that write though nobody is named as doing it. All others that ask for nobody only read."""

# What a command must be told, by what its help calls it.
SAID = {
    "LINK": LINK, "TABLE": "T1", "ID": "dan", "AMOUNT": "1.00", "TOML": "floor.toml",
    "level": "jackpot", "reason": "malfunction corrected", "holding": "overflow",
}  # fmt: skip
ENOUGH = {"link watch": ("--seconds", "0"), "audit": ("--workers", "1")}
"""What keeps a command from going on."""


def commands(part: object, *path: str) -> Iterator[tuple[str, TyperCommand]]:
    """Every command with the words that call it."""
    if isinstance(part, TyperGroup):
        for name, below in part.commands.items():
            yield from commands(below, *path, name)
    else:
        assert isinstance(part, TyperCommand)
        yield " ".join(path), part


def everything() -> LazyGroup:
    """The whole tree, every subcommand imported."""
    group = get_command(app)
    assert isinstance(group, LazyGroup)
    for name in COMMANDS:
        group.load(name)
    return group


def has_option(command: TyperCommand, name: str, *, is_required: bool = False) -> bool:
    return any(name in one.opts and one.required >= is_required for one in command.params)


ON_A_RECORD = {words: one for words, one in commands(everything()) if has_option(one, "--db")}
READERS = {
    words
    for words, one in ON_A_RECORD.items()
    if not has_option(one, "--as", is_required=True) and words not in MAY_BEGIN | WRITES_UNASKED
}


def arguments(command: TyperCommand) -> Iterator[str]:
    """A word for all that must be said."""
    for one in command.params:
        if one.required:
            word = SAID.get(one.metavar or one.name or "", "1")
            yield from (word,) if one.param_type_name == "argument" else (one.opts[0], word)


class Shell:
    """A command line, told whatever a command must be told."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        for name in ("PITBOSS_SECRET", "PITBOSS_NEW_SECRET"):
            keyboard.monkeypatch.setenv(name, GOOD)

    def __call__(self, words: str, folder: Path, db: Path) -> Ran:
        said = [*words.split(), *arguments(ON_A_RECORD[words]), *ENOUGH.get(words, ())]
        self.keyboard.monkeypatch.chdir(folder)
        return self.keyboard(*said, "--db", db)


@pytest.fixture
def shell(keyboard: Keyboard) -> Shell:
    return Shell(keyboard)


def test_what_is_excepted_is_there_and_the_rest_is_walked() -> None:
    assert set(ON_A_RECORD) >= MAY_BEGIN | WRITES_UNASKED
    assert {"staff list", "table day", "link show", "link report", "audit", "backup"} <= READERS


@pytest.mark.parametrize("words", sorted(set(ON_A_RECORD) - MAY_BEGIN))
def test_a_mistyped_name_is_said_and_makes_no_file(
    shell: Shell, tmp_path: Path, words: str
) -> None:
    (tmp_path / "floor.toml").write_text(SETTINGS, encoding="utf-8")
    before = contents(tmp_path)
    ran = shell(words, tmp_path, tmp_path / "flor.db")
    ran.refuses(f"There is no file {tmp_path / 'flor.db'}. Name the file you mean.")
    assert contents(tmp_path) == before


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup in a folder of its own: staff, a link, and a round that was played."""
    folder = tmp_path_factory.mktemp("kept")
    with closing(SqliteStore(tmp_path_factory.mktemp("floor") / "floor.db")) as store:
        floor = LinkedFloor(store, clock=WallClock())
        floor.create()
        floor.open_linked("T1")
        floor.play_linked("T1", seed=STRAIGHT_FLUSH["T1", 1][0])
        floor.owner.step()
        floor.owner.give_back()
        backup(store, folder / "kept.db")
    return folder


@pytest.mark.parametrize("words", sorted(READERS))
def test_whoever_only_reads_leaves_a_backup_as_it_was(
    shell: Shell, kept: Path, tmp_path: Path, words: str
) -> None:
    """Nothing is written to a file that keeps no log, unless it is opened for writing."""
    before = contents(kept)
    ran = shell(words, tmp_path, kept / "kept.db")
    assert (ran.status, ran.err) == (0, "")
    assert contents(kept) == before


def test_what_is_listed_of_a_command_is_how_its_own_help_begins() -> None:
    for name, command in everything().commands.items():
        said = " ".join((command.help or "").split())
        assert said.startswith(COMMANDS[name].help), name
