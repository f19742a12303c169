"""Power failure: before an outcome each player chooses, after one play goes on."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.round.wagers import PlaceWager
from pitboss.table.irregularities.failures import interruption, is_established
from pitboss.table.irregularities.reports import (
    Answer,
    IrregularityReported,
    MakeRuling,
    ReportIrregularity,
)
from pitboss.table.people.admission import GiveNotice
from tests.table.conductor import LiveTable, player, staff
from tests.table.recorded import assert_settles_the_same
from tests.table.staked import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    all_staked,
    asked,
    bet,
    deal,
    finish,
    is_void,
    opened,
    play_on,
    staked,
    under,
)

BOOKS = (MEGALINK, RIDE, HOLDEM, THREE, MGC)
STAYS = {HOLDEM: "bet", THREE: "play"}
UNDECIDED = {HOLDEM: ("5.16", "5.16.1"), THREE: ("5.16", "5.16.1")}
DECIDED = {HOLDEM: ("5.16", "5.16.2"), THREE: ("5.16", "5.16.2")}
FAILURE = ReportIrregularity(kind="power_failure")


def held(table: LiveTable, name: str) -> str:
    """What a player was handed, all in all; no cent was made or lost."""
    assert table.table.chips.everything == Money(0)
    return str(table.table.chips.held(name))


def answer(name: str, what: str) -> Answer:
    return Answer(player=name, answer=what)


# --- with nothing decided -----------------------------------------------------------------------


@under(UNDECIDED)
def test_5_16_1_each_player_withdraws_everything_or_stays(book: str) -> None:
    table = staked(book, 1, 2)
    deal(table)
    table.choose(1, STAYS[book])
    happened = table.give(FAILURE)
    assert happened == [
        IrregularityReported(
            kind="power_failure",
            details={"outcome": "none", "players": "p1, p2"},
            awaits=("Answer",),
            clause="5.16",
        )
    ]
    assert table.refused(Choose(2, STAYS[book]), by=player("p2")).clause == "5.16"
    table.give(answer("p2", "stay"), by=player("p2"))
    halt = table.table.halt
    assert halt is not None
    assert halt.answers == {"p2": "stay"}
    # The dealer may answer for a player; all wagers go, the one that was raised as well.
    staked_before = all_staked(table, 1)
    table.give(answer("p1", "withdraw"), by=table.dealer)
    assert table.table.halt is None
    assert table.table.play.seats[1].removed == "5.16.1"
    # The round is concluded for who stays.
    table.choose(2, STAYS[book])
    play_on(table)
    table.settle()
    assert_settles_the_same(table)
    assert held(table, "p1") == str(staked_before)
    lines = [line for line in table.table.play.settled if line.seat == 2]
    assert {line.outcome for line in lines} <= {"win", "lose", "stand_off", "returned"}
    table.end()


@under(UNDECIDED)
def test_5_16_1_nobody_answers_for_another_player_or_by_halves(book: str) -> None:
    table = staked(book, 1, 2)
    deal(table)
    assert "nothing was asked" in str(table.refused(answer("p1", "stay"), by=player("p1")))
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
    table = staked(book, 1, 2)
    deal(table)
    table.give(FAILURE)
    for name in ("p1", "p2"):
        table.give(answer(name, "withdraw"), by=player(name))
    before = {seat: str(all_staked(table, seat)) for seat in (1, 2)}
    finish(table)
    table.end()
    assert {seat: held(table, f"p{seat}") for seat in (1, 2)} == before


@under(UNDECIDED)
def test_5_16_1_all_hands_of_a_player_and_the_parts_of_a_backer(book: str) -> None:
    table = LiveTable(book)
    table.seat(1, "p1")
    if book == HOLDEM:
        table.give(GiveNotice("p1"))
    table.call()
    table.place(1, "ante", "10.00", name="p1")
    table.place(2, "ante", "10.00", name="p1")
    table.place(3, "ante", "10.00")
    for seat, stake in ((3, "20.00"), (2, "5.00")):
        backs = PlaceWager(seat, "p9", "ante", Money.parse(stake))
        table.give(backs, by=player("p9"))
    table.close()
    deal(table)
    table.give(FAILURE)
    table.give(answer("p1", "withdraw"), by=player("p1"))
    table.give(answer("p3", "stay"), by=player("p3"))
    table.give(answer("p9", "withdraw"), by=player("p9"))
    play = table.table.play
    assert [at.seat for at in play.live] == [3]
    assert (str(play.seats[3].wagers["ante"]), play.seats[3].shares) == ("10.00", {})
    play_on(table)
    table.settle()
    assert_settles_the_same(table)
    assert (held(table, "p1"), held(table, "p9")) == ("20.00", "25.00")


@under(UNDECIDED)
def test_5_16_1_a_backer_who_is_gone_stays_and_so_does_who_was_absent_before(book: str) -> None:
    table = LiveTable(book)
    table.call()
    for seat in (1, 2):
        table.place(seat, "ante", "10.00")
    table.give(PlaceWager(1, "p9", "ante", Money.parse("20.00")), by=player("p9"))
    table.close()
    deal(table)
    supervisor = staff(table.ladder[1])
    table.report("absent", by=supervisor, player="p2")
    table.give(FAILURE)
    for name in ("p9", "p2"):
        table.report("absent", by=supervisor, player=name)
    table.give(answer("p1", "stay"), by=player("p1"))
    assert table.table.halt is None
    assert str(table.table.play.seats[1].wagers["ante"]) == "30.00"
    assert table.table.people.absent == {"p2", "p9"}


@under(UNDECIDED)
def test_5_16_1_a_second_failure_asks_again(book: str) -> None:
    table = staked(book, 1)
    deal(table)
    for _ in range(2):
        table.give(FAILURE)
        assert table.table.halt is not None
        assert not table.table.halt.answers
        table.give(answer("p1", "stay"), by=player("p1"))
        assert table.table.halt is None
    finish(table)
    table.end()


# --- with something decided ---------------------------------------------------------------------


@under(DECIDED)
def test_5_16_2_after_the_first_fold_play_goes_on(book: str) -> None:
    table = staked(book, 1, 2)
    deal(table)
    assert not is_established(table.rules, table.table.play)
    table.choose(1, "fold")
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
    assert "nothing was asked" in str(table.refused(answer("p2", "withdraw"), by=player("p2")))
    table.choose(2, STAYS[book])
    play_on(table)
    table.settle()
    assert_settles_the_same(table)
    assert table.table.play.seats[2].removed is None


@under(DECIDED)
def test_5_16_2_a_players_exposed_hand_establishes_an_outcome_and_hidden_cards_do_not(
    book: str,
) -> None:
    table = staked(book, 1, 2)
    deal(table)
    while "ShowHand" not in asked(table):
        assert not is_established(table.rules, table.table.play)
        if "Choose" in asked(table):
            play = table.table.play
            seat = next(at.seat for at in play.live if len(at.decisions) == _fewest(table))
            table.choose(seat, STAYS[book])
        else:
            table.turn()
    # The dealer shows queen high or better here, or in Hold'em has nothing to qualify with.
    table.show(2)
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
    table = LiveTable(THREE)
    table.call()
    table.place(1, wager, "10.00")
    table.close()
    table.deal("Ah Ad 4c Js 9c 2d 5h 6h 7d")
    table.choose(1, "play" if wager == "ante" else "continue")
    assert not is_established(table.rules, table.table.play)
    table.turn()
    assert is_established(table.rules, table.table.play) is established


@pytest.mark.rule(THREE, "5.16.2")
def test_5_16_2_a_dealer_who_qualifies_decides_nothing_yet() -> None:
    table = LiveTable(THREE)
    table.call()
    table.place(1, "ante", "10.00")
    table.close()
    table.deal("Ah Ad 4c Qs 9c 2d 5h 6h 7d")
    table.choose(1, "play")
    table.turn()
    assert not is_established(table.rules, table.table.play)


# --- where the rulebook is silent ---------------------------------------------------------------


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_i_93_elsewhere_the_top_role_has_play_resumed_or_the_round_void(book: str) -> None:
    for default in ("void", "resume"):
        table = staked(book, 1, 2, house={"failure_default": default})
        deal(table)
        table.choose(1, "ride")
        table.give(FAILURE)
        halt = table.table.halt
        assert halt is not None
        assert (halt.awaits, halt.details) == (("Rule",), {"proposed": default})
        rule = MakeRuling(ruling="resume", reason="all is as it was")
        assert isinstance(table.refused(rule, by=table.dealer), RoleBreach)
        unknown = MakeRuling(ruling="withdraw", reason="as elsewhere")
        assert "resume, void" in table.refused(unknown, by=table.top).remedy
        table.rule(default)
        if default == "void":
            is_void(table, table.rules.rulebook.irregularities["power_failure"].effect)
        else:
            table.choose(2, "ride")
            finish(table)
    table.end()


@under(dict.fromkeys(BOOKS, ()))
def test_a_failure_is_one_of_a_round_whose_bets_are_closed(book: str) -> None:
    table = opened(book)
    assert "No more bets" in table.refused(FAILURE).remedy
    table.call()
    assert "No more bets" in table.refused(FAILURE).remedy
    table = staked(book, 1)
    assert isinstance(table.refused(FAILURE, by=player("p1")), RoleBreach)


@pytest.mark.parametrize("book", BOOKS)
def test_a_process_that_starts_again_in_mid_round_knows_what_to_report(book: str) -> None:
    table = opened(book)
    assert interruption(table.rules, table.table) is None
    bet(table, 1, 2)
    assert interruption(table.rules, table.table) == FAILURE
    deal(table)
    report = interruption(table.rules, table.table)
    assert report is not None
    table.give(report)
    # It waits already, and goes on waiting for the same.
    assert interruption(table.rules, table.table) is None
    if table.table.halt is not None and table.table.halt.awaits == ("Rule",):
        table.rule("resume")
    else:
        for name in ("p1", "p2"):
            table.give(answer(name, "stay"), by=player(name))
    play_on(table)
    table.settle()
    assert_settles_the_same(table)
    assert interruption(table.rules, table.table) is None
    table.end()
    table.call()
    assert interruption(table.rules, table.table) is None
