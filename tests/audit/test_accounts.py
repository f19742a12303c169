"""Players' accounts, forged with every hash made good: what a purse, a limit or a session says."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.money import Money
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered, Alters, found
from tests.house.floor import GOOD, house_on
from tests.house.playing import Floor

PLAYER, TABLE = "player/zoe q", "table/T1"


@pytest.fixture(scope="module")
def played() -> Store:
    """Somebody with an account plays, between people without one."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open("mbs-megalink-three-card-v6", players=1)
    house = house_on(store, floor.clock, gift=Money.parse("1000.00"))
    accounts, sessions = house.accounts, house.sessions
    accounts.register("Zoe Q", GOOD)
    floor.clock.pass_by(seconds=60)
    sessions.open_for(floor.staff_desk.sign_in("ann", GOOD))
    browser = sessions.open(accounts.sign_in("zoe q", GOOD).name)
    accounts.limit_spend("Zoe Q", Money.parse("500.00"))
    accounts.limit_time("Zoe Q", 600)
    floor.clock.pass_by(seconds=60)
    accounts.limit_spend("Zoe Q", Money.parse("900.00"))
    accounts.take_seat("Zoe Q", "T1", 2)
    accounts.buy_in("Zoe Q", "T1", Money.parse("200.00"))
    floor.play(rounds=2)
    floor.clock.pass_by(seconds=60)
    accounts.cash_out("Zoe Q", "T1", Money.parse("10.00"))
    accounts.leave_seat("Zoe Q", "T1")
    accounts.fill("Zoe Q")
    sessions.close(browser)
    floor.play()
    return store


def test_what_nobody_touched_is_clean(played: Store) -> None:
    assert found(played, lambda altered: None) == []


def _say(name: str, which: int = 0, /, **said: Any) -> Alters:
    def alter(altered: Altered) -> None:
        place = altered.find(PLAYER, name, which)
        altered.change_body(PLAYER, place, lambda body: body.update(said))

    return alter


def _drop(stream: str, name: str) -> Alters:
    return lambda altered: altered.entries[stream].pop(altered.find(stream, name))


def _who(stream: str, name: str, **fields: str) -> Alters:
    """Another person, role or second, wherever the command of an entry says so."""

    def alter(altered: Altered) -> None:
        command = altered.entries[stream][altered.find(stream, name)].command
        for own in altered.streams():
            for place, entry in enumerate(altered.entries[own]):
                if entry.command == command:
                    altered.change(own, place, **fields)

    return alter


def _twice(name: str) -> Alters:
    """The same again, as a command of its own."""

    def alter(altered: Altered) -> None:
        place = altered.find(PLAYER, name)
        entry = altered.entries[PLAYER][place]
        altered.entries[PLAYER].insert(place + 1, entry._replace(command="forged"))
        altered.ask("forged", altered.asked(entry.command))

    return alter


def _renamed(altered: Altered) -> None:
    """The whole account as if it were somebody else's."""
    entries = altered.entries.pop(PLAYER)
    altered.entries["player/eve"] = [entry._replace(stream="player/eve") for entry in entries]


