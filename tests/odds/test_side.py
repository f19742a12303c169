"""Wagers that go by a paytable alone: hands counted anew here, edges as published or derived."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK, Card
from pitboss.games.library import built_in
from pitboss.games.odds import odds_of
from pitboss.odds.figures import WagerOdds
from pitboss.odds.question import ask
from tests.odds.test_cover_all import FIVE_CARD_COUNTS

MGC = "mgc-let-it-ride"
THREE = "mbs-megalink-three-card-v6"
HOLDEM = "mbs-megalink-holdem-v9"


def odds(rulebook: str, wager: str, *settings: str) -> WagerOdds:
    return odds_of(ask(built_in(rulebook), settings), wager)


def counts_of(found: WagerOdds) -> dict[str, int]:
    return {way.name: way.combinations for way in found.spread.by_name()}


def three_card_class(cards: tuple[Card, ...]) -> str:
    """What three cards make, by the plainest of means."""
    ranks = sorted(card.rank for card in cards)
    suited = len({card.suit for card in cards}) == 1
    in_a_row = ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
    match len(set(ranks)):
        case 1:
            return "three_of_a_kind_3"
        case 2:
            return "pair_3"
    if suited and in_a_row:
        return "mini_royal" if ranks == [10, 11, 12] else "straight_flush_3"
    return "straight_3" if in_a_row else "flush_3" if suited else "nothing"


@pytest.fixture(scope="module")
def three_card_counts() -> Counter[str]:
    return Counter(three_card_class(hand) for hand in combinations(DECK, 3))


# --- three cards --------------------------------------------------------------------------------


def test_pair_plus_is_the_published_figure(three_card_counts: Counter[str]) -> None:
    found = odds(THREE, "pair_plus")
    both = three_card_counts["mini_royal"] + three_card_counts["straight_flush_3"]
    pays = {"three_of_a_kind_3": 30, "straight_3": 5, "flush_3": 4, "pair_3": 1, "nothing": -1}
    whole = 40 * both + sum(pays[hand] * three_card_counts[hand] for hand in pays)
    assert found.expected == Fraction(whole, 22100) == Fraction(-308, 5525)
    assert found.house_edge == found.element_of_risk == Fraction(308, 5525)
    assert float(-found.expected) == pytest.approx(0.055747, abs=1e-6)
    assert found.spread.hit_frequency == 1 - Fraction(three_card_counts["nothing"], 22100)


THREE_CARD_BONUS = {
    "A": (40, 6, 4, 0.023167),
    "B": (40, 5, 4, 0.055747),
    "C": (40, 6, 3, 0.072760),
    "D": (50, 6, 4, 0.021357),
    "E": (50, 5, 4, 0.053937),
    "F": (50, 6, 3, 0.070950),
}


@pytest.mark.parametrize("table", THREE_CARD_BONUS)
def test_three_card_bonus(table: str, three_card_counts: Counter[str]) -> None:
    royal, straight, flush, edge = THREE_CARD_BONUS[table]
    pays = {
        "mini_royal": royal,
        "straight_flush_3": 40,
        "three_of_a_kind_3": 30,
        "straight_3": straight,
        "flush_3": flush,
        "pair_3": 1,
        "nothing": -1,
    }
    found = odds(MGC, "three_card_bonus", f"three_card_bonus_table={table}")
    whole = sum(pays[hand] * count for hand, count in three_card_counts.items())
    assert found.expected == Fraction(whole, 22100)
    assert float(-found.expected) == pytest.approx(edge, abs=1e-6)
    assert counts_of(found) == {hand: three_card_counts[hand] for hand in pays}
    assert found.options == {"three_card_bonus_table": table}


def test_odds_take_table_a_where_a_record_must_say_which() -> None:
    assert odds(MGC, "three_card_bonus").expected == Fraction(-128, 5525)


# --- the one dollar bonus -----------------------------------------------------------------------

LET_IT_RIDE_BONUS = dict(zip(FIVE_CARD_COUNTS, (25000, 2500, 400, 200, 50, 25, 5), strict=True))


def test_let_it_ride_bonus_keeps_the_stake() -> None:
    found = odds(MGC, "bonus")
    paid = sum(LET_IT_RIDE_BONUS[hand] * count for hand, count in FIVE_CARD_COUNTS.items())
    assert found.expected == Fraction(paid, comb(52, 5)) - 1 == Fraction(-460, 1911)
    assert float(-found.expected) == pytest.approx(0.240712, abs=1e-6)
    assert {hand: counts_of(found)[hand] for hand in FIVE_CARD_COUNTS} == FIVE_CARD_COUNTS


def test_i_02_the_stake_on_top_of_a_prize() -> None:
    found = odds(MGC, "bonus", "fixed_or_percent_returns_stake=true")
    hits = Fraction(sum(FIVE_CARD_COUNTS.values()), comb(52, 5))
    assert found.expected == Fraction(-460, 1911) + hits
    assert found.spread.hit_frequency == hits


# --- hold'em bonus ------------------------------------------------------------------------------


def hole_cards_counted() -> dict[str, int]:
    """Two cards of one's own and two of the dealer's, counted by hand."""
    dealers = comb(50, 2)
    pairs = comb(4, 2)
    return {
        "aa_player_and_dealer": pairs,  # and the dealer has the other two aces
        "aa_player_only": pairs * (dealers - 1),
        "ak_suited": 4 * dealers,
        "aq_or_aj_suited": 2 * 4 * dealers,
        "ak_unsuited": 12 * dealers,
        "kk_qq_or_jj": 3 * pairs * dealers,
        "aq_or_aj_unsuited": 2 * 12 * dealers,
        "pair_tt_to_22": 9 * pairs * dealers,
    }


def test_holdem_bonus_is_the_published_figure() -> None:
    found = odds(HOLDEM, "bonus")
    pays = dict(zip(hole_cards_counted(), (1000, 30, 25, 20, 15, 10, 5, 3), strict=True))
    deals = comb(52, 2) * comb(50, 2)
    won = sum((pays[hand] + 1) * count for hand, count in hole_cards_counted().items())
    assert found.expected == Fraction(won, deals) - 1
    assert float(-found.expected) == pytest.approx(0.085406, abs=1e-6)
    counts = counts_of(found)
    assert {hand: counts[hand] for hand in pays} == hole_cards_counted()
    assert sum(counts.values()) == deals


# --- Cover All ----------------------------------------------------------------------------------

COVER_ALL = (0.109787, 0.096295, 0.109034, 0.095037, 0.085925, 0.091421, 0.087826)


@pytest.mark.parametrize(("players", "edge"), list(enumerate(COVER_ALL, start=1)))
def test_cover_all_by_number_of_players(players: int, edge: float) -> None:
    found = odds(MGC, "cover_all", f"players={players}")
    assert float(-found.expected) == pytest.approx(edge, abs=1e-6)
    assert found.options == {"players": players}


def test_cover_all_for_one_player_is_a_paytable_on_five_cards() -> None:
    pays = dict(zip(FIVE_CARD_COUNTS, (500, 200, 150, 100, 70, 30, 20), strict=True))
    won = sum((pays[hand] + 1) * count for hand, count in FIVE_CARD_COUNTS.items())
    assert odds(MGC, "cover_all", "players=1").expected == Fraction(won, comb(52, 5)) - 1


def test_cover_all_is_for_seven_unless_said() -> None:
    assert odds(MGC, "cover_all").expected == odds(MGC, "cover_all", "players=7").expected
