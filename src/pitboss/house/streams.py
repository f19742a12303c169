"""Streams: their names, and each as far as it was read, folded to a state with its version.

The cache holds only the ends of streams, folded. It can be thrown away at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.codec import name_of
from pitboss.envelope import Envelope
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.aggregate import evolve as evolve_link
from pitboss.jackpot.link import Link
from pitboss.players import account, sessions
from pitboss.players.account import Account, key_of
from pitboss.players.sessions import Session
from pitboss.records.entries import envelope_of, event_of
from pitboss.staff import staff
from pitboss.staff.register import Register
from pitboss.store.contract import Store
from pitboss.table.table import Table, TableSnapshot
from pitboss.table.table import evolve as evolve_table

STAFF = "staff"


def table_stream(name: str) -> str:
    """The stream a table's events are in."""
    return f"table/{name}"


def seeds_stream(table: str) -> str:
    """The stream that holds the seeds of a table's rounds until each round is over."""
    return f"seeds/{table}"


def player_stream(name: str) -> str:
    """The stream of a player's account; names that read alike are one."""
    return f"player/{key_of(name)}"


def link_stream(name: str) -> str:
    """The stream a link's events are in."""
    return f"link/{name}"


def inbox_stream(link: str, table: str) -> str:
    """The stream a table's contributions to a link are in."""
    return f"inbox/{link}/{table}"


def name_in(stream: str) -> str:
    """What a stream is about: the table, link or player after its kind."""
    return stream.partition("/")[2]


MOST_CACHED = 20_000
"""Streams in memory; of more than that, those not asked for longest are read again when needed."""


class Aggregate(NamedTuple):
    """Whatever has a stream: what it is before its first event, and how each moves it on."""

    initial: Any
    evolve: Callable[[Any, Any, Envelope], Any]
    snapshot: str = ""
    """The stored name of events that hold the whole state, from which reading may begin."""


def _evolve_link(link: Link, event: LinkEvent | LinkSnapshot, by: Envelope) -> Link:
    return event.link if isinstance(event, LinkSnapshot) else evolve_link(link, event, by)


AGGREGATES: Mapping[str, Aggregate] = {
    "table": Aggregate(
        Table(), lambda table, event, _: evolve_table(table, event), name_of(TableSnapshot)
    ),
    "link": Aggregate(Link(), _evolve_link, name_of(LinkSnapshot)),
    "staff": Aggregate(Register(), staff.evolve),
    "player": Aggregate(Account(), account.evolve),
    "session": Aggregate(Session(), sessions.evolve),
}


def aggregate_of(stream: str) -> Aggregate:
    """What kind of thing a stream is about."""
    return AGGREGATES[stream.partition("/")[0]]


class Loaded(NamedTuple):
    """A stream as far as it was read."""

    state: Any
    version: int
    time: str = ""
    """When its last entry was written."""


class StreamCache:
    """The streams of one store that were looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: dict[str, Loaded] = {}

    def current(self, stream: str) -> Loaded:
        """As cached; what others wrote since shows as a conflict and is read then."""
        return self._cache.get(stream) or self.latest(stream)

    def latest(self, stream: str) -> Loaded:
        """With everything that others wrote since."""
        cached = self._cache.get(stream)
        kind = aggregate_of(stream)
        if cached is None:
            cached = self._from_snapshot(stream, kind)
        state, version, time = cached
        for entry in self._store.read(stream, after=version):
            state = kind.evolve(state, event_of(entry), envelope_of(entry))
            version, time = entry.version, entry.time
        loaded = Loaded(state, version, time)
        self.keep(stream, loaded)
        return loaded

    def _from_snapshot(self, stream: str, kind: Aggregate) -> Loaded:
        found = self._store.last(stream, kind.snapshot) if kind.snapshot else None
        if found is None:
            return Loaded(kind.initial, 0)
        state = kind.evolve(kind.initial, event_of(found), envelope_of(found))
        return Loaded(state, found.version, found.time)

    def keep(self, stream: str, loaded: Loaded) -> None:
        """A stream as it now stands."""
        self._cache.pop(stream, None)
        self._cache[stream] = loaded
        if len(self._cache) > MOST_CACHED:
            del self._cache[next(iter(self._cache))]

    def forget(self, stream: str) -> None:
        """Read it anew when it is next looked at."""
        self._cache.pop(stream, None)

    def __len__(self) -> int:
        return len(self._cache)
