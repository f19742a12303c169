"""What to do with the cards one sees: every choice with its exact value, and the best.

Values are net results in the wager's unit: for bets that may be taken back, what letting that bet
ride is worth; for a fold, what all that is staked comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.odds.let_it_ride import LetItRide, Partial
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import Terms


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


def advise(
    terms: Terms,
    cards: Sequence[Card],
    community: Sequence[Card] = (),
    seen: Sequence[Card] = (),
) -> Advice:
    """The best choice with these cards; of choices worth the same, the one that risks less.

    Cards seen are out of play, such as those of any number of neighbours.
    """
    rules = terms.rules
    if len(cards) != rules.hand_cards:
        raise BadSetting(f"{len(cards)} cards of one's own; this game deals {rules.hand_cards}")
    if len({*cards, *community, *seen}) != len(cards) + len(community) + len(seen):
        raise BadSetting("a card is given twice; one deck has each card once")
    match rules.game:
        case "let_it_ride":
            return _let_it_ride(terms, cards, community, seen)
        case "three_card":
            return _three_card(terms, cards, community, seen)
    if seen:
        raise BadSetting("hold'em is not solved for cards seen; give none")
    from pitboss.odds.holdem_odds import advise_holdem  # noqa: PLC0415 - loads numba

    return advise_holdem(terms, cards, community)


def _let_it_ride(
    terms: Terms, cards: Sequence[Card], community: Sequence[Card], seen: Sequence[Card]
) -> Advice:
    if len(community) > 1:
        raise BadSetting("bet 2 is decided on one community card; give none or one")
    hand = (*cards, *community)
    _check_left(hand, seen, 5 - len(hand))
    game = _solved_let_it_ride(_key(terms))
    if seen:
        value = game.value_of_riding(hand, seen)
    elif community:
        value = game.after_four(Partial.of(hand))
    else:
        value = game.after_three(Partial.of(hand))
    options = {"ride": value, "withdraw": Fraction(0)}
    return Advice(
        decision="2" if community else "1",
        options=options,
        best="ride" if value > 0 else "withdraw",
    )


def _three_card(
    terms: Terms, cards: Sequence[Card], community: Sequence[Card], seen: Sequence[Card]
) -> Advice:
    if community:
        raise BadSetting("community cards are turned after the decision; give none")
    _check_left(cards, seen, terms.rules.dealer_cards)
    game = _solved_three_card(_key(terms))
    a, b, c = sorted(cards)
    value = game.value_of_play((a, b, c), seen)
    options = {"play": value, "fold": Fraction(-1)}
    return Advice(decision="play", options=options, best="play" if value > -1 else "fold")


def _check_left(hand: Sequence[Card], seen: Sequence[Card], to_come: int) -> None:
    most = len(DECK) - len(hand) - to_come
    if len(seen) > most:
        raise BadSetting(f"{len(seen)} cards seen leave too few to come; give at most {most}")


class _key:  # noqa: N801 - a key, not a thing
    """Terms as a cache key: the same rulebook under the same options."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def _parts(self) -> tuple[object, ...]:
        return self.terms.rules.digest, tuple(sorted(self.terms.options.items(), key=str))

    def __hash__(self) -> int:
        return hash(self._parts())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _key) and self._parts() == other._parts()


@lru_cache(maxsize=32)
def _solved_let_it_ride(key: _key) -> LetItRide:
    return LetItRide(key.terms)


@lru_cache(maxsize=32)
def _solved_three_card(key: _key) -> ThreeCard:
    return ThreeCard(key.terms)
