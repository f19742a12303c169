"""What an audit finds, and how it goes on behind what cannot be read or followed."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from pitboss.errors import PitbossError, StoreError
from pitboss.store.contract import Entry

FORMAT = "pitboss-audit/1"
FINDING, NOTE = 1e-6, 1e-3
"""Below the first a record is reported as a finding, below the second it is noted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be."""

    stream: str
    version: int
    kind: str
    """`chain`, `checkpoint`, `command`, `event`, `permission`, `settlement`, `posting`, …"""
    rule: str = ""
    message: str

    def __str__(self) -> str:
        rule = f" (rule {self.rule})" if self.rule else ""
        return f"{self.stream}, entry {self.version}: {self.kind}: {self.message}{rule}"


def finding_at(entry: Entry, kind: str, message: str, rule: str | None = None) -> Finding:
    """What is wrong with an entry; under its own clause, unless a rule is given."""
    return Finding(
        stream=entry.stream,
        version=entry.version,
        kind=kind,
        rule=entry.clause if rule is None else rule,
        message=message,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceTest:
    """How unlikely one side of a record is by chance alone."""

    of: str
    """`cards` or `prizes`."""
    rounds: int
    p: float
    """At most so likely is a record as uneven as this."""
    most: str
    """What is the least likely of it."""

    @property
    def is_found(self) -> bool:
        """Whether chance alone does not explain it."""
        return self.p < FINDING

    @property
    def is_noted(self) -> bool:
        """Whether it is unlikely enough to be told, and no finding."""
        return FINDING <= self.p < NOTE

    def __str__(self) -> str:
        return f"{self.of} of {self.rounds} rounds: p = {self.p:.2g} ({self.most})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole audit."""

    events: int
    findings: tuple[Finding, ...]
    chances: tuple[ChanceTest, ...] = ()
    """How unlikely what electronic tables dealt and paid is by chance alone."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def record(self) -> dict[str, Any]:
        """As data."""
        return {
            "format": FORMAT,
            "events": self.events,
            "findings": [asdict(one) for one in self.findings],
            "chances": [asdict(one) for one in self.chances],
        }


class OpensSeals(Protocol):
    """The key of the house, for an audit that has it."""

    def unseal(self, place: str, kept: str) -> str:
        """What was sealed for a place."""

    def is_marked(self, text: str, mark: str) -> bool:
        """Whether that is the mark of the house under a text."""


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By stream and entry, each said once."""
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda one: (one.stream, one.version, one.kind)))


def in_words(error: Exception) -> str:
    """What our own rules say of an error; what Python says of it helps no reader.

    >>> in_words(KeyError("T2"))
    'such an entry is not written, or not after what stands before it'
    """
    if isinstance(error, PitbossError):
        return str(error)
    return "such an entry is not written, or not after what stands before it"


def guarded(entry: Entry, findings: Iterable[Finding]) -> Generator[Finding, None, bool]:
    """What checks find from this entry on; whether they came to their end.

    A record may say anything, and no check can be ready for all of it. What ends one short is
    found itself, at the entry; only a store that cannot be read ends the audit.
    """
    try:
        yield from findings
    except StoreError:
        raise
    except Exception as error:
        message = f"neither this nor what follows can be checked: {in_words(error)}"
        yield finding_at(entry, "event", message)
        return False
    return True
