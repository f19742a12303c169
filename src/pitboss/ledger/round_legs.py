"""What the events of a round move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from pitboss.ledger import accounts
from pitboss.ledger.legs import Leg, Unbalanced, move
from pitboss.money import NOTHING, Money, total
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
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import (
    BetsClosed,
    SeatStoodDown,
    WagerPlaced,
    WagerReturned,
    WagerTakenDown,
    WagerWithdrawn,
)
from pitboss.table.chips.layout import Part, less, lying, part_of
from pitboss.table.chips.state import Chips
from pitboss.table.table import Table


def legs_of_round(before: Table, event: RoundEvent) -> Iterator[Leg]:
    """What an event of the round moves, given the table before it."""
    chips = before.chips
    match event:
        case WagerPlaced(player=player, stake=stake):
            # A coupon that is played with it was laid down just before.
            yield from handed_over(chips, player, stake - chips.coupon, into=accounts.LAYOUT)
        case WagerTakenDown(seat=seat, wager=wager, player=player):
            yield from _given_back([part_of(chips.stakes, seat, wager, player)])
        case SeatStoodDown(seat=seat):
            for parts in chips.stakes.get(seat, {}).values():
                yield from _given_back(parts)
        case WagerWithdrawn(seat=seat, wager=wager):
            yield from _given_back(lying(chips.stakes, seat, wager))
        case WagerReturned(seat=seat, wager=wager, player=player, stake=stake):
            yield from _given_back([less(part_of(chips.stakes, seat, wager, player), stake)])
        case WagerSettled():
            yield from _settled(before, event)
        case MeterPaid(meter=meter, awarded=awarded):
            yield from made_good(before, meter, awarded)
        case SettlementUndone():
            for leg in _settlement(before):
                yield Leg(leg.account, NOTHING - leg.amount)
        case (
            RoundOpened() | BetsClosed() | DrawsRecorded() | CardsDealt()
            | HandViewed() | ChoiceMade() | CardBurned() | CardsTurned()
            | CardsLeftDown() | HandShown() | HandDeclined() | HandRemoved()
            | HandForfeited() | CardsFound() | CardSetAside() | RoundVoided()
            | RoundSettled() | RoundClosed()
        ):  # fmt: skip
            return
        case _:
            assert_never(event)


def handed_over(chips: Chips, player: str, amount: Money, *, into: str) -> Iterator[Leg]:
    """Somebody's chips go somewhere; what the table never saw them get came from elsewhere."""
    known = max(chips.players.get(player, NOTHING), NOTHING)
    own = amount if amount <= known else known
    yield from move(own, out_of=accounts.player(player), into=into)
    yield from move(amount - own, out_of=accounts.ELSEWHERE, into=into)


def _given_back(parts: Iterable[Part]) -> Iterator[Leg]:
    for part in parts:
        yield from move(part.chips, out_of=accounts.LAYOUT, into=accounts.player(part.player))
        yield from move(part.coupon, out_of=accounts.LAYOUT, into=accounts.COUPONS)


def _settled(before: Table, line: WagerSettled) -> Iterator[Leg]:
    """The stake leaves the layout, each winner is paid, and the rack has the rest.

    A withdrawn wager lies there no more and a payment never did, so that only winnings move. A
    coupon is taken by a decision, won or lost, and goes back where there was none (I-41).
    """
    parts = {part.player: part for part in lying(before.chips.stakes, line.seat, line.wager)}
    lies = total(part.value for part in parts.values())
    if parts and lies != line.stake:
        raise Unbalanced(f"{line.wager} at seat {line.seat}: {line.stake} settled, {lies} there")
    used = accounts.COUPON_BOX if line.outcome in ("win", "lose") else accounts.COUPONS
    seated = before.play.seats[line.seat].player
    for name, _, winnings, returned in line.shares or (
        (seated, lies, line.winnings, line.returned),
    ):
        to, part = accounts.player(name), parts.get(name)
        yield from move(winnings, out_of=accounts.RACK, into=to)
        if part is None:
            continue
        yield from move(part.coupon, out_of=accounts.LAYOUT, into=used)
        yield from move(part.chips, out_of=accounts.LAYOUT, into=accounts.RACK)
        back = part.chips if returned > part.chips else returned
        yield from move(back, out_of=accounts.RACK, into=to)


def made_good(before: Table, meter: str, awarded: Money) -> Iterator[Leg]:
    """The rack paid the winner, and the link, whose money it is, makes it good."""
    assert before.setting is not None, "a round is settled at an open table"
    account = accounts.prizes(f"{before.setting.link or ''}:{meter}")
    yield from move(awarded, out_of=account, into=accounts.RACK)


def _settlement(before: Table) -> Iterator[Leg]:
    for line in before.play.settled:
        yield from _settled(before, line)
    for meter, awarded in before.chips.awards.items():
        yield from made_good(before, meter, awarded)
    for level, amount in before.chips.fixed.items():
        yield from made_good(before, level, amount)
    for prize in before.chips.round_prizes:
        # Where it lies by now: held, or with the link again.
        is_held = prize in before.chips.prizes
        lies = accounts.held(prize.meter) if is_held else accounts.prizes(prize.meter)
        yield from move(prize.amount, out_of=accounts.player(prize.player), into=lies)
