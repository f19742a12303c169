"""A whole audit of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.audit.chains import check_chain
from pitboss.audit.findings import Finding, Report, in_order
from pitboss.audit.heads import check_checkpoints, check_head
from pitboss.audit.linked import check_linked, inbox_entries, link_log
from pitboss.audit.links import check_link
from pitboss.audit.receipts import check_receipts
from pitboss.audit.staff import Registers
from pitboss.audit.tables import check_table
from pitboss.jackpot.inbox_events import InboxEvent
from pitboss.rulebook.model import Rulebook
from pitboss.store.checkpoint import STREAM as CHECKPOINT
from pitboss.store.contract import Entry, Head, Store

Told = Callable[[str], None]


def audit(
    store: Store,
    rulebooks: Mapping[str, Rulebook],
    *,
    heads: Mapping[str, Head] | None = None,
    told: Told = lambda stream: None,
) -> Report:
    """Check everything a store holds, against exported heads too if there are any."""
    findings: list[Finding] = []
    hashes: dict[str, list[str]] = {}
    commands: dict[str, list[str]] = {}
    for stream in store.streams():
        told(stream)
        hashes[stream], commands[stream] = [], []
        watched = _noting(store.scan(stream), hashes[stream], commands[stream])
        findings += check_chain(stream, watched)
    findings += check_checkpoints(store.scan(CHECKPOINT), hashes)
    if heads is not None:
        findings += check_head(heads, hashes)
    receipts = list(store.receipts())
    findings += check_receipts(receipts, commands)
    asked = {receipt.command: receipt.asked for receipt in receipts}
    broken = {one.stream for one in findings if one.kind == "chain"}
    registers = Registers(() if "staff" in broken else store.scan("staff"))
    for stream in store.streams("table/"):
        told(stream)
        findings += check_table(stream, store.scan(stream), rulebooks, registers, asked)
    findings += _links(store, rulebooks, registers, asked)
    return Report(events=sum(map(len, hashes.values())), findings=in_order(findings))


def _noting(entries: Iterator[Entry], hashes: list[str], commands: list[str]) -> Iterator[Entry]:
    for entry in entries:
        hashes.append(entry.hash)
        commands.append(entry.command)
        yield entry


def _links(
    store: Store,
    rulebooks: Mapping[str, Rulebook],
    registers: Registers,
    asked: Mapping[str, str],
) -> Iterator[Finding]:
    """Every link, and every table beside what it wrote to one."""
    links = [stream.removeprefix("link/") for stream in store.streams("link/")]
    logs = {link: link_log(store.scan(f"link/{link}")) for link in links}
    by_table: dict[str, dict[str, list[tuple[str, InboxEvent]]]] = {}
    for link in links:
        inboxes = {}
        prefix = f"inbox/{link}/"
        for stream in store.streams(prefix):
            table = stream.removeprefix(prefix)
            own = list(inbox_entries(store.scan(stream)))
            inboxes[table] = [event for _, event in own]
            by_table.setdefault(table, {})[link] = own
        yield from check_link(f"link/{link}", store.scan(f"link/{link}"), inboxes, registers, asked)
    for stream in store.streams("table/") if links else ():
        own_inboxes = by_table.get(stream.removeprefix("table/"), {})
        yield from check_linked(stream, store.scan(stream), rulebooks, own_inboxes, logs)
    for link, log in logs.items():
        for claim in log.claims.values():
            yield Finding(
                stream=f"link/{link}",
                version=0,
                kind="claim",
                rule=claim.clause,
                message=f"claim {claim.claim} belongs to no settlement of table {claim.table}",
            )
