"""What a house may set a table to: every setting is read, or refused with what to do instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import parse_cards
from pitboss.errors import BadSetting, RuleBreach
from pitboss.games.library import Library, built_in, built_in_ids
from pitboss.house.settings import link_settings_of
from pitboss.round.decisions import HandShown
from pitboss.rulebook.model import SettingRule
from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode
from tests.house.floor import Floor, setting_of
from tests.table.conductor import LiveTable, play_on, staff
from tests.table.massachusetts import MGC, wager

HOLDEM = "mbs-megalink-holdem-v9"
THREE = "mbs-megalink-three-card-v6"

ANY_ID = ("shuffler", "payout_limit_approval")
"""A house names its machines as it likes, and an authority its papers."""


def opened(
    book: str, name: str, value: str, *, mode: Mode = Mode.LIVE, method: str = ""
) -> LiveTable:
    """A table on which one thing is set."""
    return LiveTable(book, positions=6, mode=mode, method=method, house={name: value})


def refused(book: str, name: str, value: str) -> RuleBreach:
    """How a table that is set so is refused."""
    with pytest.raises(RuleBreach) as refusal:
        opened(book, name, value)
    assert name in str(refusal.value)
    assert refusal.value.remedy
    return refusal.value


def settings(of: str) -> list[tuple[str, SettingRule]]:
    return [
        (book, setting)
        for book in built_in_ids()
        for setting in built_in(book).settings.values()
        if setting.of == of
    ]


# --- every setting of every rulebook --------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "setting"), settings("table"), ids=lambda it: getattr(it, "id", it)
)
def test_every_setting_of_a_table_is_read_when_it_opens(book: str, setting: SettingRule) -> None:
    if setting.id in ANY_ID:
        assert opened(book, setting.id, "banana").rules.choice(setting.id) == "banana"
        return
    refused(book, setting.id, "banana")


@pytest.mark.parametrize(
    ("book", "setting"), settings("table"), ids=lambda it: getattr(it, "id", it)
)
def test_every_default_of_a_setting_may_be_written_down(book: str, setting: SettingRule) -> None:
    if setting.default is not None:
        mode = Mode.ELECTRONIC if setting.id == "deal_mode" else Mode.LIVE
        assert opened(book, setting.id, setting.default, mode=mode).table.is_open


@pytest.mark.parametrize(
    ("book", "setting"), settings("link"), ids=lambda it: getattr(it, "id", it)
)
def test_every_setting_of_a_link_is_none_of_a_table_and_is_read_by_the_link(
    book: str, setting: SettingRule
) -> None:
    refused(book, setting.id, "banana")
    with pytest.raises(BadSetting, match=setting.id):
        link_settings_of("L1", {setting.id: ["banana"]}, Library())


# --- what is set elsewhere, or not at all ---------------------------------------------------------


@pytest.mark.parametrize("book", built_in_ids())
def test_i_98_limits_are_the_tables_own(book: str) -> None:
    refusal = refused(book, "limits", "5.00:500.00")
    assert refusal.clause == "I-98"
    assert "as the table's limits" in refusal.remedy


def test_i_48_the_limits_of_cover_all_are_among_the_tables_own() -> None:
    refusal = refused(MGC, "cover_all_limits", "5.00:500.00")
    assert refusal.clause == "I-48"
    assert "cover_all as the table's limits" in refusal.remedy


@pytest.mark.parametrize("book", built_in_ids())
@pytest.mark.parametrize("mode", Mode)
def test_i_102_the_deal_mode_is_the_tables_mode_and_cannot_say_otherwise(
    book: str, mode: Mode
) -> None:
    assert opened(book, "deal_mode", mode, mode=mode).table.is_open
    other = next(one for one in Mode if one is not mode)
    with pytest.raises(RuleBreach, match=f"the table's mode that says so, now {mode}") as refusal:
        opened(book, "deal_mode", other, mode=mode)
    assert refusal.value.clause == "I-102"


def test_i_44_higher_odds_come_with_a_rulebook_file_and_its_approval() -> None:
    refusal = refused(MGC, "odds_override", "flush 10 to 1, approval 7")
    assert refusal.clause == "I-44"
    assert "rulebook file" in refusal.remedy
    assert "approval" in refusal.remedy


def test_i_45_a_dealers_hand_in_cover_all_is_undefined() -> None:
    refusal = refused(MGC, "cover_all_dealer_hand", "on")
    assert refusal.clause == "I-45"
    assert "only players' hands count" in refusal.remedy


def test_i_76_a_fold_never_costs_pair_plus() -> None:
    refusal = refused(THREE, "pair_plus_after_fold_presumed", "false")
    assert refusal.clause == "I-76"
    assert "declines to show the hand" in refusal.remedy


def test_i_76_who_folds_may_give_pair_plus_up_by_not_showing_the_hand() -> None:
    table = opened(THREE, "pair_plus_after_fold_presumed", "true").say("call")
    table.say("seat 1  ante 10.00  pair_plus 10.00", "no more bets")
    table.say("deal 4s 4d 9c Kh Qd 2s 5h 7c 8c", "seat 1  fold", "turn", "leave", "p1: decline 1")
    table.say("settle")
    assert [(line.wager, line.outcome) for line in table.table.play.settled] == [
        ("ante", "lose"),
        ("pair_plus", "lose"),
    ]


# --- which card of a stack is burned (I-37) -------------------------------------------------------

FIRST = "stack_first_is_bottom"
STACKS = "2c 2d 2h 5d 6d 7d"
"""One hand, then the community stack as it was dispensed."""


@pytest.mark.rule(MGC, "8(c)")
@pytest.mark.parametrize(
    ("first_is_bottom", "burned", "community"),
    [("true", "5d", "6d 7d"), ("false", "7d", "6d 5d")],
)
@pytest.mark.parametrize("mode", Mode)
def test_i_37_the_bottom_of_the_stack_is_burned_whichever_end_is_dispensed_first(
    mode: Mode, first_is_bottom: str, burned: str, community: str
) -> None:
    table = opened(MGC, FIRST, first_is_bottom, mode=mode, method="machine")
    wager(table)
    table.say(f"deal {STACKS}")
    play = table.table.play
    assert (play.burned, play.community) == (
        tuple(parse_cards(burned)),
        tuple(parse_cards(community)),
    )
    table.say("play on", "settle", "end")
    table.check_record()


@pytest.mark.rule(MGC, "8(c)")
@pytest.mark.parametrize(
    ("first_is_bottom", "burned", "community"),
    [("true", "5d", "6d 7d"), ("false", "7d", "6d 5d")],
)
def test_i_37_a_stack_that_was_keyed_wrongly_is_corrected_by_the_same_setting(
    first_is_bottom: str, burned: str, community: str
) -> None:
    table = opened(MGC, FIRST, first_is_bottom, method="machine")
    wager(table)
    table.say("deal 2c 2d 2h 5c 6c 7c", "report duplicate_card entered=5c")
    both = staff(table.ladder[0], "dan", second="sue", second_role=table.ladder[1])
    table.rule("keying_error", by=both, laid="1: 2c 2d 2h; community: 5d 6d 7d")
    assert table.table.play.burned == tuple(parse_cards(burned))
    assert table.table.play.community == tuple(parse_cards(community))


@pytest.mark.parametrize("first_is_bottom", ["true", "false"])
def test_i_37_the_audit_finds_the_cards_of_the_seed_either_way(first_is_bottom: str) -> None:
    floor = Floor(MemoryStore())
    house = {FIRST: first_is_bottom}
    floor.open(MGC, setting=replace(setting_of(MGC, "T1"), method="machine", house=house))
    floor.play("T1", rounds=2)
    assert audit(floor.store, Library()).findings == ()


def test_i_37_no_stack_comes_from_a_manual_shoe() -> None:
    with pytest.raises(RuleBreach, match="no stack is dispensed") as refusal:
        opened(MGC, FIRST, "false", method="manual_shoe")
    assert refusal.value.clause == "I-37"
    assert opened(MGC, FIRST, "true", method="manual_shoe").table.is_open


# --- the order of settlement (I-103) --------------------------------------------------------------


def turned(table: LiveTable) -> list[int]:
    return [event.seat for event in table.log if isinstance(event, HandShown)]


@pytest.mark.rule(HOLDEM, "3.10")
@pytest.mark.rule(THREE, "3.10")
@pytest.mark.parametrize(
    ("book", "side", "cards", "choices"),
    [
        (HOLDEM, "bonus", "2h 9h Td 2s As Ac Ad 7s 8s Kc Kd", "bet bet check check check check"),
        (THREE, "pair_plus", "Ah Qd 7s 4s 4d 9c Kh Qh 2s 5h 7c 8c", "play fold"),
    ],
)
def test_i_103_hands_are_settled_from_the_side_the_house_chose_to_the_same_cents(
    book: str, side: str, cards: str, choices: str
) -> None:
    settled = {}
    for order, seats in (("right_to_left", [2, 1]), ("left_to_right", [1, 2])):
        table = opened(book, "settle_order", order).say("call")
        table.say(f"seat 1,2  ante 10.00  {side} 5.00", "no more bets", f"deal {cards}")
        play_on(table, choices)
        lines = table.table.play.settled
        assert list(dict.fromkeys(line.seat for line in lines)) == turned(table) == seats
        table.check_record()
        settled[order] = lines
    assert sorted(settled["right_to_left"], key=str) == sorted(settled["left_to_right"], key=str)
