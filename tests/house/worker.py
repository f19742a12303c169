"""A process of its own, which runs until it is killed: `python -m tests.house.worker HOW URL …`.

`run URL SEED` plays at every table and says after each command how far the table's stream had come,
as it was told; `held` after it stands still as soon as a round is under way that somebody would
have to resume, so that it is certainly killed in the middle of one. The others are on a link:
`play URL TABLE` plays so many rounds at one table, says after each "No more bets" which round was
written, and then waits. `own URL NAME` folds what lies in inboxes whenever no other owner does.
`watch URL` says every value the link shows.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event

from pitboss.games.library import built_in_ids
from pitboss.house.callers import Caller, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.link_service import Feed, FeedValue
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.table.irregularities.failures import interruption
from pitboss.table.table import Command
from tests.house.floor import HandClock
from tests.house.linked import LINK, STRAIGHT_FLUSH, OtherProcess

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 30
"""Of one process: more would only take longer to audit, on a machine where others are slow."""


def start(how: str, url: str, *more: str) -> subprocess.Popen[str]:
    """Such a process, from a test."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.house.worker", how, url, *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


# --- tables ---------------------------------------------------------------------------------------


def run(store: Store, seed: str, is_held: str = "") -> None:
    """Commands at any table, one after the other."""
    rng, house = Random(int(seed)), House(store)
    dealing = Dealer(house)
    names = [f"T-{rulebook}" for rulebook in built_in_ids()]
    while True:
        name = rng.choice(names)
        go_on(dealing, name, rng)
        os.write(1, f"{name} {house.tables.version(name)}\n".encode())
        if is_held and interruption(house.tables.rules(name), house.tables.table(name)) is not None:
            os.close(1)
            signal.pause()


def go_on(dealing: Dealer, name: str, rng: Random) -> None:
    """One step of whatever round is played, whoever began it."""
    house = dealing.house
    table = house.tables.table(name)
    if not table.play.is_open and table.rounds.is_opened:
        dealing.call_for_bets(name)
    elif dealing.step(name) is None:
        command, caller = rng.choice(list(_next(dealing, name)))
        house.give(table_stream(name), command, caller)


def _next(dealing: Dealer, name: str) -> Iterator[tuple[Command, Caller]]:
    """What players may do, or closing the bets once everybody's stand."""
    rules, table = dealing.house.tables.rules(name), dealing.house.tables.table(name)
    wanted = [w.id for w in rules.rulebook.wagers.values() if w.required or w.id == "ante"]
    placed = []
    if not table.play.is_closed_to_bets:
        for seat, player in table.people.seats.items():
            at = table.play.seats.get(seat)
            missing = [wager for wager in wanted if at is None or wager not in at.wagers]
            placed += [(PlaceWager(seat, player, w, Money(500)), Player(player)) for w in missing]
        yield from placed
        if not placed:
            yield CloseBets(), System()
        return
    for may in options(rules.game, rules.terms, table.play):
        if may.command is Choose and may.seat is not None:
            own = Player(table.play.seats[may.seat].player)
            yield from ((Choose(may.seat, choice), own) for choice in may.choices)


# --- a link ---------------------------------------------------------------------------------------


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
        number = floor.table(table).rounds.number + 1
        seed = STRAIGHT_FLUSH.get((table, number))
        if not floor.table(table).play.is_open:
            floor.call(table, None if seed is None else seed[0])
        floor.close(table)
        os.write(1, b"%d\n" % number)
        floor.finish(table)
    signal.pause()


def _end_of_round(floor: OtherProcess, table: str) -> None:
    """Whoever was killed in mid-round left behind all that is needed to play it to its end."""
    play = floor.table(table).play
    if play.is_open and not play.is_closed_to_bets:
        floor.bet_rest(table)
        floor.close(table)
    if floor.table(table).play.rulebook:
        floor.finish(table)


def own(store: Store, name: str) -> None:
    """Be the owner, or wait to be it; the name tells one from another."""
    floor = Apart(store, WallClock())
    os.write(1, b"ready\n")
    floor.owner.run(Event(), pause=0.01)


def watch(store: Store) -> None:
    """Say what is shown."""
    feed = Feed(OtherProcess(store, WallClock()).links, LINK)

    def told(value: FeedValue) -> None:
        os.write(1, f"{value.version} {value.shown.levels[0].amount}\n".encode())

    feed.follow(told, Event())


HOW: dict[str, Callable[..., None]] = {"run": run, "play": play, "own": own, "watch": watch}


if __name__ == "__main__":
    HOW[sys.argv[1]](open_store(sys.argv[2]), *sys.argv[3:])
