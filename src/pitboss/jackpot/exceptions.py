"""The exception report of a link: alarms, stops, rejections, and funds that were short (R3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.jackpot import events as ev
from pitboss.jackpot.inbox_events import ContributionAlarmed, InboxEvent
from pitboss.jackpot.reports import Row


def exceptions(
    log: Iterable[ev.LinkEvent], inboxes: Mapping[str, Sequence[InboxEvent]]
) -> list[Row]:
    """Whatever somebody should look at, in the order of time."""
    found = [*_of_link(log), *_alarms(inboxes)]
    return sorted(found, key=lambda row: str(row["at"]))


def _of_link(log: Iterable[ev.LinkEvent]) -> Iterator[Row]:
    for event in log:
        match event:
            case ev.LinkStopped(reason=reason, by=by):
                yield {"at": event.at, "what": "stopped", "detail": reason, "by": by}
            case ev.ClaimRejected(claim=claim, reason=reason, by=by):
                detail = f"claim {claim}: {reason}"
                yield {"at": event.at, "what": "claim rejected", "detail": detail, "by": by}
            case ev.FundsCounted(funds=funds, owed=owed, by=by) if funds < owed:
                detail = f"{funds.dollars} is set aside and {owed.dollars} owed"
                yield {"at": event.at, "what": "funds short", "detail": detail, "by": by}
            case _:
                continue


def _alarms(inboxes: Mapping[str, Sequence[InboxEvent]]) -> Iterator[Row]:
    for table, entries in inboxes.items():
        for entry in entries:
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
