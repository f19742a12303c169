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
from pitboss.staff.staff import decide, evolve
from tests.staff.people import BOSS, MBS, MGC, SmallRegister, at


@pytest.fixture
def house() -> SmallRegister:
    house = SmallRegister()
    house.add("ann")
    return house


# --- the first person -----------------------------------------------------------------------------


def test_the_first_person_is_administrator_and_the_log_says_so() -> None:
    house = SmallRegister()
    assert [type(event) for event, _ in house.log] == [RegisterOpened, PersonAdded]
    assert house.register.people[BOSS].is_administrator


def first(department: Department = Department.ADMINISTRATION) -> AddPerson:
    return AddPerson(person="one", name="One", department=department, secret_hash="h")


def test_the_first_person_must_be_of_administration_and_added_by_nobody() -> None:
    with pytest.raises(StaffRefused, match="give the department administration"):
        decide(Register(), first(Department.TABLE_GAMES), Envelope(actor=""))
    with pytest.raises(StaffRefused, match="without --as"):
        decide(Register(), first(), Envelope(actor="ghost"))


def test_on_an_empty_register_nothing_else_can_be_done() -> None:
    with pytest.raises(StaffRefused, match="Add an administrator first"):
        decide(Register(), Deactivate(person="ann"), Envelope(actor=""))


# --- who may change it ----------------------------------------------------------------------------


@pytest.mark.parametrize("department", [d for d in Department if d != Department.ADMINISTRATION])
def test_nobody_but_administrators_changes_the_register(
    house: SmallRegister, department: Department
) -> None:
    house.add("eve", department)
    tries: list[Callable[[], object]] = [
        lambda: house.add("new", by="eve"),
        lambda: house.appoint("ann", "Dealer", by="eve"),
        lambda: house.end("ann", "Dealer", by="eve"),
        lambda: house.leave("ann", by="eve"),
        lambda: house.take_back("ann", by="eve"),
        lambda: house.give(RecordReview(findings="fine"), by="eve", at=at(5)),
        lambda: house.give(ChangeSecret(person="ann", secret_hash="mine"), by="eve", at=at(5)),
    ]
    before = house.register
    for attempt in tries:
        with pytest.raises(StaffRefused, match=r"eve may not change .* Ask an administrator: boss"):
            attempt()
    assert house.register is before


def test_nobody_named_nobody_known_and_nobody_left_may_do_it(house: SmallRegister) -> None:
    house.add("ada", Department.ADMINISTRATION)
    house.leave("ada")
    with pytest.raises(StaffRefused, match="--as ID"):
        house.leave("ann", by="")
    for by in ("ghost", "ada"):
        with pytest.raises(StaffRefused, match=f"{by} may not change"):
            house.leave("ann", by=by)


def test_people_change_their_own_secret_and_its_age_starts_anew(house: SmallRegister) -> None:
    house.give(ChangeSecret(person="ann", secret_hash="new"), by="ann", at=at(9))
    ann = house.register.people["ann"]
    assert (ann.secret_hash, ann.secret_set) == ("new", at(9))


def test_a_stronger_hash_leaves_the_age_of_a_secret(house: SmallRegister) -> None:
    house.give(RehashSecret(person="ann", secret_hash="strong"), at=at(9))
    ann = house.register.people["ann"]
    assert (ann.secret_hash, ann.secret_set) == ("strong", at(0))


@pytest.mark.parametrize(
    ("day", "is_old"), [("2026-04-01T00:00:00Z", False), ("2026-04-01T00:00:01Z", True)]
)
def test_a_secret_is_old_after_ninety_days(house: SmallRegister, day: str, is_old: bool) -> None:
    assert house.register.people["ann"].has_old_secret(day) is is_old


# --- one profile per person -----------------------------------------------------------------------


def test_an_id_is_used_once_whatever_its_capitals(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="an id of their own"):
        house.add("ANN", name="Another")
    house.leave("ann")
    with pytest.raises(StaffRefused, match="pitboss staff return"):
        house.add("ann", name="Another")


