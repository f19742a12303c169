"""An insider with the files of a running floor: no seed to read, no session to put in.

The floor is served by the real program. The insider has every file of it but the key of the house,
and may write to the database as a program of their own would.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.findings import Finding, OpensSeals
from pitboss.floor.demonstration import SECRET
from pitboss.games.library import Library
from pitboss.house.clock import stamp
from pitboss.house.house import House
from pitboss.house.house_key import HouseKey, key_beside
from pitboss.house.sign_in import SignedIn
from pitboss.players.sessions import OpenSession, SessionOpened
from pitboss.records.commands import command_text
from pitboss.records.entries import draft_of, event_of
from pitboss.staff.register import Department
from pitboss.store.contract import Append, Entry, Head, Order
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import process
from tests.waiting import until
from tests.web.served import Served
from tests.web.site import Browser

pytestmark = pytest.mark.slow

BOSS = "demo-administrator"
TABLE = "LIR-1"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    floor = Served(tmp_path)
    floor.start()
    yield floor
    floor.stop()


def last(path: Path, name: str) -> Entry | None:
    with closing(SqliteStore(path, is_readonly=True)) as store:
        return store.last(f"table/{TABLE}", name)


# --- seeds ----------------------------------------------------------------------------------------


def test_i_115_no_seed_of_a_running_round_can_be_read_from_any_file(
    served: Served, tmp_path: Path
) -> None:
    path = tmp_path / "floor.db"
    entry = until(lambda: last(path, "bets-called"), "a round")
    assert entry is not None
    called = event_of(entry)
    files = [one for one in tmp_path.iterdir() if one.name.startswith("floor.db")]
    held = b"".join(one.read_bytes() for one in files)
    assert called.deck.encode() in held, "the commitment is there"

    def opened() -> Entry | None:
        found = last(path, "seeds-opened")
        return found if found is not None and event_of(found).number >= called.number else None

    with closing(SqliteStore(path, is_readonly=True)) as store:
        until(opened, "the end of the round")
        entries = store.read(f"table/{TABLE}", tag=str(called.number))
        (seeds,) = [event_of(one) for one in entries if one.name == "seeds-opened"]
    for seed in (seeds.deck, seeds.draws):
        assert seed.encode() not in held
        assert bytes.fromhex(seed) not in held


def test_every_file_of_the_record_is_its_owners_alone(served: Served, tmp_path: Path) -> None:
    until(lambda: last(tmp_path / "floor.db", "bets-called"), "a round")
    files = [one for one in tmp_path.iterdir() if one.name.startswith("floor.db")]
    modes = {one.name: oct(one.stat().st_mode & 0o777) for one in files}
    assert {"floor.db", "floor.db-wal", "floor.db.key"} <= modes.keys()
    assert any(name.endswith(".lease") for name in modes)
    assert set(modes.values()) == {"0o600"}, modes


# --- sessions -------------------------------------------------------------------------------------


def _plainly(path: Path) -> str:
    """A session as it was written before sessions had marks, chained as the store chains."""
    token = secrets.token_urlsafe(32)
    stream = f"session/{sha256(token.encode()).hexdigest()}"
    expires = stamp(datetime.now(UTC) + timedelta(hours=8))
    command = OpenSession(person=BOSS, is_staff=True, expires=expires)
    opened = SessionOpened(person=BOSS, is_staff=True, expires=expires)
    order = Order(
        id="forged",
        asked=command_text(stream, command, {"person": BOSS}),
        actor=BOSS,
        role="",
        time=stamp(datetime.now(UTC)),
    )
    with closing(SqliteStore(path)) as store:
        store.append(order, [Append(stream=stream, drafts=(draft_of(opened),), expected=0)])
    return token


def _by_own_key(path: Path) -> str:
    """The same by all the program's own means, a sign-in included, and a key of one's own."""
    key = HouseKey(path.with_name("own.key"))
    key.make()
    with closing(SqliteStore(path)) as store:
        house = House(store, house_key=key)
        person = house.staff.register().people[BOSS]
        signed_in = SignedIn(
            id=BOSS,
            name=person.name,
            department=Department.ADMINISTRATION,
            renewals=person.renewals,
            sign_in=house.access.succeeded(BOSS),
        )
        return house.sessions.open_for(signed_in)


def _moved(path: Path) -> str:
    """The mark of a real session, put under a token that one knows."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT body FROM entries WHERE name = 'session-opened'")
        real = next(body for (body,) in rows if json.loads(body)["is_staff"])
    token = secrets.token_urlsafe(32)
    stream = f"session/{sha256(token.encode()).hexdigest()}"
    said = json.loads(real)
    said.pop("clause")
    opened = SessionOpened(**said)
    order = Order(
        id="forged",
        asked=command_text(stream, OpenSession(**said), {"person": BOSS}),
        actor=BOSS,
        role="",
        time=stamp(datetime.now(UTC)),
    )
    with closing(SqliteStore(path)) as store:
        store.append(order, [Append(stream=stream, drafts=(draft_of(opened),), expected=0)])
    return token


def findings(path: Path, heads: dict[str, Head], seals: OpensSeals | None) -> list[Finding]:
    with closing(SqliteStore(path, is_readonly=True)) as store:
        found = audit(store, Library(), heads=heads, seals=seals).findings
    return [one for one in found if one.stream.startswith("session/")]


@pytest.mark.parametrize(
    ("forge", "without_key"), [(_plainly, True), (_by_own_key, False), (_moved, True)]
)
def test_a_staff_session_that_was_put_into_the_database_lets_nobody_in_and_is_found(
    served: Served, tmp_path: Path, forge: Callable[[Path], str], without_key: bool
) -> None:
    path = tmp_path / "floor.db"
    with closing(Browser(served.address)) as real:
        assert real.sign_in_staff(BOSS, SECRET).status_code == 303
        assert real.get("/staff").status_code == 200
        with closing(SqliteStore(path, is_readonly=True)) as store:
            heads = store.heads()
        key = key_beside(path)
        assert findings(path, heads, key) == []
        token = forge(path)
        with closing(Browser(served.address)) as intruder:
            intruder.http.cookies.set("pitboss_session", token)
            answer = intruder.get("/staff")
            assert answer.headers.get("location") == "/sign-in?next=/staff", answer.text
        # Nor does it shut out the person whose name it used.
        assert real.get("/staff").status_code == 200
    assert {one.kind for one in findings(path, heads, key)} == {"permission"}
    assert bool(findings(path, heads, None)) == without_key


# --- the key itself -------------------------------------------------------------------------------


def test_a_floor_without_its_key_does_not_start_and_says_what_to_do(
    served: Served, tmp_path: Path
) -> None:
    path = tmp_path / "floor.db"
    until(lambda: last(path, "bets-called"), "a round")
    served.kill()
    key = tmp_path / "floor.db.key"
    key.rename(tmp_path / "copy.key")
    config = ("--config", str(served.config), "--db", str(path), "--port", "0")
    refused = process("serve", *config)
    assert refused.status == 2
    assert "The key of the house cannot be read" in refused.err
    assert "Bring it back from where the house keeps its copy" in refused.err
    assert not key.exists(), "none is made in its place"
    (tmp_path / "copy.key").rename(key)
    served.start()
