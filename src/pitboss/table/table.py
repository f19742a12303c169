"""A table as it stands, and how each event moves it on.

Like the round it holds, a table is a fold over its events and knows no rulebook. Now and then the
whole of it is written into the log as well. Such a snapshot says nothing new, and the audit holds
it against the fold; but a table with ten thousand rounds behind it is read from there.
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
from pitboss.table import offers, opening, rounds
from pitboss.table.chips import chips as chips_part
from pitboss.table.chips import stakes
from pitboss.table.chips.holdings import Chips
from pitboss.table.equipment import procedure as equipment_part
from pitboss.table.equipment.inventory import Equipment
from pitboss.table.irregularities import reports
from pitboss.table.people import people as people_part
from pitboss.table.people.people import People
from pitboss.table.settings import PAYOUT_LIMIT, Setting, is_limit_lowered

Command = (
    opening.Command | offers.Command | rounds.Command | RoundCommand | people_part.Command
    | equipment_part.Command | chips_part.Command | reports.Command
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is true of a table at one moment."""

    setting: Setting | None = None
    """None until it first opens; after that, what it is or was last opened with."""
    is_closed: bool = False
    gaming_day: str = ""
    rounds: rounds.RoundSequence = field(default_factory=rounds.RoundSequence)
    play: RoundState = field(default_factory=RoundState)
    people: People = field(default_factory=People)
    equipment: Equipment = field(default_factory=Equipment)
    chips: Chips = field(default_factory=Chips)
    halt: reports.Halt | None = None
    found: reports.Found = field(default_factory=reports.Found)
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
    opening.Event | offers.Event | rounds.Event | people_part.Event | equipment_part.Event
    | chips_part.Event | reports.Event | TableSnapshot
)  # fmt: skip

Event = PartEvent | RoundEvent


def replay(log: Iterable[Event]) -> Table:
    """The table a log leads to."""
    table = Table()
    for event in log:
        table = evolve(table, event)
    return table


_OF_WAGERS = (WagerPlaced, ChoiceMade, WagerSettled)
"""Most of what happens: it concerns the round and the chips only."""


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event."""
    if isinstance(event, _OF_WAGERS):
        return replace(
            table,
            play=evolve_round(table.play, event),
            chips=stakes.after_round(table.chips, table.play, event),
        )
    if isinstance(event, RoundEvent):
        return replace(
            table,
            play=evolve_round(table.play, event),
            people=people_part.after_round(table.people, event),
            equipment=equipment_part.after_round(table.equipment, table.play, event),
            chips=stakes.after_round(table.chips, table.play, event),
            found=reports.after_round(table.found, table.play, event),
        )
    if isinstance(event, people_part.Event):
        return replace(table, people=people_part.evolve(table.people, event))
    if isinstance(event, equipment_part.Event):
        equipment = equipment_part.evolve(table.equipment, event)
        left = equipment_part.has_left(table.equipment, equipment)
        found = reports.after_shoe(table.found) if left else table.found
        return replace(table, equipment=equipment, found=found)
    if isinstance(event, chips_part.Event):
        return replace(table, chips=chips_part.evolve(table.chips, event))
    if isinstance(event, reports.Event):
        return replace(
            table,
            halt=reports.halt_after(table.halt, event),
            found=reports.found_after(table.found, event),
        )
    if isinstance(event, rounds.Event):
        return replace(table, rounds=rounds.evolve(table.rounds, event))
    match event:
        case opening.TableOpened():
            lowered = PAYOUT_LIMIT if is_limit_lowered(table.setting, event.setting) else ""
            return Table(
                setting=event.setting,
                gaming_day=event.gaming_day,
                rounds=table.rounds,
                people=people_part.reopened(table.people, event.gaming_day),
                equipment=equipment_part.reopened(table.equipment, done=lowered),
                chips=chips_part.reopened(table.chips, event.setting.link),
            )
        case offers.OfferChanged(offered=offered):
            assert table.setting is not None, "only an open table offers anything"
            return replace(table, setting=replace(table.setting, offered=offered))
        case offers.LinkLost() | offers.LinkFound():
            return _reaching(table, event)
        case opening.TableClosed():
            return replace(table, is_closed=True, play=RoundState())
        case TableSnapshot():
            return event.table


def _reaching(table: Table, event: offers.LinkLost | offers.LinkFound) -> Table:
    assert table.setting is not None, "only an open table has a link"
    before = table.setting.offered
    setting = replace(table.setting, offered=event.offered)
    if isinstance(event, offers.LinkFound):
        return replace(table, setting=setting, link_lost="", link_wagers=())
    gone = tuple(wager for wager in before if wager not in event.offered)
    return replace(table, setting=setting, link_lost=event.reason, link_wagers=gone)
