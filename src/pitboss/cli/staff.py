"""`pitboss staff`: who works here, in which department, and what each may do at a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption, open_database, open_to_read

if TYPE_CHECKING:
    from pitboss.house.staff_desk import StaffDesk
    from pitboss.staff.access import Access, AccessList
    from pitboss.staff.register import Appointment, Department

app = typer.Typer(
    name="staff",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The register of staff: add, appoint, end, leave, return, secret, second-factor, "
    "require-second-factor, review, list, attempts. "
    "Secrets are asked for unseen; scripts set PITBOSS_SECRET (yours) and PITBOSS_NEW_SECRET, "
    "or give them as lines of standard input, in this order; a code follows its secret "
    "(PITBOSS_CODE).",
)

FORMAT = "pitboss-access/1"

Id = Annotated[str, typer.Argument(metavar="ID", help="The person's id.")]
Role = Annotated[str, typer.Argument(help='As the rulebook prints it: "Pit Supervisor".')]
By = Annotated[
    str, typer.Option("--as", metavar="ID", help="Who does it: an administrator; signs in.")
]
MaybeBy = Annotated[str | None, typer.Option("--as", metavar="ID", help="Who does it; signs in.")]
Beside = Annotated[str, typer.Option("--second", metavar="ID", help="Who stands beside; signs in.")]
InDepartment = Annotated[
    str | None,
    typer.Option(
        help="table games, security, surveillance, cage, accounting, administration or regulator."
    ),
]
OfRulebook = Annotated[
    str | None,
    typer.Option("--rulebook", metavar="ID", help="Whose ladder, where several have that role."),
]


@contextmanager
def _staffing(
    db: str, *, may_be_new: bool = False, only_reads: bool = False
) -> Iterator[StaffDesk]:
    from pitboss.house.house import House

    opened = open_to_read(db) if only_reads else open_database(db, may_be_new=may_be_new)
    with opened as store:
        yield House(store).staff


def _sign_in(staffing: StaffDesk, by: str) -> None:
    from pitboss.cli.asking import sign_in

    sign_in(staffing, by)


@app.command(
    epilog='Examples: pitboss staff add ada --name "Ada Low" (the first: administration) · '
    'pitboss staff add dan --name "Dan Wu" --as ada'
)
def add(
    person: Id,
    *,
    name: Annotated[str, typer.Option(help="The name as it is spoken.")],
    department: InDepartment = None,
    by: MaybeBy = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Add a person. The first of all becomes administrator and adds the others."""
    from pitboss.cli.asking import ask_new_secret
    from pitboss.staff.register import Department

    where = _department(department)
    # Only the very first has nobody to be added by.
    with _staffing(db, may_be_new=by is None) as staffing:
        is_first = not staffing.register().people
        if not is_first:
            if by is not None:
                _sign_in(staffing, by)
            # Said before anybody has typed a secret in vain.
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
    with _staffing(db) as staffing:
        ladder = _ladder(rulebook)
        _sign_in(staffing, by)
        found = staffing.appoint(person, role, by=by, is_acting=acting, until=until, ladder=ladder)
    new = found.appointments[-1]
    typer.echo(f"{person} is {_role_words(new)}, on the ladder {' < '.join(new.ladder)}.")


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
    with _staffing(db) as staffing:
        ladder = _ladder(rulebook)
        _sign_in(staffing, by)
        staffing.end(person, role, by=by, ladder=ladder)
    typer.echo(f"{person} is no longer {role}.")


@app.command(epilog="Example: pitboss staff leave dan --as ada")
def leave(person: Id, *, by: By, db: DatabaseOption = DEFAULT) -> None:
    """A person leaves, and may do nothing from now on."""
    with _staffing(db) as staffing:
        _sign_in(staffing, by)
        staffing.leave(person, by=by)
    typer.echo(f"{person} has left; roles have ended.")


@app.command("return", epilog="Example: pitboss staff return dan --department security --as ada")
def take_back(
    person: Id, *, department: InDepartment = None, by: By, db: DatabaseOption = DEFAULT
) -> None:
    """Take back a person who left. Roles are given anew, the department may be another."""
    from pitboss.cli.asking import ask_new_secret

    where = _department(department)
    with _staffing(db) as staffing:
        _sign_in(staffing, by)
        back = staffing.take_back(person, secret=ask_new_secret(person), by=by, department=where)
    typer.echo(f"{back.id} is back: {back.name}, {back.department}.")


