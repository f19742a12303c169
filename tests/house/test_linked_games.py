"""Every game on a link that runs: what a level pays, what the house pays, and what is left."""

from __future__ import annotations

import pytest

from pitboss.errors import RuleBreach
from pitboss.floor.day.revenue import RevenueCounter
from pitboss.games.library import built_in
from pitboss.house.callers import Member
from pitboss.house.clock import stamp
from pitboss.house.link_desk import Beside, LinkedCommand
from pitboss.house.link_reports import link_report
from pitboss.ledger.books import table_result
from pitboss.money import NOTHING
from pitboss.round.view import Viewer
from pitboss.store.contract import Store
from pitboss.table.view import view
from tests.house.linked import LINK, GameFloor
from tests.house.script import FloorScript, cases_of
from tests.jackpot.pot import MEGALINK, money

FIXED = "link megalink initial {} fixed_awards_from_meter jackpot magic_rate 0% lucky_rate 0%"
ALWAYS = "magic_rate 1/1 lucky_rate 1/1"
"""So that each round has both (I-21)."""


@pytest.mark.parametrize("script", [*cases_of("games"), *cases_of("fixed_awards")])
def test_every_game_on_a_link_as_its_case_says(script: str) -> None:
    FloorScript(script).check()


# --- Magic Card and Lucky Player ------------------------------------------------------------------


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.3.1")
@pytest.mark.rule(MEGALINK, "4.4")
@pytest.mark.rule(MEGALINK, "4.5")
@pytest.mark.parametrize("option", ["", "initial 50000.00 fixed_awards_from_meter jackpot"])
def test_4_3_to_4_5_what_the_system_draws_by_the_links_rates_pays_five_to_one(option: str) -> None:
    """Rounds go on until all were seen; the house pays, or the level (I-05)."""
    script = FloorScript(f"game ride {ALWAYS} {option}")
    floor, seen, to_see = script.floor, set(), {"magic_card", "lucky_player", "community", "own"}
    for number in range(1, 61):
        before = money(floor.display())
        script.say(f"T1 plays seed {number}")
        play, lines = floor.table().play, script.lines("T1")
        assert play.magic_card is not None
        assert play.lucky_seat in range(1, play.positions + 1)
        own = {seat for seat, at in play.seats.items() if play.magic_card in at.cards}
        magic = set(play.seats) if play.magic_card in play.community else own
        lucky = {play.lucky_seat} & set(play.seats)
        for wager, seats in (("magic_card", magic), ("lucky_player", lucky)):
            paid = {seat: line.winnings for (seat, name), line in lines.items() if name == wager}
            assert paid == dict.fromkeys(seats, money("25.00")), "5 to 1 on one unit of 5.00"
            seen |= {wager} if paid else set()
        seen |= {"community"} if play.magic_card in play.community else set()
        seen |= {"own"} if own else set()
        taken = script.fixed("T1") if option else NOTHING
        assert money(floor.display()) == before + money("2.00") - taken
        if seen == to_see:
            break
    assert seen == to_see
    script.check()


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.parametrize("house", [{}, {"magic_reveal": "after_lock"}])
def test_i_19_the_magic_card_is_shown_at_settlement_or_as_soon_as_it_is_drawn(
    house: dict[str, str],
) -> None:
    script = FloorScript()
    script.game("ride", ALWAYS, house=house)

    def shown() -> tuple[object, object]:
        seen = view(script.floor.rules(), script.floor.table(), Viewer.PUBLIC)
        return seen.magic_card, seen.lucky_seat

    script.say("T1 bets seed 7")
    assert shown() == (None, None), "nothing is drawn while bets are made"
    script.say("T1: no more bets", "T1 is dealt on")
    play = script.floor.table().play
    assert play.magic_card is not None
    assert shown() == (str(play.magic_card) if house else None, None)
    script.say("T1 finishes")
    assert shown() == (str(play.magic_card), play.lucky_seat)


@pytest.mark.parametrize("name", ["lucky_population", "magic_reveal"])
def test_i_19_and_i_20_a_table_whose_draws_go_by_no_known_word_does_not_open(name: str) -> None:
    with pytest.raises(RuleBreach, match=f"{name} 'whoever'.*Choose one of"):
        GameFloor(MEGALINK, house={name: "whoever"})


# --- fixed awards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stores", ["memory", "postgres"], indirect=True)
def test_i_11_two_tables_that_settle_at_once_are_not_paid_the_same_dollar(stores: Store) -> None:
    script = FloorScript(
        f"""
        {FIXED.format("10300.00")}
        dealt T1 T2
        T1 is dealt flush
        elsewhere: T2 is dealt flush
        count
        """,
        stores,
    )
    desk = script.floor.house.tables._link_desk
    real = desk.beside

    def late(given: LinkedCommand) -> Beside:
        """T1 has read the meter and is about to write; T2 is written first."""
        desk.beside = real  # type: ignore[method-assign]
        script.say("elsewhere: T2 settles")
        return real(given)

    desk.beside = late  # type: ignore[method-assign]
    # 10,304.00 with both rounds: 250.00 for the first, and what is left above the reset.
    script.say("""
        T1 settles
        T1: end
        elsewhere: T2: end
        T2 had 250.00 from the link
        T1 had 54.00 from the link
        shows 10000.00
    """).check()


def test_a_settlement_given_twice_takes_once() -> None:
    script = FloorScript(f"{FIXED.format('20000.00')}\ndealt T1\nT1 is dealt flush")
    command = script.floor.dealing.due("T1")
    assert command is not None
    for _ in range(2):
        script.floor.give("T1", command, Member("mbs-0"), "settle-1")
    script.say("shows 19752.00", "T1: end").check()


def test_r1_reports_show_what_fixed_awards_took_by_level_table_and_game() -> None:
    script = FloorScript(f"{FIXED.format('20000.00')}\ndealt T1\nT1 plays flush")
    floor = script.floor
    report = link_report(floor.links, LINK)
    (whole,) = report["reconciliation"]
    assert (whole["wins"], whole["fixed_awards"], whole["hits"]) == ("250.00", "250.00", 0)
    (row,) = report["fixed_awards"]
    assert (row["table"], row["round"], row["awarded"], row["from_level"]) == (
        "T1", 1, "250.00", "250.00",
    )  # fmt: skip
    for part in ("tables", "games"):
        assert [one["fixed_awards"] for one in report[part]] == ["250.00"]
    script.say("60 seconds pass")
    later = stamp(floor.clock())
    script.say("T1 plays nothing", "T1 settles flush", "T1 is ruled void", "T1 settles")
    report = link_report(floor.links, LINK, since=later)
    assert [one["fixed_awards"] for one in report["tables"]] == ["0.00"]
    assert [row["from_level"] for row in report["fixed_awards"]] == ["250.00", "-250.00"]


def test_p29_what_a_level_paid_is_no_loss_of_the_table() -> None:
    books = []
    for option in ("", "fixed_awards_from_meter jackpot"):
        script = FloorScript(
            f"link megalink initial 20000.00 {option} magic_rate 0% lucky_rate 0%",
        ).say("dealt T1", "T1 plays flush")
        books.append(table_result(script.chips("T1")))
        adding = RevenueCounter({"T1": built_in(MEGALINK)})
        adding.read(script.store)
        assert adding.sums.tables["T1"].linked == books[-1].linked
    assert books[1].win - books[0].win == money("250.00")
    assert [one.linked for one in books] == [NOTHING, money("250.00")]
