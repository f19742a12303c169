"""A sixth rulebook is one file and no code: built-in texts with a few figures changed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.errors import RulebookError
from pitboss.games.library import Library, built_in_ids, open_rulebook
from tests.script import RecordScript

RIDE = "mbs-let-it-ride-v3"
HOLDEM = "mbs-megalink-holdem-v9"
THREE_CARD = "mbs-megalink-three-card-v6"
MASSACHUSETTS = "mgc-let-it-ride"


def variant(folder: Path, rulebook: str, *changes: tuple[str, str]) -> Path:
    """The file of a built-in rulebook under the id "house", with some words replaced."""
    text = files("pitboss").joinpath("rulebooks", f"{rulebook}.toml").read_text(encoding="utf-8")
    for old, new in ((f'id = "{rulebook}"', 'id = "house"'), *changes):
        assert old in text, f"{rulebook} does not say {old}"
        text = text.replace(old, new, 1)
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def house(folder: Path, rulebook: str, *changes: tuple[str, str]) -> Library:
    return Library([open_rulebook(variant(folder, rulebook, *changes))])


def test_a_house_rulebook_stands_beside_the_built_in_ones(tmp_path: Path) -> None:
    library = house(tmp_path, RIDE)
    assert set(library) == {"house", *built_in_ids()}
    assert len(library) == len(built_in_ids()) + 1


def nets(library: Library, printed: str, script: str) -> list[str]:
    """What seat 1 is better off by, under the printed text and under the house's."""
    return [
        RecordScript(rulebook, script, library).settlement["seats"][0]["net"]
        for rulebook in (printed, "house")
    ]


NOTHING = """
    seat 1  base 10.00
    deal 1: Qc Th 6d; community: 5s 2h
    play on 1: ride ride
"""


def test_the_settlement_names_the_house_rulebook(tmp_path: Path) -> None:
    library = house(tmp_path, RIDE, ('edition = "Version 3"', 'edition = "House 1"'))
    printed, own = (RecordScript(book, NOTHING, library).settlement for book in (RIDE, "house"))
    assert (own["rulebook"], own["edition"]) == ("house", "House 1")
    assert own["digest"] != printed["digest"]


