"""A table as it stands, what a command to it comes to, and how each event moves it on.

Like the round it holds, a table is a fold over its events, and `evolve` knows no rulebook. Each
topic decides its own commands. Before that, other topics may refuse those that concern them: no
wager from a player who is barred, no deal from a deck that was not shuffled. After it, more may
follow by itself, until nothing does. Commands and events are sent to their topics by their class.

Now and then the whole table is written into the log as well. Such a snapshot says nothing new, and
the audit holds it against the fold; but a table with ten thousand rounds is read from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.round.deal import DealCards
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import RoundClosed, SettlementUndone, SettleRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.round import evolve as evolve_round
from pitboss.round.wagers import PlaceWager
from pitboss.table import operation, rounds
from pitboss.table.chips import corrections, exchange, holdings, prizes, rack, stakes
from pitboss.table.equipment import bonus_chips, decks, devices, procedure, shuffles, stub
from pitboss.table.equipment.inventory import Equipment
from pitboss.table.irregularities import catalogue, exposed_cards, failures, reports, wagers
from pitboss.table.irregularities.wrong_cards import check_number_entered, doubted_deal
from pitboss.table.people import admission, people, seats, turns
from pitboss.table.roles import check_role
from pitboss.table.rules import PAYOUT_LIMIT, Mode, Setting, TableRules, is_limit_lowered, refuse

ChipsCommand = exchange.Command | rack.Command | corrections.Command
Command = (
    operation.Command | rounds.Command | RoundCommand | seats.Command | admission.Command
    | turns.Command | procedure.Command | ChipsCommand | reports.Command
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
    people: people.People = field(default_factory=people.People)
    equipment: Equipment = field(default_factory=Equipment)
    chips: holdings.Chips = field(default_factory=holdings.Chips)
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


@stored("table-stood", kw_only=True)
class TableSnapshot:
    """The table as it stands, all of it: nothing happened, and reading may begin here."""

    table: Table
    clause: str = ""


SNAPSHOT_EVERY = 25
"""Rounds between two snapshots: few enough that a table opens at once, however long it ran."""

PeopleEvent = seats.Event | admission.Event | turns.Event
ChipsEvent = exchange.Event | rack.Event | stakes.Event | prizes.Event | corrections.Event
PartEvent = (
    operation.Event | rounds.Event | PeopleEvent | procedure.Event | ChipsEvent | reports.Event
    | TableSnapshot
)  # fmt: skip

Event = PartEvent | RoundEvent


# --- deciding ---------------------------------------------------------------------------------


class Decided(NamedTuple):
    """What happens, and the table after it."""

    events: list[Event]
    table: Table


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> list[Event]:
    """What happens when this command is given now, or `RuleBreach`."""
    return decide_on(rules, table, by, command).events


def what_if(rules: TableRules, table: Table, by: Envelope, command: Command) -> Decided | None:
    """What this command would come to now; None where it would be refused."""
    try:
        return decide_on(rules, table, by, command)
    except RuleBreach:
        return None


def decide_on(rules: TableRules, table: Table, by: Envelope, command: Command) -> Decided:
    """The events of this command and the table after them, or `RuleBreach`."""
    kind = type(command)
    if not table.is_open and kind not in _AT_A_CLOSED_TABLE:
        refuse(
            f"Table {rules.setting.table} is closed",
            rules.rulebook.procedure["open"],
            "Open it first.",
        )
    if table.halt is not None:
        catalogue.check_awaited(rules, table, table.halt, command)
    _check(rules, table, by, command)
    events = list(_DECIDE[kind](rules, table, by, command))
    add = _ADDED.get(kind)
    if add is not None:
        events = add(rules, table, command, events)
    check_role(rules, table, by, events)
    return _with_what_follows(rules, _funded(rules, table, events), events)


_AT_A_CLOSED_TABLE = (
    operation.OpenTable, rack.CollectDrop, rack.CountDrop, exchange.CashOut, corrections.Correct
)  # fmt: skip
"""Money is counted and taken away after play as well."""


def _check(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    for check in _CHECKS.get(type(command), ()):
        check(rules, table, by, command)


def _with_recoveries(
    rules: TableRules, table: Table, command: reports.Command, events: list[Event]
) -> list[Event]:
    """These events, and after an undone settlement the prizes that are to be recovered."""
    if not any(isinstance(event, SettlementUndone) for event in events):
        return events
    found: list[Event] = []
    for event in events:
        found.append(event)
        table = evolve(table, event)
        if isinstance(event, SettlementUndone):
            found += prizes.to_recover(table)
    return found


def _funded(rules: TableRules, table: Table, events: Iterable[Event]) -> Table:
    """The table after these events, each of which its player can pay at an electronic table."""
    is_checked = rules.setting.mode is Mode.ELECTRONIC
    for event in events:
        before, table = table, evolve(table, event)
        if is_checked and isinstance(event, stakes.TAKING):
            stakes.check_funds(rules, before, table, event)
    return table


def _dealt(rules: TableRules, table: Table, by: Envelope, command: DealCards) -> Iterator[Event]:
    """Cards as they were entered; what no deck deals stops the entry, and it is asked (I-101)."""
    rounds.check_drawn(rules, table)
    reported = list(doubted_deal(rules, table, by, command))
    if not reported:
        check_number_entered(rules, table, command.cards)
    yield from reported or rounds.decide(rules, table, by, command)


def _placed_on_behalf(
    rules: TableRules, table: Table, by: Envelope, command: turns.PlaceOnBehalf
) -> Iterator[Event]:
    """As the player's own, and held to everything that is asked of those (3.6)."""
    requested, place = turns.requested(rules, table, command)
    _check(rules, table, by, place)
    yield requested
    yield from rounds.decide(rules, table, by, place)


