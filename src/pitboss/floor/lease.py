"""Which process runs a table, where several work on one floor.

Nothing depends on it but work done in vain, and whether a table in mid-round stood still: commands
are meant for one version of a table, and who comes second writes nothing. A lease is given back
when its process ends, however it ends.
"""

from __future__ import annotations

from typing import Protocol

from pitboss.store.contract import Store
from pitboss.store.leases import Lease as OneLease
from pitboss.store.leases import leases_on


def runs(table: str) -> str:
    """The name of the lease that whoever runs a table holds, a server or a person at a keyboard."""
    return f"run of table {table}"


class Lease(Protocol):
    """Says whether this process drives a table."""

    def holds(self, table: str) -> bool:
        """Whether it does, taking the table if nobody has it."""

    def let_go(self, table: str) -> None:
        """Leave a table to others."""

    def close(self) -> None:
        """Give everything back."""


class NoLease:
    """For a process that is alone."""

    def holds(self, table: str) -> bool:  # noqa: ARG002 - a Lease
        return True

    def let_go(self, table: str) -> None:  # noqa: ARG002 - a Lease
        return

    def close(self) -> None:
        return


class TableLeases:
    """A lease for each table that was asked for."""

    def __init__(self, store: Store) -> None:
        self._leases = leases_on(store)
        self._own: dict[str, OneLease] = {}

    def holds(self, table: str) -> bool:
        if table not in self._own:
            self._own[table] = self._leases(runs(table))
        return self._own[table].take()

    def let_go(self, table: str) -> None:
        if table in self._own:
            self._own.pop(table).give_back()

    def close(self) -> None:
        for table in list(self._own):
            self.let_go(table)
