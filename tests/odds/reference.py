"""The slow solver: walks the very stages of a game module, deal by deal, and settles each for real.

It knows no strategy and no formula. At each decision it takes the better branch, at each card it
averages, and at the end it asks the product's own settlement. Only short decks are small enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.money import Money
from pitboss.rulebook.terms import Terms
from pitboss.table.round import At, Level, LinkReading, Round
from pitboss.table.settle import settle_round
from pitboss.table.stages import Decide, Expose, Stage, What


class Reference:
    """One game on a short deck, for a lone seat with these wagers."""

    def __init__(
        self,
        terms: Terms,
        deck: Sequence[Card],
        wagers: Mapping[str, str],
        meters: Mapping[str, str] | None = None,
    ) -> None:
        self.terms = terms
        self.deck = tuple(deck)
        self.game = GAMES[terms.rules.game]
        self.wagers = {name: Money.parse(stake) for name, stake in wagers.items()}
        levels = {name: Level(Money.parse(a), Money(0)) for name, a in (meters or {}).items()}
        self.link = LinkReading(unit=Money(100), meters=levels)
        self.stages = tuple(
            stage
            for stage in self.game.stages
            if isinstance(stage, Decide)
            or (isinstance(stage, Expose) and stage.what is What.COMMUNITY)
        )

    def expected(self) -> Fraction:
        """The value of a round at best play, in dollars."""
        hands = list(combinations(self.deck, self.terms.rules.hand_cards))
        return sum((self._value(hand, (), {}, self.stages) for hand in hands), Fraction(0)) / len(
            hands
        )

    def _value(
        self,
        own: tuple[Card, ...],
        community: tuple[Card, ...],
        decisions: dict[str, str],
        stages: tuple[Stage, ...],
    ) -> Fraction:
        if not stages:
            return self._settled(own, community, decisions)
        stage, rest = stages[0], stages[1:]
        if isinstance(stage, Decide):
            return self._decided(stage, own, community, decisions, rest)
        assert isinstance(stage, Expose)
        left = [card for card in self.deck if card not in own and card not in community]
        branches = [
            self._value(own, community + cards, decisions, rest)
            for cards in combinations(left, stage.cards)
        ]
        return sum(branches, Fraction(0)) / len(branches)

    def _decided(
        self,
        stage: Decide,
        own: tuple[Card, ...],
        community: tuple[Card, ...],
        decisions: dict[str, str],
        rest: tuple[Stage, ...],
    ) -> Fraction:
        rule = self.terms.rules.decisions[stage.decision]
        is_over = any(choice in r.ends for r, choice in self._made(decisions))
        if is_over or not any(wager in self.wagers for wager in rule.asked_of):
            return self._value(own, community, decisions, rest)
        return max(
            self._value(own, community, {**decisions, stage.decision: choice}, rest)
            for choice in rule.choices
        )

    def _made(self, decisions: dict[str, str]):  # type: ignore[no-untyped-def]
        return [(self.terms.rules.decisions[name], choice) for name, choice in decisions.items()]

    def _settled(
        self, own: tuple[Card, ...], community: tuple[Card, ...], decisions: dict[str, str]
    ) -> Fraction:
        wagers = dict(self.wagers)
        for rule in self.terms.rules.wagers.values():
            if rule.follows in wagers and decisions.get(rule.decision or "") == rule.choice:
                wagers[rule.id] = wagers[rule.follows] * rule.times
        left = [card for card in self.deck if card not in own and card not in community]
        dealers = list(combinations(left, self.terms.rules.dealer_cards))
        at = At(seat=1, player="p1", cards=own, wagers=wagers, decisions=decisions)
        net = 0
        for dealer in dealers:
            play = Round(
                seats=(at,), positions=7, community=community, dealer=dealer, link=self.link
            )
            net += settle_round(self.game.settle, self.terms, play).seats[0].net.cents
        return Fraction(net, 100 * len(dealers))
