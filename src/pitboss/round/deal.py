"""The deal: which cards go where, by each method a rulebook prints, and which are turned when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.codec import stored
from pitboss.round.decisions import next_to_decide
from pitboss.rulebook.model import DealingMethod, Step
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    from pitboss.round.options import Option
    from pitboss.round.round import RoundState, Seat

# --- commands ---------------------------------------------------------------------------------


@stored("record-draws", kw_only=True)
class RecordDraws:
    """What the system drew for this round, unseen until settlement."""

    magic_card: Card | None = None
    lucky_seat: int | None = None


@stored("deal-cards")
class DealCards:
    """The cards the dealing method calls for now, in the order they were dispensed."""

    cards: tuple[Card, ...]


@stored("burn-card")
class BurnCard:
    """The dealer discards the card that is due, unseen."""


@stored("turn-cards")
class TurnCards:
    """The dealer turns the community or dealer cards that are due."""


@stored("leave-down")
class LeaveDown:
    """The dealer leaves community cards face down that no hand needs."""


# --- events -----------------------------------------------------------------------------------


@stored("draws-recorded", kw_only=True)
class DrawsRecorded:
    """The system's draws for this round are fixed."""

    magic_card: Card | None
    lucky_seat: int | None
    clause: str


@stored("cards-dealt", kw_only=True)
class CardsDealt:
    """Cards lie face down where the dealing method puts them."""

    hands: Mapping[int, tuple[Card, ...]]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]
    burned: tuple[Card, ...]
    steps: int
    clause: str


@stored("card-burned", kw_only=True)
class CardBurned:
    """A card was discarded unseen."""

    clause: str


@stored("cards-turned", kw_only=True)
class CardsTurned:
    """Community or dealer cards are face up."""

    what: str
    cards: tuple[Card, ...]
    clause: str


@stored("cards-left-down", kw_only=True)
class CardsLeftDown:
    """Community cards stay face down."""

    clause: str


@stored("cards-found", kw_only=True)
class CardsFound:
    """The cards were found to lie otherwise than recorded, or were moved: they lie so now."""

    hands: Mapping[int, tuple[Card, ...]]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]
    burned: tuple[Card, ...]
    clause: str


@stored("card-set-aside", kw_only=True)
class CardSetAside:
    """A card is out of the round, and the next one takes its place."""

    card: Card
    clause: str


# --- methods ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FromTop(Step):
    """A step of a stack that a machine dispenses from the top: what lies first comes last."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Some cards of the deck in one place: a seat's number, or community, dealer or burn."""

    place: int | str
    cards: tuple[Card, ...]
    """As they lie there."""
    is_from_top: bool = False
    """Whether they were dispensed in the opposite order."""


def cards_needed(steps: Sequence[Step], seats: int) -> int:
    """How many cards these steps take.

    >>> cards_needed([Step(to="seats", cards=3), Step(to="community", cards=2)], seats=7)
    23
    """
    return sum(step.cards * (seats if step.to == "seats" else 1) for step in steps)


def deal_in_words(steps: Sequence[Step], seats: int) -> str:
    """How many cards go where, in the order in which they are dealt and entered.

    >>> deal_in_words([Step(to="seats", cards=3), Step(to="community", cards=2)], seats=7)
    "3 to each of 7 seats from the dealer's left, 2 to the community"
    """
    places = {
        "seats": f"to each of {seats} seats from the dealer's left" if seats > 1 else "to the seat",
        "burn": "to be burned",
    }
    return ", ".join(f"{one.cards} {places.get(one.to, f'to the {one.to}')}" for one in steps)


def lay_out(steps: Sequence[Step], seats: Sequence[int], cards: Sequence[Card]) -> Iterator[Packet]:
    """Deal the cards in order: each step to each seat from the dealer's left, or to one place.

    >>> from pitboss.cards import DECK
    >>> steps = [Step(to="seats", cards=1), Step(to="community", cards=2)]
    >>> for packet in lay_out(steps, [2, 5], DECK):
    ...     print(packet.place, *packet.cards)
    2 2c
    5 2d
    community 2h 2s
    """
    dealt = 0
    for step in steps:
        for place in seats if step.to == "seats" else (step.to,):
            some = tuple(cards[dealt : dealt + step.cards])
            is_from_top = isinstance(step, FromTop)
            yield Packet(place, some[::-1] if is_from_top else some, is_from_top)
            dealt += step.cards


def has_stack(method: DealingMethod) -> bool:
    """Whether the community cards come as one stack, the card that is burned among them."""
    stack = _after_seats(method)
    is_whole = all(step.to in ("burn", "community") and step.after is None for step in stack)
    return is_whole and any(step.to == "burn" for step in stack)


def _after_seats(method: DealingMethod) -> tuple[Step, ...]:
    return tuple(dropwhile(lambda step: step.to == "seats", method.steps))


