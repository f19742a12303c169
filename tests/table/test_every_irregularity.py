"""Every irregularity of every rulebook: shown once, refused at a wrong time and to a wrong role.

What each does to cards and money is shown clause by clause elsewhere. Here none can be forgotten:
one that is added to a rulebook fails until somebody says when it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from pitboss.errors import RoleBreach
from pitboss.games.library import built_in, built_in_ids
from pitboss.rulebook.model import IRREGULARITY_WINDOWS
from pitboss.table.irregularities.catalogue import CATALOGUE, WINDOWS, may_report, reported_by
from pitboss.table.irregularities.reports import (
    IrregularityReported,
    MakeRuling,
    ReportIrregularity,
)
from tests.table.conductor import (
    MEGALINK,
    MGC,
    RIDE,
    LiveTable,
    bet,
    laid_on,
    opened,
    place_all,
    player,
    several_hands,
    staff,
    staked,
)


class Moment(NamedTuple):
    """A table at which something has just gone wrong, and what is told of it."""

    table: LiveTable
    told: Mapping[str, str]
    ruling: str = ""
    ruled: Mapping[str, str] = {}


Happens = Callable[[str], Moment]


def base_of(book: str) -> str:
    return "1" if book in (MEGALINK, RIDE, MGC) else "ante"


def before_the_deal(ruling: str = "", **told: str) -> Happens:
    return lambda book: Moment(staked(book, 1, 3), told, ruling)


def after_the_deal(ruling: str = "", **told: str) -> Happens:
    def happens(book: str) -> Moment:
        table = staked(book, 1, 3).say("deal")
        return Moment(table, told, ruling)

    return happens


def on_a_wager(ruling: str = "", **told: str) -> Happens:
    def happens(book: str) -> Moment:
        return Moment(staked(book, 1, 3), {"seat": "1", "wager": base_of(book), **told}, ruling)

    return happens


def at_the_maximum(book: str) -> Moment:
    table = opened(book).say("call", "seat 1  ante 500.00", "no more bets")
    return Moment(table, {"seat": "1", "wager": "ante", "found": "900.00"})


def laid_wrong(ruling: str, **told: str) -> Happens:
    def happens(book: str) -> Moment:
        table = staked(book, 1, 3)
        return Moment(table, {"laid": laid_on(table, 1, 2), **told}, ruling)

    return happens


def with_two_hands(ruling: str = "", **told: str) -> Happens:
    def happens(book: str) -> Moment:
        return Moment(several_hands(opened(book), 1, 2), {"player": "p1", **told}, ruling)

    return happens


def a_hand_went(book: str) -> Moment:
    table = staked(book, 1, 3).say("deal", "report wrong_number_hand seat=1 cards=1")
    return Moment(table, {"reason": "they asked for it"})


def may_withdraw(book: str) -> Moment:
    table = a_hand_went(book).table
    table.say('as top: report permit_withdrawal reason="asked for it"')
    return Moment(table, {"seat": "3"})


def doubted(book: str) -> Moment:
    return after_the_deal("counted")(book)._replace(ruled={"count": "52"})


def by_a_machine(book: str) -> Moment:
    return Moment(staked(book, 1, method="machine"), {"fault": "jammed"})


HAPPENS: Mapping[str, Happens] = {
    "late_wager": on_a_wager(amount="5.00"),
    "lifted_wager": on_a_wager(),
    "under_minimum": on_a_wager(found="0.50"),
    "over_maximum": at_the_maximum,
    "out_of_limits": on_a_wager("cap", found="900.00"),
    "unequal_bets": after_the_deal("remove_hand", seat="1", found="10.00 10.00 0.00"),
    "unregistered_progressive": before_the_deal(seat="2", amount="5.00"),
    "absent": after_the_deal(player="p1"),
    "out_of_view": after_the_deal(seat="1", what="held under the table"),
    "confidentiality": after_the_deal("bar", player="p1", what="showed the hand to seat 3"),
    "several_in_error": with_two_hands(viewed="1 2"),
    "controls_several": with_two_hands("stop"),
    "power_failure": before_the_deal("resume"),
    "uncovered": before_the_deal("continue", what="a fire alarm"),
    "foreign_card": before_the_deal(card="a joker", place="the shoe"),
    "extra_card": before_the_deal(card="a second 4c", place="the shoe"),
    "missing_card": before_the_deal(card="4c"),
    "unshuffled_cards": before_the_deal(place="the shoe"),
    "card_count": after_the_deal(count="51"),
    "count_doubt": doubted,
    "misdeal": laid_wrong("move", handled="no"),
    "handled_misdeal": laid_wrong("void"),
    "wrong_number": after_the_deal(place="community", cards="1"),
    "wrong_number_hand": after_the_deal(seat="1", cards="1"),
    "permit_withdrawal": a_hand_went,
    "withdrawal": may_withdraw,
    "exposed_card": before_the_deal(cards="Td"),
    "duplicate_card": before_the_deal("real_card", entered="4c 4c"),
    "face_up_card": before_the_deal(card="7d"),
    "drawn_card": before_the_deal(card="8c"),
    "shuffler_fault": before_the_deal(fault="jammed"),
    "machine_fault": by_a_machine,
}

EVERY = [
    pytest.param(book, kind, marks=pytest.mark.rule(book, rule.clause), id=f"{book}-{kind}")
    for book in built_in_ids()
    for kind, rule in built_in(book).irregularities.items()
]


def window_of(one: ParameterSet) -> str:
    book, kind = one.values
    return built_in(str(book)).irregularities[str(kind)].until


def report(kind: str, told: Mapping[str, str]) -> ReportIrregularity:
    return ReportIrregularity(kind=kind, details=told)


def rule_on(moment: Moment) -> MakeRuling:
    return MakeRuling(ruling=moment.ruling, reason="seen on camera 4", details=moment.ruled)


def test_none_is_forgotten() -> None:
    assert set(HAPPENS) == set(CATALOGUE)


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_it_is_taken_from_the_least_role_and_says_its_rule(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    table = moment.table
    rule = table.rules.rulebook.irregularities[kind]
    reporter = staff(reported_by(table.rules, kind), "rae")
    reported = table.give(report(kind, moment.told), by=reporter)[0]
    assert isinstance(reported, IrregularityReported)
    assert (reported.kind, reported.clause) == (kind, rule.clause)
    if "Rule" in reported.awaits:
        table.give(rule_on(moment), by=staff(rule.ruled_by, "rob"))
    elif "Answer" in reported.awaits:
        for name in ("p1", "p3"):
            table.say(f'{name}: answer "{name}" stay')
    table.say("goes on")


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_it_is_refused_to_a_lower_role(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    table = moment.table
    rule, ladder = table.rules.rulebook.irregularities[kind], table.ladder
    told = report(kind, moment.told)
    assert isinstance(table.refused(told, by=player("p1")), RoleBreach)
    least = ladder.index(reported_by(table.rules, kind))
    for role in ladder[:least]:
        refusal = table.refused(told, by=staff(role, "rae"))
        assert isinstance(refusal, RoleBreach)
        assert ladder[least] in refusal.remedy
    reported = table.give(told, by=staff(ladder[least], "rae"))[0]
    if isinstance(reported, IrregularityReported) and "Rule" in reported.awaits:
        for by in (player("p1"), *map(staff, ladder[: ladder.index(rule.ruled_by)])):
            refusal = table.refused(rule_on(moment), by=by)
            assert isinstance(refusal, RoleBreach)
            assert rule.ruled_by in refusal.remedy


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_it_is_refused_at_another_time(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    rule = moment.table.rules.rulebook.irregularities[kind]
    told = report(kind, moment.told)
    if rule.until == "before_deal":
        moment.table.say("deal")
        refusal = moment.table.refused(told, by=moment.table.top)
        assert refusal.clause == rule.clause
        assert "cannot be invoked now" in refusal.problem
        return
    table = opened(book, method=moment.table.setting.method)
    if rule.until == "any_time":
        table.say("as top: close-table")
        assert "is closed" in table.refused(told, by=table.top).problem
        return
    refusal = table.refused(told, by=table.top)
    assert refusal.clause == rule.clause
    assert "cannot be invoked now" in refusal.problem


def test_every_window_that_a_rulebook_may_name_is_known_to_tables() -> None:
    assert tuple(WINDOWS) == IRREGULARITY_WINDOWS


AFTER_BETS = [one for one in EVERY if window_of(one) in ("bets_closed", "dealt", "next_round")]


@pytest.mark.parametrize(("book", "kind"), AFTER_BETS)
def test_i_83_while_bets_are_made_no_card_is_dealt_and_the_round_before_is_out_of_reach(
    book: str, kind: str
) -> None:
    moment = HAPPENS[kind](book)
    rule = moment.table.rules.rulebook.irregularities[kind]
    table = opened(book, method=moment.table.setting.method)
    bet(table, 1, 3)
    table.say("deal", "play on", "settle", "end", "call")
    place_all(table, 1, 3)
    for told in (moment.told, {**moment.told, "laid": laid_on(table, 1, 3)}):
        refusal = table.refused(report(kind, told), by=table.top)
        assert (refusal.clause, refusal.problem) == (
            rule.clause,
            f"{rule.title} cannot be invoked now",
        )
        assert "results that stand are not reopened" in refusal.remedy
    # The round that was called for is played as if nobody had said anything.
    table.say("no more bets", "deal", "play on", "settle", "end", "void by nothing")


@pytest.mark.parametrize(("book", "kind"), EVERY)
def test_i_83_of_a_round_that_is_over_it_is_only_written_down(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    rule = moment.table.rules.rulebook.irregularities[kind]
    table = opened(book, method=moment.table.setting.method)
    bet(table, 1, 3)
    table.say("deal", "play on", "settle", "end", "call")
    place_all(table, 1, 3)
    told = report(kind, {**moment.told, "round": "1"})
    assert isinstance(table.refused(told, by=player("p1")), RoleBreach)
    before = table.table
    happened = table.give(told, by=staff(reported_by(table.rules, kind), "rae"))
    assert happened == [
        IrregularityReported(
            kind=kind, details={**moment.told, "round": "1"}, awaits=(), clause=rule.clause
        )
    ]
    assert table.table == before
    for number, words in (
        ("2", "not out of reach"),
        ("3", "Round '3'"),
        ("0", "Round '0'"),
        ("one", "Round 'one'"),
    ):
        refusal = table.refused(report(kind, {**moment.told, "round": number}), by=table.top)
        assert words in refusal.problem
        assert refusal.clause == rule.clause


@pytest.mark.parametrize(
    ("book", "kind"),
    [one for one in EVERY if window_of(one) in ("bets_closed", "dealt", "open")],
)
def test_i_83_a_closed_round_counts_as_previous(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    table = opened(book, method=moment.table.setting.method)
    bet(table, 1)
    table.say("deal", "play on", "settle", "end")
    refusal = table.refused(report(kind, moment.told), by=table.top)
    assert refusal.clause == table.rules.rulebook.irregularities[kind].clause
    assert "not reopened" in refusal.remedy
    before = table.table
    table.give(report(kind, {**moment.told, "round": "1"}), by=table.top)
    assert table.table == before


@pytest.mark.parametrize(("book", "kind"), [one for one in EVERY if window_of(one) == "next_round"])
def test_i_83_what_can_still_be_invoked_is_not_only_written_down(book: str, kind: str) -> None:
    moment = HAPPENS[kind](book)
    table = opened(book, method=moment.table.setting.method)
    bet(table, 1, 3)
    table.say("deal", "play on", "settle", "end")
    refusal = table.refused(report(kind, {**moment.told, "round": "1"}), by=table.top)
    assert "not out of reach" in refusal.problem
    table.give(report(kind, moment.told), by=table.top)
    if table.table.halt is not None:
        table.say('rule counted "by hand" count=51')
    assert not table.table.play.is_over


@pytest.mark.parametrize(("book", "kind"), [one for one in EVERY if window_of(one) == "next_round"])
def test_i_83_of_a_void_round_that_is_over_it_is_written_down_and_not_offered(
    book: str, kind: str
) -> None:
    moment = HAPPENS[kind](book)
    table = opened(book, method=moment.table.setting.method)
    bet(table, 1, 3)
    table.say("deal", 'report uncovered what="a fire alarm"')
    table.say('as top: rule void "seen on camera 4"')
    assert kind not in {rule.id for rule, _ in may_report(table.rules, table.table)}
    table.say("settle", "end")
    assert kind not in {rule.id for rule, _ in may_report(table.rules, table.table)}
    refusal = table.refused(report(kind, moment.told), by=table.top)
    assert "the round is void already" in refusal.problem
    assert "with round" in refusal.remedy
    before = table.table
    table.give(report(kind, {**moment.told, "round": "1"}), by=table.top)
    assert table.table == before
