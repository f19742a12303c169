"""Wagers that make no hand, said while they can still be put right (5.12.1, I-58)."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.round.permitted import makes_a_hand
from pitboss.round.round import At
from pitboss.table.table import Table
from pitboss.table.under import Under


def unready(under: Under, table: Table) -> Iterator[str]:
    """For every seat that would be dealt nothing if bets were closed now: what is to be done."""
    play = table.play
    if not play.is_open or play.is_closed_to_bets or play.void is not None:
        return
    for seat, at in sorted(play.seats.items()):
        if at.wagers and not makes_a_hand(under.terms, at):
            yield f"seat {seat}: {_wrong(under, at)}"


def _wrong(under: Under, at: At) -> str:
    rules = under.rules
    required = [rule for rule in rules.wagers.values() if rule.required and rule.group]
    orphan = rules.procedure.get("orphan")
    if orphan is not None and set(at.wagers) == {"progressive"}:
        wager = rules.wagers["progressive"]
        needs = " or ".join(rules.wagers[need].title for need in wager.needs)
        otherwise = f"otherwise it is no wager and goes back ({orphan})"
        return f"{wager.title} without {needs}: add it, or take the wager down; {otherwise}"
    missing = [rule.title for rule in required if rule.id not in at.wagers]
    wrong = f"{', '.join(missing)} missing" if missing else "the bets are not equal"
    clause = required[0].clause if required else rules.procedure["close"]
    return f"{wrong}: put it right, or all of it goes back undealt ({clause})"
