"""Runs: `simulate` for figures, `nets` for whoever needs the result of every round."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.sim import plain
from pitboss.sim.chunks import Chunk, map_chunks
from pitboss.sim.figures import Result
from pitboss.sim.prepared import Prepared, prepare
from pitboss.sim.request import Request
from pitboss.sim.tally import Tally

CHUNK_SECONDS: Final = 1.5
"""Long enough for handing a chunk out not to matter, short enough to lose."""
MOST_ROUNDS: Final = 10**15
_TRIAL: Final = 20_000
_LEAST_CHUNK: Final = 1 << 12

Progress = Callable[[int], None]
"""Told how many rounds are done."""


def simulate(
    request: Request,
    rounds: int,
    *,
    first: int = 0,
    workers: int = 1,
    dask: str | None = None,
    chunk_rounds: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Deal so many rounds, from round `first`; where they are dealt changes nothing but the time.

    >>> result = simulate(Request(rulebook="mbs-let-it-ride-v3", wagers=("base",)), 1000)
    >>> [(wager.wager, sum(wager.results.values())) for wager in result.wagers()]
    [('base', 1000)]
    """
    _check(first, rounds, workers)
    prepared = prepare(request)
    size = chunk_rounds or _chunk_rounds(prepared, rounds, workers)
    chunks = [
        Chunk(at, min(size, first + rounds - at)) for at in range(first, first + rounds, size)
    ]
    whole, start = Tally(), time.perf_counter()
    for tally in map_chunks(request, chunks, workers=workers, dask=dask):
        whole.add(tally)
        if progress is not None:
            progress(whole.rounds)
    return Result(
        prepared=prepared, tally=whole, seconds=time.perf_counter() - start, workers=workers
    )


def nets(
    request: Request, rounds: int, *, first: int = 0, chunk_rounds: int = 1 << 16
) -> Iterator[npt.NDArray[np.int64]]:
    """What every seat wins or loses in every round, in cents: arrays of rounds by seats.

    >>> request = Request(rulebook="mbs-let-it-ride-v3", wagers=("base",), seats=2)
    >>> [results.shape for results in nets(request, 5, chunk_rounds=3)]
    [(3, 2), (2, 2)]
    """
    _check(first, rounds, 1)
    prepared = prepare(request)
    for at in range(first, first + rounds, chunk_rounds):
        count = min(chunk_rounds, first + rounds - at)
        results = np.zeros((count, request.seats), np.int64)
        prepared.stretch(at, count, by_round=results)
        yield results


def round_record(request: Request, number: int) -> dict[str, Any]:
    """Round `number` as a `pitboss-round/1` record, for `pitboss settle`."""
    _check(number, 1, 1)
    return plain.round_record(request, prepare(request).play(number))


def _check(first: int, rounds: int, workers: int) -> None:
    if rounds < 1 or first < 0 or first + rounds > MOST_ROUNDS:
        raise BadSetting(f"rounds are numbered from 0 and end before {MOST_ROUNDS:,}")
    if workers < 1:
        raise BadSetting(f"{workers} workers: give at least one")


def _chunk_rounds(prepared: Prepared, rounds: int, workers: int) -> int:
    """As many rounds as take some time, and no more than leave everybody a share."""
    prepared.stretch(0, 1)
    trial = prepared.stretch(0, min(_TRIAL, rounds))
    by_time = int(CHUNK_SECONDS * trial.rounds / max(trial.cpu_seconds, 1e-6))
    fair = -(-rounds // workers)
    return max(min(by_time, fair), _LEAST_CHUNK)
