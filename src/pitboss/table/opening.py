"""A table opens and closes: what it may be set to, and from when its edition holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round.deal import has_stack
from pitboss.round.start import open_round
from pitboss.rulebook.terms import payout_limit
from pitboss.table.equipment.devices import NoticeUsed
from pitboss.table.offers import notices_used, withdrawn
from pitboss.table.rounds import opening_of
from pitboss.table.rules import (
    FIRST_IS_BOTTOM,
    FLOOR,
    Roles,
    TableRules,
    check_settings,
)
from pitboss.table.settings import PAYOUT_LIMIT, Setting, is_limit_lowered

if TYPE_CHECKING:
    from pitboss.table.table import Table


@stored("open-table")
@dataclass(frozen=True, slots=True)
class OpenTable:
    """The table opens with everything the house chose for it."""

    setting: Setting
    gaming_day: str
    now: str
    """When, with the offset of the table's time zone: an edition holds only from its date."""


@stored("close-table")
@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table closes."""


@stored("table-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The table opened."""

    setting: Setting
    gaming_day: str
    clause: str


@stored("table-closed")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table closed."""

    clause: str


Command = OpenTable | CloseTable
Event = TableOpened | TableClosed

ROLES: Roles = {TableOpened: FLOOR}
"""Limits, options and what is offered are not for the dealer to choose, who pays by them."""


# --- deciding ---------------------------------------------------------------------------------


LIMIT_APPROVAL = "payout_limit_approval"


def decide(
    rules: TableRules, table: Table, by: Envelope, command: Command
) -> Iterator[Event | NoticeUsed]:
    """What happens when this is asked."""
    match command:
        case OpenTable():
            yield _opened(rules, table, command)
            yield from notices_used(rules, withdrawn(rules, table, command.setting))
        case CloseTable():
            yield _closed(rules, table)
        case _:
            assert_never(command)


def _opened(rules: TableRules, table: Table, command: OpenTable) -> TableOpened:
    clause = rules.rulebook.procedure["open"]
    setting = command.setting
    if table.is_open:
        raise RuleBreach(
            f"Table {setting.table} is open already", clause=clause, remedy="Close it first."
        )
    check_playable(rules, command.now)
    _check_limit(rules, table, setting)
    _check_offers(rules, table, setting)
    return TableOpened(setting=setting, gaming_day=command.gaming_day, clause=clause)


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
    for wager in withdrawn(rules, table, setting):
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


def _closed(rules: TableRules, table: Table) -> TableClosed:
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
    return TableClosed(clause=clause)


# --- operating settings -----------------------------------------------------------------------


_ONLY = {
    "cover_all_dealer_hand": (
        "off",
        "No rule says what a dealer's hand would be: only players' hands count.",
    ),
    "odds_override": (
        "none",
        'Write a rulebook file whose paytable has approval = "<reference>", and open the table '
        "with it.",
    ),
    "pair_plus_after_fold_presumed": (
        "true",
        "A fold never costs Pair Plus: a player who gives it up declines to show the hand.",
    ),
}
"""The one value there is of a setting, and what is done instead of another."""


_LIMITS = {
    "limits": "Give the least and the most of each wager as the table's limits.",
    "cover_all_limits": "Give the least and the most of cover_all as the table's limits.",
}


def check_house(rules: TableRules) -> None:
    """Refuse an operating setting that cannot be played, or that is set elsewhere.

    Every setting that a rulebook names is read somewhere. One that does not decide is refused with
    what decides, so that no operator takes a table to do what it does not.
    """
    for name, chosen in rules.setting.house.items():
        if name in _ONLY and chosen != _ONLY[name][0]:
            _refuse(rules, name, _ONLY[name][1])
        if name in _LIMITS:
            _refuse(rules, name, _LIMITS[name])
        if name == "deal_mode" and chosen != rules.setting.mode:
            _refuse(rules, name, f"It is the table's mode that says so, now {rules.setting.mode}.")
    method = rules.rulebook.dealing.get(rules.setting.method)
    is_turned = rules.choice(FIRST_IS_BOTTOM) == "false"
    if is_turned and method is not None and not has_stack(method):
        _refuse(rules, FIRST_IS_BOTTOM, f"By the {method.title} no stack is dispensed: leave it.")


def _refuse(rules: TableRules, name: str, remedy: str) -> NoReturn:
    raise RuleBreach(
        f"{name} {rules.setting.house[name]!r}",
        clause=rules.rulebook.settings[name].interpretations[0],
        remedy=remedy,
    )
