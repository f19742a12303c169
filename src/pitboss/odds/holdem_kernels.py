"""Counting for Hold'em Bonus: every deal of two hands and five community cards, exactly.

What a holding wins against a dealer's two unknown cards depends on ranks alone, unless three
community cards share a suit. So there is one table by ranks, and a *correction* by ranks and one
suit: each card is then `s` (of that suit) or `o` (any other). Corrections of different suits add
up, and a suit is worth one only while it can still make a flush on the table.

Sizes: 6,188 rank boards of five by 91 rank pairs; 36,608 marked boards of five by 338 marked
pairs, each folded into boards of four as soon as it is counted, and those into boards of three.
Then the decisions are looked at on the 16,432 boards of four that differ by more than the names
of the suits.

Counts are kept as two whole numbers of 32 bits: `d`, wins less losses, and `x`, ties plus 65,536
times the wins with which the ante wins too. Sums of `x` may run over on the way; the last one
fits, because a board of four meets no more than 46 x 990 = 45,540 rivers and dealer hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from pitboss.compiled import kernel

Array = Any
"""Of numbers; arrays and tuples of arrays are what numba compiles best, so kernels take them."""
Int = Any
"""A whole number, Python's or numpy's."""

RANKS = 13
SUITS = 4
PAIRS = 91
"""Unordered pairs of ranks; `high * (high + 1) / 2 + low` numbers them."""
MARKED = 338
"""Unordered pairs of marked ranks: 78 of two `s`, 169 of one `s` and one `o`, 91 of two `o`."""
_ONE_S = 78
_NO_S = _ONE_S + RANKS * RANKS
SQUARE = RANKS * RANKS

# Holdings are numbered by block, second rank, first rank; a block is the suits of both cards.
_BLOCK_SUITS = [(one, two) for two in range(SUITS) for one in range(two + 1)]
BLOCKS = len(_BLOCK_SUITS)
_ONE = np.array([one for one, _ in _BLOCK_SUITS], dtype=np.int64)
_TWO = np.array([two for _, two in _BLOCK_SUITS], dtype=np.int64)
_BLOCK_OF = np.zeros((SUITS, SUITS), dtype=np.int64)
for _block, (_one, _two) in enumerate(_BLOCK_SUITS):
    _BLOCK_OF[_one, _two] = _BLOCK_OF[_two, _one] = _block

# --- how strong ----------------------------------------------------------------------------------

CATEGORY_SHIFT = 26
"""A strength here is a category, a set of ranks compared first, and a set compared next."""
_FIRST_SHIFT = 13

_MASKS = np.arange(1 << RANKS, dtype=np.int64)
BITS: Array = np.sum([_MASKS >> rank & 1 for rank in range(RANKS)], axis=0, dtype=np.int64)


def _tops() -> Array:
    """`tops[n, mask]`: the n highest ranks of a set."""
    tops = np.zeros((6, len(_MASKS)), dtype=np.int64)
    for wanted in range(1, 6):
        kept, left = np.zeros_like(_MASKS), np.full_like(_MASKS, wanted)
        for rank in reversed(range(RANKS)):
            take = (_MASKS >> rank & 1 == 1) & (left > 0)
            kept[take] |= 1 << rank
            left[take] -= 1
        tops[wanted] = kept
    return tops


def _runs() -> Array:
    """`runs[mask]`: the top rank of the highest run of five as a set, or nothing."""
    runs = np.zeros_like(_MASKS)
    wheel = 1 << 12 | 0b1111
    runs[_MASKS & wheel == wheel] = 1 << 3
    for top in range(4, RANKS):
        run = 0b11111 << top - 4
        runs[_MASKS & run == run] = 1 << top
    return runs


TOPS = _tops()
RUNS = _runs()


@kernel
def unsuited(ones: Int, twos: Int, threes: Int, fours: Int) -> Int:
    """The strength of cards without a flush, by which ranks are there at least once, twice, ..."""
    if fours:
        first = TOPS[1, fours]
        return 7 << 26 | first << 13 | TOPS[1, ones & ~first]
    if threes:
        first = TOPS[1, threes]
        second = TOPS[1, twos & ~first]
        if second:
            return 6 << 26 | first << 13 | second
        if RUNS[ones]:
            return 4 << 26 | RUNS[ones]
        return 3 << 26 | first << 13 | TOPS[2, ones & ~first]
    if RUNS[ones]:
        return 4 << 26 | RUNS[ones]
    if twos:
        first = TOPS[2, twos]
        if BITS[first] == 2:
            return 2 << 26 | first << 13 | TOPS[1, ones & ~first]
        return 1 << 26 | first << 13 | TOPS[3, ones & ~first]
    return TOPS[5, ones]


@kernel
def suited(ranks: Int) -> Int:
    """The strength of five or more cards of one suit."""
    run = RUNS[ranks]
    if run == 1 << 12:
        return 9 << 26
    if run:
        return 8 << 26 | run
    return 5 << 26 | TOPS[5, ranks]


@kernel
def strength(clubs: Int, diamonds: Int, hearts: Int, spades: Int) -> Int:
    """The strength of seven cards, by the ranks of each suit."""
    if BITS[clubs] > 4:
        return suited(clubs)
    if BITS[diamonds] > 4:
        return suited(diamonds)
    if BITS[hearts] > 4:
        return suited(hearts)
    if BITS[spades] > 4:
        return suited(spades)
    either, both = clubs | diamonds, clubs & diamonds
    other, others = hearts | spades, hearts & spades
    twos = both | others | either & other
    return unsuited(either | other, twos, both & other | others & either, both & others)


# --- numbering -----------------------------------------------------------------------------------


def _rank_boards(size: int) -> Array:
    """Ranks in rising order, repeated as they occur, row by row in the order of `board_number`."""
    boards = combinations_with_replacement(range(RANKS), size)
    rows = sorted(boards, key=lambda board: board[::-1])
    return np.array(rows, dtype=np.int64).reshape(len(rows), size)


RANK_BOARDS_3 = _rank_boards(3)
RANK_BOARDS_4 = _rank_boards(4)
RANK_BOARDS_5 = _rank_boards(5)
OTHERS = tuple(_rank_boards(size) for size in range(3))
"""The `o` of a marked board: none, one or two."""
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(52)], dtype=np.int64)

# Ranks of one suit as a set: all sets of one size are numbered by size, as numbers grow.
SETS = tuple(_MASKS[size == BITS] for size in range(6))
SET_NUMBER = np.zeros_like(_MASKS)
for _sets in SETS:
    SET_NUMBER[_sets] = np.arange(len(_sets))
_SETS_OF = np.array([len(_sets) for _sets in SETS], dtype=np.int64)

# Where the marked boards of three and four with so many `s` start.
_STARTS = np.zeros((5, 6), dtype=np.int64)
_STARTS[3, 2] = 13 * 91
_STARTS[3, 3] = _STARTS[3, 2] + 78 * 13
MARKED_BOARDS_3 = int(_STARTS[3, 3]) + 286
_STARTS[4, 3] = 78 * 91
_STARTS[4, 4] = _STARTS[4, 3] + 286 * 13
MARKED_BOARDS_4 = int(_STARTS[4, 4]) + 715

# Places in other tables are unsigned: numba then need not look for negative ones.
_HIGH = np.array([high for high in range(RANKS) for _ in range(high + 1)], dtype=np.uint8)
_LOW = np.array([low for high in range(RANKS) for low in range(high + 1)], dtype=np.uint8)


def _marked_pairs() -> tuple[Array, Array, Array]:
    """The number of each marked pair, and the two marked ranks of each number: `s` before `o`."""
    number = np.zeros((2 * RANKS, 2 * RANKS), dtype=np.uint16)
    first, second = np.zeros(MARKED, dtype=np.uint8), np.zeros(MARKED, dtype=np.uint8)
    for low in range(RANKS):
        for high in range(RANKS):
            both = high * (high - 1) // 2 + low
            pairs = [(_ONE_S + RANKS * low + high, low, RANKS + high)]
            if low < high:
                pairs.append((both, low, high))
            if low <= high:
                pairs.append((_NO_S + both + high, RANKS + low, RANKS + high))
            for place, one, two in pairs:
                number[one, two] = number[two, one] = place
                first[place], second[place] = one, two
    return number, first, second


MARKED_PAIR, _FIRST, _SECOND = _marked_pairs()
_HIGH_S = MARKED_PAIR[_HIGH, RANKS + _LOW]
_LOW_S = MARKED_PAIR[_LOW, RANKS + _HIGH]
_PAIR_OF_MARKED = np.array(
    [
        max(one % RANKS, two % RANKS) * (max(one % RANKS, two % RANKS) + 1) // 2
        + min(one % RANKS, two % RANKS)
        for one, two in zip(_FIRST.tolist(), _SECOND.tolist(), strict=True)
    ],
    dtype=np.uint8,
)

# The 169 places of a block: second rank times 13 plus first rank.
PAIR_OF_SQUARE = np.array(
    [
        max(one, two) * (max(one, two) + 1) // 2 + min(one, two)
        for two in range(RANKS)
        for one in range(RANKS)
    ],
    dtype=np.int64,
)
# By the marks of the second and first card (0 is `s`). Two equal `s` do not exist: number 0.
MARKED_OF_SQUARE = np.array(
    [
        [
            MARKED_PAIR[RANKS * mark_one + one, RANKS * mark_two + two]
            for two in range(RANKS)
            for one in range(RANKS)
        ]
        for mark_two in range(2)
        for mark_one in range(2)
    ],
    dtype=np.uint16,
)


@kernel
def board_number(ranks: Array, size: Int) -> Int:
    """The number of a rank board, its ranks in rising order."""
    number = 0
    for place in range(size):
        number += _CHOOSE[ranks[place] + place, place + 1]
    return number


@kernel
def marked_number(size: Int, of_suit: Int, others: Array) -> Int:
    """The number of a marked board of three or four: a set of `s`, and the `o` in rising order."""
    held = BITS[of_suit]
    number = board_number(others, size - held) * _SETS_OF[held] + SET_NUMBER[of_suit]
    return _STARTS[size, held] + number


# --- boards of five, by ranks --------------------------------------------------------------------


@kernel
def rank_keys(keys: Array) -> None:
    """For every rank board the strengths of all rank pairs, each with its number in seven bits."""
    for board in range(len(RANK_BOARDS_5)):
        ones, twos, threes, fours = 0, 0, 0, 0
        for place in range(5):
            card = 1 << RANK_BOARDS_5[board, place]
            fours |= threes & card
            threes |= twos & card
            twos |= ones & card
            ones |= card
        for high in range(RANKS):
            card = 1 << high
            fours1, threes1 = fours | threes & card, threes | twos & card
            twos1, ones1 = twos | ones & card, ones | card
            for low in range(high + 1):
                card = 1 << low
                value = unsuited(
                    ones1 | card,
                    twos1 | ones1 & card,
                    threes1 | twos1 & card,
                    fours1 | threes1 & card,
                )
                pair = high * (high + 1) // 2 + low
                keys[board, pair] = value << 7 | pair


@kernel
def rank_showdowns(keys: Array, copies: Array, terms: Array, d: Array, x: Array) -> None:
    """Every rank pair against a random dealer hand, on every rank board.

    Pairs come in order of strength. `below` counts card pairs passed so far and `with_` those of
    them that hold a given card, so what a holding beats is `below` less those with its own cards.
    `terms` are the number of dealer hands, and the least strength with which the ante wins.
    """
    dealers, ante = terms
    left = np.empty(RANKS, np.int64)
    with_ = np.empty(RANKS, np.int64)
    beaten = np.empty(PAIRS, np.int64)
    for board in range(len(RANK_BOARDS_5)):
        for rank in range(RANKS):
            left[rank] = copies[rank]
            with_[rank] = 0
        for place in range(5):
            left[RANK_BOARDS_5[board, place]] -= 1
        below = 0
        start = 0
        while start < PAIRS:
            grade = keys[board, start] >> 7
            end = start
            while end < PAIRS and keys[board, end] >> 7 == grade:
                pair = keys[board, end] & 127
                beaten[end] = below - with_[_HIGH[pair]] - with_[_LOW[pair]]
                end += 1
            for place in range(start, end):
                pair = keys[board, place] & 127
                high, low = _HIGH[pair], _LOW[pair]
                if high == low:
                    below += left[high] * (left[high] - 1) // 2
                    with_[high] += left[high] - 1
                else:
                    below += left[high] * left[low]
                    with_[high] += left[low]
                    with_[low] += left[high]
            for place in range(start, end):
                pair = keys[board, place] & 127
                # The holding itself was taken off twice.
                reached = below - with_[_HIGH[pair]] - with_[_LOW[pair]] + 1
                wins = beaten[place]
                d[board, pair] = wins + reached - dealers
                x[board, pair] = reached - wins
                if grade >= ante:
                    x[board, pair] += wins << 16
            start = end


@kernel
def without_a_rank(boards: Array, copies: Array, longer: Array, shorter: Array) -> None:
    """From boards of one size to those with one card less: the sum over the card to come."""
    size = boards.shape[1]
    ranks = np.empty(size + 1, np.int64)
    for board in range(len(boards)):
        for rank in range(RANKS):
            left = copies[rank]
            place = 0
            for i in range(size):
                held = boards[board, i]
                left -= held == rank
                place += held <= rank
                ranks[i + (held > rank)] = held
            if left <= 0:
                continue
            ranks[place] = rank
            longer_board = board_number(ranks, size + 1)
            for pair in range(PAIRS):
                shorter[board, pair] += left * longer[longer_board, pair]
            for other in range(RANKS):
                high, low = max(rank, other), min(rank, other)
                pair = high * (high + 1) // 2 + low
                shorter[board, pair] -= longer[longer_board, pair] * (1 + (rank == other))


# --- boards with a flush suit --------------------------------------------------------------------


_NO_FLUSH = 1 << 62
FLUSH_PAIRS = {3: _ONE_S, 4: _NO_S, 5: MARKED}
"""Marked pairs that may be a flush with so many `s` on the board: two `s`, one of them, all."""
_FLUSHES_ON_THREE = comb(RANKS - 3, 2)


@kernel
def suited_keys(sets: Array, keys: Array) -> None:
    """For every set of `s` on the board the flushes it makes, with the pair in nine bits."""
    for board in range(len(sets)):
        for pair in range(keys.shape[1]):
            held: Int = 0
            one, two = np.int64(_FIRST[pair]), np.int64(_SECOND[pair])
            if one < RANKS:
                held |= 1 << one
            if two < RANKS:
                held |= 1 << two
            if held & sets[board]:
                keys[board, pair] = _NO_FLUSH
            else:
                keys[board, pair] = suited(sets[board] | held) << 9 | pair


@kernel
def showdown_on_three(of_suit: Int, orders: Array, terms: Array, deck: Array, row: Array) -> None:
    """As in `rank_showdowns`, for the marked pairs on a board with three `s`, less what the count
    by ranks says of them.

    Two `s` are a flush, and no two such flushes are equal. All other pairs go by their ranks,
    whatever their marks, so the three of one rank pair are taken together.
    """
    by_rank, flushes = orders
    dealers, ante, rank_d, rank_x = terms
    left, with_s, with_o = deck[0], deck[1, :RANKS], deck[1, RANKS:]
    for rank in range(RANKS):
        with_s[rank], with_o[rank] = 0, 0
    for pair in range(_ONE_S):
        row[0, pair], row[1, pair] = 0, 0
    below, start, flush = 0, 0, 0
    while start < PAIRS or flush < _FLUSHES_ON_THREE:
        if flush < _FLUSHES_ON_THREE and (
            start == PAIRS or flushes[flush] >> 9 < by_rank[start] >> 7
        ):
            pair = flushes[flush] & 511
            high, low = _SECOND[pair], _FIRST[pair]
            wins = below - with_s[high] - with_s[low]
            ranks = _PAIR_OF_MARKED[pair]
            row[0, pair] = 2 * wins - dealers - rank_d[ranks]
            row[1, pair] = (wins << 16 if flushes[flush] >> 9 >= ante else 0) - rank_x[ranks]
            below += left[high] * left[low]
            with_s[high] += left[low]
            with_s[low] += left[high]
            flush += 1
            continue
        grade = by_rank[start] >> 7
        ante_wins = np.int64(grade >= ante) << 16
        end = start
        while end < PAIRS and by_rank[end] >> 7 == grade:
            pair = by_rank[end] & 127
            high, low = _HIGH[pair], _LOW[pair]
            row[1, _NO_S + pair] = below - with_o[high] - with_o[low]
            row[1, _HIGH_S[pair]] = below - with_s[high] - with_o[low]
            row[1, _LOW_S[pair]] = below - with_o[high] - with_s[low]
            end += 1
        for place in range(start, end):
            pair = by_rank[place] & 127
            high, low = _HIGH[pair], _LOW[pair]
            s, o = left[high], left[RANKS + high]
            if high == low:
                below += o * (o - 1) // 2 + s * o
                with_o[high] += s + o - 1
                with_s[high] += o
            else:
                s_low, o_low = left[low], left[RANKS + low]
                below += (s + o) * o_low + o * s_low
                with_o[high] += s_low + o_low
                with_s[high] += o_low
                with_o[low] += s + o
                with_s[low] += o
        for place in range(start, end):
            pair = by_rank[place] & 127
            high, low = _HIGH[pair], _LOW[pair]
            less = (dealers + rank_d[pair], np.int64(rank_x[pair]))
            reached = below + 1 - with_o[high] - with_o[low]
            conclude(row, _NO_S + pair, reached, ante_wins, less)
            reached = below + 1 - with_s[high] - with_o[low]
            conclude(row, _HIGH_S[pair], reached, ante_wins, less)
            if high != low:
                reached = below + 1 - with_o[high] - with_s[low]
                conclude(row, _LOW_S[pair], reached, ante_wins, less)
        start = end
    for rank in range(RANKS):
        if of_suit >> rank & 1:
            for pair in range(_ONE_S + RANKS * rank, _ONE_S + RANKS * (rank + 1)):
                row[0, pair], row[1, pair] = 0, 0


@kernel
def conclude(row: Array, pair: Int, reached: Int, ante_wins: Int, less: Array) -> None:
    """Turn what a pair wins, kept where `x` goes, and what it does not lose into `d` and `x`."""
    wins = np.int64(row[1, pair])
    row[0, pair] = wins + reached - less[0]
    row[1, pair] = reached - wins + wins * ante_wins - less[1]


@kernel
def in_order(of_suit: Int, orders: Array, pairs: Array, grades: Array) -> Int:
    """Marked pairs by strength on a board with four or five `s`: by rank and by flush, merged."""
    by_rank, flushes = orders
    count = 0
    flush = 0
    # With four on the board only two `o` are no flush, with five everything is.
    for place in range(PAIRS if BITS[of_suit] == 4 else 0):
        grade = by_rank[place] >> 7
        while flush < len(flushes) and flushes[flush] >> 9 < grade:
            pairs[count] = flushes[flush] & 511
            grades[count] = flushes[flush] >> 9
            flush += 1
            count += 1
        pairs[count] = _NO_S + (by_rank[place] & 127)
        grades[count] = grade
        count += 1
    while flush < len(flushes) and flushes[flush] < _NO_FLUSH:
        pairs[count] = flushes[flush] & 511
        grades[count] = flushes[flush] >> 9
        flush += 1
        count += 1
    return count


@kernel
def showdown_on_more(of_suit: Int, orders: Array, terms: Array, deck: Array, row: Array) -> None:
    """The same for the marked pairs on a board with four or five `s`."""
    dealers, ante, rank_d, rank_x = terms
    left, with_ = deck[0], deck[1]
    pairs, grades = np.empty(MARKED, np.uint16), np.empty(MARKED, np.int64)
    count = in_order(of_suit, orders, pairs, grades)
    for rank in range(2 * RANKS):
        with_[rank] = 0
    for pair in range(MARKED):
        row[0, pair], row[1, pair] = 0, 0
    below = 0
    start = 0
    while start < count:
        grade = grades[start]
        ante_wins = np.int64(grade >= ante) << 16
        end = start
        while end < count and grades[end] == grade:
            pair = pairs[end]
            row[1, pair] = below - with_[_FIRST[pair]] - with_[_SECOND[pair]]
            end += 1
        for place in range(start, end):
            pair = pairs[place]
            one, two = _FIRST[pair], _SECOND[pair]
            if one == two:
                below += left[one] * (left[one] - 1) // 2
                with_[one] += left[one] - 1
            else:
                below += left[one] * left[two]
                with_[one] += left[two]
                with_[two] += left[one]
        for place in range(start, end):
            pair = pairs[place]
            ranks = _PAIR_OF_MARKED[pair]
            reached = below + 1 - with_[_FIRST[pair]] - with_[_SECOND[pair]]
            less = (dealers + rank_d[ranks], np.int64(rank_x[ranks]))
            conclude(row, pair, reached, ante_wins, less)
        start = end


@kernel
def without_an_s(of_suit: Int, others: Array, row: Array, shorter: Array) -> None:
    """Add a marked board's row to the boards that lack one of its `s`."""
    size = BITS[of_suit] + len(others)
    for rank in range(RANKS):
        if of_suit >> rank & 1:
            board = marked_number(size - 1, of_suit & ~(1 << rank), others)
            for figure in range(shorter.shape[1]):
                for pair in range(MARKED):
                    shorter[board, figure, pair] += row[figure, pair]


