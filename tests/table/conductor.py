"""A live table conducted by commands: a script's table, with a method for each frequent command.

New tests play lines instead (`table.say("seat 2 base 10.00")`, tests/README.md).
"""

from __future__ import annotations

from pitboss.envelope import Envelope
from pitboss.money import Money
from pitboss.round.deal import RecordDraws
from pitboss.round.result import SettleRound
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.rounds import draws_are_due
from pitboss.table.table import Event
from tests.script import TableScript, player, staff
from tests.script.lines import SYSTEM_ITSELF
from tests.script.table import DECK_SEED, DRAWS_SEED

__all__ = ["DECK_SEED", "DRAWS_SEED", "SYSTEM_ITSELF", "LiveTable", "player", "staff"]


class LiveTable(TableScript):
    """One table: gives commands, keeps the log, knows the state."""

    def place(
        self, seat: int, wager: str, stake: str, name: str = "", by: Envelope | None = None
    ) -> None:
        """A player at a seat places a wager, sitting down first if need be."""
        name = name or f"p{seat}"
        self.make_ready(seat, name, wager)
        self.give(PlaceWager(seat, name, wager, Money.parse(stake)), by=by or player(name))

    def base(self, seat: int, stake: str) -> None:
        """The three equal bets of Let It Ride."""
        self.say(f"seat {seat} base {stake}")

    def close(self) -> None:
        """ "No more bets"; where the system draws, it draws nothing in this round (I-21)."""
        self.give(CloseBets())
        if draws_are_due(self.rules, self.table):
            self.give(RecordDraws())

    def deal(self, cards: str) -> None:
        """Deal these cards in dispensing order."""
        self.say(f"deal {cards}")

    def choose(self, seat: int, choice: str) -> None:
        """A seat answers."""
        self.say(f"seat {seat} {choice}")

    def turn(self) -> None:
        """Turn the cards that are due."""
        self.say("turn")

    def show(self, *seats: int) -> None:
        """Turn hands over."""
        self.say(f"show {' '.join(map(str, seats))}")

    def settle(self) -> None:
        """Settle the round by the meters as they stand."""
        self.give(SettleRound(meters=dict(self.meters)))

    def end(self) -> None:
        """End the round, and open its seeds where it had some."""
        self.say("end")

    def report(self, kind: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Report an irregularity."""
        return self.give(ReportIrregularity(kind=kind, details=details), by=by)

    def rule(self, ruling: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Rule on it, by the top role unless somebody else is named."""
        return self.give(
            MakeRuling(ruling=ruling, reason="seen on camera 4", details=details),
            by=by or self.top,
        )
