"""A player's account at one moment, and how each event moves it on.

A day is the last twenty-four hours: there is no midnight to wait for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Generic, TypeVar, assert_never

from pitboss.money import NOTHING, Money, total
from pitboss.players import events as ev

DAY = timedelta(hours=24)
_MINUTE = timedelta(minutes=1)

Value = TypeVar("Value", Money, int)


@dataclass(frozen=True, slots=True)
class Limit(Generic[Value]):
    """A limit that holds, and perhaps a higher one that will."""

    value: Value | None = None
    next_value: Value | None = None
    starts: str | None = None
    """When the next one begins to hold; None if there is no next."""

    def at(self, now: str) -> Value | None:
        """The limit at this moment."""
        is_due = self.starts is not None and moment(self.starts) <= moment(now)
        return self.next_value if is_due else self.value

    def is_raise(self, value: Value | None, now: str) -> bool:
        """Whether another limit would let through more than this one does now."""
        present = self.at(now)
        if present is None:
            return False
        return value is None or value > present

    def set(self, value: Value | None, starts: str, now: str) -> Limit[Value]:
        """With a new limit: it holds at once, or this one still does until it starts."""
        if moment(starts) <= moment(now):
            return Limit(value)
        return Limit(self.at(now), value, starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One player."""

    name: str = ""
    secret_hash: str = field(default="", repr=False)
    is_guest: bool = False
    purse: Money = NOTHING
    spend: Limit[Money] = field(default_factory=Limit)
    time: Limit[int] = field(default_factory=Limit)
    moved: tuple[tuple[str, Money], ...] = ()
    """What went to tables in the last day, and came back as less than nothing."""
    sitting: Mapping[str, str] = field(default_factory=dict)
    """Since when they sit at each table."""
    sat: tuple[tuple[str, str], ...] = ()
    """Sittings that ended within the last day."""

    @property
    def exists(self) -> bool:
        """Whether there is such an account."""
        return bool(self.name)

    def spent(self, now: str) -> Money:
        """What the last day has cost so far: taken to tables less brought back, never below 0."""
        recent = total(amount for at, amount in self.moved if moment(now) - moment(at) < DAY)
        return max(recent, NOTHING)

    def may_take(self, now: str) -> Money:
        """The most that may go to a table: what the purse holds and the limit on spend leaves."""
        limit = self.spend.at(now)
        return (
            self.purse if limit is None else max(min(self.purse, limit - self.spent(now)), NOTHING)
        )

    def minutes(self, now: str) -> int:
        """Whole minutes of the last day spent at tables; at two at once they count once."""
        end, begin = moment(now), moment(now) - DAY
        spans = [(moment(since), moment(until)) for since, until in self.sat]
        spans += [(moment(since), end) for since in self.sitting.values()]
        played, covered = timedelta(0), begin
        for since, until in sorted(spans):
            first = max(since, covered)
            if until > first:
                played += until - first
                covered = until
        return played // _MINUTE


def moment(text: str) -> datetime:
    """A time as records write it."""
    return datetime.fromisoformat(text)


def evolve(account: Account, event: ev.PlayerEvent) -> Account:
    """The account after one more event."""
    match event:
        case ev.PlayerRegistered():
            return replace(
                account, name=event.name, secret_hash=event.secret_hash, is_guest=event.is_guest
            )
        case ev.PurseFilled(amount=amount):
            return replace(account, purse=account.purse + amount)
        case ev.TakenToTable(amount=amount):
            return _moved(account, amount, event.at)
        case ev.BroughtFromTable(amount=amount):
            return _moved(account, NOTHING - amount, event.at)
        case ev.SatDown(table=table):
            return replace(account, sitting={**account.sitting, table: event.at})
        case ev.GotUp(table=table):
            return _got_up(account, table, event.at)
        case ev.SpendLimited(limit=limit):
            return replace(account, spend=account.spend.set(limit, event.starts, event.at))
        case ev.TimeLimited(minutes=minutes):
            return replace(account, time=account.time.set(minutes, event.starts, event.at))
        case _:
            assert_never(event)


def _moved(account: Account, amount: Money, at: str) -> Account:
    recent = tuple(one for one in account.moved if moment(at) - moment(one[0]) < DAY)
    return replace(account, purse=account.purse - amount, moved=(*recent, (at, amount)))


def _got_up(account: Account, table: str, at: str) -> Account:
    since = account.sitting.get(table, at)
    recent = tuple(one for one in account.sat if moment(at) - moment(one[1]) < DAY)
    sitting = {name: when for name, when in account.sitting.items() if name != table}
    return replace(account, sitting=sitting, sat=(*recent, (since, at)))