@kernel
def without_an_o(of_suit: Int, others: Array, copies: Array, row: Array, shorter: Array) -> None:
    """Add a marked board's row to the boards that lack one of its `o`, once for each such card."""
    size = BITS[of_suit] + len(others)
    fewer = np.empty(2, np.int64)
    for place in range(len(others)):
        rank = others[place]
        if place > 0 and others[place - 1] == rank:
            continue
        left = copies[rank] - 1
        kept = 0
        for i in range(len(others)):
            if i != place:
                fewer[kept] = others[i]
                left -= others[i] == rank
                kept += 1
        board = marked_number(size - 1, of_suit, fewer)
        for figure in range(shorter.shape[1]):
            for pair in range(MARKED):
                shorter[board, figure, pair] += left * row[figure, pair]
            for other in range(2 * RANKS):
                pair = MARKED_PAIR[RANKS + rank, other]
                shorter[board, figure, pair] -= row[figure, pair] * (1 + (other == RANKS + rank))


@kernel
def deal_out(of_suit: Int, others: Array, copies: Array, left: Array, ranks: Array) -> bool:
    """What a marked board leaves in the deck, and its ranks; whether the deck has its cards."""
    place = 0
    for rank in range(RANKS):
        s = of_suit >> rank & 1
        left[rank] = min(copies[rank], 1) - s
        left[RANKS + rank] = max(copies[rank] - 1, 0)
        if s:
            ranks[place] = rank
            place += 1
        for i in range(len(others)):
            if others[i] == rank:
                left[RANKS + rank] -= 1
                ranks[place] = rank
                place += 1
        if left[rank] < 0 or left[RANKS + rank] < 0:
            return False
    return True


