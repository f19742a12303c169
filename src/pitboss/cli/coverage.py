"""Which tests show each rule: the rows that `tools.trace` writes, counted and laid out."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TypedDict

from pitboss.cli.pages import Page

FILE = "coverage.json"
STATUSES = ("traced", "reasoned", "not_yet")


class RuleCovered(TypedDict):
    """One rule: the tests that show it, or the reason why none does."""

    rulebook: str
    rule: str
    status: str
    tests: list[str]
    reason: str | None


def read_coverage() -> list[RuleCovered]:
    """The rows that come with pitboss."""
    text = files("pitboss").joinpath("rulebooks", FILE).read_text(encoding="utf-8")
    rows: list[RuleCovered] = json.loads(text)["rows"]
    return rows


def counted(rows: list[RuleCovered]) -> dict[str, int]:
    """How many rules there are, and how many of each status.

    >>> counted([])
    {'rules': 0, 'traced': 0, 'reasoned': 0, 'not_yet': 0}
    """
    of = {status: sum(row["status"] == status for row in rows) for status in STATUSES}
    return {"rules": len(rows), **of}


def coverage_pages(
    rows: list[RuleCovered], wanted: list[RuleCovered], *, in_full: bool
) -> list[Page]:
    """The counts of every rulebook, and the rows themselves where they were asked for."""
    counts = []
    for rulebook in dict.fromkeys(row["rulebook"] for row in rows):
        of = counted([row for row in rows if row["rulebook"] == rulebook])
        counts.append((rulebook, *map(str, of.values())))
    if len(counts) > 1:
        counts.append(("all", *map(str, counted(rows).values())))
    pages = [Page("", ("rulebook", "rules", *STATUSES), counts)]
    if in_full:
        found = [
            (row["rulebook"], row["rule"], row["status"], row["reason"] or ", ".join(row["tests"]))
            for row in wanted
        ]
        pages.append(Page("", ("rulebook", "rule", "status", "tests or reason"), found))
    return pages
