"""Whether every entry belongs to a command, and every command wrote what its receipt says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.audit.checkpoints import GONE
from pitboss.audit.findings import Finding
from pitboss.store.chain import ALTERED
from pitboss.store.contract import Receipt

RECEIPTS = "receipts"
"""Where a finding is that no stream has: a receipt alone says which entries are its own."""


def check_receipts(
    receipts: Iterable[Receipt], commands: Mapping[str, list[str]]
) -> Iterator[Finding]:
    """`commands` is the id of the command behind every entry of every stream, in order."""
    covered: dict[str, set[int]] = {stream: set() for stream in commands}
    for receipt in receipts:
        if not receipt.is_sound:
            yield _finding(RECEIPTS, 0, f"that of command {receipt.command!r} is {ALTERED}")
        elif not receipt.written:
            yield _finding(RECEIPTS, 0, f"command {receipt.command!r} wrote nothing")
        if not receipt.command:
            yield _finding(RECEIPTS, 0, "there is one of a command without an id")
        for written in receipt.written:
            ids = commands.get(written.stream, [])
            if not 0 < written.first <= written.last:
                message = f"that of command {receipt.command!r} is of entries {written.first} to "
                message += f"{written.last} of {written.stream}, which are none"
                yield _finding(RECEIPTS, 0, message)
                continue
            if written.last > len(ids):
                gone = max(written.first, len(ids) + 1)
                yield _finding(
                    written.stream, gone, f"command {receipt.command} wrote it; it is gone"
                )
            for version in range(written.first, min(written.last, len(ids)) + 1):
                if ids[version - 1] == GONE:
                    message = f"command {receipt.command} wrote it; it is gone"
                    yield _finding(written.stream, version, message)
                elif ids[version - 1] != receipt.command:
                    yield _finding(
                        written.stream,
                        version,
                        f"command {receipt.command} wrote this entry, and it names another",
                    )
                else:
                    covered[written.stream].add(version)
    for stream, ids in commands.items():
        for version in range(1, len(ids) + 1):
            if version not in covered[stream] and ids[version - 1] != GONE:
                yield _finding(stream, version, f"no receipt of command {ids[version - 1]}")


def _finding(stream: str, version: int, message: str) -> Finding:
    return Finding(stream=stream, version=version, kind="command", rule="", message=message)
