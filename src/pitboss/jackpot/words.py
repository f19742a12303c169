"""Amounts in words, as a payout slip has them beside the figures."""

from __future__ import annotations

from pitboss.money import Money

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
