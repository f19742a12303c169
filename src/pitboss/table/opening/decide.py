"""Deciding whether a table opens or closes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.start import OpenRound, open_round
from pitboss.round.wagers import WagerTakenDown
from pitboss.rulebook.terms import payout_limit
from pitboss.table.equipment import devices
from pitboss.table.opening import commands as do
from pitboss.table.opening import events as ev
from pitboss.table.opening import offers, reaching
from pitboss.table.opening.checks import check_settings
from pitboss.table.opening.house import check_house
from pitboss.table.rounds.draws import check_draws
from pitboss.table.rules import TableRules
from pitboss.table.settings import PAYOUT_LIMIT, Setting, is_limit_lowered
from pitboss.table.table import Table

LIMIT_APPROVAL = "payout_limit_approval"


def decide(
    rules: TableRules, table: Table, by: Envelope, command: do.Command
) -> Iterator[ev.Event | devices.Event | WagerTakenDown]:
    """What happens when this is asked."""
    match command:
        case do.OpenTable():
            yield _opened(rules, table, command)
            gone = offers.withdrawn(rules, table, command.setting)
            yield from offers.notices_used(rules, gone)
        case do.CloseTable():
            yield _closed(rules, table)
        case do.StartOffering():
            yield offers.started(rules, table, command)
        case do.StopOffering():
            yield offers.stopped(rules, table, command)
            yield from offers.notices_used(rules, [command.wager])
        case do.LoseLink():
            yield from reaching.lost(rules, table, command)
        case do.FindLink():
            yield reaching.found(rules, table)


def opening_of(rules: TableRules) -> OpenRound:
    """The terms of every round of this table."""
    setting = rules.setting
    return OpenRound(
        positions=setting.positions,
        method=setting.method,
        options=setting.options,
        limits=setting.limits,
        unit=setting.unit,
    )


def _opened(rules: TableRules, table: Table, command: do.OpenTable) -> ev.TableOpened:
    clause = rules.rulebook.procedure["open"]
    setting = command.setting
    if table.is_open:
        raise RuleBreach(
            f"Table {setting.table} is open already", clause=clause, remedy="Close it first."
        )
    check_playable(rules, command.now)
    _check_limit(rules, table, setting)
    _check_offers(rules, table, setting)
    return ev.TableOpened(setting=setting, gaming_day=command.gaming_day, clause=clause)


def _check_approved(rules: TableRules) -> None:
    """A payout limit is one that the authority approved, by its reference (10(c), I-50)."""
    rule, limit = rules.rulebook.payout_limit, payout_limit(rules.setting.options)
    if rule is None or limit is None:
        return
    if rules.choice(LIMIT_APPROVAL).strip() in ("", "none"):
        raise RuleBreach(
            f"{PAYOUT_LIMIT} {limit.dollars} without approval",
            clause=rule.clause,
            remedy=f"Set {LIMIT_APPROVAL} to the reference of the approval, or leave the limit.",
        )


def _check_limit(rules: TableRules, table: Table, setting: Setting) -> None:
    """A payout limit goes down only after notice (10(c), I-43)."""
    rule = rules.rulebook.payout_limit
    if rule is None or not is_limit_lowered(table.setting, setting):
        return
    if PAYOUT_LIMIT not in table.equipment.notices:
        raise RuleBreach(
            f"A lower {PAYOUT_LIMIT} without notice",
            clause=rule.clause,
            remedy="Open the table as it was, and record the notice that was given, with its day "
            "and reference: the layout, if it is printed there.",
        )


def _check_offers(rules: TableRules, table: Table, setting: Setting) -> None:
    """A wager is withdrawn only after notice, also from one opening to the next (6a(a), 6b(a))."""
    for wager in offers.withdrawn(rules, table, setting):
        if wager not in table.equipment.notices:
            raise RuleBreach(
                f"{rules.rulebook.wagers[wager].title} withdrawn without notice",
                clause=rules.rulebook.equipment.notices[wager],
                remedy="Open the table as it was, and record the notice that was given, with its "
                "day and reference.",
            )


def check_playable(rules: TableRules, now: str) -> None:
    """Whether a table so set could be opened and play a round, or `RuleBreach`."""
    _check_in_force(rules, now)
    _check_layout(rules)
    check_settings(rules)
    check_house(rules)
    _check_approved(rules)
    check_draws(rules)
    # A round that would be refused shows now that the table could never play one.
    open_round(rules.terms, opening_of(rules), rules.rulebook.procedure["open"])


def _check_in_force(rules: TableRules, now: str) -> None:
    """An edition holds from its date, and not before (I-99)."""
    effective = rules.rulebook.effective
    if effective is None:
        return
    begins = datetime.fromisoformat(effective)
    at = datetime.fromisoformat(now)
    is_early = at < begins if begins.tzinfo is not None else at.date() < begins.date()
    if is_early:
        raise RuleBreach(
            f"{rules.rulebook.title}, {rules.rulebook.edition}",
            clause="I-99",
            remedy=f"It holds from {effective}, and it is {now}.",
        )


def _check_layout(rules: TableRules) -> None:
    layouts = {layout.id: layout for layout in rules.rulebook.layouts}
    setting = rules.setting
    layout = layouts.get(setting.layout)
    if layout is None:
        raise RuleBreach(
            f"Layout {setting.layout!r}",
            clause=rules.rulebook.layouts[0].clause,
            remedy=f"Choose one of {', '.join(layouts)}.",
        )
    if not layout.least <= setting.positions <= layout.most:
        raise RuleBreach(
            f"Layout {layout.id} with {setting.positions} positions",
            clause=layout.clause,
            remedy=f"It has {layout.least} to {layout.most}.",
        )


def _closed(rules: TableRules, table: Table) -> ev.TableClosed:
    clause = rules.rulebook.procedure["end"]
    if table.play.is_open:
        raise RuleBreach(
            f"Round {table.rounds.number} is not over", clause=clause, remedy="End the round first."
        )
    if not table.rounds.is_opened:
        raise RuleBreach(
            f"The seeds of round {table.rounds.number} are not opened",
            clause="I-102",
            remedy="Open them first.",
        )
    return ev.TableClosed(clause=clause)
