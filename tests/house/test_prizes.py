"""Prizes from a level: held apart until their claim is paid, and the link's again if it is not."""

from __future__ import annotations

import pytest

from pitboss.errors import RoleBreach, RuleBreach
from pitboss.house.callers import Member, Player
from pitboss.house.house import House
from pitboss.house.link_reports import link_report
from pitboss.house.streams import link_stream
from pitboss.jackpot.claims import PayClaim
from pitboss.money import NOTHING, Money
from pitboss.round.wagers import PlaceWager
from pitboss.store.contract import Append
from pitboss.store.memory import MemoryStore
from pitboss.table.chips.exchange import BuyIn, CashOut
from pitboss.table.chips.prizes import PrizeToRecover
from pitboss.table.irregularities.reports import ReportIrregularity
from pitboss.table.operation import CloseTable
from pitboss.table.people.seats import LeaveSeat
from pitboss.table.player_options import player_options
from pitboss.table.prompts import due_lines
from pitboss.table.view import view
from tests.house.floor import before_writing
from tests.house.linked import (
    DEALER,
    LINK,
    NOTHING_WON,
    ONE_STRAIGHT_FLUSH,
    PAYS,
    REJECTS,
    ROYAL_AND_STRAIGHT_FLUSH,
    STRAIGHT_FLUSH,
    TWO_STRAIGHT_FLUSHES,
    UNIT,
    DealtFloor,
    LinkedFloor,
    whole_books,
)
from tests.house.test_linked_games import ROYAL_FLUSH, GameFloor
from tests.jackpot.pot import MASSACHUSETTS, level, megalink, money

HELD, PRIZES = "held:mega:jackpot", "prizes:mega:jackpot"
SEED, SEAT = STRAIGHT_FLUSH["T1", 1]
WINNER = Player(f"p{SEAT}")
PRIZE = money("1000.70")


@pytest.fixture
def floor() -> LinkedFloor:
    """An electronic table with a straight flush in its first round, which is over."""
    found = LinkedFloor(MemoryStore())
    found.create()
    found.open_linked("T1")
    found.play_linked("T1", seed=SEED)
    found.owner.step()
    return found


@pytest.fixture
def dealt() -> DealtFloor:
    """A table with a dealer and two players."""
    found = DealtFloor(MemoryStore())
    found.open_dealt("T1")
    return found


def chips_of(floor: LinkedFloor, player: str) -> tuple[Money, Money]:
    """What somebody holds at T1, and what is held for them."""
    chips = floor.house.tables.refresh("T1").chips
    return chips.held(player), chips.waiting(player)


# --- while the claim is open ----------------------------------------------------------------------


def test_i_14_a_prize_is_no_part_of_its_winners_chips_until_it_is_paid(floor: LinkedFloor) -> None:
    held, waits = chips_of(floor, WINNER.name)
    assert waits == PRIZE
    assert whole_books(floor.store)[HELD] == PRIZE
    assert not whole_books(floor.store).get(PRIZES)
    with pytest.raises(RuleBreach, match="holds") as refused:
        floor.give("T1", CashOut(WINNER.name, held + Money(1)), WINNER)
    assert refused.value.remedy.endswith("$1,000.70 is held until its claim is paid (I-14).")
    floor.give("T1", CashOut(WINNER.name, held), WINNER)
    floor.verify(1)
    assert chips_of(floor, WINNER.name) == (NOTHING, PRIZE), "verified is not paid"
    floor.pay(1)
    assert chips_of(floor, WINNER.name) == (PRIZE, NOTHING)
    assert HELD not in whole_books(floor.store)
    floor.give("T1", CashOut(WINNER.name, PRIZE), WINNER)
    floor.check()


def test_i_14_a_prize_that_waits_pays_for_no_wager(floor: LinkedFloor) -> None:
    held, _ = chips_of(floor, WINNER.name)
    floor.give("T1", CashOut(WINNER.name, held), WINNER)
    floor.verify(1)
    floor.dealing.call_for_bets("T1")
    placed = PlaceWager(SEAT, WINNER.name, "1", Money(1000))
    with pytest.raises(RuleBreach, match=r"holds \$0\.00"):
        floor.give("T1", placed, WINNER)
    floor.pay(1)
    floor.give("T1", placed, WINNER)
    floor.check()


