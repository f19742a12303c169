"""Cover All: how good the best hand at the table is, exactly, for one to seven hands.

Each hand is three cards of its own and the two community cards, all of one deck, so the hands
depend on each other. `cover_all_sets` counts the sets of k hands that can lie on one table and are
all of some class or better; by inclusion and exclusion it follows in how many deals none of n hands
is. Nothing is sampled.

The counts are shipped in `cover_all.json`, which `tools/build_tables.py` writes: a second or so
that nobody need wait for. The deck is an argument so that tests can go through every deal of a
short one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb, perm, prod
from typing import Final

from pitboss.hands import FiveCardClass
from pitboss.odds.counting import FULL_DECK, ShortDeck
from pitboss.odds.cover_all_sets import MOST_HANDS, winning_sets

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
    text = files("pitboss.odds").joinpath("cover_all.json").read_text(encoding="ascii")
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
