"""Cards that should not be there, are not there, or were seen too early."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.round.deal import CardsDealt, DealCards
from pitboss.round.result import WagerSettled
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.stub import expected
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.irregularities.wrong_cards import KEYING_ERROR
from tests.table.conductor import (
    HOLDEM,
    LINKED,
    MBS,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    bet,
    is_void,
    opened,
    staked,
    told_by,
    under,
)

_NOT_ONE_DECK = [
    *(("foreign_card", book, 'card="4c, blue back" place=felt') for book in MBS),
    *(("extra_card", book, "card=4c place=deck") for book in LINKED),
    *(("missing_card", book, "card=4c") for book in LINKED),
    *(("unshuffled_cards", book, "place=deal") for book in LINKED),
]

not_one_deck = pytest.mark.parametrize(
    ("kind", "book", "told"),
    [
        pytest.param(
            kind, book, told, id=f"{kind}-{book}",
            marks=[pytest.mark.rule(book, rule) for rule in ("5.1", "5.1.1", "5.1.2")],
        )
        for kind, book, told in _NOT_ONE_DECK
    ],
)  # fmt: skip

EXPOSED = {MEGALINK: ("5.5",), RIDE: ("5.5",), HOLDEM: ("5.4",), THREE: ("5.4",)}


# --- not one whole shuffled deck ----------------------------------------------------------------


@not_one_deck
def test_5_1_the_round_is_void_and_earlier_rounds_stand(kind: str, book: str, told: str) -> None:
    table = staked(book, 1, 3).say("play on", "settle", "end")
    earlier = table.events(WagerSettled)
    bet(table, 1, 3)
    details = told.replace('"', "").replace("=", ":").replace(" place", ";place")
    table.say("deal", f"report {kind} {told}", "then round-voided clause=5.1.1")
    table.say(f"once irregularity-reported kind={kind} details={details} awaits= clause=5.1")
    table.say("refused 5.1.1: turn")
    is_void(table, "5.1.1")
    assert table.events(WagerSettled)[: len(earlier)] == earlier


@not_one_deck
def test_5_1_2_a_closed_round_is_not_reopened(kind: str, book: str, told: str) -> None:
    table = staked(book, 1).say("play on", "settle", f"refused role: p1: report {kind} {told}")
    table.say("end", f'refused 5.1 "not reopened": report {kind} {told}')


@not_one_deck
def test_5_1_a_void_round_is_not_voided_again(kind: str, book: str, told: str) -> None:
    staked(book, 1).say(f"report {kind} {told}", f"refused 5.1.1: report {kind} {told}")
    staked(book, 1).say(f'refused "Tell w": report {kind}')


@pytest.mark.rule(HOLDEM, "5.1.1")
def test_5_1_1_a_folded_ante_goes_back_too() -> None:
    table = staked(HOLDEM, 1, 2).say("deal", "seat 1  fold")
    table.say('report unshuffled_cards place="before the flop"')
    is_void(table, "5.1.1")


@under(dict.fromkeys((MEGALINK, RIDE), ("5.1.1",)))
def test_5_1_1_a_bet_withdrawn_before_is_not_given_back_again(book: str) -> None:
    table = staked(book, 1).say("deal", "seat 1  withdraw", "p1 holds 10.00")
    table.say(
        'report foreign_card card="4c, blue back" place=community', "settle", "p1 holds 35.00"
    )


@under(dict.fromkeys((MEGALINK, RIDE), ("5.1.1",)))
def test_5_1_1_before_bets_close_whatever_lies_there_goes_back(book: str) -> None:
    table = opened(book).say("call", "seat 1  $ 10.00")
    table.say('report foreign_card card="a joker" place="the deck"')
    table.say("once seat-stood-down seat=1 returned=10.00 clause=3.4")
    table.say("then round-voided clause=5.1.1")


# --- seen too early -----------------------------------------------------------------------------


@under(EXPOSED)
def test_one_card_exposed_is_logged_and_plays_on(book: str) -> None:
    table = staked(book, 1, 3).say('report exposed_card cards=2c place="seat 1"')
    table.say(f"then cards-wrongly-exposed cards=2c clause={EXPOSED[book][0]}")
    table.say("play on", "settle", "end", "void by nothing")
    bet(table, 1)
    assert table.table.found.exposed == ()


@under(EXPOSED)
def test_two_cards_exposed_in_the_deal_void_the_round(book: str) -> None:
    table = staked(book, 1, 3).say("report exposed_card cards=2c")
    table.say('refused "counted already": report exposed_card cards=2c', "deal")
    table.say('report exposed_card cards=Qs place="the deck"')
    is_void(table, EXPOSED[book][0])


@under(EXPOSED)
def test_two_cards_exposed_at_once_void_the_round(book: str) -> None:
    table = staked(book, 1).say('report exposed_card cards="2c Qs"')
    is_void(table, EXPOSED[book][0])


@under(EXPOSED)
def test_what_is_exposed_after_the_deal_does_not_count(book: str) -> None:
    table = staked(book, 1).say("deal", "refused role: p1: report exposed_card cards=2c")
    first = next(iter(table.rules.rulebook.decisions.values()))
    why = "It counts while the cards are being dealt."
    table.say(f"seat 1  {first.choices[0]}")
    table.say(f'refused {EXPOSED[book][0]} "{why}": report exposed_card cards=2c')


@pytest.mark.rule(HOLDEM, "5.4")
def test_5_4_in_a_round_that_is_settled_no_card_is_being_dealt() -> None:
    table = staked(HOLDEM, 1).say("deal", 'report uncovered what="the player was taken ill"')
    table.say('as top: rule remove_hand "seen on camera 4" seat=1', "settle")
    table.say('refused 5.4: report exposed_card cards="2c Qs"')
    assert table.table.play.is_settled


@pytest.mark.rule(HOLDEM, "5.4")
def test_5_4_the_dealers_cards_are_dealt_later_and_count_with_the_others() -> None:
    table = staked(HOLDEM, 1, 2, method="B").say("report exposed_card cards=2c", "deal")
    table.say("seat 1  bet", "refused 5.4: report exposed_card cards=As", "seat 2  bet")
    table.say("report exposed_card cards=As place=dealer")
    is_void(table, "5.4")


# --- found face up in the shoe ------------------------------------------------------------------


@pytest.mark.rule(MGC, "13(a)")
def test_13_a_the_first_card_face_up_is_set_aside_and_the_next_is_used() -> None:
    table = staked(MGC, 1, 4).say("report face_up_card card=7d")
    table.say("then card-set-aside card=7d clause=13(a)")
    assert table.table.play.set_aside == parse_cards("7d")
    table.procedures = "by hand"
    table.say("deal")
    assert Card.parse("7d") not in on_table(table.table.play)
    assert expected(table.rules, table.table) == 52 - 3 * (2 + 1) - 1
    table.procedures = "done"
    table.do_procedures()
    table.say("play on", "settle", "end", "void by nothing")


@pytest.mark.rule(MGC, "13(a)")
def test_13_a_the_second_card_face_up_voids_all_hands_and_the_cards_are_reshuffled() -> None:
    table = staked(MGC, 1, 4).say("report face_up_card card=7d")
    table.say('refused "already": report face_up_card card=7d', "report face_up_card card=Ks")
    is_void(table, "13(a)")


@pytest.mark.rule(MGC, "13(a)")
def test_13_a_only_a_card_that_lies_nowhere_and_while_the_cards_are_dealt() -> None:
    table = staked(MGC, 1).say("refused 13(a): report face_up_card card=7x", "deal")
    table.say("refused 13(a): report face_up_card card=2c", "seat 1  ride")
    table.say("refused 13(a): report face_up_card card=7d")


# --- drawn in error -----------------------------------------------------------------------------


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_a_card_drawn_already_is_not_found_in_the_deck_as_well() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c")
    table.say('refused "is dealt next": report face_up_card card=8c')
    table.say("deal 8c 2d 2h 2s 3c 3d 3h 3s 4c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_a_card_drawn_beyond_the_deal_of_fewer_hands_is_not_waited_for() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c after=7")
    table.say('report uncovered what="a hand nobody owns"')
    table.say('as top: rule remove_hand "seen on camera 4" seat=4', "deal 2d 2h 2s 3c 3d 3h")
    assert table.table.found.next_card is None


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_a_card_drawn_unseen_is_the_next_card() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c")
    table.say('refused 13(b) "Begin with it.": deal 2c 2d 2h 2s 3c 3d 3h 3s 4c')
    table.say("deal 8c 2d 2h 2s 3c 3d 3h 3s 4c")
    assert table.table.play.seats[1].cards[0] == Card.parse("8c")
    assert table.table.found.next_card is None


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_in_the_middle_of_the_deal_it_goes_to_the_next_place_that_is_due() -> None:
    table = staked(MGC, 1, 4)
    for after in ("9", "one"):
        table.say(f'refused "The deal has 9.": report drawn_card card=8c after={after}')
    table.say("report drawn_card card=8c after=7")
    table.say('refused "Go on with it after 7 cards.": deal 8c 2d 2h 2s 3c 3d 3h 3s 4c')
    table.say("deal 2d 2h 2s 3c 3d 3h 3s 8c 4c")
    assert table.table.play.seats[4].cards[-1] == Card.parse("8c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_of_two_cards_drawn_in_error_each_is_used_in_its_turn() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c", "report drawn_card card=9c")
    table.say("then next-card-drawn card=9c after=1 clause=13(b)")
    table.say('refused 13(b) "Begin with it.": deal 9c 2d 2h 2s 3c 3d 3h 3s 4c')
    table.say('refused 13(b) "Go on with it after 1 cards.": deal 8c 2d 2h 2s 3c 3d 3h 3s 4c')
    for card in ("8c", "9c"):
        table.say(f'refused "is dealt next": report face_up_card card={card}')
    table.say("deal 8c 9c 2h 2s 3c 3d 3h 3s 4c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_two_cards_do_not_come_at_one_place_and_one_may_be_told_again() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c after=3")
    why = "A card that was drawn already comes there: tell where this one does."
    table.say(f'refused "{why}": report drawn_card card=9c after=3', "report drawn_card card=9c")
    # It was told wrongly where it came.
    table.say("report drawn_card card=8c after=4", "refused 13(b): deal 9c 2d 2h 8c 3c 3d 3h 3s 4c")
    table.say("deal 9c 2d 2h 2s 8c 3d 3h 3s 4c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_a_card_no_device_read_is_logged_and_the_deal_goes_on() -> None:
    table = staked(MGC, 1).say("report drawn_card")
    table.say("then next-card-drawn card=None after=0 clause=13(b)", "deal")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_once_all_cards_are_dealt_none_is_the_next() -> None:
    table = staked(MGC, 1).say("refused role: p1: report drawn_card card=8c")
    table.say("report face_up_card card=7d", 'refused "set aside": report drawn_card card=7d')
    table.say("deal", "refused 13(b): report drawn_card card=8c")


# --- keyed wrongly, or real ---------------------------------------------------------------------

DUPLICATE = dict.fromkeys(MBS, ("2.1",)) | {MGC: ("2(a)",)}


def due(table: LiveTable) -> tuple[Card, ...]:
    """The next cards of the deck, as many as the deal takes."""
    takes = [may.cards for may in table.options if may.command is DealCards]
    return table.unused[: takes[0]]


def twice_in(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (*cards[:-1], cards[0])


@under(DUPLICATE)
def test_i_101_a_card_entered_twice_stops_the_entry_and_asks(book: str) -> None:
    table = staked(book, 1, 2)
    right = due(table)
    entered = " ".join(map(str, twice_in(right)))
    table.say(f"deal {entered}")
    details = f"details=entered:{entered};doubted:{right[0]} awaits=Rule"
    clause = DUPLICATE[book][0]
    table.say(f"then irregularity-reported kind=duplicate_card {details} clause={clause}")
    assert not table.table.play.steps_dealt
    cards = " ".join(map(str, right))
    table.say(f'refused "First: the ": deal {cards}')
    table.say(f'as dealer, supervisor: rule keying_error "a slip" cards="{cards}"')
    assert set(right) <= set(on_table(table.table.play))


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(a)")
@pytest.mark.parametrize("ruling", ["keying_error", "real_card"])
def test_i_101_a_card_set_aside_that_is_keyed_again_stops_the_entry(ruling: str) -> None:
    entered = "7d 2c 2d 2h 2s 3c 3d 3h 3s"
    table = staked(MGC, 1, 4).say("report face_up_card card=7d", f"deal {entered}")
    details = f"details=entered:{entered};doubted:7d awaits=Rule clause=2(a)"
    table.say(f"then irregularity-reported kind=duplicate_card {details}")
    if ruling == "real_card":
        table.say(f'as top: rule {ruling} "seen on camera 4"', "void by 7(e)(2)")
        return
    slip = f"as dealer, supervisor: rule {ruling} slip"
    table.say(f'refused 2(a) "7d was set aside": {slip} cards="{entered}"')
    table.say(f'{slip} cards="8d 2c 2d 2h 2s 3c 3d 3h 3s"')
    assert table.table.play.seats[1].cards[0] == Card.parse("8d")
    table.say("play on", "settle", "end", "void by nothing")


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(b)")
def test_i_101_a_card_twice_is_asked_about_also_where_the_next_card_is_passed_over() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c", "deal 2d 5d 2h 2s 3c 3d 3h 3s 2d")
    slip = "as dealer, supervisor: rule keying_error slip"
    table.say("waits for Rule", f'refused 13(b): {slip} cards="2d 5d 2h 2s 3c 3d 3h 3s 4c"')
    table.say(f'{slip} cards="8c 5d 2h 2s 3c 3d 3h 3s 4c"')
    assert table.table.play.seats[1].cards[0] == Card.parse("8c")


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(a)")
def test_i_101_a_card_set_aside_lies_nowhere_else_and_is_not_drawn_again() -> None:
    table = staked(MGC, 1, 4).say("report face_up_card card=7d")
    for kind in ("face_up_card", "drawn_card"):
        table.say(f'refused "report duplicate_card": report {kind} card=7d')
    table.say("report duplicate_card entered=7d")
    deck = "1: 7d 2c 2d; 4: 2h 2s 3c; community: 3d 3h 3s"
    slip = f'as dealer, supervisor: rule keying_error slip laid="{deck}"'
    table.say(f'refused "7d was set aside": {slip}')


@pytest.mark.rule(HOLDEM, "2.1")
def test_i_101_a_card_that_lies_on_the_table_already_stops_the_entry() -> None:
    table = staked(HOLDEM, 1, method="manual").say("deal", "seat 1  bet")
    lying = table.table.play.seats[1].cards[0]
    table.say(f"deal {lying} {due(table)[1]}", f"waits for Rule [doubted={lying}]")


@under(DUPLICATE)
def test_i_101_only_whoever_deals_has_an_entry_that_stops(book: str) -> None:
    table = staked(book, 1)
    entered = " ".join(map(str, twice_in(due(table))))
    table.say(f"refused role: p1: deal {entered}", "goes on")


@under(DUPLICATE)
def test_i_101_a_keying_error_is_corrected_by_two_people(book: str) -> None:
    table = staked(book, 1, 2)
    right = " ".join(map(str, due(table)))
    table.say(f'report duplicate_card entered="{right[:2]} {right[:2]}"')
    table.say(f"due {KEYING_ERROR} is confirmed by another person, {table.ladder[1]} or higher")
    slip = f'rule keying_error slip cards="{right}"'
    # The attempt is written down (S10).
    for by in ("as dealer", "as dealer, dealer", "as dealer, other dealer"):
        table.say(f"refused role {DUPLICATE[book][0]}: {by}: {slip}")
    table.say('refused "without cards": as dealer, supervisor: rule keying_error slip')
    table.say(f"as dealer, supervisor: {slip}", "goes on")
    assert table.events(CardsDealt)
    table.say("play on", "settle", "end", "void by nothing")


@under(DUPLICATE)
def test_i_101_what_was_recorded_wrongly_before_is_corrected_until_the_round_closes(
    book: str,
) -> None:
    table = staked(book, 1).say("deal")
    play = table.table.play
    wrong = play.seats[1].cards
    # What lies there is no card of the record; the one that was keyed for it is.
    why = "Name the card on record that was keyed wrongly; the right one follows."
    table.say(f'refused "{why}": report duplicate_card entered=As')
    table.say(f'report duplicate_card entered="{wrong[0]}"')
    told = (Card.parse("As"), *wrong[1:])
    laid = told_by(table, {1: told})
    table.say(f'as dealer, supervisor: rule keying_error slip laid="{laid}"')
    assert table.table.play.seats[1].cards == told
    assert table.table.play.community == play.community
    assert table.table.play.burned == play.burned
    table.say("play on", "settle", "end")
    table.say(f"refused {DUPLICATE[book][0]}: report duplicate_card entered=As")


@under(DUPLICATE)
def test_i_101_a_real_card_voids_the_round(book: str) -> None:
    table = staked(book, 1, 2).say('report duplicate_card entered="2c 2c"')
    table.say('rule real_card "seen on camera 4"')
    decks = len(table.table.equipment.decks)
    is_void(table, "7(e)(2)" if book == MGC else "5.1.1")
    assert len(table.events(DeckRetired)) == (1 if decks else 0)


@under(DUPLICATE)
def test_i_101_cards_of_one_deck_are_simply_dealt(book: str) -> None:
    table = staked(book, 1)
    table.say('refused "Deal the cards.": report duplicate_card entered="2c 3c"')
    table.say('report duplicate_card entered="2c Joker"', "waits for Rule [doubted=Joker]")
