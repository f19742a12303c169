"""Deliberate alterations of a record: by a careless hand, and by one who knows the chain.

Most are one word: `say`, `part`, `put`, `drop`, `ask`, `add`; a table of rows is one test.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.findings import Finding
from pitboss.codec import text_of
from pitboss.games.library import Library
from pitboss.records.entries import draft_of
from pitboss.store.chain import NOWHERE, chained
from pitboss.store.contract import Draft, Entry, Head, Order, Receipt, Store, Written
from pitboss.store.events import HeadsRecorded


class Altered:
    """A store's entries and receipts, open to any change; reads as a store does."""

    def __init__(self, store: Store) -> None:
        self.entries = {stream: list(store.scan(stream)) for stream in store.streams()}
        self._receipts = {receipt.command: receipt for receipt in store.receipts()}

    # --- as a store -----------------------------------------------------------------------------

    def streams(self, prefix: str = "") -> list[str]:
        return sorted(name for name in self.entries if name.startswith(prefix))

    def head(self, stream: str) -> Head:
        return self.heads(stream).get(stream, NOWHERE)

    def scan(self, stream: str) -> Iterable[Entry]:
        return iter(self.entries.get(stream, []))

    def heads(self, prefix: str = "") -> dict[str, Head]:
        """The ends as a store tells them: by the highest number there is."""
        return {
            stream: max((Head(e.version, e.hash) for e in entries), key=lambda head: head.version)
            for stream, entries in sorted(self.entries.items())
            if entries and stream.startswith(prefix)
        }

    def scan_ends(self) -> dict[str, Head]:
        return self.heads()

    def read(self, stream: str, *, after: int, upto: int) -> Iterable[Entry]:
        return (entry for entry in self.scan(stream) if after < entry.version <= upto)

    def receipts(self) -> Iterable[Receipt]:
        return iter(self._receipts.values())

    def faults(self) -> list[str]:
        return []

    # --- changing -------------------------------------------------------------------------------

    def find(self, stream: str, name: str, which: int = 0) -> int:
        """The place of an entry of that name."""
        places = [i for i, entry in enumerate(self.entries[stream]) if entry.name == name]
        return places[which]

    def change(self, stream: str, place: int, **fields: Any) -> None:
        """Write other things into an entry, and leave its hash as it was."""
        self.entries[stream][place] = self.entries[stream][place]._replace(**fields)

    def change_body(
        self, stream: str, place: int, change: Callable[[dict[str, Any]], object]
    ) -> None:
        """Have an entry say something else."""
        body = json.loads(self.entries[stream][place].body)
        change(body)
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self.change(stream, place, body=text)

    def asked(self, command: str) -> str:
        """What a command asked for, as its receipt has it."""
        return self._receipts[command].asked

    def ask(self, command: str, asked: str) -> None:
        """Have the receipt of a command say that something else was asked for."""
        receipt = self._receipts.get(command, Receipt(command=command, asked="", written=()))
        self._receipts[command] = receipt._replace(asked=asked)

    def rechain(self, *streams: str) -> None:
        """Number and hash streams anew, and mend checkpoints and receipts: a perfect forgery."""
        for stream in streams or self.streams():
            self._rechain(stream)
        for place, entry in enumerate(self.entries.get("checkpoint", [])):
            heads = json.loads(entry.body)["heads"]
            for stream, (version, _) in list(heads.items()):
                have = self.entries.get(stream, [])
                if have:
                    last = have[min(version, len(have)) - 1]
                    heads[stream] = (last.version, last.hash)
                else:
                    del heads[stream]
            body = draft_of(HeadsRecorded(heads={s: tuple(h) for s, h in heads.items()})).body
            self.change("checkpoint", place, body=body)
        if "checkpoint" in self.entries:
            self._rechain("checkpoint")
        self._mend_receipts()

    def _rechain(self, stream: str) -> None:
        head, anew = NOWHERE, []
        for entry in self.entries[stream]:
            order = Order(
                id=entry.command, asked="", actor=entry.actor, role=entry.role, time=entry.time,
                second=entry.second,
            )  # fmt: skip
            draft = Draft(
                name=entry.name, schema=entry.schema, clause=entry.clause, body=entry.body,
                tag=entry.tag,
            )  # fmt: skip
            (one,) = chained(stream, head, [draft], order)
            anew.append(one)
            head = Head(one.version, one.hash)
        self.entries[stream] = anew

    def _mend_receipts(self) -> None:
        written: dict[str, list[Written]] = {}
        for stream, entries in self.entries.items():
            for entry in entries:
                own = written.setdefault(entry.command, [])
                if own and own[-1].stream == stream:
                    own[-1] = Written(stream, own[-1].first, entry.version)
                else:
                    own.append(Written(stream, entry.version, entry.version))
        asked = {command: receipt.asked for command, receipt in self._receipts.items()}
        self._receipts = {
            command: Receipt(command=command, asked=asked[command], written=tuple(parts))
            for command, parts in written.items()
        }


