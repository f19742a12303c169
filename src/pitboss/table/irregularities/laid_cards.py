"""How cards really lie after a wrong deal, and how many should lie where.

A person tells it place by place, in the order in which places were reached, with the cards of
each in the order they came: `1: Ts 4h 2c; 3: 9c 9d 5s; community: Kd Qd`. A place may be told
again, and then each part is one packet of the deal. The community area includes the card that is
burned from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import CARD_BY_NAME, Card
from pitboss.errors import CardError
from pitboss.round.deal import CardsDealt, CardsFound, DealCards, FromTop, steps_due
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState
from pitboss.rulebook.model import Step
from pitboss.table.equipment import procedure
from pitboss.table.irregularities.case import Case, Field
from pitboss.table.rounds import check_drawn
from pitboss.table.rules import Mode, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Table

COMMUNITY = "community"
DEALER = "dealer"
SEATS = "seats"

DUPLICATE = "duplicate_card"
WRONG_HAND = "wrong_number_hand"

LAID = Field(
    "laid",
    "how the cards lie, place by place in the order they were laid: "
    "1: Ts 4h 2c; 3: 9c 9d 5s; community: Kd Qd",
    True,
)

Place = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """The cards as they lie."""

    cards: Mapping[Place, tuple[Card, ...]]
    """By seat, `community` or `dealer`, in the order told."""
    packets: tuple[tuple[Place, tuple[Card, ...]], ...]

    @property
    def areas(self) -> list[int]:
        """The seats at which cards lie, in the order reached."""
        return [place for place in self.cards if isinstance(place, int)]

    def at(self, place: Place) -> tuple[Card, ...]:
        """The cards at one place."""
        return self.cards.get(place, ())


def read_laid(case: Case, text: str) -> Laid:
    """The cards as a person described them."""
    packets = tuple(_packets(case, text))
    cards: dict[Place, tuple[Card, ...]] = {}
    for place, some in packets:
        twice = [card for card in some if any(card in lying for lying in cards.values())]
        twice += [card for i, card in enumerate(some) if card in some[:i]]
        if twice:
            case.refuse(f"{twice[0]} lies there twice", f"Look again, or report {DUPLICATE}.")
        aside = [card for card in some if card in case.table.play.set_aside]
        if aside:
            case.refuse(f"{aside[0]} was set aside", f"Look again, or report {DUPLICATE}.")
        cards[place] = cards.get(place, ()) + some
    return Laid(cards=cards, packets=packets)


def _packets(case: Case, text: str) -> Iterator[tuple[Place, tuple[Card, ...]]]:
    for part in text.split(";"):
        name, colon, names = part.partition(":")
        place = _place(case, name.strip())
        try:
            cards = tuple(Card.parse(card) for card in names.split())
        except CardError as error:
            case.refuse(f"Cards at {place}", f"{error}.")
        if not colon or not cards:
            case.refuse(f"{part.strip()!r} says no cards", "Write 1: Ts 4h 2c; community: Kd Qd.")
        yield place, cards


def _place(case: Case, name: str) -> Place:
    if name in (COMMUNITY, DEALER):
        return name
    positions = case.rules.setting.positions
    if not name.isdecimal() or not 1 <= int(name) <= positions:
        case.refuse(
            f"{name!r} is no place", f"Name a seat from 1 to {positions}, {COMMUNITY} or {DEALER}."
        )
    return int(name)


# --- how far the deal has come --------------------------------------------------------------------


def area_of(step: Step) -> str:
    """Where a step lays its cards: what is burned lies in the community area first."""
    return COMMUNITY if step.to == "burn" else step.to


def steps_of(case: Case, laid: Laid | None = None, *, with_due: bool = False) -> tuple[Step, ...]:
    """The steps dealt so far, and those now due where they were laid or are asked for."""
    play = case.table.play
    dealt = case.rules.rulebook.dealing[play.method].steps[: play.steps_dealt]
    due = steps_due(case.rules.terms, play) if play.is_open and play.void is None else ()
    told = laid is not None and any(laid.at(area_of(step)) for step in due)
    return dealt + due if not dealt or told or with_due else dealt


def later_place(case: Case, steps: Sequence[Step]) -> str:
    """The place whose cards come after these steps, when play has gone on; empty if none do."""
    play = case.table.play
    later = case.rules.rulebook.dealing[play.method].steps[len(steps) :]
    return area_of(later[0]) if later else ""


def wagered(case: Case) -> list[int]:
    """The seats that a right deal goes to."""
    seats = case.table.play.seats
    return [n for n, at in sorted(seats.items()) if not at.is_orphan and (at.is_live or at.cards)]


def recorded(case: Case, laid: Laid, steps: Sequence[Step]) -> tuple[Card, ...]:
    """The order of the deck as the deal was entered; nothing where that was of other cards."""
    play = case.table.play
    left: dict[Place, list[Card]] = {n: list(play.seats[n].cards) for n in wagered(case)}
    left |= {COMMUNITY: list(play.community), DEALER: list(play.dealer), "burn": list(play.burned)}
    entered = {card for pile in left.values() for card in pile}
    if entered != {card for cards in laid.cards.values() for card in cards}:
        return ()
    order: list[Card] = []
    for step in steps:
        for place in wagered(case) if step.to == "seats" else (step.to,):
            order += left[place][: step.cards]
            del left[place][: step.cards]
    return () if any(left.values()) else tuple(order)


def due_at(steps: Sequence[Step], place: Place) -> int:
    """How many cards a right deal lays at a place."""
    area = SEATS if isinstance(place, int) else place
    return sum(step.cards for step in steps if area_of(step) == area)


def check_sizes(case: Case, laid: Laid, steps: Sequence[Step], remedy: str) -> None:
    """Refuse hands, community or dealer's cards of another number than a right deal lays."""
    hands = [at.seat for at in case.table.play.live]
    places: list[Place] = [*hands, COMMUNITY, DEALER]
    for place in places:
        lying, due = len(laid.at(place)), due_at(steps, place)
        if lying != due:
            case.refuse(f"{place} has {lying} cards, and {due} are due", remedy)


