"""A whole audit of a store: first the record itself, then what it says.

1. Every stream is whole, and ends where the store says (`chain`).
2. Every entry by itself, and beside others of its command (`entries`); times (`times`).
3. Checkpoints, exported heads and receipts (`checkpoints`, `chain`).
4. The register of staff (`roles`), accounts and sessions of players (`players`): replayed.
5. Every link with its inboxes (`links`, `books`), and every table beside its link (`tables`,
   `seeds`, `books`, `linked_tables`, `claims`), by the same loop (`replay`). No part needs what
   came of another, so processes may share these (`processes`).
6. What all electronic tables dealt and paid: whether chance explains it (`chance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.audit.chain import check_chain, check_end, check_receipts, check_store
from pitboss.audit.chance import Dealt, chances_in, check_chance
from pitboss.audit.checkpoints import check_checkpoints, check_head
from pitboss.audit.entries import EntryChecks
from pitboss.audit.findings import Finding, OpensSeals, Report, guarded, in_order
from pitboss.audit.linked_tables import LinkedTable, LinkLog, check_transfers, inbox_entries
from pitboss.audit.links import LinkReplay
from pitboss.audit.players import ACCOUNT, SESSION, SessionReplay, SignIns, check_accounts
from pitboss.audit.roles import STAFF, Registers
from pitboss.audit.seeds import SEEDS, KeptSeeds
from pitboss.audit.snapshot import StoreSnapshot
from pitboss.audit.tables import TableReplay
from pitboss.audit.times import SetBacks
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Head, Store
from pitboss.store.events import CHECKPOINT, CLOCK

TABLE, LINK, INBOX, ACCESS = "table/", "link/", "inbox/", "access"
Progress = Callable[[str], None]
"""Called with the stream that is checked next."""
ClaimKey = tuple[str, str]
"""A link, and the command that entered a claim there."""


def audit(
    store: Store | StoreSnapshot,
    rulebooks: Mapping[str, Rulebook],
    *,
    heads: Mapping[str, Head] | None = None,
    progress: Progress = lambda stream: None,
    share: Callable[[Parts, bool], Iterable[Checked]] | None = None,
    is_alone: bool = False,
    seals: OpensSeals | None = None,
) -> Report:
    """Check everything a store holds now, against exported heads too if there are any.

    `share` has every part checked elsewhere, given whether the register of staff is broken.
    `is_alone` says that tables of it were played with links that stand elsewhere. `seals` is the
    key of the house, if it is at hand: what is sealed and marked with it is then checked too.
    """
    if not isinstance(store, StoreSnapshot):
        store = StoreSnapshot(store)
    findings: list[Finding] = [*check_store(store)]
    checks = EntryChecks()
    index = checks.index
    for stream in store.heads():
        progress(stream)
        findings += check_chain(stream, checks.through(stream, store.scan(stream)))
        findings += check_end(store, stream, index.hashes[stream])
    findings += checks.findings
    clock = SetBacks(store.scan(CLOCK))
    findings += clock.left(index.commands)
    findings += check_checkpoints(store.scan(CHECKPOINT), index, clock)
    if heads is not None:
        findings += check_head(heads, index.hashes)
    receipts = list(store.receipts())
    findings += check_receipts(receipts, index.commands)
    asked = {receipt.command: receipt.asked for receipt in receipts if receipt.is_sound}
    findings += checks.not_asked(asked)
    accounts = {stream: store.scan(stream) for stream in store.streams(ACCOUNT)}
    findings += check_accounts(accounts, checks.visits, asked, clock)
    events = checks.events
    del receipts, checks, index
    is_staff_broken = any(one.stream == STAFF and one.kind == "chain" for one in findings)
    parts = Parts(
        store, rulebooks, asked, is_staff_broken=is_staff_broken, is_alone=is_alone, seals=seals
    )
    findings += parts.check_shared()
    claims, dealt = frozenset[ClaimKey](), Dealt()
    for part in share(parts, is_staff_broken) if share else _one_by_one(parts, progress):
        findings += part.findings
        claims |= part.claims
        dealt.add(part.dealt)
    findings += parts.unsettled(claims)
    chances = chances_in(dealt)
    findings += check_chance(chances)
    return Report(events=events, findings=in_order(findings), chances=chances)


def _one_by_one(parts: Parts, progress: Progress) -> Iterator[Checked]:
    for stream in parts.names():
        progress(stream)
        yield parts.check(stream)


# --- parts ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one part."""

    findings: tuple[Finding, ...]
    claims: frozenset[ClaimKey] = frozenset()
    """Those that a settlement of this table made."""
    dealt: Dealt = field(default_factory=Dealt)
    """What the table dealt and paid."""


