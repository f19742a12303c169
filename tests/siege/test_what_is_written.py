"""What one player can have written for good is little, and costs no more as it grows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pitboss.audit.audit import audit
from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.games.library import Library
from pitboss.house.callers import Member, Player
from pitboss.house.clock import stamp
from pitboss.house.streams import player_stream, table_stream
from pitboss.money import Money
from pitboss.players.account import MOST_KEPT, Account, GotUp, SatDown, TakenToTable, evolve
from pitboss.records.entries import event_of
from pitboss.staff.access import RequestRefused
from pitboss.store.memory import MemoryStore
from pitboss.table.operation import CloseTable
from tests.house.floor import GOOD
from tests.web.floors import LinkedFloor
from tests.web.site import PURSE, Site

RIDE = "mbs-let-it-ride-v3"
MANY = 1000


@pytest.fixture
def floor() -> LinkedFloor:
    floor = LinkedFloor(MemoryStore(), gift=PURSE)
    floor.open_linked(RIDE)
    return floor


def refusals(floor: LinkedFloor) -> list[RequestRefused]:
    events = (event_of(entry) for entry in floor.store.read("access"))
    return [event for event in events if isinstance(event, RequestRefused)]


@pytest.mark.parametrize("at_once", [1, 50])
def test_s10_refusals_of_a_player_are_counted_and_only_some_are_written(
    floor: LinkedFloor, at_once: int
) -> None:
    for _ in range(MANY // at_once):
        with floor.house.together():
            for _ in range(at_once):
                with pytest.raises(RoleBreach):
                    floor.house.give(table_stream("T1"), CloseTable(), Player("eve"))
    written = refusals(floor)
    assert [one.times for one in written] == [1, 1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert {one.person for one in written} == {"eve"}
    floor.clock.pass_by(hours=2)
    with pytest.raises(RoleBreach):
        floor.house.give(table_stream("T1"), CloseTable(), Player("eve"))
    assert len(refusals(floor)) == len(written) + 1
    assert not audit(floor.store, Library(), is_alone=True).findings


def test_s10_each_refusal_of_staff_is_written(floor: LinkedFloor) -> None:
    for _ in range(20):
        with pytest.raises(RoleBreach):
            floor.house.give(table_stream("T1"), CloseTable(), Member("acc"))
    assert [one.times for one in refusals(floor)] == [1] * 20


def test_what_is_less_than_the_smallest_chip_is_refused_unless_it_is_all(
    floor: LinkedFloor,
) -> None:
    accounts = floor.house.accounts
    name = accounts.guest().name
    for amount in (1, 99):
        with pytest.raises(RuleBreach, match="less than the smallest chip") as refusal:
            accounts.buy_in(name, "T1", Money(amount))
        assert refusal.value.remedy == "Say $1.00 or more."
    accounts.buy_in(name, "T1", Money(150))
    with pytest.raises(RuleBreach, match="less than the smallest chip"):
        accounts.cash_out(name, "T1", Money(49))
    accounts.cash_out(name, "T1", Money(100))
    accounts.cash_out(name, "T1", Money(50))
    assert accounts.account(name).purse == PURSE


class _Reads(MemoryStore):
    """Counts what is read of each stream."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: dict[str, int] = {}

    def read(self, stream: str, **options: object):  # type: ignore[no-untyped-def]
        for entry in super().read(stream, **options):  # type: ignore[arg-type]
            self.reads[stream] = self.reads.get(stream, 0) + 1
            yield entry


def test_a_buy_in_reads_no_more_for_all_those_before_it() -> None:
    store = _Reads()
    floor = LinkedFloor(store, gift=PURSE)
    floor.open_linked(RIDE)
    name = floor.house.accounts.guest().name
    read = []
    for _ in range(40):
        before = sum(store.reads.values())
        floor.house.accounts.buy_in(name, "T1", Money(100))
        floor.house.accounts.cash_out(name, "T1", Money(100))
        read.append(sum(store.reads.values()) - before)
    assert max(read[20:]) <= max(read[1:20])
    assert store.head(player_stream(name)).version == 82


def test_an_account_holds_no_more_however_often_its_purse_is_opened() -> None:
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    account = Account(name="Ann", purse=Money(10**9))
    for second in range(3 * MOST_KEPT):
        by = Envelope("Ann", time=stamp(begin + timedelta(seconds=4 * second)))
        account = evolve(account, TakenToTable(table="T", amount=Money(1)), by)
        account = evolve(account, SatDown(table="T"), by)
        up = by._replace(time=stamp(begin + timedelta(seconds=4 * second + 2)))
        account = evolve(account, GotUp(table="T"), up)
    assert len(account.taken) == len(account.sat) == MOST_KEPT
    now = stamp(begin + timedelta(hours=1))
    assert account.spent(now) == Money(3 * MOST_KEPT)
    assert account.minutes(now) == 3 * MOST_KEPT * 2 // 60


def written(up: Site) -> int:
    return sum(head.version for head in up.store.heads().values())


def flood(up: Site, number: int) -> tuple[int, list[str]]:
    """What a guest who answers for another has written, on several lines at once."""
    up.say("call", "seat 1 anna:  base 5.00", "no more bets", "deal")
    guest = up.browser().be_guest()
    lines = [guest.socket() for _ in range(4)]
    before = written(up)
    for one in range(number):
        lines[one % 4].send(
            do="choose", id=f"flood-{one:05}", table="T1", seat=1, choice="withdraw"
        )
    answers = []
    for one in range(number):
        line = lines[one % 4]
        answers.append(line.until(lambda message: "id" in message)["problem"])
    return written(up) - before, answers


def test_a_guest_who_is_refused_again_and_again_has_next_to_nothing_written() -> None:
    with Site() as up:
        count, answers = flood(up, 120)
        assert 1 <= count <= 7
        assert len(answers) == 120


def test_one_player_may_ask_so_much_in_a_minute_on_all_lines_and_pages_together() -> None:
    with Site(writes_per_minute=40) as up:
        _, answers = flood(up, 80)
        assert 35 <= answers.count("That is a lot to ask in so short a time") <= 40
        # Another player is not held to what this one asked.
        line = up.browser().be_guest().socket()
        assert line.ask("buy_in", amount="5.00")["kind"] == "done"


def test_setting_limits_again_and_again_is_within_the_same_budget() -> None:
    with Site(writes_per_minute=5) as up:
        guest = up.browser().be_guest()
        codes = [
            guest.post("/account/limits", kind="time", value=str(minutes)).status_code
            for minutes in range(8)
        ]
        assert codes.count(303) == 5
        assert "a lot to ask" in guest.post("/account/purse").text


def test_one_address_brings_so_many_guests_and_then_one_in_a_while() -> None:
    with Site(accounts_at_once=5, accounts_per_minute=1) as up:
        codes = [up.browser().post("/guest", next="/").status_code for _ in range(8)]
        assert codes == [303] * 5 + [429] * 3
        new = up.browser().post("/sign-up", name="anna", password=GOOD)
        assert new.status_code == 429
