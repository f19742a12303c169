"""What an audit checks one by one: every link with its inboxes, and every table beside its link.

No part needs to know what came of another, so processes may share them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.audit.clock import SetBacks
from pitboss.audit.findings import Finding
from pitboss.audit.linked import LinkLog, check_linked, inbox_entries, link_log
from pitboss.audit.links import check_link
from pitboss.audit.seeds import PREFIX as SEEDS
from pitboss.audit.seeds import KeptSeeds
from pitboss.audit.sessions import PREFIX as SESSION
from pitboss.audit.sessions import check_session
from pitboss.audit.snapshot import Recorded
from pitboss.audit.staff import STREAM as STAFF
from pitboss.audit.staff import Registers
from pitboss.audit.tables import check_table
from pitboss.audit.transfers import check_transfers
from pitboss.audit.words import guarded
from pitboss.rulebook.model import Rulebook
from pitboss.store.events import CLOCK

TABLE, LINK, INBOX = "table/", "link/", "inbox/"
Claim = tuple[str, str]
"""A link, and the command that entered a claim there."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one part."""

    findings: tuple[Finding, ...]
    claims: frozenset[Claim] = frozenset()
    """Those that a settlement of this table made."""


def _of_nothing(stream: str, missing: str) -> Finding:
    message = f"there is nothing of {missing}; hold the record against a backup with it"
    return Finding(stream=stream, version=1, kind="link", rule="I-07", message=message)


class Parts:
    """Every part of a store, and what all of them are held against."""

    def __init__(
        self,
        store: Recorded,
        rulebooks: Mapping[str, Rulebook],
        asked: Mapping[str, str],
        *,
        is_staff_broken: bool = False,
        is_alone: bool = False,
    ) -> None:
        """`asked` is what each command said; `is_alone` that no links were kept with the tables."""
        self._is_alone = is_alone
        self._store = store
        self._rulebooks = rulebooks
        self._asked = asked
        self._clock = SetBacks(store.scan(CLOCK))
        staff = () if is_staff_broken else store.scan(STAFF)
        self._registers = Registers(staff, asked, self._clock)
        links = (stream.removeprefix(LINK) for stream in store.streams(LINK))
        self._logs = {link: link_log(store.scan(f"{LINK}{link}"), self._clock) for link in links}

    def names(self) -> list[str]:
        """Their streams: tables take longest, and are as many as they are alike."""
        return [*self._store.streams(LINK), *self._store.streams(TABLE)]

    def of_no_part(self) -> Iterator[Finding]:
        """What is wrong with the register of staff, between links, with sessions and seeds."""
        yield from self._registers.findings
        moved = [entry for log in self._logs.values() for entry, _ in (*log.sent, *log.received)]
        if moved:
            yield from guarded(moved[0], check_transfers(self._logs))
        tables = set(self._store.streams(TABLE))
        for stream in self._store.streams(SEEDS):
            name = stream.removeprefix(SEEDS)
            if f"{TABLE}{name}" not in tables:
                yield from KeptSeeds(name, self._store.scan(stream)).left()
        for stream in self._store.streams(SESSION):
            yield from check_session(self._store.scan(stream), self._registers, self._asked)
        for stream in self._store.streams(INBOX):
            for missing in self._missing(stream.removeprefix(INBOX)):
                yield _of_nothing(stream, missing)

    def _missing(self, inbox: str) -> list[str]:
        """Of a link and a table that an inbox may be of, what is not there; names may have a /."""
        there = {*self._store.streams(LINK), *self._store.streams(TABLE)}
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
        before = self._claims()
        findings = tuple(self._table(stream))
        return Checked(findings, before - self._claims())

    def unmade(self, made: frozenset[Claim]) -> Iterator[Finding]:
        """Claims that no table made."""
        for link, log in self._logs.items():
            for command, claim in log.claims.items():
                if (link, command) not in made:
                    yield Finding(
                        stream=f"{LINK}{link}",
                        version=0,
                        kind="claim",
                        rule=claim.clause,
                        message=f"claim {claim.claim} belongs to no settlement "
                        f"of table {claim.table}",
                    )

    def _claims(self) -> frozenset[Claim]:
        return frozenset((link, one) for link, log in self._logs.items() for one in log.claims)

    def _link(self, stream: str) -> Iterator[Finding]:
        prefix = f"{INBOX}{stream.removeprefix(LINK)}/"
        inboxes = {
            own.removeprefix(prefix): [event for _, event in inbox_entries(self._store.scan(own))]
            for own in self._store.streams(prefix)
        }
        entries = self._store.scan(stream)
        return check_link(stream, entries, inboxes, self._registers, self._asked, clock=self._clock)

    def _table(self, stream: str) -> Iterator[Finding]:
        scan, books, asked = self._store.scan, self._rulebooks, self._asked
        name = stream.removeprefix(TABLE)
        seeds = KeptSeeds(name, scan(f"{SEEDS}{name}"))
        links = None if self._is_alone else self._logs.keys()
        yield from check_table(
            stream,
            scan(stream),
            books,
            self._registers,
            asked,
            clock=self._clock,
            seeds=seeds,
            links=links,
        )
        if self._logs:
            yield from self._beside(stream, self._logs)

    def _beside(self, stream: str, logs: Mapping[str, LinkLog]) -> Iterator[Finding]:
        name, scan = stream.removeprefix(TABLE), self._store.scan
        inboxes = {link: list(inbox_entries(scan(f"{INBOX}{link}/{name}"))) for link in logs}
        written = {link: own for link, own in inboxes.items() if own}
        yield from check_linked(stream, scan(stream), self._rulebooks, written, logs)
