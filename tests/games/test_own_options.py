"""A game says which options it asks about, and which values it knows of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.errors import Fault, RecordRefused, RulebookError
from pitboss.floor.rehearsal import rehearse
from pitboss.games.library import open_rulebook
from tests.games.own import a_round, high_card

OPTION = """
[options.equal_cards]
meaning = "What becomes of a wager on equal cards."
values = ["stand_off", "lose"]
default = "stand_off"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """High Card, whose house may take equal cards for the dealer."""
    file = high_card(tmp_path / "game")
    file.write_text(file.read_text().replace("[options]\n", OPTION))
    play = file.parent / "play.py"
    text = play.read_text().replace(
        "elif own == dealer:",
        'elif own == dealer and showdown.terms.options["equal_cards"] == "stand_off":',
    )
    known = 'name="high_card",\n    options={"equal_cards": ("stand_off", "lose")},'
    play.write_text(text.replace('name="high_card",', known))
    return file


def test_the_option_decides_and_its_values_are_those_of_the_game(file: Path) -> None:
    rules = open_rulebook(file)
    assert rehearse(rules).faults == ()

    def outcome(**options: str) -> Any:
        record = {**a_round("9h 3c 4h"), "options": options}
        return pitboss.settle(record, rulebooks=[rules])["seats"][0]["lines"][0]["outcome"]

    assert (outcome(), outcome(equal_cards="lose")) == ("stand_off", "lose")
    with pytest.raises(RecordRefused, match="equal_cards"):
        outcome(equal_cards="win")


def faults(file: Path, old: str, new: str) -> list[Fault]:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(RulebookError) as refused:
        open_rulebook(file)
    return list(refused.value.faults)


def test_a_value_that_the_game_does_not_know_is_refused(file: Path) -> None:
    (fault,) = faults(file, '"stand_off", "lose"]', '"stand_off", "lose", "win"]')
    assert fault.place == "options.equal_cards.values"
    assert fault.problem == '"win" means nothing in play'
    assert fault.remedy == 'write one of "stand_off", "lose"'


def test_an_option_that_the_game_asks_for_may_not_be_left_out(file: Path) -> None:
    (fault,) = faults(file, OPTION, "\n[options]\n")
    assert str(fault).startswith("options.equal_cards: is missing, and high_card asks for it")


def test_an_option_of_another_game_is_one_that_nothing_asks_about(file: Path) -> None:
    option = "\n[options.bonus_survives_losing_hand]\nvalues = [true]\nmeaning = '?'\n"
    (fault,) = faults(file, OPTION, f"{OPTION}{option}default = true\n")
    assert fault.place == "options.bonus_survives_losing_hand"
    assert fault.problem == "is an option that nothing asks about"
