"""Cover All: how good the best hand at the table is, exactly, for one to seven hands.

Each hand is three cards of its own and the two community cards, all of one deck, so the hands
depend on each other. Counted are the sets of k hands that can lie on one table and are all of some
class or better; by inclusion and exclusion it follows in how many deals none of n hands is. Nothing
is sampled.

The counts are shipped in `cover_all.json`, which `tools/build_tables.py` writes, so that no command
waits a second for them. The deck is an argument so that tests can go through every deal of a short
one.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.hands.classes import FiveCardClass, five_card_class
from pitboss.hands.tables import strength_of_five
from pitboss.odds.combinations import FULL_DECK, ShortDeck

MOST_HANDS: Final = 7
NOTHING: Final = "nothing"
# Lowest first. Below three of a kind the wager loses (Massachusetts, 11(b)).
_PAID: Final = tuple(FiveCardClass)[FiveCardClass.THREE_OF_A_KIND :]


def best_hand_probabilities(players: int) -> dict[str, Fraction]:
    """How likely the best of so many hands is to be of each class; the best class first.

    >>> chances = best_hand_probabilities(7)
    >>> f"{float(chances['flush']):.6f}", sum(chances.values())
    ('0.013514', Fraction(1, 1))
    """
    counts = best_hand_counts(players)
    return {hand: Fraction(count, deals(players)) for hand, count in counts.items()}


def best_hand_counts(players: int, deck: ShortDeck = FULL_DECK) -> dict[str, int]:
    """In how many of all `deals` the best of so many hands is of each class.

    >>> best_hand_counts(1)["royal_flush"], deals(1)  # each of 4 royals, dealt in 10 ways
    (40, 25989600)
    >>> best_hand_counts(8)
    Traceback (most recent call last):
    ...
    ValueError: Cover All is not for 8 hands: its odds are for 1 to 7 (Massachusetts, 11(k))
    """
    if not 1 <= players <= MOST_HANDS:
        raise ValueError(
            f"Cover All is not for {players} hands: its odds are for 1 to {MOST_HANDS} "
            f"(Massachusetts, 11(k))"
        )
    if deck != FULL_DECK:
        return count_best_hands(players, deck)
    return dict(_shipped_counts()[str(players)])


@cache
def _shipped_counts() -> Mapping[str, Mapping[str, int]]:
    text = files("pitboss.games.let_it_ride").joinpath("cover_all.json").read_text(encoding="ascii")
    counts: dict[str, dict[str, int]] = json.loads(text)
    return counts


def deals(players: int, deck: ShortDeck = FULL_DECK) -> int:
    """In how many ways the community cards, and then each player's three, can be dealt."""
    return comb(len(deck.cards), 2) * _hands_dealt(len(deck.cards) - 2, players)


def count_best_hands(players: int, deck: ShortDeck = FULL_DECK) -> dict[str, int]:
    """What `best_hand_counts` has on file, counted now, and from any deck."""
    counts, better = {}, 0
    for paid in reversed(_PAID):
        reached = deals(players, deck) - _deals_below(paid, players, deck)
        counts[paid.name.lower()] = reached - better
        better = reached
    return {**counts, NOTHING: deals(players, deck) - better}


def _deals_below(lowest: FiveCardClass, players: int, deck: ShortDeck) -> int:
    """How many deals leave every hand below the class."""
    in_deck = len(deck.cards) - 2
    # Take k of the players and give them a set of hands that reach the class, in any order; deal
    # the others what is left. With the sign alternating, every deal in which some hand reaches
    # the class cancels out.
    return sum(
        (-1) ** k * perm(players, k) * sets * _hands_dealt(in_deck - 3 * k, players - k)
        for k, sets in enumerate(_sets(deck)[lowest][: players + 1])
    )


@cache
def _sets(deck: ShortDeck) -> Mapping[FiveCardClass, list[int]]:
    return winning_sets(_PAID, deck)


def _hands_dealt(cards: int, hands: int) -> int:
    """In how many ways so many hands of three can be dealt, one after the other."""
    return prod(comb(cards - 3 * dealt, 3) for dealt in range(hands))


# --- sets of winning hands that can lie on one table ----------------------------------------------

