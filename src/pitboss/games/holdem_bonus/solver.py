"""Hold'em Bonus solved: every deal counted, every bet made only where it is worth something.

The turn and river bets win and lose with the hand and change nothing else, so each is decided by
itself: bet when wins exceed losses over all that may still come. A hand is played when that is
worth more than the ante it costs to fold. All figures come from one table, the number of deals by
starting hand, bets and result (`solution`).

What a holding wins against a dealer's two unknown cards depends on ranks alone, unless three
community cards share a suit. So there is one table by ranks, and a *correction* by ranks and one
suit, which is worth one only while that suit can still make a flush on the table.

Sizes: 6,188 rank boards of five by 91 rank pairs; 36,608 marked boards of five by 338 marked
pairs, each folded into boards of four as soon as it is counted, and those into boards of three.
Then the decisions are looked at on the 16,432 boards of four that differ by more than the names
of the suits.

Counts are kept as two whole numbers of 32 bits: `d`, wins less losses, and `x`, ties plus 65,536
times the wins with which the ante wins too. Sums of `x` may run over on the way; the last one
fits, because a board of four meets no more than 46 x 990 = 45,540 rivers and dealer hands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.games.holdem_bonus import board_kernels, count_kernels, decision_kernels
from pitboss.games.holdem_bonus.solution import (
    BOTH_BETS,
    NO_BETS,
    Bets,
    HoldemSolution,
    Outcomes,
    StartingHand,
    starting_hand,
)
from pitboss.hands.batch import evaluate_many
from pitboss.hands.classes import FiveCardClass
from pitboss.money import To
from pitboss.odds.combinations import ShortDeck
from pitboss.rulebook.terms import Terms

STRAIGHT: Final = FiveCardClass.STRAIGHT


def ante_class_of(terms: Terms) -> FiveCardClass:
    """The lowest class with which the ante wins; only games of even money are solved.

    >>> from pitboss.games.library import built_in
    >>> ante_class_of(Terms(built_in("mbs-megalink-holdem-v9"), {}))
    <FiveCardClass.STRAIGHT: 4>
    """
    for wager, times in (("ante", None), ("flop", 2), ("turn", 1), ("river", 1)):
        if terms.table(wager).named(wager).pays != To(1, 1):
            raise BadSetting(f"{wager} does not pay 1 to 1; only even money can be solved")
        if times is not None and set(terms.rules.wagers[wager].sizes.values()) != {times}:
            raise BadSetting(f"the {wager} wager is not {times} times the ante; it must be")
    name = terms.rules.conditions["ante_wins_with"]
    fits = terms.five_test(name)
    by_class = [
        {fits(hand_class << 20 | rank << 16) for rank in range(13)} for hand_class in range(10)
    ]
    wins = [True in answers for answers in by_class]
    if any(len(answers) > 1 for answers in by_class) or wins != sorted(wins) or not any(wins):
        raise BadSetting(f"the ante wins with {name}; it must be a class of hands or better")
    return FiveCardClass(wins.index(True))


# --- one situation --------------------------------------------------------------------------------


def turn_bet_value(hole: Sequence[Card], flop: Sequence[Card]) -> Fraction:
    """What betting the turn is worth, for each unit bet, with this flop."""
    assert (len(hole), len(flop)) == (2, 3), "two hole cards and three on the table"
    return _bet_value(hole, flop)


def river_bet_value(hole: Sequence[Card], board: Sequence[Card]) -> Fraction:
    """What betting the river is worth, for each unit bet, with these four community cards."""
    assert (len(hole), len(board)) == (2, 4), "two hole cards and four on the table"
    return _bet_value(hole, board)


def _bet_value(hole: Sequence[Card], board: Sequence[Card]) -> Fraction:
    assert len({*hole, *board}) == len(hole) + len(board), "different cards"
    missing = 5 - len(board)
    wins_less_losses = board_kernels.edge_to_come(_by_suit(hole), _by_suit(board), missing)
    unseen = 52 - len(hole) - len(board)
    return Fraction(int(wins_less_losses), comb(unseen, missing) * comb(45, 2))


def _by_suit(cards: Sequence[Card]) -> Any:
    suits = np.zeros(4, dtype=np.int64)
    for card in cards:
        suits[card.suit] |= 1 << card.rank
    return suits


# --- the whole game -------------------------------------------------------------------------------

Progress = Callable[[int, int], None]
_STEPS: Final = 7


class Decisions(NamedTuple):
    """One of the two later bets: the boards it is decided on, and what holdings win there."""

    boards: Any
    """By the ranks of each suit; of boards that differ by the names of the suits only one."""
    weights: Any
    """How many boards each one stands for."""
    rank_worth: Any
    """Wins less losses by rank board and holding."""
    marked_worth: Any
    """What one suit adds, by marked board and marked pair."""
    table_cards: int
    """How many community cards are seen."""
    deals: int
    """How many sets of cards to come, the dealer's included, each situation has."""
    situations: int
    """How many there are: holdings, each with every board."""

    @property
    def seen(self) -> tuple[Any, Any, int]:
        """The boards as kernels take them."""
        return self.boards, self.weights, self.table_cards

    @property
    def worths(self) -> tuple[Any, Any]:
        """The worths as kernels take them."""
        return self.rank_worth, self.marked_worth


