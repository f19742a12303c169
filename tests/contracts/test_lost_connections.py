"""A connection lost at the worst moment: nobody knows, so the command is given again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import GivenBefore, Unavailable
from pitboss.store.addresses import open_store
from pitboss.store.contract import Write
from pitboss.store.postgres import PostgresStore
from tests.contracts.samples import append, draft, order
from tests.postgres import Server

SOCKET = ".s.PGSQL.5432"


class Wire:
    """Between a store and the server; it can swallow an answer and cut the line instead."""

    def __init__(self, folder: Path, server: Path) -> None:
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        self.cut_at: bytes | None = None
        """What the last thing let through contains."""
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                store, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(store,), daemon=True).start()

    def _carry(self, store: socket.socket) -> None:
        with socket.socket(socket.AF_UNIX) as server, store:
            server.connect(str(self._server))
            is_last = threading.Event()

            def back() -> None:
                with suppress(OSError):
                    while answer := server.recv(65536):
                        if is_last.is_set():
                            # Answered, so done; but the store will never hear of it.
                            store.shutdown(socket.SHUT_RDWR)
                            return
                        store.sendall(answer)

            threading.Thread(target=back, daemon=True).start()
            with suppress(OSError):
                while said := store.recv(65536):
                    if self.cut_at is not None and self.cut_at in said:
                        is_last.set()
                    server.sendall(said)

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def wire(postgres: Server, postgres_url: str) -> Iterator[tuple[Wire, str]]:
    folder = postgres.folder / "wire"
    folder.mkdir()
    wire = Wire(folder, postgres.folder / SOCKET)
    yield wire, postgres_url.replace(f"host={postgres.folder}", f"host={folder}")
    wire.close()
    (folder / SOCKET).unlink()
    folder.rmdir()


def test_a_commit_whose_answer_was_lost_is_found_by_giving_it_again(
    wire: tuple[Wire, str], postgres_url: str
) -> None:
    line, url = wire
    with closing(open_store(url)) as store, closing(open_store(postgres_url)) as other:
        store.append(order(1), [append("a")])
        line.cut_at = b"command-2"
        with pytest.raises(Unavailable, match="look before you give the command again"):
            store.append(order(2), [append("a", expected=1)])
        assert other.head("a").version == 2, "it was written, though nobody was told"
        line.cut_at = None
        receipt = store.append(order(2), [append("a", expected=1)])
        assert receipt.is_repeat
        assert receipt.written[0].last == 2
        assert len(list(store.read("a"))) == 2


def test_a_group_whose_answer_was_lost_is_written_whole(
    wire: tuple[Wire, str], postgres_url: str
) -> None:
    line, url = wire
    group: list[Write] = [
        (order(2), [append("a", expected=1)]),
        (order(3), [append("a", expected=2), append("b")]),
    ]
    with closing(open_store(url)) as store, closing(open_store(postgres_url)) as other:
        store.append(order(1), [append("a"), append("b")])
        line.cut_at = b"command-2"
        with pytest.raises(Unavailable, match="look before you give the command again"):
            store.append_all(group)
        assert (other.head("a").version, other.head("b").version) == (3, 2)
        line.cut_at = None
        with pytest.raises(GivenBefore, match="'command-2' was given before"):
            store.append_all(group)
        assert [store.append(*given).is_repeat for given in group] == [True, True]
        assert (other.head("a").version, other.head("b").version) == (3, 2)


@pytest.mark.parametrize("cut_at", [b"command-2", b"the last word"])
def test_of_a_group_cut_off_before_its_end_nothing_is_written(
    wire: tuple[Wire, str], postgres_url: str, cut_at: bytes
) -> None:
    """Where others write too, it is looked at first and committed last."""
    line, url = wire
    group: list[Write] = [
        (order(2), [append("a"), append("b")]),
        (order(3), [append("b", expected=2), append("a", draft(body='"the last word"'))]),
    ]
    with closing(PostgresStore(url)) as store, closing(open_store(postgres_url)) as other:
        store.append(order(1), [append("a"), append("b")])
        store._busy.add("a")
        before = other.heads()
        line.cut_at = cut_at
        with pytest.raises(Unavailable, match="give the command again"):
            store.append_all(group)
        assert other.heads() == before
        assert [receipt.command for receipt in other.receipts()] == ["command-1"]
        line.cut_at = None
        assert [receipt.is_repeat for receipt in store.append_all(group)] == [False, False]
        assert [entry.version for entry in other.read("a")] == [1, 2, 3]


def test_one_broken_connection_is_replaced(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        store.append(order(1), [append("a")])
        with psycopg.connect(postgres_url, autocommit=True) as server:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'pitboss' AND datname = current_database()"
            )
        with pytest.raises(Unavailable, match="could not answer"):
            store.append(order(2), [append("a", expected=1)])
        assert not store.append(order(2), [append("a", expected=1)]).is_repeat


def test_what_was_remembered_is_forgotten_with_the_connection(postgres_url: str) -> None:
    """A database may have been put back from a backup before the store comes again."""
    with closing(open_store(postgres_url)) as store:
        store.append(order(1), [append("a")])
        with psycopg.connect(postgres_url, autocommit=True) as server:
            server.execute("DROP SCHEMA pitboss CASCADE")
            open_store(postgres_url).close()
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'pitboss' AND datname = current_database()"
            )
        with pytest.raises(Unavailable):
            store.head("a")
        store.append(order(2), [append("a")])
        assert [entry.version for entry in store.read("a")] == [1]


def test_threads_beyond_the_connections_wait_their_turn(postgres_url: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    store = PostgresStore(postgres_url)
    with ThreadPoolExecutor(40) as threads:
        work = [
            threads.submit(store.append, order(n), [append(f"table/{n}", expected=0)])
            for n in range(200)
        ]
        for done in work:
            done.result()
    with psycopg.connect(postgres_url) as server:
        found = server.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE application_name = 'pitboss' AND datname = current_database()"
        ).fetchone()
        assert found is not None
        assert 1 <= found[0] <= 8
    assert len(store.streams()) == 200
    store.close()


@pytest.mark.parametrize("expected", [0, None])
def test_a_session_that_forgot_its_statements_is_told_them_again_and_none_twice(
    postgres_url: str, expected: int | None
) -> None:
    two = (draft(), draft())
    with closing(PostgresStore(postgres_url, connections=1)) as store:
        store.append(order(1), [append("one", expected=0)])
        # As psycopg itself does after some rollbacks.
        with store._connected() as connection:
            connection.execute("DEALLOCATE ALL")
        store.append(order(2), [append("one", expected=None if expected is None else 1)])
        with store._connected() as connection:
            connection.execute("DEALLOCATE ALL")
        # Told before it is found out that the statement for one entry is forgotten.
        store.append(order(3), [append("two", *two)])
        store.append(order(4), [append("one")])
        store.append(order(5), [append("more", *two, expected=expected)])
        with store._connected() as connection:
            # As if somebody had been interrupted just after the session was told.
            connection.prepared_names.clear()
        store.append(order(6), [append("last", expected=expected)])
        ends = {name: head.version for name, head in store.heads().items()}
        assert ends == {"last": 1, "more": 2, "one": 3, "two": 2}
