"""Decks of the Massachusetts game: one or two of them, readied step by step by the right people."""

from __future__ import annotations

import pytest

from pitboss.errors import RuleBreach
from pitboss.table.equipment.decks import (
    ConfirmStep,
    StepConfirmed,
)
from pitboss.table.equipment.shuffles import CompleteShuffle, DeviceLoaded, ShuffleCompleted
from pitboss.table.equipment.stub import StubCounted, StubDiscarded
from pitboss.table.prompts import due_lines
from pitboss.table.rounds import CallForBets
from tests.table.conductor import LiveTable, staff
from tests.table.massachusetts import (
    COVER,
    INSPECTED,
    MGC,
    PRE_INSPECTED,
    SHUFFLER,
    STEPS,
    bring,
    by_hand,
    cards,
    confirms,
    dealt,
    play_round,
    ready,
    steps_due,
    two_decks,
    wager,
)

CALL = CallForBets(gaming_day="2026-11-15")


# --- the two ways to ready a deck -----------------------------------------------------------------


@pytest.mark.rule(MGC, "4(a)")
@pytest.mark.parametrize("checklist", [INSPECTED, PRE_INSPECTED])
def test_4_a_play_begins_once_one_of_the_two_checklists_is_complete(checklist: str) -> None:
    table = by_hand().say("refused 4(a): call")
    bring(table, "A", "red", checklist)
    table.say("call")
    assert table.table.play.is_open


@pytest.mark.rule(MGC, "4(a)")
def test_4_a_a_deck_needs_one_of_the_two_and_the_outside_rule_its_reference() -> None:
    table = by_hand()
    for other in ("", "spread_out", "by_eye"):
        table.say(f'refused 4(a): bring-deck A red "{other}"')
    table.say(f'bring-deck A red "{PRE_INSPECTED}"', f'confirm-step "{COVER}"')
    table.say("refused 4(a): call", f'refused 4(a): confirm-step "{PRE_INSPECTED}"')
    table.say(f'confirm-step step="{PRE_INSPECTED}" reference="log 12"')
    step = table.table.equipment.decks["A"].confirmed[-1]
    assert (step.person, step.role, step.reference) == ("dan", "dealer", "log 12")


@pytest.mark.rule(MGC, "2(a)")
@pytest.mark.parametrize("checklist", [INSPECTED, PRE_INSPECTED])
def test_2_a_no_play_before_deck_and_cover_card_are_confirmed(checklist: str) -> None:
    table = by_hand().say(f'bring-deck A red "{checklist}"')
    refusal = table.refused(CALL)
    assert refusal.clause == "2(a)"
    assert "cover card" in refusal.remedy
    other = "inspected" if checklist == INSPECTED else PRE_INSPECTED
    table.say(f'refused 2(a): confirm-step step="{other}" reference="log 12"')
    (event,) = table.give(ConfirmStep(COVER))
    assert isinstance(event, StepConfirmed)
    assert (event.step, event.deck, event.person, event.clause) == (COVER, "A", "dan", "2(a)")
    assert table.refused(CALL).clause in ("4(a)", "4(b)")


@pytest.mark.rule(MGC, "4(b)")
def test_4_b_who_inspected_the_cards_does_not_verify_them() -> None:
    table = by_hand().say("bring-deck A red inspected_at_the_table")
    table.say(*(f"as floorperson: confirm-step {step}" for step in (COVER, "inspected")))
    table.say('refused 4(b) "by the floorperson": as floorperson: confirm-step verified')
    table.say("as casino supervisor: confirm-step verified")


@pytest.mark.rule(MGC, "4(b)")
def test_4_b_dealer_inspects_then_the_floorperson_verifies_then_the_cards_are_spread() -> None:
    table = by_hand().say("bring-deck A red inspected_at_the_table", "confirm-step cover_card")
    table.say("refused 4(b): as floorperson: confirm-step verified", "confirm-step inspected")
    table.say(
        "refused 4(b): confirm-step spread", 'refused 4(b) "floorperson": confirm-step verified'
    )
    table.say("refused 4(b): p1: confirm-step verified", "as floorperson: confirm-step verified")
    table.say("confirm-step spread")
    confirmed = table.table.equipment.decks["A"].confirmed
    assert [(step.step, step.person) for step in confirmed[1:]] == [
        ("inspected", "dan"), ("verified", "the floorperson"), ("spread", "dan"),
    ]  # fmt: skip


