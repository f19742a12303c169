"""What an event moves: legs that come to nothing together.

Every event of the round and of the chips is listed, those that move nothing too, so that the type
checker sees a new one that is missing. The other parts of a table have no hand in the chips.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.ledger import accounts
from pitboss.ledger.legs import Leg, balanced, move
from pitboss.ledger.round_legs import handed_over, legs_of_round, made_good
from pitboss.money import NOTHING, Money
from pitboss.round.round import Event as RoundEvent
from pitboss.table.chips import events as chips_ev
from pitboss.table.chips.movements import Kind
from pitboss.table.chips.pieces import value_of
from pitboss.table.equipment import procedure as equipment
from pitboss.table.irregularities import events as irregular_ev
from pitboss.table.opening import events as opening_ev
from pitboss.table.people import events as people_ev
from pitboss.table.rounds import events as rounds_ev
from pitboss.table.table import Event, Table, TableSnapshot

MOVES_NOTHING = (
    opening_ev.Event | rounds_ev.Event | people_ev.Event | equipment.Event | irregular_ev.Event
    | TableSnapshot
)  # fmt: skip
"""Parts whose events reach no chips; if one did, books and table would disagree."""


def postings(before: Table, event: Event) -> tuple[Leg, ...]:
    """What an event moves, given the table before it."""
    return balanced(_legs(before, event), event)


def _legs(before: Table, event: Event) -> Iterator[Leg]:
    if isinstance(event, RoundEvent):
        return legs_of_round(before, event)
    if isinstance(event, chips_ev.Event):
        return _legs_of_chips(before, event)
    if isinstance(event, MOVES_NOTHING):
        return iter(())
    assert_never(event)


def _legs_of_chips(before: Table, event: chips_ev.Event) -> Iterator[Leg]:
    match event:
        case chips_ev.BoughtIn(player=player, amount=amount):
            yield from move(amount, out_of=accounts.ELSEWHERE, into=accounts.DROP)
            yield from move(amount, out_of=accounts.RACK, into=accounts.player(player))
        case chips_ev.CashedOut(player=player, amount=amount):
            yield from handed_over(before.chips, player, amount, into=accounts.CAGE)
        case chips_ev.ColouredUp(player=player, given=given, taken=taken):
            own = accounts.player(player)
            yield from move(value_of(given), out_of=own, into=accounts.RACK)
            yield from move(value_of(taken), out_of=accounts.RACK, into=own)
        case chips_ev.CouponPlayed(coupon=coupon):
            yield from move(coupon, out_of=accounts.COUPONS, into=accounts.LAYOUT)
        case chips_ev.OpeningCounted(counted=counted, expected=None):
            # What a rack holds that was never counted was brought from the cage.
            yield from move(counted - before.chips.rack, out_of=accounts.CAGE, into=accounts.RACK)
        case chips_ev.OpeningCounted(counted=counted, expected=expected):
            yield from _found(counted, expected or NOTHING)
        case chips_ev.ClosingCounted(counted=counted, expected=expected):
            yield from _found(counted, expected)
        case chips_ev.FillTaken(amount=amount):
            yield from move(amount, out_of=accounts.CAGE, into=accounts.RACK)
        case chips_ev.CreditSent(amount=amount):
            yield from move(amount, out_of=accounts.RACK, into=accounts.CAGE)
        case chips_ev.DropCollected(box=box, expected=expected):
            yield from move(expected, out_of=accounts.DROP, into=accounts.box(box))
        case chips_ev.DropCounted(box=box, counted=counted, expected=expected):
            yield Leg(accounts.box(box), NOTHING - expected)
            yield Leg(accounts.CAGE, counted)
            yield Leg(accounts.VARIANCE, expected - counted)
        case chips_ev.PrizeHeld(prize=prize):
            own, held = accounts.player(prize.player), accounts.held(prize.meter)
            yield from move(prize.amount, out_of=own, into=held)
        case chips_ev.PrizeHandedOver(prize=prize):
            own, held = accounts.player(prize.player), accounts.held(prize.meter)
            yield from move(prize.amount, out_of=held, into=own)
        case chips_ev.FixedAwardsMadeGood(level=level, amount=amount):
            yield from made_good(before, level, amount)
        case chips_ev.PrizeReturned(prize=prize):
            meter = accounts.prizes(prize.meter)
            yield from move(prize.amount, out_of=accounts.held(prize.meter), into=meter)
        case chips_ev.PrizeToRecover():
            # The settlement that was undone just before has posted it.
            return
        case chips_ev.ChipsCorrected():
            yield from _taken_back(before, event)
        case _:
            assert_never(event)


def _taken_back(before: Table, event: chips_ev.ChipsCorrected) -> Iterator[Leg]:
    """The counter-entry to one movement, as it was posted then."""
    found, amount = before.chips.shift.movement(event.number), event.amount
    assert found is not None, "only what is kept is corrected"
    own, box = accounts.player(event.player), accounts.box(event.box)
    match event.kind:
        case Kind.BUY_IN:
            yield from move(amount, out_of=accounts.DROP, into=accounts.ELSEWHERE)
            yield from move(amount, out_of=own, into=accounts.RACK)
        case Kind.CASH_OUT:
            yield from move(amount - found.brought, out_of=accounts.CAGE, into=own)
            yield from move(found.brought, out_of=accounts.CAGE, into=accounts.ELSEWHERE)
        case Kind.COLOUR_UP:
            yield from move(amount, out_of=own, into=accounts.RACK)
            yield from move(amount, out_of=accounts.RACK, into=own)
        case Kind.FILL:
            yield from move(amount, out_of=accounts.RACK, into=accounts.CAGE)
        case Kind.CREDIT:
            yield from move(amount, out_of=accounts.CAGE, into=accounts.RACK)
        case Kind.BOX:
            yield from move(amount, out_of=box, into=accounts.DROP)
        case Kind.COUNT:
            yield Leg(accounts.CAGE, NOTHING - amount)
            yield Leg(box, found.expected)
            yield Leg(accounts.VARIANCE, amount - found.expected)
        case _:
            assert_never(event.kind)


def _found(counted: Money, expected: Money) -> Iterator[Leg]:
    """The rack holds what was counted, and the difference has an account of its own."""
    yield from move(counted - expected, out_of=accounts.VARIANCE, into=accounts.RACK)
