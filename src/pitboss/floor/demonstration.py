"""The demonstration floor: all built-in rulebooks, play money, people whose secrets are printed.

All of them have the same secret, which is public. The record of a real floor may hold none of them
(see `floor`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from pitboss.floor.config import FloorConfig, config_of
from pitboss.house.callers import Member
from pitboss.house.links import Links
from pitboss.house.staff_desk import StaffDesk
from pitboss.house.streams import link_stream
from pitboss.jackpot.operation import ApproveProposal, OpenLink, StartLink
from pitboss.staff.register import Department

SECRET = "play money, nothing real"
ADMINISTRATOR = "demo-administrator"
SUPERVISOR = "demo-automatic"
"""The system where it rules by itself: absence, going on after a failure, claims."""
CASHIER = "demo-automatic-cage"
"""The system again, beside it where a prize is paid: two persons of two departments."""
AUTOMATIC = (SUPERVISOR, CASHIER)
SECURITY = "demo-security"
_PREFIX = "demo-"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemonstrationPerson:
    """A person to sign in as."""

    id: str
    name: str
    department: Department
    role: str = ""
    """On the ladder of the rulebooks that have it; none outside table games."""


_ELSEWHERE = (
    (ADMINISTRATOR, "Ada Minister", Department.ADMINISTRATION),
    ("demo-surveillance", "Sunil Sees", Department.SURVEILLANCE),
    (SECURITY, "Sera Guard", Department.SECURITY),
    ("demo-cage", "Cora Counts", Department.CAGE),
    ("demo-accounting", "Abel Books", Department.ACCOUNTING),
    ("demo-regulator", "Reggie Rules", Department.REGULATOR),
)


def staff(ladders: Sequence[tuple[str, ...]]) -> list[DemonstrationPerson]:
    """One person of each department, and one for each rung of each ladder."""
    people = [
        DemonstrationPerson(id=person, name=name, department=department)
        for person, name, department in _ELSEWHERE
    ]
    roles = dict.fromkeys(role for ladder in dict.fromkeys(ladders) for role in ladder)
    for role in roles:
        # Two ladders begin with a dealer, each in its own spelling.
        word = role.replace(" ", "-").lower()
        is_taken = any(one.id == f"{_PREFIX}{word}" for one in people)
        people.append(
            DemonstrationPerson(
                id=f"{_PREFIX}{word}{'-2' if is_taken else ''}",
                name=f"{role} on duty{', second house' if is_taken else ''}",
                department=Department.TABLE_GAMES,
                role=role,
            )
        )
    return people


def bring_staff(staffing: StaffDesk, ladders: Sequence[tuple[str, ...]]) -> None:
    """Add the people who are not there yet, with their roles."""
    register = staffing.register()
    for person in staff(ladders):
        if person.id in register.people:
            continue
        first = person.id == ADMINISTRATOR
        staffing.add(
            person.id,
            name=person.name,
            department=person.department,
            secret=SECRET,
            by="" if first else ADMINISTRATOR,
            command=f"demonstration/add/{person.id}",
        )
        if person.role:
            _appoint(staffing, person.id, person.role, ladders)
    for own, name, department in (
        (CASHIER, "The system, paying by itself", Department.CAGE),
        (SUPERVISOR, "The system, ruling by itself", Department.TABLE_GAMES),
    ):
        if own not in register.people:
            staffing.add(
                own,
                name=name,
                department=department,
                secret=SECRET,
                by=ADMINISTRATOR,
                command=f"demonstration/add/{own}",
            )
    if SUPERVISOR not in register.people:
        for ladder in dict.fromkeys(ladders):
            _appoint(staffing, SUPERVISOR, ladder[-1], ladders)


def _appoint(
    staffing: StaffDesk, person: str, role: str, ladders: Sequence[tuple[str, ...]]
) -> None:
    for number, ladder in enumerate(dict.fromkeys(ladders)):
        if role in ladder:
            staffing.appoint(
                person,
                role,
                by=ADMINISTRATOR,
                ladder=ladder,
                command=f"demonstration/appoint/{person}/{role}/{number}",
            )


def known_in(staffing: StaffDesk) -> list[str]:
    """Who of these people is in a register."""
    return [person for person in staffing.register().people if person.startswith(_PREFIX)]


def demonstration_floor(environ: Mapping[str, str] | None = None) -> FloorConfig:
    """The floor that is opened where nothing else is asked for."""
    text = files("pitboss.floor").joinpath("demonstration.toml").read_text(encoding="utf-8")
    return config_of(text, environ or {}, source="the demonstration floor")


def starting_file() -> str:
    """What `pitboss floor init` writes: every setting, with what it is for."""
    return files("pitboss.floor").joinpath("starting.toml").read_text(encoding="utf-8")


SOFTWARE = "demonstration"
"""What runs a link of play money is not approved anew with every version."""
_ALTERS = Member("demo-accounting", "demo-administrator")
_MANAGER = 2
"""The rung that runs a link, or the highest of a shorter ladder."""


def _runs(config: FloorConfig, ladder: tuple[str, ...]) -> Member:
    """Who runs the links of a ladder, with security beside."""
    people = staff([book.roles for book in config.rulebooks.values()])
    role = ladder[min(_MANAGER, len(ladder) - 1)]
    return Member(next(one.id for one in people if one.role == role), SECURITY)


def bring_links(config: FloorConfig, links: Links) -> None:
    """Open and start every configured link that is not there yet."""
    known = links.names()
    for name, link in config.links.items():
        tables = [setting for setting in config.tables.values() if setting.link == name]
        if name in known or not tables:
            continue
        software = links.software()
        runs = _runs(config, config.rulebooks[tables[0].rulebook].roles)
        approve = ApproveProposal(settings=link, software=software)
        links.engine.give(link_stream(name), approve, _ALTERS, f"demonstration/approve/{name}")
        opening = OpenLink(settings=link, software=software)
        links.engine.give(link_stream(name), opening, _ALTERS, f"demonstration/open/{name}")
        start = StartLink(software=software)
        links.engine.give(link_stream(name), start, runs, f"demonstration/start/{name}")
