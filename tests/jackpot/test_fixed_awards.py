"""I-05: odds and dollar rows, envy, Magic Card and Lucky Player, where a level pays them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.errors import RoleBreach, RuleBreach
from pitboss.jackpot import reports
from pitboss.jackpot.aggregate import LinkSnapshot, replay
from pitboss.jackpot.changes import ChangeHeld
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.fixed_awards import FixedAwardsTaken
from pitboss.jackpot.meters import Bucket, Rate, dollars_text
from pitboss.jackpot.proposals import digest_of, proposal_of
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.reports import exceptions
from pitboss.jackpot.terms import ChangePolicy, LevelSettings, OverflowTo
from pitboss.ledger.books import trial_balance
from pitboss.ledger.link_books import books_of_link
from pitboss.records.entries import draft_of, event_of
from pitboss.store.chain import NOWHERE, chained
from pitboss.store.contract import Order
from tests.jackpot.pot import HOLDEM, MEGALINK, SOFTWARE, Pot, level, massachusetts, megalink, money
from tests.jackpot.test_reports import EVER, altered


def paying(*levels: LevelSettings, **other: Any) -> Pot:
    """A link whose jackpot pays fixed awards too, with two tables and $10,100.00 on it."""
    grown = levels or (level(initial=money("10100.00")),)
    pot = Pot(megalink(*grown, fixed_awards_from_meter="jackpot", **other))
    pot.join("t1", MEGALINK)
    pot.join("t2", HOLDEM)
    return pot


def is_whole(pot: Pot) -> bool:
    """Recount, reconciliation, replay and books agree with the meters."""
    assert variances(pot.link, recounted(pot.log, pot.inboxes)) == []
    assert all(one.difference == 0 for one in reports.reconcile(pot.log, **EVER))
    assert replay(pot.log) == pot.link
    books = books_of_link(pot.log, pot.inboxes)
    assert list(books.differences()) == []
    trial_balance(books.ledger)
    return True


def wins(pot: Pot, name: str = "jackpot") -> str:
    """What went out of a level to winners."""
    meter = pot.link.meters[name]
    return dollars_text(meter[Bucket.WINS], meter.per_cent)


# --- what a level pays ----------------------------------------------------------------------------


def test_i_05_a_level_pays_fixed_awards_and_counts_no_hit() -> None:
    pot = paying()
    event = pot.fix("t1", 1, {1: "20.00", 4: "15.00"}, "35.00")
    assert (event.before, event.taken, event.after) == (
        money("10100.00"), money("35.00"), money("10065.00"),
    )  # fmt: skip
    assert pot.shows() == "10065.00"
    assert wins(pot) == "35.00"
    assert (pot.meter.hits, len(pot.link.hits)) == (0, 0)
    assert is_whole(pot)


def test_i_05_the_reset_stays_whatever_is_due_and_the_house_pays_the_rest() -> None:
    pot = paying()
    with pytest.raises(RuleBreach, match=r"would pay \$100\.00"):
        pot.fix("t1", 1, {1: "2000.00"}, "2000.00")
    assert pot.fix("t1", 1, {1: "2000.00"}, "100.00").after == money("10000.00")
    with pytest.raises(RuleBreach, match=r"would pay \$0\.00"):
        pot.fix("t1", 2, {1: "5.00"}, "0.00")
    assert pot.shows() == "10000.00"
    assert is_whole(pot)


def test_i_05_percentages_come_first_and_fixed_awards_off_what_they_leave() -> None:
    pot = paying(level(initial=money("30000.00")))
    pot.claim("t1", 1, {2: "straight_flush"})
    event = pot.fix("t1", 1, {1: "400.00"}, "400.00")
    assert (event.before, event.after) == (money("27000.00"), money("26600.00"))
    assert is_whole(pot)


@pytest.mark.parametrize("overflow", list(OverflowTo))
def test_i_05_a_level_that_was_won_whole_has_nothing_for_the_same_round(
    overflow: OverflowTo,
) -> None:
    """Also where money from above the limit comes on with the win: it is the next ones'."""
    slow = Rate.parse("0.01%")
    pot = paying(
        level(
            initial=money("20000.00"),
            contribution=slow,
            limit=money("20000.00"),
            overflow=overflow,
        )
    )
    pot.fill("70.00")
    pot.claim("t1", 1, {2: "royal_flush"})
    with pytest.raises(RuleBreach, match=r"shows \$10,000\.00 and would pay \$0\.00"):
        pot.fix("t1", 1, {1: "40.00"}, "40.00")
    if overflow is OverflowTo.NEXT_RESET:
        assert pot.shows() == "10070.00"
        pot.fix("t2", 1, {1: "40.00"}, "40.00")
    assert is_whole(pot)


