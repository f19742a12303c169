"""A rulebook file that extends another: the same rulebook as if it were written out in full."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Fault, RulebookError
from pitboss.games.library import built_in, find_whole, open_rulebook
from pitboss.rulebook.load import examine_data
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.removal import without_wagers
from pitboss.rulebook.variants import read_whole
from tests.rulebook.files import IDS, REMOVED, Path_, data_of, paths, put, toml

MGC = "mgc-let-it-ride"
RIDE = "mbs-let-it-ride-v3"
THREE = "mbs-megalink-three-card-v6"


def written(folder: Path, text: str, name: str = "house.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def variant(folder: Path, parent: str, text: str = "", remove: str = "") -> Path:
    removed = f"remove = [{remove}]\n" if remove else ""
    head = f'extends = "{parent}"\nid = "house"\ntitle = "House"\n{removed}'
    return written(folder, head + text)


def opened(folder: Path, parent: str, text: str = "", remove: str = "") -> Rulebook:
    return open_rulebook(variant(folder, parent, text, remove))


def faults(file: Path) -> tuple[Fault, ...]:
    try:
        open_rulebook(file)
    except RulebookError as refused:
        return refused.faults
    return ()


def lines(file: Path) -> list[str]:
    return [str(fault) for fault in faults(file)]


# --- the same as if it were written out in full -------------------------------------------------


def in_full(folder: Path, parent: str, changes: dict[Path_, Any]) -> Rulebook:
    data = data_of(parent)
    for path, value in {("id",): "house", ("title",): "House", **changes}.items():
        put(data, path, value)
    return open_rulebook(written(folder, toml(data), "full.toml"))


@pytest.mark.parametrize("rulebook", IDS)
def test_a_variant_that_changes_only_its_name_says_the_rest_of_its_parent(
    rulebook: str, tmp_path: Path
) -> None:
    own = opened(tmp_path, rulebook)
    assert own == in_full(tmp_path, rulebook, {})
    assert own.digest != built_in(rulebook).digest
    assert own.wagers == built_in(rulebook).wagers


def test_tables_are_laid_over_key_by_key_and_lists_whole(tmp_path: Path) -> None:
    text = '[wagers.progressive]\nneeds = ["ante"]\n[options.sf_multi]\ndefault = "seed_based"\n'
    own = opened(tmp_path, THREE, text)
    assert own.wagers["progressive"].needs == ("ante",)
    assert own.wagers["progressive"].title == "Progressive Jackpot"
    assert own.options["sf_multi"].values == ("successive_equal", "seed_based")
    changes: dict[Path_, Any] = {
        ("wagers", "progressive", "needs"): ["ante"],
        ("options", "sf_multi", "default"): "seed_based",
    }
    assert own == in_full(tmp_path, THREE, changes)


def test_what_a_paytable_pays_is_laid_over_whole_and_in_its_own_order(tmp_path: Path) -> None:
    text = '[paytables.pair_plus.pays]\nmini_royal = "50 to 1"\nstraight_3_or_better = "6 to 1"\n'
    own = opened(tmp_path, THREE, text).paytables["pair_plus"]
    assert [row.hand for row in own.rows] == ["mini_royal", "straight_3_or_better"]
    assert (own.title, own.clause) == ("Pair Plus", "4.3")


def test_what_was_said_of_a_row_goes_with_the_row(tmp_path: Path) -> None:
    rows = 'straight_flush_3 = "50 to 1"\nthree_of_a_kind_3 = "40 to 1"\nstraight_3 = "7 to 1"\n'
    text = (
        f'[paytables.three_card_bonus_B]\napproval = "MGC 2026-17"\n'
        f'[paytables.three_card_bonus_B.pays]\n{rows}flush_3 = "5 to 1"\npair_3 = "1 to 1"\n'
    )
    own = opened(tmp_path, MGC, text).paytables["three_card_bonus_B"]
    assert {row.hand: row.notes for row in own.rows if row.notes} == {
        "straight_flush_3": ("I-33",),
        "three_of_a_kind_3": ("I-33",),
        "pair_3": ("I-33",),
    }


@given(data=st.data(), rulebook=st.sampled_from(IDS))
def test_a_difference_laid_over_its_parent_is_the_rulebook_in_full(
    data: st.DataObject, rulebook: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever values are changed and left out, and however little sense that makes."""
    parent = data_of(rulebook)
    of_tables = [path for path in paths(parent) if all(isinstance(key, str) for key in path)]
    leaves = [path for path in of_tables if not isinstance(_at(parent, path), dict)]
    changed = data.draw(st.lists(st.sampled_from(leaves), max_size=8, unique=True))
    gone = data.draw(st.lists(st.sampled_from(of_tables), max_size=4, unique=True))
    # A wager takes with it what only served it, and a row what is said of it: more than one place.
    gone = [path for path in gone if path[0] not in ("wagers", "id", "title")]
    gone = [path for path in gone if path[0] != "paytables" or path[2:3] != ("pays",)]
    changed = [path for path in changed if path[0] != "family"]
    full = copy.deepcopy(parent)
    for path in gone:
        if _at(full, path) is not None:
            put(full, path, REMOVED)
    for path in changed:
        put(full, path, _other(_at(parent, path)))
    full.update(id="house", title="House")
    difference: dict[str, Any] = {"extends": rulebook, "id": "house", "title": "House"}
    difference["remove"] = [".".join(map(str, path)) for path in gone]
    for path in changed:
        if len(path) == 4 and path[0] == "paytables":
            put(difference, path[:3], _at(full, path[:3]))
        else:
            put(difference, path, _at(full, path))
    folder = tmp_path_factory.mktemp("variant")
    file = written(folder, toml(difference))
    whole = find_whole(file)
    assert whole.faults == ()
    own, found = examine_data(whole.data)
    expected, same = examine_data(full)
    assert own == expected
    assert own.digest == expected.digest
    assert found == same
    assert read_whole(written(folder, toml(whole.data)), {}).data == whole.data


