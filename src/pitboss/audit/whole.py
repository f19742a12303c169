"""A whole audit of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.audit.chains import check_chain
from pitboss.audit.findings import Finding, Report, in_order
from pitboss.audit.heads import check_checkpoints, check_head
from pitboss.audit.receipts import check_receipts
from pitboss.audit.staff import Registers
from pitboss.audit.tables import check_table
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
    return Report(events=sum(map(len, hashes.values())), findings=in_order(findings))


def _noting(entries: Iterator[Entry], hashes: list[str], commands: list[str]) -> Iterator[Entry]:
    for entry in entries:
        hashes.append(entry.hash)
        commands.append(entry.command)
        yield entry
