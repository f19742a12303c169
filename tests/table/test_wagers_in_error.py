"""Late, lifted, missing, unequal and orphan wagers, and wagers outside the limits."""

from __future__ import annotations

import pytest

from pitboss.money import Money
from pitboss.round.deal import RecordDraws
from pitboss.round.decisions import HandRemoved
from pitboss.table.irregularities.reports import (
    IrregularityReported,
)
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    THREE,
    LiveTable,
    all_staked,
    everything_back,
    held,
    opened,
    staked,
    under,
)

BASE = {MEGALINK: "$", RIDE: "$", HOLDEM: "ante", THREE: "ante", MGC: "$"}
LATE = {MEGALINK: ("5.6",), RIDE: ("5.6",), HOLDEM: ("5.5",), THREE: ("5.5",), MGC: ("6(c)",)}
LIFTED = {MEGALINK: ("5.7",), RIDE: ("5.7",), HOLDEM: ("5.6",), THREE: ("5.6",), MGC: ("6(c)",)}
RIDES = {MEGALINK: ("3.4",), RIDE: ("3.4",), MGC: ("6(d)",)}
CLOSED = {MEGALINK: ("5.6",), RIDE: ("5.6",), MGC: ("6(c)",)}
METHOD = {MGC: "machine"}
PLAYED = {"win", "lose"}

TENS = {1: "Td Th 4s", 2: "7c 8d 2h"}
"""A pair of tens wins even money on each bet; the other hand comes to nothing."""


def rides(book: str, house: dict[str, str] | None = None) -> LiveTable:
    """Two players with 10.00 on each bet, bets closed and cards dealt: one wins, one loses."""
    table = LiveTable(book, method=METHOD.get(book, ""), house=house).say("call")
    table.say("seat 1,2  base 10.00", "no more bets")
    if table.rules.rulebook.draws:
        table.give(RecordDraws())
    burned = "3d " if book == MGC else ""
    table.say(f"deal {TENS[1]} {TENS[2]} {burned}9s 5d")
    return table


def antes(book: str, *, cards: str, stake: str = "10.00", house: dict[str, str] | None = None,
          table: LiveTable | None = None) -> LiveTable:  # fmt: skip
    """One player with an ante, bets closed and these cards dealt."""
    table = table or LiveTable(book, house=house)
    table.say("call", f"seat 1  ante {stake}", "no more bets", f"deal {cards}")
    return table


WINS = {HOLDEM: "2c 7d 9h Js 3s Ah Ad Kc 4d", THREE: "Ah Ad 4c Qs 9c 2d 5h 6h 7d"}
"""A pair of aces for the player, against a dealer who has nothing and qualifies."""
LOSES = {HOLDEM: "2c 7d 9h Js 3s Kc 4d Ah Ad", THREE: "Qs 9c 2d Ah Ad 4c 5h 6h 7d"}


# --- too late, or gone --------------------------------------------------------------------------


@under(LATE)
def test_a_late_wager_goes_back_and_is_none(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    stood = table.play.seats[1].wagers[BASE[book]]
    told = f"seat=1 wager={BASE[book]} amount=25.00"
    # It changes nothing, the table goes on, and it is settled at what stood there in time.
    table.say(f"changes nothing: report late_wager {told}")
    details = f"details=seat:1;wager:{BASE[book]};amount:25.00;returned:25.00"
    table.say(
        f"then irregularity-reported kind=late_wager {details} awaits= clause={LATE[book][0]}"
    )
    assert table.say("goes on", "finish").paid[1, BASE[book]].stake == stood


@under(LATE)
@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("seat=9 wager={base} amount=25.00", "seats 1 to 6"),
        ("seat=1 wager=raise amount=25.00", "not a wager"),
        ("seat=1 wager={base} amount=0.00", "more than nothing"),
        ("seat=1 wager={base} amount=much", "an amount like"),
        ("seat=1 wager={base}", "without amount"),
    ],
)
def test_a_late_wager_is_told_with_seat_wager_and_amount(book: str, told: str, words: str) -> None:
    said = told.format(base=BASE[book])
    staked(book, 1).say(f'refused {LATE[book][0]} "{words}": report late_wager {said}')


