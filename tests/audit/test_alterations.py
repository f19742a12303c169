"""Break it on purpose: every alteration must be found, whoever made it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.findings import Report
from pitboss.games.library import Library, built_in_ids
from pitboss.house.callers import Player
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.commands import command_text
from pitboss.staff.people import Appoint
from pitboss.store.chain import hash_of
from pitboss.store.contract import Entry, Head, Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from tests.audit.altering import Altered
from tests.house.playing import Floor, setting_of

TABLE = "table/T1"
SEEDS = "seeds/T1"


@pytest.fixture(scope="module", params=built_in_ids())
def played(request: pytest.FixtureRequest) -> Store:
    """A table after a few rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open(request.param)
    floor.play(rounds=3)
    return store


def audited(altered: Altered, heads: dict[str, Head] | None = None) -> Report:
    return audit(cast(Store, altered), Library(), heads=heads)


def kinds(report: Report) -> set[str]:
    return {finding.kind for finding in report.findings}


def test_a_record_that_nobody_touched_is_clean(played: Store) -> None:
    report = audited(Altered(played), played.heads())
    assert [str(finding) for finding in report.findings] == []
    assert report.events == sum(head.version for head in played.heads().values())


def test_i_37_a_stack_that_is_dispensed_from_the_top_is_the_seeds_own() -> None:
    store = MemoryStore()
    floor = Floor(store)
    plain = setting_of("mgc-let-it-ride", "T1")
    setting = replace(plain, method="machine", house={"stack_first_is_bottom": "false"})
    floor.open("mgc-let-it-ride", setting=setting)
    floor.play(rounds=2)
    assert [str(finding) for finding in audit(store, Library()).findings] == []


def _cent(body: dict[str, Any]) -> None:
    body["returned"] = "0.01" if body["returned"] == "0.00" else "0.00"


def _card(body: dict[str, Any]) -> None:
    hand = next(iter(body["hands"].values()))
    hand[0] = "2c" if hand[0] != "2c" else "3c"


CARELESS: dict[str, Callable[[Altered], object]] = {
    "a cent": lambda a: a.change_body(TABLE, a.find(TABLE, "wager-settled"), _cent),
    "a card": lambda a: a.change_body(TABLE, a.find(TABLE, "cards-dealt"), _card),
    "an actor": lambda a: a.change(TABLE, a.find(TABLE, "choice-made"), actor="p9"),
    "a role": lambda a: a.change(TABLE, a.find(TABLE, "bets-closed"), role="player"),
    "a time": lambda a: a.change(TABLE, 9, time="2027-01-01T00:00:00.000000Z"),
    "a clause": lambda a: a.change(TABLE, 9, clause="9.9"),
    "a name": lambda a: a.change(TABLE, 9, name="bets-closed"),
    "a second person": lambda a: a.change(TABLE, 9, second="ann"),
    "a removed entry": lambda a: a.entries[TABLE].pop(9),
    "an added entry": lambda a: a.entries[TABLE].insert(9, a.entries[TABLE][8]),
    "a new order": lambda a: a.entries[TABLE].reverse(),
    "two swapped": lambda a: _swap(a.entries[TABLE], 9, 10),
    "a removed tail": lambda a: _drop(a.entries[TABLE], 5),
    "a removed stream": lambda a: a.entries.pop(TABLE),
    "a removed stream of seeds": lambda a: a.entries.pop("seeds/T1"),
    "a person of the staff": lambda a: a.change("staff", 0, body='{"person":"eve"}'),
    "a checkpoint": lambda a: a.entries["checkpoint"].pop(0),
}


def _swap(entries: list[Entry], one: int, other: int) -> None:
    entries[one], entries[other] = entries[other], entries[one]


def _drop(entries: list[Entry], count: int) -> None:
    del entries[-count:]


@pytest.mark.parametrize("what", CARELESS)
def test_a_careless_alteration_is_found(played: Store, what: str) -> None:
    altered = Altered(played)
    CARELESS[what](altered)
    assert kinds(audited(altered)) & {"chain", "checkpoint", "command"}


def test_an_entry_that_was_sealed_again_is_not_the_one_that_the_next_entry_follows(
    played: Store,
) -> None:
    altered = Altered(played)
    altered.change(TABLE, 9, clause="9.9")
    entry = altered.entries[TABLE][9]
    altered.entries[TABLE][9] = entry._replace(hash=hash_of(entry))
    broken = [one.version for one in audited(altered).findings if one.kind == "chain"]
    assert broken == [entry.version + 1]


