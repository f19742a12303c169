"""What is signed says who of its signers showed two factors, and an audit holds it to that (S7)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import RoleBreach
from pitboss.games.library import Library
from pitboss.house.callers import Member
from pitboss.house.staff_desk import StaffDesk
from pitboss.house.streams import link_stream
from pitboss.jackpot.care import SendTransfer
from pitboss.jackpot.meters import Bucket
from pitboss.jackpot.operation import ApproveProposal, StartLink, StopLink
from pitboss.records.commands import two_factors_in
from pitboss.records.entries import event_of
from pitboss.store.contract import Entry, Store
from pitboss.store.memory import MemoryStore
from pitboss.table.operation import CloseTable
from tests.audit.altering import Altered
from tests.house.floor import BETTER
from tests.house.linked import LINK, SOFTWARE, LinkedFloor
from tests.house.test_second_factors import enrol
from tests.jackpot.pot import megalink

TABLE = "T1"
STOP = {"reason": "a test"}
PIT, SECURITY = "mbs-2", "sec"
BOTH = Member(PIT, SECURITY, f"{PIT} {SECURITY}")


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LinkedFloor:
    """A link, a table and a pit manager with a second factor, as has somebody of security."""
    monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(tmp_path / "house.key"))
    floor = LinkedFloor(MemoryStore())
    floor.create()
    floor.open_linked(TABLE, players=1)
    for person in (PIT, SECURITY):
        enrol(floor.staff_desk, floor.clock, person)
    return floor


def asked_last(floor: LinkedFloor, stream: str) -> tuple[Entry, str]:
    """The last entry of a stream, and what was asked for it."""
    entry = list(floor.store.read(stream))[-1]
    receipt = floor.store.receipt(entry.command)
    assert receipt is not None
    return entry, receipt.asked


def close(floor: LinkedFloor, caller: Member) -> None:
    floor.give(TABLE, CloseTable(), caller)


def start(floor: LinkedFloor, caller: Member) -> None:
    floor.give_link(StopLink(**STOP), Member(PIT, two_factors=PIT))
    floor.give_link(StartLink(software=SOFTWARE), caller)


Gives = Callable[[LinkedFloor, Member], None]


@pytest.mark.parametrize(("give", "stream"), [(close, f"table/{TABLE}"), (start, f"link/{LINK}")])
def test_s7_what_two_sign_says_when_who_and_that_it_was_by_two_factors(
    floor: LinkedFloor, give: Gives, stream: str
) -> None:
    give(floor, BOTH)
    entry, asked = asked_last(floor, stream)
    assert (entry.actor, entry.second) == (PIT, SECURITY)
    assert entry.time.startswith("2026-01-01T00:01:00")
    assert two_factors_in(asked) == (PIT, SECURITY)
    floor.check()


@pytest.mark.parametrize("give", [close, start])
@pytest.mark.parametrize(
    ("factors", "who"), [("", PIT), (PIT, SECURITY), (SECURITY, PIT), ("mbs-20 sec", PIT)]
)
def test_s7_who_came_in_before_they_had_to_show_two_factors_signs_in_again(
    floor: LinkedFloor, give: Gives, factors: str, who: str
) -> None:
    with pytest.raises(RoleBreach, match=f"{who} signs by two factors only"):
        give(floor, Member(PIT, SECURITY, factors))
    refused = event_of(list(floor.store.read("access"))[-1])
    assert (refused.person, refused.clause) == (PIT, "S7")


def test_s7_who_has_no_second_factor_signs_as_before(floor: LinkedFloor) -> None:
    floor.give(TABLE, CloseTable(), Member("mbs-3"))
    _, asked = asked_last(floor, f"table/{TABLE}")
    assert "two_factors" not in asked
    floor.check()


def signed_in(floor: LinkedFloor, person: str) -> Member:
    """Somebody who stays at a keyboard, as `pitboss table run` has them."""
    return Member(person, renewals=((person, floor.staff_desk.register().people[person].renewals),))


RENEWED: dict[str, Callable[[StaffDesk], object]] = {
    "another secret": lambda staffing: staffing.reset_secret("mbs-3", new=BETTER, by="boss"),
    "a return": lambda staffing: (
        staffing.leave("mbs-3", by="boss"),
        staffing.take_back("mbs-3", secret=BETTER, by="boss"),
    ),
}


@pytest.mark.parametrize("what", RENEWED)
def test_s2_whoever_has_a_keyboard_signs_in_again_after(floor: LinkedFloor, what: str) -> None:
    """What was set anew was so because somebody else may have the old one."""
    caller = signed_in(floor, "mbs-3")
    floor.staff_desk.end("mbs-3", "Gaming Shift Manager", by="boss")
    floor.staff_desk.appoint("mbs-3", "Gaming Shift Manager", by="boss")
    RENEWED[what](floor.staff_desk)
    for give in (close, start):
        with pytest.raises(RoleBreach, match="has another secret or second factor since") as caught:
            give(floor, caller)
        assert "as ID" in str(caught.value)
    assert event_of(list(floor.store.read("access"))[-1]).clause == "S2"


def test_s7_a_second_factor_that_was_removed_signs_nothing_more(floor: LinkedFloor) -> None:
    floor.staff_desk.remove_second_factor(PIT, by="boss", second="eye")
    for give in (close, start):
        with pytest.raises(RoleBreach, match="a second factor that counts no more"):
            give(floor, Member(PIT, SECURITY, f"{PIT} {SECURITY}"))
    floor.give(TABLE, CloseTable(), Member(PIT))
    floor.check()


def test_s10_a_transfer_that_is_refused_to_its_signers_is_written_down(floor: LinkedFloor) -> None:
    enrol(floor.staff_desk, floor.clock, "acc")
    floor.house.give(
        link_stream("other"),
        ApproveProposal(settings=megalink(), software=SOFTWARE),
        Member("acc", "boss", "acc"),
    )
    send = SendTransfer(
        level="jackpot",
        holding=Bucket.ACCRUED,
        to_link="other",
        to_level="jackpot",
        amount=None,
    )
    with pytest.raises(RoleBreach, match="acc signs by two factors only"):
        floor.give_link(send, Member("acc", "boss"))
    refused = event_of(list(floor.store.read("access"))[-1])
    assert (refused.person, refused.asked) == ("acc", f"send transfer of link {LINK}")


def found(floor: LinkedFloor, stream: str, factors: str | None) -> list[str]:
    """What an audit says of a forged receipt."""
    entry, asked = asked_last(floor, stream)
    said = json.loads(asked)
    said.pop("two_factors", None)
    if factors is not None:
        body = said.pop("body")
        said |= {"two_factors": factors, "body": body}
    altered = Altered(floor.store)
    altered.ask(entry.command, json.dumps(said, ensure_ascii=False, separators=(",", ":")))
    findings = audit(cast(Store, altered), Library()).findings
    return [one.message for one in findings if one.stream == stream and one.kind == "permission"]


@pytest.mark.parametrize(("give", "stream"), [(close, f"table/{TABLE}"), (start, f"link/{LINK}")])
def test_s7_an_auditor_finds_a_signature_that_says_more_or_less_than_was_shown(
    floor: LinkedFloor, give: Gives, stream: str
) -> None:
    give(floor, BOTH)
    alone = "signed it by the secret alone, and needed two factors"
    assert found(floor, stream, None) == [f"{PIT} {alone}", f"{SECURITY} {alone}"]
    assert found(floor, stream, PIT) == [f"{SECURITY} {alone}"]
    assert found(floor, stream, f"{PIT} {SECURITY} eye") == [
        "eye signed it by two factors, and did not sign it"
    ]


def test_s7_an_auditor_finds_two_factors_of_whoever_had_one(floor: LinkedFloor) -> None:
    floor.give(TABLE, CloseTable(), Member("mbs-3"))
    assert found(floor, f"table/{TABLE}", "mbs-3") == [
        "mbs-3 signed it by two factors, and had no second one"
    ]
