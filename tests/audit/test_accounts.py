"""Players' accounts, forged with every hash made good: what a purse, a limit or a session says."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.money import Money
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import (
    Altered,
    Alters,
    as_asked,
    assert_found,
    by_all,
    drop,
    found,
    put,
    rows,
    say,
)
from tests.house.floor import GOOD, Floor, house_on

PLAYER, TABLE = "player/zoe q", "table/T1"


@pytest.fixture(scope="module")
def played() -> Store:
    """A player with an account plays, between people without one."""
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
    assert found(played) == []


def _twice(name: str) -> Alters:
    """The same again, as a command of its own."""

    def alter(altered: Altered) -> None:
        place = altered.find(PLAYER, name)
        entry = altered.entries[PLAYER][place]
        altered.entries[PLAYER].insert(place + 1, entry._replace(command="forged"))
        altered.ask("forged", altered.asked(entry.command))

    return alter


def _renamed(altered: Altered) -> None:
    """The whole account as if it were another player's."""
    entries = altered.entries.pop(PLAYER)
    altered.entries["player/eve"] = [entry._replace(stream="player/eve") for entry in entries]


LATER = "2026-02-01T00:00:00.000000Z"
ALTERED = [
    ("a gift", say(PLAYER, "purse-filled", amount="2000.00"), "event", "must be 1000.00"),
    ("a limit never set", say(PLAYER, "spend-limited", limit="700.00"), "event", "must be 500.00"),
    (
        "a higher limit that holds at once",
        lambda a: say(PLAYER, "spend-limited", 1, starts=a.entries[PLAYER][-1].time)(a),
        "event", "starts",
    ),
    ("a limit that is gone", drop(PLAYER, "spend-limited"), "event", "starts"),
    ("a limit on time", say(PLAYER, "time-limited", minutes=900), "event", "must be 600"),
    ("a limit that holds later", say(PLAYER, "time-limited", starts=LATER), "event", "starts"),
    ("less taken to a table", say(PLAYER, "taken-to-table", amount="1.00"), "posting", "200.00"),
    ("more brought from it", say(PLAYER, "brought-from-table", amount="9.00"), "posting", "10.00"),
    ("taken to another table", say(PLAYER, "taken-to-table", table="T9"), "posting", "T9"),
    ("brought from a table twice", _twice("brought-from-table"), "posting", "T1"),
    ("a sitting elsewhere", say(PLAYER, "sat-down", table="T9"), "posting", "T9"),
    ("a gift twice", _twice("purse-filled"), "event", "The purse holds"),
    ("an account opened twice", _twice("player-registered"), "event", "is taken"),
    ("an account never opened", drop(PLAYER, "player-registered"), "event", "no such player"),
    ("another name", say(PLAYER, "player-registered", name="Eve"), "event", "account of Eve"),
    ("a guest", say(PLAYER, "player-registered", is_guest=True), "event", "must be False"),
    ("another's limit", by_all(PLAYER, "spend-limited", actor="eve"), "permission", "by eve"),
    ("another role", by_all(PLAYER, "spend-limited", role="Pit Manager"), "permission", "Manager"),
    ("a second person", by_all(PLAYER, "spend-limited", second="ann"), "permission", "with ann"),
    ("what was asked", lambda a: a.ask(a.entries[PLAYER][-1].command, ""), "command", "be read"),
    ("a gift never given", drop(PLAYER, "purse-filled"), "event", "$200.00 from a purse of $0.00"),
]  # fmt: skip


@pytest.mark.parametrize(("alter", "kind", "message"), rows(ALTERED))
def test_what_was_altered_in_an_account_is_found_where_it_is(
    played: Store, alter: Alters, kind: str, message: str
) -> None:
    assert_found(found(played, alter), kind, message, PLAYER)


@pytest.mark.parametrize("name", ["taken-to-table", "brought-from-table", "sat-down", "got-up"])
def test_what_an_account_does_not_know_is_found_at_the_table(played: Store, name: str) -> None:
    assert_found(found(played, drop(PLAYER, name)), "posting", "account of Zoe Q", TABLE)


def test_an_account_under_another_name_is_found(played: Store) -> None:
    assert_found(found(played, _renamed), "event", "account of Zoe Q", "player/eve")


def test_an_account_nobody_can_read_is_said_once(played: Store) -> None:
    findings = found(played, put(PLAYER, 1, body="{"))
    assert [one.version for one in findings if one.stream == PLAYER] == [2]


def test_money_of_a_player_without_an_account_is_in_none(played: Store) -> None:
    # Cash goes into a terminal too, by people who have no purse here.
    findings = found(played, lambda a: a.entries.pop(PLAYER))
    assert not [one for one in findings if one.stream == TABLE]


def _session(altered: Altered, person: str) -> str:
    """The stream of a person's session."""
    return next(s for s in altered.streams("session/") if altered.entries[s][0].actor == person)


def _opened_again(altered: Altered) -> None:
    """A session that was closed is open again, by a command with a receipt of its own."""
    stream = _session(altered, "Zoe Q")
    first, last = altered.entries[stream]
    altered.entries[stream].append(first._replace(command="forged", time=last.time))
    altered.ask("forged", altered.asked(first.command))


def _of_a_stranger(altered: Altered) -> None:
    """A session as a member of staff, of a person who is none."""
    stream = _session(altered, "ann")
    altered.change(stream, 0, actor="eve")
    altered.change_body(stream, 0, lambda body: body.update(person="eve"))
    entry = altered.entries[stream][0]
    altered.ask(entry.command, altered.asked(entry.command).replace('"ann"', '"eve"'))


def _of_ann(**said: Any) -> Alters:
    """The session of a member of staff says something else, and so does what was asked."""

    def alter(altered: Altered) -> None:
        stream = _session(altered, "ann")
        values = {key: value(altered) if callable(value) else value for key, value in said.items()}
        altered.change_body(stream, 0, lambda body: body.update(values))
        command = altered.entries[stream][0].command
        change = as_asked(lambda body: body.update(values))
        altered.ask(command, change(altered.asked(command)))

    return alter


def _sign_in_of_another(altered: Altered) -> str:
    return next(one.command for one in altered.entries["access"] if one.tag == PLAYER)


SESSIONS = [
    ("never opened", lambda a: a.entries[_session(a, "Zoe Q")].pop(0), "event", "from nothing"),
    ("opened again", _opened_again, "event", "This session was opened before"),
    ("of a stranger", _of_a_stranger, "permission", "eve was not on the register"),
    ("without a mark", _of_ann(mark=""), "permission", "it has no mark of the house"),
    ("without a sign-in", _of_ann(sign_in=""), "permission", "ann did not sign in for it"),
    (
        "by another's sign-in", _of_ann(sign_in=_sign_in_of_another),
        "permission", "ann did not sign in for it",
    ),
    ("by a code", _of_ann(by_two_factors=True), "permission", "whether ann showed a code"),
    ("of another secret", _of_ann(renewals=7), "permission", "another secret or second factor"),
]  # fmt: skip


@pytest.mark.parametrize(("alter", "kind", "message"), rows(SESSIONS))
def test_what_was_altered_in_a_session_is_found(
    played: Store, alter: Alters, kind: str, message: str
) -> None:
    assert_found(found(played, alter), kind, message, "session/")
