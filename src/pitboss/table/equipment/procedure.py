"""The topics of equipment together: what is decided, what changes, and what is due next.

The dealer's screen shows the prompts, and the refusals are made of them: what is asked for and
what is enforced cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, get_args

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.round.deal import BurnCard, CardsDealt, DealCards, LeaveDown, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, ShowHand, ViewHand
from pitboss.round.result import EndRound, RoundClosed, RoundVoided, SettleRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import OpenRound, RoundOpened
from pitboss.round.wagers import PlaceWager
from pitboss.table.equipment import bonus_chips, decks, devices, shuffles, stub
from pitboss.table.equipment.inventory import (
    Before,
    Equipment,
    Prompt,
    clause,
    decks_in_use,
    is_physical,
    refuse,
)
from pitboss.table.opening import OpenTable
from pitboss.table.rounds import CallForBets
from pitboss.table.rules import Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Command as TableCommand
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table

Command = (
    decks.Command | shuffles.Command | devices.Command | bonus_chips.Command | stub.Command
)  # fmt: skip
Event = decks.Event | shuffles.Event | devices.Event | bonus_chips.Event | stub.Event

# In the order of their prompts, most pressing first.
_TOPICS = (stub, bonus_chips, decks, shuffles, devices)

ROLES: Roles = {kind: rung for topic in _TOPICS for kind, rung in topic.ROLES.items()}
_DECIDE: dict[type, Callable[[TableRules, Table, Envelope, Any], Iterable[TableEvent]]] = {
    kind: topic.decide for topic in _TOPICS for kind in get_args(topic.Command)
}
_EVOLVE: dict[type, Callable[[Equipment, Any], Equipment]] = {
    kind: topic.evolve for topic in _TOPICS for kind in get_args(topic.Event)
}

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


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterable[TableEvent]:
    """What happens when this is asked."""
    if not is_physical(rules) and not isinstance(command, _PAPERS):
        raise RuleBreach(
            f"{type(command).__name__} at table {rules.setting.table}, where a generator deals",
            clause="I-102",
            remedy="The shuffle that the system is bound to stands for it.",
        )
    return _DECIDE[type(command)](rules, table, by, command)


# --- prompts, and what waits for them -------------------------------------------------------------


def due(rules: TableRules, table: Table) -> list[Prompt]:
    """What must be confirmed next, most pressing first; nothing while the table waits."""
    if not table.is_open or table.halt is not None or not is_physical(rules):
        return []
    return list(_prompts(rules, table))


def _prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    for topic in _TOPICS:
        yield from topic.prompts(rules, table)


def check(rules: TableRules, table: Table, by: Envelope, command: TableCommand) -> None:
    """Refuse a command of another part while cards or devices are not ready for it."""
    if isinstance(command, OpenTable):
        check_settings(rules)
        return
    if not is_physical(rules):
        return
    stages = stages_before(table, type(command))
    for prompt in _prompts(rules, table) if stages else ():
        if prompt.before in stages:
            raise RuleBreach(
                f"{_WORDS[stages[-1]]} now",
                clause=prompt.clause,
                remedy=f"First: {prompt.words}, by the {prompt.role} or a higher role.",
            )
    if isinstance(command, PlaceWager):
        devices.check_mode(rules, table, command.wager)


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


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    return _EVOLVE[type(event)](equipment, event)


def after_round(equipment: Equipment, play: RoundState, event: RoundEvent) -> Equipment:
    """The equipment after something happened in the round; `play` is the round before it."""
    match event:
        case RoundOpened():
            return replace(equipment, is_reconciled=False, chips=None, stub="")
        case CardsDealt() if not play.steps_dealt:
            return _dealt(equipment)
        case RoundVoided():
            return equipment.unshuffled()
        case RoundClosed() if play.steps_dealt:
            name = equipment.last_used
            deck = equipment.decks.get(name)
            return equipment if deck is None else equipment.with_deck(name, deck.unshuffled())
        case _:
            return equipment


def _dealt(equipment: Equipment) -> Equipment:
    """Every deck's rounds go on: five rounds of play are five, whichever deck was in them."""
    every = {name: replace(deck, rounds=deck.rounds + 1) for name, deck in equipment.decks.items()}
    return replace(equipment, decks=every, last_used=equipment.loaded or equipment.last_used)


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


# --- operating settings ---------------------------------------------------------------------------


def check_settings(rules: TableRules) -> None:
    """Refuse a table whose settings concerning cards and devices cannot be played."""
    settings = rules.rulebook.settings
    if "stub_count_interval" in settings:
        # The house may count more often than the rulebook's default, and not less (I-38).
        most = int(settings["stub_count_interval"].default or 0)
        _check_number(rules, "stub_count_interval", most)
    if "decks" in settings:
        _check_number(rules, "decks", rules.rulebook.equipment.most_decks)
        _check_shuffler(rules)
    if shuffles.cut_is_required(rules) and not is_physical(rules):
        remedy = "The order the system is bound to is dealt as it is: leave the cut out."
        refuse("A cut where a generator deals", "I-102", remedy)


def _check_number(rules: TableRules, name: str, most: int) -> None:
    chosen = rules.choice(name)
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _refuse_setting(rules, name, f"Choose 1 to {most}.")


def _check_shuffler(rules: TableRules) -> None:
    has_none = rules.choice("shuffler") in ("", "none")
    if decks_in_use(rules) > 1 and has_none and is_physical(rules):
        second = clause(rules, "second_deck") or rules.rulebook.procedure["open"]
        refuse("Two decks without a shuffler", second, "Set the shuffler, by its id.")


def _refuse_setting(rules: TableRules, name: str, remedy: str) -> None:
    entry = rules.rulebook.settings[name].interpretations[0]
    refuse(f"{name} {rules.choice(name)!r}", entry, remedy)
