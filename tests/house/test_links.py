"""Tables on a link: contributions with the round itself, claims in one order, exact undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from pitboss.errors import CommandReused, Conflict, RoleBreach, RuleBreach
from pitboss.house import links
from pitboss.house.callers import Member, Player, System
from pitboss.house.link_service import Feed, Owner
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.changes import ChangeTerms
from pitboss.jackpot.link import LinkStatus
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.operation import ApproveProposal, StartLink, StopLink
from pitboss.money import NOTHING, Money
from pitboss.round.result import SettleRound
from pitboss.round.settlement import Level
from pitboss.round.wagers import PlaceWager
from pitboss.store.addresses import open_store
from pitboss.store.contract import Append, Store
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn
from pitboss.table.irregularities.reports import MakeRuling
from pitboss.table.operation import CloseTable, LoseLink
from pitboss.table.prompts import due_lines
from tests.house.floor import before_writing, setting_of
from tests.house.linked import (
    ALTERS,
    LINK,
    ROYAL_FLUSH,
    RUNS,
    SHIFT,
    SOFTWARE,
    STRAIGHT_FLUSH,
    UNIT,
    LinkedFloor,
    OtherProcess,
    let_go,
    whole_books,
)
from tests.jackpot.pot import HOLDEM, MASSACHUSETTS, level, megalink


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        found: Store = MemoryStore()
    elif request.param == "sqlite":
        found = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    else:
        found = open_store(request.getfixturevalue("postgres_url"))
    yield found
    let_go()
    found.close()


@pytest.fixture
def floor(store: Store) -> LinkedFloor:
    """A link that runs, and one table with seven players on it."""
    found = LinkedFloor(store)
    found.create()
    found.open_linked("T1")
    return found


@contextmanager
def damaged(floor: LinkedFloor) -> Iterator[None]:
    """Nobody can read the link for a while."""
    real = floor.links.current

    def broken(name: str) -> object:
        raise RuleBreach("The link is damaged", clause="P20", remedy="Restore it.")

    floor.links.current = broken  # type: ignore[method-assign,assignment]
    yield
    floor.links.current = real  # type: ignore[method-assign]


# --- contributions --------------------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.2")
def test_no_more_bets_puts_the_rounds_wagers_on_the_meter(floor: LinkedFloor) -> None:
    floor.call("T1")
    assert floor.store.head("inbox/mega/T1").version == 0
    floor.close("T1")
    floor.written_together("table/T1 bets-closed", "inbox/mega/T1 round-contributed")
    assert floor.owner.step() == 1
    assert floor.display() == "10007.00"
    assert floor.owner.step() == 0
    floor.finish("T1")
    floor.check()


def test_a_void_round_takes_its_contributions_back_to_the_last_part(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    floor.owner.step()
    before = floor.links.link(LINK).meters
    floor.call("T1")
    floor.close("T1")
    floor.owner.step()
    assert floor.display() == "10014.00"
    floor.rule("T1", "void")
    floor.written_together("table/T1 round-voided", "inbox/mega/T1 contribution-reversed")
    assert floor.owner.step() == 1
    assert floor.links.link(LINK).meters == before
    floor.finish("T1")
    assert floor.store.head("inbox/mega/T1").version == 3
    floor.check()


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.1.1")
def test_i_82_a_void_in_one_process_takes_back_what_another_contributed(
    floor: LinkedFloor, store: Store
) -> None:
    """The process that rules has read the table on, and its inbox when it was last written here."""
    other = OtherProcess(store, floor.clock)
    other.play_linked("T1")
    floor.house.tables.refresh("T1")
    floor.call("T1")
    floor.close("T1")
    other.house.tables.refresh("T1")
    other.rule("T1", "void")
    other.finish("T1")
    floor.owner.step()
    assert floor.display() == "10007.00", "the first round, and nothing of the void one"
    floor.check()


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "3.2")
@pytest.mark.parametrize("is_closed", [False, True])
def test_i_07_a_hand_that_is_removed_contributes_nothing_and_the_others_do(
    floor: LinkedFloor, is_closed: bool
) -> None:
    floor.call("T1")
    if is_closed:
        floor.close("T1")
    floor.rule("T1", "remove_hand", seat="3")
    if not is_closed:
        floor.close("T1")
        floor.finish("T1")
    floor.owner.step()
    assert floor.display() == "10006.00"
    assert floor.links.link(LINK).meters["jackpot"].wagers == 6
    floor.finish("T1")
    floor.check()


@pytest.mark.parametrize("rate", ["20%", "10%"])
def test_i_07_a_process_that_was_away_contributes_by_the_link_as_it_is_now(
    floor: LinkedFloor, store: Store, rate: str
) -> None:
    """Bets are closed by a process that last read the link when it was stopped to be changed."""
    other = OtherProcess(store, floor.clock)
    other.play_linked("T1")
    floor.owner.step()
    floor.give_link(StopLink(reason="the rate is changed"), RUNS)
    assert other.links.link(LINK).status is LinkStatus.STOPPED
    settings = megalink(level(contribution=Rate.parse(rate)))
    if rate != "20%":
        for kind in (ApproveProposal, ChangeTerms):
            floor.give_link(kind(settings=settings, software=SOFTWARE), ALTERS)
    floor.give_link(StartLink(software=SOFTWARE), RUNS)
    floor.call("T1")
    other.close("T1")
    other.finish("T1")
    floor.owner.step()
    assert floor.display() == {"20%": "10014.00", "10%": "10010.50"}[rate]
    floor.check()


def test_a_settlement_goes_by_the_link_whatever_meters_are_given(floor: LinkedFloor) -> None:
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.call("T1", seed)
    floor.close("T1")
    floor.until_settling("T1")
    forged = {"jackpot": Level(Money.parse("999999.00"), Money(1))}
    done = floor.give("T1", SettleRound(meters=forged), System(), "settle-1")
    again = floor.give("T1", SettleRound(), System(), "settle-1")
    assert again.events == done.events
    paid = floor.store.last("table/T1", "meter-paid")
    assert paid is not None
    assert '"before":"10007.00","awarded":"1000.70"' in paid.body
    winner = floor.links.link(LINK).claims[1].winners[0]
    assert (winner.seat, winner.hand, winner.amount) == (
        seat, "straight_flush", Money.parse("1000.70")
    )  # fmt: skip


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-holdem-v9", "3.14")
@pytest.mark.rule("mbs-megalink-three-card-v6", "3.17")
def test_the_claim_entered_first_is_paid_first_and_the_next_by_what_it_left(
    floor: LinkedFloor, store: Store
) -> None:
    floor.open_linked("T2")
    other = OtherProcess(store, floor.clock)
    for one, name in ((floor, "T1"), (other, "T2")):
        one.call(name, STRAIGHT_FLUSH[name, 1][0])
        one.close(name)
        one.until_settling(name)
    floor.owner.step()
    # Both have read the same meter; the other process is written first.
    other.dealing.step("T2")
    floor.dealing.step("T1")
    claims = floor.links.link(LINK).claims
    assert [claims[n].table for n in (1, 2)] == ["T2", "T1"]
    assert [str(claims[n].levels["jackpot"].before) for n in (1, 2)] == [
        "10014.00", "9012.60",
    ]  # fmt: skip
    assert [str(claims[n].winners[0].amount) for n in (1, 2)] == ["1001.40", "901.26"]
    other.verify(1)
    floor.verify(2)
    with pytest.raises(RuleBreach, match="Claim 1 of table T2 was entered first"):
        floor.pay(2)
    for number in (1, 2):
        floor.pay(number)
    slips = [entry for entry in store.read("link/mega") if entry.name == "prize-paid"]
    assert ['"slip":1,"claim":1' in slips[0].body, '"slip":2,"claim":2' in slips[1].body] == [
        True, True,
    ]  # fmt: skip
    floor.finish("T1")
    other.finish("T2")
    floor.check()


def test_a_claim_and_its_settlement_are_written_together_or_not_at_all(
    floor: LinkedFloor,
) -> None:
    floor.until_paid("T1", STRAIGHT_FLUSH["T1", 1][0])
    floor.written_together("table/T1 round-settled", "link/mega claim-entered")


def test_after_a_royal_others_play_on_at_the_meter_that_starts_again(floor: LinkedFloor) -> None:
    floor.open_linked("T2", 2)
    feed = Feed(floor.links, LINK)
    floor.until_paid("T1", ROYAL_FLUSH["T1", 1][0])
    shown = feed.poll()
    assert shown is not None
    assert str(shown.shown.levels[0].amount) == "10000.00"
    assert [(one.table, str(one.amount)) for one in shown.shown.pending] == [("T1", "10007.00")]
    floor.play_linked("T2")
    floor.owner.step()
    assert floor.display() == "10002.00"
    floor.finish("T1")
    floor.reject(1)
    # All that was taken is back, and what came in meanwhile is there as well.
    assert floor.display() == "10009.00"


def test_what_no_level_pays_writes_nothing_to_the_link(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    assert [e.name for e in floor.store.read("link/mega")][-1] == "table-joined"


def test_a_settlement_undone_takes_its_claim_back_exactly(floor: LinkedFloor) -> None:
    floor.call("T1", STRAIGHT_FLUSH["T1", 1][0])
    floor.close("T1")
    floor.owner.step()
    before = floor.links.link(LINK).meters
    floor.until_settling("T1")
    floor.dealing.step("T1")
    assert floor.links.link(LINK).meters != before
    with pytest.raises(RoleBreach):
        floor.rule("T1", "void", by=Member("mbs-3"))
    floor.give("T1", MakeRuling(ruling="void", reason="smoke"), SHIFT)
    floor.written_together("link/mega claim-rejected", "table/T1 settlement-undone")
    assert floor.links.link(LINK).claims == {}
    floor.owner.step()
    assert floor.display() == "10000.00"
    floor.finish("T1")
    assert floor.display() == "10000.00"
    floor.check()


@pytest.mark.parametrize("prize_is", ["held", "rejected", "paid"])
def test_i_82_and_i_83_a_settlement_undone_takes_its_prize_along(
    floor: LinkedFloor, prize_is: str
) -> None:
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.until_paid("T1", seed)
    assert floor.table().chips.waiting(f"p{seat}") == Money.parse("1000.70")
    if prize_is == "rejected":
        floor.reject(1)
        assert not whole_books(floor.store).get("prizes:mega:jackpot")
    if prize_is == "paid":
        floor.verify(1)
        floor.pay(1)
    before = floor.store.head("link/mega").version
    floor.rule("T1", "void")
    # What was rejected is the link's again already, and does not move once more.
    assert (floor.store.head("link/mega").version == before) is (prize_is == "rejected")
    assert floor.table().chips.waiting(f"p{seat}") == NOTHING
    floor.finish("T1")
    floor.owner.step()
    assert floor.display() == "10000.00"
    assert {str(one) for one in floor.table().chips.players.values()} == {"100000.00"}
    books = whole_books(floor.store)
    assert "held:mega:jackpot" not in books
    assert not books.get("prizes:mega:jackpot")
    floor.check()


def test_a_prize_paid_while_its_table_writes_is_read_before_the_table_goes_on(
    floor: LinkedFloor, store: Store
) -> None:
    """Between reading and writing somebody else pays: the table decides anew, and both stand."""
    other = OtherProcess(store, floor.clock)
    seed, seat = STRAIGHT_FLUSH["T1", 1]
    floor.play_linked("T1", seed=seed)
    floor.owner.step()
    floor.verify(1)

    claims = iter([1])

    def pay(appends: list[Append]) -> None:
        for claim in claims:
            other.pay(claim)

    before = floor.table().chips.held(f"p{seat}")
    floor.house.store = before_writing(store, pay)
    floor.give("T1", BuyIn("p1", Money(100)), Player("p1"))
    chips = floor.table().chips
    assert (chips.prizes, chips.held(f"p{seat}")) == ((), before + Money.parse("1000.70"))
    floor.check()


# --- joining --------------------------------------------------------------------------------------


def test_practice_never_touches_a_link(floor: LinkedFloor) -> None:
    with pytest.raises(RuleBreach, match="for practice"):
        floor.open_linked("T9", is_practice=True)
    assert floor.store.head("table/T9").version == 0


def test_a_table_that_may_not_share_the_link_does_not_open(floor: LinkedFloor) -> None:
    plain = setting_of(HOLDEM, "T9")
    offered = (*plain.offered, "progressive")
    other = replace(plain, link=LINK, unit=Money(100), offered=offered)
    with pytest.raises(RuleBreach, match="wager amount"):
        floor.house.tables.open(other, Member("mbs-2"))
    with pytest.raises(RuleBreach, match="There is no link nowhere"):
        floor.house.tables.open(replace(other, link="nowhere"), Member("mbs-2"))
    assert floor.store.head("table/T9").version == 0


def test_a_table_opens_again_on_its_link(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    floor.give("T1", CloseTable(), Member("mbs-2"))
    setting = floor.table().setting
    assert setting is not None
    floor.house.tables.open(setting, Member("mbs-2"))
    floor.give("T1", CloseTable(), Member("mbs-2"))
    with pytest.raises(RuleBreach, match="wager amount"):
        floor.house.tables.open(replace(setting, unit=Money(100)), Member("mbs-2"))


# --- the owner ------------------------------------------------------------------------------------


def test_another_folds_when_the_owner_is_gone(floor: LinkedFloor, store: Store) -> None:
    other = OtherProcess(store, floor.clock)
    floor.play_linked("T1")
    assert floor.owner.step() == 1
    floor.play_linked("T1")
    assert other.owner.step() == 0
    assert not other.owner.is_owner
    floor.owner.give_back()
    assert other.owner.step() == 1
    assert other.display() == "10014.00"
    fences = [e.body for e in store.read("link/mega") if e.name == "owner-took"]
    assert ['"fence":1' in fences[0], '"fence":2' in fences[1]] == [True, True]
    floor.check()


class Unaware:
    """A lease that goes on believing it is held: a process that slept through its own end."""

    def take(self) -> bool:
        return True

    def is_held(self) -> bool:
        return True

    def give_back(self) -> None:
        self.take = lambda: False  # type: ignore[method-assign]


def test_an_owner_that_was_replaced_writes_no_more(floor: LinkedFloor, store: Store) -> None:
    stale = Owner(floor.links, LINK, lease=Unaware())
    floor.play_linked("T1")
    assert stale.step() == 1
    other = OtherProcess(store, floor.clock)
    floor.play_linked("T1")
    assert other.owner.step() == 1
    floor.play_linked("T1")
    before = store.head("link/mega")
    assert stale.step() == 0
    assert not stale.is_owner
    assert store.head("link/mega") == before
    assert other.owner.step() == 1
    assert other.display() == "10021.00"


def test_whoever_decided_on_an_older_link_decides_again(floor: LinkedFloor, store: Store) -> None:
    """Between reading and writing somebody else writes: nothing is lost and nothing is doubled."""
    other = OtherProcess(store, floor.clock)

    stop, start = StopLink(reason="a check"), StartLink(software=SOFTWARE)
    commands: Iterator[LinkCommand] = iter([stop, start, stop])

    def contest(appends: list[Append]) -> None:
        if appends[-1].stream == "link/mega":
            for command in islice(commands, 1):
                other.give_link(command, RUNS)

    floor.call("T1", STRAIGHT_FLUSH["T1", 1][0])
    floor.close("T1")
    floor.until_settling("T1")
    floor.house.store = before_writing(store, contest)
    floor.dealing.step("T1")
    entered = [e for e in store.read("link/mega") if e.name == "claim-entered"]
    assert len(entered) == 1
    assert '"amount":"1000.70"' in entered[0].body


def test_a_busy_link_says_that_nobody_gets_through(floor: LinkedFloor, store: Store) -> None:
    def taken(appends: list[Append]) -> None:
        raise Conflict(appends[0].stream, expected=1, found=2)

    floor.house.store = before_writing(store, taken)
    with pytest.raises(Conflict):
        floor.give_link(StopLink(reason="a check"), RUNS)


# --- the software ---------------------------------------------------------------------------------


def test_other_software_than_was_approved_serves_no_link(floor: LinkedFloor, store: Store) -> None:
    other = OtherProcess(store, floor.clock)
    other.links.software = lambda: "pitboss of tomorrow"
    with pytest.raises(RuleBreach, match="was not approved"):
        other.owner.step()
    assert "other software" in other.links.fault(LINK, "T1")
    floor.give_link(StopLink(reason="an update"), RUNS)
    with pytest.raises(RuleBreach, match="not what was approved: software"):
        floor.give_link(StartLink(software="pitboss of tomorrow"), RUNS)


# --- a link out of reach --------------------------------------------------------------------------


def test_a_table_without_its_link_takes_no_progressive_wagers_and_plays_on(
    floor: LinkedFloor,
) -> None:
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    held = floor.table().chips.held("p1")
    floor.give("T1", PlaceWager(1, "p1", "progressive", UNIT), Player("p1"))
    floor.give_link(StopLink(reason="the display is dark"), RUNS)
    with pytest.raises(RuleBreach, match="The link takes no wagers: the display is dark"):
        floor.give("T1", PlaceWager(2, "p2", "progressive", UNIT), Player("p2"))
    done = floor.dealing.step("T1")
    assert done is not None
    table = floor.table()
    assert "the display is dark" in table.link_lost
    # What lay there went back, and is not offered.
    assert "progressive" not in table.play.seats[1].wagers
    assert table.chips.held("p1") == held
    with pytest.raises(RuleBreach, match="the display is dark"):
        floor.give("T1", PlaceWager(2, "p2", "progressive", UNIT), Player("p2"))
    floor.close("T1")
    floor.finish("T1")
    floor.give_link(StartLink(software=SOFTWARE), RUNS)
    assert floor.dealing.step("T1") is not None
    assert floor.table().link_lost == ""
    floor.play_linked("T1")
    floor.owner.step()
    assert floor.display() == "10007.00"
    floor.check()


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "3.5")
def test_p18_nobody_is_told_of_a_wager_or_a_draw_that_the_lost_link_takes_away(
    floor: LinkedFloor,
) -> None:
    def told() -> str:
        return "; ".join(due_lines(floor.rules(), floor.table()))

    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    assert "may place progressive" in told()
    floor.give_link(StopLink(reason="the display is dark."), RUNS)
    floor.dealing.step("T1")
    assert "progressive" not in told()
    with pytest.raises(RuleBreach) as refused:
        floor.give("T1", PlaceWager(2, "p2", "progressive", UNIT), Player("p2"))
    assert refused.value.remedy.endswith(": the display is dark. The game goes on without it.")
    floor.close("T1")
    assert "draws" not in told()
    assert "may deal" in told()


@pytest.mark.parametrize("is_settled", [True, False])
def test_i_82_a_link_lost_after_a_void_gives_every_wager_back_once(
    floor: LinkedFloor, is_settled: bool
) -> None:
    floor.call("T1")
    floor.rule("T1", "void")
    if is_settled:
        floor.dealing.step("T1")
        assert floor.table().play.is_settled
    floor.give_link(StopLink(reason="the display is dark"), RUNS)
    floor.dealing.step("T1")
    assert floor.table().link_lost
    floor.finish("T1")
    held = {str(chips) for chips in floor.table().chips.players.values()}
    assert held == {"100000.00"}, "what everybody bought in for"
    floor.check()


def test_a_table_whose_contributions_nobody_counts_takes_no_more(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    floor.clock.pass_by(seconds=60)
    assert "not been counted" in floor.links.fault(LINK, "T1")
    floor.dealing.step("T1")
    assert floor.table().link_lost
    floor.owner.step()
    floor.dealing.step("T1")
    assert not floor.table().link_lost
    floor.check()


def test_a_link_lost_in_mid_round_does_not_stop_the_round(floor: LinkedFloor) -> None:
    floor.play_linked("T1")
    floor.call("T1")
    floor.close("T1")
    floor.until_settling("T1")
    with damaged(floor):
        floor.finish("T1")
    floor.check()


def test_a_prize_waits_for_its_link(floor: LinkedFloor) -> None:
    floor.call("T1", ROYAL_FLUSH["T1", 1][0])
    floor.close("T1")
    floor.until_settling("T1")
    with damaged(floor), pytest.raises(RuleBreach, match="damaged"):
        floor.dealing.step("T1")
    floor.dealing.step("T1")
    assert len(floor.links.link(LINK).claims) == 1


def test_players_cannot_say_that_the_link_is_lost(floor: LinkedFloor) -> None:
    with pytest.raises(RoleBreach):
        floor.give("T1", LoseLink("it is slow"), Player("p1"))


# --- commands and the feed ------------------------------------------------------------------------


def test_a_command_to_a_link_acts_once(floor: LinkedFloor) -> None:
    stop = {"reason": "a check"}
    first = floor.give_link(StopLink(**stop), RUNS, "stop-1")
    again = floor.give_link(StopLink(**stop), RUNS, "stop-1")
    assert again.events == first.events
    with pytest.raises(CommandReused):
        floor.give_link(StopLink(reason="another"), RUNS, "stop-1")


def test_a_refusal_for_lack_of_a_role_is_written_down(floor: LinkedFloor) -> None:
    with pytest.raises(RoleBreach):
        floor.give_link(StopLink(reason="a check"), Member("acc"))
    refused = floor.store.last("access", "request-refused")
    assert refused is not None
    assert "stop link of link mega" in refused.body


def test_every_process_sees_every_value(floor: LinkedFloor, store: Store) -> None:
    feed = Feed(OtherProcess(store, floor.clock).links, LINK)
    first = feed.poll()
    assert first is not None
    assert feed.poll() is None
    floor.play_linked("T1")
    floor.owner.step()
    value = feed.poll()
    assert value is not None
    assert value.version > first.version
    assert str(value.shown.levels[0].amount) == "10007.00"
    assert value.counted == {"T1": 1}
    floor.give_link(StopLink(reason="the display is dark"), RUNS)
    value = feed.poll()
    assert value is not None
    assert (value.shown.is_running, value.shown.fault) == (False, "the display is dark")


def test_a_link_reads_on_from_its_last_snapshot(floor: LinkedFloor, store: Store) -> None:
    floor.play_linked("T1")
    every, links.SNAPSHOT_EVERY = links.SNAPSHOT_EVERY, 3
    try:
        floor.owner.step()
    finally:
        links.SNAPSHOT_EVERY = every
    assert store.last("link/mega", "link-snapshot") is not None
    floor.play_linked("T1")
    floor.owner.step()
    other = OtherProcess(store, floor.clock)
    assert other.links.link(LINK) == floor.links.link(LINK)
    floor.check()


def test_the_draws_go_by_the_rates_of_the_link(floor: LinkedFloor) -> None:
    rates = floor.links.rates(LINK)
    assert [str(rate) for rate in rates] == ["1/20", "1/40"]


def test_a_link_for_massachusetts_refuses_another_house(store: Store) -> None:
    floor = LinkedFloor(store)
    floor.create(megalink())
    plain = setting_of(MASSACHUSETTS, "M1")
    offered = (*plain.offered, "progressive")
    setting = replace(plain, link=LINK, unit=Money(100), offered=offered)
    with pytest.raises(RuleBreach, match="it plays mgc-let-it-ride"):
        floor.house.tables.open(setting, Member("mgc-2"))
