"""Every deal of Hold'em Bonus counted: the steps of a count, each with what the next one needs.

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

from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.hands import FiveCardClass
from pitboss.odds import holdem_board_kernels as boards_of_suits
from pitboss.odds import holdem_decision_kernels as decisions
from pitboss.odds import holdem_flush_kernels as flush
from pitboss.odds import holdem_numbering_kernels as numbering
from pitboss.odds import holdem_rank_kernels as by_rank
from pitboss.odds.holdem_solution import (
    BOTH_BETS,
    NO_BETS,
    Bets,
    HoldemSolution,
    Outcomes,
    StartingHand,
    starting_hand,
)
from pitboss.odds.holdem_strength_kernels import CATEGORY_SHIFT

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


class Counting:
    """A deck with some of the ranks or all, and the tables counted from it so far."""

    def __init__(
        self, ante_class: FiveCardClass, ranks: Collection[int], progress: Progress | None = None
    ) -> None:
        assert len(set(ranks)) > 2, "nine cards are dealt"
        self._ante_class = ante_class
        self._ante = ante_class << CATEGORY_SHIFT
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
        bets = np.empty((len(flops), numbering.BLOCKS, numbering.SQUARE), dtype=np.int8)
        rank_three, marked_three = self._three
        three = np.take(marked_three[:, 0], numbering.MARKED_OF_SQUARE, axis=1)
        worthless = decisions.turn_bets(flops, self.holdings, rank_three, three, bets)
        self._step()
        total = np.zeros(decisions.SUMS, dtype=np.int64)
        decisions.decide((boards, weights, slots), self.holdings, bets, (d, x, marked), total)
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
        usual = [flop for flop in flops if boards_of_suits.in_usual_order(flop)]
        weights = [boards_of_suits.namings(flop) for flop in usual]
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
        every = np.empty((numbering.BLOCKS, 13, 13), dtype=np.int8)
        for block, (one, two) in enumerate(numbering.BLOCK_SUITS):
            every[block] = there[:, None] & there[None, :]
            if one == two:
                every[block] = np.tril(every[block], -1)
        return every.reshape(numbering.BLOCKS, numbering.SQUARE)

    def _situations(self, size: int) -> int:
        return comb(self._cards, 2) * comb(self._cards - 2, size)

    def _step(self, steps: int = 1) -> None:
        self._done += steps
        if self._progress is not None:
            self._progress(self._done, _STEPS)

    @cached_property
    def _four(self) -> tuple[Any, Any, Any]:
        """What every holding comes to on boards of four: by ranks, and corrected by one suit."""
        keys = np.empty((len(numbering.RANK_BOARDS_5), numbering.PAIRS), dtype=np.int64)
        by_rank.rank_keys(keys)
        keys.sort(axis=1)
        five = [np.zeros(keys.shape, dtype=np.int32) for _ in range(2)]
        by_rank.rank_showdowns(keys, self._copies, (self._dealers, self._ante), *five)
        self._step()
        d, x = (self._without_a_rank(numbering.RANK_BOARDS_4, table) for table in five)
        marked = np.zeros((numbering.MARKED_BOARDS_4, 2, numbering.MARKED), dtype=np.int32)
        for size in (3, 4, 5):
            sets = numbering.SETS[size]
            flushes = np.empty((len(sets), flush.FLUSH_PAIRS[size]), dtype=np.int64)
            flush.suited_keys(sets, flushes)
            flushes.sort(axis=1)
            flush.marked_boards(
                (sets, numbering.OTHERS[5 - size]),
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
        pairs = np.empty((len(d), numbering.PAIRS), dtype=np.int32)
        pairs[:, numbering.PAIR_OF_SQUARE] = d
        three = self._without_a_rank(numbering.RANK_BOARDS_3, pairs)
        marked_three = np.zeros((numbering.MARKED_BOARDS_3, 1, numbering.MARKED), dtype=np.int32)
        for size in (2, 3, 4):
            boards = (numbering.SETS[size], numbering.OTHERS[4 - size])
            flush.marked_flops(boards, self._copies, marked, marked_three)
        return _squares(three), marked_three

    def _without_a_rank(self, boards: Any, longer: Any) -> Any:
        shorter = np.zeros((len(boards), numbering.PAIRS), dtype=np.int32)
        by_rank.without_a_rank(boards, self._copies, longer, shorter)
        return shorter

    @cached_property
    def _river_boards(self) -> tuple[Any, Any]:
        """Boards of four the deck has, those of one weight together, and their weights."""
        boards = np.zeros((boards_of_suits.RIVER_BOARDS, 4), dtype=np.int64)
        weights = np.zeros(boards_of_suits.RIVER_BOARDS, dtype=np.int64)
        boards_of_suits.river_boards(boards, weights)
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
        count = boards_of_suits.flops_of(boards, slots, flops)
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
    return np.take(by_rank, numbering.PAIR_OF_SQUARE, axis=1)
