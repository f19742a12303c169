"""Tables of the two examples: live, served to house players, for a day; the audit finds nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.floor.config import read_config
from pitboss.games.library import Library, open_rulebook
from pitboss.store.memory import MemoryStore
from tests.cli.keyboard import Keyboard
from tests.examples.folders import CARIBBEAN, FLOOR, GAMES, MISSISSIPPI
from tests.floor.driver import DrivenFloor
from tests.games.own import staffed
from tests.house.floor import GOOD
from tests.script import play_at_table, play_in_house

NAMED = tuple(word for folder in GAMES for word in ("--game", folder))
LADDER = ("Dealer", "Floor Supervisor")
LIVE = {
    "MIS-1": """
        sit p1 1
        sit p2 2
        call
        p1: bet 1 p1 ante 10.00
        p2: bet 2 p2 ante 5.00
        no-more-bets
        deal Qs 7d 9h 4h Qh 2h Kh
        p1: choose 1 raise_1
        p2: choose 2 raise_3
        turn
        p1: choose 1 raise_2
        p2: choose 2 fold
        turn
        p1: choose 1 raise_3
        turn
        show 1
        settle
        end
    """,
    "CAR-1": """
        sit p1 1
        call
        p1: bet 1 p1 ante 10.00
        no-more-bets
        deal As Ah 4s 4d 2c 9c 9d Tc 7s 2h
        turn
        p1: choose 1 raise
        turn
        show 1
        settle
        end
    """,
}
"""A round at a live table, as its dealer keys it in; what p1 wins is 70.00 and 50.00."""


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a dealer and a supervisor in it."""
    path = tmp_path / "floor.db"
    monkeypatch.setenv("PITBOSS_DB", str(path))
    monkeypatch.setenv("PITBOSS_SECRET", GOOD)
    staffed(path, dict(zip(("dan", "sue"), LADDER, strict=True)), LADDER)
    return path


@pytest.mark.parametrize(("table", "net"), [("MIS-1", "+70.00"), ("CAR-1", "+50.00")])
def test_a_round_at_a_live_table(keyboard: Keyboard, db: Path, table: str, net: str) -> None:
    opening = ("table", "open", table, "--file", FLOOR, "--mode", "live", "--as", "sue")
    opened = keyboard(*opening, *NAMED)
    assert (opened.status, opened.err) == (0, "")
    lines = "\n".join(line.strip() for line in LIVE[table].splitlines())
    ran = keyboard("table", "run", table, "--as", "dan", "--strict", *NAMED, lines=lines)
    assert "round closed" in ran.out, ran.err
    assert f"net {net}" in keyboard("round", "show", table, *NAMED).out
    assert "nothing found" in keyboard("audit", *NAMED).out


ROUNDS = {
    CARIBBEAN: (
        """
        seat 1,2  ante 10.00
        deal 1: As Ah 4s 4d 2c; 2: Ks Jd 8c 5h 3s; dealer: 9c 9d Tc 7s 2h
        public,p1 see dealer - - - - -
        turn
        refused 3.3 "seat 1 may raise": turn
        public,p1,p2 see dealer 9c - - - -
        p1 sees hands 1
        now seat 1 may raise or fold [3.3]
        seat 1  raise
        seat 1  stakes ante 10.00  raise 20.00
        seat 2  fold
        finish
        seat 1  net 50.00
        seat 2  net -10.00
        end
        """
    ),
    MISSISSIPPI: (
        """
        seat 1,2  ante 10.00
        deal 1: Qs 7d; 2: 9h 4h; community: Qh 2h Kh
        public,p1 see community - - -
        refused 3.2 "seat 1 may raise_1": turn
        seat 1  raise_3
        seat 2  raise_2
        turn
        public,p1 see community Qh - -
        seat 1  raise_1
        seat 2  fold
        turn
        seat 1  raise_2
        seat 1  stakes ante 10.00  third 30.00  fourth 10.00  fifth 20.00
        finish
        seat 1  net 70.00
        seat 2  net -30.00
        end
        """
    ),
}


@pytest.mark.parametrize("file", ROUNDS, ids=lambda file: file.stem)
def test_a_whole_round_at_a_table_and_in_a_house(file: Path) -> None:
    rules, store = open_rulebook(file), MemoryStore()
    assert play_at_table(rules, ROUNDS[file]).play.is_over
    assert play_in_house(rules, ROUNDS[file], store=store).play.is_over
    assert audit(store, rulebooks=Library([rules])).findings == ()


def test_house_players_play_both_by_themselves() -> None:
    config = read_config(FLOOR, {}, GAMES)
    floor = DrivenFloor(MemoryStore(), config)
    for name in config.tables:
        floor.run(until=12, name=name)
        assert floor.names(name).count("round-closed") >= 10
    answers = {json.loads(one.body).get("choice") for one in floor.store.read("table/MIS-1")}
    assert {"fold", "raise_1", "raise_3"} <= answers
    assert audit(floor.store, rulebooks=config.rulebooks).findings == ()


@pytest.mark.slow
def test_a_day_with_tables_of_both(keyboard: Keyboard, tmp_path: Path) -> None:
    day = ("day", "--tables", "2", "--hours", "0.2", "--no-theory", "--json")
    words = (*day, "--config", FLOOR, "--db", tmp_path / "day.db", "--workers", "1")
    played = keyboard(*words, *NAMED).json()
    assert played["audit"]["findings"] == []
    assert {one["rulebook"] for one in played["tables"]} == {"caribbean-stud", "mississippi-stud"}
    assert played["rounds"] > 0


def test_the_floor_of_the_examples_is_good(keyboard: Keyboard) -> None:
    checked = keyboard("floor", "check", FLOOR, *NAMED)
    assert (checked.status, checked.err) == (0, "")
    keyboard("floor", "check", FLOOR).refuses("is not at hand")