@under({HOLDEM: ("5.5",), THREE: ("5.5",)})
def test_5_5_a_follow_up_is_late_outside_its_own_window(book: str) -> None:
    raised, choice = ("flop", "bet") if book == HOLDEM else ("play", "play")
    late = f"report late_wager seat=1 wager={raised} amount=20.00"
    table = staked(book, 1, 2).say("deal", f'refused 5.5 "asked for now": {late}')
    table.say(f"seat 1  {choice}", late)


@under(LIFTED)
def test_a_lifted_wager_is_settled_at_what_stood_there(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    stood = table.play.seats[1].wagers[BASE[book]]
    table.say(f"report lifted_wager seat=1 wager={BASE[book]}")
    details = f"details=seat:1;wager:{BASE[book]};stands:{stood} awaits="
    table.say(f"then irregularity-reported kind=lifted_wager {details} clause={LIFTED[book][0]}")
    line = table.say("goes on", "finish").paid[1, BASE[book]]
    assert (line.stake, line.outcome in ("win", "lose", "stand_off")) == (stood, True)


@under(LIFTED)
def test_where_no_hand_is_nothing_was_lifted(book: str) -> None:
    lifted = f"report lifted_wager seat=2 wager={BASE[book]}"
    staked(book, 1).say(f'refused {LIFTED[book][0]} "No hand": {lifted}')


@under({MEGALINK: ("5.7",), RIDE: ("5.7",), MGC: ("6(c)",)})
def test_i_57_a_bet_lifted_early_is_put_back_and_asked_for_in_turn(book: str) -> None:
    table = rides(book).say("report lifted_wager seat=2 wager=1", "seat 1  ride")
    table.say("seat 2  withdraw")
    # Now it is withdrawn by right.
    table.say('refused "in play": report lifted_wager seat=2 wager=1', "finish", "p2 holds 10.00")


# --- missing, unequal, orphan -------------------------------------------------------------------


@under(RIDES)
def test_i_58_unequal_bets_found_after_the_deal_go_down_to_the_smallest(book: str) -> None:
    table = rides(book).say('report unequal_bets seat=1 found="10.00 5.00 10.00"')
    table.say('report unequal_bets seat=2 found="10.00 8.00 9.00"', "goes on")
    # 15.00 back and 15.00 won, beside the 15.00 over; the other loses 24.00 of 30.00.
    table.say("seat 1  stakes 1 5.00 2 5.00 $ 5.00", "finish", "p1 holds 45.00", "p2 holds 6.00")


@under(RIDES)
@pytest.mark.parametrize(("ruling", "back"), [("play_on", "50.00"), ("remove_hand", "30.00")])
def test_i_58_once_a_bet_was_taken_back_a_supervisor_decides(
    book: str, ruling: str, back: str
) -> None:
    table = rides(book).say("seat 1  withdraw")
    table.say('report unequal_bets seat=1 found="10.00 5.00 10.00"', "waits for Rule")
    table.say(f'as supervisor: rule {ruling} "seen on camera 4"', "finish", f"p1 holds {back}")


@under(RIDES)
def test_i_58_the_house_may_have_the_hand_out_instead(book: str) -> None:
    table = rides(book, house={"unequal_after_deal": "void_hand"})
    table.say('report unequal_bets seat=1 found="10.00 5.00 10.00"')
    table.say(f"seat 1  out by {RIDES[book][0]}", "finish", "p1 holds 30.00", "p2 holds 0.00")


@under(RIDES)
def test_i_58_with_a_bet_missing_a_supervisor_takes_the_hand_out(book: str) -> None:
    table = rides(book).say('report unequal_bets seat=1 found="10.00 0.00 10.00"')
    table.say("waits for Rule [proposed=remove_hand]", f"refused {RIDES[book][0]}: seat 1  ride")
    table.say('refused role: rule remove_hand "two bets only"')
    table.say('refused "bet missing": as top: rule play_on "two bets only"')
    table.say('as supervisor: rule remove_hand "two bets only"')
    table.say("finish", "p1 holds 30.00", "p2 holds 0.00")


@under(RIDES)
@pytest.mark.parametrize("found", ["10.00 5.00 10.00", "10.00 0.00 10.00"])
@pytest.mark.parametrize("rule", ["equalise_down", "void_hand"])
def test_i_58_found_before_the_deal_the_hand_is_not_dealt_and_everything_goes_back(
    book: str, found: str, rule: str
) -> None:
    """Nobody rules on it, and what the house has for after the deal does not come in."""
    table = staked(book, 1, 2, house={"unequal_after_deal": rule})
    placed = all_staked(table, 1)
    happened = table.report("unequal_bets", seat="1", found=found)
    assert happened[1:] == [HandRemoved(seat=1, clause=RIDES[book][0])]
    table.say("live 2", "deal")
    assert not table.table.play.seats[1].cards
    table.say("finish")
    assert everything_back(table, 1) == placed
    assert {line.outcome for line in table.table.play.settled if line.seat == 2} <= PLAYED
    for line in table.table.play.settled:
        assert line.seat == 2 or (line.rules, line.interpretations) == (RIDES[book], ("I-58",))


@under(RIDES)
def test_i_58_where_no_hand_is_left_to_deal_the_round_comes_to_its_end(book: str) -> None:
    table = staked(book, 1).say('report unequal_bets seat=1 found="10.00 5.00 10.00"')
    table.say(f"void by {RIDES[book][0]}", "settle")
    assert everything_back(table, 1) == all_staked(table, 1)


@under(RIDES)
@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("10.00 10.00 10.00", "Equal bets"),
        ("10.00 5.00", "2 amounts"),
        ("ten ten ten", "an amount like"),
    ],
)
def test_i_58_equal_bets_are_no_error(book: str, found: str, words: str) -> None:
    line = f'report unequal_bets seat=1 found="{found}"'
    rides(book).say(f'refused {RIDES[book][0]} "{words}": {line}')


