"""What a store is filled with must hold together: chains whole, every command with its receipt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.errors import Corrupt, Unavailable
from pitboss.store.chain import NOWHERE, UNSOUND, broken, is_sound
from pitboss.store.contract import Entry, Head, Receipt, Written
from pitboss.store.rows import unsound


def refuse_unless_empty(is_empty: bool) -> None:
    """What is there already cannot be told apart afterwards from what is brought."""
    if not is_empty:
        raise Unavailable(
            "There are records in this store already, and restoring never mixes two. "
            "Restore into a new one."
        )


class Checking:
    """Entries and then receipts on their way in, each checked before it is passed on.

    Streams may come in any order, the entries of one stream in theirs.
    """

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        self._written: dict[str, dict[str, Written]] = {}

    def entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Each follows the last of its stream, and its hash fits what it says."""
        for entry in entries:
            head = self.heads.get(entry.stream, NOWHERE)
            if not is_sound(entry):
                raise broken(entry.stream, entry.version, UNSOUND)
            if entry.version != head.version + 1:
                raise broken(entry.stream, head.version + 1, f"entry {entry.version} came instead")
            if entry.previous != head.hash:
                raise broken(entry.stream, entry.version, f"it does not follow {head.version}")
            self.heads[entry.stream] = Head(entry.version, entry.hash)
            self._note(entry)
            yield entry

    def _note(self, entry: Entry) -> None:
        """Entries of a command stand together, so where the last one stood is enough to know."""
        places = self._written.setdefault(entry.command, {})
        place = places.get(entry.stream)
        if place is None:
            places[entry.stream] = Written(entry.stream, entry.version, entry.version)
        elif place.last + 1 == entry.version:
            places[entry.stream] = Written(entry.stream, place.first, entry.version)
        else:
            raise broken(
                entry.stream, entry.version, f"command {entry.command!r} wrote at two places"
            )

    def receipts(self, receipts: Iterable[Receipt]) -> Iterator[Receipt]:
        """Each says exactly what its command wrote, and no command is without."""
        seen: set[str] = set()
        for receipt in receipts:
            if not receipt.is_sound:
                raise unsound(receipt)
            if receipt.command in seen:
                raise Corrupt(f"Command {receipt.command!r} has two receipts.")
            seen.add(receipt.command)
            wrote = self._written.pop(receipt.command, {})
            if {place.stream: place for place in receipt.written} != wrote:
                raise Corrupt(
                    f"The receipt of command {receipt.command!r} does not say what it wrote. "
                    "Take another backup, or an older one."
                )
            yield receipt._replace(is_repeat=False) if receipt.is_repeat else receipt
        for command in self._written:
            raise Corrupt(
                f"Command {command!r} wrote entries and has no receipt. "
                "Take another backup, or an older one."
            )
