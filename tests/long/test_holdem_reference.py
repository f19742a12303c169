"""Hold'em Bonus counted a second time, the plain way, and a deck of six ranks gone through by hand.

The plain way takes no short cut by ranks or by one suit: it deals every river to each of the 16,432
boards of four that differ by more than the names of the suits, ranks all 1,081 holdings by the
house's own tables, and sets each against all others.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, RANKS, Card
from pitboss.games.holdem_bonus.solution import Bets, Outcomes
from pitboss.games.holdem_bonus.solver import river_bet_value, solve, turn_bet_value
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.tables import strength_of_five, strength_of_seven
from pitboss.kernels import kernel
from tests.odds.test_holdem import agree_with_the_judge

pytestmark = pytest.mark.long

HOLDINGS = comb(52, 2)
# With these numbers for the ranks no two hands of seven ranks have the same sum.
RANK_WORDS = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181], dtype=np.int64
)
RENAMINGS = np.array(list(permutations(range(4))), dtype=np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(53)], dtype=np.int64)


# --- strengths, from the house's tables ----------------------------------------------------------


def rainbow(ranks: tuple[int, ...]) -> list[Card]:
    """Seven cards of these ranks with no five of one suit."""
    cards: list[Card] = []
    suit = 0
    for rank in ranks:
        while DECK[4 * rank + suit % 4] in cards:
            suit += 1
        cards.append(DECK[4 * rank + suit % 4])
        suit += 1
    assert max(sum(card.suit == suit for card in cards) for suit in range(4)) < 5
    return cards


def strength_tables() -> tuple[Any, Any, Any]:
    """By rank words and by ranks of one suit: the place of a strength among all, and its class."""
    plain = np.zeros(8_000_000, dtype=np.int64)
    for ranks in combinations_with_replacement(range(13), 7):
        if max(ranks.count(rank) for rank in ranks) <= 4:
            word = sum(RANK_WORDS[rank] for rank in ranks)
            assert plain[word] == 0, "two hands with one sum"
            plain[word] = strength_of_seven(rainbow(ranks))
    flush = np.zeros(1 << 13, dtype=np.int64)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            fives = (tuple(DECK[4 * rank] for rank in five) for five in combinations(ranks, 5))
            flush[sum(1 << rank for rank in ranks)] = max(map(strength_of_five, fives))
    order = np.unique(np.concatenate([plain, flush]))
    return np.searchsorted(order, plain), np.searchsorted(order, flush), order >> 20


# --- boards that differ by more than the names of the suits --------------------------------------


@kernel
def number_of(cards: Any) -> Any:
    """The number of a set of cards, in rising order, among all of its size."""
    number = 0
    for place in range(len(cards)):
        number += CHOOSE[cards[place], place + 1]
    return number


@kernel
def renamings(sets: Any, first: Any, renaming: Any) -> None:
    """For each set, the set with the lowest number it becomes by renaming suits, and how."""
    size = sets.shape[1]
    cards = np.empty(size, np.int64)
    for number in range(len(sets)):
        first[number] = len(sets)
        for way in range(24):
            for place in range(size):
                card = sets[number, place]
                cards[place] = (card >> 2 << 2) + RENAMINGS[way, card & 3]
            renamed = number_of(np.sort(cards))
            if renamed < first[number]:
                first[number] = renamed
                renaming[number] = way


class Boards:
    """All boards of one size: one of each kind, how many there are, and the way to it."""

    def __init__(self, size: int) -> None:
        everything = np.array(list(combinations(range(52), size)), dtype=np.int64)
        numbers = sum(CHOOSE[everything[:, place], place + 1] for place in range(size))
        self.sets = np.empty_like(everything)
        self.sets[numbers] = everything
        first = np.empty(len(everything), dtype=np.int64)
        self.renaming = np.empty(len(everything), dtype=np.int64)
        renamings(self.sets, first, self.renaming)
        kinds, self.kind, self.weights = np.unique(first, return_inverse=True, return_counts=True)
        self.kinds = self.sets[kinds]


def renamed_holdings() -> Any:
    """What becomes of each holding when suits are renamed."""
    renamed = np.empty((24, HOLDINGS), dtype=np.int64)
    for way in range(24):
        for number, (one, two) in enumerate(holdings()):
            cards = sorted(4 * (card // 4) + RENAMINGS[way, card % 4] for card in (one, two))
            renamed[way, number] = comb(int(cards[1]), 2) + cards[0]
    return renamed


def holdings() -> list[tuple[int, int]]:
    return [(one, two) for two in range(52) for one in range(two)]


# --- every river on every board of four ----------------------------------------------------------


@kernel
def rank_holdings(board: Any, gone: Any, plain: Any, flush: Any, grades: Any) -> None:
    """The strengths of all holdings on a board of five."""
    word = 0
    suits = np.zeros(4, np.int64)
    for card in board:
        word += RANK_WORDS[card >> 2]
        suits[card & 3] |= 1 << (card >> 2)
    for two in range(52):
        for one in range(two):
            if gone[one] or gone[two]:
                continue
            grade = plain[word + RANK_WORDS[one >> 2] + RANK_WORDS[two >> 2]]
            for suit in range(4):
                held = suits[suit]
                if one & 3 == suit:
                    held |= 1 << (one >> 2)
                if two & 3 == suit:
                    held |= 1 << (two >> 2)
                grade = max(grade, flush[held])
            grades[two * (two - 1) // 2 + one] = grade


@kernel
def beaten_and_tied(gone: Any, grades: Any, pairs: Any, beaten: Any, tied: Any) -> None:
    """Of the dealer hands a holding leaves, how many it beats and ties with."""
    counts = np.zeros(8_000, np.int64)
    for number in range(len(pairs)):
        if not (gone[pairs[number, 0]] or gone[pairs[number, 1]]):
            counts[grades[number] + 1] += 1
    starts = np.cumsum(counts)
    places = starts.copy()
    order = np.empty(len(pairs), np.int64)
    for number in range(len(pairs)):
        if not (gone[pairs[number, 0]] or gone[pairs[number, 1]]):
            order[places[grades[number]]] = number
            places[grades[number]] += 1
    with_ = np.zeros(52, np.int64)
    start = 0
    while start < starts[-1]:
        end = starts[grades[order[start]] + 1]
        for number in order[start:end]:
            beaten[number] = start - with_[pairs[number, 0]] - with_[pairs[number, 1]]
        for number in order[start:end]:
            with_[pairs[number, 0]] += 1
            with_[pairs[number, 1]] += 1
        for number in order[start:end]:
            reached = end - with_[pairs[number, 0]] - with_[pairs[number, 1]] + 1
            tied[number] = reached - beaten[number]
        start = end


@kernel
def deal_rivers(boards: Any, pairs: Any, strengths: Any, ante: Any, counts: Any) -> None:
    """Over all rivers and dealer hands: wins that win the ante, other wins, ties, losses."""
    plain, flush, classes = strengths
    gone = np.zeros(52, np.bool_)
    grades = np.zeros(len(pairs), np.int64)
    beaten, tied = np.zeros(len(pairs), np.int64), np.zeros(len(pairs), np.int64)
    full = np.empty(5, np.int64)
    for board in range(len(boards)):
        for place in range(4):
            full[place] = boards[board, place]
            gone[full[place]] = True
        for river in range(52):
            if gone[river]:
                continue
            full[4] = river
            gone[river] = True
            rank_holdings(full, gone, plain, flush, grades)
            beaten_and_tied(gone, grades, pairs, beaten, tied)
            for number in range(len(pairs)):
                if gone[pairs[number, 0]] or gone[pairs[number, 1]]:
                    continue
                ante_wins = classes[grades[number]] >= ante
                counts[board, number, 0 if ante_wins else 1] += beaten[number]
                counts[board, number, 2] += tied[number]
                counts[board, number, 3] += 990 - beaten[number] - tied[number]
            gone[river] = False
        for place in range(4):
            gone[full[place]] = False


# --- decisions -----------------------------------------------------------------------------------


@kernel
def turn_edges(flops: Any, pairs: Any, four: Any, counts: Any, edges: Any) -> None:
    """Wins less losses of every holding on every flop, over turn, river and dealer hands."""
    kinds, ways, renamed = four
    cards = np.empty(4, np.int64)
    for flop in range(len(flops)):
        a, b, c = flops[flop]
        for number in range(len(pairs)):
            one, two = pairs[number]
            if one in (a, b, c) or two in (a, b, c):
                continue
            for turn in range(52):
                if turn in (a, b, c, one, two):
                    continue
                cards[0], cards[1], cards[2], cards[3] = a, b, c, turn
                board = number_of(np.sort(cards))
                here = counts[kinds[board], renamed[ways[board], number]]
                edges[flop, number] += here[0] + here[1] - here[3]


@kernel
def tally(boards: Any, pairs: Any, three: Any, counts: Any, table: Any) -> None:
    """Add up deals by ranks and suits of the hole cards, the later bets, and the outcome."""
    kinds, ways, renamed, edges = three
    sets, weights = boards
    cards = np.empty(3, np.int64)
    for board in range(len(sets)):
        for number in range(len(pairs)):
            one, two = pairs[number]
            here = counts[board, number]
            if here.sum() == 0:
                continue
            river = 1 if here[0] + here[1] > here[3] else 0
            for left_out in range(4):
                place = 0
                for i in range(4):
                    if i != left_out:
                        cards[place] = sets[board, i]
                        place += 1
                flop = number_of(cards)
                turn = 1 if edges[kinds[flop], renamed[ways[flop], number]] > 0 else 0
                suited = 1 if one & 3 == two & 3 else 0
                for outcome in range(4):
                    deals = weights[board] * np.int64(here[outcome])
                    table[two >> 2, one >> 2, suited, turn, river, outcome] += deals


# --- the tests -----------------------------------------------------------------------------------


class Plain:
    """The whole game the plain way: some 40 CPU seconds, and half a gigabyte."""

    def __init__(self, ante_class: int) -> None:
        self.pairs = np.array(holdings(), dtype=np.int64)
        self.three, self.four = Boards(3), Boards(4)
        self.renamed = renamed_holdings()
        self.counts = np.zeros((len(self.four.kinds), HOLDINGS, 4), dtype=np.uint16)
        deal_rivers(self.four.kinds, self.pairs, strength_tables(), ante_class, self.counts)
        self.edges = np.zeros((len(self.three.kinds), HOLDINGS), dtype=np.int64)
        four = (self.four.kind, self.four.renaming, self.renamed)
        counts = self.counts.astype(np.int32)
        turn_edges(self.three.kinds, self.pairs, four, counts, self.edges)
        self.table = np.zeros((13, 13, 2, 2, 2, 4), dtype=np.int64)
        three = (self.three.kind, self.three.renaming, self.renamed, self.edges)
        tally((self.four.kinds, self.four.weights), self.pairs, three, counts, self.table)


@pytest.fixture(scope="module")
def plain() -> Plain:
    return Plain(FiveCardClass.STRAIGHT)


def test_every_figure_of_every_starting_hand_agrees(plain: Plain) -> None:
    for hand in solve().hands:
        high, low = (RANKS.index(letter) for letter in hand.name[:2])
        table = plain.table[high, low, int(hand.name.endswith("s"))]
        for turn in range(2):
            for river in range(2):
                expected = Outcomes(*(int(deals) for deals in table[turn, river]))
                assert hand.best[Bets(bool(turn), bool(river))] == expected, hand.name


def test_bets_worth_exactly_nothing_agree(plain: Plain) -> None:
    counts = plain.counts.astype(np.int64)
    there = counts.sum(axis=2) > 0
    edges = counts[..., 0] + counts[..., 1] - counts[..., 3]
    rivers = ((edges == 0) & there).sum(axis=1) @ plain.four.weights
    assert solve().worthless_rivers == rivers
    free = np.array(
        [[not {*pair} & {*flop} for pair in holdings()] for flop in plain.three.kinds.tolist()]
    )
    turns = ((plain.edges == 0) & free).sum(axis=1) @ plain.three.weights
    assert solve().worthless_turns == turns


def test_single_situations_agree(plain: Plain) -> None:
    chance = np.random.default_rng(22)
    for board in chance.choice(len(plain.four.kinds), 300).tolist():
        cards = plain.four.kinds[board].tolist()
        free = [n for n, pair in enumerate(holdings()) if not {*pair} & {*cards}]
        number = int(chance.choice(free))
        hole = [DECK[card] for card in holdings()[number]]
        ante_wins, wins, _, losses = (int(n) for n in plain.counts[board, number])
        value = river_bet_value(hole, [DECK[card] for card in cards])
        assert value * 46 * 990 == ante_wins + wins - losses
    for flop in chance.choice(len(plain.three.kinds), 100).tolist():
        cards = plain.three.kinds[flop].tolist()
        free = [n for n, pair in enumerate(holdings()) if not {*pair} & {*cards}]
        number = int(chance.choice(free))
        hole = [DECK[card] for card in holdings()[number]]
        value = turn_bet_value(hole, [DECK[card] for card in cards])
        assert value * 47 * 46 * 990 == int(plain.edges[flop, number])


@pytest.mark.parametrize(
    ("ranks", "ante_class"),
    [
        ((8, 9, 10, 11, 12), FiveCardClass.FLUSH),
        ((0, 2, 3, 9, 10, 12), FiveCardClass.TWO_PAIRS),
        ((3, 4, 5, 6, 7, 8), FiveCardClass.STRAIGHT_FLUSH),
    ],
)
def test_larger_decks_agree_with_the_judge(
    ranks: tuple[int, ...], ante_class: FiveCardClass
) -> None:
    agree_with_the_judge(ranks, ante_class)
