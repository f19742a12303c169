"""Floors for the web tests: linked tables of every rulebook, played by chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pitboss.errors import RuleBreach
from pitboss.games.library import built_in
from pitboss.house.callers import Member, Player, System
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.jackpot.meters import Rate
from pitboss.money import Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.table.people.seats import RegisterDevice
from pitboss.table.rules import Setting
from pitboss.table.table import Command
from tests.house.floor import GOOD, Floor, HandClock, house_on, setting_of
from tests.house.linked import SOFTWARE, create_link, settings_for

UNIT = Money(100)
JACKPOT, RESET = Money(1_234_567), Money(1_000_000)
NO_HURRY = 10**9


def linked_setting(rulebook: str, name: str) -> Setting:
    """A table of a rulebook with everything it can offer, the progressive wager included."""
    rules, setting = built_in(rulebook), setting_of(rulebook, name)
    progressive = [w.id for w in rules.wagers.values() if w.units is not None]
    return replace(
        setting,
        link=f"link-{name}" if progressive else None,
        unit=UNIT if progressive else None,
        offered=(*setting.offered, *progressive),
        is_practice=True,
    )


class LinkedFloor(Floor):
    """The floor of the tests with a link behind every table that can have one."""

    def __init__(
        self,
        store: Store,
        *,
        seed: int = 1,
        clock: HandClock | None = None,
        gift: Money | None = None,
    ) -> None:
        self.gift = gift
        super().__init__(store, seed=seed, clock=clock)
        self.staff_desk.add(
            "acc", name="One of accounting", department=Department.ACCOUNTING, secret=GOOD,
            by="boss",
        )  # fmt: skip

    def _house(self) -> House:
        return house_on(
            self.store,
            self.clock,
            gift=self.gift,
            software=lambda: SOFTWARE,
            patience_seconds=NO_HURRY,
        )

    def open_linked(
        self, rulebook: str, name: str = "T1", *, fixed_from: str | None = None, **house: str
    ) -> str:
        """A table without players, and its link, whose draws come often enough to be seen."""
        rules = built_in(rulebook)
        setting = replace(linked_setting(rulebook, name), house=house)
        top = Member(f"{rulebook[:3]}-{len(rules.roles) - 1}")
        if setting.link is not None:
            self._create(setting, setting.link, fixed_from)
        self.house.tables.open(setting, top)
        if "device" in rules.procedure:
            for seat in range(1, setting.positions + 1):
                self.house.give(table_stream(name), RegisterDevice(seat), top)
        return name

    def _create(self, setting: Setting, link: str, fixed_from: str | None) -> None:
        settings = settings_for(setting)
        levels = [replace(one, initial=JACKPOT, reset=RESET) for one in settings.levels]
        rate = None if settings.magic_rate is None else Rate.parse("1/2")
        settings = replace(
            settings,
            link=link,
            unit=UNIT,
            levels=tuple(levels),
            magic_rate=rate,
            lucky_rate=rate,
            is_practice=True,
            fixed_awards_from_meter=fixed_from,
        )
        create_link(self.house.links, settings, Member(f"{setting.rulebook[:3]}-2", "sec"))

    def step_by_chance(self, name: str, dice: Random) -> bool:
        """One step of the system; if it waits for people, one by chance. False at the end."""
        table = self.house.tables.table(name)
        if not table.play.is_open and table.rounds.is_opened:
            return False
        if self.dealing.step(name) is not None:
            return True
        for command, player in self.people_may(name, dice):
            try:
                self.house.give(table_stream(name), command, player)
            except RuleBreach:
                continue
            return True
        raise AssertionError("nobody can do anything")

    def people_may(self, name: str, dice: Random) -> list[tuple[Command, Player | System]]:
        """What people may do now, in an order of chance."""
        from pitboss.round.options import options

        rules, table = self.house.tables.rules(name), self.house.tables.table(name)
        found: list[tuple[Command, Player | System]] = []
        for may in options(rules.game, rules.terms, table.play):
            if may.seat is None or may.seat not in table.play.seats:
                continue
            who = Player(table.play.seats[may.seat].player)
            if may.command is Choose:
                found += [(Choose(may.seat, choice), who) for choice in may.choices]
            elif may.command is ViewHand:
                found.append((ViewHand(may.seat), who))
            elif may.command is DeclineToShow:
                found.append((DeclineToShow(may.seat), who))
        dice.shuffle(found)
        return found
