"""A process that runs tables until it is killed: `python -m tests.house.runner URL SEED`.

After each command it says how far the table's stream had come, as it was told. With `held` as a
third word it stands still as soon as a round is under way that somebody would have to resume, so
that it is certainly killed in the middle of one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pitboss.games.library import built_in_ids
from pitboss.house.callers import Caller, Player, System
from pitboss.house.dealer import Dealer
from pitboss.house.house import House
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.store.addresses import open_store
from pitboss.table.irregularities.failures import interruption
from pitboss.table.table import Command

ROOT = Path(__file__).parent.parent.parent


def start(url: str, seed: int, *, is_held: bool = False) -> subprocess.Popen[str]:
    """Such a process, from a test."""
    more = ["held"] if is_held else []
    return subprocess.Popen(
        [sys.executable, "-m", "tests.house.runner", url, str(seed), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


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


def main() -> None:
    url, seed, *more = sys.argv[1:]
    rng = Random(int(seed))
    house = House(open_store(url))
    dealing = Dealer(house)
    names = [f"T-{rulebook}" for rulebook in built_in_ids()]
    while True:
        name = rng.choice(names)
        go_on(dealing, name, rng)
        os.write(1, f"{name} {house.tables.version(name)}\n".encode())
        if more and interruption(house.tables.rules(name), house.tables.table(name)) is not None:
            os.close(1)
            signal.pause()


if __name__ == "__main__":
    main()
