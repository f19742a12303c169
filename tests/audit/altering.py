"""Deliberate alterations of a record: by somebody careless, and by somebody who knows the chain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, cast

from pitboss.audit.audit import audit
from pitboss.audit.findings import Finding
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


def found(store: Store, alter: Alters = lambda altered: None) -> list[Finding]:
    """What an audit says of a forgery whose hashes, checkpoints and receipts all fit."""
    altered = Altered(store)
    alter(altered)
    altered.rechain()
    return list(audit(cast(Store, altered), Library()).findings)
