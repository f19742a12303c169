"""The default store: one SQLite file, written by one at a time, durable when `append` returns.

Several threads and several processes may use the same file. A writer holds the file's write lock
from before it reads until after it has committed. Threads that come while another one waits for the
disk are written together, and wait for it once.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TypeVar

from pitboss.errors import Corrupt, Unavailable
from pitboss.store.batches import GroupCommit
from pitboss.store.chain import (
    NOWHERE,
    broken,
    check_group,
    check_text,
    checked,
)
from pitboss.store.contract import Append, Entry, Head, Order, Receipt, Write
from pitboss.store.rows import (
    PAGE,
    Row,
    RowStore,
)
from pitboss.store.sqlite_file import (
    APPLICATION,
    ENDLESS,
    HEAD,
    HEADS,
    LAYOUT,
    LONGEST_WAIT,
    NO_PLACE,
    SCAN_ENDS,
    SQLITE_SAYS,
    KeptFiles,
    code_of,
    end_of,
    fill,
    is_filled,
    is_unreadable_text,
    keep_private,
    keeps_log,
    make_tables,
    plainly_said,
    refuse_bad_place,
    written,
    written_all,
)

WAIT_SECONDS = LONGEST_WAIT
LOG_PAGES = 4000
"""How long the log may grow before it is copied into the file, which means to wait for the disk
twice: a page that many commands wrote to is then copied once for all of them."""
CACHE_KIBIBYTES = 16_000

Answer = TypeVar("Answer")


class SqliteStore(RowStore):
    """Streams in one file, which is made if it is not there."""

    entries_table, commands_table, mark = "entries", "commands", "?"

    def __init__(
        self,
        path: Path | str,
        *,
        must_exist: bool = False,
        is_readonly: bool = False,
        is_hasty: bool = False,
        is_open_here: bool = False,
    ) -> None:
        """`is_hasty`: a power failure may take the last entries with it, though never break any.

        `is_open_here`: this process has it open already, and so it was looked at. A look at the
        file itself would let go of every lock that SQLite holds on it for this process: the next
        process to close it would take itself for the last, and remove the log.
        """
        self._path = Path(path)
        self._lock = Lock()
        self._group = GroupCommit(self._append_together)
        self._synchronous = "NORMAL" if is_hasty else "FULL"
        self._kept: KeptFiles | None = None
        """Once it is open; a file that is only read may be taken away."""
        if not is_open_here:
            refuse_bad_place(self._path, must_exist=must_exist or is_readonly)
            if not is_readonly:
                keep_private(self._path)
        self._connection = self._connected("mode=ro" if is_readonly else "mode=rwc")
        try:
            with self._plainly():
                self._open(is_readonly=is_readonly)
        except BaseException:
            self._connection.close()
            raise

    def _connected(self, how: str) -> sqlite3.Connection:
        with self._plainly():
            return sqlite3.connect(
                f"{self._path.absolute().as_uri()}?{how}",
                uri=True,
                timeout=WAIT_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )

    def _open(self, *, is_readonly: bool) -> None:
        if is_readonly and self._has_no_place_for_a_log():
            self._connection.close()
            self._connection = self._connected("mode=ro&immutable=1")
        is_new = self._is_new()
        if is_readonly:
            if is_new:
                raise Unavailable(f"{self._path} is empty. Name the file you mean.")
            return
        self._use_write_ahead_log()
        self._connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        self._connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        self._connection.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
        if is_new:
            self._make_tables()
        # The log is made by the first look into the file.
        self._connection.execute(f"{HEADS} LIMIT 1").fetchone()
        self._kept = KeptFiles(self._path)

    def _has_no_place_for_a_log(self) -> bool:
        """Whether the file was last written with a log, is whole without, and none can be made.

        SQLite does not open such a file unless it is told that no process writes to it.
        """
        if is_filled(self._path.with_name(f"{self._path.name}-wal")):
            return False
        try:
            self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:
            if code_of(error) not in NO_PLACE:
                raise
            return True
        return False

    def _is_new(self) -> bool:
        """Whether the file has nothing in it yet; what is not ours is refused untouched."""
        # At one moment: another process may make the tables between two questions.
        application, version, tables = self._connection.execute(
            "SELECT (SELECT application_id FROM pragma_application_id), "
            "(SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema"
        ).fetchone()
        if application == 0 and version == 0 and tables == 0:
            return True
        if application != APPLICATION:
            raise Unavailable(
                f"{self._path} is a database of some other program. Name another file."
            )
        if version != LAYOUT:
            raise Unavailable(
                f"{self._path} was written by another version of pitboss (its layout is "
                f"{version}, and this one reads {LAYOUT}). "
                "Use the version that wrote it."
            )
        return False

    def _use_write_ahead_log(self) -> None:
        # Changing the mode needs the file for oneself, and SQLite does not wait for that by itself.
        give_up = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if code_of(error) != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.01)

    def _make_tables(self) -> None:
        self._in_transaction(self._make_unless_there)

    def _make_unless_there(self, cursor: sqlite3.Cursor) -> None:
        # Another process may have been first while this one waited.
        if self._is_new():
            make_tables(cursor)

    def _in_transaction(self, write: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        """In one transaction, begun with the write lock."""
        with self._lock:
            connection = self._connection
            try:
                # One for all statements: to make one for each takes longer than some of them.
                cursor = connection.cursor()
                cursor.execute("BEGIN IMMEDIATE")
                answer = write(cursor)
                cursor.execute("COMMIT")
                # Whoever is told that it is written must find it there.
                if self._kept is not None:
                    self._kept.check_after_writing()
                return answer
            except BaseException as error:
                # A full disk may have rolled it back already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, SQLITE_SAYS):
                    raise plainly_said(self._path, error) from error
                raise

    def append(self, order: Order, appends: Sequence[Append]) -> Receipt:
        check_text(order, appends)
        return self._group.ask((order, appends))

    def append_all(self, group: Sequence[Write]) -> list[Receipt]:
        check_group(group)
        if not group:
            return []
        return self._in_transaction(lambda cursor: written_all(cursor, group))

    def _append_together(self, group: Sequence[Write]) -> Sequence[Receipt | BaseException]:
        """One command or several in one transaction, each as if it were alone."""
        if len(group) == 1:
            ((order, appends),) = group
            return [self._in_transaction(lambda cursor: written(cursor, order, appends))]
        return self._in_transaction(
            lambda cursor: [self._answered(cursor, *given) for given in group]
        )

    def _answered(
        self, cursor: sqlite3.Cursor, order: Order, appends: Sequence[Append]
    ) -> Receipt | BaseException:
        """The answer to one command among several: an error of one is none of the others."""
        answer: Receipt | BaseException
        cursor.execute("SAVEPOINT one")
        try:
            with self._plainly():
                answer = written(cursor, order, appends)
        except Exception as error:
            if not self._connection.in_transaction:
                # A full disk has rolled back all of them.
                raise
            cursor.execute("ROLLBACK TO one")
            answer = error
        cursor.execute("RELEASE one")
        return answer

    def _rows(self, query: str, *values: object) -> list[Row]:
        with self._lock, self._plainly():
            try:
                return self._connection.execute(query, values).fetchall()
            except SQLITE_SAYS as error:
                if not is_unreadable_text(error):
                    raise
                return self._rows_with_gaps(query, values)

    def _rows_with_gaps(self, query: str, values: Sequence[object]) -> list[Row]:
        """Rows in which a text cannot be decoded: it fits no hash, and so a check can name it."""
        self._connection.text_factory = lambda raw: raw.decode(errors="replace")
        try:
            return self._connection.execute(query, values).fetchall()
        finally:
            self._connection.text_factory = str

    def read(
        self, stream: str, *, after: int = 0, upto: int | None = None, tag: str | None = None
    ) -> Iterator[Entry]:
        assert after >= 0, "versions count from 1"
        entries = self._entries(stream, after=after, upto=upto, tag=tag)
        if tag is not None:
            yield from checked(stream, entries, after=after, is_whole=False)
            return
        # Asked for first: what is written meanwhile may be read too, or not.
        end = self.head(stream)
        last = yield from checked(stream, entries, after=after)
        goal = end.version if upto is None else min(upto, end.version)
        if last.version < goal:
            raise broken(stream, last.version + 1, f"it is missing, though {goal} were written")
        if last.hash and last.version > end.version:
            end = self.head(stream)
            if last.version > end.version:
                raise broken(stream, last.version, f"{end.version} were written, and not more")
        if last.hash and last.version == end.version and last.hash != end.hash:
            raise broken(stream, last.version, "it is not the one that was written last")

    def read_on(self, after: Mapping[str, int]) -> Iterator[Entry]:
        for stream, version in sorted(after.items()):
            yield from self.read(stream, after=version, upto=version + PAGE)

    def scan_ends(self) -> dict[str, Head]:
        return {stream: Head(*end) for stream, *end in self._rows(SCAN_ENDS)}

    def head(self, stream: str) -> Head:
        rows = self._rows(HEAD, stream)
        return end_of(stream, *rows[0]) if rows else NOWHERE

    def heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        query = f"{HEADS} WHERE stream IN ({', '.join('?' * len(streams))})"
        found = {stream: end_of(stream, *end) for stream, *end in self._rows(query, *streams)}
        return {stream: found[stream] for stream in streams if stream in found}

    def heads(self, prefix: str = "") -> dict[str, Head]:
        rows = self._rows(
            f"{HEADS} WHERE stream >= ? AND substr(stream, 1, ?) = ? ORDER BY stream",
            prefix,
            len(prefix),
            prefix,
        )
        return {stream: end_of(stream, *end) for stream, *end in rows}

    def streams(self, prefix: str = "") -> list[str]:
        for (stream,) in self._rows(ENDLESS, prefix):
            raise broken(stream, 1, "where the stream ends is gone")
        return list(self.heads(prefix))

    def faults(self) -> list[str]:
        """What SQLite finds when it holds every index against its table, page by page."""
        try:
            rows = self._rows("PRAGMA integrity_check")
        except Corrupt as error:
            # Damage that keeps it from looking on is found all the same.
            return [str(error.__cause__)]
        lines = [line for (text,) in rows for line in str(text).splitlines()]
        return [line for line in lines if line != "ok" and not line.startswith("***")]

    def check_kept(self) -> None:
        if self._kept is not None:
            self._kept.check()

    def restore(self, entries: Iterable[Entry], receipts: Iterable[Receipt]) -> None:
        self._in_transaction(lambda cursor: fill(cursor, entries, receipts))

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def make_portable(self) -> None:
        """Leave one file and no log beside it, ready to be carried away once it is closed."""
        with self._lock, self._plainly():
            self._kept = None
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """What SQLite says, in words that say what to do."""
        try:
            yield
        except SQLITE_SAYS as error:
            raise plainly_said(self._path, error) from error


def open_to_read(path: Path) -> SqliteStore:
    """A file that is only looked into: a copy put away, or evidence on a disk that is protected.

    One that keeps a log is opened like any other where it may be written, since a mere reader would
    leave the log behind. Any other is not touched at all.
    """
    refuse_bad_place(path, must_exist=True)
    if not keeps_log(path):
        return SqliteStore(path, is_readonly=True)
    try:
        return SqliteStore(path, must_exist=True)
    except Unavailable as refusal:
        error = refusal.__cause__
        if not isinstance(error, sqlite3.Error) or code_of(error) not in NO_PLACE:
            raise
        return SqliteStore(path, is_readonly=True)
