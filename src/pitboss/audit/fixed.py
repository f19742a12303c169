"""Whether levels paid fixed awards where the terms say so, and nowhere else (I-05).

What the level owes is worked out here from the lines of the settlement as they are written: the
sum of all that is no percentage, and what stood above the reset once percentages were paid. Table
and link must both say that, in the same command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken, FixedEvent
from pitboss.jackpot.terms import LinkTerms
from pitboss.round.result import MeterPaid, RoundSettled, SettlementUndone, WagerSettled
from pitboss.store.contract import Entry
from pitboss.table.chips.prizes import FixedAwardsMadeGood
from pitboss.table.table import Event, Table

_WITH_THE_WAGER = ("progressive", "envy", "magic_card", "lucky_player")
Key = TypeVar("Key")
_Paid = dict[str, int]
"""What levels pay, in cents."""


@dataclass(slots=True)
class FixedLog:
    """What a link says of fixed awards, by the command that wrote it."""

    taken: dict[str, tuple[Entry, FixedAwardsTaken]] = field(default_factory=dict)
    returned: dict[str, tuple[Entry, FixedAwardsReturned]] = field(default_factory=dict)

    def note(self, entry: Entry, event: FixedEvent) -> None:
        """One entry of the link."""
        if isinstance(event, FixedAwardsTaken):
            self.taken[entry.command] = entry, event
        else:
            self.returned[entry.command] = entry, event

    def left(self, table: str) -> Iterator[Entry]:
        """Entries of a table that none of its commands accounts for."""
        written: list[tuple[Entry, FixedEvent]] = [*self.taken.values(), *self.returned.values()]
        for entry, event in written:
            if event.table == table:
                yield entry


def check_fixed(
    log: FixedLog,
    terms: Sequence[LinkTerms],
    command: str,
    before: Table,
    events: Sequence[Event],
) -> Iterator[str]:
    """One command of a table beside its link; `terms` are those in force since bets were closed."""
    _, taken = log.taken.pop(command, (None, None))
    _, returned = log.returned.pop(command, (None, None))
    made_good = _sum(
        (e.level, e.amount.cents) for e in events if isinstance(e, FixedAwardsMadeGood)
    )
    awards = _awards(events)
    if any(isinstance(event, RoundSettled) for event in events):
        expected = [_expected(one, sum(awards.values()), events) for one in terms] or [{}]
        if made_good not in expected:
            yield f"{_said(made_good)} of fixed awards, and {_said(expected[-1])} is due (I-05)"
    elif made_good:
        yield "fixed awards were made good, and nothing was settled"
    if made_good != ({} if taken is None else {taken.level: taken.taken.cents}):
        yield f"{_said(made_good)} of fixed awards here, which is not what the link paid"
    if taken is not None:
        yield from _as_settled(taken, awards, before, events)
    yield from _undone(returned, before, events)


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


def _undone(
    returned: FixedAwardsReturned | None, before: Table, events: Iterable[Event]
) -> Iterator[str]:
    is_undone = any(isinstance(event, SettlementUndone) for event in events)
    owed = {k: v.cents for k, v in before.chips.fixed.items()} if is_undone else {}
    given = {} if returned is None else {returned.level: returned.returned.cents}
    if given != owed:
        yield f"{_said(owed)} of fixed awards was undone, and {_said(given)} went back to the link"


def _sum(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for key, cents in pairs:
        found[key] = found.get(key, 0) + cents
    return {key: cents for key, cents in found.items() if cents}


def _said(paid: _Paid) -> str:
    return ", ".join(f"{name} {cents} cents" for name, cents in paid.items()) or "nothing"
