"""Players who are absent, show their hands or peek, or hold more hands than they may."""

from __future__ import annotations

import pytest

from pitboss.money import Money
from pitboss.round.decisions import DeclineToShow, ShowHand
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
    opened,
    several_hands,
    staked,
    step_on,
    under,
)

STAYS = {HOLDEM: "bet", THREE: "play"}
SIDE = {HOLDEM: "bonus", THREE: "pair_plus"}
PLAYED = {"win", "lose", "stand_off", "returned"}


# --- absent -------------------------------------------------------------------------------------


@under({MEGALINK: ("3.8", "3.12"), RIDE: ("3.8", "3.12"), MGC: ("9(b)", "9(e)")})
@pytest.mark.parametrize("default", ["ride", "withdraw"])
def test_i_60_the_bets_of_an_absent_player_ride_unless_the_house_has_it_otherwise(
    book: str, default: str
) -> None:
    table = staked(book, 1, 2, house={"absent_default": default}).say("deal")
    # It is their turn, so the question is answered at once; the next one when it comes.
    table.say("as supervisor: report absent player=p1", f"seat 1  decided 1 {default}", "goes on")
    table.say("seat 2  ride", *(["burn"] if book == MGC else []), "turn")
    table.say(f"seat 1  decided 1 {default} 2 {default}", "finish")
    assert (table.paid[1, "1"].outcome == "withdrawn") == (default == "withdraw")
    # Side and progressive wagers stay live.
    assert table.paid[1, "progressive"].outcome in ("win", "lose")


@pytest.mark.rule(MGC, "9(a)(2)")
def test_9_a_2_cards_out_of_the_dealer_s_view_are_put_on_record_with_the_seat() -> None:
    told = 'report out_of_view seat=2 what="held under the table"'
    # Nobody has cards yet.
    table = staked(MGC, 1, 2).say(f"refused 9(a)(2): {told}", "deal", f"refused role: p1: {told}")
    for less in ("seat=2", 'what="held under the table"', "seat=3 what=gone"):
        table.say(f"refused 9(a)(2): report out_of_view {less}")
    # The rule names no consequence: nothing else changes, and the round is played to its end.
    table.say(f"changes nothing: {told}")
    details = "details=seat:2;what:held under the table awaits= clause=9(a)(2)"
    table.say(f"then irregularity-reported kind=out_of_view {details}", "finish", "end")
    table.say(f"refused 9(a)(2): {told}")


@under({HOLDEM: ("5.11",)})
def test_5_11_absent_at_the_flop_the_hand_is_invalid_and_everything_goes_back(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "as Pit Supervisor: report absent player=p2", "live 1 2")
    table.say("seat 1  bet", "seat 2  out by 5.11", "finish")
    # Ante, Bonus and progressive: 10.00, 5.00 and 5.00.
    table.say("p2 holds 20.00")


@under({HOLDEM: ("5.11",)})
def test_5_11_absent_later_is_deemed_a_check(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "seat 1  bet", "seat 2  bet", "turn", "seat 1  check")
    table.say("as Pit Supervisor: report absent player=p2", "turn", "seat 1  bet", "live 1 2")
    table.say("seat 2  decided flop bet turn check river check", "finish")
    table.say("seat 2  stakes ante 10.00 bonus 5.00 progressive 5.00 flop 20.00")


@under({THREE: ("5.11",)})
def test_5_11_absent_with_an_ante_everything_goes_back_and_pair_plus_alone_plays(
    book: str,
) -> None:
    table = LiveTable(book).say("call", "seat 1  ante 10.00  pair_plus 10.00")
    table.say("seat 2  pair_plus 10.00", "no more bets", "deal Ah Ad 4c Kh Kd 4s Qs 9c 2d 5h 6h 7d")
    table.say(*(f"as Pit Supervisor: report absent player={name}" for name in ("p1", "p2")))
    # Aces would have won; kings do, even money on the Pair Plus.
    table.say("seat 1  out by 5.11", "seat 2  decided play continue", "finish")
    table.say("p1 holds 20.00", "p2 holds 20.00")


ABSENT = {MEGALINK: (), RIDE: (), MGC: (), HOLDEM: ("5.11",), THREE: ("5.11",)}


@under(ABSENT)
def test_absence_is_told_once_of_a_player_with_a_hand_while_something_is_asked(book: str) -> None:
    away = "as supervisor: report absent player=p1"
    table = staked(book, 1, 2).say(f'refused "between the deal": {away}', "deal")
    table.say('refused "no hand": as top: report absent player=p9', away)
    if "p1" in {at.player for at in table.table.play.live}:
        table.say(f'refused "already": {away}')
    table.say("finish", 'refused "Nothing is asked any more": as top: report absent player=p2')


