"""Whether moving whole packets puts a wrong deal right, and which moves.

Their order in the deck tells the right deal. It is known where the same cards were entered as they
were dispensed; otherwise how they lie tells it, place by place as they were laid: the hands in the
order told, and community and dealer where the method has them. Whether those came in their turn,
`_told_out_of_turn` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.round.deal import CardSetAside, CardsFound, DealCards, cards_needed, lay_out
from pitboss.round.remedies import after, reopened
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import decide as decide_round
from pitboss.rulebook.model import Step
from pitboss.table.irregularities.case import Case
from pitboss.table.irregularities.laid_cards import (
    COMMUNITY,
    DEALER,
    SEATS,
    Laid,
    Place,
    area_of,
    later_place,
    recorded,
    steps_of,
    wagered,
)

DISCARDS = "the discards"
DECK_AGAIN = "the deck, as its next cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One packet from where it lies to where it belongs."""

    cards: tuple[Card, ...]
    source: Place
    to: Place
    is_all: bool
    """Whether nothing else lies there."""

    def __str__(self) -> str:
        cards = "" if self.is_all else f"{' '.join(map(str, self.cards))} at "
        return f"{cards}{self.source} to {self.to}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """A right deal that whole packets can be moved to."""

    order: tuple[Card, ...]
    """The cards of the right deal, as they were dispensed."""
    moves: tuple[Move, ...]

    @property
    def surplus(self) -> tuple[Card, ...]:
        """Cards dealt that belong to no place."""
        return tuple(card for move in self.moves if move.to == DISCARDS for card in move.cards)

    def __str__(self) -> str:
        return "; ".join(map(str, self.moves))


def _rebuild(
    laid: Laid,
    steps: Sequence[Step],
    seats: Sequence[int],
    *,
    anywhere: bool,
    entered: tuple[Card, ...] = (),
    later: str = "",
) -> Rebuilt:
    """The right deal, reached by moving whole packets; `ValueError` says why there is none.

    For hands in wrong places only moves from one betting area to another count; where a number of
    cards is wrong, a packet may come from `anywhere` (I-84). `entered` is the order of the deck,
    where the record has it. `later` is the place whose cards come when play has gone on: what lies
    there already, or was dealt too much, are those.
    """
    order = entered or _dispensed(laid, steps)
    needed = cards_needed(steps, len(seats))
    if len(order) < needed:
        raise ValueError(f"{len(order)} cards lie there, and a right deal has {needed}")
    right: dict[Place, tuple[Card, ...]] = {}
    for packet in lay_out(steps, seats, order):
        place = COMMUNITY if packet.place == "burn" else packet.place
        right[place] = right.get(place, ()) + packet.cards
    lies = [_move(laid, place, cards, anywhere) for place, cards in right.items()]
    spare = [move for move in _spare(laid, lies, later) if move.cards]
    if spare and later and not anywhere:
        raise ValueError(f"the cards meant for {later} lie at {spare[0].source}")
    moves = (*(move for move in lies if move.source != move.to), *spare)
    return Rebuilt(order=order[:needed], moves=moves)


def _move(laid: Laid, place: Place, cards: tuple[Card, ...], anywhere: bool) -> Move:
    """The packet meant for a place, from where it lies whole."""
    whole = [*laid.cards.items(), *laid.packets]
    source = next((at for at, lying in whole if set(lying) == set(cards)), None)
    name = f"seat {place}" if isinstance(place, int) else place
    if source is None:
        raise ValueError(f"the cards meant for {name} do not lie together")
    between_areas = isinstance(source, int) and isinstance(place, int)
    if source != place and not anywhere and not between_areas:
        raise ValueError(f"the cards meant for {name} lie at {source}")
    is_all = len(laid.at(source)) == len(cards)
    return Move(cards=cards, source=source, to=place, is_all=is_all)


def _spare(laid: Laid, lies: Sequence[Move], later: str) -> Iterator[Move]:
    """Packets that belong to no place by now. A single card too many is no packet."""
    used = {card for move in lies for card in move.cards}
    for place, cards in laid.cards.items():
        spare = tuple(card for card in cards if card not in used)
        if spare and len(spare) < len(cards):
            raise ValueError(f"{spare[0]} is one too many at {place}")
        yield Move(cards=spare, source=place, to=DECK_AGAIN if later else DISCARDS, is_all=True)


def _dispensed(laid: Laid, steps: Sequence[Step]) -> tuple[Card, ...]:
    """The cards in the order of the deck."""
    if len(laid.packets) > len(laid.cards):
        return tuple(card for _, cards in laid.packets for card in cards)
    left = {place: list(cards) for place, cards in laid.cards.items()}
    order: list[Card] = []
    for step in steps:
        for place in laid.areas if step.to == "seats" else (area_of(step),):
            pile = left.get(place, [])
            order += pile[: step.cards]
            del pile[: step.cards]
    return tuple(order)


def _told_out_of_turn(laid: Laid, steps: Sequence[Step], seats: Sequence[int]) -> str:
    """Why cards that lie right were dealt wrongly, if they came in the order told.

    The community or the dealer came out of turn; empty where they came in turn.
    """
    left = {place: list(cards) for place, cards in laid.cards.items()}
    order: list[Card] = []
    for counts in _passes(steps):
        for place, pile in left.items():
            count = counts.get(SEATS if isinstance(place, int) else place, 0)
            order += pile[:count]
            del pile[:count]
    try:
        _rebuild(laid, steps, seats, anywhere=False, entered=tuple(order))
    except ValueError as why:
        return f"laid in the order told, {why}"
    return ""


def _passes(steps: Sequence[Step]) -> list[dict[str, int]]:
    """How many cards each area gets each time that the deal goes round."""
    passes: list[dict[str, int]] = [{}]
    before = ""
    for step in steps:
        area = area_of(step)
        is_same_pile = area == before != SEATS
        if area in passes[-1] and not is_same_pile:
            passes.append({})
        passes[-1][area] = passes[-1].get(area, 0) + step.cards
        before = area
    return passes


# --- whether cards still lie whole, unseen and untouched, so that they may be moved ---------------


def disturbed(case: Case) -> str:
    """Why the cards are not as they were dealt; empty while nothing says so."""
    play = case.table.play
    if play.is_settled or play.is_over:
        return "the round was settled"
    if play.community_up or play.dealer_up or play.shown:
        return "cards were turned"
    for seat, at in sorted(play.seats.items()):
        if at.decisions:
            return f"seat {seat} has decided"
        if seat in play.viewed:
            return f"seat {seat} has looked at its cards"
    return ""


def whole(case: Case, laid: Laid, *, anywhere: bool) -> Rebuilt:
    """The moves that put a deal right; `ValueError` says why there are none (I-84)."""
    steps = steps_of(case, laid)
    entered = recorded(case, laid, steps)
    later = later_place(case, steps)
    rebuilt = _rebuild(laid, steps, wagered(case), anywhere=anywhere, entered=entered, later=later)
    for move in rebuilt.moves:
        seen = [card for card in move.cards if card in case.table.found.exposed]
        if seen:
            raise ValueError(f"{seen[0]} at {move.source} was exposed")
    return rebuilt


def out_of_turn(case: Case, laid: Laid) -> str:
    """Why cards that lie right were dealt wrongly; empty where nothing says so.

    The order of cards that were entered is on record; a description does not change it.
    """
    steps = steps_of(case, laid)
    if recorded(case, laid, steps):
        return ""
    return _told_out_of_turn(laid, steps, wagered(case))


def proposed(case: Case, laid: Laid | None) -> str:
    """The moves in words, where a number of cards is wrong; `ValueError` says why none."""
    if "misdeal" not in case.rules.rulebook.irregularities:
        raise ValueError("the rulebook lets no cards be moved")
    if laid is None:
        raise ValueError("the cards do not lie any more as they were dealt")
    reason = disturbed(case)
    if reason:
        raise ValueError(reason)
    return str(whole(case, laid, anywhere=True))


# --- the record of a deal put right ---------------------------------------------------------------


def moved(case: Case, rebuilt: Rebuilt, steps: Sequence[Step]) -> Iterator[RoundEvent]:
    """Every place holds what a right deal gives it; cards that belong to no place are set aside."""
    for card in rebuilt.surplus:
        yield CardSetAside(card=card, clause=case.rule.effect)
    yield from _dealt(case, rebuilt.order, steps)


def _dealt(case: Case, order: tuple[Card, ...], steps: Sequence[Step]) -> Iterator[RoundEvent]:
    """A right deal of these cards: what was recorded already is put right, the rest recorded."""
    play = case.table.play
    undone = reopened(play, case.rule.clause)
    yield from undone
    play = after(play, undone)
    recorded = steps[: play.steps_dealt]
    if recorded:
        count = cards_needed(recorded, len(wagered(case)))
        right = _right(case, recorded, order[:count])
        yield right
        play, order = after(play, [right]), order[count:]
    if order:
        command = DealCards(order)
        yield from decide_round(case.rules.game, case.rules.terms, play, command)


def _right(case: Case, steps: Sequence[Step], order: tuple[Card, ...]) -> CardsFound:
    places: dict[int | str, tuple[Card, ...]] = {}
    for packet in lay_out(steps, wagered(case), order):
        places[packet.place] = places.get(packet.place, ()) + packet.cards
    return CardsFound(
        hands={place: cards for place, cards in places.items() if isinstance(place, int)},
        community=places.get(COMMUNITY, ()),
        dealer=places.get(DEALER, ()),
        burned=places.get("burn", ()),
        clause=case.rule.effect,
    )
