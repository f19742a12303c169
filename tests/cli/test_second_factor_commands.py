"""Second factors at a keyboard: set, asked for wherever a secret is, lost, and required (S7)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pyotp import TOTP

from pitboss.house.house import House
from pitboss.house.house_key import HouseKey
from pitboss.house.secrets import Secrets, step_at
from pitboss.staff.register import Department
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import PROGRAM, Keyboard, Ran
from tests.cli.shell import A_ROUND
from tests.cli.shell import Shell as TableShell
from tests.house.floor import CHEAP, GOOD

FIVE_MINUTES = timedelta(minutes=5)
KEYS = {"boss": "A" * 32, "dan": "B" * 32, "sue": "C" * 32}


class Shell(TableShell):
    """A floor on which boss, dan and sue have had second factors for a while, and sol has none."""

    def __init__(self, folder: Path, keyboard: Keyboard) -> None:
        # From the beginning of the test on, so that no code is another before it is typed.
        self._now = datetime.now(UTC)
        before = self._now - FIVE_MINUTES
        super().__init__(folder / "floor.db", keyboard, lambda: before)
        self.house_key = folder / "house.key"
        HouseKey(self.house_key).make()
        self.monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(self.house_key))
        with closing(SqliteStore(self.db)) as store:
            earlier = House(store, lambda: before, secrets=Secrets(CHEAP)).staff
            earlier.add("sol", name="Sol", department=Department.SECURITY, secret=GOOD, by="boss")
            for person, key in KEYS.items():
                code = TOTP(key).generate_otp(step_at(before))
                earlier.set_second_factor(person, key, code, by=person)

    def code(self, person: str, later: int = 0) -> str:
        """What a device shows now, or half a minute later, which will do as well."""
        return TOTP(KEYS[person]).generate_otp(step_at(self._now) + later)

    def staff(self, *words: str, code: str = "", lines: str = "") -> Ran:
        if code:
            self.monkeypatch.setenv("PITBOSS_CODE", code)
        return self.run("staff", *words, lines=lines)


@pytest.fixture
def shell(tmp_path: Path, keyboard: Keyboard) -> Shell:
    return Shell(tmp_path, keyboard)


def test_s7_a_key_is_shown_once_and_counts_when_the_device_has_it(shell: Shell) -> None:
    """Whoever types it reads the key before the code is asked for, as here over pipes."""
    with subprocess.Popen(
        [*PROGRAM, "staff", "second-factor", "sol"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ,
    ) as typing:  # fmt: skip
        assert typing.stdin is not None
        assert typing.stdout is not None
        shown = [typing.stdout.readline() for _ in range(3)]
        found = re.search(r"otpauth://totp/pitboss:sol\?secret=([A-Z2-7]{32})&issuer=", shown[1])
        assert found is not None, shown
        assert shown[2].replace(" ", "").strip() == found[1]
        typing.stdin.write(TOTP(found[1]).now() + "\n")
        typing.stdin.close()
        assert typing.stdout.read() == (
            "sol signs by two factors from now on. Open sessions have ended.\n"
        )
    assert typing.returncode == 0
    listed = shell.staff("list")
    kept = [file for file in shell.db.parent.iterdir() if file.is_file()]
    assert found[1] not in listed.out
    assert not [file for file in kept if found[1].encode() in file.read_bytes()]
    assert [line.split()[-2:] for line in listed.out.splitlines() if line.startswith("sol")] == [
        ["yes", "yes"]
    ]


def test_s7_nobody_is_on_record_beside_who_did_not_sign_in(shell: Shell) -> None:
    ran = shell.staff("second-factor", "dan", "--second", "sol", code=shell.code("dan"))
    ran.refuses("To set your own takes no second person")


def test_s7_a_table_is_run_and_signed_by_two_factors(shell: Shell) -> None:
    opened = shell.open()
    assert opened.status == 0, opened.err
    # A line for the code where it is not in the environment, and `as` asks for another's.
    lines = f"{shell.code('dan')}\nsit p1 1\nbuy p1 500.00\n{A_ROUND}"
    ran = shell.at_table(f"{lines}as sue\n{shell.code('sue')}\n")
    assert (ran.status, ran.err) == (0, "")
    assert "sue has the keyboard" in ran.out
    replayed = shell.run("round", "replay", "T1").out
    assert "dan (Dealer), by two factors: dan" in replayed
    said = [
        json.loads(line)
        for line in shell.run("round", "replay", "T1", "--json").out.split("\n")
        if line
    ]
    assert {(one["actor"], tuple(one["two_factors"])) for one in said} >= {
        ("dan", ("dan",)), ("p1", ()), ("system", ()),
    }  # fmt: skip
    assert shell.audited()["findings"] == []


def test_s7_without_its_code_a_secret_opens_nothing(shell: Shell) -> None:
    assert shell.open().status == 0
    missing = shell.at_table("")
    missing.refuses("Code of dan is needed. Run this in a terminal, set PITBOSS_CODE")
    wrong = shell.at_table("000000\ndue\n")
    wrong.refuses("a person who has a second factor gives its code too")
    right = shell.code("dan")
    assert shell.at_table(f"{right}\ndue\n").status == 0
    again = shell.at_table(f"{right}\ndue\n")
    assert again.status == 2
    assert "This code of dan was used already. Wait for the next one" in again.err
    assert "000000" not in missing.err + wrong.err + again.err


def test_s7_one_changes_ones_own_secret_with_the_code(shell: Shell) -> None:
    shell.monkeypatch.setenv("PITBOSS_NEW_SECRET", "seven quiet lighthouses")
    assert shell.staff("secret", "dan", code="000000").status == 2
    assert shell.staff("secret", "dan", code=shell.code("dan")).out == "dan has a new secret.\n"


def test_s7_a_lost_device_takes_an_administrator_and_a_second_person(shell: Shell) -> None:
    remove = ("second-factor", "dan", "--remove")
    for words in (remove, (*remove, "--as", "boss"), (*remove, "--second", "sol")):
        alone = shell.staff(*words)
        assert alone.status == 2
        assert "an administrator and a second person: --as ID --second ID" in alone.err
    done = shell.staff(*remove, "--as", "boss", "--second", "sol", code=shell.code("boss"))
    assert done == (0, "dan no longer has a second factor. Open sessions have ended.\n", "")
    assert shell.open().status == 0
    assert shell.at_table("due\n").status == 0
    shown = shell.staff("attempts", "boss", "--as", "boss", code=shell.code("boss", 1))
    assert "signed in           by two factors  S7" in shown.out
    assert shell.audited()["findings"] == []


def test_s7_the_house_requires_it_and_nobody_is_shut_out(shell: Shell) -> None:
    by = ("--as", "boss", "--second", "sol")
    refused = shell.staff("require-second-factor", "all", "--as", "boss")
    assert refused.status == 2
    assert "Missing option '--second'" in refused.err
    done = shell.staff("require-second-factor", "all", *by, code=shell.code("boss"))
    assert done == (
        0,
        "A second factor is required of all.\n"
        "They must set theirs before they sign in again: max, sol.\n",
        "",
    )
    assert "max comes in by two factors only" in shell.open().err
    listed = shell.run("staff", "list", "--json").json()
    assert listed["second_factor_required_of"] == ["all"]
    lacking = [one["person"] for one in listed["people"] if one["second_factor_lacking"]]
    assert lacking == ["max", "sol"]
    # The key is shown to whoever has shown the secret, and no code of it is known here.
    shown = shell.staff("second-factor", "max", lines="000000\n")
    assert shown.out.startswith("Give this to an authenticator")
    assert "not the code that max's device makes of the new key (rule S7)" in shown.err


def test_s7_without_the_key_of_the_house_it_is_said_where_it_should_be(shell: Shell) -> None:
    shutil.move(shell.house_key, shell.house_key.with_name("elsewhere"))
    gone = shell.staff("list", "--as", "boss", code=shell.code("boss"))
    assert gone.status == 2
    assert f"The key of the house cannot be read: {shell.house_key}: No such file" in gone.err
    shell.monkeypatch.delenv("PITBOSS_HOUSE_KEY")
    unnamed = shell.staff("list", "--as", "boss", code=shell.code("boss"))
    assert "let PITBOSS_HOUSE_KEY name that copy" in unnamed.err
    assert "not let in" not in shell.staff("attempts", "--as", "sol").out
