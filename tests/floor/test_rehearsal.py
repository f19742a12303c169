"""A rulebook is rehearsed before it is said to be good: rounds are played with it, and audited."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType

import pytest

from pitboss.errors import Fault
from pitboss.floor.rehearsal import rehearse
from pitboss.games import library
from pitboss.games.library import GAMES, built_in, built_in_ids
from pitboss.round.game import Game, Sight
from pitboss.round.settlement import Line, Showdown
from pitboss.rulebook.load import examine_data
from pitboss.rulebook.model import Rulebook, SettingRule

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
THREE_CARD = "mbs-megalink-three-card-v6"


def play_with(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Have everything that looks up a game of that name find this one."""
    games = MappingProxyType({**GAMES, game.name: game})
    for module in list(sys.modules.values()):
        if vars(module).get("GAMES") is GAMES and module is not sys.modules[__name__]:
            monkeypatch.setattr(module, "GAMES", games)


def faults_of(rulebook: Rulebook) -> tuple[Fault, ...]:
    return rehearse(rulebook).faults


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_every_built_in_rulebook_is_rehearsed_without_a_fault(rulebook: str) -> None:
    rehearsed = rehearse(built_in(rulebook))
    assert rehearsed.faults == ()
    assert rehearsed.rounds >= 20


@pytest.mark.parametrize("name", ["caribbean-stud", "mississippi-stud"])
def test_a_rulebook_without_the_extras_of_a_live_table_plays_live(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    spec = spec_from_file_location(name, EXAMPLES / name / "play.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    play_with(monkeypatch, module.GAME)
    text = (EXAMPLES / name / f"{name}.toml").read_text(encoding="utf-8")
    rulebook, faults = examine_data(tomllib.loads(text))
    assert [*faults, *library.faults_of(rulebook)] == []
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


def test_a_game_that_fails_to_settle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
        if showdown.live:
            raise ZeroDivisionError(len(showdown.live))
        yield from ()

    play_with(monkeypatch, replace(GAMES["three_card"], settle=settle))
    fault = faults_of(built_in(THREE_CARD))[0]
    assert "ZeroDivisionError in test_rehearsal.py, line " in fault.problem
    assert fault.remedy


def test_a_strategy_that_gives_no_answer_there_is_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def strategy(sight: Sight) -> str:
        return f"{sight.decision}!"

    play_with(monkeypatch, replace(GAMES["three_card"], strategy=strategy))
    assert "the strategy of three_card says 'play!'" in faults_of(built_in(THREE_CARD))[0].problem