def test_i_05_what_is_above_the_limit_pays_nobody() -> None:
    full = level(
        initial=money("20000.00"),
        contribution=Rate.parse("0.01%"),
        limit=money("20000.00"),
        overflow=OverflowTo.ANOTHER_LINK,
    )
    pot = paying(full)
    pot.fill("70.00")
    pot.fix("t1", 1, {1: "20.00"}, "20.00")
    meter = pot.meter
    assert (pot.shows(), meter[Bucket.OVERFLOW]) == ("19980.00", 7000 * meter.per_cent)
    assert is_whole(pot)
    pot.unfix("t1", 1)
    assert (pot.shows(), pot.meter.overflow) == ("20000.00", 7000 * meter.per_cent)
    assert is_whole(pot)


@pytest.mark.rule("mgc-let-it-ride", "12(c)")
def test_i_05_of_several_levels_the_one_that_is_named_pays() -> None:
    settings = massachusetts("PTMGLML01", fixed_awards_from_meter="minor")
    pot = Pot(settings).join("t1")
    pot.fill("50.00", "minor")
    pot.fix("t1", 1, {1: "30.00"}, "30.00")
    assert (pot.shows("minor"), pot.shows("major")) == ("1020.00", "10000.00")
    with pytest.raises(RuleBreach, match="minor pays them"):
        pot.give(pot.fixing("t1", 2, {1: "5.00"}, "5.00", level="major"))
    assert is_whole(pot)


def test_i_05_two_tables_are_never_paid_the_same_dollar() -> None:
    """Both settled on $10,100.00; who comes second settles anew on what the first one left."""
    pot = paying()
    pot.fix("t1", 1, {1: "80.00"}, "80.00")
    with pytest.raises(RuleBreach, match=r"shows \$10,020\.00 and would pay \$20\.00"):
        pot.fix("t2", 1, {1: "80.00"}, "80.00")
    pot.fix("t2", 1, {1: "80.00"}, "20.00")
    assert pot.shows() == "10000.00"
    assert is_whole(pot)


# --- what is refused ------------------------------------------------------------------------------


def test_i_05_without_the_option_no_level_pays_fixed_awards() -> None:
    pot = Pot().join("t1", MEGALINK)
    pot.fill("500.00")
    with pytest.raises(RuleBreach, match="the house pays them"):
        pot.fix("t1", 1, {1: "20.00"}, "20.00")


def test_i_05_a_round_is_paid_once_and_with_its_own_contribution_in_it() -> None:
    pot = paying()
    pot.contribute("t1", 1, {1: "5.00"})
    with pytest.raises(RuleBreach, match="not on the meters yet"):
        pot.fix("t1", 1, {1: "20.00"}, "20.00")
    pot.fold()
    assert pot.fix("t1", 1, {1: "20.00"}, "20.00").before == money("10101.00")
    with pytest.raises(RuleBreach, match="were paid before"):
        pot.fix("t1", 1, {1: "20.00"}, "20.00")


def test_i_05_only_tables_of_the_link_are_paid_and_only_table_games_answer_for_it() -> None:
    pot = paying()
    pot.leave("t2")
    with pytest.raises(RuleBreach, match="does not share link"):
        pot.fix("t2", 1, {1: "20.00"}, "20.00")
    with pytest.raises(RoleBreach, match="fixed awards taken"):
        pot.give(pot.fixing("t1", 1, {1: "20.00"}, "20.00"), "ann")


# --- undoing --------------------------------------------------------------------------------------


def test_i_83_an_undone_settlement_puts_back_what_it_took_on_what_came_in_meanwhile() -> None:
    pot = paying()
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    pot.play("t2", 1, {1: "5.00"})
    pot.unfix("t1", 1)
    assert (pot.shows(), wins(pot)) == ("10101.00", "0.00")
    with pytest.raises(RuleBreach, match="No level of link mega paid"):
        pot.unfix("t1", 1)
    pot.fix("t1", 1, {1: "25.00"}, "25.00")
    assert is_whole(pot)


def test_i_83_the_counter_entry_is_exact_in_parts_that_became_finer() -> None:
    pot = paying(level(initial=money("10100.00"), contribution=Rate.parse("1/3")))
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    pot.stop()
    finer = level(initial=money("10100.00"), contribution=Rate.parse("1/7"))
    settings = megalink(finer, fixed_awards_from_meter="jackpot")
    pot.change(settings)
    pot.unfix("t1", 1)
    assert (pot.shows(), wins(pot)) == ("10100.00", "0.00")
    assert is_whole(pot)


