"""Break a link on purpose, with every hash made good again: each forgery must still be found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import DECK
from pitboss.games.library import Library
from pitboss.house import links
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.claims import PayClaim, VerifyClaim
from pitboss.money import Money
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from tests.audit.altering import Altered
from tests.house.dealt import SHIFT, DealtFloor
from tests.house.dealt import STRAIGHT_FLUSH as DEALT
from tests.house.linked import (
    ALTERS,
    LINK,
    PAYS,
    STRAIGHT_FLUSH,
    VERIFIES,
    LinkedFloor,
)

TABLE, INBOX, POT = "table/T1", "inbox/mega/T1", "link/mega"


@pytest.fixture(scope="module")
def played() -> Store:
    """A link with one claim paid, a round of two tables, and a fill by the house."""
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    floor.open_linked("T1")
    floor.open_linked("T2", 2)
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.play_linked("T1", seed=seed)
    floor.owner.step()
    play = floor.house.tables.table("T1").play
    cards = {seat: play.seats[seat].cards + play.community}
    floor.house.give(
        link_stream(LINK), VerifyClaim(claim=1, cards=cards, deck=tuple(DECK)), VERIFIES
    )
    floor.house.give(link_stream(LINK), PayClaim(claim=1), PAYS)
    floor.play_linked("T1", 2)
    floor.play_linked("T2")
    floor.owner.step()
    return store


def found(altered: Altered) -> set[str]:
    altered.rechain()
    report = audit(cast(Store, altered), Library())
    return {finding.kind for finding in report.findings}


def test_what_nobody_touched_is_clean(played: Store) -> None:
    assert found(Altered(played)) == set()


def test_where_a_rulebook_is_not_at_hand_only_that_is_said_of_what_nobody_touched(
    played: Store,
) -> None:
    report = audit(played, {})
    assert [(one.stream, one.kind) for one in report.findings] == [
        ("table/T1", "rulebook"),
        ("table/T2", "rulebook"),
    ]


def test_a_claim_is_held_against_the_settlement_without_the_rulebook_too(played: Store) -> None:
    altered = Altered(played)
    _meter_paid(altered)
    altered.rechain()
    report = audit(cast(Store, altered), {})
    assert any(one.stream == TABLE and one.kind == "claim" for one in report.findings)


def _set(stream: str, name: str, **values: Any) -> Callable[[Altered], None]:
    def alter(altered: Altered) -> None:
        altered.change_body(stream, altered.find(stream, name), lambda body: body.update(values))

    return alter


def _by(name: str, **who: str) -> Callable[[Altered], None]:
    """The last such entry is on record as by somebody else."""
    return lambda altered: altered.change(POT, altered.find(POT, name, -1), **who)


def _stake(altered: Altered) -> None:
    def change(body: dict[str, Any]) -> None:
        body["stakes"]["1"] = "10.00"

    altered.change_body(INBOX, 1, change)


def _seat_left_out(altered: Altered) -> None:
    """Worked out properly for six of the seven, so that only the table knows better."""

    def change(body: dict[str, Any]) -> None:
        del body["stakes"]["7"]
        body["levels"]["jackpot"] |= {"accrued": 24000, "reserve": 3000}

    altered.change_body(INBOX, 0, change)


def _fold_more(altered: Altered) -> None:
    def change(body: dict[str, Any]) -> None:
        body["reads"][0]["levels"]["jackpot"][0] += 1

    altered.change_body(POT, altered.find(POT, "contributions-folded"), change)


def _award(altered: Altered) -> None:
    def change(body: dict[str, Any]) -> None:
        body["winners"][0]["amount"] = "1000.71"

    altered.change_body(POT, altered.find(POT, "claim-entered"), change)


def _meter_paid(altered: Altered) -> None:
    place = altered.find(TABLE, "meter-paid")
    altered.change_body(TABLE, place, lambda body: body.update(before="10008.00"))


def _drop(stream: str, name: str) -> Callable[[Altered], None]:
    def alter(altered: Altered) -> None:
        altered.entries[stream].pop(altered.find(stream, name))

    return alter


def _magic(altered: Altered) -> None:
    place = altered.find(TABLE, "draws-recorded")
    altered.change_body(TABLE, place, lambda body: body.update(magic_card="2c", lucky_seat=1))


def _set_aside(altered: Altered) -> None:
    """A cent that is owed to players stays with the house, and the next round makes up for it."""
    for place, cents in ((0, -1), (1, 1)):

        def change(body: dict[str, Any], cents: int = cents) -> None:
            level = body["levels"]["jackpot"]
            level["due"] = str(Money(Money.parse(level["due"]).cents + cents))
            level["carried"] -= cents * body["per_cent"]

        altered.change_body(INBOX, place, change)


def _prize(name: str, **values: str) -> Callable[[Altered], None]:
    def alter(altered: Altered) -> None:
        place = altered.find(TABLE, name)
        altered.change_body(TABLE, place, lambda body: body["prize"].update(values))

    return alter


def _paid_by_another(altered: Altered) -> None:
    altered.change(TABLE, altered.find(TABLE, "prize-handed-over"), actor="mbs-2")


def _kept(altered: Altered) -> None:
    """The table gives the prize back to a link that has paid it."""
    altered.change(TABLE, altered.find(TABLE, "prize-handed-over"), name="prize-returned")


def _taken(**values: Any) -> Callable[[Altered], None]:
    def alter(altered: Altered) -> None:
        def change(body: dict[str, Any]) -> None:
            body["levels"]["jackpot"] |= values

        altered.change_body(POT, altered.find(POT, "claim-entered"), change)

    return alter


def _shares(altered: Altered) -> None:
    def change(body: dict[str, Any]) -> None:
        body["sharing"]["one_by_one"] = True

    altered.change_body(POT, altered.find(POT, "table-joined"), change)


def _opened_with(**said: Any) -> Callable[[Altered], None]:
    """A table that was opened with other settings, as the receipt says too."""

    def alter(altered: Altered) -> None:
        altered.change_body(TABLE, 0, lambda body: body["setting"].update(said))
        command = altered.entries[TABLE][0].command
        asked = json.loads(altered.asked(command))
        asked["body"]["setting"].update(said)
        altered.ask(command, json.dumps(asked, ensure_ascii=False, separators=(",", ":")))

    return alter


def _reset(altered: Altered) -> None:
    """What the level of a round without winners restarts from, as the receipt says too."""
    place = altered.find(TABLE, "meter-paid", -1)
    altered.change_body(TABLE, place, lambda body: body.update(reset="1.00"))
    command = altered.entries[TABLE][place].command
    asked = json.loads(altered.asked(command))
    asked["body"]["meters"]["jackpot"]["reset"] = "1.00"
    altered.ask(command, json.dumps(asked, ensure_ascii=False, separators=(",", ":")))


def _without_table(altered: Altered) -> None:
    del altered.entries[TABLE]


FORGED: dict[str, tuple[Callable[[Altered], None], str]] = {
    "a stake in the inbox": (_stake, "contribution@table event@link"),
    "a wager that was not counted": (
        _seat_left_out,
        "contribution@link contribution@table meter@link posting@inbox",
    ),
    "a part of a cent more": (_fold_more, "contribution@link meter@link posting@link"),
    "a cent more for the winner": (_award, "claim@link claim@table event@link"),
    "a meter as the settlement saw it": (_meter_paid, "claim@table settlement@table"),
    "a claim left out": (_drop(POT, "claim-entered"), "claim@table event@link"),
    "a contribution left out": (_drop(INBOX, "round-contributed"), "contribution@table event@link"),
    "a number of a slip left out": (_set(POT, "prize-paid", slip=2), "event@link"),
    "somebody who may not verify": (
        _by("claim-verified", actor="mbs-0"),
        "command@link permission@link",
    ),
    "a start by one department": (
        _by("link-started", second="mbs-3"),
        "command@link permission@link",
    ),
    "a fold by somebody": (_by("contributions-folded", actor="mbs-0"), "permission@link"),
    "an owner who is somebody": (_by("owner-took", actor="mbs-0"), "permission@link"),
    "a lower reset": (_set(POT, "prize-paid", amount="2000.00"), "event@link"),
    "a fence twice": (_set(POT, "owner-took", fence=7), "event@link"),
    "draws that were not drawn": (_magic, "draws@table event@table settlement@table"),
    "a cent not set aside": (_set_aside, "posting@inbox"),
    "the whole inbox": (
        lambda a: a.entries[INBOX].clear(),
        "contribution@table event@link",
    ),
    "a table that never joined": (_drop(POT, "table-joined"), "link@table"),
    "the whole table that made a claim": (_without_table, "claim@link"),
    "a prize among its winner's chips": (_drop(TABLE, "prize-held"), "claim@table event@table"),
    "a prize held for somebody else": (
        _prize("prize-held", player="p1"),
        "claim@table event@table",
    ),
    "a prize that was not handed over": (_drop(TABLE, "prize-handed-over"), "claim@link"),
    "a prize handed over in part": (_prize("prize-handed-over", amount="1000.00"), "event@table"),
    "a payment by somebody else": (_paid_by_another, "claim@table command@table"),
    "a prize kept from the winner": (_kept, "claim@table"),
    "a reset that the house paid for": (_taken(from_house="0.01"), "claim@link"),
    "a reset that the reserve paid for": (_taken(from_reserve="0.01"), "claim@link"),
    "a cent of a reset": (_taken(resets="0.01"), "claim@link"),
    "a level that did not start again": (_taken(is_reset=True), "claim@link"),
    "a table whose winners share otherwise": (_shares, "event@link"),
    "a table that plays for nothing": (_opened_with(is_practice=True), "link@table"),
    "another unit than the link's": (_opened_with(unit="1.00"), "event@table link@table"),
    "another reset than the link's": (_reset, "settlement@table"),
    "a link that was never started": (_drop(POT, "link-started"), "link@table"),
}
"""Each with every kind of finding that must name it, and in which kind of stream: one check that
fails must not hide behind another."""


@pytest.mark.parametrize("how", list(FORGED))
def test_every_forgery_is_found(played: Store, how: str) -> None:
    alter, expected = FORGED[how]
    altered = Altered(played)
    alter(altered)
    altered.rechain()
    report = audit(cast(Store, altered), Library())
    named = {f"{one.kind}@{one.stream.partition('/')[0]}" for one in report.findings}
    assert named >= set(expected.split())


def test_a_snapshot_of_a_link_that_says_other_things_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(links, "SNAPSHOT_EVERY", 3)
    store = MemoryStore()
    floor = LinkedFloor(store)
    floor.create()
    floor.open_linked("T1")
    floor.play_linked("T1")
    floor.owner.step()
    assert found(Altered(store)) == set()
    altered = Altered(store)
    place = altered.find(POT, "link-snapshot")
    altered.change_body(POT, place, lambda body: body["link"].update(slips=7))
    assert "snapshot" in found(altered)


def test_i_07_a_reversal_of_another_entry_is_found() -> None:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked("T1")
    floor.call("T1")
    floor.close("T1")
    what = {"what": "smoke in the hall"}
    floor.house.give(table_stream("T1"), ReportIrregularity(kind="uncovered", details=what), SHIFT)
    floor.house.give(
        table_stream("T1"), MakeRuling(ruling="void", reason="for everybody's safety"), SHIFT
    )
    altered = Altered(floor.store)
    assert found(altered) == set()
    _set(INBOX, "contribution-reversed", of=7)(altered)
    assert found(altered) == {"contribution"}


RECOVERED: dict[str, Callable[[Altered], object]] = {
    "a prize that nobody need give back": _drop(TABLE, "prize-to-recover"),
    "a smaller one to give back": _prize("prize-to-recover", amount="1.00"),
    "a winner who owes something": _set(TABLE, "prize-to-recover", owes="5.00"),
    "a link that says nothing of it": _drop(POT, "paid-claim-undone"),
    "a slip that is not void": _set(POT, "paid-claim-undone", recover=[]),
    "another round": _set(POT, "paid-claim-undone", round=7),
    "nobody beside": lambda a: a.change(POT, a.find(POT, "paid-claim-undone"), second=""),
}


@pytest.fixture(scope="module")
def recovered() -> Store:
    """A prize was paid, and then its round was found void."""
    floor = DealtFloor(MemoryStore())
    floor.open_dealt("T1")
    floor.until_settled("T1", DEALT)
    floor.verify(1)
    floor.pay(1)
    floor.undo("T1")
    floor.end("T1")
    floor.owner.step()
    floor.owner.give_back()
    return floor.store


def test_i_82_a_paid_prize_that_went_back_is_as_it_should_be(recovered: Store) -> None:
    assert found(Altered(recovered)) == set()


@pytest.mark.parametrize("how", list(RECOVERED))
def test_i_82_every_forgery_of_a_recovery_is_found(recovered: Store, how: str) -> None:
    altered = Altered(recovered)
    RECOVERED[how](altered)
    assert found(altered)


def test_a_deck_that_was_not_whole_is_found(played: Store) -> None:
    altered = Altered(played)
    place = altered.find(POT, "claim-verified")
    altered.change_body(POT, place, lambda body: body["deck"].pop())
    assert "event" in found(altered)


def test_two_persons_of_one_department_are_found(played: Store) -> None:
    altered = Altered(played)
    place = altered.find(POT, "link-opened")
    altered.change(POT, place, second="acc")
    assert "permission" in found(altered)
    assert ALTERS.second == "boss"


def _ask(name: str, change: Callable[[str], str]) -> Callable[[Altered], None]:
    """Have the receipt of the last such entry say something else."""

    def alter(altered: Altered) -> None:
        command = altered.entries[POT][altered.find(POT, name, -1)].command
        altered.ask(command, change(altered.asked(command)))

    return alter


def _more_asked(asked: str) -> str:
    return asked.replace('"body":{', '"body":{"note":"eve",')


def _as_a_table(asked: str) -> str:
    return '{"command":"close-bets","body":{}}'


ASKED: dict[str, tuple[Callable[[Altered], None], str, str]] = {
    "a start that nobody asked for": (
        _ask("link-started", lambda asked: ""), "command", "cannot be read",
    ),
    "a start asked for in no words": (
        _ask("link-started", lambda asked: asked.replace("start-link", "start")),
        "command", "cannot be read",
    ),
    "a start asked for at a table": (
        _ask("link-started", _as_a_table), "command", "cannot be read",
    ),
    "a verification that nobody asked for": (
        _ask("claim-verified", lambda asked: "{}"), "command", "cannot be read",
    ),
    "a payment that nobody asked for": (
        _ask("prize-paid", lambda asked: ""), "command", "cannot be read",
    ),
    "a claim that nobody asked for": (
        _ask("claim-entered", lambda asked: ""), "command", "cannot be read",
    ),
    "a claim that the table did not ask for": (
        _ask("claim-entered", lambda asked: asked.split(',"also":')[0] + "}"),
        "command", "what was asked says nothing to link/mega",
    ),
    "another claim": (
        _ask("claim-entered", lambda asked: asked.replace('"percent":10', '"percent":100')),
        "event", "it was not permitted: 100% of jackpot for straight_flush",
    ),
    "a table that joined in another way": (
        _ask("table-joined", lambda asked: asked.replace('"decks":1', '"decks":2')),
        "event", "its number of decks is 2",
    ),
    "a start by somebody who may not, decided again": (
        _by("link-started", second="mbs-3"), "permission", "it was not permitted: mbs-3 cannot",
    ),
    "a start in other words": (
        _ask("link-started", lambda asked: f"{asked} "), "command", "not written as commands are",
    ),
    "a start with a word more": (
        _ask("link-started", _more_asked), "command", "not written as commands are",
    ),
    "a start asked for by another": (
        _ask("link-started", lambda asked: asked.replace("mbs-2", "mbs-3")),
        "command", "mbs-3 with sec asked for it, and mbs-2 with sec did it",
    ),
    "an owner that nobody asked for": (
        _ask("owner-took", lambda asked: ""), "command", "cannot be read",
    ),
    "another owner": (
        _ask("owner-took", lambda asked: asked.replace("process", "other")),
        "event", "OwnerTook: owner is",
    ),
    "a fold that nobody asked for": (
        _ask("contributions-folded", lambda asked: ""), "command", "cannot be read",
    ),
    "a fold asked for at a table": (
        _ask("contributions-folded", _as_a_table), "command", "cannot be read",
    ),
    "a fold by another owner": (
        _ask("contributions-folded", lambda asked: asked.replace('"fence":1', '"fence":7')),
        "event", "Owner 7 would count for link mega, and owner 1 does",
    ),
    "a fold without an owner": (
        _drop(POT, "owner-took"), "event", "Owner 1 would count for link mega, and owner 0 does",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ASKED)
def test_what_was_asked_of_a_link_is_held_against_what_was_written(
    played: Store, what: str
) -> None:
    alter, kind, message = ASKED[what]
    altered = Altered(played)
    alter(altered)
    altered.rechain()
    findings = audit(cast(Store, altered), Library()).findings
    assert [
        one for one in findings if (one.stream, one.kind) == (POT, kind) and message in one.message
    ], findings


def test_p18_a_wager_for_a_link_that_took_none_is_found(played: Store) -> None:
    altered = Altered(played)
    _drop(POT, "link-started")(altered)
    altered.rechain()
    wager = next(
        entry
        for entry in altered.entries[TABLE]
        if entry.name == "wager-placed" and '"progressive"' in entry.body
    )
    found = audit(cast(Store, altered), Library()).findings
    assert (TABLE, wager.version, "link", "link mega took no wagers then") in {
        (one.stream, one.version, one.kind, one.message) for one in found
    }
