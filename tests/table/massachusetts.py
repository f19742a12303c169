"""Tables of the Massachusetts game whose procedures a test does by hand."""

from __future__ import annotations

from pitboss.cards import DECK
from pitboss.envelope import Envelope
from pitboss.round.deal import DealCards
from pitboss.table.equipment.decks import BringDeck, ConfirmStep
from pitboss.table.equipment.procedure import due
from tests.table.conductor import LiveTable, staff

MGC = "mgc-let-it-ride"
COVER = "cover_card"
STEPS = (COVER, "inspected", "verified", "spread", "inspection_offered", "washed", "stacked")
INSPECTED = "inspected_at_the_table"
PRE_INSPECTED = "pre_inspected"
SHUFFLER = "shuffler-1"
FLOOR = staff("floorperson", "flo")
SUPERVISOR = staff("casino supervisor", "sue")


def by_hand(method: str = "manual_shoe", **house: str) -> LiveTable:
    """A table that has opened and done nothing else."""
    return LiveTable(MGC, method=method, positions=7, house=house, procedures="by hand")


def ready(method: str = "manual_shoe", **house: str) -> LiveTable:
    """A table with everything confirmed that is due before the first call for bets."""
    table = by_hand(method, **house)
    table.do_procedures()
    return table


def two_decks(**house: str) -> LiveTable:
    """A table for two decks, and none of them there."""
    return by_hand(decks="2", shuffler=SHUFFLER, **house)


def confirms(step: str) -> Envelope | None:
    """Who confirms a step: the dealer does, but what they inspected somebody else verifies."""
    return FLOOR if step == "verified" else None


def bring(table: LiveTable, deck: str, backs: str, checklist: str = INSPECTED) -> None:
    """A deck comes, and goes through its whole checklist."""
    table.give(BringDeck(deck, backs, checklist))
    for step in STEPS if checklist == INSPECTED else (COVER, PRE_INSPECTED):
        table.give(ConfirmStep(step, deck, "paper 4"), by=confirms(step))


def wager(table: LiveTable, hands: int = 1, *, bonus: int = 0) -> None:
    """Bets of so many players, the first of them with the bonus wager, and "No more bets"."""
    table.call()
    for seat in range(1, hands + 1):
        table.say(f"seat {seat}  base 5.00")
        if seat <= bonus:
            table.place(seat, "bonus", "1.00")
    table.close()


def cards(table: LiveTable) -> DealCards:
    """The whole deal for the hands there are."""
    return DealCards(DECK[: 3 * len(table.table.play.seats) + 3])


def dealt(table: LiveTable, hands: int = 1) -> None:
    """A round up to the deal, with everything that comes before it done."""
    wager(table, hands)
    table.do_procedures()
    table.give(cards(table))


def play_round(table: LiveTable, hands: int = 1) -> None:
    """A whole round in which nothing goes wrong."""
    dealt(table, hands)
    table.do_procedures()
    table.say("play on", "settle", "end")


def steps_due(table: LiveTable) -> list[str]:
    """The ids of what must be confirmed next."""
    return [prompt.step for prompt in due(table.rules, table.table)]
