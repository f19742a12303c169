"""What a run says: means with their errors for every wager, seat and the table, and spreads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from pitboss.sim.prepared import Prepared, Wager
from pitboss.sim.tally import Tally

CONFIDENCE: Final = 0.95
_WIDTH: Final = 1.959963984540054
"""So many standard errors to either side hold 95 of 100 normal means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over rounds, and how far off it may be."""

    mean: float
    standard_error: float
    standard_deviation: float
    """Of one round."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean is to be expected, with 95 % confidence."""
        away = _WIDTH * self.standard_error
        return self.mean - away, self.mean + away


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerResult:
    """One wager over all seats, or at one seat, in the unit of its odds."""

    wager: str
    unit_cents: int
    seat: int | None
    estimate: Estimate
    results: dict[int, int]
    """How often the wager came to so many cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """All wagers of a seat together, in dollars a round; without a seat, the whole table's."""

    seat: int | None
    estimate: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A run and what came of it."""

    prepared: Prepared
    tally: Tally
    seconds: float
    workers: int

    @property
    def rounds(self) -> int:
        """How many rounds were dealt."""
        return self.tally.rounds

    @property
    def rounds_per_cpu_second(self) -> float:
        """Speed of one core, compiling and starting left out."""
        return self.rounds / max(self.tally.cpu_seconds, 1e-9)

    def wagers(self) -> Iterator[WagerResult]:
        """Every wager, all seats taken together."""
        for row, wager in enumerate(self.prepared.kernels.wagers):
            if wager in self.prepared.wagers:
                yield self._wager(wager, row)

    def wagers_by_seat(self) -> Iterator[WagerResult]:
        """Every wager at every seat."""
        for seat in range(self.prepared.request.seats):
            for wager in self.prepared.wagers:
                results = self.results(wager, seat)
                unit = self.prepared.request.unit(wager.name).cents
                total = sum(net * count for net, count in results.items())
                squares = sum(net * net * count for net, count in results.items())
                yield WagerResult(
                    wager=wager.name,
                    unit_cents=unit,
                    seat=seat + 1,
                    estimate=estimate(self.rounds, total, squares, unit),
                    results=results,
                )

    def seats(self) -> Iterator[SeatResult]:
        """Every seat, then the table."""
        seats = self.prepared.request.seats
        if not self.tally.sums:
            # One seat with one wager: its results are the seat's and the table's.
            (wager,) = self.wagers_by_seat()
            total = sum(net * count for net, count in wager.results.items())
            squares = sum(net * net * count for net, count in wager.results.items())
            for seat in (1, None):
                yield SeatResult(seat=seat, estimate=estimate(self.rounds, total, squares, 100))
            return
        for row in range(seats + 1):
            figures = self.tally.sums[row], self.tally.squares[row]
            yield SeatResult(
                seat=row + 1 if row < seats else None, estimate=estimate(self.rounds, *figures, 100)
            )

    def results(self, wager: Wager, seat: int) -> dict[int, int]:
        """How often a wager at a seat, counted from 0, came to so many cents."""
        counts = self.tally.counts[wager.cells]
        row = counts[seat if len(counts) > seat else 0].tolist()
        found: Counter[int] = Counter()
        for cell, count in enumerate(row):
            if count:
                found[int(wager.worth[cell])] += count
        for (place, name, net), count in self.tally.aside.items():
            if (place, name) == (seat, wager.name):
                found[net] += count
        # Envy is only counted where there is some.
        if rest := self.rounds - sum(found.values()):
            found[0] += rest
        return dict(sorted(found.items()))

    def _wager(self, wager: Wager, row: int) -> WagerResult:
        """Seats of one round share cards, so their results are added up before they are squared."""
        request = self.prepared.request
        together: Counter[int] = Counter()
        for seat in range(request.seats):
            together.update(self.results(wager, seat))
        unit = request.unit(wager.name).cents
        total = sum(net * count for net, count in together.items())
        if request.seats == 1:
            squares = sum(net * net * count for net, count in together.items())
        else:
            squares = self.tally.squares[request.seats + 1 + row]
        return WagerResult(
            wager=wager.name,
            unit_cents=unit,
            seat=None,
            estimate=estimate(self.rounds, total, squares, unit * request.seats),
            results=dict(sorted(together.items())),
        )


def estimate(rounds: int, total: int, squares: int, unit: int) -> Estimate:
    """The mean of so many rounds, from the sum and the sum of squares; rounded once, at the end.

    >>> estimate(4, 2, 10, 1)
    Estimate(mean=0.5, standard_error=0.8660254037844386, standard_deviation=1.7320508075688772)
    """
    variance = Fraction(0)
    if rounds > 1:
        variance = (Fraction(squares) - Fraction(total * total, rounds)) / (rounds - 1)
    return Estimate(
        mean=float(Fraction(total, rounds * unit)),
        standard_error=sqrt(variance / rounds) / unit,
        standard_deviation=sqrt(variance) / unit,
    )