@kernel
def marked_boards(boards: Array, copies: Array, orders: Array, terms: Array, four: Array) -> None:
    """Correct every board of five with so many `s`, and fold it into the boards of four.

    `boards` are the sets of `s` and the `o`; `orders` the rank pairs of rank boards and the flushes
    of sets, by strength; `terms` those of `rank_showdowns` and the two counts it made.
    """
    sets, others = boards
    by_rank, flushes = orders
    dealers, ante, rank_d, rank_x = terms
    row = np.empty((2, MARKED), np.int32)
    deck = np.empty((2, 2 * RANKS), np.int64)
    ranks = np.empty(5, np.int64)
    for other in range(len(others)):
        rest = others[other]
        for board in range(len(sets)):
            of_suit = sets[board]
            if not deal_out(of_suit, rest, copies, deck[0], ranks):
                continue
            number = board_number(ranks, 5)
            these_orders = (by_rank[number], flushes[board])
            these_terms = (dealers, ante, rank_d[number], rank_x[number])
            if BITS[of_suit] == 3:
                showdown_on_three(of_suit, these_orders, these_terms, deck, row)
            else:
                showdown_on_more(of_suit, these_orders, these_terms, deck, row)
            without_an_s(of_suit, rest, row, four)
            without_an_o(of_suit, rest, copies, row, four)


