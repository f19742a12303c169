"""`pitboss staff`: who works here, in which department, and what each may do at a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, assert_never

import typer

from pitboss.cli.options import (
    DEFAULT,
    AsJson,
    DatabaseOption,
    Since,
    Until,
    command_group,
    open_database,
    time_of,
)
from pitboss.cli.output import Page, print_json, print_page
from pitboss.cli.sign_in import (
    ask_code,
    ask_new_code,
    ask_new_secret,
    ask_secret,
    signed_in,
    this_place,
)
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.house.staff_desk import StaffDesk
    from pitboss.staff.access import Access, AccessEvent, AccessList
    from pitboss.staff.register import Appointment, Department

app = command_group(
    "staff",
    "The register of staff: add, appoint, end, leave, return, secret, second-factor, "
    "require-second-factor, review, list, attempts. "
    "Secrets are typed unseen; scripts set PITBOSS_SECRET (yours) and PITBOSS_NEW_SECRET, "
    "or give them as lines of standard input, in this order; a code follows its secret "
    "(PITBOSS_CODE).",
)

_ATTEMPTS = ("at", "person", "what", "about", "rule")

Id = Annotated[str, typer.Argument(metavar="ID", help="The person's id.")]
Role = Annotated[str, typer.Argument(help='As the rulebook prints it: "Pit Supervisor".')]
By = Annotated[
    str,
    typer.Option("--as", metavar="ID", help="Who gives the command: an administrator; signs in."),
]
MaybeBy = Annotated[
    str | None, typer.Option("--as", metavar="ID", help="Who gives the command; signs in.")
]
Beside = Annotated[str, typer.Option("--second", metavar="ID", help="Who confirms it; signs in.")]
InDepartment = Annotated[
    str | None,
    typer.Option(
        help="table games, security, surveillance, cage, accounting, administration or regulator."
    ),
]
OfRulebook = Annotated[
    str | None,
    typer.Option(
        "--rulebook",
        metavar="ID|FILE",
        help="Whose ladder: where several have that role, or a rulebook that is not built in.",
    ),
]


@contextmanager
def _staffing(
    db: str, by: str | None = None, second: str = "", *, may_be_new: bool = False
) -> Iterator[StaffDesk]:
    """The register of staff, with the person signed in who gives the command, if any."""
    from pitboss.house.house import House

    with open_database(db, may_be_new=may_be_new) as store:
        staffing = House(store).staff
        if by is not None:
            signed_in(staffing, by, second)
        yield staffing


@app.command(
    epilog='Examples: pitboss staff add ada --name "Ada Low" (the first: administration) · '
    'pitboss staff add dan --name "Dan Wu" --as ada'
)
def add(
    person: Id,
    *,
    name: Annotated[str, typer.Option(help="The person's name.")],
    department: InDepartment = None,
    by: MaybeBy = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Add a person. The first of all becomes administrator and adds the others."""
    from pitboss.staff.register import Department

    where = _department(department)
    # Only the very first person is added without --as.
    with _staffing(db, may_be_new=by is None) as staffing:
        is_first = not staffing.register().people
        if not is_first:
            if by is not None:
                signed_in(staffing, by)
            # Refused before a secret is typed in vain.
            staffing.check_administrator(by or "", asked=f"add {person}")
        usual = Department.ADMINISTRATION if is_first else Department.TABLE_GAMES
        added = staffing.add(
            person,
            name=name,
            department=where or usual,
            secret=ask_new_secret(person, is_own=is_first),
            by=by or "",
        )
    typer.echo(f"{added.id} is on the register: {added.name}, {added.department}.")


@app.command(
    epilog='Examples: pitboss staff appoint dan "Pit Supervisor" --as ada · '
    'pitboss staff appoint dan "Pit Manager" --acting --until 2026-07-02T06:00+08:00 --as ada'
)
def appoint(
    person: Id,
    role: Role,
    *,
    by: By,
    acting: Annotated[bool, typer.Option("--acting", help="Acting in the role (6.2).")] = False,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="When acting ends, with its time zone.")
    ] = None,
    rulebook: OfRulebook = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Give a person of table games a role on a rulebook's ladder."""
    ladder = _ladder(rulebook)
    with _staffing(db, by) as staffing:
        found = staffing.appoint(person, role, by=by, is_acting=acting, until=until, ladder=ladder)
    new = found.appointments[-1]
    typer.echo(f"{person} is {_role_words(new)}, on the ladder {_ladder_words(new.ladder)}.")