def test_i_14_what_a_player_is_shown_says_what_is_held(floor: LinkedFloor) -> None:
    rules, table = floor.rules(), floor.table()
    assert str(view(rules, table, WINNER.name).you.held) == "1000.70"
    assert str(view(rules, table, "p1").you.held) == "0.00"


# --- a claim that is rejected ---------------------------------------------------------------------


@pytest.mark.parametrize("when", ["at once", "rounds later", "left", "closed"])
def test_i_14_a_rejected_prize_goes_back_to_the_link_exactly(floor: LinkedFloor, when: str) -> None:
    before, _ = chips_of(floor, WINNER.name)
    if when == "rounds later":
        floor.play_linked("T1", 2)
        floor.owner.step()
    if when == "left":
        floor.give("T1", CashOut(WINNER.name, before), WINNER)
        floor.give("T1", LeaveSeat(WINNER.name), WINNER)
    if when == "closed":
        floor.give("T1", CloseTable(), Member("mbs-2"))
    chips, shown = chips_of(floor, WINNER.name), Money.parse(floor.display())
    floor.reject(1)
    assert chips_of(floor, WINNER.name) == (chips[0], NOTHING)
    assert Money.parse(floor.display()) == shown + PRIZE
    books = whole_books(floor.store)
    assert not books.get(HELD)
    assert not books.get(PRIZES)
    table = floor.table().chips
    assert table.links == {}, "as if no level had paid"
    assert table.shift.linked == NOTHING
    floor.check()


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.1.1")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.2")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "5.4")
@pytest.mark.parametrize("cards", [TWO_STRAIGHT_FLUSHES, ROYAL_AND_STRAIGHT_FLUSH])
@pytest.mark.parametrize("until", ["verified", "paid", "cashed out"])
@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("foreign_card", {"card": "Kc", "place": "the shoe"}),
        ("card_count", {"count": "51"}),
        ("wrong_number", {"place": "community", "cards": "3"}),
    ],
)
def test_i_82_a_void_takes_back_a_prize_however_far_it_had_come(
    dealt: DealtFloor, cards: str, until: str, kind: str, details: dict[str, str]
) -> None:
    dealt.play_dealt("T1")
    before = stands(dealt)
    dealt.until_settled("T1", cards)
    dealt.verify(1)
    if until != "verified":
        dealt.pay(1)
    prizes = dealt.house.tables.refresh("T1").chips.paid_prizes
    assert bool(prizes) is (until != "verified")
    if until == "cashed out":
        for prize in prizes:
            dealt.at("T1", CashOut(prize.player, prize.amount))
    done = dealt.give("T1", ReportIrregularity(kind=kind, details=details), REJECTS)
    gone = [event for event in done.events if isinstance(event, PrizeToRecover)]
    assert {event.prize for event in gone} == set(prizes)
    assert {event.clause for event in gone} == ({"I-82"} if prizes else set())
    for event in gone:
        assert event.owes == (event.prize.amount if until == "cashed out" else NOTHING)
    assert dealt.table().chips.prizes == ()
    dealt.settle("T1")
    dealt.end("T1")
    dealt.owner.step()
    # The link is as if the round had never been; the slips stay, and say that they are void.
    link = dealt.links.link(LINK)
    assert (stands(dealt), link.claims, link.hits, link.paid) == (before, {}, (), {})
    with pytest.raises(RuleBreach, match="There is no open claim 1"):
        dealt.pay(1)
    found = link_report(dealt.links, LINK)
    assert [(row["hits"], row["wins"], row["difference"]) for row in found["reconciliation"]] == [
        (0, "0.00", "0.00")
    ]
    assert found["recount"] == []
    assert {row["won"] for row in found["tables"]} == {"0.00"}
    state = "paid, and to be recovered" if prizes else "rejected"
    assert {row["state"] for row in found["claims"]} == {
        f"{state}: the settlement of round 2 was undone"
    }
    assert [bool(row["void"]) for row in found["slips"]] == [True] * len(prizes)
    taken = [row for row in found["exceptions"] if row["what"] == "paid prize taken back"]
    assert len(taken) == bool(prizes)
    for prize in prizes:
        assert f"{prize.amount.dollars} from {prize.player} (slip " in str(taken[0]["detail"])
    # Whoever took it away owes it, and whoever runs the table is told so.
    chips = dealt.table().chips
    owing = [line for line in due_lines(dealt.rules(), dealt.table()) if " owes " in line]
    if until == "cashed out":
        assert len(owing) == len({prize.player for prize in prizes})
        for player, amount in list(chips.players.items()):
            if amount < NOTHING:
                dealt.at("T1", BuyIn(player, NOTHING - amount))
        assert not any(amount < NOTHING for amount in dealt.table().chips.players.values())
    else:
        # The stakes they brought to the table, and nothing else.
        assert ({str(one) for one in chips.players.values()}, owing) == ({"35.00"}, [])
    books = whole_books(dealt.store)
    assert not books.get(HELD)
    assert not books.get(PRIZES)
    dealt.check()


