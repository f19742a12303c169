"""Whether prizes and fixed awards are where their claims are.

What a table says of a prize must stand in its link too, in the same command: the settlement that
claims it, the slip that pays it, the rejection that takes it back (I-14), and what takes it back
when it was paid and its round is none (I-82). So it is with awards that are no percentage (I-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.audit.times import SetBacks
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, PaidClaimUndone, PrizePaid
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken, FixedEvent
from pitboss.jackpot.terms import LinkTerms
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import MeterPaid, RoundSettled, SettlementUndone, WagerSettled
from pitboss.store.contract import Entry
from pitboss.table.chips.holdings import LinkPrize
from pitboss.table.chips.prizes import (
    ByLink,
    FixedAwardsMadeGood,
    PrizeHandedOver,
    PrizeHeld,
    PrizeReturned,
    PrizeToRecover,
)
from pitboss.table.table import Event, Table

_WITH_THE_WAGER = (PROGRESSIVE, "envy", "magic_card", "lucky_player")
Became = ByLink | PrizeToRecover
"""What a table says became of a prize that it held."""
Key = TypeVar("Key")
_Paid = dict[str, int]
"""What levels pay, in cents."""


@dataclass(slots=True)
class EndedClaims:
    """What one command to a link decided on claims of one table."""

    entry: Entry
    prizes: list[tuple[type[Became], LinkPrize]] = field(default_factory=list)


class ClaimLog:
    """What a link says of claims and fixed awards, by the command that wrote it.

    What a table accounts for is taken out; what is left belongs to no table.
    """

    def __init__(self, link: str, clock: SetBacks) -> None:
        self.entered: dict[str, ClaimEntered] = {}
        self._link = link
        self._clock = clock
        self._by_number: dict[int, ClaimEntered] = {}
        self._rejected: set[str] = set()
        self._freed: dict[tuple[str, int], str] = {}
        """Of each round whose claim was rejected, when."""
        self._ended: dict[tuple[str, str], EndedClaims] = {}
        """By command and table."""
        self._taken: dict[str, tuple[Entry, FixedAwardsTaken]] = {}
        self._returned: dict[str, tuple[Entry, FixedAwardsReturned]] = {}

    def note(self, entry: Entry, event: LinkEvent | LinkSnapshot) -> None:
        """One entry of the link."""
        match event:
            case ClaimEntered():
                self.entered[entry.command] = self._by_number[event.claim] = event
            case PrizePaid():
                self._end(entry, event.claim, PrizeHandedOver, seat=event.seat)
            case ClaimRejected():
                self._free(entry, event.claim, PrizeReturned)
            case PaidClaimUndone():
                self._free(entry, event.claim, PrizeToRecover)
            case FixedAwardsTaken():
                self._taken[entry.command] = entry, event
            case FixedAwardsReturned():
                self._returned[entry.command] = entry, event

    def _free(self, entry: Entry, number: int, kind: type[Became]) -> None:
        claim = self._by_number.get(number)
        if claim is not None:
            self._rejected.add(entry.command)
            self._freed[claim.table, claim.round] = entry.time
            self._end(entry, number, kind)

    def _end(self, entry: Entry, number: int, kind: type[Became], seat: int | None = None) -> None:
        claim = self._by_number.get(number)
        prizes = [] if claim is None else _prizes_of(self._link, claim)
        own = [(kind, prize) for prize in prizes if seat in (None, prize.seat)]
        if claim is not None and own:
            key = entry.command, claim.table
            self._ended.setdefault(key, EndedClaims(entry)).prizes.extend(own)

    def ended(self, command: str, table: str) -> EndedClaims | None:
        """What a command means for a table, which is then accounted for."""
        return self._ended.pop((command, table), None)

    def left(self, table: str) -> Iterator[tuple[Entry, str]]:
        """Where the link decided on a table, and no command of the table accounts for it."""
        for (_, name), ended in self._ended.items():
            if name == table:
                message = f"it decides on prizes of table {name}, where nothing became of them"
                yield ended.entry, message
        fixed: list[tuple[Entry, FixedEvent]] = [*self._taken.values(), *self._returned.values()]
        for entry, event in fixed:
            if event.table == table:
                message = f"table {table} did nothing that a level would pay fixed awards for"
                yield entry, message

    def check(
        self,
        table: str,
        last: Entry,
        before: Table,
        events: Sequence[Event],
        terms: Sequence[LinkTerms],
    ) -> Iterator[str]:
        """One command of a table; `terms` are those in force since its bets were closed."""
        claim = self.entered.pop(last.command, None)
        _, taken = self._taken.pop(last.command, (None, None))
        _, returned = self._returned.pop(last.command, (None, None))
        yield from _check_held(self._link, claim, events)
        yield from _check_fixed(taken, returned, terms, before, events)
        yield from _check_figures(claim, events)
        if not _is_undone(events) or not before.chips.awards or last.command in self._rejected:
            return
        # A settlement that is undone takes its claim with it, or that was rejected before.
        freed = self._freed.get((table, before.rounds.number))
        if freed is None or freed > self._clock.until(last.time):
            yield "the settlement was undone, and its claim stands"


def _is_undone(events: Iterable[Event]) -> bool:
    return any(isinstance(event, SettlementUndone) for event in events)


def _prizes_of(link: str, claim: ClaimEntered) -> list[LinkPrize]:
    """The prizes of a claim as its table holds them, by seat."""
    prizes = [
        LinkPrize(
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


def _check_held(link: str, claim: ClaimEntered | None, events: Sequence[Event]) -> Iterator[str]:
    """What a settlement holds is what its claim took, winner by winner."""
    held = [event.prize for event in events if isinstance(event, PrizeHeld)]
    expected = [] if claim is None else _prizes_of(link, claim)
    if sorted(held, key=lambda prize: prize.seat) != expected:
        yield f"{_said(held)} is held, and {_said(expected)} was claimed to be"


def _check_figures(claim: ClaimEntered | None, events: Sequence[Event]) -> Iterator[str]:
    """What a settlement took from levels is what the link gave, in the same command."""
    paid = {e.meter: e for e in events if isinstance(e, MeterPaid) and e.awarded}
    if paid and claim is None:
        yield f"{', '.join(paid)} paid, and no claim was entered"
    elif claim is not None:
        taken = {name: (one.before, one.awarded, one.after) for name, one in claim.levels.items()}
        if taken != {name: (e.before, e.awarded, e.after) for name, e in paid.items()}:
            yield f"claim {claim.claim} took otherwise than the settlement says"
        won = {
            e.seat: e.winnings
            for e in events
            if isinstance(e, WagerSettled) and e.wager == PROGRESSIVE
        }
        for winner in claim.winners:
            if won.get(winner.seat) != winner.amount:
                yield f"claim {claim.claim} gives seat {winner.seat} {winner.amount}"


def check_ended(entry: Entry, ended: EndedClaims | None, events: Sequence[Event]) -> Iterator[str]:
    """What became of prizes is what the link decided, by the same persons at the same time."""
    written = [(type(event), event.prize) for event in events if isinstance(event, Became)]
    if ended is None:
        if written:
            yield "the link decided nothing on the prizes of this table"
        return
    if _is_undone(events):
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


def _seat(one: tuple[type[Became], LinkPrize]) -> int:
    return one[1].seat


def _said(prizes: Iterable[LinkPrize]) -> str:
    return ", ".join(f"seat {one.seat} {one.amount}" for one in prizes) or "nothing"


# --- fixed awards ---------------------------------------------------------------------------------


def _check_fixed(
    taken: FixedAwardsTaken | None,
    returned: FixedAwardsReturned | None,
    terms: Sequence[LinkTerms],
    before: Table,
    events: Sequence[Event],
) -> Iterator[str]:
    """Whether levels paid fixed awards where the terms say so, and nowhere else (I-05).

    What the level owes is worked out from the lines of the settlement as they are written: the sum
    of all that is no percentage, and what stood above the reset once percentages were paid. Table
    and link must both say that.
    """
    made_good = _sum(
        (e.level, e.amount.cents) for e in events if isinstance(e, FixedAwardsMadeGood)
    )
    awards = _awards(events)
    if any(isinstance(event, RoundSettled) for event in events):
        expected = [_expected(one, sum(awards.values()), events) for one in terms] or [{}]
        if made_good not in expected:
            yield f"{_cents(made_good)} of fixed awards, and {_cents(expected[-1])} is due (I-05)"
    elif made_good:
        yield "fixed awards were made good, and nothing was settled"
    if made_good != ({} if taken is None else {taken.level: taken.taken.cents}):
        yield f"{_cents(made_good)} of fixed awards here, which is not what the link paid"
    if taken is not None:
        yield from _as_settled(taken, awards, before, events)
    yield from _fixed_undone(returned, before, events)


def _awards(events: Iterable[Event]) -> dict[int, int]:
    """What each seat won that is no percentage of a meter, in cents."""
    return _sum(
        (line.seat, line.winnings.cents)
        for line in events
        if isinstance(line, WagerSettled)
        and line.wager in _WITH_THE_WAGER
        and not (line.pays or "").endswith("%")
    )


def _expected(terms: LinkTerms, due: int, events: Iterable[Event]) -> _Paid:
    name = terms.fixed_awards_from_meter
    for paid in events:
        if isinstance(paid, MeterPaid) and paid.meter == name:
            above = paid.after.cents - terms.level(name).reset.cents
            return {name: min(due, above)} if due > 0 and above > 0 else {}
    return {}


def _as_settled(
    taken: FixedAwardsTaken, awards: dict[int, int], before: Table, events: Iterable[Event]
) -> Iterator[str]:
    """The link says who won what, and what the level showed, just as the settlement does."""
    left = {e.meter: e.after for e in events if isinstance(e, MeterPaid)}
    if {seat: award.cents for seat, award in taken.awards.items()} != awards:
        yield "the link has other fixed awards than the settlement"
    if taken.before != left.get(taken.level) or taken.after != taken.before - taken.taken:
        yield f"{taken.level} stood otherwise when it paid fixed awards than the link says"
    if taken.round != before.rounds.number:
        yield f"the link paid fixed awards of round {taken.round} for this one"


def _fixed_undone(
    returned: FixedAwardsReturned | None, before: Table, events: Iterable[Event]
) -> Iterator[str]:
    owed = {k: v.cents for k, v in before.chips.fixed.items()} if _is_undone(events) else {}
    given = {} if returned is None else {returned.level: returned.returned.cents}
    if given != owed:
        back = f"{_cents(given)} went back to the link"
        yield f"{_cents(owed)} of fixed awards was undone, and {back}"


def _sum(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for key, cents in pairs:
        found[key] = found.get(key, 0) + cents
    return {key: cents for key, cents in found.items() if cents}


def _cents(paid: _Paid) -> str:
    return ", ".join(f"{name} {cents} cents" for name, cents in paid.items()) or "nothing"