@kernel
def marked_flops(boards: Array, copies: Array, four: Array, three: Array) -> None:
    """Fold the corrected boards of four with so many `s` into the boards of three."""
    sets, others = boards
    left = np.empty(2 * RANKS, np.int64)
    ranks = np.empty(4, np.int64)
    for other in range(len(others)):
        rest = others[other]
        for board in range(len(sets)):
            of_suit = sets[board]
            if deal_out(of_suit, rest, copies, left, ranks):
                row = four[marked_number(4, of_suit, rest)]
                without_an_s(of_suit, rest, row, three)
                without_an_o(of_suit, rest, copies, row, three)


# --- decisions -----------------------------------------------------------------------------------


def _groups() -> Iterator[list[tuple[bool, int, int]]]:
    """Which blocks are alike when no, one or two suits matter (the first ones)."""
    for matter in range(3):
        yield [(one == two, min(one, matter), min(two, matter)) for one, two in _BLOCK_SUITS]


_GROUPS = np.zeros(3, dtype=np.int64)
_GROUP_OF = np.zeros((3, BLOCKS), dtype=np.int64)
_FIRST_OF = np.zeros((3, BLOCKS), dtype=np.int64)
_IS_SUITED = np.zeros((3, BLOCKS), dtype=np.int64)
# Two cards of suits that do not matter are worth the same, be it one suit or two.
_SAME_AS_BEFORE = np.zeros((3, BLOCKS), dtype=np.bool_)
for _matter, _kinds in enumerate(_groups()):
    _distinct = list(dict.fromkeys(_kinds))
    _GROUPS[_matter] = len(_distinct)
    _GROUP_OF[_matter] = [_distinct.index(kind) for kind in _kinds]
    for _group, _kind in enumerate(_distinct):
        _FIRST_OF[_matter, _group] = _kinds.index(_kind)
        _IS_SUITED[_matter, _group] = _kind[0]
        _SAME_AS_BEFORE[_matter, _group] = _group > 0 and _distinct[_group - 1][1:] == _kind[1:]

