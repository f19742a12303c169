"""Shuffle, cut and load: what must be done before a card is dealt, and by whom."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK
from pitboss.errors import RuleBreach
from pitboss.round.deal import DealCards
from pitboss.round.result import RoundVoided
from pitboss.shuffling import cut
from pitboss.table.equipment.decks import DeckRetired
from pitboss.table.equipment.procedure import due
from pitboss.table.equipment.shuffles import (
    CompleteShuffle,
    CutDeck,
    DeckCut,
    ReportDeckCount,
    ShuffleCompleted,
)
from pitboss.table.equipment.stub import StubCounted
from pitboss.table.rounds import CallForBets
from tests.table.conductor import LiveTable
from tests.table.massachusetts import (
    MGC,
    SHUFFLER,
    bring,
    by_hand,
    cards,
    dealt,
    play_round,
    ready,
    steps_due,
    two_decks,
    wager,
)

SHOE = "shoe-1"
OTHER_SHOE = "shoe-2"


def _shuffled(method: str = "manual_shoe", **house: str) -> LiveTable:
    """A round waits for its deal; the deck is shuffled and a device approved, and no more."""
    table = by_hand(method, **house)
    bring(table, "A", "red")
    table.say('as floorperson: record-approval shoe-1 "approval 17"')
    count = 52 if house.get("counting_shuffler") == "true" else None
    table.give(CompleteShuffle(SHUFFLER, cards=count))
    wager(table)
    return table


# --- the shuffle ----------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "5(a)")
def test_5_a_no_deal_without_a_completed_shuffle_since_the_last_round() -> None:
    table = ready()
    for _ in range(2):
        play_round(table)
        wager(table)
        assert table.refused(cards(table)).clause == "5(a)"
        table.say("refused 5(a): load-device device-1", f'complete-shuffle "{SHUFFLER}"')
        table.say("load-device device-1")
        table.give(cards(table))
        table.do_procedures()
        table.say("play on", "settle", "end")
    shuffles = [event for event in table.log if isinstance(event, ShuffleCompleted)]
    assert {event.device for event in shuffles} == {SHUFFLER}


@pytest.mark.rule(MGC, "5(a)")
def test_5_a_the_device_is_named_and_is_the_table_s_own() -> None:
    table = by_hand(shuffler=SHUFFLER)
    bring(table, "A", "red")
    table.say('refused 5(a): complete-shuffle ""', "refused 5(a): complete-shuffle shuffler-9")
    table.say(f'complete-shuffle "{SHUFFLER}"')


@pytest.mark.rule(MGC, "5(a)")
def test_5_a_the_cards_on_the_layout_are_not_shuffled() -> None:
    table = ready()
    dealt(table)
    table.say(f'refused 5(a): complete-shuffle "{SHUFFLER}"', "refused 7(a): load-device device-1")


# --- the cut --------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "5(b)")
@pytest.mark.rule(MGC, "5(b)(2)")
def test_5_b_where_a_cut_is_required_nothing_is_dealt_without_it() -> None:
    table = _shuffled(cut_required="true")
    assert table.refused(cards(table)).clause == "5(b)"
    table.say(f'refused 5(b): load-device "{SHOE}"', "cut-deck size=20", f'load-device "{SHOE}"')
    table.give(cards(table))
    assert table.table.play.steps_dealt


@pytest.mark.rule(MGC, "5(b)")
def test_5_b_no_cut_where_none_is_required_or_before_the_shuffle_or_twice() -> None:
    assert _shuffled().refused(CutDeck(size=20)).clause == "5(b)"
    table = by_hand(cut_required="true")
    bring(table, "A", "red")
    table.say("refused 5(b): cut-deck size=20", f'complete-shuffle "{SHUFFLER}"', "cut-deck")
    table.say("refused 5(b): cut-deck size=20", f'complete-shuffle "{SHUFFLER}"')
    table.say("cut-deck size=20")


@pytest.mark.rule(MGC, "5(b)(1)")
@pytest.mark.rule(MGC, "5(b)(1)(i)")
@pytest.mark.rule(MGC, "5(b)(1)(iv)")
def test_5_b_1_the_prompt_says_the_steps_of_the_cut_from_cover_card_to_cover_card() -> None:
    table = _shuffled(cut_required="true")
    prompt = due(table.rules, table.table)[0]
    assert (prompt.step, prompt.role) == ("cut", "dealer")
    assert prompt.words == (
        "deck A: cut it: the cover card on the table in front of the deck, at least 10 cards from "
        "the top onto it, the rest on top of them, the cover card into the discard rack"
    )
    table.say("cut-deck size=20")
    assert due(table.rules, table.table)[0].step != "cut"


@pytest.mark.rule(MGC, "5(b)(1)(ii)")
@pytest.mark.parametrize(("size", "clause"), [(9, "5(b)(1)(ii)"), (52, "5(b)(1)(iii)")])
def test_5_b_1_ii_at_least_ten_cards_are_taken(size: int, clause: str) -> None:
    table = _shuffled(cut_required="true")
    table.say(f"refused {clause}: cut-deck size={size}")
    assert not table.table.equipment.decks["A"].is_cut
    (event,) = table.give(CutDeck(size=10))
    assert event == DeckCut(deck="A", size=10, clause="5(b)")


@pytest.mark.rule(MGC, "5(b)(1)(ii)")
@pytest.mark.rule(MGC, "5(b)(1)(iii)")
@pytest.mark.parametrize("size", [43, 51])
def test_5_b_1_iii_of_a_cut_by_hand_some_cards_are_left_to_go_on_top(size: int) -> None:
    table = _shuffled(cut_required="true")
    (event,) = table.give(CutDeck(size=size))
    assert event == DeckCut(deck="A", size=size, clause="5(b)")


@pytest.mark.rule(MGC, "5(b)(1)(iii)")
def test_5_b_1_iii_the_rest_goes_on_top_of_what_was_taken() -> None:
    assert cut(DECK, 20) == (*DECK[20:], *DECK[:20])
    with pytest.raises(RuleBreach, match=r"5\(b\)\(1\)\(iii\)"):
        cut(DECK, 43)


@pytest.mark.rule(MGC, "5(c)")
def test_5_c_a_casino_supervisor_has_the_cards_cut_again_before_the_first_card() -> None:
    table = _shuffled(cut_required="true")
    again = 'require-recut "cards were seen"'
    too_late = f"refused 5(c): as casino supervisor: {again}"
    table.say(too_late, "cut-deck size=20", f'load-device "{SHOE}"')
    for by in ("as dealer", "as floorperson"):
        table.say(f'refused 5(c) "casino supervisor": {by}: {again}')
    table.say('refused 5(c): as casino supervisor: require-recut " "')
    table.say(f"as casino supervisor: {again}")
    table.say("then recut-required deck=A reason=cards were seen clause=5(c)")
    assert table.refused(cards(table)).clause == "5(b)"
    table.say("cut-deck size=26")
    assert table.refused(cards(table)).clause == "7(a)"
    table.say(f'load-device "{SHOE}"')
    table.give(cards(table))
    table.say(too_late)


# --- the shoe and the machine ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "load", "approval"),
    [
        pytest.param("manual_shoe", "7(a)", "7(a)", marks=pytest.mark.rule(MGC, "7(a)")),
        pytest.param(
            "machine", "8(b)(1)", "8(a)",
            marks=[pytest.mark.rule(MGC, "8(a)"), pytest.mark.rule(MGC, "8(b)(1)")],
        ),
    ],
)  # fmt: skip
def test_7_a_and_8_b_1_the_deck_is_in_an_approved_device_before_it_is_dealt(
    method: str, load: str, approval: str
) -> None:
    table = _shuffled(method)
    assert table.refused(cards(table)).clause == load
    approve = f'record-approval "{OTHER_SHOE}"'
    for line in (
        f'load-device "{OTHER_SHOE}"', 'load-device ""', f'{approve} "approval 18"',
        f'as floorperson: {approve} ""',
    ):  # fmt: skip
        table.say(f"refused {approval}: {line}")
    table.say(f'as floorperson: {approve} "approval 18"', f"load-device {OTHER_SHOE}")
    table.say(f"then device-loaded deck=A device={OTHER_SHOE} clause={load}")
    assert table.table.equipment.approvals[OTHER_SHOE] == "approval 18"
    table.give(cards(table))


@pytest.mark.rule(MGC, "8(a)")
def test_8_a_the_machine_dispenses_stacks_of_three_and_any_other_is_an_irregularity() -> None:
    table = ready("machine")
    wager(table, 2)
    table.do_procedures()
    short = DealCards(cards(table).cards[:-1])
    assert table.refused(short).clause == "8(c)"
    table.give(cards(table))
    happened = table.report("wrong_number", place="2", cards="2")
    assert RoundVoided(clause="13(c)") in happened


def test_a_shuffle_that_was_discarded_is_made_again() -> None:
    table = _shuffled()
    table.say(f'load-device "{SHOE}"', "report shuffler_fault fault=jammed")
    assert table.refused(cards(table)).clause == "5(a)"
    table.do_procedures()
    table.give(cards(table))


def test_i_93_a_machine_that_stops_voids_the_round_and_play_begins_again_with_a_shuffle() -> None:
    table = ready("machine")
    wager(table, 2)
    table.do_procedures()
    table.say("report machine_fault fault=stopped", "void by 13(e)", "settle", "end")
    assert "shuffle" in steps_due(table)
    wager(table)
    assert table.refused(cards(table)).clause == "5(a)"


# --- a shuffler that counts -----------------------------------------------------------------------


@pytest.mark.rule(MGC, "7(f)")
def test_7_f_a_shuffler_that_finds_51_cards_retires_the_deck_before_the_next_round() -> None:
    table = ready(counting_shuffler="true")
    play_round(table)
    (name,) = table.table.equipment.decks
    table.say(f'refused 7(f): complete-shuffle "{SHUFFLER}"')
    happened = table.give(CompleteShuffle(SHUFFLER, cards=51))
    assert happened[-1] == DeckRetired(deck=name, reason="51 cards counted", clause="7(f)")
    # The round that was closed stands (I-39).
    table.say("void by nothing")
    assert table.refused(CallForBets(gaming_day="2026-11-15")).clause == "4(a)"
    bring(table, "N", "green")
    table.say(f'complete-shuffle device="{SHUFFLER}" cards=52')
    play_round(table)


@pytest.mark.rule(MGC, "7(f)")
def test_7_f_a_report_while_the_round_is_open_voids_it_as_a_wrong_stub_does() -> None:
    table = ready(counting_shuffler="true")
    dealt(table)
    (name,) = table.table.equipment.decks
    happened = table.give(ReportDeckCount(51))
    assert RoundVoided(clause="7(e)(2)") in happened
    assert table.table.equipment.retired == (name,)
    table.say("settle", "end")
    assert all(line.outcome == "void" for line in table.table.play.settled)


@pytest.mark.rule(MGC, "7(f)")
def test_7_f_the_right_count_changes_nothing_and_the_other_deck_s_count_voids_nothing() -> None:
    table = two_decks(counting_shuffler="true")
    bring(table, "A", "red")
    bring(table, "B", "blue")
    table.do_procedures()
    dealt(table)
    table.say("report-deck-count 52 A", f'complete-shuffle "{SHUFFLER}" B 51')
    assert table.table.equipment.retired == ("B",)
    table.say("void by nothing")
    assert ready().refused(ReportDeckCount(52)).clause == "7(f)"


@pytest.mark.rule(MGC, "7(f)")
@pytest.mark.rule(MGC, "8(e)")
@pytest.mark.parametrize("method", ["manual_shoe", "machine"])
def test_8_e_with_a_counting_shuffler_no_stub_is_counted_in_ten_rounds(method: str) -> None:
    table = ready(method, counting_shuffler="true")
    for _ in range(10):
        dealt(table)
        assert steps_due(table)[0] == "discard_stub"
        table.say("discard-stub", "play on", "settle", "end")
    assert not [event for event in table.log if isinstance(event, StubCounted)]
