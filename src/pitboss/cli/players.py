"""Players for the seats that no person takes, each by the simple strategy of the game."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cli.practice import PracticeTable
from pitboss.floor.house_players import is_main
from pitboss.games.library import GAMES
from pitboss.money import Money
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.game import STAYS
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option
from pitboss.round.view import known
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import Rulebook, WagerRule

NAMES = ("Ada", "Ben", "Chloe", "Dev", "Emi", "Farid", "Grace")
SIDE_STAKE = Money.parse("5.00")
_STAKES = tuple(Money.parse(stake) for stake in ("10.00", "15.00", "25.00"))


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
            table.give(PlaceWager(self.seat, self.name, rule.id, stake))

    def _side_stake(self, table: PracticeTable, rule: WagerRule) -> Money:
        if rule.units is not None:
            assert table.link is not None, "a rulebook with a progressive wager has its meters"
            return table.link.unit * rule.units.least
        return rule.stake or SIDE_STAKE

    def choose(self, table: PracticeTable, may: Option) -> RoundCommand:
        """Answer by the strategy, from what this seat may see."""
        seen = table.seen_by(self.name)
        own = next(seat.cards for seat in seen.seats if seat.seat == self.seat)
        stays = GAMES[table.rules.game].strategy(known(own), known(seen.community))
        fitting = [choice for choice in may.choices if (choice in STAYS) == stays]
        return Choose(self.seat, (fitting or may.choices)[0])

    def show(self, table: PracticeTable) -> RoundCommand:  # noqa: ARG002 - as a person would
        """Never decline: a hand that is not shown cannot win."""
        return ShowHand(self.seat)


def _placed_before_the_deal(rules: Rulebook) -> list[WagerRule]:
    return [rule for rule in rules.wagers.values() if rule.follows is None]
