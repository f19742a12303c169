"""What a game brings so that its odds can be told: one `GameOdds` in its folder's `odds` module.

Values are net results in the unit of the game's main wager: for bets that may be taken back, what
letting that bet ride is worth; for a fold, what all that is staked comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.odds.figures import WagerOdds
from pitboss.odds.question import Question
from pitboss.rulebook.terms import Terms

CLOSEST = 6
"""How many of the closest decisions a strategy card shows."""


class Situation(NamedTuple):
    """A hand in words, how often it comes, and what the card's choice is worth with it."""

    words: str
    weight: int
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyCard:
    """Best play of one decision in a few lines: how to decide, what that costs, where it is close.

    Nothing is typed in. Situations are put into groups a person can see at a glance, each group is
    decided by what is worth more, and what that loses against best play is counted exactly.
    """

    decision: str
    choice: str
    lines: tuple[str, ...]
    cost: Fraction
    """Expected loss against best play, in the wager's unit."""
    borderline: tuple[Situation, ...]
    zero: tuple[Situation, ...]
    """Every situation in which the choice is worth exactly nothing, those alike but for the names
    of the suits once."""
    zero_in_short: tuple[Situation, ...] = ()
    """The same put together for reading, where there are many."""
    meanings: tuple[str, ...] = ()
    """What the words in the lines mean."""


def closest(situations: Iterable[Situation], most: int = CLOSEST) -> tuple[Situation, ...]:
    """The decisions with the least between them, those of no value aside."""
    near = sorted((s for s in situations if s.value), key=lambda s: (abs(s.value), s.words))
    return tuple(near[:most])


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One decision, the worth of each choice, and the best of them."""

    decision: str
    options: dict[str, Fraction]
    best: str

    @property
    def margin(self) -> Fraction:
        """How much the best choice is better than the next."""
        values = sorted(self.options.values(), reverse=True)
        return values[0] - values[1]

    @staticmethod
    def between(decision: str, act: str, value: Fraction, rest: str, worth: Fraction) -> Advice:
        """A choice of two; of choices worth the same, the one that risks less is `rest`."""
        best = act if value > worth else rest
        return Advice(decision=decision, options={act: value, rest: worth}, best=best)


class CardsKnown(NamedTuple):
    """The cards a player decides by: the hand, the community cards turned, others seen."""

    hand: Sequence[Card]
    community: Sequence[Card] = ()
    seen: Sequence[Card] = ()

    def check_left(self, to_come: int) -> None:
        """Refuse more seen cards than leave enough to come."""
        most = len(DECK) - len(self.hand) - len(self.community) - to_come
        if len(self.seen) > most:
            raise BadSetting(
                f"{len(self.seen)} cards seen leave too few to come; give at most {most}"
            )


class Priced(NamedTuple):
    """A way to play, in words, and what it is worth."""

    name: str
    meaning: str
    expected: Fraction
    average_staked: Fraction


class SeenCards(NamedTuple):
    """Cards seen, in words, and the value of the game to a player who sees them and plays best."""

    name: str
    meaning: str
    expected: Fraction


SEVERAL_NEIGHBOURS = "(those of several are too many to go through; advice takes any cards seen)"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOdds:
    """The odds of one game."""

    unit: str
    """What costs and values are counted in."""
    wagers: Mapping[str, Callable[[Question], WagerOdds]]
    """Wagers whose odds the game counts itself; all others go by their paytable alone."""
    advise: Callable[[Terms, CardsKnown], Advice]
    strategy_cards: Callable[[Terms], tuple[StrategyCard, ...]]
    """A card for each decision, in the order they are asked."""
    priced_strategies: Callable[[Terms], Iterator[Priced]]
    """Best play first, then common mistakes."""
    is_slow: bool = False
    """Solving takes half a minute, too long for a floor that starts."""
    seen_cards: Callable[[Terms], Iterator[SeenCards]] = lambda terms: iter(())
    """What it is worth to see cards one should not: the price of careless dealing and open hands.

    Each is the average over everything that can be seen, gone through in full."""


T = TypeVar("T")


def cached_by_terms(solve: Callable[[Terms], T]) -> Callable[[Terms], T]:
    """Solve a game once for the same rulebook under the same options."""

    @lru_cache(maxsize=32)
    def solved(key: _TermsKey) -> T:
        return solve(key.terms)

    return lambda terms: solved(_TermsKey(terms))


class _TermsKey:
    """Terms as a cache key: the same rulebook under the same options."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def _parts(self) -> tuple[object, ...]:
        return self.terms.rules.digest, tuple(sorted(self.terms.options.items(), key=str))

    def __hash__(self) -> int:
        return hash(self._parts())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TermsKey) and self._parts() == other._parts()
