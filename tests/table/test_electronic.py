"""An electronic table: cards come from the seed, and players' money moves by their own hand."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach
from pitboss.games.library import built_in_ids
from pitboss.money import Money
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.round.decisions import Choose, HandRemoved
from pitboss.round.options import options
from pitboss.round.wagers import PlaceWager, TakeDown, WagerPlaced
from pitboss.table.chips.exchange import CashedOut, CashOut
from pitboss.table.irregularities.reports import Answer, PlayerAnswered, ReportIrregularity
from pitboss.table.people.turns import PlaceOnBehalf, WagerRequested
from pitboss.table.prompts import due_lines
from pitboss.table.rounds import OpenSeeds
from pitboss.table.rules import Mode
from pitboss.table.table import Command
from tests.table.conductor import DECK_SEED, SYSTEM_ITSELF, LiveTable, player, staff

HOLDEM, THREE = "mbs-megalink-holdem-v9", "mbs-megalink-three-card-v6"
TEN = Money.parse("10.00")


def base(book: str) -> tuple[str, ...]:
    return ("ante",) if book in (HOLDEM, THREE) else ("1", "2", "$")


def called(book: str, mode: Mode = Mode.ELECTRONIC) -> LiveTable:
    """A player seated with a balance, and bets called for."""
    table = LiveTable(book, mode=mode, options=OPTIONS.get(book, {}))
    table.seat(1)
    table.say("call")
    return table


OPTIONS = {"mgc-let-it-ride": {"three_card_bonus_table": "D"}}


def asked(table: LiveTable) -> LiveTable:
    """The same up to the player's first question."""
    for wager in base(table.setting.rulebook):
        table.say(f"seat 1  {wager} 10.00")
    table.say("no more bets")
    table.give(DealCards(tuple(DECK[: needed(table)])))
    return table


def needed(table: LiveTable) -> int:
    permitted = options(table.rules.game, table.rules.terms, table.table.play)
    return next(may.cards for may in permitted if may.command is DealCards)


def of_the_house(table: LiveTable) -> list[Envelope]:
    return [staff(role) for role in table.ladder]


def refused(table: LiveTable, command: Command) -> None:
    """By everybody of the house, whatever their role."""
    for by in of_the_house(table):
        assert isinstance(table.refused(command, by=by), RoleBreach)


@pytest.mark.parametrize("book", built_in_ids())
def test_i_102_nobody_of_the_house_deals_draws_or_opens_seeds(book: str) -> None:
    table = called(book)
    for wager in base(book):
        table.say(f"seat 1  {wager} 10.00")
    table.say("no more bets")
    cards = DealCards(tuple(DECK[: needed(table)]))
    refused(table, cards)
    assert table.refused(cards, by=of_the_house(table)[0]).clause == "I-102"
    if table.rules.rulebook.draws:
        refused(table, RecordDraws(lucky_seat=1))
    table.give(cards, by=SYSTEM_ITSELF)
    assert table.table.play.seats[1].cards


def test_i_102_the_seeds_are_opened_by_the_system() -> None:
    table = asked(called(HOLDEM))
    table.say("seat 1  fold", "settle", "end-round")
    opened = OpenSeeds(deck=DECK_SEED)
    refused(table, opened)
    table.give(opened, by=SYSTEM_ITSELF)
    assert table.table.rounds.is_opened


@pytest.mark.parametrize("book", built_in_ids())
def test_nobody_of_the_house_wagers_from_a_players_balance(book: str) -> None:
    table = called(book)
    wager = base(book)[0]
    place = PlaceWager(1, "p1", wager, TEN)
    refused(table, place)
    table.give(place, by=player("p1"))
    down = TakeDown(1, "p1", wager)
    refused(table, down)
    table.give(down, by=player("p1"))
    cash = CashOut("p1", TEN)
    refused(table, cash)
    (event,) = table.give(cash, by=player("p1"))
    assert isinstance(event, CashedOut)


