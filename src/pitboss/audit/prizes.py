"""Whether prizes are where their claims are: held while these are open, then paid or gone back.

What a table says of a prize must stand in its link too, in the same command: the settlement that
claims it, the slip that pays it, the rejection that takes it back (I-14), and what takes it back
when it was paid and its round is none (I-82).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, PaidClaimUndone, PrizePaid
from pitboss.round.result import SettlementUndone
from pitboss.store.contract import Entry
from pitboss.table.chips.holdings import Prize
from pitboss.table.chips.prizes import (
    ByLink,
    PrizeHandedOver,
    PrizeHeld,
    PrizeReturned,
    PrizeToRecover,
)
from pitboss.table.table import Event

Became = ByLink | PrizeToRecover
"""What a table says became of a prize that it held."""


@dataclass(slots=True)
class Ended:
    """What one command to a link decided on claims of one table."""

    entry: Entry
    prizes: list[tuple[type[Became], Prize]] = field(default_factory=list)


class Ends:
    """How the claims of a link ended whose prizes tables hold, by command and table."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[str, list[Prize]]] = {}
        self._ended: dict[tuple[str, str], Ended] = {}

    def entered(self, link: str, event: ClaimEntered) -> None:
        """A claim was made."""
        self._open[event.claim] = event.table, prizes_of(link, event)

    def paid(self, entry: Entry, event: PrizePaid) -> None:
        """One of its winners was paid."""
        table, prizes = self._open.get(event.claim, ("", []))
        own = [prize for prize in prizes if prize.seat == event.seat]
        self._end(entry, table, PrizeHandedOver, own)

    def rejected(self, entry: Entry, event: ClaimRejected) -> None:
        """It does not stand."""
        table, prizes = self._open.get(event.claim, ("", []))
        self._end(entry, table, PrizeReturned, prizes)

    def undone(self, entry: Entry, event: PaidClaimUndone) -> None:
        """It was paid, and went back with its round (I-82)."""
        table, prizes = self._open.get(event.claim, ("", []))
        self._end(entry, table, PrizeToRecover, prizes)

    def _end(self, entry: Entry, table: str, kind: type[Became], prizes: list[Prize]) -> None:
        if prizes:
            ended = self._ended.setdefault((entry.command, table), Ended(entry))
            ended.prizes += [(kind, prize) for prize in prizes]

    def at(self, command: str, table: str) -> Ended | None:
        """What a command means for a table, which is then no longer asked about."""
        return self._ended.pop((command, table), None)

    def left(self, table: str) -> Iterator[Entry]:
        """Where the link decided on prizes of a table, and the table knows nothing of it."""
        for (_, name), ended in self._ended.items():
            if name == table:
                yield ended.entry


def prizes_of(link: str, claim: ClaimEntered) -> list[Prize]:
    """The prizes of a claim as its table holds them, by seat."""
    prizes = [
        Prize(
            round=claim.round,
            seat=winner.seat,
            player=winner.player,
            link=link,
            level=winner.level,
            amount=winner.amount,
        )
        for winner in claim.winners
        if winner.amount
    ]
    return sorted(prizes, key=lambda prize: prize.seat)


def check_held(link: str, claim: ClaimEntered | None, events: Sequence[Event]) -> Iterator[str]:
    """What a settlement holds is what its claim took, winner by winner."""
    held = [event.prize for event in events if isinstance(event, PrizeHeld)]
    expected = [] if claim is None else prizes_of(link, claim)
    if sorted(held, key=lambda prize: prize.seat) != expected:
        yield f"{_said(held)} is held, and {_said(expected)} was claimed to be"


def check_ended(entry: Entry, ended: Ended | None, events: Sequence[Event]) -> Iterator[str]:
    """What became of prizes is what the link decided, by the same persons at the same time."""
    written = [(type(event), event.prize) for event in events if isinstance(event, Became)]
    if ended is None:
        if written:
            yield "the link decided nothing on the prizes of this table"
        return
    if any(isinstance(event, SettlementUndone) for event in events):
        # The settlement takes what it held along, and its claim with it; what was paid it names.
        expected = [one for one in ended.prizes if one[0] is not PrizeReturned]
        if sorted(written, key=_seat) != sorted(expected, key=_seat):
            yield "the settlement was undone, and its prizes went elsewhere"
        return
    if sorted(written, key=_seat) != sorted(ended.prizes, key=_seat):
        yield f"{_said(p for _, p in written)}, and {_said(p for _, p in ended.prizes)} by the link"
    who = (entry.actor, entry.role, entry.second, entry.time)
    decided = ended.entry
    if who != (decided.actor, decided.role, decided.second, decided.time):
        yield f"{entry.actor} did it here, and {decided.actor} at the link"


def _seat(one: tuple[type[Became], Prize]) -> int:
    return one[1].seat


def _said(prizes: Iterable[Prize]) -> str:
    return ", ".join(f"seat {one.seat} {one.amount}" for one in prizes) or "nothing"
