"""How much may be staked on a wager: by the limits, by what stands beside it, by what one holds."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.money import Money
from pitboss.round.playing import Playing
from pitboss.round.round import At
from pitboss.rulebook.model import WagerRule
from pitboss.table.chips.funds import spare
from pitboss.table.table import Table
from pitboss.table.under import Under

_DOLLAR = Money(100)
_CENT = Money(1)


class Range(NamedTuple):
    """The least and the most, and the steps between."""

    least: Money
    most: Money | None
    step: Money

    def __str__(self) -> str:
        return f"{self.least} to {self.most} by {self.step}"


def permitted(under: Under, rule: WagerRule, play: Playing | None = None) -> Range:
    """What the limits of the table, or of the round, let be staked on a wager."""
    limits = under.setting.limits if play is None else play.limits
    unit = under.setting.unit if play is None else play.unit
    if rule.stake is not None:
        return Range(rule.stake, rule.stake, rule.stake)
    if rule.units is not None:
        unit = unit or _DOLLAR
        most = None if rule.units.most is None else unit * rule.units.most
        return Range(unit * rule.units.least, most, unit)
    least, most = limits.get(rule.limit_key, (_CENT, None))
    least = max(least, _CENT)
    return Range(least, most, _CENT if least.cents % _DOLLAR.cents else _DOLLAR)


def payable(under: Under, table: Table, at: At, rule: WagerRule, player: str) -> Range:
    """The same for somebody at a seat now: what stands there, and what the hand then needs.

    Wagers that must be equal follow the first of them, for which the money is put by already.
    """
    least, most, step = permitted(under, rule, table.play)
    beside = _beside(under, at, rule)
    if beside is not None:
        return Range(beside, beside, step)
    standing = at.wagers.get(rule.id)
    if standing is not None:
        # Backing adds to what stands, which is as much as the minimum asks.
        least, most = step, None if most is None else most - standing
    each = 1 + _missing(under, at, rule) + _follow_ups(under, rule)
    can = Money(max(spare(under, table, player).cents, 0) // each // step.cents * step.cents)
    return Range(least, can if most is None else min(most, can), step)


def _group(under: Under, rule: WagerRule) -> list[WagerRule]:
    if not rule.required or rule.group is None:
        return []
    return [other for other in under.rules.wagers.values() if other.group == rule.group]


def _beside(under: Under, at: At, rule: WagerRule) -> Money | None:
    stakes = [at.wagers[other.id] for other in _group(under, rule) if other.id in at.wagers]
    return stakes[0] if stakes and rule.id not in at.wagers else None


def _missing(under: Under, at: At, rule: WagerRule) -> int:
    others = _group(under, rule)
    return sum(other.id != rule.id and other.id not in at.wagers for other in others)


def _follow_ups(under: Under, rule: WagerRule) -> int:
    """How many times a stake is needed again if the hand is not to be folded (G21)."""
    decisions = under.rules.decisions
    return sum(
        other.times
        for other in under.rules.wagers.values()
        if other.follows == rule.id
        and other.decision is not None
        and "fold" in decisions[other.decision].choices
    )
