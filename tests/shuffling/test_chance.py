"""The generator and its decks pass at 99 %, and each test of chance tells a bad one.

The seed is fixed, and was taken from the words below before any result was seen, so that a test
neither flickers nor was chosen to pass. What fails on purpose must fail beyond all doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, islice
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cli.deck import rounds
from pitboss.shuffling import (
    BLOCK,
    Stream,
    context_of,
    deck_of,
    generator_bytes,
    lucky_seat_of,
    magic_card_of,
)
from tests.shuffling import chance
from tests.shuffling.chance import Array, Decks

SEED = sha256(b"pitboss is tested at 99 percent").hexdigest()
PASSES = 0.01
BEYOND_DOUBT = 1e-9
WORDS = 1_000_000
DEALS = 50_000
PLANTED_DEALS = 10_000


# --- the probabilities themselves ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "at_1", "at_99"),  # The published 1 % and 99 % points of chi-square.
    [
        (1, 0.00015709, 6.6349),
        (10, 2.5582, 23.209),
        (100, 70.065, 135.807),
        (255, 205.421, 310.457),
    ],
)
def test_chi_square_is_as_the_tables_say(freedom: int, at_1: float, at_99: float) -> None:
    assert chance.chi_square(at_1, freedom) == pytest.approx(0.02, rel=1e-3)
    assert chance.chi_square(at_99, freedom) == pytest.approx(0.02, rel=1e-3)


def test_chi_square_of_much_freedom_is_nearly_normal() -> None:
    freedom = 2_598_959
    for z in (-2.5, 1.0, 2.5):
        # Wilson and Hilferty: the cube root of chi-square over its freedom.
        part = 2 / (9 * freedom)
        x = freedom * (1 - part + z * part**0.5) ** 3
        assert chance.chi_square(x, freedom) == pytest.approx(chance.normal(z), rel=1e-3)


# --- raw output (G4) ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def raw() -> bytes:
    """What `pitboss random --bytes` collects."""
    blocks = -(-4 * WORDS // BLOCK)
    return b"".join(generator_bytes(*one) for one in islice(rounds(SEED), blocks))[: 4 * WORDS]


def words_of(raw: bytes) -> Array:
    return np.frombuffer(raw, dtype=">u4").astype(np.int64)


def bytes_of(words: Array) -> Array:
    """The highest byte of each word, so that what is planted in words is seen in bytes."""
    return words >> 24


def smoothed(words: Array) -> Array:
    """Each value leans towards the one before."""
    return (words + np.roll(words, 1)) // 2


def from_bags(words: Array) -> Array:
    """Sixteen values that all come before any comes again."""
    bags = np.argsort(words[: len(words) // 16 * 16].reshape(-1, 16), axis=1)
    return bags.ravel() << 28


def modulo(words: Array) -> Array:
    """A byte brought below 200 by division: low values come twice as often."""
    return (bytes_of(words) % 200) * 2**32 // 200


def with_a_beat(words: Array) -> Array:
    """Every fiftieth value is high."""
    beaten = words.copy()
    beaten[::50] |= 1 << 31
    return beaten


def with_a_weak_place(words: Array) -> Array:
    """Every seventh value has one bit less."""
    weak = words.copy()
    weak[3::7] &= ~(1 << 31)
    return weak


Planting = Callable[[Array], Array]
OF_NUMBERS: dict[str, tuple[Callable[[Array], float], Planting]] = {
    "chi-square": (lambda words: chance.equal_counts(bytes_of(words), 256), modulo),
    "runs": (chance.runs, smoothed),
    "serial correlation": (chance.serial_correlation, smoothed),
    "gap": (lambda words: chance.gaps(bytes_of(words), 256, 32), from_bags),
    "poker": (lambda words: chance.poker(words >> 28, 16), from_bags),
    "coupon collector": (
        lambda words: chance.coupon_collector((words >> 29)[:400_000], 8, 50),
        from_bags,
    ),
    "permutation": (chance.permutation, smoothed),
    "spectral": (lambda words: chance.spectral(words >> 31), with_a_beat),
    "subsequence": (lambda words: chance.subsequences(bytes_of(words), 256), with_a_weak_place),
}


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_raw_output_passes(name: str, raw: bytes) -> None:
    test, _ = OF_NUMBERS[name]
    assert test(words_of(raw)) >= PASSES


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_planted_fault_fails(name: str, raw: bytes) -> None:
    test, planted = OF_NUMBERS[name]
    assert test(planted(words_of(raw))) < BEYOND_DOUBT


def test_every_byte_of_the_output_is_even(raw: bytes) -> None:
    by_place = np.frombuffer(raw[: len(raw) // BLOCK * BLOCK], dtype=np.uint8).astype(np.int64)
    columns = by_place.reshape(-1, BLOCK).T
    assert chance.worst([chance.equal_counts(column, 256) for column in columns]) >= PASSES
    columns[77] &= 0xFE
    assert chance.worst([chance.equal_counts(column, 256) for column in columns]) < BEYOND_DOUBT


@pytest.mark.parametrize("bound", [2, 3, 7, 51, 52, 200, 1000])
def test_bounded_draws_pass(bound: int) -> None:
    stream = Stream(SEED.encode())
    draws = np.array([stream.below(bound) for _ in range(100_000)])
    assert chance.equal_counts(draws, bound) >= PASSES
    assert chance.serial_correlation(draws) >= PASSES


def test_bounded_draws_by_division_alone_fail(raw: bytes) -> None:
    draws = np.frombuffer(raw[:100_000], dtype=np.uint8).astype(np.int64) % 52
    assert chance.equal_counts(draws, 52) < BEYOND_DOUBT


# --- decks (G5, G6) -----------------------------------------------------------------------------


def decks_of(decks: Iterable[tuple[int, ...]]) -> Decks:
    return np.frombuffer(b"".join(map(bytes, decks)), dtype=np.uint8).reshape(-1, 52)


@pytest.fixture(scope="module")
def decks() -> Decks:
    """What `pitboss random --deals` collects."""
    return decks_of(deck_of(*one) for one in islice(rounds(SEED), DEALS))


def naive_decks(count: int) -> Decks:
    """Every place changes with any other."""
    numbers = np.random.Generator(np.random.PCG64(1))
    return _swapped(count, ((place, numbers.integers(0, 52, count)) for place in range(52)))


def modulo_decks(count: int, seed: int = 2) -> Decks:
    """The right shuffle with bytes brought below each bound by division alone."""
    numbers = np.random.Generator(np.random.PCG64(seed))
    places = range(51, 0, -1)
    return _swapped(count, ((n, numbers.integers(0, 256, count) % (n + 1)) for n in places))


def _swapped(count: int, swaps: Iterable[tuple[int, Array]]) -> Decks:
    made = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place, other in swaps:
        made[rows, place], made[rows, other] = made[rows, other], made[rows, place].copy()
    return made


def cut_decks(count: int) -> Decks:
    """Decks that are only cut: every position is even, and neighbours stay neighbours."""
    starts = np.random.Generator(np.random.PCG64(3)).integers(0, 52, (count, 1))
    return ((np.arange(52) + starts) % 52).astype(np.uint8)


def stuck_decks(decks: Decks) -> Decks:
    """The machine hands out the same deck again, once in twenty rounds."""
    stuck = decks[:PLANTED_DEALS].copy()
    stuck[20::20] = stuck[19:-1:20]
    return stuck


def leaning_decks(decks: Decks) -> Decks:
    """In one deck of ten the second card is changed for one beside the first."""
    made = decks[:PLANTED_DEALS].copy()
    rows = np.arange(0, PLANTED_DEALS, 10)
    wanted = made[rows, 0] ^ 1
    place = (made[rows] == wanted[:, None]).argmax(axis=1)
    made[rows, place], made[rows, 1] = made[rows, 1], wanted
    return made


@pytest.mark.rule("mgc-let-it-ride", "5(a)")
def test_5_a_every_position_is_even(decks: Decks) -> None:
    assert chance.positions(decks) >= PASSES


@pytest.mark.parametrize("planted", [naive_decks, modulo_decks])
def test_positions_tell_a_bad_shuffle(planted: Callable[[int], Decks]) -> None:
    assert chance.positions(planted(PLANTED_DEALS)) < BEYOND_DOUBT


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 51), (1, 2), (25, 26), (2, 7), (50, 51)])
def test_two_positions_hold_each_two_cards_equally_often(
    decks: Decks, first: int, second: int
) -> None:
    assert chance.pair_counts(decks, first, second) >= PASSES


def test_two_positions_tell_neighbours_that_stay_together() -> None:
    planted = cut_decks(DEALS)
    counts = np.bincount(planted[:, 0].astype(np.int64), minlength=52)
    assert chance.fit(counts, np.full(52, 1 / 52)) >= PASSES, "one position shows nothing"
    assert chance.pair_counts(planted, 0, 1) < BEYOND_DOUBT


def test_no_two_positions_are_correlated(decks: Decks) -> None:
    assert chance.pair_correlations(decks) >= PASSES
    assert chance.pair_correlations(leaning_decks(decks)) < BEYOND_DOUBT
    assert chance.pair_correlations(cut_decks(PLANTED_DEALS)) < BEYOND_DOUBT


def test_no_round_is_correlated_with_the_one_before(decks: Decks) -> None:
    assert chance.round_correlations(decks) >= PASSES
    assert chance.round_correlations(stuck_decks(decks)) < BEYOND_DOUBT


def set_counts(decks: Decks, size: int) -> tuple[Array, Array]:
    """How often each set of so many cards lies on top, and how often at the bottom.

    A shuffle fills the deck from the bottom, so a fault is plainest there; hands come off the top.
    """
    top, bottom = (
        np.bincount(chance.set_numbers(part), minlength=comb(52, size))
        for part in (decks[:, :size], decks[:, -size:])
    )
    return top, bottom


def test_sets_are_numbered_without_gap() -> None:
    every = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    assert sorted(chance.set_numbers(every[:, ::-1])) == list(range(22_100))


@pytest.mark.rule("mgc-let-it-ride", "5(a)")
@pytest.mark.slow
def test_5_a_all_22_100_sets_of_three_cards_are_equally_likely(decks: Decks) -> None:
    more = decks_of(deck_of(*one) for one in islice(rounds(SEED), DEALS, 3 * DEALS))
    counts = set_counts(np.concatenate([decks, more]), 3)
    assert chance.worst([chance.equal_sets(one) for one in counts]) >= PASSES


@pytest.mark.parametrize("planted", [naive_decks, cut_decks])
def test_sets_of_three_cards_tell_a_bad_shuffle(planted: Callable[[int], Decks]) -> None:
    counts = set_counts(planted(3 * DEALS), 3)
    assert chance.worst([chance.equal_sets(one) for one in counts]) < BEYOND_DOUBT


# --- Magic Card and Lucky Player ----------------------------------------------------------------

DRAWS = 20_000


def drawn_in(number: int) -> str:
    return context_of("draws", number)


@pytest.fixture(scope="module")
def magic() -> NDArray[np.int64]:
    """The Magic Card of each round; -1 where there is none."""
    fifth = Fraction(1, 5)
    found = (magic_card_of(SEED, drawn_in(number), fifth) for number in range(1, DRAWS + 1))
    return np.array([-1 if card is None else int(card) for card in found])


def test_i_19_i_21_each_card_is_magic_equally_often_and_at_the_rate(magic: Array) -> None:
    counts = np.bincount(magic + 1, minlength=53)
    chances = np.array([4 / 5, *[1 / 5 / 52] * 52])
    assert chance.fit(counts, chances) >= PASSES
    shifted = np.array([4 / 5 + 0.03, *[(1 / 5 - 0.03) / 52] * 52])
    assert chance.fit(counts, shifted) < BEYOND_DOUBT


def test_i_20_each_area_is_lucky_equally_often_and_at_the_rate() -> None:
    found = [
        lucky_seat_of(SEED, drawn_in(n), Fraction(1, 2), range(1, 8)) for n in range(1, DRAWS + 1)
    ]
    counts = np.bincount(np.array([seat or 0 for seat in found]), minlength=8)
    assert chance.fit(counts, np.array([1 / 2, *[1 / 14] * 7])) >= PASSES
    assert chance.fit(counts, np.array([1 / 2, *[1 / 12] * 5, 1 / 24, 1 / 24])) < BEYOND_DOUBT


def test_i_19_the_magic_card_says_nothing_of_the_deck_even_from_one_seed() -> None:
    rounds_drawn = [drawn_in(number) for number in range(1, DRAWS + 1)]
    cards = [magic_card_of(SEED, context, Fraction(1)) for context in rounds_drawn]
    tops = [deck_of(SEED, context)[0] for context in rounds_drawn]
    ranks = np.array(
        [card.rank * 13 + top.rank for card, top in zip(cards, tops, strict=True) if card]
    )
    assert len(ranks) == DRAWS
    assert chance.equal_counts(ranks, 169) >= PASSES