# A hand *wins* if it is of some class or better. A set of hands can lie on a table if no card is in
# two of them.
#
# Cards that no class can tell apart lie on one *pile*, and a *kind* of hand says which piles its
# cards come from. How many hands of a kind are left depends only on how many cards its piles have
# left, so the kinds are gone through one by one, with a record of what has been taken so far. Three
# things keep that record short:
#
# - a pile that no later kind takes from is forgotten;
# - kinds that share no pile, not even through others, are counted apart and multiplied;
# - where all kinds from the same *heaps* win, as any third card makes three of a kind of two that
#   match a community card, only the sizes of the heaps matter. Such hands are taken last.


def winning_sets(
    classes: Iterable[FiveCardClass], deck: ShortDeck = FULL_DECK
) -> dict[FiveCardClass, list[int]]:
    """By the lowest class that wins: how many sets of 0, 1 and up to seven winning hands.

    Sets beside other community cards are other sets, so those of 0 hands are the community pairs.

    >>> winning_sets([FiveCardClass.ROYAL_FLUSH], ShortDeck((8, 9, 10, 11, 12), 2))
    {<FiveCardClass.ROYAL_FLUSH: 9>: [45, 20, 0, 0, 0, 0, 0, 0]}
    """
    sets = {lowest: [0] * (MOST_HANDS + 1) for lowest in classes}
    for community, alike in _communities(deck):
        table = _Table(community, deck)
        for lowest, by_number in sets.items():
            for state, ways in table.take_winning_hands(lowest).items():
                by_number[state & _FIELD] += alike * ways
    return sets


def _communities(deck: ShortDeck) -> Iterator[tuple[tuple[Card, Card], int]]:
    """One of each sort of community pair, and how many pairs are like it."""
    for low, high in combinations_with_replacement(deck.ranks, 2):
        card, same_suit, other_suit = DECK[4 * low], DECK[4 * high], DECK[4 * high + 1]
        if low == high:
            yield (card, other_suit), comb(deck.suits, 2)
        else:
            yield (card, same_suit), deck.suits
            yield (card, other_suit), deck.suits * (deck.suits - 1)


_Kind = tuple[int, ...]
"""Where the three cards of a hand come from: numbers of piles or of heaps, in rising order."""

_FIRST_RANK, _SECOND_RANK, _SUITED, _OTHERS = _HEAPS = range(4)


class _Pile(NamedTuple):
    heap: int
    cards: tuple[Card, ...]


class _Table:
    """Two community cards, and the kinds of hands there can be beside them."""

    def __init__(self, community: tuple[Card, Card], deck: ShortDeck) -> None:
        self._piles = _piles(community, deck)
        # Heap by heap, the class of every kind of hand.
        self._classes: dict[_Kind, dict[_Kind, FiveCardClass]] = defaultdict(dict)
        for kind in combinations_with_replacement(range(len(self._piles)), 3):
            if all(kind.count(pile) <= len(self._piles[pile].cards) for pile in kind):
                heaps = tuple(sorted(self._piles[pile].heap for pile in kind))
                strength = strength_of_five([*community, *self._hand(kind)])
                self._classes[heaps][kind] = five_card_class(strength)

    def _hand(self, kind: _Kind) -> Iterator[Card]:
        for place, pile in enumerate(kind):
            yield self._piles[pile].cards[place - kind.index(pile)]

    def take_winning_hands(self, lowest: FiveCardClass) -> _Taken:
        """All sets of hands of the class or better."""
        from_heaps, kinds = [], []
        for heaps, classes in self._classes.items():
            winning = [kind for kind, hand_class in classes.items() if hand_class >= lowest]
            if len(winning) == len(classes):
                from_heaps.append(heaps)
            else:
                kinds += winning
        taken = {0: 1}
        for part in _apart(kinds):
            taken = _multiply(taken, self._take_part(part))
        sizes = Counter(dict.fromkeys(_HEAPS, 0))
        for pile in self._piles:
            sizes[pile.heap] += len(pile.cards)
        for heaps in from_heaps:
            taken = _take(taken, _step(Counter(heaps), sizes, 1))
        return taken

    def _take_part(self, kinds: Sequence[_Kind]) -> _Taken:
        """Sets of hands of these kinds. Many tables have parts that differ only in their ranks."""
        used = sorted({pile for kind in kinds for pile in kind})
        number = {pile: place for place, pile in enumerate(used)}
        return _take_kinds(
            tuple(sorted(tuple(number[pile] for pile in kind) for kind in kinds)),
            tuple(len(self._piles[pile].cards) for pile in used),
            tuple(self._piles[pile].heap for pile in used),
        )


