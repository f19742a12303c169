"""`pitboss table`, `round` and `audit`: a floor without a browser, at a keyboard."""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import Unavailable
from pitboss.floor.floor import lease_name
from pitboss.games.library import built_in
from pitboss.house.clock import Clock, utc_now
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.staff.register import Department
from pitboss.store.contract import Append, Order, Receipt
from pitboss.store.leases import lease_of
from pitboss.store.sqlite import SqliteStore
from tests.audit.altering import Altered
from tests.cli.keyboard import PROGRAM, Keyboard, Ran
from tests.house.floor import CHEAP, GOOD

ROLES = {"max": "Gaming Shift Manager", "sue": "Pit Supervisor", "dan": "Dealer"}
SEATED = "sit p1 1\nbuy p1 500.00\n"
A_ROUND = """
call
p1: bet 1 p1 1 10.00
p1: bet 1 p1 2 10.00
p1: bet 1 p1 $ 10.00
no-more-bets
p1: choose 1 ride
p1: choose 1 withdraw
"""
UNDECIDED = A_ROUND.replace("p1: choose 1 ride\n", "")


class Shell:
    """A command line on one database, with staff in it."""

    def __init__(self, db: Path, keyboard: Keyboard, clock: Clock = utc_now) -> None:
        self.db = db
        self.run = keyboard
        self.monkeypatch = monkeypatch = keyboard.monkeypatch
        monkeypatch.setenv("PITBOSS_DB", str(db))
        monkeypatch.setenv("PITBOSS_SECRET", GOOD)
        with closing(SqliteStore(str(db))) as store:
            staffing = House(store, clock, secrets=Secrets(CHEAP)).staff
            office = Department.ADMINISTRATION
            staffing.add("boss", name="Bo Oss", department=office, secret=GOOD)
            for person, role in ROLES.items():
                floor = Department.TABLE_GAMES
                staffing.add(person, name=person, department=floor, secret=GOOD, by="boss")
                staffing.appoint(person, role, by="boss")

    def open(self, *words: str, rulebook: str = "mbs-let-it-ride-v3") -> Ran:
        return self.run(
            "table", "open", "T1", "--rulebook", rulebook, "--limit", "base=5.00:500.00",
            "--zone", "Asia/Singapore", "--as", "max", *words,
        )  # fmt: skip

    def open_live(self, *words: str) -> None:
        """Texas Hold'em Bonus, dealt by hand."""
        opened = self.run(
            "table", "open", "T1", "--rulebook", "holdem", "--zone", "Asia/Singapore",
            "--as", "sue", *(words or LIVE),
        )  # fmt: skip
        assert (opened.status, opened.err) == (0, "")

    def play(self, lines: str = A_ROUND) -> Ran:
        """Open a table of Let It Ride, seat p1 with chips, and type these lines."""
        self.open()
        return self.at_table(SEATED + lines)

    def forged(self, event: str, **fields: str) -> Path:
        """The database with one event changed, and every hash made to fit again."""
        with closing(SqliteStore(self.db)) as store:
            altered = Altered(store)
        place = altered.find("table/T1", event)
        altered.change_body("table/T1", place, lambda body: body.update(fields))
        altered.rechain()
        forged = self.db.with_suffix(".forged")
        with closing(SqliteStore(forged)) as store:
            entries = (entry for stream in altered.streams() for entry in altered.scan(stream))
            store.restore(entries, altered.receipts())
        return forged

    def at_table(self, lines: str, *words: str) -> Ran:
        return self.run("table", "run", "T1", "--as", "dan", *words, lines=lines)

    def audited(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.run("audit", "--json").out)
        return report


@pytest.fixture
def shell(tmp_path: Path, keyboard: Keyboard) -> Shell:
    return Shell(tmp_path / "floor.db", keyboard)


