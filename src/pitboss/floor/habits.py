"""House players of different habits: what they stake and love, how they decide, when they go.

Everything somebody does in a round follows from the seed, the table, the round and their name, so
two processes that ask the same player get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

from pitboss.cards import Card
from pitboss.games.registry import GAMES
from pitboss.money import Money
from pitboss.round.game import STAYS, Strategy, always_stay
from pitboss.round.view import Seen
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.rulebook.terms import Terms
from pitboss.table.rules import TableRules

NAMES = (
    "Ada", "Ben", "Chloe", "Dev", "Emi", "Farid", "Grace", "Hugo", "Ines", "Jon", "Kaya", "Liam",
    "Mei", "Noor", "Otis", "Pia", "Quinn", "Rosa", "Sami", "Tess", "Uma", "Viktor", "Wen", "Yara",
)  # fmt: skip
HOUSE = "house "
"""What the name of every house player begins with, so that nobody takes one for a person."""
_STINT = 12
"""Rounds after which people think of leaving."""


class Plays(StrEnum):
    """How somebody decides."""

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
    """Somebody the house brings: a name, and a habit that goes with it."""

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

        `is_alone`: nobody else wagers either, and without them there would be no round.
        """
        habit, dice = self.habit, self._dice(number, "wagers")
        if dice.randrange(100) < habit.sits_out and not is_alone:
            return
        base = dice.choice(habit.times_least)
        is_most = dice.randrange(100) < habit.at_most
        for rule in rules.rulebook.wagers.values():
            if rule.id not in offered:
                continue
            if is_main(rules.rulebook, rule):
                yield rule.id, _stake(rules, rule, base, is_most=is_most)
            elif dice.randrange(100) < habit.sides:
                yield rule.id, _stake(rules, rule, dice.choice((1, 1, 2)), is_most=False)

    def stays(self, terms: Terms, own: Seen, community: Seen) -> bool:
        """Whether they stay in with the cards they see; a hand that is not seen is played."""
        cards = tuple(card for card in own if card is not None)
        if len(cards) < len(own):
            return True
        turned = tuple(card for card in community if card is not None)
        return _strategy(terms, self.habit.plays)(cards, turned)


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


def is_main(rules: Rulebook, rule: WagerRule) -> bool:
    """Whether a wager makes the hand: the required ones, or else the first that stands alone."""
    required = [other for other in rules.wagers.values() if other.required]
    if required:
        return rule.required
    return rule == next(other for other in rules.wagers.values() if not other.needs)


def _stake(rules: TableRules, rule: WagerRule, times: int, *, is_most: bool) -> Money:
    if rule.stake is not None:
        return rule.stake
    if rule.units is not None:
        assert rules.setting.unit is not None, "offered only where there is a link"
        return rules.setting.unit * rule.units.least
    least, most = rules.setting.limits[rule.limit_key]
    return most if is_most else min(least * times, most)


def _strategy(terms: Terms, plays: Plays) -> Strategy:
    if plays is Plays.STAYING:
        return always_stay
    if plays is Plays.SIMPLE:
        return GAMES[terms.rules.game].strategy
    return best_play(terms)


@lru_cache(maxsize=64)
def best_play(terms: Terms) -> Strategy:
    """Best play by exact odds.

    A game that takes long to solve is played by its simple strategy: a floor starts at once.
    `pitboss advise` has it exactly.
    """
    from pitboss.games.odds import advise, game_odds  # noqa: PLC0415 - few need it

    if game_odds(terms).is_slow:
        return GAMES[terms.rules.game].strategy

    @lru_cache(maxsize=4096)
    def best(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
        return advise(terms, own, community).best in STAYS

    def stays(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
        return best(tuple(sorted(own)), tuple(sorted(community)))

    return stays
