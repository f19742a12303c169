"""Players who are absent, show their hands or peek, or hold more hands than they may."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.decisions import ChoiceMade, Choose, DeclineToShow, ShowHand
from pitboss.round.wagers import PlaceWager
from pitboss.table.irregularities.reports import (
    IrregularityReported,
    MakeRuling,
    RulingMade,
)
from pitboss.table.operation import OpenTable
from pitboss.table.people.admission import ActionStopped, PlayerBarred, PlayerReadmitted, Readmit
from pitboss.table.people.seats import ReturnToTable, TakeSeat
from pitboss.table.people.turns import PlaceOnBehalf
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    asked,
    bet,
    held,
    opened,
    player,
    report,
    several_hands,
    staff,
    staked,
    step_on,
    under,
)

STAYS = {HOLDEM: "bet", THREE: "play"}
SIDE = {HOLDEM: "bonus", THREE: "pair_plus"}
PLAYED = {"win", "lose", "stand_off", "returned"}


def supervisor(table: LiveTable) -> str:
    return table.ladder[1]


# --- absent -------------------------------------------------------------------------------------


@under({MEGALINK: ("3.8", "3.12"), RIDE: ("3.8", "3.12"), MGC: ("9(b)", "9(e)")})
@pytest.mark.parametrize("default", ["ride", "withdraw"])
def test_i_60_the_bets_of_an_absent_player_ride_unless_the_house_has_it_otherwise(
    book: str, default: str
) -> None:
    table = staked(book, 1, 2, house={"absent_default": default}).say("deal")
    happened = table.report("absent", by=staff(supervisor(table)), player="p1")
    # It is their turn, so the question is answered at once; the next one when it comes.
    chosen = [e for e in happened if isinstance(e, ChoiceMade)]
    assert [(e.seat, e.decision, e.choice) for e in chosen] == [(1, "1", default)]
    table.say("goes on", "seat 2  ride")
    if book == MGC:
        table.say("burn")
    table.say("turn")
    assert table.table.play.seats[1].decisions == {"1": default, "2": default}
    table.say("finish")
    settled = {line.wager: line for line in table.table.play.settled if line.seat == 1}
    assert (settled["1"].outcome == "withdrawn") == (default == "withdraw")
    # Side and progressive wagers stay live.
    assert settled["progressive"].outcome in ("win", "lose")


@pytest.mark.rule(MGC, "9(a)(2)")
def test_9_a_2_cards_out_of_the_dealer_s_view_are_put_on_record_with_the_seat() -> None:
    table = staked(MGC, 1, 2)
    told = report("out_of_view", seat="2", what="held under the table")
    assert table.refused(told).clause == "9(a)(2)", "nobody has cards yet"
    table.say("deal")
    before = table.table
    assert isinstance(table.refused(told, by=player("p1")), RoleBreach)
    for details in ({"seat": "2"}, {"what": "held under the table"}, {"seat": "3", "what": "gone"}):
        assert table.refused(report("out_of_view", **details)).clause == "9(a)(2)"
    (event,) = table.give(told)
    assert isinstance(event, IrregularityReported)
    assert (event.details["seat"], event.awaits, event.clause) == ("2", (), "9(a)(2)")
    # The rule names no consequence: nothing else changes, and the round is played to its end.
    assert table.table == before
    table.say("finish", "end")
    assert table.refused(told).clause == "9(a)(2)"


@under({HOLDEM: ("5.11",)})
def test_5_11_absent_at_the_flop_the_hand_is_invalid_and_everything_goes_back(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "as Pit Supervisor: report absent player=p2", "live 1 2")
    table.say("seat 1  bet", "seat 2  out by 5.11", "finish")
    # Ante, Bonus and progressive: 10.00, 5.00 and 5.00.
    table.say("p2 holds 20.00")


@under({HOLDEM: ("5.11",)})
def test_5_11_absent_later_is_deemed_a_check(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "seat 1  bet", "seat 2  bet", "turn", "seat 1  check")
    table.say("as Pit Supervisor: report absent player=p2", "turn", "seat 1  bet")
    assert table.table.play.seats[2].decisions == {"flop": "bet", "turn": "check", "river": "check"}
    assert table.table.play.seats[2].removed is None
    table.say("finish")
    stakes = {line.wager: str(line.stake) for line in table.table.play.settled if line.seat == 2}
    assert stakes == {"ante": "10.00", "bonus": "5.00", "progressive": "5.00", "flop": "20.00"}


@under({THREE: ("5.11",)})
def test_5_11_absent_with_an_ante_everything_goes_back_and_pair_plus_alone_plays(
    book: str,
) -> None:
    table = LiveTable(book).say("call", "seat 1  ante 10.00  pair_plus 10.00")
    table.say("seat 2  pair_plus 10.00", "no more bets", "deal Ah Ad 4c Kh Kd 4s Qs 9c 2d 5h 6h 7d")
    for name in ("p1", "p2"):
        table.say(f'as Pit Supervisor: report absent player="{name}"')
    table.say("seat 1  out by 5.11")
    assert table.table.play.seats[2].decisions == {"play": "continue"}
    table.say("finish")
    # Aces would have won; kings do, even money on the Pair Plus.
    table.say("p1 holds 20.00", "p2 holds 20.00")


ABSENT = {MEGALINK: (), RIDE: (), MGC: (), HOLDEM: ("5.11",), THREE: ("5.11",)}


@under(ABSENT)
def test_absence_is_told_once_of_a_player_with_a_hand_while_something_is_asked(book: str) -> None:
    table = staked(book, 1, 2)
    away = "as supervisor: report absent player=p1"
    assert "between the deal" in table.refused(away).remedy
    table.say("deal", 'refused "no hand": as top: report absent player=p9', away)
    if "p1" in {at.player for at in table.table.play.live}:
        table.say(f'refused "already": {away}')
    table.say("finish", 'refused "Nothing is asked any more": as top: report absent player=p2')


@under(ABSENT)
def test_who_returns_answers_again(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    back = ReturnToTable("p2")
    assert "not found absent" in str(table.refused(back, by=player("p2")))
    table.say("as top: report absent player=p2")
    assert isinstance(table.refused(back, by=player("p1")), RoleBreach)
    assert table.give(back, by=player("p2"))
    choice = next(iter(table.rules.rulebook.decisions.values())).choices[0]
    table.say(f"seat 1  {choice}")
    assert not table.table.play.seats[2].decisions
    table.say(f"seat 2  {choice}", "finish")


def test_an_absent_player_does_not_wager() -> None:
    table = staked(RIDE, 1, 2).say("deal", "as top: report absent player=p1", "finish", "end")
    table.say("call", 'refused "absent": p1: bet 1 p1 1 10.00', "return-to-table p1")
    table.say("p1: bet 1 p1 1 10.00")


# --- a hand shown, or another's viewed ----------------------------------------------------------

SEEN = {HOLDEM: ("5.9",), THREE: ("5.9",)}


@under(SEEN)
def test_5_9_a_gaming_shift_manager_bars_and_existing_wagers_go_back(book: str) -> None:
    table = staked(book, 1, 2).say("deal", f"seat 1  {STAYS[book]}")
    table.say('report confidentiality player=p1 what="showed both cards to seat 2"')
    table.say("waits for Rule", f'refused 5.9: p2: choose 2 "{STAYS[book]}"')
    bar = MakeRuling(ruling="bar", reason="the second time today")
    refusal = table.refused(bar, by=staff("Pit Manager"))
    assert isinstance(refusal, RoleBreach)
    assert "Gaming Shift Manager" in refusal.remedy
    assert "reason" in str(table.refused(MakeRuling(ruling="bar", reason=""), by=table.top))
    happened = table.give(bar, by=table.top)
    assert PlayerBarred(
        player="p1", reason="the second time today", clause="5.9"
    ) in happened  # fmt: skip
    table.say("play on", "settle")
    table.check_record()
    # All of it: ante, side wager, progressive, and what was raised.
    assert held(table, "p1") == ("40.00" if book == HOLDEM else "35.00")
    table.say("end", "call", "refused 5.9: p1: bet 1 p1 ante 10.00", "p1: stand p1")
    table.say("refused 5.9: p1: sit p1 1")
    table.say('refused role: as Pit Manager: readmit p1 "a misunderstanding"')
    table.say('as top: readmit p1 "a misunderstanding"')
    table.say('refused "not barred": as top: readmit p1 "a misunderstanding"')
    table.seat(1)
    table.say("p1: bet 1 p1 ante 10.00")


@under(SEEN)
def test_5_9_a_folded_ante_stays_lost_and_what_is_undecided_goes_back(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "seat 1  fold")
    table.say('report confidentiality player=p1 what="looked at seat 2"')
    table.say('as top: rule bar "seen on camera 4"', "finish")
    # The fold lost the Ante, in Hold'em the Bonus too; the progressive was undecided.
    assert held(table, "p1") == ("5.00" if book == HOLDEM else "15.00")
    lost = {line.wager for line in table.table.play.settled if line.seat == 1}
    assert lost == ({"ante", "bonus"} if book == HOLDEM else {"ante"})


@under(SEEN)
@pytest.mark.parametrize("is_shown", [True, False])
def test_5_9_i_95_a_hand_that_was_compared_is_decided_and_settled(
    book: str, is_shown: bool
) -> None:
    """Every card was turned over, or the player declined: no wager of the hand is undecided."""
    table, undisturbed = staked(book, 1, 2), staked(book, 1, 2)
    for each in (table, undisturbed):
        each.say("deal")
        while "DeclineToShow" not in asked(each) or each.options[0].seat == 2:
            step_on(each)
        each.give(ShowHand(1) if is_shown else DeclineToShow(1))
    table.say('report confidentiality player=p1 what="showed a card to seat 2 before the flop"')
    table.say('as top: rule bar "seen on camera 4"')
    for each in (table, undisturbed):
        each.say("finish")
    assert table.table.play.settled == undisturbed.table.play.settled
    assert table.table.people.barred == {"p1"}


@under({THREE: ("5.9", "3.11")})
def test_5_9_i_95_a_dealer_who_does_not_qualify_has_decided_the_ante(book: str) -> None:
    table = opened(book)
    bet(table, 1)
    table.say("deal Kh 9c 4d Js 9h 3c 2s 2d 2c", "seat 1  play", "turn")
    table.say('report confidentiality player=p1 what="showed a card to seat 2"')
    table.say('as top: rule bar "seen on camera 4"', "finish")
    settled = {line.wager: line.outcome for line in table.table.play.settled}
    assert settled == {"ante": "win", "play": "returned"}
    # Ante 10.00 paid even money, Play 10.00, and the undecided Pair Plus 10.00 and progressive.
    table.say("p1 holds 45.00")


@under(SEEN)
def test_5_9_a_barred_backer_gets_the_part_back_and_the_hand_plays_on(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  ante 10.00", "seat 1 p9:  ante 30.00")
    table.say("no more bets", "deal")
    table.say('refused "not at the table": report confidentiality player=p8 what=looked')
    table.say('report confidentiality player=p9 what="looked at seat 1"')
    table.say('as top: rule bar "seen on camera 4"')
    at = table.table.play.seats[1]
    assert (str(at.wagers["ante"]), at.shares, at.removed) == ("10.00", {}, None)
    table.say("finish", "p9 holds 30.00")


@under(SEEN)
@pytest.mark.parametrize("without", ["a wager", "a hand"])
def test_5_9_who_has_no_wager_in_play_and_looks_at_a_hand_may_be_barred(
    book: str, without: str
) -> None:
    table = opened(book)
    table.seat(3)
    bet(table, 1, 2)
    table.say("deal")
    name = "p3"
    if without == "a hand":
        # Out of the round already, with all wagers back once it is settled.
        name = "p2"
        table.say("as top: report absent player=p2", f"seat 1  {STAYS[book]}")
    table.say(f'report confidentiality player="{name}" what="looked at seat 1"')
    before = table.table.play
    table.say('as top: rule bar "seen on camera 4"')
    assert table.table.people.barred == {name}
    assert table.table.play == before
    table.say("finish", "end", "call")
    place = PlaceWager(int(name[1:]), name, "ante", Money.parse("10.00"))
    assert table.refused(place, by=player(name)).clause == "5.9"


@under(SEEN)
def test_5_9_is_a_discretion_of_the_gaming_shift_manager(book: str) -> None:
    table = staked(book, 1).say("deal", 'report confidentiality player=p1 what="showed a card"')
    table.say('as top: rule continue "seen on camera 4"', "goes on")
    assert not table.table.people.barred


@under(SEEN)
def test_5_9_has_no_time_limit_and_what_is_settled_stands(book: str) -> None:
    """Found when the round is over, the player is kept from further play and nothing reopened."""
    table = staked(book, 1, 2).say("deal", "finish", "end")
    before = table.table
    table.say('report confidentiality player=p1 what="showed a card, as camera 4 has it"')
    happened = table.rule("bar")
    assert [type(event) for event in happened] == [RulingMade, PlayerBarred]
    assert (table.table.play, table.table.chips) == (before.play, before.chips)
    table.say("call", "refused 5.9: p1: bet 1 p1 ante 10.00")


@under(SEEN)
@pytest.mark.parametrize("is_closed", [False, True])
def test_5_9_found_before_the_deal_what_is_wagered_by_then_goes_back(
    book: str, is_closed: bool
) -> None:
    table = opened(book).say("call", f"seat 1,2  ante 10.00  {SIDE[book]} 5.00  progressive 5.00")
    # Whoever backs a hand gets the part back with it, and the barred player what backs another's.
    table.say("seat 1 p9:  ante 20.00", "seat 2 p1:  ante 30.00")
    if is_closed:
        table.say("no more bets")
    table.say('report confidentiality player=p1 what="looked at a hand of the last round"')
    table.say('as top: rule bar "seen on camera 4"')
    seats = table.table.play.seats
    assert seats[1].removed == "5.9" if is_closed else 1 not in seats
    assert (str(seats[2].wagers["ante"]), seats[2].shares) == ("10.00", {})
    if not is_closed:
        table.say("no more bets")
    table.say("finish", "p1 holds 50.00", "p9 holds 20.00")
    assert {line.outcome for line in table.table.play.settled if line.seat == 2} <= PLAYED


@under(SEEN)
def test_5_9_the_only_player_barred_leaves_a_round_that_ends(book: str) -> None:
    table = staked(book, 1).say("deal", 'report confidentiality player=p1 what="showed a card"')
    table.say('as top: rule bar "seen on camera 4"', "finish")
    assert held(table, "p1") == ("20.00" if book == HOLDEM else "25.00")


# --- several hands ------------------------------------------------------------------------------


def on_several(book: str, *seats: int, house: dict[str, str] | None = None) -> LiveTable:
    return several_hands(LiveTable(book, house=house), *seats, side=SIDE[book])


ERROR = {HOLDEM: ("5.10", "5.10.1"), THREE: ("5.10", "5.10.1")}


@under(ERROR)
@pytest.mark.parametrize("house", ["return", "forfeit"])
def test_5_10_1_viewed_hands_play_on_and_the_others_are_invalid(book: str, house: str) -> None:
    table = on_several(book, 1, 2, 4, house={"invalidated_wagers": house}).say("p1: view 2")
    happened = table.report("several_in_error", player="p1", viewed="4")
    details = getattr(happened[0], "details", {})
    assert details == {"player": "p1", "positions": "1 2 4", "viewed": "2 4", "play_on": "2 4"}
    table.say("goes on")
    play = table.table.play
    assert [at.seat for at in play.live] == [2, 4]
    assert (play.seats[1].removed, play.viewed) == ("5.10.1", frozenset({2, 4}))
    table.say("seat 2,4  fold", "finish")
    lines = {line.wager: line for line in table.table.play.settled if line.seat == 1}
    assert {(name, str(line.returned)) for name, line in lines.items()} == (
        {("ante", "10.00"), (SIDE[book], "5.00")}
        if house == "return"
        else {("ante", "0.00"), (SIDE[book], "0.00")}
    )
    assert {line.outcome for line in lines.values()} == (
        {"returned"} if house == "return" else {"lose"}
    )
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("5.10", "5.10.2"), THREE: ("5.10", "5.10.2")})
def test_5_10_2_with_no_hand_viewed_the_first_dealt_plays(book: str) -> None:
    table = on_several(book, 2, 3, 5).say('as top: restrict p1 "holds three hands"')
    table.say("report several_in_error player=p1 viewed=none")
    play = table.table.play
    assert [at.seat for at in play.live] == [2]
    assert {play.seats[3].removed, play.seats[5].removed} == {"5.10.2"}
    table.say("seat 2  fold", "finish")
    # Two hands of 15.00 go back, and what the fold leaves of the first.
    paid = [line for line in table.table.play.settled if line.seat == 2 and line.wager != "ante"]
    extra = sum((line.winnings + line.returned).cents for line in paid)
    assert table.table.chips.held("p1").cents == 3000 + extra


@under(ERROR)
def test_5_10_is_no_error_for_who_may_hold_several_hands(book: str) -> None:
    wrong = "report several_in_error player=p1 viewed"
    table = staked(book, 1).say(f"refused 5.10: {wrong}=none", "deal")
    table.say(f'refused 5.10 "one hand": {wrong}=none')
    table = on_several(book, 1, 2).say(f'refused 5.10 "may hold several": {wrong}=none')
    table.say(f'refused 5.10 "Their hands are at 1 2": {wrong}=5')


@under(ERROR)
@pytest.mark.parametrize("told", [{}, {"viewed": " "}])
def test_5_10_where_people_look_at_cards_it_is_asked_which_hands_were_viewed(
    book: str, told: dict[str, str]
) -> None:
    """Untold, a hand that was viewed would be invalid, and an unviewed one would play."""
    table = on_several(book, 1, 2).say('as top: restrict p1 "holds two hands"')
    refusal = table.refused(report("several_in_error", player="p1", **told))
    assert (refusal.clause, refusal.remedy) == ("5.10", "Tell the seats viewed, as 2 5, or none.")
    table.say("report several_in_error player=p1 viewed=2", "live 2")
    # Where the system shows the hands it need not ask.
    table = several_hands(LiveTable(book, mode=Mode.ELECTRONIC), 1, 2)
    table.say('as top: restrict p1 "holds two hands"')
    table.give(report("several_in_error", player="p1", **told))
    table.say("live 1")


@under({HOLDEM: ("5.10", "5.10.1"), THREE: ("5.10", "5.10.1")})
def test_5_10_1_where_the_system_shows_hands_it_knows_which_were_viewed(book: str) -> None:
    table = several_hands(LiveTable(book, mode=Mode.ELECTRONIC), 1, 2, 4)
    table.say('as top: restrict p1 "holds three hands"', "p1: view 2")
    refusal = table.refused(report("several_in_error", player="p1", viewed="2 4"))
    assert (refusal.clause, refusal.remedy) == ("5.10", "Viewed: 2.")
    assert "Seat 4 viewed" in refusal.problem
    table.say("report several_in_error player=p1 viewed=2", "live 2")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_a_gaming_shift_manager_stops_a_players_action_on_every_hand(book: str) -> None:
    table = on_several(book, 1, 2, 3).say("p1: view 2", "report controls_several player=p1")
    table.say("waits for Rule")
    stop = MakeRuling(ruling="stop", reason="turns cards at three seats")
    assert isinstance(table.refused(stop, by=staff("Pit Manager")), RoleBreach)
    happened = table.give(stop, by=table.top)
    stopped = ActionStopped(
        player="p1", seats=(1, 2, 3), reason="turns cards at three seats", clause="5.10.3"
    )
    assert stopped in happened
    # Each hand was asked in turn, and nobody may answer for it any more.
    assert {at.removed for at in table.table.play.seats.values()} == {"5.10.3"}
    for seat in (1, 2, 3):
        for decision in (Choose(seat, STAYS[book]), DeclineToShow(seat)):
            assert table.refused(decision, by=player("p1")).clause == "5.10.3"
            assert table.refused(decision, by=table.dealer).clause == "5.10.3"
    table.say("finish")
    back = table.table.play.settled
    assert {str(line.returned) for line in back} == {"10.00", "5.00"}
    table.say("end")
    assert not table.table.people.stopped


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_who_persists_with_one_hand_left_is_stopped(book: str) -> None:
    """The other hand was invalid by 5.10.2, and the player reaches for its cards once more."""
    table = on_several(book, 1, 2).say('as top: restrict p1 "holds two hands"')
    table.say("report several_in_error player=p1 viewed=none", "live 1")
    table.say("report controls_several player=p1", 'as top: rule stop "seen on camera 4"')
    table.say(f'refused 5.10.3: p1: choose 1 "{STAYS[book]}"')
    assert table.table.people.out == {"p1"}
    table.say("finish", "p1 holds 30.00")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_who_backs_another_hand_and_would_decide_for_it_is_stopped(book: str) -> None:
    table = opened(book).say("call", "seat 1,2  ante 10.00", "seat 2 p1:  ante 10.00")
    table.say("no more bets", "deal", f"seat 1  {STAYS[book]}", "report controls_several player=p1")
    happened = table.rule("stop")
    assert [e.seats for e in happened if isinstance(e, ActionStopped)] == [(1,)]
    # The seated player decides for the area, and the part of whoever was stopped plays with it.
    table.say(f"seat 2  {STAYS[book]}")
    assert [part.player for part in table.table.play.seats[2].shares["ante"]] == ["p2", "p1"]
    table.say("finish")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_further_wagers_are_refused_until_a_gaming_shift_manager_readmits(
    book: str,
) -> None:
    table = on_several(book, 1, 2).say("report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"', "finish", "end", "call")
    table.say("seat 3 p3:  ante 10.00")
    ante = PlaceWager(1, "p1", "ante", Money(1000))
    backing = PlaceWager(3, "p1", "ante", Money(1000))
    on_behalf = PlaceOnBehalf(1, "p1", "ante", Money(1000))
    for wager, by in ((ante, player("p1")), (backing, player("p1")), (on_behalf, table.dealer)):
        refused = table.refused(wager, by=by)
        assert refused.clause == "5.10.3"
        assert refused.remedy == "The Gaming Shift Manager may readmit them."
    table.say("p1: stand p1", "refused 5.10.3: p1: sit p1 1")
    readmit = Readmit("p1", "agreed to play one hand")
    assert isinstance(table.refused(readmit, by=staff("Pit Manager")), RoleBreach)
    readmitted = PlayerReadmitted(player="p1", reason="agreed to play one hand", clause="5.10.3")
    assert table.give(readmit, by=table.top) == [readmitted]
    table.refused(readmit, by=table.top)
    table.say("p1: sit p1 1")
    table.give(ante, by=player("p1"))


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_a_stop_outlasts_the_table_s_closing(book: str) -> None:
    table = on_several(book, 1, 2).say("report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"', "finish", "end", "as top: close-table")
    now = "2026-11-16T20:00:00+08:00"
    table.give(OpenTable(table.setting, "2026-11-16", now), by=table.top)
    table.say("refused 5.10.3: p1: sit p1 1")


@under({HOLDEM: ("5.9", "5.10.3"), THREE: ("5.9", "5.10.3")})
@pytest.mark.parametrize("kind", ["confidentiality", "controls_several"])
@pytest.mark.parametrize("next_book", [RIDE, MEGALINK, MGC])
def test_who_was_kept_out_stays_so_where_the_table_s_next_game_has_no_such_rule(
    book: str, kind: str, next_book: str
) -> None:
    before = on_several(book, 1, 2)
    if kind == "confidentiality":
        before.report(kind, player="p1", what="shows the cards of two seats")
        before.rule("bar")
    else:
        before.report(kind, player="p1")
        before.rule("stop")
    before.say("finish")
    before.say("end")
    before.say("close-table")
    table = LiveTable(next_book, is_opened=False)
    table.table, table.log = before.table, before.log
    table.give(OpenTable(table.setting, "2026-11-15", "2026-11-15T22:00:00+08:00"), by=table.top)
    refused = table.refused(TakeSeat("p1", 1), by=player("p1"))
    assert refused.clause == table.rulebook.irregularities["uncovered"].clause
    assert refused.remedy == f"The {table.ladder[-1]} may readmit them."
    table.say('refused role: as supervisor: readmit p1 "another game"')
    table.say('as top: readmit p1 "another game"')
    table.seat(1)


@under({HOLDEM: ("5.10.3",)})
def test_5_10_3_after_the_flop_a_stopped_hand_checks(book: str) -> None:
    table = on_several(book, 1, 2).say("seat 1,2  bet", "turn", "report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"')
    for seat in (1, 2):
        assert table.table.play.seats[seat].decisions == {"flop": "bet", "turn": "check"}


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_nothing_that_is_refused_of_a_stopped_hand_is_said_to_be_due(book: str) -> None:
    table = on_several(book, 1, 2).say(f"seat 1  {STAYS[book]}", f"seat 2  {STAYS[book]}")
    assert any("may view" in line for line in due_lines(table.rules, table.table))
    table.say("report controls_several player=p1", 'as top: rule stop "seen on camera 4"')
    assert not any("may view" in line for line in due_lines(table.rules, table.table))
    while not any("show the hand" in line for line in due_lines(table.rules, table.table)):
        table.say("turn")
    assert not any("may decline" in line for line in due_lines(table.rules, table.table))


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_is_a_discretion_over_who_has_wagered_on_several_positions(book: str) -> None:
    table = staked(book, 1).say("refused 5.10.3: report controls_several player=p1", "deal")
    table.say('refused 5.10.3 "on one position": report controls_several player=p1')
    table.say('refused 5.10.3 "no position": report controls_several player=p9')
    table = on_several(book, 1, 2).say("report controls_several player=p1")
    table.say('as top: rule continue "seen on camera 4"')
    assert not table.table.people.stopped
    table.say(f"seat 1,2  {STAYS[book]}")


@pytest.mark.parametrize("kind", ["confidentiality", "several_in_error", "controls_several"])
@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_rulebooks_without_such_a_rule_know_no_such_irregularity(book: str, kind: str) -> None:
    table = opened(book)
    bet(table, 1)
    table.say("deal")
    assert "not an irregularity" in str(table.refused(report(kind, player="p1"), by=table.top))
