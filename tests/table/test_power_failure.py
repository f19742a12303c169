"""Power failure: before an outcome each player chooses, after one play goes on."""

from __future__ import annotations

import pytest

from pitboss.table.irregularities.failures import interruption, is_established
from pitboss.table.irregularities.reports import (
    ReportIrregularity,
)
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    all_staked,
    asked,
    bet,
    is_void,
    opened,
    staked,
    step_on,
    under,
)

BOOKS = (MEGALINK, RIDE, HOLDEM, THREE, MGC)
STAYS = {HOLDEM: "bet", THREE: "play"}
UNDECIDED = {HOLDEM: ("5.16", "5.16.1"), THREE: ("5.16", "5.16.1")}
DECIDED = {HOLDEM: ("5.16", "5.16.2"), THREE: ("5.16", "5.16.2")}
FAILURE = "report power_failure"


# --- with nothing decided -----------------------------------------------------------------------


@under(UNDECIDED)
def test_5_16_1_each_player_withdraws_everything_or_stays(book: str) -> None:
    table = staked(book, 1, 2).say("deal", f"seat 1  {STAYS[book]}", FAILURE)
    details = "details=outcome:none;players:p1, p2 awaits=Answer clause=5.16"
    table.say(f"then irregularity-reported kind=power_failure {details}")
    table.say(f'refused 5.16: p2: choose 2 "{STAYS[book]}"', "p2: answer p2 stay")
    assert table.table.halt is not None
    assert table.table.halt.answers == {"p2": "stay"}
    # The dealer may answer for a player; all wagers go, the one that was raised as well.
    staked_before = all_staked(table, 1)
    table.say("answer p1 withdraw", "goes on", "seat 1  out by 5.16.1")
    # The round is concluded for who stays.
    table.say(f"seat 2  {STAYS[book]}", "play on", "settle", f"p1 holds {staked_before}")
    table.check_record()
    lines = [line for line in table.table.play.settled if line.seat == 2]
    assert {line.outcome for line in lines} <= {"win", "lose", "stand_off", "returned"}
    table.say("end")


@under(UNDECIDED)
def test_5_16_1_nobody_answers_for_another_player_or_by_halves(book: str) -> None:
    table = staked(book, 1, 2).say("deal", 'refused "nothing was asked": p1: answer p1 stay')
    table.say(FAILURE, "refused role: p2: answer p1 stay")
    table.say('refused "All wagers or none": p1: answer p1 "the bonus only"')
    table.say('refused "Ask p1, p2": p9: answer p9 stay', "p1: answer p1 stay")
    table.say('refused "Ask p2": p1: answer p1 stay')


@under(UNDECIDED)
def test_5_16_1_before_the_deal_it_ends_a_round_that_all_leave(book: str) -> None:
    table = staked(book, 1, 2).say(FAILURE, "p1: answer p1 withdraw", "p2: answer p2 withdraw")
    is_void(table, "5.16.1")


@under(UNDECIDED)
def test_5_16_1_after_the_deal_the_round_that_all_leave_comes_to_its_end(book: str) -> None:
    table = staked(book, 1, 2).say("deal", FAILURE)
    table.say("p1: answer p1 withdraw", "p2: answer p2 withdraw")
    before = {seat: all_staked(table, seat) for seat in (1, 2)}
    table.say("finish", "end", *(f"p{seat} holds {stake}" for seat, stake in before.items()))


@under(UNDECIDED)
def test_5_16_1_all_hands_of_a_player_and_the_parts_of_a_backer(book: str) -> None:
    table = LiveTable(book).say("p1: sit p1 1", *(["give-notice p1"] if book == HOLDEM else []))
    table.say("call", "seat 1,2 p1:  ante 10.00", "seat 3  ante 10.00")
    table.say("p9: bet 3 p9 ante 20.00", "p9: bet 2 p9 ante 5.00", "no more bets", "deal", FAILURE)
    table.say("p1: answer p1 withdraw", "p3: answer p3 stay", "p9: answer p9 withdraw", "live 3")
    assert not table.play.seats[3].shares
    table.say("seat 3  stakes ante 10.00", "play on", "settle", "p1 holds 20.00", "p9 holds 25.00")
    table.check_record()


