"""Every command that uses odds, on games that bring none: it answers, or says why it does not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.floor.house_players import best_play
from pitboss.games.library import find_rulebook
from pitboss.games.odds import is_slow
from pitboss.games.registry import game_of
from pitboss.rulebook.terms import terms_of
from tests.cli.keyboard import Keyboard
from tests.examples.folders import without_odds
from tests.odds.small_games import (
    BLIND_CARD_TOML,
    HIGH_CARD_TOML,
    raise_what_beats_the_card_shown,
    small_file,
)


@pytest.fixture
def high(tmp_path: Path) -> Path:
    return small_file(tmp_path / "high", "HIGH_CARD", HIGH_CARD_TOML)


@pytest.fixture
def stud(tmp_path: Path) -> Path:
    return without_odds(tmp_path / "stud")


TOO_LARGE = "mississippi_stud has about 43,316,"


def test_odds_of_every_wager(keyboard: Keyboard, high: Path) -> None:
    ante, red = keyboard("odds", high, "--json").json()["wagers"]
    assert (ante["unit"], red["unit"]) == ("one ante", "one red")
    assert {outcome["name"] for outcome in ante["outcomes"]} == {
        "win", "lose", "stand_off", "fold",
    }  # fmt: skip
    assert "for the best of ante" in red["notes"][0]
    assert "house edge" in keyboard("odds", high).out


def test_a_figure_of_a_wager_that_the_game_has_not_is_refused(
    keyboard: Keyboard, high: Path
) -> None:
    keyboard("odds", high, "--set", "unit=5.00").refuses("'unit' is not a setting of my-high-card")


def test_odds_of_a_game_too_large(keyboard: Keyboard, stud: Path) -> None:
    keyboard("odds", stud).refuses(TOO_LARGE)
    keyboard("odds", stud).refuses("`pitboss simulate` plays it by chance")


def test_advice_with_a_card_of_the_dealers(keyboard: Keyboard, high: Path) -> None:
    advice = keyboard("advise", high, "--cards", "Kh", "--dealer", "2c", "--json").json()
    assert (advice["decision"], advice["best"]) == ("raise", "large")
    assert Fraction(advice["options"]["fold"]["expected"]) == -1
    keyboard("advise", high, "--cards", "Kh").refuses("raise on 0 community cards and 1 of")
    keyboard("advise", high, "--cards", "Kh", "--dealer", "Kh").refuses("given twice")


def test_advice_late_in_a_game_too_large(keyboard: Keyboard, stud: Path) -> None:
    cards = ("--cards", "Jh Jd", "--community", "2c 7s")
    shown = keyboard("advise", stud, *cards, "--decided", "raise_3 raise_1").out
    assert shown.startswith("Decision fifth: raise_3 (after third: raise_3, fourth: raise_1)")
    keyboard("advise", stud, *cards, "--decided", "raise_3 fold").refuses("fourth was decided")
    keyboard("advise", stud, *cards, "--dealer", "2d").refuses("no card of the dealer's")


def test_strategy_and_what_seen_cards_are_worth(keyboard: Keyboard, high: Path) -> None:
    found = keyboard("strategy", high, "--seen", "--json").json()
    best, simple, stays = (way["expected"] for way in found["strategies"])
    assert Fraction(best) > Fraction(simple) > Fraction(stays)
    assert [way["name"] for way in found["strategies"]] == ["best", "simple", "stay_in"]
    assert found["strategies"][1]["meaning"].startswith("raise when the card is higher")
    assert all(Fraction(seen["expected"]) >= Fraction(best) for seen in found["seen"])
    assert "no cards in words; pitboss advise" in keyboard("strategy", high).out


def test_a_card_for_a_hand_of_one_card_and_two_choices(keyboard: Keyboard, tmp_path: Path) -> None:
    # The dealer shows nothing, and there is one raise.
    file = small_file(tmp_path / "blind", "BLIND_CARD", BLIND_CARD_TOML)
    (card,) = keyboard("strategy", file, "--json").json()["cards"]
    assert (card["choice"], card["otherwise"], card["cost"]) == ("large", "fold", "0/1")
    assert card["lines"] == ["A, K, Q, J, T, 9"]
    assert [hand["hand"] for hand in card["borderline"]][:2] == ["9", "8"]


def test_strategy_of_a_game_too_large(keyboard: Keyboard, stud: Path) -> None:
    keyboard("strategy", stud).refuses(TOO_LARGE)
    keyboard("strategy", stud, "--seen").refuses(TOO_LARGE)


def test_compare(keyboard: Keyboard, high: Path, stud: Path) -> None:
    assert "ante: one ante" in keyboard("compare", high).out
    keyboard("compare", high, stud).refuses(TOO_LARGE)


def test_par(keyboard: Keyboard, high: Path, stud: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert keyboard("par", high, "-o", sheet).status == 0
    assert "no cards in words" in sheet.read_text(encoding="utf-8")
    keyboard("par", stud, "-o", tmp_path / "other.html").refuses(TOO_LARGE)


def test_rounds_that_strategies_play(keyboard: Keyboard, high: Path, stud: Path) -> None:
    for book in (high, stud):
        ran = keyboard("play", book, "--auto", "--rounds", 3, "--seed", 7)
        assert ran.status == 0, ran.err


def test_a_house_player_never_waits_for_the_solver(high: Path, stud: Path) -> None:
    quick, slow = (terms_of(find_rulebook(book)) for book in (high, stud))
    assert (is_slow(quick), is_slow(slow)) == (False, True)
    assert best_play(slow) is game_of(slow.rules).strategy
    assert best_play(quick) is not raise_what_beats_the_card_shown
