"""Many hands in one call: the same strengths as one by one, and no card that is not one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import DECK, Card
from pitboss.errors import CardError
from pitboss.hands.batch import evaluate_many
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three
from tools.build_tables import PLACE, build

STRENGTH_OF: dict[int, Callable[[Sequence[Card]], int]] = {
    3: strength_of_three,
    5: strength_of_five,
    7: strength_of_seven,
}
ROOT = Path(__file__).parent.parent.parent

Hands = npt.NDArray[np.uint8]


def every_hand(size: int) -> Hands:
    numbers = (card for hand in combinations(range(52), size) for card in hand)
    return np.fromiter(numbers, np.uint8).reshape(-1, size)


def random_hands(size: int, count: int, seed: int, deck: Sequence[int] = DECK) -> Hands:
    rng = np.random.default_rng(seed)
    order = rng.random((count, len(deck))).argsort(axis=1)[:, :size]
    return np.array(deck, np.uint8)[order]


def one_by_one(hands: Hands) -> npt.NDArray[np.int32]:
    strength_of = STRENGTH_OF[hands.shape[1]]
    return np.array([strength_of([DECK[card] for card in hand]) for hand in hands.tolist()])


# --- the same strengths -------------------------------------------------------------------------


def test_every_three_card_hand() -> None:
    hands = every_hand(3)
    assert np.array_equal(evaluate_many(hands), one_by_one(hands))


@pytest.mark.slow
def test_every_five_card_hand() -> None:
    hands = every_hand(5)
    strengths = evaluate_many(hands)
    assert len(hands) == 2_598_960
    for start in range(0, len(hands), 100_000):
        stretch = slice(start, start + 100_000)
        assert np.array_equal(strengths[stretch], one_by_one(hands[stretch]))


# Random cards in random order, and decks in which flushes, fours and full houses are common.
@pytest.mark.parametrize(
    ("size", "count", "deck"),
    [
        (3, 20_000, DECK),
        (5, 20_000, DECK),
        (7, 200_000, DECK),
        (7, 20_000, [*DECK[2::4], *DECK[:8:4], *DECK[3:11:4]]),
        (7, 20_000, [*DECK[1::4], *DECK[3::4]]),
        (7, 20_000, [*DECK[:12], *DECK[48:]]),
    ],
    ids=["three", "five", "seven", "hearts", "two suits", "four ranks"],
)
def test_random_hands(size: int, count: int, deck: Sequence[int]) -> None:
    hands = random_hands(size, count, seed=size, deck=deck)
    assert np.array_equal(evaluate_many(hands), one_by_one(hands))


# --- what may be given --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "<i4", ">i4", "u4", "i8", "u8"])
def test_any_whole_numbers_will_do(dtype: str) -> None:
    hands = random_hands(5, 100, seed=1)
    strengths = evaluate_many(hands.astype(dtype))
    assert strengths.dtype == np.int32
    assert np.array_equal(strengths, one_by_one(hands))


def test_lists_and_parts_of_larger_arrays_will_do() -> None:
    hands = random_hands(7, 100, seed=2)
    expected = one_by_one(np.ascontiguousarray(hands[:, :5]))
    assert np.array_equal(evaluate_many(hands[:, :5]), expected)
    assert np.array_equal(evaluate_many(np.asfortranarray(hands[:, :5])), expected)
    assert np.array_equal(evaluate_many(hands[::-1, :5]), expected[::-1])
    assert np.array_equal(evaluate_many(hands[:, :5].tolist()), expected)


def test_the_cards_given_are_left_alone() -> None:
    hands = random_hands(5, 100, seed=3)
    hands.flags.writeable = False
    evaluate_many(hands)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_no_hands_have_no_strengths(size: int) -> None:
    strengths = evaluate_many(np.empty((0, size), np.uint8))
    assert strengths.shape == (0,)
    assert strengths.dtype == np.int32


@pytest.mark.parametrize("shape", [(5,), (4, 4), (2, 0), (1, 6), (1, 8), (1, 5, 1), ()])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="give rows of 3, 5 or 7 cards"):
        evaluate_many(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("dtype", [np.float64, np.bool_, np.complex128, np.str_, object])
def test_other_types_are_refused(dtype: Any) -> None:
    with pytest.raises(TypeError, match="give whole numbers"):
        evaluate_many(np.zeros((1, 5), dtype))


@pytest.mark.parametrize("size", [3, 5, 7])
@pytest.mark.parametrize(
    ("wrong", "dtype"),
    [(52, "u1"), (64, "u1"), (255, "u1"), (-1, "i1"), (-1, "i8"), (256, "i8"), (1 << 63, "u8")],
)
def test_a_number_that_is_no_card_is_named(size: int, wrong: int, dtype: str) -> None:
    for place in range(size):
        hands = random_hands(size, 40, seed=4).astype(dtype)
        hands[17, place] = wrong
        with pytest.raises(CardError, match=rf"row 17 holds {wrong}, which is not the number"):
            evaluate_many(hands)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_rows_of_nothing_but_wrong_numbers_are_refused(size: int) -> None:
    # Every bit that marks a wrong number is added up here; none may be lost by carrying.
    for wrong in range(52, 256):
        with pytest.raises(CardError):
            evaluate_many(np.full((1, size), wrong, np.uint8))


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_card_that_is_there_twice_is_the_callers_affair(size: int) -> None:
    rng = np.random.default_rng(5)
    hands = rng.integers(0, 52, (10_000, size), np.uint8)
    same = np.repeat(np.arange(52, dtype=np.uint8), size).reshape(52, size)
    different = np.array([len(set(hand)) == size for hand in hands.tolist()])
    strengths = evaluate_many(np.concatenate([hands, same]))[:10_000]
    # The strengths of such rows mean nothing, but they do no harm to the others.
    assert np.array_equal(strengths[different], one_by_one(hands[different]))


# --- the tables ---------------------------------------------------------------------------------


def test_the_tables_shipped_are_those_a_fresh_build_makes() -> None:
    fresh = build()
    with np.load(PLACE, allow_pickle=False) as shipped:
        assert sorted(shipped.files) == sorted(fresh)
        for name, table in fresh.items():
            assert shipped[name].dtype == table.dtype, name
            assert np.array_equal(shipped[name], table), name


@pytest.mark.parametrize(("name", "size"), [("three", 3), ("five", 5), ("seven", 7)])
def test_no_sum_of_words_leads_out_of_the_tables(name: str, size: int) -> None:
    # numba does not look whether a place is in range, so whatever bytes come, it has to be.
    tables = dict(np.load(PLACE, allow_pickle=False))
    keys = tables[f"{name}_words"].astype(np.uint64) & np.uint64(0xFFFFFFFF if size > 3 else 0x1FFF)
    largest = size * int(keys.max())
    if size == 3:
        assert largest < 1 << 13
        assert len(tables["three_strengths"]) == 2 << 13
        return
    shift = int(tables[f"{name}_shift"])
    offsets = tables[f"{name}_offsets"].view(np.int32).astype(np.int64)
    assert len(offsets) > largest >> shift
    starts = offsets + (np.arange(len(offsets)) << shift)
    assert starts.min() >= 0
    assert starts.max() + (1 << shift) <= len(tables[f"{name}_strengths"])


def test_ranking_one_hand_does_not_wait_for_numpy() -> None:
    code = (
        "import sys, pitboss.hands.names, pitboss.hands.plain, pitboss.hands.tables; "
        "sys.exit(bool({'numpy', 'numba'} & sys.modules.keys()))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "src", check=True)
