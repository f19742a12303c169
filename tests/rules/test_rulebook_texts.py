"""What the rulebooks say of themselves: editions, names, layouts, ladders, printed odds."""

from __future__ import annotations

import pytest

from pitboss.games.library import built_in, built_in_ids
from tests.script import RecordScript

RIDE_2 = "mbs-megalink-let-it-ride-v2"
RIDE_3 = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MASSACHUSETTS = "mgc-let-it-ride"
RIDES = (RIDE_2, RIDE_3, MASSACHUSETTS)

HOLDEM_ROUND = """
    seat 1  ante 10.00
    deal 1: Ac 8d; dealer: 7c 3c; community: Qs Jd 9c 5h 2d
    play on 1: bet
"""
THREE_CARD_ROUND = """
    seat 1  ante 10.00
    deal 1: Ah Qd 7s; dealer: Qs 9d 4c
    play on 1: play
"""
RIDE_ROUND = """
    seat 1  base 10.00
    deal 1: Qc Th 6d; community: 5s 2h
    play on 1: ride ride
"""
ROUNDS = {HOLDEM: HOLDEM_ROUND, THREE_CARD: THREE_CARD_ROUND} | dict.fromkeys(RIDES, RIDE_ROUND)
"""A plain round of each rulebook."""


def shows(*clauses: tuple[str, str]) -> list[pytest.MarkDecorator]:
    """Marks for what a parameter shows: pairs of a rulebook and a clause."""
    return [pytest.mark.rule(rulebook, clause) for rulebook, clause in clauses]


@pytest.mark.parametrize(
    ("rulebook", "edition", "effective", "currency"),
    [
        pytest.param(*printed, marks=shows((printed[0], "title")))
        for printed in (
            (RIDE_2, "Version 2", "2013-05-09", "SGD"),
            (RIDE_3, "Version 3", "2012-12-27", "SGD"),
            (HOLDEM, "Version 9", "2023-07-04T07:00+08:00", "SGD"),
            (THREE_CARD, "Version 6", "2019-08-02", "SGD"),
            (MASSACHUSETTS, "undated", None, "USD"),
        )
    ],
)
def test_title_the_edition_its_date_and_the_currency(
    rulebook: str, edition: str, effective: str | None, currency: str
) -> None:
    rules = built_in(rulebook)
    assert (rules.edition, rules.effective, rules.currency) == (edition, effective, currency)
    settlement = RecordScript(rulebook, ROUNDS[rulebook]).settlement
    assert (settlement["rulebook"], settlement["edition"]) == (rulebook, edition)


@pytest.mark.rule(MASSACHUSETTS, "title")
def test_title_an_undated_text_is_known_by_its_source() -> None:
    assert built_in(MASSACHUSETTS).source == "004_21f905bd089c5c94.txt"


@pytest.mark.parametrize(
    ("rulebook", "titles", "payments"),
    [
        pytest.param(
            RIDE_2, "1, 2, $, Progressive Jackpot Wager", None, marks=shows((RIDE_2, "1.1"))
        ),
        pytest.param(
            RIDE_3,
            "1, 2, $, Progressive Jackpot wager",
            {"envy": "Envy Bonus"},
            marks=shows((RIDE_3, "1.1")),
        ),
        pytest.param(
            HOLDEM,
            "Ante, Bonus, Progressive Jackpot, Flop, Turn, River",
            None,
            marks=shows((HOLDEM, "1.1")),
        ),
        pytest.param(
            THREE_CARD,
            "Ante, Pair Plus, Progressive Jackpot, Play",
            {"ante_bonus": "Ante Bonus"},
            marks=shows((THREE_CARD, "1.1")),
        ),
        pytest.param(
            MASSACHUSETTS,
            "bet 1, bet 2, bet 3, progressive, Let It Ride bonus, three card bonus, Cover All",
            None,
            marks=shows((MASSACHUSETTS, "1")),
        ),
    ],
)
def test_1_1_the_wagers_have_these_names_and_there_is_no_other(
    rulebook: str, titles: str, payments: dict[str, str] | None
) -> None:
    rules = built_in(rulebook)
    assert sorted(wager.title for wager in rules.wagers.values()) == sorted(titles.split(", "))
    assert payments is None or dict(rules.payments) == payments


