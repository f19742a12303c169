"""I-05: rounds whose odds and dollar rows, envy, Magic Card and Lucky Player a level pays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.errors import RuleBreach
from pitboss.floor.day.revenue import RevenueCounter
from pitboss.games.library import built_in
from pitboss.house.callers import Member
from pitboss.house.clock import stamp
from pitboss.house.link_desk import Beside, LinkedCommand
from pitboss.house.link_reports import link_report
from pitboss.jackpot.care import FillMeter
from pitboss.jackpot.meters import Rate
from pitboss.ledger.books import table_result
from pitboss.money import NOTHING, Money, total
from pitboss.records.entries import event_of
from pitboss.round.result import WagerSettled
from pitboss.store.addresses import open_store
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from tests.house.linked import (
    LINK,
    NOTHING_WON,
    DealtFloor,
    OtherProcess,
    whole_books,
)
from tests.house.test_linked_games import (
    FOUR_OF_A_KIND,
    RIDE,
    STRAIGHT_FLUSH,
    GameFloor,
    settings_of,
)
from tests.jackpot.pot import (
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    THREE,
    level,
    massachusetts,
    megalink,
    money,
)

FIXED = ("progressive", "envy", "magic_card", "lucky_player")
PRIZES = "prizes:mega:jackpot"
NEVER = Rate.parse("0%")
FLUSH = "2h 5h 8h 3s 6c 9d Th Jh"
"""At the first of two seats: 50 to 1 on a unit of 5.00."""
STRAIGHT_FLUSH_AND_FLUSH = "7h 8h 9h 2h 5h Kh Th Jh"
ROYAL_AND_FLUSH = "Qh Kh Ah 2h 5h 8h Th Jh"
TAKEN = "fixed-awards-taken"


def grown(initial: str, **other: Any) -> Any:
    """The Megalink games on a jackpot that resets to 10,000.00 and pays fixed awards."""
    said = {"fixed_awards_from_meter": "jackpot", "magic_rate": NEVER, "lucky_rate": NEVER}
    return megalink(level(initial=money(initial)), **(said | other))


def dealt_on(initial: str, store: Store | None = None) -> DealtFloor:
    floor = DealtFloor(store or MemoryStore(), settings=grown(initial))
    floor.open_dealt("T1")
    return floor


def paying(rulebook: str) -> GameFloor:
    """A table whose jackpot stands at 13,000.00 and pays fixed awards."""
    plain = settings_of(rulebook)
    high = replace(plain.levels[0], initial=money("13000.00"))
    return GameFloor(rulebook, replace(plain, levels=(high,), fixed_awards_from_meter="jackpot"))


def fixed_of(lines: dict[tuple[int, str], WagerSettled]) -> Money:
    """All that was won in a round beside percentages."""
    return total(
        line.winnings
        for (_, wager), line in lines.items()
        if wager in FIXED and not (line.pays or "").endswith("%")
    )


def check(floor: DealtFloor | GameFloor) -> None:
    floor.check()
    report = link_report(floor.links, LINK)
    assert report["recount"] == []
    assert {row["difference"] for row in report["reconciliation"]} == {"0.00"}
    assert {row["difference"] for row in report["liability"]} == {"0.00"}
    assert not whole_books(floor.store).get(PRIZES)


def names(floor: DealtFloor) -> list[str]:
    return [entry.name for entry in floor.store.read("link/mega")]


# --- every rulebook -------------------------------------------------------------------------------


@pytest.mark.rule("mbs-let-it-ride-v3", "4.2")
@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.2")
@pytest.mark.rule("mbs-megalink-holdem-v9", "4.2")
@pytest.mark.rule("mbs-megalink-three-card-v6", "4.4")
@pytest.mark.parametrize(
    ("rulebook", "wins"),
    [(RIDE, "1500.00"), (MEGALINK, "2500.00"), (HOLDEM, "2000.00"), (THREE, "2000.00")],
)
def test_4_2_rows_with_odds_or_dollars_come_off_the_level_that_is_to_pay_them(
    rulebook: str, wins: str
) -> None:
    floor = paying(rulebook)
    lines = floor.played(FOUR_OF_A_KIND[rulebook])
    assert lines[1, "progressive"].winnings == money(wins)
    assert floor.meters() == {"jackpot": money("13002.00") - fixed_of(lines)}
    assert floor.claims() == [], "no percentage was won"
    assert table_result(floor.table().chips).linked == fixed_of(lines)
    check(floor)


@pytest.mark.rule("mbs-let-it-ride-v3", "4.2")
def test_4_2_envy_comes_off_what_the_straight_flush_left() -> None:
    floor = paying(RIDE)
    lines = floor.played(STRAIGHT_FLUSH[RIDE])
    assert lines[1, "progressive"].winnings == money("1300.20")
    assert fixed_of(lines) == lines[2, "envy"].winnings == money("300.00")
    assert floor.meters() == {"jackpot": money("11401.80")}
    check(floor)


@pytest.mark.rule("mgc-let-it-ride", "12(c)")
@pytest.mark.parametrize(
    ("seed", "minor"),
    [
        pytest.param(STRAIGHT_FLUSH[MASSACHUSETTS], "1450.50", id="envy of 300.00"),
        pytest.param(FOUR_OF_A_KIND[MASSACHUSETTS], "1250.00", id="the level itself is won"),
    ],
)
def test_12_c_of_several_levels_the_one_named_pays_house_odds(seed: int, minor: str) -> None:
    plain = replace(massachusetts("PTMGLML03", dollars=5), link=LINK)
    floor = GameFloor(MASSACHUSETTS, replace(plain, fixed_awards_from_meter="minor"))
    said: dict[str, Any] = {"level": "minor", "amount": money("500.00"), "explanation": "promotion"}
    floor.give_link(FillMeter(**said), Member("acc", "cash"))
    floor.played(seed)
    assert floor.meters()["minor"] == money(minor)
    check(floor)


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.5")
def test_4_5_magic_card_and_lucky_player_come_off_the_level() -> None:
    """Rates of one, so that each round has both (I-21); rounds go on until all were seen."""
    always = Rate.parse("1/1")
    floor = GameFloor(MEGALINK, grown("50000.00", magic_rate=always, lucky_rate=always))
    seen: set[str] = set()
    for number in range(1, 61):
        before = floor.meters()["jackpot"]
        floor.play_linked("T1", seed=number)
        floor.owner.step()
        events = [event_of(entry) for entry in floor.store.read("table/T1", tag=str(number))]
        settled = {(e.seat, e.wager): e for e in events if isinstance(e, WagerSettled)}
        assert floor.meters()["jackpot"] == before + money("2.00") - fixed_of(settled)
        seen |= {wager for _, wager in settled}
        if seen >= {"magic_card", "lucky_player"}:
            break
    assert seen >= {"magic_card", "lucky_player"}
    check(floor)


# --- order and floor ------------------------------------------------------------------------------


def test_i_05_percentages_are_paid_on_the_meter_as_it_stood_and_odds_off_the_rest() -> None:
    floor = dealt_on("20000.00")
    floor.until_settled("T1", STRAIGHT_FLUSH_AND_FLUSH)
    (prize,) = floor.table().chips.prizes
    assert prize.amount == money("2000.20"), "a tenth of 20,002.00"
    assert floor.display() == "17751.80", "and 250.00 for the flush"
    settled = floor.store.last("table/T1", "round-settled")
    entries = [e for e in floor.store.read("link/mega") if settled and e.command == settled.command]
    assert [e.name for e in entries] == ["contributions-folded", "claim-entered", TAKEN]
    floor.verify(1)
    floor.pay(1)
    floor.end("T1")
    assert table_result(floor.house.tables.refresh("T1").chips).linked == money("2250.20")
    check(floor)


@pytest.mark.parametrize(
    ("initial", "cards", "left", "paid", "is_taken"),
    [
        pytest.param("20000.00", FLUSH, "19752.00", "250.00", True, id="all of it"),
        pytest.param("10100.00", FLUSH, "10000.00", "102.00", True, id="down to its reset"),
        pytest.param("9000.00", FLUSH, "9002.00", "0.00", False, id="nothing below its reset"),
        pytest.param(
            "20000.00", ROYAL_AND_FLUSH, "10000.00", "20002.00", False, id="no odds after a royal"
        ),
    ],
)
def test_i_05_the_level_pays_down_to_its_reset_and_the_house_the_rest(
    initial: str, cards: str, left: str, paid: str, is_taken: bool
) -> None:
    floor = dealt_on(initial)
    floor.play_dealt("T1", cards)
    assert floor.display() == left
    assert table_result(floor.table().chips).linked == money(paid)
    assert names(floor).count(TAKEN) == is_taken
    assert (floor.store.last("table/T1", "fixed-awards-made-good") is not None) is is_taken
    check(floor)


def test_i_05_each_round_is_paid_as_far_as_the_level_goes() -> None:
    floor = dealt_on("10100.00")
    floor.play_dealt("T1", FLUSH)
    floor.play_dealt("T1", NOTHING_WON)
    assert floor.display() == "10002.00"
    floor.play_dealt("T1", FLUSH)
    floor.play_dealt("T1", FLUSH)
    assert names(floor).count(TAKEN) == 3
    assert floor.display() == "10000.00"
    check(floor)


def test_i_05_without_the_option_a_round_writes_what_it_always_wrote() -> None:
    floor = DealtFloor(MemoryStore(), settings=grown("20000.00", fixed_awards_from_meter=None))
    floor.open_dealt("T1")
    before = floor.store.head("link/mega").version
    floor.until_settled("T1", FLUSH)
    assert floor.store.head("link/mega").version == before
    assert floor.store.last("table/T1", "fixed-awards-made-good") is None
    floor.end("T1")
    floor.owner.step()
    assert floor.display() == "20002.00"
    check(floor)


# --- undoing --------------------------------------------------------------------------------------


def test_i_83_a_settlement_undone_puts_back_what_fixed_awards_took() -> None:
    floor = dealt_on("20000.00")
    floor.until_settled("T1", FLUSH)
    assert floor.display() == "19752.00"
    before = floor.table().chips
    assert before.fixed == {"jackpot": money("250.00")}
    floor.rule("T1", "void")
    floor.written_together("table/T1 settlement-undone", "link/mega fixed-awards-returned")
    chips = floor.table().chips
    assert (chips.links, chips.fixed, chips.shift.linked) == ({}, {}, NOTHING)
    floor.settle("T1")
    floor.end("T1")
    floor.owner.step()
    assert floor.display() == "20000.00", "the round was void: nothing came in, nothing went out"
    check(floor)


@pytest.mark.parametrize("is_rejected", [False, True])
def test_i_83_claim_and_fixed_awards_of_a_round_go_back_together(is_rejected: bool) -> None:
    floor = dealt_on("20000.00")
    floor.until_settled("T1", STRAIGHT_FLUSH_AND_FLUSH)
    if is_rejected:
        floor.reject(1)
        assert floor.display() == "19752.00", "who had the flush won it all the same"
        check(floor)
    floor.undo("T1")
    floor.end("T1")
    floor.owner.step()
    assert floor.display() == "20000.00"
    check(floor)


# --- many tables, many processes ------------------------------------------------------------------


class Twin(OtherProcess, DealtFloor):
    """The same floor as another process sees it."""


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_i_11_two_tables_that_settle_at_once_are_not_paid_the_same_dollar(
    kind: str, request: pytest.FixtureRequest
) -> None:
    is_memory = kind == "memory"
    store = MemoryStore() if is_memory else open_store(request.getfixturevalue("postgres_url"))
    floor = dealt_on("10300.00", store)
    floor.open_dealt("T2")
    other = Twin(store, floor.clock)
    for one, name in ((floor, "T1"), (other, "T2")):
        one.until_dealt(name, FLUSH)
    floor.owner.step()
    desk = floor.house.tables._link_desk
    real = desk.beside

    def late(given: LinkedCommand) -> Beside:
        """T1 has read the meter and is about to write; T2 is written first."""
        desk.beside = real  # type: ignore[method-assign]
        other.settle("T2")
        return real(given)

    desk.beside = late  # type: ignore[method-assign]
    floor.settle("T1")
    made_good = {}
    for one, name in ((floor, "T1"), (other, "T2")):
        one.end(name)
        made_good[name] = str(table_result(one.table(name).chips).linked)
    # 10,304.00 with both rounds: 250.00 for the first, and what is left above the reset.
    assert made_good == {"T2": "250.00", "T1": "54.00"}
    assert floor.display() == "10000.00"
    check(floor)
    store.close()


def test_p18_another_owner_goes_on_and_counts_nothing_twice() -> None:
    floor = dealt_on("20000.00")
    floor.until_settled("T1", FLUSH)
    floor.owner.give_back()
    other = Twin(floor.store, floor.clock)
    assert other.owner.step() == 0, "the settlement has folded its own round"
    floor.end("T1")
    other.play_dealt("T1", NOTHING_WON)
    assert other.display() == "19754.00"
    check(other)


def test_a_settlement_given_twice_takes_once() -> None:
    floor = dealt_on("20000.00")
    floor.until_dealt("T1", FLUSH)
    command = floor.dealing.due("T1")
    assert command is not None
    for _ in range(2):
        floor.give("T1", command, Member("mbs-0"), "settle-1")
    assert floor.display() == "19752.00"
    floor.end("T1")
    check(floor)


@pytest.mark.parametrize("cards", [FLUSH, NOTHING_WON])
def test_d14_what_a_level_is_to_pay_waits_for_its_link(cards: str) -> None:
    floor = dealt_on("20000.00")
    floor.play_dealt("T1", NOTHING_WON)
    floor.until_dealt("T1", cards)
    real = floor.links.current

    def broken(name: str) -> object:
        raise RuleBreach("The link is damaged", clause="P20", remedy="Restore it.")

    floor.links.current = broken  # type: ignore[method-assign,assignment]
    if cards == FLUSH:
        with pytest.raises(RuleBreach, match="damaged"):
            floor.settle("T1")
        floor.links.current = real  # type: ignore[method-assign]
    floor.settle("T1")
    floor.links.current = real  # type: ignore[method-assign]
    floor.end("T1")
    floor.owner.step()
    check(floor)


# --- reports --------------------------------------------------------------------------------------


def test_r1_reports_show_what_fixed_awards_took_by_level_table_and_game() -> None:
    floor = dealt_on("20000.00")
    floor.play_dealt("T1", FLUSH)
    report = link_report(floor.links, LINK)
    (whole,) = report["reconciliation"]
    assert (whole["wins"], whole["fixed_awards"], whole["hits"]) == ("250.00", "250.00", 0)
    (row,) = report["fixed_awards"]
    assert (row["table"], row["round"], row["awarded"], row["from_level"]) == (
        "T1", 1, "250.00", "250.00",
    )  # fmt: skip
    for part in ("tables", "games"):
        assert [one["fixed_awards"] for one in report[part]] == ["250.00"]
    floor.clock.pass_by(seconds=60)
    later = stamp(floor.clock())
    floor.play_dealt("T1", NOTHING_WON)
    floor.until_settled("T1", FLUSH)
    floor.undo("T1")
    report = link_report(floor.links, LINK, since=later)
    assert [one["fixed_awards"] for one in report["tables"]] == ["0.00"]
    assert [row["from_level"] for row in report["fixed_awards"]] == ["250.00", "-250.00"]


def test_p29_what_a_level_paid_is_no_loss_of_the_table() -> None:
    books = {}
    for option in (None, "jackpot"):
        settings = grown("20000.00", fixed_awards_from_meter=option)
        floor = DealtFloor(MemoryStore(), settings=settings)
        floor.open_dealt("T1")
        floor.play_dealt("T1", FLUSH)
        books[option] = table_result(floor.table().chips)
        adding = RevenueCounter({"T1": built_in(MEGALINK)})
        adding.read(floor.store)
        assert adding.sums.tables["T1"].linked == books[option].linked
    assert books["jackpot"].win - books[None].win == money("250.00")
    assert (books[None].linked, books["jackpot"].linked) == (NOTHING, money("250.00"))
