"""The rules of a table: its rulebook with the options chosen, and the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import gcd
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from pitboss.errors import RuleBreach
from pitboss.money import Money
from pitboss.round.deal import top_first
from pitboss.round.game import Game
from pitboss.round.round import RoundState
from pitboss.round.wagers import Range, stake_range
from pitboss.rulebook.model import IrregularityRule, OptionValue, Rulebook, WagerRule
from pitboss.rulebook.terms import Terms, payout_limit, terms_of

if TYPE_CHECKING:
    from pitboss.envelope import Envelope
    from pitboss.table.table import Table

PAYOUT_LIMIT = "payout_limit"
FIRST_IS_BOTTOM = "stack_first_is_bottom"
SETTLE_ORDER = "settle_order"
LEFT_TO_RIGHT = "left_to_right"

ANYBODY = -1
"""Lower than the lowest rung of a ladder of roles: a player may do it alone."""
DEALER = 0
"""The lowest rung of every ladder."""
FLOOR = 1
"""The rung above the dealer's: a supervisor."""


class Mode(StrEnum):
    """How cards come to the table (I-102)."""

    ELECTRONIC = "electronic"
    LIVE = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One table's rulebook with everything the house chose for it."""

    table: str
    rulebook: str
    edition: str
    digest: str
    currency: str
    layout: str
    positions: int
    method: str
    mode: Mode
    time_zone: str
    day_starts: str
    """When the gaming day turns over, in the table's time zone, as `06:00`."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    link: str | None = None
    unit: Money | None = None
    """The link's progressive unit; without a link no progressive wager can be placed."""
    offered: tuple[str, ...] = ()
    """The wagers this table offers; the rulebook lets the house leave some out."""
    house: Mapping[str, str] = field(default_factory=dict)
    """The operating settings of the rulebook, by their ids, where they differ from the default."""
    is_practice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """The rules of a table: what its rulebook says and what the house chose."""

    game: Game
    terms: Terms
    setting: Setting
    rulebook: Rulebook
    smallest_chip: Money
    """The smallest there is use for: the largest of which every least wager can be made."""

    def choice(self, name: str) -> str:
        """An operating setting as the house chose it, or as the register has it by default."""
        chosen = self.setting.house.get(name)
        if chosen is not None:
            return chosen
        setting = self.rulebook.settings.get(name)
        return "" if setting is None or setting.default is None else setting.default

    @property
    def correction_role(self) -> str:
        """The least role that confirms a correction: the house's choice, or the supervisor's."""
        return self.choice("correction_role") or self.rulebook.roles[FLOOR]

    @property
    def permit_role(self) -> str:
        """The least role that may permit a withdrawal; unless chosen, whoever may report it."""
        return self.choice("permit_role") or self.rulebook.roles[DEALER]

    def irregularity(self, kind: str) -> IrregularityRule:
        """The rule of that name, or the one for what no rule covers.

        What came of one stays when another game is opened at the table, and one rule may refer to
        another; not every rulebook has all of them.
        """
        listed = self.rulebook.irregularities
        return listed.get(kind) or listed["uncovered"]

    def rung(self, role: str) -> int:
        """How high a role stands on the rulebook's ladder."""
        return self.rulebook.roles.index(role)


# --- what a topic tells of itself -------------------------------------------------------------


Roles = Mapping[type, int | Callable[[TableRules, Any], int]]
"""The least rung for each event of a topic; the dealer's for an event that is not listed."""

Checks = Mapping[type, "Callable[[TableRules, Table, Envelope, Any], None]"]
"""What may refuse a command of another topic, by the class of the command."""

Part = TypeVar("Part")
AfterRound = Mapping[type, Callable[[Part, RoundState, Any], Part]]
"""How a part of the table changes with an event of the round, given the round before it."""


def refuse(problem: str, clause: str, remedy: str, *, seat: int | None = None) -> NoReturn:
    """Refuse a command: what was asked, the rule against it, and what to do instead."""
    raise RuleBreach(problem, clause=clause, remedy=remedy, seat=seat)


def permitted_stakes(rules: TableRules, rule: WagerRule) -> Range:
    """What may be staked on a wager at this table."""
    return stake_range(rules.rulebook, rule, rules.setting.limits, rules.setting.unit)


def table_rules(rulebook: Rulebook, game: Game, setting: Setting) -> TableRules:
    """A table's rules, compiled, with how the house chose to deal and to settle."""
    if setting.house.get(FIRST_IS_BOTTOM) == "false":
        dealing = {name: top_first(method) for name, method in rulebook.dealing.items()}
        rulebook = replace(rulebook, dealing=dealing)
    from_left = setting.house.get(SETTLE_ORDER) == LEFT_TO_RIGHT
    terms = terms_of(rulebook, setting.options, from_left=from_left)
    return TableRules(
        game=game,
        terms=terms,
        setting=setting,
        rulebook=terms.rules,
        smallest_chip=_smallest_chip(terms.rules, setting),
    )


def _smallest_chip(rulebook: Rulebook, setting: Setting) -> Money:
    wagers = [rulebook.wagers[one] for one in setting.offered if one in rulebook.wagers]
    ranges = [stake_range(rulebook, one, setting.limits, setting.unit) for one in wagers]
    return Money(gcd(*(one.least.cents for one in ranges)) or 1)


def is_limit_lowered(before: Setting | None, now: Setting) -> bool:
    """Whether less is payable on a hand than when the table was last open (10(c)).

    Without a limit everything was payable: a first one at a table that played is lower.
    """
    if before is None or before.rulebook != now.rulebook:
        return False
    was, limit = (payout_limit(setting.options) for setting in (before, now))
    return limit is not None and not (was is not None and limit >= was)
