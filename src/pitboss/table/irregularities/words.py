"""What may be reported and who must say what, in words for whoever is at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.rulebook.model import IrregularityRule
from pitboss.table.irregularities import power
from pitboss.table.irregularities.cards import DUPLICATE
from pitboss.table.irregularities.case import Entry, Field
from pitboss.table.irregularities.catalogue import CATALOGUE
from pitboss.table.irregularities.keying import KEYING_ERROR
from pitboss.table.irregularities.players import ABSENT
from pitboss.table.irregularities.roles import reported_by
from pitboss.table.irregularities.state import Halt
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

ROUND = Field(
    "round", "the number of a round that is over: results stand, it is written down", True
)


def reportable(
    rules: TableRules, listed: Iterable[tuple[IrregularityRule, Entry]]
) -> Iterator[str]:
    """What may be reported, by whom, and what is to be told with it."""
    for rule, entry in listed:
        yield f"{rule.id}: {rule.title} ({rule.clause}; {reported_by(rules, rule.id)})"
        yield from (f"  {_told(field)}" for field in entry.fields)
    yield f"any irregularity with {ROUND.name}: {ROUND.meaning}"


def awaited(rules: TableRules, table: Table, halt: Halt) -> Iterator[str]:
    """Who must say what before the table goes on."""
    rule, entry = rules.rulebook.irregularities[halt.kind], CATALOGUE[halt.kind]
    if "Rule" in halt.awaits:
        yield f"the {rule.ruled_by} or a higher role rules {' or '.join(entry.rulings)}, and why"
        yield from (f"with the ruling: {_told(field)}" for field in entry.ruling_fields)
    if halt.kind == DUPLICATE:
        least = rules.choice("correction_role")
        yield f"{KEYING_ERROR} is confirmed by somebody else, {least} or higher"
    if "Answer" in halt.awaits:
        players = ", ".join(power.unanswered(table))
        yield f"each answers {power.WITHDRAW} (all wagers) or {power.STAY}: {players}"
        if ABSENT in rules.rulebook.irregularities:
            role = reported_by(rules, ABSENT)
            gone = f"report {ABSENT} player=NAME"
            yield f"of who is gone the {role} or a higher role says so, and they stay: {gone}"


def _told(field: Field) -> str:
    return f"{field.name}{', if known' if field.is_optional else ''}: {field.meaning}"