@app.command(
    epilog="Examples: pitboss staff secret dan · pitboss staff secret dan --as ada (forgotten)"
)
def secret(person: Id, *, by: MaybeBy = None, db: DatabaseOption = DEFAULT) -> None:
    """Change your secret. As administrator, replace one that was forgotten."""
    from pitboss.cli.asking import ask_code, ask_new_secret, ask_secret

    with _staffing(db) as staffing:
        if by is None or by == person:
            old, code = ask_secret(person), ask_code(staffing, person)
            staffing.change_secret(person, old=old, new=ask_new_secret(person), code=code)
        else:
            _sign_in(staffing, by)
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
        bool, typer.Option("--remove", help="Take it out of force; needs --as and --second.")
    ] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Set a second factor: codes of a device beside the secret, the first time or anew.

    Its key is shown once. Yours you set by yourself. An administrator sets that of somebody who
    has none, and together with a second person replaces or removes one.
    """
    from pitboss.cli.asking import ask_code, ask_new_code, ask_secret, signed_in
    from pitboss.errors import BadSetting

    is_own = not remove and by in (None, person)
    if remove and not (by and second):
        # Said before anybody has typed a code, which counts once, in vain.
        raise BadSetting("This takes an administrator and a second person: --as ID --second ID.")
    if is_own and second:
        # Who is not asked to sign in must not stand on record as having stood beside.
        raise BadSetting("Nobody stands beside who sets their own. Leave --second out.")
    with _staffing(db) as staffing:
        if is_own:
            staffing.show_self(person, ask_secret(person), ask_code(staffing, person))
        else:
            signed_in(staffing, by or "", second)
        actor = person if is_own else by or ""
        if remove:
            staffing.remove_second_factor(person, by=actor, second=second)
            typer.echo(f"{person} has no second factor any more. Open sessions have ended.")
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
            f"{person} is the only administrator: if the device is lost, nobody can remove this. "
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
        typer.Argument(metavar="WHOM", help="all, nobody, or roles and departments."),
    ],
    *,
    by: By,
    second: Beside,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Require a second factor of roles and departments, of all, or of nobody, as at first."""
    from pitboss.cli.asking import signed_in

    whom = () if of == ["nobody"] else of
    with _staffing(db) as staffing:
        signed_in(staffing, by, second)
        lacking = staffing.require_second_factor(whom, by=by, second=second)
    typer.echo(f"A second factor is required of {', '.join(whom) or 'nobody'}.")
    if lacking:
        typer.echo(f"They set theirs before they come in again: {', '.join(lacking)}.")


@app.command(epilog='Example: pitboss staff review "dan no longer acts" --as ada')
def review(
    findings: Annotated[str, typer.Argument(help="What going through the list has shown.")],
    *,
    by: By,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record that the access list was gone through; due every quarter."""
    with _staffing(db) as staffing:
        _sign_in(staffing, by)
        staffing.review(findings, by=by)
    typer.echo("The review is on record.")


@app.command("list", epilog="Examples: pitboss staff list · pitboss staff list --json --as ada")
def list_staff(
    *,
    by: MaybeBy = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data, for programs.")] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Show the access list. Who, where, in which roles, and when they last signed in."""
    # Signing in is written down, and so is that somebody looked wherever that can be written.
    with _staffing(db, only_reads=by is None) as staffing:
        if by is not None:
            _sign_in(staffing, by)
        listed = staffing.access_list(by=by or "")
    if as_json:
        _print_json(listed)
    else:
        _print_list(listed)


@app.command(
    epilog="Examples: pitboss staff attempts --as ada · "
    "pitboss staff attempts dan --from 2026-03-01 --json --as ada"
)
def attempts(
    person: Annotated[
        str | None, typer.Argument(metavar="ID", help="Whose; everybody's if absent.")
    ] = None,
    *,
    by: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="ID",
            help="Who looks, and signs in: administration, security, surveillance, the regulator; "
            "one's own anybody.",
        ),
    ],
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From when on, in UTC.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="Until when, left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data, for programs.")] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Who signed in, who was not let in, and what was refused to whom. Looking is on record."""
    from pitboss.cli.options import told_time
    from pitboss.cli.show_attempts import print_attempts

    times = told_time(since, "", "--from"), told_time(until, "", "--to")
    with _staffing(db) as staffing:
        _sign_in(staffing, by)
        found = staffing.attempts(by=by, of=person or "", since=times[0], until=times[1])
    print_attempts(found, as_json=as_json)


# --- what was said --------------------------------------------------------------------------------


def _department(text: str | None) -> Department | None:
    from pitboss.errors import BadSetting
    from pitboss.staff.register import Department

    if text is None:
        return None
    try:
        return Department(text.strip().lower().replace("-", " ").replace("_", " "))
    except ValueError:
        raise BadSetting(
            f"{text!r} is no department. Write one of {', '.join(Department)}."
        ) from None


def _ladder(rulebook: str | None) -> tuple[str, ...] | None:
    from pitboss.games.library import find_rulebook

    return None if rulebook is None else find_rulebook(rulebook).roles


# --- what is printed ------------------------------------------------------------------------------


def _role_words(one: Appointment) -> str:
    until = f" until {one.until}" if one.until else ""
    return f"{one.role}, acting{until}" if one.is_acting else one.role


def _roles_words(one: Access) -> str:
    roles = ["administrator"] if one.is_administrator else []
    return "; ".join([*roles, *map(_role_words, one.appointments)]) or "-"


def _factor_words(one: Access) -> str:
    if one.has_second_factor:
        return "yes"
    return "required, none yet" if one.lacks_second_factor else "no"


def _print_list(listed: AccessList) -> None:
    from pitboss.cli.output import Page, print_page

    if not listed.people:
        typer.echo("Nobody is on the register yet. Add the first: pitboss staff add ID --name NAME")
        return
    columns = (
        "id", "name", "department", "roles", "last sign-in", "secret", "second factor", "active",
    )  # fmt: skip
    rows = [
        (
            one.person,
            one.name,
            one.department.value,
            _roles_words(one),
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
    notes = (note, f"A second factor is required of {required}.")
    print_page(Page("Staff", columns, rows, notes))


def _print_json(listed: AccessList) -> None:
    import json

    found = listed.reviewed
    record = {
        "format": FORMAT,
        "at": listed.at,
        "people": [_access_record(one) for one in listed.people],
        "second_factor_required_of": list(listed.second_factor_of),
        "reviewed": found and {"at": found.at, "by": found.by, "findings": found.findings},
    }
    typer.echo(json.dumps(record, indent=2, ensure_ascii=False))


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
