"""Situations in which the turn or river bet is worth exactly nothing, or hardly more, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import RANKS, SUITS
from pitboss.odds.holdem_counting import Decisions
from pitboss.odds.holdem_numbering_kernels import BLOCK_SUITS
from pitboss.odds.holdem_sight_kernels import near_nothing
from pitboss.odds.strategy import Situation

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
