"""House players of different habits: what they stake and love, how they decide, when they go.

What a house player does follows from the seed, the table, the round and the name, so two processes
that ask the same player get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from random import Random

from pitboss.floor.config import HousePlayers
from pitboss.games.registry import game_of
from pitboss.house.callers import Caller, Player
from pitboss.money import NOTHING, Money, total
from pitboss.round.decisions import Choose, choices_of
from pitboss.round.game import Sight, Strategy, stay_in
from pitboss.round.view import known, view
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import WagerRule
from pitboss.rulebook.terms import Terms
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.people.seats import LeaveSeat, TakeSeat
from pitboss.table.people.turns import Turn
from pitboss.table.rules import Mode, TableRules, permitted_stakes
from pitboss.table.table import Command, Table

NAMES = (
    "Ada", "Ben", "Chloe", "Dev", "Emi", "Farid", "Grace", "Hugo", "Ines", "Jon", "Kaya", "Liam",
    "Mei", "Noor", "Otis", "Pia", "Quinn", "Rosa", "Sami", "Tess", "Uma", "Viktor", "Wen", "Yara",
)  # fmt: skip
HOUSE = "house "
"""What the name of every house player begins with, so that none is taken for a person."""
_STINT = 12
"""Rounds after which people think of leaving."""


class Plays(StrEnum):
    """How a player decides."""

    BEST = "best"
    SIMPLE = "simple"
    STAYING = "staying"


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """How one kind of player plays."""

    plays: Plays
    times_least: tuple[int, ...]
    """What the base stake is, in multiples of the least; one of these."""
    sides: int
    """How many of a hundred side wagers on offer are placed."""
    sits_out: int = 0
    """How many of a hundred rounds go by without them."""
    at_most: int = 0
    """How many of a hundred base stakes are the most the table takes."""


HABITS = {
    "careful": Habit(plays=Plays.BEST, times_least=(1,), sides=0),
    "steady": Habit(plays=Plays.BEST, times_least=(1, 2, 2, 3), sides=20),
    "sociable": Habit(plays=Plays.SIMPLE, times_least=(1, 1, 2), sides=50, sits_out=10),
    "side-wager lover": Habit(plays=Plays.SIMPLE, times_least=(1, 2), sides=100),
    "high roller": Habit(plays=Plays.SIMPLE, times_least=(4, 5, 8, 10), sides=30, at_most=10),
    "optimist": Habit(plays=Plays.STAYING, times_least=(1, 2, 3), sides=60, sits_out=5),
}


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A player the house brings: a name, and a habit that goes with it."""

    name: str
    seed: str

    @property
    def habit(self) -> Habit:
        """The same for the same name, always."""
        return _habit_of(self.seed, self.name)

    def _dice(self, number: int, what: str) -> Random:
        return Random(f"{self.seed}/{self.name}/{number}/{what}")

    def wagers(
        self, rules: TableRules, offered: tuple[str, ...], number: int, *, is_alone: bool = False
    ) -> Iterator[tuple[str, Money]]:
        """What they place in a round, in the order it is placed: nothing where they sit out.

        `is_alone`: no other player wagers, and without them there would be no round.
        """
        habit, dice = self.habit, self._dice(number, "wagers")
        if dice.randrange(100) < habit.sits_out and not is_alone:
            return
        base = dice.choice(habit.times_least)
        is_most = dice.randrange(100) < habit.at_most
        for rule in rules.rulebook.wagers.values():
            if rule.id not in offered:
                continue
            if rule.id in rules.rulebook.main_wagers:
                yield rule.id, _stake(rules, rule, base, is_most=is_most)
            elif dice.randrange(100) < habit.sides:
                yield rule.id, _stake(rules, rule, dice.choice((1, 1, 2)), is_most=False)

    def choice(self, terms: Terms, sight: Sight, *, is_blind: bool) -> str:
        """What they choose with the cards they see; a hand that is not seen stays in."""
        return stay_in(sight) if is_blind else _strategy(terms, self.habit.plays)(sight)


