"""What would leave a part of a record unchecked is found itself, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from pitboss.audit.audit import audit
from pitboss.audit.findings import Finding, guarded
from pitboss.errors import Unavailable
from pitboss.games.library import Library
from pitboss.house.callers import System
from pitboss.house.streams import table_stream
from pitboss.round.wagers import CloseBets
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.irregularities.failures import POWER_FAILURE
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from tests.audit.altering import Altered, Alters, found
from tests.house.linked import STRAIGHT_FLUSH, LinkedFloor
from tests.house.playing import Floor

RULEBOOK = "mbs-megalink-holdem-v9"
TABLE, INBOX, LINK = "table/T1", "inbox/mega/T1", "link/mega"
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


def places(findings: list[Finding], message: str) -> list[Found]:
    return [(f.stream, f.version, f.kind, f.rule) for f in findings if message in f.message]


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_that_was_never_opened_is_found(played: Store) -> None:
    findings = found(played, lambda a: a.entries[TABLE].pop(0))
    (one,) = places(findings, "neither this nor what follows can be checked")
    assert one == (TABLE, 1, "event", "Appendix D")


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


# --- what cannot be checked -----------------------------------------------------------------------


def _awaits_nothing(altered: Altered) -> None:
    """Something is awaited that is no command, as the receipt of whatever comes next finds."""
    place = altered.find(TABLE, "irregularity-reported")
    altered.change_body(TABLE, place, lambda body: body.update(awaits=["Nothing"]))


def test_a_table_that_awaits_what_is_no_command_is_found_and_the_others_are_checked() -> None:
    store = MemoryStore()
    floor = Floor(store)
    for name in ("T1", "T2"):
        floor.open("mbs-let-it-ride-v3", name)
        floor.play(name)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    floor.house.give(table_stream("T1"), CloseBets(), System())
    floor.dealing.step("T1")
    top = floor.staff("T1", len(floor.house.tables.rules("T1").rulebook.roles) - 1)
    floor.house.give(table_stream("T1"), ReportIrregularity(kind=POWER_FAILURE), top)
    floor.house.give(
        table_stream("T1"), MakeRuling(ruling="resume", reason="all is as it was"), top
    )
    floor.finish("T1")

    def alter(altered: Altered) -> None:
        _awaits_nothing(altered)
        place = altered.find("table/T2", "bought-in")
        altered.change_body("table/T2", place, lambda body: body.update(amount="1.00"))

    findings = found(store, alter)
    (one,) = [one for one in findings if one.stream == TABLE and one.message.startswith("neither")]
    assert "nor what follows can be checked: such an entry is not written" in one.message
    assert one.version == Altered(store).find(TABLE, "ruling-made") + 1
    assert ("table/T2", "event") in {(one.stream, one.kind) for one in findings}


ODD = ("StopIteration", "Error", "object has no attribute", "NoneType", "__init__")


@pytest.mark.parametrize("error", [KeyError("T2"), StopIteration(), ZeroDivisionError("x by 0")])
def test_whatever_ends_a_check_short_is_a_finding_in_words(played: Store, error: Exception) -> None:
    entry = next(iter(played.scan(TABLE)))

    def failing() -> Iterator[Finding]:
        yield from ()
        raise error

    (one,) = guarded(entry, failing())
    assert (one.stream, one.version, one.kind, one.rule) == (TABLE, 1, "event", entry.clause)
    assert one.message.startswith("neither this nor what follows can be checked: ")
    assert not [word for word in ODD if word in one.message]


def test_a_store_that_cannot_be_read_ends_the_audit(played: Store) -> None:
    def failing() -> Iterator[Finding]:
        yield from ()
        raise Unavailable("It cannot be reached. Try again.")

    with pytest.raises(Unavailable):
        list(guarded(next(iter(played.scan(TABLE))), failing()))
