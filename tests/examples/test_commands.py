"""Every command on the two examples: it does what it does for a built-in game, or says why not."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

from pitboss.games.library import open_rulebook
from pitboss.games.registry import game_part
from tests.cli.keyboard import Keyboard
from tests.cli.sessions import Session, sessions
from tests.examples.folders import CARIBBEAN, EXAMPLES, MISSISSIPPI

BOTH = pytest.mark.parametrize("file", [CARIBBEAN, MISSISSIPPI], ids=lambda file: file.stem)
TOO_MANY = "caribbean_stud has about 1,661,102,543,100 deals to settle for ante"
HIGHER_FLUSH = f"""
extends = "{MISSISSIPPI}"
id = "higher-flush"
title = "Mississippi Stud with a flush at 8 to 1"

[paytables.main.pays]
royal_flush = "500 to 1"
straight_flush = "100 to 1"
four_of_a_kind = "40 to 1"
full_house = "10 to 1"
flush = "8 to 1"
straight = "4 to 1"
three_of_a_kind = "3 to 1"
two_pairs = "2 to 1"
pair_jacks_or_better = "1 to 1"
pair_sixes_to_tens = "push"
"""


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    """A variant of Mississippi Stud in another folder, where there is no code."""
    file = tmp_path / "house" / "higher-flush.toml"
    file.parent.mkdir()
    file.write_text(HIGHER_FLUSH, encoding="utf-8")
    return file


@BOTH
def test_its_code_does_what_its_documentation_says(file: Path) -> None:
    assert doctest.testmod(game_part(open_rulebook(file), "play")).failed == 0


# --- rulebooks ------------------------------------------------------------------------------------


@BOTH
def test_it_is_checked_and_shown(keyboard: Keyboard, file: Path) -> None:
    checked = keyboard("rulebook", "check", file)
    assert (checked.status, checked.err) == (0, "")
    assert f"plays as {file.stem.replace('-', '_')}" in checked.out
    shown = keyboard("rulebook", "show", file, "--json").json()
    assert shown["code"]["of"] == str(file.parent)
    assert "royal flush" in keyboard("rulebook", "show", file).out


def test_a_variant_is_compared_with_what_it_extends(keyboard: Keyboard, variant: Path) -> None:
    assert keyboard("rulebook", "check", variant).status == 0
    different = keyboard("rulebook", "diff", variant, "--json")
    assert (different.status, different.err) == (1, "")
    paths = [one["path"] for one in json.loads(different.out)]
    assert "paytables.main.pays.flush" in paths
    assert not any(path.startswith("code") for path in paths)


# --- rounds ---------------------------------------------------------------------------------------


@BOTH
def test_rounds_that_were_played_settle_to_the_same_cents(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    records = tmp_path / "rounds.jsonl"
    ran = keyboard(
        "play", file, "--auto", "--rounds", 20, "--seats", 4, "--seed", 5, "--records", records
    )
    assert (ran.status, ran.err) == (0, "")
    settled = keyboard("settle", records, "--rulebook", file).lines()
    assert len(settled) == 20
    outcomes = {line["outcome"] for one in settled for at in one["seats"] for line in at["lines"]}
    assert {"win", "lose"} <= outcomes
    for one in settled:
        for at in one["seats"]:
            cents = float(at["net"])
            assert f"net {cents:{'+' if cents else ''},.2f}" in ran.out


HANDS = {
    CARIBBEAN: {"community": (), "dealer": ("9c", "9d", "Tc", "7s", "2h"), "own": "As Ah 4s 4d 2c"},
    MISSISSIPPI: {"community": ("Qh", "2h", "Kh"), "dealer": (), "own": "Qs 7d"},
}


def round_of(folder: Path, file: Path, decisions: str) -> Path:
    """A record of one seat with an ante of 10.00."""
    hand = dict(HANDS[file])
    seat = {
        "seat": 1,
        "player": "p1",
        "cards": str(hand.pop("own")).split(),
        "wagers": {"ante": "10.00"},
        "decisions": dict(pair.split("=") for pair in decisions.split()),
    }
    head = {"format": "pitboss-round/1", "rulebook": file.stem, "table": {"positions": 7}}
    record = folder / "round.json"
    record.write_text(json.dumps({**head, "cards": hand, "seats": [seat]}))
    return record


@pytest.mark.parametrize(
    ("file", "decisions", "net"),
    [
        (CARIBBEAN, "raise=raise", "50.00"),
        (CARIBBEAN, "raise=fold", "-10.00"),
        (MISSISSIPPI, "third=raise_3 fourth=raise_1 fifth=raise_2", "70.00"),
        (MISSISSIPPI, "third=raise_1 fourth=raise_1 fifth=fold", "-30.00"),
    ],
)
def test_a_record_is_settled(
    keyboard: Keyboard, tmp_path: Path, file: Path, decisions: str, net: str
) -> None:
    record = round_of(tmp_path, file, decisions)
    settled = keyboard("settle", record, "--rulebook", file).json()
    assert settled == keyboard("settle", record, "--game", file.parent).json()
    assert settled["seats"][0]["net"] == net


@pytest.mark.parametrize(
    ("file", "decisions", "why"),
    [
        (CARIBBEAN, "", "decision raise"),
        (CARIBBEAN, "raise=raise_2", "decision raise is 'raise_2' (rule 3.3); write raise or fold"),
        (MISSISSIPPI, "third=raise_3 fourth=raise_4 fifth=fold", "write raise_1 or raise_2 or"),
        (MISSISSIPPI, "third=fold fourth=raise_1 fifth=raise_1", "decision fourth"),
        (MISSISSIPPI, "third=raise_1 fourth=raise_1", "decision fifth"),
    ],
)
def test_a_record_that_cannot_be_is_refused_with_what_to_write(
    keyboard: Keyboard, tmp_path: Path, file: Path, decisions: str, why: str
) -> None:
    record = round_of(tmp_path, file, decisions)
    keyboard("settle", record, "--rulebook", file).refuses(why)


SESSIONS = Path(__file__).with_name("play.txt")
CASES = list(sessions(SESSIONS.read_text(encoding="utf-8"), {"examples": str(EXAMPLES)}))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_round_is_played_by_hand(case: Session, keyboard: Keyboard, tmp_path: Path) -> None:
    keyboard.monkeypatch.setenv("COLUMNS", "80")
    case.check(keyboard, tmp_path)


# --- odds -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_odds_of_mississippi_stud(keyboard: Keyboard, tmp_path: Path) -> None:
    (ante,) = keyboard("odds", MISSISSIPPI, "--json").json()["wagers"]
    assert ante["expected"] == "-53223/1082900"
    assert "4.9149%" in keyboard("odds", MISSISSIPPI).out
    priced = keyboard("strategy", MISSISSIPPI, "--json").json()["strategies"]
    assert priced[0]["expected"] == "-53223/1082900"
    sheet = tmp_path / "sheet.html"
    assert keyboard("par", MISSISSIPPI, "-o", sheet).status == 0
    assert "4.9149" in sheet.read_text(encoding="utf-8")
    advice = keyboard("advise", MISSISSIPPI, "--cards", "6h 6d", "--json").json()
    assert (advice["decision"], advice["best"]) == ("third", "raise_3")
    late = ("--cards", "Ah Kd", "--community", "2c 7s", "--decided", "raise_1 raise_1")
    assert keyboard("advise", MISSISSIPPI, *late, "--json").json()["best"] == "raise_1"


@pytest.mark.slow
def test_the_odds_of_a_variant_in_another_folder(keyboard: Keyboard, variant: Path) -> None:
    compared = keyboard("compare", MISSISSIPPI, variant, "--json").json()
    (ante,) = compared["wagers"]
    assert ante["a"]["expected"] == "-53223/1082900"
    numerator, denominator = map(int, ante["difference"]["expected"].split("/"))
    assert 0 < numerator / denominator < 0.05
    by_folder = ("higher-flush", "--game", variant.parent)
    keyboard("odds", *by_folder).refuses("it has no play.py; name a game's folder")


def test_caribbean_stud_has_too_many_deals_and_says_how_many(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    for command in ("odds", "strategy", "compare"):
        keyboard(command, CARIBBEAN).refuses(TOO_MANY)
    keyboard("odds", CARIBBEAN).refuses("`pitboss simulate` plays it by chance")
    sheet = tmp_path / "sheet.html"
    assert keyboard("par", CARIBBEAN, "-o", sheet).status == 0
    assert "not counted" in sheet.read_text(encoding="utf-8")


@pytest.mark.slow
def test_advice_once_the_dealers_card_is_seen(keyboard: Keyboard) -> None:
    cards = ("--cards", "As Kd Qc 8h 3s", "--dealer", "5d")
    advice = keyboard("advise", CARIBBEAN, *cards, "--json").json()
    assert (advice["decision"], advice["best"]) == ("raise", "raise")
    assert advice["options"]["fold"]["expected"] == "-1/1"
    keyboard("advise", CARIBBEAN, "--cards", "As Kd Qc 8h 3s").refuses("1 of the dealer's")


@BOTH
def test_it_has_no_jackpot(keyboard: Keyboard, file: Path) -> None:
    keyboard("jackpot-process", file).refuses("has no progressive wager; leave it off the link")


# --- by chance ------------------------------------------------------------------------------------


@BOTH
def test_rounds_are_simulated_the_same_by_two_workers(keyboard: Keyboard, file: Path) -> None:
    words = ("simulate", file, "--rounds", 2000, "--seats", 2, "--seed", 3, "--json")
    alone, shared = keyboard(*words).json(), keyboard(*words, "--workers", 2).json()
    assert alone["wagers"] == shared["wagers"]
    assert alone["wagers"][0]["wager"] == "ante"
    exported = keyboard("simulate", file, "--seed", 3, "--export", 7).lines()
    assert exported[0]["rulebook"] == file.stem


@BOTH
def test_what_a_bankroll_is_good_for(keyboard: Keyboard, file: Path) -> None:
    few = ("--simulated-rounds", 2000, "--paths", 200, "--bankroll", "500.00", "--rounds", 40)
    found = keyboard("bankroll", file, *few, "--json").json()
    assert found["rulebook"] == file.stem
    assert "simulated" in json.dumps(found)


def test_a_variant_elsewhere_is_simulated_and_played(keyboard: Keyboard, variant: Path) -> None:
    flushes = keyboard("simulate", variant, "--rounds", 500, "--seed", 3, "--json").json()
    assert flushes["rounds"] == 500
    assert keyboard("bankroll", variant, "--simulated-rounds", 1000, "--paths", 100).status == 0
    assert keyboard("play", variant, "--auto", "--rounds", 2, "--seed", 3).status == 0


def test_a_rulebook_in_full_elsewhere_needs_the_folder_of_its_game(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    file = tmp_path / "copied.toml"
    text = CARIBBEAN.read_text(encoding="utf-8")
    file.write_text(text.replace('id = "caribbean-stud"', 'id = "copied"'), encoding="utf-8")
    named = ("--game", CARIBBEAN.parent)
    few = ("--rounds", 100, "--json")
    keyboard("simulate", file, *few).refuses("no game is called 'caribbean_stud'")
    assert keyboard("simulate", file, *named, *few).json()["rulebook"] == "copied"
    assert keyboard("rulebook", "show", file, *named, "--json").json()["id"] == "copied"
    assert keyboard("play", file, *named, "--auto", "--seed", 1).status == 0
    for words in (("odds", file), ("strategy", file), ("compare", file)):
        keyboard(*words, *named).refuses(TOO_MANY)
    by_id = keyboard("simulate", "caribbean", *named, *few).json()
    assert by_id["rulebook"] == "caribbean-stud"
