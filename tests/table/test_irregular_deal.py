"""Misdeals: right hands in wrong places, and wrong numbers of cards that void the round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.games.library import built_in
from pitboss.round.deal import CardsDealt, CardsFound
from pitboss.table.irregularities.catalogue import CATALOGUE
from pitboss.table.irregularities.reports import (
    IrregularityReported,
)
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
    staked,
    told_by,
    under,
)

MISDEAL = {MEGALINK: ("5.3",), RIDE: ("5.3",), HOLDEM: ("5.2",), THREE: ("5.2",)}
TOP = {MEGALINK: "5.3", RIDE: "5.3", HOLDEM: "6.1", THREE: "6.1"}
METHODS = {MEGALINK: "packets", RIDE: "packets", HOLDEM: "manual", THREE: "manual"}
SHARED = {MEGALINK: ("5.4",), RIDE: ("5.4",), HOLDEM: ("5.3",), THREE: ("5.3",)}


def hands(table: LiveTable) -> dict[int, tuple[Card, ...]]:
    return {seat: at.cards for seat, at in table.table.play.seats.items()}


def rightly_dealt(book: str, *seats: int, method: str = "") -> LiveTable:
    """The same wagers and the same deck, dealt without a mistake."""
    return staked(book, *seats, method=method).say("deal")


def misdeal(laid: str, handled: str = "no") -> str:
    """The line that tells of a misdeal: how the cards lie, and whether any was handled."""
    return f'report misdeal laid="{laid}" handled={handled}'


def why(table: LiveTable) -> str:
    """Why what was reported last voids the round."""
    return str(table.events(IrregularityReported)[-1].details["void"])


NEEDS_SUPERVISOR = 'refused "This needs the Pit Supervisor"'
SEEN = '"seen on camera 4"'
MOVE = f"as top: rule move {SEEN}"


# --- right hands in wrong places ----------------------------------------------------------------


@under(MISDEAL)
@pytest.mark.parametrize("is_entered", [False, True], ids=["not entered", "entered"])
@pytest.mark.parametrize("is_manual", [False, True], ids=["packets", "card by card"])
def test_a_whole_hand_laid_on_an_empty_area_is_moved(
    book: str, is_entered: bool, is_manual: bool
) -> None:
    method = METHODS[book] if is_manual else ""
    table = staked(book, 1, 2, 4, method=method).say(*(["deal"] if is_entered else []))
    table.say(misdeal(laid_on(table, 1, 2, 3)), "waits for Rule [moves=3 to 4]")
    table.say('refused "First: the ": p1: choose 1 ride', f"{NEEDS_SUPERVISOR}: rule move {SEEN}")
    table.say(f"as Pit Supervisor: rule move {SEEN}")
    assert isinstance(table.log[-1], CardsFound if is_entered else CardsDealt)
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
    table.say(misdeal(told))
    assert table.events(IrregularityReported)[-1].details["moves"] == "4 to 1; 1 to 4"
    table.say(MOVE)
    assert hands(table) == hands(rightly_dealt(book, 1, 2, 4, method=method))
    table.say("play on", "settle", "end", "void by nothing")


@under(MISDEAL)
def test_i_84_of_cards_that_were_not_entered_the_order_of_telling_does(book: str) -> None:
    asked = next(field for field in CATALOGUE["misdeal"].fields if field.name == "laid")
    assert "in the order they were laid" in asked.meaning
    table = staked(book, 1, 2)
    places = laid_on(table, 1, 2).split("; ")
    for words in (
        "The cards lie as a right deal lays them",
        "in the order in which they were laid",
    ):
        table.say(f'refused "{words}": {misdeal("; ".join(places))}')
    first, second = (next(at for at in places if at.startswith(seat)) for seat in ("1:", "2:"))
    swapped = [{first: second, second: first}.get(at, at) for at in places]
    table.say(misdeal("; ".join(swapped)), "waits for Rule")
    assert table.events(IrregularityReported)[-1].details["moves"] == "2 to 1; 1 to 2"


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
    table.say(misdeal(laid_on(table, *areas)), "waits for Rule")
    assert table.events(IrregularityReported)[-1].details["moves"] == moved
    assert hands(table.say(MOVE)) == hands(rightly_dealt(book, *seats))


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
    told = misdeal(laid_on(table, *areas))
    if areas == seats:
        table.say(f'refused "right deal": {told}')
        return
    assert hands(table.say(told, MOVE)) == hands(rightly_dealt(book, *seats, method=method))


@under(MISDEAL)
def test_a_supervisor_may_have_it_void_all_the_same(book: str) -> None:
    table = staked(book, 1, 2, 4)
    table.say(misdeal(laid_on(table, 1, 2, 3)), f"as Pit Supervisor: rule void {SEEN}")
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
    assert why(table.say(misdeal(laid_on(table, 1, 2, 3)))) == reason
    is_void(table, MISDEAL[book][0])


@pytest.mark.rule(HOLDEM, "5.2")
def test_5_2_a_hand_too_many_after_all_others_goes_to_the_discards() -> None:
    table = staked(HOLDEM, 1, 2, method="C")
    table.say(misdeal(laid_on(table, 1, 2, 3)), "waits for Rule [moves=3 to the discards]", MOVE)
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
    table.say(misdeal(out_of_order(table)), "waits for Rule [moves=none]")
    assert why(table).startswith("laid in the order told, the cards meant for ")
    table.say(f"{NEEDS_SUPERVISOR}: rule void {SEEN}", f"as Pit Supervisor: rule void {SEEN}")
    is_void(table, MISDEAL[book][0])


@under(MISDEAL)
def test_a_right_deal_that_was_only_told_out_of_turn_is_dealt_as_it_lies(book: str) -> None:
    table = staked(book, 1, 2)
    table.say(misdeal(out_of_order(table)), f"as Pit Supervisor: rule move {SEEN}")
    assert hands(table) == hands(rightly_dealt(book, 1, 2))
    table.say("play on", "settle", "end", "void by nothing")


@under(MISDEAL)
def test_in_what_order_entered_cards_are_told_does_not_matter(book: str) -> None:
    table = staked(book, 1, 2)
    told = misdeal(out_of_order(table))
    table.say("deal", f'refused "right deal": {told}')


@under(MISDEAL)
def test_a_hand_of_which_a_card_was_seen_is_not_moved(book: str) -> None:
    table = staked(book, 1, 2, 4).say("deal")
    seen = hands(table)[4][0]
    table.say(f'report exposed_card cards="{seen}"', misdeal(laid_on(table, 1, 2, 3)))
    assert why(table) == f"{seen} at 3 was exposed"
    is_void(table, MISDEAL[book][0])


@under(MISDEAL)
def test_a_misdeal_is_told_in_places_and_cards_of_one_deck(book: str) -> None:
    table = staked(book, 1, 2)
    size = table.rules.rulebook.hand_cards
    right = laid_on(table, 1, 2)
    for line, words in (
        (misdeal("9: 2c 2d"), "'9' is no place"),
        (misdeal("1"), "says no cards"),
        (misdeal("1: 2c 2x"), "Cards at 1"),
        (misdeal("1: 2c; 2: 2c"), "2c lies there twice"),
        (misdeal("1: 2c 2c"), "2c lies there twice"),
        ("report misdeal handled=no", "not described"),
        (misdeal(right), "right deal"),
        (misdeal(right, "maybe"), "Say yes or no."),
        (f'report misdeal laid="{right}"', "Tell whether"),
    ):
        table.say(f'refused {MISDEAL[book][0]} "{words}": {line}')
    short = laid_on(table, 1, 2, seat_2=" ".join(map(str, DECK[30 : 29 + size])))
    if book != MEGALINK:
        other = "wrong_number_hand" if book in (HOLDEM, THREE) else "wrong_number"
        table.say(f'refused "{other}": {misdeal(short)}')


# --- once cards were handled --------------------------------------------------------------------


@under({book: (MISDEAL[book][0], TOP[book]) for book in MISDEAL})
@pytest.mark.parametrize("word", ["void", "default"])
def test_i_84_a_handled_misdeal_goes_to_the_gaming_shift_manager(book: str, word: str) -> None:
    table = staked(book, 1, 2)
    table.say(misdeal(laid_on(table, 2, 1), "yes"), "waits for Rule")
    assert table.table.halt is not None
    assert table.table.halt.kind == "handled_misdeal"
    needs = "This needs the Gaming Shift Manager or a higher role."
    table.say(f'refused "{needs}": as Pit Manager: rule {word} {SEEN}')
    table.say(f"as Gaming Shift Manager: rule {word} {SEEN}")
    is_void(table, TOP[book])


@under({book: (TOP[book],) for book in TOP})
@pytest.mark.parametrize("word", ["move", "stand"])
def test_i_84_the_gaming_shift_manager_may_have_it_stand_or_the_hands_moved(
    book: str, word: str
) -> None:
    right, table = rightly_dealt(book, 1, 2), staked(book, 1, 2)
    table.say(misdeal(laid_on(table, 2, 1), "yes"), f"as top: rule {word} {SEEN}")
    own, other = hands(right)[1], hands(right)[2]
    assert hands(table) == ({1: own, 2: other} if word == "move" else {1: other, 2: own})
    assert table.table.play.community == right.table.play.community
    assert table.table.play.burned == right.table.play.burned
    table.say("play on", "settle", "end", "void by nothing")


@under({book: (TOP[book],) for book in TOP})
def test_i_84_the_house_may_have_another_default(book: str) -> None:
    table = staked(book, 1, 2, house={"handled_misdeal_default": "stand"}).say("deal")
    table.say(f'report handled_misdeal laid="{laid_on(table, 2, 1)}"')
    table.say(f"as top: rule default {SEEN}", "void by nothing")
    assert hands(table)[1] == hands(rightly_dealt(book, 1, 2))[2]


@under({book: (TOP[book],) for book in TOP})
def test_i_84_what_lies_wrong_cannot_stand_or_be_moved(book: str) -> None:
    table = staked(book, 1, 2).say("report misdeal handled=yes")
    for word in ("move", "stand"):
        table.say(f'refused "not described": as top: rule {word} {SEEN}')
    table.say(f"as top: rule void {SEEN}")
    is_void(table, TOP[book])
    table = staked(book, 1, 2)
    table.say(
        misdeal(laid_on(table, 1), "yes"), f'refused "2 has 0 cards": as top: rule stand {SEEN}'
    )
    table.say(f'refused "No move puts it right": {MOVE}')


@under(MISDEAL)
def test_i_84_once_somebody_decided_cards_were_handled(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    first = next(iter(table.rules.rulebook.decisions.values()))
    wrong = laid_on(table, 2, 1)
    table.say(f"seat 1  {first.choices[0]}")
    table.say(f'refused "Report the cards as handled.": {misdeal(wrong)}')
    table.say(misdeal(wrong, "yes"), "waits for Rule")


# --- wrong numbers that void the round ----------------------------------------------------------


@under(SHARED)
def test_a_wrong_number_of_community_cards_voids_the_round(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    due = len(table.play.community) + len(table.play.burned)
    table.say(f'refused "are right": report wrong_number place=community cards={due}')
    table.say("report wrong_number place=community cards=1")
    assert why(table) == "the cards do not lie any more as they were dealt"
    is_void(table, SHARED[book][0])


@pytest.mark.rule(THREE, "5.3")
@pytest.mark.parametrize(("method", "right"), [("automated", "3"), ("manual", "2")])
def test_5_3_i_77_three_community_cards_from_a_device_and_two_by_hand(
    method: str, right: str
) -> None:
    table = staked(THREE, 1, 2, method=method).say("deal")
    table.say(f'refused "are right": report wrong_number place=community cards={right}')
    table.say("report wrong_number place=community cards=4")
    is_void(table, "5.3")


@under({HOLDEM: ("5.3",), THREE: ("5.3",)})
def test_5_3_too_many_cards_for_the_dealer_noticed_when_all_is_settled(book: str) -> None:
    table = staked(book, 1, 2).say("play on", "settle", "end")
    table.say("report wrong_number place=dealer cards=4")
    table.say("once settlement-undone clause=5.3", "once round-voided clause=5.3")
    # What was won goes back to the house, what was lost to the players, to the cent.
    staked_by_first = all_staked(table, 1)
    assert table.table.chips.held("p1") != staked_by_first
    is_void(table, "5.3")
    assert table.table.chips.held("p1") == staked_by_first


@under({HOLDEM: ("5.3",), THREE: ("5.3",)})
def test_5_3_a_dealers_packet_laid_on_a_position_is_moved(book: str) -> None:
    table = staked(book, 1, 2)
    right = rightly_dealt(book, 1, 2).table.play
    laid = laid_on(table, 1, 2, dealer="", seat_3=" ".join(map(str, right.dealer)))
    table.say(f'refused "Report wrong_number.": {misdeal(laid)}')
    table.say(f'report wrong_number place=dealer cards=0 laid="{laid}"')
    table.say("waits for Rule [moves=3 to dealer]", f"as Pit Supervisor: rule move {SEEN}")
    assert table.table.play.dealer == right.dealer
    table.say("play on", "settle", "end")


@pytest.mark.rule(HOLDEM, "5.3")
@pytest.mark.rule(HOLDEM, "3.7.2.1")
@pytest.mark.rule(HOLDEM, "3.8")
@pytest.mark.parametrize("method", ["B", "manual"])
def test_5_3_cards_dealt_to_the_dealer_too_early_are_a_wrong_number(method: str) -> None:
    table = staked(HOLDEM, 1, 2, method=method)
    early = laid_on(table, 1, 2, dealer=" ".join(map(str, DECK[9:11])))
    table.say(f'refused "Report wrong_number.": {misdeal(early)}')
    table.say('refused "are right": report wrong_number place=dealer cards=0')
    table.say(f'report wrong_number place=dealer cards=2 laid="{early}"')
    table.say("waits for Rule [moves=dealer to the deck, as its next cards]")
    table.say(f"as Pit Supervisor: rule move {SEEN}")
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
    table.say(
        "report wrong_number place=community cards=1", f"once settlement-undone clause={clause}"
    )
    is_void(table, clause)
    table = staked(book, 1).say("play on", "settle", "end")
    bet(table, 1)
    table.say("void by nothing", f"refused {clause}: report wrong_number place=nowhere cards=1")


@pytest.mark.rule(RIDE, "5.4")
def test_5_4_four_cards_to_a_player_void_the_whole_round() -> None:
    table = staked(RIDE, 1, 3)
    four = laid_on(table, 1, 3, seat_3="3c 3d 3h 3s", community="4c 4d")
    table.say(f'refused "wrong_number": {misdeal(four)}')
    table.say(f'report wrong_number place=3 cards=4 laid="{four}"')
    assert why(table) == "the cards meant for seat 3 do not lie together"
    is_void(table, "5.4")


@under({MEGALINK: ("5.3", "5.4"), RIDE: ("5.4",)})
def test_5_4_a_hand_that_lies_whole_elsewhere_is_moved(book: str) -> None:
    laid = laid_on(staked(book, 1, 3), 1, 4)
    told = f'report wrong_number place=3 cards=0 laid="{laid}"'
    table = staked(book, 1, 3).say(told, "waits for Rule [moves=4 to 3]")
    table.say(f"{NEEDS_SUPERVISOR}: rule move {SEEN}", MOVE)
    assert hands(table) == hands(rightly_dealt(book, 1, 3))
    table = staked(book, 1, 3).say(told, f"as top: rule void {SEEN}")
    is_void(table, "5.4")


@under({MEGALINK: ("5.4",), RIDE: ("5.4",)})
@pytest.mark.parametrize(("place", "cards"), [("1", "0"), ("community", "5")])
def test_5_4_a_hand_laid_whole_on_the_community_cards_is_moved_however_it_is_reported(
    book: str, place: str, cards: str
) -> None:
    laid = "community: 2c 2d 2h; 3: 2s 3c 3d; community: 3h 3s"
    table = staked(book, 1, 3).say(f'report wrong_number place={place} cards={cards} laid="{laid}"')
    table.say("waits for Rule [moves=2c 2d 2h at community to 1]", MOVE)
    assert hands(table) == hands(rightly_dealt(book, 1, 3))


@pytest.mark.rule(MEGALINK, "5.3")
@pytest.mark.rule(MEGALINK, "5.4")
def test_i_85_a_wrong_number_to_a_player_is_a_misdeal_while_unhandled() -> None:
    table = staked(MEGALINK, 1, 3)
    table.say(misdeal(laid_on(table, 1, 3, seat_3="3c 3d 3h 3s", community="4c 4d")))
    assert why(table) == "the cards meant for seat 3 do not lie together"
    is_void(table, "5.3")
    table = staked(MEGALINK, 1, 3).say("deal", "seat 1  ride")
    table.say("report wrong_number place=3 cards=4")
    is_void(table, "5.4")


@under({HOLDEM: ("5.3", "5.7"), THREE: ("5.3", "5.7")})
def test_i_104_a_players_hand_is_not_a_matter_of_the_whole_round(book: str) -> None:
    why = "Report wrong_number_hand: only that hand goes."
    staked(book, 1, 2).say("deal", f'refused "{why}": report wrong_number place=2 cards=4')


@pytest.mark.rule(MGC, "13(c)")
@pytest.mark.parametrize("method", ["manual_shoe", "machine"])
@pytest.mark.parametrize(("place", "cards"), [("3", "2"), ("3", "0"), ("community", "4")])
def test_13_c_a_wrong_number_voids_all_hands_and_nothing_is_moved(
    method: str, place: str, cards: str
) -> None:
    table = staked(MGC, 1, 3, method=method).say("deal")
    table.say(f"report wrong_number place={place} cards={cards}")
    assert why(table) == "the rulebook lets no cards be moved"
    is_void(table, "13(c)")


@pytest.mark.rule(MGC, "13(c)")
def test_13_c_is_refused_for_right_numbers_and_a_misdeal_is_nothing_there() -> None:
    table = staked(MGC, 1, 3).say("deal")
    for told in ("place=3 cards=3", "place=2 cards=3", "place=dealer cards=3", "place=3 cards=two"):
        table.say(f"refused 13(c): report wrong_number {told}")
    table.say('refused "not an irregularity": report misdeal laid="1: 2c" handled=no')
