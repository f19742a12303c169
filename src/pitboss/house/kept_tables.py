"""Tables as they were read so far: the ends of their streams, folded, and the rules they are under.

All of it can be thrown away at any time; the store has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.codec import name_of
from pitboss.errors import BadSetting
from pitboss.games.registry import GAMES
from pitboss.records.stored import event_of
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Store
from pitboss.table.rules import TableRules, table_rules
from pitboss.table.settings import Setting
from pitboss.table.table import Table, TableSnapshot, evolve

_SNAPSHOT = name_of(TableSnapshot)
_BRING = (
    "Bring that file (--rulebook-file FILE, or rulebooks in a floor's file) to play on, or to "
    "close the table and open it anew."
)


def stream_of(table: str) -> str:
    """The stream a table's events are in."""
    return f"table/{table}"


def seeds_stream_of(table: str) -> str:
    """The stream that keeps the seeds of rounds still played."""
    return f"seeds/{table}"


class Kept(NamedTuple):
    """A table as read so far."""

    table: Table
    version: int
    time: str = ""
    """When the last entry was written."""


class KeptTables:
    """Every table of a store that somebody looked at."""

    def __init__(self, store: Store, rulebooks: Mapping[str, Rulebook]) -> None:
        self._store = store
        self._rulebooks = rulebooks
        self._kept: dict[str, Kept] = {}
        self._rules: dict[str, TableRules] = {}

    def current(self, name: str) -> Kept:
        """As kept; what others wrote since shows as a conflict and is read then."""
        return self._kept.get(name) or self.read_on(name)

    def read_on(self, name: str) -> Kept:
        """With everything that others wrote since."""
        kept = self._kept.get(name)
        table, version, time = Kept(Table(), 0) if kept is None else kept
        if kept is None:
            snapshot = self._store.last(stream_of(name), _SNAPSHOT)
            if snapshot is not None:
                table, version = evolve(table, event_of(snapshot)), snapshot.version
                time = snapshot.time
        for entry in self._store.read(stream_of(name), after=version):
            table = evolve(table, event_of(entry))
            version, time = entry.version, entry.time
        self._kept[name] = kept = Kept(table, version, time)
        return kept

    def keep(self, name: str, kept: Kept) -> None:
        """A table as it now stands."""
        self._kept[name] = kept

    def forget(self, name: str) -> None:
        """Read it anew when it is next looked at."""
        self._kept.pop(name, None)

    def rules_of(self, setting: Setting) -> TableRules:
        """The rules a table so set is under."""
        known = self._rules.get(setting.table)
        if known is not None and (known.setting is setting or known.setting == setting):
            return known
        self._rules[setting.table] = found = self._compiled(setting)
        return found

    def _compiled(self, setting: Setting) -> TableRules:
        rules = self._rulebooks.get(setting.rulebook)
        if rules is None:
            raise BadSetting(
                f"No rulebook {setting.rulebook!r} is at hand; "
                f"there are {', '.join(self._rulebooks)}. {_BRING}"
            )
        if rules.digest != setting.digest:
            raise BadSetting(
                f"The rulebook {rules.id} at hand is not the one table {setting.table} was opened "
                f"with: its digest is {rules.digest[:12]}, not {setting.digest[:12]}. {_BRING}"
            )
        return table_rules(rules, GAMES[rules.game], setting)
