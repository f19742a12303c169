"""The record of a running floor, watched: it is where it was, its heads are written, it is whole.

Two threads beside the floor's own. One looks at least twice a second whether the record is still
kept, and writes heads when they are due. The other reads the record through, slowly and always, on
a connection of its own: damage is found within a pass of it and not first by the next audit.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from pitboss.errors import Corrupt, PitbossError, RecordGone
from pitboss.house.clock import Clock
from pitboss.house.heads import HeadKeeper
from pitboss.store.addresses import opened_again
from pitboss.store.backup import backup
from pitboss.store.contract import Store
from pitboss.store.sqlite import SqliteStore
from pitboss.store.verification import BEGINNING, ReadingPlace, read_through

LOOK_SECONDS = 0.4
SHARE = 0.05
"""Of one core, for reading the record through. It bounds the disk too: what is read is checked."""
REST_SECONDS = 5.0
"""Between two passes through a small record."""
NOTE_SECONDS = 10.0
"""How often it is noted how far a pass has come."""
RECORD = "the record"
_LOG = logging.getLogger(__name__)


class RecordWatch:
    """The threads that watch a record, and what they found."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        heads: HeadKeeper | None = None,
        heads_every: timedelta = timedelta(minutes=5),
    ) -> None:
        self._store, self._clock = store, clock
        self._heads, self._heads_every = heads, heads_every
        self._file = store.path if isinstance(store, SqliteStore) else None
        self._noted = self._beside("-read")
        """Where a pass that was interrupted finds how far it had come."""
        self._due: datetime | None = None
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._pace = _Pace(self._stopping, SHARE)
        self._noted_at = 0.0
        self.gone: RecordGone | None = None
        """Why the floor cannot go on, if it cannot."""
        self.tell_gone: Callable[[RecordGone], None] = lambda gone: None
        """Called once, by the thread that noticed."""
        self.damaged: dict[str, str] = {}
        """What is wrong with a stream or another part of the record, by its name."""
        self.passes = 0
        """How often the record was read to its end."""

    @property
    def signer(self) -> str:
        """The public key of the heads; empty where none are written."""
        return "" if self._heads is None else self._heads.signer

    @property
    def has_heads(self) -> bool:
        """Whether every head is written, where any is to be."""
        return self._heads is None or not self._heads.problems

    def start(self) -> None:
        """Begin to watch."""
        jobs = [self._watch, self._read_always]
        self._threads = [Thread(target=job, name=job.__name__, daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Write a last head, and end."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        if self._heads is not None and self.gone is None and self._threads:
            self.write_heads(self._clock())

    # --- where it is, and its heads ---------------------------------------------------------------

    def _watch(self) -> None:
        while self.gone is None:
            try:
                self.look(self._clock())
            except Exception:
                _LOG.exception("watching the record failed, and is tried again")
            if self._stopping.wait(LOOK_SECONDS):
                return

    def look(self, now: datetime) -> None:
        """See that the record is kept, and write heads if they are due."""
        try:
            self._store.check_kept()
        except RecordGone as gone:
            self.gone = gone
            self.damaged[RECORD] = str(gone)
            _LOG.error("the floor stops: %s", gone)
            self.tell_gone(gone)
            self._rescue(now)
            return
        if self._heads is not None and (self._due is None or now >= self._due):
            self._due = now + self._heads_every
            self.write_heads(now)

    def _rescue(self, now: datetime) -> None:
        """Save what the open file still holds: once it is closed, it may be nowhere."""
        file = self._beside(f".rescued-{now:%Y%m%dT%H%M%S}")
        if file is None:
            return
        try:
            backup(self._store, file)
        except (PitbossError, OSError) as error:
            _LOG.error("the record could not be saved to %s: %s", file, error)
        else:
            _LOG.error("all that was recorded is saved in %s; pitboss restore brings it back", file)

    def _beside(self, ending: str) -> Path | None:
        """A file beside that of the record, if it is a file."""
        return None if self._file is None else self._file.with_name(self._file.name + ending)

    def write_heads(self, now: datetime) -> None:
        """Write heads, and tell the operator what keeps them from being written, once."""
        assert self._heads is not None, "heads are to be written"
        before = dict(self._heads.problems)
        self._heads.write(now)
        for folder, problem in self._heads.problems.items():
            if before.get(folder) != problem:
                _LOG.error("no head of the record is written to %s: %s", folder, problem)
        for folder in before.keys() - self._heads.problems.keys():
            _LOG.error("heads of the record are written to %s again", folder)

    # --- reading it through -----------------------------------------------------------------------

    def _read_always(self) -> None:
        start = self._place_noted()
        while not self._stopping.is_set() and self.gone is None:
            try:
                self._read_once(start)
            except _Stopped:
                return
            except PitbossError as error:
                # A record that cannot be reached now is read the next time.
                if isinstance(error, Corrupt):
                    self._found(RECORD, str(error))
            except Exception:
                _LOG.exception("reading the record through failed, and begins anew")
            start = BEGINNING
            self._stopping.wait(REST_SECONDS)

    def _read_once(self, start: ReadingPlace) -> None:
        # Another file of that name would be read with the log of this one.
        self._store.check_kept()
        # Opened anew each time: a connection that is kept may know its pages by heart.
        store = opened_again(self._store)
        if store is None:
            raise _Stopped
        with closing(store):
            self._pace.begin()
            for part, finding in read_through(store, start, pause=self._pause):
                self._found(part, finding)
        self.passes += 1

    def _found(self, part: str, finding: str) -> None:
        if not finding:
            self.damaged.pop(part, None)
        elif self.damaged.get(part) != finding:
            self.damaged[part] = finding
            where = "" if finding.startswith(part) else f"{part}: "
            _LOG.error("the record is damaged: %s%s", where, finding)

    def _pause(self, place: ReadingPlace) -> None:
        if time.monotonic() - self._noted_at > NOTE_SECONDS:
            self._note(place)
        try:
            self._pace.rest()
        except _Stopped:
            self._note(place)
            raise

    def _note(self, place: ReadingPlace) -> None:
        self._noted_at = time.monotonic()
        if self._noted is not None and self.gone is None:
            # Without it the next pass merely begins at the beginning.
            with suppress(OSError):
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                with os.fdopen(os.open(self._noted, flags, 0o600), "w", encoding="utf-8") as file:
                    file.write(json.dumps(place))

    def _place_noted(self) -> ReadingPlace:
        if self._noted is None:
            return BEGINNING
        try:
            stream, version = json.loads(self._noted.read_text(encoding="utf-8"))
            return ReadingPlace(str(stream), max(int(version), 0))
        except (OSError, ValueError, TypeError):
            return BEGINNING


class _Stopped(Exception):
    """The watch is to end, or there is nothing to be read."""


class _Pace:
    """Rests after work, so that all of it takes a share of one core."""

    def __init__(self, stopping: Event, share: float) -> None:
        self._stopping, self._share = stopping, share
        self._began = 0.0

    def begin(self) -> None:
        self._began = time.monotonic()

    def rest(self) -> None:
        """Rest for what was done since the last rest, by the clock: waits for a disk count too."""
        worked = time.monotonic() - self._began
        if self._stopping.wait(worked / self._share - worked):
            raise _Stopped
        self.begin()
