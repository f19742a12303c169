"""The stub: discarded unseen, or counted; and what a wrong count does."""

from __future__ import annotations

import pytest

from pitboss.errors import RuleBreach
from pitboss.round.result import RoundVoided
from pitboss.table.equipment.stub import CountStub, StubCounted
from pitboss.table.rounds import CallForBets
from tests.table.conductor import LiveTable
from tests.table.massachusetts import (
    MGC,
    SHUFFLER,
    by_hand,
    cards,
    dealt,
    play_round,
    ready,
    steps_due,
    two_decks,
    wager,
)

FIVE = 5
STUB = 34


def _deck(table: LiveTable) -> str:
    (name,) = table.table.equipment.decks
    return name


# --- discarded ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "clause"),
    [
        pytest.param("manual_shoe", "7(d)", marks=pytest.mark.rule(MGC, "7(d)")),
        pytest.param("machine", "8(d)", marks=pytest.mark.rule(MGC, "8(d)")),
    ],
)
def test_7_d_and_8_d_after_the_deal_the_stub_is_discarded_unexposed_or_counted(
    method: str, clause: str
) -> None:
    table = ready(method)
    dealt(table)
    for line in ("p1: choose 1 ride", "p1: view 1", "p1: discard-stub"):
        table.say(f"refused {clause}: {line}")
    table.say("discard-stub", f"then stub-discarded clause={clause}")
    table.say(f"refused {clause}: discard-stub", "play on", "settle", "end")
    # A count that is not due yet does as well.
    dealt(table)
    table.say("count-stub 46", "play on", "settle", "end")


@pytest.mark.rule(MGC, "7(d)")
def test_7_d_there_is_no_stub_before_all_cards_are_dealt() -> None:
    table = ready()
    wager(table)
    table.say("refused 7(d): discard-stub", "refused 7(e): count-stub 46")


# --- counted at least every five rounds -----------------------------------------------------------


def _fifth(method: str = "manual_shoe", **house: str) -> LiveTable:
    """Four rounds without a count, and a fifth that is dealt to five players."""
    table = ready(method, **house)
    for _ in range(4):
        dealt(table)
        table.say("discard-stub", "play on", "settle", "end")
    dealt(table, FIVE)
    return table


@pytest.mark.rule(MGC, "7(e)")
@pytest.mark.parametrize(
    ("method", "clause"),
    [
        ("manual_shoe", "7(e)"),
        pytest.param("machine", "8(e)", marks=pytest.mark.rule(MGC, "8(e)")),
    ],
)
def test_7_e_the_fifth_stub_must_be_counted(method: str, clause: str) -> None:
    table = _fifth(method)
    assert steps_due(table)[0] == "count_stub"
    table.say(f"refused {clause}: discard-stub", f"refused {clause}: p1: choose 1 ride")
    (event,) = table.give(CountStub(STUB))
    assert event == StubCounted(
        deck=_deck(table), cards=STUB, expected=STUB, is_right=True, clause="7(e)(1)"
    )


@pytest.mark.rule(MGC, "7(e)(1)")
def test_7_e_1_a_right_count_starts_the_five_rounds_anew() -> None:
    table = _fifth()
    assert table.table.equipment.decks[_deck(table)].rounds == FIVE
    table.say(f"count-stub {STUB}")
    assert table.table.equipment.decks[_deck(table)].rounds == 0
    table.say("play on", "settle", "end")
    for _ in range(4):
        dealt(table)
        table.say("discard-stub", "play on", "settle", "end")
    dealt(table)
    table.say("refused 7(e): discard-stub")


@pytest.mark.rule(MGC, "7(e)")
def test_7_e_the_house_may_count_more_often_and_not_less() -> None:
    table = by_hand(stub_count_interval="1")
    table.do_procedures()
    dealt(table)
    table.say("refused 7(e): discard-stub")
    for interval in ("6", "0", "five"):
        with pytest.raises(RuleBreach, match="I-38"):
            by_hand(stub_count_interval=interval)


