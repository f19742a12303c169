"""Every wager of every rulebook on decks short enough to deal out: the general solver must agree.

The general solver asks the games themselves, so this holds the odds to the settlement, figure by
figure. The decks are chosen so that between them every row of a paytable is paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.games.library import built_in, built_in_ids
from pitboss.games.odds import odds_of, wager_ids
from pitboss.odds.combinations import ShortDeck
from pitboss.odds.question import Question, ask
from tests.odds.walked import walked

MGC = "mgc-let-it-ride"
MBS_V3 = "mbs-let-it-ride-v3"
MEGALINK = "mbs-megalink-let-it-ride-v2"
THREE = "mbs-megalink-three-card-v6"
HOLDEM = "mbs-megalink-holdem-v9"

HIGH = ShortDeck((8, 9, 10, 11, 12), 2)
"""A royal flush, flushes, straights and pairs that pay."""
LOW = ShortDeck((0, 1, 2, 3, 12), 2)
"""Straight flushes and straights to the five, and pairs that do not pay."""
OF_A_KIND = ShortDeck((3, 8, 12), 4)
"""Three and four of a kind, and full houses."""
NINE = ShortDeck((4, 5, 6, 7, 8, 9, 10, 11, 12), 1)
"""Just the cards of a round of hold'em: straight flushes and flushes."""
ONE_SUIT = ShortDeck((0, 6, 7, 8, 9, 10, 11, 12), 1)
"""Royal and other straight flushes; no two of them fit on a table of two, so none shares."""
DECKS = {"high": HIGH, "low": LOW, "of_a_kind": OF_A_KIND}


def question(rulebook: str, deck: ShortDeck, *settings: str) -> Question:
    """Asked with every meter given, each at an amount of its own."""
    rules = built_in(rulebook)
    asked = ask(rules, settings)
    levels = asked.terms.table("progressive").paytable.seeds
    meters = [f"{level}={1000 * place}.00" for place, level in enumerate(levels, start=5)]
    return replace(ask(rules, [*settings, *meters]), deck=deck)


def agree(asked: Question, wager: str, *, others: int = 0, stays: bool = False) -> None:
    """The odds are what the general solver finds."""
    odds = odds_of(asked, wager)
    expected = odds.expected if odds.at_meters is None else odds.at_meters
    expected += others * (odds.per_other_player or Fraction(0))
    assert expected == walked(asked, wager, others=others, stays=stays)


def every_wager() -> Iterator[tuple[str, str]]:
    for rulebook in built_in_ids():
        for wager in wager_ids(ask(built_in(rulebook))):
            yield rulebook, wager


# --- every wager, every decision --------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "wager"), list(every_wager()))
def test_a_wager_is_worth_what_the_game_pays_out(rulebook: str, wager: str) -> None:
    deck = HIGH
    if rulebook == HOLDEM:
        # Its main game is counted with every suit, and has more situations than any other.
        deck = {"ante": ShortDeck((9, 11, 12), 4), "bonus": HIGH, "progressive": NINE}[wager]
    settings = ["players=1"] if wager == "cover_all" else []
    # Every choice at every decision is gone through, also where the wager should not care.
    agree(question(rulebook, deck, *settings), wager)


# --- Let It Ride --------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", [MBS_V3, MEGALINK, MGC])
def test_base_bets_that_are_taken_back_and_that_ride(rulebook: str) -> None:
    asked = question(rulebook, ShortDeck((0, 1, 2, 3, 4, 12), 2))
    agree(asked, "base")
    assert {way.staked for way in odds_of(asked, "base").spread.ways} == {1, 2, 3}


def test_base_bets_with_three_and_four_of_a_kind() -> None:
    agree(question(MGC, OF_A_KIND), "base")


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_let_it_ride_bonus(deck: ShortDeck) -> None:
    agree(question(MGC, deck), "bonus", stays=True)
    agree(question(MGC, deck, "fixed_or_percent_returns_stake=true"), "bonus", stays=True)


@pytest.mark.parametrize("table", built_in(MGC).options["three_card_bonus_table"].values)
def test_three_card_bonus_tables(table: str) -> None:
    # Queen, king and ace of one suit, other straight flushes, three of a kind, and all below.
    deck = ShortDeck((9, 10, 11, 12), 3)
    asked = question(MGC, deck, f"three_card_bonus_table={table}")
    agree(asked, "three_card_bonus", stays=True)


@pytest.mark.slow
def test_cover_all_for_two() -> None:
    agree(question(MGC, LOW, "players=2"), "cover_all", others=1, stays=True)


# --- progressives -------------------------------------------------------------------------------

LADDERS = [
    (MBS_V3, ()),
    (MEGALINK, ()),
    (THREE, ()),
    *(
        (MGC, (f"progressive_table={table}", "ptmglml02_seeds_confirmed=true"))
        for table in built_in(MGC).options["progressive_table"].values
    ),
]
ids = [settings[0].partition("=")[2] if settings else rulebook for rulebook, settings in LADDERS]


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "settings"), LADDERS, ids=ids)
def test_progressive_at_given_meters(rulebook: str, settings: tuple[str, ...]) -> None:
    for deck in (HIGH, LOW, OF_A_KIND) if rulebook != THREE else (LOW,):
        agree(question(rulebook, deck, *settings), "progressive", stays=True)


@pytest.mark.parametrize(("rulebook", "settings"), LADDERS, ids=ids)
def test_envy_from_another_player(rulebook: str, settings: tuple[str, ...]) -> None:
    if rulebook == THREE:
        assert odds_of(question(rulebook, HIGH), "progressive").per_other_player == 0
        return
    asked = question(rulebook, ONE_SUIT, *settings)
    agree(asked, "progressive", others=1, stays=True)
    assert (odds_of(asked, "progressive").per_other_player != 0) == (rulebook != MEGALINK)


@pytest.mark.parametrize("scales", ["true", "false"])
def test_i_18_envy_and_a_unit_of_five_dollars(scales: str) -> None:
    settings = ["progressive_table=PTMGL01", "unit=5.00", f"envy_scales_with_unit={scales}"]
    agree(question(MGC, ONE_SUIT, *settings), "progressive", others=1, stays=True)


@pytest.mark.slow
def test_magic_card_and_lucky_player() -> None:
    drawn = ["magic_rate=1/3", "lucky_rate=0.2", "positions=2", "units=3"]
    agree(question(MEGALINK, HIGH, *drawn), "progressive", stays=True)


@pytest.mark.slow
@pytest.mark.parametrize("units", range(2, 6))
def test_holdem_progressive_at_more_than_one_unit(units: int) -> None:
    agree(question(HOLDEM, NINE, f"units={units}"), "progressive", stays=True)


# --- Three Card Poker -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("reading", built_in(THREE).options["dealer_qualifies"].values)
def test_i_73_both_readings_of_a_dealer_who_qualifies(reading: str) -> None:
    # Dealers below the queen, with one, and with a pair or a straight.
    deck = ShortDeck((2, 3, 9, 10, 11), 2)
    agree(question(THREE, deck, f"dealer_qualifies={reading}"), "ante")


# --- Hold'em Bonus --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("survives", ["true", "false"])
def test_i_64_a_bonus_on_a_losing_hand(survives: str) -> None:
    # Aces and kings of every suit, so that the dealer too may have two aces.
    deck = ShortDeck((8, 11, 12), 4)
    asked = question(HOLDEM, deck, f"bonus_survives_losing_hand={survives}")
    agree(asked, "bonus", stays=True)
