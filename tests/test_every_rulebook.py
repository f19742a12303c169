"""Every rulebook and game has what each must have; a new one is told here what it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pitboss.games.library import built_in, built_in_ids, open_rulebook
from pitboss.games.registry import built_in_games, game_of
from pitboss.rulebook.model import Rulebook
from tests.examples.folders import CARIBBEAN, MISSISSIPPI
from tests.playthroughs.script import Playthrough, playthroughs

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rulebooks"
CLAUSE_TESTS = ROOT / "tests" / "rules"

NEEDED = ("win", "lose", "void")
ENOUGH = 6


def missing_playthroughs(rules: Rulebook, played: Iterable[Playthrough]) -> Iterator[str]:
    """The golden rounds that a rulebook still needs."""
    own = [playthrough for playthrough in played if playthrough.rulebook == rules.id]
    shown = {what for playthrough in own for what in playthrough.shows}
    # Only where a hand is compared with the dealer's can the two be equal.
    for what in (*NEEDED, *(("stand_off",) if rules.dealer_cards else ())):
        if what not in shown:
            yield f"{rules.id} has no playthrough that shows {what}; add tests/playthroughs/*.txt"
    if len(own) < ENOUGH:
        yield f"{rules.id} has {len(own)} playthroughs; write at least {ENOUGH}"


def missing_pages(rules: Rulebook, pages: Path = PAGES) -> Iterator[str]:
    """The page of the rulebook, if it has none."""
    if not (pages / f"{rules.id}.md").is_file():
        yield f"{rules.id} has no page; `make trace` writes docs/rulebooks/{rules.id}.md"


def missing_clause_tests(rules: Rulebook, folder: Path = CLAUSE_TESTS) -> Iterator[str]:
    """A file of cases by clause, and tests of the rulebook's procedure."""
    if not (folder / f"{rules.id}.txt").is_file():
        yield f"{rules.id} has no clause tests; add tests/rules/{rules.id}.txt"
    files = [file.read_text(encoding="utf-8") for file in folder.glob("*.txt")]
    own = [text for text in files if re.search(rf"^rulebook .*\b{rules.id}\b", text, re.MULTILINE)]
    if not any("# --- procedure" in text for text in own):
        yield f"{rules.id} has no cases of its procedure; play rounds in tests/rules"


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_rulebook_has_playthroughs_a_page_and_clause_tests(rulebook: str) -> None:
    rules = built_in(rulebook)
    lacks = [
        *missing_playthroughs(rules, playthroughs()),
        *missing_pages(rules),
        *missing_clause_tests(rules),
    ]
    assert not lacks, "\n".join(lacks)


@pytest.mark.parametrize("game", built_in_games())
def test_a_game_is_played_by_some_rulebook_and_ends_in_its_settlement(game: str) -> None:
    played = [book for book in map(built_in, built_in_ids()) if book.game == game]
    stages = [type(stage).__name__ for stage in game_of(played[0]).stages]
    assert (stages[0], stages[-1]) == ("TakeWagers", "Settle")


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_every_dealing_method_is_played_in_a_playthrough(rulebook: str) -> None:
    rules = built_in(rulebook)
    first = next(iter(rules.dealing))
    used = set()
    for playthrough in playthroughs():
        if playthrough.rulebook == rulebook:
            words = playthrough.script.splitlines()[0].split()
            used.add(words[words.index("method") + 1] if "method" in words else first)
    assert used == set(rules.dealing)


@pytest.mark.parametrize("file", [CARIBBEAN, MISSISSIPPI], ids=lambda file: file.stem)
def test_an_example_has_playthroughs(file: Path) -> None:
    assert not list(missing_playthroughs(open_rulebook(file), playthroughs()))


# --- and each check catches what is missing -----------------------------------------------------


def test_a_missing_playthrough_is_caught() -> None:
    rules = built_in("mbs-megalink-holdem-v9")
    one = Playthrough("planted", rules.id, ("win", "lose"), "", "")
    assert len(list(missing_playthroughs(rules, [one]))) == 3
    assert not list(missing_playthroughs(rules, playthroughs()))


def test_a_missing_page_and_missing_clause_tests_are_caught(tmp_path: Path) -> None:
    rules = built_in("mgc-let-it-ride")
    assert len(list(missing_pages(rules, tmp_path))) == 1
    assert len(list(missing_clause_tests(rules, tmp_path))) == 2
    (tmp_path / "planted.txt").write_text(f"rulebook other {rules.id}\n# --- procedure\n")
    assert len(list(missing_clause_tests(rules, tmp_path))) == 1