class DealCounter:
    """A deck with some of the ranks or all, and the tables counted from it so far."""

    def __init__(
        self, ante_class: FiveCardClass, ranks: Collection[int], progress: Progress | None = None
    ) -> None:
        assert len(set(ranks)) > 2, "nine cards are dealt"
        self._ante_class = ante_class
        self._ante = ante_class << board_kernels.CATEGORY_SHIFT
        self._ranks = sorted(set(ranks))
        self._cards = 4 * len(self._ranks)
        self._dealers = comb(self._cards - 7, 2)
        self._copies = np.array([4 * (rank in ranks) for rank in range(13)], dtype=np.int64)
        self._progress = progress
        self._done = 0

    def solution(self) -> HoldemSolution:
        """Count, and put the figures in order."""
        self._step(0)
        d, x, marked = self._four
        boards, weights = self._river_boards
        slots, flops = self._flops
        self._step()
        bets = np.empty((len(flops), board_kernels.BLOCKS, board_kernels.SQUARE), dtype=np.int8)
        rank_three, marked_three = self._three
        three = np.take(marked_three[:, 0], board_kernels.MARKED_OF_SQUARE, axis=1)
        worthless = decision_kernels.turn_bets(flops, self.holdings, rank_three, three, bets)
        self._step()
        total = np.zeros(decision_kernels.SUMS, dtype=np.int64)
        decision_kernels.decide(
            (boards, weights, slots), self.holdings, bets, (d, x, marked), total
        )
        self._step()
        return HoldemSolution(
            ante_from_class=self._ante_class,
            hands=tuple(self._hands(total)),
            turn_situations=self._situations(3),
            river_situations=self._situations(4),
            worthless_turns=int(worthless),
            worthless_rivers=int(total[:, 0, 0].sum()),
        )

    def turns(self) -> Decisions:
        """Everything the turn bet is decided on: hole cards and a flop."""
        _, flops = self._flops
        usual = [flop for flop in flops if board_kernels.in_usual_order(flop)]
        weights = [board_kernels.namings(flop) for flop in usual]
        # The tables count turn and river in the order they come.
        deals = (self._cards - 5) * (self._cards - 6) * self._dealers
        boards = (np.array(usual), np.array(weights))
        return Decisions(*boards, *self._three, 3, deals, self._situations(3))

    def rivers(self) -> Decisions:
        """Everything the river bet is decided on: hole cards and four community cards."""
        d, _, marked = self._four
        deals = (self._cards - 6) * self._dealers
        return Decisions(*self._river_boards, d, marked, 4, deals, self._situations(4))

    @cached_property
    def holdings(self) -> Any:
        """Those the deck has, by block and ranks; two of one suit are taken in rising order."""
        there = self._copies > 0
        every = np.empty((board_kernels.BLOCKS, 13, 13), dtype=np.int8)
        for block, (one, two) in enumerate(board_kernels.BLOCK_SUITS):
            every[block] = there[:, None] & there[None, :]
            if one == two:
                every[block] = np.tril(every[block], -1)
        return every.reshape(board_kernels.BLOCKS, board_kernels.SQUARE)

    def _situations(self, size: int) -> int:
        return comb(self._cards, 2) * comb(self._cards - 2, size)

    def _step(self, steps: int = 1) -> None:
        self._done += steps
        if self._progress is not None:
            self._progress(self._done, _STEPS)

    @cached_property
    def _four(self) -> tuple[Any, Any, Any]:
        """What every holding comes to on boards of four: by ranks, and corrected by one suit."""
        keys = np.empty((len(board_kernels.RANK_BOARDS_5), board_kernels.PAIRS), dtype=np.int64)
        count_kernels.rank_keys(keys)
        keys.sort(axis=1)
        five = [np.zeros(keys.shape, dtype=np.int32) for _ in range(2)]
        count_kernels.rank_showdowns(keys, self._copies, (self._dealers, self._ante), *five)
        self._step()
        d, x = (self._without_a_rank(board_kernels.RANK_BOARDS_4, table) for table in five)
        marked = np.zeros((board_kernels.MARKED_BOARDS_4, 2, board_kernels.MARKED), dtype=np.int32)
        for size in (3, 4, 5):
            sets = board_kernels.SETS[size]
            flushes = np.empty((len(sets), count_kernels.FLUSH_PAIRS[size]), dtype=np.int64)
            count_kernels.suited_keys(sets, flushes)
            flushes.sort(axis=1)
            count_kernels.marked_boards(
                (sets, board_kernels.OTHERS[5 - size]),
                self._copies,
                (keys, flushes),
                (self._dealers, self._ante, *five),
                marked,
            )
            self._step()
        return _squares(d), _squares(x), marked

    @cached_property
    def _three(self) -> tuple[Any, Any]:
        """The same on boards of three, wins less losses only."""
        d, _, marked = self._four
        pairs = np.empty((len(d), board_kernels.PAIRS), dtype=np.int32)
        pairs[:, board_kernels.PAIR_OF_SQUARE] = d
        three = self._without_a_rank(board_kernels.RANK_BOARDS_3, pairs)
        marked_three = np.zeros(
            (board_kernels.MARKED_BOARDS_3, 1, board_kernels.MARKED), dtype=np.int32
        )
        for size in (2, 3, 4):
            boards = (board_kernels.SETS[size], board_kernels.OTHERS[4 - size])
            count_kernels.marked_flops(boards, self._copies, marked, marked_three)
        return _squares(three), marked_three

    def _without_a_rank(self, boards: Any, longer: Any) -> Any:
        shorter = np.zeros((len(boards), board_kernels.PAIRS), dtype=np.int32)
        count_kernels.without_a_rank(boards, self._copies, longer, shorter)
        return shorter

    @cached_property
    def _river_boards(self) -> tuple[Any, Any]:
        """Boards of four the deck has, those of one weight together, and their weights."""
        boards = np.zeros((board_kernels.RIVER_BOARDS, 4), dtype=np.int64)
        weights = np.zeros(board_kernels.RIVER_BOARDS, dtype=np.int64)
        board_kernels.river_boards(boards, weights)
        there = sum(1 << rank for rank in self._ranks)
        dealt = np.flatnonzero((boards & ~there == 0).all(axis=1))
        order = dealt[np.argsort(weights[dealt], kind="stable")]
        return boards[order], weights[order]

    @cached_property
    def _flops(self) -> tuple[Any, Any]:
        """The four flops of every board of four, as places in the list of all flops; that list."""
        boards, _ = self._river_boards
        slots = np.empty((len(boards), 4), dtype=np.int64)
        flops = np.empty((comb(52, 3), 4), dtype=np.int64)
        count = board_kernels.flops_of(boards, slots, flops)
        return slots, flops[:count]

    def _hands(self, total: Any) -> Iterator[StartingHand]:
        squares = total.reshape(2, 4, 4, 13, 13)
        high_first = self._ranks[::-1]
        for rank in high_first:
            yield self._hand(rank, rank, False, squares[0, ..., rank, rank])
        for high in high_first:
            for low in high_first:
                if low < high:
                    for suited in (True, False):
                        sums = squares[int(suited)]
                        sums = sums[..., high, low] + sums[..., low, high]
                        yield self._hand(high, low, suited, sums)

    def _hand(self, high: int, low: int, suited: bool, sums: Any) -> StartingHand:
        """From the sums over boards of four to numbers of deals.

        Each such board has four flops, so what is summed by board counts four times. The sums are
        of the number of boards, wins less losses, wins that win the ante, and ties.
        """
        holdings = 6 if high == low else 4 if suited else 12
        everything, river, turn, both = sums.astype(object)
        everything[0] = holdings * comb(self._cards - 2, 4)
        by_bets = {
            NO_BETS: 4 * everything - 4 * river - turn + both,
            Bets(turn=True, river=False): turn - both,
            Bets(turn=False, river=True): 4 * river - both,
            BOTH_BETS: both,
        }
        best = {bets: self._outcomes(*part) for bets, part in by_bets.items()}
        return StartingHand(starting_hand(high, low, suited=suited), holdings, best)

    def _outcomes(self, boards: int, edge: int, ante_wins: int, ties: int) -> Outcomes:
        deals = boards * (self._cards - 6) * self._dealers
        wins, odd = divmod(deals - ties + edge, 2)
        assert odd == 0, "wins and losses are whole numbers"
        return Outcomes(ante_wins, wins - ante_wins, ties, wins - edge)


