"""A script at a table at work, by its pure functions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pitboss.envelope import Envelope
from pitboss.games.library import built_in
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.round.deal import (
    RecordDraws,
)
from pitboss.round.decisions import Choose
from pitboss.round.result import EndRound
from pitboss.round.round import RoundState
from pitboss.round.wagers import PlaceWager, TakeDown
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.shuffling import commitment, context_of
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.operation import OpenTable
from pitboss.table.people.seats import LeaveSeat, RegisterDevice, TakeSeat
from pitboss.table.prompts import due_lines
from pitboss.table.rounds import CallForBets, OpenSeeds, draws_are_due, draws_are_made
from pitboss.table.rules import Mode, Setting, TableRules, table_rules
from pitboss.table.table import Command, Event, Table, decide, evolve, replay
from tests.script.lines import SYSTEM_ITSELF, Limits, Script, pairs, player, staff
from tests.script.round import begun, table_line
from tests.table.procedures import ordinary

DECK_SEED = "11" * 32
DRAWS_SEED = "22" * 32


def setting_of(
    rules: Rulebook,
    *,
    mode: Mode = Mode.LIVE,
    positions: int = 6,
    method: str = "",
    options: Mapping[str, OptionValue] | None = None,
    limits: Limits | tuple[str, str] = ("5.00", "500.00"),
    unit: str | None = None,
    offered: tuple[str, ...] | None = None,
    house: Mapping[str, str] | None = None,
) -> Setting:
    """The setting of table T1: every wager is offered whose options are chosen."""
    wagers = [w for w in rules.wagers.values() if w.follows is None]
    if offered is None:
        unsettled = terms_of(rules, options or {}).unsettled
        offered = tuple(
            w.id for w in wagers if w.id not in unsettled and (w.units is None or unit is not None)
        )
    own: Limits = {} if isinstance(limits, tuple) else limits
    usual = limits if isinstance(limits, tuple) else ("5.00", "500.00")
    keys = {w.limit_key for w in wagers if w.units is None and w.stake is None}
    layout = next(at for at in rules.layouts if at.least <= positions <= at.most)
    return Setting(
        table="T1",
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout=layout.id,
        positions=positions,
        method=method or next(iter(rules.dealing)),
        mode=mode,
        time_zone="Asia/Singapore",
        day_starts="06:00",
        options=options or {},
        limits={
            key: (Money.parse(least), Money.parse(most))
            for key in keys
            for least, most in [own.get(key, usual)]
        },
        link=None if unit is None else "link",
        unit=None if unit is None else Money.parse(unit),
        offered=offered,
        house=house or {},
    )


class TableLines(Script):
    """What the lines of a script mean where people sit at a table: each is given by a person."""

    dealer: Envelope
    """Who deals: the system, where a generator does."""

    @property
    def play(self) -> RoundState:
        return self.state.play

    @property
    def terms(self) -> Terms:
        return self.table_rules.terms

    @property
    @abstractmethod
    def state(self) -> Table:
        """The table as it stands."""

    @property
    @abstractmethod
    def table_rules(self) -> TableRules:
        """The rules it is played under."""

    def _usual(self, command: Command) -> Envelope:
        """Who usually gives a command: the player it concerns, or the dealer."""
        match command:
            case PlaceWager(player=name) | TakeDown(player=name):
                return player(name)
            case TakeSeat(player=name) | LeaveSeat(player=name):
                return player(name)
            case Choose(seat=seat) if seat in self.play.seats:
                return player(self.play.seats[seat].player)
            case OpenTable():
                return staff(self.rulebook.roles[-1], "max")
            case _:
                return self.dealer

    def seat(self, seat: int, name: str = "") -> None:
        """Have a player sit down."""
        name = name or f"p{seat}"
        self.give(TakeSeat(name, seat))
        if self.table_rules.setting.mode is Mode.ELECTRONIC:
            # There a stake comes from a balance; live players bring their chips.
            self.give(BuyIn(name, Money.parse("100000.00")), by=player(name))

    def _seat(self, seat: str, name: str | None, rest: str) -> Iterator[Any]:
        """The player sits down first, and the seat gets a device, if need be."""
        for command in super()._seat(seat, name, rest):
            if isinstance(command, PlaceWager):
                self.make_ready(command.seat, command.player, command.wager)
            yield command

    def make_ready(self, seat: int, name: str, wager: str) -> None:
        """Have the player seated, and a device at the seat where the wager needs one."""
        people = self.state.people
        if seat not in people.seats and people.seat_of(name) is None:
            self.seat(seat, name)
        needs_device = wager == "progressive" and "device" in self.rulebook.procedure
        if needs_device and seat not in self.state.people.devices:
            self.give(RegisterDevice(seat))

    def _deal(self, rest: str) -> Iterator[Any]:
        """Where the system draws and the script does not, it draws nothing (I-21)."""
        yield from self._close_first(rest)
        if draws_are_due(self.table_rules, self.state):
            yield RecordDraws()
        yield from super()._deal(rest)

    # --- what a line may say of the table ----------------------------------------------------

    def finish(self) -> None:
        """Play the round until it is settled, and hold it against its record."""
        self.say("play on", "settle")
        if any(at.is_forfeited for at in self.play.seats.values()):
            # The judge knows of no forfeited hand (I-81): only its own record is asked.
            assert self.settlement
        else:
            self.check_record()

    def commands(self, line: str) -> Iterator[Any]:
        """Also `open again DAY`: the closed table, for another gaming day, as it is set."""
        if line.startswith("open again "):
            day = line.removeprefix("open again ")
            yield OpenTable(self.table_rules.setting, day, f"{day}T20:00:00+08:00")
            return
        yield from super().commands(line)

    def _expect_wait(self, awaited: str, told: str | None) -> None:
        assert self.state.halt is not None, "nothing is waited for"
        assert " ".join(self.state.halt.awaits) == awaited
        said = dict(part.split("=", 1) for part in (told or "").split("; ") if part)
        assert said.items() <= dict(self.state.halt.details).items(), self.state.halt

    def _expect_no_change(self, line: str) -> None:
        before = self.state
        self.say(line)
        assert self.state == before

    def _expect_due(self, negated: str | None, words: str) -> None:
        found = list(due_lines(self.table_rules, self.state))
        assert any(words in line for line in found) is not bool(negated), found

    def _expect_decided(self, seat: str, said: str) -> None:
        decisions = dict(self.play.seats[int(seat)].decisions)
        assert decisions == ({} if said == "nothing" else dict(pairs(said)))

    def _expect_no_wait(self) -> None:
        assert self.state.halt is None, self.state.halt

    def _expect_held(self, name: str, amount: str) -> None:
        assert self.state.chips.everything == Money(0), "a cent was made or lost"
        assert str(self.state.chips.held(name)) == amount

    def _expect_void(self, clause: str) -> None:
        assert (self.play.void or "nothing") == clause

    def _expect_out(self, seat: str, clause: str) -> None:
        assert self.play.seats[int(seat)].removed == clause

    def _expect_live(self, seats: str) -> None:
        assert " ".join(str(at.seat) for at in self.play.live) == seats

    EXPECTED: ClassVar[list[tuple[str, Callable[..., None]]]] = [
        (r"finish", finish),
        (r"waits for ([^\[]+?)(?: +\[(.+)\])?", _expect_wait),
        (r"changes nothing: +(.+)", _expect_no_change),
        (r"(not )?due +(.+)", _expect_due),
        (r"seat (\d+) +decided +(.+)", _expect_decided),
        (r"goes on", _expect_no_wait),
        (r"(\w+) holds (\S+)", _expect_held),
        (r"void by (.+)", _expect_void),
        (r"seat (\d+) +out by (.+)", _expect_out),
        (r"live ?([\d ]*)", _expect_live),
        *Script.EXPECTED,
    ]


class TableScript(TableLines):
    """A table at work, by its pure functions: each command is given by a person."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        *,
        is_opened: bool = True,
        procedures: str = "done",
        **setting: Any,
    ) -> None:
        """`procedures` of cards and devices are `done` as they fall due, or are left `by hand`."""
        super().__init__()
        self.procedures = procedures
        self.rulebook = built_in(rulebook) if isinstance(rulebook, str) else rulebook
        self.setting = setting_of(self.rulebook, **setting)
        self.game = game_of(self.rulebook)
        self.rules = table_rules(self.rulebook, self.game, self.setting)
        self.ladder = self.rulebook.roles
        is_electronic = self.setting.mode is Mode.ELECTRONIC
        # Where a generator deals, the system is the dealer.
        self.dealer = SYSTEM_ITSELF if is_electronic else staff(self.ladder[0], "dan")
        self.top = staff(self.ladder[-1], "max")
        self.table = Table()
        self.log: list[Event] = []
        self.meters = {}
        if is_opened:
            opening = OpenTable(self.setting, "2026-11-15", "2026-11-15T20:00:00+08:00")
            self.give(opening, by=self.top)

    @property
    def state(self) -> Table:
        return self.table

    @property
    def table_rules(self) -> TableRules:
        return self.rules

    def give(self, command: Command, *, by: Envelope | None = None) -> list[Event]:
        happened = self._given(command, by or self._usual(command))
        if self.procedures == "done":
            self.do_procedures()
        return happened

    def _given(self, command: Command, by: Envelope) -> list[Event]:
        self.rules = self.under(command)
        happened = decide(self.rules, self.table, by, command)
        for event in happened:
            self.table = evolve(self.table, event)
        self.log += happened
        assert replay(self.log) == self.table
        if self.table.setting is not None:
            self.rules = replace(self.rules, setting=self.table.setting)
        return happened

    def under(self, command: Command) -> TableRules:
        """The rules it is asked under: a table opens under those it will have."""
        if isinstance(command, OpenTable):
            return table_rules(self.rulebook, self.game, command.setting)
        return self.rules

    def do_procedures(self) -> None:
        """Do whatever is due concerning cards and devices, each step by the least role for it."""
        while (step := next(ordinary(self.rules, self.table), None)) is not None:
            prompt, command = step
            self._given(command, staff(prompt.role, f"the {prompt.role}"))

    def call(self) -> None:
        """Call for bets, bound to the test's seeds where the table needs some."""
        context = context_of("T1", self.table.rounds.number + 1)
        is_electronic = self.setting.mode is Mode.ELECTRONIC
        self.give(
            CallForBets(
                gaming_day="2026-11-15",
                deck=commitment(DECK_SEED, context=context) if is_electronic else "",
                draws=commitment(DRAWS_SEED, context=context) if draws_are_made(self.rules) else "",
            )
        )

    def _end(self) -> Iterator[Any]:
        yield EndRound()
        bound = self.table.rounds
        if not bound.is_opened:
            yield OpenSeeds(
                deck=DECK_SEED if bound.deck else "", draws=DRAWS_SEED if bound.draws else ""
            )


def play_at_table(rulebook: str | Rulebook, text: str = "", **setting: Any) -> TableScript:
    """Play a script at a table at work; bets are called for at once unless it says `call`."""
    rules = built_in(rulebook) if isinstance(rulebook, str) else rulebook
    text, said = table_line(rules, text)
    return begun(TableScript(rules, **(said | setting)), text)
