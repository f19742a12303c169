"""`pitboss simulate`: what it prints, and what it says to what cannot be."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.cli.keyboard import Keyboard
from tests.sim.stud import FILE

QUICK = ["simulate", "mgc-let-it-ride", "--rounds", "2000", "--seats", "2", "--seed", "5"]


def test_json_says_rounds_speed_and_wagers(keyboard: Keyboard) -> None:
    record = keyboard(*QUICK, "--json").json()
    assert record["format"] == "pitboss-simulation/1"
    assert (record["rounds"], record["seats"], record["seed"]) == (2000, 2, 5)
    assert record["rounds_per_cpu_second"] > 0 < record["cpu_seconds"]
    names = [wager["wager"] for wager in record["wagers"]]
    assert names == ["base", "bonus", "progressive", "three_card_bonus", "cover_all", "envy"]
    for wager in record["wagers"]:
        low, high = wager["interval"]
        assert low <= wager["mean"] <= high
        assert sum(row["count"] for row in wager["histogram"]) == 4000
    assert len(record["by_seat"]) == 12
    assert [row["seat"] for row in record["results_in_dollars"]] == [1, 2, "table"]


def test_the_same_seed_prints_the_same_figures(keyboard: Keyboard) -> None:
    one, two = (keyboard(*QUICK, "--json").json()["wagers"] for _ in range(2))
    assert one == two


def test_csv_and_a_page_say_the_same(keyboard: Keyboard, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(keyboard(*QUICK, "--csv").out)))
    assert rows[0]["wager"] == "base"
    page = keyboard(*QUICK).out
    assert f"{float(rows[0]['mean']):+.6f}" in page
    assert "2,000 rounds of seed 5" in page
    path = tmp_path / "figures.csv"
    assert keyboard(*QUICK, "--csv", "-o", path).status == 0
    assert path.read_text().splitlines()[0].startswith("seat,wager,unit,rounds,mean")


def test_an_exported_round_can_be_settled(keyboard: Keyboard, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    assert keyboard(*QUICK, "--export", "17", "--export", "18", "-o", path).status == 0
    settlements = keyboard("settle", path).lines()
    assert len(settlements) == 2
    assert len(settlements[0]["seats"]) == 2


def test_parquet_needs_its_package(keyboard: Keyboard, tmp_path: Path) -> None:
    path = tmp_path / "figures.parquet"
    try:
        import pyarrow.parquet
    except ImportError:
        keyboard(*QUICK, "--parquet", "-o", path).refuses("pitboss[parquet]")
    else:
        assert keyboard(*QUICK, "--parquet", "-o", path).status == 0
        assert pyarrow.parquet.read_table(path).num_rows == 6 + 12 + 3


def test_sessions_of_a_run_are_drawn(keyboard: Keyboard, tmp_path: Path) -> None:
    path = tmp_path / "run.svg"
    words = [*QUICK, "--strategy", "best,never_ride", "--session", "50", "--bankroll", "600"]
    assert keyboard(*words, "--chart", path).status == 0
    first = path.read_text()
    for said in ("40 sessions of 50 rounds with $600.00", "never_ride: ", "drawdown", "ruined by"):
        assert said in first
    assert keyboard(*words, "--chart", path).status == 0
    assert path.read_text() == first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--chart", "run.gif"), "charts are .svg, .png or .pdf"),
        (("--chart", "no-such-folder/run.svg"), "make it first"),
        (("--chart", "run.svg", "--session", "5000"), "2,000 rounds make no session of 5,000"),
        (("--chart", "run.svg", "--bankroll", "lots"), "--bankroll lots: write an amount like"),
        (("--chart", "run.svg", "--bankroll", "1"), "does not cover one round"),
        (("--session", "50"), "give --chart as well"),
        (("--bankroll", "500"), "give --chart as well"),
        (("--strategy", "cleverly"), "is not a strategy of mgc-let-it-ride"),
        (("--strategy", "best,best,best"), "3 strategies for 2 seats"),
        (("--strategy", "no-such.py:decide"), "no-such.py cannot be read"),
        (("--strategy", "no-such.csv"), "no-such.csv cannot be read"),
        (("--wagers", "poker"), "is not a wager here; there are base"),
        (("--wagers", "base=much"), "write an amount like 25.00"),
        (("--set", "jackpot"), "jackpot"),
        (("--set", "players=3"), "give --seats"),
        (("--seats", "8"), "8 seats: the layout has 1 to"),
        (("--rounds", "9000000000000000"), "end before"),
        (("-o", "no-such-folder/x.json", "--json"), "there is no folder no-such-folder"),
        (("--export", "-1"), "rounds are numbered from 0"),
        (("--json", "--csv"), "only one of --json, --csv and --parquet"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    keyboard: Keyboard, words: tuple[str, ...], said: str
) -> None:
    keyboard(*QUICK, *words).refuses(said)


# --- a game that has no kernels -------------------------------------------------------------------


def test_a_game_without_kernels_is_simulated_with_all_its_wagers(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    words = ["simulate", FILE, "--rounds", "500", "--seats", "2"]
    page = keyboard(*words).out
    assert "500 rounds of seed 1" in page
    assert "Each was settled by itself; without --rounds, 100,000 are dealt." in page
    record = keyboard(*words, "--strategy", "simple,stay", "--json").json()
    assert [wager["wager"] for wager in record["wagers"]] == ["ante", "flush_bonus"]
    assert record["stakes"] == {"ante": "10.00", "flush_bonus": "5.00"}
    assert record["strategies"] == ["simple", "stay"]
    chart = tmp_path / "run.svg"
    assert keyboard(*words, "--session", "50", "--chart", chart).status == 0
    assert "simple" in chart.read_text()
    rounds = tmp_path / "rounds.jsonl"
    assert keyboard(*words, "--export", "17", "-o", rounds).status == 0
    (settlement,) = keyboard("settle", rounds, "--rulebook", FILE).lines()
    assert len(settlement["seats"]) == 2


def test_bankrolls_of_such_a_game_are_simulated_and_say_so(keyboard: Keyboard) -> None:
    words = ["bankroll", FILE, "--wagers", "ante", "--bankroll", "300", "--rounds", "50"]
    page = keyboard(*words, "--simulated-rounds", "1000").out
    assert "standard error of that, simulated" in page
    assert "this game has too many deals to count" in page
    keyboard(*words, "--strategy", "best").refuses("test_stud")


def test_a_game_without_a_progressive_wager_is_left_off_a_link(keyboard: Keyboard) -> None:
    keyboard("jackpot-process", FILE).refuses("test-stud has no progressive wager")