# Somebody who can write anything makes all hashes, checkpoints and receipts fit again. What the
# log then says must still be what the rules allow.
FORGED: dict[str, tuple[Callable[[Altered], object], str]] = {
    "a cent": (CARELESS["a cent"], "settlement"),
    "a card": (CARELESS["a card"], "draws"),
    "an actor": (CARELESS["an actor"], "permission"),
    "a role": (CARELESS["a role"], "permission"),
    "a clause": (CARELESS["a clause"], "event"),
    "a missing decision": (
        lambda a: a.entries[TABLE].pop(a.find(TABLE, "choice-made")),
        "event",
    ),
    "a round that was not settled": (
        lambda a: a.entries[TABLE].pop(a.find(TABLE, "round-settled")),
        "event",
    ),
    "another seed": (
        lambda a: a.change_body(
            TABLE, a.find(TABLE, "seeds-opened"), lambda body: body.update(deck="ab" * 32)
        ),
        "draws",
    ),
    "bets closed twice by one command": (
        lambda a: _repeat(a.entries[TABLE], a.find(TABLE, "bets-closed")),
        "event",
    ),
}


def _repeat(entries: list[Entry], place: int) -> None:
    entries.insert(place, entries[place])


@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_with_a_perfect_chain_is_found_by_what_it_says(played: Store, what: str) -> None:
    change, kind = FORGED[what]
    altered = Altered(played)
    change(altered)
    altered.rechain()
    assert kind in kinds(audited(altered))


def _raise_limit(body: dict[str, Any]) -> None:
    next(iter(body["setting"]["limits"].values()))[1] = "900.00"


def _dealer_of(altered: Altered) -> str:
    return {"mbs": "Dealer", "mgc": "dealer"}[altered.entries[TABLE][0].actor[:3]]


def _swap_asked(altered: Altered) -> None:
    choices = [e.command for e in altered.entries[TABLE] if e.name == "choice-made"]
    one, other = next((a, b) for a, b in pairwise(choices) if a != b)
    asked = {command: altered.asked(command) for command in (one, other)}
    altered.ask(one, asked[other])
    altered.ask(other, asked[one])


def _ask(altered: Altered, name: str, old: str, new: str) -> None:
    command = altered.entries[TABLE][altered.find(TABLE, name)].command
    assert old in altered.asked(command)
    altered.ask(command, altered.asked(command).replace(old, new))


def _on_another_day(altered: Altered, name: str) -> None:
    """What was won is told by gaming day: another, as the receipt says too."""
    place = altered.find(TABLE, name)
    altered.change_body(TABLE, place, lambda body: body.update(gaming_day="2025-12-31"))
    _ask(altered, name, '"gaming_day":"2026-01-01"', '"gaming_day":"2025-12-31"')


def _opened_with(altered: Altered, **said: str) -> None:
    """A table that was opened with other settings, as the receipt says too."""
    altered.change_body(TABLE, 0, lambda body: body["setting"].update(said))
    command = altered.entries[TABLE][0].command
    asked = json.loads(altered.asked(command))
    asked["body"]["setting"].update(said)
    altered.ask(command, json.dumps(asked, ensure_ascii=False, separators=(",", ":")))


def _appoint(altered: Altered, *, actor: str, role: str, is_asked: bool = True) -> None:
    """The dealer becomes a manager, long before the table opens."""
    place = altered.find("staff", "person-appointed", -1)
    entry = altered.entries["staff"][place]
    ladder = json.loads(entry.body)["ladder"]
    altered.entries["staff"].append(entry._replace(command="forged", actor=actor, role=role))
    own = {"person": "ann", "role": ladder[0], "ladder": ladder, "is_acting": False}
    altered.change_body("staff", -1, lambda body: body.update(own))
    appoint = Appoint(person="ann", role=ladder[0], ladder=tuple(ladder))
    text = command_text("staff", appoint, {"person": actor, "second": ""})
    altered.ask("forged", text if is_asked else "")