def top_first(method: DealingMethod) -> DealingMethod:
    """The same where a machine dispenses its stacks from the top (I-37).

    The bottom card of the community stack is burned, the middle one shows first and the top one
    second, whichever end comes first: so these now come in the opposite order.

    >>> burn, community = Step(to="burn", cards=1), Step(to="community", cards=2)
    >>> machine = DealingMethod(id="m", title="machine", clause="8(c)", steps=(burn, community))
    >>> from pitboss.cards import DECK
    >>> for packet in lay_out(top_first(machine).steps, [], DECK):
    ...     print(packet.place, *packet.cards)
    community 2d 2c
    burn 2h
    """
    if not has_stack(method):
        return method
    stack = _after_seats(method)
    turned = tuple(FromTop(to=step.to, cards=step.cards) for step in reversed(stack))
    return replace(method, steps=method.steps[: -len(stack)] + turned)


def first_steps(method: DealingMethod) -> tuple[Step, ...]:
    """The steps dealt before the first decision."""
    return tuple(step for step in method.steps if step.after is None)


def plan(method: DealingMethod, seats: Sequence[int]) -> list[str]:
    """A dealing method in words, step by step, for these seats."""
    lines = []
    for step in method.steps:
        where = f"seats {', '.join(map(str, seats))}" if step.to == "seats" else step.to
        later = f" after decision {step.after}" if step.after else ""
        cards = "1 card" if step.cards == 1 else f"{step.cards} cards"
        lines.append(f"{cards} to {where}{later}")
    return lines


# --- what is due ------------------------------------------------------------------------------


def steps_due(
    terms: Terms, play: RoundState, live: tuple[Seat, ...] | None = None
) -> tuple[Step, ...]:
    """The steps of the deal that are due and not yet dealt; `live` is `play.live`, if known."""
    live = play.live if live is None else live
    due = []
    for step in terms.rules.dealing[play.method].steps[play.steps_dealt :]:
        if step.after is not None and (
            next_to_decide(terms, live, step.after) is not None or not dealer_plays(terms, live)
        ):
            break
        due.append(step)
    return tuple(due)


def dealer_plays(terms: Terms, live: tuple[Seat, ...]) -> bool:
    """Where every hand is folded none is compared with the dealer's (I-63, I-66)."""
    if terms.rules.may_end_without != "all_when_folded":
        return bool(terms.rules.dealer_cards)
    return any(not at.is_folded for at in live)


def progressive_stands(live: tuple[Seat, ...]) -> bool:
    """Whether a progressive wager still depends on the cards."""
    return any("progressive" in at.wagers for at in live)


def community_is_needed(terms: Terms, live: tuple[Seat, ...], shown: int) -> bool:
    """Whether any wager depends on the community cards up to here."""
    if dealer_plays(terms, live) or terms.rules.may_end_without != "all_when_folded":
        return True
    return progressive_stands(live) and shown <= 5 - terms.rules.hand_cards


# --- deciding ---------------------------------------------------------------------------------


def drawn(play: RoundState, option: Option, command: RecordDraws) -> DrawsRecorded:
    """The draws are recorded, or `RuleBreach`."""
    seat = command.lucky_seat
    if seat is not None and not 1 <= seat <= play.positions:
        option.refuse(f"Lucky seat {seat}", f"The layout has seats 1 to {play.positions}.")
    return DrawsRecorded(magic_card=command.magic_card, lucky_seat=seat, clause=option.clause)


def dealt(terms: Terms, play: RoundState, option: Option, cards: tuple[Card, ...]) -> CardsDealt:
    """The cards lie where the dealing method puts them, or `RuleBreach`."""
    live = play.live
    steps = steps_due(terms, play, live)
    seats = [at.seat for at in live]
    needed = cards_needed(steps, len(seats))
    if len(cards) != needed:
        option.refuse(f"{len(cards)} cards", f"This deal takes {needed}.")
    on_table = {card for at in play.seats.values() for card in at.cards}
    on_table.update(play.community, play.dealer, play.burned)
    twice = [card for i, card in enumerate(cards) if card in cards[:i] or card in on_table]
    if twice:
        option.refuse(f"{twice[0]} is dealt twice", "One deck has each card once.")
    hands: dict[int, tuple[Card, ...]] = dict.fromkeys(seats, ())
    shared: dict[str, tuple[Card, ...]] = {"community": (), "dealer": (), "burn": ()}
    for packet in lay_out(steps, seats, cards):
        if isinstance(packet.place, int):
            hands[packet.place] += packet.cards
        else:
            shared[packet.place] += packet.cards
    return CardsDealt(
        hands=hands if any(hands.values()) else {},
        community=shared["community"],
        dealer=shared["dealer"],
        burned=shared["burn"],
        steps=len(steps),
        clause=option.clause,
    )
