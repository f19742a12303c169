"""Who sits where, who was told what, who may act for whom."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.games.library import built_in
from pitboss.ledger.books import disagreements, ledger_of, trial_balance
from pitboss.money import Money
from pitboss.round.decisions import ViewHand
from pitboss.round.result import SettleRound
from pitboss.round.wagers import PlaceWager
from pitboss.table.people.admission import Restrict
from pitboss.table.people.seats import TakeSeat
from pitboss.table.rules import Mode
from tests.table.conductor import (
    HOLDEM,
    MEGALINK,
    MGC,
    RIDE,
    SYSTEM_ITSELF,
    THREE,
    LiveTable,
    opened,
    player,
    several_hands,
    staked,
    under,
)

BASE = {MEGALINK: "1", RIDE: "1", HOLDEM: "ante", THREE: "ante", MGC: "1"}


def wager(seat: int, name: str, what: str = "ante", stake: str = "10.00") -> PlaceWager:
    return PlaceWager(seat, name, what, Money.parse(stake))


FOLLOWS = {HOLDEM: ("bet", "flop", "10.00", "20.00"), THREE: ("play", "play", "5.00", "10.00")}
"""What stays in, and the wager it asks for: on an ante of 5.00, and on one of 10.00."""


# --- seats --------------------------------------------------------------------------------------


@under({MEGALINK: ("3.4",), RIDE: ("3.4",), HOLDEM: ("3.4",), THREE: ("3.4",), MGC: ("6(b)",)})
def test_only_who_is_seated_wagers(book: str) -> None:
    bets = f"bet 2 p2 {BASE[book]} 10.00"
    clause = built_in(book).procedure["seated"]
    table = LiveTable(book).say("call", f'refused {clause} "Take a seat first.": p2: {bets}')
    table.say("p2: sit p2 2", f'refused "p2 sits at seat 2": p9: bet 2 p9 {BASE[book]} 10.00')
    table.say(f"p2: {bets}")


@under({MGC: ("6(b)",)})
def test_6_b_who_has_wagers_stays_seated_until_the_round_is_over(book: str) -> None:
    table = staked(book, 1).say("deal", "refused 6(b): p1: stand p1", "play on", "settle", "end")
    table.say("p1: stand p1")
    assert table.table.people.seat_of("p1") is None


@pytest.mark.parametrize("name", ["", " ", "p1\n"])
def test_g20_nobody_without_a_name_is_seated_or_restricted(name: str) -> None:
    table = LiveTable(HOLDEM)
    for command in (TakeSeat(name, 2), Restrict(name, "too keen")):
        assert table.refused(command, by=table.top).remedy == "Say who it is."


def test_a_seat_is_one_players_and_a_player_has_one_seat() -> None:
    table = LiveTable(HOLDEM).say("p1: sit p1 1", 'refused "p1\'s": p9: sit p9 1')
    table.say('refused "seat 1 already": p1: sit p1 2', 'refused "1 to 6": p9: sit p9 7')
    table.say('refused "p1 acts": p1: sit p9 2', 'refused 3.4 "not seated": p9: stand p9')


def test_nobody_sits_down_where_another_plays_a_hand() -> None:
    table = LiveTable(THREE).say("call", "seat 1  ante 10.00", "seat 2 p1:  ante 10.00")
    table.say('refused "plays seat 2": p2: sit p2 2')


# --- several hands for one player ---------------------------------------------------------------


@under({HOLDEM: ("3.4.1",)})
def test_3_4_1_several_hands_only_after_the_dealers_notice_before_bets_are_called(
    book: str,
) -> None:
    called = ("call", "seat 1  ante 10.00")
    second = "p1: bet 2 p1 ante 10.00"
    table = LiveTable(book).say("p1: sit p1 1", *called, f"refused 3.4.1: {second}")
    # Too late for this round: it was called already.
    table.say("give-notice p1", "then notice-given player=p1 clause=3.4.1")
    table.say(f"refused 3.4.1: {second}", "no more bets", "play on", "settle", "end")
    for _ in range(2):
        # Once for the sitting, however many rounds.
        table.say(*called, second, "no more bets", "deal")
        table.say("p1: view 2", "refused 3.4.1: p1: view 1", "play on", "settle", "end")
    table.say("p1: stand p1", "p1: sit p1 1", *called, f"refused 3.4.1: {second}")


@under({HOLDEM: ("3.4.1",)})
def test_3_4_1_notice_is_for_staff_to_give_to_who_is_seated(book: str) -> None:
    table = LiveTable(book).say("refused 3.4.1: give-notice p1", "p1: sit p1 1")
    table.say("refused role: p1: give-notice p1")


@under({THREE: ("3.4.1",)})
def test_3_4_1_three_card_needs_no_notice(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  ante 10.00", "seat 2 p1:  ante 10.00")
    table.say('refused 3.1 "no such thing": give-notice p1')


@under({HOLDEM: ("3.4.3", "6.2"), THREE: ("3.4.3", "6.2")})
def test_3_4_3_a_pit_manager_restricts_a_player_to_one_position(book: str) -> None:
    table = LiveTable(book).say("p1: sit p1 1", "p3: sit p3 3")
    if book == HOLDEM:
        table.say("give-notice p1")
    restrict, lift = 'restrict p1 "plays too fast for two"', 'lift-restriction p1 "slower now"'
    table.say(f'refused role 3.4.3 "Pit Manager": as Pit Supervisor: {restrict}')
    table.say('refused "Write why": as Pit Manager: restrict p1 " "', f"as Pit Manager: {restrict}")
    table.say(f'refused "already": as Pit Manager: {restrict}', "call", "seat 1,3  ante 10.00")
    # Neither a second hand nor a part in another's.
    second, part = "p1: bet 2 p1 ante 10.00", "p1: bet 3 p1 ante 10.00"
    table.say(f"refused 3.4.3: {second}", f"refused 3.4.3: {part}")
    # A higher role may do it as well.
    table.say(f"refused role: as Pit Supervisor: {lift}", f"as Gaming Shift Manager: {lift}")
    table.say(second, part, f'refused "is not restricted": as top: {lift}')


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_where_one_hand_is_the_rule_there_is_nothing_to_restrict(book: str) -> None:
    table = LiveTable(book).say("p1: sit p1 1")
    table.say('refused "no such thing": as top: restrict p1 "why not"')


@under({MGC: ("6(e)",)})
def test_6_e_two_adjacent_positions_where_the_house_allows_it(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  base 10.00")
    table.say('refused 6(e) "already holds seat 1": p1: bet 2 p1 1 10.00')
    table = LiveTable(book, method="machine", options={"allow_two_positions": True})
    table.say("p3: sit p3 3", "call", "seat 1  base 10.00")
    # Not from the last position to the first, and not where somebody sits.
    table.say('refused "Play two seats side by side at most.": p1: bet 6 p1 1 10.00')
    table.say("p2: sit p2 2", "refused 6(b): p1: bet 2 p1 1 10.00", "p2: stand p2")
    table.say("seat 2 p1:  base 20.00", 'refused 6(e) "already holds": p1: bet 4 p1 1 10.00')
    table.say("no more bets", "deal Td Th 4s Kc Kd 2s 9c 5d 8h", "seat 1  ride", "seat 2  withdraw")
    table.say("burn", "turn", "seat 1  withdraw", "seat 2  ride", "turn", "show 2 1", "settle")
    # Of 90.00 nothing is lost; tens win 10.00 on two bets, kings 20.00 on two.
    table.say("p1 holds 150.00")


@pytest.mark.parametrize("book", [MEGALINK, RIDE])
def test_i_62_one_area_for_each_player_and_no_other_number(book: str) -> None:
    table = LiveTable(book, house={"max_areas_per_player": "2"}, is_opened=False)
    table.say("refused I-62: open again 2026-11-15")
    table = LiveTable(book, house={"max_areas_per_player": "1"}).say("call", "seat 1  base 10.00")
    table.say('refused I-62 "already holds seat 1": p1: bet 2 p1 1 10.00')


# --- several players on one hand ----------------------------------------------------------------


@under({HOLDEM: ("3.4", "3.4.2", "3.5.1", "3.5.4"), THREE: ("3.4", "3.4.2", "3.5.1", "3.5.4")})
def test_3_4_an_area_is_shared_and_the_seated_player_decides_for_it(book: str) -> None:
    table = opened(book).say("call", "seat 1  ante 5.00", "seat 1 p9:  ante 10.00")
    table.say('refused "p1, who is seated there": p9: bet 1 p9 progressive 5.00')
    # Where nobody sits there is no one to hold a progressive wager (I-106).
    table.say('refused "Take a seat first.": p9: bet 2 p9 progressive 5.00')
    raises, wager, p1, p9 = FOLLOWS[book]
    table.say("seat 1  progressive 5.00", "no more bets", "deal")
    table.say(f"refused role: p9: choose 1 {raises}", f"p1: choose 1 {raises}")
    table.say(f"seat 1  shares {wager} p1 {p1} p9 {p9}", "seat 1  shares ante p1 5.00 p9 10.00")
    table.say("play on", "settle")
    parts = [(name, str(stake)) for name, stake, _, _ in table.paid[1, "ante"].shares]
    assert parts == [("p1", "5.00"), ("p9", "10.00")]
    assert table.table.chips.everything == Money(0)


@pytest.mark.rule(THREE, "1.1.2")
def test_1_1_2_a_backer_of_the_ante_is_handed_their_part_of_the_ante_bonus() -> None:
    table = LiveTable(THREE).say("call", "seat 1  ante 10.01", "seat 1 p9:  ante 5.02")
    table.say("no more bets")
    # Three twos against three threes: Ante and Play lose, and the Ante Bonus of 4 to 1 is paid.
    table.say("deal 2c 2d 2h 3c 3d 3h 5h 6h 7d", "seat 1  play", "finish", "p1 holds 40.04")
    table.say("p9 holds 20.08")
    books = ledger_of(table.log)
    trial_balance(books)
    assert not list(disagreements(books, table.table))
    table.check_record()


@under({HOLDEM: ("3.4.2",), THREE: ("3.4.2",)})
def test_3_4_2_a_house_may_leave_areas_unshared(book: str) -> None:
    table = LiveTable(book, house={"allow_shared_areas": "false"}).say("call", "seat 1  ante 5.00")
    table.say("refused 3.4.2: p9: bet 1 p9 ante 10.00")
    table.say('refused 3.4 "already stands": p1: bet 1 p1 ante 10.00')


@under({HOLDEM: ("3.5.2",), THREE: ("3.5.2",)})
def test_i_106_who_plays_several_positions_is_seated_at_each(book: str) -> None:
    table = opened(book).say("p1: sit p1 1")
    if book == HOLDEM:
        table.say("give-notice p1")
    table.say("call", "seat 1,2 p1:  ante 10.00  progressive 5.00")
    table.say("seat 2  stakes ante 10.00 progressive 5.00")


# --- for whom -----------------------------------------------------------------------------------


@under({HOLDEM: ("3.6", "6.2"), THREE: ("3.6", "6.2")})
def test_3_6_staff_places_a_wager_at_a_players_request(book: str) -> None:
    place = "place-on-behalf 1 p1 ante 10.00"
    table = LiveTable(book).say("p1: sit p1 1", "call")
    table.say(f"refused role: p1: {place}", f"refused role: p2: {place}")
    table.say(f"as Pit Supervisor: {place}")
    table.say("once wager-requested player=p1 seat=1 wager=ante stake=10.00 clause=3.6")
    table.say("then wager-placed seat=1 player=p1 wager=ante stake=10.00 clause=3.4")
    # It is the player's own, with all that is asked of those.
    table.say("p1: down 1 p1 ante")
    table.say('refused "minimum": as Pit Manager: place-on-behalf 1 p1 ante 1.00')
    table.say('refused "Take a seat first.": place-on-behalf 2 p2 ante 10.00')
    table.say(f"as top: {place}", "no more bets", f"refused 3.2: {place}")


@under({HOLDEM: ("1.1.2", "3.4.1"), THREE: ("1.1.3", "3.4.1")})
@pytest.mark.parametrize("mode", list(Mode))
def test_3_4_1_who_asks_for_another_hand_is_told_why_not_and_it_is_written_down(
    book: str, mode: Mode
) -> None:
    table = several_hands(LiveTable(book, mode=mode), 1, 2).say("p1: view 1")
    # What somebody may not do is written down where it is refused.
    for words in ("p1 has viewed seat 1", "One hand is viewed, and the others are played unseen."):
        table.say(f'refused role 3.4.1 "{words}": p1: view 2')
    again = table.refused(ViewHand(1), by=player("p1"))
    assert not isinstance(again, RoleBreach)


@under({HOLDEM: ("3.6", "3.9.2"), THREE: ("3.6", "3.9.2")})
@pytest.mark.parametrize("mode", list(Mode))
def test_3_6_also_the_wager_that_a_decision_asks_for(book: str, mode: Mode) -> None:
    choice, wager, _, stake = FOLLOWS[book]
    place = f"place-on-behalf 1 p1 {wager} {stake}"
    not_now = 'refused "is not asked for now": as dealer'
    table = LiveTable(book, mode=mode).say("call", "seat 1,2  ante 10.00", f"{not_now}: {place}")
    table.say("no more bets", "deal", f"{not_now}: place-on-behalf 2 p2 {wager} {stake}")
    table.say(f'refused "p1 decides": as dealer: place-on-behalf 1 p2 {wager} {stake}')
    less = f"as dealer: place-on-behalf 1 p1 {wager} 5.00"
    table.say(f'refused "It is ${stake}, no less and no more.": {less}')
    table.say(f"refused role: p1: {place}", f"as dealer: {place}")
    kinds = [type(event).__name__ for event in table.log[-3:]]
    assert kinds == ["WagerRequested", "ChoiceMade", "WagerPlaced"]
    table.say(f"seat 1  decided {wager} {choice}", f"seat 1  stakes ante 10.00 {wager} {stake}")
    table.say(f"refused 3.9.2: as dealer: {place}")


@under({THREE: ("3.6", "3.9.3")})
def test_3_6_without_an_ante_there_is_nothing_to_wager_on_play(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  pair_plus 10.00", "no more bets", "deal")
    table.say('refused "is not asked for now": place-on-behalf 1 p1 play 10.00')


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_no_wager_on_a_players_behalf_where_no_rule_allows_it(book: str) -> None:
    table = LiveTable(book).say("p1: sit p1 1", "call")
    table.say('refused "no such thing": place-on-behalf 1 p1 1 10.00')


@under({MGC: ("9(a)(1)",)})
def test_9_a_1_only_the_player_and_the_dealer_act_for_a_hand(book: str) -> None:
    table = staked(book, 1, 2).say("deal", "refused role: p2: choose 1 ride")
    for role in ("floorperson", "casino supervisor"):
        table.say(f"refused role 9(a)(1): as {role}: choose 1 ride")
    table.say("p1: choose 1 ride", "choose 2 ride")


@pytest.mark.parametrize("book", [HOLDEM, THREE, RIDE, MEGALINK])
def test_nobody_wagers_or_decides_for_another_player(book: str) -> None:
    choice = next(iter(built_in(book).decisions.values())).choices[0]
    table = staked(book, 1, 2).say("deal", f"refused role: p2: choose 1 {choice}")
    table.say(f"p1: choose 1 {choice}")
    table = LiveTable(book).say("p1: sit p1 1", "call")
    table.say(f"refused role: p2: bet 1 p1 {BASE[book]} 10.00")


# --- devices and clocks -------------------------------------------------------------------------


@under({MEGALINK: ("3.5.1",)})
def test_3_5_1_a_progressive_wager_comes_through_the_areas_device(book: str) -> None:
    bets = "p1: bet 1 p1 progressive 5.00"
    table = LiveTable(book, unit="5.00").say("call", "seat 1  base 10.00", f"refused 3.5.1: {bets}")
    table.say("refused role: p1: register-device 1", 'refused "1 to 6": register-device 7')
    table.say("register-device 1", 'refused 3.5.1 "already": register-device 1', "retire-device 1")
    table.say('refused 3.5.1 "is not registered": retire-device 1', f"refused 3.5.1: {bets}")
    table.say("register-device 1", bets)
    assert str(table.table.play.seats[1].wagers["progressive"]) == "5.00"


@pytest.mark.parametrize("book", list(BASE))
def test_i_100_the_clock_prompts_and_decides_nothing(book: str) -> None:
    prompt = "prompt-for-decision"
    decision = next(iter(built_in(book).decisions.values()))
    table = staked(book, 1, 2, house={"decision_timer": "30"})
    table.say(f'refused "no seat": {prompt} 1', "deal", f"changes nothing: as system: {prompt} 1")
    table.say(f"then decision-prompted seat=1 decision={decision.id} clause={decision.clause}")
    table.say(f'refused "seat 1": {prompt} 2', f"refused I-100: p2: {prompt} 1")
    table.say(f"seat 1  {decision.choices[0]}", f"{prompt} 2")
    staked(book, 1).say("deal", f'refused "no time limit": {prompt} 1')


@pytest.mark.parametrize(("name", "value"), [("decision_timer", "soon"), ("absent_default", "no")])
def test_settings_concerning_people_say_something_that_can_be_done(name: str, value: str) -> None:
    table = LiveTable(RIDE, house={name: value}, is_opened=False)
    table.say(f'refused "{value}": open again 2026-11-15')


def test_a_restriction_outlasts_the_closing_of_the_table() -> None:
    table = LiveTable(THREE).say("p1: sit p1 1", 'as top: restrict p1 "asked for two"')
    table.say("as top: close-table", "open again 2026-11-16")
    assert not table.table.people.seats
    table.say("call", "seat 1  ante 10.00", "refused 3.4.3: p1: bet 2 p1 ante 10.00")


@under({MEGALINK: ("3.18",), RIDE: ("3.18",), HOLDEM: ("3.10",), THREE: ("3.10",), MGC: ("9(g)",)})
def test_who_may_not_settle_hears_the_rule_of_what_would_be_settled(book: str) -> None:
    table = staked(book, 1).say("deal", "play on")
    settle = SettleRound(meters=dict(table.meters))
    for by in (player("p1"), SYSTEM_ITSELF):
        refusal = table.refused(settle, by=by)
        assert isinstance(refusal, RoleBreach)
        assert refusal.clause in table.rules.rulebook.rules, str(refusal)


@pytest.mark.parametrize("book", [MEGALINK, RIDE, HOLDEM, THREE, MGC])
def test_whoever_pays_by_the_limits_and_options_of_a_table_does_not_choose_them(book: str) -> None:
    table = LiveTable(book, is_opened=False)
    for by in ("p1", "as dealer"):
        table.say(f'refused role "{table.ladder[1]}": {by}: open again 2026-11-15')
    table.say("refused role: as system: open again 2026-11-15")
    table.say("as supervisor: open again 2026-11-15")
    assert table.table.is_open
    # The house's own file has them where the system opens and deals.
    table = LiveTable(book, mode=Mode.ELECTRONIC, is_opened=False)
    table.say("refused role: as dealer: open again 2026-11-15", "as system: open again 2026-11-15")
    assert table.table.is_open
