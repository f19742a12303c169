"""Reports of a link over a period, from its own streams: everything as rows (R1, R3-R5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.envelope import Recorded
from pitboss.house.links import Links
from pitboss.house.streams import inbox_stream, link_stream
from pitboss.jackpot import reports
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot, replay
from pitboss.jackpot.inbox import InboxEvent
from pitboss.jackpot.meters import dollars_text
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.reports import exceptions
from pitboss.ledger.books import trial_balance
from pitboss.ledger.link_books import OWED, books_of_link
from pitboss.money import NOTHING, Money
from pitboss.records.entries import recorded
from pitboss.staff.register import moment
from pitboss.store.contract import Store

FORMAT = "pitboss-link-report/1"
NONE, FIXED = "0.00", "fixed_awards"
FIRST, LAST = "0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z"

Rows = list[reports.Row]


Log = list[Recorded[LinkEvent]]
Inboxes = Mapping[str, list[Recorded[InboxEvent]]]


def log_of(store: Store, link: str) -> Log:
    """All that happened to a link."""
    log = (recorded(entry) for entry in store.read(link_stream(link)))
    return [one for one in log if not isinstance(one.event, LinkSnapshot)]


def inboxes_of(store: Store, link: str) -> dict[str, list[Recorded[InboxEvent]]]:
    """What every table contributed, entry by entry."""
    prefix = inbox_stream(link, "")
    return {
        stream.removeprefix(prefix): [recorded(entry) for entry in store.read(stream)]
        for stream in store.streams(prefix)
    }


def link_report(
    links: Links,
    link: str,
    *,
    since: str = FIRST,
    until: str = LAST,
    least: Money = NOTHING,
) -> dict[str, Any]:
    """Everything there is to report, adjustments of `least` and more; each part is rows."""
    links.current(link)
    log = log_of(links.engine.store, link)
    period = list(reports.within(log, since=since, until=until))
    reconciled = reports.reconcile(log, since=since, until=until)
    inboxes = inboxes_of(links.engine.store, link)
    return {
        "format": FORMAT,
        "link": link,
        "from": "" if since == FIRST else since,
        "to": "" if until == LAST else until,
        "reconciliation": [one.row for one in reconciled],
        "contributions": [row for one in reconciled for row in one.contributions],
        "claims": reports.claims(period),
        "slips": reports.slips(period),
        "fixed_awards": reports.fixed_awards(period),
        "adjustments": reports.adjustments(period, least=least),
        "exceptions": _exceptions(log, inboxes, since, until),
        "tables": _of_period(log, period, by="table"),
        "games": _of_period(log, period, by="game"),
        **_booked(reports.within(log, since=FIRST, until=until), inboxes, until),
        "recount": _recount(log, inboxes),
    }


def _exceptions(log: Log, inboxes: Inboxes, since: str, until: str) -> Rows:
    """Those of the period; a change of settings that waited was perhaps asked for before it."""
    first, end = moment(since), moment(until)
    return [row for row in exceptions(log, inboxes) if first <= moment(str(row["at"])) < end]


def _booked(log: Iterable[Recorded[LinkEvent]], inboxes: Inboxes, until: str) -> dict[str, Rows]:
    """What the house owes by the end of the period, and the accounts it is booked on (P29)."""
    before = {
        table: [one.event for one in reports.within(entries, since=FIRST, until=until)]
        for table, entries in inboxes.items()
    }
    books = books_of_link(log, before)
    return {
        "liability": [
            {
                "level": name,
                "owed": str(books.owed_on(name)),
                "carried": dollars_text(books.carried[name], meter.per_cent),
                "not_counted_yet": dollars_text(books.waiting[name], meter.per_cent),
                "on_meters": dollars_text(sum(meter[one] for one in OWED), meter.per_cent),
                "difference": dollars_text(books.difference(name), meter.per_cent),
            }
            for name, meter in books.link.meters.items()
        ],
        "accounts": [
            {"account": account, "amount": str(held)}
            for account, held in trial_balance(books.ledger)
        ],
    }


def _of_period(log: Log, period: Log, *, by: str) -> Rows:
    """Who funded and who won in a period: all until its end, less all until its beginning."""
    if not period:
        return []
    first = log.index(period[0])
    upto = reports.funding(log[: first + len(period)], by=by)
    before = {row[by]: row for row in reports.funding(log[:first], by=by)}
    rows = (_less(one, before.get(one[by])) for one in upto)
    return [row for row in rows if row["wagers"] or row["won"] != NONE or row[FIXED] != NONE]


def _less(row: reports.Row, before: reports.Row | None) -> reports.Row:
    if before is None:
        return row
    less = dict(row)
    for key, value in before.items():
        if key == "wagers":
            less[key] = int(row[key]) - int(value)
        elif key in ("staked", "contributions", "won", FIXED):
            dollars = Fraction(str(row[key])) - Fraction(str(value))
            less[key] = dollars_text(100 * dollars.numerator, dollars.denominator)
    return less


def _recount(log: Log, inboxes: Inboxes) -> Rows:
    """Every difference between the meters and a count of raw rounds; none is how it should be."""
    entries = {table: [one.event for one in own] for table, own in inboxes.items()}
    found = variances(replay(log), recounted(log, entries))
    return [
        {
            "level": one.level,
            "what": one.what,
            "metered": str(one.metered),
            "recounted": str(one.recounted),
        }
        for one in found
    ]
