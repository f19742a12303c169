"""Whether players' accounts came about as they may, and agree with what went to and from tables.

Each account is replayed: what was asked follows from what is written, is decided again, and must be
what the receipt says. Money and sittings stand at a table too, in the same command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.audit.commands import check_replay
from pitboss.audit.findings import Finding
from pitboss.audit.words import guarded
from pitboss.codec import name_of
from pitboss.envelope import PLAYER
from pitboss.players.account import (
    Account,
    BroughtFromTable,
    GotUp,
    PlayerEvent,
    PlayerRegistered,
    SatDown,
    TakenToTable,
    decide,
    evolve,
    key_of,
)
from pitboss.records.entries import envelope_of, event_of
from pitboss.store.contract import Entry
from pitboss.table.chips.exchange import BoughtIn, CashedOut
from pitboss.table.people.seats import SeatLeft, SeatTaken

PREFIX = "player/"
_AT_TABLES: dict[type, type] = {
    TakenToTable: BoughtIn,
    BroughtFromTable: CashedOut,
    SatDown: SeatTaken,
    GotUp: SeatLeft,
}
"""What an account says, and what the table says of the same."""
_NAMES = frozenset(map(name_of, _AT_TABLES.values()))


class AtTables:
    """What players did themselves at tables that an account has to know, by their commands."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def note(self, entry: Entry) -> None:
        """One entry of a table."""
        if entry.role == PLAYER and entry.name in _NAMES:
            self._entries[entry.command] = entry

    def take(self, command: str) -> Entry | None:
        """What a command did at a table, which is then no longer asked about."""
        return self._entries.pop(command, None)

    def left(self) -> Iterable[Entry]:
        """What no account knows of."""
        return self._entries.values()


def check_accounts(
    accounts: Mapping[str, Iterable[Entry]], at_tables: AtTables, asked: Mapping[str, str]
) -> Iterator[Finding]:
    """Replay every account, by its stream, beside what its player did at tables."""
    replayed = {}
    for stream, entries in accounts.items():
        audit = replayed[stream] = _Account(stream, at_tables, asked)
        for entry in entries:
            is_done = yield from guarded(entry, audit.check(entry))
            if audit.is_lost or not is_done:
                break
    for entry in at_tables.left():
        known = replayed.get(f"{PREFIX}{key_of(entry.actor)}")
        if known is not None and known.should_know(entry):
            message = f"nothing of it is in the account of {known.account.name}"
            yield _finding(entry, "posting", message)


class _Account:
    def __init__(self, stream: str, at_tables: AtTables, asked: Mapping[str, str]) -> None:
        self.account = Account()
        self.is_lost = False
        """Whether an entry was met that nothing after it can be judged by."""
        self._key = stream.removeprefix(PREFIX)
        self._at_tables = at_tables
        self._asked = asked
        self._opened = ""

    def should_know(self, entry: Entry) -> bool:
        """Whether it was done at a table once there was an account, by its own player."""
        if self.is_lost or not self._opened or entry.time <= self._opened:
            return False
        if entry.name != name_of(SeatLeft):
            return True
        # Whoever sits nowhere by the account gets up from a table without a word in it.
        since = self.account.sitting.get(entry.stream.removeprefix("table/"))
        return since is not None and since <= entry.time

    def check(self, entry: Entry) -> Iterator[Finding]:
        """One entry, which is one command."""
        try:
            event: PlayerEvent = event_of(entry)
            if not isinstance(event, PlayerEvent):
                raise TypeError(entry.name)
        except Exception:
            # Found where all that stands in a stream is read.
            self.is_lost = True
            return
        before, by = self.account, envelope_of(entry)
        asked = self._asked.get(entry.command, "")
        for _, kind, message in check_replay(
            entry.stream, asked, lambda given: decide(before, given[0], by), [event]
        ):
            yield _finding(entry, kind, message)
        self.account = evolve(before, event, by)
        if isinstance(event, PlayerRegistered):
            self._opened = self._opened or entry.time
            if key_of(event.name) != self._key:
                yield _finding(entry, "event", f"it is the account of {event.name}")
        yield from self._who(entry)
        yield from self._given(entry, event)

    def _who(self, entry: Entry) -> Iterator[Finding]:
        if (key_of(entry.actor), entry.role, entry.second) == (self._key, PLAYER, ""):
            return
        beside = f" with {entry.second}" if entry.second else ""
        said = f"by {entry.actor}{beside} as {entry.role or 'nobody in particular'}"
        yield _finding(entry, "permission", f"it is on record as {said}, and is the player's own")

    def _given(self, entry: Entry, event: PlayerEvent) -> Iterator[Finding]:
        """With what was done at a table, or else for its own sake."""
        at_table = self._at_tables.take(entry.command)
        if at_table is not None:
            for message in _otherwise(event, at_table):
                yield _finding(entry, "posting", message)
        elif isinstance(event, TakenToTable | BroughtFromTable | SatDown):
            message = f"nothing was done at table {event.table} by the same command"
            yield _finding(entry, "posting", message)


def _otherwise(event: PlayerEvent, entry: Entry) -> Iterator[str]:
    """How the account has something else than the table, of one command."""
    try:
        at_table = event_of(entry)
    except Exception:
        # Said where the table itself is checked.
        return
    table = entry.stream.removeprefix("table/")
    if type(at_table) is not _AT_TABLES.get(type(event)):
        yield f"the same command is {entry.name} at table {table}"
        return
    assert isinstance(event, TakenToTable | BroughtFromTable | SatDown | GotUp)
    if event.table != table:
        yield f"it says table {event.table}, and the same command was given to table {table}"
    taken, given = getattr(event, "amount", None), getattr(at_table, "amount", None)
    if taken != given:
        yield f"{taken} here, and {given} at table {table}"


def _finding(entry: Entry, kind: str, message: str) -> Finding:
    return Finding(
        stream=entry.stream,
        version=entry.version,
        kind=kind,
        rule=entry.clause,
        message=message,
    )
