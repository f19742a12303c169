"""Records golden logs and the schema of events: `python -m tests.golden.recording [NAME ...]`.

A log that was recorded stays as it is: newer code must read it, and come to the same cents. New
ones are added beside, by a name and a line in `PLAYED`; `claims-held` is of a link with two tables.
`schema` writes what events look like.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pitboss.cards import DECK
from pitboss.house.callers import Member, Player
from pitboss.house.house import House
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.claims import PayClaim, RejectClaim, VerifyClaim
from pitboss.records.played_rounds import recall
from pitboss.store.contract import Entry, Receipt, Store, Written
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.rules import Mode
from tests.golden.schema import SCHEMA, schema
from tests.house.crowd import Crowd
from tests.house.floor import Floor
from tests.house.linked import LINK, PAYS, REJECTS, STRAIGHT_FLUSH, VERIFIES, LinkedFloor

LOGS = Path(__file__).parent.parent / "data" / "logs"
LINKED = "claims-held"
TABLES = ("T1", "T2")
_SHIFT = Member("mbs-3", "sec")
Line = dict[str, Any]
"""One line of a log: an entry, a receipt, or what play came to."""


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


def path_of(name: str) -> Path:
    """The file of a log."""
    return Path(LOGS, "links" if name == LINKED else "", f"{name}.jsonl")


def record(name: str) -> int:
    """Play and write down one log; how many lines it has."""
    store = _play_linked() if name == LINKED else _play(PLAYED[name])
    lines: list[Line] = [
        {"entry": entry._asdict()} for stream in store.streams() for entry in store.read(stream)
    ]
    for command, asked, written, *_ in store.receipts():
        lines.append({"receipt": {"command": command, "asked": asked, "written": written}})
    if name == LINKED:
        lines.append({"cents": cents_at_tables(store)})
    else:
        number = 1
        while (cents := cents_of(store, number)) is not None:
            lines.append({"round": number, "cents": cents})
            number += 1
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path_of(name).write_text(text, encoding="utf-8")
    return len(lines)


def read_log(name: str) -> tuple[MemoryStore, list[Line]]:
    """A log as a store that holds it, and the lines that say what it came to."""
    entries: list[Entry] = []
    receipts: list[Receipt] = []
    rest: list[Line] = []
    for text in path_of(name).read_text(encoding="utf-8").splitlines():
        match json.loads(text):
            case {"entry": entry}:
                entries.append(Entry(**entry))
            case {"receipt": {"command": command, "asked": asked, "written": written}}:
                places = tuple(Written(*place) for place in written)
                receipts.append(Receipt(command=command, asked=asked, written=places))
            case line:
                rest.append(line)
    store = MemoryStore()
    store.restore(entries, receipts)
    return store, rest


def _play(played: Played) -> Store:
    """Rounds of one table with trouble in them."""
    store = MemoryStore()
    Floor(store)
    crowd = Crowd(played.rulebook, played.mode, [store, store], Random(played.seed))
    for _ in range(played.rounds):
        crowd.play_round(played.trouble)
    crowd.watched.check_all()
    return store


def cents_of(store: Store, number: int) -> list[list[Any]] | None:
    """How a round was settled: of every line seat, wager, winnings, returned."""
    found = recall(store, "T1", number)
    if found is None:
        return None
    return [
        [line.seat, line.wager, str(line.winnings), str(line.returned)]
        for line in found.play.settled
    ]


# --- a link ---------------------------------------------------------------------------------------


def _play_linked() -> Store:
    """Four claims: one paid, one undone, one rejected for good, and one that still waits."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    for table in TABLES:
        floor.open_linked(table)
    _win(floor, "T1", 1)
    floor.finish("T1")
    seat = STRAIGHT_FLUSH["T1", 1][1]
    play = floor.house.tables.table("T1").play
    cards = {seat: play.seats[seat].cards + play.community}
    floor.house.give(
        link_stream(LINK), VerifyClaim(claim=1, cards=cards, deck=tuple(DECK)), VERIFIES
    )
    floor.house.give(link_stream(LINK), PayClaim(claim=1), PAYS)
    held = floor.house.tables.refresh("T1").chips.held(f"p{seat}")
    floor.house.give(table_stream("T1"), CashOut(f"p{seat}", held), Player(f"p{seat}"))
    floor.house.give(table_stream("T1"), BuyIn(f"p{seat}", held), Player(f"p{seat}"))
    _win(floor, "T1", 2)
    report = ReportIrregularity(kind="uncovered", details={"what": "smoke in the hall"})
    floor.house.give(table_stream("T1"), report, _SHIFT)
    floor.house.give(table_stream("T1"), MakeRuling(ruling="void", reason="smoke"), _SHIFT)
    floor.finish("T1")
    _win(floor, "T2", 1)
    floor.finish("T2")
    floor.house.give(link_stream(LINK), RejectClaim(claim=3, reason="a marked card"), REJECTS)
    _win(floor, "T2", 2)
    floor.finish("T2")
    floor.owner.step()
    floor.owner.give_back()
    return store


def _win(floor: LinkedFloor, table: str, number: int) -> None:
    floor.call(table, STRAIGHT_FLUSH[table, number][0])
    floor.close(table)
    floor.until_settling(table)
    floor.dealing.step(table)


def cents_at_tables(store: Store) -> dict[str, dict[str, str]]:
    """What everybody holds at each table, and what each meter paid there."""
    chips = {name: House(store).tables.table(name).chips for name in TABLES}
    return {
        name: {who: str(held) for who, held in sorted({**own.players, **own.links}.items())}
        for name, own in chips.items()
    }


def main(names: list[str]) -> None:
    """Record what is named, or everything that is not there yet."""
    for name in names or [name for name in (*PLAYED, LINKED) if not path_of(name).exists()]:
        if name != "schema":
            print(f"{name}: {record(name)} lines")
    text = json.dumps(schema(), indent=1, sort_keys=True)
    SCHEMA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
