"""What a wager may be made with, and whether its player has the money, for what comes next as well.

A match play coupon lies beside chips, counts with them, is paid on its face value if its bet wins,
and is taken after one decision. It is never money, so it has accounts of its own (I-41).

At an electronic table a wager is refused that would leave its player without the money for what
the hand then needs: the rest of equal bets, and the follow-up without which the hand is folded
(G21). Optional follow-ups, as turn and river, are no reason: who cannot pay them checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money, total
from pitboss.round.round import RoundState, Seat
from pitboss.round.wagers import PlaceWager, WagerPlaced
from pitboss.table.chips.exchange import CashedOut
from pitboss.table.chips.holdings import Chips
from pitboss.table.rules import ANYBODY, Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Command as TableCommand
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


class Instrument(StrEnum):
    """What is laid down."""

    CHIPS = "chips"
    PLAQUE = "plaque"
    MATCH_PLAY = "match_play"


class MatchPlay(StrEnum):
    """Whether the house takes match play coupons."""

    OFF = "off"
    BASE_ONLY = "base_only"


@stored("coupon-played")
@dataclass(frozen=True, slots=True, kw_only=True)
class CouponPlayed:
    """A match play coupon lies on the layout, for the wager that is placed with it (I-41)."""

    seat: int
    player: str
    wager: str
    coupon: Money
    clause: str


ROLES: Roles = {CouponPlayed: ANYBODY}


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


def with_coupon(
    rules: TableRules, command: TableCommand, events: list[TableEvent]
) -> list[TableEvent]:
    """What happens, with the coupon that is laid down beside it, if one is."""
    if not isinstance(command, PlaceWager) or not command.coupon:
        return events
    coupon = CouponPlayed(
        seat=command.seat,
        player=command.player,
        wager=command.wager,
        coupon=command.coupon,
        clause=rules.rulebook.procedure["chips"],
    )
    return [coupon, *events]


def evolve(chips: Chips, event: CouponPlayed) -> Chips:
    """The chips once a coupon lies on the layout."""
    coupon = event.coupon
    return replace(
        chips, coupon=coupon, coupons=chips.coupons - coupon, layout=chips.layout + coupon
    )


# --- the money for a wager --------------------------------------------------------------------


_TAKING = (WagerPlaced, CashedOut)
"""What takes money from a player."""


def owed(rules: TableRules, play: RoundState, player: str) -> Money:
    """What a player's hands still need, if they are not to be folded or stood down."""
    if not play.is_open or play.is_settled or play.void is not None:
        return NOTHING
    hands = [
        at
        for at in play.seats.values()
        if at.removed is None and (at.player == player or at.shares)
    ]
    group = [rule.id for rule in rules.rulebook.wagers.values() if rule.required and rule.group]
    rest = [] if play.is_closed_to_bets else [_rest_of(group, at, player) for at in hands]
    return total([*rest, *(_follow_ups(rules, at, player) for at in hands)])


def spare(rules: TableRules, table: Table, player: str) -> Money:
    """What a player can stake on something else, or take away, now."""
    return table.chips.held(player) - owed(rules, table.play, player)


def check_funds(rules: TableRules, before: Table, after: Table, event: TableEvent) -> None:
    """Refuse an event that takes more than its player holds and needs, at an electronic table."""
    if isinstance(event, _TAKING):
        lacks = NOTHING - spare(rules, after, event.player)
        if lacks > NOTHING or after.chips.elsewhere < before.chips.elsewhere:
            _refuse(rules, before, after, event)


def _refuse(rules: TableRules, before: Table, table: Table, event: WagerPlaced | CashedOut) -> None:
    held = before.chips.held(event.player)
    needed = owed(rules, table.play, event.player)
    brought = before.chips.elsewhere - table.chips.elsewhere
    lacks = brought - spare(rules, table, event.player)
    waits = before.chips.waiting(event.player)
    held_apart = f" {waits.dollars} is held until its claim is paid (I-14)." if waits else ""
    what = event.stake if isinstance(event, WagerPlaced) else event.amount
    rest = f" and {needed.dollars} for what the hand then needs" if needed else ""
    raise RuleBreach(
        f"{event.player} holds {held.dollars}: not {what.dollars}{rest}",
        clause=event.clause,
        remedy=f"{lacks.dollars} more is needed.{held_apart}",
        seat=event.seat if isinstance(event, WagerPlaced) else None,
    )


def _own(at: Seat, wager: str, player: str) -> Money:
    parts = at.shares.get(wager)
    if parts is not None:
        return total(part.stake for part in parts if part.player == player)
    return at.wagers.get(wager, NOTHING) if at.player == player else NOTHING


def _rest_of(group: list[str], at: Seat, player: str) -> Money:
    """Equal bets are placed one by one, and the first of them says what the others must be."""
    missing = [wager for wager in group if wager not in at.wagers]
    if not missing:
        return NOTHING
    return max(_own(at, wager, player) for wager in group) * len(missing)


def _follow_ups(rules: TableRules, at: Seat, player: str) -> Money:
    if at.is_folded:
        return NOTHING
    return total(
        _own(at, rule.follows, player) * rule.times
        for rule in rules.rulebook.wagers.values()
        if rule.follows is not None
        and rule.decision is not None
        and rule.decision not in at.decisions
        and "fold" in rules.rulebook.decisions[rule.decision].choices
    )