def test_a_person_has_one_active_profile(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="as ann"):
        house.add("ann2", name="name OF  ann")
    house.leave("ann")
    house.add("ann2", name="name OF  ann")
    with pytest.raises(StaffRefused, match="as ann2"):
        house.take_back("ann")


@pytest.mark.parametrize("bad", ["", "-a", "a b", "a" * 33, "ä", "a\n", "../x"])
def test_ids_that_cannot_be(house: SmallRegister, bad: str) -> None:
    with pytest.raises(StaffRefused, match="cannot be the id"):
        house.add(bad)


@pytest.mark.parametrize("bad", [" ", " Ann", "Ann\x1b[2J", "A" * 81])
def test_names_that_cannot_be(house: SmallRegister, bad: str) -> None:
    with pytest.raises(StaffRefused, match="name"):
        house.add("new", name=bad)


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
    with pytest.raises(StaffRefused, match="has not left"):
        house.take_back("ann", Department.SECURITY)
    house.appoint("ann", "Dealer")
    house.leave("ann")
    house.take_back("ann", Department.SECURITY)
    ann = house.register.people["ann"]
    assert (ann.department, ann.appointments, ann.secret_hash) == ("security", (), "hash-anew")


def test_nothing_is_done_about_people_who_left_or_never_were(house: SmallRegister) -> None:
    house.leave("ann")
    tries: list[Callable[[], object]] = [
        lambda: house.leave("ann"),
        lambda: house.appoint("ann", "Dealer"),
        lambda: house.give(ChangeSecret(person="ann", secret_hash="x"), by="ann", at=at(5)),
    ]
    for attempt in tries:
        with pytest.raises(StaffRefused, match="has left"):
            attempt()
    with pytest.raises(StaffRefused, match="Nobody called 'ghost'"):
        house.leave("ghost")
    with pytest.raises(StaffRefused, match="Nobody called 'ghost'"):
        house.take_back("ghost")


def test_the_last_administrator_stays(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="only administrator"):
        house.leave(BOSS)
    house.add("ada", Department.ADMINISTRATION)
    house.leave(BOSS)
    with pytest.raises(StaffRefused, match="only administrator"):
        house.leave("ada", by="ada")


# --- roles ----------------------------------------------------------------------------------------


def test_nobody_appoints_themselves(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="Have another administrator do it"):
        house.appoint(BOSS, "Dealer")


@pytest.mark.parametrize("department", [d for d in Department if d != Department.TABLE_GAMES])
def test_no_other_department_has_a_role_at_a_table(
    house: SmallRegister, department: Department
) -> None:
    house.add("eve", department)
    with pytest.raises(StaffRefused, match="duties must stay apart"):
        house.appoint("eve", "Dealer")


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
    with pytest.raises(StaffRefused, match="ann is Pit Manager already"):
        house.appoint("ann", role, acting=acting)


def test_roles_that_are_not_there(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="The roles are Dealer, Pit Supervisor"):
        house.appoint("ann", "dealer", MBS)
    with pytest.raises(StaffRefused, match="Roles of ann: none"):
        house.end("ann", "Dealer")


def test_an_end_is_for_acting_appointments_and_in_the_future(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="Make it acting"):
        house.appoint("ann", "Dealer", until=at(9))
    with pytest.raises(StaffRefused, match="still to come"):
        house.appoint("ann", "Dealer", acting=True, until=at(1))
    with pytest.raises(StaffRefused, match="time zone"):
        house.appoint("ann", "Dealer", acting=True, until="2026-01-01T09:00:00")
    with pytest.raises(StaffRefused, match="is not a time"):
        house.appoint("ann", "Dealer", acting=True, until="tomorrow")


# --- the rest -------------------------------------------------------------------------------------


def test_a_review_says_what_was_found(house: SmallRegister) -> None:
    with pytest.raises(StaffRefused, match="nothing to change"):
        house.give(RecordReview(findings=" "), by=BOSS, at=at(5))
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
