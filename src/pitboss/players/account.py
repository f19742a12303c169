"""A player's account: the purse, sittings at tables, and the limits the player sets.

Limits are the player's own. A lower one holds at once; a higher one only a day later, so that
no player is carried away. A day is the last twenty-four hours: there is no midnight to wait for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Generic, NoReturn, TypeVar, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import PlayerRefused
from pitboss.money import NOTHING, Money, total

DAY = timedelta(hours=24)
RAISED_AFTER = timedelta(hours=24)
_MINUTE = timedelta(minutes=1)
_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[^\W_])?")
_NAME_WORDS = "Take 1 to 24 letters and digits; spaces, dots and hyphens may stand between them."
_MOST_MINUTES = 24 * 60
MOST_KEPT = 256
"""Takings and sittings of a day that are kept one by one; nobody who plays has as many."""

Value = TypeVar("Value", Money, int)


# --- commands ------------------------------------------------------------------------------------


@stored("register", kw_only=True)
class RegisterPlayer:
    """A player opens an account, or comes as a guest without a password."""

    name: str
    secret_hash: str = field(repr=False, compare=False)
    is_guest: bool


@stored("fill-purse", kw_only=True)
class FillPurse:
    """Play money is given until the purse holds so much."""

    upto: Money


@stored("take-to-table", kw_only=True)
class TakeToTable:
    """Money goes from the purse to a table."""

    table: str
    amount: Money


@stored("bring-from-table", kw_only=True)
class BringFromTable:
    """Money comes back from a table."""

    table: str
    amount: Money


@stored("sit-down", kw_only=True)
class SitDown:
    """A sitting at a table begins."""

    table: str


@stored("get-up", kw_only=True)
class GetUp:
    """A sitting at a table ends."""

    table: str


@stored("limit-spend", kw_only=True)
class LimitSpend:
    """The player limits what a day may cost; None for no limit."""

    limit: Money | None


@stored("limit-time", kw_only=True)
class LimitTime:
    """The player limits the minutes of a day spent at tables; None for no limit."""

    minutes: int | None


PlayerCommand = (
    RegisterPlayer
    | FillPurse
    | TakeToTable
    | BringFromTable
    | SitDown
    | GetUp
    | LimitSpend
    | LimitTime
)


# --- events --------------------------------------------------------------------------------------


@stored("player-registered", kw_only=True)
class PlayerRegistered:
    """There is an account; a guest's has no secret."""

    name: str
    secret_hash: str = field(repr=False)
    is_guest: bool
    clause: str = ""


@stored("purse-filled", kw_only=True)
class PurseFilled:
    """Play money was given."""

    amount: Money
    clause: str = ""


@stored("taken-to-table", kw_only=True)
class TakenToTable:
    """Money went from the purse to a table, whose own stream says the same."""

    table: str
    amount: Money
    clause: str = ""


@stored("brought-from-table", kw_only=True)
class BroughtFromTable:
    """Money came back from a table."""

    table: str
    amount: Money
    clause: str = ""


@stored("sat-down", kw_only=True)
class SatDown:
    """A sitting began."""

    table: str
    clause: str = ""


@stored("got-up", kw_only=True)
class GotUp:
    """A sitting ended."""

    table: str
    clause: str = ""


@stored("spend-limited", kw_only=True)
class SpendLimited:
    """What a day may cost, from the time it `starts` to hold."""

    limit: Money | None
    starts: str
    clause: str = ""


@stored("time-limited", kw_only=True)
class TimeLimited:
    """How many minutes of a day may be spent at tables, from the time it `starts` to hold."""

    minutes: int | None
    starts: str
    clause: str = ""


PlayerEvent = (
    PlayerRegistered | PurseFilled | TakenToTable | BroughtFromTable | SatDown | GotUp
    | SpendLimited | TimeLimited
)  # fmt: skip


