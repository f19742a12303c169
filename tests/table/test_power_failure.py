"""Power failure: before an outcome each player chooses, after one play goes on."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.wagers import PlaceWager
from pitboss.table.irregularities.failures import interruption, is_established
from pitboss.table.irregularities.reports import (
    Answer,
    IrregularityReported,
    MakeRuling,
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
    held,
    is_void,
    opened,
    player,
    staff,
    staked,
    under,
)

BOOKS = (MEGALINK, RIDE, HOLDEM, THREE, MGC)
STAYS = {HOLDEM: "bet", THREE: "play"}
UNDECIDED = {HOLDEM: ("5.16", "5.16.1"), THREE: ("5.16", "5.16.1")}
DECIDED = {HOLDEM: ("5.16", "5.16.2"), THREE: ("5.16", "5.16.2")}
FAILURE = ReportIrregularity(kind="power_failure")


def answer(name: str, what: str) -> Answer:
    return Answer(player=name, answer=what)


# --- with nothing decided -----------------------------------------------------------------------


@under(UNDECIDED)
def test_5_16_1_each_player_withdraws_everything_or_stays(book: str) -> None:
    table = staked(book, 1, 2).say("deal", f"seat 1  {STAYS[book]}")
    happened = table.give(FAILURE)
    assert happened == [
        IrregularityReported(
            kind="power_failure",
            details={"outcome": "none", "players": "p1, p2"},
            awaits=("Answer",),
            clause="5.16",
        )
    ]
    table.say(f'refused 5.16: p2: choose 2 "{STAYS[book]}"', "p2: answer p2 stay")
    halt = table.table.halt
    assert halt is not None
    assert halt.answers == {"p2": "stay"}
    # The dealer may answer for a player; all wagers go, the one that was raised as well.
    staked_before = all_staked(table, 1)
    table.say("answer p1 withdraw", "goes on", "seat 1  out by 5.16.1")
    # The round is concluded for who stays.
    table.say(f"seat 2  {STAYS[book]}", "play on", "settle")
    table.check_record()
    assert held(table, "p1") == str(staked_before)
    lines = [line for line in table.table.play.settled if line.seat == 2]
    assert {line.outcome for line in lines} <= {"win", "lose", "stand_off", "returned"}
    table.say("end")


@under(UNDECIDED)
def test_5_16_1_nobody_answers_for_another_player_or_by_halves(book: str) -> None:
    table = staked(book, 1, 2).say("deal", 'refused "nothing was asked": p1: answer p1 stay')
    table.give(FAILURE)
    stay = answer("p1", "stay")
    assert isinstance(table.refused(stay, by=player("p2")), RoleBreach)
    half = answer("p1", "the bonus only")
    assert "All wagers or none" in table.refused(half, by=player("p1")).remedy
    assert "Ask p1, p2" in table.refused(answer("p9", "stay"), by=player("p9")).remedy
    table.give(stay, by=player("p1"))
    assert "Ask p2" in table.refused(stay, by=player("p1")).remedy


@under(UNDECIDED)
def test_5_16_1_before_the_deal_it_ends_a_round_that_all_leave(book: str) -> None:
    table = staked(book, 1, 2)
    table.give(FAILURE)
    for name in ("p1", "p2"):
        table.give(answer(name, "withdraw"), by=player(name))
    is_void(table, "5.16.1")


@under(UNDECIDED)
def test_5_16_1_after_the_deal_the_round_that_all_leave_comes_to_its_end(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    table.give(FAILURE)
    for name in ("p1", "p2"):
        table.give(answer(name, "withdraw"), by=player(name))
    before = {seat: str(all_staked(table, seat)) for seat in (1, 2)}
    table.say("finish", "end")
    assert {seat: held(table, f"p{seat}") for seat in (1, 2)} == before


@under(UNDECIDED)
def test_5_16_1_all_hands_of_a_player_and_the_parts_of_a_backer(book: str) -> None:
    table = LiveTable(book)
    table.seat(1, "p1")
    if book == HOLDEM:
        table.say("give-notice p1")
    table.say("call", "seat 1 p1:  ante 10.00", "seat 2 p1:  ante 10.00", "seat 3  ante 10.00")
    for seat, stake in ((3, "20.00"), (2, "5.00")):
        backs = PlaceWager(seat, "p9", "ante", Money.parse(stake))
        table.give(backs, by=player("p9"))
    table.say("no more bets", "deal")
    table.give(FAILURE)
    table.say("p1: answer p1 withdraw", "p3: answer p3 stay", "p9: answer p9 withdraw")
    play = table.table.play
    assert [at.seat for at in play.live] == [3]
    assert (str(play.seats[3].wagers["ante"]), play.seats[3].shares) == ("10.00", {})
    table.say("play on", "settle")
    table.check_record()
    table.say("p1 holds 20.00", "p9 holds 25.00")


@under(UNDECIDED)
def test_5_16_1_a_backer_who_is_gone_stays_and_so_does_who_was_absent_before(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1,2  ante 10.00", "p9: bet 1 p9 ante 20.00")
    table.say("no more bets", "deal")
    supervisor = staff(table.ladder[1])
    table.report("absent", by=supervisor, player="p2")
    table.give(FAILURE)
    for name in ("p9", "p2"):
        table.report("absent", by=supervisor, player=name)
    table.say("p1: answer p1 stay", "goes on")
    assert str(table.table.play.seats[1].wagers["ante"]) == "30.00"
    assert table.table.people.absent == {"p2", "p9"}


@under(UNDECIDED)
def test_5_16_1_a_second_failure_asks_again(book: str) -> None:
    table = staked(book, 1).say("deal")
    for _ in range(2):
        table.give(FAILURE)
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
    happened = table.give(FAILURE)
    assert happened == [
        IrregularityReported(
            kind="power_failure",
            details={"outcome": "established"},
            awaits=(),
            clause="5.16.2",
        )
    ]
    table.say('refused "nothing was asked": p2: answer p2 withdraw', f"seat 2  {STAYS[book]}")
    table.say("play on", "settle")
    table.check_record()
    assert table.table.play.seats[2].removed is None


@under(DECIDED)
def test_5_16_2_a_players_exposed_hand_establishes_an_outcome_and_hidden_cards_do_not(
    book: str,
) -> None:
    table = staked(book, 1, 2).say("deal")
    while "ShowHand" not in asked(table):
        assert not is_established(table.rules, table.table.play)
        if "Choose" in asked(table):
            play = table.table.play
            seat = next(at.seat for at in play.live if len(at.decisions) == _fewest(table))
            table.say(f"seat {seat}  {STAYS[book]}")
        else:
            table.say("turn")
    # The dealer shows queen high or better here, or in Hold'em has nothing to qualify with.
    table.say("show 2")
    assert is_established(table.rules, table.table.play)
    happened = table.give(FAILURE)[0]
    assert isinstance(happened, IrregularityReported)
    assert happened.clause == "5.16.2"


def _fewest(table: LiveTable) -> int:
    return min(len(at.decisions) for at in table.table.play.live)


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
def test_i_93_elsewhere_the_top_role_has_play_resumed_or_the_round_void(book: str) -> None:
    for default in ("void", "resume"):
        table = staked(book, 1, 2, house={"failure_default": default}).say("deal", "seat 1  ride")
        table.give(FAILURE)
        halt = table.table.halt
        assert halt is not None
        assert (halt.awaits, halt.details) == (("Rule",), {"proposed": default})
        rule = MakeRuling(ruling="resume", reason="all is as it was")
        assert isinstance(table.refused(rule, by=table.dealer), RoleBreach)
        unknown = MakeRuling(ruling="withdraw", reason="as elsewhere")
        assert "resume, void" in table.refused(unknown, by=table.top).remedy
        table.say(f'as top: rule {default} "seen on camera 4"')
        if default == "void":
            is_void(table, table.rules.rulebook.irregularities["power_failure"].effect)
        else:
            table.say("seat 2  ride", "finish")
    table.say("end")


@under(dict.fromkeys(BOOKS, ()))
def test_a_failure_is_one_of_a_round_whose_bets_are_closed(book: str) -> None:
    table = opened(book)
    assert "No more bets" in table.refused(FAILURE).remedy
    table.say("call")
    assert "No more bets" in table.refused(FAILURE).remedy
    table = staked(book, 1)
    assert isinstance(table.refused(FAILURE, by=player("p1")), RoleBreach)


@pytest.mark.parametrize("book", BOOKS)
def test_a_process_that_starts_again_in_mid_round_knows_what_to_report(book: str) -> None:
    table = opened(book)
    assert interruption(table.rules, table.table) is None
    bet(table, 1, 2)
    assert interruption(table.rules, table.table) == FAILURE
    table.say("deal")
    report = interruption(table.rules, table.table)
    assert report is not None
    table.give(report)
    # It waits already, and goes on waiting for the same.
    assert interruption(table.rules, table.table) is None
    if table.table.halt is not None and table.table.halt.awaits == ("Rule",):
        table.say('as top: rule resume "seen on camera 4"')
    else:
        for name in ("p1", "p2"):
            table.give(answer(name, "stay"), by=player(name))
    table.say("play on", "settle")
    table.check_record()
    assert interruption(table.rules, table.table) is None
    table.say("end", "call")
    assert interruption(table.rules, table.table) is None