@pytest.mark.rule(MGC, "4(c)")
@pytest.mark.parametrize("missing", range(4, len(STEPS)))
def test_4_c_no_shuffle_before_the_player_looked_and_the_cards_were_washed(missing: int) -> None:
    table = by_hand().say(f'bring-deck A red "{INSPECTED}"')
    for step in STEPS[:missing]:
        table.give(ConfirmStep(step), by=confirms(step))
    refusal = table.refused(CompleteShuffle(SHUFFLER))
    assert refusal.clause == "4(c)"
    assert STEPS[missing] in refusal.remedy
    for step in STEPS[missing:]:
        table.say(f'confirm-step "{step}"')
    table.say(f'complete-shuffle "{SHUFFLER}"')
    assert table.table.equipment.decks["A"].shuffled_by == SHUFFLER
    table.say("refused 4(a): confirm-step washed")


# --- two decks ------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "2(b)")
def test_2_b_two_decks_only_where_a_shuffler_is_set() -> None:
    with pytest.raises(RuleBreach, match=r"rule 2\(b\)"):
        by_hand(decks="2")
    table = two_decks()
    bring(table, "A", "red")
    bring(table, "B", "blue")
    table.say(f'refused 2(b): bring-deck C green "{INSPECTED}"')
    one = ready()
    one.say("refused 2(b): bring-deck B blue inspected_at_the_table")


@pytest.mark.parametrize("decks", ["0", "3", "two"])
def test_no_other_number_of_decks(decks: str) -> None:
    with pytest.raises(RuleBreach, match="Choose 1 to 2"):
        by_hand(decks=decks, shuffler=SHUFFLER)


@pytest.mark.rule(MGC, "2(b)(1)")
@pytest.mark.rule(MGC, "4(d)")
def test_2_b_1_and_4_d_each_deck_goes_through_its_own_checklist() -> None:
    table = two_decks()
    bring(table, "A", "red")
    table.say("refused 4(d): call", f'bring-deck B blue "{INSPECTED}"')
    for step in STEPS[:-1]:
        assert table.refused(CALL).clause in ("2(a)", "4(b)", "4(c)")
        table.give(ConfirmStep(step, "B"), by=confirms(step))
    # Which deck is meant has to be said: a step of one says nothing of the other.
    table.say("refused 4(a): confirm-step stacked", "refused 4(a): confirm-step stacked A")
    table.say("confirm-step stacked B", "call")


@pytest.mark.rule(MGC, "2(b)(2)")
def test_2_b_2_the_backs_differ_in_colour() -> None:
    table = two_decks()
    bring(table, "A", "red")
    table.say(f'refused 2(b)(2): bring-deck B red "{INSPECTED}"')
    table.say(f'bring-deck B blue "{INSPECTED}"')
    assert [deck.backs for deck in table.table.equipment.decks.values()] == ["red", "blue"]


def _both(**house: str) -> LiveTable:
    """Two decks, both shuffled, with the first one in the shoe."""
    table = two_decks(**house)
    bring(table, "A", "red")
    bring(table, "B", "blue")
    table.say('as floorperson: record-approval shoe-1 "approval 17"')
    for deck in ("A", "B"):
        table.say(f'complete-shuffle "{SHUFFLER}" "{deck}"')
    table.say("load-device shoe-1 A")
    return table


@pytest.mark.rule(MGC, "2(b)(3)")
def test_2_b_3_one_deck_is_dealt_while_the_other_is_shuffled() -> None:
    table = _both()
    table.say("refused 2(b)(3): load-device shoe-1 B")
    wager(table)
    table.give(cards(table))
    # The cards on the layout are A's, and none of B can come among them.
    table.say("refused 2(b)(3): load-device shoe-1 B")
    table.say(f'refused 2(b)(3): complete-shuffle "{SHUFFLER}" A')
    table.say(f'complete-shuffle "{SHUFFLER}" B')
    assert table.table.equipment.last_used == "A"


@pytest.mark.rule(MGC, "2(b)(4)")
def test_2_b_4_the_decks_take_turns_round_by_round() -> None:
    table = _both()
    used = []
    for _ in range(4):
        play_round(table)
        used.append(table.table.equipment.last_used)
        again = used[-1]
        table.say(f'complete-shuffle "{SHUFFLER}" "{again}"')
        table.say(f'refused 2(b)(4): load-device shoe-1 "{again}"')
    assert used == ["A", "B", "A", "B"]


