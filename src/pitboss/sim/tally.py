"""What a stretch of rounds comes to, in whole numbers that add up in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of cells, sums, sums of squares; and rounds settlement had to be asked about."""

    rounds: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)
    sums: list[int] = field(default_factory=list)
    """Of each seat's result, of the whole table's, and of each wager's over all seats."""
    squares: list[int] = field(default_factory=list)
    aside: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    """Results by seat, wager and cents of rounds that were put aside."""
    cpu_seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Take in another stretch."""
        self.rounds += other.rounds
        self.cpu_seconds += other.cpu_seconds
        self.aside += other.aside
        for name, counts in other.counts.items():
            self.counts[name] = self.counts[name] + counts if name in self.counts else counts
        self.sums = _added(self.sums, other.sums)
        self.squares = _added(self.squares, other.squares)

    def exact(self) -> tuple[Any, ...]:
        """All but the time it took: the same for the same rounds, whoever dealt them."""
        counts = {name: counts.tolist() for name, counts in self.counts.items()}
        return self.rounds, counts, self.sums, self.squares, dict(self.aside)


def _added(ours: list[int], theirs: list[int]) -> list[int]:
    if not ours:
        return list(theirs)
    return [one + other for one, other in zip(ours, theirs, strict=True)]
