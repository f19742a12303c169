"""Break it on purpose: every alteration must be found, by what hand it may be."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.games.library import Library, built_in_ids
from pitboss.house.callers import Player
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.records.commands import command_text
from pitboss.staff.people import Appoint
from pitboss.store.chain import hash_of
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from tests.audit.altering import (
    Altered,
    Alters,
    as_asked,
    ask,
    assert_found,
    audited,
    drop,
    found,
    kinds,
    part,
    put,
    rows,
    say,
    together,
    worded,
)
from tests.house.floor import Floor, setting_of

TABLE, SEEDS, STAFF, CHECKPOINT = "table/T1", "seeds/T1", "staff", "checkpoint"
LONG_AGO, LATER = "2020-01-01T00:00:00.000000Z", "2029-01-01T00:00:00.000000Z"


@pytest.fixture(scope="module", params=built_in_ids())
def played(request: pytest.FixtureRequest) -> Store:
    """A table after a few rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open(request.param)
    floor.play(rounds=3)
    return store


def test_a_record_that_nobody_touched_is_clean(played: Store) -> None:
    report = audit(cast(Store, Altered(played)), Library(), heads=played.heads())
    assert report.findings == ()
    assert report.events == sum(head.version for head in played.heads().values())


def test_i_37_a_stack_that_is_dispensed_from_the_top_is_the_seeds_own() -> None:
    store = MemoryStore()
    floor = Floor(store)
    plain = setting_of("mgc-let-it-ride", "T1")
    setting = replace(plain, method="machine", house={"stack_first_is_bottom": "false"})
    floor.open("mgc-let-it-ride", setting=setting)
    floor.play(rounds=2)
    assert found(store) == []


def _body(stream: str, name: str, change: Any) -> Alters:
    return lambda altered: altered.change_body(stream, altered.find(stream, name), change)


def _cent(body: dict[str, Any]) -> None:
    body["returned"] = "0.01" if body["returned"] == "0.00" else "0.00"


def _card(body: dict[str, Any]) -> None:
    hand = next(iter(body["hands"].values()))
    hand[0] = "2c" if hand[0] != "2c" else "3c"


def _swap(altered: Altered) -> None:
    entries = altered.entries[TABLE]
    entries[9], entries[10] = entries[10], entries[9]


def _drop_tail(altered: Altered) -> None:
    del altered.entries[TABLE][-5:]


def _repeat(place: int | str) -> Alters:
    def alter(altered: Altered) -> None:
        at = altered.find(TABLE, place) if isinstance(place, str) else place
        altered.entries[TABLE].insert(at, altered.entries[TABLE][at])

    return alter


def _without(*streams: str) -> Alters:
    return lambda altered: [altered.entries.pop(stream) for stream in streams]


CENT, CARD = _body(TABLE, "wager-settled", _cent), _body(TABLE, "cards-dealt", _card)
ACTOR, ROLE = put(TABLE, "choice-made", actor="p9"), put(TABLE, "bets-closed", role="player")
CLAUSE = put(TABLE, 9, clause="9.9")
CARELESS = [
    ("a cent", CENT),
    ("a card", CARD),
    ("an actor", ACTOR),
    ("a role", ROLE),
    ("a time", put(TABLE, 9, time="2027-01-01T00:00:00.000000Z")),
    ("a clause", CLAUSE),
    ("a name", put(TABLE, 9, name="bets-closed")),
    ("a second person", put(TABLE, 9, second="ann")),
    ("a removed entry", drop(TABLE, 9)),
    ("an added entry", _repeat(8)),
    ("a new order", lambda a: a.entries[TABLE].reverse()),
    ("two swapped", _swap),
    ("a removed tail", _drop_tail),
    ("a removed stream", _without(TABLE)),
    ("a removed stream of seeds", _without(SEEDS)),
    ("a person of the staff", put(STAFF, 0, body='{"person":"eve"}')),
    ("a checkpoint", drop(CHECKPOINT, 0)),
]


@pytest.mark.parametrize("alter", rows(CARELESS))
def test_a_careless_alteration_is_found(played: Store, alter: Alters) -> None:
    altered = Altered(played)
    alter(altered)
    assert kinds(audited(altered)) & {"chain", "checkpoint", "command"}


