"""Hold'em Bonus solved: deals by starting hand, bets and outcome, and every figure in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from pitboss.cards import RANKS, Card
from pitboss.hands.classes import FiveCardClass


class DealOutcome(Enum):
    """Who has the higher hand in the end, and whether the ante wins with it."""

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


class Ending(NamedTuple):
    """How a deal ends: the bets that were made, and the outcome."""

    bets: Bets | None
    """None when folded."""
    outcome: DealOutcome

    @property
    def net(self) -> int:
        """The result in antes."""
        if self.bets is None:
            return -1
        units = self.bets.units
        return {
            DealOutcome.ANTE_WINS: units + 1,
            DealOutcome.WIN: units,
            DealOutcome.TIE: 0,
            DealOutcome.LOSE: -units - 1,
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

    def items(self) -> Iterator[tuple[DealOutcome, int]]:
        """Each outcome with its number."""
        order = (DealOutcome.ANTE_WINS, DealOutcome.WIN, DealOutcome.TIE, DealOutcome.LOSE)
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

    def endings(self, betting: Betting = Betting.BEST) -> Iterator[tuple[Ending, int]]:
        """Everything that can happen when the hand is played, and in how many deals."""
        for bets, outcomes in self.outcomes(betting).items():
            for outcome, deals in outcomes.items():
                yield Ending(bets, outcome), deals

    def value_of_play(self, betting: Betting = Betting.BEST) -> Fraction:
        """The average result of playing on, in antes; folding is worth -1."""
        whole = sum(ending.net * deals for ending, deals in self.endings(betting))
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
    ) -> Counter[Ending]:
        """Everything that can happen, and in how many deals.

        Without `plays` a hand is folded where that is best for this way of betting.
        """
        spread: Counter[Ending] = Counter()
        for hand in self.hands:
            if plays(hand) if plays is not None else hand.plays(betting):
                spread.update(dict(hand.endings(betting)))
            else:
                spread[Ending(None, DealOutcome.FOLD)] += hand.deals
        return spread

    @cached_property
    def best(self) -> Counter[Ending]:
        """Everything that can happen at best play."""
        return self.spread()

    def average(self, spread: Mapping[Ending, int], of: Callable[[Ending], int]) -> Fraction:
        """The average of a figure over all deals."""
        return Fraction(sum(of(ending) * deals for ending, deals in spread.items()), self.deals)


def hand_name(one: Card, two: Card) -> str:
    """The starting hand that two cards are.

    >>> from pitboss.cards import parse_cards
    >>> hand_name(*parse_cards("7h 2c")), hand_name(*parse_cards("Ks As"))
    ('72o', 'AKs')
    """
    high, low = max(one.rank, two.rank), min(one.rank, two.rank)
    return starting_hand(high, low, suited=one.suit == two.suit)


def starting_hand(high: int, low: int, *, suited: bool) -> str:
    """The name of two ranks, of one suit or two."""
    kind = "" if high == low else "s" if suited else "o"
    return RANKS[high] + RANKS[low] + kind