def _at(data: Any, path: Path_) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}+"
        case list():
            return [*value, *value[:1]]
    raise AssertionError(f"{value!r} is not a value of a rulebook file")


def test_a_chain_of_files_is_laid_over_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    first = f'extends = "{THREE}"\nid = "first"\ntitle = "First"\nedition = "House 1"\n'
    written(tmp_path, f'{first}[decisions.play]\ntitle = "play?"\n', "first.toml")
    second = 'extends = "../first.toml"\nid = "second"\ntitle = "Second"\n'
    text = f'{second}[options.sf_multi]\ndefault = "seed_based"\n'
    own = open_rulebook(written(tmp_path / "below", text, "second.toml"))
    assert (own.id, own.title, own.edition) == ("second", "Second", "House 1")
    assert own.decisions["play"].title == "play?"
    assert own.options["sf_multi"].default == "seed_based"
    assert own.authority == built_in(THREE).authority


# --- what may be wrong with it ------------------------------------------------------------------


def test_a_variant_has_an_id_and_a_title_of_its_own(tmp_path: Path) -> None:
    places = {fault.place for fault in faults(written(tmp_path, f'extends = "{RIDE}"\n'))}
    assert places == {"id", "title"}
    same = written(tmp_path, f'extends = "{RIDE}"\nid = "{RIDE}"\ntitle = "House"\n')
    (fault,) = faults(same)
    assert fault.place == "id"
    assert "which this file extends" in fault.problem


def test_i_113_a_variant_stays_in_the_family_of_its_parent(tmp_path: Path) -> None:
    (fault,) = faults(variant(tmp_path, MGC, 'family = "house"\n'))
    assert str(fault) == (
        "family: 'house' is not the family of mgc-let-it-ride, and a variant stays in its family "
        '(I-113); write "mgc", or leave it out'
    )
    assert not faults(variant(tmp_path, MGC, 'family = "mgc"\n'))


def test_a_parent_that_is_not_there_is_the_one_fault_beside_those_of_the_file(
    tmp_path: Path,
) -> None:
    (fault,) = faults(variant(tmp_path, "mgc-let-it-rid"))
    assert fault.place == "extends"
    assert fault.problem == "no rulebook is called 'mgc-let-it-rid'"
    assert fault.remedy.startswith("did you mean 'mgc-let-it-ride'? Else name a file")
    (fault,) = faults(variant(tmp_path, "none.toml"))
    assert fault.place == "extends"
    assert fault.problem.startswith("none.toml: file: cannot be read: ")
    several = written(tmp_path, 'extends = 5\nremove = "wagers.ante"\n')
    assert [fault.place for fault in faults(several)] == ["extends", "id", "title", "remove"]


def test_a_circle_is_refused_with_the_files_in_it(tmp_path: Path) -> None:
    written(tmp_path, 'extends = "house.toml"\nid = "b"\ntitle = "B"\n', "b.toml")
    (fault,) = faults(variant(tmp_path, "b.toml"))
    assert fault.place == "extends"
    assert fault.problem == (
        "b.toml: extends: goes round in a circle: house.toml, b.toml, house.toml"
    )
    (fault,) = faults(variant(tmp_path, "house.toml"))
    assert fault.problem == "goes round in a circle: house.toml, house.toml"


def test_remove_means_nothing_in_a_file_that_extends_none(tmp_path: Path) -> None:
    text = 'remove = ["wagers.progressive"]\n' + toml(data_of(THREE))
    (fault,) = faults(written(tmp_path, text))
    assert str(fault).startswith("remove: means nothing without `extends`; name the rulebook")


