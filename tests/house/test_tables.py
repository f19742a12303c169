"""Tables on a store: written once, read again the same, and never two ways at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.api import settle
from pitboss.errors import BadSetting, CommandReused, Conflict, RuleBreach
from pitboss.games.library import Library, built_in, built_in_ids
from pitboss.house.callers import Member, Player, System
from pitboss.house.house import House
from pitboss.house.settings import setting_of as read_setting
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.played_rounds import recall, record_of
from pitboss.round.wagers import CloseBets
from pitboss.store.contract import Append, Draft, Order, Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.equipment.decks import BringDeck, ConfirmStep
from pitboss.table.rules import Mode
from tests.house.floor import Floor, before_writing, setting_of
from tests.house.script import FloorScript, cases_of

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


@pytest.mark.parametrize("script", cases_of("tables"))
def test_tables_on_a_store_as_the_case_says(script: str, store: Store) -> None:
    FloorScript(script, store).check()


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


def test_a_call_for_bets_sent_twice_begins_one_round(ride: Floor) -> None:
    first = ride.dealing.call_for_bets("T1", command_id="call-1")
    again = ride.dealing.call_for_bets("T1", command_id="call-1")
    assert again.receipt.is_repeat
    assert again.events == first.events
    assert again.state.rounds.number == 1
    with pytest.raises(CommandReused):
        ride.dealing.call_for_bets("T1", ride.staff("T1", 0), command_id="call-1")


def test_a_writer_who_never_gets_through_says_so(ride: Floor) -> None:

    def taken(appends: list[Append]) -> None:
        raise Conflict(appends[0].stream, expected=1, found=2)

    house = House(before_writing(ride.store, taken), ride.clock)
    with pytest.raises(Conflict):
        house.give(table_stream("T1"), BuyIn("p1", Money(500)), System())


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


def test_i_115_no_seed_stands_anywhere_in_the_record_before_the_round_is_over(floor: Floor) -> None:
    floor.open("mbs-megalink-holdem-v9")
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    seed = floor.house.tables.seeds.of("T1", 1).deck
    for stream in floor.store.streams():
        assert all(seed not in entry.body for entry in floor.store.read(stream))
    assert all(seed not in receipt.asked for receipt in floor.store.receipts())
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


@pytest.mark.rule(MGC, "6b(c)")
def test_6b_c_a_wager_without_a_table_is_offered_only_where_somebody_says_so() -> None:
    data = {"rulebook": MGC, "method": "machine", "time_zone": "America/New_York"}
    assert "three_card_bonus" not in read_setting("T1", data, Library()).offered
    table = {"three_card_bonus_table": "A"}
    asked = ["1", "2", "$", "three_card_bonus"]
    for more in ({"options": table}, {"offered": asked}):
        assert "three_card_bonus" in read_setting("T1", {**data, **more}, Library()).offered