# --- the account ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnLimit(Generic[Value]):
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

    def set(self, value: Value | None, starts: str, now: str) -> OwnLimit[Value]:
        """With a new limit: it holds at once, or this one still does until it starts."""
        if moment(starts) <= moment(now):
            return OwnLimit(value)
        return OwnLimit(self.at(now), value, starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One player."""

    name: str = ""
    secret_hash: str = field(default="", repr=False)
    is_guest: bool = False
    purse: Money = NOTHING
    spend: OwnLimit[Money] = field(default_factory=OwnLimit)
    time: OwnLimit[int] = field(default_factory=OwnLimit)
    taken: tuple[tuple[str, Money], ...] = ()
    """What went to tables in the last day and did not come back, by when it was taken."""
    sitting: Mapping[str, str] = field(default_factory=dict)
    """Since when they sit at each table."""
    sat: tuple[tuple[str, str], ...] = ()
    """Sittings that ended within the last day."""

    @property
    def exists(self) -> bool:
        """Whether there is such an account."""
        return bool(self.name)

    def spent(self, now: str) -> Money:
        """What the last day has cost so far: taken to tables and not brought back."""
        return total(amount for at, amount in self.taken if moment(now) - moment(at) < DAY)

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


def evolve(account: Account, event: PlayerEvent, by: Envelope) -> Account:
    """The account after one more event."""
    match event:
        case PlayerRegistered():
            return replace(
                account, name=event.name, secret_hash=event.secret_hash, is_guest=event.is_guest
            )
        case PurseFilled(amount=amount):
            return replace(account, purse=account.purse + amount)
        case TakenToTable(amount=amount):
            taken = _joined((*_recent(account, by.time), (by.time, amount)))
            return replace(account, purse=account.purse - amount, taken=taken)
        case BroughtFromTable(amount=amount):
            taken = tuple(_less(_recent(account, by.time), amount))
            return replace(account, purse=account.purse + amount, taken=taken)
        case SatDown(table=table):
            return replace(account, sitting={**account.sitting, table: by.time})
        case GotUp(table=table):
            return _got_up(account, table, by.time)
        case SpendLimited(limit=limit):
            return replace(account, spend=account.spend.set(limit, event.starts, by.time))
        case TimeLimited(minutes=minutes):
            return replace(account, time=account.time.set(minutes, event.starts, by.time))
        case _:
            assert_never(event)


def _recent(account: Account, at: str) -> tuple[tuple[str, Money], ...]:
    return tuple(one for one in account.taken if moment(at) - moment(one[0]) < DAY)


def _joined(taken: tuple[tuple[str, Money], ...]) -> tuple[tuple[str, Money], ...]:
    """The same, of bounded length: a purse that is opened all day costs no more each time.

    The two oldest become one of the later time, so no day costs more than its limit.
    """
    if len(taken) <= MOST_KEPT:
        return taken
    (_, first), (at, second), *rest = taken
    return ((at, first + second), *rest)


def _less(taken: Iterable[tuple[str, Money]], back: Money) -> Iterator[tuple[str, Money]]:
    """What is still out once so much came back, the oldest first.

    Money that comes back has no date of its own: it would outlive what it makes good, and the next
    day's limit would be as much higher. What was taken last stays longest, so no day costs more
    than its limit. Winnings make nothing good beyond that.

    >>> out = [("Monday", Money(5000)), ("Tuesday", Money(3000))]
    >>> list(_less(out, Money(6000))), list(_less(out, Money(9000)))
    ([('Tuesday', Money('20.00'))], [])
    """
    for at, amount in taken:
        made_good = min(amount, back)
        back -= made_good
        if amount > made_good:
            yield at, amount - made_good


def _got_up(account: Account, table: str, at: str) -> Account:
    since = account.sitting.get(table, at)
    recent = tuple(one for one in account.sat if moment(at) - moment(one[1]) < DAY)
    sitting = {name: when for name, when in account.sitting.items() if name != table}
    sat = (*recent, (since, at))
    if len(sat) > MOST_KEPT:
        # As with what was taken: together as long as the two were, up to the end of the later.
        (first, until), (second, end), *rest = sat
        begin = moment(second) - (moment(until) - moment(first))
        sat = ((_stamp(begin), end), *rest)
    return replace(account, sitting=sitting, sat=sat)


# --- deciding ------------------------------------------------------------------------------------


def decide(account: Account, command: PlayerCommand, by: Envelope) -> list[PlayerEvent]:
    """What happens when this is asked."""
    if isinstance(command, RegisterPlayer):
        return [_registered(account, command)]
    if not account.exists:
        _refuse("There is no such player", "Sign in first.")
    match command:
        case FillPurse():
            return _filled(account, command)
        case TakeToTable():
            return [_taken(account, command, by)]
        case BringFromTable(table=table, amount=amount):
            _check_amount(amount)
            return [BroughtFromTable(table=table, amount=amount)]
        case SitDown(table=table):
            check_time(account, by.time)
            return [SatDown(table=table)]
        case GetUp(table=table):
            return [GotUp(table=table)] if table in account.sitting else []
        case LimitSpend():
            return [_spend_limited(account, command, by)]
        case LimitTime():
            return [_time_limited(account, command, by)]
        case _:
            assert_never(command)


def key_of(name: str) -> str:
    """What makes two names the same one to a reader.

    >>> key_of("Ann  Lee") == key_of("ann lee")
    True
    """
    return " ".join(name.split()).casefold()


def check_time(account: Account, now: str) -> None:
    """Refuse new play once the player's own limit on time is reached."""
    limit = account.time.at(now)
    if limit is not None and account.minutes(now) >= limit:
        _refuse(
            f"{account.name} has played the {limit} minutes a day that they allow themselves",
            "Finish the hand that is dealt; play again when a day has passed.",
        )


def _registered(account: Account, command: RegisterPlayer) -> PlayerRegistered:
    name = " ".join(command.name.split())
    if not _NAME.fullmatch(name):
        _refuse("This is not a name others can read", _NAME_WORDS)
    if account.exists:
        _refuse(f"The name {name} is taken", "Take another, or sign in.")
    return PlayerRegistered(name=name, secret_hash=command.secret_hash, is_guest=command.is_guest)


def _filled(account: Account, command: FillPurse) -> list[PlayerEvent]:
    lacks = command.upto - account.purse
    if lacks <= NOTHING:
        _refuse(
            f"The purse holds {account.purse.dollars}",
            f"It is filled up once it holds less than {command.upto.dollars}.",
        )
    return [PurseFilled(amount=lacks)]


def _taken(account: Account, command: TakeToTable, by: Envelope) -> TakenToTable:
    _check_amount(command.amount)
    check_time(account, by.time)
    if command.amount > account.purse:
        _refuse(
            f"{command.amount.dollars} from a purse of {account.purse.dollars}",
            f"Take at most {account.purse.dollars}.",
        )
    limit, spent = account.spend.at(by.time), account.spent(by.time)
    if limit is not None and spent + command.amount > limit:
        _refuse(
            f"{spent.dollars} of the {limit.dollars} a day that {account.name} allows themselves "
            "is spent",
            f"Take at most {max(limit - spent, NOTHING).dollars}.",
        )
    return TakenToTable(table=command.table, amount=command.amount)


def _spend_limited(account: Account, command: LimitSpend, by: Envelope) -> SpendLimited:
    if command.limit is not None and command.limit < NOTHING:
        _refuse(f"A limit of {command.limit.dollars}", "Set nothing or more.")
    is_raise = account.spend.is_raise(command.limit, by.time)
    return SpendLimited(limit=command.limit, starts=_starts(by.time, is_raise=is_raise))


def _time_limited(account: Account, command: LimitTime, by: Envelope) -> TimeLimited:
    if command.minutes is not None and not 0 <= command.minutes <= _MOST_MINUTES:
        _refuse(f"A limit of {command.minutes} minutes", f"A day has 0 to {_MOST_MINUTES}.")
    is_raise = account.time.is_raise(command.minutes, by.time)
    return TimeLimited(minutes=command.minutes, starts=_starts(by.time, is_raise=is_raise))


def _starts(at: str, *, is_raise: bool) -> str:
    if not is_raise:
        return at
    return _stamp(moment(at) + RAISED_AFTER)


def _stamp(when: datetime) -> str:
    return when.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def _check_amount(amount: Money) -> None:
    if amount <= NOTHING:
        _refuse(f"An amount of {amount.dollars}", "Say more than nothing.")


def _refuse(problem: str, remedy: str) -> NoReturn:
    raise PlayerRefused(problem, remedy=remedy)


def described(event: PlayerEvent, at: str) -> tuple[str, Money | None]:
    """What happened to an account, in words, and the money it moved."""
    match event:
        case PlayerRegistered(is_guest=is_guest):
            return ("came as a guest" if is_guest else "opened the account"), None
        case PurseFilled(amount=amount):
            return "play money given", amount
        case TakenToTable(table=table, amount=amount):
            return f"taken to table {table}", amount
        case BroughtFromTable(table=table, amount=amount):
            return f"brought back from table {table}", amount
        case SatDown(table=table):
            return f"sat down at table {table}", None
        case GotUp(table=table):
            return f"got up from table {table}", None
        case SpendLimited(limit=limit, starts=starts):
            when = "" if starts == at else f" from {_minute(starts)}"
            return f"limit on spending {limit.dollars if limit else 'lifted'}{when}", None
        case TimeLimited(minutes=minutes, starts=starts):
            when = "" if starts == at else f" from {_minute(starts)}"
            words = "lifted" if minutes is None else f"{minutes} minutes a day"
            return f"limit on time {words}{when}", None


def _minute(at: str) -> str:
    """A time of the record for people: to the minute."""
    return at[:16].replace("T", " ")
