"""Hands and paytables in words, as far as whoever listens may see the cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from pitboss.cards import Card
from pitboss.hands import strength_of_five, strength_of_seven, strength_of_three
from pitboss.hands.words import RANK_PLURALS, RANK_WORDS, describe_five, describe_three
from pitboss.round.view import Seen
from pitboss.rulebook.model import Rulebook

_FIVE, _SEVEN = 5, 7
_TWO_RANKS = re.compile("[akqjt2]{2}")


def hand_in_words(rules: Rulebook, cards: Seen, community: Seen) -> str:
    """The hand that plays, in words; nothing while cards of it are hidden or still to come."""
    if None in cards or len(cards) < rules.hand_cards:
        return ""
    own, shared = known(cards), known(community)
    if _plays_alone(rules):
        return describe_three(strength_of_three(own))
    if len(own + shared) < rules.hand_cards + rules.community_cards:
        return ""
    return _best_five(own + shared)


@lru_cache(maxsize=4096)
def _best_five(cards: tuple[Card, ...]) -> str:
    """The best five of five to seven cards; every viewer of a table asks for the same ones."""
    if len(cards) == _SEVEN:
        return describe_five(strength_of_seven(cards))
    return describe_five(max(map(strength_of_five, combinations(cards, _FIVE))))


def hand_so_far(rules: Rulebook, cards: Seen, community: Seen) -> str:
    """The hand in words as far as it can be seen.

    >>> from pitboss.cards import parse_cards
    >>> [_groups(parse_cards(names)) for names in ("Ks Kd 4c", "Ks 9d", "9c 9d 9h")]
    ['pair of kings', 'king high', 'three nines']
    """
    cards_seen = known(cards) + known(community)
    words = hand_in_words(rules, cards, community)
    if words or not cards_seen:
        return words
    if len(cards_seen) < _FIVE:
        return _groups(cards_seen)
    return _best_five(cards_seen)


def _groups(cards: Sequence[Card]) -> str:
    """Pairs and better among fewer than five cards, or the highest card."""
    ranks = [card.rank for card in cards]
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    (most, first), *rest = counts
    if most == 1:
        return f"{RANK_WORDS[first]} high"
    if most == 2 and rest and rest[0][0] == 2:
        return f"two pairs, {RANK_PLURALS[first]} and {RANK_PLURALS[rest[0][1]]}"
    return f"{('pair of', 'three', 'four')[most - 2]} {RANK_PLURALS[first]}"


def name_in_words(hand: str) -> str:
    """The name of a hand in a paytable as people say it.

    >>> [name_in_words(name) for name in ("straight_flush_3", "pair_tens_or_better", "ak_suited")]
    ['straight flush', 'pair of tens or better', 'AK suited']
    """
    words = hand.removesuffix("_3").split("_")
    words = [word.upper() if _TWO_RANKS.fullmatch(word) else word for word in words]
    if words[0] == "pair" and len(words) > 1:
        words.insert(1, "of")
    return " ".join(words)


def known(cards: Seen) -> tuple[Card, ...]:
    """The cards that are not hidden."""
    return tuple(card for card in cards if card is not None)


def _plays_alone(rules: Rulebook) -> bool:
    """Whether hands are compared as dealt, and community cards serve a side wager only."""
    return rules.dealer_cards == rules.hand_cards and rules.dealer_cards + 2 == _FIVE
