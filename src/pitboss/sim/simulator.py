"""A run made ready: who plays it, how its rounds are settled, and the tally.

Any game is simulated by settling its rounds one by one. A game whose folder has a `simulation`
module does it by kernels (`kernel_simulator`), some thousand times as fast.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from pitboss.games.library import Library
from pitboss.games.odds import game_odds
from pitboss.games.registry import game_part, has_part, running
from pitboss.records.rounds import read_round
from pitboss.round.game import Sight, Strategy
from pitboss.round.progressive import ENVY, PROGRESSIVE
from pitboss.round.round import Round
from pitboss.sim import rounds as plain
from pitboss.sim.request import BEST, Request, StrategyTable, read_strategies

Cents = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]
_HANDS_KNOWN: Final = 1 << 18
"""Decisions that are kept: almost all there are with four cards in sight, and some with more."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """Sums and sums of squares; counts of cells, and of results where settlement was asked."""

    rounds: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)
    """Of cells, where kernels sort the rounds."""
    sums: list[int] = field(default_factory=list)
    """Of each seat's result, of the whole table's, and of each wager's over all seats."""
    squares: list[int] = field(default_factory=list)
    settled: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    """Results by seat, wager and cents of rounds that settlement was asked about."""
    cpu_seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Take in another stretch."""
        self.rounds += other.rounds
        self.cpu_seconds += other.cpu_seconds
        self.settled += other.settled
        for name, counts in other.counts.items():
            self.counts[name] = self.counts[name] + counts if name in self.counts else counts
        self.sums = _added(self.sums, other.sums)
        self.squares = _added(self.squares, other.squares)

    def exact(self) -> tuple[Any, ...]:
        """All but the time it took: the same for the same rounds, on any worker."""
        counts = {name: counts.tolist() for name, counts in self.counts.items()}
        return self.rounds, counts, self.sums, self.squares, dict(self.settled)


def _added(ours: list[int], theirs: list[int]) -> list[int]:
    if not ours:
        return list(theirs)
    return [one + other for one, other in zip(ours, theirs, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulator:
    """A run whose rounds are played and settled one by one."""

    request: Request
    strategies: Sequence[Strategy]
    """How each seat decides."""

    trial_rounds: ClassVar[int] = 1000
    """Dealt to find out how fast it goes."""

    @property
    def wagers(self) -> list[str]:
        """The wagers that are placed, and envy where it is paid."""
        return placed(self.request)

    @property
    def rows(self) -> list[str]:
        """The wagers in the order of their sums in a tally, after the seats and the table."""
        return self.wagers

    def deal(
        self, first: int, count: int, *, by_round: npt.NDArray[np.int64] | None = None
    ) -> Tally:
        """Deal the rounds from `first`; the results of each seat go to `by_round`, where given."""
        start = time.process_time()
        sums = [0] * (self.request.seats + 1 + len(self.rows))
        tally = Tally(rounds=count, sums=sums, squares=list(sums))
        self.settle_rounds(range(first, first + count), tally, first, by_round)
        tally.cpu_seconds = time.process_time() - start
        return tally

    def settle_rounds(
        self, numbers: Iterable[int], tally: Tally, first: int, by_round: Cents | None
    ) -> None:
        """Play these rounds, ask settlement about each, and add all of it up."""
        request, strategies = self.request, self.strategies
        sums, squares, settled = tally.sums, tally.squares, tally.settled
        table, names = request.seats, self.rows
        for number in numbers:
            results = plain.nets(request, plain.play_round(request, strategies, number))
            whole = 0
            by_wager = dict.fromkeys(names, 0)
            for seat, result in enumerate(results):
                net = 0
                for name, cents in result.items():
                    net += cents
                    by_wager[name] += cents
                    settled[seat, name, cents] += 1
                whole += net
                if sums:
                    sums[seat] += net
                    squares[seat] += net * net
                if by_round is not None:
                    by_round[number - first, seat] = net
            if sums:
                sums[table] += whole
                squares[table] += whole * whole
                # With one seat the results by wager say as much.
                if table > 1:
                    for row, net in enumerate(by_wager.values(), start=table + 1):
                        sums[row] += net
                        squares[row] += net * net

    def in_cells(self, tally: Tally, wager: str, seat: int) -> Counter[int]:  # noqa: ARG002
        """How often a wager at a seat came to so many cents, beside what settlement said."""
        return Counter()

    def play(self, number: int) -> Round:
        """One round, played plainly."""
        return plain.play_round(self.request, self.strategies, number)


def placed(request: Request) -> list[str]:
    """The wagers of a run as the odds name them, and envy where it is paid."""
    names = [rule.group or rule.id for name, rule in request.rules.wagers.items()
             if name in request.stakes]  # fmt: skip
    if PROGRESSIVE in names and request.terms.table(PROGRESSIVE).paytable.envy:
        names.append(ENVY)
    return list(dict.fromkeys(names))


@lru_cache(maxsize=8)
def simulator_of(request: Request) -> Simulator:
    """Make a run ready, and see that its rounds can be played at all."""
    assert request.positions, "the layout has room"
    assert request.seat_strategies, "every seat decides"
    make = simulation_of(request).simulator if request.has_kernels else plain_simulator
    with running(request.rules):
        simulator: Simulator = make(request)
        record = plain.round_record(request, simulator.play(0))
    read_round(record, Library([request.rules]))
    return simulator


def simulation_of(request: Request) -> ModuleType:
    """The module that simulates the game of a run; it is found by name, for it imports this one.

    It has `STRATEGIES`, `simulator` and, where wagers can be counted together, `joint_results`.
    """
    return game_part(request.rules, "simulation")


def plain_simulator(request: Request) -> Simulator:
    """A run of any game, settled round by round."""
    names = (BEST,) if _solves_at_once(request) else ()
    decides: dict[str, Strategy] = {}
    for spec, how in read_strategies(request, names).items():
        if isinstance(how, str):
            decides[spec] = _best_play(request)
        else:
            decides[spec] = how.decide if isinstance(how, StrategyTable) else how
    return Simulator(
        request=request, strategies=[decides[spec] for spec in request.seat_strategies]
    )


def _solves_at_once(request: Request) -> bool:
    """Whether best play is known without waiting, whatever the cards."""
    return has_part(request.rules, "odds") and not game_odds(request.terms).is_slow


def _best_play(request: Request) -> Strategy:
    from pitboss.floor.house_players import best_play  # noqa: PLC0415 - few need all it imports

    best = lru_cache(maxsize=_HANDS_KNOWN)(best_play(request.terms))

    def decide(sight: Sight) -> str:
        return best(sight._replace(own=tuple(sorted(sight.own))))

    return decide
