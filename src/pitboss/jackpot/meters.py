"""The meter of one level: what came in, what it holds, and what went out, part by part.

Whatever happens to a level is a *move*: so many parts more or less on some of its accounts. One
equation holds after every move, or the link goes no further:

    initial + contributions + fills + received
        = accrued + reserve + overflow + held + wins + sent + corrected

What is shown is what accrued, no more than the limit and rounded down to the cent (I-03).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pitboss.errors import PitbossError
from pitboss.jackpot.rates import whole_cents
from pitboss.money import Money


class MeterImbalance(PitbossError):
    """A meter on which money was made or lost. Nothing may be built on it."""


class Account(StrEnum):
    """Where parts of a level come from, lie and go."""

    INITIAL = "initial"
    CONTRIBUTIONS = "contributions"
    FILLS = "fills"
    """Put in by the house: by hand, and for resets that the reserve could not pay."""
    RECEIVED = "received"
    """From other links."""
    ACCRUED = "accrued"
    """What may be won. Above the limit it is not shown; below nothing it is owed."""
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    """Set aside from above the limit."""
    HELD = "held"
    """Frozen for claims that are not verified yet."""
    WINS = "wins"
    SENT = "sent"
    """To other links."""
    CORRECTED = "corrected"
    """Taken off by adjustments; below nothing where they added more."""


SOURCES = (Account.INITIAL, Account.CONTRIBUTIONS, Account.FILLS, Account.RECEIVED)


HOLDINGS = (Account.ACCRUED, Account.RESERVE, Account.OVERFLOW, Account.HELD)


USES = (Account.WINS, Account.SENT, Account.CORRECTED)


# What accrued and the reserve may be owed: wagers go back after a win has spent what they gave.
_NEVER_BELOW_NOTHING = (Account.OVERFLOW, Account.HELD)


Move = Mapping[Account, int]
"""So many parts more or less on these accounts."""


Moves = Mapping[str, Move]
"""What moves on each level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One level of a link."""

    level: str
    per_cent: int
    limit: Money | None = None
    amounts: Mapping[Account, int] = field(default_factory=dict)
    wagers: int = 0
    """Qualifying wagers that came in, less those that were returned."""
    hits: int = 0

    def __getitem__(self, account: Account) -> int:
        return self.amounts.get(account, 0)

    @property
    def excess(self) -> int:
        """What accrued above the limit, in parts."""
        if self.limit is None:
            return 0
        return max(0, self[Account.ACCRUED] - self.limit.cents * self.per_cent)

    @property
    def display(self) -> Money:
        """What may be won, as it is shown."""
        return whole_cents(max(0, self[Account.ACCRUED] - self.excess), self.per_cent)

    @property
    def overflow(self) -> int:
        """All that is above the limit, set aside or not, in parts."""
        return self[Account.OVERFLOW] + self.excess

    @property
    def short(self) -> int:
        """What the level lacks because wagers were returned after it was won, in parts."""
        return max(0, -self[Account.ACCRUED])

    @property
    def liability(self) -> int:
        """What the house keeps for players, in parts: all it holds (P29)."""
        return sum(self[account] for account in HOLDINGS)


def moved(meter: Meter, move: Move) -> Meter:
    """The meter after a move, balanced."""
    amounts = dict(meter.amounts)
    for account, parts in move.items():
        amounts[account] = amounts.get(account, 0) + parts
    after = replace(meter, amounts=amounts)
    check_balance(after)
    return after


def check_balance(meter: Meter) -> None:
    """Raise if money was made or lost, or is where it cannot be."""
    came = sum(meter[account] for account in SOURCES)
    went = sum(meter[account] for account in HOLDINGS + USES)
    if came != went:
        raise MeterImbalance(
            f"{meter.level}: {came} parts came in and {went} are accounted for, at "
            f"{meter.per_cent} to the cent. Stop the link and recount it."
        )
    for account in _NEVER_BELOW_NOTHING:
        if meter[account] < 0:
            raise MeterImbalance(
                f"{meter.level}: {account} holds {meter[account]} parts. "
                "Stop the link and recount it."
            )


def undone(meter: Meter, move: Move) -> Move:
    """The counter-entry to a move, in the meter as it stands now.

    Where what this claim set aside from above the limit has gone elsewhere meanwhile, the level
    itself stands for it: amounts that others won are not touched (I-14).
    """
    back = {account: -parts for account, parts in move.items()}
    lacking = meter[Account.OVERFLOW] + back.get(Account.OVERFLOW, 0)
    if lacking < 0:
        back[Account.OVERFLOW] -= lacking
        back[Account.ACCRUED] = back.get(Account.ACCRUED, 0) + lacking
    return back


def without_zeros(move: Move) -> Move:
    """A move without the accounts that it leaves as they are."""
    return {account: parts for account, parts in move.items() if parts}


def rescaled(move: Move, times: int) -> Move:
    """The same in finer parts."""
    return {account: parts * times for account, parts in move.items()}


def rescaled_meter(meter: Meter, per_cent: int) -> Meter:
    """The same meter in finer parts of a cent, exactly."""
    times, rest = divmod(per_cent, meter.per_cent)
    assert not rest, f"{per_cent} parts to the cent cannot hold {meter.per_cent}"
    return replace(meter, per_cent=per_cent, amounts=rescaled(meter.amounts, times))