_Decide = Callable[[TableRules, Table, Envelope, Any], Iterable[Event]]
_TOPICS: tuple[tuple[Any, _Decide], ...] = (
    (operation.Command, operation.decide),
    (seats.Command, seats.decide),
    (admission.Command, admission.decide),
    (turns.Command, turns.decide),
    (decks.Command, decks.decide),
    (shuffles.Command, shuffles.decide),
    (devices.Command, devices.decide),
    (bonus_chips.Command, bonus_chips.decide),
    (stub.Command, stub.decide),
    (exchange.Command, exchange.decide),
    (rack.Command, rack.decide),
    (reports.Command, catalogue.decide),
    (rounds.Command, rounds.decide),
    (RoundCommand, rounds.decide),
)
_DECIDE: Mapping[type, _Decide] = {
    **{kind: decide for commands, decide in _TOPICS for kind in get_args(commands)},
    corrections.Correct: corrections.decide,
    turns.PlaceOnBehalf: _placed_on_behalf,
    DealCards: _dealt,
}
"""What decides a command, by its class."""

_CHECKED = (exposed_cards.CHECKS, turns.CHECKS, procedure.CHECKS, stakes.CHECKS, rack.CHECKS)
_CHECKS: Mapping[type, list[Callable[[TableRules, Table, Envelope, Any], None]]] = {
    kind: [checks[kind] for checks in _CHECKED if kind in checks] for kind in _DECIDE
}
"""The topics that may refuse a command of another, by its class."""

_ADDED: Mapping[type, Callable[[TableRules, Table, Any, list[Event]], list[Event]]] = {
    PlaceWager: stakes.with_coupon,
    SettleRound: prizes.with_awards,
    **dict.fromkeys(get_args(reports.Command), _with_recoveries),
}
"""What happens together with a command's own events, by its class."""

_Follow = Callable[[TableRules, Table], Iterable[Event]]
_FOLLOWING: tuple[tuple[Callable[[Table], bool], _Follow], ...] = (
    (lambda table: table.halt is not None, failures.concluded),
    (lambda table: bool(table.people.stopped or table.people.absent), turns.unanswered),
    (
        lambda table: table.play.is_closed_to_bets and not table.play.steps_dealt,
        turns.undealt,
    ),
    (lambda table: table.play.is_open and table.play.void is not None, wagers.still_to_come),
)
"""What follows by itself, and when it may."""


def _with_what_follows(rules: TableRules, table: Table, events: list[Event]) -> Decided:
    more = True
    while more:
        more = False
        for may_follow, follow in _FOLLOWING:
            if may_follow(table):
                for event in list(follow(rules, table)):
                    table = evolve(table, event)
                    events.append(event)
                    more = True
    is_due = table.rounds.number % SNAPSHOT_EVERY == 0
    if is_due and any(isinstance(event, RoundClosed) for event in events):
        events.append(TableSnapshot(table=table))
    return Decided(events, table)


# --- what changes -----------------------------------------------------------------------------


