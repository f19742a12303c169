"""Three Card Poker at speed: deal, play or fold, and count into which cells the hands fell."""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.kernels import kernel
from pitboss.sim.hand_kernels import (
    BETS_PROGRESSIVE,
    MAKES_ENVY,
    THREE_CELLS,
    THREE_OFFSETS,
    THREE_STRENGTHS,
    THREE_WORDS,
    Array,
    Int,
    add_features,
    add_net,
    five_words,
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
FOLD, NOT_QUALIFIED, WIN, TIE, LOSE, CONTINUE = range(6)
"""What became of a hand; a hand without an ante goes on without being compared."""
MAIN_CELLS: Final = 6 * THREE_CELLS

_ROUND = U64(WORDS_PER_ROUND)
_ONE = U64(1)
_HEADS = U64(THREE_CELLS)
_SUIT_BITS = U64(16)
_KEY = U64(0x1FFF)
_SUITS = U64(63)
_TO_HEAD = U64(16)
_LOOKS = np.uint8(BETS_PROGRESSIVE | MAKES_ENVY)
_MAKES_ENVY = np.uint8(MAKES_ENVY)


@kernel
def place_of(one: Int, two: Int, three: Int) -> Int:
    """Where three cards are in the tables of three."""
    word = THREE_WORDS[one] + THREE_WORDS[two] + THREE_WORDS[three]
    return (word & _KEY) + THREE_OFFSETS[word >> _SUIT_BITS & _SUITS]


@kernel
def met(own: Int, dealer: Int, qualified: Int) -> Int:
    """What a hand that is played meets: cells without a branch, which could not be guessed."""
    against = U64(WIN) + U64(own == dealer) + _TWO * U64(own < dealer)
    return against if qualified else _ONE


_TWO = U64(2)


@kernel
def main_game(
    source: Array, first: Int, count: Int, limits: Array, tables: Array, cells: Array
) -> None:
    """One seat with ante or pair plus; the community cards are left in the deck.

    `limits`: below what a word is refused, and in how many ways the community cards may lie.
    `tables`: whether to play, and whether the dealer qualifies, by place.
    """
    refused_below, unseen = limits
    plays, qualifies = tables
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
            card5, deck, word = next_card(deck, word, U64(47))
            # A word is refused for the community cards as well, though nobody sees them.
            word *= unseen
            if word >= refused_below:
                break
        dealer_place = place_of(card0, card1, card2)
        place = place_of(card3, card4, card5)
        own = U64(THREE_STRENGTHS[place])
        result = met(own, U64(THREE_STRENGTHS[dealer_place]), qualifies[dealer_place])
        result = result if plays[0, place] else U64(0)
        cells[0, result * _HEADS + (own >> _TO_HEAD)] += 1


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
    """Any seats and wagers; how many rounds were put aside. See Let It Ride's `rounds`."""
    first, count = numbers
    groups, rates, levels, premium, seats = table
    plays, exact, ways, qualifies = strategies
    main_nets, bonus_nets, head_nets, envy_nets = nets
    main, hands, envy, sums, squares, aside = tally
    players = seats.size
    community = 3 + 3 * players
    deal_of = (3, 3, community, community + 2)
    looks = False
    for seat in range(players):
        looks = looks or (seats[seat] & _LOOKS) != 0
    cards = np.empty(community + 2, np.uint64)
    cells, heads = np.empty(players, np.uint64), np.zeros(players, np.uint64)
    made = np.zeros(players, np.uint64)
    drawn = np.empty(2, np.uint64)
    put_aside = 0
    for number in range(first, first + count):
        deal(source, U64(number), groups, cards)
        dealer_place = place_of(cards[0], cards[1], cards[2])
        dealer, qualified = U64(THREE_STRENGTHS[dealer_place]), qualifies[dealer_place]
        for seat in range(players):
            one, two, three = cards[3 * seat + 3], cards[3 * seat + 4], cards[3 * seat + 5]
            place = place_of(one, two, three)
            own = U64(THREE_STRENGTHS[place])
            way = ways[seat]
            result = met(own, dealer, qualified)
            if way < 0:
                result = U64(CONTINUE)
            elif way < plays.shape[0]:
                result = result if plays[way, place] else U64(FOLD)
            elif not exact[way - plays.shape[0], three_place(one, two, three)]:
                result = U64(FOLD)
            cells[seat] = result * _HEADS + (own >> _TO_HEAD)
        others = U64(0)
        if looks:
            for seat in range(players):
                own_cards = 3 * seat + 3
                word = five_words(cards, own_cards, 3, community)
                heads[seat] = head_of(word, cards, own_cards, 3, community)
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
                bonus_net = bonus_nets[seat, cells[seat]]
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
