"""What happened to an account, in words."""

from __future__ import annotations

from pitboss.money import Money
from pitboss.players import events as ev


def told(event: ev.PlayerEvent) -> tuple[str, Money | None]:
    """What happened to an account, in words, and the money it moved."""
    match event:
        case ev.PlayerRegistered(is_guest=is_guest):
            return ("came as a guest" if is_guest else "opened the account"), None
        case ev.PurseFilled(amount=amount):
            return "play money given", amount
        case ev.TakenToTable(table=table, amount=amount):
            return f"taken to table {table}", amount
        case ev.BroughtFromTable(table=table, amount=amount):
            return f"brought back from table {table}", amount
        case ev.SatDown(table=table):
            return f"sat down at table {table}", None
        case ev.GotUp(table=table):
            return f"got up from table {table}", None
        case ev.SpendLimited(limit=limit, starts=starts, at=at):
            when = "" if starts == at else f" from {_minute(starts)}"
            return f"limit on spending {limit.dollars if limit else 'lifted'}{when}", None
        case ev.TimeLimited(minutes=minutes, starts=starts, at=at):
            when = "" if starts == at else f" from {_minute(starts)}"
            words = "lifted" if minutes is None else f"{minutes} minutes a day"
            return f"limit on time {words}{when}", None


def _minute(at: str) -> str:
    """A time of the record for people: to the minute."""
    return at[:16].replace("T", " ")
