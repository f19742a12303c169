"""The people who work a table: its dealer, and everybody above."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.floor.demonstration import ADMINISTRATOR, SECRET, SECURITY
from pitboss.house.callers import Member
from pitboss.house.staffing import Staffing
from pitboss.staff.register import Department

SECTION = 8
"""Tables that one supervisor looks after."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Who stands on each rung at one table."""

    ladder: tuple[str, ...]
    people: Mapping[str, str]

    @property
    def dealer(self) -> Member:
        """Who deals."""
        return self.who(self.ladder[0])

    @property
    def two(self) -> Member:
        """Somebody above the dealer, with the dealer beside (I-50)."""
        return Member(self.people[self.ladder[1]], second=self.people[self.ladder[0]])

    @property
    def dual(self) -> Member:
        """Somebody above the dealer, with security beside (S5)."""
        return Member(self.people[self.ladder[1]], second=SECURITY)

    def who(self, role: str) -> Member:
        """Whoever has this role here."""
        return Member(self.people[role])


def crew_of(
    staffing: Staffing, number: int, ladder: tuple[str, ...], ladders: list[tuple[str, ...]]
) -> Crew:
    """The crew of the table with this number; who is not on the register yet is added."""
    house = f"{ladders.index(ladder) + 1}"
    people = {}
    for rung, role in enumerate(ladder):
        # A dealer for each table, a supervisor for each section, one of everybody higher up.
        place = (number, number // SECTION + 1)[rung] if rung < 2 else 1
        person = f"h{house}-{role.replace(' ', '-').lower()}-{place}"
        people[role] = person
        if person in staffing.register().people:
            continue
        staffing.add(
            person,
            name=f"{role} {place} of house {house}",
            department=Department.TABLE_GAMES,
            secret=SECRET,
            by=ADMINISTRATOR,
            command=f"day/add/{person}",
        )
        staffing.appoint(
            person, role, by=ADMINISTRATOR, ladder=ladder, command=f"day/appoint/{person}"
        )
    return Crew(ladder, people)
