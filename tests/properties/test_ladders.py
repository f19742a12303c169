"""What is true of every ladder and every set of appointments (6.2, I-94)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.staff.register import ActsAs, Appointment, Department, Person, Register, may_act_as

WORDS = ("dealer", "Dealer", "floorperson", "Pit Manager", "boss", "chief")
HOURS = st.integers(0, 23)

ladders = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5, unique=True).map(tuple)


def at(hour: int) -> str:
    return f"2026-01-01T{hour:02}:00:00Z"


@st.composite
def appointments(draw: st.DrawFn, ladder: tuple[str, ...]) -> Appointment:
    is_acting = draw(st.booleans())
    until = draw(st.none() | HOURS.map(at)) if is_acting else None
    return Appointment(
        role=draw(st.sampled_from(ladder)),
        ladder=ladder,
        is_acting=is_acting,
        since=at(draw(HOURS)),
        until=until,
    )


@st.composite
def registers(draw: st.DrawFn, *on: tuple[str, ...]) -> Register:
    """One person, p, with appointments on these ladders."""
    held = [draw(st.lists(appointments(ladder), max_size=3)) for ladder in on]
    person = Person(
        id="p",
        name="P",
        department=Department.TABLE_GAMES,
        secret_hash="",
        secret_set=at(0),
        appointments=tuple(one for several in held for one in several),
        is_active=draw(st.sampled_from([True, True, True, False])),
    )
    return Register(people={"p": person})


def allowed(register: Register, ladder: tuple[str, ...], role: str, hour: int) -> ActsAs | None:
    return may_act_as(register, "p", ladder, role, now=at(hour))


@given(st.data(), ladders, HOURS)
def test_whoever_may_do_more_may_do_less(
    data: st.DataObject, ladder: tuple[str, ...], hour: int
) -> None:
    register = data.draw(registers(ladder))
    may = [allowed(register, ladder, role, hour) is not None for role in ladder]
    assert may == sorted(may, reverse=True)


@given(st.data(), ladders, HOURS)
def test_the_role_named_is_held_high_enough_and_in_force(
    data: st.DataObject, ladder: tuple[str, ...], hour: int
) -> None:
    register = data.draw(registers(ladder))
    person = register.people["p"]
    for role in ladder:
        found = allowed(register, ladder, role, hour)
        # Said again in the plainest way there is: hours are compared as numbers.
        enough = [
            (one.role, one.is_acting)
            for one in person.appointments
            if person.is_active
            and ladder.index(one.role) >= ladder.index(role)
            and (one.until is None or at(hour) < one.until)
        ]
        assert (found is None) == (not enough)
        if found is not None:
            assert tuple(found) in enough
            assert found.is_acting <= all(is_acting for _, is_acting in enough)


@given(st.data(), ladders, ladders, HOURS)
def test_one_ladder_never_counts_on_another(
    data: st.DataObject, ladder: tuple[str, ...], other: tuple[str, ...], hour: int
) -> None:
    assume(ladder != other)
    register = data.draw(registers(other))
    assert all(allowed(register, ladder, role, hour) is None for role in ladder)


@given(st.data(), ladders, HOURS)
def test_another_appointment_never_takes_a_right_away(
    data: st.DataObject, ladder: tuple[str, ...], hour: int
) -> None:
    register = data.draw(registers(ladder))
    more = data.draw(appointments(ladder))
    person = register.people["p"]
    wider = Register(people={"p": replace(person, appointments=(*person.appointments, more))})
    for role in ladder:
        if allowed(register, ladder, role, hour) is not None:
            assert allowed(wider, ladder, role, hour) is not None
