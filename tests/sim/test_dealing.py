"""Cards of a round follow from seed and number, the same by kernel and by hand, none favoured."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pitboss.games.holdem_bonus.simulation_kernels import deals
from pitboss.sim.kernel_simulator import groups_of
from pitboss.sim.random_kernels import nth_bit_plain
from pitboss.sim.rounds import dealt, drawn, refused_below, source_of, word_sizes


@pytest.mark.parametrize("cards", [5, 8, 9, 23, 26])
def test_the_kernel_deals_what_is_dealt_by_hand(cards: int) -> None:
    source = source_of(cards)
    rows = np.empty((500, cards), np.uint8)
    deals(np.array(source, np.uint64), 10**12, groups_of(cards), rows)
    for row in range(500):
        assert tuple(rows[row]) == dealt(source, 10**12 + row, cards)


def test_words_that_do_not_divide_evenly_are_refused() -> None:
    # The seed is one whose first word for nine cards falls below the line; found by trying.
    def first_is_refused(seed: int) -> bool:
        product = 52 * 51 * 50 * 49 * 48 * 47 * 46 * 45 * 44
        return source_of(seed).word(0) * product % 2**64 < refused_below(52, 9)

    seed = next(seed for seed in range(10**6) if first_is_refused(seed))
    rows = np.empty((1, 9), np.uint8)
    deals(np.array(source_of(seed), np.uint64), 0, groups_of(9), rows)
    assert tuple(rows[0]) == dealt(source_of(seed), 0, 9)
    assert dealt(source_of(seed), 0, 9)[0] != source_of(seed).word(0) * 52 >> 64


def test_the_bit_at_a_place_is_found_without_special_instructions() -> None:
    mask = np.uint64(0b1011_0000_0000_0110)
    places = [nth_bit_plain(mask, np.uint64(n)) for n in range(5)]
    assert places == [1, 2, 12, 13, 15]
    full = np.uint64((1 << 52) - 1)
    assert [nth_bit_plain(full, np.uint64(n)) for n in range(52)] == list(range(52))


def test_every_card_is_as_likely_at_every_place() -> None:
    rounds, cards = 400_000, 23
    rows = np.empty((rounds, cards), np.uint8)
    deals(np.array(source_of(2024), np.uint64), 0, groups_of(cards), rows)
    assert all(len(set(row)) == cards for row in rows[:2000].tolist())
    for place in range(cards):
        counts = np.bincount(rows[:, place], minlength=52)
        chi_squared = ((counts - rounds / 52) ** 2 / (rounds / 52)).sum()
        # 51 degrees of freedom: beyond 110 comes once in 300,000 times.
        assert 15 < chi_squared < 110
    pairs = np.bincount(rows[:, 0].astype(int) * 52 + rows[:, 22], minlength=2704)
    expected = rounds / (52 * 51)
    chi_squared = ((pairs[pairs > 0] - expected) ** 2 / expected).sum()
    assert (pairs == 0).sum() == 52
    assert 2651 - 6 * 73 < chi_squared < 2651 + 6 * 73


def test_seeds_and_rounds_differ() -> None:
    assert len({dealt(source_of(seed), 0, 9) for seed in range(300)}) == 300
    assert len({dealt(source_of(-seed), 0, 9) for seed in range(1, 300)}) == 299
    assert len({dealt(source_of(1), number, 9) for number in range(300)}) == 300
    assert source_of(1) != source_of(1 + 2**64)


def test_features_are_drawn_at_their_rates() -> None:
    source, found = source_of(3), Counter[str]()
    for number in range(20_000):
        features = drawn(source, number, Fraction(1, 3), Fraction(1, 10), 7)
        found["magic"] += features.magic_card is not None
        found["lucky"] += features.lucky_seat is not None
        found[f"seat {features.lucky_seat}"] += 1
    assert abs(found["magic"] - 20_000 / 3) < 300
    assert abs(found["lucky"] - 2000) < 200
    assert all(abs(found[f"seat {seat}"] - 2000 / 7) < 80 for seat in range(1, 8))


def test_words_hold_nine_cards_at_most() -> None:
    assert word_sizes(9) == [9]
    assert sum(word_sizes(26)) == 26
