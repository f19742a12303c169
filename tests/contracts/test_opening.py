"""From an address to a store, and in plain words why not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import Protected, Unavailable
from pitboss.store.addresses import open_store, open_to_read
from pitboss.store.backup import backup
from pitboss.store.contract import Store
from pitboss.store.leases import lease_of
from pitboss.store.memory import MemoryStore
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from tests.contracts.samples import append, order
from tests.postgres import Server


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_file_by_its_name_or_its_address(tmp_path: Path, form: str) -> None:
    path = tmp_path / "50% of pitboss?.db"
    with closing(open_store(form.format(path))) as store:
        assert isinstance(store, SqliteStore)
        store.append(order(1), [append("a")])
    assert path.exists()
    with closing(open_store(form.format(path), must_exist=True)) as store:
        assert store.streams() == ["a"]


def test_a_file_beside_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///beside.db").close()
    open_store("plain.db").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside.db", "plain.db"]


def test_memory_and_postgresql(postgres_url: str) -> None:
    assert isinstance(open_store("memory:"), MemoryStore)
    for url in (postgres_url, postgres_url.replace("postgresql:", "postgres:")):
        with closing(open_store(url)) as store:
            assert isinstance(store, PostgresStore)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "No database was named"),
        ("sqlite:", "names no file"),
        ("sqlite://host/a.db", "names no file"),
        ("sqlite:///", "No database was named"),
        ("mysql://localhost/a", "no store of the kind mysql"),
        ("postgresql+psycopg://localhost/a", "no store of the kind postgresql"),
        ("postgresql://localhost:port/a", "cannot be reached|cannot be read"),
        ("postgresql://localhost/a?colour=red", "cannot be read"),
        (".", "is a folder"),
        ("no-such-folder/a.db", "there is no folder no-such-folder"),
    ],
)
def test_an_address_that_will_not_do(url: str, why: str) -> None:
    with pytest.raises(Unavailable, match=why):
        open_store(url)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for opened in (open_store, open_to_read):
        for place in (pipe, Path(os.devnull)):
            with pytest.raises(Unavailable, match=f"{place} is neither a file nor a folder"):
                opened(str(place))


def test_a_database_that_must_have_a_record_is_given_none(postgres_url: str) -> None:
    with pytest.raises(Unavailable, match="has no record in it"):
        open_to_read(postgres_url)
    with psycopg.connect(postgres_url) as server:
        made = server.execute("SELECT FROM pg_namespace WHERE nspname = 'pitboss'").fetchall()
    assert made == []
    open_store(postgres_url).close()
    with closing(open_to_read(postgres_url)) as store:
        assert store.streams() == []


def test_what_is_not_ours_is_refused_untouched(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Not a database at all. " * 100)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as file:
        file.execute("CREATE TABLE guests (name TEXT)")
        file.commit()
    for path, why in ((text, "is not a database"), (other, "some other program")):
        before = path.read_bytes()
        with pytest.raises(Unavailable, match=why):
            open_store(str(path))
        assert path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt", "other.db"]


@pytest.mark.parametrize("opened", [partial(open_store, must_exist=True), open_to_read])
@pytest.mark.parametrize("layout", [1, 9])
def test_a_file_that_is_not_there_or_of_another_version_is_refused(
    tmp_path: Path, opened: Callable[[str], Store], layout: int
) -> None:
    path = tmp_path / "pitboss.db"
    with pytest.raises(Unavailable, match="There is no file"):
        opened(str(path))
    assert list(tmp_path.iterdir()) == []
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {layout}")
    with pytest.raises(Unavailable, match=rf"its layout is {layout}, and this one reads 2\)\."):
        opened(str(path))


def test_an_empty_file_is_a_new_store_and_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    path.touch()
    with pytest.raises(Unavailable, match="is empty"):
        SqliteStore(path, is_readonly=True)
    with closing(SqliteStore(path)) as store:
        assert store.streams() == []


def test_a_file_is_kept_the_safe_way(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with closing(SqliteStore(path)) as store:
        store.append(order(1), [append("a")])
        assert (tmp_path / "pitboss.db-wal").stat().st_size > 0
        (level,) = store._connection.execute("PRAGMA synchronous").fetchone()
        assert level == 2, "FULL: a commit waits for the disk"
    # Closed, it is one file.
    assert [file.name for file in tmp_path.iterdir()] == ["pitboss.db"]


def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    SqliteStore(path).close()
    with closing(SqliteStore(path, is_readonly=True)) as store:
        with pytest.raises(Unavailable, match="may not be written"):
            store.append(order(1), [append("a")])
        assert store.streams() == []
    if os.geteuid() != 0:  # Root may do everything.
        path.chmod(0)
        with pytest.raises(Unavailable, match="Change its rights"):
            SqliteStore(path)


def test_a_password_is_never_shown(postgres: Server) -> None:
    url = postgres.url("nowhere").replace("pitboss@", "pitboss:s3cret@")
    with pytest.raises(Unavailable) as caught:
        open_store(url)
    assert "s3cret" not in str(caught.value)
    assert "nowhere" in str(caught.value)
    with pytest.raises(Unavailable) as caught:
        open_store("postgresql://ann:s3cret@localhost/a?colour=red")
    assert "s3cret" not in str(caught.value)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"cannot be reached .* See that the server runs"):
        open_store(f"postgresql://pitboss@/pitboss?host={tmp_path}")


def test_a_schema_that_is_not_ours_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute("CREATE SCHEMA pitboss")
        with pytest.raises(Unavailable, match="that is not ours"):
            open_store(postgres_url)
        server.execute("CREATE TABLE pitboss.about (layout integer)")
        server.execute("INSERT INTO pitboss.about VALUES (9)")
        with pytest.raises(Unavailable, match="its layout is 9, and this one reads 1"):
            open_store(postgres_url)


def test_text_that_is_not_utf_8_is_refused(postgres: Server) -> None:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as server:
        server.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(Unavailable, match="keeps text as LATIN1"):
        open_store(postgres.url("latin"))


def test_who_may_not_write_is_told_whom_to_ask(postgres_url: str) -> None:
    open_store(postgres_url).close()
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute("CREATE ROLE reader LOGIN")
        server.execute("GRANT USAGE ON SCHEMA pitboss TO reader")
        server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA pitboss TO reader")
    with closing(open_store(postgres_url.replace("pitboss@", "reader@"))) as store:
        assert store.streams() == []
        with pytest.raises(Protected, match="Ask the server's administrator"):
            store.append(order(1), [append("a")])


def test_a_record_and_its_leases_are_their_owners_alone(tmp_path: Path) -> None:
    """Whoever may read the record knows what everybody wagers, and more (I-115)."""
    made, old = tmp_path / "made.db", tmp_path / "old.db"
    with closing(open_store(str(old))) as store:
        store.append(order(1), [append("a")])
    old.chmod(0o644)
    for path in (made, old):
        with closing(open_store(str(path))) as store:
            store.append(order(2), [append("b")])
            lease = lease_of(store, "a table")
            assert lease.take()
            backup(store, path.with_suffix(".backup"))
            lease.give_back()
            own = [one for one in tmp_path.iterdir() if one.name.startswith(path.stem)]
            files = {one.name: oct(one.stat().st_mode & 0o777) for one in own}
            assert f"{path.name}-wal" in files
            assert set(files.values()) == {"0o600"}, files


def test_a_file_that_may_only_be_read_gains_no_right(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    open_store(str(path)).close()
    path.chmod(0o444)
    with suppress(Unavailable):
        open_store(str(path)).close()
    assert path.stat().st_mode & 0o777 == 0o400
