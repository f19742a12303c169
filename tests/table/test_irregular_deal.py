"""Misdeals: right hands in wrong places, and wrong numbers of cards that void the round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.games.library import built_in
from pitboss.round.deal import CardsDealt, CardsFound
from pitboss.round.decisions import Choose
from pitboss.round.result import RoundVoided, SettlementUndone
from pitboss.table.irregularities.catalogue import CATALOGUE
from pitboss.table.irregularities.reports import (
    IrregularityReported,
    MakeRuling,
    ReportIrregularity,
)
from pitboss.table.table import Event
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    all_staked,
    bet,
    is_void,
    laid_on,
    player,
    report,
    staff,
    staked,
    told_by,
    under,
)

MISDEAL = {MEGALINK: ("5.3",), RIDE: ("5.3",), HOLDEM: ("5.2",), THREE: ("5.2",)}
TOP = {MEGALINK: "5.3", RIDE: "5.3", HOLDEM: "6.1", THREE: "6.1"}
METHODS = {MEGALINK: "packets", RIDE: "packets", HOLDEM: "manual", THREE: "manual"}
SHARED = {MEGALINK: ("5.4",), RIDE: ("5.4",), HOLDEM: ("5.3",), THREE: ("5.3",)}


def ruling(word: str) -> MakeRuling:
    return MakeRuling(ruling=word, reason="seen on camera 4")


def hands(table: LiveTable) -> dict[int, tuple[Card, ...]]:
    return {seat: at.cards for seat, at in table.table.play.seats.items()}


def rightly_dealt(book: str, *seats: int, method: str = "") -> LiveTable:
    """The same wagers and the same deck, dealt without a mistake."""
    table = staked(book, *seats, method=method).say("deal")
    return table


def moves(happened: list[Event]) -> str:
    (reported,) = happened
    assert isinstance(reported, IrregularityReported)
    assert reported.awaits == ("Rule",)
    return reported.details["moves"]


def why(happened: list[Event]) -> str:
    reported = happened[0]
    assert isinstance(reported, IrregularityReported)
    return reported.details["void"]


# --- right hands in wrong places ----------------------------------------------------------------


@under(MISDEAL)
@pytest.mark.parametrize("is_entered", [False, True], ids=["not entered", "entered"])
@pytest.mark.parametrize("is_manual", [False, True], ids=["packets", "card by card"])
def test_a_whole_hand_laid_on_an_empty_area_is_moved(
    book: str, is_entered: bool, is_manual: bool
) -> None:
    method = METHODS[book] if is_manual else ""
    table = staked(book, 1, 2, 4, method=method)
    if is_entered:
        table.say("deal")
    happened = table.report("misdeal", laid=laid_on(table, 1, 2, 3), handled="no")
    assert moves(happened) == "3 to 4"
    supervisor = staff("Pit Supervisor")
    assert table.refused(Choose(1, "ride"), by=player("p1")).remedy.startswith("First: the ")
    assert table.refused(ruling("move")).remedy.startswith("This needs the Pit Supervisor")
    happened = table.give(ruling("move"), by=supervisor)
    expected = CardsFound if is_entered else CardsDealt
    assert isinstance(happened[-1], expected)
    right = rightly_dealt(book, 1, 2, 4, method=method)
    assert hands(table) == hands(right)
    assert table.table.play.community == right.table.play.community
    assert table.table.play.dealer == right.table.play.dealer
    table.say("play on", "settle", "end", "void by nothing")


@under(MISDEAL)
@pytest.mark.parametrize("is_manual", [False, True], ids=["packets", "card by card"])
@pytest.mark.parametrize("is_backwards", [False, True], ids=["by seat", "backwards"])
def test_i_84_of_cards_that_were_entered_the_record_tells_the_order_of_the_deck(
    book: str, is_manual: bool, is_backwards: bool
) -> None:
    method = METHODS[book] if is_manual else ""
    table = staked(book, 1, 2, 4, method=method).say("deal")
    lie = hands(table)
    lie[1], lie[4] = lie[4], lie[1]
    places = told_by(table, dict(sorted(lie.items()))).split("; ")
    told = "; ".join(reversed(places) if is_backwards else places)
    happened = table.report("misdeal", laid=told, handled="no")
    assert moves(happened) == "4 to 1; 1 to 4"
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, 1, 2, 4, method=method))
    table.say("play on", "settle", "end", "void by nothing")


@under(MISDEAL)
def test_i_84_of_cards_that_were_not_entered_the_order_of_telling_does(book: str) -> None:
    asked = next(field for field in CATALOGUE["misdeal"].fields if field.name == "laid")
    assert "in the order they were laid" in asked.meaning
    table = staked(book, 1, 2)
    places = laid_on(table, 1, 2).split("; ")
    refusal = table.refused(report("misdeal", laid="; ".join(places), handled="no"))
    assert refusal.problem == "The cards lie as a right deal lays them"
    assert "in the order in which they were laid" in refusal.remedy
    first, second = (next(at for at in places if at.startswith(seat)) for seat in ("1:", "2:"))
    swapped = [{first: second, second: first}.get(at, at) for at in places]
    assert moves(table.report("misdeal", laid="; ".join(swapped), handled="no")) == "2 to 1; 1 to 2"


@under(MISDEAL)
@pytest.mark.parametrize(
    ("seats", "areas", "moved"),
    [((1, 2, 3), (1, 3, 4), "3 to 2; 4 to 3"), ((1, 2), (2, 1), "2 to 1; 1 to 2")],
    ids=["an area skipped", "in the wrong order"],
)
def test_whole_hands_on_wrong_areas_are_put_right_by_moving_them(
    book: str, seats: tuple[int, ...], areas: tuple[int, ...], moved: str
) -> None:
    table = staked(book, *seats)
    assert moves(table.report("misdeal", laid=laid_on(table, *areas), handled="no")) == moved
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, *seats))


@under(MISDEAL)
@settings(max_examples=20)
@given(data=st.data())
def test_wherever_whole_hands_were_laid_the_moves_give_the_right_deal(
    book: str, data: st.DataObject
) -> None:
    seats = sorted(data.draw(st.sets(st.integers(1, 6), min_size=1, max_size=5)))
    areas = data.draw(st.permutations(range(1, 7)))[: len(seats)]
    method = data.draw(st.sampled_from(sorted(built_in(book).dealing)))
    table = staked(book, *seats, method=method)
    if areas == seats:
        told = report("misdeal", laid=laid_on(table, *areas), handled="no")
        assert "right deal" in table.refused(told).problem
        return
    table.report("misdeal", laid=laid_on(table, *areas), handled="no")
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, *seats, method=method))


@under(MISDEAL)
def test_a_supervisor_may_have_it_void_all_the_same(book: str) -> None:
    table = staked(book, 1, 2, 4)
    table.report("misdeal", laid=laid_on(table, 1, 2, 3), handled="no")
    table.say('as Pit Supervisor: rule void "seen on camera 4"')
    is_void(table, MISDEAL[book][0])


@pytest.mark.parametrize(
    ("book", "method", "reason"),
    [
        *(
            pytest.param(book, "", f"the cards meant for {why}", marks=pytest.mark.rule(book, rule))
            for book, rule, why in (
                (MEGALINK, "5.3", "community do not lie together"),
                (RIDE, "5.3", "community do not lie together"),
                (HOLDEM, "5.2", "dealer lie at 3"),
                (THREE, "5.2", "dealer lie at 3"),
            )
        ),
        # Discarded, they would give the dealer other cards than a right deal does (I-84).
        pytest.param(
            HOLDEM, "B", "the cards meant for dealer lie at 3",
            marks=[pytest.mark.rule(HOLDEM, "5.2"), pytest.mark.rule(HOLDEM, "3.7.2.1")],
        ),
    ],
)  # fmt: skip
def test_a_hand_too_many_shifts_what_comes_after_it_and_the_round_is_void(
    book: str, method: str, reason: str
) -> None:
    table = staked(book, 1, 2, method=method)
    assert why(table.report("misdeal", laid=laid_on(table, 1, 2, 3), handled="no")) == reason
    is_void(table, MISDEAL[book][0])


@pytest.mark.rule(HOLDEM, "5.2")
def test_5_2_a_hand_too_many_after_all_others_goes_to_the_discards() -> None:
    table = staked(HOLDEM, 1, 2, method="C")
    happened = table.report("misdeal", laid=laid_on(table, 1, 2, 3), handled="no")
    assert moves(happened) == "3 to the discards"
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(HOLDEM, 1, 2, method="C"))
    assert table.table.play.set_aside == DECK[11:13]


def out_of_order(table: LiveTable) -> str:
    """A right deal as it lies, told as if its last place had been reached first."""
    *places, last = laid_on(table, 1, 2).split("; ")
    return "; ".join([last, *places])


@under(MISDEAL)
@pytest.mark.parametrize("is_manual", [False, True], ids=["packets", "card by card"])
def test_community_or_dealer_dealt_out_of_turn_is_a_misdeal_that_no_move_of_hands_puts_right(
    book: str, is_manual: bool
) -> None:
    table = staked(book, 1, 2, method=METHODS[book] if is_manual else "")
    happened = table.report("misdeal", laid=out_of_order(table), handled="no")
    assert moves(happened) == "none"
    assert why(happened).startswith("laid in the order told, the cards meant for ")
    assert table.refused(ruling("void")).remedy.startswith("This needs the Pit Supervisor")
    table.say('as Pit Supervisor: rule void "seen on camera 4"')
    is_void(table, MISDEAL[book][0])


@under(MISDEAL)
def test_a_right_deal_that_was_only_told_out_of_turn_is_dealt_as_it_lies(book: str) -> None:
    table = staked(book, 1, 2)
    table.report("misdeal", laid=out_of_order(table), handled="no")
    table.say('as Pit Supervisor: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, 1, 2))
    table.say("play on", "settle", "end", "void by nothing")


@under(MISDEAL)
def test_in_what_order_entered_cards_are_told_does_not_matter(book: str) -> None:
    table = staked(book, 1, 2)
    told = out_of_order(table)
    table.say("deal")
    assert "right deal" in table.refused(report("misdeal", laid=told, handled="no")).problem


@under(MISDEAL)
def test_a_hand_of_which_a_card_was_seen_is_not_moved(book: str) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    seen = hands(table)[4][0]
    table.say(f'report exposed_card cards="{seen}"')
    happened = table.report("misdeal", laid=laid_on(table, 1, 2, 3), handled="no")
    assert why(happened) == f"{seen} at 3 was exposed"
    is_void(table, MISDEAL[book][0])


@under(MISDEAL)
def test_a_misdeal_is_told_in_places_and_cards_of_one_deck(book: str) -> None:
    table = staked(book, 1, 2)
    size = table.rules.rulebook.hand_cards
    for laid, words in (
        ("9: 2c 2d", "'9' is no place"),
        ("1", "says no cards"),
        ("1: 2c 2x", "Cards at 1"),
        ("1: 2c; 2: 2c", "2c lies there twice"),
        ("1: 2c 2c", "2c lies there twice"),
        ("", "not described"),
    ):
        details = {"laid": laid, "handled": "no"} if laid else {"handled": "no"}
        refusal = table.refused(ReportIrregularity(kind="misdeal", details=details))
        assert words in refusal.problem
        assert refusal.clause == MISDEAL[book][0]
    right = laid_on(table, 1, 2)
    assert "right deal" in table.refused(report("misdeal", laid=right, handled="no")).problem
    assert table.refused(report("misdeal", laid=right, handled="maybe")).remedy == "Say yes or no."
    assert table.refused(report("misdeal", laid=right)).remedy.startswith("Tell whether")
    short = laid_on(table, 1, 2, seat_2=" ".join(map(str, DECK[30 : 29 + size])))
    if book != MEGALINK:
        other = "wrong_number_hand" if book in (HOLDEM, THREE) else "wrong_number"
        assert other in table.refused(report("misdeal", laid=short, handled="no")).remedy


# --- once cards were handled --------------------------------------------------------------------


@under({book: (MISDEAL[book][0], TOP[book]) for book in MISDEAL})
@pytest.mark.parametrize("word", ["void", "default"])
def test_i_84_a_handled_misdeal_goes_to_the_gaming_shift_manager(book: str, word: str) -> None:
    table = staked(book, 1, 2)
    wrong = report("misdeal", laid=laid_on(table, 2, 1), handled="yes")
    table.give(wrong)
    assert table.table.halt is not None
    assert (table.table.halt.kind, table.table.halt.awaits) == ("handled_misdeal", ("Rule",))
    refusal = table.refused(ruling(word), by=staff("Pit Manager"))
    assert refusal.remedy == "This needs the Gaming Shift Manager or a higher role."
    table.give(ruling(word), by=staff("Gaming Shift Manager"))
    is_void(table, TOP[book])


@under({book: (TOP[book],) for book in TOP})
def test_i_84_the_gaming_shift_manager_may_have_it_stand_or_the_hands_moved(book: str) -> None:
    right = rightly_dealt(book, 1, 2)
    for word in ("move", "stand"):
        table = staked(book, 1, 2)
        table.report("misdeal", laid=laid_on(table, 2, 1), handled="yes")
        table.say(f'as top: rule {word} "seen on camera 4"')
        own, other = hands(right)[1], hands(right)[2]
        assert hands(table) == ({1: own, 2: other} if word == "move" else {1: other, 2: own})
        assert table.table.play.community == right.table.play.community
        assert table.table.play.burned == right.table.play.burned
        table.say("play on", "settle", "end", "void by nothing")


@under({book: (TOP[book],) for book in TOP})
def test_i_84_the_house_may_have_another_default(book: str) -> None:
    table = staked(book, 1, 2, house={"handled_misdeal_default": "stand"}).say("deal")
    table.report("handled_misdeal", laid=laid_on(table, 2, 1))
    table.say('as top: rule default "seen on camera 4"', "void by nothing")
    assert hands(table)[1] == hands(rightly_dealt(book, 1, 2))[2]


@under({book: (TOP[book],) for book in TOP})
def test_i_84_what_lies_wrong_cannot_stand_or_be_moved(book: str) -> None:
    table = staked(book, 1, 2).say("report misdeal handled=yes")
    for word in ("move", "stand"):
        assert "not described" in table.refused(ruling(word), by=table.top).problem
    table.say('as top: rule void "seen on camera 4"')
    is_void(table, TOP[book])
    table = staked(book, 1, 2)
    table.report("misdeal", handled="yes", laid=laid_on(table, 1))
    assert "2 has 0 cards" in table.refused(ruling("stand"), by=table.top).problem
    assert "No move puts it right" in table.refused(ruling("move"), by=table.top).problem


@under(MISDEAL)
def test_i_84_once_somebody_decided_cards_were_handled(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    first = next(iter(table.rules.rulebook.decisions.values()))
    table.say(f"seat 1  {first.choices[0]}")
    wrong = laid_on(table, 2, 1)
    refusal = table.refused(report("misdeal", laid=wrong, handled="no"))
    assert refusal.remedy == "Report the cards as handled."
    table.say(f'report misdeal laid="{wrong}" handled=yes')
    assert table.table.halt is not None


# --- wrong numbers that void the round ----------------------------------------------------------


@under(SHARED)
def test_a_wrong_number_of_community_cards_voids_the_round(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    refusal = table.refused(report("wrong_number", place="community", cards=due(table)))
    assert "are right" in refusal.problem
    happened = table.report("wrong_number", place="community", cards="1")
    assert why(happened) == "the cards do not lie any more as they were dealt"
    is_void(table, SHARED[book][0])


def due(table: LiveTable) -> str:
    play = table.table.play
    return str(len(play.community) + len(play.burned))


@pytest.mark.rule(THREE, "5.3")
@pytest.mark.parametrize(("method", "right"), [("automated", "3"), ("manual", "2")])
def test_5_3_i_77_three_community_cards_from_a_device_and_two_by_hand(
    method: str, right: str
) -> None:
    table = staked(THREE, 1, 2, method=method).say("deal")
    number = "wrong_number"
    assert "are right" in table.refused(report(number, place="community", cards=right)).problem
    table.say(f"report {number} place=community cards=4")
    is_void(table, "5.3")


@under({HOLDEM: ("5.3",), THREE: ("5.3",)})
def test_5_3_too_many_cards_for_the_dealer_noticed_when_all_is_settled(book: str) -> None:
    table = staked(book, 1, 2).say("play on", "settle", "end")
    happened = table.report("wrong_number", place="dealer", cards="4")
    assert happened[1:3] == [
        SettlementUndone(clause="5.3"),
        RoundVoided(clause="5.3"),
    ]
    # What was won goes back to the house, what was lost to the players, to the cent.
    assert table.table.chips.held("p1") != all_staked(table, 1)
    staked_by_first = all_staked(table, 1)
    is_void(table, "5.3")
    assert table.table.chips.held("p1") == staked_by_first


@under({HOLDEM: ("5.3",), THREE: ("5.3",)})
def test_5_3_a_dealers_packet_laid_on_a_position_is_moved(book: str) -> None:
    table = staked(book, 1, 2)
    right = rightly_dealt(book, 1, 2).table.play
    cards = " ".join(map(str, right.dealer))
    laid = laid_on(table, 1, 2, dealer="", seat_3=cards)
    refusal = table.refused(report("misdeal", laid=laid, handled="no"))
    assert refusal.remedy == "Report wrong_number."
    happened = table.report("wrong_number", place="dealer", cards="0", laid=laid)
    assert moves(happened) == "3 to dealer"
    table.say('as Pit Supervisor: rule move "seen on camera 4"')
    assert table.table.play.dealer == right.dealer
    table.say("play on", "settle", "end")


@pytest.mark.rule(HOLDEM, "5.3")
@pytest.mark.rule(HOLDEM, "3.7.2.1")
@pytest.mark.rule(HOLDEM, "3.8")
@pytest.mark.parametrize("method", ["B", "manual"])
def test_5_3_cards_dealt_to_the_dealer_too_early_are_a_wrong_number(method: str) -> None:
    table = staked(HOLDEM, 1, 2, method=method)
    early = laid_on(table, 1, 2, dealer=" ".join(map(str, DECK[9:11])))
    refusal = table.refused(report("misdeal", laid=early, handled="no"))
    assert refusal.remedy == "Report wrong_number."
    assert "are right" in table.refused(report("wrong_number", place="dealer", cards="0")).problem
    happened = table.report("wrong_number", place="dealer", cards="2", laid=early)
    assert moves(happened) == "dealer to the deck, as its next cards"
    table.say('as Pit Supervisor: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(HOLDEM, 1, 2, method=method))
    assert table.table.play.dealer == table.table.play.set_aside == ()
    table.say("play on", "settle", "end")
    assert table.table.play.dealer == DECK[9:11]


@pytest.mark.rule(HOLDEM, "5.3")
def test_5_3_cards_dealt_to_the_dealer_too_early_void_the_round_if_nothing_puts_it_right() -> None:
    table = staked(HOLDEM, 1, 2, method="B").say("deal", "seat 1  bet")
    table.say("report wrong_number place=dealer cards=2")
    is_void(table, "5.3")


@under(SHARED)
@pytest.mark.parametrize("ends", ["settle", "settle\nend"], ids=["settled", "over"])
def test_a_wrong_number_may_be_invoked_until_bets_are_called_for_the_next_round(
    book: str, ends: str
) -> None:
    clause = SHARED[book][0]
    table = staked(book, 1).say("play on", ends)
    table.say("refused role: p1: report wrong_number place=community cards=1")
    happened = table.report("wrong_number", place="community", cards="1")
    assert SettlementUndone(clause=clause) in happened
    is_void(table, clause)
    table = staked(book, 1).say("play on", "settle", "end")
    bet(table, 1)
    table.say("void by nothing", f"refused {clause}: report wrong_number place=nowhere cards=1")


@pytest.mark.rule(RIDE, "5.4")
def test_5_4_four_cards_to_a_player_void_the_whole_round() -> None:
    table = staked(RIDE, 1, 3)
    four = laid_on(table, 1, 3, seat_3="3c 3d 3h 3s", community="4c 4d")
    assert "wrong_number" in table.refused(report("misdeal", laid=four, handled="no")).remedy
    happened = table.report("wrong_number", place="3", cards="4", laid=four)
    assert why(happened) == "the cards meant for seat 3 do not lie together"
    is_void(table, "5.4")


@under({MEGALINK: ("5.3", "5.4"), RIDE: ("5.4",)})
def test_5_4_a_hand_that_lies_whole_elsewhere_is_moved(book: str) -> None:
    table = staked(book, 1, 3)
    laid = laid_on(table, 1, 4)
    happened = table.report("wrong_number", place="3", cards="0", laid=laid)
    assert moves(happened) == "4 to 3"
    assert table.refused(ruling("move")).remedy.startswith("This needs the Pit Supervisor")
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, 1, 3))
    table = staked(book, 1, 3).say(f'report wrong_number place=3 cards=0 laid="{laid}"')
    table.say('as top: rule void "seen on camera 4"')
    is_void(table, "5.4")


@under({MEGALINK: ("5.4",), RIDE: ("5.4",)})
@pytest.mark.parametrize(("place", "cards"), [("1", "0"), ("community", "5")])
def test_5_4_a_hand_laid_whole_on_the_community_cards_is_moved_however_it_is_reported(
    book: str, place: str, cards: str
) -> None:
    table = staked(book, 1, 3)
    laid = "community: 2c 2d 2h; 3: 2s 3c 3d; community: 3h 3s"
    happened = table.report("wrong_number", place=place, cards=cards, laid=laid)
    assert moves(happened) == "2c 2d 2h at community to 1"
    table.say('as top: rule move "seen on camera 4"')
    assert hands(table) == hands(rightly_dealt(book, 1, 3))


@pytest.mark.rule(MEGALINK, "5.3")
@pytest.mark.rule(MEGALINK, "5.4")
def test_i_85_a_wrong_number_to_a_player_is_a_misdeal_while_unhandled() -> None:
    table = staked(MEGALINK, 1, 3)
    four = laid_on(table, 1, 3, seat_3="3c 3d 3h 3s", community="4c 4d")
    happened = table.report("misdeal", laid=four, handled="no")
    assert why(happened) == "the cards meant for seat 3 do not lie together"
    is_void(table, "5.3")
    table = staked(MEGALINK, 1, 3).say("deal", "seat 1  ride")
    table.say("report wrong_number place=3 cards=4")
    is_void(table, "5.4")


@under({HOLDEM: ("5.3", "5.7"), THREE: ("5.3", "5.7")})
def test_i_104_a_players_hand_is_not_a_matter_of_the_whole_round(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    refusal = table.refused(report("wrong_number", place="2", cards="4"))
    assert refusal.remedy == "Report wrong_number_hand: only that hand goes."


@pytest.mark.rule(MGC, "13(c)")
@pytest.mark.parametrize("method", ["manual_shoe", "machine"])
@pytest.mark.parametrize(("place", "cards"), [("3", "2"), ("3", "0"), ("community", "4")])
def test_13_c_a_wrong_number_voids_all_hands_and_nothing_is_moved(
    method: str, place: str, cards: str
) -> None:
    table = staked(MGC, 1, 3, method=method).say("deal")
    happened = table.report("wrong_number", place=place, cards=cards)
    assert why(happened) == "the rulebook lets no cards be moved"
    is_void(table, "13(c)")


@pytest.mark.rule(MGC, "13(c)")
def test_13_c_is_refused_for_right_numbers_and_a_misdeal_is_nothing_there() -> None:
    table = staked(MGC, 1, 3).say("deal")
    for told in ("place=3 cards=3", "place=2 cards=3", "place=dealer cards=3", "place=3 cards=two"):
        table.say(f"refused 13(c): report wrong_number {told}")
    table.say('refused "not an irregularity": report misdeal laid="1: 2c" handled=no')
