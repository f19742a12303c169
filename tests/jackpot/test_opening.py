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
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.operation import StartLink
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


def test_i_06_settings_that_are_complete_open_a_link_at_the_initial_amounts() -> None:
    pot = Pot(megalink(level(initial=money("12000.00"))))
    assert (pot.shows(), pot.link.status) == ("12000.00", LinkStatus.RUNNING)


# --- who may share --------------------------------------------------------------------------------


def test_i_13_the_three_megalink_games_share_one_meter() -> None:
    terms = checked_terms(megalink())
    assert [one.rulebook for one in terms.games] == [MEGALINK, HOLDEM, THREE]


def test_i_13_games_that_pay_other_percentages_do_not_share() -> None:
    other = replace(
        game(HOLDEM),
        shares={
            "royal_flush": ShareRow(level="jackpot", percent=100),
            "straight_flush": ShareRow(level="jackpot", percent=15),
        },
    )
    assert "its percentage rows are not those of" in refused(
        megalink(games=(game(MEGALINK), other))
    )


def test_i_13_no_link_mixes_currencies_or_families() -> None:
    said = refused(megalink(games=(game(MEGALINK), game(MASSACHUSETTS, "PTMGL01"))))
    assert "played in USD, and the link is in SGD" in said
    assert "of family mgc, and mbs-megalink-let-it-ride-v2 is of mbs" in said


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


@pytest.mark.rule(MASSACHUSETTS, "12(g)")
@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"paytable": "PTMGL02"}, "its paytable is PTMGL02, and PTMGLML03 is the link's"),
        ({"unit": money("5.00")}, "its wager amount is $5.00, and $1.00 is the link's"),
        ({"decks": 2}, "its number of decks is 2, and 1 is the link's"),
        ({"currency": "SGD"}, "its currency is SGD"),
        ({"digest": "0" * 64}, "its rulebook file is 000000000000"),
        ({"rulebook": HOLDEM}, f"it plays {HOLDEM}"),
    ],
)
def test_12_g_a_table_that_is_set_up_otherwise_does_not_join(
    other: dict[str, Any], said: str
) -> None:
    pot = Pot(massachusetts())
    with pytest.raises(RuleBreach, match="may not share link mgc") as breach:
        pot.give(pot.joining("t1", **other))
    assert said in str(breach.value)


@pytest.mark.rule(MASSACHUSETTS, "12(e)")
def test_12_e_several_games_are_linked_by_a_multi_game_link_table_only() -> None:
    first = game(MASSACHUSETTS, "TABLE1")
    other = replace(first, rulebook="house-let-it-ride")
    assert "is no Multi Game Link paytable" in refused(
        massachusetts("TABLE1", games=(first, other))
    )
    assert checked_terms(massachusetts("TABLE1")).games == (first,)


def test_s15_a_practice_table_never_joins() -> None:
    pot = Pot()
    with pytest.raises(RuleBreach, match="is for practice"):
        pot.give(pot.joining("t1", is_practice=True))


def test_i_13_a_table_whose_winners_would_share_otherwise_does_not_join() -> None:
    pot = Pot()
    with pytest.raises(RuleBreach, match="its winners would share otherwise"):
        pot.give(pot.joining("t1", sharing=Sharing(one_by_one=True)))


# --- seeds, units, limits -------------------------------------------------------------------------


@pytest.mark.rule(MASSACHUSETTS, "12(e)")
@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGL01")
@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGL02")
@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGL03-inferred")
@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGLML01")
@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGLML03")
@pytest.mark.parametrize("dollars", [1, 5])
@pytest.mark.parametrize("paytable", [one for one in SEEDS if one not in ("TABLE1", "PTMGLML02")])
def test_i_28_meters_start_at_the_printed_seed_times_the_unit(paytable: str, dollars: int) -> None:
    pot = Pot(massachusetts(paytable, dollars=dollars))
    shows = {name: pot.shows(name) for name in pot.link.meters}
    assert shows == {name: str(money(seed) * dollars) for name, seed in SEEDS[paytable].items()}
    at_one = massachusetts(paytable, dollars=1)
    if dollars != 1:
        said = refused(replace(massachusetts(paytable, dollars=dollars), levels=at_one.levels))
        assert "prints a seed of" in said
        assert "I-28" in said


@pytest.mark.rule(MASSACHUSETTS, "12(b)")
def test_i_28_table_1_is_played_at_one_dollar_only() -> None:
    said = refused(massachusetts("TABLE1", dollars=5))
    assert "TABLE1: is played at $1.00 only, and the unit is $5.00" in said


def test_i_27_the_seed_of_table_1_may_be_set() -> None:
    other = level("jackpot", "7500.00", contribution=Rate.parse("5%"))
    assert Pot(massachusetts("TABLE1", levels=(other,))).shows() == "7500.00"


@pytest.mark.rule(MASSACHUSETTS, "12(e)/PTMGLML02")
def test_i_26_lost_seeds_must_be_confirmed() -> None:
    assert "its seeds are lost in the document" in refused(massachusetts("PTMGLML02"))
    confirmed = frozenset({"ptmglml02_seeds_confirmed"})
    assert Pot(massachusetts("PTMGLML02", confirmed=confirmed)).shows("minor") == "250.00"


def test_a_link_has_the_levels_of_its_paytable() -> None:
    said = refused(replace(massachusetts("PTMGLML01"), levels=(level("jackpot"),)))
    assert "PTMGLML01 is paid from major, minor, and the link has jackpot" in said


def test_p10_a_limit_is_not_below_what_the_level_starts_from() -> None:
    low = level(limit=money("9999.99"), overflow=OverflowTo.RESERVE)
    assert "the limit $9,999.99 is below what it starts from" in refused(megalink(low))


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


def test_rates_that_take_more_than_a_wager_are_refused() -> None:
    greedy = level(contribution=Rate.parse("90%"), reserve=Rate.parse("10.5%"))
    assert "all levels together take 201/200 of a wager" in refused(megalink(greedy))


def test_i_14_the_verifying_role_stands_on_the_ladder() -> None:
    assert "'floorperson' is no role there" in refused(megalink(verification_role="floorperson"))


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


def test_p19_other_software_does_not_start_a_link() -> None:
    pot = Pot(is_started=False)
    with pytest.raises(RuleBreach, match="What would run is not what was approved: software"):
        pot.give(StartLink(software="another"))
    pot.start()
    assert pot.link.status is LinkStatus.RUNNING


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
    assert digest_of(proposal_of(replace(terms, cover_days=7), SOFTWARE)) not in seen


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
