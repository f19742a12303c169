"""A table that loses contact with its link, and finds it again (P18, D14)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RuleBreach
from pitboss.round.round import Funding
from pitboss.round.wagers import WagerTakenDown
from pitboss.table.opening import commands as do
from pitboss.table.opening import events as ev
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

UNREACHED = "P18"


def lost(
    rules: TableRules, table: Table, command: do.LoseLink
) -> Iterator[ev.Event | WagerTakenDown]:
    """Wagers on the link are not offered, and those already laid down go back."""
    _check_asked(rules, table)
    if table.link_lost or not command.reason.strip():
        raise RuleBreach(
            f"Table {rules.setting.table} loses its link",
            clause=UNREACHED,
            remedy=f"It is lost already: {table.link_lost}" if table.link_lost else "Say why.",
        )
    assert table.setting is not None, "only an open table is asked"
    gone = linked_wagers(rules)
    # Seats are still known when their round is over or, being void, settled: nothing lies there.
    lies = table.play.is_open and not table.play.is_settled
    for at in table.play.seats.values() if lies else ():
        for wager in gone & at.wagers.keys():
            for part in at.shares.get(wager, (Funding(at.player, at.wagers[wager]),)):
                yield WagerTakenDown(
                    seat=at.seat, player=part.player, wager=wager, clause=UNREACHED
                )
    left = tuple(wager for wager in table.setting.offered if wager not in gone)
    yield ev.LinkLost(reason=command.reason, offered=left, clause=UNREACHED)


def found(rules: TableRules, table: Table) -> ev.LinkFound:
    """All that was offered before is offered again."""
    _check_asked(rules, table)
    if not table.link_lost:
        raise RuleBreach(
            f"Table {rules.setting.table} finds its link",
            clause=UNREACHED,
            remedy="It was not lost.",
        )
    if is_unbound(rules, table):
        raise RuleBreach(
            f"Round {table.rounds.number} is bound to no draws",
            clause="I-19",
            remedy="Wagers that may win by them wait: say it when the round is over.",
        )
    assert table.setting is not None, "only an open table is asked"
    kept = {*table.setting.offered, *table.link_wagers}
    offered = tuple(wager for wager in rules.rulebook.wagers if wager in kept)
    return ev.LinkFound(offered=offered, clause=UNREACHED)


def is_unbound(rules: TableRules, table: Table) -> bool:
    """Whether a round is played that was called while nothing could be won by draws."""
    return table.play.is_open and bool(rules.rulebook.draws) and not table.rounds.draws


def linked_wagers(rules: TableRules) -> frozenset[str]:
    """The wagers that need the link."""
    return frozenset(rule.id for rule in rules.rulebook.wagers.values() if rule.units is not None)


def _check_asked(rules: TableRules, table: Table) -> None:
    if rules.setting.link is None:
        raise RuleBreach(
            f"Table {rules.setting.table} has no link",
            clause=UNREACHED,
            remedy="Open it with one.",
        )
    if table.play.is_open and table.play.is_closed_to_bets:
        raise RuleBreach(
            f"Round {table.rounds.number} is closed to bets",
            clause=UNREACHED,
            remedy="What is staked stands; say it when the round is over.",
        )
