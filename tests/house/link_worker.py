"""A process of its own on a link: `python -m tests.house.link_worker HOW URL TABLE`.

`play` plays so many rounds at one table, says after each "No more bets" which round was written,
and then waits to be killed, if it was not before. `own` folds what lies in inboxes for as long as
it lives, whenever nobody else does. `watch` says every value the link shows.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from pitboss.house.link_service import Feed, FeedValue
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from tests.house.floor import HandClock
from tests.house.linked import LINK, STRAIGHT_FLUSH, OtherProcess

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 30
"""Of one process: more would only take longer to audit, on a machine where others are slow."""


class WallClock(HandClock):
    """The time as it is; nobody can make it pass."""

    def __call__(self) -> datetime:
        return datetime.now(UTC)

    def pass_by(self, **how_long: int) -> None:
        """It passes by itself."""


class Apart(OtherProcess):
    """A process that a busy machine may hold up for a while, which says nothing about its link."""

    patience = 3600


def play(store: Store, table: str) -> None:
    """Rounds at one table, the one that was open first."""
    # No process plays the cards of another, nor of the one that it takes the place of.
    floor = Apart(store, WallClock(), seed=store.head(f"table/{table}").version)
    _end_of_round(floor, table)
    for _ in range(ROUNDS):
        number = floor.house.tables.table(table).rounds.number + 1
        seed = STRAIGHT_FLUSH.get((table, number))
        if not floor.house.tables.table(table).play.is_open:
            floor.call(table, None if seed is None else seed[0])
        floor.close(table)
        os.write(1, b"%d\n" % number)
        floor.finish(table)
    signal.pause()


def _end_of_round(floor: OtherProcess, table: str) -> None:
    """Whoever was killed in mid-round left behind all that is needed to play it to its end."""
    play = floor.house.tables.table(table).play
    if play.is_open and not play.is_closed_to_bets:
        floor.bet_rest(table)
        floor.close(table)
    if floor.house.tables.table(table).play.rulebook:
        floor.finish(table)


def own(store: Store, table: str) -> None:
    """Be the owner, or wait to be it."""
    floor = Apart(store, WallClock())
    os.write(1, b"ready\n")
    floor.owner.run(Event(), pause=0.01)


def watch(store: Store, table: str) -> None:
    """Say what is shown."""
    feed = Feed(OtherProcess(store, WallClock()).links, LINK)

    def told(value: FeedValue) -> None:
        os.write(1, f"{value.version} {value.shown.levels[0].amount}\n".encode())

    feed.follow(told, Event())


HOW = {"play": play, "own": own, "watch": watch}


def start(how: str, url: str, table: str = "-") -> subprocess.Popen[str]:
    """Such a process, from a test."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.house.link_worker", how, url, table],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def main() -> None:
    how, url, table = sys.argv[1:]
    HOW[how](open_store(url), table)


if __name__ == "__main__":
    main()
