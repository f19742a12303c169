"""What a table offers, with notice and approval; and tables where no cards lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.codec import decode, encode
from pitboss.errors import RuleBreach
from pitboss.rulebook.model import OptionValue
from pitboss.table.equipment import procedure
from pitboss.table.equipment.bonus_chips import CountBonusChips, RuleOnBonusChips
from pitboss.table.equipment.decks import (
    BringDeck,
    ConfirmStep,
    RetireDeck,
    SpreadCards,
    StepConfirmed,
)
from pitboss.table.equipment.devices import (
    ConfirmMode,
)
from pitboss.table.equipment.procedure import due
from pitboss.table.equipment.shuffles import (
    CompleteShuffle,
    CutDeck,
    LoadDevice,
    ReportDeckCount,
    RequireRecut,
)
from pitboss.table.equipment.stub import CountStub, DiscardStub
from pitboss.table.operation import (
    OfferChanged,
    OpenTable,
    TableOpened,
)
from pitboss.table.rules import Mode
from pitboss.table.table import Table, TableSnapshot, evolve
from tests.table.conductor import LiveTable
from tests.table.massachusetts import (
    FLOOR,
    MGC,
    SHUFFLER,
    SUPERVISOR,
    cards,
    dealt,
    play_round,
    ready,
    two_decks,
    wager,
)


@pytest.mark.rule(MGC, "6b(c)")
def test_6b_c_a_table_offers_the_three_card_bonus_only_with_a_table_chosen() -> None:
    every = ("1", "2", "$", "three_card_bonus")
    why = "Choose three_card_bonus_table first, or do not offer it."
    table = LiveTable(MGC, offered=every, is_opened=False)
    table.say(f'refused 6b(c) "{why}": open again 2026-11-15')
    table = LiveTable(MGC, offered=every[:-1])
    table.say('refused 6b(c): as top: start-offering three_card_bonus "asked for"')
    table = LiveTable(MGC, offered=every, options={"three_card_bonus_table": "C"}).say("call")
    table.say("seat 1  base 5.00  three_card_bonus 5.00")


def _notice(wager: str, day: str = "2026-11-01", reference: str = "board by the entrance") -> str:
    return f'record-notice {wager} {day} "{reference}"'


BY_FLOOR = "as floorperson:"


# --- notice ---------------------------------------------------------------------------------------


side_wagers = pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("bonus", "6a(a)", marks=pytest.mark.rule(MGC, "6a(a)")),
        pytest.param("three_card_bonus", "6b(a)", marks=pytest.mark.rule(MGC, "6b(a)")),
    ],
)


@side_wagers
@pytest.mark.parametrize("mode", Mode)
def test_6a_a_and_6b_a_a_wager_is_withdrawn_from_the_table_only_after_notice(
    wager: str, clause: str, mode: Mode
) -> None:
    table = LiveTable(
        MGC, mode=mode, limits=("1.00", "500.00"), options={"three_card_bonus_table": "D"}
    )
    stop = f'stop-offering {wager} "quiet hours"'
    no = f"refused {clause}:"
    table.say(f"{no} {BY_FLOOR} {stop}", f"{no} as dealer: {_notice(wager)}")
    for notice in (
        _notice(wager, "yesterday"), _notice(wager, "2026-11-16"), _notice(wager, reference=" "),
    ):  # fmt: skip
        table.say(f"{no} {BY_FLOOR} {notice}")
    table.say(f"{BY_FLOOR} {_notice(wager)}")
    recorded = "day=2026-11-01 reference=board by the entrance"
    table.say(f"then notice-recorded wager={wager} {recorded} clause={clause}")
    table.say(f"{no} as dealer: {stop}", f"{BY_FLOOR} {stop}")
    table.say(f"then notice-used wager={wager} clause={clause}")
    assert isinstance(table.log[-2], OfferChanged)
    bets = f"p1: bet 1 p1 {wager} 1.00"
    table.say("call", "seat 1  base 5.00", f'refused "not offered": {bets}')
    table.say(f'{no} {BY_FLOOR} start-offering "{wager}"', "no more bets")
    table.say("deal 2c 3c 4c 5c 6c 7c")
    _end(table)
    # That notice was of the first time, and the second has its own.
    table.say(f'{BY_FLOOR} start-offering "{wager}"', f"{no} {BY_FLOOR} {stop}")
    table.say("call", "seat 1  base 5.00", bets)


@side_wagers
@pytest.mark.parametrize("mode", Mode)
def test_6a_a_and_6b_a_nor_is_it_left_out_without_notice_when_the_table_opens_again(
    wager: str, clause: str, mode: Mode
) -> None:
    table = LiveTable(
        MGC, mode=mode, limits=("1.00", "500.00"), options={"three_card_bonus_table": "D"}
    )
    less = replace(
        table.setting, offered=tuple(name for name in table.setting.offered if name != wager)
    )
    without = OpenTable(less, "2026-11-16", "2026-11-16T20:00:00+08:00")
    table.say("as top: close-table")
    refusal = table.refused(without, by=table.top)
    assert refusal.clause == clause
    assert "record the notice" in refusal.remedy
    table.give(replace(without, setting=table.setting), by=table.top)
    table.say(f"{BY_FLOOR} {_notice(wager)}", "as top: close-table")
    table.give(without, by=table.top)
    table.say(f'as floorperson: start-offering "{wager}"')
    table.say(f'refused {clause}: as floorperson: stop-offering "{wager}" again')
    # What was never offered here needs no notice to stay away.
    never = LiveTable(MGC, mode=mode, offered=("1", "2", "$")).say("as top: close-table")
    never.give(replace(without, setting=never.setting), by=never.top)


_APPROVED = {"payout_limit_approval": "MGC 2026/118"}


@pytest.mark.rule(MGC, "10(c)")
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("reference", [None, "none", " "])
def test_10_c_a_payout_limit_needs_the_reference_of_its_approval(
    reference: str | None, mode: Mode
) -> None:
    house = {} if reference is None else {"payout_limit_approval": reference}
    table = LiveTable(MGC, mode=mode, options=_payable("60000.00"), house=house, is_opened=False)
    opening = OpenTable(table.setting, "2026-11-15", "2026-11-15T20:00:00+08:00")
    refusal = table.refused(opening, by=table.top)
    assert refusal.clause == "10(c)"
    assert "payout_limit_approval" in refusal.remedy
    approved = replace(opening, setting=replace(table.setting, house=_APPROVED))
    (event,) = table.give(approved, by=table.top)
    assert isinstance(event, TableOpened)
    assert event.setting.house == _APPROVED


def _payable(limit: str | None) -> dict[str, OptionValue]:
    return {"payout_limit": limit}


def _again(table: LiveTable, limit: str | None) -> OpenTable:
    """Open the table with another payout limit."""
    setting = replace(table.setting, options=_payable(limit))
    return OpenTable(setting, "2026-11-16", "2026-11-16T20:00:00+08:00")


@pytest.mark.rule(MGC, "10(c)")
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("before", ["100000.00", None])
def test_10_c_a_payout_limit_goes_down_only_after_notice(before: str | None, mode: Mode) -> None:
    table = LiveTable(MGC, mode=mode, options=_payable(before), house=_APPROVED).say("close-table")
    refusal = table.refused(_again(table, "60000.00"), by=table.top)
    assert refusal.clause == "10(c)"
    assert "record the notice" in refusal.remedy
    table.give(_again(table, before), by=table.top)
    table.say("refused 10(c): as floorperson: record-notice payout_limit 2026-11-17 board")
    # The dealer records none.
    notice = _notice("payout_limit")
    table.say(f"refused 10(c): as dealer: {notice}", f"{BY_FLOOR} {notice}")
    recorded = "day=2026-11-01 reference=board by the entrance"
    table.say(f"then notice-recorded wager=payout_limit {recorded} clause=10(c)")
    # Until it goes down the notice stands, however often the table closes; then it is used up.
    for limit in (before, "60000.00"):
        table.say("close-table")
        table.give(_again(table, limit), by=table.top)
    assert table.table.setting is not None
    assert table.table.setting.options == _payable("60000.00")
    table.say("close-table")
    assert table.refused(_again(table, "55000.00"), by=table.top).clause == "10(c)"


@pytest.mark.rule(MGC, "10(c)")
@pytest.mark.parametrize("after", ["60000.00", "70000.00", None])
def test_10_c_a_payout_limit_that_does_not_go_down_needs_no_notice(after: str | None) -> None:
    table = LiveTable(MGC, options=_payable("60000.00"), house=_APPROVED).say("close-table")
    table.give(_again(table, after), by=table.top)
    assert table.table.is_open


@pytest.mark.rule(MGC, "10(c)")
def test_10_c_taking_the_limit_away_for_a_while_saves_no_notice() -> None:
    table = LiveTable(MGC, options=_payable("60000.00"), house=_APPROVED).say("close-table")
    table.give(_again(table, None), by=table.top)
    table.say("close-table")
    assert table.refused(_again(table, "55000.00"), by=table.top).clause == "10(c)"


def test_10_c_where_the_rulebook_has_no_limit_no_notice_of_one_is_recorded() -> None:
    table = LiveTable("mbs-let-it-ride-v3")
    table.say(f"refused \"A notice for 'payout_limit'\": as top: {_notice('payout_limit')}")


def _end(table: LiveTable) -> None:
    table.say("seat 1  ride", "burn", "turn", "seat 1  ride", "turn", "show 1", "settle", "end")


@pytest.mark.rule(MGC, "12(a)")
def test_12_a_the_progressive_wager_is_the_house_s_choice_and_not_the_bonus_wager() -> None:
    table = LiveTable(MGC, unit="1.00").say("call", "seat 1  base 5.00", "seat 1  bonus 1.00")
    table.say("then wager-placed seat=1 player=p1 wager=bonus stake=1.00 clause=6a(b)")
    table.say("seat 1  progressive 1.00")
    table.say("then wager-placed seat=1 player=p1 wager=progressive stake=1.00 clause=12(b)")


@pytest.mark.rule(MGC, "12(a)")
def test_12_a_it_needs_no_notice_but_a_link_and_a_time_between_rounds() -> None:
    start = f"{BY_FLOOR} start-offering progressive"
    table = LiveTable(MGC, unit="1.00", offered=("1", "2", "$", "bonus")).say("call")
    table.say("seat 1  base 5.00", 'refused "not offered": p1: bet 1 p1 progressive 1.00')
    table.say(f'refused "between two rounds": {start}')
    fresh = LiveTable(MGC, unit="1.00", offered=("1", "2", "$"))
    fresh.say(start, f'refused "offered already": {start}')
    fresh.say("as floorperson: stop-offering progressive")
    fresh.say('refused "not offered": as floorperson: stop-offering progressive')
    LiveTable(MGC).say(f'refused "without a link": {start}')


def test_a_required_wager_is_never_withdrawn_and_an_unknown_one_never_offered() -> None:
    table = LiveTable(MGC).say("refused 6(d): as floorperson: stop-offering $")
    table.say('refused "Known": as floorperson: start-offering ante')
    known = "A notice is for: bonus, three_card_bonus"
    table.say(f'refused "{known}": {BY_FLOOR} {_notice("cover_all")}')


@pytest.mark.rule(MGC, "11(d)")
def test_11_d_cover_all_is_not_offered_before_the_mode_is_confirmed() -> None:
    table = LiveTable(MGC, offered=("1", "2", "$"), procedures="by hand")
    table.do_procedures()
    start = f"{BY_FLOOR} start-offering cover_all"
    # Its limits were not set either, but the mode comes first.
    table.say(f"refused 11(d): {start}", f'confirm-mode cover_all "{SHUFFLER}"', start)
    assert table.table.setting is not None
    assert table.table.setting.offered == ("1", "2", "$", "cover_all")


def test_i_50_an_approval_is_a_record_of_its_own() -> None:
    approval = 'record-approval "place of the shoe" "letter 12 of 2 November"'
    table = LiveTable(MGC).say(f'refused "floorperson": {approval}')
    table.say(f"as casino supervisor: {approval}")
    assert table.table.equipment.approvals["place of the shoe"] == "letter 12 of 2 November"


# --- where no cards lie ---------------------------------------------------------------------------


PHYSICAL = (
    BringDeck("A", "red", "pre_inspected"), RetireDeck("A", "worn"), SpreadCards(),
    CompleteShuffle("x"), ReportDeckCount(52), CutDeck(), RequireRecut("so"),
    LoadDevice("x"), ConfirmMode("cover_all", "x"), CountBonusChips(1),
    RuleOnBonusChips("so"), DiscardStub(), CountStub(46),
)  # fmt: skip


@pytest.mark.rule(MGC, "4(c)")
@pytest.mark.rule(MGC, "5(a)")
def test_i_102_where_a_generator_deals_nothing_physical_is_demanded() -> None:
    table = LiveTable(MGC, mode=Mode.ELECTRONIC, procedures="by hand")
    for _ in range(6):
        assert due(table.rules, table.table) == []
        wager(table, 1, bonus=1)
        table.give(cards(table))
        _end(table)
    called = [event for event in table.log if type(event).__name__ == "BetsCalled"]
    # The commitment to a fresh shuffle stands in the log instead of the wash and the device.
    assert all(getattr(event, "deck", "") for event in called)


@pytest.mark.parametrize("command", PHYSICAL, ids=lambda command: type(command).__name__)
def test_i_102_what_hands_do_with_cards_cannot_be_done_there(command: procedure.Command) -> None:
    table = LiveTable(MGC, mode=Mode.ELECTRONIC)
    assert table.refused(command, by=SUPERVISOR).clause == "I-102"


def test_i_102_a_step_may_be_put_on_record_there() -> None:
    table = LiveTable(MGC, mode=Mode.ELECTRONIC)
    before = table.table.equipment
    (event,) = table.give(ConfirmStep("washed"), by=FLOOR)
    assert isinstance(event, StepConfirmed)
    assert (event.step, event.deck, event.clause) == ("washed", "", "4(c)")
    assert table.table.equipment == before
    assert "Known" in table.refused(ConfirmStep("polished"), by=FLOOR).remedy


def test_i_102_no_shuffler_is_asked_for_there() -> None:
    LiveTable(MGC, mode=Mode.ELECTRONIC, house={"decks": "2"}).call()


@pytest.mark.rule(MGC, "5(b)")
def test_i_51_a_generator_s_order_is_not_cut() -> None:
    with pytest.raises(RuleBreach, match="I-102"):
        LiveTable(MGC, mode=Mode.ELECTRONIC, house={"cut_required": "true"})
    with pytest.raises(RuleBreach, match="I-51"):
        LiveTable(MGC, house={"cut_required": "perhaps"})


# --- the record -----------------------------------------------------------------------------------


def test_everything_that_happened_reads_back_as_it_was_written() -> None:
    table = two_decks(cut_required="true")
    table.do_procedures()
    play_round(table, 2)
    table.say("spread-cards")
    table.say('as floorperson: record-notice bonus 2026-11-01 "board by the entrance"')
    wager(table, 2, bonus=1)
    table.say("count-bonus-chips 2", 'as casino supervisor: rule-on-bonus-chips "stuck together"')
    table.do_procedures()
    table.give(cards(table))
    table.say("count-stub 42 no")
    for event in table.log:
        if isinstance(event, procedure.Event):
            assert decode(type(event), encode(event)) == event
    stood = TableSnapshot(table=table.table)
    again = decode(TableSnapshot, encode(stood))
    assert evolve(Table(), again).equipment == table.table.equipment


def test_what_was_retired_stays_so_when_the_table_opens_again() -> None:
    table = ready()
    dealt(table)
    (name,) = table.table.equipment.decks
    table.say("count-stub 45 no", "settle", "end", "as top: close-table", "open again 2026-11-16")
    equipment = table.table.equipment
    assert (equipment.retired, dict(equipment.decks)) == ((name,), {})
    assert equipment.approvals
    table.say(f'refused 4(a): bring-deck "{name}" red pre_inspected')
