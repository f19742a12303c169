"""Deciding what is asked of an account: events, or `PlayerRefused` with what would do.

Limits are the player's own. A lower one holds at once; a higher one only a day later, so that
nobody is carried away.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import NoReturn, assert_never

from pitboss.errors import PlayerRefused
from pitboss.money import NOTHING, Money
from pitboss.players import commands as do
from pitboss.players import events as ev
from pitboss.players.account import Account, moment

RAISED_AFTER = timedelta(hours=24)
_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[^\W_])?")
_NAME_WORDS = "Take 1 to 24 letters and digits; spaces, dots and hyphens may stand between them."
_MOST_MINUTES = 24 * 60


def decide(account: Account, command: do.Command) -> list[ev.PlayerEvent]:
    """What happens when this is asked."""
    if isinstance(command, do.Register):
        return [_registered(account, command)]
    if not account.exists:
        _refuse("There is no such player", "Sign in first.")
    match command:
        case do.FillPurse():
            return _filled(account, command)
        case do.TakeToTable():
            return [_taken(account, command)]
        case do.BringFromTable(table=table, amount=amount, at=at):
            _check_amount(amount)
            return [ev.BroughtFromTable(table=table, amount=amount, at=at)]
        case do.SitDown(table=table, at=at):
            check_time(account, at)
            return [ev.SatDown(table=table, at=at)]
        case do.GetUp(table=table, at=at):
            return [ev.GotUp(table=table, at=at)] if table in account.sitting else []
        case do.LimitSpend():
            return [_spend_limited(account, command)]
        case do.LimitTime():
            return [_time_limited(account, command)]
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


def _registered(account: Account, command: do.Register) -> ev.PlayerRegistered:
    name = " ".join(command.name.split())
    if not _NAME.fullmatch(name):
        _refuse("This is not a name others can read", _NAME_WORDS)
    if account.exists:
        _refuse(f"The name {name} is taken", "Take another, or sign in.")
    return ev.PlayerRegistered(
        name=name, secret_hash=command.secret_hash, is_guest=command.is_guest, at=command.at
    )


def _filled(account: Account, command: do.FillPurse) -> list[ev.PlayerEvent]:
    lacks = command.upto - account.purse
    if lacks <= NOTHING:
        _refuse(
            f"The purse holds {account.purse.dollars}",
            f"It is filled up once it holds less than {command.upto.dollars}.",
        )
    return [ev.PurseFilled(amount=lacks, at=command.at)]


def _taken(account: Account, command: do.TakeToTable) -> ev.TakenToTable:
    _check_amount(command.amount)
    check_time(account, command.at)
    if command.amount > account.purse:
        _refuse(
            f"{command.amount.dollars} from a purse of {account.purse.dollars}",
            f"Take at most {account.purse.dollars}.",
        )
    limit, spent = account.spend.at(command.at), account.spent(command.at)
    if limit is not None and spent + command.amount > limit:
        _refuse(
            f"{spent.dollars} of the {limit.dollars} a day that {account.name} allows themselves "
            "is spent",
            f"Take at most {max(limit - spent, NOTHING).dollars}.",
        )
    return ev.TakenToTable(table=command.table, amount=command.amount, at=command.at)


def _spend_limited(account: Account, command: do.LimitSpend) -> ev.SpendLimited:
    if command.limit is not None and command.limit < NOTHING:
        _refuse(f"A limit of {command.limit.dollars}", "Set nothing or more.")
    is_raise = account.spend.is_raise(command.limit, command.at)
    return ev.SpendLimited(
        limit=command.limit, starts=_starts(command.at, is_raise=is_raise), at=command.at
    )


def _time_limited(account: Account, command: do.LimitTime) -> ev.TimeLimited:
    if command.minutes is not None and not 0 <= command.minutes <= _MOST_MINUTES:
        _refuse(f"A limit of {command.minutes} minutes", f"A day has 0 to {_MOST_MINUTES}.")
    is_raise = account.time.is_raise(command.minutes, command.at)
    return ev.TimeLimited(
        minutes=command.minutes, starts=_starts(command.at, is_raise=is_raise), at=command.at
    )


def _starts(at: str, *, is_raise: bool) -> str:
    if not is_raise:
        return at
    later = moment(at) + RAISED_AFTER
    return later.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def _check_amount(amount: Money) -> None:
    if amount <= NOTHING:
        _refuse(f"An amount of {amount.dollars}", "Say more than nothing.")


def _refuse(problem: str, remedy: str) -> NoReturn:
    raise PlayerRefused(problem, remedy=remedy)
