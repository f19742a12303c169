"""How a round of play moves the chips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from pitboss.frozen import replace
from pitboss.money import NOTHING, Money
from pitboss.round.deal import (
    CardBurned,
    CardsDealt,
    CardSetAside,
    CardsFound,
    CardsLeftDown,
    CardsTurned,
    DrawsRecorded,
)
from pitboss.round.decisions import (
    ChoiceMade,
    HandDeclined,
    HandForfeited,
    HandRemoved,
    HandShown,
    HandViewed,
)
from pitboss.round.result import (
    MeterPaid,
    RoundClosed,
    RoundSettled,
    RoundVoided,
    SettlementUndone,
    WagerSettled,
)
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import (
    BetsClosed,
    SeatStoodDown,
    WagerPlaced,
    WagerReturned,
    WagerTakenDown,
    WagerWithdrawn,
)
from pitboss.table.chips.layout import (
    Part,
    going,
    less,
    lying,
    part_of,
    with_part,
)
from pitboss.table.chips.state import (
    Chips,
    from_level,
    holding,
    made_good,
    no_longer_held,
    spent,
)


def after_round(chips: Chips, play: RoundState, event: RoundEvent) -> Chips:
    """The chips after something happened in the round; `play` is the round before it."""
    # What happens most often is looked for first.
    match event:
        case WagerPlaced():
            return _placed(chips, event)
        case WagerSettled():
            return _settled(chips, play, event)
        case (
            ChoiceMade() | HandShown() | CardsTurned() | BetsClosed() | CardsDealt()
            | RoundSettled() | RoundClosed() | DrawsRecorded() | HandViewed()
            | CardBurned() | CardsLeftDown() | HandDeclined() | HandRemoved()
            | HandForfeited() | CardsFound() | CardSetAside() | RoundVoided()
        ):  # fmt: skip
            # A hand that is removed and a round that is void give stakes back when settled.
            return chips
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
            assert_never(event)


def _placed(chips: Chips, event: WagerPlaced) -> Chips:
    cost = event.stake - chips.coupon
    old = part_of(chips.stakes, event.seat, event.wager, event.player)
    part = Part(event.player, old.chips + cost, old.coupon + chips.coupon)
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
    """A line settled once, or taken back (minus one times), to the cent the same."""
    players, left, won, used, unused = chips.players, 0, 0, 0, 0
    for gone in going(chips.stakes, line, play.seats[line.seat].player):
        part, coupon, paid = gone.part, gone.part.coupon.cents, gone.winnings.cents
        players = holding(players, part.player, Money((gone.back.cents + paid) * times))
        left += part.chips.cents + coupon
        won += part.chips.cents - gone.back.cents - paid
        if gone.takes_coupon:
            used += coupon
        else:
            unused += coupon
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
