"""Tables on a store: written once, read again the same, and never two ways at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.api import settle
from pitboss.errors import BadSetting, CommandReused, Conflict, RoleBreach, RuleBreach
from pitboss.games.library import Library, built_in, built_in_ids
from pitboss.house.callers import Member, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.settings import setting_of as read_setting
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.played_rounds import recall, record_of
from pitboss.round.result import EndRound, RoundClosed
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.contract import Append, Draft, Order, Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.chips.rack import CollectDrop
from pitboss.table.equipment.decks import BringDeck, ConfirmStep
from pitboss.table.equipment.devices import RecordNotice
from pitboss.table.irregularities.failures import POWER_FAILURE
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.operation import CloseTable, StopOffering
from pitboss.table.people.admission import LiftRestriction, Restrict
from pitboss.table.people.seats import LeaveSeat, RegisterDevice
from pitboss.table.rules import Mode
from tests.house.floor import Floor, before_writing, setting_of

RIDE, MGC = "mbs-let-it-ride-v3", "mgc-let-it-ride"


@pytest.fixture
def floor(store: Store) -> Floor:
    """A floor that is open, and no table is."""
    return Floor(store)


@pytest.fixture
def ride(floor: Floor) -> Floor:
    """The same with a table of Let It Ride, at which three people sit."""
    floor.open(RIDE)
    return floor


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_what_another_process_reads_is_what_this_one_has(floor: Floor, rulebook: str) -> None:
    floor.open(rulebook)
    floor.play(rounds=2)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    assert House(floor.store).tables.table("T1") == floor.table()


def test_a_table_reads_on_from_its_last_snapshot(floor: Floor) -> None:
    floor.open(RIDE, players=1)
    floor.play(rounds=26)
    snapshot = floor.store.last("table/T1", "table-stood")
    assert snapshot is not None
    assert floor.store.head("table/T1").version - snapshot.version < 40
    assert House(floor.store).tables.table("T1") == floor.table()


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_round_without_a_wager_is_ended_and_its_seeds_are_opened(
    floor: Floor, rulebook: str
) -> None:
    floor.open(rulebook)
    floor.dealing.call_for_bets("T1")
    assert floor.dealing.due("T1") is None
    with pytest.raises(RuleBreach, match="End the round first"):
        floor.give("T1", CloseTable(), floor.staff("T1", -1))
    with pytest.raises(RoleBreach):
        floor.give("T1", EndRound(), Player("p1"))
    ended = floor.give("T1", EndRound(), floor.staff("T1", 0))
    end = floor.rules().rulebook.procedure["end"]
    assert ended.events == (RoundClosed(clause=end),)
    with pytest.raises(RuleBreach, match="seeds of round 1 are not opened"):
        floor.give("T1", CloseTable(), floor.staff("T1", 0))
    assert floor.dealing.step("T1") is not None
    assert floor.dealing.due("T1") is None
    floor.play(rounds=1)
    assert floor.table().rounds.number == 2
    floor.check()


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("is_ended", [False, True])
def test_a_table_closes_while_nobody_wagers(floor: Floor, rulebook: str, is_ended: bool) -> None:
    floor.open(rulebook)
    floor.play(rounds=1)
    floor.dealing.call_for_bets("T1")
    if is_ended:
        floor.give("T1", EndRound())
    closed = floor.dealing.close("T1", floor.staff("T1", 0))
    assert not closed.state.is_open
    assert closed.state.rounds.is_opened
    floor.check()


def test_a_table_does_not_close_under_a_wager_that_stands(ride: Floor) -> None:
    ride.dealing.call_for_bets("T1")
    ride.bet("T1")
    with pytest.raises(RuleBreach, match="Round 1 is not over"):
        ride.dealing.close("T1", ride.staff("T1", 0))
    assert ride.table().play.is_open


def test_a_command_sent_twice_acts_once(ride: Floor) -> None:
    buy = BuyIn("p1", Money(500))
    first = ride.give("T1", buy, System(), "buy-1")
    again = ride.give("T1", buy, System(), "buy-1")
    assert again.receipt.is_repeat
    assert again.events == first.events
    assert House(ride.store).tables.table("T1") == first.state


def test_a_command_that_could_not_act_again_still_gets_its_first_answer(ride: Floor) -> None:
    ride.dealing.call_for_bets("T1")
    ride.bet("T1")
    first = ride.give("T1", CloseBets(), System(), "close-1")
    again = ride.give("T1", CloseBets(), System(), "close-1")
    assert again.events == first.events
    assert again.receipt.is_repeat
    with pytest.raises(RuleBreach):
        ride.give("T1", CloseBets(), System(), "close-2")


def test_an_id_used_for_something_else_is_refused(ride: Floor) -> None:
    ride.give("T1", BuyIn("p1", Money(500)), System(), "buy-1")
    with pytest.raises(CommandReused):
        ride.give("T1", BuyIn("p1", Money(501)), System(), "buy-1")
    with pytest.raises(CommandReused):
        ride.give("T1", BuyIn("p1", Money(500)), Player("p1"), "buy-1")


def test_whoever_decided_on_an_older_state_decides_again(ride: Floor) -> None:
    other = House(ride.store, ride.clock)
    assert other.tables.table("T1") == ride.table()
    ride.dealing.call_for_bets("T1")
    done = other.give(table_stream("T1"), PlaceWager(1, "p1", "1", Money(1000)), Player("p1"))
    assert done.state.play.seats[1].wagers == {"1": Money(1000)}
    assert ride.house.tables.refresh("T1") == done.state


def test_a_call_for_bets_by_whoever_is_rounds_behind_is_bound_to_its_own_round(
    ride: Floor,
) -> None:
    behind = Dealer(House(ride.store, ride.clock))
    assert behind.house.tables.table("T1").rounds.number == 0
    ride.play(rounds=2)
    assert behind.call_for_bets("T1").state.rounds.number == 3
    ride.house.tables.refresh("T1")
    ride.bet("T1")
    ride.give("T1", CloseBets())
    ride.finish("T1")
    ride.check()


def test_a_call_for_bets_sent_twice_begins_one_round(ride: Floor) -> None:
    first = ride.dealing.call_for_bets("T1", command_id="call-1")
    again = ride.dealing.call_for_bets("T1", command_id="call-1")
    assert again.receipt.is_repeat
    assert again.events == first.events
    assert again.state.rounds.number == 1
    with pytest.raises(CommandReused):
        ride.dealing.call_for_bets("T1", ride.staff("T1", 0), command_id="call-1")


def test_a_call_for_bets_during_a_round_is_told_that_the_round_is_not_over(ride: Floor) -> None:
    ride.dealing.call_for_bets("T1")
    with pytest.raises(RuleBreach, match="Round 1 is not over") as refused:
        ride.dealing.call_for_bets("T1")
    assert refused.value.clause == ride.rules().rulebook.procedure["end"]


def test_a_writer_who_never_gets_through_says_so(ride: Floor) -> None:

    def taken(appends: list[Append]) -> None:
        raise Conflict(appends[0].stream, expected=1, found=2)

    house = House(before_writing(ride.store, taken), ride.clock)
    with pytest.raises(Conflict):
        house.give(table_stream("T1"), BuyIn("p1", Money(500)), System())


def test_a_refusal_for_lack_of_a_role_is_written_down(ride: Floor) -> None:
    before = ride.store.head("table/T1")
    with pytest.raises(RoleBreach):
        ride.give("T1", CloseTable(), Player("p1"))
    assert ride.store.head("table/T1") == before
    refused = ride.store.last("access", "request-refused")
    assert refused is not None
    assert refused.actor == "p1"
    assert "close table at table T1" in refused.body


def test_the_least_role_that_would_do_is_written_down(ride: Floor) -> None:
    ride.dealing.call_for_bets("T1", ride.staff("T1", 0))
    called = ride.store.last("table/T1", "bets-called")
    assert called is not None
    assert (called.actor, called.role) == ("mbs-0", "Dealer")


def test_somebody_of_another_house_is_nobody_here(ride: Floor) -> None:
    with pytest.raises(RoleBreach):
        ride.dealing.call_for_bets("T1", Member("mgc-2"))


@pytest.mark.parametrize("stranger", [Member("ann"), Member("nobody"), Member("mgc-2")])
def test_who_has_no_role_here_acts_for_no_player(ride: Floor, stranger: Member) -> None:
    ride.dealing.call_for_bets("T1")
    bet = PlaceWager(1, "p1", "1", Money(1000))
    with pytest.raises(RoleBreach, match="Players do this by themselves"):
        ride.give("T1", bet, stranger)
    with pytest.raises(RoleBreach, match="needs the player, or the Dealer or a higher role"):
        ride.give("T1", LeaveSeat("p1"), stranger)
    ride.give("T1", bet, Player("p1"))


@pytest.mark.rule("mgc-let-it-ride", "4(b)")
def test_4_b_who_acts_above_their_own_role_is_on_record_in_the_one_that_was_needed(
    floor: Floor,
) -> None:
    floor.staff_desk.appoint("mgc-1", "casino supervisor", by="boss", is_acting=True)
    floor.house.tables.open(setting_of("mgc-let-it-ride", "T1", Mode.LIVE), Member("mgc-2"))
    inspected = "inspected_at_the_table"
    floor.give("T1", BringDeck("A", "red", inspected), Member("mgc-0"))
    for step in ("cover_card", "inspected"):
        floor.give("T1", ConfirmStep(step, "A"), Member("mgc-0"))
    floor.give("T1", ConfirmStep("verified", "A"), Member("mgc-1"))
    *_, entry = floor.store.read("table/T1")
    assert entry.role == "floorperson"
    floor.check()


@pytest.mark.rule("mbs-megalink-holdem-v9", "6.2")
@pytest.mark.rule("mbs-megalink-three-card-v6", "6.2")
@pytest.mark.parametrize("rulebook", ["mbs-megalink-holdem-v9", "mbs-megalink-three-card-v6"])
def test_6_2_whoever_acts_in_a_role_or_stands_higher_may_do_what_the_role_may(
    floor: Floor, rulebook: str
) -> None:
    floor.open(rulebook)
    restrict = Restrict("p1", "shared information with a neighbour")
    lift = LiftRestriction("p1", "agreed to play one hand")
    with pytest.raises(RoleBreach, match="needs the Pit Manager"):
        floor.give("T1", restrict, floor.staff("T1", 0))
    floor.staff_desk.appoint("mbs-0", "Pit Manager", by="boss", is_acting=True)
    floor.give("T1", restrict, floor.staff("T1", 0))
    floor.give("T1", lift, floor.staff("T1", 3))
    floor.staff_desk.end("mbs-0", "Pit Manager", by="boss")
    with pytest.raises(RoleBreach):
        floor.give("T1", restrict, floor.staff("T1", 0))
    roles = {entry.name: entry.role for entry in floor.store.read("table/T1")}
    assert roles["player-restricted"] == "acting Pit Manager"
    assert roles["restriction-lifted"] == "Gaming Shift Manager"
    floor.check()


def test_6_2_who_has_no_role_here_is_told_so(ride: Floor) -> None:
    for person in ("boss", "sec"):
        with pytest.raises(RoleBreach) as refusal:
            ride.give("T1", CloseTable(), Member(person))
        assert refusal.value.problem == f"{person} has no role at this table"


def test_s2_nobody_stands_beside_who_has_left_meanwhile(ride: Floor) -> None:
    both = Member("mbs-1", "sec")
    ride.give("T1", RegisterDevice(1), both)
    ride.staff_desk.leave("sec", by="boss")
    with pytest.raises(RoleBreach, match="sec, who stood beside mbs-1, has left") as refusal:
        ride.give("T1", RegisterDevice(2), both)
    assert refusal.value.clause == "I-94"
    *_, entry = ride.store.read("access")
    assert entry.name == "request-refused"
    ride.check()


def test_s5_two_of_one_department_do_not_take_the_drop(ride: Floor) -> None:
    collect = CollectDrop("B1")
    for second, said in (
        ("", "mbs-1 alone"),
        ("mbs-1", "mbs-1 alone"),
        ("mbs-3", "mbs-3 of table games"),
        ("boss", "boss, who has no role here"),
        ("nobody", "nobody, who has no role here"),
    ):
        with pytest.raises(RoleBreach, match=said) as refusal:
            ride.give("T1", collect, Member("mbs-1", second))
        assert refusal.value.clause == "I-50"
    with pytest.raises(RoleBreach):
        ride.give("T1", collect, Member("sec", "mbs-1"))
    ride.give("T1", collect, Member("mbs-1", "sec"))
    *_, entry = ride.store.read("table/T1")
    assert (entry.name, entry.actor, entry.second) == ("drop-collected", "mbs-1", "sec")
    ride.check()


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_every_round_exports_as_a_record_that_settles_to_the_same_cents(
    store: Store, rulebook: str
) -> None:
    floor = Floor(store, seed=7)
    floor.open(rulebook)
    floor.play(rounds=3)
    rules = Library()[rulebook]
    for number in (1, 2, 3):
        found = recall(store, "T1", number)
        assert found is not None
        settled = settle(record_of(found, rules))
        lines = {
            (seat["seat"], line["wager"]): (line["winnings"], line["returned"])
            for seat in settled["seats"]
            for line in seat["lines"]
        }
        assert lines == {
            (line.seat, line.wager): (str(line.winnings), str(line.returned))
            for line in found.play.settled
        }


def test_a_rulebook_file_that_changed_since_is_not_played_on_with(ride: Floor) -> None:
    own = Library()[RIDE]
    changed = {own.id: replace(own, digest="0" * 64)}
    with pytest.raises(BadSetting, match="not the one table T1 was opened with"):
        House(ride.store, rulebooks=changed).give(
            table_stream("T1"), BuyIn("p1", Money(500)), System()
        )


def test_the_seeds_are_kept_so_that_another_process_deals_the_round_to_its_end(
    floor: Floor,
) -> None:
    floor.open("mbs-megalink-holdem-v9")
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    floor.dealing.step("T1")
    floor.house = House(floor.store, floor.clock)
    floor.dealing = Dealer(floor.house)
    floor.finish("T1")
    floor.check()


def test_no_seed_stands_where_a_table_is_read_before_the_round_is_over(floor: Floor) -> None:
    floor.open("mbs-megalink-holdem-v9")
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    kept = floor.store.last("seeds/T1", "seeds-kept")
    assert kept is not None
    seed = kept.body.split('"deck":"')[1][:64]
    assert all(seed not in entry.body for entry in floor.store.read("table/T1"))
    floor.give("T1", CloseBets())
    floor.finish("T1")
    assert any(seed in entry.body for entry in floor.store.read("table/T1"))


def test_without_the_rulebook_of_a_table_it_is_said_what_would_do() -> None:
    floor = Floor(MemoryStore())
    floor.open(RIDE)
    other = built_in("mgc-let-it-ride")
    apart = House(floor.store, floor.clock, rulebooks={other.id: other})
    with pytest.raises(BadSetting, match=r"there are mgc-let-it-ride\. .*--rulebook-file FILE"):
        apart.tables.rules("T1")


def test_a_stream_somebody_else_wrote_to_is_refused_in_plain_words(ride: Floor) -> None:
    draft = Draft(name="who-knows", schema=1, clause="", body="{}")
    order = Order(id="x", asked="", actor="x", role="", time="2026-01-01T00:00:00Z")
    ride.store.append(order, [Append(stream="table/T1", drafts=(draft,), expected=None)])
    with pytest.raises(Exception, match="Nothing is stored under the name 'who-knows'"):
        House(ride.store).tables.table("T1")


# --- what it offers, changed while it is open ----------------------------------------------------


@pytest.mark.rule(MGC, "6a(a)")
def test_a_wager_that_was_withdrawn_is_refused_here_and_by_who_reads_the_log(
    floor: Floor,
) -> None:
    name, player = floor.open(MGC), Player("p1")
    staff = floor.staff(name, 1)
    notice = RecordNotice("bonus", "2025-12-01", "board by the entrance")
    floor.give(name, notice, staff)
    floor.give(name, StopOffering("bonus", "quiet hours"), staff)
    other = House(floor.store, floor.clock)
    assert "bonus" not in floor.rules(name).setting.offered
    assert other.tables.rules(name).setting == floor.rules(name).setting
    floor.dealing.call_for_bets(name)
    for wager in ("1", "2", "$"):
        bet = PlaceWager(1, "p1", wager, Money.parse("5.00"))
        floor.give(name, bet, player)
    bonus = PlaceWager(1, "p1", "bonus", Money.parse("1.00"))
    for house in (floor.house, other):
        with pytest.raises(RuleBreach, match="not offered"):
            house.give(table_stream(name), bonus, player)


@pytest.mark.rule(MGC, "6b(c)")
def test_6b_c_a_wager_without_a_table_is_offered_only_where_somebody_says_so() -> None:
    data = {"rulebook": MGC, "method": "machine", "time_zone": "America/New_York"}
    assert "three_card_bonus" not in read_setting("T1", data, Library()).offered
    table = {"three_card_bonus_table": "A"}
    asked = ["1", "2", "$", "three_card_bonus"]
    for more in ({"options": table}, {"offered": asked}):
        assert "three_card_bonus" in read_setting("T1", {**data, **more}, Library()).offered


@pytest.mark.parametrize("rulebook", [RIDE, "mbs-megalink-let-it-ride-v2", MGC])
def test_i_93_what_the_system_deals_is_all_on_record_and_can_be_resumed_after_a_power_failure(
    floor: Floor, rulebook: str
) -> None:
    floor.open(rulebook)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    floor.dealing.step("T1")
    top = floor.staff("T1", len(floor.rules().rulebook.roles) - 1)
    floor.give("T1", ReportIrregularity(kind=POWER_FAILURE), top)
    halt = floor.table().halt
    assert halt is not None
    assert halt.details == {"proposed": "resume"}
    floor.give("T1", MakeRuling(ruling="resume", reason="all is as it was"), top)
    floor.finish("T1")
    floor.check()
