"""One irregularity as it is looked at: the rule, the table, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.rulebook.model import IrregularityRule
from pitboss.table.irregularities import events as ev
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What was reported or ruled, with all that is needed to say what follows."""

    rules: TableRules
    table: Table
    by: Envelope
    rule: IrregularityRule
    details: Mapping[str, str]
    ruling: str = ""
    reason: str = ""

    def refuse(self, problem: str, remedy: str, *, seat: int | None = None) -> NoReturn:
        """Refuse it by its clause."""
        raise RuleBreach(problem, clause=self.rule.clause, remedy=remedy, seat=seat)

    def reported(self, *awaits: str, details: Mapping[str, str] | None = None) -> ev.Event:
        """The report itself; the table waits for the commands named, if any."""
        return ev.IrregularityReported(
            kind=self.rule.id,
            details=self.details if details is None else details,
            awaits=awaits,
            clause=self.rule.clause,
        )

    @property
    def told(self) -> Mapping[str, str]:
        """What was reported of the irregularity that is now ruled on."""
        halt = self.table.halt
        assert halt is not None, "a ruling is on something the table waits for"
        return halt.details

    def ruled(self) -> ev.Event:
        """The ruling itself; the table waits no longer."""
        return ev.RulingMade(
            kind=self.rule.id, ruling=self.ruling, reason=self.reason, clause=self.rule.effect
        )


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to be told with a report or a ruling, for forms and for prompts."""

    name: str
    meaning: str
    is_optional: bool = False


Follows = Callable[[Case], Iterator[Event]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the software does about one irregularity of a rulebook's list."""

    report: Follows
    """What follows from the report; it says first what was reported."""
    fields: tuple[Field, ...] = ()
    rule: Follows | None = None
    """What follows from a ruling, where the report makes the table wait for one."""
    rulings: tuple[str, ...] = ()
    """What may be ruled."""
    ruling_fields: tuple[Field, ...] = ()
    is_physical: bool = False
    """Whether it needs cards that lie on a table: where a generator deals it cannot happen."""
    needs_chips: bool = False
    """Whether it needs chips that lie on the felt: where the system takes the wagers, it refuses
    wrong ones when they are placed, and nothing else can be found there later."""
