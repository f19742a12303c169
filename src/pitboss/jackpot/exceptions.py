"""The exception report of a link (R3, S4).

Settings that changed, meters put right, claims rejected, prizes to be recovered, wagers and fixed
awards that went back, stops, alarms, and funds that were short: whatever is not the ordinary way of
a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.envelope import AUTOMATIC, SYSTEM, Envelope, Recorded
from pitboss.jackpot import events as ev
from pitboss.jackpot.inbox_events import ContributionAlarmed, ContributionReversed, InboxEvent
from pitboss.jackpot.reports import Log, Row
from pitboss.jackpot.roles import is_automatic
from pitboss.money import total

Inboxes = Mapping[str, Iterable[Recorded[InboxEvent]]]


def exceptions(log: Log, inboxes: Inboxes) -> list[Row]:
    """Whatever somebody should look at, in the order of time."""
    found = [*_of_link(log), *_of_tables(inboxes)]
    return sorted(found, key=lambda row: str(row["at"]))


def _of_link(log: Log) -> Iterator[Row]:
    held = AUTOMATIC
    for event, envelope in log:
        at, by, both = envelope.time, envelope.actor, _both(envelope)
        match event:
            case ev.LinkStopped(reason=reason):
                yield _row(at, "stopped", reason, SYSTEM if is_automatic(event) else by)
            case ev.ChangeHeld(levels=levels):
                held = envelope
                detail = f"once {', '.join(levels)} was won, as approved by {event.digest}"
                yield _row(at, "change of settings asked for", detail, both)
            case ev.TermsChanged(edition=edition):
                detail = f"edition {edition}, as approved by {event.digest}"
                yield _row(
                    at, "settings changed", detail, _both(held) if event.has_waited else both
                )
            case ev.MeterAdjusted():
                detail = (
                    f"{event.level} from {event.before.dollars} to {event.after.dollars}, "
                    f"{event.reason}: {event.explanation} ({event.document})"
                )
                yield _row(at, "meter put right", detail, both)
            case ev.ClaimRejected(claim=claim, reason=reason):
                yield _row(at, "claim rejected", f"claim {claim}: {reason}", by)
            case ev.PaidClaimUndone(claim=claim, reason=reason):
                owed = ", ".join(
                    f"{one.amount.dollars} from {one.player} (slip {one.slip})"
                    for one in event.recover
                )
                detail = f"claim {claim}: {reason}; to be recovered: {owed}"
                yield _row(at, "paid prize taken back", detail, both)
            case ev.FixedAwardsReturned(table=table, returned=returned):
                detail = f"table {table}, round {event.round}: {returned.dollars} to {event.level}"
                yield _row(at, "fixed awards went back", detail, by)
            case ev.FundsCounted(funds=funds, owed=owed) if funds < owed:
                detail = f"{funds.dollars} is set aside and {owed.dollars} owed"
                yield _row(at, "funds short", detail, by)
            case _:
                continue


def _row(at: str, what: str, detail: str, by: str) -> Row:
    return {"at": at, "what": what, "detail": detail, "by": by}


def _both(envelope: Envelope) -> str:
    return f"{envelope.actor} with {envelope.second}"


def _of_tables(inboxes: Inboxes) -> Iterator[Row]:
    for table, entries in inboxes.items():
        for entry, envelope in entries:
            if isinstance(entry, ContributionReversed):
                back = total(entry.stakes.values()).dollars
                detail = f"table {table}, round {entry.round}: {back} ({entry.clause})"
                yield _row(envelope.time, "wagers went back", detail, SYSTEM)
            if isinstance(entry, ContributionAlarmed):
                detail = (
                    f"table {table}, round {entry.round}, seat {entry.seat}: {entry.stake.dollars} "
                    f"would add more than {entry.bound.dollars} to {entry.level}"
                )
                what = "unreasonable contribution not counted"
                yield _row(envelope.time, what, detail, SYSTEM)