@under(ABSENT)
def test_who_returns_answers_again(book: str) -> None:
    back = "return-to-table p2"
    table = staked(book, 1, 2).say("deal", f'refused "not found absent": p2: {back}')
    table.say("as top: report absent player=p2", f"refused role: p1: {back}", f"p2: {back}")
    choice = next(iter(table.rules.rulebook.decisions.values())).choices[0]
    table.say(f"seat 1  {choice}", "seat 2  decided nothing", f"seat 2  {choice}", "finish")


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
    bar = 'rule bar "the second time today"'
    table.say(f'refused role "Gaming Shift Manager": as Pit Manager: {bar}')
    table.say('refused "reason": as top: rule bar ""', f"as top: {bar}")
    table.say("once player-barred player=p1 reason=the second time today clause=5.9")
    table.say("play on", "settle").check_record()
    # All of it: ante, side wager, progressive, and what was raised.
    table.say(f"p1 holds {'40.00' if book == HOLDEM else '35.00'}")
    table.say("end", "call", "refused 5.9: p1: bet 1 p1 ante 10.00", "p1: stand p1")
    readmit = 'readmit p1 "a misunderstanding"'
    table.say("refused 5.9: p1: sit p1 1", f"refused role: as Pit Manager: {readmit}")
    table.say(
        f"as top: {readmit}", f'refused "not barred": as top: {readmit}', "seat 1  ante 10.00"
    )


@under(SEEN)
def test_5_9_a_folded_ante_stays_lost_and_what_is_undecided_goes_back(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "seat 1  fold")
    table.say('report confidentiality player=p1 what="looked at seat 2"')
    table.say('as top: rule bar "seen on camera 4"', "finish")
    # The fold lost the Ante, in Hold'em the Bonus too; the progressive was undecided.
    back, lost = ("5.00", "ante bonus") if book == HOLDEM else ("15.00", "ante")
    table.say(f"p1 holds {back}", f"seat 1  has {lost}")


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
    table.say("seat 1  has ante play", "seat 1  ante  win 10.00  back 10.00")
    # Ante 10.00 paid even money, Play 10.00, and the undecided Pair Plus 10.00 and progressive.
    table.say("seat 1  play  returned  back 10.00", "p1 holds 45.00")


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
    table.say("finish", "end", "call", f"refused 5.9: {name}: bet {name[1:]} {name} ante 10.00")


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
    table.say(
        'as top: rule bar "as seen"', "then player-barred player=p1 reason=as seen clause=5.9"
    )
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
    table.say(f"p1 holds {'20.00' if book == HOLDEM else '25.00'}")


# --- several hands ------------------------------------------------------------------------------


def on_several(book: str, *seats: int, house: dict[str, str] | None = None) -> LiveTable:
    return several_hands(LiveTable(book, house=house), *seats, side=SIDE[book])


ERROR = {HOLDEM: ("5.10", "5.10.1"), THREE: ("5.10", "5.10.1")}


@under(ERROR)
@pytest.mark.parametrize("house", ["return", "forfeit"])
def test_5_10_1_viewed_hands_play_on_and_the_others_are_invalid(book: str, house: str) -> None:
    table = on_several(book, 1, 2, 4, house={"invalidated_wagers": house}).say("p1: view 2")
    table.say("report several_in_error player=p1 viewed=4", "goes on", "live 2 4")
    details = "details=player:p1;positions:1 2 4;viewed:2 4;play_on:2 4 awaits= clause=5.10"
    table.say(
        f"once irregularity-reported kind=several_in_error {details}", "seat 1  out by 5.10.1"
    )
    assert table.play.viewed == {2, 4}
    table.say("seat 2,4  fold", "finish", f"seat 1  has ante {SIDE[book]}")
    for wager, stake in (("ante", "10.00"), (SIDE[book], "5.00")):
        table.say(
            f"seat 1  {wager}  " + (f"returned  back {stake}" if house == "return" else "lose")
        )
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("5.10", "5.10.2"), THREE: ("5.10", "5.10.2")})
def test_5_10_2_with_no_hand_viewed_the_first_dealt_plays(book: str) -> None:
    table = on_several(book, 2, 3, 5).say('as top: restrict p1 "holds three hands"')
    table.say("report several_in_error player=p1 viewed=none", "live 2")
    table.say("seat 3  out by 5.10.2", "seat 5  out by 5.10.2", "seat 2  fold", "finish")
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
@pytest.mark.parametrize("told", ["", 'viewed=" "'])
def test_5_10_where_people_look_at_cards_it_is_asked_which_hands_were_viewed(
    book: str, told: str
) -> None:
    """Untold, a hand that was viewed would be invalid, and an unviewed one would play."""
    untold = f"report several_in_error player=p1 {told}"
    table = on_several(book, 1, 2).say('as top: restrict p1 "holds two hands"')
    table.say(f'refused 5.10 "Tell the seats viewed, as 2 5, or none.": {untold}')
    table.say("report several_in_error player=p1 viewed=2", "live 2")
    # Where the system shows the hands it need not ask.
    table = several_hands(LiveTable(book, mode=Mode.ELECTRONIC), 1, 2)
    table.say('as top: restrict p1 "holds two hands"', untold, "live 1")


