"""A sixth rulebook is one file and no code: built-in texts with a few figures changed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.errors import RulebookError
from pitboss.games.library import Library, built_in_ids, open_rulebook
from tests.rules.tables import FIVE, Table

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


def test_the_settlement_names_the_house_rulebook(tmp_path: Path) -> None:
    changed = ('edition = "Version 3"', 'edition = "House 1"')
    library = house(tmp_path, RIDE, changed)
    record = {}
    for rulebook in (RIDE, "house"):
        at = Table(rulebook, community="5s 2h", library=library)
        at.seat(1, "Qc Th 6d", base="10.00")
        record[rulebook] = at.settle().record
    assert record["house"]["rulebook"] == "house"
    assert record["house"]["edition"] == "House 1"
    assert record["house"]["digest"] != record[RIDE]["digest"]


def test_a_record_cannot_name_a_house_rulebook_nobody_brought() -> None:
    at = Table("house", community="5s 2h")
    at.seat(1, "Qc Th 6d", base="10.00")
    assert ["'house'" in fault.problem for fault in at.refused()] == [True]


@pytest.mark.parametrize(
    ("cards", "printed", "changed"),
    [
        ("8h 7h 6h", "400.00", "400.00"),
        ("8d 7c 6h", "50.00", "60.00"),
        ("Jh 8h 6h", "40.00", "30.00"),
        ("9s 9h 3d", "10.00", "10.00"),
    ],
)
def test_another_pair_plus_table(tmp_path: Path, cards: str, printed: str, changed: str) -> None:
    library = house(
        tmp_path,
        THREE_CARD,
        ('straight_3 = "5 to 1"\nflush_3 = "4 to 1"', 'straight_3 = "6 to 1"\nflush_3 = "3 to 1"'),
    )
    for rulebook, winnings in ((THREE_CARD, printed), ("house", changed)):
        at = Table(rulebook, dealer="Qs 9d 4c", library=library)
        at.seat(1, cards, pair_plus="10.00")
        assert at.settle().line(1, "pair_plus").winnings == winnings


def test_a_pair_plus_table_with_a_row_for_the_mini_royal(tmp_path: Path) -> None:
    library = house(
        tmp_path,
        THREE_CARD,
        ('straight_flush_3 = "40 to 1"', 'mini_royal = "50 to 1"\nstraight_flush_3 = "40 to 1"'),
    )
    for rulebook, winnings in ((THREE_CARD, "400.00"), ("house", "500.00")):
        at = Table(rulebook, dealer="Qs 9d 4c", library=library)
        at.seat(1, "Ah Kh Qh", pair_plus="10.00")
        assert at.settle().line(1, "pair_plus").winnings == winnings


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
    for rulebook, net in ((THREE_CARD, printed), ("house", changed)):
        at = Table(rulebook, dealer=dealer, library=library)
        at.seat(1, "Ah Kc 8d", ante="10.00", play="play")
        assert at.settle().net(1) == net


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
    library = house(
        tmp_path,
        HOLDEM,
        ('ante_wins_with = "straight_or_better"', 'ante_wins_with = "flush_or_better"'),
    )
    for rulebook, net in ((HOLDEM, printed), ("house", changed)):
        at = Table(rulebook, community=community, dealer="4d 3h", library=library)
        at.seat(1, cards, ante="10.00", flop="bet")
        assert at.settle().net(1) == net


def test_another_bonus_and_a_flop_of_three_times_the_ante(tmp_path: Path) -> None:
    library = house(
        tmp_path,
        HOLDEM,
        ('pair_tt_to_22 = "3 to 1"', 'pair_tt_to_22 = "2 to 1"'),
        ("times = 2", "times = 3"),
    )
    at = Table("house", community="Qs Jd 9c 5h 2d", dealer="7c 3c", library=library)
    at.seat(1, "Tc Td", ante="10.00", bonus="5.00", flop="bet")
    settled = at.settle()
    assert settled.line(1, "bonus").result == ("win", "2 to 1", "10.00", "5.00")
    assert settled.line(1, "flop").stake == "30.00"


@pytest.mark.parametrize(
    ("hand", "printed", "changed"),
    [
        ("royal flush", "15000.00", "7500.00"),
        ("straight flush", "3000.00", "3000.00"),
        ("flush", "120.00", "120.00"),
        ("straight", "75.00", "60.00"),
        ("pair of tens", "15.00", "-15.00"),
    ],
)
def test_another_base_paytable(tmp_path: Path, hand: str, printed: str, changed: str) -> None:
    library = house(
        tmp_path,
        RIDE,
        ('royal_flush = "1000 to 1"', 'royal_flush = "500 to 1"'),
        ('straight = "5 to 1"', 'straight = "4 to 1"'),
        ("pair_tens_or_better", "pair_jacks_or_better"),
    )
    cards, community = FIVE[hand]
    for rulebook, net in ((RIDE, printed), ("house", changed)):
        at = Table(rulebook, community=community, library=library)
        at.seat(1, cards, base="5.00")
        assert at.settle().net(1) == net


def test_another_progressive_table_and_envy(tmp_path: Path) -> None:
    library = house(
        tmp_path,
        RIDE,
        ('straight_flush = "10% of jackpot"', 'straight_flush = "25% of jackpot"'),
        ('straight_flush = "$300.00"', 'straight_flush = "$400.00"'),
        ("units = [1, 1]", "units = [1, 3]"),
    )
    at = Table("house", community="8c 7c", library=library)
    at.link("5.00", jackpot=("20000.00", "10000.00"))
    at.seat(1, "Jc Tc 9c", base="10.00", progressive="15.00")
    at.seat(2, "2s 6d Ks", base="10.00", progressive="5.00")
    settled = at.settle()
    assert settled.line(1, "progressive").result == ("win", "25%", "5000.00", "0.00")
    assert settled.line(2, "envy").winnings == "400.00"
    assert settled.meter() == ("20000.00", "5000.00", "15000.00")


def test_a_house_rulebook_under_a_built_in_id_comes_first(tmp_path: Path) -> None:
    path = variant(
        tmp_path,
        RIDE,
        ('id = "house"', f'id = "{RIDE}"'),
        ('pair_tens_or_better = "1 to 1"', 'pair_tens_or_better = "2 to 1"'),
    )
    at = Table(RIDE, community="9c 2d", library=Library([open_rulebook(path)]))
    at.seat(1, "Td Th 4s", base="10.00")
    assert at.settle().net(1) == "60.00"


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