def test_a_table_is_opened_run_audited_and_closed(shell: Shell) -> None:
    assert "Table T1 is open." in shell.open().out
    ran = shell.at_table(SEATED + A_ROUND)
    assert (ran.status, ran.err) == (0, "")
    assert "round closed" in ran.out
    listed = shell.run("table", "list", "--json").json()["tables"]
    assert [(one["table"], one["status"], one["round"]) for one in listed] == [("T1", "open", 1)]
    assert shell.audited()["findings"] == []
    closed = shell.run("table", "close", "T1", "--as", "max")
    assert "Table T1 is closed." in closed.out
    assert "Open it" in shell.at_table("call").out


def test_the_result_of_an_earlier_shift_is_asked_for_by_its_number(shell: Shell) -> None:
    shell.play()
    first = shell.run("table", "result", "T1", "--json").json()
    shell.run("table", "close", "T1", "--as", "max")
    shell.open()
    assert shell.run("table", "result", "T1", "--json").json()["drop"] == "0.00"
    again = shell.run("table", "result", "T1", "--shift", "1", "--json").json()
    assert (again.pop("shift"), again, again["drop"]) == (1, first, "500.00")
    assert "Table T1, shift 1" in shell.run("table", "result", "T1", "--shift", "1").out
    for number in ("0", "3"):
        refused = shell.run("table", "result", "T1", "--shift", number)
        refused.refuses(f"no shift {number}; name one from 1 to 2")


def test_a_table_at_which_nobody_bets_is_closed(shell: Shell) -> None:
    shell.open()
    ran = shell.at_table("sit p1 1\ncall\nclose-table\nend\ncall")
    assert "End the round first" in ran.out
    assert "Now: the dealer may end the round" in ran.out
    assert "round closed" in ran.out
    assert "seeds opened" in ran.out
    closed = shell.run("table", "close", "T1", "--as", "max")
    assert (closed.status, closed.err) == (0, "")
    assert "Table T1 is closed." in closed.out
    assert "No wager stood at its end." in shell.run("round", "show", "T1", "2").out
    assert "round closed" in shell.run("round", "replay", "T1", "2").out
    shell.run("round", "export", "T1", "2").refuses("nothing to settle")
    assert shell.run("round", "export", "T1", "--all").out == ""
    assert shell.audited()["findings"] == []


def test_a_floor_without_tables_says_how_to_open_one(shell: Shell) -> None:
    listed = shell.run("table", "list")
    assert (listed.status, listed.err) == (0, "")
    assert "pitboss table open" in listed.out


def test_what_is_due_is_said_and_what_is_hidden_is_not(shell: Shell) -> None:
    ran = shell.play(UNDECIDED)
    assert "Now: seat 1 may ride or withdraw (3.8)" in ran.out
    dealt = next(line for line in ran.out.splitlines() if "cards dealt" in line)
    assert "1: 3 cards" in dealt
    for word in ("replay", "export"):
        shell.run("round", word, "T1", "1").refuses("is not over, and its cards are secret")


def _day(shell: Shell) -> str:
    day: str = shell.run("table", "list", "--json").json()["tables"][0]["gaming_day"]
    return day


def test_a_round_is_shown_replayed_and_exported(shell: Shell) -> None:
    shell.play()
    shown = shell.run("round", "show", "T1", "1").out
    assert "Seat 1  p1" in shown
    digest = built_in("mbs-let-it-ride-v3").digest
    assert f"gaming day {_day(shell)}, rulebook digest {digest}" in shown, "what was paid by (G11)"
    replayed = shell.run("round", "replay", "T1").out.splitlines()
    assert "bets called" in replayed[0]
    assert "seeds opened" in replayed[-1]
    entries = shell.run("round", "replay", "T1", "--json").lines()
    settled = {e["wager"]: (e["winnings"], e["returned"]) for e in entries if "outcome" in e}
    record = shell.db.with_suffix(".json")
    record.write_text(shell.run("round", "export", "T1", "1").out)
    again = json.loads(shell.run("settle", str(record)).out)
    lines = again["seats"][0]["lines"]
    assert {line["wager"]: (line["winnings"], line["returned"]) for line in lines} == settled
    assert len(shell.run("round", "export", "T1", "--all").out.splitlines()) == 1