@under({HOLDEM: ("5.10", "5.10.1"), THREE: ("5.10", "5.10.1")})
def test_5_10_1_where_the_system_shows_hands_it_knows_which_were_viewed(book: str) -> None:
    table = several_hands(LiveTable(book, mode=Mode.ELECTRONIC), 1, 2, 4)
    table.say('as top: restrict p1 "holds three hands"', "p1: view 2")
    for words in ("Seat 4 viewed", "Viewed: 2."):
        table.say(f'refused 5.10 "{words}": report several_in_error player=p1 viewed="2 4"')
    table.say("report several_in_error player=p1 viewed=2", "live 2")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_a_gaming_shift_manager_stops_a_players_action_on_every_hand(book: str) -> None:
    table = on_several(book, 1, 2, 3).say("p1: view 2", "report controls_several player=p1")
    stop = 'rule stop "turns cards at three seats"'
    table.say("waits for Rule", f"refused role: as Pit Manager: {stop}", f"as top: {stop}")
    why = "reason=turns cards at three seats"
    table.say(f"once action-stopped player=p1 seats=1,2,3 {why} clause=5.10.3")
    # Each hand was asked in turn, and nobody may answer for it any more.
    for seat in (1, 2, 3):
        table.say(f"seat {seat}  out by 5.10.3")
        for line in (f"choose {seat} {STAYS[book]}", f"decline {seat}"):
            table.say(f"refused 5.10.3: p1: {line}", f"refused 5.10.3: as dealer: {line}")
    table.say("finish")
    assert {str(line.returned) for line in table.table.play.settled} == {"10.00", "5.00"}
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
    table.say('as top: rule stop "as seen"')
    table.say("once action-stopped player=p1 seats=1 reason=as seen clause=5.10.3")
    # The seated player decides for the area, and the part of whoever was stopped plays with it.
    table.say(f"seat 2  {STAYS[book]}", "seat 2  shares ante p2 10.00 p1 10.00", "finish")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_further_wagers_are_refused_until_a_gaming_shift_manager_readmits(
    book: str,
) -> None:
    table = on_several(book, 1, 2).say("report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"', "finish", "end", "call")
    table.say("seat 3 p3:  ante 10.00")
    own, backing = "p1: bet 1 p1 ante 10.00", "p1: bet 3 p1 ante 10.00"
    for line in (own, backing, "place-on-behalf 1 p1 ante 10.00"):
        table.say(f'refused 5.10.3 "The Gaming Shift Manager may readmit them.": {line}')
    readmit = 'readmit p1 "agreed to play one hand"'
    table.say("p1: stand p1", "refused 5.10.3: p1: sit p1 1")
    table.say(f"refused role: as Pit Manager: {readmit}", f"as top: {readmit}")
    table.say("then player-readmitted player=p1 reason=agreed to play one hand clause=5.10.3")
    table.say(f'refused "not barred": as top: {readmit}', "p1: sit p1 1", own)


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_a_stop_outlasts_the_table_s_closing(book: str) -> None:
    table = on_several(book, 1, 2).say("report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"', "finish", "end", "as top: close-table")
    table.say("open again 2026-11-16", "refused 5.10.3: p1: sit p1 1")


@under({HOLDEM: ("5.9", "5.10.3"), THREE: ("5.9", "5.10.3")})
@pytest.mark.parametrize(
    ("told", "ruling"),
    [
        ('confidentiality player=p1 what="shows two hands"', "bar"),
        ("controls_several player=p1", "stop"),
    ],
)
@pytest.mark.parametrize("next_book", [RIDE, MEGALINK, MGC])
def test_who_was_kept_out_stays_so_where_the_table_s_next_game_has_no_such_rule(
    book: str, told: str, ruling: str, next_book: str
) -> None:
    before = on_several(book, 1, 2).say(f"report {told}", f'as top: rule {ruling} "as seen"')
    before.say("finish", "end", "close-table")
    table = LiveTable(next_book, is_opened=False)
    table.table, table.log = before.table, before.log
    table.say("open again 2026-11-16")
    clause = table.rulebook.irregularities["uncovered"].clause
    table.say(f'refused {clause} "The {table.ladder[-1]} may readmit them.": p1: sit p1 1')
    table.say('refused role: as supervisor: readmit p1 "another game"')
    table.say('as top: readmit p1 "another game"', "p1: sit p1 1")


@under({HOLDEM: ("5.10.3",)})
def test_5_10_3_after_the_flop_a_stopped_hand_checks(book: str) -> None:
    table = on_several(book, 1, 2).say("seat 1,2  bet", "turn", "report controls_several player=p1")
    table.say('as top: rule stop "seen on camera 4"', "seat 1,2  decided flop bet turn check")


@under({HOLDEM: ("5.10.3",), THREE: ("5.10.3",)})
def test_5_10_3_nothing_that_is_refused_of_a_stopped_hand_is_said_to_be_due(book: str) -> None:
    table = on_several(book, 1, 2).say(f"seat 1,2  {STAYS[book]}", "due may view")
    table.say("report controls_several player=p1", 'as top: rule stop "seen on camera 4"')
    table.say("not due may view")
    while not table.may(ShowHand):
        table.say("turn")
    table.say("due show the hand", "not due may decline")


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
    table = staked(book, 1).say("deal")
    table.say(f'refused "not an irregularity": as top: report {kind} player=p1')
