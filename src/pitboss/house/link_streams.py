"""Links and inboxes as the store has them: `link/<id>`, and `inbox/<link>/<table>` for each table.

What is kept in memory is only the end of a stream, read and folded; it can be thrown away at any
time. The number of an inbox entry is its version in the stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitboss.codec import name_of
from pitboss.jackpot.events import LinkEvent
from pitboss.jackpot.inbox import KEPT_ROUNDS, Inbox
from pitboss.jackpot.inbox import evolve as evolve_inbox
from pitboss.jackpot.inbox_events import InboxEvent
from pitboss.jackpot.link import Link
from pitboss.jackpot.owner_events import Followed, LinkSnapshot, follow
from pitboss.records.stored import draft_of, event_of, recorded
from pitboss.store.contract import Append, Store

_SNAPSHOT = name_of(LinkSnapshot)
Waiting = list[tuple[str, tuple[InboxEvent, ...]]]
"""Tables, and what each of them contributed that is not on the meters yet."""
_TAIL = 4 * KEPT_ROUNDS
"""So many entries hold every round whose wagers may still go back, and what took others back."""


def stream_of(link: str) -> str:
    """The stream a link's events are in."""
    return f"link/{link}"


def inbox_stream_of(link: str, table: str) -> str:
    """The stream a table's contributions to a link are in."""
    return f"inbox/{link}/{table}"


@dataclass(frozen=True, slots=True)
class KeptInbox:
    """A table's inbox as read so far."""

    inbox: Inbox
    version: int


class LinkStreams:
    """The links of one store, each read on from where it was last read to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._links: dict[str, Followed] = {}
        self._times: dict[str, str] = {}
        self._inboxes: dict[tuple[str, str], KeptInbox] = {}

    def names(self) -> list[str]:
        """Every link there ever was."""
        return [name.removeprefix("link/") for name in self.store.streams("link/")]

    def current(self, link: str) -> Followed:
        """A link with everything that anybody wrote so far."""
        kept = self._links.get(link)
        if kept is None:
            kept = Followed()
            snapshot = self.store.last(stream_of(link), _SNAPSHOT)
            if snapshot is not None:
                # Reading goes on behind it.
                kept = follow(replace(kept, version=snapshot.version - 1), *recorded(snapshot))
        for entry in self.store.read(stream_of(link), after=kept.version):
            kept = follow(kept, *recorded(entry))
            self._times[link] = entry.time
        self._links[link] = kept
        return kept

    def known(self, link: str) -> Followed:
        """A link as it was when it was last read; it is read if it never was."""
        return self._links.get(link) or self.current(link)

    def remember(self, link: str, kept: Followed, time: str) -> None:
        """What this process wrote itself need not be read."""
        self._links[link] = kept
        self._times[link] = time

    def times(self, link: str) -> dict[str, str]:
        """When the last entry of a link was written, by its stream, as far as it was read."""
        return {stream_of(link): self._times.get(link, "")}

    def known_inbox(self, link: str, table: str) -> KeptInbox:
        """A table's inbox as it was when it was last read or written here; it is read if never.

        That will do for whoever writes to it next: what others wrote shows as a conflict.
        """
        return self._inboxes.get((link, table)) or self.inbox(link, table)

    def inbox(self, link: str, table: str) -> KeptInbox:
        """A table's inbox with everything that anybody wrote so far."""
        stream = inbox_stream_of(link, table)
        kept = self._inboxes.get((link, table))
        if kept is None:
            kept = KeptInbox(Inbox(), max(0, self.store.head(stream).version - _TAIL))
        for entry in self.store.read(stream, after=kept.version):
            kept = KeptInbox(evolve_inbox(kept.inbox, event_of(entry)), entry.version)
        self._inboxes[link, table] = kept
        return kept

    def inbox_append(
        self, link: str, table: str, kept: KeptInbox, events: Sequence[InboxEvent]
    ) -> list[Append]:
        """Events for the end of a table's inbox, tagged with the round they are of."""
        if not events:
            return []
        inbox = kept.inbox
        for event in events:
            inbox = evolve_inbox(inbox, event)
        # Remembered beforehand: if it is not written after all, it is forgotten again.
        self._inboxes[link, table] = KeptInbox(inbox, kept.version + len(events))
        drafts = tuple(draft_of(event, tag=str(event.round)) for event in events)
        return [Append(stream=inbox_stream_of(link, table), drafts=drafts, expected=kept.version)]

    def forget(self, table: str) -> None:
        """Somebody else wrote to this table's inboxes."""
        self._inboxes = {key: one for key, one in self._inboxes.items() if key[1] != table}

    def waiting(self, link: Link, table: str) -> tuple[InboxEvent, ...]:
        """What lies in a table's inbox and is not on the meters yet."""
        read = link.reads.get(table, 0)
        return tuple(map(event_of, self.store.read(inbox_stream_of(link.id, table), after=read)))

    def waiting_since(self, link: Link, table: str) -> str:
        """When the first was written of what is not on the meters yet; empty if nothing waits."""
        read = link.reads.get(table, 0)
        entries = self.store.read(inbox_stream_of(link.id, table), after=read, upto=read + 1)
        return next((entry.time for entry in entries), "")

    def with_waiting(self, name: str) -> tuple[Followed, Waiting]:
        """A link with everything written so far, and what every table's inbox holds for it.

        Link and inboxes are read at one go: on a busy machine each journey to the server is a turn
        to be waited for. What a very long inbox holds beyond a page comes with the next.
        """
        kept = self.known(name)
        prefix = inbox_stream_of(name, "")
        after = {f"{prefix}{table}": kept.link.reads.get(table, 0) for table in kept.link.tables}
        found: dict[str, list[InboxEvent]] = {}
        for entry in self.store.read_on({**after, stream_of(name): kept.version}):
            if entry.stream == stream_of(name):
                kept = follow(kept, *recorded(entry))
                self._times[name] = entry.time
            else:
                found.setdefault(entry.stream.removeprefix(prefix), []).append(event_of(entry))
        self._links[name] = kept
        # A claim may have folded some of them meanwhile, and each counts once.
        reads = kept.link.reads
        return kept, [
            (table, new)
            for table, events in found.items()
            if table in kept.link.tables
            and (new := tuple(e for e in events if e.number > reads.get(table, 0)))
        ]


def link_append(name: str, kept: Followed, events: Sequence[LinkEvent | LinkSnapshot]) -> Append:
    """Events for the end of a link's stream, if it still ends where it was read to."""
    return Append(
        stream=stream_of(name), drafts=tuple(map(draft_of, events)), expected=kept.version
    )
