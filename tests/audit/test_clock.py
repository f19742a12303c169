"""D9: a clock that was set back is on record, and an audit tells it from an altered time."""

from __future__ import annotations

import json

import pytest

from pitboss.house.callers import Member, Player
from pitboss.house.streams import link_stream, table_stream
from pitboss.house.table_reports import table_exceptions
from pitboss.jackpot.operation import StartLink, StopLink
from pitboss.staff.register import Department
from pitboss.store.contract import Store
from pitboss.store.events import ClockSetBack
from pitboss.store.memory import MemoryStore
from pitboss.table.people.seats import LeaveSeat, RegisterDevice, RetireDevice
from pitboss.table.prompts import NOTHING_HIDDEN
from pitboss.table.script import event_line
from tests.audit.altering import Altered, Alters, add, assert_found, by_all, found, rows, say
from tests.house.floor import GOOD
from tests.house.linked import LINK, RUNS, SOFTWARE, LinkedFloor, OtherProcess

TABLE, POT, CLOCK = "table/T1", "link/mega", "clock"
DAY = 86_400


def played(*, is_restarted: bool = False) -> Store:
    """A linked table whose clock is set back by a day between two rounds, and people meanwhile."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    floor.open_linked("T1")
    floor.clock.pass_by(seconds=3600)
    floor.staff_desk.add(
        "dee", name="Dee Al", department=Department.TABLE_GAMES, secret=GOOD, by="boss"
    )
    floor.staff_desk.appoint("dee", "Dealer", by="boss")
    for _ in range(2):
        floor.play_linked("T1")
        floor.owner.step()
    floor.clock.pass_by(seconds=-DAY)
    if is_restarted:
        floor.owner.give_back()
        floor = OtherProcess(store, floor.clock)
    floor.staff_desk.add(
        "eve", name="Eve Ling", department=Department.TABLE_GAMES, secret=GOOD, by="boss"
    )
    # Who was appointed by the clock as it was has the role now, whatever the clock says.
    floor.house.give(table_stream("T1"), RetireDevice(1), Member("dee"))
    floor.house.give(table_stream("T1"), RegisterDevice(1), Member("dee"))
    floor.clock.pass_by(seconds=60)
    floor.play_linked("T1")
    floor.owner.step()
    floor.house.give(link_stream(LINK), StopLink(reason="for the night"), RUNS)
    floor.house.give(link_stream(LINK), StartLink(software=SOFTWARE), RUNS)
    floor.clock.pass_by(seconds=2 * DAY)
    floor.play_linked("T1")
    return store


@pytest.fixture(scope="module")
def record() -> Store:
    return played()


@pytest.mark.parametrize("is_restarted", [False, True])
def test_d9_a_clock_that_was_set_back_is_on_record_and_no_finding(is_restarted: bool) -> None:
    store = played(is_restarted=is_restarted)
    notes = [json.loads(entry.body) for entry in store.read(CLOCK)]
    assert [note["stream"] for note in notes] == ["staff", TABLE, POT]
    for note in notes:
        assert note["was"].startswith("2026-01-01T01:")
        assert note["at"].startswith("2025-12-31T01:")
    assert found(store) == []


def test_d9_a_clock_that_was_set_back_is_an_exception_of_its_table(record: Store) -> None:
    rows = [one for one in table_exceptions(record, "T1") if isinstance(one.event, ClockSetBack)]
    (one,) = rows
    assert one.round == 2
    assert event_line(one.event, NOTHING_HIDDEN).startswith("clock set back: stream table/T1, was")


def test_d9_a_clock_that_goes_on_is_not_noted() -> None:
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    floor.open_linked("T1", 2)
    floor.play_linked("T1")
    floor.owner.step()
    # Clocks of two machines differ a little.
    floor.clock.pass_by(seconds=-3)
    floor.play_linked("T1")
    assert CLOCK not in store.streams()
    assert found(store) == []


def test_d9_a_command_given_again_notes_nothing_again() -> None:
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.open("mbs-let-it-ride-v3")
    floor.clock.pass_by(seconds=-DAY)
    for _ in range(2):
        floor.house.give(table_stream("T1"), LeaveSeat("p1"), Player("p1"), "once")
    assert store.head(CLOCK).version == 1
    assert found(store) == []


NOTE = 1
"""The place of the note of the table."""
BEFORE, NOT_SO = "and the entry before of", "the clock was not set back so"
ALTERED = [
    ("no note", lambda a: a.entries.pop(CLOCK), BEFORE, TABLE),
    ("a note of another table", say(CLOCK, NOTE, stream="table/T9"), BEFORE, TABLE),
    ("a note of before", say(CLOCK, NOTE, was="2026-01-01T00:30:00.000000Z"), NOT_SO, TABLE),
    ("another time", by_all(CLOCK, NOTE, time="2025-12-31T05:00:00.000000Z"), NOT_SO, TABLE),
    ("a note alone", add(CLOCK, NOTE), "nothing was written to table/T1", CLOCK),
]


@pytest.mark.parametrize(("alter", "message", "stream"), rows(ALTERED))
def test_d9_what_is_said_of_a_clock_is_held_against_the_times(
    record: Store, alter: Alters, message: str, stream: str
) -> None:
    assert_found(found(record, alter), "time", message, stream)


def test_d9_a_clock_that_goes_on_cannot_have_been_set_back(record: Store) -> None:
    def alter(altered: Altered) -> None:
        own = altered.entries[TABLE][altered.find(TABLE, "bets-called")]
        who = own._asdict()
        fields = {name: who[name] for name in ("command", "actor", "role", "second", "time")}
        altered.entries[CLOCK].append(altered.entries[CLOCK][NOTE]._replace(**fields))

    assert_found(found(record, alter), "time", NOT_SO)