RIVER_BOARDS = 16_432
SUMS = (2, 4, 4, SQUARE)
"""Sums by hole cards of two suits or one; by who is counted: all holdings, those that bet the
river, turn bets, turn bets of those that bet the river; and by figure: how many, wins less losses,
wins that win the ante, ties. How many holdings there are is known, so the first sum of all counts
river bets worth exactly nothing instead."""


@kernel
def river_boards(boards: Array, weights: Array) -> Int:
    """The boards of four by ranks of each suit, and how many ways there are to name the suits.

    Suits with more cards come first, and of as many the higher set.
    """
    count = 0
    for a in range(1 << RANKS):
        if BITS[a] == 4:
            boards[count, 0] = a
            count += 1
    for a in range(1 << RANKS):
        if BITS[a] == 3:
            for b in range(RANKS):
                boards[count, 0], boards[count, 1] = a, 1 << b
                count += 1
        elif BITS[a] == 2:
            for b in range(a + 1):
                if BITS[b] == 2:
                    boards[count, 0], boards[count, 1] = a, b
                    count += 1
            for b in range(RANKS):
                for c in range(b + 1):
                    boards[count, 0], boards[count, 1], boards[count, 2] = a, 1 << b, 1 << c
                    count += 1
    for a in range(RANKS):
        for b in range(a + 1):
            for c in range(b + 1):
                for e in range(c + 1):
                    boards[count, 0], boards[count, 1] = 1 << a, 1 << b
                    boards[count, 2], boards[count, 3] = 1 << c, 1 << e
                    count += 1
    for board in range(count):
        weights[board] = namings(boards[board])
    return count


