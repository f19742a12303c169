"""The state of one round of play: who wagers what, which cards lie where, what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.money import Money


@dataclass(frozen=True, slots=True)
class Funding:
    """One person's part of a wager on a shared area."""

    player: str
    stake: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat in the round."""

    seat: int
    player: str
    cards: tuple[Card, ...] = ()
    wagers: Mapping[str, Money] = field(default_factory=dict)
    """In the rulebook's order, follow-up wagers included."""
    decisions: Mapping[str, str] = field(default_factory=dict)
    exposed: bool = True
    removed: str | None = None
    """The rule under which the hand was taken out of the round."""
    is_forfeited: bool = False
    """Whether a hand taken out lost its wagers with it."""
    shares: Mapping[str, tuple[Funding, ...]] = field(default_factory=dict)

    @property
    def is_orphan(self) -> bool:
        """A progressive wager with nothing beside it: no wager, and never dealt to."""
        return len(self.wagers) == 1 and "progressive" in self.wagers

    @property
    def is_live(self) -> bool:
        """Whether this seat holds a hand that is still in the round."""
        return self.removed is None and (len(self.wagers) != 1 or not self.is_orphan)

    @property
    def is_folded(self) -> bool:
        """Whether the hand was folded."""
        return "fold" in self.decisions.values()


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the link as it stands for this round."""

    amount: Money
    reset: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReading:
    """The link as this round sees it: the unit, and the meters with contributions already in."""

    unit: Money
    meters: Mapping[str, Level]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Everything that settling a round needs to know."""

    seats: tuple[Seat, ...]
    positions: int
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    link: LinkReading | None = None
    magic_card: Card | None = None
    lucky_seat: int | None = None
    void: str | None = None
    """The rule under which the whole round is void."""

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats whose hands are in the round."""
        return tuple(at for at in self.seats if at.is_live)
