"""Hold'em Bonus solved: every deal counted, every bet made only where it is worth something.

The turn and river bets win and lose with the hand and change nothing else, so each is decided by
itself: bet when wins exceed losses over all that may still come. A hand is played when that is
worth more than the ante it costs to fold. All figures come from one table, the number of deals by
starting hand, bets and outcome; `holdem_counting` counts it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final

import numpy as np

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.hands import FiveCardClass
from pitboss.money import To
from pitboss.odds.holdem_counting import Counting, Progress
from pitboss.odds.holdem_solution import HoldemSolution
from pitboss.odds.holdem_spot_kernels import edge_to_come
from pitboss.rulebook.terms import Terms

STRAIGHT: Final = FiveCardClass.STRAIGHT


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
    wins_less_losses = edge_to_come(_by_suit(hole), _by_suit(board), missing)
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
    return Counting(FiveCardClass(ante_from_class), ranks, progress).solution()
