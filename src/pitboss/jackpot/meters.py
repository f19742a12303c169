"""The meter of one level, kept exactly: rates, parts of a cent, and one balance for every move.

A meter counts whole parts of a cent, so many to the cent that every rate of its link gives whole
parts of every stake. Nothing is rounded and nothing is dropped; what is shown is what accrued, no
more than the limit and rounded down to the cent (I-03).

Whatever happens to a level is a *move*: so many parts more or less on some of its accounts. One
equation holds after every move, or the link goes no further:

    initial + contributions + fills + received
        = accrued + reserve + overflow + held + wins + sent + corrected
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import lcm

from pitboss.errors import BadSetting, PitbossError
from pitboss.money import Money

_RATE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(%?)|([0-9]{1,9})/([1-9][0-9]{0,8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of a wager, in lowest terms: `n` parts of `d`."""

    n: int
    d: int

    @staticmethod
    def of(share: Fraction) -> Rate:
        """A share as a rate."""
        if not 0 <= share <= 1:
            raise BadSetting(f"{share} is no share of a wager; give one from 0 to 1")
        return Rate(share.numerator, share.denominator)

    @staticmethod
    def parse(text: str) -> Rate:
        """Read a share as people write it.

        >>> Rate.parse("20%"), Rate.parse("0.375%"), Rate.parse("1/3")
        (Rate(n=1, d=5), Rate(n=3, d=800), Rate(n=1, d=3))
        >>> Rate.parse("a fifth")
        Traceback (most recent call last):
        ...
        pitboss.errors.BadSetting: 'a fifth' is no share of a wager; write 20%, 0.2 or 1/5
        """
        found = _RATE.fullmatch(text)
        if found is None:
            raise BadSetting(f"{text!r} is no share of a wager; write 20%, 0.2 or 1/5")
        if found[1] is None:
            return Rate.of(Fraction(int(found[3]), int(found[4])))
        return Rate.of(Fraction(found[1]) / (100 if found[2] else 1))

    @property
    def share(self) -> Fraction:
        """As a number."""
        return Fraction(self.n, self.d)

    def of_stake(self, cents: int, per_cent: int) -> int:
        """So many parts of a cent of a stake, exactly.

        >>> Rate.parse("1/3").of_stake(500, 3)
        500
        """
        parts, rest = divmod(cents * per_cent * self.n, self.d)
        assert not rest, f"{per_cent} parts to the cent are too few for {self}"
        return parts

    def __str__(self) -> str:
        """As people read it.

        >>> str(Rate(3, 800)), str(Rate(1, 3))
        ('0.375%', '1/3')
        """
        percent = exact_text(self.share * 100)
        return f"{self.n}/{self.d}" if "/" in percent else f"{percent}%"


def parts_per_cent(rates: Iterable[Rate]) -> int:
    """The fewest parts of a cent in which all these shares of whole cents are whole.

    >>> parts_per_cent([Rate(1, 5), Rate(3, 800), Rate(1, 3)])
    2400
    """
    return lcm(*(rate.d for rate in rates))


def whole_cents(parts: int, per_cent: int) -> Money:
    """Parts of a cent rounded down to the cent, as a meter shows them (I-03)."""
    return Money(parts // per_cent)


# --- amounts as texts -----------------------------------------------------------------------------


def exact_text(number: Fraction) -> str:
    """A number written out where its decimals end, and as a fraction where they do not.

    >>> exact_text(Fraction(617283, 500)), exact_text(Fraction(1, 3)), exact_text(Fraction(7))
    ('1234.566', '1/3', '7')
    """
    rest, twos, fives = number.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return str(number)
    places = max(twos, fives)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}d}"
    whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{decimals}" if places else f"{sign}{whole}"


def dollars_text(parts: int, per_cent: int) -> str:
    """Parts of a cent in dollars, to the last part, with at least two decimals.

    >>> dollars_text(12345, 10), dollars_text(-700, 1), dollars_text(100, 3)
    ('12.345', '-7.00', '1/3')
    """
    text = exact_text(Fraction(parts, 100 * per_cent))
    if "/" in text:
        return text
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals:0<2}"


_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip


_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


_THOUSANDS = ("", "thousand", "million", "billion", "trillion", "quadrillion")


def in_words(amount: Money) -> str:
    """An amount as it is read out.

    >>> in_words(Money.parse("1234567.89"))
    'one million two hundred thirty-four thousand five hundred sixty-seven dollars and \
eighty-nine cents'
    >>> in_words(Money(101)), in_words(Money(0))
    ('one dollar and one cent', 'zero dollars and zero cents')
    """
    dollars, cents = divmod(amount.cents, 100)
    return f"{_counted(dollars, 'dollar')} and {_counted(cents, 'cent')}"


def _counted(number: int, thing: str) -> str:
    return f"{number_in_words(number)} {thing}{'' if number == 1 else 's'}"


def number_in_words(number: int) -> str:
    """A whole number, not below nothing.

    >>> number_in_words(1_000_010)
    'one million ten'
    """
    if number == 0:
        return _SMALL[0]
    groups: list[str] = []
    for name in _THOUSANDS:
        number, group = divmod(number, 1000)
        if group:
            groups.append(f"{_below_thousand(group)} {name}".strip())
    assert not number, "there is not so much money"
    return " ".join(reversed(groups))


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = [f"{_SMALL[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        said.append(_TENS[tens] + (f"-{_SMALL[ones]}" if ones else ""))
    elif rest:
        said.append(_SMALL[rest])
    return " ".join(said)


class MeterImbalance(PitbossError):
    """A meter on which money was made or lost. Nothing may be built on it."""


class Bucket(StrEnum):
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


SOURCES = (
    Bucket.INITIAL,
    Bucket.CONTRIBUTIONS,
    Bucket.FILLS,
    Bucket.RECEIVED,
)


HOLDINGS = (Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW, Bucket.HELD)


USES = (Bucket.WINS, Bucket.SENT, Bucket.CORRECTED)


# What accrued and the reserve may be owed: wagers go back after a win has spent what they gave.
_NEVER_BELOW_NOTHING = (Bucket.OVERFLOW, Bucket.HELD)


Move = Mapping[Bucket, int]
"""So many parts more or less on these accounts."""


Moves = Mapping[str, Move]
"""What moves on each level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One level of a link."""

    level: str
    per_cent: int
    limit: Money | None = None
    amounts: Mapping[Bucket, int] = field(default_factory=dict)
    wagers: int = 0
    """Qualifying wagers that came in, less those that were returned."""
    hits: int = 0

    def __getitem__(self, account: Bucket) -> int:
        return self.amounts.get(account, 0)

    @property
    def excess(self) -> int:
        """What accrued above the limit, in parts."""
        if self.limit is None:
            return 0
        return max(0, self[Bucket.ACCRUED] - self.limit.cents * self.per_cent)

    @property
    def display(self) -> Money:
        """What may be won, as it is shown."""
        return whole_cents(max(0, self[Bucket.ACCRUED] - self.excess), self.per_cent)

    @property
    def overflow(self) -> int:
        """All that is above the limit, set aside or not, in parts."""
        return self[Bucket.OVERFLOW] + self.excess

    @property
    def short(self) -> int:
        """What the level lacks because wagers were returned after it was won, in parts."""
        return max(0, -self[Bucket.ACCRUED])

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
    lacking = meter[Bucket.OVERFLOW] + back.get(Bucket.OVERFLOW, 0)
    if lacking < 0:
        back[Bucket.OVERFLOW] -= lacking
        back[Bucket.ACCRUED] = back.get(Bucket.ACCRUED, 0) + lacking
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