@pytest.mark.parametrize(
    ("rulebook", "layout", "least", "most"),
    [
        pytest.param(*printed, marks=shows((printed[0], f"Appendix {printed[1]}")))
        for printed in (
            (HOLDEM, "A", 1, 6),
            (HOLDEM, "B", 1, 6),
            (HOLDEM, "C", 1, 7),
            (HOLDEM, "D", 1, 7),
            (THREE_CARD, "A", 5, 7),
            (THREE_CARD, "B", 5, 6),
            (THREE_CARD, "C", 5, 6),
        )
    ],
)
def test_appendices_say_how_many_positions(
    rulebook: str, layout: str, least: int, most: int
) -> None:
    printed = next(one for one in built_in(rulebook).layouts if one.id == layout)
    assert (printed.clause, printed.least, printed.most) == (f"Appendix {layout}", least, most)


@pytest.mark.rule(HOLDEM, "7")
def test_7_four_layouts() -> None:
    assert [layout.id for layout in built_in(HOLDEM).layouts] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(book, marks=shows((book, "6.2"))) for book in (HOLDEM, THREE_CARD)],
)
def test_6_2_the_ladder_of_roles(rulebook: str) -> None:
    ladder = ("Dealer", "Pit Supervisor", "Pit Manager", "Gaming Shift Manager")
    assert built_in(rulebook).roles == ladder


@pytest.mark.rule(MASSACHUSETTS, "10(a)")
def test_10_a_odds_are_printed_with_to_and_never_with_for() -> None:
    tables = built_in(MASSACHUSETTS).paytables
    printed = [
        str(row.pays)
        for name in tables
        if name.startswith(("base", "bonus", "three_card_bonus", "cover_all"))
        for row in tables[name].rows
    ]
    assert len(printed) == 9 + 7 + 6 * 6 + 7 * 7
    assert not [words for words in printed if "for" in words]


