"""The store of a large floor: PostgreSQL, written by any number of processes at once.

The primary key (stream, version) decides who was first: the second writer is refused by the
server, with all that the command would have written to other streams. So the usual append is one
statement and one round trip. The ends of streams are cached between appends; the server refuses a
write if a cached end is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from threading import Condition, Lock
from types import TracebackType

import psycopg
from psycopg import errors

from pitboss.errors import Conflict, GivenBefore, StoreError, Unavailable
from pitboss.store.batches import GroupCommit
from pitboss.store.chain import (
    NOWHERE,
    Checking,
    Linked,
    check_group,
    check_text,
    checked,
    linked_all,
    refuse_unless_empty,
)
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Write
from pitboss.store.postgres_connection import Connection, connect, first_line, place_of, plain
from pitboss.store.postgres_tables import (
    HEADS,
    HEADS_OF,
    READ_ON,
    Look,
    lock_key,
    make_tables,
    write,
)
from pitboss.store.rows import (
    LISTED,
    RECEIPT,
    Known,
    Row,
    RowStore,
    entry_of,
    receipt_of,
    receipt_row,
    repeated,
)

CONNECTIONS = 8
"""How many threads of one process may use the server at once; others wait."""
ATTEMPTS = 1000
REMEMBERED = 10_000
"""How many ends of streams are cached."""
_MISTAKEN = (errors.InvalidSqlStatementName, errors.DuplicatePreparedStatement)
"""What the server says if it knows other statements than we believed."""
_AGAIN = (errors.UniqueViolation, errors.DeadlockDetected, *_MISTAKEN)
"""What the server says if it must be tried again: others were first, or we were mistaken."""


class PostgresStore(RowStore):
    """Streams in the schema `pitboss` of one database, which is made unless it must be there."""

    entries_table, commands_table, mark = "pitboss.entries", "pitboss.commands", "%s"

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, must_exist: bool = False
    ) -> None:
        assert connections > 0, "without a connection nothing is written"
        self._url = url
        self._most = connections
        self._place = place_of(url)
        self._lock = Lock()
        self._freed = Condition(self._lock)
        self._lent = 0
        self._idle: list[Connection] = []
        self._is_closed = False
        self._heads: dict[str, Head] = {}
        self._busy: set[str] = set()
        self._group = GroupCommit(self._append_together)
        try:
            with self._connected() as connection:
                make_tables(connection, self._place, must_exist=must_exist)
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address it was opened with."""
        return self._url

    # --- connections ----------------------------------------------------------------------------

    def _connected(self) -> _Borrowed:
        """A connection from the pool; its errors become errors of ours."""
        return _Borrowed(self)

    def take(self) -> Connection:
        """A connection, once one is free."""
        with self._freed:
            assert not self._is_closed, "the store was closed"
            while self._lent == self._most:
                self._freed.wait()
            self._lent += 1
            if self._idle:
                return self._idle.pop()
            # The database may be another one since: nothing cached is valid.
            self._heads.clear()
        try:
            return connect(self._url)
        except BaseException as error:
            with self._freed:
                self._lent -= 1
                self._freed.notify()
            if not isinstance(error, psycopg.Error):
                raise
            raise Unavailable(
                f"{self._place} cannot be reached ({first_line(error)}). "
                "See that the server runs and that the address is right."
            ) from error

    def give_back(self, connection: Connection) -> None:
        """Return a connection to the pool, or drop it if it is broken."""
        if not connection.closed and connection.pgconn.transaction_status:
            # If even that fails, the connection is gone, and so is what it had begun.
            with suppress(psycopg.Error):
                connection.rollback()
        with self._freed:
            self._lent -= 1
            self._freed.notify()
            if connection.closed:
                # When one connection breaks, the server has usually gone, and the others with it.
                lost, self._idle = [*self._idle, connection], []
            elif self._is_closed:
                lost = [connection]
            else:
                self._idle.append(connection)
                return
        for each in lost:
            each.close()

    def plainly(self, error: psycopg.Error) -> StoreError:
        """What went wrong with a connection, in words that say what to do."""
        return plain(self._place, error)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    # --- writing --------------------------------------------------------------------------------

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        check_text(order, appends)
        if all(map(self._knows, appends)):
            return self._group.ask((order, appends))
        return self._appended_alone((order, appends))

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        check_group(group)
        if not group:
            return []
        try:
            return self._appended(group)
        except Known as known:
            raise GivenBefore(known.command) from None

    def _knows(self, append: Append) -> bool:
        """Whether this process knows where the stream ends, and no other seems to write there.

        Threads of one process so never meet at the end of a stream they share.
        """
        head = self._heads.get(append.stream)
        if head is None:
            return False
        if append.expected is None:
            return append.stream not in self._busy
        return append.expected == head.version

    def _append_together(self, group: Sequence[Write]) -> Sequence[Receipt | BaseException]:
        """One command or several at one go, each as if it were alone: only the wait is shared."""
        written = self._written_together(group)
        if written is not None:
            return written
        return [self._answered(given) for given in group]

    def _written_together(self, group: Sequence[Write]) -> list[Receipt] | None:
        """In one round trip, if the cached ends are right; otherwise not at all."""
        # The connection first: a new one empties the cache.
        with self._connected() as connection:
            news = self._believed(group)
            if news is None:
                return None
            try:
                write(connection, news)
            except _AGAIN:
                connection.rollback()
                self._forget(stream for new in news for stream in new.heads)
                return None
        self._remember(news)
        return [new.receipt for new in news]

    def _forget(self, streams: Iterable[str]) -> None:
        """Drop cached ends: another process wrote there."""
        with self._lock:
            for stream in streams:
                self._heads.pop(stream, None)

    def _answered(self, given: Write) -> Receipt | BaseException:
        try:
            return self._appended_alone(given)
        except Exception as error:
            return error

    def _appended_alone(self, given: Write) -> Receipt:
        try:
            return self._appended([given])[0]
        except Known as known:
            return repeated(receipt_of(known.row), given[0])

    def _appended(self, group: Sequence[Write]) -> list[Receipt]:
        """One command, or several that build on each other: all of it or nothing.

        Raises `Known` if any was written before.
        """
        at_end = [a.stream for _, appends in group for a in appends if a.expected is None]
        with self._connected() as connection:
            for attempt in range(ATTEMPTS):
                try:
                    return self._attempt(connection, group, at_end, is_first=not attempt)
                except _AGAIN as error:
                    connection.rollback()
                    if not isinstance(error, _MISTAKEN):
                        # Another writer was first, with the same command or in the same stream.
                        self._busy.update(at_end)
        raise Unavailable(
            f"{self._place}: too many others write to the same streams. Give the command again."
        )

    def _attempt(
        self,
        connection: Connection,
        group: Sequence[Write],
        at_end: Iterable[str],
        *,
        is_first: bool,
    ) -> list[Receipt]:
        """One round trip, if the ends of the streams are cached.

        Where many write to the end of one stream, they queue up before they look for it.
        """
        is_queued = not self._busy.isdisjoint(at_end)
        news = self._believed(group) if is_first and not is_queued else None
        if news is None:
            with connection.pipeline():
                if is_queued:
                    connection.execute("BEGIN")
                    for key in sorted({lock_key(stream) for stream in at_end}):
                        connection.execute("SELECT pg_advisory_xact_lock(%s)", (key,))
                look = Look(connection, group)
            look.refuse_known()
            news = linked_all(group, look.heads())
        write(connection, news)
        if is_queued:
            connection.execute("COMMIT")
        self._remember(news)
        return [new.receipt for new in news]

    def _believed(self, group: Sequence[Write]) -> list[Linked] | None:
        """As it must be written if the cached ends are right; None if it cannot."""
        streams = {append.stream for _, appends in group for append in appends}
        with self._lock:
            heads = {name: self._heads[name] for name in streams if name in self._heads}
        if len(heads) < len(streams):
            return None
        try:
            return linked_all(group, heads)
        except Conflict:
            # The cache is out of date, perhaps by another command of this group.
            return None

    def _remember(self, news: Sequence[Linked]) -> None:
        with self._lock:
            if len(self._heads) > REMEMBERED:
                self._heads.clear()
            for stream, head in (end for new in news for end in new.heads.items()):
                # Another thread may have written since, and come here first.
                if head.version > self._heads.get(stream, NOWHERE).version:
                    self._heads[stream] = head

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        checking = Checking()
        with self._connected() as connection, connection.transaction():
            cursor = connection.cursor()
            # Other writers wait meanwhile, and then find what was restored.
            cursor.execute("LOCK TABLE pitboss.entries, pitboss.commands IN EXCLUSIVE MODE")
            found = cursor.execute(
                "SELECT EXISTS (SELECT FROM pitboss.entries) "
                "OR EXISTS (SELECT FROM pitboss.commands)"
            ).fetchone()
            refuse_unless_empty(found == (False,))
            with cursor.copy(f"COPY pitboss.entries ({LISTED}) FROM STDIN".encode()) as copy:
                for entry in checking.entries(entries):
                    copy.write_row(entry)
            with cursor.copy(f"COPY pitboss.commands ({RECEIPT}) FROM STDIN".encode()) as copy:
                for receipt in checking.receipts(receipts):
                    copy.write_row(receipt_row(receipt))

    # --- reading --------------------------------------------------------------------------------

    def _rows(self, query: str, *values: object) -> list[Row]:
        with self._connected() as connection:
            return connection.execute(query.encode(), values, prepare=True).fetchall()

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        assert after >= 0, "versions count from 1"
        entries = self._entries(stream, after=after, upto=upto, tag=tag)
        return checked(stream, entries, after=after, is_whole=tag is None)

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        rows = self._rows(READ_ON, list(after), list(after.values()))
        for stream, own in groupby(map(entry_of, rows), key=attrgetter("stream")):
            yield from checked(stream, own, after=after[stream])

    def scan_ends(self) -> dict[str, Head]:
        return self.heads()

    def head(self, stream: str) -> Head:
        return self.heads_of([stream]).get(stream, NOWHERE)

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        rows = self._rows(HEADS_OF, list(streams))
        return {stream: Head(version, digest) for stream, version, digest in rows}

    def heads(self, prefix: str = "") -> dict[str, Head]:
        rows = self._rows(HEADS, prefix, prefix, prefix)
        return {stream: Head(version, digest) for stream, version, digest in rows}

    def streams(self, prefix: str = "") -> list[str]:
        return list(self.heads(prefix))

    def faults(self) -> list[str]:
        """Nothing: whether a server's own files are whole is told by its own tools."""
        return []

    def check_kept(self) -> None:
        """A server that has lost its tables refuses every command by itself."""


class _Borrowed:
    """A connection of a store for as long as it is needed."""

    __slots__ = ("_connection", "_store")

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    def __enter__(self) -> Connection:
        self._connection = self._store.take()
        return self._connection

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._store.give_back(self._connection)
        if isinstance(error, psycopg.Error):
            raise self._store.plainly(error) from error