@app.command(epilog='Example: pitboss staff end dan "Pit Manager" --as ada')
def end(
    person: Id,
    role: Role,
    *,
    by: By,
    rulebook: OfRulebook = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Take a role from a person."""
    ladder = _ladder(rulebook)
    with _staffing(db, by) as staffing:
        staffing.end(person, role, by=by, ladder=ladder)
    typer.echo(f"{person} is no longer {role}.")


@app.command(epilog="Example: pitboss staff leave dan --as ada")
def leave(person: Id, *, by: By, db: DatabaseOption = DEFAULT) -> None:
    """Record that a person leaves; from now on they may do nothing."""
    with _staffing(db, by) as staffing:
        staffing.leave(person, by=by)
    typer.echo(f"{person} has left; roles have ended.")


@app.command("return", epilog="Example: pitboss staff return dan --department security --as ada")
def take_back(
    person: Id, *, department: InDepartment = None, by: By, db: DatabaseOption = DEFAULT
) -> None:
    """Take back a person who left; roles must be given again, the department may change."""
    where = _department(department)
    with _staffing(db, by) as staffing:
        back = staffing.take_back(person, secret=ask_new_secret(person), by=by, department=where)
    typer.echo(f"{back.id} is back: {back.name}, {back.department}.")


@app.command(
    epilog="Examples: pitboss staff secret dan · pitboss staff secret dan --as ada (forgotten)"
)
def secret(person: Id, *, by: MaybeBy = None, db: DatabaseOption = DEFAULT) -> None:
    """Change your secret. As administrator, replace one that was forgotten."""
    with _staffing(db) as staffing:
        if by is None or by == person:
            old, code = ask_secret(person), ask_code(staffing, person)
            new, place = ask_new_secret(person), this_place()
            staffing.change_secret(person, old=old, new=new, code=code, place=place)
        else:
            signed_in(staffing, by)
            staffing.reset_secret(person, new=ask_new_secret(person), by=by)
    typer.echo(f"{person} has a new secret.")


@app.command(
    "second-factor",
    epilog="Examples: pitboss staff second-factor dan · pitboss staff second-factor dan --as ada "
    "· pitboss staff second-factor dan --remove --as ada --second sol (a lost device)",
)
def second_factor(
    person: Id,
    *,
    by: MaybeBy = None,
    second: Beside = "",
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove it; needs --as and --second.")
    ] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Set a second factor: codes of a device besides the secret, for the first time or again.

    Its key is shown once. You set your own by yourself. An administrator sets one for a person who
    has none, and together with a second person replaces or removes one.
    """
    is_own = not remove and by in (None, person)
    if remove and not (by and second):
        # Refused before a code is typed in vain: each code counts once.
        raise BadSetting("This takes an administrator and a second person: --as ID --second ID.")
    if is_own and second:
        # A person who does not sign in must not be recorded as the second.
        raise BadSetting("To set your own takes no second person. Leave --second out.")
    with _staffing(db) as staffing:
        if is_own:
            own, code = ask_secret(person), ask_code(staffing, person)
            staffing.show_self(person, own, code, place=this_place())
        else:
            signed_in(staffing, by or "", second)
        actor = person if is_own else by or ""
        if remove:
            staffing.remove_second_factor(person, by=actor, second=second)
            typer.echo(f"{person} no longer has a second factor. Open sessions have ended.")
            return
        made = staffing.new_key(person, by=actor, second=second)
        groups = " ".join(made.key[at : at + 4] for at in range(0, len(made.key), 4))
        typer.echo("Give this to an authenticator, or type the key there. It is not shown again:")
        typer.echo(f"  {made.uri}\n  {groups}")
        code = ask_new_code(person)
        staffing.set_second_factor(person, made.key, code, by=actor, second=second)
        is_alone = [one.id for one in staffing.register().administrators] == [person]
    typer.echo(f"{person} signs by two factors from now on. Open sessions have ended.")
    if is_alone:
        typer.echo(
            f"{person} is the only administrator: if the device is lost, no one can remove this. "
            "Add another administrator.",
            err=True,
        )


@app.command(
    "require-second-factor",
    epilog="Examples: pitboss staff require-second-factor all --as ada --second sol · "
    'pitboss staff require-second-factor administration "Pit Manager" --as ada --second sol · '
    "pitboss staff require-second-factor nobody --as ada --second sol",
)
def require_second_factor(
    of: Annotated[
        list[str],
        typer.Argument(metavar="GROUPS", help="all, nobody, or roles and departments."),
    ],
    *,
    by: By,
    second: Beside,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Require a second factor of roles and departments, of all, or of nobody (the default)."""
    groups = () if of == ["nobody"] else of
    with _staffing(db, by, second) as staffing:
        lacking = staffing.require_second_factor(groups, by=by, second=second)
    typer.echo(f"A second factor is required of {', '.join(groups) or 'nobody'}.")
    if lacking:
        typer.echo(f"They must set theirs before they sign in again: {', '.join(lacking)}.")


@app.command(epilog='Example: pitboss staff review "dan no longer acts" --as ada')
def review(
    findings: Annotated[str, typer.Argument(help="What the review has shown.")],
    *,
    by: By,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record that the access list was reviewed; due every quarter."""
    with _staffing(db, by) as staffing:
        staffing.review(findings, by=by)
    typer.echo("The review is on record.")


@app.command("list", epilog="Examples: pitboss staff list · pitboss staff list --json --as ada")
def list_staff(
    *,
    by: MaybeBy = None,
    as_json: AsJson = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Show the access list: who, where, in which roles, and when they last signed in."""
    from pitboss.house.house import House

    # Signing in is recorded, and so is reading the list, where the record can be written.
    with open_database(db, only_reads=by is None) as store:
        staffing = House(store).staff
        if by is not None:
            signed_in(staffing, by)
        listed = staffing.access_list(by=by or "")
    if as_json:
        print_json(_list_record(listed))
    else:
        _print_list(listed)


@app.command(
    epilog="Examples: pitboss staff attempts --as ada · "
    "pitboss staff attempts dan --from 2026-03-01 --json --as ada"
)
def attempts(
    person: Annotated[
        str | None, typer.Argument(metavar="ID", help="Whose; of all if absent.")
    ] = None,
    *,
    by: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="ID",
            help="Who reads them, and signs in: administration, security, surveillance, the "
            "regulator; your own, anyone.",
        ),
    ],
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Who signed in, who failed to, and what was refused to whom. Reading this is recorded."""
    first, last = time_of(since, "", "--from"), time_of(until, "", "--to")
    with _staffing(db, by) as staffing:
        found = staffing.attempts(by=by, of=person or "", since=first, until=last)
    _print_attempts(found, as_json=as_json)


# --- how options are read -------------------------------------------------------------------------


def _department(text: str | None) -> Department | None:
    from pitboss.staff.register import Department

    if text is None:
        return None
    try:
        return Department(text.strip().lower().replace("-", " ").replace("_", " "))
    except ValueError:
        raise BadSetting(
            f"{text!r} is not a department. Write one of {', '.join(Department)}."
        ) from None


def _ladder(rulebook: str | None) -> tuple[str, ...] | None:
    from pitboss.games.library import find_rulebook

    return None if rulebook is None else find_rulebook(rulebook).roles


# --- what is printed ------------------------------------------------------------------------------


def _role_words(one: Appointment) -> str:
    until = f" until {one.until}" if one.until else ""
    return f"{one.role}, acting{until}" if one.is_acting else one.role


def _ladder_words(ladder: tuple[str, ...]) -> str:
    """A ladder, and the rulebooks that have it."""
    from pitboss.games.library import Library

    whose = [book.id for book in Library().values() if book.roles == ladder]
    named = ", ".join(whose) or "a rulebook that is not built in"
    return f"{' < '.join(ladder)} of {named}"


def _roles_words(one: Access, marks: Mapping[tuple[str, ...], str]) -> str:
    roles = ["administrator"] if one.is_administrator else []
    held = (f"{_role_words(role)} [{marks[role.ladder]}]" for role in one.appointments)
    return "; ".join([*roles, *held]) or "-"


def _factor_words(one: Access) -> str:
    if one.has_second_factor:
        return "yes"
    return "required, none yet" if one.lacks_second_factor else "no"


def _print_list(listed: AccessList) -> None:
    if not listed.people:
        typer.echo("The register is empty. Add the first person: pitboss staff add ID --name NAME")
        return
    ladders = dict.fromkeys(role.ladder for one in listed.people for role in one.appointments)
    marks = {ladder: str(number) for number, ladder in enumerate(ladders, start=1)}
    columns = (
        "id", "name", "department", "roles", "last sign-in", "secret", "second factor", "active",
    )  # fmt: skip
    rows = [
        (
            one.person,
            one.name,
            one.department.value,
            _roles_words(one, marks),
            one.last_sign_in or "never",
            f"{one.secret_days} days{', too old' if one.is_secret_old else ''}",
            _factor_words(one),
            "yes" if one.is_active else "left",
        )
        for one in listed.people
    ]
    found = listed.reviewed
    note = f"Reviewed {found.at} by {found.by}: {found.findings}" if found else "Never reviewed."
    required = ", ".join(listed.second_factor_of) or "nobody"
    notes = (
        *(f"[{mark}] {_ladder_words(ladder)}" for ladder, mark in marks.items()),
        note,
        f"A second factor is required of {required}.",
    )
    print_page(Page("Staff", columns, rows, notes))


def _list_record(listed: AccessList) -> dict[str, Any]:
    found = listed.reviewed
    return {
        "format": "pitboss-access/1",
        "at": listed.at,
        "people": [_access_record(one) for one in listed.people],
        "second_factor_required_of": list(listed.second_factor_of),
        "reviewed": found and {"at": found.at, "by": found.by, "findings": found.findings},
    }


def _access_record(one: Access) -> dict[str, Any]:
    return {
        "person": one.person,
        "name": one.name,
        "department": one.department.value,
        "administrator": one.is_administrator,
        "roles": [
            {
                "role": held.role,
                "ladder": list(held.ladder),
                "acting": held.is_acting,
                "since": held.since,
                "until": held.until,
            }
            for held in one.appointments
        ],
        "last_sign_in": one.last_sign_in,
        "secret_age_days": one.secret_days,
        "secret_too_old": one.is_secret_old,
        "second_factor": one.has_second_factor,
        "second_factor_lacking": one.lacks_second_factor,
        "active": one.is_active,
    }


def _print_attempts(found: Sequence[tuple[str, AccessEvent]], *, as_json: bool) -> None:
    rows = [
        dict(zip(_ATTEMPTS, (at, event.person, *_attempt(event), event.clause), strict=True))
        for at, event in found
    ]
    if as_json:
        print_json({"format": "pitboss-attempts/1", "attempts": rows})
    elif not rows:
        print("No attempts are on record.")
    else:
        print_page(Page("Attempts", _ATTEMPTS, [tuple(row.values()) for row in rows]))


def _from(place: str) -> str:
    return f", from {place}" if place else ""


def _times(times: int) -> str:
    return f" ({times} times)" if times > 1 else ""


def _attempt(event: AccessEvent) -> tuple[str, str]:
    """What was attempted, and what it was about."""
    from pitboss.staff import access

    match event:
        case access.SignInSucceeded():
            return "signed in", "" if event.step is None else "by two factors"
        case access.SignInFailed():
            return "not let in", f"{event.failure}{_from(event.place)}{_times(event.times)}"
        case access.SignInCounted():
            return "counted", event.place
        case access.RequestRefused():
            return "refused", f"{event.asked}: {event.problem}{_times(event.times)}"
        case access.AccessListRead():
            return "looked at the access list", ""
        case access.AttemptsRead():
            return "looked at attempts", event.of or "of everybody"
        case _:
            assert_never(event)
