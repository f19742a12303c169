"""Rounds with every kind of wager on the layout, for what goes wrong in them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.cards import DECK, Card
from pitboss.money import Money
from pitboss.round.deal import BurnCard, DealCards, lay_out, steps_due
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.options import Option, options
from pitboss.round.result import MeterPaid
from pitboss.round.settlement import Level
from pitboss.round.start import progressive_table
from pitboss.rulebook.model import OptionValue
from pitboss.table.people.admission import GiveNotice
from pitboss.table.people.seats import RegisterDevice
from tests.table.conductor import LiveTable
from tests.table.recorded import assert_settles_the_same

MEGALINK = "mbs-megalink-let-it-ride-v2"
RIDE = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE = "mbs-megalink-three-card-v6"
MGC = "mgc-let-it-ride"

LINKED = (HOLDEM, THREE)
MBS = (MEGALINK, RIDE, HOLDEM, THREE)

_WAGERS = {
    MEGALINK: {"1": "10.00", "2": "10.00", "$": "10.00", "progressive": "5.00"},
    RIDE: {"1": "10.00", "2": "10.00", "$": "10.00", "progressive": "5.00"},
    HOLDEM: {"ante": "10.00", "bonus": "5.00", "progressive": "5.00"},
    THREE: {"ante": "10.00", "pair_plus": "10.00", "progressive": "5.00"},
    MGC: {
        "1": "10.00", "2": "10.00", "$": "10.00", "progressive": "1.00", "bonus": "1.00",
        "three_card_bonus": "5.00", "cover_all": "5.00",
    },
}  # fmt: skip

_MGC_OPTIONS: dict[str, OptionValue] = {
    "three_card_bonus_table": "A",
}


def under(clauses: Mapping[str, tuple[str, ...]]) -> pytest.MarkDecorator:
    """Run under each of these rulebooks, held to these clauses of it."""
    return pytest.mark.parametrize(
        "book",
        [
            pytest.param(book, marks=[pytest.mark.rule(book, rule) for rule in rules])
            for book, rules in clauses.items()
        ],
    )


def staked(
    book: str, *seats: int, method: str = "", house: dict[str, str] | None = None
) -> LiveTable:
    """Every wager stands at each of these seats, and bets are closed."""
    table = opened(book, method=method, house=house)
    bet(table, *seats)
    return table


def opened(book: str, *, method: str = "", house: dict[str, str] | None = None) -> LiveTable:
    """A table with a link, its meters as they stand."""
    table = LiveTable(
        book,
        method=method,
        unit="1.00" if book == MGC else "5.00",
        options=_MGC_OPTIONS if book == MGC else None,
        limits=("1.00", "500.00"),
        house=house,
    )
    level = Level(Money.parse("100000.00"), Money.parse("10000.00"))
    progressive = progressive_table(table.rules.terms)
    assert progressive is not None
    table.meters = dict.fromkeys(progressive.seeds, level)
    if "device" in table.rules.rulebook.procedure:
        for seat in range(1, table.setting.positions + 1):
            table.give(RegisterDevice(seat), by=table.top)
    return table


def bet(table: LiveTable, *seats: int) -> None:
    """Call for bets, place every wager at these seats, and close."""
    table.call()
    place_all(table, *seats)
    table.close()


def place_all(table: LiveTable, *seats: int) -> None:
    """Place every wager at these seats."""
    for seat in seats:
        for wager, stake in _WAGERS[table.setting.rulebook].items():
            table.place(seat, wager, stake)


def permitted(table: LiveTable) -> list[Option]:
    """What may be done in the round now."""
    return options(table.rules.game, table.rules.terms, table.table.play)


def asked(table: LiveTable) -> set[str]:
    """The names of the commands the round waits for."""
    return {may.command.__name__ for may in permitted(table)}


def several_hands(table: LiveTable, *seats: int, side: str = "") -> LiveTable:
    """One player with a hand at each of these seats, told of the one view where that is asked."""
    table.seat(seats[0], "p1")
    if table.rules.rulebook.id == HOLDEM:
        table.give(GiveNotice("p1"))
    table.call()
    for seat in seats:
        table.place(seat, "ante", "10.00", name="p1")
        if side:
            table.place(seat, side, "5.00", name="p1")
    table.close()
    deal(table)
    return table


def deal(table: LiveTable) -> None:
    """Deal what is due, in the order of the deck."""
    need = next(may.cards for may in permitted(table) if may.command is DealCards)
    table.deal(" ".join(map(str, unused(table)[:need])))


def unused(table: LiveTable) -> tuple[Card, ...]:
    """The cards of the deck that lie nowhere yet."""
    play = table.table.play
    lying = {card for at in play.seats.values() for card in at.cards}
    lying.update(play.community, play.dealer, play.burned, play.set_aside)
    return tuple(card for card in DECK if card not in lying)


def told_by(table: LiveTable, hands: Mapping[int, tuple[Card, ...]]) -> str:
    """How the cards lie, as somebody tells it: these hands, and everything else as recorded."""
    play = table.table.play
    places: dict[int | str, tuple[Card, ...]] = dict(hands.items())
    steps = table.rules.rulebook.dealing[play.method].steps
    first = next(step.to for step in steps if step.to in ("burn", "community"))
    is_burn_first = first == "burn"
    places["community"] = (
        play.burned + play.community if is_burn_first else play.community + play.burned
    )
    places["dealer"] = play.dealer
    return "; ".join(
        f"{place}: {' '.join(map(str, cards))}" for place, cards in places.items() if cards
    )


def laid_on(table: LiveTable, *areas: int, **others: str) -> str:
    """A deal of the deck in its order that went to these areas, as somebody tells it.

    What lies elsewhere, or otherwise, is said by name: `dealer="2c 2d"`, `seat_2="3c"`.
    """
    play = table.table.play
    steps = steps_due(table.rules.terms, play) if not play.steps_dealt else ()
    steps = steps or table.rules.rulebook.dealing[play.method].steps[: play.steps_dealt]
    places: dict[str, str] = {}
    for packet in lay_out(steps, areas, DECK):
        place = "community" if packet.place == "burn" else str(packet.place)
        places[place] = f"{places.get(place, '')} {' '.join(map(str, packet.cards))}".strip()
    for name, cards in others.items():
        places[name.removeprefix("seat_")] = cards
    return "; ".join(f"{place}: {cards}" for place, cards in places.items() if cards)


def play_on(table: LiveTable) -> None:
    """Play the round until it can be settled: everybody stays in."""
    while "SettleRound" not in asked(table):
        step_on(table)


def step_on(table: LiveTable) -> None:
    """Do the one thing that is due next; whoever is asked stays in."""
    may = permitted(table)[0]
    if any(other.command is DealCards for other in permitted(table)):
        deal(table)
    elif may.command is Choose and may.seat is not None:
        table.choose(may.seat, may.choices[0])
    elif may.command is ShowHand and may.seat is not None:
        table.show(may.seat)
    elif may.command is BurnCard:
        table.give(BurnCard())
    else:
        table.turn()


def play_out(table: LiveTable) -> None:
    """Play the round to its end, settled and closed."""
    play_on(table)
    table.settle()
    table.end()


def finish(table: LiveTable) -> None:
    """Play the round until it is settled, and hold it against its record."""
    play_on(table)
    table.settle()
    assert_settles_the_same(table)


def everything_back(table: LiveTable, seat: int) -> Money:
    """Settle the round: whatever stood at a seat goes back, and not a cent is won or lost."""
    if not table.table.play.is_settled:
        table.settle()
    lines = [line for line in table.table.play.settled if line.seat == seat]
    assert {line.wager for line in lines} == set(table.table.play.seats[seat].wagers)
    assert all(line.returned == line.stake and not line.winnings for line in lines)
    return Money(sum(line.returned.cents for line in lines))


def all_staked(table: LiveTable, seat: int) -> Money:
    """Everything that stands at a seat."""
    return Money(sum(stake.cents for stake in table.table.play.seats[seat].wagers.values()))


def is_void(table: LiveTable, clause: str) -> None:
    """Assert that the round is void by a clause, and everything goes back to the cent."""
    assert table.table.play.void == clause
    assert table.table.halt is None
    assert asked(table) == {"SettleRound"}
    seats = list(table.table.play.seats)
    for seat in seats:
        assert everything_back(table, seat) == all_staked(table, seat) > Money(0)
    paid = [event for event in table.log if isinstance(event, MeterPaid)]
    assert {event.awarded for event in paid[-len(table.meters) :]} == {Money(0)}
    assert asked(table) == {"EndRound"}
    table.end()
    table.call()
