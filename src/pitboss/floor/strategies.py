"""Ways to play: best play by exact odds, and simple ones that can be said in a sentence each.

A strategy is told the cards its seat may see and says whether to stay in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from pitboss.cards import Card, parse_cards
from pitboss.hands.classes import FiveCardClass, five_card_class
from pitboss.hands.tables import strength_of_five, strength_of_three
from pitboss.rulebook.terms import Terms

Cards = tuple[Card, ...]
Strategy = Callable[[Cards, Cards], bool]

STAYS = frozenset(("ride", "play", "bet", "continue"))
_TEN = Card.parse("Ts").rank
_EIGHT = Card.parse("8s").rank
_RUN = 5
_LEAST_TO_PLAY = strength_of_three(parse_cards("Qs 6h 4d"))


def ride_what_pays_or_may_pay_well(own: Cards, community: Cards) -> bool:
    """Ride with a hand that pays already, or all of one suit within a straight, or four in a row.

    >>> ride_what_pays_or_may_pay_well(parse_cards("Ts Td 4c"), ())
    True
    >>> ride_what_pays_or_may_pay_well(parse_cards("9s 9d 4c"), ())
    False
    >>> ride_what_pays_or_may_pay_well(parse_cards("Qh Jh 9h"), ())
    True
    >>> ride_what_pays_or_may_pay_well(parse_cards("Qh Js 9h"), parse_cards("Td"))
    True
    """
    cards = own + community
    ranks = sorted(card.rank for card in cards)
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if any(rank >= _TEN or ranks.count(rank) > 2 for rank in pairs) or len(pairs) > 1:
        return True
    span = ranks[-1] - ranks[0] + 1
    if len({card.suit for card in cards}) == 1:
        return len(cards) == _RUN - 1 or (span <= _RUN and ranks[-1] >= _TEN)
    return len(cards) == span == _RUN - 1 and len(set(ranks)) == span


def play_queen_six_four(own: Cards, community: Cards) -> bool:  # noqa: ARG001 - a Strategy
    """Play with queen, six, four or better.

    >>> [play_queen_six_four(parse_cards(own), ()) for own in ("Qs 6h 4d", "Qs 6h 3d", "2s 2h 3d")]
    [True, False, True]
    """
    return strength_of_three(own) >= _LEAST_TO_PLAY


def bet_all_but_small_cards(own: Cards, community: Cards) -> bool:
    """Fold only two small cards that match in nothing; bet more with a pair or better.

    >>> [bet_all_but_small_cards(parse_cards(own), ()) for own in ("7s 2h", "7s 2s", "8d 2c")]
    [False, True, True]
    >>> bet_all_but_small_cards(parse_cards("8d 2c"), parse_cards("8c Ah Kd"))
    True
    """
    if not community:
        first, second = own
        return first.rank == second.rank or first.suit == second.suit or max(own).rank >= _EIGHT
    best = max(strength_of_five(five) for five in combinations(own + community, _RUN))
    return five_card_class(best) >= FiveCardClass.ONE_PAIR


STRATEGIES: dict[str, Strategy] = {
    "let_it_ride": ride_what_pays_or_may_pay_well,
    "three_card": play_queen_six_four,
    "holdem_bonus": bet_all_but_small_cards,
}


def always_stay(own: Cards, community: Cards) -> bool:  # noqa: ARG001 - a Strategy
    """Never fold and never take anything back."""
    return True


def best_play(terms: Terms) -> Strategy:
    """Best play by exact odds.

    Hold'em is played by its sentence here: solving it takes half a minute, and a floor starts at
    once. `pitboss advise` has it exactly.
    """
    if terms.rules.game == "holdem_bonus":
        return bet_all_but_small_cards
    from pitboss.games.odds import advise  # noqa: PLC0415 - few need it

    @lru_cache(maxsize=4096)
    def best(own: Cards, community: Cards) -> bool:
        return advise(terms, own, community).best in STAYS

    def stays(own: Cards, community: Cards) -> bool:
        return best(tuple(sorted(own)), tuple(sorted(community)))

    return stays
