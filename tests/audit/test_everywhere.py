"""What holds of every stream: whose entries they are, when they were written, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.house.access_log import AccessLog
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import (
    Altered,
    Alters,
    Row,
    ask,
    assert_found,
    audited,
    by_all,
    found,
    put,
    rows,
    say,
    together,
    worded,
)
from tests.house.linked import LinkedFloor

TABLE, SEEDS, INBOX, LINK = "table/T1", "seeds/T1", "inbox/mega/T1", "link/mega"
ACCESS, STAFF, CHECKPOINT = "access", "staff", "checkpoint"
LONG_AGO = "2020-01-01T00:00:00.000000Z"


@pytest.fixture(scope="module")
def played() -> Store:
    """A linked table after a few rounds, and people who came in before them."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    for person in ("boss", "ann"):
        AccessLog(store, floor.clock).succeeded(person)
    floor.house.sessions.open("p1")
    floor.open_linked("T1")
    # Long enough that all that came before is certain to be in its stream.
    floor.clock.pass_by(seconds=3600)
    for _ in range(3):
        floor.play_linked("T1")
        floor.owner.step()
    return store


def test_what_nobody_touched_is_clean(played: Store) -> None:
    assert found(played) == []


def _opened_by(person: str, role: str) -> Alters:
    """Another person opens the table, as the receipt says too."""

    def alter(altered: Altered) -> None:
        actor = altered.entries[TABLE][0].actor
        by_all(TABLE, 0, actor=person, role=role)(altered)
        ask(TABLE, 0, worded(f'"{actor}"', f'"{person}"'))(altered)

    return alter


def _heads(change: Callable[[dict[str, Any], Altered], object], place: int | None = None) -> Alters:
    """Have one checkpoint say something else, or all of them."""

    def alter(altered: Altered) -> None:
        for at in range(len(altered.entries["checkpoint"])) if place is None else [place]:
            altered.change_body("checkpoint", at, lambda body: change(body["heads"], altered))

    return alter


def _stream(name: str) -> Alters:
    """A stream that holds what is written elsewhere."""

    def alter(altered: Altered) -> None:
        seat = altered.entries[TABLE][altered.find(TABLE, "seat-taken")]
        altered.entries[name] = [seat._replace(stream=name, command="forged")]
        altered.ask("forged", "{}")

    return alter


def _second_seed(altered: Altered) -> None:
    altered.entries[SEEDS].insert(0, altered.entries[SEEDS][0]._replace(command="forged"))
    say(SEEDS, 0, deck="ab" * 32)(altered)
    altered.ask("forged", "{}")


def _kept_later(altered: Altered) -> None:
    altered.change(SEEDS, 0, command="forged")
    altered.ask("forged", "{}")


def _twice(altered: Altered) -> None:
    """One reader takes the first of two, another the last."""
    place = altered.find(TABLE, "wager-placed")
    body = altered.entries[TABLE][place].body
    altered.change(TABLE, place, body='{"stake":"90.00",' + body[1:])


