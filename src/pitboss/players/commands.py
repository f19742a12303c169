"""What is asked concerning a player's account."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.codec import stored
from pitboss.money import Money


@stored("register")
@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Somebody opens an account, or comes as a guest without a password."""

    name: str
    secret_hash: str = field(repr=False)
    is_guest: bool
    at: str


@stored("fill-purse")
@dataclass(frozen=True, slots=True, kw_only=True)
class FillPurse:
    """Play money is given until the purse holds so much."""

    upto: Money
    at: str


@stored("take-to-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeToTable:
    """Money goes from the purse to a table."""

    table: str
    amount: Money
    at: str


@stored("bring-from-table")
@dataclass(frozen=True, slots=True, kw_only=True)
class BringFromTable:
    """Money comes back from a table."""

    table: str
    amount: Money
    at: str


@stored("sit-down")
@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown:
    """A sitting at a table begins."""

    table: str
    at: str


@stored("get-up")
@dataclass(frozen=True, slots=True, kw_only=True)
class GetUp:
    """A sitting at a table ends."""

    table: str
    at: str


@stored("limit-spend")
@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSpend:
    """The player limits what a day may cost; None for no limit."""

    limit: Money | None
    at: str


@stored("limit-time")
@dataclass(frozen=True, slots=True, kw_only=True)
class LimitTime:
    """The player limits the minutes of a day spent at tables; None for no limit."""

    minutes: int | None
    at: str


Command = (
    Register | FillPurse | TakeToTable | BringFromTable | SitDown | GetUp | LimitSpend | LimitTime
)
