"""Players for the seats that no person takes: simple strategies, one for each way of playing.

A strategy is told the cards its seat may see and says whether to stay in. None of them is the
best there is; each can be said in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from pitboss.cards import Card, parse_cards
from pitboss.cli.pictures import known
from pitboss.cli.practice import PracticeTable
from pitboss.hands import FiveCardClass, five_card_class, strength_of_five, strength_of_three
from pitboss.money import Money
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.table import commands as do
from pitboss.table.permitted import May

Cards = tuple[Card, ...]
Strategy = Callable[[Cards, Cards], bool]

NAMES = ("Ada", "Ben", "Chloe", "Dev", "Emi", "Farid", "Grace")
SIDE_STAKE = Money.parse("5.00")
_STAKES = tuple(Money.parse(stake) for stake in ("10.00", "15.00", "25.00"))

_TEN = Card.parse("Ts").rank
_EIGHT = Card.parse("8s").rank
_RUN = 5
_STAYS = frozenset(("ride", "play", "bet", "continue"))
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


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody who sits at a seat, always stakes the same and plays by the strategy."""

    seat: int
    name: str

    def place(self, table: PracticeTable) -> None:
        """Stake on the main wagers, and on every second side wager, so that all are seen."""
        for place, rule in enumerate(_placed_before_the_deal(table.rules)):
            if is_main(table.rules, rule):
                stake = _STAKES[self.seat % len(_STAKES)]
            elif (self.seat + place) % 2 == 0:
                stake = self._side_stake(table, rule)
            else:
                continue
            table.give(do.PlaceWager(self.seat, self.name, rule.id, stake))

    def _side_stake(self, table: PracticeTable, rule: WagerRule) -> Money:
        if rule.units is not None:
            assert table.link is not None, "a rulebook with a progressive wager has its meters"
            return table.link.unit * rule.units.least
        return rule.stake or SIDE_STAKE

    def choose(self, table: PracticeTable, may: May) -> do.Command:
        """Answer by the strategy, from what this seat may see."""
        seen = table.seen_by(self.name)
        own = next(seat.cards for seat in seen.seats if seat.seat == self.seat)
        stays = STRATEGIES[table.rules.game](known(own), known(seen.community))
        fitting = [choice for choice in may.choices if (choice in _STAYS) == stays]
        return do.Choose(self.seat, (fitting or may.choices)[0])

    def show(self, table: PracticeTable) -> do.Command:  # noqa: ARG002 - as a person would
        """Never decline: a hand that is not shown cannot win."""
        return do.ShowHand(self.seat)


def _placed_before_the_deal(rules: Rulebook) -> list[WagerRule]:
    return [rule for rule in rules.wagers.values() if rule.follows is None]


def is_main(rules: Rulebook, rule: WagerRule) -> bool:
    """Whether a wager makes the hand: the required ones, or else the first that stands alone."""
    required = [other for other in rules.wagers.values() if other.required]
    if required:
        return rule.required
    return rule == next(other for other in rules.wagers.values() if not other.needs)
