"""Who deals the rounds changes nothing; who dies over a chunk costs that chunk and no more."""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.sim import run
from pitboss.sim.request import Request
from pitboss.sim.run import Chunk, map_chunks, simulate
from pitboss.sim.simulator import Tally, simulator_of
from tests.sim.runs import EVERY_WAGER
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent


def request_of(seats: int = 3) -> Request:
    settings = ("jackpot=50000.00",)
    return Request(rulebook="mgc-let-it-ride", seats=seats, seed=8, settings=settings)


@pytest.mark.parametrize("rulebook", EVERY_WAGER)
@pytest.mark.slow
def test_results_do_not_depend_on_the_size_of_chunks(rulebook: str) -> None:
    request = EVERY_WAGER[rulebook]
    whole = simulator_of(request).deal(0, 20_000).exact()
    for size in (20_000, 7_001, 999):
        assert simulate(request, 20_000, chunk_rounds=size).tally.exact() == whole


def test_a_run_may_go_on_where_another_ended() -> None:
    request = request_of()
    whole, second = simulate(request, 9000), simulate(request, 5000, first=4000)
    first = simulate(request, 4000).tally
    first.add(second.tally)
    assert first.exact() == whole.tally.exact()


@pytest.mark.slow
def test_two_workers_come_to_the_same_as_one() -> None:
    request = request_of()
    one = simulate(request, 100_000, chunk_rounds=10_000)
    two = simulate(request, 100_000, chunk_rounds=10_000, workers=2)
    assert one.tally.exact() == two.tally.exact()


@pytest.mark.slow
def test_a_worker_that_dies_costs_only_its_chunk() -> None:
    request = request_of(7)
    parts = [Chunk(first, 200_000) for first in range(0, 2_000_000, 200_000)]
    whole = Tally()
    for number, tally in enumerate(map_chunks(request, parts, workers=2)):
        whole.add(tally)
        if number in (1, 4):
            killed = multiprocessing.active_children()[0]
            killed.kill()
            # Dead, and not only about to be: the next to be killed is another.
            killed.join()
            assert killed.exitcode == -signal.SIGKILL
    assert whole.exact() == simulate(request, 2_000_000).tally.exact()


# --- a cluster ------------------------------------------------------------------------------------


def _address_in(file: Path) -> str:
    """The address of a scheduler, once it has written all of it."""
    with suppress(OSError, ValueError):
        return str(json.loads(file.read_text())["address"])
    return ""


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        processes = [subprocess.Popen([*command, *options, str(file)], **quiet)]  # type: ignore[call-overload]
        try:
            address = until(lambda: _address_in(file), "the scheduler's address")
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", address]
            worker += ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
            # Nothing is held back or stopped for want of memory: that is not what is asked here.
            worker += ["--local-directory", folder, "--memory-limit", "0"]
            processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
            with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=PATIENCE)
            yield address, processes[1:]
        finally:
            for process in processes:
                process.kill()
                process.wait()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_comes_to_the_same_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "CONNECT_SECONDS", PATIENCE)
    address, workers = cluster
    request = request_of(7)
    done: list[int] = []

    def progress(rounds: int) -> None:
        done.append(rounds)
        if len(done) == 2:
            workers[0].send_signal(signal.SIGKILL)

    result = simulate(request, 4_000_000, dask=address, chunk_rounds=400_000, progress=progress)
    assert workers[0].wait() == -signal.SIGKILL
    assert done[-1] == 4_000_000
    assert result.tally.exact() == simulate(request, 4_000_000).tally.exact()


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(run, "CONNECT_SECONDS", 1.0)
    before = threading.active_count()
    # A place that is taken, and where nobody listens.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(PitbossError, match=f"no cluster answers at {re.escape(address)}"):
            simulate(request_of(), 10, dask=address)
    until(lambda: threading.active_count() <= before + 3, "the end of what it had started")
