"""What a wager may be made with: chips, plaques, and match play coupons where the house takes them.

A coupon lies beside chips, counts with them, is paid on its face value if its bet wins, and is
taken after one decision. It is never money, so it has accounts of its own (I-41).
"""

from __future__ import annotations

from enum import StrEnum

from pitboss.errors import RuleBreach
from pitboss.money import NOTHING
from pitboss.round.wagers import PlaceWager
from pitboss.table.rules import TableRules


class Instrument(StrEnum):
    """What is laid down."""

    CHIPS = "chips"
    PLAQUE = "plaque"
    MATCH_PLAY = "match_play"


class MatchPlay(StrEnum):
    """Whether the house takes match play coupons."""

    OFF = "off"
    BASE_ONLY = "base_only"


def check_instrument(rules: TableRules, command: PlaceWager) -> None:
    """Refuse what is no wager: spoken bets with cash, and coupons where or how none is taken."""
    taken = [Instrument.CHIPS, Instrument.PLAQUE]
    if rules.choice("match_play") == MatchPlay.BASE_ONLY:
        taken.append(Instrument.MATCH_PLAY)
    if command.instrument not in taken:
        raise RuleBreach(
            f"A wager by {command.instrument!r}",
            clause=rules.rulebook.procedure["chips"],
            remedy=f"Lay down {' or '.join(taken)}; cash is changed first.",
            seat=command.seat,
        )
    if command.instrument == Instrument.MATCH_PLAY:
        _check_coupon(rules, command)
    elif command.coupon:
        raise RuleBreach(
            f"A coupon of {command.coupon.dollars} among {command.instrument}",
            clause=rules.rulebook.procedure["chips"],
            remedy=f"Write that it is {Instrument.MATCH_PLAY}.",
            seat=command.seat,
        )


def _check_coupon(rules: TableRules, command: PlaceWager) -> None:
    rule = rules.rulebook.wagers.get(command.wager)
    if rule is not None and not rule.required:
        raise RuleBreach(
            f"A match play coupon on {rule.title}",
            clause="I-41",
            remedy="Coupons go on the base bets only.",
            seat=command.seat,
        )
    if not NOTHING < command.coupon < command.stake:
        raise RuleBreach(
            f"A coupon of {command.coupon.dollars} in a wager of {command.stake.dollars}",
            clause="I-41",
            remedy="A coupon lies beside chips, and the stake is both together.",
            seat=command.seat,
        )
