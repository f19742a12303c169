"""The register of staff: who may change it, and what cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.envelope import Envelope
from pitboss.errors import StaffRefused
from pitboss.staff.people import (
    AddPerson,
    AppointmentEnded,
    Deactivate,
    PersonAdded,
    PersonDeactivated,
    RecordReview,
    RegisterOpened,
)
from pitboss.staff.register import Department, Register
from pitboss.staff.secrets import ChangeSecret, RehashSecret
from pitboss.staff.staff import StaffCommand, decide, evolve
from tests.staff.people import BOSS, MBS, MGC, SmallRegister, at


@pytest.fixture
def house() -> SmallRegister:
    house = SmallRegister()
    house.add("ann")
    return house


def refused(said: str, *attempts: Callable[[], object]) -> None:
    """Each of these is refused, in words like these."""
    for attempt in attempts:
        with pytest.raises(StaffRefused, match=said):
            attempt()


# --- the first person -----------------------------------------------------------------------------


def test_the_first_person_is_administrator_and_the_log_says_so() -> None:
    house = SmallRegister()
    assert [type(event) for event, _ in house.log] == [RegisterOpened, PersonAdded]
    assert house.register.people[BOSS].is_administrator


def first(department: Department = Department.ADMINISTRATION) -> AddPerson:
    return AddPerson(person="one", name="One", department=department, secret_hash="h")


@pytest.mark.parametrize(
    ("command", "by", "said"),
    [
        (first(Department.TABLE_GAMES), "", "give the department administration"),
        (first(), "ghost", "without --as"),
        (Deactivate(person="ann"), "", "Add an administrator first"),
    ],
)
def test_an_empty_register_takes_a_first_administrator_and_nothing_else(
    command: StaffCommand, by: str, said: str
) -> None:
    refused(said, lambda: decide(Register(), command, Envelope(actor=by)))


# --- who may change it ----------------------------------------------------------------------------


@pytest.mark.parametrize("department", [d for d in Department if d != Department.ADMINISTRATION])
def test_nobody_but_administrators_changes_the_register(
    house: SmallRegister, department: Department
) -> None:
    house.add("eve", department)
    before = house.register
    refused(
        r"eve may not change .* Ask an administrator: boss",
        lambda: house.add("new", by="eve"),
        lambda: house.appoint("ann", "Dealer", by="eve"),
        lambda: house.end("ann", "Dealer", by="eve"),
        lambda: house.leave("ann", by="eve"),
        lambda: house.take_back("ann", by="eve"),
        lambda: house.give(RecordReview(findings="fine"), by="eve", at=at(5)),
        lambda: house.give(ChangeSecret(person="ann", secret_hash="mine"), by="eve", at=at(5)),
    )
    assert house.register is before


def test_nobody_named_nobody_known_and_nobody_left_may_do_it(house: SmallRegister) -> None:
    house.add("ada", Department.ADMINISTRATION)
    house.leave("ada")
    refused("--as ID", lambda: house.leave("ann", by=""))
    refused("ghost may not change", lambda: house.leave("ann", by="ghost"))
    refused("ada may not change", lambda: house.leave("ann", by="ada"))


@pytest.mark.parametrize(
    ("kind", "by", "since"), [(ChangeSecret, "ann", at(9)), (RehashSecret, BOSS, at(0))]
)
def test_people_change_their_own_secret_and_only_then_its_age_starts_anew(
    house: SmallRegister, kind: type[ChangeSecret | RehashSecret], by: str, since: str
) -> None:
    house.give(kind(person="ann", secret_hash="new"), by=by, at=at(9))
    ann = house.register.people["ann"]
    assert (ann.secret_hash, ann.secret_set) == ("new", since)


@pytest.mark.parametrize(
    ("day", "is_old"), [("2026-04-01T00:00:00Z", False), ("2026-04-01T00:00:01Z", True)]
)
def test_a_secret_is_old_after_ninety_days(house: SmallRegister, day: str, is_old: bool) -> None:
    assert house.register.people["ann"].has_old_secret(day) is is_old


# --- one profile per person -----------------------------------------------------------------------


def test_an_id_is_used_once_whatever_its_capitals(house: SmallRegister) -> None:
    refused("an id of their own", lambda: house.add("ANN", name="Another"))
    house.leave("ann")
    refused("pitboss staff return", lambda: house.add("ann", name="Another"))


def test_a_person_has_one_active_profile(house: SmallRegister) -> None:
    refused("as ann", lambda: house.add("ann2", name="name OF  ann"))
    house.leave("ann")
    house.add("ann2", name="name OF  ann")
    refused("as ann2", lambda: house.take_back("ann"))


@pytest.mark.parametrize("bad", ["", "-a", "a b", "a" * 33, "ä", "a\n", "../x"])
def test_ids_that_cannot_be(house: SmallRegister, bad: str) -> None:
    refused("cannot be the id", lambda: house.add(bad))


@pytest.mark.parametrize("bad", [" ", " Ann", "Ann\x1b[2J", "A" * 81])
def test_names_that_cannot_be(house: SmallRegister, bad: str) -> None:
    refused("name", lambda: house.add("new", name=bad))


# --- coming and going -----------------------------------------------------------------------------


def test_roles_end_when_a_person_leaves_and_do_not_come_back(house: SmallRegister) -> None:
    house.appoint("ann", "Dealer")
    house.appoint("ann", "floorperson", MGC)
    events = house.leave("ann")
    assert [type(event) for event in events] == [
        AppointmentEnded,
        AppointmentEnded,
        PersonDeactivated,
    ]
    house.take_back("ann")
    assert house.register.people["ann"].is_active
    assert house.roles("ann") == []


def test_a_department_is_changed_by_leaving_and_returning(house: SmallRegister) -> None:
    refused("has not left", lambda: house.take_back("ann", Department.SECURITY))
    house.appoint("ann", "Dealer")
    house.leave("ann")
    house.take_back("ann", Department.SECURITY)
    ann = house.register.people["ann"]
    assert (ann.department, ann.appointments, ann.secret_hash) == ("security", (), "hash-anew")


def test_nothing_is_done_about_people_who_left_or_never_were(house: SmallRegister) -> None:
    house.leave("ann")
    refused(
        "has left",
        lambda: house.leave("ann"),
        lambda: house.appoint("ann", "Dealer"),
        lambda: house.give(ChangeSecret(person="ann", secret_hash="x"), by="ann", at=at(5)),
    )
    refused("Nobody called 'ghost'", lambda: house.leave("ghost"), lambda: house.take_back("ghost"))


def test_the_last_administrator_stays(house: SmallRegister) -> None:
    refused("only administrator", lambda: house.leave(BOSS))
    house.add("ada", Department.ADMINISTRATION)
    house.leave(BOSS)
    refused("only administrator", lambda: house.leave("ada", by="ada"))


# --- roles ----------------------------------------------------------------------------------------


def test_nobody_appoints_themselves(house: SmallRegister) -> None:
    refused("Have another administrator do it", lambda: house.appoint(BOSS, "Dealer"))


@pytest.mark.parametrize("department", [d for d in Department if d != Department.TABLE_GAMES])
def test_no_other_department_has_a_role_at_a_table(
    house: SmallRegister, department: Department
) -> None:
    house.add("eve", department)
    refused("duties must stay apart", lambda: house.appoint("eve", "Dealer"))


def test_a_promotion_ends_the_role_of_before_and_acting_below_it(house: SmallRegister) -> None:
    house.appoint("ann", "Dealer")
    house.appoint("ann", "Pit Supervisor", acting=True)
    house.appoint("ann", "Gaming Shift Manager", acting=True)
    house.appoint("ann", "Pit Manager")
    assert house.roles("ann") == [("Gaming Shift Manager", True), ("Pit Manager", False)]


def test_a_role_may_also_be_lowered(house: SmallRegister) -> None:
    house.appoint("ann", "Pit Manager")
    house.appoint("ann", "Dealer")
    assert house.roles("ann") == [("Dealer", False)]


def test_an_acting_appointment_is_prolonged_by_giving_it_again(house: SmallRegister) -> None:
    house.appoint("ann", "Dealer", acting=True, until=at(5))
    house.appoint("ann", "Dealer", acting=True, until=at(9))
    assert [one.until for one in house.register.people["ann"].appointments] == [at(9)]


@pytest.mark.parametrize(("role", "acting"), [("Pit Manager", False), ("Dealer", True)])
def test_what_a_person_has_already_is_not_given_again(
    house: SmallRegister, role: str, acting: bool
) -> None:
    house.appoint("ann", "Pit Manager")
    refused("ann is Pit Manager already", lambda: house.appoint("ann", role, acting=acting))


def test_roles_that_are_not_there(house: SmallRegister) -> None:
    refused("The roles are Dealer, Pit Supervisor", lambda: house.appoint("ann", "dealer", MBS))
    refused("Roles of ann: none", lambda: house.end("ann", "Dealer"))


def test_an_end_is_for_acting_appointments_and_in_the_future(house: SmallRegister) -> None:
    refused("Make it acting", lambda: house.appoint("ann", "Dealer", until=at(9)))
    refused("still to come", lambda: house.appoint("ann", "Dealer", acting=True, until=at(1)))
    refused(
        "time zone",
        lambda: house.appoint("ann", "Dealer", acting=True, until="2026-01-01T09:00:00"),
    )
    refused("is not a time", lambda: house.appoint("ann", "Dealer", acting=True, until="tomorrow"))


# --- the rest -------------------------------------------------------------------------------------


def test_a_review_says_what_was_found(house: SmallRegister) -> None:
    refused("nothing to change", lambda: house.give(RecordReview(findings=" "), by=BOSS, at=at(5)))
    house.give(RecordReview(findings="nothing to change"), by=BOSS, at=at(5))
    reviewed = house.register.reviewed
    assert reviewed is not None
    assert (reviewed.by, reviewed.at) == (BOSS, at(5))


def test_the_log_leads_to_the_same_register(house: SmallRegister) -> None:
    house.appoint("ann", "Dealer")
    house.end("ann", "Dealer")
    house.appoint("ann", "Pit Manager", acting=True, until=at(9))
    house.give(ChangeSecret(person="ann", secret_hash="x"))
    house.leave("ann")
    house.take_back("ann")
    register = Register()
    for event, envelope in house.log:
        register = evolve(register, event, envelope)
    assert register == house.register


def test_no_hash_is_seen_when_a_person_a_command_or_an_event_is_printed(
    house: SmallRegister,
) -> None:
    house.leave("ann")
    house.take_back("ann")
    command = ChangeSecret(person="ann", secret_hash="hash-x")
    house.give(command)
    house.give(RehashSecret(person="ann", secret_hash="hash-y"), at=at(5))
    assert "hash-" not in repr((house.log, house.register, command, first()))
