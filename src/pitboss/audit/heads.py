"""Whether streams reach as far as checkpoints, and exported heads, say that they did."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pitboss.audit.findings import Finding
from pitboss.errors import Corrupt, PitbossError, Unavailable
from pitboss.records.stored import event_of
from pitboss.store.checkpoint import STREAM, HeadsRecorded
from pitboss.store.contract import Entry, Head

HEAD_FORMAT = "pitboss-head/1"

Hashes = Mapping[str, list[str]]
"""The hash of every entry of every stream, in order."""


CLOSING = ("round-closed", "table-closed")
"""The names of what a checkpoint is written with."""


def check_checkpoints(
    entries: Iterable[Entry], hashes: Hashes, closed: Mapping[str, Entry]
) -> Iterator[Finding]:
    """Hold every checkpoint against the streams as they stand, and none may be missing.

    `closed` is what closed a round or a table, by its command.
    """
    missing = dict(closed)
    for entry in entries:
        closing = missing.pop(entry.command, None)
        if closing is None:
            yield _finding(STREAM, entry.version, "nothing that closed was written with it")
        try:
            event = event_of(entry)
        except (PitbossError, ValueError, TypeError, KeyError) as error:
            yield _finding(STREAM, entry.version, f"it cannot be read: {error}")
            continue
        if isinstance(event, HeadsRecorded):
            heads = {stream: Head(*head) for stream, head in event.heads.items()}
            yield from _reach(heads, hashes, f"checkpoint {entry.version}")
            if closing is not None and closing.stream not in heads:
                yield _finding(STREAM, entry.version, f"it says nothing of {closing.stream}")
    for closing in missing.values():
        message = "its checkpoint, which was written with it, is not there"
        yield _finding(closing.stream, closing.version, message)


def check_head(heads: Mapping[str, Head], hashes: Hashes) -> Iterator[Finding]:
    """Hold heads that were exported and kept elsewhere against the streams as they stand."""
    yield from _reach(heads, hashes, "the exported head")


def _reach(heads: Mapping[str, Head], hashes: Hashes, witness: str) -> Iterator[Finding]:
    for stream, head in heads.items():
        have = hashes.get(stream, [])
        if not have:
            yield _finding(
                stream, head.version, f"{witness} knows this stream, and it is not there"
            )
        elif len(have) < head.version:
            yield _finding(
                stream, len(have), f"it ends here, and {witness} knows {head.version} entries"
            )
        elif have[head.version - 1] != head.hash:
            yield _finding(stream, head.version, f"it is not the entry that {witness} knows")


def _finding(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="checkpoint", rule="", message=message)


def check_place(path: Path, *, may_replace: bool) -> None:
    """Refuse where heads must not be written: one that was exported before is evidence."""
    if path.is_dir():
        raise Unavailable(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise Unavailable(f"{path} cannot be written: there is no folder {path.parent}. Make it.")
    if not may_replace and os.path.lexists(path):
        raise Unavailable(
            f"There is a file {path} already. Name another for the head, or give it as --head "
            "too: if nothing is found, it is replaced."
        )


def write_heads(path: Path, heads: Mapping[str, Head], *, may_replace: bool = False) -> None:
    """Export the end of every stream, to be kept where nobody of this house can change it.

    All of it or nothing: half a head would be taken for none.
    """
    if not heads:
        raise Unavailable(f"{path} was not written: nothing is recorded yet that could end.")
    record = {
        "format": HEAD_FORMAT,
        "heads": {stream: [head.version, head.hash] for stream, head in heads.items()},
    }
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    try:
        part.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        # An audit takes long: somebody may have exported theirs meanwhile.
        check_place(path, may_replace=may_replace)
        part.replace(path)
    except OSError as error:
        raise Unavailable(
            f"{path} was not written: {error.strerror or error}. Name a place that has room and "
            "may be written."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()


def read_heads(path: Path) -> dict[str, Head]:
    """Heads that were exported, or `Corrupt` if the file is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] != HEAD_FORMAT:
            raise ValueError(f"its format is {record['format']!r}")
        heads = {
            str(stream): Head(int(version), str(digest))
            for stream, (version, digest) in record["heads"].items()
        }
        if not heads:
            raise ValueError("it knows no stream, so nothing would be held against it")
        for stream, head in heads.items():
            if head.version < 1:
                raise ValueError(f"it has {stream} end at {head.version}")
        return heads
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Corrupt(
            f"{path} is not an exported head: {error}. "
            "Give a file that pitboss audit --write-head made."
        ) from error
