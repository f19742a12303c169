"""A table in operation: it opens, changes its wagers on offer, loses and finds its link, closes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.round.wagers import WagerTakenDown
from pitboss.table.equipment.devices import NoticeUsed, check_mode
from pitboss.table.rules import (
    FLOOR,
    PAYOUT_LIMIT,
    Roles,
    Setting,
    TableRules,
    is_limit_lowered,
    refuse,
)
from pitboss.table.settings import check_playable, check_settings

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table

UNREACHED = "P18"


# --- commands ---------------------------------------------------------------------------------


@stored("open-table")
class OpenTable:
    """The table opens with everything the house chose for it."""

    setting: Setting
    gaming_day: str
    now: str
    """When, with the offset of the table's time zone: an edition holds only from its date."""


@stored("close-table")
class CloseTable:
    """The table closes."""


@stored("start-offering")
class StartOffering:
    """A wager is offered from the next round on."""

    wager: str
    reason: str = ""


@stored("stop-offering")
class StopOffering:
    """A wager is withdrawn from the table."""

    wager: str
    reason: str = ""


@stored("lose-link")
class LoseLink:
    """The table cannot reach its link: no progressive wagers until it can (P18)."""

    reason: str


@stored("find-link")
class FindLink:
    """The table reaches its link again."""


Command = OpenTable | CloseTable | StartOffering | StopOffering | LoseLink | FindLink


# --- events -----------------------------------------------------------------------------------


@stored("table-opened", kw_only=True)
class TableOpened:
    """The table opened."""

    setting: Setting
    gaming_day: str
    clause: str


@stored("table-closed", kw_only=True)
class TableClosed:
    """The table closed."""

    clause: str


@stored("offer-changed", kw_only=True)
class OfferChanged:
    """The table offers other wagers from now on."""

    wager: str
    """The one that was added or withdrawn."""
    offered: tuple[str, ...]
    reason: str
    clause: str


@stored("link-lost", kw_only=True)
class LinkLost:
    """The link cannot be reached: players are told, and the game goes on without it (P18, D14)."""

    reason: str
    offered: tuple[str, ...]
    """What the table still offers."""
    clause: str


@stored("link-found", kw_only=True)
class LinkFound:
    """The link can be reached again, and its wagers are offered as before."""

    offered: tuple[str, ...]
    clause: str


Event = TableOpened | TableClosed | OfferChanged | LinkLost | LinkFound

ROLES: Roles = {TableOpened: FLOOR, OfferChanged: FLOOR}
"""Limits, options and what is offered are not for the dealer to choose, who pays by them."""


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[TableEvent]:
    """What happens when this is asked."""
    match command:
        case OpenTable():
            yield _opened(rules, table, command)
            yield from _notices_used(rules, _withdrawn(rules, table, command.setting))
        case CloseTable():
            yield _closed(rules, table)
        case StartOffering():
            yield _started(rules, table, command)
        case StopOffering():
            yield _stopped(rules, table, command)
            yield from _notices_used(rules, [command.wager])
        case LoseLink():
            yield from _lost(rules, table, command)
        case FindLink():
            yield _found(rules, table)
        case _:
            assert_never(command)


# --- opening and closing ----------------------------------------------------------------------


def _opened(rules: TableRules, table: Table, command: OpenTable) -> TableOpened:
    clause = rules.rulebook.procedure["open"]
    setting = command.setting
    if table.is_open:
        refuse(f"Table {setting.table} is open already", clause, "Close it first.")
    check_playable(rules, command.now)
    _check_limit(rules, table, setting)
    _check_offers(rules, table, setting)
    return TableOpened(setting=setting, gaming_day=command.gaming_day, clause=clause)


def _check_limit(rules: TableRules, table: Table, setting: Setting) -> None:
    """A payout limit goes down only after notice (10(c), I-43)."""
    rule = rules.rulebook.payout_limit
    if rule is None or not is_limit_lowered(table.setting, setting):
        return
    if PAYOUT_LIMIT not in table.equipment.notices:
        refuse(
            f"A lower {PAYOUT_LIMIT} without notice",
            rule.clause,
            "Open the table as it was, and record the notice that was given, with its day "
            "and reference: the layout, if it is printed there.",
        )


def _check_offers(rules: TableRules, table: Table, setting: Setting) -> None:
    """A wager is withdrawn only after notice, also from one opening to the next (6a(a), 6b(a))."""
    for wager in _withdrawn(rules, table, setting):
        if wager not in table.equipment.notices:
            refuse(
                f"{rules.rulebook.wagers[wager].title} withdrawn without notice",
                rules.rulebook.equipment.notices[wager],
                "Open the table as it was, and record the notice that was given, with its "
                "day and reference.",
            )


def _closed(rules: TableRules, table: Table) -> TableClosed:
    clause = rules.rulebook.procedure["end"]
    if table.play.is_open:
        refuse(f"Round {table.rounds.number} is not over", clause, "End the round first.")
    if not table.rounds.is_opened:
        refuse(
            f"The seeds of round {table.rounds.number} are not opened", "I-102", "Open them first."
        )
    return TableClosed(clause=clause)


# --- wagers on offer --------------------------------------------------------------------------