@pytest.mark.parametrize(
    ("name", "clause", "seeds"),
    [
        pytest.param(*printed, marks=shows((MASSACHUSETTS, printed[1])), id=printed[0])
        for printed in (
            ("TABLE1", "12(d)/Table 1", {"jackpot": "10000.00"}),
            ("PTMGL01", "12(e)/PTMGL01", {"jackpot": "10000.00"}),
            ("PTMGL02", "12(e)/PTMGL02", {"jackpot": "10000.00"}),
            ("PTMGL03", "12(e)/PTMGL03-inferred", {"jackpot": "1000.00"}),
            ("PTMGLML01", "12(e)/PTMGLML01", {"major": "10000.00", "minor": "1000.00"}),
            (
                "PTMGLML02",
                "12(e)/PTMGLML02",
                {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
            ),
            (
                "PTMGLML03",
                "12(e)/PTMGLML03",
                {"mega": "10000.00", "major": "1000.00", "minor": "250.00"},
            ),
        )
    ],
)
def test_12_e_each_table_has_its_levels_and_their_seeds(
    name: str, clause: str, seeds: dict[str, str]
) -> None:
    """Table 1 is the default (I-27)."""
    printed = built_in(MASSACHUSETTS).paytables[name].seeds
    assert {level: str(seed) for level, seed in printed.items()} == seeds
    options = f"progressive_table {name}  ptmglml02_seeds_confirmed true" * (name != "TABLE1")
    meters = "  ".join(f"{level} 20000.00 reset 1000.00" for level in seeds)
    settlement = RecordScript(
        MASSACHUSETTS,
        f"""
        table 7 positions  unit 1.00  {options}
        seat 1  base 5.00  progressive 1.00
        deal 1: Qc Th 6d; community: 5s 2h
        play on 1: ride ride
        settle {meters}
        """,
    ).settlement
    assert list(settlement["meters"]) == list(seeds)


# --- options ----------------------------------------------------------------------------------

OPTIONS = {
    "three_card_bonus_table": ("A", (MASSACHUSETTS,)),
    "progressive_table": ("TABLE1", (MASSACHUSETTS,)),
    "ptmglml02_seeds_confirmed": (True, (MASSACHUSETTS,)),
    "payout_limit": ("50000.00", (MASSACHUSETTS,)),
    "allow_two_positions": (True, (MASSACHUSETTS,)),
    "bonus_survives_losing_hand": (False, (HOLDEM,)),
    "dealer_qualifies": ("contains_queen_or_higher", (THREE_CARD,)),
    "decline_when_dealer_not_qualified": ("lose_all", (THREE_CARD,)),
    "progressive_to1_returns_stake": (False, (RIDE_2, RIDE_3)),
    "fixed_or_percent_returns_stake": (True, (*RIDES, HOLDEM, THREE_CARD)),
    "award_rounding": ("ceil", (*RIDES, HOLDEM, THREE_CARD)),
    "sf_multi": ("seed_based", (*RIDES, HOLDEM, THREE_CARD)),
    "multi_winner": ("settlement_order", RIDES),
    "envy_multiple": (False, (RIDE_3, MASSACHUSETTS)),
    "envy_trigger_needs_progressive": (True, (RIDE_3, MASSACHUSETTS)),
    "envy_scales_with_unit": (True, (MASSACHUSETTS,)),
}


def with_option(rulebook: str, option: str, value: object) -> RecordScript:
    at = RecordScript(rulebook, ROUNDS[rulebook])
    at.record["options"][option] = value
    return at


@pytest.mark.parametrize("rulebook", built_in_ids())
@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_known_where_the_contract_has_it_and_nowhere_else(
    rulebook: str, option: str
) -> None:
    value, rulebooks = OPTIONS[option]
    at = with_option(rulebook, option, value)
    if rulebook in rulebooks:
        assert at.settlement["rulebook"] == rulebook
    else:
        assert [option in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_the_rulebooks_have_no_other_options(rulebook: str) -> None:
    has = {option for option, (_, rulebooks) in OPTIONS.items() if rulebook in rulebooks}
    assert set(built_in(rulebook).options) == has


@pytest.mark.parametrize("value", ["round", 1, None, True])
def test_an_option_has_one_of_its_values(value: object) -> None:
    refused = with_option(HOLDEM, "award_rounding", value).refused()
    assert ["award_rounding" in fault.problem for fault in refused] == [True]


@pytest.mark.parametrize("limit", [None, "none"])
def test_no_payout_limit_is_said_in_two_ways(limit: str | None) -> None:
    """I-43: without a limit the bets of a hand are paid whole."""
    at = with_option(MASSACHUSETTS, "payout_limit", limit)
    at.say("""
        deal 1: Ad Kd Qd; community: Jd Td
        seat 1  1  win 10000.00  back 10.00  1000 to 1  [= 9(g)(2) 10(b) I-55 I-59]
        seat 1  $  win 10000.00  back 10.00  1000 to 1  [= 9(g)(2) 10(b) I-55 I-59]
    """)


# --- what a record may not leave out ------------------------------------------------------------


@pytest.mark.rule(MASSACHUSETTS, "6(b)")
def test_6_b_every_wager_is_a_players() -> None:
    at = RecordScript(MASSACHUSETTS, RIDE_ROUND)
    del at.record["seats"][0]["player"]
    assert ["player" in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(RIDE_2, marks=shows((RIDE_2, "1.1.4"), (RIDE_2, "3.16"))),
        pytest.param(RIDE_3, marks=shows((RIDE_3, "1.1.5"), (RIDE_3, "3.16"))),
        pytest.param(MASSACHUSETTS, marks=shows((MASSACHUSETTS, "6(d)"))),
    ],
)
def test_3_16_nothing_is_decided_about_the_dollar_wager(rulebook: str) -> None:
    at = RecordScript(rulebook, RIDE_ROUND)
    at.record["seats"][0]["decisions"]["$"] = "withdraw"
    assert ["'$'" in fault.problem for fault in at.refused()] == [True]