@pytest.mark.rule(MGC, "2(b)(4)")
@pytest.mark.parametrize("is_entered", [True, False])
def test_2_b_4_a_deck_that_was_dealt_from_in_a_void_round_has_had_its_turn(
    is_entered: bool,
) -> None:
    """Also where the cards lay there and nobody had entered them yet."""
    table = _both()
    wager(table)
    if is_entered:
        table.give(cards(table))
    table.say("report wrong_number place=1 cards=2", "void by 13(c)")
    assert table.table.equipment.last_used == "A"
    table.say("settle", "end")
    for deck in ("A", "B"):
        table.say(f'complete-shuffle "{SHUFFLER}" "{deck}"')
    table.say("refused 2(b)(4): load-device shoe-1 A", "load-device shoe-1 B")


@pytest.mark.rule(MGC, "2(b)(4)")
def test_2_b_4_a_deck_that_nobody_dealt_from_keeps_its_turn() -> None:
    table = _both()
    wager(table)
    table.say('report unequal_bets seat=1 found="10.00 5.00 10.00"', "void by 6(d)", "settle")
    table.say("end", f'complete-shuffle "{SHUFFLER}" A', "load-device shoe-1 A")


@pytest.mark.rule(MGC, "2(b)(5)")
def test_2_b_5_the_rack_is_cleared_before_the_cards_of_the_other_deck_come_into_it() -> None:
    table = _both()
    play_round(table)
    dealt(table)
    table.say(
        "due see that no card of deck A is in the discard rack (2(b)(5)), discard the stub "
        "unexposed, or count it: discard-stub (7(d); dealer)"
    )
    # Once the device has shuffled it, it is known to be out of the rack.
    table.say(f'complete-shuffle "{SHUFFLER}" A', "due discard the stub", "not due rack")
    table.say("discard-stub")
    one = ready()
    dealt(one)
    one.say("not due rack")


def test_a_deck_that_replaces_another_takes_its_turns() -> None:
    table = _both()
    play_round(table)
    table.say('retire-deck A "a corner is bent"')
    bring(table, "C", "green")
    table.say(f'complete-shuffle "{SHUFFLER}" C', "refused 2(b)(4): load-device shoe-1 C")
    play_round(table)
    play_round(table)
    assert table.table.equipment.last_used == "C"


# --- decks that leave, and tables nobody plays at -------------------------------------------------


@pytest.mark.rule(MGC, "4(a)")
def test_a_retired_deck_does_not_come_back() -> None:
    table = ready()
    dealt(table)
    (name,) = table.table.equipment.decks
    table.say(f'refused 4(a) "in play": retire-deck "{name}" worn')
    table.do_procedures()
    table.say("play on", "settle", "end", f'refused "Write why": retire-deck "{name}" " "')
    table.say(f"retire-deck {name} worn", f"then deck-retired deck={name} reason=worn clause=4(a)")
    table.say("refused 4(a): call", f'refused 4(a): bring-deck "{name}" red "{INSPECTED}"')
    bring(table, "N", "red")
    table.say("call")


@pytest.mark.rule(MGC, "5(d)")
def test_5_d_after_no_activity_the_cards_are_shown_washed_and_stacked_again() -> None:
    table = ready()
    play_round(table)
    table.say("spread-cards")
    wager(table)
    assert table.refused(cards(table)).clause == "5(d)"
    table.say(f'refused 5(d): complete-shuffle "{SHUFFLER}"', "refused 5(d): confirm-step washed")
    table.say("confirm-step inspection_offered")
    assert table.refused(cards(table)).clause == "4(c)"
    table.say("confirm-step washed", "confirm-step stacked")
    assert table.refused(cards(table)).clause == "5(a)"
    table.do_procedures()
    table.give(cards(table))


@pytest.mark.rule(MGC, "5(d)")
def test_5_d_cards_are_not_spread_while_somebody_plays() -> None:
    ready().say("call", "seat 1  base 5.00", "refused 5(d): spread-cards")
    fresh = by_hand()
    fresh.say("bring-deck A red inspected_at_the_table", "refused 5(d): spread-cards")


@pytest.mark.rule(MGC, "5(d)")
def test_5_d_once_nobody_sits_there_any_more_the_dealer_is_asked_to_spread_the_cards() -> None:
    spread = "the table has no players: spread the cards out: spread-cards (5(d); dealer)"
    # Nobody has come yet.
    table = ready().say(f"not due {spread}")
    play_round(table)
    table.say(f"not due {spread}", "p1: stand p1")
    assert _due(table)[0] == spread
    table.say("spread-cards", f"not due {spread}")
    # With the first player who comes the cards are readied again, and nobody asks before that.
    wager(table)
    assert steps_due(table)[0] == "inspection_offered"


