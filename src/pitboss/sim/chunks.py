"""Chunks of a run on this process, on several, or on a cluster: one way to ask, one answer.

A chunk is dealt again when whoever had it dies, and by nobody else's doing: what the others have
done stays done. Chunks come back in any order and add up to the same numbers.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, Final, NamedTuple

from pitboss.errors import PitbossError
from pitboss.sim.request import Request
from pitboss.sim.tally import Tally

_MOST_TRIES: Final = 5
CONNECT_SECONDS = 10.0


class Chunk(NamedTuple):
    """A stretch of rounds."""

    first: int
    rounds: int


class WorkersLost(PitbossError):
    """Workers died again and again over one chunk."""


def run_chunk(request: Request, chunk: Chunk) -> Tally:
    """Deal one chunk, wherever this is."""
    from pitboss.sim.prepared import prepare  # noqa: PLC0415 - loads numba

    prepared = prepare(request)
    _compile(request)
    return prepared.stretch(chunk.first, chunk.rounds)


_COMPILED: set[Request] = set()


def _compile(request: Request) -> None:
    """Have the kernels compiled before the clock runs."""
    from pitboss.sim.prepared import prepare  # noqa: PLC0415 - loads numba

    if request not in _COMPILED:
        prepare(request).stretch(0, 1)
        _COMPILED.add(request)


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