def test_a_round_is_replayed_with_what_befell_people_and_chips_meanwhile(shell: Shell) -> None:
    shell.play(A_ROUND.replace("no-more", "sit p2 2\nno-more"))
    replayed = shell.run("round", "replay", "T1").out
    assert "seat taken: player p2, seat 2" in replayed
    assert "player p1, seat 1" not in replayed
    named = shell.run("round", "replay", "T1", "--json").out
    assert [json.loads(line)["event"] for line in named.splitlines()].count("seat-taken") == 1


def test_a_round_is_replayed_with_the_day_and_with_who_stood_beside(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(KEYED_WRONGLY.format(wrong="2h"))
    entries = shell.run("round", "replay", "T1", "--json").lines()
    ruled = next(entry for entry in entries if entry["event"] == "ruling-made")
    (said,) = (
        line
        for line in shell.run("round", "replay", "T1").out.splitlines()
        if "ruling made" in line
    )
    assert "dan (Dealer) with sue" in said
    assert f"{ruled['time'][:23]}Z" in said


def test_who_did_it_is_said_by_the_entry_and_not_by_its_words(shell: Shell) -> None:
    shell.play()
    forged = shell.forged("choice-made", actor="nobody", time="never")
    replayed = shell.run("round", "replay", "T1", "1", "--json", "--db", forged).out
    assert "p1" in {json.loads(line)["actor"] for line in replayed.splitlines()}
    assert "nobody" not in replayed
    assert "never" not in replayed
    assert "says other things" in shell.run("audit", "--db", forged).out


def test_a_round_is_shown_as_it_was_recorded_and_told_to_differ(shell: Shell) -> None:
    shell.play()
    honest = shell.run("round", "show", "T1", "1")
    assert honest.status == 0
    assert "recorded" not in honest.out
    forged = shell.forged("wager-settled", winnings="777.00")
    shown = shell.run("round", "show", "T1", "1", "--db", str(forged))
    assert shown.status == 1
    assert "Settled again it differs; see what pitboss audit finds." in shown.out
    (said,) = (line for line in shown.out.splitlines() if line.startswith("  recorded: "))
    assert "seat 1, " in said
    assert "winnings 777.00" in said
    replayed = shell.run("round", "replay", "T1", "1", "--db", str(forged)).out
    assert "winnings 777.00" in replayed


@pytest.mark.rule("mbs-let-it-ride-v3", "5.1.1")
def test_5_1_1_a_void_round_in_which_no_wager_stood_leaves_no_record_to_settle(
    shell: Shell,
) -> None:
    shell.open("--mode", "live")
    bets = [f"p1: bet 1 p1 {wager} 10.00\n" for wager in ("1", "2", "$")]
    joker = 'report foreign_card card="a joker" place="the deck"\nauto\n'
    ran = shell.at_table(f"{SEATED}call\n{bets[0]}{joker}")
    assert "round closed" in ran.out
    shell.at_table(f"call\n{''.join(bets)}{joker}")
    alone = shell.run("round", "export", "T1", "1")
    alone.refuses("Round 1 of table T1: no wager stood at its end")
    every = shell.run("round", "export", "T1", "--all")
    assert every.status == 0
    assert every.err.startswith("1 round left out, the first is 1: no wager stood at its end")
    records = shell.db.with_suffix(".jsonl")
    records.write_text(every.out)
    settled = shell.run("settle", str(records))
    assert (settled.status, settled.err) == (0, "")
    assert json.loads(settled.out)["seats"][0]["returned"] == "30.00"
    assert shell.run("round", "show", "T1", "1").status == 0


def test_the_rounds_of_a_table_nobody_opened_are_not_exported(shell: Shell) -> None:
    shell.open()
    ran = shell.run("round", "export", "T9", "--all")
    ran.refuses("No table T9 in this database; there are: T1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--limit", "base=5.00"), "write the least and the most"),
        (("--limit", "base"), "an equals sign"),
        (("--zone", "Moon/Crater"), "is not a time zone"),
        (("--method", "by_hand"), "write one of packets"),
        (("--house", "absent_defalt=ride"), "Known:"),
        (("--positions", "9"), "It has"),
        (("--set", "colour=blue"), "is not an option"),
        (("--set", "absent_default=ride"), "write it under house: --house absent_default=ride"),
    ],
)
def test_a_setting_that_is_wrong_is_named(shell: Shell, words: tuple[str, ...], said: str) -> None:
    shell.open(*words).refuses(said)


