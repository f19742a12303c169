"""Players' accounts: purses, sittings, and limits that are easily lowered and slowly raised."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.audit import audit
from pitboss.envelope import Envelope
from pitboss.errors import CommandReused, PlayerRefused, RuleBreach, SignInRefused
from pitboss.games.library import Library
from pitboss.house.callers import Player
from pitboss.house.clock import stamp
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.players.account import Account, BringFromTable, OwnLimit, TakeToTable, decide, evolve
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.chips.corrections import Correct
from pitboss.table.chips.exchange import BuyIn
from tests.house.floor import GOOD, house_on, open_floor
from tests.web.floors import LinkedFloor

GIFT = Money(1_000_000)
RIDE = "mbs-let-it-ride-v3"


class Played:
    """A floor with one table, and accounts beside it."""

    def __init__(self, *, gift: Money | None = GIFT) -> None:
        self.floor = LinkedFloor(MemoryStore())
        self.floor.open_linked(RIDE)
        self.clock = self.floor.clock
        self.house = house_on(
            self.floor.store,
            self.clock,
            is_reserved=lambda name: name.startswith("house"),
            gift=gift,
        )
        self.accounts = self.house.accounts


@pytest.fixture
def house() -> Played:
    return Played()


def test_a_guest_comes_with_play_money_and_no_password(house: Played) -> None:
    guest = house.accounts.guest()
    assert guest.is_guest
    assert guest.purse == GIFT
    with pytest.raises(SignInRefused):
        house.accounts.sign_in(guest.name, "")


def test_accounts_nobody_asks_about_are_let_go_and_read_again(
    house: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.streams.MOST_CACHED", 3)
    names = [house.accounts.guest().name for _ in range(6)]
    house.accounts.buy_in(names[0], "T1", Money(2_500), "bring")
    purses = [house.accounts.account(name).purse for name in names]
    assert purses == [GIFT - Money(2_500)] + [GIFT] * 5
    assert len(house.house.streams) == 3


def test_a_floor_for_money_gives_none_away() -> None:
    house = Played(gift=None)
    with pytest.raises(PlayerRefused, match="play money only"):
        house.accounts.guest()
    ann = house.accounts.register("Ann", GOOD)
    assert ann.purse == Money(0)
    with pytest.raises(PlayerRefused, match="does not give"):
        house.accounts.fill("Ann")


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "house Ada", "House Ada", "p1"])
def test_a_name_that_means_somebody_is_taken(house: Played, name: str) -> None:
    house.accounts.register("Ann", GOOD)
    house.floor.open(RIDE, "T2", players=1)
    with pytest.raises(PlayerRefused, match="taken"):
        house.accounts.register(name, GOOD)


@pytest.mark.parametrize("name", ["", " ", "a" * 25, "ann\n", "<ann>", "-ann", "a\u202eb", "../x"])
def test_a_name_is_one_that_others_can_read(house: Played, name: str) -> None:
    with pytest.raises(PlayerRefused):
        house.accounts.register(name, GOOD)


def test_a_weak_password_is_refused_without_being_repeated(house: Played) -> None:
    with pytest.raises(PlayerRefused) as refusal:
        house.accounts.register("Ann", "annann77")
    assert "annann77" not in str(refusal.value)
    assert not house.accounts.account("Ann").exists


def test_wrong_passwords_make_one_wait_and_say_nothing_about_who_exists(house: Played) -> None:
    house.accounts.register("Ann", GOOD)
    problems = set()
    for name in ("Ann", "Bea"):
        with pytest.raises(SignInRefused) as refusal:
            house.accounts.sign_in(name, "quite another thing")
        problems.add(str(refusal.value))
    assert len(problems) == 1
    for _ in range(4):
        with pytest.raises(SignInRefused):
            house.accounts.sign_in("Ann", "quite another thing")
    with pytest.raises(SignInRefused, match="60 seconds"):
        house.accounts.sign_in("Ann", GOOD)
    house.clock.pass_by(seconds=61)
    assert house.accounts.sign_in("ann", GOOD).name == "Ann"


def test_money_at_a_table_and_in_the_purse_moves_together_or_not_at_all(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.accounts.take_seat(ann, "T1", 1)
    house.accounts.buy_in(ann, "T1", Money(30_000), "once")
    house.accounts.buy_in(ann, "T1", Money(30_000), "once")
    assert house.accounts.account(ann).purse == GIFT - Money(30_000)
    assert house.house.tables.table("T1").chips.held(ann) == Money(30_000)
    with pytest.raises(CommandReused):
        house.accounts.buy_in(ann, "T1", Money(40_000), "once")
    with pytest.raises(PlayerRefused, match="Take at most"):
        house.accounts.buy_in(ann, "T1", GIFT)
    house.accounts.cash_out(ann, "T1", Money(30_000))
    assert house.accounts.account(ann).purse == GIFT
    house.accounts.leave_seat(ann, "T1")
    assert not audit(house.floor.store, Library(), is_alone=True).findings


def test_a_limit_on_spend_counts_what_a_day_cost(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.accounts.limit_spend(ann, Money(10_000))
    house.accounts.buy_in(ann, "T1", Money(8_000))
    with pytest.raises(PlayerRefused, match=r"Take at most \$20.00"):
        house.accounts.buy_in(ann, "T1", Money(2_001))
    now = stamp(house.clock())
    assert house.accounts.account(ann).may_take(now) == Money(2_000)
    house.accounts.cash_out(ann, "T1", Money(3_000))
    assert house.accounts.account(ann).may_take(now) == Money(5_000)
    house.accounts.buy_in(ann, "T1", Money(5_000))
    house.clock.pass_by(hours=24)
    house.accounts.buy_in(ann, "T1", Money(10_000))


def test_money_brought_back_does_not_raise_the_limit_of_the_next_day(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.accounts.limit_spend(ann, Money(10_000))
    house.accounts.buy_in(ann, "T1", Money(10_000))
    house.clock.pass_by(hours=23)
    house.accounts.cash_out(ann, "T1", Money(10_000))
    house.clock.pass_by(hours=1)
    house.accounts.buy_in(ann, "T1", Money(10_000))
    with pytest.raises(PlayerRefused, match=r"Take at most \$0.00"):
        house.accounts.buy_in(ann, "T1", Money(100))


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(-120, 120).filter(bool)), max_size=40))
def test_no_day_costs_more_than_its_limit(steps: list[tuple[int, int]]) -> None:
    account, limit, hour = Account(name="Ann", purse=Money(10_000)), Money(100), 0
    done: list[tuple[int, int]] = []
    for hours, amount in steps:
        hour += hours
        by = Envelope("Ann", time=stamp(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hour)))
        account = replace(account, spend=OwnLimit(limit))
        asks = (TakeToTable if amount > 0 else BringFromTable)(table="T", amount=Money(abs(amount)))
        try:
            events = decide(account, asks, by)
        except PlayerRefused:
            continue
        for event in events:
            account = evolve(account, event, by)
        done.append((hour, amount))
        out = 0
        for cents in (cents for at, cents in done if hour - at < 24):
            # Money brought back makes good what this day took, and is no reserve for more.
            out = max(out + cents, 0)
        assert out <= limit.cents


def test_a_lower_limit_holds_at_once_and_a_higher_one_after_a_day(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.accounts.limit_spend(ann, Money(10_000))
    house.accounts.limit_spend(ann, Money(5_000))
    with pytest.raises(PlayerRefused):
        house.accounts.buy_in(ann, "T1", Money(5_001))
    house.accounts.limit_spend(ann, None)
    house.clock.pass_by(hours=23, minutes=59)
    with pytest.raises(PlayerRefused):
        house.accounts.buy_in(ann, "T1", Money(5_001))
    house.clock.pass_by(minutes=1)
    house.accounts.buy_in(ann, "T1", Money(5_001))


def test_lowering_again_takes_back_a_raise_that_still_waits(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.accounts.limit_time(ann, 60)
    house.accounts.limit_time(ann, 600)
    house.accounts.limit_time(ann, 30)
    house.clock.pass_by(hours=25)
    account = house.accounts.account(ann)
    assert account.time.at("2026-01-05T00:00:00.000000Z") == 30


def test_a_limit_on_time_counts_minutes_at_tables_once(house: Played) -> None:
    ann = house.accounts.register("Ann", GOOD).name
    house.floor.open_linked(RIDE, "T2")
    house.accounts.limit_time(ann, 45)
    house.accounts.take_seat(ann, "T1", 1)
    house.accounts.take_seat(ann, "T2", 1)
    house.clock.pass_by(minutes=30)
    house.accounts.leave_seat(ann, "T1")
    house.accounts.leave_seat(ann, "T2")
    house.accounts.check_time(ann)
    house.accounts.take_seat(ann, "T1", 1)
    house.clock.pass_by(minutes=15)
    with pytest.raises(PlayerRefused, match="45 minutes"):
        house.accounts.check_time(ann)
    with pytest.raises(PlayerRefused):
        house.accounts.buy_in(ann, "T1", Money(500))
    house.accounts.leave_seat(ann, "T1")
    house.clock.pass_by(hours=24)
    house.accounts.check_time(ann)


def test_a_session_is_kept_as_a_hash_and_ends_when_it_should(tmp_path: Path) -> None:
    store, clock = SqliteStore(tmp_path / "s.db"), LinkedFloor(MemoryStore()).clock
    staffing = open_floor(store, clock)
    sessions = house_on(store, clock).sessions
    token, other = sessions.open("Ann"), sessions.open_for(staffing.sign_in("boss", GOOD))
    assert not any(
        token in entry.stream + entry.body for s in store.streams() for entry in store.scan(s)
    )
    found = sessions.find(token)
    assert found is not None
    assert (found.person, found.is_staff) == ("Ann", False)
    assert sessions.find(other) is not None
    clock.pass_by(hours=13)
    assert sessions.find(other) is None
    sessions.close(token)
    sessions.close(token)
    assert sessions.find(token) is None
    assert sessions.find("") is None
    assert sessions.find("x" * 1000) is None
    store.close()


def test_s4_what_went_from_a_purse_is_put_right_by_its_player(house: Played) -> None:
    """Staff would correct the table alone, and the purse would stay as it was."""
    ann = house.accounts.guest().name
    house.house.give(table_stream("T1"), BuyIn("p9", Money(700)), Player("p9"))
    house.accounts.buy_in(ann, "T1", Money(30_000))
    house.accounts.cash_out(ann, "T1", Money(10_000))
    by = house.floor.staff("T1", 1)
    for number, words in ((2, f"{ann} can cash it out"), (3, f"{ann} can buy in again")):
        with pytest.raises(RuleBreach, match="of a player's own account") as refusal:
            house.house.give(table_stream("T1"), Correct(number, "a nought too many"), by)
        assert words in refusal.value.remedy
    house.house.give(table_stream("T1"), Correct(1, "nobody of that name"), by)
    assert (
        house.accounts.account(ann).purse + house.house.tables.table("T1").chips.held(ann) == GIFT
    )
    assert not audit(house.floor.store, Library(), is_alone=True).findings
