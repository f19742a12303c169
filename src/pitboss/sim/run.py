"""Runs: chunks of rounds on this process, on several, or on a cluster; and results of every round.

`simulate` gives figures, `nets` the result of every round. A chunk is dealt again when its worker
dies; what the others have done stays done. Chunks come back in any order and add up to the same
numbers.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection, wait
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting, PitbossError
from pitboss.games.registry import running
from pitboss.money import Money
from pitboss.sim import rounds as plain
from pitboss.sim.figures import Result
from pitboss.sim.request import Request
from pitboss.sim.simulator import Cents, Simulator, Tally, simulator_of

CHUNK_SECONDS: Final = 1.5
"""Long enough for handing a chunk out not to matter, short enough to lose."""
MOST_ROUNDS: Final = 10**15
CONNECT_SECONDS = 10.0
_LEAST_CHUNK: Final = 1 << 12
_MOST_TRIES: Final = 5

Progress = Callable[[int], None]
"""Called with the number of rounds done."""


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
    simulator = simulator_of(request)
    size = chunk_rounds or _chunk_rounds(simulator, rounds, workers)
    chunks = [
        Chunk(at, min(size, first + rounds - at)) for at in range(first, first + rounds, size)
    ]
    whole, start = Tally(), time.perf_counter()
    for tally in map_chunks(request, chunks, workers=workers, dask=dask):
        whole.add(tally)
        if progress is not None:
            progress(whole.rounds)
    return Result(
        simulator=simulator, tally=whole, seconds=time.perf_counter() - start, workers=workers
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
    simulator = simulator_of(request)
    for at in range(first, first + rounds, chunk_rounds):
        count = min(chunk_rounds, first + rounds - at)
        results = np.zeros((count, request.seats), np.int64)
        simulator.deal(at, count, by_round=results)
        yield results


def round_record(request: Request, number: int) -> dict[str, Any]:
    """Round `number` as a `pitboss-round/1` record, for `pitboss settle`."""
    _check(number, 1, 1)
    return plain.round_record(request, simulator_of(request).play(number))


def _check(first: int, rounds: int, workers: int) -> None:
    if rounds < 1 or first < 0 or first + rounds > MOST_ROUNDS:
        raise BadSetting(f"rounds are numbered from 0 and end before {MOST_ROUNDS:,}")
    if workers < 1:
        raise BadSetting(f"{workers} workers: give at least one")


def _chunk_rounds(simulator: Simulator, rounds: int, workers: int) -> int:
    """As many rounds as take some time, and no more than leave every worker a share."""
    simulator.deal(0, 1)
    trial = simulator.deal(0, min(simulator.trial_rounds, rounds))
    by_time = int(CHUNK_SECONDS * trial.rounds / max(trial.cpu_seconds, 1e-6))
    fair = -(-rounds // workers)
    return max(min(by_time, fair), _LEAST_CHUNK)


# --- chunks ---------------------------------------------------------------------------------------


class Chunk(NamedTuple):
    """A stretch of rounds."""

    first: int
    rounds: int


class WorkersLost(PitbossError):
    """Workers died again and again over one chunk."""


def run_chunk(request: Request, chunk: Chunk) -> Tally:
    """Deal one chunk, wherever this is."""
    with running(request.rules):
        return _compiled(request).deal(chunk.first, chunk.rounds)


@lru_cache(maxsize=8)
def _compiled(request: Request) -> Simulator:
    """The simulator, its kernels compiled before the clock runs."""
    simulator = simulator_of(request)
    simulator.deal(0, 1)
    return simulator


def map_chunks(
    request: Request, chunks: Sequence[Chunk], *, workers: int = 1, dask: str | None = None
) -> Iterator[Tally]:
    """The tallies of all chunks as they come in."""
    if dask is not None:
        yield from _on_cluster(request, chunks, dask)
    elif workers == 1:
        for chunk in chunks:
            yield run_chunk(request, chunk)
    else:
        yield from _on_processes(request, chunks, min(workers, len(chunks)))


# --- several processes ----------------------------------------------------------------------------


class _Worker:
    """A process that deals one chunk after the other, and the pipe to it."""

    def __init__(self, request: Request) -> None:
        # A fresh process each: a copy of this one would have numba's threads in an unknown state.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(request, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None

    def give(self, chunk: Chunk) -> None:
        """Have it deal a chunk."""
        self.chunk = chunk
        try:
            self.pipe.send(chunk)
        except OSError:
            return  # It has died; the pipe will say so when it is read.

    def take(self) -> Tally | None:
        """What it has dealt; nothing if it died over it."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, Tally), "workers answer with tallies"
        return answer

    def stop(self) -> None:
        """Have it go, whatever it is doing."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _work(request: Request, pipe: Connection) -> None:
    while True:
        try:
            chunk = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(run_chunk(request, chunk))
        except PitbossError as error:
            pipe.send(error)
        except KeyboardInterrupt:
            return


def _on_processes(request: Request, chunks: Sequence[Chunk], count: int) -> Iterator[Tally]:
    waiting, tries = list(reversed(chunks)), dict.fromkeys(chunks, 0)
    workers = [_Worker(request) for _ in range(count)]
    try:
        for worker in workers:
            worker.give(waiting.pop())
        while busy := {worker.pipe: worker for worker in workers if worker.chunk is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                chunk, tally = worker.chunk, worker.take()
                assert chunk is not None, "who answers was asked"
                if tally is None:
                    worker.stop()
                    _count_try(tries, chunk)
                    waiting.append(chunk)
                    workers[workers.index(worker)] = worker = _Worker(request)
                worker.chunk = None
                if waiting:
                    worker.give(waiting.pop())
                if tally is not None:
                    yield tally
    finally:
        for worker in workers:
            worker.stop()


def _count_try(tries: dict[Chunk, int], chunk: Chunk) -> None:
    tries[chunk] += 1
    if tries[chunk] == _MOST_TRIES:
        raise WorkersLost(
            f"{_MOST_TRIES} workers died over rounds {chunk.first} to "
            f"{chunk.first + chunk.rounds - 1}; is there memory enough?"
        )


# --- a cluster ------------------------------------------------------------------------------------


def _on_cluster(request: Request, chunks: Sequence[Chunk], address: str) -> Iterator[Tally]:
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=f"{CONNECT_SECONDS}s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise PitbossError(
            f"no cluster answers at {address} ({error}); start one with `dask scheduler` and "
            f"`dask worker {address}`"
        ) from None
    with client:
        # Not pure: a chunk is dealt because it was asked for, not because it is unknown.
        futures = [
            client.submit(run_chunk, request, chunk, pure=False, retries=_MOST_TRIES)
            for chunk in chunks
        ]
        for future in distributed.as_completed(futures, loop=client.loop):
            yield future.result()
            future.release()


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 - only for those who have a cluster
    except ImportError:
        raise PitbossError(
            "--dask needs the package distributed; install it with: pip install 'pitboss[dask]'"
        ) from None
    return distributed


# --- sessions -------------------------------------------------------------------------------------
# The rounds of a run cut into visits of equal length, and what each does to a bankroll. All seats
# sit through the same rounds, so the effect of one deck on all of them is in here. A seat that
# cannot cover another round is ruined and keeps what is left; the others play on.

MOST_SESSIONS: Final = 20_000
"""More would sharpen no line that an eye can see."""
PARTS: Final = 40
_AT_ONCE: Final = 1 << 16


@dataclass(frozen=True, kw_only=True, eq=False)
class SessionResults:
    """What became of every session at every seat."""

    rounds: int
    """Of one session."""
    bankroll: Money
    needed: Money
    """What a round may cost: with less, a seat is not dealt in."""
    moments: tuple[int, ...]
    """The rounds after which results were noted."""
    results: Cents
    """Sessions by moments by seats."""
    falls: Cents
    """The deepest fall from the best moment so far: sessions by seats."""
    ruined_at: Cents
    """The round after which nothing more could be wagered, or nothing: sessions by seats."""

    def __len__(self) -> int:
        return len(self.results)

    def ruined_by(self, moment: int, seats: list[int]) -> float:
        """The share of sessions at these seats, counted from 0, that were ruined by then."""
        at = self.ruined_at[:, seats]
        return float(((at > 0) & (at <= moment)).mean())


def needed_for_a_round(request: Request) -> Money:
    """Every wager placed, and every bet that may follow.

    >>> str(needed_for_a_round(Request(rulebook="mbs-megalink-holdem-v9", wagers=("ante",))))
    '50.00'
    """
    most = dict(request.stakes)
    for rule in request.follow_ups:
        if rule.follows in most:
            most[rule.id] = most[rule.follows] * rule.most_times
    return Money(sum(money.cents for money in most.values()))


def sessions_of(request: Request, *, rounds: int, each: int, bankroll: Money) -> SessionResults:
    """The first sessions of a run of so many rounds.

    >>> request = Request(rulebook="mbs-let-it-ride-v3", wagers=("base",), seats=2)
    >>> found = sessions_of(request, rounds=1000, each=100, bankroll=Money(30000))
    >>> len(found), found.results.shape, found.moments[-1]
    (10, (10, 34, 2), 100)
    """
    needed = needed_for_a_round(request)
    if bankroll < needed:
        raise BadSetting(
            f"a bankroll of {bankroll.dollars} does not cover one round, "
            f"which takes {needed.dollars}"
        )
    count = min(rounds // each, MOST_SESSIONS)
    if count == 0:
        raise BadSetting(f"{rounds:,} rounds make no session of {each:,}; give more --rounds")
    step = -(-each // PARTS)
    moments = (*range(step, each, step), each)
    parts = [
        _followed(block, (bankroll - needed).cents, moments)
        for block in _blocks(request, count, each)
    ]
    results, falls, ruined_at = (np.concatenate(part) for part in zip(*parts, strict=True))
    return SessionResults(
        rounds=each,
        bankroll=bankroll,
        needed=needed,
        moments=moments,
        results=results,
        falls=falls,
        ruined_at=ruined_at,
    )


def _blocks(request: Request, count: int, each: int) -> Iterator[Cents]:
    """Results of single rounds: sessions by rounds by seats, some sessions at a time."""
    at_once = max(1, _AT_ONCE // each)
    for block in nets(request, count * each, chunk_rounds=at_once * each):
        yield block.reshape(-1, each, request.seats)


def _followed(block: Cents, spare: int, moments: tuple[int, ...]) -> tuple[Cents, Cents, Cents]:
    """What stands after each moment, the deepest fall, and when all but nothing was left."""
    standing = block.cumsum(axis=1)
    is_short = standing < -spare
    is_ruined = is_short.any(axis=1)
    first = is_short.argmax(axis=1)
    ruined_at = np.where(is_ruined, first + 1, 0)
    left = np.take_along_axis(standing, first[:, None, :], axis=1)
    # A ruined seat does not play on: what was left stays.
    standing = np.where(np.logical_or.accumulate(is_short, axis=1), left, standing)
    best = np.maximum(np.maximum.accumulate(standing, axis=1), 0)
    falls = (best - standing).max(axis=1)
    return standing[:, [moment - 1 for moment in moments]], falls, ruined_at
