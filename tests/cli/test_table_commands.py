"""`pitboss table`, `round` and `audit`: a floor without a browser, at a keyboard."""

from __future__ import annotations

import csv
import errno
import io
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
from pitboss.house.house import House
from pitboss.store.contract import Append, Order, Receipt
from pitboss.store.leases import lease_of
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import PROGRAM
from tests.cli.shell import KEYED_WRONGLY, LIVE_ROUND, PUT_RIGHT, SEATED, UNDECIDED, Shell


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


def test_a_round_is_replayed_with_the_day_and_with_who_stood_beside(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(KEYED_WRONGLY + PUT_RIGHT)
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


def test_s4_what_went_wrong_is_listed_with_who_ruled_and_why(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(LIVE_ROUND)

    def listed(*words: str) -> list[dict[str, Any]]:
        found = shell.run("table", "exceptions", *words, "--json").json()
        assert found["format"] == "pitboss-table-exceptions/1"
        return list(found["exceptions"])

    rows = listed("T1")
    (reported,) = (row for row in rows if row["what"].startswith("irregularity reported"))
    (ruled,) = (row for row in rows if row["what"].startswith("ruling made"))
    assert "reason it was a test (6.1)" in ruled["what"]
    assert (reported["table"], reported["round"], reported["role"]) == ("T1", 1, "Dealer")
    assert (ruled["by"], ruled["role"]) == ("max", "Gaming Shift Manager")
    assert not any("counted" in row["what"] for row in rows), "the first count is no difference"
    table = list(csv.DictReader(io.StringIO(shell.run("table", "exceptions", "--csv").out)))
    assert [row["what"] for row in table] == [row["what"] for row in rows]
    assert listed("--to", "2020-01-01") == []
    assert listed("--from", "2020-01-01") == rows
