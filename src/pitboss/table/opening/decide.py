"""Deciding whether a table opens or closes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.money import Money
from pitboss.round import commands as round_do
from pitboss.round import events as round_ev
from pitboss.round.opening import open_round
from pitboss.table.equipment import events as equipment_ev
from pitboss.table.opening import commands as do
from pitboss.table.opening import events as ev
from pitboss.table.opening import offers, reaching
from pitboss.table.opening.checks import check_settings
from pitboss.table.opening.house import check_house
from pitboss.table.rounds.draws import check_draws
from pitboss.table.setting import PAYOUT_LIMIT, Setting, is_limit_lowered
from pitboss.table.table import Table
from pitboss.table.under import Under

LIMIT_APPROVAL = "payout_limit_approval"


def decide(
    under: Under, table: Table, by: Envelope, command: do.Command
) -> Iterator[ev.Event | equipment_ev.Event | round_ev.WagerTakenDown]:
    """What happens when this is asked."""
    match command:
        case do.OpenTable():
            yield _opened(under, table, command)
            gone = offers.withdrawn(under, table, command.setting)
            yield from offers.notices_used(under, gone)
        case do.CloseTable():
            yield _closed(under, table)
        case do.StartOffering():
            yield offers.started(under, table, command)
        case do.StopOffering():
            yield offers.stopped(under, table, command)
            yield from offers.notices_used(under, [command.wager])
        case do.LoseLink():
            yield from reaching.lost(under, table, command)
        case do.FindLink():
            yield reaching.found(under, table)


def opening_of(under: Under) -> round_do.OpenRound:
    """The terms of every round of this table."""
    setting = under.setting
    return round_do.OpenRound(
        positions=setting.positions,
        method=setting.method,
        options=setting.options,
        limits=setting.limits,
        unit=setting.unit,
    )


def _opened(under: Under, table: Table, command: do.OpenTable) -> ev.TableOpened:
    clause = under.rules.procedure["open"]
    setting = command.setting
    if table.is_open:
        raise RuleBreach(
            f"Table {setting.table} is open already", clause=clause, remedy="Close it first."
        )
    check_playable(under, command.now)
    _check_limit(under, table, setting)
    _check_offers(under, table, setting)
    return ev.TableOpened(setting=setting, gaming_day=command.gaming_day, clause=clause)


def _check_approved(under: Under) -> None:
    """A payout limit is one that the authority approved, by its reference (10(c), I-50)."""
    rule, limit = under.rules.payout_limit, under.setting.options.get(PAYOUT_LIMIT)
    if rule is None or not isinstance(limit, Money):
        return
    if under.house(LIMIT_APPROVAL).strip() in ("", "none"):
        raise RuleBreach(
            f"{PAYOUT_LIMIT} {limit.dollars} without approval",
            clause=rule.clause,
            remedy=f"Set {LIMIT_APPROVAL} to the reference of the approval, or leave the limit.",
        )


def _check_limit(under: Under, table: Table, setting: Setting) -> None:
    """A payout limit goes down only after notice (10(c), I-43)."""
    rule = under.rules.payout_limit
    if rule is None or not is_limit_lowered(table.setting, setting):
        return
    if PAYOUT_LIMIT not in table.equipment.notices:
        raise RuleBreach(
            f"A lower {PAYOUT_LIMIT} without notice",
            clause=rule.clause,
            remedy="Open the table as it was, and record the notice that was given, with its day "
            "and reference: the layout, if it is printed there.",
        )


def _check_offers(under: Under, table: Table, setting: Setting) -> None:
    """A wager is withdrawn only after notice, also from one opening to the next (6a(a), 6b(a))."""
    for wager in offers.withdrawn(under, table, setting):
        if wager not in table.equipment.notices:
            raise RuleBreach(
                f"{under.rules.wagers[wager].title} withdrawn without notice",
                clause=under.rules.equipment.notices[wager],
                remedy="Open the table as it was, and record the notice that was given, with its "
                "day and reference.",
            )


def check_playable(under: Under, now: str) -> None:
    """Whether a table so set could be opened and play a round, or `RuleBreach`."""
    _check_in_force(under, now)
    _check_layout(under)
    check_settings(under)
    check_house(under)
    _check_approved(under)
    check_draws(under)
    # A round that would be refused shows now that the table could never play one.
    open_round(under.terms, opening_of(under), under.rules.procedure["open"])


def _check_in_force(under: Under, now: str) -> None:
    """An edition holds from its date, and not before (I-99)."""
    effective = under.rules.effective
    if effective is None:
        return
    begins = datetime.fromisoformat(effective)
    at = datetime.fromisoformat(now)
    is_early = at < begins if begins.tzinfo is not None else at.date() < begins.date()
    if is_early:
        raise RuleBreach(
            f"{under.rules.title}, {under.rules.edition}",
            clause="I-99",
            remedy=f"It holds from {effective}, and it is {now}.",
        )


def _check_layout(under: Under) -> None:
    layouts = {layout.id: layout for layout in under.rules.layouts}
    setting = under.setting
    layout = layouts.get(setting.layout)
    if layout is None:
        raise RuleBreach(
            f"Layout {setting.layout!r}",
            clause=under.rules.layouts[0].clause,
            remedy=f"Choose one of {', '.join(layouts)}.",
        )
    if not layout.least <= setting.positions <= layout.most:
        raise RuleBreach(
            f"Layout {layout.id} with {setting.positions} positions",
            clause=layout.clause,
            remedy=f"It has {layout.least} to {layout.most}.",
        )


def _closed(under: Under, table: Table) -> ev.TableClosed:
    clause = under.rules.procedure["end"]
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
