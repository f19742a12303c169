"""Break a link on purpose, with every hash made good again: each forgery must still be found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.house import links
from pitboss.money import Money
from pitboss.store.contract import Store
from tests.audit.altering import (
    Altered,
    Alters,
    as_asked,
    ask,
    assert_found,
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
from tests.house.script import FloorScript

TABLE, INBOX, POT = "table/T1", "inbox/mega/T1", "link/mega"


@pytest.fixture(scope="module")
def played() -> Store:
    """A link with one claim paid, a round of two tables, and a fill by the house."""
    return FloorScript("""
        electronic T1
        electronic T2 2
        T1 plays straight flush
        verify 1
        pay 1
        T1 is dealt
        finish T1
        T1 is dealt
        finish T1
        T2 plays
    """).store


def test_what_nobody_touched_is_clean(played: Store) -> None:
    assert found(played) == []


def test_where_a_rulebook_is_not_at_hand_only_that_is_said_of_what_nobody_touched(
    played: Store,
) -> None:
    report = audit(played, {})
    assert [(one.stream, one.kind) for one in report.findings] == [
        ("table/T1", "rulebook"),
        ("table/T2", "rulebook"),
    ]


METER = say(TABLE, "meter-paid", before="10008.00")


def test_a_claim_is_held_against_the_settlement_without_the_rulebook_too(played: Store) -> None:
    altered = Altered(played)
    METER(altered)
    altered.rechain()
    findings = audit(cast(Store, altered), {}).findings
    assert_found(findings, "claim", "", TABLE)


def _body(stream: str, place: int | str, change: Callable[[dict[str, Any]], object]) -> Alters:
    def alter(altered: Altered) -> None:
        at = altered.find(stream, place) if isinstance(place, str) else place
        altered.change_body(stream, at, change)

    return alter


def _seat_left_out(body: dict[str, Any]) -> None:
    """Worked out properly for six of the seven, so that only the table knows better."""
    del body["stakes"]["7"]
    body["levels"]["jackpot"] |= {"accrued": 24000, "reserve": 3000}


def _more(body: dict[str, Any]) -> None:
    body["reads"][0]["levels"]["jackpot"][0] += 1


def _set_aside(cents: int) -> Callable[[dict[str, Any]], None]:
    """A cent that is owed to players stays with the house, and the next round makes up for it."""

    def change(body: dict[str, Any]) -> None:
        level = body["levels"]["jackpot"]
        level["due"] = str(Money(Money.parse(level["due"]).cents + cents))
        level["carried"] -= cents * body["per_cent"]

    return change


def _taken(**values: Any) -> Alters:
    """What the claim took of the level."""
    return _body(POT, "claim-entered", lambda body: body["levels"]["jackpot"].update(values))


def _opened_with(**said: Any) -> Alters:
    """A table that was opened with other settings, as the receipt says too."""
    asked = as_asked(lambda body: body["setting"].update(said))
    return together(part(TABLE, 0, "setting", **said), ask(TABLE, 0, asked))


def _reset(altered: Altered) -> None:
    """What the level of a round without winners restarts from, as the receipt says too."""
    asked = as_asked(lambda body: body["meters"]["jackpot"].update(reset="1.00"))
    say(TABLE, "meter-paid", -1, reset="1.00")(altered)
    ask(TABLE, "meter-paid", asked, -1)(altered)


HANDED, OPENED = "prize-handed-over", "link-started"
FORGED = [
    (
        "a stake in the inbox", _body(INBOX, 1, lambda body: body["stakes"].update({"1": "10.00"})),
        "contribution@table event@link",
    ),
    (
        "a wager that was not counted", _body(INBOX, 0, _seat_left_out),
        "contribution@link contribution@table meter@link posting@inbox",
    ),
    (
        "a part of a cent more", _body(POT, "contributions-folded", _more),
        "contribution@link meter@link posting@link",
    ),
    (
        "a cent more for the winner",
        _body(POT, "claim-entered", lambda body: body["winners"][0].update(amount="1000.71")),
        "claim@link claim@table event@link",
    ),
    ("a meter as the settlement saw it", METER, "claim@table settlement@table"),
    ("a claim left out", drop(POT, "claim-entered"), "claim@table event@link"),
    ("a contribution left out", drop(INBOX, "round-contributed"), "contribution@table event@link"),
    ("a number of a slip left out", say(POT, "prize-paid", slip=2), "event@link"),
    (
        "a person who may not verify", put(POT, "claim-verified", -1, actor="mbs-0"),
        "command@link permission@link",
    ),
    (
        "a start by one department", put(POT, OPENED, -1, second="mbs-3"),
        "command@link permission@link",
    ),
    ("a fold by a person", put(POT, "contributions-folded", -1, actor="mbs-0"), "permission@link"),
    ("an owner who is a person", put(POT, "owner-took", -1, actor="mbs-0"), "permission@link"),
    ("a lower reset", say(POT, "prize-paid", amount="2000.00"), "event@link"),
    ("a fence twice", say(POT, "owner-took", fence=7), "event@link"),
    (
        "draws that were not drawn", say(TABLE, "draws-recorded", magic_card="2c", lucky_seat=1),
        "draws@table event@table settlement@table",
    ),
    (
        "a cent not set aside",
        together(_body(INBOX, 0, _set_aside(-1)), _body(INBOX, 1, _set_aside(1))),
        "posting@inbox",
    ),
    ("the whole inbox", lambda a: a.entries[INBOX].clear(), "contribution@table event@link"),
    ("a table that never joined", drop(POT, "table-joined"), "link@table"),
    ("the whole table that made a claim", lambda a: a.entries.pop(TABLE), "claim@link"),
    ("a prize among its winner's chips", drop(TABLE, "prize-held"), "claim@table event@table"),
    (
        "a prize held for another", part(TABLE, "prize-held", "prize", player="p1"),
        "claim@table event@table",
    ),
    ("a prize that was not handed over", drop(TABLE, HANDED), "claim@link"),
    ("a prize handed over in part", part(TABLE, HANDED, "prize", amount="1000.00"), "event@table"),
    ("a payment by another", put(TABLE, HANDED, actor="mbs-2"), "claim@table command@table"),
    # The table gives the prize back to a link that has paid it.
    ("a prize kept from the winner", put(TABLE, HANDED, name="prize-returned"), "claim@table"),
    ("a reset that the house paid for", _taken(from_house="0.01"), "claim@link"),
    ("a reset that the reserve paid for", _taken(from_reserve="0.01"), "claim@link"),
    ("a cent of a reset", _taken(resets="0.01"), "claim@link"),
    ("a level that did not start again", _taken(is_reset=True), "claim@link"),
    (
        "winners who share otherwise", part(POT, "table-joined", "sharing", one_by_one=True),
        "event@link",
    ),
    ("a table that plays for nothing", _opened_with(is_practice=True), "link@table"),
    ("another unit than the link's", _opened_with(unit="1.00"), "event@table link@table"),
    ("another reset than the link's", _reset, "settlement@table"),
    ("a link that was never started", drop(POT, OPENED), "link@table"),
    (
        "a deck that was not whole", _body(POT, "claim-verified", lambda body: body["deck"].pop()),
        "event@link",
    ),
    ("two of one department", put(POT, "link-opened", second="acc"), "permission@link"),
    (
        # Without a receipt nothing is decided again, and the roles alone must tell.
        "two of one department, and no receipt",
        together(put(POT, OPENED, second="mbs-3"), ask(POT, OPENED, lambda asked: "")),
        "command@link permission@link",
    ),
]  # fmt: skip
"""Each with every kind of finding that must name it, and in which kind of stream: one check that
fails must not hide behind another."""


@pytest.mark.parametrize(("alter", "expected"), rows(FORGED))
def test_every_forgery_is_found(played: Store, alter: Alters, expected: str) -> None:
    named = {f"{one.kind}@{one.stream.partition('/')[0]}" for one in found(played, alter)}
    assert named >= set(expected.split())


def test_a_snapshot_of_a_link_that_says_other_things_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(links, "SNAPSHOT_EVERY", 3)
    store = FloorScript("electronic T1\nT1 plays").store
    assert found(store) == []
    assert "snapshot" in kinds(found(store, part(POT, "link-snapshot", "link", slips=7)))


def test_i_07_a_reversal_of_another_entry_is_found() -> None:
    store = FloorScript("electronic T1\nT1 bets\nT1: no more bets\nT1 is ruled void").store
    assert found(store) == []
    reversed_other = say(INBOX, "contribution-reversed", of=7)
    assert kinds(found(store, reversed_other)) == {"contribution"}


@pytest.fixture(scope="module")
def recovered() -> Store:
    """A prize was paid, and then its round was found void."""
    return FloorScript("""
        dealt T1
        T1 settles straight flush
        verify 1
        pay 1
        T1 is ruled void
        T1 settles
        T1 finishes
        give up the link
    """).store


TO_RECOVER, UNDONE = "prize-to-recover", "paid-claim-undone"
RECOVERED = [
    ("a prize that need not go back", drop(TABLE, TO_RECOVER)),
    ("a smaller one to give back", part(TABLE, TO_RECOVER, "prize", amount="1.00")),
    ("a winner who owes something", say(TABLE, TO_RECOVER, owes="5.00")),
    ("a link that says nothing of it", drop(POT, UNDONE)),
    ("a slip that is not void", say(POT, UNDONE, recover=[])),
    ("another round", say(POT, UNDONE, round=7)),
    ("no second person", put(POT, UNDONE, second="")),
]


def test_i_82_a_paid_prize_that_went_back_is_as_it_should_be(recovered: Store) -> None:
    assert found(recovered) == []


@pytest.mark.parametrize("alter", rows(RECOVERED))
def test_i_82_every_forgery_of_a_recovery_is_found(recovered: Store, alter: Alters) -> None:
    assert found(recovered, alter)


def _asked(name: str, change: Callable[[str], str]) -> Alters:
    """Have the receipt of the last such entry say something else."""
    return ask(POT, name, change, -1)


def _nothing(asked: str) -> str:
    return ""


def _as_a_table(asked: str) -> str:
    return '{"command":"close-bets","body":{}}'


WORDS, UNREAD = "not written as commands are", "cannot be read"
MORE = worded('"body":{', '"body":{"note":"eve",')
ASKED = [
    ("a start nobody asked for", _asked(OPENED, _nothing), "command", UNREAD),
    ("a start in no words", _asked(OPENED, worded("start-link", "start")), "command", UNREAD),
    ("a start asked for at a table", _asked(OPENED, _as_a_table), "command", UNREAD),
    ("a verification", _asked("claim-verified", lambda asked: "{}"), "command", UNREAD),
    ("a payment nobody asked for", _asked("prize-paid", _nothing), "command", UNREAD),
    ("a claim nobody asked for", _asked("claim-entered", _nothing), "command", UNREAD),
    (
        "a claim that the table did not ask for",
        _asked("claim-entered", lambda asked: asked.split(',"also":')[0] + "}"),
        "command", "what was asked says nothing to link/mega",
    ),
    (
        "another claim", _asked("claim-entered", worded('"percent":10', '"percent":100')),
        "event", "it was not permitted: 100% of jackpot for straight_flush",
    ),
    (
        "a table that joined otherwise", _asked("table-joined", worded('"decks":1', '"decks":2')),
        "event", "its number of decks is 2",
    ),
    (
        "a start by a person who may not, decided again", put(POT, OPENED, second="mbs-3"),
        "permission", "it was not permitted: mbs-3 cannot",
    ),
    ("a start in other words", _asked(OPENED, lambda asked: f"{asked} "), "command", WORDS),
    ("a start with a word more", _asked(OPENED, MORE), "command", WORDS),
    (
        "a start asked for by another", _asked(OPENED, worded("mbs-2", "mbs-3")),
        "command", "mbs-3 with sec asked for it, and mbs-2 with sec did it",
    ),
    ("an owner nobody asked for", _asked("owner-took", _nothing), "command", UNREAD),
    (
        "another owner", _asked("owner-took", worded("process", "other")),
        "event", "OwnerTook: owner is",
    ),
    ("a fold nobody asked for", _asked("contributions-folded", _nothing), "command", UNREAD),
    ("a fold asked for at a table", _asked("contributions-folded", _as_a_table), "command", UNREAD),
    (
        "a fold by another owner", _asked("contributions-folded", worded('"fence":1', '"fence":7')),
        "event", "Owner 7 would count for link mega, and owner 1 does",
    ),
    (
        "a fold without an owner", drop(POT, "owner-took"),
        "event", "Owner 1 would count for link mega, and owner 0 does",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("alter", "kind", "message"), rows(ASKED))
def test_what_was_asked_of_a_link_is_held_against_what_was_written(
    played: Store, alter: Alters, kind: str, message: str
) -> None:
    assert_found(found(played, alter), kind, message, POT)


def test_p18_a_wager_for_a_link_that_took_none_is_found(played: Store) -> None:
    wager = next(
        entry
        for entry in played.scan(TABLE)
        if entry.name == "wager-placed" and '"progressive"' in entry.body
    )
    findings = found(played, drop(POT, OPENED))
    assert_found(findings, "link", "link mega took no wagers then", TABLE, wager.version)