def _piles(community: tuple[Card, Card], deck: ShortDeck) -> list[_Pile]:
    """The cards not in the middle, by rank and, if they can make a flush, by suit."""
    first, second = community
    may_flush = first.suit == second.suit
    piles: dict[tuple[int, bool], list[Card]] = defaultdict(list)
    for card in deck.cards:
        if card not in community:
            piles[card.rank, may_flush and card.suit == first.suit].append(card)
    heaps = {first.rank: _FIRST_RANK, second.rank: _SECOND_RANK}
    return [
        _Pile(heaps.get(rank, _SUITED if suited else _OTHERS), tuple(cards))
        for (rank, suited), cards in piles.items()
    ]


def _apart(kinds: Iterable[_Kind]) -> list[list[_Kind]]:
    """The kinds in parts that share no pile."""
    parts: list[tuple[set[int], list[_Kind]]] = []
    for kind in kinds:
        piles, members = set(kind), [kind]
        others = []
        for part in parts:
            if piles.isdisjoint(part[0]):
                others.append(part)
            else:
                piles |= part[0]
                members += part[1]
        parts = [*others, (piles, members)]
    return [members for _, members in parts]


# --- taking hands ---------------------------------------------------------------------------------

_Taken = dict[int, int]
"""What can have been taken, and in how many ways.

A state is one number made of fields: how many hands, how many cards of each heap, and how many of
each pile. To take another hand is then to add another number."""

_FIELD_BITS: Final = 5
_FIELD: Final = (1 << _FIELD_BITS) - 1
_PILES_START: Final = 1 + len(_HEAPS)


class _Step(NamedTuple):
    """Taking one hand: the fields it is taken from, and what it adds to the state."""

    fields: tuple[tuple[int, int, int], ...]
    """Where the field starts, how many cards there are in all, and how many are taken."""
    adds: int


def _step(cards: Counter[int], sizes: Mapping[int, int], start: int) -> _Step:
    fields = tuple(
        (_FIELD_BITS * (start + place), sizes[place], number) for place, number in cards.items()
    )
    return _Step(fields, 1 + sum(number << shift for shift, _, number in fields))


def _take(taken: _Taken, step: _Step) -> _Taken:
    """Take any number of hands by the same step; their order does not matter."""
    more = defaultdict(int, taken)
    for before, ways_before in taken.items():
        state, ways = before, ways_before
        for number in range(1, MOST_HANDS + 1 - (before & _FIELD)):
            for shift, size, count in step.fields:
                ways *= comb(size - (state >> shift & _FIELD), count)
            if not ways:
                break
            ways //= number
            state += step.adds
            more[state] += ways
    return more


@cache
def _take_kinds(kinds: tuple[_Kind, ...], sizes: tuple[int, ...], heaps: tuple[int, ...]) -> _Taken:
    """Sets of hands of these kinds from piles of these sizes that are parts of these heaps."""
    taken: _Taken = {0: 1}
    # In the order of their highest pile, kinds of neighbouring ranks follow each other, and few
    # piles have to be remembered at a time.
    waiting = sorted(kinds, key=lambda kind: kind[::-1], reverse=True)
    while waiting:
        kind = waiting.pop()
        step = _step(Counter(kind), dict(enumerate(sizes)), _PILES_START)
        for pile in kind:
            step = step._replace(adds=step.adds + (1 << _FIELD_BITS * (1 + heaps[pile])))
        taken = _forget(_take(taken, step), {pile for kind in waiting for pile in kind})
    return taken


def _forget(taken: _Taken, needed: Iterable[int]) -> _Taken:
    """Drop the fields of all piles that are not needed any more."""
    keep = (1 << _FIELD_BITS * _PILES_START) - 1
    for pile in needed:
        keep |= _FIELD << _FIELD_BITS * (_PILES_START + pile)
    kept: _Taken = defaultdict(int)
    for state, ways in taken.items():
        kept[state & keep] += ways
    return kept


def _multiply(one: _Taken, other: _Taken) -> _Taken:
    """Take something of each, which cannot get into each other's way."""
    both: _Taken = defaultdict(int)
    for state, ways in one.items():
        for added, more_ways in other.items():
            if (state & _FIELD) + (added & _FIELD) <= MOST_HANDS:
                both[state + added] += ways * more_ways
    return both
