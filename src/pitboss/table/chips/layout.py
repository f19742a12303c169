"""Stakes on the layout: whose they are, and how much of them is a coupon.

The round knows what each wager comes to. Here stands what it is made of, because a coupon goes
back as a coupon and never as money, and a withdrawn stake is not given back twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from pitboss.money import NOTHING, Money
from pitboss.round.result import WagerSettled


@dataclass(frozen=True, slots=True)
class Part:
    """What one person has on one wager."""

    player: str
    chips: Money
    coupon: Money = NOTHING

    @property
    def value(self) -> Money:
        """What it counts for."""
        return self.chips + self.coupon


class Gone(NamedTuple):
    """One person's part leaving the layout, and what they win with it."""

    part: Part
    back: Money = NOTHING
    """Chips that go back to the player; the rest of the chips goes to the rack."""
    winnings: Money = NOTHING
    takes_coupon: bool = False
    """A coupon is taken after one decision, and otherwise goes back unused."""


_Key = TypeVar("_Key")
_Value = TypeVar("_Value", bound=Sized)
Stakes = Mapping[int, Mapping[str, tuple[Part, ...]]]


def lying(stakes: Stakes, seat: int, wager: str) -> tuple[Part, ...]:
    """Who has what on a wager."""
    return stakes.get(seat, {}).get(wager, ())


def part_of(stakes: Stakes, seat: int, wager: str, player: str) -> Part:
    """What somebody has on a wager."""
    for part in lying(stakes, seat, wager):
        if part.player == player:
            return part
    return Part(player, NOTHING)


def with_part(stakes: Stakes, seat: int, wager: str, part: Part) -> Stakes:
    """The stakes with somebody's part of a wager as it is now; what is nothing is left out."""
    parts = {old.player: old for old in lying(stakes, seat, wager)}
    parts[part.player] = part
    left = tuple([old for old in parts.values() if old.value])
    at = _with(stakes.get(seat, {}), wager, left)
    return _with(stakes, seat, at)


def _with(mapping: Mapping[_Key, _Value], key: _Key, value: _Value) -> Mapping[_Key, _Value]:
    """The same mapping but for one key, which is left out where there is nothing."""
    after = {**mapping, key: value}
    if not value:
        del after[key]
    return after


def less(part: Part, stake: Money) -> Part:
    """What leaves with a part of a stake: a whole coupon if it fits, and otherwise chips first.

    >>> less(Part("anna", Money(1000), Money(500)), Money(700))
    Part(player='anna', chips=Money('2.00'), coupon=Money('5.00'))
    >>> less(Part("anna", Money(1000), Money(500)), Money(300))
    Part(player='anna', chips=Money('3.00'), coupon=Money('0.00'))
    >>> less(Part("anna", Money(0)), Money(300))
    Part(player='anna', chips=Money('0.00'), coupon=Money('0.00'))
    """
    # A wager that was withdrawn before lies there no more, and is not given back twice.
    going_back = min(stake, part.value)
    coupon = part.coupon if part.coupon <= going_back else NOTHING
    chips = min(going_back - coupon, part.chips)
    return Part(part.player, chips, going_back - chips)


def going(stakes: Stakes, line: WagerSettled, seated: str) -> Iterator[Gone]:
    """What leaves the layout, and with whom, when a wager is settled.

    A withdrawn wager lies there no more, and a payment never did: then only winnings move.
    """
    decided = line.outcome in ("win", "lose")
    parts = {part.player: part for part in lying(stakes, line.seat, line.wager)}
    shares = line.shares or ((seated, line.stake, line.winnings, line.returned),)
    for player, _, winnings, returned in shares:
        part = parts.get(player, Part(player, NOTHING))
        back = min(returned, part.chips)
        yield Gone(part, back, winnings, takes_coupon=decided and bool(part.coupon))
