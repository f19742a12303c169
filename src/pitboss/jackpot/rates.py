"""Shares of a wager, exactly; the parts of a cent in which a meter is kept; amounts as texts.

A meter counts whole parts of a cent, so many to the cent that every rate of its link gives whole
parts of every stake. Nothing is rounded and nothing is dropped; only what is shown is rounded down
to the cent (I-03).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.errors import BadSetting
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
