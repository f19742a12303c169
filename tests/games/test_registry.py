"""Games are found in pitboss, among what is installed, and beside a file that a command names."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss.cards import Card, parse_cards
from pitboss.errors import BadSetting, GameError, RulebookError
from pitboss.games.folders import folder_code
from pitboss.games.library import (
    Library,
    built_in,
    built_in_ids,
    find_whole,
    library_of,
    open_rulebook,
)
from pitboss.games.registry import GamesAtHand, game_of, game_part, name_clashes
from pitboss.rulebook.load import file_data, rulebook_of
from pitboss.sim.request import Request
from pitboss.sim.run import simulate
from tests.cli.keyboard import SOURCES
from tests.games.own import a_round, high_card, installed, three_again

# --- beside a rulebook file -----------------------------------------------------------------------


def test_a_game_beside_its_rulebook_file_is_settled_by_its_own_code(tmp_path: Path) -> None:
    rules = pitboss.open_rulebook(high_card(tmp_path / "high-card"))
    record = a_round("Th 3s 4d", "9h 3c 4h", "8h 3d 5h")
    settled = pitboss.settle(record, rulebooks=[rules])
    lines = {seat["seat"]: seat["lines"][0] for seat in settled["seats"]}
    assert {seat: line["outcome"] for seat, line in lines.items()} == {
        1: "win",
        2: "stand_off",
        3: "lose",
    }
    assert lines[1]["rules"] == ["3"]


def test_code_that_was_read_runs_though_the_files_have_changed_since(tmp_path: Path) -> None:
    rules = open_rulebook(high_card(tmp_path / "game"))
    for file in (tmp_path / "game").glob("*.py"):
        file.write_text("raise RuntimeError('changed')")
    assert game_of(rules).name == "high_card"
    assert game_part(rules, "ranking").highest(parse_cards("Kh 2c")) == Card.parse("Ks").rank


def test_the_digest_covers_the_data_and_every_python_file_by_name_and_content(
    tmp_path: Path,
) -> None:
    file = high_card(tmp_path / "game")
    before = open_rulebook(file)
    assert open_rulebook(high_card(tmp_path / "elsewhere")).digest == before.digest

    (tmp_path / "game" / "tests").mkdir()
    (tmp_path / "game" / "tests" / "test_play.py").write_text("assert True")
    assert open_rulebook(file).digest == before.digest

    (tmp_path / "game" / "more.py").write_text("")
    more = open_rulebook(file)
    (tmp_path / "game" / "more.py").rename(tmp_path / "game" / "again.py")
    again = open_rulebook(file)
    (tmp_path / "game" / "again.py").write_text("# nothing")
    other = open_rulebook(file)
    file.write_text(file.read_text().replace('edition = "Version 1"', 'edition = "Version 2"'))
    digests = [one.digest for one in (before, more, again, other, open_rulebook(file))]
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_built_in_rulebook_has_the_digest_of_its_data_alone(rulebook: str) -> None:
    data = file_data(Path(pitboss.__file__).parent / "rulebooks" / f"{rulebook}.toml")
    assert built_in(rulebook).code is None
    assert built_in(rulebook).digest == rulebook_of(data, source=rulebook).digest


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("def settle(:", "invalid syntax, line 1 of play.py"),
        (
            "import no_such_module\nGAME = Game(name='high_card')",
            "No module named 'no_such_module'",
        ),
        ("1 / 0\nGAME = Game(name='high_card')", "ZeroDivisionError: division by zero, line 1"),
        ("raise SystemExit(3)\nGAME = Game(name='high_card')", "SystemExit: 3"),
        ("GAME = dict(name='high_card')", "has no GAME of this name"),
        ("GAME = 3", "play.py does not say which game it is"),
        ("GAME = Game(name='other')", "play.py beside the file is of other"),
    ],
)
def test_a_game_that_does_not_load_is_a_fault_of_the_file_with_its_cause(
    tmp_path: Path, code: str, cause: str
) -> None:
    file = high_card(tmp_path / "game")
    (tmp_path / "game" / "play.py").write_text(code)
    with pytest.raises(RulebookError) as refused:
        open_rulebook(file)
    assert cause in str(refused.value)
    (fault,) = refused.value.faults
    assert fault.place == "game"
    assert cause in fault.problem
    assert fault.remedy.startswith(("mend ", "write "))
    assert len(Library()) == len(built_in_ids()), "other games are as they were"


def test_a_misspelt_game_is_offered_the_one_beside_the_file_first(tmp_path: Path) -> None:
    file = high_card(tmp_path / "game")
    file.write_text(file.read_text().replace('game = "high_card"', 'game = "hihg_card"'))
    with pytest.raises(RulebookError) as refused:
        open_rulebook(file)
    (fault,) = refused.value.faults
    assert (
        fault.problem == "no game is called 'hihg_card' (play.py beside the file is of high_card)"
    )
    assert fault.remedy.startswith("write one of high_card, holdem_bonus, ")


def test_an_error_of_a_game_comes_whole_out_of_another_process() -> None:
    error = pickle.loads(pickle.dumps(GameError("the game fails", "mend it")))
    assert (error.problem, error.remedy, str(error)) == (
        "the game fails",
        "mend it",
        "the game fails; mend it",
    )


def test_a_module_that_fails_later_is_named_with_its_file(tmp_path: Path) -> None:
    file = high_card(tmp_path / "game")
    (tmp_path / "game" / "odds.py").write_text("\n\nraise ValueError('no odds today')")
    rules = open_rulebook(file)
    with pytest.raises(GameError, match=r"no odds today, line 3 of odds\.py"):
        game_part(rules, "odds")
    with pytest.raises(BadSetting, match="the game high_card has no simulation"):
        game_part(rules, "simulation")


def test_another_file_called_play_beside_a_rulebook_is_left_alone(tmp_path: Path) -> None:
    text = (Path(pitboss.__file__).parent / "rulebooks" / "mbs-let-it-ride-v3.toml").read_text()
    file = tmp_path / "my-house.toml"
    file.write_text(text.replace('id = "mbs-let-it-ride-v3"', 'id = "my-house"'))
    (tmp_path / "play.py").write_text("raise RuntimeError('this is a strategy of mine')")
    assert open_rulebook(file).code is None


def test_without_naming_the_file_or_its_folder_code_beside_it_does_not_run(tmp_path: Path) -> None:
    file = high_card(tmp_path / "game")
    with pytest.raises(RulebookError, match="add --game"):
        open_rulebook(file, is_named=False)
    named = GamesAtHand([tmp_path / "game"])
    assert open_rulebook(file, named, is_named=False).code is not None


def test_a_rulebook_elsewhere_is_played_by_the_game_of_a_folder_that_is_named(
    tmp_path: Path,
) -> None:
    beside = open_rulebook(high_card(tmp_path / "game"))
    file = high_card(tmp_path / "variant", code=False)
    with pytest.raises(RulebookError, match="no game is called 'high_card'"):
        open_rulebook(file)
    assert open_rulebook(file, GamesAtHand([tmp_path / "game"])).digest == beside.digest


def test_a_folder_brings_its_rulebooks_along_and_no_other_toml(tmp_path: Path) -> None:
    high_card(tmp_path / "game")
    (tmp_path / "game" / "hands.toml").write_text('[stay]\n"AKQ" = "play"\n')
    library = library_of(folders=[tmp_path / "game"])
    assert set(library) == {"high-card", *built_in_ids()}


def test_settling_imports_no_game_that_no_rulebook_names_and_looks_through_no_packages() -> None:
    program = (
        "import sys, pitboss; pitboss.settle; print([name for name in sys.modules "
        "if name.startswith('pitboss.games.') or name == 'importlib.metadata'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == "['pitboss.games.registry', 'pitboss.games.library']"


# --- two of one name ------------------------------------------------------------------------------


def test_a_game_in_a_folder_may_not_have_the_name_of_one_built_in(tmp_path: Path) -> None:
    file = high_card(tmp_path / "game")
    for path in (file, tmp_path / "game" / "play.py"):
        path.write_text(path.read_text().replace("high_card", "three_card"))
    with pytest.raises(RulebookError, match="two games are called three_card: of pitboss and of "):
        open_rulebook(file)


def test_two_folders_of_one_name_are_refused_with_both_places(tmp_path: Path) -> None:
    files = [high_card(tmp_path / name) for name in ("one", "two")]
    (tmp_path / "two" / "more.py").write_text("")
    said = r"two games are called high_card: of \S*one and of \S*two"
    with pytest.raises(GameError, match=said):
        GamesAtHand([tmp_path / "one", tmp_path / "two"])
    with pytest.raises(RulebookError, match=said):
        open_rulebook(files[1], GamesAtHand([tmp_path / "one"]))
    with pytest.raises(GameError, match=said):
        library_of([files[0], _renamed(files[1])])


def _renamed(file: Path) -> Path:
    file.write_text(file.read_text().replace('id = "high-card"', 'id = "high-card-two"'))
    return file


# --- installed ------------------------------------------------------------------------------------


def test_an_installed_game_is_found_by_its_entry_point(site: Path, tmp_path: Path) -> None:
    installed(site, name="high-card-found")
    rules = open_rulebook(high_card(tmp_path / "mine", code=False))
    assert rules.code is not None
    assert (rules.code.place, rules.code.is_installed) == ("high-card-found 1.0", True)
    settled = pitboss.settle(a_round("Th 3s 4d"), rulebooks=[rules])
    assert settled["seats"][0]["lines"][0]["outcome"] == "win"


def test_the_digest_of_an_installed_game_has_its_distribution_version_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = high_card(tmp_path / "mine", code=False)
    digests = set()
    for number, (name, version, more) in enumerate(
        [("a", "1.0", ""), ("a", "1.1", ""), ("b", "1.0", ""), ("a", "1.0", "# more")]
    ):
        package = installed(tmp_path / f"site{number}", name=f"digest-{name}", version=version)
        with (package / "ranking.py").open("a") as out:
            out.write(more)
        with monkeypatch.context() as here:
            here.syspath_prepend(tmp_path / f"site{number}")
            here.delitem(sys.modules, package.name, raising=False)
            code = GamesAtHand().find("high_card", file.parent, is_named=True)
            assert code is not None
            digests.add(code.digest)
    assert len(digests) == 4


def test_an_installed_game_is_imported_only_when_a_rulebook_names_it(
    site: Path, tmp_path: Path
) -> None:
    package = installed(site, name="high-card-broken")
    (package / "__init__.py").write_text("raise RuntimeError('half installed')")
    assert pitboss.open_rulebook("three-card").code is None
    with pytest.raises(RulebookError) as refused:
        open_rulebook(high_card(tmp_path / "mine", code=False))
    said = "the game high_card of high-card-broken 1.0 does not load: RuntimeError: half installed"
    assert said in str(refused.value)


def test_two_installed_games_of_one_name_are_refused(site: Path, tmp_path: Path) -> None:
    installed(site, name="first-game")
    installed(site, name="second-game")
    with pytest.raises(RulebookError, match=r"of first-game 1\.0 and of second-game 1\.0"):
        open_rulebook(high_card(tmp_path / "mine", code=False))


def test_an_installed_game_with_the_name_of_one_built_in_changes_nothing_and_is_told(
    site: Path,
) -> None:
    package = installed(site, game="three_card", name="other-three")
    (package / "__init__.py").write_text("raise RuntimeError('not to be run')")
    assert game_of(built_in("mbs-megalink-three-card-v6")).name == "three_card"
    assert list(name_clashes()) == [
        "two games are called three_card: of pitboss and of other-three 1.0; give one of them "
        "another name, or bring only one"
    ]


def test_code_beside_a_file_may_not_have_the_name_of_an_installed_game(
    site: Path, tmp_path: Path
) -> None:
    installed(site, name="high-card-both")
    with pytest.raises(RulebookError, match=r"of high-card-both 1\.0 and of \S*mine"):
        open_rulebook(high_card(tmp_path / "mine"))


def test_a_rulebook_file_in_the_installed_package_itself_is_of_the_installed_game(
    site: Path,
) -> None:
    package = installed(site, name="high-card-inside")
    file = high_card(package)
    (package / "__init__.py").write_text("")
    code = open_rulebook(file).code
    assert code is not None
    assert code.is_installed


# --- workers --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_workers_are_given_the_game_with_the_request(tmp_path: Path) -> None:
    rules = open_rulebook(three_again(tmp_path / "three-again"))
    text = find_whole(tmp_path / "three-again" / "three-again.toml").text
    for file in (tmp_path / "three-again").iterdir():
        file.unlink()
    request = Request(rulebook=text, seats=2, seed=5, wagers=("ante",), code=rules.code)
    ours = Request(rulebook="mbs-megalink-three-card-v6", seats=2, seed=5, wagers=("ante",))
    two = simulate(request, 20_000, chunk_rounds=5_000, workers=2)
    assert two.tally.exact() == simulate(ours, 20_000).tally.exact()
    assert request.rules.digest == rules.digest


_WORKER = """
import pickle, sys
from types import SimpleNamespace
from pitboss.errors import GameError
from pitboss.games.registry import game_part

code = pickle.load(sys.stdin.buffer)
try:
    game_part(SimpleNamespace(game=code.game, code=code), "play")
except GameError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ("", "the game high_card of high-card-away 1.0 is not installed here; install it"),
        ("1.1", "of high-card-away 1.1, is not the one the rulebook was opened with"),
        ("1.0", ""),
    ],
)
def test_a_worker_runs_the_installed_game_that_the_rulebook_was_opened_with_or_none(
    site: Path, tmp_path: Path, there: str, said: str
) -> None:
    installed(site, name="high-card-away")
    rules = open_rulebook(high_card(tmp_path / "mine", code=False))
    if there:
        installed(tmp_path / "elsewhere", name="high-card-away", version=there)
    ran = subprocess.run(
        [sys.executable, "-c", _WORKER],
        input=pickle.dumps(rules.code),
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'elsewhere'}{os.pathsep}{SOURCES}"},
        capture_output=True,
        check=True,
    )
    assert said in ran.stdout.decode()
    assert bool(said) == bool(ran.stdout)


def test_a_folder_without_a_game_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"it has no play\.py; name a game's folder"):
        folder_code(tmp_path)
