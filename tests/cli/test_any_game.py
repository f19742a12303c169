"""Every command that uses odds, on games that bring none: it answers, or says why it does not."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.floor.house_players import best_play
from pitboss.games.library import find_rulebook
from pitboss.games.odds import is_slow
from pitboss.games.registry import game_of
from pitboss.rulebook.terms import terms_of
from tests.cli.keyboard import Keyboard, at_terminal
from tests.examples.folders import without_odds
from tests.odds.small_games import (
    BLIND_CARD_TOML,
    HIGH_CARD_TOML,
    WHOLE_HAND_TOML,
    raise_what_beats_the_card_shown,
    small_file,
)


@pytest.fixture
def high(tmp_path: Path) -> Path:
    return small_file(tmp_path / "high", "HIGH_CARD", HIGH_CARD_TOML)


@pytest.fixture
def stud(tmp_path: Path) -> Path:
    return without_odds(tmp_path / "stud")


@pytest.fixture
def counted_beside(tmp_path: Path) -> Path:
    """A game too large, whose `odds` module names the one wager that goes by a paytable."""
    file = small_file(tmp_path / "beside", "WHOLE_HAND", WHOLE_HAND_TOML)
    file.with_name("odds.py").write_text(
        """
from pitboss.odds.figures import GameOdds
from pitboss.odds.wagers import by_paytable

ODDS = GameOdds(unit="one ante", wagers={"pairs": by_paytable("pairs")})
""",
        encoding="utf-8",
    )
    return file


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


def test_a_wager_that_one_hand_may_settle_is_refused_with_how_the_game_can_name_it(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    file = small_file(tmp_path / "side", "WHOLE_HAND", WHOLE_HAND_TOML)
    how = 'if five cards settle it, whatever is decided and dealt later, `by_paytable("pairs")`'
    keyboard("odds", file, "--wager", "pairs").refuses(how)
    assert "by_paytable" not in keyboard("odds", file, "--wager", "ante").err


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


def test_a_person_who_waits_for_advice_sees_how_far_it_is(
    keyboard: Keyboard, stud: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = at_terminal(monkeypatch, patience=0)
    ran = keyboard("advise", stud, "--cards", "Jh Jd", "--community", "2c")
    assert ran.out.startswith("Decision fourth: raise_3")
    assert "Settling every deal" in screen.shown


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


def test_a_bankroll_says_why_a_game_too_large_is_simulated(keyboard: Keyboard, stud: Path) -> None:
    words = ("--hours", 1, "--simulated-rounds", 2000, "--strategy")
    large = keyboard("bankroll", stud, *words, "stay").out
    assert "because this game has too many deals to count" in large
    blind = keyboard("bankroll", "three-card", *words, "play_blind").out
    assert "because only best play is counted" in blind


def test_compare(keyboard: Keyboard, high: Path, stud: Path) -> None:
    assert "ante: one ante" in keyboard("compare", high).out
    keyboard("compare", high, stud).refuses(TOO_LARGE)


def test_wagers_that_can_be_counted_are_shown_beside_those_that_cannot(
    keyboard: Keyboard, counted_beside: Path
) -> None:
    shown = keyboard("odds", counted_beside)
    assert (shown.status, shown.err) == (0, "")
    assert "pairs: one pairs wager" in shown.out
    assert f"ante: not counted. {TOO_LARGE}" in shown.out
    record = keyboard("odds", counted_beside, "--json").json()
    assert [odds["wager"] for odds in record["wagers"]] == ["pairs"]
    (refused,) = record["refused"]
    assert refused["wager"] == "ante"
    assert refused["why"].startswith(TOO_LARGE)


def test_odds_of_which_none_is_counted_are_refused_to_programs_as_well(
    keyboard: Keyboard, stud: Path
) -> None:
    ran = keyboard("odds", stud, "--json")
    record = json.loads(ran.out)
    assert (ran.status, record["wagers"]) == (2, [])
    assert [refused["wager"] for refused in record["refused"]] == ["ante"]


def test_compare_what_can_be_counted(keyboard: Keyboard, counted_beside: Path) -> None:
    shown = keyboard("compare", counted_beside).out
    assert "pairs: one pairs wager" in shown
    assert f"ante of A: not counted. {TOO_LARGE}" in shown
    record = keyboard("compare", counted_beside, "--json").json()
    assert [pair["wager"] for pair in record["wagers"]] == ["pairs"]
    assert [(one["side"], one["wager"]) for one in record["refused"]] == [("a", "ante")]


def test_par(keyboard: Keyboard, high: Path, stud: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert keyboard("par", high, "-o", sheet).status == 0
    assert "no cards in words" in sheet.read_text(encoding="utf-8")


def test_a_sheet_of_a_game_too_large_says_what_is_not_counted(
    keyboard: Keyboard, counted_beside: Path, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.html"
    ran = keyboard("par", counted_beside, "-o", sheet)
    assert (ran.status, ran.err) == (0, "")
    page = sheet.read_text(encoding="utf-8")
    assert f"The odds of this wager are not counted: {TOO_LARGE}" in page
    assert f"Best play is not counted: {TOO_LARGE}" in page
    assert "<td>royal flush</td>" in page
    assert "Figures for one pairs wager" in page


def test_rounds_that_strategies_play(keyboard: Keyboard, high: Path, stud: Path) -> None:
    for book in (high, stud):
        ran = keyboard("play", book, "--auto", "--rounds", 3, "--seed", 7)
        assert ran.status == 0, ran.err


def test_a_house_player_never_waits_for_the_solver(high: Path, stud: Path) -> None:
    quick, slow = (terms_of(find_rulebook(book)) for book in (high, stud))
    assert (is_slow(quick), is_slow(slow)) == (False, True)
    assert best_play(slow) is game_of(slow.rules).strategy
    assert best_play(quick) is not raise_what_beats_the_card_shown


FLOP = Path(__file__).parents[2] / "examples" / "casino-holdem" / "casino-holdem.toml"


def test_cards_dealt_after_a_decision_are_told_as_what_they_are(keyboard: Keyboard) -> None:
    told = keyboard("play", FLOP, "--auto", "--rounds", 3, "--seed", 7).out
    assert "Dealt: 2 community cards (3.1)" in told
    assert "the dealer's own cards" not in told


def test_a_wager_named_for_its_choice_is_not_named_again(keyboard: Keyboard) -> None:
    told = keyboard("play", FLOP, "--auto", "--rounds", 3, "--seed", 7).out
    assert "calls $" in told
    assert "on Call" not in told


def test_a_player_is_asked_in_the_words_of_the_game(keyboard: Keyboard) -> None:
    told = keyboard("play", FLOP, "--seed", 7, "--ask", lines="10\n\nc\nq\n").out
    assert "Call with twice your ante, or fold?\nYour turn (3.3): [c]all $20.00 or [f]old?" in told
