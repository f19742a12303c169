"""StaffDesk on a store: the way in, what is written of it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from itertools import islice

import pytest
from argon2 import PasswordHasher

from pitboss.errors import (
    CommandReused,
    Conflict,
    PitbossError,
    SecretOld,
    SignInRefused,
    StaffRefused,
)
from pitboss.house.clock import stamp
from pitboss.house.engine import TRIES
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.house.staff_desk import StaffDesk
from pitboss.records.entries import event_of
from pitboss.staff.access import (
    AccessListRead,
    AttemptsRead,
    RequestRefused,
    SignInFailed,
    SignInSucceeded,
)
from pitboss.staff.register import Department, may_act_as
from pitboss.store.contract import Append, Store
from pitboss.store.memory import MemoryStore
from tests.house.floor import (
    BETTER,
    GOOD,
    HandClock,
    access,
    before_writing,
    open_floor,
    staffing_on,
)
from tests.staff.people import MBS, MGC


@pytest.fixture
def floor(store: Store, clock: HandClock) -> StaffDesk:
    return open_floor(store, clock)


def add(staffing: StaffDesk, person: str, department: Department, command: str = "") -> None:
    staffing.add(
        person, name=f"Name of {person}", department=department, secret=GOOD, by="boss",
        command=command or None,
    )  # fmt: skip


def fail(staffing: StaffDesk, times: int, person: str = "ann") -> None:
    for _ in range(times):
        with pytest.raises(SignInRefused, match="not the id and the secret"):
            staffing.sign_in(person, "wrong")


def refused_wait(staffing: StaffDesk, secret: str = GOOD) -> int:
    with pytest.raises(SignInRefused, match="Too many wrong secrets") as caught:
        staffing.sign_in("ann", secret)
    return caught.value.wait_seconds


# --- signing in -----------------------------------------------------------------------------------


def test_a_person_signs_in_and_the_log_says_so(floor: StaffDesk, store: Store) -> None:
    found = floor.sign_in("ann", GOOD)
    assert (found.id, found.name, found.department) == ("ann", "Ann Lee", Department.TABLE_GAMES)
    assert access(store) == [("ann", "sign-in-succeeded")]


def test_a_wrong_secret_and_an_unknown_person_are_told_the_same(
    floor: StaffDesk, store: Store
) -> None:
    said = []
    for person, secret in (("ann", "wrong"), ("ghost", GOOD)):
        with pytest.raises(SignInRefused) as caught:
            floor.sign_in(person, secret)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert access(store) == [("ann", "wrong secret"), ("", "not on the register")]


def test_a_leaver_is_refused_and_let_in_again_after_returning(
    floor: StaffDesk, store: Store
) -> None:
    floor.leave("ann", by="boss")
    with pytest.raises(SignInRefused, match="ann has left"):
        floor.sign_in("ann", GOOD)
    assert access(store)[-1] == ("ann", "has left")
    floor.take_back("ann", secret=BETTER, by="boss", department=Department.CAGE)
    assert floor.sign_in("ann", BETTER).department is Department.CAGE
    fail(floor, 1)


def test_a_secret_older_than_ninety_days_can_only_be_changed(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    clock.pass_by(days=90)
    floor.sign_in("ann", GOOD)
    clock.pass_by(seconds=1)
    with pytest.raises(SecretOld, match="Change it first"):
        floor.sign_in("ann", GOOD)
    assert access(store)[-1] == ("ann", "secret too old")
    with pytest.raises(StaffRefused, match="Choose another"):
        floor.change_secret("ann", old=GOOD, new=GOOD)
    floor.change_secret("ann", old=GOOD, new=BETTER)
    floor.sign_in("ann", BETTER)


def test_an_old_and_wrong_secret_is_just_wrong(floor: StaffDesk, clock: HandClock) -> None:
    clock.pass_by(days=91)
    fail(floor, 1)


# --- throttling -----------------------------------------------------------------------------------


def test_after_five_failures_even_the_right_secret_waits(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    fail(floor, 5)
    assert refused_wait(floor) == 60
    assert access(store)[-1] == ("ann", "too many attempts")
    clock.pass_by(seconds=59)
    assert refused_wait(floor) == 1
    clock.pass_by(seconds=1)
    floor.sign_in("ann", GOOD)


def test_four_failures_are_free_and_forgotten_by_a_success(floor: StaffDesk) -> None:
    for _ in range(2):
        fail(floor, 4)
        floor.sign_in("ann", GOOD)


def test_each_further_failure_doubles_the_wait_up_to_a_quarter_of_an_hour(
    floor: StaffDesk, clock: HandClock
) -> None:
    fail(floor, 5)
    waits = []
    for _ in range(6):
        waits.append(refused_wait(floor))
        clock.pass_by(seconds=waits[-1])
        fail(floor, 1)
    assert waits == [60, 120, 240, 480, 900, 900]


def test_knocking_while_waiting_does_not_lengthen_the_wait(
    floor: StaffDesk, clock: HandClock
) -> None:
    fail(floor, 5)
    for left in (60, 50, 40, 30, 20, 10):
        assert refused_wait(floor, "wrong") == left
        clock.pass_by(seconds=10)
    floor.sign_in("ann", GOOD)


def test_a_restart_forgets_nothing(floor: StaffDesk, store: Store, clock: HandClock) -> None:
    fail(floor, 3)
    fail(staffing_on(store, clock), 2)
    assert refused_wait(staffing_on(store, clock)) == 60
    assert refused_wait(floor) == 60


def test_d9_a_clock_that_was_set_back_keeps_nobody_out(floor: StaffDesk, clock: HandClock) -> None:
    clock.pass_by(days=60)
    fail(floor, 5)
    clock.pass_by(days=-59)
    fail(floor, 1)
    assert refused_wait(floor) == 120, "the wait begins with the next wrong secret"
    clock.pass_by(seconds=120)
    floor.sign_in("ann", GOOD)


def test_one_person_waiting_keeps_nobody_else_out(floor: StaffDesk) -> None:
    fail(floor, 5)
    assert floor.sign_in("boss", GOOD).id == "boss"


def test_changing_a_secret_is_no_way_around_the_wait(floor: StaffDesk) -> None:
    for _ in range(5):
        with pytest.raises(SignInRefused, match="not the id and the secret"):
            floor.change_secret("ann", old="wrong", new=BETTER)
    with pytest.raises(SignInRefused, match="Too many"):
        floor.change_secret("ann", old=GOOD, new=BETTER)


# --- the register in the store --------------------------------------------------------------------


def test_the_register_is_the_same_after_a_restart(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    floor.appoint("ann", "Pit Supervisor", by="boss")
    floor.appoint(
        "ann", "Pit Manager", by="boss", is_acting=True, until="2026-01-02T06:00:00+08:00"
    )
    floor.review("nothing to change", by="boss")
    again = staffing_on(store, clock)
    assert again.register() == floor.register()
    assert again.acts_as("ann", MBS, "Pit Manager") == ("Pit Manager", True)
    clock.pass_by(hours=22)
    assert again.acts_as("ann", MBS, "Pit Manager") is None
    assert again.acts_as("ann", MBS, "Pit Supervisor") == ("Pit Supervisor", False)


def test_the_ladder_is_found_by_the_role(floor: StaffDesk) -> None:
    ann = floor.appoint("ann", "floorperson", by="boss")
    assert [one.ladder for one in ann.appointments] == [MGC]
    ann = floor.end("ann", "floorperson", by="boss")
    assert ann.appointments == ()
    with pytest.raises(StaffRefused, match=r"Dealer, Pit Supervisor.*dealer, floorperson"):
        floor.appoint("ann", "pit manager", by="boss")


def test_a_role_on_two_ladders_needs_its_ladder_named(floor: StaffDesk) -> None:
    other = ("Dealer", "Boss")
    floor.appoint("ann", "Dealer", by="boss")
    floor.appoint("ann", "Dealer", by="boss", ladder=other)
    with pytest.raises(StaffRefused, match="Name the rulebook"):
        floor.end("ann", "Dealer", by="boss")
    ann = floor.end("ann", "Dealer", by="boss", ladder=other)
    assert [one.ladder for one in ann.appointments] == [MBS]


def test_entries_say_who_did_it_and_as_what(floor: StaffDesk, store: Store) -> None:
    floor.appoint("ann", "Dealer", by="boss")
    floor.change_secret("ann", old=GOOD, new=BETTER)
    said = [(e.name, e.actor, e.role, e.clause) for e in store.read("staff")]
    assert said == [
        ("register-opened", "boss", "first administrator", ""),
        ("person-added", "boss", "first administrator", ""),
        ("person-added", "boss", "administrator", ""),
        ("person-appointed", "boss", "administrator", "I-94"),
        ("secret-changed", "ann", "", ""),
    ]
    assert {e.time for e in store.read("staff")} == {"2026-01-01T00:00:00.000000Z"}


def test_every_refusal_is_written_down(floor: StaffDesk, store: Store) -> None:
    tries: list[Callable[[], object]] = [
        lambda: floor.leave("boss", by="ann"),
        lambda: floor.appoint("ann", "Pope", by="boss"),
        lambda: floor.add("bob", name="Bob", department=Department.CAGE, secret="short", by="boss"),
        lambda: floor.end("ghost", "Dealer", by="boss"),
        lambda: floor.leave("ann", by="typed-a-secret"),
    ]
    for attempt in tries:
        with pytest.raises(StaffRefused):
            attempt()
    events = [event_of(entry) for entry in store.read("access")]
    assert [(event.person, event.asked) for event in events] == [
        ("ann", "deactivate boss"),
        ("boss", "appoint ann as Pope"),
        ("boss", "add bob"),
        ("boss", "something about ghost"),
        ("", "deactivate ann"),
    ]
    assert "ann may not change the register" in events[0].problem


def test_a_refusal_with_any_text_in_it_can_be_written_down(floor: StaffDesk, store: Store) -> None:
    with pytest.raises(StaffRefused):
        floor.appoint("ann", "\x00\ud800", by="boss")
    assert access(store)[-1] == ("boss", "request-refused")


def test_a_hash_of_lower_cost_is_renewed_at_sign_in_and_the_age_stays(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    clock.pass_by(days=50)
    dearer = Secrets(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    stronger = House(store, clock, secrets=dearer).staff
    before = floor.register().people["ann"]
    stronger.sign_in("ann", GOOD)
    after = floor.register().people["ann"]
    assert after.secret_hash != before.secret_hash
    assert after.secret_set == before.secret_set
    version = store.head("staff").version
    stronger.sign_in("ann", GOOD)
    assert store.head("staff").version == version


# --- once, and in turn ----------------------------------------------------------------------------


def test_a_command_sent_twice_acts_once(floor: StaffDesk, store: Store, clock: HandClock) -> None:
    floor.appoint("ann", "Dealer", by="boss", command="c1")
    version = store.head("staff").version
    clock.pass_by(seconds=5)
    ann = floor.appoint("ann", "Dealer", by="boss", command="c1")
    assert [one.role for one in ann.appointments] == ["Dealer"]
    assert store.head("staff").version == version
    with pytest.raises(CommandReused):
        floor.appoint("ann", "Pit Manager", by="boss", command="c1")


def test_a_person_added_twice_by_one_command_is_added_once(floor: StaffDesk, store: Store) -> None:
    for _ in range(2):
        add(floor, "bob", Department.CAGE, "c2")
    assert [entry.name for entry in store.read("staff")].count("person-added") == 3


@pytest.mark.parametrize(("times", "is_done"), [(1, True), (TRIES - 1, True), (TRIES, False)])
def test_whoever_is_overtaken_reads_again_and_decides_again(times: int, is_done: bool) -> None:
    inner = MemoryStore()
    other, left = open_floor(inner, HandClock()), iter(range(times))

    def overtake(appends: list[Append]) -> None:
        for number in islice(left, appends[0].stream == "staff"):
            add(other, f"p{number}", Department.CAGE)

    floor = staffing_on(before_writing(inner, overtake), HandClock())
    with nullcontext() if is_done else pytest.raises(Conflict):
        floor.appoint("ann", "Dealer", by="boss")
    assert bool(floor.register().people["ann"].appointments) is is_done
    assert next(left, None) is None


def test_only_one_of_two_first_persons_opens_the_register(store: Store, clock: HandClock) -> None:
    one, two = staffing_on(store, clock), staffing_on(store, clock)
    assert not one.register().people
    assert not two.register().people
    one.add("one", name="Person A", department=Department.ADMINISTRATION, secret=GOOD)
    with pytest.raises(StaffRefused, match="--as ID"):
        two.add("two", name="Person B", department=Department.ADMINISTRATION, secret=GOOD)
    assert list(two.register().people) == ["one"]


# --- the access list ------------------------------------------------------------------------------


def test_the_access_list_says_who_may_do_what(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    floor.appoint("ann", "Dealer", by="boss")
    floor.appoint("ann", "Pit Supervisor", by="boss", is_acting=True, until="2026-01-05T00:00:00Z")
    floor.sign_in("ann", GOOD)
    clock.pass_by(days=91)
    listed = floor.access_list()
    ann, boss = listed.people
    assert [(one.role, one.is_acting) for one in ann.appointments] == [("Dealer", False)]
    assert (ann.last_sign_in, ann.secret_days, ann.is_secret_old) == (
        "2026-01-01T00:00:00.000000Z",
        91,
        True,
    )
    assert (boss.is_administrator, boss.last_sign_in, boss.is_active) == (True, None, True)
    assert listed.reviewed is None


def test_the_regulator_reads_and_is_written_down_and_changes_nothing(
    floor: StaffDesk, store: Store
) -> None:
    add(floor, "reg", Department.REGULATOR)
    assert floor.sign_in("reg", GOOD).department is Department.REGULATOR
    assert len(floor.access_list(by="reg").people) == 3
    assert access(store)[-1] == ("reg", "access-list-read")
    version = store.head("staff").version
    with pytest.raises(StaffRefused):
        floor.leave("ann", by="reg")
    with pytest.raises(StaffRefused):
        floor.appoint("reg", "Dealer", by="boss")
    assert store.head("staff").version == version


# --- nothing leaks --------------------------------------------------------------------------------


def test_no_secret_is_stored_and_no_hash_stands_anywhere_but_in_the_register(
    floor: StaffDesk, store: Store
) -> None:
    said: list[str] = []
    tries: list[Callable[[], object]] = [
        lambda: floor.sign_in("ann", "hunter-two-hunter"),
        lambda: floor.sign_in("hunter-two-hunter", GOOD),
        lambda: floor.change_secret("ann", old=GOOD, new="hunter"),
        lambda: floor.change_secret("ann", old=GOOD, new=GOOD),
        lambda: floor.reset_secret("ann", new="hunter", by="boss"),
        lambda: floor.reset_secret("ann", new=BETTER, by="ann2"),
        lambda: floor.take_back("ann", secret=BETTER, by="boss"),
        lambda: floor.add(
            "bob", name="Bob", department=Department.CAGE, secret="hunter", by="boss"
        ),
    ]
    for attempt in tries:
        with pytest.raises(PitbossError) as caught:
            attempt()
        error: BaseException | None = caught.value
        while error is not None:
            said.append(f"{error!r} {error}")
            error = error.__cause__
    floor.sign_in("ann", GOOD)
    entries = [*store.read("staff"), *store.read("access")]
    everything = [*said, *map(repr, entries), repr(floor.register()), repr(floor.access_list())]
    assert not [text for text in everything for word in (GOOD, BETTER, "hunter") if word in text]
    hashed = {e.name for e in entries if "argon2" in repr(e)}
    assert hashed == {"person-added"}
    assert not [text for text in (*said, *everything[-2:]) if "argon2" in text]


def test_d9_a_role_counts_from_its_entry_whatever_a_clock_shows_that_was_set_back(
    floor: StaffDesk, clock: HandClock
) -> None:
    floor.appoint("ann", "Dealer", by="boss")
    clock.pass_by(days=-1)
    now = stamp(clock())
    assert may_act_as(floor.register(), "ann", MBS, "Dealer", now=now) is not None


# --- looking at attempts --------------------------------------------------------------------------


def test_s10_attempts_are_told_of_everybody_of_one_person_and_of_a_time(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    floor.sign_in("ann", GOOD)
    clock.pass_by(hours=1)
    later = floor.access_list().at
    fail(floor, 1, "boss")
    fail(floor, 1, "ghost")
    with pytest.raises(StaffRefused):
        floor.leave("boss", by="ann")
    found = floor.attempts(by="boss")
    assert [type(one) for _, one in found] == [
        SignInSucceeded, AccessListRead, SignInFailed, SignInFailed,
        RequestRefused, AttemptsRead,
    ]  # fmt: skip
    assert [one.person for _, one in floor.attempts(by="boss", of="ann")] == ["ann", "ann"]
    assert len(floor.attempts(by="boss", of="ann", since=later)) == 1
    assert len(floor.attempts(by="boss", of="ann", until=later)) == 1
    assert access(store)[-1] == ("boss", "attempts-read")


@pytest.mark.parametrize("department", Department)
def test_s10_s16_who_watches_over_others_sees_their_attempts_and_nobody_else(
    floor: StaffDesk, store: Store, department: Department
) -> None:
    add(floor, "wyn", department)
    assert floor.attempts(by="wyn", of="wyn")[-1][1].person == "wyn"
    if department in ("administration", "security", "surveillance", "regulator"):
        floor.attempts(by="wyn", of="ann")
        floor.attempts(by="wyn")
        return
    for of in ("ann", ""):
        with pytest.raises(StaffRefused, match="wyn may not see the attempts of"):
            floor.attempts(by="wyn", of=of)
        assert access(store)[-1] == ("wyn", "request-refused")


def test_s2_who_has_left_sees_no_attempts(floor: StaffDesk) -> None:
    floor.leave("ann", by="boss")
    with pytest.raises(StaffRefused):
        floor.attempts(by="ann", of="ann")
