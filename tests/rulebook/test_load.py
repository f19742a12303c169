"""Spoilt rulebook files: every fault is named, with its place and what to write instead."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import RulebookError
from pitboss.games.library import built_in, built_in_ids, open_rulebook
from pitboss.rulebook.load import examine_data, rulebook_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.paytables import tables_named
from pitboss.rulebook.terms import Terms
from tests.rulebook.files import (
    IDS,
    REMOVED,
    Path_,
    data_of,
    faults_of,
    paths,
    put,
    text_of,
    toml,
)

MGC = "mgc-let-it-ride"
THREE = "mbs-megalink-three-card-v6"
HOLDEM = "mbs-megalink-holdem-v9"
LINKED = "mbs-megalink-let-it-ride-v2"

FILES = {"mgc": MGC, "three": THREE, "holdem": HOLDEM, "linked": LINKED}
LINES = (Path(__file__).parent.parent / "data" / "damages.txt").read_text(encoding="utf-8")
DAMAGES = [line for line in LINES.splitlines() if not line.startswith("#")]


def _key_and_value(text: str) -> tuple[Path_, Any]:
    """Read `wagers."$".needs = ["1"]`, or `- ` for a key that is taken out."""
    key, value = text.split(" = ", 1)
    path: list[str] = []
    inside: Any = tomllib.loads(f"{key} = 0")
    while isinstance(inside, dict):
        ((name, inside),) = inside.items()
        path.append(name)
    return tuple(path), REMOVED if value == "-" else tomllib.loads(f"x = {value}")["x"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_reported_with_its_place_and_a_remedy(damage: str, tmp_path: Path) -> None:
    file, change, place, words = damage.split(" | ")
    data = data_of(FILES[file])
    put(data, *_key_and_value(change))
    faults = faults_of(data, tmp_path)
    there = [fault for fault in faults if fault.place == place]
    assert any(words in str(fault) for fault in there), "\n".join(map(str, faults))
    assert all(fault.place and fault.problem and fault.remedy for fault in faults)


def test_a_hundred_different_damages_are_tried() -> None:
    assert len(set(DAMAGES)) == len(DAMAGES) > 100


def test_all_damages_of_one_file_are_reported_at_once(tmp_path: Path) -> None:
    """Also those that only the game can see, and those of one table."""
    data = data_of(THREE)
    spoil: dict[Path_, Any] = {
        ("title",): REMOVED,
        ("currency",): "S$",
        ("layouts", "A", "most"): 8,
        ("wagers", "play", "choice"): "bet",
        ("wagers", "progressive", "units"): "some",
        ("decisions", "play", "ends"): ["check"],
        ("paytables", "pair_plus", "pays", "flush_3"): "four to one",
        ("paytables", "pair_plus", "pays", "blaze"): "7 to 1",
        ("options", "dealer_qualifies", "values"): ["king_high_or_better", "kings"],
        ("citations", "ante.fold"): REMOVED,
        ("rules", "3.9"): REMOVED,
        ("spare",): {},
    }
    for path, value in spoil.items():
        put(data, path, value)
    assert {fault.place for fault in faults_of(data, tmp_path)} >= {
        "title", "currency", "layouts.A.most", "wagers.play.choice", "wagers.progressive.units",
        "decisions.play.ends", "paytables.pair_plus.pays.flush_3",
        "paytables.pair_plus.pays.blaze", "options.dealer_qualifies.values",
        "options.dealer_qualifies.default", "citations.ante.fold", "decisions.play.clause", "spare",
    }  # fmt: skip


def test_every_wrong_hand_of_a_table_is_named(tmp_path: Path) -> None:
    data = data_of(THREE)
    pays = data["paytables"]["pair_plus"]["pays"]
    pays.update({"blaze": "7 to 1", "skeet": "6 to 1"})
    places = {fault.place for fault in faults_of(data, tmp_path)}
    assert places == {"paytables.pair_plus.pays.blaze", "paytables.pair_plus.pays.skeet"}


def test_the_message_names_the_file_on_every_line(tmp_path: Path) -> None:
    data = data_of(THREE)
    put(data, ("title",), REMOVED)
    put(data, ("edition",), 6)
    with pytest.raises(RulebookError) as refused:
        rulebook_of(data, source="house.toml")
    assert str(refused.value).splitlines() == [
        "house.toml: title: is missing; write a text in quotes",
        "house.toml: edition: 6 is not a text; write a text in quotes",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"id = ", "is not TOML"),
        (b"id = 'a'\nid = 'b'", "is not TOML"),
        (b"[wagers.ante]\n[wagers.ante]", "is not TOML"),
        (b"\xff\xfe", "UTF-8"),
        (b"", "id: is missing"),
        (b"id = " + b"9" * 5000, "out of bounds"),
        (b"id = 0x" + b"f" * 5000, "out of bounds"),
        (b"id = " + b"[" * 5000, "is"),
        (b"when = 2019-08-02T10:00:00Z", "when: is not a key"),
        (b"size = nan", "size: is not a key"),
    ],
)
def test_a_file_that_is_no_rulebook_at_all(content: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    with pytest.raises(RulebookError, match=r"house\.toml: ") as refused:
        open_rulebook(file)
    assert words in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        # The whole name: of a mistyped folder the last part alone says nothing.
        with pytest.raises(RulebookError, match=re.escape(f"{path}: file: cannot be read: ")):
            open_rulebook(path)


# --- what a file may say ------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", IDS)
def test_a_built_in_file_written_anew_is_the_same_rulebook(rulebook: str, tmp_path: Path) -> None:
    data = data_of(rulebook)
    assert faults_of(data, tmp_path) == ()
    assert rulebook_of(tomllib.loads(toml(data)), source="x") == built_in(rulebook)


def test_the_digest_is_of_what_the_file_says_and_not_how() -> None:
    text = text_of(THREE)
    again = rulebook_of(tomllib.loads("# a comment\n" + text.replace(" = ", "=")), source="x")
    assert again.digest == built_in(THREE).digest
    changed = text.replace('straight_3 = "5 to 1"', 'straight_3 = "6 to 1"')
    other = rulebook_of(tomllib.loads(changed), source="x")
    assert other.digest != built_in(THREE).digest


@pytest.mark.parametrize(
    ("rulebook", "path", "value"),
    [
        (THREE, ("conditions",), {}),
        (THREE, ("options", "dealer_qualifies", "default"), "contains_queen_or_higher"),
        (THREE, ("paytables", "pair_plus", "pays", "mini_royal"), "50 to 1"),
        (HOLDEM, ("conditions", "ante_wins_with"), "flush_or_better"),
        (HOLDEM, ("effective",), REMOVED),
        (MGC, ("settings",), REMOVED),
        (LINKED, ("wagers", "progressive", "units"), [1, 3]),
    ],
)  # fmt: skip
def test_a_house_variant_is_accepted(
    rulebook: str, path: Path_, value: Any, tmp_path: Path
) -> None:
    data = data_of(rulebook)
    put(data, path, value)
    if path[-1] == "mini_royal":
        pays = data["paytables"]["pair_plus"]["pays"]
        data["paytables"]["pair_plus"]["pays"] = {"mini_royal": pays.pop("mini_royal"), **pays}
    assert faults_of(data, tmp_path) == ()


# --- printed odds are floors (I-44) -------------------------------------------------------------


def _massachusetts(changes: dict[Path_, Any], folder: Path) -> list[str]:
    data = data_of(MGC)
    for path, value in changes.items():
        put(data, ("paytables", *path), value)
    return [str(fault) for fault in faults_of(data, folder)]


@pytest.mark.rule(MGC, "10(b)")
@pytest.mark.rule(MGC, "10(d)")
@pytest.mark.rule(MGC, "10(e)")
@pytest.mark.parametrize(
    ("path", "lower", "printed"),
    [
        (("base", "pays", "flush"), "7 to 1", "10(b) prints 8 to 1"),
        (("base", "pays", "pair_tens_or_better"), "9 to 10", "10(b) prints 1 to 1"),
        (("bonus", "pays", "straight"), "$24.99", "10(d) prints $25.00"),
        (("three_card_bonus_B", "pays", "straight_3"), "4 to 1", "10(e)/B prints 5 to 1"),
        (("three_card_bonus_A", "pays", "mini_royal"), "39 to 1", "10(e)/A prints 40 to 1"),
    ],
)
def test_lower_odds_than_printed_are_refused(
    path: Path_, lower: str, printed: str, tmp_path: Path
) -> None:
    place = f"paytables.{'.'.join(map(str, path))}"
    for changes in ({path: lower}, {path: lower, (path[0], "approval"): "MGC 2026-17"}):
        (fault,) = _massachusetts(changes, tmp_path)
        assert fault.startswith(f"{place}: pays {lower}, and rule {printed} as the least")


@pytest.mark.rule(MGC, "10(b)")
@pytest.mark.rule(MGC, "9(g)(3)")
def test_higher_odds_than_printed_need_an_approval(tmp_path: Path) -> None:
    higher: dict[Path_, Any] = {("base", "pays", "flush"): "9 to 1"}
    (fault,) = _massachusetts(higher, tmp_path)
    assert fault.startswith(
        "paytables.base.approval: is missing, and flush pays more than rule 10(b)"
    )
    assert _massachusetts({**higher, ("base", "approval"): "MGC 2026-17"}, tmp_path) == []


@pytest.mark.rule(MGC, "10(b)")
def test_a_hand_left_out_of_a_table_is_odds_lower_than_printed(tmp_path: Path) -> None:
    (fault,) = _massachusetts({("base", "pays", "two_pairs"): REMOVED}, tmp_path)
    # The row below takes two pairs in, at its own odds.
    assert fault.startswith("paytables.base.pays.two_pairs: pays 1 to 1, and rule 10(b) prints 2")
    (fault,) = _massachusetts({("bonus", "pays", "three_of_a_kind"): REMOVED}, tmp_path)
    assert fault.startswith("paytables.bonus.pays.three_of_a_kind: is missing, and rule 10(d)")


@pytest.mark.rule(MGC, "10(b)")
def test_odds_are_compared_by_hand_and_not_by_row(tmp_path: Path) -> None:
    data = data_of(MGC)
    pays = data["paytables"]["base"]["pays"]
    del pays["pair_tens_or_better"]
    pays["pair_nines_or_better"] = "1 to 1"
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "paytables.base.approval"
    data["paytables"]["base"]["approval"] = "MGC 2026-17"
    assert faults_of(data, tmp_path) == ()


@pytest.mark.rule(MGC, "10(e)")
def test_a_seventh_three_card_table_needs_an_approval(tmp_path: Path) -> None:
    data = data_of(MGC)
    table = copy.deepcopy(data["paytables"]["three_card_bonus_A"])
    data["paytables"]["three_card_bonus_G"] = table
    data["options"]["three_card_bonus_table"]["values"].append("G")
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "paytables.three_card_bonus_G"
    table["approval"] = "MGC 2026-17"
    assert faults_of(data, tmp_path) == ()


@pytest.mark.rule(MGC, "10(a)")
def test_for_is_refused_outside_the_progressive_tables(tmp_path: Path) -> None:
    faults = _massachusetts({("base", "pays", "flush"): "21 for 1"}, tmp_path)
    assert (
        "paytables.base.pays.flush: pays 21 for 1, and rule 10(a) does not allow for (I-29)"
        '; write "20 to 1"'
    ) in faults


@pytest.mark.rule(MGC, "10(c)")
def test_10_c_how_low_a_payout_limit_may_be_set_is_printed_as_the_least(tmp_path: Path) -> None:
    data = data_of(MGC)
    data["payout_limit"].update(floor="49999.99", times_least_bet=3001)
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "payout_limit.floor"
    assert "is 49999.99, and rule 10(c) prints 50000.00 as the least (I-44)" in fault.problem


@pytest.mark.rule(MGC, "10(d)")
def test_10_d_a_printed_sum_is_not_paid_on_a_larger_stake(tmp_path: Path) -> None:
    data = data_of(MGC)
    data["wagers"]["bonus"]["stake"] = "5.00"
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "wagers.bonus.stake"
    assert fault.problem.startswith("is 5.00, and rule 6a(b) prints 1.00")


# --- printed tables that stay as they are (I-113) -----------------------------------------------


@pytest.mark.rule(MGC, "11(k)")
@pytest.mark.rule(MGC, "12(c)")
@pytest.mark.rule(MGC, "12(e)")
@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("cover_all_3", "pays", "flush"), "21 to 1", "is 21 to 1, and rule 11(k)/3 prints 20 to"),
        (("cover_all_3", "pays", "flush"), "19 to 1", "is 19 to 1, and rule 11(k)/3 prints 20 to"),
        (("cover_all_1", "pays", "straight"), REMOVED, "is missing, and rule 11(k)/1 prints 30 to"),
        (("cover_all_2", "pays", "two_pairs"), "1 to 1", "is 1 to 1, and rule 11(k)/2 prints noth"),
        (("PTMGL01", "pays", "flush"), "41 for 1", "is 41 for 1, and rule 12(e)/PTMGL01 prints 40"),
        (("PTMGL03", "envy", "royal_flush"), "$300.00", "is $300.00, and rule 12(e)/PTMGL03-infer"),
        (("PTMGL03", "envy", "straight_flush"), REMOVED, "is missing, and rule 12(e)/PTMGL03-infe"),
        (("TABLE1", "pays", "flush"), "30 for 1", "is 30 for 1, and rule 12(d)/Table 1 prints 40"),
    ],
)
def test_i_113_a_table_outside_section_10_may_not_be_changed(
    path: Path_, value: Any, problem: str, tmp_path: Path
) -> None:
    for changes in ({path: value}, {path: value, (path[0], "approval"): "MGC 2026-17"}):
        (fault,) = _massachusetts(changes, tmp_path)
        assert fault.startswith(f"paytables.{'.'.join(map(str, path))}: {problem}")
        assert "(I-113)" in fault


@pytest.mark.rule(MGC, "12(e)")
def test_i_113_a_hand_is_paid_from_the_level_that_is_printed(tmp_path: Path) -> None:
    changes: dict[Path_, Any] = {
        ("PTMGLML01", "pays", "straight_flush"): "100% of major",
        ("PTMGLML01", "seeds", "minor"): REMOVED,
    }
    (fault,) = _massachusetts(changes, tmp_path)
    assert "is 100% of major, and rule 12(e)/PTMGLML01 prints 100% of minor" in fault


@pytest.mark.rule(MGC, "12(e)")
def test_i_26_inferred_seeds_are_confirmed_in_a_variant_too(tmp_path: Path) -> None:
    data = data_of(MGC)
    del data["paytables"]["PTMGLML02"]["confirm"], data["options"]["ptmglml02_seeds_confirmed"]
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "paytables.PTMGLML02.confirm"


@pytest.mark.rule(MGC, "12(b)")
def test_i_27_i_28_seeds_and_units_are_the_house_s_but_the_dollar_of_table_1(
    tmp_path: Path,
) -> None:
    own: dict[Path_, Any] = {
        ("TABLE1", "seeds", "jackpot"): "$20,000.00",
        ("PTMGL01", "unit"): "5.00",
        ("PTMGL01", "seeds", "jackpot"): "$50,000.00",
    }
    assert _massachusetts(own, tmp_path) == []
    (fault,) = _massachusetts({("TABLE1", "unit"): "5.00"}, tmp_path)
    assert fault.startswith("paytables.TABLE1.unit: is 5.00, and rule 12(d)/Table 1 prints 1.00")
    assert "(I-28)" in fault


@pytest.mark.rule(MGC, "12(e)")
def test_i_113_a_progressive_table_of_the_house_s_own_may_not_be_used(tmp_path: Path) -> None:
    data = data_of(MGC)
    table = copy.deepcopy(data["paytables"]["PTMGL01"])
    data["paytables"]["HOUSE"] = {**table, "approval": "MGC 2026-17"}
    data["options"]["progressive_table"]["values"].append("HOUSE")
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "paytables.HOUSE"
    assert "is not a table printed in 12(d) and 12(e)" in fault.problem
    assert "(I-113)" in fault.problem


@pytest.mark.rule(MGC, "12(e)")
def test_i_113_a_house_may_offer_fewer_of_the_printed_tables(tmp_path: Path) -> None:
    data = data_of(MGC)
    del data["paytables"]["PTMGL03"]
    data["options"]["progressive_table"]["values"].remove("PTMGL03")
    assert faults_of(data, tmp_path) == ()


@pytest.mark.rule(MGC, "11(k)")
def test_i_113_cover_all_is_paid_by_the_number_of_players(tmp_path: Path) -> None:
    data = data_of(MGC)
    data["wagers"]["cover_all"]["paytable"] = "cover_all_7"
    for players in range(1, 7):
        del data["paytables"][f"cover_all_{players}"]
    (fault,) = faults_of(data, tmp_path)
    assert fault.place == "wagers.cover_all.paytable"
    assert "rule 11(k) prints a table for each number of players (I-113)" in fault.problem


def test_floors_are_those_of_massachusetts_alone(tmp_path: Path) -> None:
    data = data_of("mbs-let-it-ride-v3")
    put(data, ("paytables", "base", "pays", "flush"), "7 to 1")
    assert faults_of(data, tmp_path) == ()


# --- any damage at all --------------------------------------------------------------------------

TYPES: list[Any] = [
    *("", "text", 0, -1, True, 1.5, date(2026, 1, 1)),
    *([], ["text", "text"], [[1]], {}, {"a": {"b": 1}}),
]


def _usable_or_refused(data: dict[str, Any]) -> None:
    """The file is refused, or every table that a wager names can be used to settle by."""
    rulebook, faults = examine_data(data)
    assert all(fault.place and fault.problem and fault.remedy for fault in faults)
    if faults:
        return
    for wager in rulebook.wagers.values():
        assert tables_named(rulebook, wager)
        for options, players in _choices_of_table(rulebook, wager.paytable or ""):
            # Whether the option is there is for the game to ask, and not for the file alone.
            terms = Terms(rulebook, {"award_rounding": "floor", **options})
            assert terms.table(wager.id, players=players).paytable.rows


def _choices_of_table(rulebook: Rulebook, name: str) -> Iterator[tuple[dict[str, Any], int]]:
    if "{players}" in name:
        yield from (({}, players) for players in range(1, rulebook.most_positions + 1))
    elif "{" in name:
        option = rulebook.options[name[name.index("{") + 1 : name.index("}")]]
        yield from (({option.id: value}, 0) for value in option.values)
    else:
        yield {}, 0


def _spoilt(data: dict[str, Any], path: Path_, value: Any) -> Iterator[dict[str, Any]]:
    """The data with one value changed, for as long as the caller looks, and then as before."""
    inside: Any = data
    for key in path[:-1]:
        inside = inside[key]
    # Dicts are put back whole, because the order of their keys counts too.
    before = copy.copy(inside)
    put(data, path, value)
    yield data
    inside.clear()
    inside.update(before) if isinstance(inside, dict) else inside.extend(before)


def _shapes(data: dict[str, Any]) -> list[Path_]:
    """One path of each kind: the first wager's title stands for all of them."""
    first: dict[Path_, Path_] = {}
    for path in paths(data):
        kind = (path[0], *("*" if depth == 1 else key for depth, key in enumerate(path) if depth))
        if len(path) > 3 or path[0] in ("rules", "citations"):
            kind = (path[0], len(path), *path[2:3])
        first.setdefault(kind, path)
    return list(first.values())