def test_an_entry_that_was_sealed_again_is_not_the_one_that_the_next_entry_follows(
    played: Store,
) -> None:
    altered = Altered(played)
    CLAUSE(altered)
    entry = altered.entries[TABLE][9]
    altered.entries[TABLE][9] = entry._replace(hash=hash_of(entry))
    broken = [one.version for one in audited(altered) if one.kind == "chain"]
    assert broken == [entry.version + 1]


# Who can write anything makes all hashes, checkpoints and receipts fit again. What the log then
# says must still be what the rules allow.
FORGED = [
    ("a cent", CENT, "settlement"),
    ("a card", CARD, "draws"),
    ("an actor", ACTOR, "permission"),
    ("a role", ROLE, "permission"),
    ("a clause", CLAUSE, "event"),
    ("a missing decision", drop(TABLE, "choice-made"), "event"),
    ("a round that was not settled", drop(TABLE, "round-settled"), "event"),
    ("another seed", say(TABLE, "seeds-opened", deck="ab" * 32), "draws"),
    ("bets closed twice by one command", _repeat("bets-closed"), "event"),
]


@pytest.mark.parametrize(("alter", "kind"), rows(FORGED))
def test_a_forgery_with_a_perfect_chain_is_found_by_what_it_says(
    played: Store, alter: Alters, kind: str
) -> None:
    assert kind in kinds(found(played, alter))


def _raise_limit(body: dict[str, Any]) -> None:
    next(iter(body["setting"]["limits"].values()))[1] = "900.00"


def _swap_asked(altered: Altered) -> None:
    choices = [e.command for e in altered.entries[TABLE] if e.name == "choice-made"]
    one, other = next((a, b) for a, b in pairwise(choices) if a != b)
    asked = {command: altered.asked(command) for command in (one, other)}
    altered.ask(one, asked[other])
    altered.ask(other, asked[one])


def _on_another_day(name: str) -> Alters:
    """What was won is counted by gaming day: another, as the receipt says too."""
    other = {"gaming_day": "2025-12-31"}
    asked = ask(TABLE, name, worded('"gaming_day":"2026-01-01"', '"gaming_day":"2025-12-31"'))
    return together(say(TABLE, name, **other), asked)


def _opened_with(**said: str) -> Alters:
    """A table that was opened with other settings, as the receipt says too."""
    asked = as_asked(lambda body: body["setting"].update(said))
    return together(part(TABLE, 0, "setting", **said), ask(TABLE, 0, asked))


def _asked(name: str, old: str, new: str) -> Alters:
    return ask(TABLE, name, worded(old, new))


def _as_dealer(altered: Altered) -> None:
    role = {"mbs": "Dealer", "mgc": "dealer"}[altered.entries[TABLE][0].actor[:3]]
    altered.change(TABLE, 0, role=role)


def _appointed(actor: str, role: str, *, is_asked: bool = True) -> Alters:
    """The dealer becomes a manager, long before the table opens."""
    return lambda altered: _appoint(altered, actor, role, is_asked=is_asked)


