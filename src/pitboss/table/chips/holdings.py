"""Where all money is that a table ever saw: players, layout, rack, boxes, cage and links.

Each event moves it by plain arithmetic on these fields. The ledger says the same in double entry
by code of its own: a table and its books that share one error would agree on it, and the audit
holds the two against each other, event by event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.frozen import replace
from pitboss.money import NOTHING, Money, total

KEPT_MOVEMENTS = 100
"""So many of a shift may still be corrected: all of them are in every snapshot, and what
was typed wrongly is found soon, or by a count."""


class MovementKind(StrEnum):
    """What moved, as people call it."""

    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    COLOUR_UP = "colour-up"
    FILL = "fill"
    CREDIT = "credit"
    BOX = "drop box"
    COUNT = "drop count"


DUAL = (MovementKind.FILL, MovementKind.CREDIT, MovementKind.BOX, MovementKind.COUNT)
"""What goes between table and cage: it took two persons, and so does taking it back (S5)."""
OF_THE_RACK = (MovementKind.BUY_IN, MovementKind.FILL, MovementKind.CREDIT)
"""What changes how much the rack should hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One of them, with all that is needed to take it back to the cent."""

    number: int
    kind: MovementKind
    amount: Money
    player: str = ""
    slip: str = ""
    """Of a fill or a credit."""
    box: str = ""
    """Of a drop."""
    brought: Money = NOTHING
    """Of a cash-out: chips that the table had never seen, and that came from elsewhere."""
    expected: Money = NOTHING
    """Of a drop count: what the books had in the box."""
    is_of_shift: bool = True
    """Of a drop count: whether the box was of this shift."""
    is_corrected: bool = False

    def __str__(self) -> str:
        whose = " ".join(word for word in (self.slip, self.box, self.player) if word)
        gone = ", corrected" if self.is_corrected else ""
        return f"{self.number}: {self.kind} {whose} {self.amount.dollars}{gone}"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPrize:
    """What a player won from a level of a link in one round."""

    round: int
    seat: int
    player: str
    link: str
    level: str
    amount: Money

    @property
    def meter(self) -> str:
        """The level, named with its link."""
        return f"{self.link}:{self.level}"


Prizes = tuple[LinkPrize, ...]


def without(prizes: Iterable[LinkPrize], gone: LinkPrize) -> Prizes:
    """The prizes but for one of them; a `ValueError` where it is none of them.

    >>> one = LinkPrize(round=1, seat=2, player="anna", link="mega", level="top", amount=Money(5))
    >>> without((one,), one)
    ()
    """
    left = list(prizes)
    left.remove(gone)
    return tuple(left)


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
        """What a player holds at this table."""
        return self.players.get(player, NOTHING)

    def waiting(self, player: str) -> Money:
        """What a player won from a level and cannot use before its claim is paid (I-14)."""
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


# --- pieces ----------------------------------------------------------------------------------


Pieces = Mapping[int, int]


def value_of(pieces: Pieces) -> Money:
    """What they come to.

    >>> value_of({2500: 4, 500: 10})
    Money('150.00')
    """
    return Money(sum(cents * number for cents, number in pieces.items()))


def fault_in(pieces: Pieces) -> str | None:
    """What cannot be counted so, if anything.

    >>> fault_in({2500: 4, 0: 1})
    '1 pieces of $0.00'
    """
    for cents, number in pieces.items():
        if cents <= 0 or number < 0:
            return f"{number} pieces of {Money(cents).dollars}"
    return None


# --- moves ------------------------------------------------------------------------------------


def holding(players: Mapping[str, Money], player: str, more: Money) -> Mapping[str, Money]:
    """What each player holds once one has more, or less; one who holds nothing is left out."""
    after = dict(players)
    held = after.pop(player, NOTHING) + more
    if held:
        after[player] = held
    return after


def spent(chips: Chips, player: str, amount: Money) -> tuple[Mapping[str, Money], Money]:
    """Players, and elsewhere, once a player pays: chips never seen come from elsewhere."""
    held = chips.held(player)
    if amount <= held:
        return holding(chips.players, player, NOTHING - amount), chips.elsewhere
    own = max(held, NOTHING)
    return holding(chips.players, player, NOTHING - own), chips.elsewhere - (amount - own)


def no_longer_held(chips: Chips, prize: LinkPrize) -> Chips:
    """The chips once a prize that was held is its winner's."""
    players = holding(chips.players, prize.player, prize.amount)
    return replace(chips, players=players, prizes=without(chips.prizes, prize))


def made_good(chips: Chips, prize: LinkPrize, amount: Money) -> Chips:
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


def of_earlier_shift(boxes: Mapping[str, Box]) -> Mapping[str, Box]:
    """Boxes collected before a shift begins belong to the result of the one before."""
    return {name: replace(box, is_of_shift=False) for name, box in boxes.items()}


def reopened(chips: Chips, link: str | None) -> Chips:
    """The chips when the table opens again: what lies there is known, and the result begins anew.

    A box that was collected before belongs to the earlier result.
    """
    return replace(
        chips,
        boxes=of_earlier_shift(chips.boxes),
        counted="",
        link=link or "",
        won=NOTHING,
        shift=Shift(opening=chips.rack),
        slips=chips.slips | chips.shift.slips,
    )
