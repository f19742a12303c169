"""Every set of five cards is equally likely, counted over four million deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import comb

import numpy as np
import pytest

from pitboss.cli.deck import rounds
from pitboss.shuffling import deck_of
from tests.shuffling import chance
from tests.shuffling.chance import Decks
from tests.shuffling.test_chance import (
    BEYOND_DOUBT,
    PASSES,
    SEED,
    decks_of,
    modulo_decks,
    set_counts,
)

BATCH = 50_000
DEALS = 4_000_000


def dealt() -> Iterator[Decks]:
    seeds = rounds(SEED)
    for _ in range(DEALS // BATCH):
        yield decks_of(deck_of(*one) for one in islice(seeds, BATCH))


def planted() -> Iterator[Decks]:
    return (modulo_decks(BATCH, seed) for seed in range(DEALS // BATCH))


def chance_of(batches: Iterator[Decks]) -> float:
    top, bottom = np.zeros((2, comb(52, 5)), dtype=np.int64)
    for decks in batches:
        on_top, below = set_counts(decks, 5)
        top += on_top
        bottom += below
    assert top.sum() == bottom.sum() == DEALS
    return chance.worst([chance.equal_sets(top), chance.equal_sets(bottom)])


@pytest.mark.rule("mgc-let-it-ride", "5(a)")
@pytest.mark.long
def test_5_a_all_2_598_960_sets_of_five_cards_are_equally_likely() -> None:
    assert chance_of(dealt()) >= PASSES


@pytest.mark.long
def test_sets_of_five_cards_tell_a_bad_shuffle() -> None:
    assert chance_of(planted()) < BEYOND_DOUBT