@under(UNDECIDED)
def test_5_16_1_a_backer_who_is_gone_stays_and_so_does_who_was_absent_before(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1,2  ante 10.00", "p9: bet 1 p9 ante 20.00")
    gone = [f"as supervisor: report absent player={name}" for name in ("p2", "p9")]
    table.say("no more bets", "deal", gone[0], FAILURE, *reversed(gone))
    table.say("p1: answer p1 stay", "goes on", "seat 1  stakes ante 30.00")
    assert table.table.people.absent == {"p2", "p9"}


@under(UNDECIDED)
def test_5_16_1_a_second_failure_asks_again(book: str) -> None:
    table = staked(book, 1).say("deal")
    for _ in range(2):
        table.say(FAILURE, "waits for Answer")
        assert table.table.halt is not None
        assert not table.table.halt.answers
        table.say("p1: answer p1 stay", "goes on")
    table.say("finish", "end")


# --- with something decided ---------------------------------------------------------------------


@under(DECIDED)
def test_5_16_2_after_the_first_fold_play_goes_on(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    assert not is_established(table.rules, table.table.play)
    table.say("seat 1  fold")
    assert is_established(table.rules, table.table.play)
    details = "details=outcome:established awaits= clause=5.16.2"
    table.say(FAILURE, f"then irregularity-reported kind=power_failure {details}")
    table.say('refused "nothing was asked": p2: answer p2 withdraw', f"seat 2  {STAYS[book]}")
    table.say("play on", "settle").check_record()
    assert table.table.play.seats[2].removed is None


@under(DECIDED)
def test_5_16_2_a_players_exposed_hand_establishes_an_outcome_and_hidden_cards_do_not(
    book: str,
) -> None:
    table = staked(book, 1, 2).say("deal")
    while "ShowHand" not in asked(table):
        assert not is_established(table.rules, table.table.play)
        step_on(table)
    # The dealer shows queen high or better here, or in Hold'em has nothing to qualify with.
    table.say("show 2")
    assert is_established(table.rules, table.table.play)
    details = "details=outcome:established awaits= clause=5.16.2"
    table.say(FAILURE, f"then irregularity-reported kind=power_failure {details}")


@pytest.mark.rule(THREE, "5.16.2")
@pytest.mark.parametrize(("wager", "established"), [("ante", True), ("pair_plus", False)])
def test_5_16_2_a_dealer_who_does_not_qualify_decides_the_antes_in_play(
    wager: str, established: bool
) -> None:
    table = LiveTable(THREE).say("call", f"seat 1  {wager} 10.00", "no more bets")
    table.say("deal Ah Ad 4c Js 9c 2d 5h 6h 7d")
    table.say(f"seat 1  {'play' if wager == 'ante' else 'continue'}")
    assert not is_established(table.rules, table.table.play)
    table.say("turn")
    assert is_established(table.rules, table.table.play) is established


@pytest.mark.rule(THREE, "5.16.2")
def test_5_16_2_a_dealer_who_qualifies_decides_nothing_yet() -> None:
    table = LiveTable(THREE).say("call", "seat 1  ante 10.00", "no more bets")
    table.say("deal Ah Ad 4c Qs 9c 2d 5h 6h 7d", "seat 1  play", "turn")
    assert not is_established(table.rules, table.table.play)


# --- where the rulebook is silent ---------------------------------------------------------------


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
@pytest.mark.parametrize("default", ["void", "resume"])
def test_i_93_elsewhere_the_top_role_has_play_resumed_or_the_round_void(
    book: str, default: str
) -> None:
    table = staked(book, 1, 2, house={"failure_default": default}).say("deal", "seat 1  ride")
    table.say(FAILURE, f"waits for Rule [proposed={default}]")
    table.say('refused role: rule resume "all is as it was"')
    table.say('refused "resume, void": as top: rule withdraw "as elsewhere"')
    table.say(f'as top: rule {default} "seen on camera 4"')
    if default == "void":
        is_void(table, table.rules.rulebook.irregularities["power_failure"].effect)
    else:
        table.say("seat 2  ride", "finish", "end")


@under(dict.fromkeys(BOOKS, ()))
def test_a_failure_is_one_of_a_round_whose_bets_are_closed(book: str) -> None:
    early = f'refused "No more bets": {FAILURE}'
    opened(book).say(early, "call", early)
    staked(book, 1).say(f"refused role: p1: {FAILURE}")


@pytest.mark.parametrize("book", BOOKS)
def test_a_process_that_starts_again_in_mid_round_knows_what_to_report(book: str) -> None:
    table = opened(book)
    assert interruption(table.rules, table.table) is None
    bet(table, 1, 2)
    assert interruption(table.rules, table.table) == ReportIrregularity(kind="power_failure")
    table.say("deal")
    report = interruption(table.rules, table.table)
    assert report is not None
    table.give(report)
    # It waits already, and goes on waiting for the same.
    assert interruption(table.rules, table.table) is None
    if table.table.halt is not None and table.table.halt.awaits == ("Rule",):
        table.say('as top: rule resume "seen on camera 4"')
    else:
        table.say("p1: answer p1 stay", "p2: answer p2 stay")
    table.say("play on", "settle").check_record()
    assert interruption(table.rules, table.table) is None
    table.say("end", "call")
    assert interruption(table.rules, table.table) is None