@kernel
def namings(suits: Array) -> Int:
    """In how many ways suits can be given to these four sets of ranks."""
    ways = 24
    alike = 1
    for suit in range(1, SUITS):
        alike = alike + 1 if suits[suit] == suits[suit - 1] else 1
        ways //= alike
    return ways


@kernel
def flops_of(boards: Array, slots: Array, flops: Array) -> Int:
    """List every flop of these boards once, and say which four each board has."""
    known = np.full(22_100, -1, np.int64)
    count = 0
    for board in range(len(boards)):
        place = 0
        for suit in range(SUITS):
            for rank in range(RANKS):
                if boards[board, suit] >> rank & 1:
                    for i in range(SUITS):
                        flops[count, i] = boards[board, i]
                    flops[count, suit] &= ~(1 << rank)
                    number = flop_number(flops[count])
                    if known[number] < 0:
                        known[number] = count
                        count += 1
                    slots[board, place] = known[number]
                    place += 1
    return count


@kernel
def flop_number(suits: Array) -> Int:
    number = 0
    place = 1
    for suit in range(SUITS):
        for rank in range(RANKS):
            if suits[suit] >> rank & 1:
                number += _CHOOSE[RANKS * suit + rank, place]
                place += 1
    return number


@kernel
def ranks_of(suits: Array, but: Int, ranks: Array) -> Int:
    """The ranks of all suits but one, in rising order."""
    count = 0
    for rank in range(RANKS):
        for suit in range(SUITS):
            if suit != but and suits[suit] >> rank & 1:
                ranks[count] = rank
                count += 1
    return count


