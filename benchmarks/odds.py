"""Exact solving: what every figure of a rulebook costs, in process and from the shell."""

from __future__ import annotations

import time
from collections.abc import Callable

import pitboss
from benchmarks.harness import cpu_seconds
from pitboss.games.holdem_bonus.solver import STRAIGHT, count_deals
from pitboss.games.let_it_ride.cover_all import count_best_hands
from pitboss.games.let_it_ride.solver import LetItRide
from pitboss.games.three_card.solver import ThreeCard
from pitboss.rulebook.terms import terms_of

RUNS = 5
SHELL_GOAL = 3.0
MAIN_GAME_GOAL = 2.0
HOLDEM = "mbs-megalink-holdem-v9"


def run() -> None:
    """Print CPU seconds, the best of a few runs each."""
    print(f"solving: CPU seconds, best of {RUNS} after a first run that compiles")
    ride = terms_of(pitboss.open_rulebook("mbs-let-it-ride-v3"))
    three = terms_of(pitboss.open_rulebook("mbs-megalink-three-card-v6"))
    _print("Let It Ride, main game", _best(lambda: LetItRide(ride).spread))
    _print("Three Card Poker, ante and play", _best(lambda: ThreeCard(three).spread))
    _print("Hold'em Bonus, main game (goal 0.5)", _best(lambda: count_deals(STRAIGHT)))
    _print("Cover All, counted anew for 7 (goal 10)", _once(lambda: count_best_hands(7)))
    print(f"  every figure of one rulebook from the shell, warm (goal {SHELL_GOAL})")
    for rulebook in pitboss.rulebook_ids():
        _print(f"  pitboss odds {rulebook}", _shell(f"odds {rulebook}"))
    _print(
        f"  pitboss odds {HOLDEM}, main game (goal {MAIN_GAME_GOAL})",
        _shell(f"odds {HOLDEM} --wager ante"),
    )
    _print("  pitboss strategy, with all its cards", _shell(f"strategy {HOLDEM}"))


def _print(name: str, seconds: float) -> None:
    print(f"  {name:44} {seconds:8.3f} s")


def _once(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _best(work: Callable[[], object]) -> float:
    work()
    return min(_once(work) for _ in range(RUNS))


def _shell(words: str) -> float:
    code = "from pitboss.cli.start import run; run()"
    return min(cpu_seconds(code, *words.split(), "--json") for _ in range(3))
