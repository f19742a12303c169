"""Where the chips are.

Each event moves them by plain arithmetic on the fields below. The ledger tells the same in double
entry, and a test holds the two against each other, event by event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from pitboss.frozen import replace
from pitboss.money import NOTHING, Money, total
from pitboss.table.chips import events as ev
from pitboss.table.chips.layout import Part
from pitboss.table.chips.movements import KEPT_MOVEMENTS, OF_THE_RACK, Kind, Movement
from pitboss.table.chips.pieces import value_of
from pitboss.table.chips.prizes import Prize, Prizes, without


@dataclass(frozen=True, slots=True)
class Box:
    """A drop box that was collected and is not counted yet."""

    expected: Money
    is_of_shift: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """What the table's result is made of, from its opening count or its opening until now."""

    opening: Money = NOTHING
    fills: Money = NOTHING
    credits: Money = NOTHING
    drop: Money = NOTHING
    """Cash for chips, as bought in, and as counted once a box is counted."""
    linked: Money = NOTHING
    """Awards that the link made good; what was rejected later is taken off when it is."""
    variance: Money = NOTHING
    """Over (more than nothing) or short (less) at the counts."""
    closing: Money | None = None
    slips: frozenset[str] = frozenset()
    moved: int = 0
    """Movements of chips so far."""
    movements: tuple[Movement, ...] = ()
    """The latest of them, which may still be corrected."""
    corrections: int = 0
    """Movements that were taken back."""

    def movement(self, number: int) -> Movement | None:
        """The movement of that number, if it is kept."""
        return next((one for one in self.movements if one.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """Where all money is that this table ever saw. Together it always comes to nothing."""

    players: Mapping[str, Money] = field(default_factory=dict)
    """What each player holds at this table, as far as it knows."""
    stakes: Mapping[int, Mapping[str, tuple[Part, ...]]] = field(default_factory=dict)
    """What was staked in this round and not taken back, also when it is settled."""
    layout: Money = NOTHING
    """What lies on the layout now, coupons at face value."""
    rack: Money = NOTHING
    """The bank, at an electronic table. Below nothing if it paid out more than it was given."""
    drop: Money = NOTHING
    """Cash in the box on the table."""
    boxes: Mapping[str, Box] = field(default_factory=dict)
    cage: Money = NOTHING
    elsewhere: Money = NOTHING
    """Cash and chips that players brought; less than nothing by as much."""
    short: Money = NOTHING
    """What counts found missing; less than nothing where they found more."""
    coupons: Money = NOTHING
    """Coupons in players' hands; less than nothing by as much as they played."""
    coupon_box: Money = NOTHING
    """Coupons that were taken after their decision."""
    links: Mapping[str, Money] = field(default_factory=dict)
    """What each meter of each link paid, as less than nothing."""
    link: str = ""
    """The link that the table is on now."""
    coupon: Money = NOTHING
    """The coupon that goes with the wager placed next."""
    awards: Mapping[str, Money] = field(default_factory=dict)
    """What the meters paid in this round."""
    fixed: Mapping[str, Money] = field(default_factory=dict)
    """What the meters paid in this round of awards that are no percentage (I-05)."""
    prizes: Prizes = ()
    """Held for verification: won from a level, of this round or of earlier ones."""
    round_prizes: Prizes = ()
    """Those of this round that were not paid: held still, or gone back to the link."""
    paid_prizes: Prizes = ()
    """Those of the latest round with a prize that were paid."""
    counted: str = ""
    """Whether the rack was counted: not, at the `opening`, or at the `closing`."""
    is_inventoried: bool = False
    """Whether the rack was ever counted, so that the books say what is in it."""
    won: Money = NOTHING
    """What the rounds of the shift brought: stakes kept less winnings, awards of a link apart."""
    shift: Shift = field(default_factory=Shift)
    slips: frozenset[str] = frozenset()
    """Slips of fills and credits in earlier shifts: no number comes twice at a table (R6)."""

    def held(self, player: str) -> Money:
        """What somebody holds at this table."""
        return self.players.get(player, NOTHING)

    def waiting(self, player: str) -> Money:
        """What somebody won from a level and cannot use before its claim is paid (I-14)."""
        return total(prize.amount for prize in self.prizes if prize.player == player)

    @property
    def everything(self) -> Money:
        """All of it together: nothing, or money was made or lost."""
        single = (
            self.layout, self.rack, self.drop, self.cage, self.elsewhere, self.short,
            self.coupons, self.coupon_box,
        )  # fmt: skip
        boxes = (box.expected for box in self.boxes.values())
        prizes = (prize.amount for prize in self.prizes)
        return total([*self.players.values(), *self.links.values(), *boxes, *prizes, *single])


def holding(players: Mapping[str, Money], player: str, more: Money) -> Mapping[str, Money]:
    """What everybody holds once somebody has more, or less; who holds nothing is left out."""
    after = dict(players)
    held = after.pop(player, NOTHING) + more
    if held:
        after[player] = held
    return after


def spent(chips: Chips, player: str, amount: Money) -> tuple[Mapping[str, Money], Money]:
    """Players, and elsewhere, after somebody hands over chips: those never seen are from there."""
    held = chips.held(player)
    if amount <= held:
        return holding(chips.players, player, NOTHING - amount), chips.elsewhere
    own = max(held, NOTHING)
    return holding(chips.players, player, NOTHING - own), chips.elsewhere - (amount - own)


def evolve(chips: Chips, event: ev.Event) -> Chips:
    """The chips after one more event."""
    after = _moved(chips, event)
    movement = _movement_of(chips, event)
    if movement is None:
        return after
    latest = (*after.shift.movements, movement)[-KEPT_MOVEMENTS:]
    return replace(after, shift=replace(after.shift, moved=movement.number, movements=latest))


def _movement_of(chips: Chips, event: ev.Event) -> Movement | None:
    """What may be corrected later, if this event is such; `chips` are those before it."""
    number = chips.shift.moved + 1
    match event:
        case ev.BoughtIn(player=player, amount=amount):
            return Movement(number=number, kind=Kind.BUY_IN, player=player, amount=amount)
        case ev.CashedOut(player=player, amount=amount):
            brought = chips.elsewhere - spent(chips, player, amount)[1]
            return Movement(
                number=number, kind=Kind.CASH_OUT, player=player, amount=amount, brought=brought
            )
        case ev.ColouredUp(player=player, given=given):
            return Movement(
                number=number, kind=Kind.COLOUR_UP, player=player, amount=value_of(given)
            )
        case ev.FillTaken(slip=slip, amount=amount):
            return Movement(number=number, kind=Kind.FILL, slip=slip, amount=amount)
        case ev.CreditSent(slip=slip, amount=amount):
            return Movement(number=number, kind=Kind.CREDIT, slip=slip, amount=amount)
        case ev.DropCollected(box=box, expected=expected):
            return Movement(number=number, kind=Kind.BOX, box=box, amount=expected)
        case ev.DropCounted(box=box, counted=counted, expected=expected):
            return Movement(
                number=number,
                kind=Kind.COUNT,
                box=box,
                amount=counted,
                expected=expected,
                is_of_shift=chips.boxes[box].is_of_shift,
            )
        case _:
            return None


def _moved(chips: Chips, event: ev.Event) -> Chips:
    shift = chips.shift
    match event:
        case ev.BoughtIn(player=player, amount=amount):
            return replace(
                chips,
                players=holding(chips.players, player, amount),
                rack=chips.rack - amount,
                drop=chips.drop + amount,
                elsewhere=chips.elsewhere - amount,
                shift=replace(shift, drop=shift.drop + amount),
            )
        case ev.CashedOut(player=player, amount=amount):
            players, elsewhere = spent(chips, player, amount)
            return replace(chips, players=players, elsewhere=elsewhere, cage=chips.cage + amount)
        case ev.ColouredUp():
            return chips
        case ev.CouponPlayed(coupon=coupon):
            return replace(
                chips,
                coupon=coupon,
                coupons=chips.coupons - coupon,
                layout=chips.layout + coupon,
            )
        case ev.OpeningCounted():
            return _opened(chips, event)
        case ev.ClosingCounted(counted=counted, expected=expected):
            over = counted - expected
            shift = replace(shift, closing=counted, variance=shift.variance + over)
            return replace(
                chips, rack=counted, short=chips.short - over, counted="closing", shift=shift
            )
        case ev.FillTaken(amount=amount, slip=slip):
            shift = replace(shift, fills=shift.fills + amount, slips=shift.slips | {slip})
            return replace(chips, rack=chips.rack + amount, cage=chips.cage - amount, shift=shift)
        case ev.CreditSent(amount=amount, slip=slip):
            shift = replace(shift, credits=shift.credits + amount, slips=shift.slips | {slip})
            return replace(chips, rack=chips.rack - amount, cage=chips.cage + amount, shift=shift)
        case ev.DropCollected(box=box, expected=expected):
            boxes = {**chips.boxes, box: Box(expected)}
            return replace(chips, drop=chips.drop - expected, boxes=boxes)
        case ev.DropCounted():
            return _drop_counted(chips, event)
        case ev.PrizeHeld(prize=prize):
            return replace(
                chips,
                players=holding(chips.players, prize.player, NOTHING - prize.amount),
                prizes=(*chips.prizes, prize),
                round_prizes=(*chips.round_prizes, prize),
            )
        case ev.PrizeHandedOver(prize=prize):
            others = tuple(one for one in chips.round_prizes if one != prize)
            paid = tuple(one for one in chips.paid_prizes if one.round >= prize.round)
            if all(one.round == prize.round for one in paid):
                paid = (*paid, prize)
            return replace(no_longer_held(chips, prize), round_prizes=others, paid_prizes=paid)
        case ev.PrizeToRecover(prize=prize):
            # The settlement that was undone has taken it along.
            return replace(chips, paid_prizes=without(chips.paid_prizes, prize))
        case ev.PrizeReturned(prize=prize):
            freed = no_longer_held(chips, prize)
            return made_good(freed, prize, NOTHING - prize.amount)
        case ev.FixedAwardsMadeGood(level=level, amount=amount):
            fixed = holding(chips.fixed, level, amount)
            return replace(from_level(chips, level, amount), fixed=fixed)
        case ev.ChipsCorrected():
            return _corrected(chips, event)
        case _:
            assert_never(event)


def _corrected(chips: Chips, event: ev.ChipsCorrected) -> Chips:
    """Everything as it would be without that movement; a closing count must be made again."""
    found = chips.shift.movement(event.number)
    assert found is not None, "only what is kept is corrected"
    chips = _without(chips, found)
    movements = tuple(
        replace(one, is_corrected=True) if one is found else one for one in chips.shift.movements
    )
    shift = replace(chips.shift, movements=movements, corrections=chips.shift.corrections + 1)
    if chips.counted == "closing" and found.kind in OF_THE_RACK:
        return replace(chips, counted="opening", shift=replace(shift, closing=None))
    return replace(chips, shift=shift)


def _without(chips: Chips, found: Movement) -> Chips:
    amount, player, shift = found.amount, found.player, chips.shift
    match found.kind:
        case Kind.BUY_IN:
            return replace(
                chips,
                players=holding(chips.players, player, NOTHING - amount),
                rack=chips.rack + amount,
                drop=chips.drop - amount,
                elsewhere=chips.elsewhere + amount,
                shift=replace(shift, drop=shift.drop - amount),
            )
        case Kind.CASH_OUT:
            return replace(
                chips,
                players=holding(chips.players, player, amount - found.brought),
                elsewhere=chips.elsewhere + found.brought,
                cage=chips.cage - amount,
            )
        case Kind.COLOUR_UP:
            return chips
        case Kind.FILL:
            shift = replace(shift, fills=shift.fills - amount)
            return replace(chips, rack=chips.rack - amount, cage=chips.cage + amount, shift=shift)
        case Kind.CREDIT:
            shift = replace(shift, credits=shift.credits - amount)
            return replace(chips, rack=chips.rack + amount, cage=chips.cage - amount, shift=shift)
        case Kind.BOX:
            boxes = {name: box for name, box in chips.boxes.items() if name != found.box}
            return replace(chips, drop=chips.drop + amount, boxes=boxes)
        case Kind.COUNT:
            return _uncounted(chips, found)
        case _:
            assert_never(found.kind)


def _uncounted(chips: Chips, found: Movement) -> Chips:
    """The box waits to be counted again."""
    over, shift = found.amount - found.expected, chips.shift
    if found.is_of_shift:
        shift = replace(shift, drop=shift.drop - over, variance=shift.variance - over)
    return replace(
        chips,
        boxes={**chips.boxes, found.box: Box(found.expected, found.is_of_shift)},
        cage=chips.cage - found.amount,
        short=chips.short + over,
        shift=shift,
    )


def no_longer_held(chips: Chips, prize: Prize) -> Chips:
    """The chips once a prize that was held is its winner's."""
    players = holding(chips.players, prize.player, prize.amount)
    return replace(chips, players=players, prizes=without(chips.prizes, prize))


def made_good(chips: Chips, prize: Prize, amount: Money) -> Chips:
    """The chips once the link pays its winner so much for a prize, or takes it back (less)."""
    return replace(
        chips,
        players=holding(chips.players, prize.player, amount),
        links=holding(chips.links, prize.meter, NOTHING - amount),
        shift=replace(chips.shift, linked=chips.shift.linked + amount),
    )


def from_level(chips: Chips, level: str, amount: Money) -> Chips:
    """The chips once a level makes good what the rack paid, or takes it back (less)."""
    return replace(
        chips,
        rack=chips.rack + amount,
        links=holding(chips.links, f"{chips.link}:{level}", NOTHING - amount),
        won=chips.won + amount,
        shift=replace(chips.shift, linked=chips.shift.linked + amount),
    )


def _opened(chips: Chips, event: ev.OpeningCounted) -> Chips:
    """A rack that was never counted got its chips from the cage; later a difference is one."""
    more = event.counted - chips.rack
    is_known = event.expected is not None
    return replace(
        chips,
        rack=event.counted,
        short=chips.short - more if is_known else chips.short,
        cage=chips.cage if is_known else chips.cage - more,
        counted="opening",
        is_inventoried=True,
        boxes=_of_before(chips.boxes),
        won=NOTHING,
        shift=Shift(opening=event.counted),
        slips=chips.slips | chips.shift.slips,
    )


def _drop_counted(chips: Chips, event: ev.DropCounted) -> Chips:
    over, shift = event.counted - event.expected, chips.shift
    if chips.boxes[event.box].is_of_shift:
        shift = replace(shift, drop=shift.drop + over, variance=shift.variance + over)
    return replace(
        chips,
        boxes={name: box for name, box in chips.boxes.items() if name != event.box},
        cage=chips.cage + event.counted,
        short=chips.short - over,
        shift=shift,
    )


def reopened(chips: Chips, link: str | None) -> Chips:
    """The chips when the table opens again: what lies there is known, and the result begins anew.

    A box that was collected before belongs to the result of then.
    """
    return replace(
        chips,
        boxes=_of_before(chips.boxes),
        counted="",
        link=link or "",
        won=NOTHING,
        shift=Shift(opening=chips.rack),
        slips=chips.slips | chips.shift.slips,
    )


def _of_before(boxes: Mapping[str, Box]) -> Mapping[str, Box]:
    return {name: replace(box, is_of_shift=False) for name, box in boxes.items()}
