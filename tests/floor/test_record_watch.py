"""The record of a running floor is seen to: where it is, its heads, and every entry of it."""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from pitboss.floor import record_watch
from pitboss.floor.record_watch import LOOK_SECONDS, RecordWatch
from pitboss.house.heads import LATEST, HeadKeeper
from pitboss.house.house_key import HouseKey
from pitboss.store.contract import Store
from pitboss.store.sqlite import SqliteStore
from pitboss.store.verification import BEGINNING, INDEXES, RECEIPTS, ReadingPlace, read_through
from tests.contracts.samples import append, draft, order
from tests.house.floor import HandClock
from tests.waiting import until

STREAMS, LENGTH = 4, 250


def fill(store: Store) -> None:
    for stream in range(STREAMS):
        for number in range(LENGTH // 50):
            drafts = [draft(tag=str(number)) for _ in range(50)]
            written = append(f"table/T{stream}", *drafts, expected=number * 50)
            store.append(order(f"{stream}-{number}"), [written])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("record") / "floor.db"
    with closing(SqliteStore(file, is_hasty=True)) as store:
        fill(store)
    return file


@pytest.fixture
def file(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "floor.db"))


@pytest.fixture
def store(file: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(file)) as opened:
        yield opened


def flip(file: Path, pattern: bytes, which: int = 0) -> None:
    """One bit of what fits a pattern, as it lies on the disk."""
    raw = bytearray(file.read_bytes())
    found = list(re.finditer(pattern, raw))[which]
    raw[found.start()] ^= 1
    with file.open("r+b") as out:
        out.write(raw)


def faults(store: Store, start: ReadingPlace = BEGINNING) -> dict[str, str]:
    read = read_through(store, start, pause=lambda place: None)
    return {part: finding for part, finding in read if finding}


# --- reading it through ---------------------------------------------------------------------------


def test_a_whole_record_has_no_faults(store: Store) -> None:
    parts = [part for part, _ in read_through(store, BEGINNING, pause=lambda place: None)]
    assert parts == [*(f"table/T{number}" for number in range(STREAMS)), RECEIPTS, INDEXES]
    assert faults(store) == {}


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        (rb"premi", "table/T"),
        (rb"Dealer", "table/T"),
        (rb"as given", RECEIPTS),
    ],
)
def test_one_bit_anywhere_is_found(file: Path, pattern: bytes, part: str) -> None:
    flip(file, pattern, 5)
    with closing(SqliteStore(file)) as store:
        found = faults(store)
    assert any(name.startswith(part) for name in found), found


def test_a_pass_goes_on_where_it_was_interrupted(store: Store) -> None:
    read = read_through(store, ReadingPlace("table/T2", 200), pause=lambda place: None)
    assert [part for part, _ in read] == ["table/T2", "table/T3", RECEIPTS, INDEXES]


def test_what_comes_before_the_place_of_a_pass_is_left_to_the_next(file: Path) -> None:
    flip(file, rb"table/T0.WagerPlaced", 0)
    with closing(SqliteStore(file)) as store:
        assert not [name for name in faults(store, ReadingPlace("table/T1")) if name == "table/T0"]
        assert faults(store)


