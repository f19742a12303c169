"""The figures of a run: means with their errors for every wager and seat; as JSON, CSV, Parquet."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.sim.simulator import Simulator, Tally

FORMAT: Final = "pitboss-simulation/1"
COLUMNS: Final = (
    "seat",
    "wager",
    "unit",
    "rounds",
    "mean",
    "standard_error",
    "low",
    "high",
    "standard_deviation",
)
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

    simulator: Simulator
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
        for row, wager in enumerate(self.simulator.rows):
            if wager in self.simulator.wagers:
                yield self._wager(wager, row)

    def wagers_by_seat(self) -> Iterator[WagerResult]:
        """Every wager at every seat."""
        for seat in range(self.simulator.request.seats):
            for wager in self.simulator.wagers:
                results = self.results(wager, seat)
                unit = self.simulator.request.unit(wager).cents
                yield WagerResult(
                    wager=wager,
                    unit_cents=unit,
                    seat=seat + 1,
                    estimate=estimate(self.rounds, *_sums(results), unit),
                    results=results,
                )

    def seats(self) -> Iterator[SeatResult]:
        """Every seat, then the table."""
        seats = self.simulator.request.seats
        if not self.tally.sums:
            # One seat with one wager: its results are the seat's and the table's.
            (wager,) = self.wagers_by_seat()
            for seat in (1, None):
                figures = estimate(self.rounds, *_sums(wager.results), 100)
                yield SeatResult(seat=seat, estimate=figures)
            return
        for row in range(seats + 1):
            sums = self.tally.sums[row], self.tally.squares[row]
            seat = row + 1 if row < seats else None
            yield SeatResult(seat=seat, estimate=estimate(self.rounds, *sums, 100))

    def results(self, wager: str, seat: int) -> dict[int, int]:
        """How often a wager at a seat, counted from 0, came to so many cents."""
        found = self.simulator.in_cells(self.tally, wager, seat)
        for (place, name, net), count in self.tally.settled.items():
            if (place, name) == (seat, wager):
                found[net] += count
        # Envy is only counted where there is some.
        if rest := self.rounds - sum(found.values()):
            found[0] += rest
        return dict(sorted(found.items()))

    def _wager(self, wager: str, row: int) -> WagerResult:
        """Seats of one round share cards, so their results are added up before they are squared."""
        request = self.simulator.request
        together: Counter[int] = Counter()
        for seat in range(request.seats):
            together.update(self.results(wager, seat))
        unit = request.unit(wager).cents
        total, squares = _sums(together)
        if request.seats > 1:
            squares = self.tally.squares[request.seats + 1 + row]
        return WagerResult(
            wager=wager,
            unit_cents=unit,
            seat=None,
            estimate=estimate(self.rounds, total, squares, unit * request.seats),
            results=dict(sorted(together.items())),
        )


def _sums(results: Mapping[int, int]) -> tuple[int, int]:
    """The sum of all results, and of their squares."""
    total = sum(net * count for net, count in results.items())
    return total, sum(net * net * count for net, count in results.items())


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


# --- records --------------------------------------------------------------------------------------


def result_record(result: Result) -> dict[str, Any]:
    """A run as plain data."""
    request = result.simulator.request
    return {
        "format": FORMAT,
        "rulebook": request.rules.id,
        "edition": request.rules.edition,
        "digest": request.rules.digest,
        "seed": request.seed,
        "rounds": result.rounds,
        "seats": request.seats,
        "strategies": request.seat_strategies,
        "settings": list(request.settings),
        "stakes": {name: str(stake) for name, stake in request.stakes.items()},
        "workers": result.workers,
        "seconds": round(result.seconds, 6),
        "cpu_seconds": round(result.tally.cpu_seconds, 6),
        "rounds_per_cpu_second": round(result.rounds_per_cpu_second),
        "confidence": CONFIDENCE,
        "wagers": [_wager(wager) for wager in result.wagers()],
        "by_seat": [_wager(wager) for wager in result.wagers_by_seat()],
        "results_in_dollars": [_seat(seat) for seat in result.seats()],
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "mean": estimate.mean,
        "standard_error": estimate.standard_error,
        "interval": list(estimate.interval),
        "standard_deviation": estimate.standard_deviation,
    }


def _wager(wager: WagerResult) -> dict[str, Any]:
    record: dict[str, Any] = {"wager": wager.wager}
    if wager.seat is not None:
        record["seat"] = wager.seat
    record |= {"unit_cents": wager.unit_cents, **_estimate(wager.estimate)}
    if wager.seat is None:
        record["histogram"] = [
            {"net_cents": net, "count": count} for net, count in wager.results.items()
        ]
    return record


def _seat(seat: SeatResult) -> dict[str, Any]:
    return {"seat": seat.seat or "table", **_estimate(seat.estimate)}


def rows(result: Result) -> Iterator[dict[str, Any]]:
    """One row for every wager, together and by seat, and for all wagers of a seat."""
    for wager in (*result.wagers(), *result.wagers_by_seat()):
        yield _row(result, wager.seat, wager.wager, wager.unit_cents, wager.estimate)
    for seat in result.seats():
        yield _row(result, seat.seat, "all", 100, seat.estimate)


def _row(
    result: Result, seat: int | None, wager: str, unit: int, estimate: Estimate
) -> dict[str, Any]:
    low, high = estimate.interval
    values = (
        "all" if seat is None else str(seat),
        wager,
        unit / 100,
        result.rounds,
        estimate.mean,
        estimate.standard_error,
        low,
        high,
        estimate.standard_deviation,
    )
    return dict(zip(COLUMNS, values, strict=True))


def csv_text(result: Result) -> str:
    """The figures as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(result))
    return text.getvalue()


def parquet_bytes(result: Result) -> bytes:
    """The figures as Parquet."""
    try:
        import pyarrow  # noqa: PLC0415 - large, and only for those who ask
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise PitbossError(
            "--parquet needs the package pyarrow; install it with: pip install 'pitboss[parquet]'"
        ) from None
    whole = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows(result))), whole)
    return whole.getvalue()