def test_settings_may_come_from_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(
        '[tables.T1]\nrulebook = "mbs-megalink-three-card-v6"\nlayout = "A"\n'
        'time_zone = "Asia/Singapore"\nmethod = "automated"\n'
        '[tables.T1.limits]\nante = ["10.00", "200.00"]\npair_plus = ["5.00", "100.00"]\n'
    )
    ran = shell.run("table", "open", "T1", "--file", str(file), "--as", "max")
    assert (ran.status, ran.err) == (0, ""), ran
    assert "ante 10.00 to 200.00" in ran.out
    lost = shell.run("table", "open", "T2", "--file", str(file), "--as", "max")
    assert "write [tables.T2]" in lost.err


def test_a_floors_file_says_what_its_tables_have_in_common(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(
        '[floor]\nname = "Harbour"\ntime_zone = "Asia/Singapore"\n[pace]\ndecision_seconds = 17\n'
        '[tables.T1]\nrulebook = "mbs-let-it-ride-v3"\nlimits = { base = ["5.00", "500.00"] }\n'
    )
    ran = shell.run("table", "open", "T1", "--file", str(file), "--as", "max")
    assert (ran.status, ran.err) == (0, ""), ran
    with closing(SqliteStore(str(shell.db))) as store:
        setting = House(store).tables.table("T1").setting
    assert setting is not None
    assert (setting.time_zone, setting.house["decision_timer"]) == ("Asia/Singapore", "17")


def test_who_may_not_open_a_table_is_told_who_may(shell: Shell) -> None:
    shell.open("--as", "boss").refuses("needs the")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bet 1 p1", "bet needs wager, stake"),
        ("bet 1 p1 1 ten", "is not money"),
        ("bet one p1 1 10.00", "is not a whole number"),
        ("deal 2h 3h Joker", "Only cards that lie on a table can be dealt"),
        ("settle", "There is nothing to settle now"),
        ("as", "as needs an id"),
        ("fly", "No command is called 'fly'"),
        ("bet 1 p1 1 10.00 chips 0.00 more", "is too much"),
        ("take-fill F1 25.00=40 25.00=4", "take-fill, 25.00: given twice"),
        ("bet 1 p1 1 stake=10.00 stake=90.00", "bet, stake: given twice"),
        ('say "what', "No closing quotation"),
        ("next", "Nothing is due"),
        ("report nothing_special", "is not an irregularity"),
        ("p2: choose 1 ride", "Players act for their own hands only"),
        ("choose 1 ride", "Players do this by themselves"),
        ("cash-out p1 5.00", "Players do this by themselves"),
    ],
)
def test_a_line_that_is_refused_says_why_and_the_rest_goes_on(
    shell: Shell, line: str, said: str
) -> None:
    shell.open()
    bets = "".join(f"p1: bet 1 p1 {wager} 10.00\n" for wager in ("1", "2", "$"))
    start = f"{SEATED}call\n{bets}"
    extra = "no-more-bets\n" if "choose" in line else ""
    ran = shell.at_table(start + extra + line + "\ndue\n")
    assert ran.status == 2
    refused = [text for text in ran.out.splitlines() if text.startswith("Refused")]
    assert len(refused) == 1
    assert said in refused[0]
    strict = shell.at_table(line + "\n" + line + "\n", "--strict")
    assert strict.out.count("Refused") == 1


def test_a_table_nobody_opened_and_a_round_nobody_played(shell: Shell) -> None:
    assert "there are: none" in shell.run("round", "show", "T1").err
    shell.open()
    assert "has played no round yet" in shell.run("round", "show", "T1", "4").err


