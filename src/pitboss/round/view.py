"""What a seat, the dealer or surveillance may see: decided here and nowhere else.

A hidden card is `None`. No screen receives a card it must hide, so no screen can leak one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from pitboss.cards import Card
from pitboss.money import Money
from pitboss.round.events import WagerSettled
from pitboss.round.permitted import hands_of, is_asked
from pitboss.round.playing import RoundState
from pitboss.round.round import Seat
from pitboss.rulebook.terms import Terms


class Viewer(Enum):
    """Who looks, other than a player at a seat."""

    PUBLIC = "public"
    DEALER = "dealer"
    SURVEILLANCE = "surveillance"


Seen = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat as somebody sees it."""

    seat: int
    player: str
    cards: Seen
    wagers: Mapping[str, Money]
    decisions: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The round as somebody sees it."""

    seats: tuple[SeatView, ...]
    community: Seen
    dealer: Seen
    burned: Seen
    magic_card: Card | None
    lucky_seat: int | None
    settled: tuple[WagerSettled, ...]


def view(
    terms: Terms, play: RoundState, viewer: Viewer | str, *, magic_at_once: bool = False
) -> RoundView:
    """The round as a viewer may see it; a player is named.

    `magic_at_once`: the house shows the Magic Card as soon as it is drawn (I-19).
    """
    everything = viewer is Viewer.SURVEILLANCE
    draws = everything or play.is_settled
    return RoundView(
        seats=tuple(_seat(terms, play, at, viewer) for _, at in sorted(play.seats.items())),
        community=_seen(play.community, len(play.community) if everything else play.community_up),
        dealer=_seen(play.dealer, len(play.dealer) if everything or play.is_dealer_up else 0),
        burned=_seen(play.burned, len(play.burned) if everything else 0),
        magic_card=play.magic_card if draws or magic_at_once else None,
        lucky_seat=play.lucky_seat if draws else None,
        settled=play.settled,
    )


def _seen(cards: tuple[Card, ...], up: int) -> Seen:
    return tuple(card if place < up else None for place, card in enumerate(cards))


def _seat(terms: Terms, play: RoundState, at: Seat, viewer: Viewer | str) -> SeatView:
    sees = (
        viewer is Viewer.SURVEILLANCE or _is_up(play, at) or viewer_holds(terms, play, at, viewer)
    )
    return SeatView(
        seat=at.seat,
        player=at.player,
        cards=_seen(at.cards, len(at.cards) if sees else 0),
        wagers=at.wagers,
        decisions=at.decisions,
    )


def _is_up(play: RoundState, at: Seat) -> bool:
    return at.seat in play.shown and at.exposed


def viewer_holds(terms: Terms, play: RoundState, at: Seat, viewer: Viewer | str) -> bool:
    """Whether the hand is the viewer's own and the rules let the viewer look at it now.

    Of several hands a player views one, and the first look fixes which (I-79); where two are
    allowed side by side nothing forbids both (I-40). Once put down, a hand stays down.
    """
    if viewer != at.player or isinstance(viewer, Viewer):
        return False
    if "put_down" in terms.rules.procedure and _has_decided_all(terms, at):
        return False
    if terms.rules.hands_per_player != "several":
        return True
    return len(hands_of(play, at.player)) <= 1 or at.seat in play.viewed


def _has_decided_all(terms: Terms, at: Seat) -> bool:
    asked = [rule.id for rule in terms.rules.decisions.values() if is_asked(rule, at)]
    return all(decision in at.decisions for decision in asked)
