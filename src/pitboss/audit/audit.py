"""A whole audit of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pitboss.audit.accounts import PREFIX as PLAYER
from pitboss.audit.accounts import check_accounts
from pitboss.audit.chains import check_beyond, check_chain, check_end, check_strays
from pitboss.audit.checkpoints import check_checkpoints, check_head
from pitboss.audit.clock import SetBacks
from pitboss.audit.faults import check_store
from pitboss.audit.findings import Finding, Report, in_order
from pitboss.audit.noted import Noted
from pitboss.audit.parts import Checked, Parts
from pitboss.audit.receipts import check_receipts
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.audit.staff import STREAM as STAFF
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Head, Store
from pitboss.store.events import CHECKPOINT, CLOCK

Told = Callable[[str], None]
Sharing = Callable[[Parts, bool], Iterable[Checked]]
"""Has every part checked, told whether the register of staff is broken."""


def audit(
    store: Store | StoreSnapshot,
    rulebooks: Mapping[str, Rulebook],
    *,
    heads: Mapping[str, Head] | None = None,
    told: Told = lambda stream: None,
    sharing: Sharing | None = None,
    is_alone: bool = False,
) -> Report:
    """Check everything a store holds now, against exported heads too if there are any.

    `is_alone` says that tables of it were played with links that stand elsewhere.
    """
    if not isinstance(store, StoreSnapshot):
        store = StoreSnapshot(store)
    findings: list[Finding] = [*check_store(store.faults())]
    noted = Noted()
    for stream, end in store.heads().items():
        told(stream)
        findings += check_chain(stream, noted.through(stream, store.scan(stream)))
        findings += check_strays(stream, store.strays(stream))
        findings += check_end(stream, noted.hashes[stream], end)
        findings += check_beyond(stream, end, is_written=store.ends_after(stream))
    findings += noted.findings
    clock = SetBacks(store.scan(CLOCK))
    findings += clock.left(noted.commands)
    findings += check_checkpoints(store.scan(CHECKPOINT), noted.streams(clock))
    if heads is not None:
        findings += check_head(heads, noted.hashes)
    receipts = list(store.receipts())
    findings += check_receipts(receipts, noted.commands)
    asked = {receipt.command: receipt.asked for receipt in receipts if receipt.is_sound}
    findings += noted.not_asked(asked)
    accounts = {stream: store.scan(stream) for stream in store.streams(PLAYER)}
    findings += check_accounts(accounts, noted.at_tables, asked)
    events = noted.events
    del receipts, noted
    is_staff_broken = any(one.stream == STAFF and one.kind == "chain" for one in findings)
    parts = Parts(store, rulebooks, asked, is_staff_broken=is_staff_broken, is_alone=is_alone)
    findings += parts.of_no_part()
    checked = _one_by_one(parts, told) if sharing is None else sharing(parts, is_staff_broken)
    made = frozenset[tuple[str, str]]()
    for part in checked:
        findings += part.findings
        made |= part.claims
    findings += parts.unmade(made)
    return Report(events=events, findings=in_order(findings))


def _one_by_one(parts: Parts, told: Told) -> Iterator[Checked]:
    for stream in parts.names():
        told(stream)
        yield parts.check(stream)
