"""What an audit finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

FORMAT = "pitboss-audit/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be."""

    stream: str
    version: int
    kind: str
    """`chain`, `checkpoint`, `command`, `event`, `permission`, `settlement`, `posting`, …"""
    rule: str
    message: str

    def __str__(self) -> str:
        rule = f" (rule {self.rule})" if self.rule else ""
        return f"{self.stream}, entry {self.version}: {self.kind}: {self.message}{rule}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole audit."""

    events: int
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def record(self) -> dict[str, Any]:
        """As data."""
        return {
            "format": FORMAT,
            "events": self.events,
            "findings": [
                {
                    "stream": one.stream,
                    "version": one.version,
                    "kind": one.kind,
                    "rule": one.rule,
                    "message": one.message,
                }
                for one in self.findings
            ],
        }


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By stream and entry, each said once."""
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda one: (one.stream, one.version, one.kind)))