@under({HOLDEM: ("5.12", "5.12.1", "5.12.2"), THREE: ("5.12", "5.12.1", "5.12.2")})
def test_5_12_an_orphan_progressive_wager_goes_back_when_the_round_is_settled(book: str) -> None:
    table = opened(book).say("call", "seat 1,2  ante 10.00  progressive 5.00", "p1: down 1 p1 ante")
    table.say("no more bets", "finish", "p1 holds 15.00")
    table.say("seat 1  progressive  returned  back 5.00  [5.12 5.12.2]")


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_i_91_elsewhere_it_is_not_left_alone(book: str) -> None:
    unit = "1.00" if book == MGC else "5.00"
    table = opened(book).say("call", "seat 1  base 10.00", "seat 2  base 10.00")
    table.say(f"seat 1  progressive {unit}", 'refused "progressive stands beside": p1: down 1 p1 $')


@under({MEGALINK: ("3.5.1",)})
def test_3_5_1_chips_that_no_device_registered_are_no_wager(book: str) -> None:
    found = "report unregistered_progressive seat=2 amount=5.00"
    table = opened(book).say("call", "seat 2  base 10.00", "seat 1  1 10.00", "no more bets", found)
    details = "details=seat:2;amount:5.00;returned:5.00 awaits= clause=3.5.1"
    table.say(f"then irregularity-reported kind=unregistered_progressive {details}", "finish")
    table.say("seat 2  has 1 2 $")
    staked(book, 2).say(f'refused 3.5.1 "registered a wager": {found}')


# --- said while it can still be put right -------------------------------------------------------


@under(RIDES)
def test_i_58_missing_and_unequal_bets_are_said_until_they_are_put_right(book: str) -> None:
    table = opened(book)
    otherwise = f"put it right, or all of it goes back undealt ({RIDES[book][0]})"
    titles = [table.rules.rulebook.wagers[wager].title for wager in ("2", "$")]
    table.say("call", "not due seat 1: ", "seat 1  1 10.00")
    table.say(f"due seat 1: {', '.join(titles)} missing: {otherwise}", "seat 1  2 10.00  $ 5.00")
    table.say(f"due seat 1: the bets are not equal: {otherwise}", "not due missing")
    table.say("p1: down 1 p1 $", "seat 1  $ 10.00", "not due seat 1: ")
    # Once bets are closed nothing can be put right, and what was wrong went back.
    table.say("seat 2  1 10.00", "no more bets", "not due seat 2: ", "seat 2  stakes nothing")


