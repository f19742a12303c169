"""The books of a link: what accrues is owed, to the cent, and never revenue (P29)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.house.streams import link_stream, table_stream
from pitboss.house.table_reports import day_results, shift_result, shift_results
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.care import ReceiveTransfer, SendTransfer, TransferSent
from pitboss.jackpot.claims import RejectClaim
from pitboss.jackpot.inbox import RoundContributed
from pitboss.jackpot.meters import Bucket, Rate
from pitboss.jackpot.operation import RetireLink
from pitboss.ledger.books import ledger_of, trial_balance
from pitboss.ledger.link_books import OWED as OWED_ON
from pitboss.ledger.link_books import LinkBooks, books_of_link, contributed, wrong_entries
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of, recorded
from pitboss.store.memory import MemoryStore
from pitboss.table.operation import CloseTable
from tests.house.linked import LINK, REJECTS, ROYAL_FLUSH, STRAIGHT_FLUSH, LinkedFloor
from tests.jackpot.pot import HOLDEM, MEGALINK, Pot, level, megalink, money

OWED = "link:mega:jackpot"


def books_of(pot: Pot) -> LinkBooks:
    """The books, balanced and equal to the meters to the last part."""
    books = books_of_link(pot.log, pot.inboxes)
    trial_balance(books.ledger)
    assert list(books.differences()) == []
    return books


def accounts(pot: Pot) -> dict[str, str]:
    return {account: str(held) for account, held in books_of(pot).ledger.balances.items()}


def thirds() -> Pot:
    """A level that takes a third and a seventh of every wager."""
    pot = Pot(megalink(level(contribution=Rate.parse("1/3"), reserve=Rate.parse("1/7"))))
    pot.join("t1", MEGALINK)
    pot.join("t2", HOLDEM)
    return pot


def test_p29_what_a_level_starts_from_is_the_houses_and_then_owed() -> None:
    assert accounts(Pot()) == {OWED: "10000.00", "house": "-10000.00"}


def test_p29_no_more_bets_sets_aside_what_each_wager_adds_and_its_reserve() -> None:
    pot = Pot().join("t1", MEGALINK)
    pot.contribute("t1", 1, {1: "5.00", 2: "10.00"})
    # 20 % and 2.5 % of 15.00 are 3.375: the half cent is carried until it is one.
    expected = {OWED: "10003.37", "house": "-10000.00", "contributed:t1": "-3.37"}
    assert accounts(pot) == expected
    assert books_of(pot).carried == {"jackpot": 20}
    pot.fold()
    assert accounts(pot) == expected, "it is owed from No more bets, whenever it is counted"


def test_i_07_wagers_that_go_back_post_the_counter_entry() -> None:
    pot = thirds()
    before = accounts(pot)
    pot.contribute("t1", 1, {1: "5.00", 2: "5.00"})
    assert accounts(pot) != before
    pot.reverse("t1", 1, {1: "5.00", 2: "5.00"})
    assert accounts(pot) == before
    pot.fold()
    assert accounts(pot) == before


def test_i_03_each_table_carries_its_own_parts_of_a_cent() -> None:
    pot = thirds()
    for number in range(1, 4):
        pot.contribute("t1", number, {1: "5.00"})
        pot.contribute("t2", number, {1: "5.00"})
    # A third and a seventh of 5.00 are 238 2/21 cents: after three rounds 714 2/7 of each table.
    assert accounts(pot)["contributed:t1"] == accounts(pot)["contributed:t2"] == "-7.14"
    assert Fraction(books_of(pot).carried["jackpot"], pot.link.per_cent) == 2 * Fraction(2, 7)


def test_p29_an_award_is_paid_from_what_is_owed_and_the_house_makes_up_the_reset() -> None:
    pot = Pot().join("t1", MEGALINK)
    pot.play("t1", 1, {1: "50.00"})
    pot.claim("t1", 1, {1: "royal_flush"})
    # 10,010.00 is won; the reserve has 1.25, and the house brings the rest of the new 10,000.00.
    assert accounts(pot) == {
        OWED: "10000.00",
        "prizes:mega:jackpot": "10010.00",
        "house": "-19998.75",
        "contributed:t1": "-11.25",
    }
    for step in (pot.verify, pot.pay):
        step(1)
        assert accounts(pot)["prizes:mega:jackpot"] == "10010.00"


def test_p17_a_rejected_claim_leaves_the_books_as_they_were() -> None:
    pot = thirds()
    pot.play("t1", 1, {1: "50.00"})
    before = accounts(pot)
    pot.claim("t1", 1, {1: "royal_flush", 2: "straight_flush"})
    assert accounts(pot) != before
    pot.reject(1)
    assert accounts(pot) == before


def test_p9_fills_and_adjustments_are_the_houses() -> None:
    pot = thirds()
    pot.fill("25.00")
    pot.give(pot.adjusting("10010.00"))
    assert accounts(pot) == {OWED: "10010.00", "house": "-10010.00"}


def test_a_level_that_was_short_is_made_good_by_the_house_to_the_cent() -> None:
    pot = thirds()
    pot.play("t1", 1, {1: "50.00"})
    pot.claim("t1", 1, {1: "royal_flush"})
    pot.give(pot.adjusting("0.00"))
    pot.reverse("t1", 1, {1: "50.00"})
    pot.fold()
    assert pot.meter.short
    pot.give(pot.adjusting("3.00"))
    assert not pot.meter.short
    books_of(pot)


def end(old: Pot, new: Pot, tables: tuple[str, ...] = ("t1", "t2")) -> None:
    """Everything goes to another link, and the old one is over; its books agree at every step."""
    old.stop()
    for table in tables:
        old.leave(table)
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        if not old.meter[holding]:
            continue
        send = SendTransfer(
            level="jackpot", holding=holding, to_link=new.link.id, to_level="jackpot", amount=None,
        )  # fmt: skip
        (sent,) = old.give(send)
        assert isinstance(sent, TransferSent)
        got = ReceiveTransfer(from_link=old.link.id, sent=sent)
        new.give(got)
        books_of(old)
        books_of(new)
    old.give(RetireLink())


def of_all(*pots: Pot) -> dict[str, Money]:
    """The accounts of several links, put together; those that hold nothing are left out."""
    whole: dict[str, Money] = {}
    for pot in pots:
        for account, held in books_of(pot).ledger.balances.items():
            whole[account] = whole.get(account, Money(0)) + held
    assert sum(held.cents for held in whole.values()) == 0
    return {account: held for account, held in whole.items() if held}


def test_p28_what_is_transferred_is_owed_there_and_no_longer_here() -> None:
    old, new = thirds(), Pot(replace(megalink(), link="next"))
    old.play("t1", 1, {1: "5.00"})
    end(old, new)
    # A third and a seventh of 5.00 are 238 2/21 cents: the two parts in 21 are carried there now.
    assert of_all(old, new) == {
        "link:next:jackpot": money("20002.38"),
        "contributed:t1": Money(-238),
        "house": NOTHING - money("20000.00"),
    }
    assert books_of(old).carried == {"jackpot": 0}
    assert Fraction(books_of(new).carried["jackpot"], new.link.per_cent) == Fraction(2, 21)


def test_p28_parts_of_a_cent_of_many_tables_that_make_a_cent_are_the_houses_to_set_aside() -> None:
    old, new = thirds(), Pot(replace(megalink(), link="next"))
    for number in range(1, 7):
        for table in ("t1", "t2"):
            old.contribute(table, number, {1: "5.00"})
    old.fold()
    end(old, new)
    # After six rounds each table carries 12/21 of a cent: 24/21 together, of which one is whole.
    assert of_all(old, new) == {
        "link:next:jackpot": money("20028.57"),
        "contributed:t1": Money(-1428),
        "contributed:t2": Money(-1428),
        "house": NOTHING - money("20000.01"),
    }


def test_p28_a_link_that_received_from_one_that_ended_ends_as_exactly() -> None:
    one, two, three = (
        thirds(), Pot(replace(megalink(), link="two")), Pot(replace(megalink(), link="three")),
    )  # fmt: skip
    for number in range(1, 6):
        one.contribute("t1", number, {1: "5.00"})
        one.contribute("t2", number, {1: "5.00", 2: "5.00"})
    one.fold()
    two.join("t3", MEGALINK)
    two.play("t3", 1, {1: "5.00"})
    end(one, two)
    end(two, three, ("t3",))
    whole = of_all(one, two, three)
    assert set(whole) == {
        "link:three:jackpot", "house", "contributed:t1", "contributed:t2", "contributed:t3",
    }  # fmt: skip
    holds = sum(three.meter[account] for account in OWED_ON)
    assert whole["link:three:jackpot"].cents == holds // three.link.per_cent
    given = sum(whole[f"contributed:t{n}"].cents for n in (1, 2, 3))
    # Of 1190 10/21, 2380 20/21 and 112 1/2 cents the tables set aside the whole ones, and 1 41/42
    # were carried: one of them is whole.
    assert given == -(1190 + 2380 + 112)
    assert whole["house"] == NOTHING - money("30000.01")


def test_p28_a_link_whose_books_are_wrong_is_not_closed_over_it() -> None:
    old, new = thirds(), Pot(replace(megalink(), link="next"))
    old.play("t1", 1, {1: "5.00"})
    end(old, new)
    (entry,) = old.inboxes["t1"]
    assert isinstance(entry, RoundContributed)
    level = replace(entry.levels["jackpot"], due=Money(237))
    old.inboxes["t1"] = [replace(entry, levels={"jackpot": level})]
    assert list(books_of_link(old.log, old.inboxes).differences())


def test_entries_that_set_aside_other_than_is_owed_are_found() -> None:
    pot = thirds()
    for number in range(1, 4):
        pot.contribute("t1", number, {1: "5.00"})
    good = pot.inboxes["t1"]
    assert list(wrong_entries(good)) == []
    assert contributed(good) == money("7.14")
    for place, entry in enumerate(good):
        assert isinstance(entry, RoundContributed)
        one = entry.levels["jackpot"]
        for wrong in (replace(one, due=one.due + Money(1)), replace(one, carried=one.carried + 1)):
            altered = [*good]
            altered[place] = replace(entry, levels={"jackpot": wrong})
            assert next(number for number, _ in wrong_entries(altered)) == place + 1


# --- a whole floor --------------------------------------------------------------------------------


def floor_books(floor: LinkedFloor) -> dict[str, Money]:
    """The accounts of the link and of its only table, put together."""
    log = [recorded(entry) for entry in floor.store.read(f"link/{LINK}")]
    own = [one for one in log if isinstance(one.event, LinkEvent)]
    inbox = [event_of(entry) for entry in floor.store.read(f"inbox/{LINK}/T1")]
    books = books_of_link(own, {"T1": inbox})
    assert list(books.differences()) == []
    table = ledger_of([event_of(entry) for entry in floor.store.read("table/T1")])
    whole: dict[str, Money] = {}
    for ledger in (books.ledger, table):
        for account, held in ledger.balances.items():
            whole[account] = whole.get(account, Money(0)) + held
    assert sum(held.cents for held in whole.values()) == 0
    return whole


def linked_floor() -> LinkedFloor:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1")
    return floor


def test_p29_the_table_holds_a_prize_that_the_link_made_good() -> None:
    floor = linked_floor()
    floor.call("T1", ROYAL_FLUSH["T1", 1][0])
    floor.close("T1")
    assert floor_books(floor)["contributed:T1"] == Money(-787), "22.5 % of seven times 5.00"
    floor.finish("T1")
    whole = floor_books(floor)
    assert not whole["prizes:mega:jackpot"], "what the table has for the winner came from the link"
    assert whole["held:mega:jackpot"] == money("10007.00"), "until the claim is paid it is held"
    assert whole[OWED] == money("10000.00"), "and the level starts again"


def test_p17_a_prize_that_was_rejected_is_the_links_again_and_nobody_owes_it() -> None:
    floor = linked_floor()
    floor.call("T1", STRAIGHT_FLUSH["T1", 1][0])
    floor.close("T1")
    floor.until_settling("T1")
    floor.dealing.step("T1")
    whole = floor_books(floor)
    assert (whole["prizes:mega:jackpot"], whole["held:mega:jackpot"]) == (Money(0), Money(100070))
    owed = whole[OWED]
    floor.house.give(link_stream(LINK), RejectClaim(claim=1, reason="a marked card"), REJECTS)
    whole = floor_books(floor)
    assert not whole.get("prizes:mega:jackpot")
    assert not whole.get("held:mega:jackpot")
    assert whole[OWED] == owed + Money(100070)


def test_r2_what_a_table_set_aside_for_links_is_no_revenue() -> None:
    floor = linked_floor()
    for _ in range(3):
        floor.play_linked("T1")
        floor.owner.step()
    shift = shift_result(floor.house, "T1")
    assert shift.contributed == money("23.62"), "22.5 % of 105.00, in whole cents"
    assert shift.revenue == shift.result.win - money("23.62")
    floor.owner.give_back()


def test_d9_what_is_of_a_shift_goes_by_its_rounds_and_not_by_a_clock_that_was_set_back() -> None:
    floor = linked_floor()
    floor.play_linked("T1")
    floor.clock.pass_by(seconds=-30)
    floor.play_linked("T1", rounds=2)
    floor.owner.step()
    assert shift_result(floor.house, "T1").contributed == money("23.62")
    setting = floor.house.tables.table("T1").setting
    assert setting is not None
    floor.house.give(table_stream("T1"), CloseTable(), floor.staff("T1", 1))
    floor.house.tables.open(setting, floor.staff("T1", 1))
    assert shift_result(floor.house, "T1").contributed == money("0.00")
    floor.owner.give_back()


def test_r6_an_earlier_shift_can_be_asked_for_when_the_table_is_open_again() -> None:
    floor = linked_floor()
    for _ in range(3):
        floor.play_linked("T1")
        floor.owner.step()
    closed = shift_result(floor.house, "T1")
    setting = floor.house.tables.table("T1").setting
    assert setting is not None
    floor.house.give(table_stream("T1"), CloseTable(), floor.staff("T1", 1))
    floor.house.tables.open(setting, floor.staff("T1", 1))
    first, latest = shift_results(floor.house, "T1")
    assert (first, first.contributed) == (closed, money("23.62"))
    assert (latest, latest.contributed) == (shift_result(floor.house, "T1"), money("0.00"))
    floor.owner.give_back()


def test_r2_every_gaming_day_has_its_result_less_what_accrued_that_day() -> None:
    """A straight flush, and a table that stays open overnight."""
    floor = linked_floor()
    floor.open_linked("T2")
    floor.play_linked("T1", seed=STRAIGHT_FLUSH["T1", 1][0])
    floor.play_linked("T2")
    first = floor.house.tables.table("T1").rounds.gaming_day
    floor.clock.pass_by(hours=24)
    floor.owner.step()
    floor.play_linked("T1", rounds=2)
    second = floor.house.tables.table("T1").rounds.gaming_day
    assert first < second
    days = {day: day_results(floor.house, day) for day in (first, second)}
    assert [(row.table, row.rounds) for row in days[first]] == [("T1", 1), ("T2", 1)]
    assert [(row.table, row.rounds) for row in days[second]] == [("T1", 2)]
    assert day_results(floor.house) == days[second], "the latest, where none is named"
    assert day_results(floor.house, "2020-01-01") == []
    for name in ("T1", "T2"):
        shift = shift_result(floor.house, name)
        rows = [row for found in days.values() for row in found if row.table == name]
        assert total(row.win for row in rows) == shift.result.win
        assert total(row.contributed for row in rows) == shift.contributed
        assert total(row.revenue for row in rows) == shift.revenue
    assert shift_result(floor.house, "T1").result.linked, "the level made the award good"
    floor.owner.give_back()
