"""Floors for the web tests: linked tables of every rulebook, played by chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from pitboss.errors import RuleBreach
from pitboss.games.library import built_in
from pitboss.house.callers import Member, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.settlement import Level
from pitboss.round.start import progressive_table
from pitboss.rulebook.terms import terms_of
from pitboss.store.contract import Store
from pitboss.table.people.seats import RegisterDevice
from pitboss.table.rules import Setting
from pitboss.table.table import Command
from tests.house.floor import HandClock, house_on
from tests.house.playing import Floor, setting_of

UNIT = Money(100)


class StandingLink:
    """A link whose meters stand still."""

    def __init__(self, levels: Mapping[str, Level]) -> None:
        self.levels = levels

    def reading(self, table: str, number: int) -> Mapping[str, Level]:
        """The meters for every round."""
        return self.levels

    def rates(self) -> tuple[Fraction, Fraction]:
        """Often, so that tests see it happen."""
        return Fraction(1, 2), Fraction(1, 2)


def linked_setting(rulebook: str, name: str) -> Setting:
    """A table of a rulebook with everything it can offer, the progressive wager included."""
    rules, setting = built_in(rulebook), setting_of(rulebook, name)
    progressive = [w.id for w in rules.wagers.values() if w.units is not None]
    return replace(
        setting,
        link=f"link-{name}",
        unit=UNIT,
        offered=(*setting.offered, *progressive),
        is_practice=True,
    )


class LinkedFloor(Floor):
    """The floor of the tests with a link behind every table."""

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
        self.links: dict[str, StandingLink] = {}
        self.dealing = Dealer(
            self.house, entropy=self.dice.randbytes, link_of=self.links.__getitem__
        )

    def _house(self) -> House:
        return house_on(self.store, self.clock, gift=self.gift, with_links=False)

    def open_linked(self, rulebook: str, name: str = "T1", **house: str) -> str:
        """A table nobody sits at yet."""
        rules = built_in(rulebook)
        setting = replace(linked_setting(rulebook, name), house=house)
        top = Member(f"{rulebook[:3]}-{len(rules.roles) - 1}")
        self.house.tables.open(setting, top)
        paytable = progressive_table(terms_of(rules, setting.options))
        seeds = {} if paytable is None else paytable.seeds
        level = Level(amount=Money(1_234_567), reset=Money(1_000_000))
        self.links[f"link-{name}"] = StandingLink(dict.fromkeys(seeds, level))
        if "device" in rules.procedure:
            for seat in range(1, setting.positions + 1):
                self.house.give(table_stream(name), RegisterDevice(seat), top)
        return name

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