def test_a_place_that_cannot_be_removed_is_named_with_the_nearest(tmp_path: Path) -> None:
    remove = '"wagers.progresive", "citations.ante.foul", "xyz", "rules.5.15"'
    assert lines(variant(tmp_path, THREE, remove=remove)) == [
        "remove: 'wagers.progresive' is not a place of mbs-megalink-three-card-v6; "
        "did you mean 'wagers.progressive'?",
        "remove: 'citations.ante.foul' is not a place of mbs-megalink-three-card-v6; "
        "did you mean 'citations.ante.fold'?",
        "remove: 'xyz' is not a place of mbs-megalink-three-card-v6; leave it out",
    ]


def test_a_fault_says_who_wrote_the_place_if_it_is_not_the_file_itself(tmp_path: Path) -> None:
    text = '[wagers.play]\nchoice = "bet"\n[decisions.play]\nclause = "9.9"\n'
    file = variant(tmp_path, THREE, text, remove='"rules.3.9.2"')
    assert lines(file) == [
        "wagers.play.choice: 'bet' is not a choice of decision 'play' of this file; "
        "name one of play, fold",
        "wagers.play.clause: cites '3.9.2', which is not in [rules] "
        "(written in mbs-megalink-three-card-v6); cite a rule of this file, or add the rule",
        "decisions.play.clause: cites '9.9', which is not in [rules]; "
        "cite a rule of this file, or add the rule",
    ]


def test_of_several_parents_the_one_that_wrote_the_place_is_named(tmp_path: Path) -> None:
    first = f'extends = "{THREE}"\nid = "first"\ntitle = "First"\n'
    written(tmp_path, f'{first}[wagers.play]\nclause = "9.9"\n', "first.toml")
    found = {
        fault.place: fault.problem
        for fault in faults(variant(tmp_path, "first.toml", remove='"rules.3.4"'))
    }
    assert found["wagers.play.clause"].endswith("(written in first.toml)")
    assert found["wagers.ante.clause"].endswith(f"(written in {THREE})")


# --- a wager that is removed --------------------------------------------------------------------


def test_with_a_wager_goes_what_only_served_it(tmp_path: Path) -> None:
    own = opened(tmp_path, MGC, remove='"wagers.three_card_bonus", "wagers.cover_all"')
    assert set(own.wagers) == {"1", "2", "$", "progressive", "bonus"}
    assert not [name for name in own.paytables if name.startswith(("three_card", "cover_all"))]
    assert "three_card_bonus_table" not in own.options
    assert not [reason for reason in own.citations if reason.startswith("three_card_bonus.")]
    assert (own.equipment.modes, set(own.equipment.notices)) == ({}, {"bonus"})
    assert own.settings == built_in(MGC).settings


def test_with_the_last_wager_on_a_link_goes_what_concerns_links(tmp_path: Path) -> None:
    own = opened(tmp_path, MGC, remove='"wagers.progressive"')
    assert {setting.of for setting in own.settings.values()} == {"table"}
    assert set(own.options) == {
        "three_card_bonus_table", "payout_limit", "allow_two_positions", "award_rounding",
        # The bonus is paid a fixed sum too.
        "fixed_or_percent_returns_stake",
    }  # fmt: skip
    assert not own.payments
    assert not [reason for reason in own.citations if reason.startswith(("progressive", "envy"))]


@pytest.mark.parametrize("rulebook", IDS)
def test_any_rulebook_can_do_without_its_progressive_wager(rulebook: str, tmp_path: Path) -> None:
    own = opened(tmp_path, rulebook, remove='"wagers.progressive"')
    assert "progressive" not in own.wagers
    assert not own.draws


def test_a_list_goes_on_without_the_wager_and_a_follow_up_goes_with_it(tmp_path: Path) -> None:
    text = '[decisions.play]\nasked_of = ["pair_plus"]\n'
    file = variant(tmp_path, THREE, text, remove='"wagers.ante"')
    whole = find_whole(file).data
    assert whole["wagers"]["progressive"]["needs"] == ["pair_plus"]
    assert "play" not in whole["wagers"]
    assert "ante_play" not in whole["paytables"]


def test_a_wager_whose_only_need_is_removed_is_asked_about(tmp_path: Path) -> None:
    places = {fault.place for fault in faults(variant(tmp_path, MGC, remove='"wagers.$"'))}
    assert "wagers.bonus.needs" in places


@pytest.mark.parametrize("rulebook", IDS)
def test_a_wager_may_be_removed_from_a_file_that_is_spoilt(rulebook: str) -> None:
    """The other file is checked only when it has become part of the whole."""
    data = data_of(rulebook)
    wagers = list(data["wagers"])
    for path in paths(data):
        if path[0] in ("rules", "irregularities", "equipment"):
            continue
        spoilt = copy.deepcopy({key: value for key, value in data.items() if key != "rules"})
        put(spoilt, path, [{"a": [[1]]}] if len(path) % 2 else {"a": {"b": ["c"]}})
        without_wagers(spoilt, wagers)
        assert not spoilt["wagers"] or path[0] == "wagers"
