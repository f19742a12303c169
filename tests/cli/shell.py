"""A command line on a floor with staff, and what is often typed there."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from pitboss.house.clock import Clock, utc_now
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.staff.register import Department
from pitboss.store.sqlite import SqliteStore
from tests.audit.altering import Altered
from tests.cli.keyboard import Keyboard, Ran
from tests.house.floor import CHEAP, GOOD

ROLES = {"max": "Gaming Shift Manager", "sue": "Pit Supervisor", "dan": "Dealer"}

SEATED = "sit p1 1\nbuy p1 500.00\n"

A_ROUND = """
call
p1: bet 1 p1 1 10.00
p1: bet 1 p1 2 10.00
p1: bet 1 p1 $ 10.00
no-more-bets
p1: choose 1 ride
p1: choose 1 withdraw
"""

UNDECIDED = A_ROUND.replace("p1: choose 1 ride\n", "")

LIVE = (
    "--layout", "A", "--positions", "6", "--method", "A", "--mode", "live", "--limit",
    "ante=5.00:500.00", "--limit", "bonus=5.00:100.00", "--house", "table_counts=required",
)  # fmt: skip
KEYED_WRONGLY = """
sit p1 1
as sue dan
count-opening 5.00=100 25.00=40
as dan
call
p1: bet 1 p1 ante 10.00
no-more-bets
deal 2h 3h 4h 5h 6h 7h 8h 9h 2h
"""
PUT_RIGHT = """
deal 2h 3h 4h 5h 6h 7h 8h 9h Th
as dan sue
rule keying_error slip "cards=2h 3h 4h 5h 6h 7h 8h 9h Th"
as dan
p1: choose 1 fold
settle
end
"""

LIVE_ROUND = """
call
sit p1 1
count-opening 5.00=100
as sue dan
count-opening 5.00=100 25.00=40
as dan
call
p1: bet 1 p1 ante 10.00
report uncovered what="a fire alarm"
rule continue "it was a test"
as max
rule continue "it was a test"
as dan
no-more-bets
deal 2h 3h 4h 5h 6h 7h 8h 9h Th
p1: choose 1 fold
settle
end
"""


class Shell:
    """A command line on one database, with staff in it."""

    def __init__(self, db: Path, keyboard: Keyboard, clock: Clock = utc_now) -> None:
        self.db = db
        self.run = keyboard
        self.monkeypatch = monkeypatch = keyboard.monkeypatch
        monkeypatch.setenv("PITBOSS_DB", str(db))
        monkeypatch.setenv("PITBOSS_SECRET", GOOD)
        with closing(SqliteStore(str(db))) as store:
            staffing = House(store, clock, secrets=Secrets(CHEAP)).staff
            office = Department.ADMINISTRATION
            staffing.add("boss", name="Bo Oss", department=office, secret=GOOD)
            for person, role in ROLES.items():
                floor = Department.TABLE_GAMES
                staffing.add(person, name=person, department=floor, secret=GOOD, by="boss")
                staffing.appoint(person, role, by="boss")

    def open(self, *words: str, rulebook: str = "mbs-let-it-ride-v3") -> Ran:
        return self.run(
            "table", "open", "T1", "--rulebook", rulebook, "--limit", "base=5.00:500.00",
            "--zone", "Asia/Singapore", "--as", "max", *words,
        )  # fmt: skip

    def open_live(self, *words: str) -> None:
        """Texas Hold'em Bonus, dealt by hand."""
        opened = self.run(
            "table", "open", "T1", "--rulebook", "holdem", "--zone", "Asia/Singapore",
            "--as", "sue", *(words or LIVE),
        )  # fmt: skip
        assert (opened.status, opened.err) == (0, "")

    def play(self, lines: str = A_ROUND) -> Ran:
        """Open a table of Let It Ride, seat p1 with chips, and type these lines."""
        self.open()
        return self.at_table(SEATED + lines)

    def forged(self, event: str, **fields: str) -> Path:
        """The database with one event changed, and every hash made to fit again."""
        with closing(SqliteStore(self.db)) as store:
            altered = Altered(store)
        place = altered.find("table/T1", event)
        altered.change_body("table/T1", place, lambda body: body.update(fields))
        altered.rechain()
        forged = self.db.with_suffix(".forged")
        with closing(SqliteStore(forged)) as store:
            entries = (entry for stream in altered.streams() for entry in altered.scan(stream))
            store.restore(entries, altered.receipts())
        return forged

    def at_table(self, lines: str, *words: str) -> Ran:
        return self.run("table", "run", "T1", "--as", "dan", *words, lines=lines)

    def audited(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.run("audit", "--json").out)
        return report


ADA, DAN = "river otters at dusk", "seven quiet lighthouses"
"""Secrets of two people."""
SEED, DRAW_SEED = "00" * 32, "11" * 32
OPEN = (
    "table open T1 --rulebook mbs-let-it-ride-v3 --limit base=5.00:500.00 --zone Asia/Singapore "
    "--as max"
)
OPEN_LIVE = f"table open T1 --rulebook holdem --zone Asia/Singapore --as sue {' '.join(LIVE)}"
PASSAGES = {
    "open": OPEN,
    "open live": OPEN_LIVE,
    "run": "table run T1 --as dan",
    "seated": SEATED,
    "bets": A_ROUND.partition("no-more-bets")[0],
    "round": A_ROUND,
    "undecided": UNDECIDED,
    "live round": LIVE_ROUND,
    "live round but its end": LIVE_ROUND.removesuffix("end\n"),
    "seed": SEED,
    "here": f"{SEED} --context T1/17",
    "draws": (
        f"{SEED} --context T1/17 --draw-seed {DRAW_SEED} --magic-rate 1 --lucky-rate 0.5 "
        "--areas 1-3,7"
    ),
    "create": "link create mega --file floor.toml --as acc --second boss",
    "start": "link start mega --as mbs-2 --second sec",
    "adjust": (
        "link adjust mega --level jackpot --before 10000.00 --after 9990.00 --why 'counted twice' "
        "--document IR-17 --as mbs-2"
    ),
    "count": "link count-funds mega --document 'statement 9' --as acc --second cash",
    "newline": "\n",
    "open live without counts": OPEN_LIVE.removesuffix(" --house table_counts=required"),
    "keyed wrongly": KEYED_WRONGLY.partition("deal")[0],
    "put right": PUT_RIGHT,
    "good": GOOD,
    "send": (
        "link transfer mega --level jackpot --to next --to-level jackpot --as acc --second boss"
    ),
}
"""What stands for several words or lines of a session."""
