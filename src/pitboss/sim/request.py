"""What is to be simulated: everything a run depends on, in plain words that travel anywhere."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final

from pitboss.errors import BadSetting, MoneyError
from pitboss.games import library
from pitboss.money import NOTHING, Money
from pitboss.odds.question import Question, ask
from pitboss.round.settlement import Level, LinkReading
from pitboss.rulebook.load import parse_rulebook
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of

MAIN_STAKE: Final = Money(1000)
SIDE_STAKE: Final = Money(500)
DOLLAR: Final = Money(100)


@dataclass(frozen=True, kw_only=True)
class Request:
    """A run: which rulebook, who sits there, what they bet and how they decide."""

    rulebook: str
    """The id of a built-in rulebook, or the text of another one."""
    seats: int = 1
    seed: int = 1
    wagers: tuple[str, ...] = ()
    """Names, or `name=stake`; all wagers of the rulebook where none is named."""
    strategies: tuple[str, ...] = ("best",)
    """One for each seat, or one for all."""
    files: tuple[tuple[str, str], ...] = ()
    """The strategy files that were named, and what they say."""
    settings: tuple[str, ...] = ()

    def __getstate__(self) -> dict[str, object]:
        # What was worked out from a request stays where it was; it may not travel.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def rules(self) -> Rulebook:
        """The rulebook."""
        if self.rulebook in library.built_in_ids():
            return library.built_in(self.rulebook)
        return parse_rulebook(self.rulebook, source="rulebook")

    @cached_property
    def question(self) -> Question:
        """The settings as the odds understand them."""
        pairs = [pair for pair in self.settings if not pair.startswith("payout_limit=")]
        if any(pair.startswith("players=") for pair in pairs):
            raise BadSetting("players is the number of seats here; give --seats")
        return ask(self.rules, pairs)

    @cached_property
    def terms(self) -> Terms:
        """The rulebook under its options."""
        options = dict(self.question.terms.options)
        for pair in self.settings:
            key, _, value = pair.partition("=")
            if key == "payout_limit":
                options[key] = None if value == "none" else str(_money(key, value))
        return terms_of(self.rules, options)

    @cached_property
    def positions(self) -> int:
        """Seats on the layout, taken or not."""
        positions = self.rules.most_positions
        if self.rules.draws:
            positions = self.question.settings.stakes.positions
        if not 1 <= self.seats <= positions:
            raise BadSetting(f"{self.seats} seats: the layout has 1 to {positions}")
        return positions

    @cached_property
    def stakes(self) -> dict[str, Money]:
        """What every seat places before the deal, by the wagers of the rulebook."""
        asked = dict(_pair(word) for word in self.wagers)
        known = {
            (rule.group or rule.id): rule
            for rule in self.rules.wagers.values()
            if rule.follows is None
        }
        for name in asked:
            if name not in known:
                raise BadSetting(f"{name!r} is not a wager here; there are {', '.join(known)}")
        stakes = {}
        for rule in self.rules.wagers.values():
            name = rule.group or rule.id
            if rule.follows is None and (not asked or name in asked):
                stakes[rule.id] = self._stake(name, rule.id, asked.get(name, ""))
        return stakes

    def _stake(self, name: str, wager: str, text: str) -> Money:
        rule, stakes = self.rules.wagers[wager], self.question.settings.stakes
        usual = SIDE_STAKE if rule.needs or name == "pair_plus" else MAIN_STAKE
        fixed = rule.stake or (stakes.unit * stakes.units if rule.units is not None else None)
        if not text:
            return fixed or usual
        stake = _money(name, text)
        if fixed is not None and stake != fixed:
            setting = "; set unit and units" if rule.units is not None else ""
            raise BadSetting(f"{name}={text}: this wager is {fixed}{setting}")
        if not stake:
            raise BadSetting(f"{name}={text}: leave the wager out instead")
        return stake

    def unit(self, wager: str) -> Money:
        """What results of a wager are counted in, as in the odds."""
        if wager in ("progressive", "envy"):
            return DOLLAR
        return next(s for w, s in self.stakes.items() if wager in (w, self.rules.wagers[w].group))

    @cached_property
    def link(self) -> LinkReading | None:
        """The meters, where a progressive wager is placed; at nothing unless set."""
        if "progressive" not in self.stakes:
            return None
        given = self.question.settings.stakes
        seeds = self.terms.table("progressive").paytable.seeds
        levels = {}
        for name, seed in seeds.items():
            reset = NOTHING if seed is None else Money(seed.cents * given.unit.cents // 100)
            amount = reset if given.meters else NOTHING
            if name in given.meters:
                amount = Money(int(given.meters[name] * 100))
            levels[name] = Level(amount, reset)
        return LinkReading(unit=given.unit, meters=levels)

    @cached_property
    def seat_strategies(self) -> list[str]:
        """How each seat decides."""
        if len(self.strategies) not in (1, self.seats):
            raise BadSetting(
                f"{len(self.strategies)} strategies for {self.seats} seats: "
                f"give one for all, or one for each"
            )
        if len(self.strategies) == 1:
            return [*self.strategies] * self.seats
        return list(self.strategies)


def _pair(word: str) -> tuple[str, str]:
    name, _, stake = word.partition("=")
    return name, stake


def _money(key: str, text: str) -> Money:
    try:
        return Money.parse(text if "." in text else f"{text}.00")
    except MoneyError:
        raise BadSetting(f"{key}={text}: write an amount like 25.00") from None


def wager_of(rules: Rulebook, line: str) -> str:
    """The wager whose odds a line of a settlement belongs to.

    >>> wager_of(library.built_in("mbs-megalink-three-card-v6"), "ante_bonus")
    'ante'
    """
    rule = rules.wagers.get(line)
    if rule is not None:
        return rule.follows or rule.group or rule.id
    return {"ante_bonus": "ante", "envy": "envy"}.get(line, "progressive")
