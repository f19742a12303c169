"""A rulebook is rehearsed before it is said to be good: rounds are played with it, and audited."""

from __future__ import annotations

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
    assert {fault.place.split(",")[1] for fault in faults} >= {" electronic table", " live table"}
    assert "'settle' is missing (KeyError in round/options.py, line " in faults[0].problem


def test_an_irregularity_that_no_table_knows_is_found() -> None:
    rules = built_in(THREE_CARD)
    strange = replace(rules.irregularities["uncovered"], id="spilled_drink")
    fault = faults_of(
        replace(rules, irregularities={**rules.irregularities, "spilled_drink": strange})
    )[0]
    assert fault.place == "irregularities.spilled_drink"


def test_a_game_that_fails_to_settle_is_found(tmp_path: Path) -> None:
    rulebook = broken(
        tmp_path,
        """
        def settle(showdown):
            yield len(showdown.live) // 0, None

        INSTEAD = {"settle": settle}
        """,
    )
    fault = faults_of(rulebook)[0]
    assert "ZeroDivisionError in play.py, line " in fault.problem
    assert fault.remedy


def test_a_strategy_that_gives_no_answer_there_is_is_found(tmp_path: Path) -> None:
    rulebook = broken(tmp_path, 'INSTEAD = {"strategy": lambda sight: f"{sight.decision}!"}')
    assert "the strategy of three_broken says 'play!'" in faults_of(rulebook)[0].problem
