"""What a seat, the dealer or surveillance may see: decided here and nowhere else. Hands in words.

A hidden card is `None`. No screen receives a card it must hide, so no screen can leak one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations

from pitboss.cards import Card
from pitboss.hands.classes import RANK_PLURALS, RANK_WORDS, describe_five, describe_three
from pitboss.hands.tables import strength_of_five, strength_of_seven, strength_of_three
from pitboss.money import Money
from pitboss.round.decisions import hands_of, is_asked
from pitboss.round.result import WagerSettled
from pitboss.round.round import RoundState, Seat
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms


class Viewer(Enum):
    """Who looks, other than a player at a seat."""

    PUBLIC = "public"
    DEALER = "dealer"
    SURVEILLANCE = "surveillance"


Seen = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat as a viewer sees it."""

    seat: int
    player: str
    cards: Seen
    wagers: Mapping[str, Money]
    decisions: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """The round as a viewer sees it."""

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
        dealer=_seen(play.dealer, len(play.dealer) if everything else play.dealer_up),
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


# --- hands in words ---------------------------------------------------------------------------

_THREE, _FIVE, _SEVEN = 3, 5, 7


def hand_in_words(rules: Rulebook, cards: Seen, community: Seen) -> str:
    """The hand that plays, in words; nothing while cards of it are hidden or still to come."""
    if None in cards or len(cards) < rules.hand_cards:
        return ""
    own, shared = known(cards), known(community)
    if plays_alone(rules) and len(own) == _THREE:
        # A hand of more cards was dealt wrongly, and lies there until that is put right.
        return describe_three(strength_of_three(own))
    if len(own + shared) < rules.hand_cards + rules.community_cards:
        return ""
    return _best_five(own + shared)


@lru_cache(maxsize=4096)
def _best_five(cards: tuple[Card, ...]) -> str:
    """The best five of up to seven cards; every viewer of a table needs the same ones."""
    if len(cards) < _FIVE:
        return _groups(cards)
    if len(cards) == _SEVEN:
        return describe_five(strength_of_seven(cards))
    return describe_five(max(map(strength_of_five, combinations(cards, _FIVE))))


def hand_so_far(rules: Rulebook, cards: Seen, community: Seen) -> str:
    """The hand in words as far as it can be seen.

    >>> from pitboss.cards import parse_cards
    >>> [_groups(parse_cards(names)) for names in ("Ks Kd 4c", "Ks 9d", "9c 9d 9h")]
    ['pair of kings', 'king high', 'three nines']
    """
    cards_seen = known(cards) + known(community)
    words = hand_in_words(rules, cards, community)
    return words if words or not cards_seen else _best_five(cards_seen)


def _groups(cards: Sequence[Card]) -> str:
    """Pairs and better among fewer than five cards, or the highest card."""
    ranks = [card.rank for card in cards]
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    (most, first), *rest = counts
    if most == 1:
        return f"{RANK_WORDS[first]} high"
    if most == 2 and rest and rest[0][0] == 2:
        return f"two pairs, {RANK_PLURALS[first]} and {RANK_PLURALS[rest[0][1]]}"
    return f"{('pair of', 'three', 'four')[most - 2]} {RANK_PLURALS[first]}"


def known(cards: Seen) -> tuple[Card, ...]:
    """The cards that are not hidden."""
    return tuple(card for card in cards if card is not None)


def plays_alone(rules: Rulebook) -> bool:
    """Whether three cards are compared with three: community cards then serve a side wager only."""
    return rules.dealer_cards == rules.hand_cards == _THREE
