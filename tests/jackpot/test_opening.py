"""Opening a link: nothing is assumed, and nothing runs but what was approved."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.envelope import Recorded
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.games.library import built_in
from pitboss.jackpot.aggregate import decide, replay
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.proposals import (
    digest_of,
    expected_when_won,
    level_chances,
    prize_chances,
    proposal_of,
    unequal_chances,
)
from pitboss.jackpot.terms import (
    LevelSettings,
    LevelTerms,
    LinkSettings,
    LinkTerms,
    OverflowTo,
    ShareRow,
)
from pitboss.odds.wagers import count_rows
from pitboss.rulebook.terms import terms_of
from tests.jackpot.pot import (
    HOLDEM,
    MASSACHUSETTS,
    MEGALINK,
    SEEDS,
    SOFTWARE,
    THREE,
    Pot,
    approval,
    at,
    envelope,
    game,
    level,
    massachusetts,
    megalink,
    money,
    opening,
)


def refused(settings: LinkSettings) -> str:
    with pytest.raises(RuleBreach) as breach:
        checked_terms(settings)
    return str(breach.value)


# --- nothing is assumed ---------------------------------------------------------------------------


def test_i_06_a_link_with_nothing_set_names_everything_that_is_missing() -> None:
    said = refused(
        LinkSettings(link="mega", levels=(LevelSettings(name="jackpot"),), games=(game(MEGALINK),))
    )
    for name in (
        "currency", "unit", "verification_role", "change", "sharing", "most_units", "magic_rate",
        "lucky_rate", "jackpot.initial", "jackpot.reset", "jackpot.contribution", "jackpot.reserve",
        "jackpot.limit", "jackpot.most_contribution",
    ):  # fmt: skip
        assert f"{name}," in said or f"{name} are" in said, name


@pytest.mark.rule(MEGALINK, "4.3")
@pytest.mark.rule(MEGALINK, "4.4")
@pytest.mark.parametrize(
    "name",
    ["currency", "unit", "levels", "games", "most_units", "magic_rate", "lucky_rate",
     "verification_role", "change", "sharing"],
)  # fmt: skip
def test_i_06_each_parameter_alone_keeps_a_link_from_opening(name: str) -> None:
    empty: Any = () if name in ("levels", "games") else None
    settings = megalink()
    if name == "games":
        settings = replace(settings, most_units=None, magic_rate=None, lucky_rate=None)
    assert f"{name} is missing" in refused(replace(settings, **{name: empty}))


@pytest.mark.parametrize(
    "name", [f.name for f in fields(LevelSettings) if f.name not in ("name", "is_unlimited")]
)
def test_p1_each_parameter_of_a_level_alone_keeps_a_link_from_opening(name: str) -> None:
    whole = level(limit=money("500000.00"), overflow=OverflowTo.RESERVE)
    nothing: Any = {name: None}
    broken = replace(whole, **nothing)
    assert f"jackpot.{name} is missing" in refused(megalink(broken))


def test_i_21_rates_of_features_are_asked_for_only_where_there_are_features() -> None:
    without = megalink(games=(game(HOLDEM), game(THREE)), magic_rate=None, lucky_rate=None)
    assert checked_terms(without).magic_rate is None


# --- who may share --------------------------------------------------------------------------------


def test_i_13_the_three_megalink_games_share_one_meter() -> None:
    terms = checked_terms(megalink())
    assert [one.rulebook for one in terms.games] == [MEGALINK, HOLDEM, THREE]


@pytest.mark.rule(MASSACHUSETTS, "12(g)")
def test_12_g_linked_games_have_paytable_and_decks_in_common() -> None:
    first = game(MASSACHUSETTS, "PTMGL01")
    other = replace(first, rulebook="house-let-it-ride")
    assert len(checked_terms(massachusetts("PTMGL01", games=(first, other))).games) == 2
    for changed, said in (
        (replace(other, paytable="PTMGL02"), "its paytable PTMGL02 is not PTMGL01"),
        (replace(other, others={**other.others, "flush": "41 for 1"}), "its paytable PTMGL01 is"),
        (replace(other, decks=2), "2 decks, and mgc-let-it-ride has 1"),
    ):
        found = refused(massachusetts("PTMGL01", games=(first, changed)))
        assert said in found
        assert "12(g)" in found


# --- seeds, units, limits -------------------------------------------------------------------------


@pytest.mark.parametrize("paytable", [one for one in SEEDS if one not in ("TABLE1", "PTMGLML02")])
def test_i_28_the_seed_of_one_dollar_is_no_seed_of_five(paytable: str) -> None:
    at_one = massachusetts(paytable, dollars=1)
    said = refused(replace(massachusetts(paytable, dollars=5), levels=at_one.levels))
    assert "prints a seed of" in said
    assert "I-28" in said


def test_i_27_the_seed_of_table_1_may_be_set() -> None:
    other = level("jackpot", "7500.00", contribution=Rate.parse("5%"))
    assert Pot(massachusetts("TABLE1", levels=(other,))).shows() == "7500.00"


def _mgc(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(MASSACHUSETTS, clause)


FIFTEEN = {
    "royal_flush": ShareRow(level="jackpot", percent=100),
    "straight_flush": ShareRow(level="jackpot", percent=15),
}
TABLE1 = game(MASSACHUSETTS, "TABLE1")
REFUSED = [
    pytest.param(
        megalink(games=(game(MEGALINK), replace(game(HOLDEM), shares=FIFTEEN))),
        "its percentage rows are not those of",
        id="I-13: other percentages",
    ),
    pytest.param(
        megalink(games=(game(MEGALINK), game(MASSACHUSETTS, "PTMGL01"))),
        "played in USD, and the link is in SGD; "
        "of family mgc, and mbs-megalink-let-it-ride-v2 is of mbs",
        id="I-13: currencies and families mixed",
    ),
    pytest.param(
        massachusetts("TABLE1", games=(TABLE1, replace(TABLE1, rulebook="house-let-it-ride"))),
        "is no Multi Game Link paytable",
        id="12(e): several games by a table for one",
        marks=_mgc("12(e)"),
    ),
    pytest.param(
        massachusetts("TABLE1", dollars=5),
        "TABLE1: is played at $1.00 only, and the unit is $5.00",
        id="I-28: Table 1 at five dollars",
        marks=_mgc("12(b)"),
    ),
    pytest.param(
        massachusetts("PTMGLML02"),
        "its seeds are lost in the document",
        id="I-26: seeds that were lost, and not confirmed",
        marks=_mgc("12(e)/PTMGLML02"),
    ),
    pytest.param(
        replace(massachusetts("PTMGLML01"), levels=(level("jackpot"),)),
        "PTMGLML01 is paid from major, minor, and the link has jackpot",
        id="levels that the paytable does not have",
    ),
    pytest.param(
        megalink(level(limit=money("9999.99"), overflow=OverflowTo.RESERVE)),
        "the limit $9,999.99 is below what it starts from",
        id="P10: a limit below the start",
    ),
    pytest.param(
        megalink(level(contribution=Rate.parse("90%"), reserve=Rate.parse("10.5%"))),
        "all levels together take 201/200 of a wager",
        id="rates of more than a wager",
    ),
    pytest.param(
        megalink(verification_role="floorperson"),
        "'floorperson' is no role there",
        id="I-14: a role of another ladder",
    ),
    pytest.param(megalink(cover_days=0), "cover_days", id="P30: less than a day"),
    pytest.param(
        megalink(fixed_awards_from_meter="minor"),
        "'minor' is no level of the link; Name one of jackpot, or leave it out",
        id="I-05: fixed awards from a level that is not there",
    ),
]


@pytest.mark.parametrize(("settings", "why"), REFUSED)
def test_settings_that_do_not_fit_are_refused(settings: LinkSettings, why: str) -> None:
    said = refused(settings)
    for part in why.split("; "):
        assert part in said


@pytest.mark.rule(MASSACHUSETTS, "12(e)")
def test_12_e_one_game_may_be_linked_by_table_1() -> None:
    assert checked_terms(massachusetts("TABLE1")).games == (TABLE1,)


def test_p33_a_level_is_expected_to_be_won_below_its_limit() -> None:
    # A dollar of each wager, a royal once in 649,740 and 36 straight flushes in 2,598,960 at 10%:
    # (4 x 10,000 + 2,598,960) / (4 + 3.6) dollars.
    exact = Fraction(4 * 10_000 + 2_598_960) / Fraction("7.6")
    assert Fraction(347231) < exact < Fraction(347232)
    for limit, is_fine in (("347231.00", False), ("347232.00", True)):
        limited = level(limit=money(limit), overflow=OverflowTo.RESERVE)
        if is_fine:
            checked_terms(megalink(limited))
        else:
            assert "it is expected to stand at $347,231.57 when won" in refused(megalink(limited))


def test_p33_the_expectation_is_the_sum_over_all_the_wagers_until_the_level_is_won() -> None:
    """By the obvious way: add up wager by wager what the level is worth when it is won."""
    terms = checked_terms(massachusetts("PTMGLML03"))
    minor, played = terms.level("minor"), terms.games[0]
    whole, part = level_chances(played, "minor")
    value, alive, expected = float(minor.reset.cents), 1.0, 0.0
    for _ in range(200_000):
        value += float(minor.contribution.share) * terms.unit.cents
        expected += alive * float(whole) * value
        alive *= 1 - float(whole)
        value *= 1 - float(part / (1 - whole))
    exact = expected_when_won(minor, terms.unit, played)
    assert exact is not None
    assert abs(float(exact) - expected) < 1e-6 * expected


# --- how likely prizes are ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "paytable"),
    [(MEGALINK, "progressive"), (HOLDEM, "progressive"), (THREE, "progressive")]
    + [(MASSACHUSETTS, paytable) for paytable in SEEDS],
)
def test_p23_chances_are_those_that_the_odds_count(rulebook: str, paytable: str) -> None:
    options = {"progressive_table": paytable} if rulebook == MASSACHUSETTS else {}
    counted = count_rows(terms_of(built_in(rulebook), options).table("progressive"))
    theirs = {row.hand: count for row, count in counted if row is not None}
    mine = {one.hand: one.hands for one in prize_chances([game(rulebook, paytable)])}
    assert mine == theirs
    assert {one.of for one in prize_chances([game(rulebook, paytable)])} == {2_598_960}


def test_p31_the_three_megalink_games_have_the_same_chances() -> None:
    assert list(unequal_chances(megalink().games)) == []


def test_p31_unequal_chances_are_said_in_the_proposal() -> None:
    rarer = replace(game(HOLDEM), shares={"straight_flush": ShareRow(level="jackpot", percent=10)})
    (said,) = unequal_chances([game(MEGALINK), rarer])
    assert said.startswith("the chances of jackpot differ: ")
    assert "once in 649740" in said
    assert "never" in said


def test_p23_a_prize_rarer_than_once_in_a_hundred_million_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.jackpot.checks.RAREST", 600_000)
    assert "all of jackpot is won once in 649740" in refused(megalink())


# --- approval -------------------------------------------------------------------------------------


ANN = envelope(Link(), "ann", "boss", now=at(0))


def approved(settings: LinkSettings) -> Link:
    return replay(Recorded(event, ANN) for event in decide(Link(), approval(settings), ANN))


def test_p24_nothing_opens_that_was_not_approved() -> None:
    with pytest.raises(RuleBreach, match="Nothing is approved for link mega"):
        decide(Link(), opening(megalink()), ANN)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (megalink(level(contribution=Rate.parse("19%"))), "levels.jackpot.contribution"),
        (megalink(lucky_rate=Rate.parse("1/41")), "lucky_rate.d"),
        (
            megalink(games=(game(MEGALINK), game(HOLDEM))),
            "approved: games.mbs-megalink-three-card-v6 (rule",
        ),
    ],
)
def test_p24_what_opens_is_what_was_approved_to_the_last_figure(
    changed: LinkSettings, said: str
) -> None:
    link = approved(megalink())
    with pytest.raises(RuleBreach, match="This is not what was approved") as breach:
        decide(link, opening(changed), ANN)
    assert said in str(breach.value)


def test_p24_the_digest_covers_every_field() -> None:
    terms = checked_terms(massachusetts())
    digest = digest_of(proposal_of(terms, SOFTWARE))
    one = terms.levels[0]
    seen = {digest, digest_of(proposal_of(terms, "another"))}
    changed: dict[str, Any] = {
        "name": "other", "initial": money("1.00"), "reset": money("1.00"),
        "contribution": Rate.parse("6%"), "reserve": Rate.parse("3%"), "limit": money("1.00"),
        "overflow": OverflowTo.RESERVE, "most_contribution": money("1.00"),
    }  # fmt: skip
    assert set(changed) == {f.name for f in fields(LevelTerms)}
    for name, value in changed.items():
        levels = (replace(one, **{name: value}), *terms.levels[1:])
        seen.add(digest_of(proposal_of(replace(terms, levels=levels), SOFTWARE)))
    assert len(seen) == 2 + len(changed)
    others: list[dict[str, Any]] = [{"cover_days": 7}, {"fixed_awards_from_meter": "minor"}]
    for other in others:
        assert digest_of(proposal_of(replace(terms, **other), SOFTWARE)) not in seen


@dataclass(frozen=True, kw_only=True)
class _OneDay(LinkTerms):
    """Terms as they may be one day."""

    colour: str | None = None


def test_p24_a_term_that_links_may_have_one_day_leaves_approved_ones_alone() -> None:
    terms = checked_terms(massachusetts())
    proposal = proposal_of(terms, SOFTWARE)
    later = _OneDay(**{field.name: getattr(terms, field.name) for field in fields(terms)})
    assert digest_of(replace(proposal, terms=later)) == digest_of(proposal)
    green = replace(later, colour="green")
    assert digest_of(replace(proposal, terms=green)) != digest_of(proposal)


@pytest.mark.parametrize(
    ("by", "second"), [("ann", "ann"), ("boss", "ann"), ("max", "boss"), ("ann", ""), ("", "boss")]
)
def test_s5_a_proposal_needs_accounting_and_administration(by: str, second: str) -> None:
    with pytest.raises(RoleBreach):
        decide(Link(), approval(megalink()), envelope(Link(), by, second, now=at(0)))