@kernel
def all_holdings(copies: Array, free: Array) -> None:
    """The holdings a deck has, block by block; two cards of one suit are taken in rising order."""
    for block in range(BLOCKS):
        one, two = _ONE[block], _TWO[block]
        for second in range(RANKS):
            for first in range(RANKS):
                there = copies[first] > 0 and copies[second] > 0
                free[block, second * RANKS + first] = there and (one != two or first < second)


@kernel
def free_holdings(suits: Array, every: Array, free: Array) -> None:
    """The holdings that a board leaves."""
    for block in range(BLOCKS):
        for place in range(SQUARE):
            free[block, place] = every[block, place]
    for suit in range(SUITS):
        for rank in range(RANKS if suits[suit] else 0):
            if suits[suit] >> rank & 1:
                for other in range(SUITS):
                    block = _BLOCK_OF[suit, other]
                    if other <= suit:
                        for first in range(RANKS):
                            free[block, rank * RANKS + first] = 0
                    if other >= suit:
                        for second in range(RANKS):
                            free[block, second * RANKS + rank] = 0


@kernel
def turn_bets(flops: Array, every: Array, rank_d: Array, marked_d: Array, bets: Array) -> Int:
    """Which holdings bet the turn on each flop; how many, of all, find it worth exactly nothing."""
    value = np.empty(SQUARE, np.int32)
    free = np.empty((BLOCKS, SQUARE), np.int8)
    ranks = np.empty(3, np.int64)
    rows = np.empty(SUITS, np.int64)
    nothing = 0
    for flop in range(len(flops)):
        suits = flops[flop]
        ranks_of(suits, SUITS, ranks)
        board = board_number(ranks, 3)
        for suit in range(SUITS):
            if suits[suit]:
                ranks_of(suits, suit, ranks)
                rows[suit] = marked_number(3, suits[suit], ranks)
        # Flops that differ by the names of the suits are counted once, with their number.
        weight = namings(suits) if in_usual_order(suits) else 0
        if weight:
            free_holdings(suits, every, free)
        for block in range(BLOCKS):
            one, two = _ONE[block], _TWO[block]
            for place in range(SQUARE):
                value[place] = rank_d[board, place]
            for suit in range(SUITS):
                if suits[suit]:
                    marks = 2 * (two != suit) + (one != suit)
                    row = rows[suit]
                    for place in range(SQUARE):
                        value[place] += marked_d[row, marks, place]
            for place in range(SQUARE):
                bets[flop, block, place] = value[place] > 0
            if weight:
                for place in range(SQUARE):
                    nothing += weight * free[block, place] * (value[place] == 0)
    return nothing


@kernel
def in_usual_order(suits: Array) -> bool:
    """Suits with more cards first, and of as many the higher set: one board of each kind."""
    for suit in range(1, SUITS):
        before = BITS[suits[suit - 1]] << RANKS | suits[suit - 1]
        if before < BITS[suits[suit]] << RANKS | suits[suit]:
            return False
    return True


@kernel
def add_up(weight: Array, d: Array, x: Array, sums: Array) -> None:
    """Add four figures of the holdings of a block, each as often as its weight says."""
    # Four loops: the compiler makes vectors of each, but not of all in one.
    for place in range(SQUARE):
        sums[0, place] += weight[place]
    for place in range(SQUARE):
        sums[1, place] += weight[place] * d[place]
    for place in range(SQUARE):
        sums[2, place] += weight[place] * (x[place] >> 16 & 0xFFFF)
    for place in range(SQUARE):
        sums[3, place] += weight[place] * (x[place] & 0xFFFF)


@kernel
def move_sums(sums: Array, weight: Int, total: Array) -> None:
    """Move sums of 32 bits, before they run over, to where there is room."""
    for suited_ in range(2):
        for who in range(4):
            for figure in range(4):
                for place in range(SQUARE):
                    part = np.int64(sums[suited_, who, figure, place])
                    total[suited_, who, figure, place] += weight * part
                    sums[suited_, who, figure, place] = 0


@kernel
def count_holdings(suits: Array, flops: Array, matter: Int, play: Array, counts: Array) -> None:
    """For each group of blocks the holdings there are, and how often they bet the turn.

    A board of four has four flops, so a holding may have bet up to four times.
    """
    every, bets, free = play
    free_holdings(suits, every, free)
    for group in range(BLOCKS):
        for place in range(SQUARE):
            counts[0, group, place] = 0
        for place in range(SQUARE):
            counts[1, group, place] = 0
    a, b, c, d = flops[0], flops[1], flops[2], flops[3]
    for block in range(BLOCKS):
        group = _GROUP_OF[matter, block]
        for place in range(SQUARE):
            counts[0, group, place] += free[block, place]
        for place in range(SQUARE):
            made = bets[a, block, place] + bets[b, block, place]
            made += bets[c, block, place] + bets[d, block, place]
            # In eight bits, where the compiler takes most at a time.
            free[block, place] = made & -free[block, place]
        for place in range(SQUARE):
            counts[1, group, place] += free[block, place]


