"""A wrong number of cards in a Player's hand: that hand goes, and others may be let go."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.money import Money
from pitboss.round.deal import CardsDealt, CardsFound
from pitboss.round.wagers import WagerReturned
from pitboss.table.irregularities.reports import (
    IrregularityReported,
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
    staff,
    staked,
    step_on,
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
    return staked(book, *seats).say("deal", "report wrong_number_hand seat=2 cards=4")


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
    table.say("report wrong_number_hand seat=2 cards=4", "once hand-removed seat=2 clause=5.7")
    table.say("then hands-misdealt seats=2 clause=5.7", "play on", "settle")
    back = Money.parse("20.00" if book == HOLDEM else "25.00")
    assert everything_back(table, 2) == all_staked(table, 2) == back
    for seat in (1, 4):
        assert table.table.play.seats[seat].cards == before.seats[seat].cards
        settled_as_usual(table, seat)


@both("5.7")
def test_5_7_a_hand_reported_before_the_cards_are_entered_brings_them(book: str) -> None:
    table = staked(book, 1, 2)
    size = table.rules.rulebook.hand_cards
    wrong = laid_on(table, 1, 2, seat_2=text(30, 31 + size))
    told = f"report wrong_number_hand seat=2 cards={size + 1}"
    table.say(f'refused "The cards are not entered yet": {told}')
    table.say(f'refused "Report wrong_number_hand.": report misdeal laid="{wrong}" handled=no')
    table.say(f'{told} laid="{wrong}"')
    assert len(table.events(CardsDealt)) == 1
    assert [len(at.cards) for at in table.table.play.seats.values()] == [size, size + 1]
    table.say("play on", "settle")
    assert everything_back(table, 2) == all_staked(table, 2)
    settled_as_usual(table, 1)


@both("5.7")
def test_5_7_every_hand_of_a_wrong_size_goes_at_once(book: str) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    wrong = laid_on(table, 1, 2, 4, seat_2=text(30, 31), seat_4=text(31, 32))
    table.say(f'report wrong_number_hand seat=4 cards=1 laid="{wrong}"')
    assert table.events(CardsFound)
    table.say("then hands-misdealt seats=2,4 clause=5.7", "live 1")


@both("5.7")
def test_5_7_two_whole_hands_on_one_position_are_put_right(book: str) -> None:
    table = staked(book, 1, 2)
    right = staked(book, 1, 2).say("deal")
    other = " ".join(map(str, right.table.play.seats[2].cards))
    size = table.rules.rulebook.hand_cards
    # Told packet by packet, in the order of the deck.
    parts = laid_on(table, 1, 2).split("; ")
    laid = "; ".join(f"1: {other}" if part.startswith("2:") else part for part in parts)
    table.say(f'report wrong_number_hand seat=2 cards=0 laid="{laid}"')
    table.say(f"waits for Rule [moves={other} at 1 to 2]")
    table.say('refused "This needs the Pit Supervisor": rule move "both lie there unseen"')
    table.say('as Pit Supervisor: rule move "both lie there unseen"')
    assert table.table.play.seats == right.table.play.seats
    table = staked(book, 1, 2)
    table.say(f'report wrong_number_hand seat=1 cards="{2 * size}" laid="{laid}"')
    table.say('as Pit Supervisor: rule remove "seen on camera 4"', "live")


@both("5.7")
def test_5_7_a_card_too_many_is_not_taken_back(book: str) -> None:
    table = staked(book, 1, method="C" if book == HOLDEM else "")
    size = table.rules.rulebook.hand_cards
    extra = f"{laid_on(table, 1)}; 1: As"
    table.say(f'report wrong_number_hand seat=1 cards={size + 1} laid="{extra}"')
    (reported,) = table.events(IrregularityReported)
    assert reported.details["removed"] == "As is one too many at 1"


@both("5.7")
def test_5_7_i_105_a_fold_collected_already_goes_back_after_the_round_is_settled(
    book: str,
) -> None:
    table = staked(book, 1, 2).say("deal")
    stays = next(iter(table.rules.rulebook.decisions.values())).choices[0]
    table.say(f"seat 1  {stays}", "seat 2  fold", "play on", "settle", "end")
    assert any(line.outcome == "lose" for line in table.table.play.settled if line.seat == 2)
    first = [line for line in table.table.play.settled if line.seat == 1]
    table.say("report wrong_number_hand seat=2 cards=1", "once settlement-undone clause=5.7")
    table.say("once hand-removed seat=2 clause=5.7", 'refused "the dealer may settle": end')
    table.say("settle")
    assert everything_back(table, 2) == all_staked(table, 2)
    assert [line for line in table.table.play.settled if line.seat == 1] == first
    table.say("end", "call")


@both("5.7")
def test_5_7_is_refused_for_right_numbers_by_players_twice_and_in_the_next_round(
    book: str,
) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    size = table.rules.rulebook.hand_cards
    wrong, told = "seat=2 cards=4", "report wrong_number_hand"
    short = laid_on(table, 1, 2, 4, seat_2=text(30, 34), community="As")
    table.say(f"refused role: p1: {told} {wrong}", f"refused 5.7: {told} seat=3 cards=4")
    table.say(f'refused "are right": {told} seat=2 cards={size}')
    moved = laid_on(table, 1, 2, 3)
    table.say(f'refused "Report misdeal.": {told} seat=4 cards=0 laid="{moved}"')
    table.say(f'refused "Count them again.": {told} {wrong} laid="{laid_on(table, 1, 2, 4)}"')
    table.say(f'refused "Report wrong_number.": {told} {wrong} laid="{short}"')
    table.say(f"{told} {wrong}", f'refused "out of the round": {told} {wrong}')
    table.say("play on", "settle", "end")
    bet(table, 1, 2)
    table.say(f'refused "The cards are not entered yet": {told} {wrong}', "live 1 2")


@both("5.7")
def test_5_7_a_hand_that_went_keeps_its_cards_in_the_record_when_others_are_corrected(
    book: str,
) -> None:
    table = misdealt(book, 1, 2, 4)
    before = {seat: at.cards for seat, at in table.table.play.seats.items()}
    table.say(f'report duplicate_card entered="{before[1][0]}"')
    corrected = (DECK[-1], *before[1][1:])
    laid = told_by(table, {1: corrected, 4: before[4]})
    table.say(f'as dealer, supervisor: rule keying_error slip laid="{laid}"')
    after = {seat: at.cards for seat, at in table.table.play.seats.items()}
    assert after == {**before, 1: corrected}
    table.say("seat 2  out by 5.7")


# --- what the others may do ---------------------------------------------------------------------

PERMIT = 'report permit_withdrawal reason="the next hand went for a card too many"'
PERMITTED = f"as Pit Supervisor: {PERMIT}"


@both("5.7.1")
def test_5_7_1_a_permitted_withdrawal_gives_all_wagers_back(book: str) -> None:
    table = misdealt(book, 1, 2, 4).say(PERMITTED)
    assert table.table.found.may_withdraw == (1, 4)
    table.say("report withdrawal seat=1", "then hand-removed seat=1 clause=5.7.1")
    table.say('refused "no wagers left": report withdrawal seat=1', "play on", "settle")
    assert everything_back(table, 1) == all_staked(table, 1)
    settled_as_usual(table, 4)


@both("5.7.1")
def test_5_7_1_needs_the_permission_of_a_pit_supervisor(book: str) -> None:
    table = misdealt(book, 1, 2).say("refused 5.7.1: report withdrawal seat=1")
    table.say(f'refused "This needs the Pit Supervisor or a higher role.": {PERMIT}')
    table.say(f"as Pit Manager: {PERMIT}", "refused role: p1: report withdrawal seat=1")
    table.say("refused 5.7.1: report withdrawal seat=2")


@both("5.7.1")
@pytest.mark.parametrize("told", ["", 'reason=" "'], ids=["none", "blank"])
def test_5_7_1_a_permission_says_why(book: str, told: str) -> None:
    table = misdealt(book, 1, 2)
    silent = f"as Pit Supervisor: report permit_withdrawal {told}"
    table.say(f'refused 5.7.1 "Tell why it is permitted.": {silent}', PERMITTED)
    reported = table.events(IrregularityReported)[-1]
    assert reported.details == {"reason": "the next hand went for a card too many"}


@both("5.7.1")
def test_5_7_1_the_house_may_ask_for_a_higher_role(book: str) -> None:
    table = staked(book, 1, 2, house={"permit_role": "Pit Manager"}).say("deal")
    table.say("report wrong_number_hand seat=2 cards=4", f'refused "Pit Manager": {PERMITTED}')
    table.say(f"as Pit Manager: {PERMIT}")


@both("5.7.1")
@pytest.mark.parametrize("is_permitted", [False, True])
def test_5_7_1_closes_when_the_next_card_is_exposed(book: str, is_permitted: bool) -> None:
    table = misdealt(book, 1, 2).say(*([PERMITTED] if is_permitted else []))
    while not (table.table.play.community_up or table.table.play.is_dealer_up):
        step_on(table)
    assert table.table.found.may_withdraw == ()
    table.say("refused 5.7.1: report withdrawal seat=1", f"refused 5.7.1: {PERMITTED}")


@both("5.7.1")
def test_5_7_1_only_after_a_hand_went_for_its_number_of_cards(book: str) -> None:
    staked(book, 1, 2).say("deal", f"refused 5.7.1: {PERMITTED}")
    bare = opened(book).say("call", "seat 1,2,3  ante 10.00", "no more bets", "deal")
    bare.say("seat 1  fold", "report wrong_number_hand seat=2 cards=4")
    bare.say("report wrong_number_hand seat=3 cards=4")
    # In Hold'em no card is exposed any more where nothing stands on it (I-63).
    words = "Every card" if book == HOLDEM else "No seat is left"
    bare.say(f'refused "{words}": {PERMITTED}')


@both("5.7.1")
def test_5_7_1_i_88_is_offered_alike_to_who_has_folded_and_has_a_wager_that_stands(
    book: str,
) -> None:
    table = opened(book).say("call", "seat 1,2,3,5  ante 10.00")
    table.say(f"seat 1,5  {SIDE[book]} 5.00  progressive 5.00", "no more bets", "deal")
    table.say("seat 1,2,3  fold", "report wrong_number_hand seat=2 cards=4", PERMITTED)
    # Of seat 3 the fold has lost all there was.
    assert table.table.found.may_withdraw == (1, 5)
    table.say('refused "not permitted": report withdrawal seat=3', "report withdrawal seat=1")
    assert {event.clause for event in table.events(WagerReturned)} == {"5.7.1"}
    table.say('refused "no wagers left": report withdrawal seat=1', "finish")
    # What the fold lost stays lost, in Hold'em the Bonus too (3.9.1).
    lost, back = ("ante bonus", "5.00") if book == HOLDEM else ("ante", "10.00")
    table.say(f"seat 1  has {lost}", f"p1 holds {back}")
    settled_as_usual(table, 5)


@both("5.7.1")
@pytest.mark.parametrize("is_settled", [False, True])
def test_5_7_1_i_88_is_not_permitted_once_every_card_is_exposed(
    book: str, is_settled: bool
) -> None:
    table = staked(book, 1, 2).say("deal", "play on", *(["settle"] if is_settled else []))
    table.say("report wrong_number_hand seat=2 cards=4")
    why = "Every card that is to be exposed is exposed"
    table.say(f'refused 5.7.1 "{why}": as top: {PERMIT}')
    table.say("refused 5.7.1: report withdrawal seat=1", "settle")
    settled_as_usual(table, 1)


@both("5.7.1")
@pytest.mark.parametrize("is_permitted", [False, True])
def test_5_7_1_i_88_closes_when_a_card_is_exposed_wrongly(book: str, is_permitted: bool) -> None:
    table = misdealt(book, 1, 2).say(*([PERMITTED] if is_permitted else []))
    table.say(f'report exposed_card cards="{table.table.play.dealer[0]}"')
    table.say("refused 5.7.1: report withdrawal seat=1", f"refused 5.7.1: {PERMITTED}")
