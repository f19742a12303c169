"""A live table: a table played by lines, and rounds with every kind of wager on it.

New tests play lines instead (`table.say("seat 2 base 10.00")`, tests/README.md).
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.cards import DECK, Card
from pitboss.envelope import Envelope
from pitboss.money import Money
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, lay_out, steps_due
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ShowHand, ViewHand
from pitboss.round.result import MeterPaid, SettleRound, VoidRound
from pitboss.round.settlement import Level
from pitboss.round.start import progressive_table
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.rulebook.model import OptionValue
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.people.admission import GiveNotice
from pitboss.table.people.seats import RegisterDevice
from pitboss.table.rounds import draws_are_due
from pitboss.table.table import Event
from tests.script import TableScript, player, staff
from tests.script.lines import SYSTEM_ITSELF
from tests.script.table import DECK_SEED, DRAWS_SEED

_ASIDE = (VoidRound, RemoveHand, LeaveDown, ViewHand, DeclineToShow, RecordDraws)

__all__ = ["DECK_SEED", "DRAWS_SEED", "SYSTEM_ITSELF", "LiveTable", "player", "staff"]


class LiveTable(TableScript):
    """One table: gives commands, keeps the log, knows the state."""

    def place(
        self, seat: int, wager: str, stake: str, name: str = "", by: Envelope | None = None
    ) -> None:
        """A player at a seat places a wager, sitting down first if need be."""
        name = name or f"p{seat}"
        self.make_ready(seat, name, wager)
        self.give(PlaceWager(seat, name, wager, Money.parse(stake)), by=by or player(name))

    def close(self) -> None:
        """ "No more bets"; where the system draws, it draws nothing in this round (I-21)."""
        self.give(CloseBets())
        if draws_are_due(self.rules, self.table):
            self.give(RecordDraws())

    def report(self, kind: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Report an irregularity."""
        return self.give(ReportIrregularity(kind=kind, details=details), by=by)

    def rule(self, ruling: str, by: Envelope | None = None, **details: str) -> list[Event]:
        """Rule on it, by the top role unless another is named."""
        return self.give(
            MakeRuling(ruling=ruling, reason="seen on camera 4", details=details),
            by=by or self.top,
        )


# --- rounds with every kind of wager on the layout ----------------------------------------------

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


def report(kind: str, **details: str) -> ReportIrregularity:
    """A report, to be refused or given by a person."""
    return ReportIrregularity(kind=kind, details=details)


def asked(table: LiveTable) -> set[str]:
    """The names of the commands the round waits for."""
    return {may.command.__name__ for may in table.options}


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
    table.say("deal")
    return table


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


def step_on(table: LiveTable, answers: list[str] | None = None) -> None:
    """Do the one thing that is due next; a seat asked stays in, or gives the next answer."""
    may = next(may for may in table.options if may.command not in _ASIDE)
    if may.command is DealCards:
        table.say("deal")
    elif may.command is Choose:
        table.say(f"seat {may.seat}  {may.choices[0] if answers is None else answers.pop(0)}")
    elif may.command is ShowHand:
        table.say(f"show {may.seat}")
    else:
        table.say("burn" if may.command is BurnCard else "turn")


def everything_back(table: LiveTable, seat: int) -> Money:
    """Settle the round: whatever stood at a seat goes back, and not a cent is won or lost."""
    if not table.table.play.is_settled:
        table.say("settle")
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
    table.say("end")
    table.call()


# --- rounds played to their end, for what becomes of the money ----------------------------------


def money(text: str) -> Money:
    """An amount, below nothing with a minus."""
    return Money(0) - Money.parse(text[1:]) if text.startswith("-") else Money.parse(text)


def floor(table: LiveTable) -> Envelope:
    """The role above the dealer, with the dealer beside."""
    return staff(table.ladder[1], "fay", second="dan", second_role=table.ladder[0])


def held(table: LiveTable, name: str) -> str:
    """What a player holds at the table; no cent was made or lost."""
    assert table.table.chips.everything == Money(0)
    return str(table.table.chips.held(name))


def play_out(table: LiveTable, cards: str, choices: str = "") -> None:
    """Close bets, deal these cards, answer with these choices in turn, and settle."""
    table.close()
    table.say(f"deal {cards}")
    play_on(table, choices)


def play_on(table: LiveTable, choices: str = "") -> None:
    """Go on from where the round stands, answering with these choices in turn, and settle."""
    answers = choices.split()
    while not table.table.play.is_settled:
        if table.may(SettleRound):
            table.say("settle")
        else:
            step_on(table, answers)
    assert not answers, answers