FOLDED, SETTLED = "contributions-folded", "wager-settled"
# By the stream where it is found: what is altered, the kind of what is found, what it says, and
# where it does not follow from the game the number of the entry and the rule.
ALTERED: dict[str, list[Row]] = {
    TABLE: [
        # One command, one person, one role, one time.
        ("a person within a command", put(TABLE, SETTLED, actor="zed"), "command", "of the same"),
        ("a role within a command", put(TABLE, SETTLED, role="Dealer"), "command", "of the same"),
        ("a second within a command", put(TABLE, SETTLED, second="zed"), "command", "with zed"),
        ("a time within a command", put(TABLE, SETTLED, time=LONG_AGO), "command", "at 2020"),
        ("whose seeds", put(SEEDS, 0, actor="eve", role="Pit Manager"), "command", "by eve"),
        ("when a checkpoint was", put(CHECKPOINT, 0, time=LONG_AGO), "command", "at 2020"),
        ("who contributed", put(INBOX, 0, actor="eve"), "command", "inbox/mega/T1, entry 1, of"),
        # Only the system is the system.
        ("a stranger", _opened_by("eve", "system"), "permission", "system itself", 1, "3.1"),
        ("staff", _opened_by("system", "system"), "command", "as a member of staff, and", 1, "3.1"),
        ("a player", put(TABLE, "choice-made", role="Pit Manager"), "command", "as player"),
        # No entry says more than its event does, and a table says to its link what it is.
        ("a word more", say(TABLE, "wager-placed", actor="eve"), "event", "says other things"),
        ("a word twice", _twice, "event", "it is not written as entries are"),
        (
            "which game contributed", say(INBOX, "round-contributed", game="mbs-let-it-ride-v3"),
            "contribution", "it contributed as mbs-let-it-ride-v3",
        ),
        ("seeds that were kept later", _kept_later, "draws", "were not kept when it was called"),
    ],
    LINK: [
        ("as the system", put(LINK, "link-started", role="system"), "permission", "as", 3, "P19"),
        (
            "another department", put(LINK, "link-started", role="cage"), "permission",
            "did it as table games, and is on record as cage", 3, "P19",
        ),
        ("an owner", put(LINK, "owner-took", role="cage"), "permission", "as cage", 0, "P14"),
        ("beside", put(LINK, "owner-took", second="ann"), "permission", "acts alone", 0, "P14"),
        ("a stranger", put(LINK, "link-opened", second="zed"), "permission", "not on the", 2),
        # One time, and time goes on.
        ("when it was counted", put(LINK, FOLDED, time=LONG_AGO), "time", "before", 0, "I-07"),
        (
            "times in another order",
            together(say(LINK, FOLDED, at=LONG_AGO), put(LINK, FOLDED, time=LONG_AGO)),
            "time", "and the entry before of", 0, "I-07",
        ),
        ("a word more", say(LINK, "link-started", reason="no"), "event", "says other", 3, "P19"),
        ("a clause", put(LINK, 2, clause="9"), "event", "says P19", 3, "9"),
    ],
    STAFF: [
        ("beside an administrator", put(STAFF, 2, second="ann"), "permission", "is enough", 3),
        ("a word more", say(STAFF, "person-appointed", note="eve"), "event", "says other"),
        ("a clause", put(STAFF, 2, clause="9"), "event", "no rule", 3, "9"),
        ("a tag", put(STAFF, 2, tag="9"), "event", "filed under 9", 3),
    ],
    # Every stream holds its own, under its own clause and tag.
    "chips/T1": [("a stream", _stream("chips/T1"), "stream", "nothing is written to", 1)],
    "player/p1": [("a seat", _stream("player/p1"), "event", "seat-taken is not written to", 1)],
    INBOX: [("a tag", put(INBOX, 0, tag="9"), "event", "is of 1", 1, "I-07")],
    ACCESS: [
        ("who came in", say(ACCESS, 0, person="eve"), "permission", "about eve", 1),
        ("by whom", put(ACCESS, 0, actor="eve"), "permission", "as by eve", 1),
        ("when", put(ACCESS, 0, time=LONG_AGO), "command", "its receipt", 1),
        ("what was written of it", say(ACCESS, 0, person="eve"), "command", "its receipt", 1),
        ("what cannot be read of it", put(ACCESS, 0, body="{"), "event", "it cannot be read", 1),
    ],
    # Seeds, each once and in time.
    SEEDS: [
        ("a tag", put(SEEDS, 0, tag="9"), "event", "filed under 9", 1, "I-115"),
        ("a clause", put(SEEDS, 0, clause="9"), "event", "says I-115", 1, "9"),
        ("another for a round", _second_seed, "draws", "round 1 were kept before", 2, "I-115"),
        ("another order", lambda a: a.entries[SEEDS].reverse(), "draws", "follow", 2, "I-115"),
    ],
    # Checkpoints know all that there was.
    CHECKPOINT: [
        ("a clause", put(CHECKPOINT, 1, clause="9"), "event", "no rule", 2, "9"),
        (
            "of an earlier time", _heads(lambda heads, a: heads.update({TABLE: [1, ""]}), 1),
            "checkpoint", "it knows 1 entries of table/T1, and there were", 2,
        ),
        (
            "of a later time",
            _heads(lambda heads, a: heads.update({TABLE: [len(a.entries[TABLE]), ""]}), 1),
            "checkpoint", "which was yet to come", 2,
        ),
        (
            "of a table, and nothing beside",
            _heads(lambda heads, a: [heads.pop(name) for name in list(heads) if name != TABLE]),
            "checkpoint", "it says nothing of seeds/T1", 1,
        ),
        (
            "nothing of the staff", _heads(lambda heads, a: heads.pop(STAFF)),
            "checkpoint", "it says nothing of staff", 1,
        ),
        (
            "little of the staff", _heads(lambda heads, a: heads.update(staff=[2, ""])),
            "checkpoint", "it knows 2 entries of staff, and there were", 1,
        ),
        (
            "nothing of the link", _heads(lambda heads, a: heads.pop(LINK), 2),
            "checkpoint", "it says nothing of link/mega", 3,
        ),
        (
            "less of an inbox", _heads(lambda heads, a: heads.update({INBOX: [1, ""]}), 2),
            "checkpoint", "it knows 1 entries of inbox/mega/T1, and there were", 3,
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("alter", "expected"),
    rows(
        (f"{stream}: {what}", alter, (kind, message, stream, *where))
        for stream, table in ALTERED.items()
        for what, alter, kind, message, *where in table
    ),
)
def test_it_is_found_where_it_is(played: Store, alter: Alters, expected: Row) -> None:
    assert_found(found(played, alter), *expected)


@pytest.mark.parametrize("left", [0, 1])
def test_what_is_gone_of_who_came_in_is_known_to_checkpoints(played: Store, left: int) -> None:
    altered = Altered(played)
    del altered.entries[ACCESS][left:]
    assert_found(audited(altered), "checkpoint", "", ACCESS)
    # With checkpoints that were mended too, only a head that was kept elsewhere tells.
    without = Altered(played)
    without.entries.pop(ACCESS)
    without.rechain()
    assert audited(without) == []
    assert audited(without, heads=played.heads())
