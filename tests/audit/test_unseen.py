"""What would leave a part of a record unchecked is found itself, with its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.audit.findings import Finding, guarded
from pitboss.errors import Unavailable
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.audit.altering import (
    Altered,
    Alters,
    assert_found,
    drop,
    found,
    part,
    say,
    together,
)
from tests.house.floor import Floor
from tests.house.script import FloorScript

RULEBOOK = "mbs-megalink-holdem-v9"
TABLE, INBOX, LINK = "table/T1", "inbox/mega/T1", "link/mega"


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
    return FloorScript("electronic T1\nT1 plays straight flush").store


NOTHING_OF = "there is nothing of {}; hold the record against a backup with it"


def test_a_table_that_was_never_opened_is_found(played: Store) -> None:
    findings = found(played, drop(TABLE, 0))
    (one,) = [one for one in findings if "neither this nor what follows" in one.message]
    assert (one.stream, one.version, one.kind, one.rule) == (TABLE, 1, "event", "Appendix D")


def test_a_lone_entry_in_a_stream_without_a_table_is_found(played: Store) -> None:
    def alter(altered: Altered) -> None:
        seat = altered.entries[TABLE][1]
        assert seat.name == "seat-taken"
        altered.entries["table/"] = [seat._replace(stream="table/", command="forged")]
        altered.ask("forged", "{}")

    expected = "event", "was not opened before it", "table/", 1, "Appendix D"
    assert_found([one for one in found(played, alter) if one.stream == "table/"], *expected)


def test_a_table_that_opens_in_the_stream_of_another_is_found(played: Store) -> None:
    findings = found(played, part(TABLE, 0, "setting", table="T2"))
    assert_found(findings, "event", "it opens table T2", TABLE, 1, "3.1")


def _without(*prefixes: str) -> Alters:
    def alter(altered: Altered) -> None:
        for stream in altered.streams():
            if stream.startswith(prefixes):
                altered.entries.pop(stream)

    return alter


def test_a_link_that_is_gone_with_all_its_inboxes_is_found_by_the_table_it_names(
    linked: Store,
) -> None:
    findings = found(linked, _without("link/", "inbox/"))
    gone = [one for one in findings if one.message == NOTHING_OF.format("link mega")]
    held = Altered(linked).find(TABLE, "prize-held") + 1
    assert [(one.stream, one.version) for one in gone] == [(TABLE, 1), (TABLE, held)]


@pytest.mark.parametrize(("kind", "missing"), [("link/", "link/mega"), ("table/", "table/T1")])
def test_an_inbox_whose_link_or_table_is_gone_is_found(
    linked: Store, kind: str, missing: str
) -> None:
    findings = found(linked, _without(kind))
    assert_found(findings, "link", NOTHING_OF.format(missing), INBOX, 1, "I-07")


def test_a_record_that_is_kept_without_its_links_is_not_held_against_them(linked: Store) -> None:
    findings = found(linked, _without(LINK), is_alone=True)
    assert not [one for one in findings if one.message == NOTHING_OF.format("link mega")]


# --- what cannot be checked -----------------------------------------------------------------------


def test_a_table_that_awaits_what_is_no_command_is_found_and_the_others_are_checked() -> None:
    store = FloorScript("""
        open lir T1 3
        T1 plays alone
        open lir T2 3
        T2 plays alone
        T1: call
        T1 base bets
        T1: no more bets
        T1 goes on
        by mbs-3: T1: report power_failure
        by mbs-3: T1: rule resume "all is as it was"
        finish T1
    """).store
    # What comes next finds that something is awaited which is no command.
    awaits_nothing = say(TABLE, "irregularity-reported", awaits=["Nothing"])
    alter = together(awaits_nothing, say("table/T2", "bought-in", amount="1.00"))
    findings = found(store, alter)
    (one,) = [one for one in findings if one.stream == TABLE and one.message.startswith("neither")]
    assert "nor what follows can be checked: such an entry is not written" in one.message
    assert one.version == Altered(store).find(TABLE, "ruling-made") + 1
    assert_found(findings, "event", "", "table/T2")


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
