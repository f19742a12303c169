"""The procedures of dealing together: what is due next, what waits for it, what a round changes.

The dealer's screen shows the prompts, and the refusals are made of them: what is asked for and
what is enforced cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.round.deal import BurnCard, CardsDealt, DealCards, LeaveDown, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, ShowHand, ViewHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import EndRound, RoundClosed, RoundVoided, SettleRound
from pitboss.round.round import RoundState
from pitboss.round.start import OpenRound, RoundOpened
from pitboss.round.wagers import PlaceWager
from pitboss.table.equipment import bonus_chips, decks, devices, shuffles, stub
from pitboss.table.equipment.inventory import Before, Equipment, Prompt, is_physical
from pitboss.table.rounds import CallForBets
from pitboss.table.rules import AfterRound, Checks, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table

Command = (
    decks.Command | shuffles.Command | devices.Command | bonus_chips.Command | stub.Command
)  # fmt: skip
Event = decks.Event | shuffles.Event | devices.Event | bonus_chips.Event | stub.Event

# In the order of their prompts, most pressing first.
_TOPICS = (stub, bonus_chips, decks, shuffles, devices)

_PAPERS = (decks.ConfirmStep, devices.RecordApproval, devices.RecordNotice)
"""What is put on record also where a generator deals."""

_AFTER_THE_DEAL = (
    ViewHand, Choose, BurnCard, TurnCards, LeaveDown,
    ShowHand, DeclineToShow, SettleRound, EndRound,
)  # fmt: skip

_WORDS = {
    Before.CALL: "Bets called for",
    Before.DEAL: "A deal",
    Before.PLAY: "Play after the deal",
}


# --- prompts, and what waits for them -------------------------------------------------------------


def due(rules: TableRules, table: Table) -> list[Prompt]:
    """What must be confirmed next, most pressing first; nothing while the table waits."""
    if not table.is_open or table.halt is not None or not is_physical(rules):
        return []
    return list(_prompts(rules, table))


def _prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    for topic in _TOPICS:
        yield from topic.prompts(rules, table)


def _check_physical(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    if not is_physical(rules):
        refuse(
            f"{type(command).__name__} at table {rules.setting.table}, where a generator deals",
            "I-102",
            "The shuffle that the system is bound to stands for it.",
        )


def check_ready(rules: TableRules, table: Table, by: Envelope, command: RoundCommand) -> None:
    """Refuse a command while cards or devices are not ready for it."""
    stages = stages_before(table, type(command)) if is_physical(rules) else ()
    for prompt in _prompts(rules, table) if stages else ():
        if prompt.before in stages:
            refuse(
                f"{_WORDS[stages[-1]]} now",
                prompt.clause,
                f"First: {prompt.words}, by the {prompt.role} or a higher role.",
            )


def _check_mode(rules: TableRules, table: Table, by: Envelope, command: PlaceWager) -> None:
    if is_physical(rules):
        devices.check_mode(rules, table, command.wager)


CHECKS: Checks = {
    **{kind: _check_physical for kind in get_args(Command) if kind not in _PAPERS},
    **dict.fromkeys((CallForBets, DealCards, *_AFTER_THE_DEAL), check_ready),
    PlaceWager: _check_mode,
}


def stages_before(table: Table, command: type) -> tuple[Before, ...]:
    """Which prompts such a command waits for; a round that is void waits for none."""
    play = table.play
    if play.is_open and play.void is not None:
        return ()
    if command in (CallForBets, OpenRound):
        return (Before.CALL,)
    if command is DealCards and not play.steps_dealt:
        return (Before.CALL, Before.DEAL)
    return (Before.PLAY,) if command in _AFTER_THE_DEAL else ()


# --- what changes ---------------------------------------------------------------------------------


def _closed(equipment: Equipment, play: RoundState, event: RoundClosed) -> Equipment:
    name = equipment.last_used
    deck = equipment.decks.get(name) if play.steps_dealt else None
    return equipment if deck is None else equipment.with_deck(name, deck.unshuffled())


def _dealt(equipment: Equipment, play: RoundState, event: CardsDealt) -> Equipment:
    """Every deck's rounds go on: five rounds of play are five, whichever deck was in them."""
    if play.steps_dealt:
        return equipment
    every = {name: replace(deck, rounds=deck.rounds + 1) for name, deck in equipment.decks.items()}
    return replace(equipment, decks=every, last_used=equipment.loaded or equipment.last_used)


AFTER_ROUND: AfterRound[Equipment] = {
    RoundOpened: lambda equipment, play, event: replace(
        equipment, is_reconciled=False, chips=None, stub=""
    ),
    CardsDealt: _dealt,
    RoundVoided: lambda equipment, play, event: equipment.unshuffled(),
    RoundClosed: _closed,
}


def has_left(before: Equipment, after: Equipment) -> bool:
    """Whether the deck that was to be dealt from is out of its shoe or machine again."""
    return bool(before.loaded) and before.loaded != after.loaded


def reopened(equipment: Equipment, *, done: str = "") -> Equipment:
    """What is still known of cards and devices when the table opens again.

    What is `done` was done upon its notice: the next time needs another.
    """
    return Equipment(
        retired=equipment.retired,
        approvals=equipment.approvals,
        notices={what: day for what, day in equipment.notices.items() if what != done},
    )