@under({HOLDEM: ("5.12", "5.12.1"), THREE: ("5.12", "5.12.1")})
def test_5_12_1_a_progressive_wager_alone_is_said_until_it_has_company_or_is_down(
    book: str,
) -> None:
    otherwise = "take the wager down; otherwise it is no wager and goes back (5.12.2)"
    table = opened(book).say("call", "seat 1  ante 10.00  progressive 5.00", "not due seat 1: ")
    table.say("p1: down 1 p1 ante", "due without Ante", f"due add it, or {otherwise}")
    table.say("seat 1  ante 10.00", "not due seat 1: ", "p1: down 1 p1 ante")
    table.say("p1: down 1 p1 progressive", "not due seat 1: ")


# --- outside the limits -------------------------------------------------------------------------


@under({HOLDEM: ("5.13",), THREE: ("5.13",)})
def test_5_13_under_the_minimum_is_settled_one_time_and_returned_the_next(book: str) -> None:
    short = "report under_minimum seat=1 wager=ante found=3.00"
    table = antes(book, cards=LOSES[book]).say(short)
    table.say("then short-wager-allowed player=p1 gaming_day=2026-11-15 number=1 clause=5.13")
    table.say("seat 1  stakes ante 3.00", "finish", "seat 1  ante  3.00  lose  [5.13]")
    # Collected: 3.00 and what it was raised by. The rest never lay there.
    won = table.table.chips.rack
    assert str(won) == ("15.00" if book == HOLDEM else "6.00")
    table.say("end")
    antes(book, cards=LOSES[book], table=table).say(short, "seat 1  out by 5.13", "finish")
    # Returned although it lost.
    assert table.table.chips.rack == won
    table.say("p1 holds 10.00")


@under({HOLDEM: ("5.13",), THREE: ("5.13",)})
def test_5_13_all_of_the_first_round_is_the_one_time_and_a_winner_is_paid(book: str) -> None:
    side = "bonus" if book == HOLDEM else "pair_plus"
    bets = ("call", f"seat 1  ante 10.00  {side} 10.00", "no more bets", f"deal {WINS[book]}")
    short = f"report under_minimum seat=1 wager={side} found=4.00"
    table = LiveTable(book).say(*bets, "report under_minimum seat=1 wager=ante found=4.00", short)
    table.say("once short-wager-allowed player=p1 gaming_day=2026-11-15 number=1 clause=5.13")
    # A pair pays even money in Three Card Poker, aces in the hole 30 to 1 in Hold'em.
    won = "120.00" if book == HOLDEM else "4.00"
    table.say(
        "finish", f"seat 1  {side}  4.00  win {won}  back 4.00", "end", *bets, short, "finish"
    )
    # Only that wager is returned; the ante plays.
    settled = {line.wager for line in table.table.play.settled}
    assert (side in settled, "ante" in settled) == (False, True)


@under({HOLDEM: ("5.13",), THREE: ("5.13",)})
@pytest.mark.parametrize("moment", ["dealt", "settled", "over"])
def test_5_13_a_void_round_does_not_use_up_the_one_time(book: str, moment: str) -> None:
    short = "report under_minimum seat=1 wager=ante found=3.00"
    table = antes(book, cards=LOSES[book]).say(short)
    table.say(*{"dealt": (), "settled": ("finish",), "over": ("finish", "end")}[moment])
    table.say(
        "report wrong_number place=dealer cards=4", "then short-wager-undone player=p1 clause=5.13"
    )
    assert not table.table.people.short
    table.say("settle", "end")
    antes(book, cards=LOSES[book], table=table).say(short, "live 1", "finish")
    assert str(table.table.chips.rack) == ("15.00" if book == HOLDEM else "6.00")
    table.say("end")
    # That was the one time; another void round does not give it back.
    antes(book, cards=LOSES[book], table=table).say(short, "seat 1  out by 5.13")
    table.say("report wrong_number place=dealer cards=4")
    assert table.table.people.short["p1"].number == 2


