"""Opening a floor again and again, and which process runs its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from pitboss.audit.audit import audit
from pitboss.errors import BadSetting
from pitboss.floor.config import FloorConfig
from pitboss.floor.demonstration import ADMINISTRATOR, SECRET, SUPERVISOR, staff
from pitboss.floor.floor import TableLeases, lease_name, open_floor
from pitboss.floor.runner import FloorRunner
from pitboss.games.library import Library, open_rulebook
from pitboss.house.callers import Member, System
from pitboss.house.secrets import Secrets
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.staff.register import Department
from pitboss.store.addresses import open_store
from pitboss.store.leases import lease_of
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres_connection import LeaseSession, PostgresLease
from pitboss.table.operation import CloseTable
from pitboss.table.rules import Mode
from tests.floor.driver import DrivenFloor, config_with
from tests.house.floor import CHEAP, HandClock
from tests.house.floor import open_floor as people_of_a_real_floor
from tests.waiting import until


def real_floor(table: str) -> FloorConfig:
    """A floor with one table, and with money."""
    config = config_with(table, players=(0, 0))
    setting = replace(config.tables[table], is_practice=False)
    return replace(config, is_demonstration=False, tables={table: setting})


def test_opening_twice_writes_nothing_the_second_time() -> None:
    config = config_with("LIR-1", "TCP-1")
    floor = DrivenFloor(MemoryStore(), config)
    before = floor.store.heads()
    again = DrivenFloor(floor.store, config, clock=floor.clock)
    assert floor.store.heads() == before
    assert again.floor.notes == ()


def test_staff_of_every_kind_can_sign_in() -> None:
    floor = DrivenFloor(MemoryStore(), config_with("TCP-1"))
    staffing = floor.floor.staff
    people = staff([book.roles for book in floor.floor.config.rulebooks.values()])
    assert {one.department for one in people} == set(Department)
    roles = {one.role for one in people if one.role}
    assert roles == {role for b in floor.floor.config.rulebooks.values() for role in b.roles}
    for one in people:
        assert staffing.sign_in(one.id, SECRET).department is one.department


def test_play_money_and_money_are_never_in_one_record() -> None:
    config = config_with("TCP-1")
    floor = DrivenFloor(MemoryStore(), config)
    real = real_floor("TCP-1")
    with pytest.raises(BadSetting, match="play money"):
        open_floor(real, floor.store, floor.clock)
    store = MemoryStore()
    open_floor(real, store, HandClock())
    with pytest.raises(BadSetting, match="Name another database"):
        open_floor(config, store, HandClock(), secrets=Secrets(CHEAP))


def test_people_with_printed_secrets_are_refused_on_a_real_floor() -> None:
    store, clock = MemoryStore(), HandClock()
    staffing = people_of_a_real_floor(store, clock)
    staffing.add(
        ADMINISTRATOR, name="Ada", department=Department.SURVEILLANCE, secret=SECRET, by="boss"
    )
    with pytest.raises(BadSetting, match=ADMINISTRATOR):
        open_floor(real_floor("TCP-1"), store, clock)


def test_a_real_floor_brings_nobody() -> None:
    floor = DrivenFloor(MemoryStore(), real_floor("TCP-1"))
    assert not floor.floor.staff.register().people
    assert floor.floor.supervisor is None


def test_i_13_on_a_real_floor_a_person_decides_that_a_table_shares_a_link() -> None:
    floor = open_floor(real_floor("LIR-1"), MemoryStore(), HandClock(), with_links=True)
    assert not floor.house.tables.table("LIR-1").is_open
    assert len(floor.notes) == 1
    assert "pitboss table open LIR-1" in floor.notes[0]


def test_a_table_that_somebody_closed_stays_closed() -> None:
    config = config_with("TCP-1", players=(0, 0))
    floor = DrivenFloor(MemoryStore(), config)
    floor.floor.house.give(table_stream("TCP-1"), CloseTable(), System())
    again = DrivenFloor(floor.store, config, clock=floor.clock)
    assert not again.table("TCP-1").is_open
    assert "was closed" in again.floor.notes[0]


def test_other_settings_are_told_and_the_table_goes_on_with_its_own() -> None:
    config = config_with("TCP-1")
    floor = DrivenFloor(MemoryStore(), config)
    limits = {**config.tables["TCP-1"].limits, "ante": (Money(1000), Money(2000))}
    other = replace(config, tables={"TCP-1": replace(config.tables["TCP-1"], limits=limits)})
    again = DrivenFloor(floor.store, other, clock=floor.clock)
    assert "other settings" in again.floor.notes[0]
    setting = again.table("TCP-1").setting
    assert setting is not None
    assert setting.limits == config.tables["TCP-1"].limits


def test_a_table_whose_rulebook_is_not_at_hand_is_named_with_what_would_do() -> None:
    config = config_with("MGC-1", "TCP-1")
    older = open_rulebook(Path(__file__).parents[1] / "data" / "rulebooks" / "mgc-let-it-ride.toml")
    was = replace(config.tables["MGC-1"], digest=older.digest)
    then = replace(config, rulebooks=Library([older]), tables={**config.tables, "MGC-1": was})
    floor = DrivenFloor(MemoryStore(), then)
    assert floor.floor.notes == ()
    again = DrivenFloor(floor.store, config, clock=floor.clock)
    assert len(again.floor.notes) == 1
    assert again.floor.notes[0].startswith(
        "Table MGC-1 is not served. The rulebook mgc-let-it-ride"
    )
    assert "--rulebook-file FILE" in again.floor.notes[0]
    again.runner.tick(again.clock.now)
    assert set(again.runner.problems) == {"MGC-1"}


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
    floor = DrivenFloor(MemoryStore(), config_with("TCP-1", "LIR-2"))
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
    first = DrivenFloor(open_store(postgres_url), config)
    second = DrivenFloor(open_store(postgres_url), config, clock=first.clock, seed=2)
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
