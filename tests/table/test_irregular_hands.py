"""A wrong number of cards in a Player's hand: that hand goes, and others may be let go."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.money import Money
from pitboss.round.deal import CardsDealt, CardsFound
from pitboss.round.decisions import HandRemoved
from pitboss.round.result import EndRound, SettlementUndone
from pitboss.round.wagers import WagerReturned
from pitboss.table.irregularities.reports import (
    HandsMisdealt,
    IrregularityReported,
    MakeRuling,
)
from tests.table.conductor import (
    HOLDEM,
    LINKED,
    THREE,
    LiveTable,
    all_staked,
    bet,
    everything_back,
    laid_on,
    opened,
    player,
    report,
    staff,
    staked,
    told_by,
    under,
)

SUPERVISOR = staff("Pit Supervisor", "sue")
SIDE = {HOLDEM: "bonus", THREE: "pair_plus"}


def both(*clauses: str) -> pytest.MarkDecorator:
    return under(dict.fromkeys(LINKED, clauses))


def text(start: int, end: int) -> str:
    return " ".join(map(str, DECK[start:end]))


def misdealt(book: str, *seats: int) -> LiveTable:
    """Seat 2 was dealt a wrong number of cards, and its hand was removed."""
    table = staked(book, *seats).say("deal", "report wrong_number_hand seat=2 cards=4")
    return table


def settled_as_usual(table: LiveTable, seat: int) -> None:
    """A seat that was not concerned has wagers that won or lost."""
    lines = [line for line in table.table.play.settled if line.seat == seat]
    assert {line.outcome for line in lines} <= {"win", "lose", "stand_off"}
    assert lines


# --- the hand goes ------------------------------------------------------------------------------


@both("5.7")
def test_5_7_only_that_hand_goes_with_all_its_wagers(book: str) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    before = table.table.play
    happened = table.report("wrong_number_hand", seat="2", cards="4")
    assert happened[1:] == [
        HandRemoved(seat=2, clause="5.7"),
        HandsMisdealt(seats=(2,), clause="5.7"),
    ]
    table.say("play on", "settle")
    assert (
        everything_back(table, 2)
        == all_staked(table, 2)
        == Money.parse("20.00" if book == HOLDEM else "25.00")
    )
    for seat in (1, 4):
        assert table.table.play.seats[seat].cards == before.seats[seat].cards
        settled_as_usual(table, seat)


@both("5.7")
def test_5_7_a_hand_reported_before_the_cards_are_entered_brings_them(book: str) -> None:
    table = staked(book, 1, 2)
    size = table.rules.rulebook.hand_cards
    wrong = laid_on(table, 1, 2, seat_2=text(30, 31 + size))
    told = report("wrong_number_hand", seat="2", cards=str(size + 1))
    assert table.refused(told).problem == "The cards are not entered yet"
    assert table.refused(report("misdeal", laid=wrong, handled="no")).remedy == (
        "Report wrong_number_hand."
    )
    happened = table.report("wrong_number_hand", seat="2", cards=str(size + 1), laid=wrong)
    assert isinstance(happened[1], CardsDealt)
    assert [len(at.cards) for at in table.table.play.seats.values()] == [size, size + 1]
    table.say("play on")
    assert everything_back_of_two(table)
    settled_as_usual(table, 1)


def everything_back_of_two(table: LiveTable) -> bool:
    table.say("settle")
    return everything_back(table, 2) == all_staked(table, 2)


@both("5.7")
def test_5_7_every_hand_of_a_wrong_size_goes_at_once(book: str) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    wrong = laid_on(table, 1, 2, 4, seat_2=text(30, 31), seat_4=text(31, 32))
    happened = table.report("wrong_number_hand", seat="4", cards="1", laid=wrong)
    assert happened[-1] == HandsMisdealt(seats=(2, 4), clause="5.7")
    assert isinstance(happened[1], CardsFound)
    table.say("live 1")


@both("5.7")
def test_5_7_two_whole_hands_on_one_position_are_put_right(book: str) -> None:
    table = staked(book, 1, 2)
    right = staked(book, 1, 2).say("deal")
    other = " ".join(map(str, right.table.play.seats[2].cards))
    size = table.rules.rulebook.hand_cards
    # Told packet by packet, in the order of the deck.
    parts = laid_on(table, 1, 2).split("; ")
    laid = "; ".join(f"1: {other}" if part.startswith("2:") else part for part in parts)
    happened = table.report("wrong_number_hand", seat="2", cards="0", laid=laid)
    assert isinstance(happened[0], IrregularityReported)
    assert happened[0].details["moves"] == f"{other} at 1 to 2"
    table.say("waits for Rule")
    move = MakeRuling(ruling="move", reason="both lie there unseen")
    assert table.refused(move).remedy.startswith("This needs the Pit Supervisor")
    table.give(move, by=SUPERVISOR)
    assert table.table.play.seats == right.table.play.seats
    table = staked(book, 1, 2)
    table.say(f'report wrong_number_hand seat=1 cards="{2 * size}" laid="{laid}"')
    table.rule("remove", by=SUPERVISOR)
    assert not table.table.play.live


@both("5.7")
def test_5_7_a_card_too_many_is_not_taken_back(book: str) -> None:
    table = staked(book, 1, method="C" if book == HOLDEM else "")
    size = table.rules.rulebook.hand_cards
    order = laid_on(table, 1).split("; ")
    extra = "; ".join([*order, "1: As"])
    happened = table.report("wrong_number_hand", seat="1", cards=str(size + 1), laid=extra)
    assert isinstance(happened[0], IrregularityReported)
    reason = "As is one too many at 1"
    assert happened[0].details["removed"] == reason


@both("5.7")
def test_5_7_i_105_a_fold_collected_already_goes_back_after_the_round_is_settled(
    book: str,
) -> None:
    table = staked(book, 1, 2).say("deal")
    stays = next(iter(table.rules.rulebook.decisions.values())).choices[0]
    table.say(f"seat 1  {stays}", "seat 2  fold", "play on", "settle", "end")
    assert any(line.outcome == "lose" for line in table.table.play.settled if line.seat == 2)
    first = [line for line in table.table.play.settled if line.seat == 1]
    happened = table.report("wrong_number_hand", seat="2", cards="1")
    assert happened[1:3] == [
        SettlementUndone(clause="5.7"),
        HandRemoved(seat=2, clause="5.7"),
    ]
    assert table.refused(EndRound()).remedy.startswith("Now: the dealer may settle")
    table.say("settle")
    assert everything_back(table, 2) == all_staked(table, 2)
    assert [line for line in table.table.play.settled if line.seat == 1] == first
    table.say("end", "call")


@both("5.7")
def test_5_7_is_refused_for_right_numbers_by_players_twice_and_in_the_next_round(
    book: str,
) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    size = str(table.rules.rulebook.hand_cards)
    wrong = report("wrong_number_hand", seat="2", cards="4")
    table.refused(wrong, by=player("p1"))
    right_size = report("wrong_number_hand", seat="2", cards=size)
    assert "are right" in table.refused(right_size).problem
    table.say("refused 5.7: report wrong_number_hand seat=3 cards=4")
    moved = report("wrong_number_hand", seat="4", cards="0", laid=laid_on(table, 1, 2, 3))
    assert table.refused(moved).remedy == "Report misdeal."
    counted = report("wrong_number_hand", seat="2", cards="4", laid=laid_on(table, 1, 2, 4))
    assert table.refused(counted).remedy == "Count them again."
    short = laid_on(table, 1, 2, 4, seat_2=text(30, 34), community="As")
    both_wrong = report("wrong_number_hand", seat="2", cards="4", laid=short)
    assert table.refused(both_wrong).remedy == "Report wrong_number."
    table.give(wrong)
    assert "out of the round" in table.refused(wrong).problem
    table.say("play on", "settle", "end")
    bet(table, 1, 2)
    assert table.refused(wrong).problem == "The cards are not entered yet"
    assert table.table.play.seats[2].removed is None


@both("5.7")
def test_5_7_a_hand_that_went_keeps_its_cards_in_the_record_when_others_are_corrected(
    book: str,
) -> None:
    table = misdealt(book, 1, 2, 4)
    before = {seat: at.cards for seat, at in table.table.play.seats.items()}
    table.say(f'report duplicate_card entered="{before[1][0]}"')
    corrected = (DECK[-1], *before[1][1:])
    laid = told_by(table, {1: corrected, 4: before[4]})
    second = staff("Dealer", "dan", second="sue", second_role="Pit Supervisor")
    table.rule("keying_error", by=second, laid=laid)
    after = {seat: at.cards for seat, at in table.table.play.seats.items()}
    assert after == {**before, 1: corrected}
    table.say("seat 2  out by 5.7")


# --- what the others may do ---------------------------------------------------------------------

WHY = "the next hand went for a card too many"


@both("5.7.1")
def test_5_7_1_a_permitted_withdrawal_gives_all_wagers_back(book: str) -> None:
    table = misdealt(book, 1, 2, 4)
    table.report("permit_withdrawal", reason=WHY, by=SUPERVISOR)
    assert table.table.found.may_withdraw == (1, 4)
    happened = table.report("withdrawal", seat="1")
    assert happened[1:] == [HandRemoved(seat=1, clause="5.7.1")]
    assert "no wagers left" in table.refused(report("withdrawal", seat="1")).problem
    table.say("play on", "settle")
    assert everything_back(table, 1) == all_staked(table, 1)
    settled_as_usual(table, 4)


@both("5.7.1")
def test_5_7_1_needs_the_permission_of_a_pit_supervisor(book: str) -> None:
    table = misdealt(book, 1, 2).say("refused 5.7.1: report withdrawal seat=1")
    refusal = table.refused(report("permit_withdrawal", reason=WHY))
    assert refusal.remedy == "This needs the Pit Supervisor or a higher role."
    table.say(f'as Pit Manager: report permit_withdrawal reason="{WHY}"')
    table.say("refused role: p1: report withdrawal seat=1")
    table.say("refused 5.7.1: report withdrawal seat=2")


@both("5.7.1")
@pytest.mark.parametrize("told", [{}, {"reason": " "}], ids=["none", "blank"])
def test_5_7_1_a_permission_says_why(book: str, told: dict[str, str]) -> None:
    table = misdealt(book, 1, 2)
    refusal = table.refused(report("permit_withdrawal", **told), by=SUPERVISOR)
    assert (refusal.clause, refusal.remedy) == ("5.7.1", "Tell why it is permitted.")
    reported = table.report("permit_withdrawal", reason=WHY, by=SUPERVISOR)[0]
    assert isinstance(reported, IrregularityReported)
    assert reported.details == {"reason": WHY}


@both("5.7.1")
def test_5_7_1_the_house_may_ask_for_a_higher_role(book: str) -> None:
    table = staked(book, 1, 2, house={"permit_role": "Pit Manager"}).say("deal")
    table.say("report wrong_number_hand seat=2 cards=4")
    assert (
        "Pit Manager"
        in table.refused(report("permit_withdrawal", reason=WHY), by=SUPERVISOR).remedy
    )
    table.say(f'as Pit Manager: report permit_withdrawal reason="{WHY}"')


@both("5.7.1")
@pytest.mark.parametrize("is_permitted", [False, True])
def test_5_7_1_closes_when_the_next_card_is_exposed(book: str, is_permitted: bool) -> None:
    table = misdealt(book, 1, 2)
    if is_permitted:
        table.report("permit_withdrawal", reason=WHY, by=SUPERVISOR)
    while not (table.table.play.community_up or table.table.play.is_dealer_up):
        if table.table.play.seats[1].decisions:
            table.say("turn")
        else:
            table.say(f"seat 1  {next(iter(table.rules.rulebook.decisions.values())).choices[0]}")
    assert table.table.found.may_withdraw == ()
    table.say("refused 5.7.1: report withdrawal seat=1")
    assert table.refused(report("permit_withdrawal", reason=WHY), by=SUPERVISOR).clause == "5.7.1"


@both("5.7.1")
def test_5_7_1_only_after_a_hand_went_for_its_number_of_cards(book: str) -> None:
    permit = f'as Pit Supervisor: report permit_withdrawal reason="{WHY}"'
    staked(book, 1, 2).say("deal", f"refused 5.7.1: {permit}")
    bare = opened(book).say("call", "seat 1,2,3  ante 10.00", "no more bets", "deal")
    bare.say("seat 1  fold", "report wrong_number_hand seat=2 cards=4")
    bare.say("report wrong_number_hand seat=3 cards=4")
    # In Hold'em no card is exposed any more where nothing stands on it (I-63).
    words = "Every card" if book == HOLDEM else "No seat is left"
    assert words in bare.refused(permit).problem


@both("5.7.1")
def test_5_7_1_i_88_is_offered_alike_to_who_has_folded_and_has_a_wager_that_stands(
    book: str,
) -> None:
    table = opened(book).say("call", "seat 1,2,3,5  ante 10.00")
    table.say(f"seat 1,5  {SIDE[book]} 5.00  progressive 5.00", "no more bets", "deal")
    table.say("seat 1,2,3  fold", "report wrong_number_hand seat=2 cards=4")
    table.report("permit_withdrawal", reason=WHY, by=SUPERVISOR)
    # Of seat 3 the fold has lost all there was.
    assert table.table.found.may_withdraw == (1, 5)
    assert "not permitted" in table.refused(report("withdrawal", seat="3")).problem
    back = table.report("withdrawal", seat="1")[1:]
    assert all(isinstance(one, WagerReturned) and one.clause == "5.7.1" for one in back)
    assert "no wagers left" in table.refused(report("withdrawal", seat="1")).problem
    table.say("finish")
    # What the fold lost stays lost, in Hold'em the Bonus too (3.9.1).
    lost = {line.wager for line in table.table.play.settled if line.seat == 1}
    assert lost == ({"ante", "bonus"} if book == HOLDEM else {"ante"})
    assert str(table.table.chips.held("p1")) == ("5.00" if book == HOLDEM else "10.00")
    assert table.table.chips.everything == Money(0)
    settled_as_usual(table, 5)


@both("5.7.1")
@pytest.mark.parametrize("is_settled", [False, True])
def test_5_7_1_i_88_is_not_permitted_once_every_card_is_exposed(
    book: str, is_settled: bool
) -> None:
    table = staked(book, 1, 2).say("deal", "play on")
    if is_settled:
        table.say("settle")
    table.say("report wrong_number_hand seat=2 cards=4")
    refusal = table.refused(report("permit_withdrawal", reason=WHY), by=table.top)
    assert refusal.clause == "5.7.1"
    assert refusal.problem == "Every card that is to be exposed is exposed"
    table.say("refused 5.7.1: report withdrawal seat=1", "settle")
    settled_as_usual(table, 1)


@both("5.7.1")
@pytest.mark.parametrize("is_permitted", [False, True])
def test_5_7_1_i_88_closes_when_a_card_is_exposed_wrongly(book: str, is_permitted: bool) -> None:
    table = misdealt(book, 1, 2)
    if is_permitted:
        table.report("permit_withdrawal", reason=WHY, by=SUPERVISOR)
    table.say(f'report exposed_card cards="{table.table.play.dealer[0]}"')
    table.say("refused 5.7.1: report withdrawal seat=1")
    assert table.refused(report("permit_withdrawal", reason=WHY), by=SUPERVISOR).clause == "5.7.1"