def test_r3_fixed_awards_that_went_back_are_an_exception() -> None:
    pot = paying()
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    assert exceptions(pot.log, pot.inbox_logs) == []
    pot.unfix("t1", 1)
    (row,) = exceptions(pot.log, pot.inbox_logs)
    assert (row["what"], row["detail"], row["by"]) == (
        "fixed awards went back", "table t1, round 1: $60.00 to jackpot", "sue",
    )  # fmt: skip


def test_a_snapshot_between_taking_and_undoing_is_read_as_it_was_written() -> None:
    pot = paying()
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    snapshot = LinkSnapshot(link=pot.link)
    order = Order(id="1", asked="", actor="system", role="", time=pot.at)
    (entry,) = chained("link/mega", NOWHERE, [draft_of(snapshot)], order)
    assert event_of(entry) == snapshot


# --- the option is a term -------------------------------------------------------------------------


def test_i_05_a_level_that_the_link_does_not_have_is_refused() -> None:
    with pytest.raises(RuleBreach, match="'minor' is no level of the link") as refused:
        checked_terms(megalink(fixed_awards_from_meter="minor"))
    assert "Name one of jackpot, or leave it out" in str(refused.value)


def test_p24_the_option_makes_another_proposal_and_its_absence_none() -> None:
    plain = checked_terms(megalink())
    chosen = replace(plain, fixed_awards_from_meter="jackpot")
    digests = [digest_of(proposal_of(terms, SOFTWARE)) for terms in (plain, chosen)]
    assert digests[0] != digests[1]
    pot = Pot()
    with pytest.raises(RuleBreach, match="not what was approved: fixed_awards_from_meter"):
        pot.give(pot.changing(megalink(fixed_awards_from_meter="jackpot")))


def test_p13_the_option_changes_as_other_terms_do() -> None:
    waits = {"change": ChangePolicy.WAITS}
    pot = paying(level(initial=money("10100.00")), **waits)
    without = megalink(level(initial=money("10100.00")), **waits)
    pot.approve(without)
    (held,) = pot.give(pot.changing(without))
    assert isinstance(held, ChangeHeld)
    assert held.levels == ("jackpot",)
    pot.fix("t1", 1, {1: "5.00"}, "5.00")
    pot.claim("t2", 1, {1: "royal_flush"})
    pot.verify(1)
    with pytest.raises(RuleBreach, match="the house pays them"):
        pot.fix("t1", 2, {1: "5.00"}, "5.00")
    assert is_whole(pot)


# --- reports --------------------------------------------------------------------------------------


def test_r1_what_fixed_awards_took_is_shown_apart_from_hits() -> None:
    pot = paying(level(initial=money("30000.00")))
    pot.play("t1", 1, {1: "5.00"})
    pot.claim("t1", 1, {2: "straight_flush"})
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    pot.fix("t2", 1, {3: "40.00"}, "40.00")
    pot.unfix("t2", 1)
    pot.verify(1)
    (whole,) = reports.reconcile(pot.log, **EVER)
    assert (whole.row["wins"], whole.row["fixed_awards"], whole.row["hits"]) == (
        "3060.10", "60.00", 1,
    )  # fmt: skip
    assert whole.row["difference"] == "0.00"
    rows = reports.fixed_awards(pot.log)
    assert [(row["table"], row["awarded"], row["from_level"]) for row in rows] == [
        ("t1", "60.00", "60.00"),
        ("t2", "40.00", "40.00"),
        ("t2", "", "-40.00"),
    ]
    by_table = {row["table"]: row for row in reports.funding(pot.log, by="table")}
    assert (by_table["t1"]["won"], by_table["t1"]["fixed_awards"]) == ("3000.10", "60.00")
    assert by_table["t2"]["fixed_awards"] == "0.00"
    (by_game,) = (r for r in reports.funding(pot.log, by="game") if r["game"] == MEGALINK)
    assert by_game["fixed_awards"] == "60.00"


def test_r4_fixed_awards_that_took_a_cent_too_much_are_found() -> None:
    pot = paying()
    pot.fix("t1", 1, {1: "60.00"}, "60.00")
    parts = 6001 * pot.link.per_cent
    moves = {"jackpot": {Bucket.ACCRUED: -parts, Bucket.WINS: parts}}
    log = altered(pot.log, FixedAwardsTaken, moves=moves)
    found = variances(replay(log), recounted(log, pot.inboxes))
    assert {one.what for one in found} == {"display", "accrued", "wins"}
