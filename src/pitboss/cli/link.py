"""`pitboss link`: create, run, show and watch links, and report on them."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli import link_care, link_claims
from pitboss.cli.database import DEFAULT, DatabaseOption
from pitboss.cli.link_options import (
    As,
    AsJson,
    LinkFile,
    Name,
    Second,
    links_on,
    member_of,
    settings_in,
)
from pitboss.cli.options import Files, told_time
from pitboss.house.stream_names import link_stream

app = typer.Typer(
    name="link",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Progressive jackpots that tables share: create, run, show, watch, pay, report.",
)


@app.command(epilog="Example: pitboss link create mega --file floor.toml --as ann --second boss")
def create(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve a link as its file has it, and open it; it takes no wagers until it is started."""
    from pitboss.cli.show_link import print_link
    from pitboss.jackpot import commands as do

    settings = settings_in(file, link, files)
    with links_on(db) as house:
        member = member_of(house, person, second)
        software = house.links.software()
        house.give(
            link_stream(link), do.ApproveProposal(settings=settings, software=software), member
        )
        house.give(link_stream(link), do.OpenLink(settings=settings, software=software), member)
        print_link(house.links, link, as_json=False)


@app.command()
def start(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """Take wagers from now on, if this software and the settings are what was approved."""
    from pitboss.cli.show_link import print_link
    from pitboss.jackpot.commands import StartLink

    with links_on(db, link) as house:
        member = member_of(house, person, second)
        house.give(link_stream(link), StartLink(software=house.links.software()), member)
        print_link(house.links, link, as_json=False)


@app.command()
def stop(
    link: Name,
    person: As,
    reason: Annotated[str, typer.Option(help="What players are told.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Take no more wagers; every display says why."""
    from pitboss.jackpot.commands import StopLink

    with links_on(db) as house:
        house.give(link_stream(link), StopLink(reason=reason), member_of(house, person))
        print(f"Link {link} is stopped: {reason}")


@app.command(epilog="Stop with Ctrl-C; another process takes over.")
def run(link: Name, db: DatabaseOption = DEFAULT) -> None:
    """Count what tables contribute, whenever no other process does."""
    from threading import Event

    from pitboss.house.owning import Owner

    with links_on(db, link) as house:
        house.links.current(link)
        print(f"Counting for link {link}, with {house.links.software()}", flush=True)
        Owner(house.links, link).run(Event())


@app.command()
def show(link: Name, *, as_json: AsJson = False, db: DatabaseOption = DEFAULT) -> None:
    """How a link stands: levels, meters, claims, hits, and the software it runs with."""
    from pitboss.cli.show_link import print_link

    with links_on(db, link, only_reads=True) as house:
        print_link(house.links, link, as_json=as_json)


@app.command(epilog="Stop with Ctrl-C.")
def watch(
    link: Name,
    *,
    seconds: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop after so long.")
    ] = None,
    as_json: AsJson = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Every new value as it comes: a line each."""
    from pitboss.cli.show_link import watch_link

    with links_on(db, only_reads=True) as house:
        house.links.current(link)
        watch_link(house.links, link, seconds=seconds, as_json=as_json)


link_claims.add_to(app)
link_care.add_to(app)


@app.command(
    epilog="Example: pitboss link report mega --from 2026-03-01 --to 2026-04-01 --csv slips"
)
def report(
    link: Name,
    *,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From when on, in UTC.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="Until when, left out.")
    ] = None,
    least: Annotated[
        str, typer.Option(metavar="AMOUNT", help="List adjustments of so much and more.")
    ] = "0.00",
    as_json: AsJson = False,
    csv: Annotated[
        str | None, typer.Option(metavar="PART", help="One part as CSV, such as slips.")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Reconciliation, contributions, claims, slips, adjustments, and the independent recount."""
    from pitboss.cli.show_link import print_report
    from pitboss.house.link_reports import FIRST, LAST, link_report
    from pitboss.money import Money

    with links_on(db, only_reads=True) as house:
        found = link_report(
            house.links,
            link,
            since=told_time(since, FIRST, "--from"),
            until=told_time(until, LAST, "--to"),
            least=Money.parse(least),
        )
    print_report(found, as_json=as_json, csv=csv)
    raise typer.Exit(1 if found["recount"] else 0)
