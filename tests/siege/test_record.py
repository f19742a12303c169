"""A server whose record is taken away, damaged or put back: it notices, says so and stops."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.floor.demonstration import SECRET, starting_file
from pitboss.store.sqlite import SqliteStore
from pitboss.store.sqlite_file import KEPT_SECONDS
from tests.cli.keyboard import PROGRAM, SOURCES
from tests.waiting import PATIENCE, until
from tests.web.served import Served
from tests.web.site import Browser, Line

FLIPS = 3000


class Besieged(Served):
    """A demonstration floor in a process of its own, beside its record."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.file = folder / "floor.db"

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def ended(self) -> int:
        """How the process ended, once it has."""
        assert self._process is not None
        return self._process.wait(PATIENCE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Besieged]:
    found = Besieged(tmp_path)
    found.start()
    yield found
    found.stop()


def is_up(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health").status_code == 200
    except httpx.TransportError:
        return False


def table_of(line: Line) -> str:
    line.send(do="watch", what="lobby")
    lobby = line.until(lambda message: message["kind"] == "lobby")
    return next(str(one["table"]) for one in lobby["tables"] if one["free"])


@pytest.mark.slow
def test_no_command_is_answered_done_once_the_record_is_removed(server: Besieged) -> None:
    browser = Browser(server.address).be_guest()
    line = browser.socket()
    table = table_of(line)
    free = [may["seat"] for may in line.watch(table)["you"]["may"] if may["do"] == "take_seat"]
    assert "done" in {line.ask("take_seat", table, seat=seat)["kind"] for seat in free}
    assert line.ask("buy_in", table, amount="250.00")["kind"] == "done"
    server.file.unlink()
    time.sleep(KEPT_SECONDS)
    answers = set()
    try:
        for number in range(130):
            answers.add(line.ask("buy_in", table, amount=f"{number + 1}.00")["kind"])
    except ConnectionClosed:
        # The server is on its way out.
        pass
    assert "done" not in answers
    assert server.ended() != 0
    assert "no longer the record that was opened" in server.log
    (saved,) = server.file.parent.glob("floor.db.rescued-*")
    with closing(SqliteStore(saved, is_readonly=True)) as rescued:
        bodies = [entry.body for entry in rescued.read(f"table/{table}")]
    assert any(browser.name in body and "250.00" in body for body in bodies)
    browser.close()


@pytest.mark.slow
def test_thousands_of_bits_flipped_under_a_running_server_are_told(server: Besieged) -> None:
    until(lambda: httpx.get(f"{server.address}/health").json()["tables"], "tables")
    pit = Browser(server.address)
    assert pit.sign_in_staff("demo-surveillance", SECRET).status_code == 303
    dice = Random(1)
    for file in (server.file, server.file.with_name("floor.db-wal")):
        # Hashes and bodies, wherever they lie: what is flipped in them makes no page unreadable.
        places = [
            place
            for found in re.finditer(rb"[0-9a-f]{64}", file.read_bytes())
            for place in range(*found.span())
        ]
        with file.open("r+b") as out:
            for place in dice.sample(places, min(FLIPS, len(places))):
                out.seek(place)
                before = out.read(1)[0]
                out.seek(place)
                out.write(bytes([before ^ 1]))
    until(lambda: "the record is damaged: " in server.log, "the damage")
    said = httpx.get(f"{server.address}/health")
    assert said.status_code == 503 or "damaged" in said.json()["record"][0]
    page = pit.get("/staff")
    assert page.status_code == 503 or "The record is damaged" in page.text
    pit.close()


# --- a floor of money -----------------------------------------------------------------------------


class House:
    """A floor of money with its file, its key and a folder for heads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db, self.heads = folder / "floor.db", folder / "heads"
        self.heads.mkdir()
        text = starting_file().replace("# heads = [", f'heads = ["{self.heads}"] # [')
        (folder / "floor.toml").write_text(text.replace("# heads_seconds = 300", ""))

    def command(self, *more: str) -> list[str]:
        floor = ["--db", str(self.db), "--config", str(self.folder / "floor.toml")]
        return [*PROGRAM, "serve", "--port", "0", *floor, *more]

    @property
    def environment(self) -> dict[str, str]:
        return {"PITBOSS_HOUSE_KEY": str(self.folder / "house.key"), "PYTHONPATH": str(SOURCES)}

    def refused(self, *more: str) -> str:
        """What it says when it does not start."""
        done = subprocess.run(
            self.command(*more),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2, done
        assert "Traceback" not in done.stderr
        return " ".join(done.stderr.split())

    @contextmanager
    def serving(self, *more: str) -> Iterator[str]:
        """Served until the end of the block, and then stopped as an operator would."""
        process = subprocess.Popen(
            self.command(*more),
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=sys.stderr,
            text=True,
        )
        assert process.stdout is not None
        said = ""
        try:
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                assert line, said
                said += line
            found = re.search(r"http://[0-9.:]+", said)
            assert found is not None, said
            address = found[0]
            until(lambda: is_up(address), "the start of the server")
            yield said
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.mark.slow
def test_a_floor_of_money_begins_anew_only_when_it_is_told_to(house: House) -> None:
    assert "say so: pitboss serve --new" in house.refused()
    assert not house.db.exists()
    house.db.touch()
    assert "Nothing is recorded" in house.refused()
    house.db.unlink()
    with house.serving("--new") as said:
        assert str(house.heads) in said
    assert "There is a record" in house.refused("--new")
    with house.serving():
        pass
    # Lost, and nobody noticed: neither way opens an empty casino.
    for left in house.folder.glob("floor.db*"):
        left.unlink()
    assert "say so: pitboss serve --new" in house.refused()
    assert "is not there, and the head knows" in house.refused("--new")


@pytest.mark.slow
def test_a_record_that_was_put_back_is_not_served(house: House) -> None:
    with house.serving("--new"):
        pass
    shutil.copy(house.db, house.folder / "monday.db")
    add = [*PROGRAM, "staff", "add", "ada", "--name", "Ada Low", "--db", str(house.db)]
    subprocess.run(
        add,
        env={**house.environment, "PITBOSS_SECRET": "river otters at dusk"},
        check=True,
        capture_output=True,
    )
    with house.serving():
        pass
    shutil.copy(house.folder / "monday.db", house.db)
    assert "put back to an earlier moment, or altered" in house.refused()
