"""Stakes on the layout: whose they are, how much of them is a coupon, and how a round moves them.

The round knows what each wager comes to. Here stands what it is made of, because a coupon goes
back as a coupon and never as money, and a withdrawn stake is not given back twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from typing import TypeVar

from pitboss.frozen import replace
from pitboss.money import NOTHING, Money
from pitboss.round.result import MeterPaid, SettlementUndone, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import (
    SeatStoodDown,
    WagerPlaced,
    WagerReturned,
    WagerTakenDown,
    WagerWithdrawn,
)
from pitboss.table.chips.holdings import (
    Chips,
    Part,
    from_level,
    holding,
    made_good,
    no_longer_held,
    spent,
)

_Key = TypeVar("_Key")
_Value = TypeVar("_Value", bound=Sized)
Stakes = Mapping[int, Mapping[str, tuple[Part, ...]]]


def lying(stakes: Stakes, seat: int, wager: str) -> tuple[Part, ...]:
    """Who has what on a wager."""
    return stakes.get(seat, {}).get(wager, ())


def part_of(stakes: Stakes, seat: int, wager: str, player: str) -> Part:
    """What a player has on a wager."""
    for part in lying(stakes, seat, wager):
        if part.player == player:
            return part
    return Part(player, NOTHING)


def with_part(stakes: Stakes, seat: int, wager: str, part: Part) -> Stakes:
    """The stakes with a player's part of a wager as it is now; an empty part is left out."""
    wagers = stakes.get(seat, {})
    parts = {old.player: old for old in wagers.get(wager, ())}
    parts[part.player] = part
    left = tuple([old for old in parts.values() if old.chips or old.coupon])
    return _with(stakes, seat, _with(wagers, wager, left))


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


# --- how a round moves chips ------------------------------------------------------------------


def after_round(chips: Chips, play: RoundState, event: RoundEvent) -> Chips:
    """The chips after something happened in the round; `play` is the round before it."""
    # What happens most often is looked for first.
    match event:
        case WagerPlaced():
            return _placed(chips, event)
        case WagerSettled():
            return _settled(chips, play, event)
        case RoundOpened():
            return replace(chips, stakes={}, awards={}, fixed={}, round_prizes=())
        case WagerTakenDown(seat=seat, player=player, wager=wager):
            part = part_of(chips.stakes, seat, wager, player)
            return _given_back(chips, seat, wager, [part])
        case SeatStoodDown(seat=seat):
            for wager, parts in chips.stakes.get(seat, {}).items():
                chips = _given_back(chips, seat, wager, parts)
            return chips
        case WagerWithdrawn(seat=seat, wager=wager):
            return _given_back(chips, seat, wager, lying(chips.stakes, seat, wager))
        case WagerReturned(seat=seat, player=player, wager=wager, stake=stake):
            part = less(part_of(chips.stakes, seat, wager, player), stake)
            return _given_back(chips, seat, wager, [part])
        case MeterPaid(meter=meter, awarded=awarded):
            return _awarded(chips, meter, awarded)
        case SettlementUndone():
            return _undone(chips, play)
        case _:
            # Nothing else moves chips: a removed hand and a void round give stakes back when
            # settled. The ledger names every event, so that a new one is not forgotten.
            return chips


def _placed(chips: Chips, event: WagerPlaced) -> Chips:
    coupon = chips.coupon
    cost = event.stake - coupon if coupon else event.stake
    part = Part(event.player, cost, coupon)
    for old in lying(chips.stakes, event.seat, event.wager):
        if old.player == event.player:
            part = Part(event.player, old.chips + cost, old.coupon + coupon)
    players, elsewhere = spent(chips, event.player, cost)
    return replace(
        chips,
        players=players,
        elsewhere=elsewhere,
        stakes=with_part(chips.stakes, event.seat, event.wager, part),
        layout=chips.layout + cost,
        coupon=NOTHING,
    )


def _given_back(chips: Chips, seat: int, wager: str, parts: Iterable[Part]) -> Chips:
    for part in parts:
        old = part_of(chips.stakes, seat, wager, part.player)
        left = Part(part.player, old.chips - part.chips, old.coupon - part.coupon)
        chips = replace(
            chips,
            players=holding(chips.players, part.player, part.chips),
            coupons=chips.coupons + part.coupon,
            layout=chips.layout - part.value,
            stakes=with_part(chips.stakes, seat, wager, left),
        )
    return chips


def _settled(chips: Chips, play: RoundState, line: WagerSettled, times: int = 1) -> Chips:
    """A line settled once, or taken back (minus one times), to the cent the same.

    A withdrawn wager lies there no more, and a payment never did: then only winnings move. A
    coupon is taken after one decision, and otherwise goes back unused (I-41).
    """
    is_decided = line.outcome in ("win", "lose")
    parts = {part.player: part for part in lying(chips.stakes, line.seat, line.wager)}
    seated = play.seats[line.seat].player
    players, left, won, used, unused = chips.players, 0, 0, 0, 0
    for player, _, winnings, returned in line.shares or (
        (seated, line.stake, line.winnings, line.returned),
    ):
        part, gains = parts.get(player), winnings.cents
        won -= gains
        if part is not None:
            lies, coupon = part.chips.cents, part.coupon.cents
            back = min(returned.cents, lies)
            gains += back
            won += lies - back
            left += lies + coupon
            if is_decided:
                used += coupon
            else:
                unused += coupon
        players = holding(players, player, Money(gains * times))
    kept = Money(won * times)
    settled = replace(
        chips,
        players=players,
        layout=chips.layout - Money(left * times),
        rack=chips.rack + kept,
        won=chips.won + kept,
    )
    if not used and not unused:
        return settled
    return replace(
        settled,
        coupons=chips.coupons + Money(unused * times),
        coupon_box=chips.coupon_box + Money(used * times),
    )


def _awarded(chips: Chips, meter: str, awarded: Money) -> Chips:
    """What a player wins from a meter is the link's money: it makes good what the rack paid."""
    if not awarded:
        return chips
    awards = holding(chips.awards, meter, awarded)
    return replace(from_level(chips, meter, awarded), awards=awards)


def _undone(chips: Chips, play: RoundState) -> Chips:
    """Everything as it was, to the cent; a closing count made since then must be made again."""
    for prize in chips.round_prizes:
        # One that went back to the link comes once more, to be taken back with all the rest.
        is_held = prize in chips.prizes
        chips = no_longer_held(chips, prize) if is_held else made_good(chips, prize, prize.amount)
    for line in play.settled:
        chips = _settled(chips, play, line, times=-1)
    for meter, awarded in chips.awards.items():
        chips = _awarded(chips, meter, NOTHING - awarded)
    for level, amount in chips.fixed.items():
        chips = from_level(chips, level, NOTHING - amount)
    if chips.counted == "closing":
        chips = replace(chips, counted="opening", shift=replace(chips.shift, closing=None))
    return replace(chips, awards={}, fixed={}, round_prizes=())
