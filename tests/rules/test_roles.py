"""Rule 6.2 and I-94: who may do what a rule gives to a role."""

from __future__ import annotations

import pytest

from pitboss.games.library import built_in
from pitboss.staff.register import ActsAs, may_act_as
from tests.staff.people import MBS, MGC, SmallRegister, at

HOLDEM = "mbs-megalink-holdem-v9"
THREE = "mbs-megalink-three-card-v6"


def allowed(
    house: SmallRegister, person: str, ladder: tuple[str, ...], least: str, *, hour: int = 12
) -> ActsAs | None:
    return may_act_as(house.register, person, ladder, least, now=at(hour))


@pytest.fixture
def house() -> SmallRegister:
    house = SmallRegister()
    for person in ("dan", "sue", "max", "gus"):
        house.add(person)
    for person, role in zip(("dan", "sue", "max", "gus"), MBS, strict=True):
        house.appoint(person, role)
    return house


@pytest.mark.rule(HOLDEM, "6.2")
@pytest.mark.rule(THREE, "6.2")
@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_6_2_what_needs_a_pit_manager_is_done_by_one_or_by_a_senior(
    house: SmallRegister, book: str
) -> None:
    ladder = built_in(book).roles
    found = {
        person: allowed(house, person, ladder, "Pit Manager") for person in house.register.people
    }
    assert found == {
        "boss": None,
        "dan": None,
        "sue": None,
        "max": ("Pit Manager", False),
        "gus": ("Gaming Shift Manager", False),
    }


@pytest.mark.rule(HOLDEM, "6.2")
@pytest.mark.rule(THREE, "6.2")
@pytest.mark.parametrize("book", [HOLDEM, THREE])
def test_6_2_one_acting_as_pit_manager_is_accepted_and_named_as_acting(
    house: SmallRegister, book: str
) -> None:
    ladder = built_in(book).roles
    house.appoint("sue", "Pit Manager", acting=True, until=at(18))
    assert allowed(house, "sue", ladder, "Pit Manager") == ("Pit Manager", True)
    assert str(allowed(house, "sue", ladder, "Pit Manager")) == "acting Pit Manager"
    assert allowed(house, "sue", ladder, "Gaming Shift Manager") is None
    # What is hers anyway she does in her own role.
    assert allowed(house, "sue", ladder, "Pit Supervisor") == ("Pit Supervisor", False)


@pytest.mark.rule(HOLDEM, "6.2")
def test_6_2_an_acting_appointment_counts_up_to_its_end_and_not_at_it(house: SmallRegister) -> None:
    # It begins with its entry, by whatever clock (D9).
    assert allowed(house, "sue", MBS, "Pit Manager", hour=1) is None
    house.appoint("sue", "Pit Manager", acting=True, until=at(18))
    hours = {hour: allowed(house, "sue", MBS, "Pit Manager", hour=hour) for hour in (1, 17, 18)}
    assert [hour for hour, found in hours.items() if found] == [1, 17]


@pytest.mark.rule(THREE, "6.2")
def test_6_2_an_acting_appointment_without_an_end_lasts_until_it_is_ended(
    house: SmallRegister,
) -> None:
    house.appoint("dan", "Pit Supervisor", acting=True)
    assert allowed(house, "dan", MBS, "Pit Supervisor", hour=23) == ("Pit Supervisor", True)
    house.end("dan", "Pit Supervisor")
    assert allowed(house, "dan", MBS, "Pit Supervisor", hour=23) is None
    assert allowed(house, "dan", MBS, "Dealer", hour=23) == ("Dealer", False)


def test_i_94_every_rulebook_of_a_house_has_its_ladder(house: SmallRegister) -> None:
    for book in ("mbs-let-it-ride-v3", "mbs-megalink-let-it-ride-v2", HOLDEM, THREE):
        assert built_in(book).roles == MBS
    assert built_in("mgc-let-it-ride").roles == MGC


def test_i_94_a_role_of_one_ladder_is_none_on_another(house: SmallRegister) -> None:
    house.add("flo")
    house.appoint("flo", "casino supervisor", MGC)
    assert allowed(house, "flo", MGC, "dealer") == ("casino supervisor", False)
    assert allowed(house, "flo", MBS, "Dealer") is None
    assert allowed(house, "gus", MGC, "dealer") is None


def test_i_94_the_same_word_on_two_ladders_is_two_roles(house: SmallRegister) -> None:
    other = ("Dealer", "Pit Manager")
    assert allowed(house, "gus", other, "Dealer") is None
    house.appoint("gus", "Pit Manager", other)
    assert allowed(house, "gus", other, "Dealer") == ("Pit Manager", False)


def test_who_has_left_may_do_nothing(house: SmallRegister) -> None:
    house.leave("gus")
    assert allowed(house, "gus", MBS, "Dealer") is None
    house.take_back("gus")
    assert allowed(house, "gus", MBS, "Dealer") is None
