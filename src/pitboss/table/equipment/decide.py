"""Deciding what concerns cards and devices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.round import commands as round_do
from pitboss.table.equipment import commands as do
from pitboss.table.equipment import decks, reconciling, shuffles, stub
from pitboss.table.equipment.asked import is_physical
from pitboss.table.equipment.due import steps_due
from pitboss.table.equipment.prompts import Before
from pitboss.table.equipment.settings import check_settings
from pitboss.table.opening import commands as opening_do
from pitboss.table.rounds import commands as rounds_do
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table

_PAPERS = (do.ConfirmStep, do.RecordApproval, do.RecordNotice)
"""What is put on record also where a generator deals."""

_AFTER_THE_DEAL = (
    round_do.ViewHand, round_do.Choose, round_do.BurnCard, round_do.TurnCards, round_do.LeaveDown,
    round_do.ShowHand, round_do.DeclineToShow, round_do.SettleRound, round_do.EndRound,
)  # fmt: skip


_WORDS = {
    Before.CALL: "Bets called for",
    Before.DEAL: "A deal",
    Before.PLAY: "Play after the deal",
}


def decide(rules: TableRules, table: Table, by: Envelope, command: do.Command) -> Iterator[Event]:
    """What happens when this is asked."""
    if not is_physical(rules) and not isinstance(command, _PAPERS):
        raise RuleBreach(
            f"{type(command).__name__} at table {rules.setting.table}, where a generator deals",
            clause="I-102",
            remedy="The shuffle that the system is bound to stands for it.",
        )
    match command:
        case do.BringDeck():
            yield decks.brought(rules, table, command)
        case do.RetireDeck():
            yield decks.retired(rules, table, command)
        case do.ConfirmStep():
            yield decks.confirmed(rules, table, by, command)
        case do.SpreadCards():
            yield from decks.spread(rules, table)
        case do.CompleteShuffle():
            yield from shuffles.shuffled(rules, table, command)
        case do.ReportDeckCount():
            yield from shuffles.reported(rules, table, command)
        case do.CutDeck():
            yield shuffles.was_cut(rules, table, command)
        case do.RequireRecut():
            yield shuffles.recut(rules, table, command)
        case do.LoadDevice():
            yield shuffles.loaded(rules, table, command)
        case do.ConfirmMode():
            yield reconciling.mode_confirmed(rules, table, command)
        case do.CountBonusChips():
            yield reconciling.chips_counted(rules, table, command)
        case do.RuleOnBonusChips():
            yield from reconciling.ruled(rules, table, command)
        case do.DiscardStub():
            yield stub.discarded(rules, table)
        case do.CountStub():
            yield from stub.counted(rules, table, command)
        case do.RecordApproval():
            yield reconciling.approved(rules, command)
        case do.RecordNotice():
            yield reconciling.noticed(rules, table, command)
        case _:
            assert_never(command)


def check(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    """Refuse a command of another part while cards or devices are not ready for it."""
    if isinstance(command, opening_do.OpenTable):
        check_settings(rules)
        return
    if not is_physical(rules):
        return
    stages = stages_before(table, type(command))
    for prompt in steps_due(rules, table) if stages else ():
        if prompt.before in stages:
            raise RuleBreach(
                f"{_WORDS[stages[-1]]} now",
                clause=prompt.clause,
                remedy=f"First: {prompt.words}, by the {prompt.role} or a higher role.",
            )
    if isinstance(command, round_do.PlaceWager):
        reconciling.check_mode(rules, table, command.wager)


def stages_before(table: Table, command: type) -> tuple[Before, ...]:
    """Which prompts such a command waits for; a round that is void waits for none."""
    play = table.play
    if play.is_open and play.void is not None:
        return ()
    if command in (rounds_do.CallForBets, round_do.OpenRound):
        return (Before.CALL,)
    if command is round_do.DealCards and not play.steps_dealt:
        return (Before.CALL, Before.DEAL)
    return (Before.PLAY,) if command in _AFTER_THE_DEAL else ()
