"""The hold'em strategy cards: which hands to play, and when to bet the turn and the river.

The first card is exact, so the same hands meet the later decisions as at best play; and the later
bets are settled each by itself. So what each card costs is the same whether the others are
followed or best play is, and what all of them cost together is the sum.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import RANKS, SUITS
from pitboss.games.holdem_bonus.betting_rules import BettingRules, betting_rules, meanings_in
from pitboss.games.holdem_bonus.board_kernels import BLOCK_SUITS
from pitboss.games.holdem_bonus.decision_kernels import near_nothing
from pitboss.games.holdem_bonus.solution import HoldemSolution, starting_hand
from pitboss.games.holdem_bonus.solver import DealCounter, Decisions, ante_class_of, solve
from pitboss.odds.figures import CLOSEST, Situation, StrategyCard, closest
from pitboss.rulebook.terms import Terms

ALL_RANKS: Final = range(13)


def strategy_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    """A card for the starting hands, one for the turn and one for the river."""
    return cards_of(solve(ante_class_of(terms)))


def cards_of(
    solution: HoldemSolution, ranks: Collection[int] = ALL_RANKS
) -> tuple[StrategyCard, ...]:
    """The same for a solution of a deck with these ranks."""
    counting = DealCounter(solution.ante_from_class, ranks)
    later = {"turn": counting.turns(), "river": counting.rivers()}
    played = played_holdings(counting.holdings, solution)
    bets = (
        _bet_card(name, decisions, counting.holdings, betting_rules(decisions, played))
        for name, decisions in later.items()
    )
    return (_flop_card(solution), *bets)


def _flop_card(solution: HoldemSolution) -> StrategyCard:
    named = [Situation(hand.name, hand.deals, hand.value_of_play() + 1) for hand in solution.hands]
    folded = [hand.name for hand in solution.hands if not hand.plays()]
    words = f"every hand but {', '.join(folded)}" if folded else "every hand"
    return StrategyCard(
        decision="flop",
        choice="bet",
        lines=(words,),
        cost=Fraction(0),
        borderline=closest(named),
        zero=tuple(situation for situation in named if situation.value == 0),
    )


def played_holdings(holdings: Any, solution: HoldemSolution) -> Any:
    """The holdings that are not folded: only those come to a later decision."""
    plays = {hand.name for hand in solution.hands if hand.plays()}
    played = holdings.copy()
    for block, place in np.argwhere(holdings).tolist():
        one, two = BLOCK_SUITS[block]
        high, low = sorted(divmod(place, 13), reverse=True)
        played[block, place] = starting_hand(high, low, suited=one == two) in plays
    return played


def _bet_card(
    decision: str, decisions: Decisions, holdings: Any, rules: BettingRules
) -> StrategyCard:
    near = nearest(decisions, holdings, least=CLOSEST)
    nothing = [one for one in near if one.worth == 0]
    lines = tuple(map(str, rules.lines))
    return StrategyCard(
        decision=decision,
        choice="bet",
        lines=lines,
        cost=rules.cost,
        borderline=tuple(one.named(decisions.deals) for one in closest_hands(near, CLOSEST)),
        zero=tuple(one.named(decisions.deals) for one in nothing),
        zero_in_short=by_ranks(nothing),
        meanings=meanings_in(lines),
    )


# --- situations in which a bet is worth exactly nothing, or hardly more ---------------------------

_RENAMINGS: Final = tuple(permutations(range(4)))
_CARD = tuple[int, int]


class Near(NamedTuple):
    """Hole and community cards, each as rank and suit, highest first; what a bet wins there."""

    hole: tuple[_CARD, ...]
    table: tuple[_CARD, ...]
    worth: int
    situations: int
    """How many there are that differ by the names of the suits only."""

    @property
    def ranks(self) -> tuple[str, str]:
        """The ranks of the hole cards and of the table."""
        hole, table = ("".join(RANKS[rank] for rank, _ in c) for c in (self.hole, self.table))
        return hole, table

    def named(self, deals: int) -> Situation:
        """In words, with what one unit bet is worth."""
        hole, table = (
            " ".join(RANKS[rank] + SUITS[suit] for rank, suit in cards)
            for cards in (self.hole, self.table)
        )
        return Situation(f"{hole} on {table}", self.situations, Fraction(self.worth, deals))


def nearest(decisions: Decisions, holdings: Any, *, least: int) -> list[Near]:
    """All situations worth nothing, and at least so many others that are next to it by worth.

    Those of one starting hand count as one; there are fewer only where there are no more.
    """
    most = 1
    while True:
        found = _within(decisions, holdings, most)
        near = sorted(_put_together(_read(decisions, found)), reverse=True)
        if most > decisions.deals or len(_firsts(near)) >= least:
            return sorted(near, key=lambda one: abs(one.worth))
        most *= 4


def _within(decisions: Decisions, holdings: Any, most: int) -> Any:
    found = np.empty((4096, 4), dtype=np.int64)
    while True:
        count = near_nothing(decisions.seen, holdings, decisions.worths, most, found)
        if count <= len(found):
            return found[:count]
        found = np.empty((count, 4), dtype=np.int64)


def _read(decisions: Decisions, found: Any) -> Iterator[Near]:
    for board, block, place, worth in found.tolist():
        suits = decisions.boards[board].tolist()
        table = [(rank, suit) for suit in range(4) for rank in range(13) if suits[suit] >> rank & 1]
        one, two = BLOCK_SUITS[block]
        hole = [(place % 13, one), (place // 13, two)]
        yield Near(*_usual_suits(hole, table), worth, int(decisions.weights[board]))


def _usual_suits(
    hole: Sequence[_CARD], table: Sequence[_CARD]
) -> tuple[tuple[_CARD, ...], tuple[_CARD, ...]]:
    """The same cards with suits named so that all that differ by that alone look the same."""
    return max((_renamed(hole, naming), _renamed(table, naming)) for naming in _RENAMINGS)


def _renamed(cards: Sequence[_CARD], naming: Sequence[int]) -> tuple[_CARD, ...]:
    return tuple(sorted(((rank, naming[suit]) for rank, suit in cards), reverse=True))


def _put_together(near: Iterable[Near]) -> Iterator[Near]:
    counts: dict[Near, int] = {}
    for one in near:
        key = one._replace(situations=0)
        counts[key] = counts.get(key, 0) + one.situations
    for key, situations in counts.items():
        yield key._replace(situations=situations)


def closest_hands(near: Iterable[Near], most: int) -> list[Near]:
    """The closest of each two ranks, those of no worth aside: `near` comes in order of worth."""
    return list(_firsts(near).values())[:most]


def _firsts(near: Iterable[Near]) -> dict[str, Near]:
    first: dict[str, Near] = {}
    for one in near:
        if one.worth:
            first.setdefault(one.ranks[0], one)
    return first


def by_ranks(near: Iterable[Near]) -> tuple[Situation, ...]:
    """Situations put together by ranks: hole cards, and the tables on which they are so.

    >>> pair = ((2, 1), (2, 0))
    >>> tables = [tuple((rank, 3) for rank in ranks) for ranks in ((8, 5, 4, 3), (9, 5, 4, 3))]
    >>> by_ranks(Near(pair, table, 0, 12) for table in tables)
    (Situation(words='44 on J765, T765', weight=24, value=Fraction(0, 1)),)
    """
    tables: dict[str, dict[str, int]] = {}
    for one in sorted(near, key=_only_ranks, reverse=True):
        hole, table = one.ranks
        counts = tables.setdefault(hole, {})
        counts[table] = counts.get(table, 0) + one.situations
    together: dict[tuple[str, ...], list[str]] = {}
    for hole, counts in tables.items():
        together.setdefault(tuple(counts), []).append(hole)
    return tuple(
        Situation(
            f"{' or '.join(holes)} on {', '.join(shared)}",
            sum(sum(tables[hole].values()) for hole in holes),
            Fraction(0),
        )
        for shared, holes in together.items()
    )


def _only_ranks(near: Near) -> tuple[list[int], list[int]]:
    return [rank for rank, _ in near.hole], [rank for rank, _ in near.table]