def replay(log: Iterable[Event]) -> Table:
    """The table a log leads to."""
    table = Table()
    for event in log:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event."""
    return _EVOLVE[type(event)](table, event)


_Evolve = Callable[[Table, Any], Table]


def _of_round(kind: type) -> _Evolve:
    """How an event of the round moves the table: the round itself, and the parts it concerns."""
    parts = [(name, after[kind]) for name, after in _AFTER_ROUND if kind in after]

    def evolved(table: Table, event: Any) -> Table:
        play = table.play
        changes = {name: after(getattr(table, name), play, event) for name, after in parts}
        return replace(table, play=evolve_round(play, event), **changes)

    return evolved


_AFTER_ROUND: tuple[tuple[str, Mapping[type, Callable[[Any, RoundState, Any], Any]]], ...] = (
    ("people", people.AFTER_ROUND),
    ("equipment", procedure.AFTER_ROUND),
    ("chips", stakes.AFTER_ROUND),
    ("found", reports.AFTER_ROUND),
)


def _of_people(evolve: Callable[[people.People, Any], people.People]) -> _Evolve:
    return lambda table, event: replace(table, people=evolve(table.people, event))


def _of_chips(evolve: Callable[[holdings.Chips, Any], holdings.Chips]) -> _Evolve:
    def evolved(table: Table, event: Any) -> Table:
        after = evolve(table.chips, event)
        return replace(table, chips=corrections.with_movement(table.chips, after, event))

    return evolved


def _of_equipment(evolve: Callable[[Equipment, Any], Equipment]) -> _Evolve:
    def evolved(table: Table, event: Any) -> Table:
        equipment = evolve(table.equipment, event)
        left = procedure.has_left(table.equipment, equipment)
        found = reports.after_shoe(table.found) if left else table.found
        return replace(table, equipment=equipment, found=found)

    return evolved


def _reported(table: Table, event: reports.Event) -> Table:
    halt, found = reports.halt_after(table.halt, event), reports.found_after(table.found, event)
    return replace(table, halt=halt, found=found)


def _opened(table: Table, event: operation.TableOpened) -> Table:
    lowered = PAYOUT_LIMIT if is_limit_lowered(table.setting, event.setting) else ""
    return Table(
        setting=event.setting,
        gaming_day=event.gaming_day,
        rounds=table.rounds,
        people=people.reopened(table.people, event.gaming_day),
        equipment=procedure.reopened(table.equipment, done=lowered),
        chips=holdings.reopened(table.chips, event.setting.link),
    )


def _offering(
    table: Table, event: operation.OfferChanged | operation.LinkLost | operation.LinkFound
) -> Table:
    assert table.setting is not None, "only an open table offers anything"
    before = table.setting.offered
    setting = replace(table.setting, offered=event.offered)
    match event:
        case operation.OfferChanged():
            return replace(table, setting=setting)
        case operation.LinkFound():
            return replace(table, setting=setting, link_lost="", link_wagers=())
        case operation.LinkLost():
            gone = tuple(wager for wager in before if wager not in event.offered)
            return replace(table, setting=setting, link_lost=event.reason, link_wagers=gone)


_EVOLVE: Mapping[type, _Evolve] = {
    **{kind: _of_round(kind) for kind in get_args(RoundEvent)},
    **dict.fromkeys(get_args(seats.Event), _of_people(seats.evolve)),
    **dict.fromkeys(get_args(admission.Event), _of_people(admission.evolve)),
    # The wager is an event of the round, and a prompt or a look changes nothing (I-100).
    **dict.fromkeys(get_args(turns.Event), lambda table, event: table),
    **{
        kind: _of_equipment(topic.evolve)
        for topic in (decks, shuffles, devices, bonus_chips, stub)
        for kind in get_args(topic.Event)
    },
    **dict.fromkeys(get_args(exchange.Event), _of_chips(exchange.evolve)),
    **dict.fromkeys(get_args(rack.Event), _of_chips(rack.evolve)),
    **dict.fromkeys(get_args(prizes.Event), _of_chips(prizes.evolve)),
    stakes.CouponPlayed: _of_chips(stakes.evolve),
    corrections.ChipsCorrected: _of_chips(corrections.evolve),
    **dict.fromkeys(get_args(reports.Event), _reported),
    **dict.fromkeys(
        get_args(rounds.Event),
        lambda table, event: replace(table, rounds=rounds.evolve(table.rounds, event)),
    ),
    operation.TableOpened: _opened,
    operation.OfferChanged: _offering,
    operation.LinkLost: _offering,
    operation.LinkFound: _offering,
    operation.TableClosed: lambda table, event: replace(table, is_closed=True, play=RoundState()),
    TableSnapshot: lambda table, event: event.table,
}
"""How an event moves the table, by its class."""
