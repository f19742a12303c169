"""Who drives a table where several processes serve one floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from pitboss.audit.audit import audit
from pitboss.floor.demonstration import SUPERVISOR
from pitboss.floor.floor import TableLeases, lease_name
from pitboss.floor.runner import FloorRunner
from pitboss.house.callers import Member, System
from pitboss.house.streams import table_stream
from pitboss.store.addresses import open_store
from pitboss.store.leases import lease_of
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres_connection import LeaseSession, PostgresLease
from pitboss.table.operation import CloseTable
from pitboss.table.rules import Mode
from tests.floor.conducted import Conducted, config_with
from tests.waiting import until


@pytest.fixture
def leases() -> Iterator[Callable[[str], TableLeases]]:
    """Leases of programs of their own, given back whatever happens."""
    with ExitStack() as stack:

        def lent(url: str) -> TableLeases:
            store = stack.enter_context(closing(open_store(url)))
            return stack.enter_context(closing(TableLeases(store)))

        yield lent


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


def test_one_process_drives_a_table_and_each_table_by_itself(
    url: str, leases: Callable[[str], TableLeases]
) -> None:
    first, second = leases(url), leases(url)
    assert first.holds("T1")
    assert first.holds("T1"), "asked again"
    assert not second.holds("T1")
    assert second.holds("T2")
    first.let_go("T1")
    assert second.holds("T1")
    assert not first.holds("T1")
    second.close()
    assert first.holds("T1")
    assert first.holds("T2")


def test_many_leases_take_one_session_of_the_server(
    postgres_url: str, leases: Callable[[str], TableLeases]
) -> None:
    first = leases(postgres_url)
    assert all(first.holds(f"T{number}") for number in range(20))
    assert _sessions(postgres_url) == 1
    first.close()
    until(lambda: _sessions(postgres_url) == 0)


def test_a_lease_is_lost_with_its_session_and_taken_again(
    postgres_url: str, leases: Callable[[str], TableLeases]
) -> None:
    first, second = leases(postgres_url), leases(postgres_url)
    assert first.holds("T1")
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(f"SELECT pg_terminate_backend(pid) {_LEASES}".encode())
    until(lambda: second.holds("T1"))
    assert not first.holds("T1"), "somebody else has it by now"


_LEASES = (
    "FROM pg_stat_activity "
    "WHERE application_name = 'pitboss lease' AND datname = current_database()"
)


def _sessions(url: str) -> int:
    with psycopg.connect(url) as server:
        row = server.execute(f"SELECT count(*) {_LEASES}".encode()).fetchone()
    assert row is not None
    return int(row[0])


def test_without_its_server_nobody_drives(tmp_path: Path) -> None:
    session = LeaseSession(f"postgresql://nobody@/none?host={tmp_path}")
    lease = PostgresLease(session, lease_name("T1"))
    assert not lease.take()
    assert not lease.is_held()
    lease.give_back()


def test_where_people_deal_whoever_sits_at_a_keyboard_runs_the_table() -> None:
    """Else a server that does nothing there would keep from them what a failure asks for (5.16)."""
    floor = Conducted(MemoryStore(), config_with("TCP-1", "LIR-2"))
    house = floor.floor.house
    setting = house.tables.table("TCP-1").setting
    assert setting is not None
    house.give(table_stream("TCP-1"), CloseTable(), System())
    house.tables.open(replace(setting, mode=Mode.LIVE), Member(SUPERVISOR))
    FloorRunner(floor.floor, lease=TableLeases(floor.store)).tick(floor.clock.now)
    assert lease_of(floor.store, lease_name("TCP-1")).take()
    assert not lease_of(floor.store, lease_name("LIR-2")).take(), "the server runs it"


def test_two_processes_run_one_floor_on_postgresql(
    postgres_url: str, leases: Callable[[str], TableLeases]
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
