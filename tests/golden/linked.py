"""Records golden logs of a link and its tables: `python -m tests.golden.linked NAME`.

Like those beside it a log stays as it is once it is recorded: newer code must read it and come to
the same cents.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pitboss.cards import DECK
from pitboss.house.callers import Member, Player
from pitboss.house.house import House
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.claims import PayClaim, RejectClaim, VerifyClaim
from pitboss.store.contract import Entry, Receipt, Store, Written
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from tests.house.linked import LINK, PAYS, REJECTS, STRAIGHT_FLUSH, VERIFIES, LinkedFloor

LOGS = Path(__file__).parent.parent / "data" / "logs" / "links"
TABLES = ("T1", "T2")
_SHIFT = Member("mbs-3", "sec")


def played() -> Store:
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


def cents_of(store: Store) -> dict[str, dict[str, str]]:
    """What everybody holds at each table, and what each meter paid there."""
    chips = {name: House(store).tables.table(name).chips for name in TABLES}
    return {
        name: {who: str(held) for who, held in sorted({**own.players, **own.links}.items())}
        for name, own in chips.items()
    }


def record(name: str) -> int:
    """Play and write down a log; how many lines it has."""
    store = played()
    said: list[dict[str, Any]] = [
        {"entry": entry._asdict()} for stream in store.streams() for entry in store.read(stream)
    ]
    for receipt in store.receipts():
        written = [[place.stream, place.first, place.last] for place in receipt.written]
        command = {"command": receipt.command, "asked": receipt.asked, "written": written}
        said.append({"receipt": command})
    said.append({"cents": cents_of(store)})
    lines = [json.dumps(line, ensure_ascii=False) for line in said]
    Path(LOGS, f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def read_linked(name: str) -> tuple[MemoryStore, dict[str, dict[str, str]]]:
    """A log as a store that holds it, and the cents it came to."""
    entries: list[Entry] = []
    receipts: list[Receipt] = []
    cents: dict[str, dict[str, str]] = {}
    for text in Path(LOGS, f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        match json.loads(text):
            case {"entry": entry}:
                entries.append(Entry(**entry))
            case {"receipt": {"command": command, "asked": asked, "written": written}}:
                places = tuple(Written(*place) for place in written)
                receipts.append(Receipt(command=command, asked=asked, written=places))
            case {"cents": found}:
                cents = found
    store = MemoryStore()
    store.restore(entries, receipts)
    return store, cents


if __name__ == "__main__":
    for one in sys.argv[1:]:
        print(f"{one}: {record(one)} lines")
