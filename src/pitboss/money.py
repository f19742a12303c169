"""Money in whole cents, and what a rulebook pays.

Winnings never include the stake. A rulebook that prints "7 to 1" gives the stake back beside the
winnings; one that prints "7 for 1" keeps it. The two are different types here, `To` and `For`,
so that neither can be paid by the other's rule; a share of a meter and a fixed prize are types of
their own.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from pitboss.errors import InexactPayment, MoneyError, OddsError

# Eighteen digits are more money than there is, and keep a hostile record from costing time.
_AMOUNT = re.compile(r"[0-9]{1,18}\.[0-9]{2}", re.ASCII)


class Money:
    """An amount in whole cents.

    Money adds, subtracts and compares; it is multiplied only by whole numbers and divided only
    with a named rounding. The currency is the table's, and one round has one.

    >>> Money.parse("12.50") + Money(cents=50)
    Money('13.00')
    >>> Money.parse("12.5")
    Traceback (most recent call last):
    ...
    pitboss.errors.MoneyError: '12.5' is not money; write digits, a point and two digits: "25.00"
    """

    __slots__ = ("cents",)

    cents: int

    def __init__(self, cents: int) -> None:
        _set_cents(self, cents)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Money does not change; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Money does not change; {name} cannot be deleted")

    @staticmethod
    def parse(text: object) -> Money:
        """Read `"25.00"`: digits, a point and two digits, nothing else."""
        if isinstance(text, str) and _AMOUNT.fullmatch(text):
            return Money(int(text[:-3]) * 100 + int(text[-2:]))
        raise MoneyError(f'{text!r} is not money; write digits, a point and two digits: "25.00"')

    def __str__(self) -> str:
        return amount_text(self.cents)

    def __repr__(self) -> str:
        return f"Money('{self}')"

    @property
    def dollars(self) -> str:
        """As a rulebook prints it.

        >>> Money(200000).dollars
        '$2,000.00'
        """
        sign = "-" if self.cents < 0 else ""
        whole, part = divmod(abs(self.cents), 100)
        return f"{sign}${whole:,}.{part:02d}"

    def __add__(self, other: Money) -> Money:
        return Money(self.cents + other.cents)

    def __sub__(self, other: Money) -> Money:
        return Money(self.cents - other.cents)

    def __mul__(self, times: int) -> Money:
        return Money(self.cents * times)

    def __bool__(self) -> bool:
        return self.cents != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.cents == other.cents

    def __hash__(self) -> int:
        return hash(("Money", self.cents))

    def __lt__(self, other: Money) -> bool:
        return self.cents < other.cents

    def __le__(self, other: Money) -> bool:
        return self.cents <= other.cents

    def __gt__(self, other: Money) -> bool:
        return self.cents > other.cents

    def __ge__(self, other: Money) -> bool:
        return self.cents >= other.cents

    def __reduce__(self) -> tuple[type[Money], tuple[int]]:
        return Money, (self.cents,)


# The slot's own setter passes by the __setattr__ that keeps everyone else out, and costs less.
_set_cents = Money.__dict__["cents"].__set__

NOTHING = Money(0)


@lru_cache(maxsize=16384)
def amount_text(cents: int) -> str:
    """Cents as contracts write them; kept, because the same few amounts come again and again.

    >>> amount_text(2500)
    '25.00'
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole}.{part:02d}"


def total(amounts: Iterable[Money]) -> Money:
    """The sum of several amounts.

    >>> total([Money(150), Money(50)])
    Money('2.00')
    """
    return Money(sum([amount.cents for amount in amounts]))