def test_i_82_a_paid_prize_goes_back_only_by_two_and_in_time(dealt: DealtFloor) -> None:
    dealt.until_settled("T1", ONE_STRAIGHT_FLUSH)
    dealt.verify(1)
    dealt.pay(1)
    dealt.end("T1")
    late = ReportIrregularity(kind="foreign_card", details={"card": "Kc", "place": "the shoe"})
    with pytest.raises(RuleBreach, match="results that stand are not reopened"):
        dealt.give("T1", late, REJECTS)
    report = ReportIrregularity(kind="card_count", details={"count": "51"})
    for member, needs in (
        (Member("mbs-0"), "This needs the Pit Supervisor or a higher role."),
        (Member("mbs-1"), "This needs a second person, of surveillance or security."),
        (PAYS, "This needs a person of surveillance or security."),
    ):
        with pytest.raises(RoleBreach, match="which was paid and goes back with it") as refused:
            dealt.give("T1", report, member)
        assert refused.value.remedy.endswith(needs)
    dealt.dealing.call_for_bets("T1", DEALER)
    with pytest.raises(RuleBreach, match="results that stand are not reopened"):
        dealt.give("T1", report, REJECTS)
    assert dealt.links.link(LINK).meters["jackpot"].hits == 1
    dealt.check()


@pytest.mark.parametrize("is_paid", [False, True])
def test_i_105_the_hand_that_is_left_claims_anew_when_the_other_of_two_goes(
    dealt: DealtFloor, is_paid: bool
) -> None:
    """Settled anew, the round claims anew on the meter as it is then, and is paid by a new slip."""
    dealt.until_settled("T1", TWO_STRAIGHT_FLUSHES)
    dealt.verify(1)
    if is_paid:
        dealt.pay(1)
    dealt.rule("T1", "remove_hand", seat="1")
    dealt.settle("T1")
    dealt.end("T1")
    # One wager of 5.00 is left on the meter, and one straight flush takes 10 % of it.
    assert dealt.display() == "9000.90"
    prizes = dealt.table().chips.prizes
    assert [(one.player, one.amount) for one in prizes] == [("T1-2", money("1000.10"))]
    dealt.verify(2)
    dealt.pay(2)
    link, report = dealt.links.link(LINK), link_report(dealt.links, LINK)
    assert (link.meters["jackpot"].hits, link.slips) == (1, 3 if is_paid else 1)
    assert [bool(row["void"]) for row in report["slips"]] == [True, True] * is_paid + [False]
    assert report["recount"] == []
    dealt.check()


def test_i_83_prizes_of_earlier_rounds_stay_paid(dealt: DealtFloor) -> None:
    dealt.play_dealt("T1", ONE_STRAIGHT_FLUSH)
    dealt.until_settled("T1", ONE_STRAIGHT_FLUSH)
    for claim in (1, 2):
        dealt.verify(claim)
        dealt.pay(claim)
    dealt.undo("T1")
    dealt.end("T1")
    dealt.owner.step()
    assert dealt.links.link(LINK).meters["jackpot"].hits == 1
    assert {row["state"] for row in link_report(dealt.links, LINK)["claims"]} == {
        "paid", "paid, and to be recovered: the settlement of round 2 was undone",
    }  # fmt: skip
    dealt.check()


