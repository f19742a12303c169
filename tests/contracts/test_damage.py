"""Whatever becomes of what was written, nothing else is ever read in its place."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import Corrupt, StoreError, Unavailable
from pitboss.store import rows, sqlite
from pitboss.store.addresses import open_store
from pitboss.store.backup import backup
from pitboss.store.chain import checked, hash_of
from pitboss.store.contract import Entry, Receipt, Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.conftest import Place
from tests.contracts.samples import INDEX, append, draft, leave_out, order

LENGTH = 12


def fill(store: Store) -> None:
    for number in range(LENGTH):
        drafts = [draft(body=f'{{"cents":{100 + number}}}', tag=str(number // 4))]
        store.append(order(number), [append("table/1", *drafts), append("checkpoint")])


def change(place: Place, *statements: str) -> None:
    """Do to the tables what only somebody at the file or the server can do."""
    if place.kind == "sqlite":
        with closing(sqlite3.connect(place.url.removeprefix("sqlite:///"))) as file:
            for statement in statements:
                file.execute(statement)
            file.commit()
    else:
        with psycopg.connect(place.url, autocommit=True) as server:
            server.execute("SET search_path TO pitboss")
            for statement in statements:
                server.execute(statement.encode())


OPEN_UP = {
    "sqlite": (
        "DROP TRIGGER entries_are_not_changed",
        "DROP TRIGGER entries_are_not_removed",
    ),
    "postgres": ("DROP TRIGGER only_added_to ON pitboss.entries",),
}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[tuple[Place, SqliteStore]]:
    """A file that is filled and open."""
    path = tmp_path / "pitboss.db"
    with closing(SqliteStore(path)) as store:
        fill(store)
        yield Place("sqlite", f"sqlite:///{path}", lambda: store), store


@pytest.mark.parametrize("table", ["entries", "commands"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = 'x'", "DELETE FROM {}"])
def test_the_database_itself_refuses_changes(
    lasting_place: Place, table: str, statement: str
) -> None:
    store = lasting_place.open()
    fill(store)
    before = store.heads()
    column = "body" if table == "entries" else "asked"
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException)):
        change(lasting_place, statement.format(table, column))
    assert store.heads() == before


def test_the_ends_of_streams_in_a_file_only_grow(file: tuple[Place, SqliteStore]) -> None:
    place, _ = file
    for statement in ("UPDATE heads SET version = version - 1", "DELETE FROM heads"):
        with pytest.raises(sqlite3.IntegrityError):
            change(place, statement)


@pytest.mark.parametrize(
    ("change_of", "found"),
    [
        ("""UPDATE entries SET body = '{"cents":999}' WHERE {5}""", "entry 5 .* hash does not fit"),
        ("UPDATE entries SET actor = 'eve' WHERE {5}", "entry 5 .* hash does not fit"),
        ("UPDATE entries SET time = '2026-03-02' WHERE {5}", "entry 5 .* hash does not fit"),
        ("UPDATE entries SET hash = previous WHERE {5}", "entry 5 .* hash does not fit"),
        ("UPDATE entries SET version = 500 WHERE {12}", "hash does not fit|12 .* is missing"),
        ("UPDATE entries SET stream = 'table/2' WHERE {5}", "entry 6 stands in its place"),
        ("DELETE FROM entries WHERE {5}", "entry 5 .* entry 6 stands in its place"),
        ("DELETE FROM entries WHERE {1}", "entry 1 .* entry 2 stands in its place"),
    ],
)
def test_a_change_is_found_on_reading(lasting_place: Place, change_of: str, found: str) -> None:
    fill(lasting_place.open())
    for number in range(LENGTH + 1):
        where = f"stream = 'table/1' AND version = {number}"
        change_of = change_of.replace(f"{{{number}}}", where)
    change(lasting_place, *OPEN_UP[lasting_place.kind], change_of)
    store = lasting_place.open()
    with pytest.raises(Corrupt, match=f"table/1: {found}|{found}") as caught:
        list(store.read("table/1"))
    assert "pitboss restore" in str(caught.value)
    # The other stream is as it was, and the unchecked reading goes on to the end.
    assert len(list(store.read("checkpoint"))) == LENGTH
    assert len(list(store.scan("table/1"))) >= LENGTH - 1


def test_a_changed_entry_is_found_by_its_tag_and_as_the_latest(lasting_place: Place) -> None:
    fill(lasting_place.open())
    change(
        lasting_place,
        *OPEN_UP[lasting_place.kind],
        f"UPDATE entries SET clause = '9.9' WHERE stream = 'table/1' AND version = {LENGTH}",
    )
    store = lasting_place.open()
    assert [entry.version for entry in store.read("table/1", tag="0")] == [1, 2, 3, 4]
    with pytest.raises(Corrupt, match=f"entry {LENGTH} "):
        list(store.read("table/1", tag="2"))
    with pytest.raises(Corrupt, match=f"entry {LENGTH} "):
        store.last("table/1", "WagerPlaced")


def test_a_damaged_index_is_told_though_every_chain_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with closing(SqliteStore(path)) as store:
        fill(store)
        assert store.faults() == []
    leave_out(path, "stream = 'table/1' AND version = 5")
    with closing(SqliteStore(path)) as store:
        assert [entry.version for entry in store.read("table/1", tag="1")] == [6, 7, 8]
        assert len(list(store.read("table/1"))) == LENGTH
        assert any("missing from index entries_by_tag" in fault for fault in store.faults())


@pytest.mark.parametrize(
    ("place", "said"), [(0, "malformed"), (8, "out of range")], ids=["its kind", "where a row is"]
)
def test_a_page_of_an_index_that_cannot_be_read_is_told(
    tmp_path: Path, place: int, said: str
) -> None:
    path = tmp_path / "pitboss.db"
    with closing(SqliteStore(path)) as store:
        fill(store)
    with closing(sqlite3.connect(path)) as raw:
        ((page,),) = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (INDEX,))
        ((size,),) = raw.execute("PRAGMA page_size")
    data = bytearray(path.read_bytes())
    data[(page - 1) * size + place] = 0xFF
    path.write_bytes(data)
    with closing(SqliteStore(path)) as store:
        assert len(list(store.read("table/1"))) == LENGTH
        (fault,) = store.faults()
        assert said in fault


def test_a_store_as_it_was_written_has_no_faults(place: Place) -> None:
    store = place.open()
    fill(store)
    assert store.faults() == []


def test_a_forged_entry_does_not_fit_its_neighbours(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "pitboss.db")
    fill(store)
    entries = list(store.read("table/1"))
    forged = entries[5]._replace(body='{"cents":999999}')
    entries[5] = forged._replace(hash=hash_of(forged))
    with pytest.raises(Corrupt, match=r"entry 7 .* does not follow entry 6"):
        list(checked("table/1", entries))
    swapped = [*entries[:2], entries[3], entries[2]]
    with pytest.raises(Corrupt, match=r"entry 3 .* entry 4 stands in its place"):
        list(checked("table/1", swapped))
    with pytest.raises(Corrupt, match="belongs to table/1"):
        list(checked("table/2", entries[:1]))
    store.close()


def test_a_removed_tail_of_a_file_is_found(file: tuple[Place, SqliteStore]) -> None:
    place, store = file
    change(place, *OPEN_UP["sqlite"], "DELETE FROM entries WHERE version > 10")
    with pytest.raises(Corrupt, match=r"entry 11 .* is missing, though 12 were written"):
        list(store.read("table/1"))
    assert len(list(store.read("table/1", upto=10))) == 10
    with pytest.raises(Corrupt, match=r"entry 11 .* is missing"):
        list(store.read("table/1", upto=11))


@pytest.mark.parametrize("gone", ["TABLE pitboss.entries", "TABLE pitboss.commands"])
def test_a_table_that_is_gone_from_the_server_is_no_matter_of_trying_again(
    postgres_url: str, gone: str
) -> None:
    with closing(open_store(postgres_url)) as store:
        fill(store)
        with psycopg.connect(postgres_url, autocommit=True) as server:
            server.execute(f"DROP {gone}".encode())
        with pytest.raises(Corrupt, match=r"has lost what pitboss keeps in it.*pitboss restore"):
            store.append(order("x"), [append("table/1", expected=LENGTH)])
        with pytest.raises(Corrupt, match="has lost what pitboss keeps in it"):
            everything(store)


# --- the file itself ----------------------------------------------------------------------------

Everything = tuple[dict[str, list[Entry]], list[Receipt]]


def everything(store: Store) -> Everything:
    streams = {name: list(store.read(name)) for name in ("table/1", "checkpoint")}
    return streams, list(store.receipts())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Everything]:
    """A file put away in good order, and all that is in it."""
    path = tmp_path_factory.mktemp("whole") / "pitboss.db"
    with closing(SqliteStore(path)) as store:
        fill(store)
        said = everything(store)
    return path, said


def outcomes(
    path: Path, copy: Path, damages: list[Callable[[bytearray], None]]
) -> Iterator[Everything | StoreError]:
    """What reading says after each damage: an answer, or a refusal of ours."""
    for damage in damages:
        data = bytearray(path.read_bytes())
        damage(data)
        copy.write_bytes(data)
        try:
            with closing(SqliteStore(copy)) as store:
                yield everything(store)
        except StoreError as error:
            yield error
        for part in copy.parent.glob(f"{copy.name}*"):
            part.unlink()


def _flip(position: int, bit: int) -> Callable[[bytearray], None]:
    def damage(data: bytearray) -> None:
        data[position] ^= 1 << bit

    return damage


@pytest.mark.parametrize("page", [1000, LENGTH])
def test_receipts_out_of_order_are_not_read_for_ever(
    whole: tuple[Path, Everything],
    tmp_path: Path,
    page: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rows, "PAGE", page)
    monkeypatch.setattr(sqlite, "PAGE", page)
    path, _ = whole
    data = path.read_bytes()
    # The last of them by its id, which one flipped bit makes the first.
    assert data.count(b"command-9as given") == 1
    copy = tmp_path / "a.db"
    copy.write_bytes(data.replace(b"command-9as given", b"aommand-9as given"))
    with closing(SqliteStore(copy)) as store:
        found = list(islice(store.receipts(), 10 * LENGTH))
    assert len(found) <= 2 * LENGTH
    assert {one.command for one in found if not one.is_sound} == {"aommand-9"}


def test_a_flipped_bit_is_found_or_changes_nothing(
    whole: tuple[Path, Everything], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path, said = whole
    chance = random.Random(request.config.getoption("hypothesis_seed"))
    size = path.stat().st_size
    places = [(chance.randrange(size), chance.randrange(8)) for _ in range(250)]
    flips = [_flip(position, bit) for position, bit in places]
    refused = 0
    for place, outcome in zip(places, outcomes(path, tmp_path / "a.db", flips), strict=True):
        if isinstance(outcome, StoreError):
            refused += 1
        else:
            assert outcome[0] == said[0], f"bit {place[1]} of byte {place[0]} went unseen"
            if outcome[1] != said[1]:
                # A receipt that is gone is found by holding all of them against the entries, and
                # one that is damaged says so itself.
                entries = [entry for stream in outcome[0].values() for entry in stream]
                with pytest.raises(Corrupt, match=r"has no receipt|is not as it was written"):
                    MemoryStore().restore(entries, outcome[1])
                refused += 1
    assert refused > 10


def test_an_end_that_is_gone_is_found(file: tuple[Place, SqliteStore], tmp_path: Path) -> None:
    place, store = file
    ends = store.heads()
    change(
        place,
        "DROP TRIGGER heads_are_not_removed",
        "DELETE FROM heads WHERE stream = 'table/1'",
    )
    assert list(store.heads()) == ["checkpoint"]
    assert store.scan_ends() == {"checkpoint": ends["checkpoint"], "table/1": (0, "")}
    with pytest.raises(Corrupt, match="0 were written, and not more"):
        list(store.read("table/1"))
    with pytest.raises(Corrupt, match="damaged"):
        store.append(order("x"), [append("table/1", expected=0)])
    assert store.receipt("command-x") is None
    # A floor whose tables are hidden by it is not an empty one, and a copy would be.
    for prefix in ("", "table/"):
        with pytest.raises(Corrupt, match=r"table/1: .* where the stream ends is gone"):
            store.streams(prefix)
    assert store.streams("check") == ["checkpoint"]
    with pytest.raises(Corrupt, match="where the stream ends is gone"):
        backup(store, tmp_path / "a.backup")
    assert [path.name for path in tmp_path.glob("a.backup*")] == []


def test_a_flipped_bit_in_an_entry_is_named(whole: tuple[Path, Everything], tmp_path: Path) -> None:
    path, _ = whole
    position = path.read_bytes().index(b'{"cents":104}') + len(b'{"cents":10')
    (outcome,) = outcomes(path, tmp_path / "a.db", [_flip(position, 0)])
    assert isinstance(outcome, Corrupt)
    assert "table/1: entry 5 is not as it was written" in str(outcome)
    # A bit that leaves no character at all is found by whoever turns bytes into text.
    (outcome,) = outcomes(path, tmp_path / "a.db", [_flip(position, 7)])
    assert isinstance(outcome, Corrupt)


def test_a_cut_file_is_refused(whole: tuple[Path, Everything], tmp_path: Path) -> None:
    path, said = whole
    size = path.stat().st_size
    cuts = [1, 50, 99, 100, 512, 4095, 4096, size // 2, size - 4096, size - 1]

    def cut(length: int) -> Callable[[bytearray], None]:
        def damage(data: bytearray) -> None:
            del data[length:]

        return damage

    for outcome in outcomes(path, tmp_path / "a.db", [cut(length) for length in cuts]):
        assert isinstance(outcome, (Corrupt, Unavailable)), outcome
    (uncut,) = outcomes(path, tmp_path / "a.db", [cut(size)])
    assert uncut == said


def test_a_torn_log_gives_back_whole_commands_only(tmp_path: Path) -> None:
    path, copy = tmp_path / "pitboss.db", tmp_path / "copy.db"
    store = SqliteStore(path)
    fill(store)
    log = (tmp_path / "pitboss.db-wal").read_bytes()
    lengths = set()
    for length in range(0, len(log), len(log) // 40):
        shutil.copy(path, copy)
        (tmp_path / "copy.db-wal").write_bytes(log[:length])
        with closing(SqliteStore(copy)) as torn:
            table, checkpoint = list(torn.read("table/1")), list(torn.read("checkpoint"))
            assert [entry.command for entry in table] == [entry.command for entry in checkpoint]
            assert len(list(torn.receipts())) == len(table)
            lengths.add(len(table))
            number = len(table)
            torn.append(order(number), [append("table/1", expected=number)])
    assert {0, LENGTH - 1} <= lengths
    store.close()


def test_what_no_reader_is_given_is_scanned(lasting_place: Place) -> None:
    store = lasting_place.open()
    fill(store)
    columns = ", ".join(name for name in rows.COLUMNS if name != "version")
    change(
        lasting_place,
        f"INSERT INTO entries (version, {columns}) "
        f"SELECT -1, {columns} FROM entries WHERE stream = 'table/1' AND version = 1",
        "INSERT INTO commands (id, asked, written, hash) VALUES ('', '', '[]', '')",
    )
    assert [entry.version for entry in store.scan("table/1")] == [-1, *range(1, LENGTH + 1)]
    assert [entry.version for entry in store.read("table/1")] == list(range(1, LENGTH + 1))
    assert next(store.receipts()).command == ""


def test_a_text_that_is_none_is_named_and_never_quoted(file: tuple[Place, SqliteStore]) -> None:
    place, store = file
    change(
        place,
        "DROP TRIGGER entries_are_not_changed",
        "DROP TRIGGER commands_are_not_changed",
        "UPDATE entries SET body = CAST(x'ff' || CAST(body AS BLOB) AS TEXT) "
        "WHERE stream = 'table/1' AND version = 5",
        "UPDATE commands SET asked = CAST(x'ff73656372657421' AS TEXT) WHERE id = 'command-3'",
    )
    with pytest.raises(Corrupt, match="table/1: entry 5 is not as it was written"):
        list(store.read("table/1"))
    with pytest.raises(Corrupt, match="The receipt of command 'command-3'"):
        store.receipt("command-3")
    with pytest.raises(Corrupt, match="a text in it is none") as refusal:
        store.append(order(3), [append("table/1")])
    assert "secret" not in str(refusal.value)
    # What can be read is read as before.
    assert store.head("table/1").version == LENGTH
