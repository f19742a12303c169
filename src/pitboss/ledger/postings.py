"""What an event moves: legs that come to nothing together.

Every event of the round and of the chips is listed, those that move nothing too, so that the type
checker sees a new one that is missing. The other parts of a table have no hand in the chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from pitboss.ledger import accounts
from pitboss.ledger.accounts import Leg, Unbalanced, balanced, move
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
from pitboss.table import operation, rounds
from pitboss.table.chips.corrections import ChipsCorrected
from pitboss.table.chips.exchange import BoughtIn, CashedOut, ColouredUp
from pitboss.table.chips.holdings import Chips, MovementKind, Part, value_of
from pitboss.table.chips.prizes import (
    FixedAwardsMadeGood,
    PrizeHandedOver,
    PrizeHeld,
    PrizeReturned,
    PrizeToRecover,
)
from pitboss.table.chips.rack import (
    ClosingCounted,
    CreditSent,
    DropCollected,
    DropCounted,
    FillTaken,
    OpeningCounted,
)
from pitboss.table.chips.stakes import CouponPlayed, less, lying, part_of
from pitboss.table.equipment import procedure
from pitboss.table.irregularities import reports
from pitboss.table.table import ChipsEvent, Event, PeopleEvent, Table, TableSnapshot

MOVES_NOTHING = (
    operation.Event | rounds.Event | PeopleEvent | procedure.Event | reports.Event
    | TableSnapshot
)  # fmt: skip
"""Parts whose events reach no chips; if one did, books and table would disagree."""


def postings(before: Table, event: Event) -> tuple[Leg, ...]:
    """What an event moves, given the table before it."""
    return balanced(_legs(before, event), event)


def _legs(before: Table, event: Event) -> Iterator[Leg]:
    if isinstance(event, RoundEvent):
        return _legs_of_round(before, event)
    if isinstance(event, ChipsEvent):
        return _legs_of_chips(before, event)
    if isinstance(event, MOVES_NOTHING):
        return iter(())
    assert_never(event)


def _legs_of_chips(before: Table, event: ChipsEvent) -> Iterator[Leg]:
    match event:
        case BoughtIn(player=player, amount=amount):
            yield from move(amount, out_of=accounts.ELSEWHERE, into=accounts.DROP)
            yield from move(amount, out_of=accounts.RACK, into=accounts.player(player))
        case CashedOut(player=player, amount=amount):
            yield from _handed_over(before.chips, player, amount, into=accounts.CAGE)
        case ColouredUp(player=player, given=given, taken=taken):
            own = accounts.player(player)
            yield from move(value_of(given), out_of=own, into=accounts.RACK)
            yield from move(value_of(taken), out_of=accounts.RACK, into=own)
        case CouponPlayed(coupon=coupon):
            yield from move(coupon, out_of=accounts.COUPONS, into=accounts.LAYOUT)
        case OpeningCounted(counted=counted, expected=None):
            # What a rack holds that was never counted was brought from the cage.
            yield from move(counted - before.chips.rack, out_of=accounts.CAGE, into=accounts.RACK)
        case OpeningCounted(counted=counted, expected=expected):
            yield from _found(counted, expected or NOTHING)
        case ClosingCounted(counted=counted, expected=expected):
            yield from _found(counted, expected)
        case FillTaken(amount=amount):
            yield from move(amount, out_of=accounts.CAGE, into=accounts.RACK)
        case CreditSent(amount=amount):
            yield from move(amount, out_of=accounts.RACK, into=accounts.CAGE)
        case DropCollected(box=box, expected=expected):
            yield from move(expected, out_of=accounts.DROP, into=accounts.box(box))
        case DropCounted(box=box, counted=counted, expected=expected):
            yield Leg(accounts.box(box), NOTHING - expected)
            yield Leg(accounts.CAGE, counted)
            yield Leg(accounts.VARIANCE, expected - counted)
        case PrizeHeld(prize=prize):
            own, held = accounts.player(prize.player), accounts.held(prize.meter)
            yield from move(prize.amount, out_of=own, into=held)
        case PrizeHandedOver(prize=prize):
            own, held = accounts.player(prize.player), accounts.held(prize.meter)
            yield from move(prize.amount, out_of=held, into=own)
        case FixedAwardsMadeGood(level=level, amount=amount):
            yield from _made_good(before, level, amount)
        case PrizeReturned(prize=prize):
            meter = accounts.prizes(prize.meter)
            yield from move(prize.amount, out_of=accounts.held(prize.meter), into=meter)
        case PrizeToRecover():
            # The settlement that was undone just before has posted it.
            return
        case ChipsCorrected():
            yield from _taken_back(before, event)
        case _:
            assert_never(event)


def _taken_back(before: Table, event: ChipsCorrected) -> Iterator[Leg]:
    """The counter-entry to one movement, as it was posted then."""
    found, amount = before.chips.shift.movement(event.number), event.amount
    assert found is not None, "only what is kept is corrected"
    own, box = accounts.player(event.player), accounts.box(event.box)
    match event.kind:
        case MovementKind.BUY_IN:
            yield from move(amount, out_of=accounts.DROP, into=accounts.ELSEWHERE)
            yield from move(amount, out_of=own, into=accounts.RACK)
        case MovementKind.CASH_OUT:
            yield from move(amount - found.brought, out_of=accounts.CAGE, into=own)
            yield from move(found.brought, out_of=accounts.CAGE, into=accounts.ELSEWHERE)
        case MovementKind.COLOUR_UP:
            yield from move(amount, out_of=own, into=accounts.RACK)
            yield from move(amount, out_of=accounts.RACK, into=own)
        case MovementKind.FILL:
            yield from move(amount, out_of=accounts.RACK, into=accounts.CAGE)
        case MovementKind.CREDIT:
            yield from move(amount, out_of=accounts.CAGE, into=accounts.RACK)
        case MovementKind.BOX:
            yield from move(amount, out_of=box, into=accounts.DROP)
        case MovementKind.COUNT:
            yield Leg(accounts.CAGE, NOTHING - amount)
            yield Leg(box, found.expected)
            yield Leg(accounts.VARIANCE, amount - found.expected)
        case _:
            assert_never(event.kind)


def _found(counted: Money, expected: Money) -> Iterator[Leg]:
    """The rack holds what was counted, and the difference has an account of its own."""
    yield from move(counted - expected, out_of=accounts.VARIANCE, into=accounts.RACK)


# --- the round ---------------------------------------------------------------------------------


def _legs_of_round(before: Table, event: RoundEvent) -> Iterator[Leg]:
    """What an event of the round moves, given the table before it."""
    chips = before.chips
    match event:
        case WagerPlaced(player=player, stake=stake):
            # A coupon that is played with it was laid down just before.
            yield from _handed_over(chips, player, stake - chips.coupon, into=accounts.LAYOUT)
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
            yield from _made_good(before, meter, awarded)
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


def _handed_over(chips: Chips, player: str, amount: Money, *, into: str) -> Iterator[Leg]:
    """A player's chips go somewhere; chips that the table never saw came from elsewhere."""
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


def _made_good(before: Table, meter: str, awarded: Money) -> Iterator[Leg]:
    """The rack paid the winner, and the link, whose money it is, makes it good."""
    assert before.setting is not None, "a round is settled at an open table"
    account = accounts.prizes(f"{before.setting.link or ''}:{meter}")
    yield from move(awarded, out_of=account, into=accounts.RACK)


def _settlement(before: Table) -> Iterator[Leg]:
    for line in before.play.settled:
        yield from _settled(before, line)
    for meter, awarded in before.chips.awards.items():
        yield from _made_good(before, meter, awarded)
    for level, amount in before.chips.fixed.items():
        yield from _made_good(before, level, amount)
    for prize in before.chips.round_prizes:
        # Where it lies by now: held, or with the link again.
        is_held = prize in before.chips.prizes
        lies = accounts.held(prize.meter) if is_held else accounts.prizes(prize.meter)
        yield from move(prize.amount, out_of=accounts.player(prize.player), into=lies)
