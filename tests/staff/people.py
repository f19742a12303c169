"""A small register of staff, said in a few words."""

from __future__ import annotations

from pitboss.envelope import Envelope
from pitboss.staff.people import AddPerson, Appoint, Deactivate, EndAppointment, Reactivate
from pitboss.staff.register import Department, Register
from pitboss.staff.staff import StaffCommand, StaffEvent, decide, evolve

MBS = ("Dealer", "Pit Supervisor", "Pit Manager", "Gaming Shift Manager")
MGC = ("dealer", "floorperson", "casino supervisor")
BOSS = "boss"


def at(hour: int) -> str:
    """An hour of the first day."""
    return f"2026-01-01T{hour:02}:00:00Z"


class SmallRegister:
    """A register to which commands are given one after the other."""

    def __init__(self) -> None:
        self.register = Register()
        self.log: list[tuple[StaffEvent, Envelope]] = []
        self.add(BOSS, Department.ADMINISTRATION, by="")

    def give(
        self, command: StaffCommand, *, by: str = BOSS, second: str = "", at: str = at(9)
    ) -> list[StaffEvent]:
        envelope = Envelope(actor=by, second=second, time=at)
        events = [*decide(self.register, command, envelope)]
        for event in events:
            self.register = evolve(self.register, event, envelope)
        self.log += [(event, envelope) for event in events]
        return events

    def add(
        self,
        person: str,
        department: Department = Department.TABLE_GAMES,
        *,
        name: str = "",
        by: str = BOSS,
    ) -> list[StaffEvent]:
        return self.give(
            AddPerson(
                person=person,
                name=name or f"Name of {person}",
                department=department,
                secret_hash=f"hash-of-{person}",
            ),
            by=by,
            at=at(0),
        )

    def appoint(
        self,
        person: str,
        role: str,
        ladder: tuple[str, ...] = MBS,
        *,
        acting: bool = False,
        until: str | None = None,
        by: str = BOSS,
    ) -> list[StaffEvent]:
        return self.give(
            Appoint(person=person, role=role, ladder=ladder, is_acting=acting, until=until),
            by=by,
            at=at(1),
        )

    def end(
        self, person: str, role: str, ladder: tuple[str, ...] = MBS, *, by: str = BOSS
    ) -> list[StaffEvent]:
        return self.give(EndAppointment(person=person, role=role, ladder=ladder), by=by, at=at(2))

    def leave(self, person: str, *, by: str = BOSS) -> list[StaffEvent]:
        return self.give(Deactivate(person=person), by=by, at=at(3))

    def take_back(
        self, person: str, department: Department = Department.TABLE_GAMES, *, by: str = BOSS
    ) -> list[StaffEvent]:
        return self.give(
            Reactivate(person=person, department=department, secret_hash="hash-anew"),
            by=by,
            at=at(4),
        )

    def roles(self, person: str) -> list[tuple[str, bool]]:
        return [(one.role, one.is_acting) for one in self.register.people[person].appointments]