def test_damage_that_comes_while_the_floor_runs_is_logged_and_told(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(record_watch, "REST_SECONDS", 0.01)
    watch = RecordWatch(store, HandClock())
    watch.start()
    try:
        until(lambda: watch.passes > 1, "a pass")
        assert watch.damaged == {}
        flip(store.path, rb"premi", 7)
        until(lambda: watch.damaged, "the damage")
        store.append(order("more"), [append("table/T9", expected=0)])
    finally:
        watch.stop()
    (part,) = watch.damaged
    assert part.startswith("table/T")
    told = [one for one in caplog.messages if one.startswith("the record is damaged: table/T")]
    assert len(told) == 1, "each is told once"


def test_other_processes_that_come_and_go_do_not_take_the_log_along(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_watch, "REST_SECONDS", 0.01)
    watch = RecordWatch(store, HandClock())
    watch.start()
    try:
        until(lambda: watch.passes > 1, "a pass")
        store.append(order("own"), [append("table/T9", expected=0)])
        run = (
            "import sys; from pitboss.store import sqlite; sqlite.SqliteStore(sys.argv[1]).close()"
        )
        subprocess.run([sys.executable, "-c", run, str(store.path)], check=True)
        store.check_kept()
        store.append(order("more"), [append("table/T9", expected=1)])
    finally:
        watch.stop()
    assert watch.gone is None


def test_how_far_a_pass_has_come_outlives_the_server(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_watch, "NOTE_SECONDS", 0.0)
    monkeypatch.setattr(record_watch, "SHARE", 1e-6)
    watch = RecordWatch(store, HandClock())
    noted = store.path.with_name("floor.db-read")
    watch.start()
    until(noted.exists, "the first note")
    watch.stop()
    later = RecordWatch(store, HandClock())
    assert later._place_noted() == ReadingPlace("table/T0", 100)
    noted.write_text("{")
    assert later._place_noted() == BEGINNING


def test_reading_takes_its_share_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    times = iter([10.0, 10.5, 20.0])
    clock = SimpleNamespace(monotonic=lambda: next(times))
    monkeypatch.setattr("pitboss.floor.record_watch.time", clock)

    class Stopping:
        def wait(self, seconds: float) -> bool:
            slept.append(seconds)
            return False

    pace = record_watch._Pace(Stopping(), 0.05)  # type: ignore[arg-type]
    pace.begin()
    pace.rest()
    assert slept == [pytest.approx(0.5 * 19)]


# --- where it is ----------------------------------------------------------------------------------


def _removed(file: Path) -> None:
    file.unlink()


def _without_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


@pytest.mark.parametrize("harm", [_removed, _without_log])
def test_a_record_that_is_gone_is_noticed_within_a_second_and_saved(
    store: SqliteStore,
    harm: Callable[[Path], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert LOOK_SECONDS < 1
    store.append(order("last"), [append("table/T9", expected=0)])
    heads = store.heads()
    told: list[object] = []
    watch = RecordWatch(store, HandClock())
    watch.tell_gone = told.append
    watch.start()
    harm(store.path)
    until(lambda: told, "the notice")
    watch.stop()
    assert told == [watch.gone]
    (saved,) = store.path.parent.glob("floor.db.rescued-*")
    with closing(SqliteStore(saved, is_readonly=True)) as rescued:
        assert rescued.heads() == heads
    assert "pitboss restore" in caplog.text


def test_a_record_that_cannot_be_saved_is_said(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.path.parent.rename(store.path.parent.with_name("moved"))
    watch = RecordWatch(store, HandClock())
    watch.look(HandClock().now)
    assert watch.gone is not None
    assert "could not be saved" in caplog.text


# --- its heads ------------------------------------------------------------------------------------


def test_heads_are_written_when_due_and_when_the_floor_stops(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock, folder = HandClock(), tmp_path / "heads"
    folder.mkdir()
    key = HouseKey(tmp_path / "house.key")
    key.make()
    keeper = HeadKeeper(
        store,
        [folder],
        gaming_day=lambda now: f"{now:%Y-%m-%d}",
        house_key=key,
    )
    watch = RecordWatch(store, clock, heads=keeper, heads_every=timedelta(minutes=5))

    def written() -> str:
        return (folder / LATEST).read_text() if (folder / LATEST).exists() else ""

    watch.look(clock.now)
    first = written()
    assert first
    watch.look(clock.now)
    clock.pass_by(minutes=4)
    watch.look(clock.now)
    assert written() == first
    clock.pass_by(minutes=1)
    watch.look(clock.now)
    assert written() != first
    with caplog.at_level(logging.ERROR):
        folder.rename(tmp_path / "away")
        for _ in range(2):
            clock.pass_by(minutes=5)
            watch.look(clock.now)
        were_written = [watch.has_heads]
        assert len(caplog.messages) == 1
        (tmp_path / "away").rename(folder)
        clock.pass_by(minutes=5)
        watch.look(clock.now)
    assert [*were_written, watch.has_heads] == [False, True]
    assert [one.partition(" to ")[0] for one in caplog.messages] == [
        "no head of the record is written",
        "heads of the record are written",
    ]
    before = written()
    watch.start()
    clock.pass_by(seconds=1)
    watch.stop()
    assert written() != before
