"""Whether streams reach as far as checkpoints, and exported heads, say that they did."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pitboss.audit.findings import Finding
from pitboss.errors import Corrupt, PitbossError
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


def write_heads(path: Path, heads: Mapping[str, Head]) -> None:
    """Export the end of every stream, to be kept where nobody of this house can change it."""
    record = {
        "format": HEAD_FORMAT,
        "heads": {stream: [head.version, head.hash] for stream, head in heads.items()},
    }
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def read_heads(path: Path) -> dict[str, Head]:
    """Heads that were exported, or `Corrupt` if the file is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] != HEAD_FORMAT:
            raise ValueError(f"its format is {record['format']!r}")
        return {
            str(stream): Head(int(version), str(digest))
            for stream, (version, digest) in record["heads"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Corrupt(
            f"{path} is not an exported head: {error}. "
            "Give a file that pitboss audit --write-head made."
        ) from error
