"""Recording how cards lie: as they should after a move, or as they were found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import Card
from pitboss.round.deal import (
    CardsDealt,
    CardSetAside,
    CardsFound,
    DealCards,
    FromTop,
    cards_needed,
    lay_out,
)
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import decide as decide_round
from pitboss.rulebook.model import Step
from pitboss.table.equipment.procedure import check as check_equipment
from pitboss.table.irregularities.case import Case
from pitboss.table.irregularities.effects import after, reopened
from pitboss.table.irregularities.laid import COMMUNITY, DEALER, Laid, area_of, wagered
from pitboss.table.irregularities.rebuilt import Rebuilt
from pitboss.table.rounds import check_drawn


def check_ready(case: Case) -> None:
    """Cards that are not entered yet can have been dealt only from a deck that was ready."""
    check_drawn(case.rules, case.table)
    if not case.table.play.steps_dealt:
        check_equipment(case.rules, case.table, case.by, DealCards(()))


def moved(case: Case, rebuilt: Rebuilt, steps: Sequence[Step]) -> Iterator[RoundEvent]:
    """Every place holds what a right deal gives it; what nobody should hold is set aside."""
    for card in rebuilt.surplus:
        yield CardSetAside(card=card, clause=case.rule.effect)
    yield from dealt(case, rebuilt.order, steps)


def dealt(case: Case, order: tuple[Card, ...], steps: Sequence[Step]) -> Iterator[RoundEvent]:
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


def as_they_lie(case: Case, laid: Laid, steps: Sequence[Step]) -> Iterator[RoundEvent]:
    """Everybody keeps what lies before them, right or wrong."""
    recorded = case.table.play.steps_dealt
    before = {area_of(step) for step in steps[:recorded]}
    now = {area_of(step) for step in steps[recorded:]} - before
    if before:
        hands, community, dealer, burned = _areas(case, laid, steps, before)
        yield CardsFound(
            hands=hands, community=community, dealer=dealer, burned=burned, clause=case.rule.effect
        )
    if now:
        hands, community, dealer, burned = _areas(case, laid, steps, now)
        yield CardsDealt(
            hands=hands,
            community=community,
            dealer=dealer,
            burned=burned,
            steps=len(steps) - recorded,
            clause=case.rule.effect,
        )


def _areas(
    case: Case, laid: Laid, steps: Sequence[Step], areas: set[str]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """The hands, the community cards, the dealer's, and the burned ones."""
    hands = {}
    if "seats" in areas:
        hands = {seat: laid.cards.get(seat, _taken_out(case, seat)) for seat in wagered(case)}
    community: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    shared = laid.at(COMMUNITY) if COMMUNITY in areas else ()
    for step in steps:
        if area_of(step) == COMMUNITY:
            some, shared = shared[: step.cards], shared[step.cards :]
            some = some[::-1] if isinstance(step, FromTop) else some
            burned += some if step.to == "burn" else ()
            community += some if step.to == COMMUNITY else ()
    return hands, community, laid.at(DEALER) if DEALER in areas else (), burned


def _taken_out(case: Case, seat: int) -> tuple[Card, ...]:
    """A hand taken out before is not told again, and stays as it was recorded."""
    at = case.table.play.seats[seat]
    return () if at.removed is None else at.cards