@pytest.mark.parametrize("rulebook", IDS)
def test_a_key_of_each_kind_taken_out_never_crashes(rulebook: str) -> None:
    data = data_of(rulebook)
    for path in _shapes(data):
        for spoilt in _spoilt(data, path, REMOVED):
            _usable_or_refused(spoilt)
    assert data == data_of(rulebook)


@pytest.mark.parametrize("rulebook", IDS)
def test_a_value_of_each_kind_of_another_type_never_crashes(rulebook: str) -> None:
    data = data_of(rulebook)
    for path in _shapes(data):
        for value in random.Random(repr(path)).sample(TYPES, 4):
            for spoilt in _spoilt(data, path, value):
                _usable_or_refused(spoilt)


def _all_but_rules(data: dict[str, Any]) -> list[Path_]:
    """The rules are hundreds of lines alike, so one of each kind has to do for them."""
    return [path for path in paths(data) if path[0] != "rules"]


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", IDS)
def test_any_key_taken_out_never_crashes(rulebook: str) -> None:
    data = data_of(rulebook)
    for path in _all_but_rules(data):
        for spoilt in _spoilt(data, path, REMOVED):
            _usable_or_refused(spoilt)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", IDS)
def test_any_value_of_another_type_never_crashes(rulebook: str) -> None:
    data = data_of(rulebook)
    for path in _all_but_rules(data):
        for spoilt in _spoilt(data, path, random.Random(repr(path)).choice(TYPES)):
            _usable_or_refused(spoilt)


@pytest.mark.parametrize("rulebook", IDS)
def test_a_spoilt_file_opened_by_a_user_is_refused_and_nothing_else(
    rulebook: str, tmp_path: Path
) -> None:
    """The same through the front door, where the game and the floors are asked too."""
    data = data_of(rulebook)
    for path in random.Random(rulebook).sample(list(paths(data)), 25):
        for spoilt in _spoilt(data, path, REMOVED):
            faults_of(spoilt, tmp_path)


def test_five_rulebooks_come_with_pitboss() -> None:
    assert len(built_in_ids()) == 5
