"""What holds of every stream: whose entries they are, when they were written, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.games.library import Library
from pitboss.house.access_log import AccessLog
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered, Alters, found
from tests.house.linked import LinkedFloor

TABLE, SEEDS, INBOX, LINK = "table/T1", "seeds/T1", "inbox/mega/T1", "link/mega"
LONG_AGO = "2020-01-01T00:00:00.000000Z"


@pytest.fixture(scope="module")
def played() -> Store:
    """A linked table after a few rounds, and somebody who came in before them."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    for person in ("boss", "ann"):
        AccessLog(store, floor.clock).succeeded(person)
    floor.house.sessions.open("p1")
    floor.open_linked("T1")
    # Long enough that whatever came before is certain to be in its stream.
    floor.clock.pass_by(seconds=3600)
    for _ in range(3):
        floor.play_linked("T1")
        floor.owner.step()
    return store


def test_what_nobody_touched_is_clean(played: Store) -> None:
    assert found(played, lambda altered: None) == []


def _change(stream: str, place: int | str, **fields: str) -> Alters:
    def alter(altered: Altered) -> None:
        at = altered.find(stream, place) if isinstance(place, str) else place
        altered.change(stream, at, **fields)

    return alter


def _opened_by(person: str, role: str) -> Alters:
    """Somebody else opens the table, as the receipt says too."""

    def alter(altered: Altered) -> None:
        entry = altered.entries[TABLE][0]
        for stream in altered.streams():
            for place, other in enumerate(altered.entries[stream]):
                if other.command == entry.command:
                    altered.change(stream, place, actor=person, role=role)
        asked = altered.asked(entry.command)
        altered.ask(entry.command, asked.replace(f'"{entry.actor}"', f'"{person}"'))

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
    entry = altered.entries[SEEDS][0]
    body = json.loads(entry.body) | {"deck": "ab" * 32}
    text = json.dumps(body, separators=(",", ":"))
    altered.entries[SEEDS].insert(0, entry._replace(command="forged", body=text))
    altered.ask("forged", "{}")


def _kept_later(altered: Altered) -> None:
    altered.change(SEEDS, 0, command="forged")
    altered.ask("forged", "{}")


def _person(body: dict[str, Any]) -> None:
    body["person"] = "eve"


def _say(stream: str, name: str, **said: str) -> Alters:
    """Have an entry say something else in its own words."""

    def alter(altered: Altered) -> None:
        altered.change_body(stream, altered.find(stream, name), lambda body: body.update(said))

    return alter


def _counted_at(time: str) -> Alters:
    """Contributions as counted at another time, wherever that is said."""

    def alter(altered: Altered) -> None:
        _say(LINK, "contributions-folded", at=time)(altered)
        _change(LINK, "contributions-folded", time=time)(altered)

    return alter


def _twice(altered: Altered) -> None:
    """One reader takes the first of two, another the last."""
    place = altered.find(TABLE, "wager-placed")
    body = altered.entries[TABLE][place].body
    altered.change(TABLE, place, body='{"stake":"90.00",' + body[1:])