# --- prompts --------------------------------------------------------------------------------------


def test_what_is_due_is_said_with_clause_and_role() -> None:
    table = by_hand()
    assert steps_due(table)[0] == "bring_deck"
    table.say(f'bring-deck A red "{INSPECTED}"', f'confirm-step "{COVER}"')
    table.say("confirm-step inspected")
    assert steps_due(table)[0] == "verified"
    first = next(due_lines(table.rules, table.table))
    assert first == (
        "deck A: the floorperson verifies the cards: confirm-step verified A (4(b); floorperson)"
    )


@pytest.mark.rule(MGC, "4(a)")
@pytest.mark.rule(MGC, "11(d)")
def test_a_prompt_says_all_that_is_to_be_typed() -> None:
    table = by_hand()
    assert _due(table) == [
        "bring a deck, with the checklist inspected_at_the_table or pre_inspected: "
        "bring-deck DECK BACKS [CHECKLIST] (4(a); dealer)",
        'confirm that the shuffler is in the mode "Let It Ride Cover All": '
        "confirm-mode cover_all DEVICE (11(d); dealer)",
    ]
    assert "checklist" not in _due(LiveTable("mbs-let-it-ride-v3", procedures="by hand"))[0]


@pytest.mark.rule(MGC, "4(a)")
def test_4_a_the_prompt_asks_for_the_paper_that_a_step_is_done_by() -> None:
    table = by_hand().say(f'bring-deck A red "{PRE_INSPECTED}"', f'confirm-step "{COVER}"')
    assert _due(table)[0] == (
        "deck A: the steps of 205 CMR 146.50 are done: "
        "confirm-step pre_inspected A REFERENCE (4(a); dealer)"
    )


@pytest.mark.rule(MGC, "7(f)")
def test_7_f_the_prompt_for_a_shuffle_asks_for_the_count_of_a_shuffler_that_counts() -> None:
    for counts, told in (("true", "DEVICE A CARDS"), ("false", "DEVICE A")):
        table = by_hand(shuffler=SHUFFLER, counting_shuffler=counts)
        bring(table, "A", "red")
        (line,) = (line for line in _due(table) if "shuffle it" in line)
        assert line.endswith(f": complete-shuffle {told} (5(a); dealer)")


@pytest.mark.rule(MGC, "4(b)")
@pytest.mark.rule(MGC, "5(a)")
def test_what_must_wait_for_the_cards_is_not_said_to_be_possible() -> None:
    table = by_hand().say(f'bring-deck A red "{INSPECTED}"', "not due Place your bets")
    table.do_procedures()
    table.say("due Place your bets")
    wager(table)
    table.say("report shuffler_fault fault=jammed", "not due may deal")
    table.do_procedures()
    table.say("due may deal")
    table.give(cards(table))
    table.say("not due may ride", "discard-stub", "due may ride")


def _due(table: LiveTable) -> list[str]:
    return list(due_lines(table.rules, table.table))


def test_rounds_go_on_with_nothing_but_what_is_due() -> None:
    table = ready()
    for _ in range(6):
        play_round(table, hands=2)
    assert table.table.rounds.number == 6
    kinds = {type(event) for event in table.log}
    assert {ShuffleCompleted, DeviceLoaded, StubDiscarded, StubCounted} <= kinds


@pytest.mark.parametrize(
    "rulebook",
    [
        "mbs-let-it-ride-v3", "mbs-megalink-let-it-ride-v2", "mbs-megalink-holdem-v9",
        "mbs-megalink-three-card-v6",
    ],
)  # fmt: skip
def test_2_1_matching_backs_are_put_on_record_and_nothing_waits_for_it(rulebook: str) -> None:
    table = LiveTable(rulebook, procedures="by hand")
    assert "bring_deck" in steps_due(table)
    table.say("bring-deck A blue")
    assert steps_due(table) == ["backs"]
    table.say("refused 2.1: p1: confirm-step backs")
    (step,) = table.give(ConfirmStep("backs"), by=staff("Dealer", "dee"))
    assert isinstance(step, StepConfirmed)
    assert (step.person, step.clause) == ("dee", "2.1")
    assert steps_due(table) == []
    table.say("refused 2.1: bring-deck B red")
    LiveTable(rulebook, procedures="by hand").call()