def _appoint(altered: Altered, actor: str, role: str, *, is_asked: bool) -> None:
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
WORDS, PLACED, OPENED = "is not written as commands are", "wager-placed", "table-opened"
INSIDE = [
    ("receipts swapped", _swap_asked, "command", "asked for it, and"),
    ("what was asked", _asked(PLACED, "10.00", "90.00"), "event", "must be 90.00"),
    ("what was asked, said otherwise", _asked(PLACED, ":", ": "), "command", WORDS),
    ("another round", put(TABLE, 9, tag="3"), "event", "filed under round 3, and is of 1"),
    ("a posting", say(TABLE, "bought-in", amount="1.00"), "event", "1.00, and must be 100000.00"),
    ("a limit", _body(TABLE, OPENED, _raise_limit), "event", "TableOpened: setting.limits."),
    ("the digest", part(TABLE, 0, "setting", digest="ab" * 32), "rulebook", "is not at hand"),
    ("times in another order", put(TABLE, 20, time=LONG_AGO), "time", "entry before"),
    ("a time in the future", put(TABLE, 20, time=LATER), "time", "entry before"),
    ("another edition", _opened_with(edition="Version 99"), "rulebook", "is 'Version 99'"),
    ("another currency", _opened_with(currency="EUR"), "rulebook", "currency is 'EUR'"),
    ("a round of another day", _on_another_day("bets-called"), "time", "gaming day 2026-01-01"),
    ("a table of another day", _on_another_day(OPENED), "time", "is of gaming day 2026-01-01"),
    (
        "a table asked for at another time", _asked(OPENED, "T08:00:00+08:00", "T09:00:00+08:00"),
        "time", "was asked for at 2026-01-01T09:00:00+08:00",
    ),
    (
        "a text that is none", say(SEEDS, 0, draws=None), "draws",
        "it cannot be read: seeds-sealed: Expected `str`, got `null` - at `$.draws`",
    ),
    (
        "a number that is a text", say(TABLE, 1, seat="1"), "event",
        "Expected `int`, got `str` - at `$.seat`",
    ),
    ("a word more", _asked(PLACED, '"body":{', '"body":{"note":"eve",'), "command", WORDS),
    (
        "a word more about who asked",
        _asked(PLACED, '"body":{', '"second":"","note":"eve","body":{'), "command", WORDS,
    ),
    ("a checkpoint taken out", drop(CHECKPOINT, 1), "checkpoint", "its checkpoint"),
    ("no checkpoints at all", _without(CHECKPOINT), "checkpoint", "its checkpoint"),
    (
        "a table taken out, with its seeds", _without(TABLE, SEEDS),
        "checkpoint", "nothing that closed was written with it",
    ),
    (
        "a table taken out of everything but its seeds", _without(TABLE, CHECKPOINT),
        "draws", "was called, and is not there",
    ),
    ("no seeds", _without(SEEDS), "draws", "are not kept"),
    ("a seed", say(SEEDS, 0, deck="ab" * 32), "draws", "is not sealed as seeds are"),
    ("unreadable seeds", put(SEEDS, 0, body='{"number":1}'), "draws", "cannot be read"),
    ("a role that was not needed", _as_dealer, "permission", "and is on record as"),
    ("by one who may not", _appointed("mbs-0", "administrator"), "permission", "may not change"),
    (
        "an appointment nobody asked for", _appointed("boss", "administrator", is_asked=False),
        "command", "what was asked cannot be read",
    ),
    ("in another role", _appointed("boss", ""), "permission", "by boss as administrator"),
    ("an appointment of long ago", put(STAFF, 9, time=LONG_AGO), "time", "entry before"),
    ("unreadable staff", put(STAFF, 3, body='{"person":"eve"}'), "event", "cannot have happened"),
]  # fmt: skip


@pytest.mark.parametrize(("alter", "kind", "message"), rows(INSIDE))
@pytest.mark.parametrize("has_head", [False, True])
def test_what_an_insider_makes_fit_is_found_and_named(
    played: Store, alter: Alters, kind: str, message: str, has_head: bool
) -> None:
    heads = played.heads() if has_head else None
    assert_found(found(played, alter, heads=heads), kind, message)


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
    assert "checkpoint" in kinds(audited(altered, heads=played.heads()))


def _late(altered: Altered) -> None:
    time = altered.entries[TABLE][20].time
    altered.change(TABLE, 20, time=time.replace(".000000Z", ".250000Z"))


BEYOND_THE_RULES = [
    (
        "a buy-in, also as asked",
        together(
            say(TABLE, "bought-in", amount="90000.00"),
            _asked("bought-in", "100000.00", "90000.00"),
        ),
    ),
    ("a time within what clocks differ", _late),
    ("a table as if it had never been", _without(TABLE, SEEDS, CHECKPOINT)),
]


@pytest.mark.parametrize("alter", rows(BEYOND_THE_RULES))
def test_what_the_rules_cannot_tell_an_exported_head_can(played: Store, alter: Alters) -> None:
    assert found(played, alter) == []
    assert "checkpoint" in kinds(found(played, alter, heads=played.heads()))


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
    def other(body: dict[str, Any]) -> None:
        shift = body["table"]["chips"]["shift"]
        shift[name] = {"movements": [], "drop": "1.00"}.get(name, 77)

    assert "snapshot" in kinds(found(stood, _body(TABLE, "table-stood", other)))
