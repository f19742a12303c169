"""Results as records: JSON for programs, CSV and Parquet for tables of figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.sim.figures import CONFIDENCE, Estimate, Result, SeatResult, WagerResult

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


def result_record(result: Result) -> dict[str, Any]:
    """A run as plain data."""
    request = result.prepared.request
    return {
        "format": FORMAT,
        "rulebook": request.rules.id,
        "edition": request.rules.edition,
        "digest": request.rules.digest,
        "seed": request.seed,
        "rounds": result.rounds,
        "seats": request.seats,
        "strategies": [request.strategy(seat) for seat in range(request.seats)],
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
