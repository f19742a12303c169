"""A live table conducted by commands, each by somebody.

>>> table = LiveTable("mbs-let-it-ride-v3", positions=3)
>>> table.call()
>>> table.base(2, "10.00")
>>> table.close()
>>> table.deal("Td Th 4s 9c 2d")
>>> print(table.refused(TurnCards(), by=player("p2")))
turn cards is not possible now (rule 3.8). Now: seat 2 may ride or withdraw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pitboss.cards import parse_cards
from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.errors import RuleBreach
from pitboss.games.library import GAMES, built_in
from pitboss.money import Money
from pitboss.round.deal import DealCards, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.result import EndRound, SettleRound
from pitboss.round.settlement import Level
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.rulebook.terms import terms_of
from pitboss.shuffling import commitment, context_of
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.decide import decide
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.opening import OpenTable
from pitboss.table.people.seats import RegisterDevice, TakeSeat
from pitboss.table.rounds import CallForBets, OpenSeeds, draws_are_due, draws_are_made
from pitboss.table.rules import TableRules, table_rules
from pitboss.table.settings import Mode, Setting
from pitboss.table.table import Command, Event, Table, evolve, replay
from tests.table.procedures import ordinary

DECK_SEED = "11" * 32
DRAWS_SEED = "22" * 32
SYSTEM_ITSELF = Envelope(actor=SYSTEM, role=SYSTEM)


def player(name: str) -> Envelope:
    """A player, acting for themselves."""
    return Envelope(actor=name, role=PLAYER)


def staff(role: str, name: str = "ann", second: str = "", second_role: str = "") -> Envelope:
    """A member of staff in a role."""
    return Envelope(actor=name, role=role, second=second, second_role=second_role)


class LiveTable:
    """One table: gives commands, keeps the log, knows the state."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        *,
        mode: Mode = Mode.LIVE,
        positions: int = 6,
        method: str = "",
        options: Mapping[str, OptionValue] | None = None,
        limits: tuple[str, str] = ("5.00", "500.00"),
        unit: str | None = None,
        offered: tuple[str, ...] | None = None,
        house: Mapping[str, str] | None = None,
        is_opened: bool = True,
        procedures: str = "done",
    ) -> None:
        """`procedures` of cards and devices are `done` as they fall due, or are left `by hand`."""
        self.procedures = procedures
        rules = built_in(rulebook) if isinstance(rulebook, str) else rulebook
        least, most = (Money.parse(amount) for amount in limits)
        wagers = [w for w in rules.wagers.values() if w.follows is None]
        if offered is None:
            unsettled = terms_of(rules, options or {}).unsettled
            offered = tuple(
                w.id
                for w in wagers
                if w.id not in unsettled and (w.units is None or unit is not None)
            )
        layout = next(at for at in rules.layouts if at.least <= positions <= at.most)
        self.setting = Setting(
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
                w.limit_key: (least, most) for w in wagers if w.units is None and w.stake is None
            },
            link=None if unit is None else "link",
            unit=None if unit is None else Money.parse(unit),
            offered=offered,
            house=house or {},
        )
        self.rulebook = rules
        self.rules = table_rules(rules, GAMES[rules.game], self.setting)
        self.ladder = rules.roles
        # Where a generator deals, the system is the dealer.
        self.dealer = SYSTEM_ITSELF if mode is Mode.ELECTRONIC else staff(rules.roles[0], "dan")
        self.top = staff(rules.roles[-1], "max")
        self.table = Table()
        self.log: list[Event] = []
        self.meters: dict[str, Level] = {}
        if is_opened:
            self.give(
                OpenTable(self.setting, "2026-11-15", "2026-11-15T20:00:00+08:00"),
                by=self.top,
            )

    def give(self, command: Command, *, by: Envelope | None = None) -> list[Event]:
        """Give a command, by the dealer unless somebody else is named, and note what happens."""
        happened = self._given(command, by or self.dealer)
        if self.procedures == "done":
            self.do_procedures()
        return happened

    def _given(self, command: Command, by: Envelope) -> list[Event]:
        self.rules = self._under(command)
        happened = decide(self.rules, self.table, by, command)
        for event in happened:
            self.table = evolve(self.table, event)
        self.log += happened
        assert replay(self.log) == self.table
        if self.table.setting is not None:
            self.rules = replace(self.rules, setting=self.table.setting)
        return happened

    def _under(self, command: Command) -> TableRules:
        """The rules it is asked under: a table opens under those it will have."""
        if isinstance(command, OpenTable):
            return table_rules(self.rulebook, self.rules.game, command.setting)
        return self.rules

    def do_procedures(self) -> None:
        """Do whatever is due concerning cards and devices, each step by the least role for it."""
        while (step := next(ordinary(self.rules, self.table), None)) is not None:
            prompt, command = step
            self._given(command, staff(prompt.role, f"the {prompt.role}"))

    def refused(self, command: Command, *, by: Envelope | None = None) -> RuleBreach:
        """Give a command that must be refused, and nothing must have happened."""
        before = self.table
        with pytest.raises(RuleBreach) as refusal:
            decide(self._under(command), self.table, by or self.dealer, command)
        assert self.table is before
        return refusal.value

    # --- people and rounds ----------------------------------------------------------------------

    def seat(self, seat: int, name: str = "") -> None:
        """Have a player sit down."""
        name = name or f"p{seat}"
        self.give(TakeSeat(name, seat), by=player(name))
        if self.setting.mode is Mode.ELECTRONIC:
            # There nobody stakes more than they hold; live players bring their chips.
            self.give(BuyIn(name, Money.parse("100000.00")), by=player(name))

    def call(self) -> None:
        """Call for bets, bound to the test's seeds where the table needs some."""
        context = context_of("T1", self.table.rounds.number + 1)
        electronic = self.setting.mode is Mode.ELECTRONIC
        self.give(
            CallForBets(
                gaming_day="2026-11-15",
                deck=commitment(DECK_SEED, context=context) if electronic else "",
                draws=commitment(DRAWS_SEED, context=context) if draws_are_made(self.rules) else "",
            )
        )

    def place(
        self, seat: int, wager: str, stake: str, name: str = "", by: Envelope | None = None
    ) -> None:
        """A player at a seat places a wager, sitting down first if need be."""
        name = name or f"p{seat}"
        people = self.table.people
        if seat not in people.seats and people.seat_of(name) is None:
            self.seat(seat, name)
        needs_device = wager == "progressive" and "device" in self.rules.rulebook.procedure
        if needs_device and seat not in people.devices:
            self.give(RegisterDevice(seat))
        self.give(PlaceWager(seat, name, wager, Money.parse(stake)), by=by or player(name))

    def base(self, seat: int, stake: str) -> None:
        """The three equal bets of Let It Ride."""
        for wager in ("1", "2", "$"):
            self.place(seat, wager, stake)

    def close(self) -> None:
        """ "No more bets"; where the system draws, it draws nothing in this round (I-21)."""
        self.give(CloseBets())
        if draws_are_due(self.rules, self.table):
            self.give(RecordDraws())

    def deal(self, cards: str) -> None:
        """Deal these cards in dispensing order."""
        self.give(DealCards(tuple(parse_cards(cards))))

    def choose(self, seat: int, choice: str) -> None:
        """A seat answers."""
        self.give(Choose(seat, choice), by=player(self.table.play.seats[seat].player))

    def turn(self) -> None:
        """Turn the cards that are due."""
        self.give(TurnCards())

    def show(self, *seats: int) -> None:
        """Turn hands over."""
        for seat in seats:
            self.give(ShowHand(seat))

    def settle(self) -> None:
        """Settle the round by the meters as they stand."""
        self.give(SettleRound(meters=dict(self.meters)))

    def end(self) -> None:
        """End the round, and open its seeds where it had some."""
        self.give(EndRound())
        rounds = self.table.rounds
        if not rounds.is_opened:
            self.give(
                OpenSeeds(
                    deck=DECK_SEED if rounds.deck else "", draws=DRAWS_SEED if rounds.draws else ""
                )
            )

    # --- irregularities ---------------------------------------------------------------------------

    def report(self, kind: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Report an irregularity."""
        return self.give(ReportIrregularity(kind=kind, details=details), by=by)

    def rule(self, ruling: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Rule on it, by the top role unless somebody else is named."""
        return self.give(
            MakeRuling(ruling=ruling, reason="seen on camera 4", details=details),
            by=by or self.top,
        )
