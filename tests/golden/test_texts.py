"""What is written at once is, letter by letter, what is written the plain way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.codec import name_of
from pitboss.house.callers import Caller, Member, Player, System, who_asks
from pitboss.house.tables import Tables
from pitboss.money import Money
from pitboss.records.asked import asked_text, command_asked
from pitboss.records.events import as_text, body_of
from pitboss.records.stored import event_of
from pitboss.records.texts import body_text
from pitboss.round import events as ev
from pitboss.store.contract import Store
from pitboss.table.opening import commands as opening_do
from pitboss.table.settings import Mode
from pitboss.table.table import TableSnapshot
from tests.golden.recording import LOGS, PLAYED, read_log
from tests.house.playing import setting_of


def plainly(event: Any) -> str:
    return as_text(body_of(event))


def stored(store: Store) -> Iterator[Any]:
    for stream in store.streams():
        yield from map(event_of, store.read(stream))


@pytest.mark.parametrize("name", PLAYED)
def test_every_event_and_command_of_an_old_log_is_written_the_same_both_ways(name: str) -> None:
    store, _ = read_log(Path(LOGS, f"{name}.jsonl"))
    for event in stored(store):
        assert body_text(event) == plainly(event)
    stood = TableSnapshot(table=Tables(store).table("T1"))
    assert body_text(stood) == plainly(stood)
    asked = [receipt.asked for receipt in store.receipts()]
    given = [text for text in asked if text.startswith("{")]
    assert given, "the commands of a table are kept as they were asked"
    for text in given:
        command = command_asked(text)
        said = json.loads(text)
        who = {key: said[key] for key in said if key not in ("command", "body")}
        plain = {"command": name_of(type(command)), **who, "body": body_of(command)}
        assert asked_text(command, who) == as_text(plain)


ODD = 'a "quoted" \\ back\nslash\t\x00\x1f\x7f   é 🂡 \ud800'


@pytest.mark.parametrize(
    "event",
    [
        ev.WagerPlaced(seat=1, player=ODD, wager="base", stake=Money(-1), clause=ODD),
        ev.WagerPlaced(seat=True, player="p", wager="base", stake=Money(10**20), clause=""),
        ev.WagerPlaced(seat=10**30, player=Mode.LIVE, wager="", stake=Money(5), clause=""),
        ev.DrawsRecorded(magic_card=None, lucky_seat=None, clause="I-19"),
        ev.DrawsRecorded(magic_card=Card.parse("Ah"), lucky_seat=3, clause="I-19"),
        ev.CardsDealt(
            hands={}, community=(), dealer=(), burned=(Card(0), Card(51)), steps=0, clause=ODD
        ),
        opening_do.OpenTable(setting_of("mgc-let-it-ride", ODD), ODD, "now"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_odd_values_are_written_the_same_both_ways(event: Any) -> None:
    assert body_text(event) == plainly(event)


@pytest.mark.parametrize(
    "caller",
    [
        System(),
        Player(ODD),
        Member("ann"),
        Member("ann", ODD),
        Member("ann", ODD, "ann", (("ann", 1),)),
    ],
)
def test_who_asks_is_written_the_same_both_ways(caller: Caller) -> None:
    who = who_asks(caller)
    command = opening_do.FindLink()
    plain = {"command": name_of(type(command)), **who, "body": body_of(command)}
    assert asked_text(command, who) == as_text(plain)
