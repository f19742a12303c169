"""A practice table: the engine, a deck and players for its seats.

The figures that no rulebook prints are those of `floor.practice`, and the screen says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import typer

from pitboss.cards import DECK, Card
from pitboss.floor.practice import (
    CONTRIBUTION_PERCENT,
    LEAST,
    MOST,
    RESET,
    ROUNDS_PER_DRAW,
    UNIT,
    practice_limits,
    practice_options,
)
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.records.entries import event_record
from pitboss.records.played_rounds import round_record
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, RemoveHand, ShowHand, ViewHand
from pitboss.round.game import Decide, Sight
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options, stage_of
from pitboss.round.result import EndRound, MeterPaid, SettleRound, VoidRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, decide, evolve
from pitboss.round.settlement import Level
from pitboss.round.start import OpenRound
from pitboss.round.view import RoundView, Viewer, known, view
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.rulebook.terms import Terms, terms_of

Shuffle = Callable[[], Sequence[Card]]

_NOT_DUE = (PlaceWager, TakeDown, ViewHand, RemoveHand, VoidRound)


def shuffler(chance: Random) -> Shuffle:
    """A deck in a new order each time."""

    def shuffle() -> Sequence[Card]:
        deck = list(DECK)
        chance.shuffle(deck)
        return deck

    return shuffle


class PracticeLink:
    """The practice meters of one session: they grow with every progressive wager and pay."""

    def __init__(self, terms: Terms) -> None:
        paytable = terms.table("progressive").paytable
        self.unit = paytable.unit or UNIT
        self.levels = {
            name: Level(amount=seed or RESET, reset=seed or RESET)
            for name, seed in paytable.seeds.items()
        }
        self._hundredths = 0

    def contribute(self, stakes: Money) -> None:
        """Take the practice share of these wagers on to the first level.

        What is less than a cent waits for the next wager, so that nothing is lost.
        """
        name, level = next(iter(self.levels.items()))
        cents, self._hundredths = divmod(
            stakes.cents * CONTRIBUTION_PERCENT + self._hundredths, 100
        )
        self.levels[name] = Level(amount=level.amount + Money(cents), reset=level.reset)

    def pay(self, paid: MeterPaid) -> None:
        """A level stands as the settlement left it."""
        self.levels[paid.meter] = Level(amount=paid.after, reset=self.levels[paid.meter].reset)


class PracticeTable:
    """One table and the round on it; everything that happens goes through the engine."""

    def __init__(
        self, rules: Rulebook, *, positions: int, method: str, shuffle: Shuffle, chance: Random
    ) -> None:
        self.rules = rules
        self.game = game_of(rules)
        self.options = practice_options(rules)
        self.terms = terms_of(rules, self.options)
        self.link = PracticeLink(self.terms) if "progressive" in rules.wagers else None
        self.limits = practice_limits(rules)
        self.positions = positions
        self.method = method
        self.play = RoundState()
        self.meters: list[MeterPaid] = []
        """What the last settlement did to the meters."""
        self.log: list[RoundEvent] = []
        """Everything that happened in this round."""
        self.reading: Mapping[str, Level] = {}
        """The meters as they stood when the round was settled."""
        self._shuffle = shuffle
        self._chance = chance
        self._deck: Sequence[Card] = ()
        self._dealt = 0

    @property
    def decision(self) -> str:
        """The decision that seats are asked for now, or nothing."""
        stage = stage_of(self.game, self.terms, self.play)
        return stage.decision if isinstance(stage, Decide) else ""

    def open(self) -> list[RoundEvent]:
        """A new round with a new deck."""
        self.play = RoundState()
        self.meters, self.log, self.reading = [], [], {}
        self._deck, self._dealt = self._shuffle(), 0
        return self.give(
            OpenRound(
                positions=self.positions,
                method=self.method,
                options=self.options,
                limits=self.limits,
                unit=None if self.link is None else self.link.unit,
            )
        )

    def give(self, command: RoundCommand) -> list[RoundEvent]:
        """Have the engine decide a command and move the round on, or raise its refusal."""
        events = decide(self.game, self.terms, self.play, command)
        self.log += events
        if isinstance(command, SettleRound):
            self.reading = command.meters
        for event in events:
            self.play = evolve(self.play, event)
            if isinstance(event, MeterPaid) and self.link is not None:
                self.meters.append(event)
                self.link.pay(event)
        if isinstance(command, CloseBets) and self.link is not None:
            for at in self.play.live:
                self.link.contribute(at.wagers.get("progressive", Money(0)))
        return events

    def due(self) -> list[Option]:
        """What comes next: everything permitted but irregularities and further wagers."""
        permitted = options(self.game, self.terms, self.play)
        return [may for may in permitted if may.command not in _NOT_DUE]

    def seen_by(self, viewer: Viewer | str) -> RoundView:
        """The round as a viewer sees it."""
        return view(self.terms, self.play, viewer)

    def dealers_command(self) -> RoundCommand:
        """What the dealer does now."""
        due = self.due()
        # Cards that no seat needs are left down, as the rules let a dealer do.
        if any(may.command is LeaveDown for may in due):
            return LeaveDown()
        may = due[0]
        if may.command is DealCards:
            return DealCards(self._next_cards(may.cards))
        if may.command is RecordDraws:
            return self._draws()
        if may.command is SettleRound:
            return SettleRound(meters={} if self.link is None else dict(self.link.levels))
        if may.command is ShowHand:
            assert may.seat is not None, "it is a seat's hand that is shown"
            return ShowHand(may.seat)
        return _PLAIN[may.command]()

    def _next_cards(self, count: int) -> tuple[Card, ...]:
        self._dealt += count
        return tuple(self._deck[self._dealt - count : self._dealt])

    def _draws(self) -> RecordDraws:
        is_drawn = {draw: not self._chance.randrange(ROUNDS_PER_DRAW) for draw in self.rules.draws}
        card = self._chance.choice(DECK) if is_drawn.get("magic_card") else None
        seat = self._chance.randint(1, self.positions) if is_drawn.get("lucky_seat") else None
        return RecordDraws(magic_card=card, lucky_seat=seat)


_PLAIN: Mapping[type[RoundCommand], Callable[[], RoundCommand]] = {
    CloseBets: CloseBets,
    BurnCard: BurnCard,
    TurnCards: TurnCards,
    EndRound: EndRound,
}


def practice_notes(table: PracticeTable) -> list[str]:
    """The practice figures of a table, one by one."""
    notes = [f"bets from {LEAST.dollars} to {MOST.dollars}"]
    if table.link is not None:
        resets = ", ".join(
            f"{name} {level.reset.dollars}" for name, level in table.link.levels.items()
        )
        notes.append(f"a progressive unit of {table.link.unit.dollars}")
        notes.append(f"a meter that starts and restarts at {resets}")
        notes.append(f"{CONTRIBUTION_PERCENT}% of every progressive wager on to the meter")
    if table.rules.draws:
        notes.append(f"each draw made in about one round of {ROUNDS_PER_DRAW}")
    for name, value in table.options.items():
        needed_by = table.rules.options[name].needed_by or name
        notes.append(f"{table.rules.wagers[needed_by].title} by Table {value}")
    return notes


# --- players for the seats that no person takes ---------------------------------------------------

NAMES = ("Ada", "Ben", "Chloe", "Dev", "Emi", "Farid", "Grace")
SIDE_STAKE = Money.parse("5.00")
_STAKES = tuple(Money.parse(stake) for stake in ("10.00", "15.00", "25.00"))


@dataclass(frozen=True, slots=True)
class Regular:
    """A player who always stakes the same and plays by the simple strategy of the game."""

    seat: int
    name: str

    def place(self, table: PracticeTable) -> None:
        """Stake on the main wagers, and on every second side wager, so that all are seen."""
        for place, rule in enumerate(placed_before_the_deal(table.rules)):
            if rule.id in table.rules.main_wagers:
                stake = _STAKES[self.seat % len(_STAKES)]
            elif (self.seat + place) % 2 == 0:
                stake = self._side_stake(table, rule)
            else:
                continue
            table.give(PlaceWager(self.seat, self.name, rule.id, stake))

    def _side_stake(self, table: PracticeTable, rule: WagerRule) -> Money:
        if rule.units is not None:
            assert table.link is not None, "a rulebook with a progressive wager has its meters"
            return table.link.unit * rule.units.least
        return rule.stake or SIDE_STAKE

    def choose(self, table: PracticeTable, may: Option) -> RoundCommand:
        """Answer by the strategy, from what this seat may see."""
        seen = table.seen_by(self.name)
        at = next(seat for seat in seen.seats if seat.seat == self.seat)
        if len(may.choices) == 1:
            return Choose(self.seat, may.choices[0])
        sight = Sight(
            decision=table.decision,
            choices=may.choices,
            own=known(at.cards),
            community=known(seen.community),
            dealer=known(seen.dealer),
            decided=tuple(at.decisions.values()),
        )
        return Choose(self.seat, game_of(table.rules).strategy(sight))

    def show(self, table: PracticeTable) -> RoundCommand:  # noqa: ARG002 - as a person would
        """Never decline: a hand that is not shown cannot win."""
        return ShowHand(self.seat)


def placed_before_the_deal(rules: Rulebook) -> list[WagerRule]:
    """The wagers that bets are taken on; the others follow by decisions."""
    return [rule for rule in rules.wagers.values() if rule.follows is None]


# --- files of what was played ---------------------------------------------------------------------


class RoundFiles:
    """Events (`--log`) and round records (`--records`) as JSON Lines; either may be absent."""

    def __init__(self, log: Path | None = None, records: Path | None = None) -> None:
        self._log = _writable(log, "--log")
        self._records = _writable(records, "--records")

    def add(self, table: PracticeTable) -> None:
        """Add the round that was just played to the end of each file."""
        _append(self._log, [event_record(event) for event in table.log])
        _append(self._records, [round_record(table.terms, table.play, table.reading)])


def _writable(path: Path | None, option: str) -> Path | None:
    """Refuse a file that cannot be written before a round is played, not after."""
    if path is not None:
        try:
            path.open("a", encoding="utf-8").close()
        except OSError as error:
            raise typer.BadParameter(
                f"{path} cannot be written: {error.strerror}.", param_hint=option
            ) from error
    return path


def _append(path: Path | None, lines: Sequence[dict[str, Any]]) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
