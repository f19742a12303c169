"""Whether every transfer between links was received as it was sent, in the same command (P28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.audit.findings import Finding
from pitboss.audit.linked import LinkLog
from pitboss.jackpot.care import TransferReceived, TransferSent
from pitboss.jackpot.meters import Bucket
from pitboss.store.contract import Entry

_Key = tuple[str, str, int]
"""From which link, to which, and the number it has there."""


def check_transfers(logs: Mapping[str, LinkLog]) -> Iterator[Finding]:
    """Hold what links sent against what others received."""
    sent: dict[_Key, tuple[Entry, TransferSent]] = {}
    for link, log in logs.items():
        for entry, event in log.sent:
            sent[link, event.to_link, event.transfer] = entry, event
    for link, log in logs.items():
        for entry, received in log.received:
            found = sent.pop((received.from_link, link, received.transfer), None)
            if found is None:
                yield _finding(entry, f"{received.from_link} sent no transfer {received.transfer}")
            elif not _is_same(found, (entry, received)):
                yield _finding(entry, f"{received.from_link} sent it otherwise")
    for (_, to_link, number), (entry, _) in sent.items():
        yield _finding(entry, f"transfer {number} never came to {to_link}")


def _is_same(sent: tuple[Entry, TransferSent], received: tuple[Entry, TransferReceived]) -> bool:
    went, came = sent[1], received[1]
    parts = came.moves.get(came.level, {}).get(Bucket.RECEIVED, 0)
    return (
        sent[0].command == received[0].command
        and went.to_level == came.level
        and Fraction(went.parts, went.per_cent) == Fraction(parts, came.per_cent)
    )


def _finding(entry: Entry, message: str) -> Finding:
    return Finding(
        stream=entry.stream,
        version=entry.version,
        kind="transfer",
        rule=entry.clause,
        message=message,
    )
