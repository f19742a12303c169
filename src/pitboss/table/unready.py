"""Wagers that make no hand, said while they can still be put right (5.12.1, I-58)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.round.permitted import makes_a_hand
from pitboss.round.round import Seat
from pitboss.table.rules import TableRules
from pitboss.table.table import Table


def unready(rules: TableRules, table: Table) -> Iterator[str]:
    """For every seat that would be dealt nothing if bets were closed now: what is to be done."""
    play = table.play
    if not play.is_open or play.is_closed_to_bets or play.void is not None:
        return
    for seat, at in sorted(play.seats.items()):
        if at.wagers and not makes_a_hand(rules.terms, at):
            yield f"seat {seat}: {_wrong(rules, at)}"


def _wrong(rules: TableRules, at: Seat) -> str:
    rulebook = rules.rulebook
    required = [rule for rule in rulebook.wagers.values() if rule.required and rule.group]
    orphan = rulebook.procedure.get("orphan")
    if orphan is not None and set(at.wagers) == {"progressive"}:
        wager = rulebook.wagers["progressive"]
        needs = " or ".join(rulebook.wagers[need].title for need in wager.needs)
        otherwise = f"otherwise it is no wager and goes back ({orphan})"
        return f"{wager.title} without {needs}: add it, or take the wager down; {otherwise}"
    missing = [rule.title for rule in required if rule.id not in at.wagers]
    wrong = f"{', '.join(missing)} missing" if missing else "the bets are not equal"
    clause = required[0].clause if required else rulebook.procedure["close"]
    return f"{wrong}: put it right, or all of it goes back undealt ({clause})"
