"""Whether somebody has the money, and for what comes next as well.

At an electronic table a wager is refused that would leave its player without the money for what
the hand then needs: the rest of equal bets, and the follow-up without which the hand is folded
(G21). Optional follow-ups, as turn and river, are no reason: who cannot pay them checks.
"""

from __future__ import annotations

from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money, total
from pitboss.round.round import RoundState, Seat
from pitboss.round.wagers import WagerPlaced
from pitboss.table.chips import events as ev
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Event, Table, evolve

_TAKING = (WagerPlaced, ev.CashedOut)
"""What takes money from a player."""


def owed(rules: TableRules, play: RoundState, player: str) -> Money:
    """What somebody's hands still need, if they are not to be folded or stood down."""
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
    """What somebody can stake on something else, or take away, as things stand."""
    return table.chips.held(player) - owed(rules, table.play, player)


def funded(rules: TableRules, table: Table, events: list[Event]) -> Table:
    """The table after these events; refused if one takes more than its player holds and needs."""
    is_checked = rules.setting.mode is Mode.ELECTRONIC
    for event in events:
        before, table = table, evolve(table, event)
        if not is_checked or not isinstance(event, _TAKING):
            continue
        lacks = NOTHING - spare(rules, table, event.player)
        if lacks > NOTHING or table.chips.elsewhere < before.chips.elsewhere:
            _refuse(rules, before, table, event)
    return table


def _refuse(
    rules: TableRules, before: Table, table: Table, event: WagerPlaced | ev.CashedOut
) -> None:
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
        remedy=f"{lacks.dollars} more would do.{held_apart}",
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