Alters = Callable[[Altered], object]
Row = tuple[Any, ...]
"""What is altered in words, how, and what is expected of it."""


def rows(table: Iterable[Row]) -> list[Any]:
    """Rows as parameters of a test, each named by its first word."""
    return [pytest.param(*rest, id=what) for what, *rest in table]


def say(stream: str, place: int | str, which: int = 0, /, **said: Any) -> Alters:
    """Have an entry, named or by its place, say something else in its own words."""
    return _at(stream, place, which, lambda a, at: a.change_body(stream, at, _update(said)))


def part(stream: str, place: int | str, key: str, /, **said: Any) -> Alters:
    """Have one part of what an entry says be otherwise."""
    return _at(
        stream,
        place,
        0,
        lambda a, at: a.change_body(stream, at, lambda body: body[key].update(said)),
    )


def put(stream: str, place: int | str, which: int = 0, /, **fields: Any) -> Alters:
    """Have an entry be by another person, of another time, under another name …"""
    return _at(stream, place, which, lambda a, at: a.change(stream, at, **fields))


def drop(stream: str, place: int | str, /) -> Alters:
    """An entry is not there."""
    return _at(stream, place, 0, lambda a, at: a.entries[stream].pop(at))


def ask(stream: str, place: int | str, change: Callable[[str], str], which: int = 0) -> Alters:
    """Have the receipt of an entry's command say something else."""

    def alter(altered: Altered, at: int) -> None:
        command = altered.entries[stream][at].command
        altered.ask(command, change(altered.asked(command)))

    return _at(stream, place, which, alter)


def worded(old: str, new: str) -> Callable[[str], str]:
    """The same text with other words in it, which it must have."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change


def as_asked(change: Callable[[Any], object]) -> Callable[[str], str]:
    """The text of a command whose body is another."""

    def changed(text: str) -> str:
        said = json.loads(text)
        change(said["body"])
        return text_of(said)

    return changed


def by_all(stream: str, place: int | str, **fields: str) -> Alters:
    """Another person, role, second or time, wherever the command of an entry says so."""

    def alter(altered: Altered, at: int) -> None:
        command = altered.entries[stream][at].command
        for own in altered.streams():
            for number, entry in enumerate(altered.entries[own]):
                if entry.command == command:
                    altered.change(own, number, **fields)

    return _at(stream, place, 0, alter)


def add(stream: str, place: int, asked: str = "{}", **fields: Any) -> Alters:
    """One more entry behind another like it, by a command of its own with a receipt."""

    def alter(altered: Altered) -> None:
        entry = altered.entries[stream][place]
        behind = place + 1 if place >= 0 else len(altered.entries[stream])
        altered.entries[stream].insert(behind, entry._replace(command="forged", **fields))
        altered.ask("forged", asked)

    return alter


def together(*alters: Alters) -> Alters:
    """One after the other."""
    return lambda altered: [alter(altered) for alter in alters]


def _update(said: Mapping[str, Any]) -> Callable[[dict[str, Any]], object]:
    return lambda body: body.update(said)


def _at(
    stream: str, place: int | str, which: int, alter: Callable[[Altered, int], object]
) -> Alters:
    return lambda altered: alter(
        altered, altered.find(stream, place, which) if isinstance(place, str) else place
    )


def audited(altered: Altered, **more: Any) -> list[Finding]:
    """What an audit finds in a record as it was altered."""
    return list(audit(cast(Store, altered), Library(), **more).findings)


def found(store: Store, alter: Alters = lambda altered: None, **more: Any) -> list[Finding]:
    """What an audit says of a forgery whose hashes, checkpoints and receipts all fit."""
    altered = Altered(store)
    alter(altered)
    altered.rechain()
    return audited(altered, **more)


def kinds(findings: Iterable[Finding]) -> set[str]:
    """What kinds of things were found."""
    return {one.kind for one in findings}


def assert_found(findings: Sequence[Finding], kind: str, message: str, *where: Any) -> None:
    """Something of this kind says so; `where` is its stream, its entry (0: any) and its rule."""
    place: list[Any] = [*where, *("", 0, "")[len(where) :]]
    stream, version, rule = place
    assert [
        one
        for one in findings
        if one.kind == kind
        and one.stream.startswith(stream)
        and version in (0, one.version)
        and rule in ("", one.rule)
        and message in one.message
    ], findings
