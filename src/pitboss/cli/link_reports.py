"""Reports on links: how one stands, its values as they change, payout slips, a period."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import percent, print_csv, print_json, print_rows
from pitboss.errors import BadSetting
from pitboss.games.library import Library
from pitboss.house.link_service import Feed, FeedValue
from pitboss.jackpot.claims import PrizePaid
from pitboss.jackpot.reports import meters_shown
from pitboss.jackpot.view import LinkView, link_view
from pitboss.odds.link_returns import LinkReturn, returns_of

if TYPE_CHECKING:
    from pitboss.house.engine import Done
    from pitboss.house.links import Links
    from pitboss.jackpot.link import Link

FORMAT = "pitboss-link/1"


def print_link(links: Links, name: str, *, as_json: bool) -> None:
    """Everything about one link."""
    kept = links.current(name)
    link = kept.state
    if link.terms is None:
        raise BadSetting(f"Link {name} is approved but not open yet; create it again")
    returns = list(returns_of(link, Library()))
    record = link_record(link_view(link)) | {
        "format": FORMAT,
        "version": kept.version,
        "digest": link.digest,
        "software": {
            "running": links.software(),
            "approved": link.proposals[link.digest].software,
            "is_approved": links.is_approved(link),
        },
        "fixed_awards_from_meter": link.terms.fixed_awards_from_meter,
        "tables": {table: joined.game for table, joined in link.tables.items()},
        "meters": meters_shown(link),
        "chances": [
            {
                "game": one.rulebook,
                "hand": one.hand,
                "pays": one.pays,
                "chance": f"{one.hands}/{one.of}",
            }
            for one in link.proposals[link.digest].chances
        ],
        "returns": [
            {
                "game": one.game,
                "areas": one.positions,
                "odds and features": percent(one.by_odds),
                "levels": percent(one.from_levels),
                "all": percent(one.whole),
            }
            for one in returns
        ],
        "warnings": [*link.proposals[link.digest].warnings, *_warnings(link, returns)],
        "funds": None
        if link.funds is None
        else {
            "funds": str(link.funds.funds),
            "owed_then": str(link.funds.owed),
            "at": link.funds.at,
        },
    }
    if as_json:
        print_json(record)
        return
    status = "runs" if record["is_running"] else f"takes no wagers: {record['message']}"
    print(f"Link {name} {status}")
    software = record["software"]
    agrees = (
        "as approved" if software["is_approved"] else f"NOT APPROVED: {software['approved']} is"
    )
    print(f"Software {software['running']}, {agrees}")
    print(f"Approved proposal {link.digest}")
    print(f"Tables: {', '.join(record['tables']) or 'none'}")
    if link.terms.fixed_awards_from_meter is not None:
        print(f"Fixed awards are paid from {link.terms.fixed_awards_from_meter} (I-05)")
    if link.funds is not None:
        funds = link.funds
        print(f"Funds {funds.funds.dollars} for {funds.owed.dollars} owed, counted {funds.at}")
    for warning in record["warnings"]:
        print(f"Warning: {warning}")
    print()
    print_rows("Levels", record["levels"])
    print_rows("Claims that are not verified", record["pending"])
    print_rows("Meters", record["meters"])
    print_rows("Last hits", record["hits"])
    print_rows("Chances of every prize, as approved", record["chances"])
    print_rows("What a progressive wager gives back at these meters", record["returns"])


def _warnings(link: Link, returns: Sequence[LinkReturn]) -> Iterator[str]:
    """Games that give back more than they take, and levels that can hardly grow (I-21, I-05)."""
    for one in returns:
        if one.whole >= 1:
            yield f"{one.game} gives back {percent(one.whole)} of each progressive wager (I-21)"
    assert link.terms is not None, "an open link has terms"
    name = link.terms.fixed_awards_from_meter
    if name is None:
        return
    gets = link.terms.level(name).contribution.share
    for one in returns:
        if one.fixed_rows >= gets:
            yield (
                f"odds rows of {one.game} alone take {percent(one.fixed_rows)} of each progressive "
                f"wager from {name}, which receives {percent(gets)}: it will hardly rise above "
                "its reset (I-05)"
            )


def link_record(shown: LinkView) -> dict[str, Any]:
    """What every display shows, as JSON."""
    return {
        "link": shown.link,
        "currency": shown.currency,
        "is_running": shown.is_running,
        "message": shown.fault,
        "levels": [
            {
                "level": one.level,
                "display": str(one.amount),
                "base": str(one.reset),
                "limit": None if one.limit is None else str(one.limit),
                "hits": one.hits,
            }
            for one in shown.levels
        ],
        "pending": [
            {"claim": one.claim, "table": one.table, "amount": str(one.amount)}
            for one in shown.pending
        ],
        "hits": [
            {
                "at": one.at,
                "table": one.table,
                "seat": one.seat,
                "hand": one.hand,
                "level": one.level,
                "amount": str(one.amount),
            }
            for one in shown.hits
        ],
    }


def watch_link(links: Links, name: str, *, seconds: float | None, as_json: bool) -> None:
    """Print every new value, until the time is up."""

    def show(value: FeedValue) -> None:
        if as_json:
            record = {"version": value.version, **link_record(value.shown)}
            print(json.dumps(record, ensure_ascii=False), flush=True)
        else:
            line = _line(value.shown)
            # A change of the process that counts is a new value too, and is not shown.
            if line != last.get("line"):
                print(line, flush=True)
            last["line"] = line

    last: dict[str, str] = {}
    Feed(links, name).follow(show, _Deadline(seconds))


class _Deadline:
    """Set after so many seconds, or never: what `Feed.follow` waits on."""

    def __init__(self, seconds: float | None) -> None:
        self._ends = None if seconds is None else time.monotonic() + seconds

    def is_set(self) -> bool:
        return self._ends is not None and time.monotonic() >= self._ends

    def wait(self, timeout: float) -> None:
        time.sleep(timeout)


def _line(shown: LinkView) -> str:
    parts = [f"{one.level} {one.amount.dollars}" for one in shown.levels]
    parts += [f"PENDING {one.amount.dollars} table {one.table}" for one in shown.pending]
    if not shown.is_running:
        parts.append(f"takes no wagers: {shown.fault}")
    return "   ".join(parts)


def slip_lines(done: Done[Link], two_factors: str = "") -> Iterator[str]:
    """Payout slips, in figures and words (R5), and who signed them by two factors (S7)."""
    for event in done.events:
        if isinstance(event, PrizePaid):
            yield f"Payout slip {event.slip}   {done.envelope.time}"
            yield f"  Table {event.table}, round {event.round}, seat {event.seat}: {event.player}"
            yield f"  {event.hand.replace('_', ' ')}, {event.level}"
            yield f"  {event.amount.dollars}   {event.words}"
            yield f"  Paid by {done.envelope.actor}, with {done.envelope.second}"
            if two_factors:
                yield f"  Signed by two factors: {', '.join(two_factors.split())}"


def print_report(report: dict[str, Any], *, as_json: bool, csv: str | None) -> None:
    """A report as data, one part of it as CSV, or all of it as pages."""
    parts = {key: rows for key, rows in report.items() if isinstance(rows, list)}
    if csv is not None:
        if csv not in parts:
            raise BadSetting(f"--csv {csv!r}: choose one of {', '.join(parts)}")
        if parts[csv]:
            print_csv(parts[csv][0], parts[csv])
    elif as_json:
        print_json(report)
    else:
        period = " ".join(f"{word} {report[word]}" for word in ("from", "to") if report[word])
        print(f"Link {report['link']} {period}".rstrip() + "\n")
        for key, rows in parts.items():
            title = key.replace("_", " ").capitalize()
            if key == "recount":
                print("Recount from raw rounds: " + ("NOT THE SAME" if rows else "the same"))
            if not rows and key != "recount":
                print(f"{title}: none\n")
            print_rows(title, rows)
