"""Hold'em Bonus at speed: deal, three decisions, two hands of seven, and a cell.

Best play of the turn and the river is exact: a bit for every situation that differs in what
matters, taken from the tables by which the game was solved. What matters are the ranks of the
board, which of its cards share a suit that can still make a flush, and which own cards have it.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitboss.games.holdem_bonus.board_kernels import (
    BITS,
    BLOCKS,
    SQUARE,
    SUIT_ONE,
    SUIT_TWO,
    free_holdings,
)
from pitboss.games.holdem_bonus.decision_kernels import holding_worths
from pitboss.kernels import kernel
from pitboss.sim.hand_kernels import (
    BETS_PROGRESSIVE,
    COUNTS_START,
    FIVE_OF_A_SUIT,
    MAKES_ENVY,
    SEVEN_OFFSETS,
    SEVEN_SHIFT,
    SEVEN_STRENGTHS,
    SEVEN_WORDS,
    SUITED_STRENGTHS,
    Array,
    Int,
    add_features,
    add_net,
    five_words,
    head_of,
    is_put_aside,
    premium_hands,
)
from pitboss.sim.random_kernels import CARDS_PER_WORD, deal, deal_nine, features, inlined

U64 = np.uint64
ANTE_WINS, WIN, TIE, LOSE = range(4)
"""What a hand meets."""
FOLD: Final = 16
MAIN_CELLS: Final = 17
"""What the hand met, four more where the turn was bet, eight more for the river; or folded."""
BONUS_ROWS: Final = 32
BONUS_CELLS: Final = 3 * BONUS_ROWS
"""The row that pays the hole cards (the last one: none); 32 more beaten, 64 more folded."""
KINDS: Final = 169
"""Starting hands."""
CHOSEN, BET, CHECK, BEST = range(4)
"""How a seat bets turn and river; chosen: as it is told, round by round."""

_LOOKS = np.uint8(BETS_PROGRESSIVE | MAKES_ENVY)
_MAKES_ENVY = np.uint8(MAKES_ENVY)
_ONE, _TWO, _THREE, _FOUR = U64(1), U64(2), U64(3), U64(4)
_BIT = np.uint32(1)


def _kinds() -> Array:
    """`kinds[one * 52 + two]`: the starting hand; pairs, then of one suit, then of two."""
    kinds = np.zeros(52 * 52, np.uint8)
    for one in range(52):
        for two in range(52):
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            both = high * (high - 1) // 2 + low
            kinds[52 * one + two] = (
                high if high == low else 13 + both if one & 3 == two & 3 else 91 + both
            )
    return kinds


KIND_OF: Final = _kinds()


# Boards by their cards in rising order: which cards share a suit, as bits for pairs of them, gives
# the pattern. Only suits that can still make a flush matter: the first and the second of them.
_PAIRS_OF: Final = {3: ((0, 1), (0, 2), (1, 2)), 4: tuple(combinations(range(4), 2))}
NO_SUIT: Final = 9
BATCH: Final = 256
"""Rounds that are dealt before their answers are looked up."""
_NO_SUIT = U64(NO_SUIT)


class Patterns(NamedTuple):
    """The ways in which cards of a board share suits."""

    suits: Array
    """For each pattern the suit of each card."""
    by_pairs: Array
    """The pattern by the pairs of cards that share a suit."""
    first: Array
    second: Array
    third: Array
    """A card of each suit that matters, or none."""
    widths: Array
    starts: Array
    """How many ranks and suits an own card is told apart by, and where the answers start."""
    size: int
    """Answers for one rank board."""


def patterns_of(size: int) -> Patterns:
    """The patterns of boards of three or four."""
    suits = sorted({_renamed(suits) for suits in product(range(4), repeat=size)})
    by_pairs = np.zeros(1 << len(_PAIRS_OF[size]), np.uint64)
    matters = np.full((3, len(suits)), NO_SUIT, np.uint64)
    widths, starts, start = [], [], 0
    for number, pattern in enumerate(suits):
        shared = [pattern[one] == pattern[two] for one, two in _PAIRS_OF[size]]
        by_pairs[sum(1 << place for place, same in enumerate(shared) if same)] = number
        which = [s for s in sorted(set(pattern)) if pattern.count(s) + 2 >= size]
        for place, suit in enumerate(which):
            matters[place, number] = pattern.index(suit)
        widths.append(13 * (len(which) + 1))
        starts.append(start)
        start += widths[-1] ** 2
    return Patterns(
        np.array(suits, np.int64),
        by_pairs,
        matters[0],
        matters[1],
        matters[2],
        np.array(widths, np.uint64),
        np.array(starts, np.uint64),
        start,
    )


def _renamed(suits: tuple[int, ...]) -> tuple[int, ...]:
    """Suits numbered as they come."""
    order = list(dict.fromkeys(suits))
    return tuple(order.index(suit) for suit in suits)


FLOP: Final = patterns_of(3)
TURN: Final = patterns_of(4)
_FLOP_PATTERN, _FLOP_WIDTH, _FLOP_START = FLOP.by_pairs, FLOP.widths, FLOP.starts
# Suits of a board lie in one word, four bits each; above them is what is no suit.
_FLOP_FIRST, _FLOP_SECOND, _FLOP_THIRD = 4 * FLOP.first, 4 * FLOP.second, 4 * FLOP.third
_FLOP_SIZE = U64(FLOP.size)
_TURN_PATTERN, _TURN_WIDTH, _TURN_START = TURN.by_pairs, TURN.widths, TURN.starts
_TURN_FIRST, _TURN_SECOND = 4 * TURN.first, 4 * TURN.second
_NO_SUITS = U64(0xF << 4 * NO_SUIT)
_SUIT = U64(0xF)
_TURN_SIZE = U64(TURN.size)
# The number of a rank board is a sum over its ranks in rising order.
_BOARD_PARTS = np.array(
    [[comb(rank + place, place + 1) for rank in range(13)] for place in range(4)], np.uint64
)

# Only the order of hands matters at a showdown: numbers of two bytes stay nearer to hand.
_ORDER = np.unique(np.concatenate([SEVEN_STRENGTHS, SUITED_STRENGTHS]))
_SEVEN_ORDER = np.searchsorted(_ORDER, SEVEN_STRENGTHS).astype(np.uint16)
_SUITED_ORDER = np.searchsorted(_ORDER, SUITED_STRENGTHS).astype(np.uint16)


def order_from(strength: int) -> int:
    """The place of the lowest hand of at least this strength in the order of all hands."""
    return int(np.searchsorted(_ORDER, strength))


@kernel
def fill_answers(
    boards: Array, patterns: Array, every: Array, tables: Array, answers: Array
) -> None:
    """For each rank board, pattern of suits and two own cards, a bit: whether to bet.

    Own cards are told apart by rank, and by which of the suits that matter they have, if any.
    """
    suits_of, firsts, seconds, thirds, widths, starts, whole = patterns
    size = boards.shape[1]
    suits = np.zeros(4, np.int64)
    free = np.empty((BLOCKS, SQUARE), np.int8)
    worth = np.empty((BLOCKS, SQUARE), np.int32)
    kinds = np.zeros(4, np.int64)
    for board in range(len(boards)):
        for pattern in range(len(suits_of)):
            suits[:] = 0
            there = 0
            for place in range(size):
                suits[suits_of[pattern, place]] |= 1 << boards[board, place]
            for suit in range(4):
                there += BITS[suits[suit]]
            if there < size:
                continue
            kinds[:] = 0
            for number, place in enumerate((firsts[pattern], seconds[pattern], thirds[pattern])):
                if place != NO_SUIT:
                    kinds[suits_of[pattern, place]] = number + 1
            free_holdings(suits, every, free)
            holding_worths(suits, size, tables, worth)
            start = board * whole + starts[pattern]
            for block in range(BLOCKS):
                kind_one, kind_two = 13 * kinds[SUIT_ONE[block]], 13 * kinds[SUIT_TWO[block]]
                for place in range(SQUARE):
                    if free[block, place] and worth[block, place] > 0:
                        one, two = kind_one + place % 13, kind_two + place // 13
                        at = start + one * widths[pattern] + two
                        answers[at >> 5] |= np.uint32(1 << (at & 31))
                        at = start + two * widths[pattern] + one
                        answers[at >> 5] |= np.uint32(1 << (at & 31))


@kernel
def in_order(one: Int, two: Int) -> tuple[Int, Int]:
    """Two cards, the lower one first; a branch would be guessed wrong half the time."""
    swap = (one ^ two) * U64(two < one)
    return one ^ swap, two ^ swap


@kernel
def own_card(card: Int, first: Int, second: Int, third: Int) -> Int:
    """A card by rank and by which of the suits that matter it has."""
    suit = card & _THREE
    kind = U64(suit == first) + _TWO * U64(suit == second) + _THREE * U64(suit == third)
    return U64(13) * kind + (card >> _TWO)


@kernel
def flop_of(one: Int, two: Int, three: Int) -> tuple[Int, Int, Int, Int]:
    """Where the answers for a flop are, and its cards in rising order."""
    low, high = in_order(one, two)
    low, middle = in_order(low, three)
    middle, high = in_order(middle, high)
    pairs = U64(low & _THREE == middle & _THREE)
    pairs += _TWO * U64(low & _THREE == high & _THREE)
    pairs += _FOUR * U64(middle & _THREE == high & _THREE)
    pattern = _FLOP_PATTERN[pairs]
    suits = _NO_SUITS | low & _THREE | (middle & _THREE) << _FOUR | (high & _THREE) << U64(8)
    board = _BOARD_PARTS[0, low >> _TWO] + _BOARD_PARTS[1, middle >> _TWO]
    board += _BOARD_PARTS[2, high >> _TWO]
    place = (
        board * _FLOP_SIZE + _FLOP_START[pattern],
        _FLOP_WIDTH[pattern],
        suits >> _FLOP_FIRST[pattern] & _SUIT,
        suits >> _FLOP_SECOND[pattern] & _SUIT,
        suits >> _FLOP_THIRD[pattern] & _SUIT,
    )
    return place, low, middle, high


@kernel
def turn_of(low: Int, middle: Int, high: Int, four: Int) -> Int:
    """Where the answers for four community cards are: three in rising order, and one more."""
    high, top = in_order(high, four)
    middle, high = in_order(middle, high)
    low, middle = in_order(low, middle)
    pairs = U64(low & _THREE == middle & _THREE)
    pairs += _TWO * U64(low & _THREE == high & _THREE)
    pairs += _FOUR * U64(low & _THREE == top & _THREE)
    pairs += U64(8) * U64(middle & _THREE == high & _THREE)
    pairs += U64(16) * U64(middle & _THREE == top & _THREE)
    pairs += U64(32) * U64(high & _THREE == top & _THREE)
    pattern = _TURN_PATTERN[pairs]
    suits = _NO_SUITS | low & _THREE | (middle & _THREE) << _FOUR | (high & _THREE) << U64(8)
    suits |= (top & _THREE) << U64(12)
    board = _BOARD_PARTS[0, low >> _TWO] + _BOARD_PARTS[1, middle >> _TWO]
    board += _BOARD_PARTS[2, high >> _TWO] + _BOARD_PARTS[3, top >> _TWO]
    return (
        board * _TURN_SIZE + _TURN_START[pattern],
        _TURN_WIDTH[pattern],
        suits >> _TURN_FIRST[pattern] & _SUIT,
        suits >> _TURN_SECOND[pattern] & _SUIT,
        _NO_SUIT,
    )


@kernel
def answer_of(place: Int, one: Int, two: Int) -> Int:
    """Where the answer for two own cards is."""
    start, width, first, second, third = place
    own = own_card(one, first, second, third)
    return start + own * width + own_card(two, first, second, third)


@inlined
def order_of(word: Int, cards: Array, own: Int, community: Int) -> Int:
    """The place of seven cards in the order of all hands."""
    if word & FIVE_OF_A_SUIT:
        suit = U64(0)
        while not word >> (U64(48) + _FOUR * suit) & U64(8):
            suit += _ONE
        ranks = U64(0)
        for place in range(own, own + 2):
            if cards[place] & _THREE == suit:
                ranks |= _ONE << (cards[place] >> _TWO)
        for place in range(community, community + 5):
            if cards[place] & _THREE == suit:
                ranks |= _ONE << (cards[place] >> _TWO)
        order = U64(_SUITED_ORDER[ranks])
    else:
        key = np.uint32(word)
        order = U64(_SEVEN_ORDER[np.uint32(key + SEVEN_OFFSETS[key >> SEVEN_SHIFT])])
    return order


@kernel
def main_game(
    source: Array, first: Int, count: Int, refused_below: Int, tables: Array, cells: Array
) -> None:
    """One seat, nothing but the ante and what follows it, best play of turn and river.

    `tables`: whether to play each starting hand, the answers of both decisions, and the order
    from which the ante wins.
    """
    plays, flop_answers, turn_answers, ante_from = tables
    cards = np.empty(CARDS_PER_WORD, np.uint64)
    met = np.empty(BATCH, np.uint64)
    on_flop, on_turn = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
    done = 0
    while done < count:
        size = min(BATCH, count - done)
        for place in range(size):
            deal_nine(source, U64(first + done + place), refused_below, cards)
            one, two = cards[2], cards[3]
            flop, low, middle, high = flop_of(cards[4], cards[5], cards[6])
            turn = turn_of(low, middle, high, cards[7])
            on_flop[place], on_turn[place] = answer_of(flop, one, two), answer_of(turn, one, two)
            shared = COUNTS_START + SEVEN_WORDS[cards[4]] + SEVEN_WORDS[cards[5]]
            shared += SEVEN_WORDS[cards[6]] + SEVEN_WORDS[cards[7]] + SEVEN_WORDS[cards[8]]
            dealer = order_of(shared + SEVEN_WORDS[cards[0]] + SEVEN_WORDS[cards[1]], cards, 0, 4)
            own = order_of(shared + SEVEN_WORDS[one] + SEVEN_WORDS[two], cards, 2, 4)
            cell = U64(WIN) + U64(own == dealer) + _TWO * U64(own < dealer)
            cell -= U64(own > dealer) & U64(own >= ante_from)
            met[place] = cell if plays[KIND_OF[one * U64(52) + two]] else U64(FOLD)
        # The answers are megabytes: looked up one right after the other, the waits overlap.
        for place in range(size):
            at, then = on_flop[place], on_turn[place]
            turn_bet = U64(flop_answers[at >> U64(5)] >> np.uint32(at & U64(31)) & _BIT)
            river_bet = U64(turn_answers[then >> U64(5)] >> np.uint32(then & U64(31)) & _BIT)
            cell = met[place] + _FOUR * turn_bet + U64(8) * river_bet
            cells[0, cell if met[place] < U64(FOLD) else met[place]] += 1
        done += size


@kernel
def rounds(
    source: Array,
    numbers: Array,
    table: Array,
    strategies: Array,
    solved: Array,
    nets: Array,
    tally: Array,
    by_round: Array,
) -> Int:
    """Any seats and wagers; how many rounds were put aside. See Let It Ride's `rounds`.

    `strategies`: for each seat whether to play each starting hand, how to bet turn and river, and
    choices made elsewhere, round by round. `solved`: the answers of both decisions; the bonus
    row of both kinds of hole cards; the order from which the ante wins.
    """
    first, count = numbers
    groups, rates, levels, premium, seats = table
    plays, bets, chosen = strategies
    flop_answers, turn_answers, bonus_rows, ante_from = solved
    main_nets, bonus_nets, head_nets, envy_nets = nets
    main, bonus, hands, envy, sums, squares, aside = tally
    players = seats.size
    community = 2 + 2 * players
    deal_of = (2, 2, community, community + 5)
    looks = False
    for seat in range(players):
        looks = looks or (seats[seat] & _LOOKS) != 0
    cards = np.empty(community + 5, np.uint64)
    cells, bonuses = np.empty(players, np.uint64), np.empty(players, np.uint64)
    heads, made = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    drawn = np.empty(2, np.uint64)
    put_aside = 0
    for number in range(first, first + count):
        if cards.size == CARDS_PER_WORD:
            deal_nine(source, U64(number), groups[0, 1], cards)
        else:
            deal(source, U64(number), groups, cards)
        shared = COUNTS_START
        for place in range(community, community + 5):
            shared += SEVEN_WORDS[cards[place]]
        dealer = order_of(
            shared + SEVEN_WORDS[cards[0]] + SEVEN_WORDS[cards[1]], cards, 0, community
        )
        dealer_kind = U64(KIND_OF[cards[0] * U64(52) + cards[1]])
        flop, low, middle, high = flop_of(
            cards[community], cards[community + 1], cards[community + 2]
        )
        turn = turn_of(low, middle, high, cards[community + 3])
        for seat in range(players):
            own_cards = 2 * seat + 2
            one, two = cards[own_cards], cards[own_cards + 1]
            kind = U64(KIND_OF[one * U64(52) + two])
            row = U64(0)
            if bonus_rows.size:
                row = U64(bonus_rows[kind * U64(KINDS) + dealer_kind])
            choice = U64(0)
            is_played = U64(plays[seat, kind])
            if bets[seat, 0] == CHOSEN:
                choice = U64(chosen[number - first, seat])
                is_played = choice & _ONE
            if not is_played:
                cells[seat] = U64(FOLD)
                bonuses[seat] = row + U64(2 * BONUS_ROWS)
                continue
            own = order_of(
                shared + SEVEN_WORDS[one] + SEVEN_WORDS[two], cards, own_cards, community
            )
            on_turn = bets[seat, 0] == BET or choice & _TWO != U64(0)
            on_river = bets[seat, 1] == BET or choice & _FOUR != U64(0)
            if bets[seat, 0] == BEST:
                at = answer_of(flop, one, two)
                on_turn = flop_answers[at >> U64(5)] >> np.uint32(at & U64(31)) & _BIT != 0
            if bets[seat, 1] == BEST:
                at = answer_of(turn, one, two)
                on_river = turn_answers[at >> U64(5)] >> np.uint32(at & U64(31)) & _BIT != 0
            result = U64(WIN) + U64(own == dealer) + _TWO * U64(own < dealer)
            result -= U64(own > dealer) & U64(own >= ante_from)
            cells[seat] = result + _FOUR * U64(on_turn) + U64(8) * U64(on_river)
            bonuses[seat] = row + (U64(BONUS_ROWS) if own < dealer else U64(0))
        others = U64(0)
        if looks:
            for seat in range(players):
                own_cards = 2 * seat + 2
                word = five_words(cards, own_cards, 2, community)
                heads[seat] = head_of(word, cards, own_cards, 2, community)
                made[seat] = heads[seat]
            if is_put_aside(heads, seats, levels):
                aside[put_aside] = number
                put_aside += 1
                if put_aside == aside.size:
                    return put_aside
                continue
            others = premium_hands(heads, seats, premium)
            if rates[1]:
                features(source, U64(number), rates, drawn)
                add_features(heads, cards, drawn, deal_of, seats, made)
        for seat in range(players):
            main[seat, cells[seat]] += 1
            bonus[seat, bonuses[seat]] += 1
            if looks:
                hands[seat, made[seat]] += 1
            if others:
                own_hand = premium[heads[seat]] if seats[seat] & _MAKES_ENVY else U64(0)
                envy[seat, others - own_hand] += 1
        if sums.size:
            whole = np.int64(0)
            on_main, on_bonus = np.int64(0), np.int64(0)
            on_hand, on_envy = np.int64(0), np.int64(0)
            for seat in range(players):
                main_net = main_nets[seat, cells[seat]]
                bonus_net = bonus_nets[seat, bonuses[seat]]
                hand_net = head_nets[seat, made[seat]]
                envy_net = np.int64(0)
                if others:
                    own_hand = premium[heads[seat]] if seats[seat] & _MAKES_ENVY else U64(0)
                    envy_net = envy_nets[seat, others - own_hand]
                net = main_net + bonus_net + hand_net + envy_net
                on_main += main_net
                on_bonus += bonus_net
                on_hand += hand_net
                on_envy += envy_net
                add_net(net, seat, sums, squares)
                whole += net
                if by_round.size:
                    by_round[number - first, seat] = net
            add_net(whole, players, sums, squares)
            if players > 1:
                add_net(on_main, players + 1, sums, squares)
                add_net(on_bonus, players + 2, sums, squares)
                add_net(on_hand, players + 3, sums, squares)
                if on_envy:
                    add_net(on_envy, players + 4, sums, squares)
    return put_aside


@kernel
def deals(source: Array, first: Int, groups: Array, dealt: Array) -> None:
    """The cards of many rounds, for strategies that are functions."""
    size = dealt.shape[1]
    cards = np.empty(size, np.uint64)
    for row in range(dealt.shape[0]):
        deal(source, U64(first + row), groups, cards)
        for place in range(size):
            dealt[row, place] = cards[place]
