"""`pitboss staff`: what a person sees, what a program gets, and what nobody ever sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.sign_in import this_place
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import Keyboard, Ran, RealTerminal
from tests.cli.shell import ADA, DAN

NEW = "a kettle of brass stars"


class Shell:
    """A command line on one database."""

    def __init__(self, db: Path, keyboard: Keyboard) -> None:
        self.db = db
        self.keyboard = keyboard
        keyboard.monkeypatch.setenv("PITBOSS_DB", str(db))
        self.everything = ""

    def staff(self, *words: str, own: str = "", new: str = "", lines: str = "") -> Ran:
        """Run a command with secrets from the environment, or with lines of standard input."""
        for name, value in (("PITBOSS_SECRET", own), ("PITBOSS_NEW_SECRET", new)):
            if value:
                self.keyboard.monkeypatch.setenv(name, value)
            else:
                self.keyboard.monkeypatch.delenv(name, raising=False)
        ran = self.keyboard("staff", *words, lines=lines)
        self.everything += ran.out + ran.err
        return ran

    def listed(self) -> dict[str, Any]:
        record: dict[str, Any] = self.staff("list", "--json").json()
        assert record["format"] == "pitboss-access/1"
        return {person["person"]: person for person in record["people"]}


@pytest.fixture
def shell(register: Path, keyboard: Keyboard) -> Shell:
    return Shell(register, keyboard)


def test_the_first_person_is_administrator_and_the_next_of_table_games(
    tmp_path: Path, keyboard: Keyboard
) -> None:
    shell = Shell(tmp_path / "floor.db", keyboard)
    first = shell.staff("add", "ada", "--name", "Ada Low", own=ADA)
    assert first == (0, "ada is on the register: Ada Low, administration.\n", "")
    added = shell.staff("add", "dan", "--name", "Dan Wu", "--as", "ada", own=ADA, new=DAN)
    assert added == (0, "dan is on the register: Dan Wu, table games.\n", "")
    people = shell.listed()
    assert [people[id_]["administrator"] for id_ in ("ada", "dan")] == [True, False]


def test_the_first_person_of_another_department_is_refused(
    tmp_path: Path, keyboard: Keyboard
) -> None:
    shell = Shell(tmp_path / "new.db", keyboard)
    ran = shell.staff("add", "dan", "--name", "Dan", "--department", "cage", own=ADA)
    assert ran.status == 2
    assert "give the department administration" in ran.err
    assert "Add the first" in shell.staff("list").out


def test_only_the_first_person_begins_a_record(tmp_path: Path, keyboard: Keyboard) -> None:
    """Whoever is added by somebody is added where that somebody is."""
    shell = Shell(tmp_path / "mistyped.db", keyboard)
    ran = shell.staff("add", "dan", "--name", "Dan Wu", "--as", "ada", own=ADA, new=DAN)
    ran.refuses("There is no file")
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_printed_for_people(shell: Shell) -> None:
    shell.staff("appoint", "dan", "Dealer", "--as", "ada", own=ADA)
    shell.staff("review", "nothing to change", "--as", "ada", own=ADA)
    title, heading, ada, dan, ladder, note, rule, *_ = shell.staff("list").out.splitlines()
    assert title == "Staff"
    assert heading.split() == [
        "id", "name", "department", "roles", "last", "sign-in", "secret", "second", "factor",
        "active",
    ]  # fmt: skip
    assert ada.split()[:5] == ["ada", "Ada", "Low", "administration", "administrator"]
    assert dan.split() == (
        ["dan", "Dan", "Wu", "table", "games", "Dealer", "[1]", "never", "0", "days", "no", "yes"]
    )
    assert ladder.startswith("[1] Dealer < Pit Supervisor < ")
    assert " of mbs-let-it-ride-v3, mbs-" in ladder
    assert note.startswith("Reviewed 2")
    assert note.endswith("by ada: nothing to change")
    assert rule == "A second factor is required of nobody."


def test_roles_of_one_name_are_listed_with_the_ladder_of_each(shell: Shell) -> None:
    example = Path(__file__).parents[2] / "examples" / "casino-holdem" / "casino-holdem.toml"
    built_in = shell.staff("appoint", "dan", "Dealer", "--as", "ada", own=ADA).out
    assert " of mbs-let-it-ride-v3, " in built_in, "which ladder was taken is said"
    shell.staff("appoint", "dan", "Dealer", "--rulebook", str(example), "--as", "ada", own=ADA)
    listed = shell.staff("list").out
    assert "Dealer [1]; Dealer [2]" in listed
    assert "[2] Dealer < Floor Supervisor of a rulebook that is not built in" in listed


@pytest.mark.parametrize(
    ("words", "own", "said"),
    [
        (("add", "eve", "--name", "Eve"), ADA, "--as ID"),
        (("add", "eve", "--name", "Eve", "--as", "dan"), DAN, "Ask an administrator: ada"),
        (("leave", "dan", "--as", "ada"), DAN, "not the id and the secret"),
        (("leave", "dan", "--as", "ghost"), ADA, "not the id and the secret"),
        (("leave", "ghost", "--as", "ada"), ADA, "Nobody called 'ghost'"),
        (("leave", "ada", "--as", "ada"), ADA, "only administrator"),
        (("appoint", "dan", "boss", "--as", "ada"), ADA, "No rulebook has the role 'boss'"),
        (("appoint", "dan", "boss", "--as", "ada"), ADA, "name its file: --rulebook FILE"),
        (("appoint", "ada", "Dealer", "--as", "ada"), ADA, "Have another administrator do it"),
        (("add", "x", "--name", "X", "--department", "bar"), ADA, "'bar' is not a department"),
    ],
)
def test_what_is_refused_changes_nothing(
    shell: Shell, words: tuple[str, ...], own: str, said: str
) -> None:
    store = SqliteStore(shell.db)
    before = store.head("staff")
    shell.staff(*words, own=own, new=NEW).refuses(said)
    assert store.head("staff") == before
    store.close()


def test_nothing_that_is_printed_has_a_secret_or_a_hash_in_it(shell: Shell) -> None:
    weak = "zqzq9"
    for words in (
        ("add", "eve", "--name", "Eve Roe", "--as", "ada"),
        ("secret", "dan", "--as", "ada"),
        ("return", "dan", "--as", "ada"),
    ):
        assert shell.staff(*words, own=ADA, new=weak).status == 2
    shell.staff("secret", "dan", own=DAN, new=NEW)
    shell.staff("leave", "dan", "--as", "ada", own=weak)
    shell.staff("list")
    shell.listed()
    assert "is too weak" in shell.everything
    for word in (ADA, DAN, NEW, weak, "argon2", "$v="):
        assert word not in shell.everything


def test_no_secret_reaches_the_file(shell: Shell) -> None:
    shell.staff("secret", "dan", own=DAN, new=NEW)
    shell.staff("list", "--as", DAN, own=DAN)
    kept = b"".join(file.read_bytes() for file in shell.db.parent.glob("floor.db*"))
    assert b"argon2id" in kept
    for word in (ADA, DAN, NEW):
        assert word.encode() not in kept


@pytest.mark.slow
def test_at_a_terminal_secrets_are_asked_for_unseen_and_new_ones_twice(tmp_path: Path) -> None:
    def typed(*words: str, answers: list[str]) -> tuple[int, str]:
        terminal = RealTerminal("staff", *words, "--db", tmp_path / "floor.db")
        for answer in answers:
            # Only once it asks: what is typed before it stops showing keys would be shown.
            terminal.read_until(": ")
            terminal.type(f"{answer}\n")
        return terminal.close(), terminal.text

    first = ("add", "ada", "--name", "Ada Low")
    status, seen = typed(*first, answers=[ADA, NEW])
    assert status == 2, seen
    assert "nothing was changed" in seen
    status, seen = typed(*first, answers=[ADA, ADA])
    assert status == 0, seen
    assert ADA not in seen
    status, seen = typed("list", "--as", "ada", answers=[ADA])
    assert status == 0, seen
    assert "Ada Low" in seen
    assert ADA not in seen


def test_s10_attempts_are_shown_to_people_and_to_programs(shell: Shell) -> None:
    shell.staff("leave", "dan", "--as", "ada", own=DAN)
    shell.staff("leave", "ada", "--as", "dan", own=DAN)
    shown = shell.staff("attempts", "--as", "ada", own=ADA)
    assert shown.status == 0, shown.err
    lines = [line.split(maxsplit=1)[1] for line in shown.out.splitlines()[2:] if line]
    assert [" ".join(line.split()) for line in lines] == [
        f"ada not let in wrong secret, from {this_place()}",
        "dan signed in",
        "dan refused deactivate ada: dan may not change the register of staff",
        "ada signed in",
        "ada looked at attempts of everybody S10",
    ]
    record = shell.staff("attempts", "dan", "--json", "--as", "ada", own=ADA).json()
    assert record["format"] == "pitboss-attempts/1"
    assert [row["what"] for row in record["attempts"]] == ["signed in", "refused"]
    none = shell.staff("attempts", "dan", "--to", "2020-01-01", "--as", "ada", own=ADA)
    assert none.out == "No attempts are on record.\n"