def test_the_audit_finds_a_changed_cent_in_the_file(shell: Shell) -> None:
    shell.play()
    head = shell.db.with_suffix(".head")
    assert shell.run("audit", "--write-head", str(head)).status == 0
    with closing(sqlite3.connect(shell.db)) as raw:
        raw.executescript(
            "PRAGMA writable_schema=ON; DELETE FROM sqlite_master WHERE type='trigger';"
        )
    with closing(sqlite3.connect(shell.db)) as raw:
        raw.execute(
            "UPDATE entries SET body = replace(body, '10.00', '10.01') "
            "WHERE name = 'wager-placed' AND version = (SELECT min(version) FROM entries WHERE "
            "name = 'wager-placed')"
        )
        raw.commit()
    found = shell.run("audit", "--head", str(head))
    assert found.status == 1
    assert "its hash does not fit what it says" in found.out
    report = shell.audited()
    assert report["format"] == "pitboss-audit/1"
    assert set(report["findings"][0]) == {"stream", "version", "kind", "rule", "message"}


@pytest.mark.parametrize("table", ["entries", "heads"])
def test_a_number_that_is_none_is_found_or_refused_in_words(shell: Shell, table: str) -> None:
    shell.play()
    with closing(sqlite3.connect(shell.db)) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            raw.execute(f"DROP TRIGGER {name}")
        end = "(SELECT max(version) FROM entries WHERE stream = 'table/T1')"
        raw.execute(
            f"UPDATE {table} SET version = 'abc' WHERE stream = 'table/T1' AND version = {end}"
        )
        raw.commit()
    assert shell.run("audit").status == 1
    places = {(one["stream"], one["kind"]) for one in shell.audited()["findings"]}
    assert ("table/T1", "chain") in places
    for words in (("table", "list"), ("table", "day"), ("table", "result", "T1")):
        refused = shell.run(*words)
        assert refused.status == 2, refused
        assert "table/T1" in refused.err
        assert "is not as it was written" in refused.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "'format'"),
        ('{"format": "pitboss-head/1", "heads": {}}', "it knows no stream"),
        ('{"format": "pitboss-head/1", "heads": {"table/T1": [0, ""]}}', "end at 0"),
    ],
)
def test_a_head_that_is_none_is_unreadable(
    shell: Shell, tmp_path: Path, text: str, why: str
) -> None:
    other = tmp_path / "other.json"
    other.write_text(text)
    ran = shell.run("audit", "--head", other)
    ran.refuses("is not an exported head")
    ran.refuses(why)


def test_a_head_is_written_over_nothing_but_the_one_that_was_just_found_right(
    shell: Shell, tmp_path: Path
) -> None:
    first, other = tmp_path / "first.json", tmp_path / "other.json"
    assert shell.run("audit", "--write-head", str(first)).status == 0
    before = first.read_text()
    shell.open()
    other.write_text("not a head")
    for words in (("--write-head", str(first)), ("--head", str(first), "--write-head", str(other))):
        shell.run("audit", *words).refuses("already. Name another for the head")
    assert (first.read_text(), other.read_text()) == (before, "not a head")
    both = ("--head", str(first), "--write-head", str(first))
    assert shell.run("audit", *both).status == 0
    after = first.read_text()
    assert "table/T1" in json.loads(after)["heads"]
    # What the head is evidence of must not go with it.
    with closing(sqlite3.connect(shell.db)) as raw, raw:
        raw.execute("DROP TRIGGER entries_are_not_changed")
        raw.execute("UPDATE entries SET actor = 'eve' WHERE stream = 'table/T1' AND version = 1")
    ran = shell.run("audit", *both)
    assert ran.status == 1
    assert "finding" in ran.out
    assert f"{first} is left as it was" in ran.err
    assert first.read_text() == after


def test_a_head_that_cannot_be_written_is_named_after_the_result(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    for place, why in (("folder", "is a folder"), ("lost/a.json", "there is no folder")):
        ran = shell.run("audit", "--write-head", str(tmp_path / place))
        ran.refuses(f"{tmp_path / place} ")
        assert why in ran.err

    def full(path: Path, text: str, encoding: str) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    ran = shell.run("audit", "--write-head", str(tmp_path / "head.json"))
    assert ran.status == 2
    assert "nothing found" in ran.out
    assert f"{tmp_path / 'head.json'} was not written: No space left" in ran.err
    assert not list(tmp_path.glob("head.json*"))


def test_of_nothing_no_head_is_exported(shell: Shell, tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "empty.db")):
        pass
    head = tmp_path / "head.json"
    ran = shell.run("audit", "--db", str(tmp_path / "empty.db"), "--write-head", str(head))
    assert ran.status == 2
    assert "nothing is recorded yet" in ran.err
    assert not head.exists()


