"""Hold'em Bonus solved: every deal counted, every bet made only where it is worth something.

The turn and river bets win and lose with the hand and change nothing else, so each is decided by
itself: bet when wins exceed losses over all that may still come. A hand is played when that is
worth more than the ante it costs to fold. All figures come from one table, the number of deals by
starting hand, bets and outcome; `holdem_kernels` counts it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import RANKS, Card
from pitboss.errors import BadSetting
from pitboss.hands import FiveCardClass
from pitboss.money import To
from pitboss.odds import holdem_kernels as kernels
from pitboss.rulebook.terms import Terms

STRAIGHT: Final = FiveCardClass.STRAIGHT

Progress = Callable[[int, int], None]
_STEPS: Final = 7


class Outcome(Enum):
    """How a deal ends for the player."""

    ANTE_WINS = "win, ante too"
    """The higher hand, good enough for the ante to win with it."""
    WIN = "win"
    """The higher hand; the ante is returned."""
    TIE = "stand-off"
    LOSE = "lose"
    FOLD = "fold"


class Betting(Enum):
    """When to bet the turn and the river."""

    BEST = "when it is worth something"
    NEVER = "never"
    ALWAYS = "always"


class Bets(NamedTuple):
    """Which of the two later bets are made."""

    turn: bool
    river: bool

    @property
    def units(self) -> int:
        """Antes bet beside the ante itself: the flop wager is two."""
        return 2 + self.turn + self.river


NO_BETS: Final = Bets(False, False)
BOTH_BETS: Final = Bets(True, True)


class Line(NamedTuple):
    """One thing that can happen in a round."""

    bets: Bets | None
    """None when folded."""
    outcome: Outcome

    @property
    def net(self) -> int:
        """The result in antes."""
        if self.bets is None:
            return -1
        units = self.bets.units
        return {
            Outcome.ANTE_WINS: units + 1,
            Outcome.WIN: units,
            Outcome.TIE: 0,
            Outcome.LOSE: -units - 1,
        }[self.outcome]

    @property
    def staked(self) -> int:
        """Antes in play at the end."""
        return 1 if self.bets is None else 1 + self.bets.units


class Outcomes(NamedTuple):
    """Numbers of deals by outcome."""

    ante_wins: int
    wins: int
    ties: int
    losses: int

    @property
    def deals(self) -> int:
        """All of them."""
        return sum(self)

    def items(self) -> Iterator[tuple[Outcome, int]]:
        """Each outcome with its number."""
        order = (Outcome.ANTE_WINS, Outcome.WIN, Outcome.TIE, Outcome.LOSE)
        return zip(order, self, strict=True)


@dataclass(frozen=True)
class StartingHand:
    """Two hole cards, all suits alike: what becomes of them when they are played."""

    name: str
    """As in "AA", "AKs" (of one suit) and "AKo"."""
    holdings: int
    """How many pairs of cards these are."""
    best: Mapping[Bets, Outcomes]
    """All deals, by the bets that are made at best play."""

    @property
    def deals(self) -> int:
        """All deals of these hole cards."""
        return sum(outcomes.deals for outcomes in self.best.values())

    def outcomes(self, betting: Betting = Betting.BEST) -> Mapping[Bets, Outcomes]:
        """All deals, by the bets that are made this way."""
        if betting is Betting.BEST:
            return self.best
        whole = Outcomes(*(sum(column) for column in zip(*self.best.values(), strict=True)))
        return {NO_BETS if betting is Betting.NEVER else BOTH_BETS: whole}

    def lines(self, betting: Betting = Betting.BEST) -> Iterator[tuple[Line, int]]:
        """Everything that can happen when the hand is played, and in how many deals."""
        for bets, outcomes in self.outcomes(betting).items():
            for outcome, deals in outcomes.items():
                yield Line(bets, outcome), deals

    def value_of_play(self, betting: Betting = Betting.BEST) -> Fraction:
        """The average result of playing on, in antes; folding is worth -1."""
        whole = sum(line.net * deals for line, deals in self.lines(betting))
        return Fraction(whole, self.deals)

    def plays(self, betting: Betting = Betting.BEST) -> bool:
        """Playing on is worth more than folding; of equal worth, fold."""
        return self.value_of_play(betting) > -1


@dataclass(frozen=True)
class HoldemSolution:
    """The whole game counted."""

    ante_from_class: FiveCardClass
    hands: tuple[StartingHand, ...]
    """All 169 starting hands, pairs first, then highest first, of one suit before of two."""
    turn_situations: int
    river_situations: int
    """Hole cards with a flop, and with four community cards: how many there are."""
    worthless_turns: int
    worthless_rivers: int
    """Situations in which the bet is worth exactly nothing, and is not made."""

    @cached_property
    def deals(self) -> int:
        """Hole cards, flop, turn, river and dealer cards: how many ways in all."""
        return sum(hand.deals for hand in self.hands)

    @cached_property
    def by_name(self) -> Mapping[str, StartingHand]:
        """Starting hands by name."""
        return {hand.name: hand for hand in self.hands}

    def spread(
        self,
        betting: Betting = Betting.BEST,
        plays: Callable[[StartingHand], bool] | None = None,
    ) -> Counter[Line]:
        """Everything that can happen, and in how many deals.

        Without `plays` a hand is folded where that is best for this way of betting.
        """
        spread: Counter[Line] = Counter()
        for hand in self.hands:
            if plays(hand) if plays is not None else hand.plays(betting):
                spread.update(dict(hand.lines(betting)))
            else:
                spread[Line(None, Outcome.FOLD)] += hand.deals
        return spread

    @cached_property
    def best(self) -> Counter[Line]:
        """Everything that can happen at best play."""
        return self.spread()

    def average(self, spread: Mapping[Line, int], of: Callable[[Line], int]) -> Fraction:
        """The average of a figure over all deals."""
        return Fraction(sum(of(line) * deals for line, deals in spread.items()), self.deals)

    @cached_property
    def expected(self) -> Fraction:
        """The average result at best play, in antes."""
        return self.average(self.best, lambda line: line.net)

    @cached_property
    def average_staked(self) -> Fraction:
        """The average money in play at the end, in antes, the ante included."""
        return self.average(self.best, lambda line: line.staked)

    @cached_property
    def variance(self) -> Fraction:
        """Of the result at best play."""
        return self.average(self.best, lambda line: line.net**2) - self.expected**2

    @cached_property
    def chance_to_gain(self) -> Fraction:
        """How often the result is more than nothing at best play."""
        return self.average(self.best, lambda line: line.net > 0)

    def price(
        self,
        betting: Betting = Betting.BEST,
        plays: Callable[[StartingHand], bool] | None = None,
    ) -> Fraction:
        """The average result of another way to play, in antes."""
        return self.average(self.spread(betting, plays), lambda line: line.net)


def hand_name(one: Card, two: Card) -> str:
    """The starting hand that two cards are.

    >>> from pitboss.cards import parse_cards
    >>> hand_name(*parse_cards("7h 2c")), hand_name(*parse_cards("Ks As"))
    ('72o', 'AKs')
    """
    high, low = max(one.rank, two.rank), min(one.rank, two.rank)
    return _name(high, low, suited=one.suit == two.suit)


def _name(high: int, low: int, *, suited: bool) -> str:
    kind = "" if high == low else "s" if suited else "o"
    return RANKS[high] + RANKS[low] + kind


# --- from a rulebook ------------------------------------------------------------------------------


def ante_class_of(terms: Terms) -> FiveCardClass:
    """The lowest class with which the ante wins; only games of even money are solved.

    >>> from pitboss.games.library import built_in
    >>> ante_class_of(Terms(built_in("mbs-megalink-holdem-v9"), {}))
    <FiveCardClass.STRAIGHT: 4>
    """
    for wager, times in (("ante", 1), ("flop", 2), ("turn", 1), ("river", 1)):
        if terms.table(wager).named(wager).pays != To(1, 1):
            raise BadSetting(f"{wager} does not pay 1 to 1; only even money can be solved")
        if terms.rules.wagers[wager].times != times:
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
    wins_less_losses = kernels.edge_to_come(_by_suit(hole), _by_suit(board), missing)
    unseen = 52 - len(hole) - len(board)
    return Fraction(int(wins_less_losses), comb(unseen, missing) * comb(45, 2))


def _by_suit(cards: Sequence[Card]) -> Any:
    suits = np.zeros(4, dtype=np.int64)
    for card in cards:
        suits[card.suit] |= 1 << card.rank
    return suits


# --- the whole game -------------------------------------------------------------------------------

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
    ante_class = FiveCardClass(ante_from_class)
    assert len(set(ranks)) > 2, "nine cards are dealt"
    counting = _Counting(ante_class, sorted(set(ranks)), progress)
    return counting.solution()


class _Counting:
    """The steps of a count, each with the tables the next one needs."""

    def __init__(
        self, ante_class: FiveCardClass, ranks: Sequence[int], progress: Progress | None
    ) -> None:
        self._ante_class = ante_class
        self._ante = ante_class << kernels.CATEGORY_SHIFT
        self._ranks = ranks
        self._cards = 4 * len(ranks)
        self._dealers = comb(self._cards - 7, 2)
        self._copies = np.array([4 * (rank in ranks) for rank in range(13)], dtype=np.int64)
        self._progress = progress
        self._done = 0

    def solution(self) -> HoldemSolution:
        """Count, and put the figures in order."""
        self._step(0)
        by_rank, marked = self._boards_of_four()
        boards, weights, slots, flops = self._situations()
        every = np.zeros((kernels.BLOCKS, kernels.SQUARE), dtype=np.int8)
        kernels.all_holdings(self._copies, every)
        bets = np.empty((len(flops), kernels.BLOCKS, kernels.SQUARE), dtype=np.int8)
        worthless_turns = self._turn_bets(by_rank[0], marked, flops, every, bets)
        self._step()
        d, x = (_squares(table) for table in by_rank)
        total = np.zeros(kernels.SUMS, dtype=np.int64)
        kernels.decide((boards, weights, slots), every, bets, (d, x, marked), total)
        self._step()
        holdings = comb(self._cards, 2)
        return HoldemSolution(
            ante_from_class=self._ante_class,
            hands=tuple(self._hands(total)),
            turn_situations=holdings * comb(self._cards - 2, 3),
            river_situations=holdings * comb(self._cards - 2, 4),
            worthless_turns=worthless_turns,
            worthless_rivers=int(total[:, 0, 0].sum()),
        )

    def _step(self, steps: int = 1) -> None:
        self._done += steps
        if self._progress is not None:
            self._progress(self._done, _STEPS)

    def _boards_of_four(self) -> tuple[tuple[Any, Any], Any]:
        """What every holding is worth on boards of four: by ranks, and corrected by one suit."""
        keys = np.empty((len(kernels.RANK_BOARDS_5), kernels.PAIRS), dtype=np.int64)
        kernels.rank_keys(keys)
        keys.sort(axis=1)
        five = [np.zeros(keys.shape, dtype=np.int32) for _ in range(2)]
        kernels.rank_showdowns(keys, self._copies, (self._dealers, self._ante), *five)
        self._step()
        d, x = (self._without_a_rank(kernels.RANK_BOARDS_4, table) for table in five)
        marked = np.zeros((kernels.MARKED_BOARDS_4, 2, kernels.MARKED), dtype=np.int32)
        for size in (3, 4, 5):
            sets = kernels.SETS[size]
            flushes = np.empty((len(sets), kernels.FLUSH_PAIRS[size]), dtype=np.int64)
            kernels.suited_keys(sets, flushes)
            flushes.sort(axis=1)
            kernels.marked_boards(
                (sets, kernels.OTHERS[5 - size]),
                self._copies,
                (keys, flushes),
                (self._dealers, self._ante, *five),
                marked,
            )
            self._step()
        return (d, x), marked

    def _without_a_rank(self, boards: Any, longer: Any) -> Any:
        shorter = np.zeros((len(boards), kernels.PAIRS), dtype=np.int32)
        kernels.without_a_rank(boards, self._copies, longer, shorter)
        return shorter

    def _situations(self) -> tuple[Any, Any, Any, Any]:
        """Boards of four with their weights, the flops of each, and all those flops."""
        boards = np.zeros((kernels.RIVER_BOARDS, 4), dtype=np.int64)
        weights = np.zeros(kernels.RIVER_BOARDS, dtype=np.int64)
        kernels.river_boards(boards, weights)
        there = sum(1 << rank for rank in self._ranks)
        dealt = np.flatnonzero((boards & ~there == 0).all(axis=1))
        order = dealt[np.argsort(weights[dealt], kind="stable")]
        boards, weights = boards[order], weights[order]
        slots = np.empty((len(boards), 4), dtype=np.int64)
        flops = np.empty((comb(52, 3), 4), dtype=np.int64)
        count = kernels.flops_of(boards, slots, flops)
        self._step()
        return boards, weights, slots, flops[:count].copy()

    def _turn_bets(self, by_rank: Any, marked: Any, flops: Any, every: Any, bets: Any) -> int:
        three = self._without_a_rank(kernels.RANK_BOARDS_3, by_rank)
        marked_three = np.zeros((kernels.MARKED_BOARDS_3, 1, kernels.MARKED), dtype=np.int32)
        for size in (2, 3, 4):
            boards = (kernels.SETS[size], kernels.OTHERS[4 - size])
            kernels.marked_flops(boards, self._copies, marked, marked_three)
        squares = np.take(marked_three[:, 0], kernels.MARKED_OF_SQUARE, axis=1)
        return int(kernels.turn_bets(flops, every, _squares(three), squares, bets))

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
        return StartingHand(_name(high, low, suited=suited), holdings, best)

    def _outcomes(self, boards: int, edge: int, ante_wins: int, ties: int) -> Outcomes:
        deals = boards * (self._cards - 6) * self._dealers
        wins, odd = divmod(deals - ties + edge, 2)
        assert odd == 0, "wins and losses are whole numbers"
        return Outcomes(ante_wins, wins - ante_wins, ties, wins - edge)


def _squares(by_rank: Any) -> Any:
    return np.take(by_rank, kernels.PAIR_OF_SQUARE, axis=1)