@pytest.mark.parametrize("book", built_in_ids())
def test_nobody_of_the_house_decides_for_a_player(book: str) -> None:
    table = asked(called(book))
    permitted = options(table.rules.game, table.rules.terms, table.table.play)
    choice = next(may.choices[-1] for may in permitted if may.command is Choose)
    refused(table, Choose(1, choice))
    table.say(f"seat 1  {choice}")
    assert table.table.play.seats[1].decisions


@pytest.mark.rule(HOLDEM, "5.16.1")
@pytest.mark.rule(THREE, "5.16.1")
@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_5_16_1_nobody_of_the_house_takes_a_players_wagers_back(book: str) -> None:
    table = asked(called(book))
    table.say("report power_failure")
    for word in ("withdraw", "stay"):
        refused(table, Answer(player="p1", answer=word))
    table.say("p1: answer p1 withdraw", "seat 1  out by 5.16.1")
    # The system says it of whoever says nothing, and a dealer where people play at a table.
    table = asked(called(book))
    table.say("report power_failure", "as system: answer p1 stay", "goes on")


@pytest.mark.rule(HOLDEM, "5.16.1")
@pytest.mark.rule(THREE, "5.16.1")
@pytest.mark.parametrize("is_dealt", [False, True])
@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_5_16_1_who_is_gone_after_a_failure_holds_up_nobody(book: str, is_dealt: bool) -> None:
    table = asked(called(book)) if is_dealt else called(book)
    if not is_dealt:
        table.say("seat 1  ante 10.00", "no more bets")
    table.say("report power_failure")
    gone = ReportIrregularity(kind="absent", details={"player": "p1"})
    dealer, supervisor = of_the_house(table)[:2]
    # Nobody but a supervisor finds somebody absent (5.11), and only who is asked can be.
    assert isinstance(table.refused(gone, by=dealer), RoleBreach)
    other = ReportIrregularity(kind="absent", details={"player": "p9"})
    assert "Ask p1" in table.refused(other, by=supervisor).remedy
    noted = ReportIrregularity(kind="absent", details={"player": "p1", "round": "1"})
    assert table.refused(noted, by=supervisor).clause == "5.16"
    assert any("absent" in line for line in due_lines(table.rules, table.table))
    happened = table.give(gone, by=supervisor)
    stays = PlayerAnswered(kind="power_failure", player="p1", answer="stay", clause="5.16.1")
    assert stays in happened
    table.say("goes on")
    if not is_dealt:
        table.give(DealCards(tuple(DECK[: needed(table)])), by=SYSTEM_ITSELF)
    # The question they are not there for is answered as the rules have it.
    table.say("seat 1  out by 5.11")


@pytest.mark.rule(HOLDEM, "3.6")
@pytest.mark.rule(THREE, "3.6")
@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_3_6_a_wager_that_a_player_asks_for_is_placed_and_stands_on_record_as_that(
    book: str,
) -> None:
    table = called(book)
    plain = PlaceWager(1, "p1", "ante", TEN)
    assert "on their behalf (3.6)" in table.refused(plain, by=of_the_house(table)[0]).remedy
    on_behalf = PlaceOnBehalf(1, "p1", "ante", TEN)
    happened = table.give(on_behalf, by=of_the_house(table)[0])
    assert isinstance(happened[0], WagerRequested)
    assert isinstance(happened[1], WagerPlaced)


@pytest.mark.parametrize("book", built_in_ids())
def test_a_dealer_of_a_live_table_enters_what_players_do(book: str) -> None:
    table = called(book, Mode.LIVE)
    for wager in base(book):
        table.say(f'bet 1 p1 "{wager}" {TEN}')
    table.say("no more bets")
    table.give(DealCards(tuple(DECK[: needed(table)])))
    permitted = options(table.rules.game, table.rules.terms, table.table.play)
    choice = next(may.choices[-1] for may in permitted if may.command is Choose)
    table.say(f'choose 1 "{choice}"')
    assert table.table.play.seats[1].decisions


def test_a_round_of_an_electronic_table_goes_on_without_a_player_who_is_absent() -> None:
    table = asked(called(HOLDEM))
    happened = table.report("absent", by=of_the_house(table)[-1], player="p1")
    assert any(isinstance(event, HandRemoved) for event in happened)
