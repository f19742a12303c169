"""A table as it stands, and how each event moves it on.

Like the round it holds, a table is a fold over its events and knows no rulebook. Now and then the
whole of it is written into the log as well. Such a snapshot says nothing new, and the audit holds
it against the fold; but whoever opens a table with ten thousand rounds behind it reads from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.codec import stored
from pitboss.frozen import replace
from pitboss.round.decisions import ChoiceMade
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.round import evolve as evolve_round
from pitboss.round.wagers import WagerPlaced
from pitboss.table.chips import commands as chips_do
from pitboss.table.chips import events as chips_ev
from pitboss.table.chips import rounds as chips_rounds
from pitboss.table.chips import state as chips_state
from pitboss.table.equipment import procedure as equipment_part
from pitboss.table.equipment.inventory import Equipment
from pitboss.table.irregularities import commands as irregular_do
from pitboss.table.irregularities import events as irregular_ev
from pitboss.table.irregularities import state as irregular_state
from pitboss.table.opening import commands as opening_do
from pitboss.table.opening import events as opening_ev
from pitboss.table.people import commands as people_do
from pitboss.table.people import events as people_ev
from pitboss.table.people import state as people_state
from pitboss.table.rounds import commands as rounds_do
from pitboss.table.rounds import events as rounds_ev
from pitboss.table.rounds import state as rounds_state
from pitboss.table.settings import PAYOUT_LIMIT, Setting, is_limit_lowered

Command = (
    opening_do.Command | rounds_do.Command | RoundCommand | people_do.Command
    | equipment_part.Command | chips_do.Command | irregular_do.Command
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is true of a table at one moment."""

    setting: Setting | None = None
    """None until it first opens; after that, what it is or was last opened with."""
    is_closed: bool = False
    gaming_day: str = ""
    rounds: rounds_state.Sequence = field(default_factory=rounds_state.Sequence)
    play: RoundState = field(default_factory=RoundState)
    people: people_state.People = field(default_factory=people_state.People)
    equipment: Equipment = field(default_factory=Equipment)
    chips: chips_state.Chips = field(default_factory=chips_state.Chips)
    halt: irregular_state.Halt | None = None
    found: irregular_state.Found = field(default_factory=irregular_state.Found)
    link_lost: str = ""
    """Why the table cannot reach its link; empty while it can."""
    link_wagers: tuple[str, ...] = ()
    """The wagers that are offered again once it can."""

    @property
    def is_open(self) -> bool:
        """Whether the table is open."""
        return self.setting is not None and not self.is_closed


@stored("table-stood")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot:
    """The table as it stands, all of it: nothing happened, and reading may begin here."""

    table: Table
    clause: str = ""


PartEvent = (
    opening_ev.Event | rounds_ev.Event | people_ev.Event | equipment_part.Event | chips_ev.Event
    | irregular_ev.Event | TableSnapshot
)  # fmt: skip

Event = PartEvent | RoundEvent


def replay(log: Iterable[Event]) -> Table:
    """The table a log leads to."""
    table = Table()
    for event in log:
        table = evolve(table, event)
    return table


_OF_WAGERS = (WagerPlaced, ChoiceMade, WagerSettled)
"""Most of what happens, and nobody's affair but the round's and the chips'."""


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event."""
    if isinstance(event, _OF_WAGERS):
        return replace(
            table,
            play=evolve_round(table.play, event),
            chips=chips_rounds.after_round(table.chips, table.play, event),
        )
    if isinstance(event, RoundEvent):
        return replace(
            table,
            play=evolve_round(table.play, event),
            people=people_state.after_round(table.people, table.play, event),
            equipment=equipment_part.after_round(table.equipment, table.play, event),
            chips=chips_rounds.after_round(table.chips, table.play, event),
            found=irregular_state.after_round(table.found, table.play, event),
        )
    if isinstance(event, people_ev.Event):
        return replace(table, people=people_state.evolve(table.people, event))
    if isinstance(event, equipment_part.Event):
        equipment = equipment_part.evolve(table.equipment, event)
        left = equipment_part.has_left(table.equipment, equipment)
        found = irregular_state.after_shoe(table.found) if left else table.found
        return replace(table, equipment=equipment, found=found)
    if isinstance(event, chips_ev.Event):
        return replace(table, chips=chips_state.evolve(table.chips, event))
    if isinstance(event, irregular_ev.Event):
        return replace(
            table,
            halt=irregular_state.evolve(table.halt, event),
            found=irregular_state.found_after(table.found, event),
        )
    if isinstance(event, rounds_ev.Event):
        return replace(table, rounds=rounds_state.evolve(table.rounds, event))
    match event:
        case opening_ev.TableOpened():
            lowered = PAYOUT_LIMIT if is_limit_lowered(table.setting, event.setting) else ""
            return Table(
                setting=event.setting,
                gaming_day=event.gaming_day,
                rounds=table.rounds,
                people=people_state.reopened(table.people, event.gaming_day),
                equipment=equipment_part.reopened(table.equipment, done=lowered),
                chips=chips_state.reopened(table.chips, event.setting.link),
            )
        case opening_ev.OfferChanged(offered=offered):
            assert table.setting is not None, "only an open table offers anything"
            return replace(table, setting=replace(table.setting, offered=offered))
        case opening_ev.LinkLost() | opening_ev.LinkFound():
            return _reaching(table, event)
        case opening_ev.TableClosed():
            return replace(table, is_closed=True, play=RoundState())
        case TableSnapshot():
            return event.table


def _reaching(table: Table, event: opening_ev.LinkLost | opening_ev.LinkFound) -> Table:
    assert table.setting is not None, "only an open table has a link"
    before = table.setting.offered
    setting = replace(table.setting, offered=event.offered)
    if isinstance(event, opening_ev.LinkFound):
        return replace(table, setting=setting, link_lost="", link_wagers=())
    gone = tuple(wager for wager in before if wager not in event.offered)
    return replace(table, setting=setting, link_lost=event.reason, link_wagers=gone)
