"""What would leave a part of a record unchecked is found itself, with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from pitboss.audit.findings import Finding
from pitboss.audit.whole import audit
from pitboss.games.library import Library
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered
from tests.pit.linked import STRAIGHT_FLUSH, LinkedFloor
from tests.pit.playing import Floor

RULEBOOK = "mbs-megalink-holdem-v9"
TABLE, INBOX, LINK = "table/T1", "inbox/mega/T1", "link/mega"
Alters = Callable[[Altered], object]
Found = tuple[str, int, str, str]
"""Where a finding is, of which kind and by which rule."""


@pytest.fixture(scope="module")
def played() -> Store:
    """A table after a few rounds."""
    store = MemoryStore()
    floor = Floor(store)
    floor.open(RULEBOOK)
    floor.play(rounds=3)
    return store


@pytest.fixture(scope="module")
def linked() -> Store:
    """A table of a link that holds a prize."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    floor.open_linked("T1")
    floor.play_linked("T1", seed=STRAIGHT_FLUSH["T1", 1][0])
    floor.owner.step()
    return store


def found(store: Store, alter: Alters) -> list[Finding]:
    """What an audit says of a forgery whose hashes, checkpoints and receipts all fit."""
    altered = Altered(store)
    alter(altered)
    altered.rechain()
    return list(audit(cast(Store, altered), Library()).findings)


def places(findings: list[Finding], message: str) -> list[Found]:
    return [(f.stream, f.version, f.kind, f.rule) for f in findings if message in f.message]


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_that_was_never_opened_is_found(played: Store) -> None:
    findings = found(played, lambda a: a.entries[TABLE].pop(0))
    (one,) = findings
    assert (one.stream, one.version, one.kind) == (TABLE, 1, "event")
    assert "neither this nor what follows can be checked" in one.message


def test_a_lone_entry_in_a_stream_without_a_table_is_found(played: Store) -> None:
    def alter(altered: Altered) -> None:
        seat = altered.entries[TABLE][1]
        assert seat.name == "seat-taken"
        altered.entries["table/"] = [seat._replace(stream="table/", command="forged")]
        altered.ask("forged", "{}")

    assert ("table/", 1, "event", "Appendix D") in places(
        found(played, alter), "was not opened before it"
    )


def test_a_table_that_opens_in_the_stream_of_another_is_found(played: Store) -> None:
    def alter(altered: Altered) -> None:
        altered.change_body(TABLE, 0, lambda body: body["setting"].update(table="T2"))

    assert (TABLE, 1, "event", "3.1") in [
        (one.stream, one.version, one.kind, one.rule)
        for one in found(played, alter)
        if one.message == "it opens table T2"
    ]


# --- links ----------------------------------------------------------------------------------------


def _without(*prefixes: str) -> Alters:
    def alter(altered: Altered) -> None:
        for stream in altered.streams():
            if stream.startswith(prefixes):
                altered.entries.pop(stream)

    return alter


def test_a_link_that_is_gone_with_all_its_inboxes_is_found_by_the_table_it_names(
    linked: Store,
) -> None:
    gone = places(found(linked, _without("link/", "inbox/")), "there is nothing of link mega")
    held = Altered(linked).find(TABLE, "prize-held") + 1
    assert [one[:3] for one in gone] == [(TABLE, 1, "link"), (TABLE, held, "link")]


def test_an_inbox_whose_link_or_table_is_gone_is_found(linked: Store) -> None:
    gone = places(found(linked, _without("link/")), "there is nothing of link/mega")
    assert (INBOX, 1, "link", "I-07") in gone
    gone = places(found(linked, _without("table/")), "there is nothing of table/T1")
    assert (INBOX, 1, "link", "I-07") in gone


def test_a_record_that_is_kept_without_its_links_is_not_held_against_them(linked: Store) -> None:
    altered = Altered(linked)
    altered.entries.pop(LINK)
    altered.rechain()
    alone = audit(cast(Store, altered), Library(), is_alone=True).findings
    assert not places(list(alone), "there is nothing of link mega")
