"""Let It Ride at speed: deal, decide twice, and count into which cells the hands fell."""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.kernels import kernel
from pitboss.sim.hand_kernels import (
    FIVE_CELLS,
    FIVE_HEADS,
    FIVE_MASK,
    FIVE_OFFSETS,
    FIVE_SHIFT,
    FOUR_BITS,
    FOUR_MASK,
    FOURS,
    MAKES_ENVY,
    ONES,
    RIDE_WORDS,
    SUIT_BITS,
    SUITED_HEADS,
    THREE_BITS,
    THREE_MASK,
    THREE_STRENGTHS,
    Array,
    Int,
    add_features,
    add_net,
    head_of,
    is_put_aside,
    premium_hands,
    three_place,
)
from pitboss.sim.random_kernels import (
    FULL_DECK,
    WORDS_PER_ROUND,
    deal,
    features,
    next_card,
    word_at,
)

U64 = np.uint64
BASE_CELLS: Final = 4 * FIVE_CELLS
"""The head of the five cards; 160 more where bet 1 rides, 320 more where bet 2 does."""

_FIVE = U64(FIVE_CELLS)
_ROUND = U64(WORDS_PER_ROUND)
_IN_WORD = U64(31)
_WORDS = U64(5)
_ONE = U64(1)
_TWO = U64(2)
_THREES = U64(16)
_MAKES_ENVY = np.uint8(MAKES_ENVY)


@kernel
def main_game(
    source: Array, first: Int, count: Int, refused_below: Int, rides: Array, cells: Array
) -> None:
    """One seat and nothing but the three equal bets."""
    key, stride = source[0], source[1]
    for number in range(first, first + count):
        counter = U64(number) * _ROUND
        while True:
            word = word_at(key, stride, counter)
            counter += _ONE
            card0, deck, word = next_card(FULL_DECK, word, U64(52))
            card1, deck, word = next_card(deck, word, U64(51))
            card2, deck, word = next_card(deck, word, U64(50))
            card3, deck, word = next_card(deck, word, U64(49))
            card4, deck, word = next_card(deck, word, U64(48))
            if word >= refused_below:
                break
        word = RIDE_WORDS[card0] + RIDE_WORDS[card1] + RIDE_WORDS[card2]
        suits = word >> SUIT_BITS
        suited = _ONE if suits & (suits >> _ONE) & ONES else U64(0)
        at = word >> THREE_BITS & THREE_MASK
        cell = U64(rides[0, 0, suited, at >> _WORDS] >> (at & _IN_WORD)) & _ONE
        word += RIDE_WORDS[card3]
        suited = _ONE if word >> SUIT_BITS & FOURS else U64(0)
        at = word >> FOUR_BITS & FOUR_MASK
        cell += _TWO * (U64(rides[0, 1, suited, at >> _WORDS] >> (at & _IN_WORD)) & _ONE)
        word += RIDE_WORDS[card4]
        suits = word >> SUIT_BITS
        if suits & (suits >> _TWO) & ONES:
            ranks = _ONE << (card0 >> _TWO) | _ONE << (card1 >> _TWO) | _ONE << (card2 >> _TWO)
            ranks |= _ONE << (card3 >> _TWO) | _ONE << (card4 >> _TWO)
            head = U64(SUITED_HEADS[ranks])
        else:
            at = word & FIVE_MASK
            head = U64(FIVE_HEADS[np.uint32(at + FIVE_OFFSETS[at >> FIVE_SHIFT])])
        cells[0, cell * _FIVE + head] += 1