def _started(rules: TableRules, table: Table, command: StartOffering) -> OfferChanged:
    """One more wager, with everything that it needs."""
    clause = _clause(rules, command.wager)
    offered = _offered(rules, table, command.wager, clause)
    if command.wager in offered:
        refuse(f"{command.wager!r} is offered already", clause, "Nothing is to be done.")
    rule = rules.rulebook.wagers[command.wager]
    if rule.units is not None and rules.setting.unit is None:
        refuse(f"{rule.title} without a link", clause, "Open the table with a link and its unit.")
    check_mode(rules, table, command.wager)
    more = (*offered, command.wager)
    check_settings(replace(rules, setting=replace(rules.setting, offered=more)))
    return OfferChanged(wager=command.wager, offered=more, reason=command.reason, clause=clause)


def _stopped(rules: TableRules, table: Table, command: StopOffering) -> OfferChanged:
    """One wager less, after notice where the rulebook asks for one."""
    clause = _clause(rules, command.wager)
    offered = _offered(rules, table, command.wager, clause)
    if command.wager not in offered:
        refuse(f"{command.wager!r} is not offered", clause, "Nothing is to be done.")
    needs_notice = command.wager in rules.rulebook.equipment.notices
    if needs_notice and command.wager not in table.equipment.notices:
        refuse(
            f"{rules.rulebook.wagers[command.wager].title} withdrawn without notice",
            clause,
            "Record the notice that was given, with its day and reference.",
        )
    less = tuple(wager for wager in offered if wager != command.wager)
    check_settings(replace(rules, setting=replace(rules.setting, offered=less)))
    return OfferChanged(wager=command.wager, offered=less, reason=command.reason, clause=clause)


def _notices_used(rules: TableRules, wagers: Iterable[str]) -> Iterator[NoticeUsed]:
    """A notice is of one withdrawal, and the next one has its own (I-50)."""
    equipment = rules.rulebook.equipment
    for wager in wagers:
        if equipment.notices_serve_once and wager in equipment.notices:
            yield NoticeUsed(wager=wager, clause=equipment.notices[wager])


def _withdrawn(rules: TableRules, table: Table, setting: Setting) -> list[str]:
    """The wagers with notice that the table offered by this rulebook, and would not so set."""
    before = table.setting
    if before is None or before.rulebook != setting.rulebook:
        return []
    gone = set(before.offered).difference(setting.offered)
    return [wager for wager in rules.rulebook.equipment.notices if wager in gone]


def _offered(rules: TableRules, table: Table, wager: str, clause: str) -> tuple[str, ...]:
    if wager not in rules.rulebook.wagers:
        known = ", ".join(rules.rulebook.wagers)
        refuse(f"{wager!r} offered", clause, f"Known: {known}.")
    if table.play.is_open:
        refuse(
            f"What is offered, in round {table.rounds.number}",
            clause,
            "It changes between two rounds: end this one first.",
        )
    assert table.setting is not None, "only an open table is asked"
    return table.setting.offered


def _clause(rules: TableRules, wager: str) -> str:
    """What the rulebook says of offering a wager, or of the wager itself."""
    rule = rules.rulebook.wagers.get(wager)
    other = rules.rulebook.procedure["open"] if rule is None else rule.clause
    return rules.rulebook.equipment.notices.get(wager, other)


# --- the link ---------------------------------------------------------------------------------


def _lost(rules: TableRules, table: Table, command: LoseLink) -> Iterator[Event | WagerTakenDown]:
    """Wagers on the link are not offered, and those already laid down go back."""
    _check_asked(rules, table)
    if table.link_lost or not command.reason.strip():
        refuse(
            f"Table {rules.setting.table} loses its link",
            UNREACHED,
            f"It is lost already: {table.link_lost}" if table.link_lost else "Say why.",
        )
    assert table.setting is not None, "only an open table is asked"
    gone = linked_wagers(rules)
    # Seats are still known when their round is over or, being void, settled: nothing lies there.
    lies = table.play.is_open and not table.play.is_settled
    for at in table.play.seats.values() if lies else ():
        for wager in gone & at.wagers.keys():
            for part in at.parts(wager):
                yield WagerTakenDown(
                    seat=at.seat, player=part.player, wager=wager, clause=UNREACHED
                )
    left = tuple(wager for wager in table.setting.offered if wager not in gone)
    yield LinkLost(reason=command.reason, offered=left, clause=UNREACHED)


def _found(rules: TableRules, table: Table) -> LinkFound:
    """All that was offered before is offered again."""
    _check_asked(rules, table)
    if not table.link_lost:
        refuse(f"Table {rules.setting.table} finds its link", UNREACHED, "It was not lost.")
    if is_unbound(rules, table):
        refuse(
            f"Round {table.rounds.number} is bound to no draws",
            "I-19",
            "Wagers that may win by them wait: say it when the round is over.",
        )
    assert table.setting is not None, "only an open table is asked"
    kept = {*table.setting.offered, *table.link_wagers}
    offered = tuple(wager for wager in rules.rulebook.wagers if wager in kept)
    return LinkFound(offered=offered, clause=UNREACHED)


def is_unbound(rules: TableRules, table: Table) -> bool:
    """Whether a round is played that was called while nothing could be won by draws."""
    return table.play.is_open and bool(rules.rulebook.draws) and not table.rounds.draws


def linked_wagers(rules: TableRules) -> frozenset[str]:
    """The wagers that need the link."""
    return frozenset(rule.id for rule in rules.rulebook.wagers.values() if rule.units is not None)


def _check_asked(rules: TableRules, table: Table) -> None:
    if rules.setting.link is None:
        refuse(f"Table {rules.setting.table} has no link", UNREACHED, "Open it with one.")
    if table.play.is_open and table.play.is_closed_to_bets:
        refuse(
            f"Round {table.rounds.number} is closed to bets",
            UNREACHED,
            "What is staked stands; say it when the round is over.",
        )