@under({HOLDEM: ("5.13",), THREE: ("5.13",)})
def test_5_13_what_was_raised_before_it_was_found_goes_along(book: str) -> None:
    table = antes(book, cards=WINS[book]).say("play on")
    table.say("report under_minimum seat=1 wager=ante found=4.00")
    raised = "flop 8.00 turn 4.00 river 4.00" if book == HOLDEM else "play 4.00"
    table.say(f"seat 1  stakes ante 4.00 {raised}", "settle").check_record()
    stakes = {line.wager: str(line.stake) for line in table.table.play.settled if line.stake}
    assert stakes == {name: str(at) for name, at in table.play.seats[1].wagers.items()}


@under({HOLDEM: ("5.13", "3.4"), THREE: ("5.13", "3.4")})
def test_5_13_i_80_counted_again_where_only_others_fund_the_ante(book: str) -> None:
    """The seated player's whole part was short; what a backer put in is not taken from them."""
    table = LiveTable(book).say("call", "seat 1  ante 5.01", "seat 1 p9:  ante 3.03")
    table.say("no more bets", f"deal {WINS[book]}")
    short = "report under_minimum seat=1 wager=ante found"
    table.say(
        f"{short}=3.03",
        f'refused 5.13 "Others fund $3.03 of it: tell at least that.": {short}=2.50',
    )
    table.say(f"{short}=4.04", "seat 1  shares ante p9 3.03 p1 1.01", "finish")
    held(table, "p1")


@pytest.mark.rule(THREE, "5.13")
@pytest.mark.parametrize("choice", ["play", "fold"])
def test_5_13_an_ante_returned_leaves_the_pair_plus_to_play(choice: str) -> None:
    table = antes(THREE, cards=LOSES[THREE])
    table.say("report under_minimum seat=1 wager=ante found=3.00", "finish", "end")
    before = table.table.chips.held("p1")
    table.say("call", "seat 1  ante 10.00  pair_plus 10.00", "no more bets", f"deal {WINS[THREE]}")
    table.say(f"seat 1  {choice}", "report under_minimum seat=1 wager=ante found=3.00", "finish")
    assert {line.wager for line in table.table.play.settled} == {"pair_plus"}
    # Even money on the pair of aces, and nothing for what went back.
    assert table.table.chips.rack == Money(600) - Money(1000)
    assert table.table.chips.everything == Money(0)
    assert table.table.chips.held("p1") >= before


@under({HOLDEM: ("5.13", "5.15"), THREE: ("5.13", "5.15")})
def test_5_13_counts_anew_each_gaming_day_and_for_the_casino_if_so_chosen(book: str) -> None:
    short = "report under_minimum seat=1 wager=ante found=3.00"
    elsewhere = f'{short} earlier="T2, round 9"'
    table = antes(book, cards=LOSES[book]).say(f'refused 5.13 "only this table": {elsewhere}')
    table.say(short, "finish", "end", "as top: close-table", "open again 2026-11-16")
    assert not table.table.people.short
    table = antes(book, cards=LOSES[book], house={"under_min_scope": "casino_day"})
    table.say(elsewhere, "finish", "p1 holds 10.00")


@under({HOLDEM: ("5.13", "5.15"), THREE: ("5.13", "5.15")})
def test_5_15_what_was_settled_in_earlier_rounds_stays_so(book: str) -> None:
    table = antes(book, cards=LOSES[book])
    table.say('refused 5.13 "minimum is": report under_minimum seat=1 wager=ante found=5.00')
    table.say("finish", "end", "p1 holds 0.00")
    table.say('refused 5.13 "not reopened": report under_minimum seat=1 wager=ante found=3.00')
    table.say('refused 5.14 "not reopened": report over_maximum seat=1 wager=ante found=800.00')
    table.say("p1 holds 0.00")