@kernel
def rounds(
    source: Array,
    numbers: Array,
    table: Array,
    strategies: Array,
    nets: Array,
    tally: Array,
    by_round: Array,
) -> Int:
    """Any seats and wagers; how many rounds were put aside.

    `table`: words of a deal, chances of features, levels and premium kinds by head, and what each
    seat plays for. `nets`: for each seat what its cells come to; none where they are not wanted.
    """
    first, count = numbers
    groups, rates, levels, premium, seats = table
    rides, exact, ways = strategies
    base_nets, bonus_nets, head_nets, three_nets, best_nets, envy_nets = nets
    base, hands, threes, bests, envy, sums, squares, aside = tally
    players = seats.size
    community = 3 * players
    deal_of = (0, 3, community, community + 2)
    cards = np.empty(community + 2, np.uint64)
    cells, heads = np.empty(players, np.uint64), np.empty(players, np.uint64)
    three_heads, made = np.empty(players, np.uint64), np.empty(players, np.uint64)
    drawn = np.empty(2, np.uint64)
    put_aside = 0
    for number in range(first, first + count):
        deal(source, U64(number), groups, cards)
        first_card, second_card = RIDE_WORDS[cards[community]], RIDE_WORDS[cards[community + 1]]
        best = U64(0)
        for seat in range(players):
            own = 3 * seat
            one, two, three = cards[own], cards[own + 1], cards[own + 2]
            word = RIDE_WORDS[one] + RIDE_WORDS[two] + RIDE_WORDS[three]
            suits = word >> SUIT_BITS
            suited = _ONE if suits & (suits >> _ONE) & ONES else U64(0)
            at = word >> THREE_BITS & THREE_MASK
            three_heads[seat] = U64(THREE_STRENGTHS[at + suited * U64(8192)]) >> _THREES
            way = ways[seat]
            if way < rides.shape[0]:
                cell = U64(rides[way, 0, suited, at >> _WORDS] >> (at & _IN_WORD)) & _ONE
                word += first_card
                suited = _ONE if word >> SUIT_BITS & FOURS else U64(0)
                at = word >> FOUR_BITS & FOUR_MASK
                ride = U64(rides[way, 1, suited, at >> _WORDS] >> (at & _IN_WORD)) & _ONE
                cell += _TWO * ride
            else:
                row = way - rides.shape[0]
                at = three_place(one, two, three) * U64(53)
                cell = U64(exact[row, at])
                cell += _TWO * U64(exact[row, at + _ONE + cards[community]])
                word += first_card
            word += second_card
            head = head_of(word, cards, own, 3, community)
            heads[seat] = head
            best = max(best, head)
            cells[seat] = cell * _FIVE + head
        if is_put_aside(heads, seats, levels):
            aside[put_aside] = number
            put_aside += 1
            if put_aside == aside.size:
                return put_aside
            continue
        others = premium_hands(heads, seats, premium)
        for seat in range(players):
            made[seat] = heads[seat]
        if rates[1]:
            features(source, U64(number), rates, drawn)
            add_features(heads, cards, drawn, deal_of, seats, made)
        for seat in range(players):
            base[seat, cells[seat]] += 1
            hands[seat, made[seat]] += 1
            threes[seat, three_heads[seat]] += 1
            if others:
                own_hand = premium[heads[seat]] if seats[seat] & _MAKES_ENVY else U64(0)
                envy[seat, others - own_hand] += 1
        bests[best] += 1
        if sums.size:
            whole = np.int64(0)
            on_base, on_bonus, on_hand = np.int64(0), np.int64(0), np.int64(0)
            on_three, on_best, on_envy = np.int64(0), np.int64(0), np.int64(0)
            for seat in range(players):
                base_net = base_nets[seat, cells[seat]]
                bonus_net = bonus_nets[seat, heads[seat]]
                hand_net = head_nets[seat, made[seat]]
                three_net = three_nets[seat, three_heads[seat]]
                best_net = best_nets[seat, best]
                envy_net = np.int64(0)
                if others:
                    own_hand = premium[heads[seat]] if seats[seat] & _MAKES_ENVY else U64(0)
                    envy_net = envy_nets[seat, others - own_hand]
                net = base_net + bonus_net + hand_net + three_net + best_net + envy_net
                on_base += base_net
                on_bonus += bonus_net
                on_hand += hand_net
                on_three += three_net
                on_best += best_net
                on_envy += envy_net
                add_net(net, seat, sums, squares)
                whole += net
                if by_round.size:
                    by_round[number - first, seat] = net
            add_net(whole, players, sums, squares)
            if players > 1:
                add_net(on_base, players + 1, sums, squares)
                add_net(on_bonus, players + 2, sums, squares)
                add_net(on_hand, players + 3, sums, squares)
                add_net(on_three, players + 4, sums, squares)
                add_net(on_best, players + 5, sums, squares)
                if on_envy:
                    add_net(on_envy, players + 6, sums, squares)
    return put_aside