@lru_cache(maxsize=4096)
def _habit_of(seed: str, name: str) -> Habit:
    return HABITS[Random(f"{seed}/{name}/habit").choice(list(HABITS))]


def is_house(name: str) -> bool:
    """Whether a player is one of the house's."""
    return name.startswith(HOUSE)


def house_names(first: int, count: int) -> list[str]:
    """So many house players by name, from a place in the list of all.

    >>> house_names(23, 2)
    ['house Yara', 'house Ada 2']
    """
    return [_name(place) for place in range(first, first + count)]


def _name(place: int) -> str:
    again, which = divmod(place, len(NAMES))
    return f"{HOUSE}{NAMES[which]}{f' {again + 1}' if again else ''}"


def wanted(seed: str, number: int, least: int, most: int) -> int:
    """How many house players would sit at the table by this round."""
    return Random(f"{seed}/{number // _STINT}/wanted").randint(least, most)


def _stake(rules: TableRules, rule: WagerRule, times: int, *, is_most: bool) -> Money:
    least, most, _ = permitted_stakes(rules, rule)
    if rule.units is not None or most is None:
        return least
    return most if is_most else min(least * times, most)


def _strategy(terms: Terms, plays: Plays) -> Strategy:
    if plays is Plays.STAYING:
        return stay_in
    if plays is Plays.SIMPLE:
        return game_of(terms.rules).strategy
    return best_play(terms)


@lru_cache(maxsize=64)
def best_play(terms: Terms) -> Strategy:
    """Best play by exact odds.

    A game that takes long to solve, or has no odds, is played by its simple strategy: a floor
    starts at once. `pitboss advise` has it exactly.
    """
    from pitboss.games.odds import advise_seat, is_slow  # noqa: PLC0415 - few need it

    if is_slow(terms):
        return game_of(terms.rules).strategy

    @lru_cache(maxsize=4096)
    def best(sight: Sight) -> str:
        return advise_seat(terms, sight).best

    return lambda sight: best(sight._replace(own=tuple(sorted(sight.own))))


_ENOUGH = 4
"""Stakes of a round that a player wants to hold: follow-ups take as much again and more."""
_BOUGHT = 8
_NOTE = 10000
"""Cash is changed in whole notes, in cents."""
_CACHED = 64
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
        """A player by name."""
        return HousePlayer(name, self.players.seed)

    def comings_and_goings(self, rules: TableRules, table: Table) -> Act | None:
        """Who gets up or sits down next between two rounds, if any does."""
        seated = {seat: name for seat, name in table.people.seats.items() if is_house(name)}
        least, most = self.players.least, self.players.most
        number = table.rounds.number + 1
        guests = len(table.people.seats) - len(seated)
        # A house player makes room for a guest.
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
        """A player changes their chips and gets up."""
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
        """What a player places in a round; the same at every call, and so cached."""
        key = (name, offered, number, is_alone)
        if key not in self._plans:
            if len(self._plans) > _CACHED:
                self._plans.clear()
            player = self.player(name)
            self._plans[key] = list(player.wagers(rules, offered, number, is_alone=is_alone))
        return self._plans[key]

    def answer(self, rules: TableRules, table: Table, asked: Turn) -> Act:
        """The answer of the house player who is asked, from what the seat may see."""
        name, seat = asked.at.player, asked.at.seat
        seen = view(rules.terms, table.play, name)
        own = next(one.cards for one in seen.seats if one.seat == seat)
        sight = Sight(
            decision=asked.decision.id,
            choices=choices_of(asked.decision, asked.at),
            own=known(own),
            community=known(seen.community),
            dealer=known(seen.dealer),
            decided=tuple(asked.at.decisions.values()),
        )
        is_blind = None in own or len(sight.choices) == 1
        choice = self.player(name).choice(rules.terms, sight, is_blind=is_blind)
        return Act(Choose(seat, choice), Player(name))


def _in_notes(amount: Money) -> Money:
    return Money(-(-amount.cents // _NOTE) * _NOTE)
