"""What house players do at a table: sit down, buy in, wager, answer, get up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.floor.config import HousePlayers
from pitboss.floor.habits import HousePlayer, house_names, is_house, wanted
from pitboss.house.callers import Caller, Player
from pitboss.money import NOTHING, Money, total
from pitboss.round.decisions import Choose
from pitboss.round.game import STAYS
from pitboss.round.view import view
from pitboss.round.wagers import PlaceWager
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.people.seats import LeaveSeat, TakeSeat
from pitboss.table.people.turns import Asked
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Table

_ENOUGH = 4
"""Stakes of a round that somebody wants to hold: follow-ups take as much again and more."""
_BOUGHT = 8
_NOTE = 10000
"""Cash is changed in whole notes, in cents."""
_KEPT = 64
_Asked = tuple[str, tuple[str, ...], int, bool]


@dataclass(frozen=True, slots=True)
class Act:
    """A command, and who gives it."""

    command: Command
    caller: Caller


@dataclass(frozen=True, slots=True)
class Regulars:
    """The house players of one table."""

    players: HousePlayers
    dealer: Caller
    """Who changes cash and chips where the players do not do it themselves."""
    _plans: dict[_Asked, list[tuple[str, Money]]] = field(default_factory=dict, repr=False)

    def player(self, name: str) -> HousePlayer:
        """Somebody by name."""
        return HousePlayer(name, self.players.seed)

    def comings_and_goings(self, rules: TableRules, table: Table) -> Act | None:
        """Who gets up or sits down next between two rounds, if anybody does."""
        seated = {seat: name for seat, name in table.people.seats.items() if is_house(name)}
        least, most = self.players.least, self.players.most
        number = table.rounds.number + 1
        guests = len(table.people.seats) - len(seated)
        # Somebody of the house makes room for a guest.
        room = max(rules.setting.positions - guests - 1, 0)
        goal = min(wanted(self.players.seed, number, least, most), room)
        out = [name for name in seated.values() if name in table.people.not_admitted]
        if out or len(seated) > goal:
            return self.leaving(rules, table, min(out or seated.values(), key=self._rank))
        if len(seated) < goal:
            return self._coming(rules, table, list(seated.values()), number)
        return None

    def _rank(self, name: str) -> int:
        """Who gets up first; those first who are regulars no longer."""
        regulars = self._regulars()
        return regulars.index(name) if name in regulars else -1

    def _regulars(self) -> list[str]:
        return house_names(self.players.first, self.players.regulars)

    def leaving(self, rules: TableRules, table: Table, name: str) -> Act:
        """Somebody changes their chips and gets up."""
        held = table.chips.held(name)
        if held > NOTHING:
            return Act(CashOut(name, held), self._changer(rules, name))
        return Act(LeaveSeat(name), Player(name))

    def _changer(self, rules: TableRules, name: str) -> Caller:
        return Player(name) if rules.setting.mode is Mode.ELECTRONIC else self.dealer

    def _coming(
        self, rules: TableRules, table: Table, seated: list[str], number: int
    ) -> Act | None:
        regulars = self._regulars()
        # Who comes next changes with the rounds, so that faces do.
        turned = number % len(regulars)
        people = table.people
        for name in regulars[turned:] + regulars[:turned]:
            if name in seated or name in people.not_admitted:
                continue
            free = [n for n in range(1, rules.setting.positions + 1) if n not in people.seats]
            return Act(TakeSeat(name, free[number % len(free)]), Player(name))
        return None

    def wagers_left(
        self, rules: TableRules, table: Table, seat: int, *, is_alone: bool
    ) -> Iterator[Act]:
        """What the house player at a seat has still to do before bets close."""
        name = table.people.seats[seat]
        at = table.play.seats.get(seat)
        placed = {} if at is None else at.wagers
        offered = rules.setting.offered if table.setting is None else table.setting.offered
        plan = self._plan(rules, name, offered, table.rounds.number, is_alone or bool(placed))
        if not placed and plan:
            needed = total(stake for _, stake in plan)
            if table.chips.held(name) < needed * _ENOUGH:
                amount = _in_notes(needed * _BOUGHT)
                yield Act(BuyIn(name, amount), self._changer(rules, name))
        for wager, stake in plan:
            if wager not in placed:
                yield Act(PlaceWager(seat, name, wager, stake), Player(name))

    def _plan(
        self, rules: TableRules, name: str, offered: tuple[str, ...], number: int, is_alone: bool
    ) -> list[tuple[str, Money]]:
        """What somebody places in a round; the same however often it is asked, and kept for it."""
        key = (name, offered, number, is_alone)
        if key not in self._plans:
            if len(self._plans) > _KEPT:
                self._plans.clear()
            player = self.player(name)
            self._plans[key] = list(player.wagers(rules, offered, number, is_alone=is_alone))
        return self._plans[key]

    def answer(self, rules: TableRules, table: Table, asked: Asked) -> Act:
        """The answer of the house player who is asked, from what the seat may see."""
        name, seat = asked.at.player, asked.at.seat
        seen = view(rules.terms, table.play, name)
        own = next(one.cards for one in seen.seats if one.seat == seat)
        stays = self.player(name).stays(rules.terms, own, seen.community)
        has_wager = any(wager in asked.at.wagers for wager in asked.decision.asked_of)
        choices = asked.decision.choices if has_wager else (asked.decision.otherwise or "",)
        fitting = [choice for choice in choices if (choice in STAYS) == stays]
        return Act(Choose(seat, (fitting or list(choices))[0]), Player(name))


def _in_notes(amount: Money) -> Money:
    return Money(-(-amount.cents // _NOTE) * _NOTE)
