"""Records golden logs and the schema of events: `python -m tests.golden.recording [NAME ...]`.

A log that was recorded stays as it is: newer code must read it, and come to the same cents. New
ones are added beside, by a name and a line in `PLAYED`. Where a rule was found to have been read
wrongly, `test_golden` says what is refused since, and so does the changelog. `schema` writes what
events look like.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pitboss.records.played_rounds import recall
from pitboss.store.contract import Entry, Receipt, Store, Written
from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode
from tests.golden.schema import SCHEMA, schema
from tests.house.crowd import Crowd
from tests.house.playing import Floor

LOGS = Path(__file__).parent.parent / "data" / "logs"


class Played(NamedTuple):
    """What a log was recorded of."""

    rulebook: str
    mode: Mode
    seed: int
    rounds: int = 4
    trouble: int = 35


PLAYED = {
    "let-it-ride": Played("mbs-let-it-ride-v3", Mode.LIVE, 1),
    "holdem": Played("mbs-megalink-holdem-v9", Mode.LIVE, 2),
    "holdem-electronic": Played("mbs-megalink-holdem-v9", Mode.ELECTRONIC, 3),
    "megalink-let-it-ride": Played("mbs-megalink-let-it-ride-v2", Mode.LIVE, 4),
    "three-card": Played("mbs-megalink-three-card-v6", Mode.LIVE, 5),
    "massachusetts": Played("mgc-let-it-ride", Mode.LIVE, 6),
}

Cents = list[list[Any]]
"""Of a round, every settled line: seat, wager, winnings, returned."""


def record(name: str) -> int:
    """Play and write down one log; how many lines it has."""
    rulebook, mode, seed, rounds, trouble = PLAYED[name]
    store = MemoryStore()
    Floor(store)
    crowd = Crowd(rulebook, mode, [store, store], Random(seed))
    for _ in range(rounds):
        crowd.play_round(trouble)
    crowd.watched.check_all()
    lines = [json.dumps(line, ensure_ascii=False) for line in _lines(store)]
    Path(LOGS, f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def _lines(store: Store) -> Iterator[dict[str, Any]]:
    for stream in store.streams():
        yield from ({"entry": entry._asdict()} for entry in store.read(stream))
    for receipt in store.receipts():
        written = [[place.stream, place.first, place.last] for place in receipt.written]
        said = {"command": receipt.command, "asked": receipt.asked, "written": written}
        yield {"receipt": said}
    number = 1
    while (cents := cents_of(store, number)) is not None:
        yield {"round": number, "cents": cents}
        number += 1


def cents_of(store: Store, number: int) -> Cents | None:
    """How a round was settled."""
    found = recall(store, "T1", number)
    if found is None:
        return None
    return [
        [line.seat, line.wager, str(line.winnings), str(line.returned)]
        for line in found.play.settled
    ]


def read_log(path: Path) -> tuple[MemoryStore, dict[int, Cents]]:
    """A log as a store that holds it, and what each of its rounds came to."""
    entries: list[Entry] = []
    receipts: list[Receipt] = []
    cents: dict[int, Cents] = {}
    for text in path.read_text(encoding="utf-8").splitlines():
        match json.loads(text):
            case {"entry": entry}:
                entries.append(Entry(**entry))
            case {"receipt": {"command": command, "asked": asked, "written": written}}:
                places = tuple(Written(*place) for place in written)
                receipts.append(Receipt(command=command, asked=asked, written=places))
            case {"round": number, "cents": lines}:
                cents[number] = lines
    store = MemoryStore()
    store.restore(entries, receipts)
    return store, cents


def main(names: list[str]) -> None:
    """Record what is named, or everything that is not there yet."""
    for name in names or [name for name in PLAYED if not Path(LOGS, f"{name}.jsonl").exists()]:
        if name != "schema":
            print(f"{name}: {record(name)} lines")
    text = json.dumps(schema(), indent=1, sort_keys=True)
    SCHEMA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
