"""A rulebook is rehearsed before it is said to be good: rounds are played with it, and audited."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from pitboss.errors import Fault
from pitboss.floor.rehearsal import rehearse
from pitboss.games.library import built_in, built_in_ids, open_rulebook
from pitboss.rulebook.model import Rulebook, SettingRule
from tests.examples.folders import EXAMPLES

THREE_CARD = "mbs-megalink-three-card-v6"


def broken(folder: Path, code: str) -> Rulebook:
    """Three Card Poker with a part of its play replaced."""
    (folder / "play.py").write_text(
        dedent(code)
        + dedent("""
            from dataclasses import replace
            from pitboss.games.three_card.play import GAME as THREE

            GAME = replace(THREE, name="three_broken", **INSTEAD)
        """)
    )
    file = folder / "broken.toml"
    file.write_text(
        f'extends = "{THREE_CARD}"\nid = "broken"\ntitle = "Broken"\ngame = "three_broken"\n'
    )
    return open_rulebook(file)


def faults_of(rulebook: Rulebook) -> tuple[Fault, ...]:
    return rehearse(rulebook).faults


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_every_built_in_rulebook_is_rehearsed_without_a_fault(rulebook: str) -> None:
    rehearsed = rehearse(built_in(rulebook))
    assert rehearsed.faults == ()
    assert rehearsed.rounds >= 20


@pytest.mark.parametrize("name", ["caribbean-stud", "mississippi-stud"])
def test_a_rulebook_without_the_extras_of_a_live_table_plays_live(name: str) -> None:
    rulebook = open_rulebook(EXAMPLES / name / f"{name}.toml")
    assert set(rulebook.irregularities) == {"uncovered"}
    rehearsed = rehearse(rulebook)
    assert rehearsed.faults == ()
    assert rehearsed.rounds >= 20


def test_a_setting_whose_default_no_table_may_have_is_found() -> None:
    rules = built_in(THREE_CARD)
    counts = SettingRule(
        id="table_counts", of="table", meaning="counts", default="sometimes", interpretations=()
    )
    broken = replace(rules, settings={**rules.settings, "table_counts": counts})
    fault = faults_of(broken)[0]
    assert fault.place.startswith("rehearsal, electronic table, dealing method ")
    assert "table_counts 'sometimes'" in fault.problem


def test_what_a_step_asks_for_and_the_file_lacks_is_named_with_the_step() -> None:
    rules = built_in(THREE_CARD)
    procedure = {step: clause for step, clause in rules.procedure.items() if step != "settle"}
    faults = faults_of(replace(rules, procedure=procedure))
    missing = [fault for fault in faults if "'settle' is missing (KeyError in " in fault.problem]
    assert missing[0].place.startswith("rehearsal, electronic table, ")
    assert "round/options.py, line " in missing[0].problem
    assert missing[0].remedy.startswith("add what play asks for there")


def test_every_irregularity_that_no_table_knows_is_found() -> None:
    rules = built_in(THREE_CARD)
    uncovered = rules.irregularities["uncovered"]
    strange = {kind: replace(uncovered, id=kind) for kind in ("spilled_drink", "lost_ring")}
    faults = faults_of(replace(rules, irregularities={**rules.irregularities, **strange}))
    assert [fault.place for fault in faults[:2]] == [f"irregularities.{kind}" for kind in strange]


def test_a_game_that_fails_to_settle_is_found(tmp_path: Path) -> None:
    rulebook = broken(
        tmp_path,
        """
        def settle(showdown):
            yield len(showdown.live) // 0, None

        INSTEAD = {"settle": settle}
        """,
    )
    (fault,) = faults_of(rulebook)
    assert fault.problem.endswith(
        "fails: ZeroDivisionError: integer division or modulo by zero, line 3 of play.py"
    )
    assert fault.remedy == "mend line 3 of play.py"


def test_a_strategy_that_gives_no_answer_there_is_is_found(tmp_path: Path) -> None:
    rulebook = broken(tmp_path, 'INSTEAD = {"strategy": lambda sight: f"{sight.decision}!"}')
    (fault,) = faults_of(rulebook)
    assert "the strategy of three_broken says 'play!'" in fault.problem
    assert fault.remedy == "mend the strategy in play.py: play is answered by play or fold"


def changed(folder: Path, name: str, old: str, new: str) -> Rulebook:
    """An example with some words of its play changed."""
    shutil.copytree(EXAMPLES / name, folder, dirs_exist_ok=True)
    play = folder / "play.py"
    text = play.read_text(encoding="utf-8")
    assert text.count(old) == 1
    play.write_text(text.replace(old, new), encoding="utf-8")
    return open_rulebook(folder / f"{name}.toml")


def test_a_game_that_counts_on_an_optional_wager_is_found(tmp_path: Path) -> None:
    rulebook = changed(tmp_path, "casino-holdem", 'if "aa_bonus" in at.wagers:', "if at.wagers:")
    (fault,) = faults_of(rulebook)
    assert "fails: KeyError: 'aa_bonus', line 23 of play.py" in fault.problem
    assert fault.remedy == "mend line 23 of play.py"


def test_a_game_that_settles_a_side_wager_only_beside_the_others_is_found(tmp_path: Path) -> None:
    rulebook = broken(
        tmp_path,
        """
        from pitboss.games.three_card.play import GAME as THREE

        def settle(showdown):
            alone = {at.seat for at in showdown.live if "ante" not in at.wagers}
            for seat, line in THREE.settle(showdown):
                if seat not in alone:
                    yield seat, line

        INSTEAD = {"settle": settle}
        """,
    )
    (fault,) = faults_of(rulebook)
    assert "the game three_broken gives the wager pair_plus at seat " in fault.problem
    assert fault.problem.endswith(" no outcome")
    assert fault.remedy.startswith("mend settle in play.py")


def test_a_wager_without_an_outcome_is_told_once(tmp_path: Path) -> None:
    rulebook = changed(
        tmp_path, "casino-holdem", 'yield at.seat, showdown.lose(at, "ante", "ante.fold")', ""
    )
    (fault,) = faults_of(rulebook)
    assert "the game casino_holdem gives the wager ante at seat " in fault.problem


def test_a_strategy_is_told_what_was_decided_before(tmp_path: Path) -> None:
    by_the_last = 'lambda sight: sight.choices[sight.decision != "third" and not sight.decided[-1]]'
    rulebook = changed(
        tmp_path, "mississippi-stud", "strategy=raise_by_points", f"strategy={by_the_last}"
    )
    assert faults_of(rulebook) == ()
