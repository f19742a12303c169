"""The books of a link: what accrues is owed, to the cent, and never revenue (P29)."""

from __future__ import annotations

from dataclasses import replace

from pitboss.house.table_reports import day_results, shift_result, shift_results
from pitboss.jackpot.inbox import RoundContributed
from pitboss.jackpot.meters import Bucket
from pitboss.ledger.books import trial_balance
from pitboss.ledger.link_books import OWED as OWED_ON
from pitboss.ledger.link_books import LinkBooks, books_of_link, contributed, wrong_entries
from pitboss.money import NOTHING, Money, total
from pitboss.table.operation import CloseTable
from tests.house.linked import LinkedFloor
from tests.house.script import FloorScript
from tests.jackpot.pot import Pot, money
from tests.jackpot.script import LinkScript

OWED = "link:mega:jackpot"


def books_of(pot: Pot) -> LinkBooks:
    """The books, balanced and equal to the meters to the last part."""
    books = books_of_link(pot.log, pot.inboxes)
    trial_balance(books.ledger)
    assert list(books.differences()) == []
    return books


THIRDS = """
    link megalink contribution 1/3 reserve 1/7
    join t1 ride  t2 holdem
"""
"""A level that takes a third and a seventh of every wager."""


def end(old: LinkScript, new: LinkScript, *tables: str) -> None:
    """Everything goes to another link, and the old one is over; its books agree at every step."""
    old.say("stop", *(f"{table} leaves" for table in tables))
    for holding in (Bucket.ACCRUED, Bucket.RESERVE):
        if old.pot.meter[holding]:
            old.say(f"send {holding} to {new.pot.link.id}").check()
            new.pot.give(old.sent()[-1])
            new.check()
    old.say("retire")


def of_all(*links: LinkScript) -> dict[str, Money]:
    """The accounts of several links, put together; those that hold nothing are left out."""
    whole: dict[str, Money] = {}
    for link in links:
        for account, held in books_of(link.pot).ledger.balances.items():
            whole[account] = whole.get(account, Money(0)) + held
    assert sum(held.cents for held in whole.values()) == 0
    return {account: held for account, held in whole.items() if held}


def test_p28_what_is_transferred_is_owed_there_and_no_longer_here() -> None:
    old, new = LinkScript(THIRDS), LinkScript("link megalink link next")
    end(old.say("t1 round 1: plays 1 5.00"), new, "t1", "t2")
    # A third and a seventh of 5.00 are 238 2/21 cents: the two parts in 21 are carried there now.
    assert of_all(old, new) == {
        "link:next:jackpot": money("20002.38"),
        "contributed:t1": Money(-238),
        "house": NOTHING - money("20000.00"),
    }
    old.say("carried 0")
    new.say("carried 2/21")
    # Nor is a link closed over books that are wrong.
    (entry,) = old.pot.inboxes["t1"]
    assert isinstance(entry, RoundContributed)
    level = replace(entry.levels["jackpot"], due=Money(237))
    old.pot.inboxes["t1"] = [replace(entry, levels={"jackpot": level})]
    assert list(books_of_link(old.pot.log, old.pot.inboxes).differences())


def test_p28_parts_of_a_cent_of_many_tables_that_make_a_cent_are_the_houses_to_set_aside() -> None:
    old, new = LinkScript(THIRDS), LinkScript("link megalink link next")
    for number in range(1, 7):
        old.say(f"t1 round {number}: wagers 1 5.00", f"t2 round {number}: plays 1 5.00")
    end(old, new, "t1", "t2")
    # After six rounds each table carries 12/21 of a cent: 24/21 together, of which one is whole.
    assert of_all(old, new) == {
        "link:next:jackpot": money("20028.57"),
        "contributed:t1": Money(-1428),
        "contributed:t2": Money(-1428),
        "house": NOTHING - money("20000.01"),
    }


def test_p28_a_link_that_received_from_one_that_ended_ends_as_exactly() -> None:
    one, two, three = (
        LinkScript(text)
        for text in (THIRDS, "link megalink link two\njoin t3 ride", "link megalink link three")
    )
    for number in range(1, 6):
        one.say(f"t1 round {number}: wagers 1 5.00", f"t2 round {number}: plays 1 5.00  2 5.00")
    end(one, two.say("t3 round 1: plays 1 5.00"), "t1", "t2")
    end(two, three, "t3")
    whole = of_all(one, two, three)
    holds = sum(three.pot.meter[account] for account in OWED_ON)
    # Of 1190 10/21, 2380 20/21 and 112 1/2 cents the tables set aside the whole ones, and 1 41/42
    # were carried: one of them is whole.
    assert whole == {
        "link:three:jackpot": Money(holds // three.pot.link.per_cent),
        "contributed:t1": Money(-1190),
        "contributed:t2": Money(-2380),
        "contributed:t3": Money(-112),
        "house": NOTHING - money("30000.01"),
    }


def test_entries_that_set_aside_other_than_is_owed_are_found() -> None:
    link = LinkScript(THIRDS)
    for number in range(1, 4):
        link.say(f"t1 round {number}: wagers 1 5.00")
    good = link.pot.inboxes["t1"]
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


def played() -> LinkedFloor:
    """Three rounds, in which 105.00 was wagered on the link."""
    return FloorScript("electronic T1\nT1 plays\nT1 plays\nT1 plays").floor


def test_r2_what_a_table_set_aside_for_links_is_no_revenue() -> None:
    floor = played()
    shift = shift_result(floor.house, "T1")
    assert shift.contributed == money("23.62"), "22.5 % of 105.00, in whole cents"
    assert shift.revenue == shift.result.win - money("23.62")
    floor.owner.give_back()


def test_d9_what_is_of_a_shift_goes_by_its_rounds_and_not_by_a_clock_that_was_set_back() -> None:
    script = FloorScript("electronic T1\nT1 plays\n-30 seconds pass\nT1 plays\nT1 plays")
    assert shift_result(script.floor.house, "T1").contributed == money("23.62")
    script.say("T1 closes", "T1 opens again")
    assert shift_result(script.floor.house, "T1").contributed == money("0.00")
    script.say("give up the link")


def test_r6_an_earlier_shift_can_be_asked_for_when_the_table_is_open_again() -> None:
    floor = played()
    closed = shift_result(floor.house, "T1")
    setting = floor.table().setting
    assert setting is not None
    floor.give("T1", CloseTable(), floor.staff("T1", 1))
    floor.house.tables.open(setting, floor.staff("T1", 1))
    first, latest = shift_results(floor.house, "T1")
    assert (first, first.contributed) == (closed, money("23.62"))
    assert (latest, latest.contributed) == (shift_result(floor.house, "T1"), money("0.00"))
    floor.owner.give_back()


def test_r2_every_gaming_day_has_its_result_less_what_accrued_that_day() -> None:
    """A straight flush, and a table that stays open overnight."""
    script = FloorScript("""
        electronic T1
        electronic T2
        T1 plays straight flush
        T2 plays
    """)
    floor = script.floor
    first = floor.table().rounds.gaming_day
    script.say("86400 seconds pass", "count", "T1 plays", "T1 plays")
    second = floor.table().rounds.gaming_day
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