# What is altered; the stream, entry, kind and rule of what is found, and what it says.
ALTERED: dict[str, tuple[Alters, tuple[str, int, str, str], str]] = {
    # One command, one person, one role, one time.
    "a person within a command": (
        _change(TABLE, "wager-settled", actor="zed"), (TABLE, 0, "command", ""), "of the same",
    ),
    "a role within a command": (
        _change(TABLE, "wager-settled", role="Dealer"), (TABLE, 0, "command", ""), "of the same",
    ),
    "a second person within a command": (
        _change(TABLE, "wager-settled", second="zed"), (TABLE, 0, "command", ""), "with zed",
    ),
    "a time within a command": (
        _change(TABLE, "wager-settled", time=LONG_AGO), (TABLE, 0, "command", ""), "at 2020",
    ),
    "whose seeds they are": (
        _change(SEEDS, 0, actor="eve", role="Pit Manager"), (TABLE, 0, "command", ""), "by eve",
    ),
    "when a checkpoint was written": (
        _change("checkpoint", 0, time=LONG_AGO), (TABLE, 0, "command", ""), "at 2020",
    ),
    "who contributed": (
        _change(INBOX, 0, actor="eve"), (TABLE, 0, "command", ""), "inbox/mega/T1, entry 1, of",
    ),
    # Nobody is the system but the system.
    "a stranger as the system": (
        _opened_by("eve", "system"), (TABLE, 1, "permission", "3.1"), "as the system itself",
    ),
    "a member of staff as the system": (
        _opened_by("system", "system"), (TABLE, 1, "command", "3.1"), "as a member of staff, and",
    ),
    "a player as a member of staff": (
        _change(TABLE, "choice-made", role="Pit Manager"), (TABLE, 0, "command", ""), "as player",
    ),
    "a person as the system, at the link": (
        _change(LINK, "link-started", role="system"), (LINK, 3, "permission", "P19"), "as the",
    ),
    "another department, at the link": (
        _change(LINK, "link-started", role="cage"), (LINK, 3, "permission", "P19"),
        "did it as table games, and is on record as cage",
    ),
    "the owner as somebody else": (
        _change(LINK, "owner-took", role="cage"), (LINK, 0, "permission", "P14"), "as cage",
    ),
    "somebody beside the system": (
        _change(LINK, "owner-took", second="ann"), (LINK, 0, "permission", "P14"), "acts alone",
    ),
    "a stranger beside somebody at the link": (
        _change(LINK, "link-opened", second="zed"), (LINK, 2, "permission", ""), "was not on the",
    ),
    "somebody beside an administrator": (
        _change("staff", 2, second="ann"), ("staff", 3, "permission", ""), "one person is enough",
    ),
    # One time, and time goes on.
    "when contributions were counted": (
        _change(LINK, "contributions-folded", time=LONG_AGO), (LINK, 0, "time", "I-07"), "before",
    ),
    "a link's times in another order": (
        _counted_at(LONG_AGO), (LINK, 0, "time", "I-07"), "and the entry before of",
    ),
    # No entry says more than its event does.
    "a word more at a table": (
        _say(TABLE, "wager-placed", actor="eve"), (TABLE, 0, "event", ""), "says other things",
    ),
    "a word more at the link": (
        _say(LINK, "link-started", reason="none"), (LINK, 3, "event", "P19"), "says other things",
    ),
    "a word more of the staff": (
        _say("staff", "person-appointed", note="eve"), ("staff", 0, "event", ""), "says other",
    ),
    "a word twice": (_twice, (TABLE, 0, "event", ""), "it is not written as entries are"),
    # What a table tells its link of itself.
    "which game contributed": (
        _say(INBOX, "round-contributed", game="mbs-let-it-ride-v3"),
        (TABLE, 0, "contribution", ""), "it contributed as mbs-let-it-ride-v3",
    ),
    # Every stream holds its own, under its own clause and tag.
    "a stream that nothing writes to": (
        _stream("chips/T1"), ("chips/T1", 1, "stream", ""), "nothing is written to",
    ),
    "a stream of a player that is none": (
        _stream("player/p1"), ("player/p1", 1, "event", ""), "seat-taken is not written to",
    ),
    "the tag of seeds": (_change(SEEDS, 0, tag="9"), (SEEDS, 1, "event", "I-102"), "filed under 9"),
    "the clause of seeds": (_change(SEEDS, 0, clause="9"), (SEEDS, 1, "event", "9"), "says I-102"),
    "the tag of an inbox": (_change(INBOX, 0, tag="9"), (INBOX, 1, "event", "I-07"), "is of 1"),
    "the clause of a link": (_change(LINK, 2, clause="9"), (LINK, 3, "event", "9"), "says P19"),
    "the clause of staff": (_change("staff", 2, clause="9"), ("staff", 3, "event", "9"), "no rule"),
    "the tag of staff": (_change("staff", 2, tag="9"), ("staff", 3, "event", ""), "filed under 9"),
    "the clause of a checkpoint": (
        _change("checkpoint", 1, clause="9"), ("checkpoint", 2, "event", "9"), "no rule",
    ),
    # Who came in.
    "who came in": (
        lambda a: a.change_body("access", 0, _person), ("access", 1, "permission", ""), "about eve",
    ),
    "who is on record as having come in": (
        _change("access", 0, actor="eve"), ("access", 1, "permission", ""), "as by eve",
    ),
    "when somebody came in": (
        _change("access", 0, time=LONG_AGO), ("access", 1, "command", ""), "its receipt",
    ),
    "what was written of somebody who came in": (
        lambda a: a.change_body("access", 0, _person), ("access", 1, "command", ""), "its receipt",
    ),
    "what nobody can read of somebody who came in": (
        _change("access", 0, body="{"), ("access", 1, "event", ""), "it cannot be read",
    ),
    # Seeds, each once and in time.
    "another seed for the same round": (
        _second_seed, (SEEDS, 2, "draws", "I-102"), "the seeds of round 1 were kept before",
    ),
    "seeds in another order": (
        lambda a: a.entries[SEEDS].reverse(), (SEEDS, 2, "draws", "I-102"), "follow those of",
    ),
    "seeds that were kept later": (
        _kept_later, (TABLE, 0, "draws", ""), "were not kept when it was called",
    ),
    # Checkpoints know all that there was.
    "a checkpoint of an earlier time": (
        _heads(lambda heads, a: heads.update({TABLE: [1, ""]}), 1),
        ("checkpoint", 2, "checkpoint", ""), "it knows 1 entries of table/T1, and there were",
    ),
    "a checkpoint of a later time": (
        _heads(lambda heads, a: heads.update({TABLE: [len(a.entries[TABLE]), ""]}), 1),
        ("checkpoint", 2, "checkpoint", ""), "which was yet to come",
    ),
    "checkpoints that know a table, and nothing beside": (
        _heads(lambda heads, a: [heads.pop(name) for name in list(heads) if name != TABLE]),
        ("checkpoint", 1, "checkpoint", ""), "it says nothing of seeds/T1",
    ),
    "checkpoints that know nothing of the staff": (
        _heads(lambda heads, a: heads.pop("staff")),
        ("checkpoint", 1, "checkpoint", ""), "it says nothing of staff",
    ),
    "checkpoints that know little of the staff": (
        _heads(lambda heads, a: heads.update(staff=[2, ""])),
        ("checkpoint", 1, "checkpoint", ""), "it knows 2 entries of staff, and there were",
    ),
    "a checkpoint that leaves out the link": (
        _heads(lambda heads, a: heads.pop(LINK), 2),
        ("checkpoint", 3, "checkpoint", ""), "it says nothing of link/mega",
    ),
    "a checkpoint that knows less of an inbox": (
        _heads(lambda heads, a: heads.update({INBOX: [1, ""]}), 2),
        ("checkpoint", 3, "checkpoint", ""), "it knows 1 entries of inbox/mega/T1, and there were",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_it_is_found_where_it_is(played: Store, what: str) -> None:
    alter, (stream, version, kind, rule), message = ALTERED[what]
    findings = found(played, alter)
    assert [
        one
        for one in findings
        if (one.stream, one.kind) == (stream, kind)
        # Where the place or the rule follows from the game, it is enough that there is one.
        and one.version == (version or one.version)
        and one.rule == (rule or one.rule)
        and message in one.message
    ], findings


@pytest.mark.parametrize("left", [0, 1])
def test_what_is_gone_of_who_came_in_is_known_to_checkpoints(played: Store, left: int) -> None:
    altered = Altered(played)
    del altered.entries["access"][left:]
    findings = audit(cast(Store, altered), Library()).findings
    assert [one for one in findings if (one.stream, one.kind) == ("access", "checkpoint")]
    # With checkpoints that were mended too, only a head that was kept elsewhere tells.
    altered = Altered(played)
    altered.entries.pop("access")
    altered.rechain()
    assert audit(cast(Store, altered), Library()).findings == ()
    assert audit(cast(Store, altered), Library(), heads=played.heads()).findings
