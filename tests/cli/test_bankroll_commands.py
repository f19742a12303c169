"""`pitboss bankroll` and `pitboss jackpot-process`: what they print, write and refuse."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.cli.keyboard import Keyboard

SEAT = ["bankroll", "mgc-let-it-ride", "--wagers", "base"]
TRIP = [*SEAT, "--bankroll", "500", "--goal", "250.00", "--hours", "2", "--rounds-per-hour", "50"]
LINK = ["jackpot-process", "mgc-let-it-ride:tables=4,progressive_table=PTMGLML01"]
FED = [*LINK, "--contribution", "major=0.10", "--contribution", "minor=0.05"]
QUICK = ["--hours", "500", "--paths", "200"]


def test_all_four_questions_of_ruin_are_answered(keyboard: Keyboard) -> None:
    told = keyboard(*TRIP, "--json").json()
    assert told["format"] == "pitboss-bankroll/1"
    ruin = {question: answer["chance"] for question, answer in told["ruin"].items()}
    assert ruin["no_goal_no_limit"] == 1.0
    # A goal or a limit can only keep a player from being ruined.
    assert 0 < ruin["goal_and_limit"] < ruin["limit_only"] < 1
    assert ruin["goal_and_limit"] < ruin["goal_only"] < 1
    both = ruin["goal_only"] + told["goal_reached"]["goal_only"]["chance"]
    assert both == pytest.approx(1, abs=1e-11)
    assert told["rounds"] == 100
    assert told["cost_per_hour"] > 0
    assert told["round"]["counted"] is True


def test_a_page_says_what_the_record_says(keyboard: Keyboard) -> None:
    page, told = keyboard(*TRIP).out, keyboard(*TRIP, "--json").json()
    for answer in told["ruin"].values():
        assert f"{answer['chance']:.4%}" in page
    assert f"${float(told['bankroll_for_ruin_within_rounds']['0.05']):,.2f}" in page
    assert "cost per hour of 50 rounds" in page


def test_an_expectation_that_may_be_chance_is_called_so(keyboard: Keyboard) -> None:
    words = ["bankroll", "three-card", "--strategy", "play_blind", "--simulated-rounds"]
    few = keyboard(*words, "1000", "--wagers", "pair_plus", "--json").json()
    assert any("may be chance" in note for note in few["notes"])
    many = keyboard(*words, "2000000", "--wagers", "ante", "--json").json()
    assert many["notes"]
    assert not any("may be chance" in note for note in many["notes"])


def test_without_a_bankroll_there_is_still_cost_luck_and_sizing(keyboard: Keyboard) -> None:
    told = keyboard(*SEAT, "--rounds", "80", "--risk", "0.1", "--json").json()
    assert told["bankroll"] is None
    assert set(told["bankroll_for_ruin_within_rounds"]) == {"0.1"}
    assert told["n0"] > 1000
    assert told["kelly_bankroll"] is None


def test_an_edge_brings_kelly_and_a_bankroll_for_ever(keyboard: Keyboard) -> None:
    words = ("--wagers", "progressive", "--set", "jackpot=400000.00", "--json")
    told = keyboard("bankroll", "mgc-let-it-ride", *words).json()
    assert told["kelly_bankroll"] > 10_000
    sized = [float(money) for money in told["bankroll_for_ruin_ever"].values()]
    assert sized == sorted(sized)


def test_a_trip_is_written_part_by_part_and_drawn(keyboard: Keyboard, tmp_path: Path) -> None:
    rows, drawn = tmp_path / "trip.csv", tmp_path / "trip.svg"
    assert keyboard(*TRIP, "--csv", rows, "--chart", drawn).status == 0
    lines = list(csv.DictReader(io.StringIO(rows.read_text())))
    assert lines[-1]["rounds"] == "100"
    ruined = [float(line["ruined"]) for line in lines]
    assert ruined == sorted(ruined)
    assert float(lines[-1]["result_0.05"]) <= float(lines[-1]["result_0.95"])
    first = drawn.read_bytes()
    assert b"time to ruin" in first
    assert keyboard(*TRIP, "--chart", drawn).status == 0
    assert drawn.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*SEAT, "--bankroll", "20"), "does not cover one round, which takes $30.00"),
        ((*SEAT, "--bankroll", "much"), "write an amount like 500.00"),
        ((*SEAT, "--goal", "100"), "give --bankroll as well"),
        ((*SEAT, "--hours", "2", "--rounds", "3"), "give one of them"),
        ((*SEAT, "--risk", "5"), "a chance between 0 and 1"),
        ((*SEAT, "--chart", "fan.gif"), "charts are .svg, .png or .pdf"),
        ((*SEAT, "--chart", "no-such-folder/fan.svg"), "make it first"),
        ((*SEAT, "--chart", "fan.svg"), "give --bankroll, and --hours or --rounds"),
        (("bankroll", "mgc-let-it-ride", "--wagers", "poker"), "is not a wager here"),
        (LINK, "--contribution major=0.20"),
        ((*LINK, "--contribution", "0.2"), "name the meter too"),
        ((*LINK, "--contribution", "major=2"), "a share of the wager from 0 to 1"),
        ((*FED, "--reset", "major=lots"), "write an amount like 10000.00"),
        ((*FED, "--start", "mega=1.00"), "the link has only major, minor"),
        (("jackpot-process", "holdem", "--contribution", "jackpot=0.2"), "prints no reset"),
        (("jackpot-process", "holdem:tables=0"), "at least 1"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    keyboard: Keyboard, words: tuple[str, ...], said: str
) -> None:
    keyboard(*words).refuses(said)


def test_a_link_is_told_in_figures_that_agree(keyboard: Keyboard) -> None:
    told = keyboard(*FED, *QUICK, "--reserve", "0.03", "--json").json()
    assert told["format"] == "pitboss-jackpot-process/1"
    assert told["wagers"] == 4 * 5 * 40 * 500
    major, minor = told["levels"]
    assert major["mean"] == pytest.approx(10_000 + 0.10 * 649_740)
    assert minor["mean"] == pytest.approx(1_000 + 0.05 * 2_598_960 / 36)
    for level in told["levels"]:
        low, high = level["quantiles"]["0.5"]
        assert low <= high < level["mean"]
    assert [hit["hand"] for hit in told["between_hits"]] == ["royal_flush", "straight_flush"]
    assert told["return_over_time"] < told["return_long_run"] < 1
    assert float(told["reserve_99"]) > 0


def test_a_link_is_printed_written_and_drawn(keyboard: Keyboard, tmp_path: Path) -> None:
    rows, drawn = tmp_path / "link.csv", tmp_path / "link.png"
    page = keyboard(*FED, *QUICK, "--csv", rows, "--chart", drawn).out
    for title in ("The link", "Between hits", "Liability and reserve", "Return to players"):
        assert title in page
    lines = list(csv.DictReader(io.StringIO(rows.read_text())))
    assert {line["meter"] for line in lines} == {"major", "minor"}
    assert drawn.read_bytes().startswith(b"\x89PNG")


def test_games_of_one_house_share_a_meter(keyboard: Keyboard) -> None:
    told = keyboard(
        "jackpot-process", "holdem:unit=5.00,tables=2", "three-card:unit=5.00", *QUICK,
        "--contribution", "jackpot=0.2", "--reset", "jackpot=10000", "--start", "jackpot=900000",
        "--json",
    ).json()  # fmt: skip
    assert [game["rulebook"] for game in told["games"]] == [
        "mbs-megalink-holdem-v9",
        "mbs-megalink-three-card-v6",
    ]
    # A meter that stands high gives back more than it will in the long run.
    assert told["return_over_time"] > told["return_long_run"]