def test_a_record_cannot_name_a_house_rulebook_nobody_brought() -> None:
    at = RecordScript(RIDE, NOTHING)
    at.record["rulebook"] = "house"
    assert ["'house'" in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize(
    ("cards", "printed", "changed"),
    [
        ("8h 7h 6h", "400.00", "400.00"),
        ("8d 7c 6h", "50.00", "60.00"),
        ("Jh 8h 6h", "40.00", "30.00"),
        ("9s 9h 3d", "10.00", "10.00"),
        ("Ah Kh Qh", "400.00", "500.00"),
    ],
)
def test_another_pair_plus_table_with_a_row_for_the_mini_royal(
    tmp_path: Path, cards: str, printed: str, changed: str
) -> None:
    library = house(
        tmp_path,
        THREE_CARD,
        ('straight_3 = "5 to 1"\nflush_3 = "4 to 1"', 'straight_3 = "6 to 1"\nflush_3 = "3 to 1"'),
        ('straight_flush_3 = "40 to 1"', 'mini_royal = "50 to 1"\nstraight_flush_3 = "40 to 1"'),
    )
    script = f"seat 1  pair_plus 10.00\ndeal 1: {cards}; dealer: Qs 9d 4c"
    assert nets(library, THREE_CARD, script) == [printed, changed]


@pytest.mark.parametrize(
    ("dealer", "printed", "changed"),
    [
        ("Js 9d 4c", "10.00", "20.00"),
        ("Ts 9d 4c", "10.00", "10.00"),
        ("Qs 9d 4c", "20.00", "20.00"),
    ],
)
def test_a_dealer_who_qualifies_with_jack_high(
    tmp_path: Path, dealer: str, printed: str, changed: str
) -> None:
    library = house(
        tmp_path,
        THREE_CARD,
        (
            'values = ["queen_high_or_better", "contains_queen_or_higher"]\n'
            'default = "queen_high_or_better"',
            'values = ["jack_high_or_better", "queen_high_or_better"]\n'
            'default = "jack_high_or_better"',
        ),
    )
    script = f"seat 1  ante 10.00\ndeal 1: Ah Kc 8d; dealer: {dealer}\nplay on 1: play"
    assert nets(library, THREE_CARD, script) == [printed, changed]


@pytest.mark.parametrize(
    ("cards", "community", "printed", "changed"),
    [
        ("9c 8d", "7c 6h 5s Kd Qc", "30.00", "20.00"),
        ("Jh 8h", "6h 5h 2h Ks 9d", "30.00", "30.00"),
        ("Ts Th", "Tc 6h 3d 2s 8c", "20.00", "20.00"),
    ],
)
def test_an_ante_that_is_paid_from_a_flush(
    tmp_path: Path, cards: str, community: str, printed: str, changed: str
) -> None:
    changes = ('ante_wins_with = "straight_or_better"', 'ante_wins_with = "flush_or_better"')
    library = house(tmp_path, HOLDEM, changes)
    deal = f"deal 1: {cards}; dealer: 4d 3h; community: {community}"
    script = f"seat 1  ante 10.00\n{deal}\nplay on 1: bet"
    assert nets(library, HOLDEM, script) == [printed, changed]


def test_another_bonus_and_a_flop_of_three_times_the_ante(tmp_path: Path) -> None:
    library = house(
        tmp_path,
        HOLDEM,
        ('pair_tt_to_22 = "3 to 1"', 'pair_tt_to_22 = "2 to 1"'),
        ("times = 2", "times = 3"),
    )
    RecordScript(
        "house",
        """
        seat 1  ante 10.00  bonus 5.00
        deal 1: Tc Td; dealer: 7c 3c; community: Qs Jd 9c 5h 2d
        play on 1: bet
        seat 1  bonus  win 10.00  back 5.00  2 to 1
        seat 1  flop  30.00  win 30.00  back 30.00
        """,
        library,
    )


@pytest.mark.parametrize(
    ("cards", "community", "printed", "changed"),
    [
        ("Ad Kd Qd", "Jd Td", "15000.00", "7500.00"),
        ("Jc Tc 9c", "8c 7c", "3000.00", "3000.00"),
        ("Jh 8h 6h", "5h 2h", "120.00", "120.00"),
        ("9c 8d 7c", "6h 5s", "75.00", "60.00"),
        ("Td Th 4s", "9c 2d", "15.00", "-15.00"),
    ],
)
def test_another_base_paytable(
    tmp_path: Path, cards: str, community: str, printed: str, changed: str
) -> None:
    library = house(
        tmp_path,
        RIDE,
        ('royal_flush = "1000 to 1"', 'royal_flush = "500 to 1"'),
        ('straight = "5 to 1"', 'straight = "4 to 1"'),
        ("pair_tens_or_better", "pair_jacks_or_better"),
    )
    deal = f"deal 1: {cards}; community: {community}"
    script = f"seat 1  base 5.00\n{deal}\nplay on 1: ride ride"
    assert nets(library, RIDE, script) == [printed, changed]


def test_another_progressive_table_and_envy(tmp_path: Path) -> None:
    library = house(
        tmp_path,
        RIDE,
        ('straight_flush = "10% of jackpot"', 'straight_flush = "25% of jackpot"'),
        ('straight_flush = "$300.00"', 'straight_flush = "$400.00"'),
        ("units = [1, 1]", "units = [1, 3]"),
    )
    RecordScript(
        "house",
        """
        table 7 positions  unit 5.00
        seat 1  base 10.00  progressive 15.00
        seat 2  base 10.00  progressive 5.00
        deal 1: Jc Tc 9c; 2: 2s 6d Ks; community: 8c 7c
        play on 1: ride ride; 2: ride ride
        settle jackpot 20000.00 reset 10000.00
        seat 1  progressive  win 5000.00  25%
        seat 2  envy  win 400.00
        jackpot 20000.00  awarded 5000.00  after 15000.00
        """,
        library,
    )


def test_a_house_rulebook_under_a_built_in_id_comes_first(tmp_path: Path) -> None:
    path = variant(
        tmp_path,
        RIDE,
        ('id = "house"', f'id = "{RIDE}"'),
        ('pair_tens_or_better = "1 to 1"', 'pair_tens_or_better = "2 to 1"'),
    )
    RecordScript(
        RIDE,
        """
        seat 1  base 10.00
        deal 1: Td Th 4s; community: 9c 2d
        play on 1: ride ride
        seat 1  net 60.00
        """,
        Library([open_rulebook(path)]),
    )


@pytest.mark.parametrize(
    ("rulebook", "old", "new"),
    [
        (RIDE, 'straight = "5 to 1"', 'straight = "5:1"'),
        (RIDE, "pair_tens_or_better", "pair_of_tens"),
        (RIDE, 'game = "let_it_ride"', 'game = "let_it_run"'),
        (HOLDEM, 'ante_wins_with = "straight_or_better"', ""),
        (THREE_CARD, "[wagers.pair_plus]", "[wagers.pair_more]"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused(
    tmp_path: Path, rulebook: str, old: str, new: str
) -> None:
    path = variant(tmp_path, rulebook, (old, new))
    with pytest.raises(RulebookError, match=r"house\.toml"):
        open_rulebook(path)
