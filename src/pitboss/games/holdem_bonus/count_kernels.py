"""Showdowns counted: every holding against a random dealer hand, on every board.

First by ranks alone, which is right unless three community cards share a suit; then what one suit
changes, on every marked board on which it can make a flush. Each board of five is folded into the
boards of four as soon as it is counted, and those into the boards of three. Corrections of
different suits add up.
"""

from __future__ import annotations

from math import comb

import numpy as np

from pitboss.games.holdem_bonus.board_kernels import (
    BITS,
    FIRST,
    HIGH,
    HIGH_S,
    LOW,
    LOW_S,
    MARKED,
    MARKED_PAIR,
    NO_S,
    ONE_S,
    PAIR_OF_MARKED,
    PAIRS,
    RANK_BOARDS_5,
    RANKS,
    SECOND,
    Array,
    Int,
    board_number,
    marked_number,
    suited,
    unsuited,
)
from pitboss.kernels import kernel

# --- by ranks alone -------------------------------------------------------------------------------


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
                beaten[end] = below - with_[HIGH[pair]] - with_[LOW[pair]]
                end += 1
            for place in range(start, end):
                pair = keys[board, place] & 127
                high, low = HIGH[pair], LOW[pair]
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
                reached = below - with_[HIGH[pair]] - with_[LOW[pair]] + 1
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


# --- what one suit changes ------------------------------------------------------------------------

_NO_FLUSH = 1 << 62
FLUSH_PAIRS = {3: ONE_S, 4: NO_S, 5: MARKED}
"""Marked pairs that may be a flush with so many `s` on the board: two `s`, one of them, all."""
_FLUSHES_ON_THREE = comb(RANKS - 3, 2)


@kernel
def suited_keys(sets: Array, keys: Array) -> None:
    """For every set of `s` on the board the flushes it makes, with the pair in nine bits."""
    for board in range(len(sets)):
        for pair in range(keys.shape[1]):
            held: Int = 0
            one, two = np.int64(FIRST[pair]), np.int64(SECOND[pair])
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
    for pair in range(ONE_S):
        row[0, pair], row[1, pair] = 0, 0
    below, start, flush = 0, 0, 0
    while start < PAIRS or flush < _FLUSHES_ON_THREE:
        if flush < _FLUSHES_ON_THREE and (
            start == PAIRS or flushes[flush] >> 9 < by_rank[start] >> 7
        ):
            pair = flushes[flush] & 511
            high, low = SECOND[pair], FIRST[pair]
            wins = below - with_s[high] - with_s[low]
            ranks = PAIR_OF_MARKED[pair]
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
            high, low = HIGH[pair], LOW[pair]
            row[1, NO_S + pair] = below - with_o[high] - with_o[low]
            row[1, HIGH_S[pair]] = below - with_s[high] - with_o[low]
            row[1, LOW_S[pair]] = below - with_o[high] - with_s[low]
            end += 1
        for place in range(start, end):
            pair = by_rank[place] & 127
            high, low = HIGH[pair], LOW[pair]
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
            high, low = HIGH[pair], LOW[pair]
            less = (dealers + rank_d[pair], np.int64(rank_x[pair]))
            reached = below + 1 - with_o[high] - with_o[low]
            conclude(row, NO_S + pair, reached, ante_wins, less)
            reached = below + 1 - with_s[high] - with_o[low]
            conclude(row, HIGH_S[pair], reached, ante_wins, less)
            if high != low:
                reached = below + 1 - with_o[high] - with_s[low]
                conclude(row, LOW_S[pair], reached, ante_wins, less)
        start = end
    for rank in range(RANKS):
        if of_suit >> rank & 1:
            for pair in range(ONE_S + RANKS * rank, ONE_S + RANKS * (rank + 1)):
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
        pairs[count] = NO_S + (by_rank[place] & 127)
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
            row[1, pair] = below - with_[FIRST[pair]] - with_[SECOND[pair]]
            end += 1
        for place in range(start, end):
            pair = pairs[place]
            one, two = FIRST[pair], SECOND[pair]
            if one == two:
                below += left[one] * (left[one] - 1) // 2
                with_[one] += left[one] - 1
            else:
                below += left[one] * left[two]
                with_[one] += left[two]
                with_[two] += left[one]
        for place in range(start, end):
            pair = pairs[place]
            ranks = PAIR_OF_MARKED[pair]
            reached = below + 1 - with_[FIRST[pair]] - with_[SECOND[pair]]
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
