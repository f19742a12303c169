"""What is written along with a table's own commands, in the same transaction or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pitboss.envelope import Envelope
from pitboss.store.contract import Append
from pitboss.table.rules import TableRules
from pitboss.table.table import Command, Event, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A command that was decided and is about to be written."""

    table: str
    rules: TableRules
    before: Table
    command: Command
    events: Sequence[Event]
    after: Table
    by: Envelope
    now: str


class Companion(Protocol):
    """Somebody who writes along with every table."""

    def prepared(self, name: str, rules: TableRules, table: Table, command: Command) -> Command:
        """The command with what only this one knows filled in, anew for every try."""

    def appends(self, moment: Moment) -> Sequence[Append]:
        """What goes into other streams beside it; or `RuleBreach`, and nothing is written."""

    def streams(self, name: str, rules: TableRules) -> Sequence[str]:
        """Further streams of this table whose ends belong into its checkpoints."""

    def forget(self, name: str) -> None:
        """Somebody else was first: what was remembered of this table may be out of date."""
