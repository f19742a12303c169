"""`pitboss link` for the care of the pot: adjust, fill, change, transfer, count, leave, retire."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption
from pitboss.cli.link_options import (
    As,
    LevelName,
    LinkFile,
    Name,
    Second,
    links_on,
    member_of,
    settings_in,
)
from pitboss.cli.options import Files
from pitboss.house.stream_names import link_stream


def add_to(app: typer.Typer) -> None:
    """Put these commands beside the others."""
    app.command(
        epilog="Example: pitboss link adjust mega --level jackpot --before 10007.00 "
        "--after 10000.00 --reason 'malfunction corrected' --why 'display read twice' "
        "--document IR-17 --as max --second sid"
    )(adjust)
    app.command(
        epilog="Example: pitboss link fill mega --level jackpot --amount 500.00 "
        "--why 'anniversary' --as ann --second cash"
    )(fill)
    app.command(epilog="Example: pitboss link change mega --file new.toml --as ann --second boss")(
        change
    )
    app.command(
        epilog="Example: pitboss link transfer mega --level jackpot --holding accrued --to next "
        "--to-level jackpot --as ann --second boss"
    )(transfer)
    app.command(
        "count-funds",
        epilog="Example: pitboss link count-funds mega --funds 12000.00 --document 'statement 9' "
        "--as ann --second cash",
    )(count_funds)
    app.command(epilog="Example: pitboss link leave mega --table T1 --as sue")(leave)
    app.command(epilog="Example: pitboss link retire mega --as ann --second boss")(retire)


def adjust(
    link: Name,
    *,
    level: LevelName,
    before: Annotated[str, typer.Option(metavar="AMOUNT", help="What it shows now.")],
    after: Annotated[str, typer.Option(metavar="AMOUNT", help="What it should show.")],
    reason: Annotated[str, typer.Option(help="One of the listed reasons.")],
    why: Annotated[str, typer.Option(help="What happened.")],
    document: Annotated[str, typer.Option(help="Where it is written down.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Put a meter right by hand: two persons of two departments, a reason, before and after."""
    from pitboss.errors import BadSetting
    from pitboss.jackpot.commands import AdjustMeter
    from pitboss.jackpot.events import AdjustmentReason
    from pitboss.money import Money

    known = [str(one) for one in AdjustmentReason]
    if reason not in known:
        raise BadSetting(f"--reason {reason!r}: choose one of {', '.join(known)}")
    adjust = AdjustMeter(
        level=level,
        reason=AdjustmentReason(reason),
        explanation=why,
        document=document,
        before=Money.parse(before),
        after=Money.parse(after),
    )
    with links_on(db) as house:
        told = house.give(link_stream(link), adjust, member_of(house, person, second))
        print(f"{level} shows {told.state.meters[level].display.dollars}.")


def fill(
    link: Name,
    *,
    level: LevelName,
    amount: Annotated[str, typer.Option(metavar="AMOUNT", help="Money of the house.")],
    why: Annotated[str, typer.Option(help="What it is for.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Put money of the house on a level."""
    from pitboss.jackpot.commands import FillMeter
    from pitboss.money import Money

    fill = FillMeter(level=level, amount=Money.parse(amount), explanation=why)
    with links_on(db) as house:
        told = house.give(link_stream(link), fill, member_of(house, person, second))
        print(f"{level} shows {told.state.meters[level].display.dollars}.")


def change(
    link: Name,
    *,
    file: LinkFile,
    person: As,
    second: Second,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Approve new settings and run by them: at once if stopped, or once what changes was won."""
    from dataclasses import replace

    from pitboss.jackpot import commands as do

    settings = settings_in(file, link, files)
    with links_on(db, link) as house:
        settings = replace(settings, is_practice=house.links.is_practice(link))
        member = member_of(house, person, second)
        software = house.links.software()
        house.give(
            link_stream(link), do.ApproveProposal(settings=settings, software=software), member
        )
        told = house.give(
            link_stream(link), do.ChangeTerms(settings=settings, software=software), member
        )
        if told.state.waiting is None:
            print(f"Link {link} has these settings now.")
        else:
            levels = ", ".join(told.state.waiting.levels)
            print(f"Link {link} has these settings once {levels} was won.")


def transfer(
    link: Name,
    *,
    level: LevelName,
    holding: Annotated[str, typer.Option(help="accrued, reserve or overflow.")],
    to: Annotated[str, typer.Option(metavar="LINK", help="Which link receives it.")],
    to_level: Annotated[str, typer.Option(help="Which level of it.")],
    amount: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="So much; without it, all there is.")
    ] = None,
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Move money to another link: overflow at any time, the rest as a link ends."""
    from pitboss.errors import BadSetting
    from pitboss.jackpot import commands as do
    from pitboss.jackpot.meters import Account
    from pitboss.jackpot.rates import dollars_text
    from pitboss.money import Money

    known = [str(one) for one in (Account.ACCRUED, Account.RESERVE, Account.OVERFLOW)]
    if holding not in known:
        raise BadSetting(f"--holding {holding!r}: choose one of {', '.join(known)}")
    with links_on(db) as house:
        send = do.SendTransfer(
            level=level,
            holding=Account(holding),
            to_link=to,
            to_level=to_level,
            amount=None if amount is None else Money.parse(amount),
        )
        member = member_of(house, person, second)
        (sent,) = house.give(link_stream(link), send, member).events
        print(
            f"{dollars_text(sent.parts, sent.per_cent)} {sent.currency} of {holding} went to "
            f"{to_level} of link {to}."
        )


def count_funds(
    link: Name,
    *,
    funds: Annotated[str, typer.Option(metavar="AMOUNT", help="What is set aside for it.")],
    document: Annotated[str, typer.Option(help="What shows it, such as a statement.")],
    person: As,
    second: Second,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Record what lies on the account for a link; if it does not cover what is owed, it stops."""
    from pitboss.jackpot.commands import CountFunds
    from pitboss.jackpot.link import Status
    from pitboss.money import Money

    count = CountFunds(funds=Money.parse(funds), document=document)
    with links_on(db) as house:
        told = house.give(link_stream(link), count, member_of(house, person, second))
        counted = told.state.funds
        assert counted is not None, "it was counted just now"
        print(f"{counted.funds.dollars} is set aside, and {counted.owed.dollars} is owed.")
        if counted.funds < counted.owed and told.state.status is Status.STOPPED:
            print(f"Link {link} takes no wagers: {told.state.fault}")
            raise typer.Exit(1)


def leave(
    link: Name,
    *,
    table: Annotated[str, typer.Option(metavar="TABLE", help="Which table.")],
    person: As,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Have a closed table share a link no more, once all it contributed is counted."""
    from pitboss.jackpot.commands import LeaveTable

    with links_on(db) as house:
        member = member_of(house, person)
        written = house.links.inbox(link, table).version
        house.give(link_stream(link), LeaveTable(table=table, inbox=written), member)
        print(f"Table {table} shares link {link} no more.")


def retire(link: Name, person: As, second: Second, db: DatabaseOption = DEFAULT) -> None:
    """End a link that is stopped, has no tables and holds nothing."""
    from pitboss.jackpot.commands import RetireLink

    with links_on(db) as house:
        house.give(link_stream(link), RetireLink(), member_of(house, person, second))
        print(f"Link {link} is retired.")
