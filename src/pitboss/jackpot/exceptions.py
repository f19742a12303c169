"""The exception report of a link (R3, S4).

Settings that changed, meters put right, claims rejected, prizes to be recovered, wagers and fixed
awards that went back, stops, alarms, and funds that were short: whatever is not the ordinary way of
a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.jackpot import events as ev
from pitboss.jackpot.inbox_events import ContributionAlarmed, ContributionReversed, InboxEvent
from pitboss.jackpot.reports import Row
from pitboss.money import total


def exceptions(
    log: Iterable[ev.LinkEvent], inboxes: Mapping[str, Sequence[InboxEvent]]
) -> list[Row]:
    """Whatever somebody should look at, in the order of time."""
    found = [*_of_link(log), *_of_tables(inboxes)]
    return sorted(found, key=lambda row: str(row["at"]))


def _of_link(log: Iterable[ev.LinkEvent]) -> Iterator[Row]:
    for event in log:
        match event:
            case ev.LinkStopped(reason=reason, by=by):
                yield {"at": event.at, "what": "stopped", "detail": reason, "by": by}
            case ev.ChangeHeld(levels=levels, by=by, second=second):
                detail = f"once {', '.join(levels)} was won, as approved by {event.digest}"
                yield _row(event.at, "change of settings asked for", detail, by, second)
            case ev.TermsChanged(edition=edition, by=by, second=second):
                detail = f"edition {edition}, as approved by {event.digest}"
                yield _row(event.at, "settings changed", detail, by, second)
            case ev.MeterAdjusted(by=by, second=second):
                detail = (
                    f"{event.level} from {event.before.dollars} to {event.after.dollars}, "
                    f"{event.reason}: {event.explanation} ({event.document})"
                )
                yield _row(event.at, "meter put right", detail, by, second)
            case ev.ClaimRejected(claim=claim, reason=reason, by=by):
                detail = f"claim {claim}: {reason}"
                yield {"at": event.at, "what": "claim rejected", "detail": detail, "by": by}
            case ev.PaidClaimUndone(claim=claim, reason=reason, by=by, second=second):
                owed = ", ".join(
                    f"{one.amount.dollars} from {one.player} (slip {one.slip})"
                    for one in event.recover
                )
                detail = f"claim {claim}: {reason}; to be recovered: {owed}"
                yield _row(event.at, "paid prize taken back", detail, by, second)
            case ev.FixedAwardsReturned(table=table, returned=returned, by=by):
                detail = f"table {table}, round {event.round}: {returned.dollars} to {event.level}"
                yield {"at": event.at, "what": "fixed awards went back", "detail": detail, "by": by}
            case ev.FundsCounted(funds=funds, owed=owed, by=by) if funds < owed:
                detail = f"{funds.dollars} is set aside and {owed.dollars} owed"
                yield {"at": event.at, "what": "funds short", "detail": detail, "by": by}
            case _:
                continue


def _row(at: str, what: str, detail: str, by: str, second: str) -> Row:
    return {"at": at, "what": what, "detail": detail, "by": f"{by} with {second}"}


def _of_tables(inboxes: Mapping[str, Sequence[InboxEvent]]) -> Iterator[Row]:
    for table, entries in inboxes.items():
        for entry in entries:
            if isinstance(entry, ContributionReversed):
                back = total(entry.stakes.values()).dollars
                yield {
                    "at": entry.at,
                    "what": "wagers went back",
                    "detail": f"table {table}, round {entry.round}: {back} ({entry.clause})",
                    "by": "system",
                }
            if isinstance(entry, ContributionAlarmed):
                detail = (
                    f"table {table}, round {entry.round}, seat {entry.seat}: {entry.stake.dollars} "
                    f"would add more than {entry.bound.dollars} to {entry.level}"
                )
                yield {
                    "at": entry.at,
                    "what": "unreasonable contribution not counted",
                    "detail": detail,
                    "by": "system",
                }
