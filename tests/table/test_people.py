"""Who sits where, who was told what, who may act for whom."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach
from pitboss.ledger.books import disagreements, ledger_of, trial_balance
from pitboss.money import Money
from pitboss.round.decisions import Choose, ViewHand
from pitboss.round.result import SettleRound
from pitboss.round.wagers import PlaceWager, WagerPlaced
from pitboss.table.operation import OpenTable
from pitboss.table.people.admission import GiveNotice, LiftRestriction, NoticeGiven, Restrict
from pitboss.table.people.seats import RegisterDevice, TakeSeat
from pitboss.table.people.turns import (
    DecisionPrompted,
    PlaceOnBehalf,
    PromptForDecision,
    WagerRequested,
)
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
    staff,
    staked,
    under,
)

BASE = {MEGALINK: "1", RIDE: "1", HOLDEM: "ante", THREE: "ante", MGC: "1"}


def wager(seat: int, name: str, what: str = "ante", stake: str = "10.00") -> PlaceWager:
    return PlaceWager(seat, name, what, Money.parse(stake))


# --- seats --------------------------------------------------------------------------------------


@under({MEGALINK: ("3.4",), RIDE: ("3.4",), HOLDEM: ("3.4",), THREE: ("3.4",), MGC: ("6(b)",)})
def test_only_who_is_seated_wagers(book: str) -> None:
    table = LiveTable(book).say("call")
    refusal = table.refused(wager(2, "p2", BASE[book]), by=player("p2"))
    assert refusal.clause == table.rules.rulebook.procedure["seated"]
    assert refusal.remedy == "Take a seat first."
    table.seat(2)
    assert "p2 sits at seat 2" in str(table.refused(wager(2, "p9", BASE[book]), by=player("p9")))
    table.say(f"p2: bet 2 p2 {BASE[book]} 10.00")


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
    table = LiveTable(HOLDEM)
    table.seat(1)
    assert "p1's" in str(table.refused(TakeSeat("p9", 1), by=player("p9")))
    table.say('refused "seat 1 already": p1: sit p1 2')
    assert "1 to 6" in table.refused(TakeSeat("p9", 7), by=player("p9")).remedy
    table.say('refused "p1 acts": p1: sit p9 2', 'refused 3.4 "not seated": p9: stand p9')


def test_nobody_sits_down_where_another_plays_a_hand() -> None:
    table = LiveTable(THREE).say("call", "seat 1  ante 10.00", "seat 2 p1:  ante 10.00")
    table.say('refused "plays seat 2": p2: sit p2 2')


# --- several hands for one player ---------------------------------------------------------------


@under({HOLDEM: ("3.4.1",)})
def test_3_4_1_several_hands_only_after_the_dealers_notice_before_bets_are_called(
    book: str,
) -> None:
    table = LiveTable(book)
    table.seat(1)
    table.say("call", "seat 1  ante 10.00", "refused 3.4.1: p1: bet 2 p1 ante 10.00")
    told = table.give(GiveNotice("p1"))
    assert told == [NoticeGiven(player="p1", clause="3.4.1")]
    # Too late for this round: it was called already.
    table.say("refused 3.4.1: p1: bet 2 p1 ante 10.00", "no more bets", "play on", "settle", "end")
    for _ in range(2):
        # Once for the sitting, however many rounds.
        table.say("call", "seat 1  ante 10.00", "seat 2 p1:  ante 10.00", "no more bets", "deal")
        table.say("p1: view 2", "refused 3.4.1: p1: view 1", "play on", "settle", "end")
    table.say("p1: stand p1")
    table.seat(1)
    table.say("call", "seat 1  ante 10.00", "refused 3.4.1: p1: bet 2 p1 ante 10.00")


@under({HOLDEM: ("3.4.1",)})
def test_3_4_1_notice_is_for_staff_to_give_to_who_is_seated(book: str) -> None:
    table = LiveTable(book).say("refused 3.4.1: give-notice p1")
    table.seat(1)
    table.say("refused role: p1: give-notice p1")


@under({THREE: ("3.4.1",)})
def test_3_4_1_three_card_needs_no_notice(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  ante 10.00", "seat 2 p1:  ante 10.00")
    table.say('refused 3.1 "no such thing": give-notice p1')


@under({HOLDEM: ("3.4.3", "6.2"), THREE: ("3.4.3", "6.2")})
def test_3_4_3_a_pit_manager_restricts_a_player_to_one_position(book: str) -> None:
    table = LiveTable(book)
    table.seat(1)
    table.seat(3)
    if book == HOLDEM:
        table.say("give-notice p1")
    restrict = Restrict("p1", "plays too fast for two")
    supervisor = staff("Pit Supervisor")
    refusal = table.refused(restrict, by=supervisor)
    assert isinstance(refusal, RoleBreach)
    assert refusal.clause == "3.4.3"
    assert "Pit Manager" in refusal.remedy
    table.say('refused "Write why": as Pit Manager: restrict p1 " "')
    table.give(restrict, by=staff("Pit Manager"))
    assert "already" in str(table.refused(restrict, by=staff("Pit Manager")))
    table.say("call", "seat 1  ante 10.00", "seat 3  ante 10.00")
    # Neither a second hand nor a part in another's.
    table.say("refused 3.4.3: p1: bet 2 p1 ante 10.00", "refused 3.4.3: p1: bet 3 p1 ante 10.00")
    lift = LiftRestriction("p1", "slower now")
    assert isinstance(table.refused(lift, by=supervisor), RoleBreach)
    # A higher role may do it as well.
    table.give(lift, by=staff("Gaming Shift Manager"))
    table.say("p1: bet 2 p1 ante 10.00", "p1: bet 3 p1 ante 10.00")
    assert "is not restricted" in str(table.refused(lift, by=table.top))


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_where_one_hand_is_the_rule_there_is_nothing_to_restrict(book: str) -> None:
    table = LiveTable(book)
    table.seat(1)
    table.say('refused "no such thing": as top: restrict p1 "why not"')


@under({MGC: ("6(e)",)})
def test_6_e_two_adjacent_positions_where_the_house_allows_it(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  base 10.00")
    table.say('refused 6(e) "already holds seat 1": p1: bet 2 p1 1 10.00')
    table = LiveTable(book, method="machine", options={"allow_two_positions": True})
    table.seat(3)
    table.say("call", "seat 1  base 10.00")
    # Not from the last position to the first, and not where somebody sits.
    far = table.refused(wager(6, "p1", "1"), by=player("p1"))
    assert far.remedy == "Play two seats side by side at most."
    table.seat(2)
    table.say("refused 6(b): p1: bet 2 p1 1 10.00", "p2: stand p2")
    for bet_ in ("1", "2", "$"):
        table.say(f"p1: bet 2 p1 {bet_} 20.00")
    table.say('refused 6(e) "already holds": p1: bet 4 p1 1 10.00', "no more bets")
    table.say("deal Td Th 4s Kc Kd 2s 9c 5d 8h")
    for seat, choice in ((1, "ride"), (2, "withdraw")):
        table.say(f"seat {seat}  {choice}")
    table.say("burn", "turn", "seat 1  withdraw", "seat 2  ride", "turn", "show 2 1", "settle")
    # Of 90.00 nothing is lost; tens win 10.00 on two bets, kings 20.00 on two.
    table.say("p1 holds 150.00")


@pytest.mark.parametrize("book", [MEGALINK, RIDE])
def test_i_62_one_area_for_each_player_and_no_other_number(book: str) -> None:
    table = LiveTable(book, house={"max_areas_per_player": "2"}, is_opened=False)
    refusal = table.refused(
        OpenTable(table.setting, "2026-11-15", "2026-11-15T20:00:00+08:00"), by=table.top
    )
    assert refusal.clause == "I-62"
    table = LiveTable(book, house={"max_areas_per_player": "1"}).say("call", "seat 1  base 10.00")
    table.say('refused I-62 "already holds seat 1": p1: bet 2 p1 1 10.00')


# --- several players on one hand ----------------------------------------------------------------


@under({HOLDEM: ("3.4", "3.4.2", "3.5.1", "3.5.4"), THREE: ("3.4", "3.4.2", "3.5.1", "3.5.4")})
def test_3_4_an_area_is_shared_and_the_seated_player_decides_for_it(book: str) -> None:
    table = opened(book).say("call", "seat 1  ante 5.00", "seat 1 p9:  ante 10.00")
    jackpot = wager(1, "p9", "progressive", "5.00")
    assert "p1, who is seated there" in str(table.refused(jackpot, by=player("p9")))
    # Where nobody sits there is no one to hold a progressive wager (I-106).
    jackpot = wager(2, "p9", "progressive", "5.00")
    assert table.refused(jackpot, by=player("p9")).remedy == "Take a seat first."
    table.say("seat 1  progressive 5.00", "no more bets", "deal")
    raises = "bet" if book == HOLDEM else "play"
    refusal = table.refused(Choose(1, raises), by=player("p9"))
    assert isinstance(refusal, RoleBreach)
    happened = table.give(Choose(1, raises), by=player("p1"))
    placed = [(e.player, str(e.stake)) for e in happened if isinstance(e, WagerPlaced)]
    double = book == HOLDEM
    assert placed == [("p1", "10.00" if double else "5.00"), ("p9", "20.00" if double else "10.00")]
    table.say("play on", "settle")
    shares = next(line.shares for line in table.table.play.settled if line.wager == "ante")
    assert [(name, str(stake)) for name, stake, _, _ in shares] == [("p1", "5.00"), ("p9", "10.00")]
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
    table = opened(book)
    table.seat(1)
    if book == HOLDEM:
        table.say("give-notice p1")
    table.say("call")
    for seat in (1, 2):
        table.say(f"seat {seat} p1:  ante 10.00  progressive 5.00")
    assert set(table.table.play.seats[2].wagers) == {"ante", "progressive"}


# --- for whom -----------------------------------------------------------------------------------


@under({HOLDEM: ("3.6", "6.2"), THREE: ("3.6", "6.2")})
def test_3_6_staff_places_a_wager_at_a_players_request(book: str) -> None:
    table = LiveTable(book)
    table.seat(1)
    table.say("call")
    place = PlaceOnBehalf(1, "p1", "ante", Money.parse("10.00"))
    for name in ("p1", "p2"):
        assert isinstance(table.refused(place, by=player(name)), RoleBreach)
    happened = table.give(place, by=staff("Pit Supervisor"))
    assert happened == [
        WagerRequested(player="p1", seat=1, wager="ante", stake=Money.parse("10.00"), clause="3.6"),
        WagerPlaced(seat=1, player="p1", wager="ante", stake=Money.parse("10.00"), clause="3.4"),
    ]
    # It is the player's own, with all that is asked of those.
    table.say("p1: down 1 p1 ante")
    small = PlaceOnBehalf(1, "p1", "ante", Money.parse("1.00"))
    assert "minimum" in table.refused(small, by=staff("Pit Manager")).remedy
    unseated = PlaceOnBehalf(2, "p2", "ante", Money.parse("10.00"))
    assert table.refused(unseated).remedy == "Take a seat first."
    table.give(place, by=table.top)
    table.say("no more bets")
    assert table.refused(place).clause == "3.2"


@under({HOLDEM: ("1.1.2", "3.4.1"), THREE: ("1.1.3", "3.4.1")})
@pytest.mark.parametrize("mode", list(Mode))
def test_3_4_1_who_asks_for_another_hand_is_told_why_not_and_it_is_written_down(
    book: str, mode: Mode
) -> None:
    table = several_hands(LiveTable(book, mode=mode), 1, 2)
    table.say("p1: view 1")
    refusal = table.refused(ViewHand(2), by=player("p1"))
    # What somebody may not do is written down where it is refused.
    assert isinstance(refusal, RoleBreach)
    assert (refusal.problem, refusal.clause) == ("p1 has viewed seat 1", "3.4.1")
    assert refusal.remedy == "One hand is viewed, and the others are played unseen."
    again = table.refused(ViewHand(1), by=player("p1"))
    assert not isinstance(again, RoleBreach)


FOLLOWS = {HOLDEM: ("flop", "20.00", "bet"), THREE: ("play", "10.00", "play")}


@under({HOLDEM: ("3.6", "3.9.2"), THREE: ("3.6", "3.9.2")})
@pytest.mark.parametrize("mode", list(Mode))
def test_3_6_also_the_wager_that_a_decision_asks_for(book: str, mode: Mode) -> None:
    wager_id, stake, choice = FOLLOWS[book]
    table = LiveTable(book, mode=mode).say("call", "seat 1,2  ante 10.00")
    place = PlaceOnBehalf(1, "p1", wager_id, Money.parse(stake))
    dealer = staff("Dealer", "dan")
    assert "is not asked for now" in str(table.refused(place, by=dealer))
    table.say("no more bets", "deal")
    later = PlaceOnBehalf(2, "p2", wager_id, Money.parse(stake))
    assert "is not asked for now" in str(table.refused(later, by=dealer))
    anothers = PlaceOnBehalf(1, "p2", wager_id, Money.parse(stake))
    assert "p1 decides" in table.refused(anothers, by=dealer).remedy
    less = PlaceOnBehalf(1, "p1", wager_id, Money.parse("5.00"))
    assert table.refused(less, by=dealer).remedy == f"It is ${stake}, no less and no more."
    assert isinstance(table.refused(place, by=player("p1")), RoleBreach)
    happened = table.give(place, by=dealer)
    assert [type(event).__name__ for event in happened] == [
        "WagerRequested", "ChoiceMade", "WagerPlaced"
    ]  # fmt: skip
    assert table.table.play.seats[1].decisions == {wager_id: choice}
    assert str(table.table.play.seats[1].wagers[wager_id]) == stake
    assert table.refused(place, by=dealer).clause == "3.9.2"


@under({THREE: ("3.6", "3.9.3")})
def test_3_6_without_an_ante_there_is_nothing_to_wager_on_play(book: str) -> None:
    table = LiveTable(book).say("call", "seat 1  pair_plus 10.00", "no more bets", "deal")
    table.say('refused "is not asked for now": place-on-behalf 1 p1 play 10.00')


@pytest.mark.parametrize("book", [MEGALINK, RIDE, MGC])
def test_no_wager_on_a_players_behalf_where_no_rule_allows_it(book: str) -> None:
    table = LiveTable(book)
    table.seat(1)
    table.say("call", 'refused "no such thing": place-on-behalf 1 p1 1 10.00')


@under({MGC: ("9(a)(1)",)})
def test_9_a_1_only_the_player_and_the_dealer_act_for_a_hand(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    refusal = table.refused(Choose(1, "ride"), by=player("p2"))
    assert isinstance(refusal, RoleBreach)
    for role in ("floorperson", "casino supervisor"):
        refusal = table.refused(Choose(1, "ride"), by=staff(role))
        assert isinstance(refusal, RoleBreach)
        assert refusal.clause == "9(a)(1)"
    table.say("p1: choose 1 ride", "choose 2 ride")


@pytest.mark.parametrize("book", [HOLDEM, THREE, RIDE, MEGALINK])
def test_nobody_wagers_or_decides_for_another_player(book: str) -> None:
    table = staked(book, 1, 2).say("deal")
    choice = table.rules.rulebook.decisions[next(iter(table.rules.rulebook.decisions))].choices[0]
    assert isinstance(table.refused(Choose(1, choice), by=player("p2")), RoleBreach)
    table.say(f'p1: choose 1 "{choice}"')
    table = LiveTable(book)
    table.seat(1)
    table.say("call")
    refusal = table.refused(wager(1, "p1", BASE[book]), by=player("p2"))
    assert isinstance(refusal, RoleBreach)


# --- devices and clocks -------------------------------------------------------------------------


@under({MEGALINK: ("3.5.1",)})
def test_3_5_1_a_progressive_wager_comes_through_the_areas_device(book: str) -> None:
    table = LiveTable(book, unit="5.00").say("call", "seat 1  base 10.00")
    table.say("refused 3.5.1: p1: bet 1 p1 progressive 5.00", "refused role: p1: register-device 1")
    assert "1 to 6" in table.refused(RegisterDevice(7)).remedy
    table.say("register-device 1", 'refused 3.5.1 "already": register-device 1', "retire-device 1")
    table.say('refused 3.5.1 "is not registered": retire-device 1')
    table.say("refused 3.5.1: p1: bet 1 p1 progressive 5.00", "register-device 1")
    table.say("p1: bet 1 p1 progressive 5.00")
    assert str(table.table.play.seats[1].wagers["progressive"]) == "5.00"


@pytest.mark.parametrize("book", list(BASE))
def test_i_100_the_clock_prompts_and_decides_nothing(book: str) -> None:
    table = staked(book, 1, 2, house={"decision_timer": "30"})
    prompt = PromptForDecision(1)
    assert "no seat" in table.refused(prompt).remedy
    table.say("deal")
    before = table.table
    happened = table.give(prompt, by=SYSTEM_ITSELF)
    decision = next(iter(table.rules.rulebook.decisions.values()))
    assert happened == [DecisionPrompted(seat=1, decision=decision.id, clause=decision.clause)]
    assert table.table == before
    assert "seat 1" in table.refused(PromptForDecision(2)).remedy
    assert table.refused(prompt, by=player("p2")).clause == "I-100"
    table.say(f"seat 1  {decision.choices[0]}", "prompt-for-decision 2")
    table = staked(book, 1).say("deal")
    assert "no time limit" in str(table.refused(prompt))


@pytest.mark.parametrize(("name", "value"), [("decision_timer", "soon"), ("absent_default", "no")])
def test_settings_concerning_people_say_something_that_can_be_done(name: str, value: str) -> None:
    table = LiveTable(RIDE, house={name: value}, is_opened=False)
    opening = OpenTable(table.setting, "2026-11-15", "2026-11-15T20:00:00+08:00")
    assert value in str(table.refused(opening, by=table.top))


def test_a_restriction_outlasts_the_closing_of_the_table() -> None:
    table = LiveTable(THREE)
    table.seat(1)
    table.say('as top: restrict p1 "asked for two"', "as top: close-table")
    table.say("open again 2026-11-16")
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
    opens = OpenTable(table.setting, "2026-11-15", "2026-11-15T20:00:00+08:00")
    for by in (player("p1"), table.dealer, SYSTEM_ITSELF):
        refusal = table.refused(opens, by=by)
        assert isinstance(refusal, RoleBreach)
        assert table.ladder[1] in refusal.remedy or by is SYSTEM_ITSELF
    table.give(opens, by=staff(table.ladder[1], "pam"))
    assert table.table.is_open
    # The house's own file has them where the system opens and deals.
    table = LiveTable(book, mode=Mode.ELECTRONIC, is_opened=False)
    opens = OpenTable(table.setting, "2026-11-15", "2026-11-15T20:00:00+08:00")
    assert isinstance(table.refused(opens, by=staff(table.ladder[0], "dan")), RoleBreach)
    table.give(opens, by=SYSTEM_ITSELF)
    assert table.table.is_open