class Rounding(enum.Enum):
    """What becomes of a fraction of a cent (I-03)."""

    FLOOR = "floor"
    HALF_UP = "half_up"
    CEIL = "ceil"

    def divide(self, numerator: int, denominator: int) -> int:
        """A quotient of whole numbers, both positive, rounded this way.

        >>> [rounding.divide(1234567, 10) for rounding in Rounding]
        [123456, 123457, 123457]
        >>> [rounding.divide(5, 10) for rounding in Rounding]
        [0, 1, 1]
        """
        if self is Rounding.FLOOR:
            return numerator // denominator
        if self is Rounding.CEIL:
            return -(-numerator // denominator)
        return (2 * numerator + denominator) // (2 * denominator)


def shares_of(amount: Money, weights: list[Money]) -> tuple[list[Money], Money]:
    """Divide an amount in proportion to what each put in; the odd cents are left over.

    >>> shares_of(Money(1000), [Money(100), Money(200)])
    ([Money('3.33'), Money('6.66')], Money('0.01'))
    """
    whole = total(weights).cents
    parts = [Money(amount.cents * weight.cents // whole) for weight in weights]
    return parts, amount - total(parts)


def _exactly(n: int, d: int, stake: Money, odds: object) -> Money:
    cents, rest = divmod(stake.cents * n, d)
    if rest:
        raise InexactPayment(f"{odds} on {stake.dollars} is not a whole number of cents")
    return Money(cents)


@dataclass(frozen=True, slots=True)
class To:
    """Odds against the stake: the winnings, and the stake goes back with them.

    >>> To(7, 1).winnings(Money.parse("12.50")), To(7, 1).returned(Money.parse("12.50"))
    (Money('87.50'), Money('12.50'))
    >>> To(3, 2).winnings(Money(25))
    Traceback (most recent call last):
    ...
    pitboss.errors.InexactPayment: 3 to 2 on $0.25 is not a whole number of cents
    """

    n: int
    d: int = 1

    def __str__(self) -> str:
        return f"{self.n} to {self.d}" if self.n else "push"

    def winnings(self, stake: Money) -> Money:
        """What is won on a stake, to the cent."""
        if self.d == 1:
            return Money(stake.cents * self.n)
        return _exactly(self.n, self.d, stake, self)

    def returned(self, stake: Money) -> Money:
        """The stake goes back."""
        return stake


PUSH = To(0)
"""A row that neither wins nor loses: the stake goes back and nothing is won."""


@dataclass(frozen=True, slots=True)
class For:
    """Odds that include the stake: the winnings are all there is, the stake is kept.

    >>> For(40, 1).winnings(Money.parse("5.00")), For(40, 1).returned(Money.parse("5.00"))
    (Money('200.00'), Money('0.00'))
    """

    n: int
    d: int = 1

    def __str__(self) -> str:
        return f"{self.n} for {self.d}"

    @property
    def as_to(self) -> To:
        """The odds that come to the same with the stake given back (I-29).

        >>> str(For(9).as_to)
        '8 to 1'
        """
        return To(self.n - self.d, self.d)

    def winnings(self, stake: Money) -> Money:
        """What is paid on a stake, to the cent."""
        return _exactly(self.n, self.d, stake, self)

    def returned(self, stake: Money) -> Money:  # noqa: ARG002 - the twin of To.returned
        """The stake is kept."""
        return NOTHING


@dataclass(frozen=True, slots=True)
class Prize:
    """A fixed sum, whatever the stake.

    >>> str(Prize(Money(200000)))
    '$2,000.00'
    """

    amount: Money

    def __str__(self) -> str:
        return self.amount.dollars

    def winnings(self, stake: Money) -> Money:  # noqa: ARG002 - the twin of To.winnings
        """The same on every stake."""
        return self.amount


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage of a meter, whatever the stake.

    >>> str(Share(10, "jackpot")), str(Share(100, "mega"))
    ('10%', '100%')
    """

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}%"


Pays = To | For | Prize | Share

_ODDS = re.compile(r"([1-9][0-9]{0,8}) (to|for) ([1-9][0-9]{0,4})", re.ASCII)
_SHARE = re.compile(r"(100|[1-9][0-9]?)% of ([a-z]+)", re.ASCII)
_PRIZE = re.compile(r"\$((?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})*|[1-9][0-9]*)\.[0-9]{2})", re.ASCII)


@lru_cache(maxsize=1024)
def parse_pays(text: str) -> Pays:
    """Read what a row of a paytable pays, as rulebook files write it.

    >>> parse_pays("1000 to 1"), parse_pays("40 for 1")
    (To(n=1000, d=1), For(n=40, d=1))
    >>> parse_pays("10% of jackpot"), parse_pays("$2,000.00")
    (Share(percent=10, meter='jackpot'), Prize(amount=Money('2000.00')))
    >>> parse_pays("7:1")
    Traceback (most recent call last):
    ...
    pitboss.errors.OddsError: '7:1' is not what a paytable pays; write "7 to 1", "7 for 1", \
"push", "10% of jackpot" or "$2,000.00"
    >>> str(parse_pays("push"))
    'push'
    """
    if text == str(PUSH):
        return PUSH
    if odds := _ODDS.fullmatch(text):
        kind = To if odds[2] == "to" else For
        return kind(int(odds[1]), int(odds[3]))
    if share := _SHARE.fullmatch(text):
        return Share(int(share[1]), share[2])
    if prize := _PRIZE.fullmatch(text):
        return Prize(Money.parse(prize[1].replace(",", "")))
    raise OddsError(
        f"{text!r} is not what a paytable pays; "
        'write "7 to 1", "7 for 1", "push", "10% of jackpot" or "$2,000.00"'
    )