class Parts:
    """Every link and every table of a store, and what all of them are held against."""

    def __init__(
        self,
        store: StoreSnapshot,
        rulebooks: Mapping[str, Rulebook],
        asked: Mapping[str, str],
        *,
        is_staff_broken: bool = False,
        is_alone: bool = False,
        seals: OpensSeals | None = None,
    ) -> None:
        """`asked` is the text of each command; `is_alone`: no links were kept with the tables."""
        self._is_alone = is_alone
        self._seals = seals
        self._store = store
        self._rulebooks = rulebooks
        self._asked = asked
        self._clock = SetBacks(store.scan(CLOCK))
        staff = () if is_staff_broken else store.scan(STAFF)
        self._registers = Registers(staff, asked, self._clock)
        self._logs = {
            link: LinkLog(link, store.scan(f"{LINK}{link}"), self._clock)
            for link in self._named(LINK)
        }

    def _named(self, kind: str) -> list[str]:
        return [stream.removeprefix(kind) for stream in self._store.streams(kind)]

    def names(self) -> list[str]:
        """Their streams: tables take longest, and are as many as they are alike."""
        return [*self._store.streams(LINK), *self._store.streams(TABLE)]

    def check_shared(self) -> Iterator[Finding]:
        """What belongs to no part: the register, transfers, sessions, streams without a table."""
        scan = self._store.scan
        yield from self._registers.findings
        moved = [entry for log in self._logs.values() for entry, _ in (*log.sent, *log.received)]
        if moved:
            yield from guarded(moved[0], check_transfers(self._logs))
        for name in set(self._named(SEEDS)) - set(self._named(TABLE)):
            yield from KeptSeeds(name, scan(f"{SEEDS}{name}")).left()
        yield from self._sessions()
        for inbox in self._named(INBOX):
            for missing in self._missing(inbox):
                message = f"there is nothing of {missing}; hold the record against a backup with it"
                yield Finding(
                    stream=f"{INBOX}{inbox}", version=1, kind="link", rule="I-07", message=message
                )

    def _sessions(self) -> Iterator[Finding]:
        scan, sign_ins = self._store.scan, SignIns(self._store.scan(ACCESS))
        for stream in self._store.streams(SESSION):
            replay = SessionReplay(
                stream,
                self._registers,
                self._asked,
                self._clock,
                sign_ins=sign_ins,
                seals=self._seals,
            )
            yield from replay.run(scan(stream))

    def _missing(self, inbox: str) -> list[str]:
        """Of a link and a table that an inbox may be of, what is not there; names may have a /."""
        there = set(self.names())
        both = [
            [f"{LINK}{inbox[:at]}", f"{TABLE}{inbox[at + 1 :]}"]
            for at, sign in enumerate(inbox)
            if sign == "/"
        ]
        missing = [[name for name in pair if name not in there] for pair in both]
        return min(missing, key=len, default=[])

    def check(self, stream: str) -> Checked:
        """One of them."""
        if stream.startswith(LINK):
            return Checked(tuple(self._link(stream)))
        before, replay = self._claims(), self._table(stream)
        findings = tuple(replay.run(self._store.scan(stream)))
        return Checked(findings, before - self._claims(), replay.counted)

    def unsettled(self, settled: frozenset[ClaimKey]) -> Iterator[Finding]:
        """Claims that no settlement of a table made."""
        for link, log in self._logs.items():
            for command, claim in log.claims.entered.items():
                if (link, command) not in settled:
                    yield Finding(
                        stream=f"{LINK}{link}",
                        version=0,
                        kind="claim",
                        rule=claim.clause,
                        message=f"claim {claim.claim} belongs to no settlement "
                        f"of table {claim.table}",
                    )

    def _claims(self) -> frozenset[ClaimKey]:
        return frozenset(
            (link, command) for link, log in self._logs.items() for command in log.claims.entered
        )

    def _link(self, stream: str) -> Iterator[Finding]:
        prefix = f"{INBOX}{stream.removeprefix(LINK)}/"
        scan = self._store.scan
        inboxes = {
            table: [event for _, event in inbox_entries(scan(f"{prefix}{table}"))]
            for table in self._named(prefix)
        }
        replay = LinkReplay(stream, inboxes, self._registers, self._asked, self._clock)
        return replay.run(scan(stream))

    def _table(self, stream: str) -> TableReplay:
        scan, name = self._store.scan, stream.removeprefix(TABLE)
        inboxes = {link: list(inbox_entries(scan(f"{INBOX}{link}/{name}"))) for link in self._logs}
        return TableReplay(
            stream,
            self._rulebooks,
            self._registers,
            self._asked,
            self._clock,
            seeds=KeptSeeds(name, scan(f"{SEEDS}{name}"), self._seals),
            linked=LinkedTable(name, self._logs, inboxes),
            links=None if self._is_alone else self._logs.keys(),
        )
