"""Write what is shipped as data and not as code: `python -m tools.build_tables`.

That is the odds of Cover All, which `pitboss.games.let_it_ride.cover_all` counts, and the tables
of the batch kernels, which are made here.

To the kernels every card is one number, its *word*, and a hand is the plain sum of its words. The
low bits of the sum are a key that no other choice of ranks has, the high bits say whether there is
a flush. The keys are few and far between, so they are cut into rows, and the rows are pushed over
each other until the full places of one lie in the gaps of the others: a strength is then found by
`strengths[key + offsets[key >> shift]]`, with no search and hardly a gap.

The strengths are those of `pitboss.hands.tables`: this is no second opinion about hands but the
same one, laid out for speed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK, RANKS, Card
from pitboss.games.let_it_ride.cover_all import MOST_HANDS, count_best_hands
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three

_PACKAGE = Path(__file__).parent.parent / "src/pitboss"
PLACE = _PACKAGE / "hands/batch_tables.npz"
COVER_ALL_PLACE = _PACKAGE / "games/let_it_ride/cover_all.json"

# Keys of the ranks by size of hand: each the least number that keeps the sums apart.
RANK_KEYS = {
    3: (0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556),
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    7: (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
}
# Where a key is cut into row and place. Shorter rows need more offsets, longer ones leave more
# gaps; these were the quickest, if only by a little.
SHIFTS = {5: 8, 7: 9}

# The bits of a word. A suit has four bits to count its cards in; the kernels start the counts at
# three, so that the fifth card of a suit is seen as one bit.
SUIT_BITS = 48
NOT_A_CARD = 1 << 40
# Three cards are of one suit by the sum of these, which tells all choices of suits apart.
SUIT_KEYS = (0, 1, 4, 13)
THREE_SUIT_BITS = 16
THREE_NOT_A_CARD = 1 << 28
THREE_KEYS_END = 1 << 13

Tables = dict[str, npt.NDArray[Any]]


def main() -> int:
    """Write the tables, and say the digest that the kernels must name."""
    COVER_ALL_PLACE.write_text(cover_all_text(), encoding="ascii")
    np.savez_compressed(PLACE, allow_pickle=False, **build())
    digest = hashlib.sha256(PLACE.read_bytes()).hexdigest()
    print(f"{PLACE.name} is written; put its digest into batch_kernels.py: {digest}")
    return 0


def cover_all_text() -> str:
    """The odds of Cover All as they are shipped: deals by number of hands and best hand."""
    players = range(1, MOST_HANDS + 1)
    return json.dumps({str(n): count_best_hands(n) for n in players}, indent=2) + "\n"


def build() -> Tables:
    """All tables of the batch kernels, by name."""
    return {
        **_three_cards(),
        **_more_cards("five", 5, {key: strength_of_five(hand) for key, hand in _hands(5)}),
        **_more_cards("seven", 7, {key: strength_of_seven(hand) for key, hand in _hands(7)}),
        "suited": _strengths_of_suited_ranks(),
    }


def _three_cards() -> Tables:
    """Few enough keys to need no rows: twice all of them, and the second time suited."""
    strengths = np.zeros(2 * THREE_KEYS_END, np.int32)
    for key, hand in _hands(3):
        strengths[key] = strength_of_three(hand)
    for ranks in combinations(range(len(RANKS)), 3):
        suited = [DECK[4 * rank] for rank in ranks]
        strengths[THREE_KEYS_END + sum(RANK_KEYS[3][rank] for rank in ranks)] = strength_of_three(
            suited
        )
    # One place for every sum of suits that six bits can hold, so that none is out of range.
    offsets = np.zeros(64, np.uint32)
    offsets[[3 * key for key in SUIT_KEYS]] = THREE_KEYS_END
    words = [RANK_KEYS[3][card.rank] | SUIT_KEYS[card.suit] << THREE_SUIT_BITS for card in DECK]
    return {
        "three_words": _for_every_byte(words, THREE_NOT_A_CARD, np.uint32),
        "three_offsets": offsets,
        "three_strengths": strengths,
    }


def _more_cards(name: str, size: int, strength_by_key: Mapping[int, int]) -> Tables:
    words = [RANK_KEYS[size][card.rank] | 1 << SUIT_BITS + 4 * card.suit for card in DECK]
    starts = _push_together(strength_by_key, SHIFTS[size])
    # Cards that are there twice make keys no hand has. They must find something, though not a
    # strength: there is an offset for every sum, and every row has its full length.
    rows = np.arange((size * RANK_KEYS[size][-1] >> SHIFTS[size]) + 1)
    offsets = -(rows << SHIFTS[size])
    strengths = np.zeros(max(starts.values()) + (1 << SHIFTS[size]), np.int32)
    for row, start in starts.items():
        offsets[row] += start
    for key, strength in strength_by_key.items():
        strengths[key + offsets[key >> SHIFTS[size]]] = strength
    return {
        f"{name}_words": _for_every_byte(words, NOT_A_CARD, np.uint64),
        f"{name}_shift": np.array(SHIFTS[size], np.uint32),
        # Most are below zero. As unsigned numbers they come round to the right sum all the same.
        f"{name}_offsets": offsets.astype(np.int32).view(np.uint32),
        f"{name}_strengths": strengths,
    }


def _strengths_of_suited_ranks() -> npt.NDArray[np.int32]:
    """Strength by the set of ranks of a suit, one bit each, where they are five to seven."""
    strengths = np.zeros(1 << len(RANKS), np.int32)
    for size in (5, 6, 7):
        for ranks in combinations(range(len(RANKS)), size):
            suited = [DECK[4 * rank] for rank in ranks]
            best = max(strength_of_five(five) for five in combinations(suited, 5))
            strengths[sum(1 << rank for rank in ranks)] = best
    return strengths


def _for_every_byte(words: Sequence[int], otherwise: int, dtype: type) -> npt.NDArray[Any]:
    """A word for every number a byte can hold, so that a wrong one is noticed, not followed."""
    return np.array([*words, *[otherwise] * (256 - len(words))], dtype)


def _hands(size: int) -> Iterator[tuple[int, list[Card]]]:
    """The key of every choice of ranks, with a hand of them that is not a flush."""
    keys = set()
    for ranks in combinations_with_replacement(range(len(RANKS)), size):
        if any(ranks.count(rank) > 4 for rank in set(ranks)):
            continue
        key = sum(RANK_KEYS[size][rank] for rank in ranks)
        assert key not in keys, f"two choices of ranks have the key {key}"
        keys.add(key)
        # Suits in turn: equal ranks, which are neighbours, differ, and no suit comes five times.
        yield key, [DECK[4 * rank + place % 4] for place, rank in enumerate(ranks)]


def _push_together(keys: Iterable[int], shift: int) -> dict[int, int]:
    """Where each row starts if all share one table: the longest first, each at the first fit."""
    rows: dict[int, list[int]] = defaultdict(list)
    for key in keys:
        rows[key >> shift].append(key & (1 << shift) - 1)
    # The table is one long number with a bit for every place that is taken. All starts at which
    # a row would not fit are then found at once.
    taken, starts = 0, {}
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        blocked = 0
        for place in rows[row]:
            blocked |= taken >> place
        start = (~blocked & blocked + 1).bit_length() - 1
        taken |= sum(1 << place for place in rows[row]) << start
        starts[row] = start
    return starts


if __name__ == "__main__":
    sys.exit(main())