def is_dealing(case: Case) -> bool:
    """Whether cards are being dealt: some are due, or nothing was decided or turned since.

    What is left of the deck leaves the shoe or machine only when every card is dealt.
    """
    play = case.table.play
    if play.community_up or play.dealer_up or play.shown or play.is_settled:
        return False
    if case.table.equipment.stub:
        return False
    steps = case.rules.rulebook.dealing[play.method].steps[: play.steps_dealt]
    asked = {step.after for step in steps}
    decided = {decision for at in play.seats.values() for decision in at.decisions}
    return bool(steps_due(case.rules.terms, play)) or decided <= asked


def is_entry_due(rules: TableRules, table: Table) -> bool:
    """Whether cards that a person dealt are to be entered; otherwise the round refuses them."""
    play = table.play
    is_played = play.is_open and play.void is None
    return rules.setting.mode is Mode.LIVE and is_played and bool(steps_due(rules.terms, play))


def on_table(play: RoundState) -> tuple[Card, ...]:
    """Every card recorded on the table."""
    hands = (card for at in play.seats.values() for card in at.cards)
    return (*hands, *play.community, *play.dealer, *play.burned)


def impossible(play: RoundState, names: Sequence[str]) -> list[str]:
    """What is in no deck, or is there already: on the table, set aside, or named before."""
    known = {str(card) for card in (*on_table(play), *play.set_aside)}
    return [
        name
        for i, name in enumerate(names)
        if name not in CARD_BY_NAME or name in names[:i] or name in known
    ]


def check_ready(case: Case) -> None:
    """Cards that are not entered yet can have been dealt only from a deck that was ready."""
    check_drawn(case.rules, case.table)
    if not case.table.play.steps_dealt:
        procedure.check_ready(case.rules, case.table, case.by, DealCards(()))


# --- the record of cards as they lie --------------------------------------------------------------


def as_they_lie(case: Case, laid: Laid, steps: Sequence[Step]) -> Iterator[RoundEvent]:
    """Every place keeps what lies there, right or wrong."""
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
