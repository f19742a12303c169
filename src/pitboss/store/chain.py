"""The chain: each entry's hash covers all it says and the hash of the entry before it.

What an empty store is filled with is checked as a whole: every chain, and a receipt for every
command.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import NamedTuple

from pitboss.errors import Conflict, Corrupt, GivenBefore, Unavailable, Unstorable
from pitboss.store.contract import Append, Draft, Entry, Head, Order, Receipt, Write, Written

NOWHERE = Head(0, "")


def chained(stream: str, head: Head, drafts: Sequence[Draft], order: Order) -> tuple[Entry, ...]:
    """The entries that drafts become at the end of a stream, each after the one before it.

    >>> order = Order(id="1", asked="", actor="ann", role="Dealer", time="2026-01-01T00:00:00Z")
    >>> (entry,) = chained("t", NOWHERE, [Draft(name="x", schema=1, clause="", body="{}")], order)
    >>> entry.version, entry.previous, len(entry.hash)
    (1, '', 64)
    """
    assert drafts, f"nothing to write to {stream}"
    entries = []
    before, version = head.hash, head.version
    for draft in drafts:
        version += 1
        said = (
            stream, version, draft.name, draft.schema, draft.tag, order.id, order.actor,
            order.role, order.second, order.time, draft.clause, draft.body,
        )  # fmt: skip
        digest = hash_of_said(before, said)
        entries.append(Entry(*said, before, digest))
        before = digest
    return tuple(entries)


def end_of(entries: Sequence[Entry]) -> Head:
    """Where a stream ends that ends with these."""
    return Head(entries[-1].version, entries[-1].hash)


def hash_of(entry: Entry) -> str:
    """What the hash of an entry must be, by what it says."""
    return hash_of_said(entry.previous, entry[:12])


Said = tuple[str, int, str, int, str, str, str, str, str, str, str, str]
"""Every field of an entry in its own order, but for the two hashes."""


def hash_of_said(before: str, said: Said) -> str:
    """The hash of an entry: of its fields, and of the hash before.

    >>> hash_of_said("", ("t", 1, "x", 1, "", "1", "ann", "Dealer", "", "now", "", "{}"))[:8]
    'e291527f'
    """
    return sha256(_text(before, said).encode()).hexdigest()


def _text(before: str, said: Said) -> str:
    # A JSON list keeps apart what mere joining would run together. Written out because it is made
    # for every entry read: json.dumps, to which a test compares it, takes three times as long.
    stream, version, name, schema, tag, command, actor, role, second, time, clause, body = said
    return (
        f'[{quoted(before)},{quoted(stream)},{version:d},{quoted(name)},{schema:d},{quoted(tag)},'
        f'{quoted(command)},{quoted(actor)},{quoted(role)},{quoted(second)},{quoted(time)},'
        f'{quoted(clause)},{quoted(body)}]'
    )  # fmt: skip


class Linked(NamedTuple):
    """What one command adds: entries in order, the receipt, and where the streams then end."""

    entries: list[Entry]
    receipt: Receipt
    heads: dict[str, Head]


def linked(order: Order, appends: Sequence[Append], heads: Mapping[str, Head]) -> Linked:
    """Chain a command's drafts to the ends of their streams.

    Raises `Conflict` if a stream ends elsewhere than its writer believes.
    """
    entries: list[Entry] = []
    written: list[Written] = []
    ends: dict[str, Head] = {}
    for append in appends:
        stream = append.stream
        assert stream not in ends, f"{stream} twice in one command"
        head = heads.get(stream, NOWHERE)
        if append.expected is not None and append.expected != head.version:
            raise Conflict(stream, expected=append.expected, found=head.version)
        own = append.chained or chained(stream, head, append.drafts, order)
        if own[0].previous != head.hash:
            raise Conflict(stream, expected=head.version, found=head.version)
        entries += own
        ends[stream] = end_of(own)
        written.append(Written(stream, head.version + 1, own[-1].version))
    receipt = Receipt(order.id, order.asked, tuple(written))
    return Linked(entries, receipt, ends)


def linked_all(group: Sequence[Write], heads: Mapping[str, Head]) -> list[Linked]:
    """The same for several commands, each building on the ones before."""
    ends = dict(heads)
    news = []
    for order, appends in group:
        new = linked(order, appends, ends)
        ends |= new.heads
        news.append(new)
    return news


def check_text(order: Order, appends: Sequence[Append]) -> None:
    """Refuse what not every store can keep, so that all refuse the same."""
    if len(appends) == 1 and appends[0].chained:
        # It was checked when it was chained, and so was the order.
        return
    texts = [order.id, order.asked, order.actor, order.role, order.time, order.second]
    for append in appends:
        if append.chained:
            continue
        texts.append(append.stream)
        for draft in append.drafts:
            texts += (draft.name, draft.clause, draft.body, draft.tag)
    whole = "".join(texts)
    try:
        whole.encode()
    except UnicodeEncodeError:
        raise Unstorable(order.id, "half a character") from None
    if "\0" in whole:
        raise Unstorable(order.id, "a zero character")


def check_group(group: Sequence[Write]) -> None:
    """Refuse what no store writes at one go, so that all refuse the same."""
    commands: set[str] = set()
    for order, appends in group:
        check_text(order, appends)
        if order.id in commands:
            raise GivenBefore(order.id)
        commands.add(order.id)


def is_sound(entry: Entry) -> bool:
    """Whether an entry's hash fits what it says."""
    try:
        return entry.hash == hash_of(entry)
    except (TypeError, ValueError):
        # A damaged row may come back as a number where a text should be, or the other way round.
        return False


def checked(
    stream: str, entries: Iterable[Entry], *, after: int = 0, is_whole: bool = True
) -> Generator[Entry, None, Head]:
    """Entries as they are read, each held against its own hash and the one before it.

    `is_whole` says that none may be missing in between, as they are if only those with one tag are
    asked for. Returns where the reading ended; without a hash if nothing was read.
    """
    version, previous = after, ""
    for entry in entries:
        if not is_sound(entry):
            raise broken(stream, entry.version, UNSOUND)
        if entry.stream != stream:
            raise broken(stream, entry.version, f"it belongs to {entry.stream}")
        follows = entry.version == version + 1
        if entry.version <= version or (is_whole and not follows):
            raise broken(stream, version + 1, f"entry {entry.version} stands in its place")
        # Of the first one read, what stands before it is known only at the very beginning.
        if follows and entry.previous != previous and (previous or not version):
            raise broken(stream, entry.version, f"it does not follow entry {version}")
        yield entry
        version, previous = entry.version, entry.hash
    return Head(version, previous)


UNSOUND = "its hash does not fit what it says"


def broken(stream: str, version: int, what: str) -> Corrupt:
    """The one message for all that a chain can show."""
    return Corrupt(f"{stream}: entry {version} is not as it was written: {what}. {REMEDY}")


REMEDY = (
    "Do not play on with this record: keep it as it is for an investigation, "
    "and restore a backup into a new one with `pitboss restore`."
)


def unsound(receipt: Receipt) -> Corrupt:
    """The refusal of a receipt that was changed after it was written."""
    return Corrupt(f"The receipt of command {receipt.command!r} is {ALTERED}. {REMEDY}")


ALTERED = "not as it was written"


# --- filling an empty store -----------------------------------------------------------------------


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