# What an insider would try who knows the code: each makes everything fit that it can reach.
INSIDE: dict[str, tuple[Callable[[Altered], object], str, str]] = {
    "receipts swapped": (_swap_asked, "command", "asked for it, and"),
    "what was asked, edited": (
        lambda a: _ask(a, "wager-placed", "10.00", "90.00"), "event", "must be 90.00",
    ),
    "what was asked, said otherwise": (
        lambda a: _ask(a, "wager-placed", ":", ": "), "command", "not written as commands are",
    ),
    "an entry filed under another round": (
        lambda a: a.change(TABLE, 9, tag="3"), "event", "filed under round 3, and is of 1",
    ),
    "a posting": (
        lambda a: a.change_body(
            TABLE, a.find(TABLE, "bought-in"), lambda body: body.update(amount="1.00")
        ),
        "event",
        "amount is 1.00, and must be 100000.00",
    ),
    "a limit": (
        lambda a: a.change_body(TABLE, 0, _raise_limit),
        "event",
        "TableOpened: setting.limits.",
    ),
    "the rulebook's digest": (
        lambda a: a.change_body(TABLE, 0, lambda body: body["setting"].update(digest="ab" * 32)),
        "rulebook",
        "is not at hand",
    ),
    "times in another order": (
        lambda a: a.change(TABLE, 20, time="2020-01-01T00:00:00.000000Z"), "time", "entry before",
    ),
    "a time in the future": (
        lambda a: a.change(TABLE, 20, time="2029-01-01T00:00:00.000000Z"), "time", "entry before",
    ),
    "another edition of the rulebook": (
        lambda a: _opened_with(a, edition="Version 99"), "rulebook", "edition is 'Version 99'",
    ),
    "another currency": (
        lambda a: _opened_with(a, currency="EUR"), "rulebook", "currency is 'EUR'",
    ),
    "a round on another gaming day": (
        lambda a: _on_another_day(a, "bets-called"), "time", "is of gaming day 2026-01-01",
    ),
    "a table opened on another gaming day": (
        lambda a: _on_another_day(a, "table-opened"), "time", "is of gaming day 2026-01-01",
    ),
    "a table asked for at another time": (
        lambda a: _ask(a, "table-opened", "T08:00:00+08:00", "T09:00:00+08:00"),
        "time",
        "was asked for at 2026-01-01T09:00:00+08:00",
    ),
    "a text that is none": (
        lambda a: a.change_body(SEEDS, 0, lambda body: body.update(draws=None)),
        "draws",
        "it cannot be read: seeds-kept: Expected `str`, got `null` - at `$.draws`",
    ),
    "a number that is a text": (
        lambda a: a.change_body(TABLE, 1, lambda body: body.update(seat="1")),
        "event",
        "Expected `int`, got `str` - at `$.seat`",
    ),
    "what was asked, with a word more": (
        lambda a: _ask(a, "wager-placed", '"body":{', '"body":{"note":"eve",'),
        "command",
        "is not written as commands are",
    ),
    "what was asked, with a word more about who asked": (
        lambda a: _ask(a, "wager-placed", '"body":{', '"second":"","note":"eve","body":{'),
        "command",
        "is not written as commands are",
    ),
    "a checkpoint taken out": (
        lambda a: a.entries["checkpoint"].pop(1), "checkpoint", "its checkpoint",
    ),
    "no checkpoints at all": (
        lambda a: a.entries.pop("checkpoint"), "checkpoint", "its checkpoint",
    ),
    "a table taken out, with its seeds": (
        lambda a: (a.entries.pop(TABLE), a.entries.pop(SEEDS)),
        "checkpoint",
        "nothing that closed was written with it",
    ),
    "a table taken out of everything but its seeds": (
        lambda a: (a.entries.pop(TABLE), a.entries.pop("checkpoint")),
        "draws",
        "was called, and is not there",
    ),
    "no seeds": (lambda a: a.entries.pop(SEEDS), "draws", "are not kept"),
    "a seed": (
        lambda a: a.change_body(SEEDS, 0, lambda body: body.update(deck="ab" * 32)),
        "draws",
        "is not the one committed to",
    ),
    "seeds nobody can read": (
        lambda a: a.change(SEEDS, 0, body='{"number":1}'), "draws", "cannot be read",
    ),
    "a role that was had and not needed": (
        lambda a: a.change(TABLE, 0, role=_dealer_of(a)), "permission", "and is on record as",
    ),
    "an appointment by nobody who may": (
        lambda a: _appoint(a, actor="mbs-0", role="administrator"), "permission", "may not change",
    ),
    "an appointment nobody asked for": (
        lambda a: _appoint(a, actor="boss", role="administrator", is_asked=False), "command",
        "what was asked cannot be read",
    ),
    "an appointment in another role": (
        lambda a: _appoint(a, actor="boss", role=""), "permission", "by boss as administrator",
    ),
    "an appointment of long ago": (
        lambda a: a.change("staff", 9, time="2020-01-01T00:00:00.000000Z"), "time", "entry before",
    ),
    "staff nobody can read": (
        lambda a: a.change("staff", 3, body='{"person":"eve"}'), "event", "cannot have happened",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", INSIDE)
@pytest.mark.parametrize("has_head", [False, True])
def test_what_an_insider_makes_fit_is_found_and_named(
    played: Store, what: str, has_head: bool
) -> None:
    change, kind, message = INSIDE[what]
    altered = Altered(played)
    change(altered)
    altered.rechain()
    found = audited(altered, played.heads() if has_head else None).findings
    assert [one for one in found if one.kind == kind and message in one.message], found


def test_a_stream_that_was_replaced_by_one_that_fits_is_found(played: Store) -> None:
    rulebook = next(iter(played.scan(TABLE))).body.split('"rulebook":"')[1].split('"')[0]
    other = MemoryStore()
    floor = Floor(other, seed=7)
    floor.open(rulebook)
    floor.play(rounds=3)
    forged, altered = Altered(other), Altered(played)
    altered.entries[TABLE] = forged.entries[TABLE]
    for entry in forged.entries[TABLE]:
        altered.ask(entry.command, forged.asked(entry.command))
    altered.rechain()
    assert {"checkpoint", "draws"} <= kinds(audited(altered))
    altered.entries[SEEDS] = forged.entries[SEEDS]
    altered.entries["checkpoint"] = forged.entries["checkpoint"]
    altered.rechain()
    # Only a head that was kept elsewhere tells one whole record from another.
    assert kinds(audited(altered)) == set()
    assert "checkpoint" in kinds(audited(altered, played.heads()))


def _buy_in(altered: Altered) -> None:
    place = altered.find(TABLE, "bought-in")
    altered.change_body(TABLE, place, lambda body: body.update(amount="90000.00"))
    command = altered.entries[TABLE][place].command
    altered.ask(command, altered.asked(command).replace("100000.00", "90000.00"))


def _late(altered: Altered) -> None:
    time = altered.entries[TABLE][20].time
    altered.change(TABLE, 20, time=time.replace(".000000Z", ".250000Z"))


FORGED_BEYOND_THE_RULES: dict[str, Callable[[Altered], object]] = {
    "a buy-in, also as asked": _buy_in,
    "a time within what clocks differ": _late,
    "a table as if it had never been": lambda a: [
        a.entries.pop(stream) for stream in (TABLE, SEEDS, "checkpoint")
    ],
}


@pytest.mark.parametrize("what", FORGED_BEYOND_THE_RULES)
def test_what_the_rules_cannot_tell_an_exported_head_can(played: Store, what: str) -> None:
    altered = Altered(played)
    FORGED_BEYOND_THE_RULES[what](altered)
    altered.rechain()
    assert kinds(audited(altered)) == set()
    assert "checkpoint" in kinds(audited(altered, played.heads()))


# --- snapshots ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stood() -> Store:
    """A table that stood, with chips that had come and gone, and what was corrected since."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open("mbs-let-it-ride-v3", players=1)
    floor.play(rounds=26)
    floor.house.give(table_stream("T1"), BuyIn("p1", Money(900)), Player("p1"))
    return store


@pytest.mark.parametrize("name", ["movements", "moved", "corrections", "drop"])
def test_a_snapshot_that_says_other_things_is_found(stood: Store, name: str) -> None:
    altered = Altered(stood)

    def other(body: dict[str, Any]) -> None:
        shift = body["table"]["chips"]["shift"]
        shift[name] = {"movements": [], "drop": "1.00"}.get(name, 77)

    altered.change_body(TABLE, altered.find(TABLE, "table-stood"), other)
    altered.rechain()
    assert "snapshot" in kinds(audited(altered))