ALTERED: dict[str, tuple[Alters, tuple[str, str], str]] = {
    "a gift": (_say("purse-filled", amount="2000.00"), (PLAYER, "event"), "must be 1000.00"),
    "a limit that was never set": (
        _say("spend-limited", limit="700.00"), (PLAYER, "event"), "must be 500.00",
    ),
    "a higher limit that holds at once": (
        lambda a: _say("spend-limited", 1, starts=a.entries[PLAYER][-1].time)(a),
        (PLAYER, "event"), "starts",
    ),
    "a limit that is gone": (
        _drop(PLAYER, "spend-limited"), (PLAYER, "event"), "starts",
    ),
    "a limit on time": (_say("time-limited", minutes=900), (PLAYER, "event"), "must be 600"),
    "a limit that holds later": (
        _say("time-limited", starts="2026-02-01T00:00:00.000000Z"), (PLAYER, "event"), "starts",
    ),
    "less taken to a table": (
        _say("taken-to-table", amount="100.00"), (PLAYER, "posting"), "200.00",
    ),
    "more brought from a table": (
        _say("brought-from-table", amount="90.00"), (PLAYER, "posting"), "10.00",
    ),
    "taken to another table": (_say("taken-to-table", table="T9"), (PLAYER, "posting"), "T9"),
    "nothing taken to a table": (
        _drop(PLAYER, "taken-to-table"), (TABLE, "posting"), "account of Zoe Q",
    ),
    "nothing brought from a table": (
        _drop(PLAYER, "brought-from-table"), (TABLE, "posting"), "account of Zoe Q",
    ),
    "brought from a table twice": (_twice("brought-from-table"), (PLAYER, "posting"), "T1"),
    "a sitting that never began": (_drop(PLAYER, "sat-down"), (TABLE, "posting"), "account of Zoe"),
    "a sitting that never ended": (_drop(PLAYER, "got-up"), (TABLE, "posting"), "account of Zoe"),
    "a sitting elsewhere": (_say("sat-down", table="T9"), (PLAYER, "posting"), "T9"),
    "a gift twice": (_twice("purse-filled"), (PLAYER, "event"), "The purse holds"),
    "an account opened twice": (_twice("player-registered"), (PLAYER, "event"), "is taken"),
    "an account that was never opened": (
        _drop(PLAYER, "player-registered"), (PLAYER, "event"), "There is no such player",
    ),
    "another name": (_say("player-registered", name="Eve"), (PLAYER, "event"), "account of Eve"),
    "an account of another name": (_renamed, ("player/eve", "event"), "account of Zoe Q"),
    "a player who was a guest": (
        _say("player-registered", is_guest=True), (PLAYER, "event"), "must be False",
    ),
    "a limit by somebody else": (
        _who(PLAYER, "spend-limited", actor="eve"), (PLAYER, "permission"), "by eve",
    ),
    "a limit by a member of staff": (
        _who(PLAYER, "spend-limited", role="Pit Manager"), (PLAYER, "permission"), "Pit Manager",
    ),
    "somebody beside a player": (
        _who(PLAYER, "spend-limited", second="ann"), (PLAYER, "permission"), "with ann",
    ),
    "what was asked": (
        lambda a: a.ask(a.entries[PLAYER][-1].command, ""), (PLAYER, "command"), "cannot be read",
    ),
    "a gift that was never given": (
        _drop(PLAYER, "purse-filled"), (PLAYER, "event"), "$200.00 from a purse of $0.00",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_what_was_altered_in_an_account_is_found_where_it_is(played: Store, what: str) -> None:
    alter, (stream, kind), message = ALTERED[what]
    findings = found(played, alter)
    assert [
        one
        for one in findings
        if (one.stream, one.kind) == (stream, kind) and message in one.message
    ], findings


def test_an_account_nobody_can_read_is_said_once(played: Store) -> None:
    findings = found(played, lambda a: a.change(PLAYER, 1, body="{"))
    assert [one.version for one in findings if one.stream == PLAYER] == [2]


def test_money_of_somebody_without_an_account_is_in_none(played: Store) -> None:
    # Cash goes into a terminal too, by people who have no purse here.
    assert not [
        one for one in found(played, lambda a: a.entries.pop(PLAYER)) if one.stream == TABLE
    ]


def _session(altered: Altered, person: str) -> str:
    """The stream of somebody's session."""
    return next(s for s in altered.streams("session/") if altered.entries[s][0].actor == person)


def _opened_again(altered: Altered) -> None:
    """A session that was closed is open again, by a command with a receipt of its own."""
    stream = _session(altered, "Zoe Q")
    first, last = altered.entries[stream]
    altered.entries[stream].append(first._replace(command="forged", time=last.time))
    altered.ask("forged", altered.asked(first.command))


def _of_a_stranger(altered: Altered) -> None:
    """A session as a member of staff, of somebody who is none."""
    stream = _session(altered, "ann")
    altered.change(stream, 0, actor="eve")
    altered.change_body(stream, 0, lambda body: body.update(person="eve"))
    entry = altered.entries[stream][0]
    altered.ask(entry.command, altered.asked(entry.command).replace('"ann"', '"eve"'))


SESSIONS: dict[str, tuple[Alters, str, str]] = {
    "a session that was never opened": (
        lambda a: a.entries[_session(a, "Zoe Q")].pop(0), "event",
        "SessionClosed follows from nothing",
    ),
    "a session opened again": (_opened_again, "event", "This session was opened before"),
    "a session of a stranger": (_of_a_stranger, "permission", "eve was not on the register"),
}  # fmt: skip


@pytest.mark.parametrize("what", SESSIONS)
def test_what_was_altered_in_a_session_is_found(played: Store, what: str) -> None:
    alter, kind, message = SESSIONS[what]
    findings = found(played, alter)
    assert [
        one
        for one in findings
        if one.stream.startswith("session/") and one.kind == kind and message in one.message
    ], findings