@pytest.mark.rule(MGC, "7(e)")
def test_7_e_neither_of_two_decks_goes_uncounted_for_more_than_five_rounds() -> None:
    table = two_decks()
    table.do_procedures()
    for number in range(1, 13):
        dealt(table)
        decks = table.table.equipment.decks.values()
        assert max(deck.rounds for deck in decks) <= FIVE, number
        table.do_procedures()
        table.say("play on", "settle", "end")
    counts = [event.deck for event in table.log if isinstance(event, StubCounted)]
    assert set(counts) == set(table.table.equipment.decks)


@pytest.mark.rule(MGC, "7(e)")
def test_7_e_a_card_set_aside_is_not_looked_for_in_the_stub() -> None:
    table = ready()
    wager(table, FIVE)
    table.do_procedures()
    table.say("report face_up_card card=As")
    assert len(table.table.play.set_aside) == 1
    table.give(cards(table))
    (event,) = table.give(CountStub(STUB - 1))
    assert isinstance(event, StubCounted)
    assert (event.expected, event.is_right) == (STUB - 1, True)


# --- a wrong count --------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "7(e)(2)")
@pytest.mark.parametrize(
    ("stub", "held", "void", "is_kept"),
    [
        (33, {"2": "4"}, "13(c)", True),
        (35, {"community": "2"}, "13(c)", True),
        (33, {}, "7(e)(2)", False),
        (35, {}, "7(e)(2)", False),
        (32, {"2": "4"}, "13(c)", False),
        (34, {"2": "4"}, "13(c)", False),
    ],
)
def test_7_e_2_a_wrong_count_voids_all_hands_and_only_a_misdeal_of_52_keeps_the_deck(
    stub: int, held: dict[str, str], void: str, is_kept: bool
) -> None:
    table = ready()
    dealt(table, FIVE)
    name = _deck(table)
    happened = table.give(CountStub(stub, bool(held), held))
    assert RoundVoided(clause=void) in happened
    assert (name in table.table.equipment.decks) is is_kept
    assert (table.table.equipment.retired == (name,)) is not is_kept
    table.say("settle", "end")
    assert len(table.table.play.settled) == 3 * FIVE
    assert all(line.outcome == "void" for line in table.table.play.settled)
    # Kept or new, the deck is shuffled before anything is dealt from it (I-82).
    assert steps_due(table)[0] == ("shuffle" if is_kept else "bring_deck")
    if not is_kept:
        call = CallForBets(gaming_day="2026-11-15")
        assert table.refused(call).clause == "4(a)"
    table.do_procedures()
    play_round(table)


@pytest.mark.rule(MGC, "7(e)(2)")
def test_7_e_2_first_the_dealer_determines_whether_the_cards_were_misdealt() -> None:
    table = ready()
    dealt(table, FIVE)
    table.say("refused 7(e)(2): count-stub 33")
    assert table.refused(CountStub(33)).remedy == (
        "Count it again. If it stays so: misdealt=no, or misdealt=yes with the number of cards "
        "wherever it is wrong, as 2=4 or community=2."
    )
    table.say("refused 7(e)(2): count-stub 33 yes")
    assert table.refused(CountStub(33, None, {"2": "4"})).clause == "7(e)(2)"
    for held in ({"7": "4"}, {"2": "3"}, {"2": "four"}, {"dealer": "4"}, {"community": "3"}):
        assert table.refused(CountStub(33, True, held)).clause == "7(e)(2)"
    table.say("refused 7(e)(2): p1: count-stub 33 no", "void by nothing")
    # Counted once more, it was right.
    table.say(f"count-stub {STUB}", "play on", "settle", "end")


def test_a_void_round_leaves_no_stub_to_be_counted() -> None:
    table = ready()
    dealt(table, 2)
    table.say("report wrong_number place=2 cards=4", "refused 7(d): discard-stub", "settle", "end")
    wager(table)
    assert table.refused(cards(table)).clause == "5(a)"
    table.say(f'complete-shuffle "{SHUFFLER}"')