@under({HOLDEM: ("5.14",), THREE: ("5.14",)})
@pytest.mark.parametrize("wins", [True, False])
def test_5_14_over_the_maximum_wins_and_loses_to_the_maximum_only(book: str, wins: bool) -> None:
    table = antes(book, cards=(WINS if wins else LOSES)[book], stake="500.00")
    table.say("report over_maximum seat=1 wager=ante found=800.00", "goes on", "play on", "settle")
    table.check_record()
    for line in table.table.play.settled:
        most = 100000 if line.wager == "flop" else 50000
        assert line.stake.cents == (160000 if line.wager == "flop" else 80000)
        assert "5.14" in line.rules
        won, kept = line.winnings.cents, (line.stake - line.returned).cents
        is_paid = wins and (book == THREE or line.wager != "ante")
        assert (won, kept) == (most if is_paid else 0, 0 if wins else most)
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("5.5", "5.14"), THREE: ("5.5", "5.14")})
@pytest.mark.parametrize("moment", ["dealt", "settled"])
def test_5_14_nobody_alone_raises_what_was_noted_once_bets_are_closed(
    book: str, moment: str
) -> None:
    """Of a win that is seen, a wager of ten dollars would become one of five hundred."""
    table = antes(book, cards=WINS[book])
    if moment == "settled":
        table.say("finish")
    told = "report over_maximum seat=1 wager=ante found=800.00"
    why = "Ante was noted as $10.00, and would be raised to its maximum"
    late = "report late_wager seat=1 wager=ante amount=790.00 (5.5)"
    second = f"another person, {table.ladder[1]} or higher, confirms it."
    pairs = ("as supervisor, supervisor", "as dealer, other dealer")
    for by in ("as dealer", "as supervisor", "as top", *pairs):
        for words in (why, late, second):
            table.say(f'refused role 5.14 "{words}": {by}: {told}')
    # That it lay there before, two people say; and what was noted first stays on record (I-101).
    table.say(f"as dealer, supervisor: {told}")
    (reported,) = table.events(IrregularityReported)
    assert (reported.details["noted"], reported.details["found"]) == ("10.00", "800.00")
    table.say("finish").check_record()
    ante = table.paid[1, "ante"]
    assert (str(ante.stake), "5.14" in ante.rules) == ("800.00", True)
    assert table.table.chips.everything == Money(0)


@under({HOLDEM: ("5.14",), THREE: ("5.14",)})
def test_5_14_is_for_wagers_with_limits_of_their_own(book: str) -> None:
    table = staked(book, 1).say("deal", "play on")
    raised = "flop" if book == HOLDEM else "play"
    for told, words in (
        ("wager=progressive found=900.00", "no limits"),
        (f"wager={raised} found=900.00", "sized by Ante"),
        ("wager=ante found=500.00", "maximum is"),
    ):
        table.say(f'refused 5.14 "{words}": report over_maximum seat=1 {told}')


@under(RIDES)
@pytest.mark.parametrize(("ruling", "back"), [("cap", "60.00"), ("return", "30.00")])
def test_i_98_a_supervisor_caps_or_returns_what_is_found_outside_the_limits(
    book: str, ruling: str, back: str
) -> None:
    """Capped, what was found beside the bets taken is no wager; returned, they go back."""
    table = rides(book).say("report out_of_limits seat=1 wager=1 found=700.00")
    table.say("waits for Rule [proposed=cap]", f'refused role: rule {ruling} "counted again"')
    table.say(f'as supervisor: rule {ruling} "counted again"', "finish", f"p1 holds {back}")


@under(CLOSED)
@pytest.mark.parametrize(
    ("kind", "told"),
    [("out_of_limits", "wager=1 found=700.00"), ("unequal_bets", 'found="700.00 500.00 600.00"')],
)
def test_no_bet_is_increased_by_what_is_found_after_no_more_bets(
    book: str, kind: str, told: str
) -> None:
    table = rides(book)
    before = table.table.play
    table.say(f"report {kind} seat=1 {told}")
    if table.table.halt is not None:
        table.say('as supervisor: rule cap "seen on camera 4"')
    assert table.table.play == before
    table.say("finish", "p1 holds 60.00")


@under(RIDES)
def test_i_98_under_the_minimum_can_only_be_returned(book: str) -> None:
    table = rides(book).say('refused "within": report out_of_limits seat=1 wager=1 found=10.00')
    table.say("report out_of_limits seat=1 wager=1 found=3.00")
    table.say('refused "only be returned": as top: rule cap "counted again"')
    table.say('as top: rule return "seen on camera 4"', "finish", "p1 holds 30.00")
