"""What was out of the ordinary at tables, as a report (S4)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.keyboard import Keyboard
from tests.cli.test_table_commands import KEYED_WRONGLY, LIVE_ROUND, Shell


@pytest.fixture
def shell(tmp_path: Path, keyboard: Keyboard) -> Shell:
    return Shell(tmp_path / "floor.db", keyboard)


def listed(shell: Shell, *words: str) -> list[dict[str, Any]]:
    found = shell.run("table", "exceptions", *words, "--json").json()
    assert found["format"] == "pitboss-table-exceptions/1"
    rows: list[dict[str, Any]] = found["exceptions"]
    return rows


def test_s4_an_ordinary_round_is_no_exception(shell: Shell) -> None:
    shell.open()
    assert shell.run("table", "exceptions", "T1").out == "No exceptions.\n"
    assert shell.run("table", "exceptions", "--csv").out == "at,table,round,what,by,role,second\n"


def test_s4_what_went_wrong_is_listed_with_who_ruled_and_why(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(LIVE_ROUND)
    rows = listed(shell, "T1")
    (reported,) = (row for row in rows if row["what"].startswith("irregularity reported"))
    (ruled,) = (row for row in rows if row["what"].startswith("ruling made"))
    assert "reason it was a test (6.1)" in ruled["what"]
    assert (reported["table"], reported["round"], reported["role"]) == ("T1", 1, "Dealer")
    assert (ruled["by"], ruled["role"]) == ("max", "Gaming Shift Manager")
    assert not any("counted" in row["what"] for row in rows), "the first count is no difference"
    table = list(csv.DictReader(io.StringIO(shell.run("table", "exceptions", "--csv").out)))
    assert [row["what"] for row in table] == [row["what"] for row in rows]
    assert listed(shell, "--to", "2020-01-01") == []
    assert listed(shell, "--from", "2020-01-01") == rows
    assert "is no time" in shell.run("table", "exceptions", "--from", "yesterday").err
    assert "No table T9" in shell.run("table", "exceptions", "T9").err


def test_s4_a_table_that_opens_with_other_limits_says_so(shell: Shell) -> None:
    shell.open()
    shell.run("table", "close", "T1", "--as", "max")
    shell.open()
    assert listed(shell) == []
    shell.run("table", "close", "T1", "--as", "max")
    shell.open("--limit", "base=10.00:500.00")
    (row,) = listed(shell)
    assert row["what"] == ('opened with other settings: limits {"base": ["10.00", "500.00"]}')
    assert row["by"] == "max"


def test_s4_a_count_that_was_off_is_listed_with_both_persons(shell: Shell) -> None:
    shell.open_live()
    shell.at_table("as sue dan\ncount-opening 25.00=40\ncount-closing 25.00=39\n")
    (row,) = listed(shell)
    assert "counted 975.00, expected 1000.00" in row["what"]
    assert (row["by"], row["second"]) == ("sue", "dan")


def test_s4_a_count_of_cards_that_was_off_and_a_deck_that_left_are_listed(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(
        "as sue dan\ncount-opening 25.00=40\nas dan\n"
        "bring-deck A red\nretire-deck A worn\nsit p1 1\ncall\n"
        "bet 1 p1 ante 25.00\nno-more-bets\nreport count_doubt\nrule counted again count=52\n"
        "report count_doubt\nrule counted again count=51\n"
    )
    what = [row["what"] for row in listed(shell)]
    assert "deck retired: deck A, reason worn (2.1)" in what
    counts = [line for line in what if line.startswith("deck counted")]
    assert counts == ["deck counted: cards 51 (5.8)"], "a whole deck is no exception"


def test_g18_no_card_is_named_that_is_hidden_now(shell: Shell) -> None:
    shell.open_live()
    shell.at_table(KEYED_WRONGLY.format(wrong="2h").partition("as dan sue")[0])
    said = json.dumps(listed(shell))
    assert "irregularity reported: kind duplicate_card" in said
    assert "entered: 9 cards" in said