@pytest.mark.slow
@pytest.mark.rule("mbs-megalink-holdem-v9", "5.16")
def test_5_16_a_process_killed_in_mid_round_is_resumed_as_the_rule_says(
    shell: Shell, tmp_path: Path
) -> None:
    opened = shell.run(
        "table", "open", "T1", "--rulebook", "holdem", "--layout", "A", "--method", "A",
        "--limit", "ante=5.00:500.00", "--limit", "bonus=5.00:500.00", "--zone", "Asia/Singapore",
        "--as", "max",
    )  # fmt: skip
    assert opened.status == 0, opened.err
    words = ["table", "run", "T1", "--as", "dan"]
    program = [*PROGRAM, *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(
            "sit p1 1\nbuy p1 500.00\ncall\np1: bet 1 p1 ante 10.00\nno-more-bets\n"
        )
        running.stdin.flush()
        next(line for line in running.stdout if "bet or fold" in line)
        running.send_signal(signal.SIGKILL)
    resumed = shell.at_table("")
    assert "was not over when the table stopped" in resumed.out
    assert "5.16" in resumed.out
    finished = shell.at_table("p1: answer p1 withdraw\n")
    assert "10.00" in finished.out
    assert shell.audited()["findings"] == []


@pytest.mark.rule("mbs-megalink-holdem-v9", "5.16")
def test_5_16_a_second_keyboard_at_a_table_that_runs_is_no_failure(shell: Shell) -> None:
    shell.open()
    with closing(SqliteStore(str(shell.db))) as store:
        lease = lease_of(store, lease_name("T1"))
        assert lease.take()
        shell.at_table(SEATED + UNDECIDED)
        beside = shell.run("table", "run", "T1", "--as", "sue", lines="due\n")
        assert "Another process runs table T1 too" in beside.out
        assert "was not over" not in beside.out
        lease.give_back()
    left = shell.at_table("p1: choose 1 ride\n")
    assert "was not over when the table stopped" in left.out


@pytest.mark.parametrize("is_written", [True, False])
def test_whether_a_line_was_written_can_be_looked_up_before_it_is_typed_again(
    shell: Shell, is_written: bool
) -> None:
    shell.open()
    append = SqliteStore.append

    def lost(store: SqliteStore, order: Order, appends: Sequence[Append]) -> Receipt:
        if appends[0].drafts[0].name == "bought-in":
            if is_written:
                append(store, order, appends)
            raise Unavailable("The line is dead.")
        return append(store, order, appends)

    with shell.monkeypatch.context() as broken:
        broken.setattr(SqliteStore, "append", lost)
        ran = shell.at_table(SEATED)
    assert ran.status == 2
    assert "The line is dead. It is not known whether 'buy p1 500.00' was written." in ran.err
    look = ran.err.strip().rpartition("type: ")[2]
    told = shell.at_table(f"{look}\ngiven\n").out
    assert ("It was written: it counts once." in told) is is_written
    assert ("It was not written." in told) is not is_written
    assert "Refused: given needs the id of a command" in told


def test_who_leaves_in_mid_round_hears_what_follows(shell: Shell) -> None:
    ran = shell.play(UNDECIDED)
    assert "Round 1 is not over, and no process runs the table now" in ran.out
    assert "(1.1.7)" in ran.out.splitlines()[-1]


def test_what_may_be_reported_and_what_a_ruling_needs_is_said(shell: Shell) -> None:
    shell.open("--mode", "live")
    bets, _ = A_ROUND.split("p1: choose 1 ride")
    trouble = 'irregularities\nreport uncovered what="the lights went out"\n'
    ran = shell.at_table(f"{SEATED}{bets}{trouble}")
    assert "  late_wager: Wager placed or increased" in ran.out
    assert "    amount: how much it is, as 25.00" in ran.out
    assert "Now: the Gaming Shift Manager or a higher role rules continue or void" in ran.out
    assert "Now: with the ruling: seat, if known: the seat it concerns" in ran.out


def test_a_table_nobody_opened_is_named_as_such(shell: Shell) -> None:
    assert "No table has been opened in this database" in shell.run("table", "list").out
    for words in (("run", "T2", "--as", "dan"), ("result", "T2"), ("close", "T2", "--as", "dan")):
        shell.run("table", *words).refuses("No table T2 in this database; there are none")
    shell.open()
    assert "there are: T1" in shell.run("table", "result", "T2").err


LIVE = (
    "--layout", "A", "--positions", "6", "--method", "A", "--mode", "live", "--limit",
    "ante=5.00:500.00", "--limit", "bonus=5.00:100.00", "--house", "table_counts=required",
)  # fmt: skip
KEYED_WRONGLY = """
sit p1 1
as sue dan
count-opening 5.00=100 25.00=40
as dan
call
p1: bet 1 p1 ante 10.00
no-more-bets
deal 2h 3h 4h 5h 6h 7h 8h 9h {wrong}
deal 2h 3h 4h 5h 6h 7h 8h 9h Th
as dan sue
rule keying_error slip "cards=2h 3h 4h 5h 6h 7h 8h 9h Th"
as dan
p1: choose 1 fold
settle
end
"""
LIVE_ROUND = """
call
sit p1 1
count-opening 5.00=100
as sue dan
count-opening 5.00=100 25.00=40
as dan
call
p1: bet 1 p1 ante 10.00
report uncovered what="a fire alarm"
rule continue "it was a test"
as max
rule continue "it was a test"
as dan
no-more-bets
deal 2h 3h 4h 5h 6h 7h 8h 9h Th
p1: choose 1 fold
settle
end
"""


DECLINED_ROUND = """
sit p1 1
call
p1: bet 1 p1 ante 10.00
no-more-bets
deal 2h 3h 4h 5h 6h 7h 8h 9h Th
p1: choose 1 bet
turn
p1: choose 1 check
turn
p1: choose 1 check
turn
turn
p1: decline 1
view-declined-hand 1 "to be sure"
as sue
view-declined-hand 1 "to be sure"
as dan
"""


@pytest.mark.rule("mbs-megalink-holdem-v9", "3.10.1")
def test_3_10_1_who_may_view_a_hand_that_was_declined_is_told_its_cards(shell: Shell) -> None:
    shell.open_live(*LIVE[:-2])
    ran = shell.at_table(DECLINED_ROUND + "settle\nend\n")
    before, looked = ran.out.split("sue has the keyboard")
    assert "7h 8h" not in before
    assert "Refused: dan acts as Dealer (rule 3.10.1)" in before
    assert "declined hand viewed: seat 1, reason to be sure (3.10.1)" in looked
    assert "seat 1 holds 7h 8h" in looked
    assert shell.audited()["findings"] == []


def test_several_people_work_at_one_keyboard(shell: Shell) -> None:
    shell.open_live()
    ran = shell.at_table(LIVE_ROUND)
    # What bets wait for is said before anybody is refused, and by whom it is done.
    assert "Now: count the rack for opening, two persons: count-opening (I-50; Pit Super" in ran.out
    assert ran.out.index("Now: count the rack") < ran.out.index("Refused: Bets before the rack")
    assert "Refused: dan alone (rule I-50)" in ran.out
    assert "sue with dan has the keyboard" in ran.out
    assert "opening counted: pieces 5.00: 100; 25.00: 40, counted 1500.00, second dan" in ran.out
    assert "Refused: dan acts as Dealer (rule 6.1)" in ran.out
    assert "ruling made: kind uncovered, ruling continue, reason it was a test" in ran.out
    assert "round settled" in ran.out
    assert "round closed" in ran.out
    assert shell.audited()["findings"] == []


def test_a_round_that_is_settled_and_not_over_shows_no_hand_that_was_folded(shell: Shell) -> None:
    shell.open_live()
    ran = shell.at_table(LIVE_ROUND.removesuffix("end\n"))
    assert "round settled" in ran.out
    shown = shell.run("round", "show", "T1")
    assert shown.status == 2
    assert "is not over, and its cards are secret" in shown.err
    assert "7h" not in shown.out


@pytest.mark.parametrize("wrong", ["2h", "Joker"])
def test_i_101_cards_that_no_deck_deals_stop_the_entry_and_are_kept(
    shell: Shell, wrong: str
) -> None:
    shell.open_live()
    ran = shell.at_table(KEYED_WRONGLY.format(wrong=wrong))
    masked = "9 cards" if wrong == "2h" else f"8 cards {wrong}"
    assert f"entered: {masked}; doubted: {wrong}" in ran.out
    replayed = shell.run("round", "replay", "T1").out
    assert f"entered: 2h 3h 4h 5h 6h 7h 8h 9h {wrong}; doubted: {wrong}" in replayed
    ruled = next(line for line in replayed.splitlines() if "ruling made" in line)
    assert "dan (Dealer) with sue" in ruled, "whoever confirmed it"
    assert "rules keying_error or real_card" in ran.out
    assert ran.out.count("Refused") == 1, "the same cards again, before anybody has confirmed them"
    assert "round closed" in ran.out
    assert shell.audited()["findings"] == []


def test_nobody_stands_beside_themselves(shell: Shell) -> None:
    shell.open()
    ran = shell.at_table("as sue sue\nregister-device 1\n")
    assert (
        "Refused: sue cannot confirm what sue does. Name another person as the second." in ran.out
    )
    assert "sue has the keyboard" not in ran.out
    shell.at_table("", "--second", "dan").refuses("dan cannot confirm what dan does")
    assert shell.audited()["findings"] == []


def test_each_at_a_keyboard_shows_who_they_are(shell: Shell) -> None:
    shell.open()
    ran = shell.at_table("as nobody\nas sue\n")
    assert ran.out.count("Refused: ") == 1
    assert ran.out.index("Refused: ") < ran.out.index("sue has the keyboard")
    shell.monkeypatch.setenv("PITBOSS_SECOND_SECRET", "not the secret of sue")
    assert "Refused" in shell.at_table("as dan sue\n").out
    # Without the environment each secret is a line of the input.
    shell.monkeypatch.delenv("PITBOSS_SECOND_SECRET")
    shell.monkeypatch.delenv("PITBOSS_SECRET")
    ran = shell.at_table(f"{GOOD}\nas max sue\n{GOOD}\n{GOOD}\ndue\n")
    assert "max with sue has the keyboard" in ran.out


def test_s4_a_mistyped_buy_in_is_corrected_at_the_keyboard_and_listed(shell: Shell) -> None:
    live = ("--mode", "live", "--rulebook", "mbs-let-it-ride-v3", "--limit", "base=5.00:500.00")
    shell.run("table", "open", "T1", "--zone", "Asia/Singapore", "--as", "max", *live)
    typed = shell.at_table(
        "movements\nbuy p1 5000.00\ncorrect 1 'typed a nought too many'\nas sue\nmovements\n"
        "correct 1 'typed a nought too many' 500.00\nmovements\nhelp\n"
    )
    assert "None in this shift." in typed.out
    assert "This needs the Pit Supervisor or a higher role" in typed.out
    assert "  1: buy-in p1 $5,000.00\n" in typed.out
    assert "  1: buy-in p1 $5,000.00, corrected\n  2: buy-in p1 $500.00\n" in typed.out
    assert "correct NUMBER REASON [INSTEAD]" in typed.out
    result = shell.run("table", "result", "T1", "--json").json()
    assert (result["drop"], result["corrections"]) == ("500.00", 1)
    (row,) = shell.run("table", "exceptions", "T1", "--json").json()["exceptions"]
    assert row["what"] == (
        "chips corrected: number 1, kind buy-in, player p1, amount 5000.00, instead 500.00, "
        "reason typed a nought too many (S4)"
    )
    assert (row["by"], row["role"]) == ("sue", "Pit Supervisor")
    assert shell.audited()["findings"] == []
