"""A script at a table of a house on a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.games.library import Library, built_in
from pitboss.games.registry import game_of
from pitboss.house.callers import Caller, Member, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.round.result import EndRound, SettleRound
from pitboss.rulebook.model import Rulebook
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Command, Event, Table
from tests.house.floor import GOOD, HandClock, house_on, open_floor
from tests.script.lines import SYSTEM_ITSELF, staff
from tests.script.round import begun, table_line
from tests.script.table import TableLines, setting_of
from tests.table.procedures import ordinary


class HouseScript(TableLines):
    """A table of a house, by `House.give`; `member` says who stands in a role."""

    def __init__(
        self, house: House, name: str, *, member: Callable[[str], Member], system: Dealer
    ) -> None:
        super().__init__()
        self.house, self.name = house, name
        self.member, self.system = member, system
        self.rulebook = house.tables.rules(name).rulebook
        self.game = game_of(self.rulebook)
        is_electronic = self.table_rules.setting.mode is Mode.ELECTRONIC
        self.dealer = SYSTEM_ITSELF if is_electronic else staff(self.rulebook.roles[0])
        self.log: list[Event] = []
        self.meters = {}

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.house.tables.table(self.name)

    @property
    def state(self) -> Table:
        return self.table

    @property
    def table_rules(self) -> TableRules:
        return self.house.tables.rules(self.name)

    def caller(self, by: Envelope) -> Caller:
        """Who a line is given by, as the house knows them."""
        if by.role == SYSTEM:
            return System()
        if by.role == PLAYER:
            return Player(by.actor)
        first = self.member(by.role)
        return replace(first, second=self.member(by.second_role).person) if by.second else first

    def give(self, command: Command, *, by: Envelope | None = None) -> list[Event]:
        caller = self.caller(by or self._usual(command))
        happened = list(self.house.give(table_stream(self.name), command, caller).events)
        self.log += happened
        self.do_procedures()
        return happened

    def do_procedures(self) -> None:
        """Shuffles, cuts and the like, each by the role it needs."""
        while (step := next(ordinary(self.table_rules, self.table), None)) is not None:
            prompt, command = step
            self.house.give(table_stream(self.name), command, self.member(prompt.role))

    def call(self) -> None:
        called = self.system.call_for_bets(self.name, self.caller(self.dealer))
        self.log += called.events
        self.do_procedures()

    def _settle(self, rest: str) -> Iterator[Any]:
        """By what the link shows, unless the script says it where no link is kept."""
        if rest:
            yield from super()._settle(rest)
            return
        command = self.system.due(self.name)
        assert isinstance(command, SettleRound), command
        yield command

    def _end(self) -> Iterator[Any]:
        yield EndRound()
        while (command := self.system.due(self.name)) is not None:
            yield command


def play_in_house(
    rulebook: str | Rulebook, text: str = "", *, store: Store | None = None, **setting: Any
) -> HouseScript:
    """Play a script in a new house on a store, with one member of staff in each role."""
    rules = built_in(rulebook) if isinstance(rulebook, str) else rulebook
    text, said = table_line(rules, text)
    clock = HandClock()
    house = house_on(store or MemoryStore(), clock, rulebooks=Library([rules]))
    staffing = open_floor(house.store, clock, house)
    people = {role: role.lower().replace(" ", "-") for role in rules.roles}
    for role, person in people.items():
        staffing.add(person, name=role, department=Department.TABLE_GAMES, secret=GOOD, by="boss")
        staffing.appoint(person, role, by="boss", ladder=rules.roles)
    # Code in a folder is played for play money only.
    opened = replace(setting_of(rules, **(said | setting)), is_practice=rules.code is not None)
    house.tables.open(opened, Member(people[rules.roles[-1]]))
    script = HouseScript(
        house,
        "T1",
        member=lambda role: Member(people[role]),
        system=Dealer(house, entropy=Random(1).randbytes),
    )
    script.do_procedures()
    return begun(script, text)
