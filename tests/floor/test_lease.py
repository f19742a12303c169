"""Who drives a table where several processes serve one floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.audit.whole import audit
from pitboss.floor.lease import FileLease, Lease, NoLease, PostgresLease, lease_for
from pitboss.floor.runner import FloorRunner
from pitboss.store.opening import open_store
from tests.floor.conducted import Conducted, config_with
from tests.waiting import until


@pytest.fixture
def leases() -> Iterator[Callable[[str], Lease]]:
    """Leases that are given back whatever happens."""
    taken: list[Lease] = []

    def lent(url: str) -> Lease:
        taken.append(lease_for(url))
        return taken[-1]

    yield lent
    for lease in taken:
        lease.close()


def _one_at_a_time(first: Lease, second: Lease) -> None:
    assert first.holds("T1")
    assert first.holds("T1"), "asked again"
    assert not second.holds("T1")
    first.close()
    # A server frees what a session held when it notices that the session is gone.
    until(lambda: second.holds("T1"))
    assert not first.holds("T1")


def test_one_process_drives_a_floor_on_a_file(
    tmp_path: Path, leases: Callable[[str], Lease]
) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    _one_at_a_time(leases(url), leases(str(tmp_path / "floor.db")))


def test_kinds_of_lease(tmp_path: Path) -> None:
    assert isinstance(lease_for("memory:"), NoLease)
    assert isinstance(lease_for(str(tmp_path / "a.db")), FileLease)
    assert isinstance(lease_for("postgresql://somebody@somewhere/floor"), PostgresLease)


def test_one_process_drives_a_table_on_postgresql(
    postgres_url: str, leases: Callable[[str], Lease]
) -> None:
    _one_at_a_time(leases(postgres_url), leases(postgres_url))


def test_a_lease_is_lost_with_its_session_and_taken_again(
    postgres_url: str, leases: Callable[[str], Lease]
) -> None:
    first, second = leases(postgres_url), leases(postgres_url)
    assert isinstance(first, PostgresLease)
    assert first.holds("T1")
    assert second.holds("T2"), "each table by itself"
    first._connection.close()
    until(lambda: second.holds("T1"))
    assert not first.holds("T1"), "somebody else has it by now"


def test_without_its_server_nobody_drives(tmp_path: Path) -> None:
    assert not PostgresLease(f"postgresql://nobody@/none?host={tmp_path}").holds("T1")


def test_two_processes_run_one_floor_on_postgresql(
    postgres_url: str, leases: Callable[[str], Lease]
) -> None:
    """One drives until it dies; then the other does, from where it was."""
    config = config_with("TCP-1", "LIR-2", players=(2, 2))
    first = Conducted(open_store(postgres_url), config)
    second = Conducted(open_store(postgres_url), config, clock=first.clock, seed=2)
    one, other = leases(postgres_url), leases(postgres_url)
    first.runner = FloorRunner(first.floor, lease=one)
    second.runner = FloorRunner(second.floor, lease=other)
    first.run(seconds=25)
    written = first.store.heads()
    second.runner.tick(first.clock.now)
    assert second.store.heads() == written
    one.close()
    until(lambda: all(other.holds(name) for name in config.tables))
    second.clock.now += timedelta(seconds=5)
    second.run(seconds=60)
    assert second.names("TCP-1").count("round-closed") >= 1
    assert "irregularity-reported" not in second.names("TCP-1")
    assert audit(second.store, config.rulebooks).is_clean
    first.store.close()
    second.store.close()