@kernel
def values(group: Int, suits: Array, counted: Array, d: Array, x: Array) -> None:
    """What the holdings of a group of blocks come to: by ranks, corrected by suits that matter."""
    rank_d, rank_x, marked = counted
    ranks = np.empty(4, np.int64)
    ranks_of(suits, SUITS, ranks)
    board = board_number(ranks, 4)
    for place in range(SQUARE):
        d[place] = rank_d[board, place]
        x[place] = rank_x[board, place]
    matter = suits_that_matter(suits)
    block = _FIRST_OF[matter, group]
    for suit in range(matter):
        ranks_of(suits, suit, ranks)
        row = marked[marked_number(4, suits[suit], ranks)]
        squares = MARKED_OF_SQUARE[2 * (_TWO[block] != suit) + (_ONE[block] != suit)]
        for place in range(SQUARE):
            d[place] += row[0, squares[place]]
            x[place] += row[1, squares[place]]


@kernel
def suits_that_matter(suits: Array) -> Int:
    """How many suits of a board of four can still make a flush: the first ones."""
    return (BITS[suits[0]] > 1) + (BITS[suits[1]] > 1)


@kernel
def decide(situations: Array, every: Array, bets: Array, counted: Array, total: Array) -> None:
    """On every board of four, who bets the river, who has bet the turn, and what becomes of it.

    `situations` are boards, their weights and their flops, boards of one weight together;
    `counted` the two counts by ranks, and the corrections.
    """
    boards, weights, slots = situations
    sums = np.zeros((2, 4, 4, SQUARE), np.int32)
    free = np.empty((BLOCKS, SQUARE), np.int8)
    counts = np.empty((2, BLOCKS, SQUARE), np.int32)
    d, x = np.empty(SQUARE, np.int32), np.empty(SQUARE, np.int32)
    added = 0
    for number in range(len(boards)):
        suits = boards[number]
        # No block gains more than 24 x 45,540 on one board.
        if added == 1_000 or (number > 0 and weights[number] != weights[number - 1]):
            move_sums(sums, weights[number - 1], total)
            added = 0
        added += 1
        matter = suits_that_matter(suits)
        count_holdings(suits, slots[number], matter, (every, bets, free), counts)
        for group in range(_GROUPS[matter]):
            if not _SAME_AS_BEFORE[matter, group]:
                values(group, suits, counted, d, x)
            held, turns = counts[0, group], counts[1, group]
            add_group(held, turns, d, x, sums[_IS_SUITED[matter, group]])
    move_sums(sums, weights[len(boards) - 1], total)


@kernel
def add_group(held: Array, turns: Array, d: Array, x: Array, sums: Array) -> None:
    """Add what the holdings of one group come to, by the later bets they make."""
    add_up(held, d, x, sums[0])
    add_up(turns, d, x, sums[2])
    for place in range(SQUARE):
        # How many there are is known: what is worth nothing is counted instead.
        sums[0, 0, place] -= held[place] if d[place] != 0 else 0
    for place in range(SQUARE):
        held[place] = held[place] if d[place] > 0 else 0
    for place in range(SQUARE):
        turns[place] = turns[place] if d[place] > 0 else 0
    add_up(held, d, x, sums[1])
    add_up(turns, d, x, sums[3])


# --- one situation -------------------------------------------------------------------------------


@kernel
def edge(own: Array, board: Array) -> Int:
    """Wins less losses of two cards over all dealer hands, on a full board; cards by suit."""
    mine = strength(own[0] | board[0], own[1] | board[1], own[2] | board[2], own[3] | board[3])
    hand = np.empty(SUITS, np.int64)
    for suit in range(SUITS):
        hand[suit] = board[suit]
    count = 0
    for one in range(SUITS * RANKS):
        suit, rank = one // RANKS, one % RANKS
        if (own[suit] | board[suit]) >> rank & 1:
            continue
        hand[suit] |= 1 << rank
        for two in range(one):
            suit2, rank2 = two // RANKS, two % RANKS
            if (own[suit2] | board[suit2]) >> rank2 & 1:
                continue
            before = hand[suit2]
            hand[suit2] |= 1 << rank2
            theirs = strength(hand[0], hand[1], hand[2], hand[3])
            count += (mine > theirs) - (mine < theirs)
            hand[suit2] = before
        hand[suit] = board[suit]
    return count


@kernel
def edge_to_come(own: Array, board: Array, missing: Int) -> Int:
    """The same over all sets of one or two community cards still to come."""
    count = 0
    for one in range(SUITS * RANKS):
        suit, rank = one // RANKS, one % RANKS
        if (own[suit] | board[suit]) >> rank & 1:
            continue
        board[suit] |= 1 << rank
        if missing == 1:
            count += edge(own, board)
        for two in range(one if missing > 1 else 0):
            suit2, rank2 = two // RANKS, two % RANKS
            if (own[suit2] | board[suit2]) >> rank2 & 1:
                continue
            board[suit2] |= 1 << rank2
            count += edge(own, board)
            board[suit2] &= ~(1 << rank2)
        board[suit] &= ~(1 << rank)
    return count