def test_i_14_whoever_may_not_take_a_prize_back_is_told_why_a_report_needs_more(
    dealt: DealtFloor,
) -> None:
    dealt.until_settled("T1", ONE_STRAIGHT_FLUSH)
    report = ReportIrregularity(kind="foreign_card", details={"card": "Kc", "place": "the shoe"})
    for member, needs in (
        (Member("mbs-0"), "This needs the Pit Supervisor or a higher role."),
        (Member("mbs-1"), "This needs a second person, of surveillance or security."),
    ):
        with pytest.raises(RoleBreach, match="whose claim goes back with it") as refused:
            dealt.give("T1", report, member)
        assert refused.value.remedy.endswith(needs)
    dealt.give("T1", report, REJECTS)
    assert dealt.table().play.void == "5.1.1"


def stands(floor: LinkedFloor) -> tuple[dict[str, int], int, int]:
    """What lies on each account of the level, and how many wagers and hits it had."""
    meter = floor.links.link(LINK).meters["jackpot"]
    return {str(a): parts for a, parts in meter.amounts.items() if parts}, meter.wagers, meter.hits


# --- the winner is gone, or the table -------------------------------------------------------------


@pytest.mark.parametrize("is_closed", [False, True])
def test_i_14_a_prize_is_paid_though_the_winner_left_or_the_table_closed(
    floor: LinkedFloor, is_closed: bool
) -> None:
    held, _ = chips_of(floor, WINNER.name)
    floor.give("T1", CashOut(WINNER.name, held), WINNER)
    floor.give("T1", LeaveSeat(WINNER.name), WINNER)
    floor.verify(1)
    if is_closed:
        floor.give("T1", CloseTable(), Member("mbs-2"))
    floor.pay(1)
    assert chips_of(floor, WINNER.name) == (PRIZE, NOTHING)
    offers = player_options(floor.rules(), floor.table(), WINNER.name)
    assert [one.most for one in offers if one.do == "cash_out"] == [PRIZE]
    assert not is_closed or len(offers) == 1
    floor.give("T1", CashOut(WINNER.name, PRIZE), WINNER)
    assert chips_of(floor, WINNER.name) == (NOTHING, NOTHING)
    floor.check()


def test_i_14_what_is_held_stays_held_when_the_table_opens_again(floor: LinkedFloor) -> None:
    floor.verify(1)
    floor.give("T1", CloseTable(), Member("mbs-2"))
    setting = floor.table().setting
    assert setting is not None
    floor.house.tables.open(setting, Member("mbs-2"))
    assert chips_of(floor, WINNER.name)[1] == PRIZE
    floor.pay(1)
    assert chips_of(floor, WINNER.name)[1] == NOTHING
    floor.check()


# --- written together -----------------------------------------------------------------------------


def test_i_14_slip_and_payment_are_written_together_or_not_at_all(floor: LinkedFloor) -> None:
    floor.verify(1)
    real = floor.store

    def breaks(appends: list[Append]) -> None:
        assert [append.stream for append in appends] == ["link/mega", "table/T1"]
        raise OSError("the disk is full")

    floor.house.store = before_writing(real, breaks)
    with pytest.raises(OSError, match="full"):
        floor.pay(1)
    floor.house.store = real
    assert chips_of(floor, WINNER.name)[1] == PRIZE
    floor.pay(1, "pay-1")
    floor.pay(1, "pay-1")
    floor.written_together("link/mega prize-paid", "table/T1 prize-handed-over")
    assert [e.command for e in real.read("link/mega") if e.name == "prize-paid"] == ["pay-1"]
    assert chips_of(floor, WINNER.name)[1] == NOTHING
    floor.check()


def test_a_table_that_was_not_told_reads_on_before_it_goes_on(floor: LinkedFloor) -> None:
    """The payment is written by another process than the one that deals."""
    floor.verify(1)
    other = House(floor.store, floor.clock, software=floor.software).links
    other.engine.give(link_stream(LINK), PayClaim(claim=1), PAYS)
    floor.play_linked("T1")
    assert floor.table().chips.prizes == ()
    floor.owner.step()
    floor.check()


# --- several prizes -------------------------------------------------------------------------------


