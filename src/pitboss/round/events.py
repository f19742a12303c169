"""What happened at a table. Past participles; each cites the clause it obeys.

Events carry all that `evolve` needs, so that an old log replays without its rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.money import Money
from pitboss.rulebook.model import OptionValue


@stored("round-opened")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """The round began, and these are its terms."""

    rulebook: str
    edition: str
    digest: str
    options: Mapping[str, OptionValue]
    positions: int
    method: str
    limits: Mapping[str, tuple[Money, Money]]
    unit: Money | None
    clause: str


@stored("wager-placed")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced:
    """Money lies on a wager of a seat, placed outright or by a decision."""

    seat: int
    player: str
    wager: str
    stake: Money
    clause: str


@stored("wager-taken-down")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTakenDown:
    """A wager was taken back before bets closed."""

    seat: int
    player: str
    wager: str
    clause: str


@stored("bets-closed")
@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed:
    """ "No more bets" was announced."""

    clause: str


@stored("seat-stood-down")
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStoodDown:
    """A seat whose wagers do not make a hand is not dealt to; its stakes went back."""

    seat: int
    returned: Money
    clause: str


@stored("draws-recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawsRecorded:
    """The system's draws for this round are fixed."""

    magic_card: Card | None
    lucky_seat: int | None
    clause: str


@stored("cards-dealt")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """Cards lie face down where the dealing method puts them."""

    hands: Mapping[int, tuple[Card, ...]]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]
    burned: tuple[Card, ...]
    steps: int
    clause: str


@stored("hand-viewed")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandViewed:
    """A person with several hands has looked at this one."""

    seat: int
    clause: str


@stored("choice-made")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade:
    """A seat answered."""

    seat: int
    decision: str
    choice: str
    clause: str


@stored("wager-withdrawn")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn:
    """A wager was handed back by the dealer; it neither wins nor loses."""

    seat: int
    wager: str
    clause: str


@stored("card-burned")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned:
    """A card was discarded unseen."""

    clause: str


@stored("cards-turned")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned:
    """Community or dealer cards are face up."""

    what: str
    cards: tuple[Card, ...]
    clause: str


@stored("cards-left-down")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLeftDown:
    """Community cards stay face down."""

    clause: str


@stored("hand-shown")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """A seat's cards are face up."""

    seat: int
    clause: str


@stored("hand-declined")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandDeclined:
    """A seat's cards stay unseen."""

    seat: int
    clause: str


@stored("hand-removed")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandRemoved:
    """A hand is out of the round."""

    seat: int
    clause: str


@stored("hand-forfeited")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandForfeited:
    """A hand is out of the round, and its wagers are lost: so the house has it (I-81)."""

    seat: int
    clause: str


@stored("cards-found")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsFound:
    """The cards were found to lie otherwise than recorded, or were moved: they lie so now."""

    hands: Mapping[int, tuple[Card, ...]]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]
    burned: tuple[Card, ...]
    clause: str


@stored("card-set-aside")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetAside:
    """A card is out of the round, and the next one takes its place."""

    card: Card
    clause: str


@stored("wager-returned")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturned:
    """Money on a wager, all of it or a part, went back before the round was settled."""

    seat: int
    player: str
    wager: str
    stake: Money
    clause: str


@stored("round-voided")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """The round is void."""

    clause: str


@stored("wager-settled")
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSettled:
    """One wager, or one payment that is not a wager, has its outcome."""

    seat: int
    wager: str
    stake: Money
    outcome: str
    pays: str | None
    winnings: Money
    returned: Money
    from_seat: int | None
    shares: tuple[tuple[str, Money, Money, Money], ...]
    """On a shared area each person, what they put in, what they win and what goes back (I-80)."""
    rules: tuple[str, ...]
    interpretations: tuple[str, ...]


@stored("meter-paid")
@dataclass(frozen=True, slots=True, kw_only=True)
class MeterPaid:
    """A level before and after the round's awards."""

    meter: str
    before: Money
    awarded: Money
    after: Money
    reset: Money
    """What the level restarts from."""


@stored("round-settled")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Every wager has its outcome."""

    clause: str


@stored("settlement-undone")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementUndone:
    """What was settled is taken back to be settled anew: an error was found in time (I-83)."""

    clause: str


@stored("round-closed")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """The round is over."""

    clause: str


Event = (
    RoundOpened | WagerPlaced | WagerTakenDown | BetsClosed | SeatStoodDown | DrawsRecorded
    | CardsDealt | HandViewed | ChoiceMade | WagerWithdrawn | CardBurned | CardsTurned
    | CardsLeftDown | HandShown | HandDeclined | HandRemoved | HandForfeited | CardsFound
    | CardSetAside | WagerReturned | RoundVoided | WagerSettled | MeterPaid | RoundSettled
    | SettlementUndone | RoundClosed
)  # fmt: skip
