"""Devices that fail, tables where nothing can lie wrong, and the list of irregularities itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.errors import RuleBreach
from pitboss.games.library import built_in, built_in_ids
from pitboss.round.deal import DealCards
from pitboss.table.equipment.shuffles import ShuffleCompleted, ShuffleDiscarded
from pitboss.table.irregularities.catalogue import CATALOGUE, may_report, reportable
from pitboss.table.rules import Mode
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
    report,
    staked,
    under,
)

PHYSICAL = [kind for kind, entry in CATALOGUE.items() if entry.is_physical]
CHIPS = [kind for kind, entry in CATALOGUE.items() if entry.needs_chips]


# --- devices ------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "13(d)")
def test_13_d_a_shuffle_that_was_not_completed_counts_for_nothing() -> None:
    table = opened(MGC)
    happened = table.report("shuffler_fault", fault="jammed")
    assert happened[1:] == [ShuffleDiscarded(clause="13(d)")]
    bet(table, 1)
    table.procedures = "by hand"
    table.say('report shuffler_fault fault="stopped before the cycle was complete"')
    assert table.refused(next_deal(table)).clause == "5(a)"
    table.say("void by nothing")
    table.do_procedures()
    assert any(isinstance(event, ShuffleCompleted) for event in table.log[-3:])
    table.give(next_deal(table))


def next_deal(table: LiveTable) -> DealCards:
    needed = [may.cards for may in table.options if may.command is DealCards]
    return DealCards(table.unused[: needed[0]])


@pytest.mark.rule(MGC, "2(b)(3)")
@pytest.mark.rule(MGC, "13(d)")
def test_13_d_the_device_fails_over_the_second_deck_while_the_first_is_in_play() -> None:
    table = opened(MGC, house={"decks": "2", "shuffler": "shuffler-1"})
    bet(table, 1)
    table.say("deal")
    decks = table.table.equipment.decks
    (other,) = decks.keys() - {table.table.equipment.last_used}
    table.say(f'complete-shuffle shuffler-1 "{other}"')
    assert "shuffler_fault" in {rule.id for rule, _ in may_report(table.rules, table.table)}
    table.procedures = "by hand"
    happened = table.report("shuffler_fault", fault="two cards stuck in it")
    assert happened[1:] == [ShuffleDiscarded(deck=other, clause="13(d)")]
    # The round is played on with its own deck; the other one is shuffled before its turn.
    table.say("finish", "void by nothing", "end")
    bet(table, 1)
    table.say("count-bonus-chips 1")
    assert table.refused(next_deal(table)).clause == "5(a)"
    table.do_procedures()
    table.give(next_deal(table))
    assert table.table.equipment.last_used == other


@pytest.mark.rule(MGC, "2(b)(3)")
@pytest.mark.rule(MGC, "13(d)")
def test_13_d_a_deck_that_lies_ready_in_the_shoe_is_not_shuffled_again_for_the_other() -> None:
    table = opened(MGC, house={"decks": "2", "shuffler": "shuffler-1"})
    bet(table, 1)
    table.do_procedures()
    ready = table.table.equipment.loaded
    (other,) = table.table.equipment.decks.keys() - {ready}
    table.say(f'complete-shuffle shuffler-1 "{other}"')
    table.procedures = "by hand"
    happened = table.report("shuffler_fault", fault="two cards stuck in it")
    assert happened[1:] == [ShuffleDiscarded(deck=other, clause="13(d)")]
    assert not table.table.equipment.decks[other].shuffled_by
    assert table.table.equipment.loaded == ready
    # Whoever finds that it was the one in the shoe says so.
    happened = table.report("shuffler_fault", fault="it had stopped before", deck=ready)
    assert happened[1:] == [ShuffleDiscarded(deck=ready, clause="13(d)")]
    assert not table.table.equipment.loaded


@pytest.mark.rule(MGC, "13(d)")
def test_13_d_the_deck_named_is_at_the_table_and_not_in_play() -> None:
    table = opened(MGC, house={"decks": "2", "shuffler": "shuffler-1"})
    bet(table, 1)
    table.say("deal")
    for deck in (table.table.equipment.last_used, "Z"):
        table.say(f'refused 13(d): report shuffler_fault fault=jammed deck="{deck}"')


@pytest.mark.rule(MGC, "13(b)")
@pytest.mark.rule(MGC, "13(d)")
def test_13_d_a_card_drawn_before_is_shuffled_again_and_not_the_next_any_more() -> None:
    table = staked(MGC, 1).say("report drawn_card card=8c")
    assert table.refused(next_deal(table)).clause == "13(b)"
    table.say("report shuffler_fault fault=jammed")
    assert table.table.found.next_card is None
    table.give(next_deal(table))


@pytest.mark.rule(MGC, "13(b)")
@pytest.mark.rule(MGC, "5(c)")
def test_13_b_a_recut_takes_the_card_drawn_in_with_the_others() -> None:
    table = staked(MGC, 1, house={"cut_required": "true"}).say("report drawn_card card=8c")
    table.say('as top: require-recut "a cut of nine cards"')
    assert table.table.found.next_card is None
    table.give(next_deal(table))


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        pytest.param("drawn_card", "13(b)", marks=pytest.mark.rule(MGC, "13(b)")),
        pytest.param("face_up_card", "13(a)", marks=pytest.mark.rule(MGC, "13(a)")),
    ],
)
def test_13_no_card_is_drawn_or_found_while_no_deck_is_in_the_shoe(kind: str, clause: str) -> None:
    table = staked(MGC, 1)
    table.procedures = "by hand"
    table.say("report shuffler_fault fault=jammed")
    table.say(f'refused {clause} "No deck is in the shoe or machine": report {kind} card=8c')


@pytest.mark.rule(MGC, "13(a)")
@pytest.mark.rule(MGC, "13(d)")
@pytest.mark.rule(MGC, "7(f)")
@pytest.mark.parametrize(("counted", "is_right"), [(51, True), (52, True), (50, False)])
def test_13_d_a_card_set_aside_is_not_looked_for_in_the_new_shuffle(
    counted: int, is_right: bool
) -> None:
    table = staked(MGC, 1, house={"counting_shuffler": "true"}).say("report face_up_card card=7d")
    table.procedures = "by hand"
    table.say("report shuffler_fault fault=jammed")
    table.say(f"complete-shuffle device=shuffler-1 cards={counted}")
    assert (table.table.play.void is None) == is_right
    assert (table.table.equipment.retired == ()) == is_right
    if is_right:
        # The device may say its figure once more.
        table.say(f"report-deck-count {counted}", "void by nothing")
        assert table.table.equipment.retired == ()


@pytest.mark.rule(MGC, "13(e)")
@pytest.mark.parametrize("is_entered", [False, True])
def test_13_e_a_machine_that_fails_in_the_deal_voids_the_round(is_entered: bool) -> None:
    table = staked(MGC, 1, 2, 4, method="machine")
    if is_entered:
        table.procedures = "by hand"
        table.say("deal")
    table.say('report machine_fault fault="stopped after two stacks"')
    table.say("once round-voided clause=13(e)")
    is_void(table, "13(e)")


@pytest.mark.rule(MGC, "13(e)")
def test_13_e_is_refused_where_no_machine_deals_and_after_the_deal() -> None:
    told = "report machine_fault fault=jammed"
    by_hand = staked(MGC, 1, method="manual_shoe")
    by_hand.say(f'refused 13(e) "It happens with machine.": {told}')
    staked(MGC, 1, method="machine").say("deal", "seat 1  ride", f"refused 13(e): {told}")


@pytest.mark.rule(MGC, "7(d)")
@pytest.mark.rule(MGC, "13(a)")
@pytest.mark.rule(MGC, "13(e)")
@pytest.mark.parametrize("stub", ["discard-stub", "count-stub 46"])
def test_13_a_and_13_e_the_deal_is_over_once_the_stub_has_left_the_device(stub: str) -> None:
    table = staked(MGC, 1, method="machine")
    table.procedures = "by hand"
    table.say("deal", stub, "refused 13(a): report face_up_card card=Ks")
    table.say("refused 13(e): report machine_fault fault=jammed")


@pytest.mark.parametrize(
    ("kind", "rule", "details"),
    [
        pytest.param(kind, rule, details, marks=pytest.mark.rule(MGC, rule), id=rule)
        for kind, rule, details in (
            ("face_up_card", "13(a)", "card=Ks"),
            ("wrong_number", "13(c)", "place=1 cards=2"),
            ("machine_fault", "13(e)", "fault=jammed"),
        )
    ],
)
def test_13_after_a_void_round_nothing_is_dealt_from_cards_that_were_not_reshuffled(
    kind: str, rule: str, details: str
) -> None:
    table = staked(MGC, 1, method="machine")
    if kind == "face_up_card":
        table.say(f"report {kind} card=7d")
    table.procedures = "by hand"
    table.say(f"report {kind} {details}", f"void by {rule}", "settle", "end")
    bet(table, 1)
    table.say("count-bonus-chips 1")
    assert table.refused(next_deal(table)).clause == "5(a)"
    table.do_procedures()
    table.give(next_deal(table))


# --- electronic tables --------------------------------------------------------------------------


@pytest.mark.parametrize("book", [*MBS, MGC])
def test_where_a_generator_deals_no_card_can_be_dealt_or_handled_wrongly(book: str) -> None:
    table = LiveTable(book, mode=Mode.ELECTRONIC)
    listed = [kind for kind in table.rules.rulebook.irregularities if kind in PHYSICAL]
    assert len(listed) >= 6
    for kind in listed:
        refusal = table.refused(report(kind))
        assert "where a generator deals" in refusal.problem
        assert refusal.clause == table.rules.rulebook.irregularities[kind].clause
    assert not {rule.id for rule, _ in may_report(table.rules, table.table)} & set(PHYSICAL)


FELT: Mapping[str, tuple[str, ...]] = {
    "ante": (
        "late_wager seat=1 wager=ante amount=25.00",
        "lifted_wager seat=1 wager=ante",
        "under_minimum seat=1 wager=ante found=0.01",
        "over_maximum seat=1 wager=ante found=600.00",
    ),
    "$": (
        "late_wager seat=1 wager=$ amount=25.00",
        "lifted_wager seat=1 wager=$",
        "out_of_limits seat=1 wager=$ found=600.00",
        'unequal_bets seat=1 found="10.00 10.00 0.00"',
        "unregistered_progressive seat=1 amount=5.00",
    ),
}
"""Everything that is found in chips on the felt, by the wager a hand is made of."""


@under(
    {
        MEGALINK: ("3.4", "3.5.1", "5.6", "5.7"),
        RIDE: ("3.4", "5.6", "5.7"),
        HOLDEM: ("5.5", "5.6", "5.13", "5.14"),
        THREE: ("5.5", "5.6", "5.13", "5.14"),
        MGC: ("6(c)", "6(d)"),
    }
)
@pytest.mark.parametrize("moment", ["closed", "dealt", "settled"])
def test_where_the_system_takes_the_wagers_nothing_else_is_found_on_the_felt(
    book: str, moment: str
) -> None:
    base = "ante" if book in LINKED else "$"
    table = LiveTable(book, mode=Mode.ELECTRONIC, method="machine" if book == MGC else "")
    table.say("call", f"seat 1  {'ante' if base == 'ante' else 'base'} 10.00", "no more bets")
    table.say(*{"closed": (), "dealt": ("deal",), "settled": ("deal", "play on", "settle")}[moment])
    listed = table.rules.rulebook.irregularities
    told = [line for line in FELT[base] if line.split()[0] in listed]
    assert {line.split()[0] for line in told} == set(CHIPS) & set(listed)
    instead = "A wager stands as the system took it: play the round on that."
    for line in told:
        clause = listed[line.split()[0]].clause
        for by in ("as system", "as top", "as dealer"):
            for words in ("where the system takes the wagers", instead):
                table.say(f'refused {clause} "{words}": {by}: report {line}')
    shown = "\n".join(reportable(table.rules, may_report(table.rules, table.table)))
    assert not any(kind in shown for kind in CHIPS)
    assert "power_failure" in shown


@pytest.mark.parametrize("book", [*MBS, MGC])
def test_chips_on_the_felt_can_still_be_found_where_people_place_them(book: str) -> None:
    table = staked(book, 1).say("deal")
    now = {rule.id for rule, _ in may_report(table.rules, table.table)}
    assert now >= set(CHIPS) & set(table.rules.rulebook.irregularities)


@pytest.mark.parametrize("book", [*MBS, MGC])
def test_i_82_chips_on_the_felt_do_not_matter_to_a_round_that_is_void(book: str) -> None:
    table = staked(book, 1).say("deal", 'report uncovered what="a fire alarm"')
    table.say('as top: rule void "seen on camera 4"')
    for line in FELT["ante" if book in LINKED else "$"]:
        if line.split()[0] in table.rules.rulebook.irregularities:
            for words in (
                "the round is void already",
                "Settle it and end it: everything goes back.",
            ):
                table.say(f'refused "{words}": report {line}')
    # Nor is it listed as something that may be reported now, and no more are cards.
    now = {rule.id for rule, _ in may_report(table.rules, table.table)}
    assert not now & {*CHIPS, "foreign_card", "misdeal", "wrong_number", "duplicate_card"}
    assert "uncovered" in now


# --- the list -----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", built_in_ids())
def test_every_irregularity_a_rulebook_lists_is_known(book: str) -> None:
    assert set(built_in(book).irregularities) <= set(CATALOGUE)


def test_every_irregularity_that_is_known_is_in_some_rulebook() -> None:
    listed = {kind for book in built_in_ids() for kind in built_in(book).irregularities}
    assert set(CATALOGUE) == listed


@pytest.mark.parametrize("book", [*MBS, MGC])
def test_what_may_be_reported_is_what_is_in_time(book: str) -> None:
    table = staked(book, 1)
    now = {rule.id: rule.until for rule, _ in may_report(table.rules, table.table)}
    assert "dealt" not in now.values()
    assert {"open", "bets_closed"} <= set(now.values())


@pytest.mark.rule(HOLDEM, "5.7.1")
@pytest.mark.rule(THREE, "5.7.1")
@pytest.mark.parametrize("book", [HOLDEM, THREE])
@pytest.mark.parametrize("role", ["Pit Supervisor", "Pit Manager"])
def test_5_7_1_who_may_permit_a_withdrawal_is_said_beside_it(book: str, role: str) -> None:
    table = staked(book, 1, house={"permit_role": role})
    lines = list(reportable(table.rules, may_report(table.rules, table.table)))
    assert f"permit_withdrawal: Withdrawal permitted (5.7.1; {role})" in lines
    assert "  cards: the cards seen, as Td Qs" in lines


def test_an_irregularity_of_another_rulebook_is_not_known_here() -> None:
    refusal = staked(MGC, 1).refused(report("foreign_card", card="4c", place="seat 1"))
    assert "is not an irregularity of mgc-let-it-ride" in refusal.problem
    assert "wrong_number" in refusal.remedy


# --- settings of the house ----------------------------------------------------------------------


@pytest.mark.parametrize("book", [*MBS, MGC])
@pytest.mark.parametrize(
    ("setting", "clause"),
    [("correction_role", "I-101"), ("permit_role", "I-88"), ("handled_misdeal_default", "I-84")],
)
def test_a_setting_that_names_nobody_and_nothing_keeps_the_table_closed(
    book: str, setting: str, clause: str
) -> None:
    if setting not in built_in(book).settings:
        assert book not in (HOLDEM, THREE), "only they have all three"
        return
    with pytest.raises(RuleBreach) as refusal:
        LiveTable(book, house={setting: "the cook"})
    assert refusal.value.clause == clause