def _squares(by_rank: Any) -> Any:
    return np.take(by_rank, board_kernels.PAIR_OF_SQUARE, axis=1)


_SOLVED: Final[dict[int, HoldemSolution]] = {}


def solve(ante_from_class: int = STRAIGHT, *, progress: Progress | None = None) -> HoldemSolution:
    """The game in which the ante wins with hands of this class or better."""
    solution = _SOLVED.get(ante_from_class)
    if solution is None:
        solution = count_deals(ante_from_class, progress=progress)
        _SOLVED[ante_from_class] = solution
    return solution


def count_deals(
    ante_from_class: int,
    *,
    ranks: Collection[int] = range(13),
    progress: Progress | None = None,
) -> HoldemSolution:
    """Count every deal, also of a deck with only some of the ranks, which a test can go through."""
    return DealCounter(FiveCardClass(ante_from_class), ranks, progress).solution()


@cache
def beaten_by_the_same_pair(rank: int, deck: ShortDeck) -> Fraction:
    """How often a pair loses to the same pair in the other two suits: every board is ranked."""
    rest = [card for card in deck.cards if card.rank != rank]
    boards = np.array(list(combinations(rest, 5)), dtype=np.uint8)
    hands = [4 * rank + suit for suit in range(4)]
    strengths = []
    for pair in (hands[:2], hands[2:]):
        both = np.tile(np.array(pair, dtype=np.uint8), (len(boards), 1))
        strengths.append(evaluate_many(np.hstack([boards, both])))
    return Fraction(int((strengths[0] < strengths[1]).sum()), len(boards))
