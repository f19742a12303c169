"""`pitboss serve`, as a person starts, stops and starts it again."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.keyboard import PROGRAM
from tests.waiting import PATIENCE
from tests.web.site import Browser, Line


@contextmanager
def served(database: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The program, what it said, and where it is."""
    command = [*PROGRAM, "serve", "--port", "0", "--db", str(database), *more]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
    )
    assert process.stdout is not None
    said = ""
    try:
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        address = re.search(r"http://[0-9.]+:[0-9]+", said)
        assert address is not None
        yield process, said, address[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)


def lobby(line: Line) -> dict[str, int]:
    """The round each table is at."""
    line.send(do="watch", what="lobby")
    message = line.until(lambda m: m["kind"] == "lobby")
    return {table["table"]: table["round"] for table in message["tables"]}


def sit(line: Line, table: str) -> int:
    """Take one of the free seats; the house's players may be quicker at another."""
    free = [may["seat"] for may in line.watch(table)["you"]["may"] if may["do"] == "take_seat"]
    taken = (seat for seat in free if line.ask("take_seat", table, seat=seat)["kind"] == "done")
    return next(taken)  # type: ignore[no-any-return]


@pytest.mark.slow
def test_a_floor_is_served_stopped_killed_and_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    with served(database) as (process, said, address):
        assert "guest" in said
        assert "demo-dealer" in said
        browser = Browser(address).be_guest()
        table = next(iter(lobby(browser.socket())))
        line = browser.socket()
        seat = sit(line, table)
        line.done("buy_in", table, amount="500.00")
        line.until(lambda m: m["kind"] == "table" and m["view"]["stage"] == "betting")
        before = line.views[table]
        browser.http.cookies.jar.clear_expired_cookies()
        cookies = dict(browser.http.cookies)
        browser.close()
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    with served(database) as (process, _, address):
        again = Browser(address)
        again.http.cookies.update(cookies)
        line = again.socket()
        assert line.welcome["player"] == browser.name
        view = line.watch(table)
        assert view["you"]["balance"] == "500.00"
        assert view["you"]["seat"] == seat
        assert view["version"] >= before["version"]
        assert view["round"] >= before["round"]
        again.close()
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in rest


def test_a_place_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    from pitboss.errors import BadSetting
    from pitboss.web.server import bound

    with bound("127.0.0.1", 0) as at, pytest.raises(BadSetting, match="--port"):
        bound("127.0.0.1", at.getsockname()[1])
