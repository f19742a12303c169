"""Cards that should not be there, are not there, or were seen too early."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.deal import CardsDealt, CardSetAside, DealCards
from pitboss.round.result import RoundVoided, WagerSettled
from pitboss.round.wagers import SeatStoodDown
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.stub import expected
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.irregularities.reports import (
    CardsWronglyExposed,
    IrregularityReported,
    MakeRuling,
    NextCardDrawn,
)
from pitboss.table.irregularities.wrong_cards import KEYING_ERROR
from pitboss.table.prompts import due_lines
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
    player,
    report,
    staff,
    staked,
    told_by,
    under,
)

_NOT_ONE_DECK = [
    *(("foreign_card", book, {"card": "4c, blue back", "place": "seat 1"}) for book in MBS),
    *(("extra_card", book, {"card": "second 4c", "place": "the deck"}) for book in LINKED),
    *(("missing_card", book, {"card": "4c"}) for book in LINKED),
    *(("unshuffled_cards", book, {"place": "at the deal"}) for book in LINKED),
]

not_one_deck = pytest.mark.parametrize(
    ("kind", "book", "details"),
    [
        pytest.param(
            kind, book, details, id=f"{kind}-{book}",
            marks=[pytest.mark.rule(book, rule) for rule in ("5.1", "5.1.1", "5.1.2")],
        )
        for kind, book, details in _NOT_ONE_DECK
    ],
)  # fmt: skip

EXPOSED = {MEGALINK: ("5.5",), RIDE: ("5.5",), HOLDEM: ("5.4",), THREE: ("5.4",)}


# --- not one whole shuffled deck ----------------------------------------------------------------


@not_one_deck
def test_5_1_the_round_is_void_and_earlier_rounds_stand(
    kind: str, book: str, details: dict[str, str]
) -> None:
    table = staked(book, 1, 3).say("play on", "settle", "end")
    earlier = [event for event in table.log if isinstance(event, WagerSettled)]
    bet(table, 1, 3)
    table.say("deal")
    happened = table.give(report(kind, **details))
    assert happened == [
        IrregularityReported(kind=kind, details=details, awaits=(), clause="5.1"),
        RoundVoided(clause="5.1.1"),
    ]
    table.say("refused 5.1.1: turn")
    is_void(table, "5.1.1")
    settled = [event for event in table.log if isinstance(event, WagerSettled)]
    assert settled[: len(earlier)] == earlier


@not_one_deck
def test_5_1_2_a_closed_round_is_not_reopened(
    kind: str, book: str, details: dict[str, str]
) -> None:
    table = staked(book, 1).say("play on", "settle")
    table.refused(report(kind, **details), by=player("p1"))
    table.say("end")
    refusal = table.refused(report(kind, **details))
    assert refusal.clause == "5.1"
    assert "not reopened" in refusal.remedy


@not_one_deck
def test_5_1_a_void_round_is_not_voided_again(
    kind: str, book: str, details: dict[str, str]
) -> None:
    table = staked(book, 1)
    table.give(report(kind, **details))
    assert table.refused(report(kind, **details)).clause == "5.1.1"
    untold = staked(book, 1).refused(report(kind))
    assert untold.remedy.startswith("Tell w")


@pytest.mark.rule(HOLDEM, "5.1.1")
def test_5_1_1_a_folded_ante_goes_back_too() -> None:
    table = staked(HOLDEM, 1, 2).say("deal", "seat 1  fold")
    table.say('report unshuffled_cards place="before the flop"')
    is_void(table, "5.1.1")


@under(dict.fromkeys((MEGALINK, RIDE), ("5.1.1",)))
def test_5_1_1_a_bet_withdrawn_before_is_not_given_back_again(book: str) -> None:
    table = staked(book, 1).say("deal", "seat 1  withdraw")
    assert table.table.chips.held("p1") == Money.parse("10.00")
    table.say('report foreign_card card="4c, blue back" place=community', "settle")
    assert table.table.chips.held("p1") == Money.parse("10.00") + Money.parse("25.00")


@under(dict.fromkeys((MEGALINK, RIDE), ("5.1.1",)))
def test_5_1_1_before_bets_close_whatever_lies_there_goes_back(book: str) -> None:
    table = opened(book).say("call", "seat 1  $ 10.00")
    happened = table.report("foreign_card", card="a joker", place="the deck")
    assert happened[1:] == [
        SeatStoodDown(seat=1, returned=Money.parse("10.00"), clause="3.4"),
        RoundVoided(clause="5.1.1"),
    ]


# --- seen too early -----------------------------------------------------------------------------


@under(EXPOSED)
def test_one_card_exposed_is_logged_and_plays_on(book: str) -> None:
    table = staked(book, 1, 3)
    (clause,) = EXPOSED[book]
    happened = table.report("exposed_card", cards="2c", place="seat 1")
    assert happened[1:] == [CardsWronglyExposed(cards=parse_cards("2c"), clause=clause)]
    table.say("play on", "settle", "end", "void by nothing")
    bet(table, 1)
    assert table.table.found.exposed == ()


@under(EXPOSED)
def test_two_cards_exposed_in_the_deal_void_the_round(book: str) -> None:
    table = staked(book, 1, 3).say("report exposed_card cards=2c")
    table.say('refused "counted already": report exposed_card cards=2c', "deal")
    happened = table.report("exposed_card", cards="Qs", place="the deck")
    assert RoundVoided(clause=EXPOSED[book][0]) in happened
    is_void(table, EXPOSED[book][0])


@under(EXPOSED)
def test_two_cards_exposed_at_once_void_the_round(book: str) -> None:
    table = staked(book, 1).say('report exposed_card cards="2c Qs"')
    is_void(table, EXPOSED[book][0])


@under(EXPOSED)
def test_what_is_exposed_after_the_deal_does_not_count(book: str) -> None:
    table = staked(book, 1).say("deal", "refused role: p1: report exposed_card cards=2c")
    first = next(iter(table.rules.rulebook.decisions.values()))
    table.say(f"seat 1  {first.choices[0]}")
    refusal = table.refused(report("exposed_card", cards="2c"))
    assert refusal.clause == EXPOSED[book][0]
    assert refusal.remedy == "It counts while the cards are being dealt."


@pytest.mark.rule(HOLDEM, "5.4")
def test_5_4_in_a_round_that_is_settled_no_card_is_being_dealt() -> None:
    table = staked(HOLDEM, 1).say("deal", 'report uncovered what="the player was taken ill"')
    table.say('as top: rule remove_hand "seen on camera 4" seat=1', "settle")
    refusal = table.refused(report("exposed_card", cards="2c Qs"))
    assert (refusal.clause, table.table.play.is_settled) == ("5.4", True)


@pytest.mark.rule(HOLDEM, "5.4")
def test_5_4_the_dealers_cards_are_dealt_later_and_count_with_the_others() -> None:
    table = staked(HOLDEM, 1, 2, method="B").say("report exposed_card cards=2c", "deal")
    table.say("seat 1  bet", "refused 5.4: report exposed_card cards=As", "seat 2  bet")
    table.say("report exposed_card cards=As place=dealer")
    is_void(table, "5.4")


# --- found face up in the shoe ------------------------------------------------------------------


@pytest.mark.rule(MGC, "13(a)")
def test_13_a_the_first_card_face_up_is_set_aside_and_the_next_is_used() -> None:
    table = staked(MGC, 1, 4)
    happened = table.report("face_up_card", card="7d")
    assert happened[-1] == CardSetAside(card=Card.parse("7d"), clause="13(a)")
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
    assert "already" in table.refused(report("face_up_card", card="7d")).problem
    happened = table.report("face_up_card", card="Ks")
    assert happened[-1] == RoundVoided(clause="13(a)")
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
    assert "is dealt next" in table.refused(report("face_up_card", card="8c")).problem
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
    nine = table.unused[:9]
    refusal = table.refused(DealCards(nine))
    assert (refusal.clause, refusal.remedy) == ("13(b)", "Begin with it.")
    table.say("deal 8c 2d 2h 2s 3c 3d 3h 3s 4c")
    assert table.table.play.seats[1].cards[0] == Card.parse("8c")
    assert table.table.found.next_card is None


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_in_the_middle_of_the_deal_it_goes_to_the_next_place_that_is_due() -> None:
    table = staked(MGC, 1, 4)
    for after in ("9", "one"):
        wrong = report("drawn_card", card="8c", after=after)
        assert table.refused(wrong).remedy == "The deal has 9."
    table.say("report drawn_card card=8c after=7")
    refusal = table.refused(DealCards(parse_cards("8c 2d 2h 2s 3c 3d 3h 3s 4c")))
    assert refusal.remedy == "Go on with it after 7 cards."
    table.say("deal 2d 2h 2s 3c 3d 3h 3s 8c 4c")
    assert table.table.play.seats[4].cards[-1] == Card.parse("8c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_of_two_cards_drawn_in_error_each_is_used_in_its_turn() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c")
    happened = table.report("drawn_card", card="9c")
    assert happened[-1] == NextCardDrawn(card=Card.parse("9c"), after=1, clause="13(b)")
    for wrong, remedy in (
        ("9c 2d 2h 2s 3c 3d 3h 3s 4c", "Begin with it."),
        ("8c 2d 2h 2s 3c 3d 3h 3s 4c", "Go on with it after 1 cards."),
    ):
        refusal = table.refused(DealCards(parse_cards(wrong)))
        assert (refusal.clause, refusal.remedy) == ("13(b)", remedy)
    for card in ("8c", "9c"):
        assert "is dealt next" in table.refused(report("face_up_card", card=card)).problem
    table.say("deal 8c 9c 2h 2s 3c 3d 3h 3s 4c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_two_cards_do_not_come_at_one_place_and_one_may_be_told_again() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c after=3")
    refusal = table.refused(report("drawn_card", card="9c", after="3"))
    assert refusal.remedy == "A card that was drawn already comes there: tell where this one does."
    table.say("report drawn_card card=9c")
    # It was told wrongly where it came.
    table.say("report drawn_card card=8c after=4")
    table.refused(DealCards(parse_cards("9c 2d 2h 8c 3c 3d 3h 3s 4c")))
    table.say("deal 9c 2d 2h 2s 8c 3d 3h 3s 4c")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_a_card_no_device_read_is_logged_and_the_deal_goes_on() -> None:
    table = staked(MGC, 1)
    happened = table.report("drawn_card")
    assert happened[-1] == NextCardDrawn(card=None, after=0, clause="13(b)")
    table.say("deal")


@pytest.mark.rule(MGC, "13(b)")
def test_13_b_once_all_cards_are_dealt_none_is_the_next() -> None:
    table = staked(MGC, 1).say("refused role: p1: report drawn_card card=8c")
    table.say("report face_up_card card=7d")
    assert "set aside" in table.refused(report("drawn_card", card="7d")).problem
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
    entered = twice_in(right)
    assert table.give(DealCards(entered)) == [
        IrregularityReported(
            kind="duplicate_card",
            details={"entered": " ".join(map(str, entered)), "doubted": str(right[0])},
            awaits=("Rule",),
            clause=DUPLICATE[book][0],
        )
    ]
    assert not table.table.play.steps_dealt
    assert table.refused(DealCards(right)).remedy.startswith("First: the ")
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    table.rule("keying_error", by=both, cards=" ".join(map(str, right)))
    assert set(right) <= set(on_table(table.table.play))


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(a)")
@pytest.mark.parametrize("ruling", ["keying_error", "real_card"])
def test_i_101_a_card_set_aside_that_is_keyed_again_stops_the_entry(ruling: str) -> None:
    table = staked(MGC, 1, 4).say("report face_up_card card=7d")
    entered = "7d 2c 2d 2h 2s 3c 3d 3h 3s"
    (reported,) = table.give(DealCards(parse_cards(entered)))
    assert isinstance(reported, IrregularityReported)
    assert (reported.kind, reported.awaits) == ("duplicate_card", ("Rule",))
    assert dict(reported.details) == {"entered": entered, "doubted": "7d"}
    if ruling == "real_card":
        table.say(f'as top: rule {ruling} "seen on camera 4"', "void by 7(e)(2)")
        return
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    same = MakeRuling(ruling=ruling, reason="slip", details={"cards": entered})
    refusal = table.refused(same, by=both)
    assert (refusal.clause, refusal.problem) == ("2(a)", "7d was set aside")
    table.rule(ruling, by=both, cards="8d 2c 2d 2h 2s 3c 3d 3h 3s")
    assert table.table.play.seats[1].cards[0] == Card.parse("8d")
    table.say("play on", "settle", "end", "void by nothing")


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(b)")
def test_i_101_a_card_twice_is_asked_about_also_where_the_next_card_is_passed_over() -> None:
    table = staked(MGC, 1, 4).say("report drawn_card card=8c")
    table.give(DealCards(twice_in(parse_cards("2d 5d 2h 2s 3c 3d 3h 3s 4c"))))
    assert table.table.halt is not None
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    over = {"cards": "2d 5d 2h 2s 3c 3d 3h 3s 4c"}
    rule = MakeRuling(ruling="keying_error", reason="slip", details=over)
    assert table.refused(rule, by=both).clause == "13(b)"
    table.rule("keying_error", by=both, cards="8c 5d 2h 2s 3c 3d 3h 3s 4c")
    assert table.table.play.seats[1].cards[0] == Card.parse("8c")


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.rule(MGC, "13(a)")
def test_i_101_a_card_set_aside_lies_nowhere_else_and_is_not_drawn_again() -> None:
    table = staked(MGC, 1, 4).say("report face_up_card card=7d")
    for kind in ("face_up_card", "drawn_card"):
        assert "report duplicate_card" in table.refused(report(kind, card="7d")).remedy
    table.say("report duplicate_card entered=7d")
    deck = {"laid": "1: 7d 2c 2d; 4: 2h 2s 3c; community: 3d 3h 3s"}
    told = MakeRuling(ruling="keying_error", reason="slip", details=deck)
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    assert table.refused(told, by=both).problem == "7d was set aside"


@pytest.mark.rule(HOLDEM, "2.1")
def test_i_101_a_card_that_lies_on_the_table_already_stops_the_entry() -> None:
    table = staked(HOLDEM, 1, method="manual").say("deal", "seat 1  bet")
    lying = table.table.play.seats[1].cards[0]
    right = due(table)
    (reported,) = table.give(DealCards((lying, *right[1:])))
    assert isinstance(reported, IrregularityReported)
    assert reported.details["doubted"] == str(lying)


@under(DUPLICATE)
def test_i_101_only_whoever_deals_has_an_entry_that_stops(book: str) -> None:
    table = staked(book, 1)
    entered = DealCards(twice_in(due(table)))
    table.refused(entered, by=player("p1"))
    table.say("goes on")


@under(DUPLICATE)
def test_i_101_a_keying_error_is_corrected_by_two_people(book: str) -> None:
    table = staked(book, 1, 2)
    right = due(table)
    table.say(f'report duplicate_card entered="{right[0]} {right[0]}"')
    ladder = table.ladder
    lines = list(due_lines(table.rules, table.table))
    assert f"{KEYING_ERROR} is confirmed by another person, {ladder[1]} or higher" in lines
    cards = " ".join(map(str, right))
    alone = MakeRuling(ruling="keying_error", reason="slip", details={"cards": cards})
    for by in (
        staff(ladder[0], "dan"),
        staff(ladder[0], "dan", second="dan", second_role=ladder[1]),
        staff(ladder[0], "dan", second="eve", second_role=ladder[0]),
    ):
        refusal = table.refused(alone, by=by)
        assert refusal.clause == DUPLICATE[book][0]
        assert isinstance(refusal, RoleBreach), "the attempt is written down (S10)"
    both = staff(ladder[0], "dan", second="sue", second_role=ladder[1])
    empty = MakeRuling(ruling="keying_error", reason="slip")
    assert "without cards" in table.refused(empty, by=both).problem
    happened = table.give(alone, by=both)
    assert isinstance(happened[-1], CardsDealt)
    table.say("goes on", "play on", "settle", "end", "void by nothing")


@under(DUPLICATE)
def test_i_101_what_was_recorded_wrongly_before_is_corrected_until_the_round_closes(
    book: str,
) -> None:
    table = staked(book, 1).say("deal")
    play = table.table.play
    wrong = play.seats[1].cards
    # What lies there is no card of the record; the one that was keyed for it is.
    refusal = table.refused(report("duplicate_card", entered="As"))
    assert (
        refusal.remedy == "Name the card on record that was keyed wrongly; the right one follows."
    )
    table.say(f'report duplicate_card entered="{wrong[0]}"')
    told = (Card.parse("As"), *wrong[1:])
    laid = told_by(table, {1: told})
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    table.rule("keying_error", by=both, laid=laid)
    assert table.table.play.seats[1].cards == told
    assert table.table.play.community == play.community
    assert table.table.play.burned == play.burned
    table.say("play on", "settle", "end")
    table.say(f"refused {DUPLICATE[book][0]}: report duplicate_card entered=As")


@under(DUPLICATE)
def test_i_101_a_real_card_voids_the_round(book: str) -> None:
    table = staked(book, 1, 2).say('report duplicate_card entered="2c 2c"')
    table.rule("real_card", by=table.dealer)
    decks = len(table.table.equipment.decks)
    is_void(table, "7(e)(2)" if book == MGC else "5.1.1")
    retired = [event for event in table.log if isinstance(event, DeckRetired)]
    assert len(retired) == (1 if decks else 0)


@under(DUPLICATE)
def test_i_101_cards_of_one_deck_are_simply_dealt(book: str) -> None:
    table = staked(book, 1)
    assert table.refused(report("duplicate_card", entered="2c 3c")).remedy == "Deal the cards."
    table.say('report duplicate_card entered="2c Joker"')
    assert table.table.halt is not None
    assert table.table.halt.details["doubted"] == "Joker"
