"""What a table offers, changed between two rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pitboss.errors import RuleBreach
from pitboss.table.equipment.devices import NoticeUsed, check_mode
from pitboss.table.opening import commands as do
from pitboss.table.opening import events as ev
from pitboss.table.opening.checks import check_settings
from pitboss.table.rules import TableRules
from pitboss.table.settings import Setting
from pitboss.table.table import Table


def started(rules: TableRules, table: Table, command: do.StartOffering) -> ev.OfferChanged:
    """One more wager, with everything that it needs."""
    clause = _clause(rules, command.wager)
    offered = _offered(rules, table, command.wager, clause)
    if command.wager in offered:
        raise RuleBreach(
            f"{command.wager!r} is offered already", clause=clause, remedy="Nothing is to be done."
        )
    rule = rules.rulebook.wagers[command.wager]
    if rule.units is not None and rules.setting.unit is None:
        raise RuleBreach(
            f"{rule.title} without a link",
            clause=clause,
            remedy="Open the table with a link and its unit.",
        )
    check_mode(rules, table, command.wager)
    more = (*offered, command.wager)
    check_settings(replace(rules, setting=replace(rules.setting, offered=more)))
    return ev.OfferChanged(wager=command.wager, offered=more, reason=command.reason, clause=clause)


def stopped(rules: TableRules, table: Table, command: do.StopOffering) -> ev.OfferChanged:
    """One wager less, after notice where the rulebook asks for one."""
    clause = _clause(rules, command.wager)
    offered = _offered(rules, table, command.wager, clause)
    if command.wager not in offered:
        raise RuleBreach(
            f"{command.wager!r} is not offered", clause=clause, remedy="Nothing is to be done."
        )
    needs_notice = command.wager in rules.rulebook.equipment.notices
    if needs_notice and command.wager not in table.equipment.notices:
        raise RuleBreach(
            f"{rules.rulebook.wagers[command.wager].title} withdrawn without notice",
            clause=clause,
            remedy="Record the notice that was given, with its day and reference.",
        )
    less = tuple(wager for wager in offered if wager != command.wager)
    check_settings(replace(rules, setting=replace(rules.setting, offered=less)))
    return ev.OfferChanged(wager=command.wager, offered=less, reason=command.reason, clause=clause)


def notices_used(rules: TableRules, wagers: Iterable[str]) -> Iterator[NoticeUsed]:
    """A notice is of one withdrawal, and the next one has its own (I-50)."""
    equipment = rules.rulebook.equipment
    for wager in wagers:
        if equipment.notices_serve_once and wager in equipment.notices:
            yield NoticeUsed(wager=wager, clause=equipment.notices[wager])


def withdrawn(rules: TableRules, table: Table, setting: Setting) -> list[str]:
    """The wagers with notice that the table offered under this rulebook, and so set would not."""
    before = table.setting
    if before is None or before.rulebook != setting.rulebook:
        return []
    gone = set(before.offered).difference(setting.offered)
    return [wager for wager in rules.rulebook.equipment.notices if wager in gone]


def _offered(rules: TableRules, table: Table, wager: str, clause: str) -> tuple[str, ...]:
    if wager not in rules.rulebook.wagers:
        known = ", ".join(rules.rulebook.wagers)
        raise RuleBreach(f"{wager!r} offered", clause=clause, remedy=f"Known: {known}.")
    if table.play.is_open:
        raise RuleBreach(
            f"What is offered, in round {table.rounds.number}",
            clause=clause,
            remedy="It changes between two rounds: end this one first.",
        )
    assert table.setting is not None, "only an open table is asked"
    return table.setting.offered


def _clause(rules: TableRules, wager: str) -> str:
    """What the rulebook says of offering a wager, or of the wager itself."""
    rule = rules.rulebook.wagers.get(wager)
    other = rules.rulebook.procedure["open"] if rule is None else rule.clause
    return rules.rulebook.equipment.notices.get(wager, other)