@pytest.mark.rule("mbs-megalink-holdem-v9", "3.15.1")
@pytest.mark.rule("mbs-megalink-three-card-v6", "3.18.1")
def test_i_08_what_is_pooled_is_held_share_by_share_and_paid_or_rejected_whole(
    dealt: DealtFloor,
) -> None:
    dealt.play_dealt("T1", TWO_STRAIGHT_FLUSHES)
    # 10 % of 10,002.00 and 10 % of the 9,001.80 left: 1,900.38 for two.
    each = money("950.19")
    prizes = dealt.table().chips.prizes
    assert [(one.seat, one.player, one.amount) for one in prizes] == [
        (1, "T1-1", each), (2, "T1-2", each),
    ]  # fmt: skip
    dealt.verify(1)
    before = [chips_of(dealt, player)[0] for player in ("T1-1", "T1-2")]
    dealt.pay(1)
    after = [chips_of(dealt, player)[0] for player in ("T1-1", "T1-2")]
    assert after == [held + each for held in before]
    dealt.play_dealt("T1", TWO_STRAIGHT_FLUSHES)
    dealt.play_dealt("T1", NOTHING_WON)
    dealt.reject(2)
    assert dealt.display() == "8105.62", "8,101.62 was left, and two rounds brought 2.00 each"
    assert dealt.house.tables.refresh("T1").chips.prizes == ()
    assert not whole_books(dealt.store).get(PRIZES)
    dealt.check()


def test_i_10_royal_and_lower_hand_are_held_and_paid_to_each(dealt: DealtFloor) -> None:
    dealt.until_settled("T1", ROYAL_AND_STRAIGHT_FLUSH)
    prizes = {one.player: one.amount for one in dealt.table().chips.prizes}
    assert prizes == {"T1-1": money("9001.80"), "T1-2": money("1000.20")}
    dealt.verify(1)
    dealt.pay(1)
    assert dealt.house.tables.refresh("T1").chips.prizes == ()
    dealt.end("T1")
    dealt.owner.step()
    dealt.check()


def test_i_11_claims_of_several_rounds_are_held_side_by_side(dealt: DealtFloor) -> None:
    for _ in range(2):
        dealt.play_dealt("T1", ONE_STRAIGHT_FLUSH)
    assert [one.round for one in dealt.table().chips.prizes] == [1, 2]
    dealt.reject(1)
    assert [one.round for one in dealt.house.tables.refresh("T1").chips.prizes] == [2]
    dealt.verify(2)
    dealt.pay(2)
    assert dealt.house.tables.refresh("T1").chips.prizes == ()
    dealt.check()


# --- what is no prize of a level ------------------------------------------------------------------


@pytest.mark.rule("mgc-let-it-ride", "12(d)")
def test_i_05_envy_is_house_money_and_paid_at_once() -> None:
    floor = GameFloor(MASSACHUSETTS)
    floor.played(ROYAL_FLUSH[MASSACHUSETTS][0])
    chips = floor.table().chips
    assert [(one.player, one.level) for one in chips.prizes] == [("p1", "mega")]
    assert chips.waiting("p2") == NOTHING
    stakes = money("10.00") * 3 + money("5.00")
    assert chips.held("p2") >= money("100000.00") - stakes + money("1000.00")


# --- P26: a wager that would add more than is reasonable is not counted, and wins all the same


class TwoUnits(DealtFloor):
    """Everybody bets two units, of which each wager adds more than the bound for one."""

    def bet_all(self, name: str) -> None:
        self.bet(name)
        for seat, player in sorted(self.table(name).people.seats.items()):
            wager = PlaceWager(seat, player, "progressive", UNIT * 2)
            self.give(name, wager, Player(player))


def test_p26_a_straight_flush_is_claimed_though_every_wager_of_the_round_was_alarmed() -> None:
    settings = megalink(level(initial=money("20000.00"), most_contribution=money("1.13")))
    floor = TwoUnits(MemoryStore(), settings=settings)
    floor.open_dealt("T1")
    floor.play_dealt("T1", ONE_STRAIGHT_FLUSH)
    entries = floor.store.read(f"inbox/{LINK}/T1")
    assert [entry.name for entry in entries] == ["contribution-alarmed"] * 2
    (claim,) = floor.links.link(LINK).claims.values()
    assert [(one.seat, str(one.amount)) for one in claim.winners] == [(1, "2000.00")]
    floor.check()
    assert link_report(floor.links, LINK)["recount"] == []
