"""Commands and games of one's own: what runs when it is named, and what never does with money."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.games.library import open_rulebook
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import Keyboard
from tests.games.own import a_round, floor_file, high_card, installed, staffed
from tests.house.floor import CHEAP, GOOD

A_ROUND = """
sit p1 1
buy p1 500.00
call
p1: bet 1 p1 main 10.00
no-more-bets
p1: choose 1 play
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The game in a folder, with its rulebook."""
    return high_card(tmp_path / "game")


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a manager in it."""
    path = tmp_path / "floor.db"
    monkeypatch.setenv("PITBOSS_DB", str(path))
    monkeypatch.setenv("PITBOSS_SECRET", GOOD)
    staffed(path, {"max": "Pit Manager"}, ("Dealer", "Pit Manager"))
    return path


def test_settle_plays_the_game_beside_a_file_or_in_a_folder_that_is_named(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    record = tmp_path / "round.json"
    record.write_text(json.dumps(a_round("Th 3s 4d")))
    by_file = keyboard("settle", record, "--rulebook", file).json()
    by_folder = keyboard("settle", record, "--game", file.parent).json()
    assert by_file == by_folder
    assert by_file["seats"][0]["lines"][0]["winnings"] == "10.00"


def test_a_rulebook_shows_the_code_it_is_played_by(keyboard: Keyboard, file: Path) -> None:
    code = open_rulebook(file).code
    assert code is not None
    shown = keyboard("rulebook", "show", file, "--json").json()
    assert shown["code"] == {"of": str(file.parent), "digest": code.digest}
    assert code.digest in keyboard("rulebook", "show", file).out
    assert "code" not in keyboard("rulebook", "show", "three-card", "--json").json()


def test_two_rulebooks_differ_in_the_code_they_are_played_by(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    same, other = high_card(tmp_path / "same"), high_card(tmp_path / "other")
    (tmp_path / "other" / "more.py").write_text("")
    assert keyboard("rulebook", "diff", file, same).status == 0
    found = json.loads(keyboard("rulebook", "diff", file, other, "--json").out)
    assert [one["path"] for one in found] == ["code.digest"]


def test_a_floor_file_does_not_run_code_that_the_command_does_not_name(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    floor = floor_file(tmp_path / "floor.toml", "game/high-card.toml")
    refused = keyboard("floor", "check", floor)
    refused.refuses("code runs only where the command names it; add --game")
    keyboard("serve", "--config", floor, "--port", "0").refuses("add --game")
    checked = keyboard("floor", "check", floor, "--game", file.parent).out
    assert "high-card" in checked
    assert checked.endswith(f"{floor}: good.\n")


def test_a_folder_that_is_named_brings_its_rulebooks_to_a_floor(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    floor = floor_file(tmp_path / "floor.toml", "")
    assert keyboard("floor", "check", floor, "--game", file.parent).status == 0
    keyboard("floor", "check", floor).refuses("'high-card' is not at hand")
    keyboard("floor", "check", floor).refuses("or bring a game of your own: --game FOLDER")


def test_a_game_without_a_floor_has_no_table_to_be_served_at(
    keyboard: Keyboard, file: Path
) -> None:
    keyboard("serve", "--game", file.parent).refuses("write tables in a file: --config FILE")
    keyboard("day", "--game", file.parent).refuses("write tables in a file: --config FILE")


def test_a_table_of_the_game_is_opened_played_shown_and_audited(
    keyboard: Keyboard, file: Path, tmp_path: Path, db: Path
) -> None:
    floor, named = floor_file(tmp_path / "floor.toml", ""), ("--game", file.parent)
    opened = keyboard("table", "open", "T1", "--file", floor, "--as", "max", *named)
    assert (opened.status, opened.err) == (0, "")
    ran = keyboard("table", "run", "T1", "--as", "max", "--strict", *named, lines=A_ROUND)
    assert "round closed" in ran.out
    assert "Main" in keyboard("round", "show", "T1", *named).out
    keyboard("round", "show", "T1").refuses("bring it with --rulebook-file FILE, or with its game")
    assert "nothing found" in keyboard("audit", *named).out
    assert "nothing found" in keyboard("audit", "--rulebook-file", file).out
    assert "--game FOLDER" in keyboard("audit").out
    (file.parent / "ranking.py").write_text("def highest(cards): return 0\n")
    assert "is not at hand" in keyboard("audit", *named).out
    changed = keyboard("table", "run", "T1", "--as", "max", *named, lines="call\n")
    changed.refuses("is not the one table T1 was opened with")


@pytest.mark.slow
def test_a_day_is_played_at_tables_of_the_game(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    floor = floor_file(tmp_path / "floor.toml", "game/high-card.toml")
    day = ("day", "--tables", "2", "--hours", "0.1", "--trouble", "0", "--no-theory", "--json")
    words = (*day, "--config", floor, "--db", tmp_path / "day.db", "--workers", "2")
    keyboard(*words).refuses("add --game")
    played = keyboard(*words, "--game", file.parent).json()
    assert played["audit"]["findings"] == []
    assert {one["rulebook"] for one in played["tables"]} == {"high-card"}
    assert played["rounds"] > 0


def test_a_day_of_a_floor_has_the_tables_of_its_file(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    floor = floor_file(tmp_path / "floor.toml", "game/high-card.toml")
    day = ("day", "--hours", "0.1", "--trouble", "0", "--no-theory", "--db", "memory:")
    shown = keyboard(*day, "--config", floor, "--game", file.parent).out
    assert "T01" in shown
    assert "T02" not in shown
    assert shown.endswith("It was held in memory and is gone; --db FILE keeps it.\n")


def test_a_day_is_not_played_with_money(keyboard: Keyboard, tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    keyboard("floor", "init", floor)
    said = keyboard("day", "--config", floor, "--db", tmp_path / "day.db")
    said.refuses("a day is simulated with play money")


# --- with money -----------------------------------------------------------------------------------


def test_code_in_a_folder_is_never_played_with_money(
    keyboard: Keyboard, file: Path, tmp_path: Path, db: Path
) -> None:
    code = open_rulebook(file).code
    assert code is not None
    approval = f'[games.high_card]\napproval = "C-12"\ndigest = "{code.digest}"'
    floor = floor_file(tmp_path / "floor.toml", "", is_demonstration=False, games=approval)
    named = ("--game", file.parent)
    said = (
        "which is for play money only; install the game as a package and have it approved, or play "
        "with play money: is_demonstration = true below [floor] in the floor's file"
    )
    keyboard("floor", "check", floor, *named).refuses(said)
    keyboard("serve", "--config", floor, "--port", "0", *named).refuses(said)
    by_file = ("--limit", "main=5.00:500.00", "--zone", "Asia/Singapore", "--as", "max", *named)
    keyboard("table", "open", "T1", "--file", floor, "--as", "max", *named).refuses(said)
    keyboard("table", "open", "T1", "--rulebook", "high-card", *by_file).refuses(said)


def test_code_in_a_folder_is_not_played_in_a_record_with_money_in_it(
    keyboard: Keyboard, file: Path, tmp_path: Path, db: Path
) -> None:
    with closing(SqliteStore(db)) as store:
        staff = House(store, secrets=Secrets(CHEAP)).staff
        staff.appoint("max", "Gaming Shift Manager", by="boss")
    opened = keyboard(
        "table", "open", "T9", "--rulebook", "mbs-let-it-ride-v3", "--limit", "base=5.00:500.00",
        "--zone", "Asia/Singapore", "--as", "max",
    )  # fmt: skip
    assert opened.status == 0, opened.err
    floor = floor_file(tmp_path / "floor.toml", "")
    keyboard("table", "open", "T1", "--file", floor, "--as", "max", "--game", file.parent).refuses(
        "Table T1 stays closed. games.high_card: is played by code in"
    )


def test_an_installed_game_is_played_with_money_as_it_was_approved(
    keyboard: Keyboard, tmp_path: Path, db: Path, site: Path
) -> None:
    package = installed(site, name="high-card-money", version="2.0")
    file = high_card(tmp_path / "mine", code=False)
    code = open_rulebook(file).code
    assert code is not None

    def floor(games: str) -> Path:
        return floor_file(
            tmp_path / "floor.toml", "mine/high-card.toml", is_demonstration=False, games=games
        )

    keyboard("floor", "check", floor("")).refuses(
        "games.high_card: of high-card-money 2.0 is not approved for money; write "
        "[games.high_card] in the floor's file, with approval = the reference of the approval and "
        f'digest = "{code.digest}"'
    )
    opening = ("table", "open", "T1", "--as", "max", "--rulebook-file", file)
    limits = ("--limit", "main=5.00:500.00", "--zone", "Asia/Singapore")
    keyboard(*opening, "--rulebook", "high-card", *limits).refuses("is not approved for money")

    other = '[games.high_card]\napproval = "C-12"\ndigest = "0000"'
    keyboard("floor", "check", floor(other)).refuses("is not the code that C-12 approves")
    good = floor(other.replace("0000", code.digest))
    assert keyboard("floor", "check", good).status == 0
    opened = keyboard(*opening, "--file", good)
    assert "Table T1 is open." in opened.out, opened.err

    with (package / "ranking.py").open("a") as out:
        out.write("# changed\n")
    keyboard("floor", "check", good).refuses("is not the code that C-12 approves")


def test_an_approval_needs_a_reference_and_a_digest(
    keyboard: Keyboard, tmp_path: Path, file: Path
) -> None:
    floor = floor_file(tmp_path / "floor.toml", "", games="[games.high_card]\nwhen = 3")
    refused = keyboard("floor", "check", floor, "--game", file.parent)
    assert refused.status == 2
    for place in ("games.high_card.approval", "games.high_card.digest", "games.high_card.when"):
        assert place in refused.err


# --- a game whose code fails ----------------------------------------------------------------------


def _line_of(file: Path, words: str) -> int:
    lines = file.read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if words in line)


def test_a_failure_in_a_game_is_one_sentence_with_its_line_in_every_command(
    keyboard: Keyboard, file: Path, tmp_path: Path
) -> None:
    play, record = file.parent / "play.py", tmp_path / "round.json"
    play.write_text(play.read_text().replace("highest(at.cards)", "at.highest"))
    record.write_text(json.dumps(a_round("Th 3s 4d")))
    line = f"line {_line_of(play, 'at.highest')} of play.py"
    said = (
        f"the game high_card of {file.parent} fails: "
        f"AttributeError: 'Seat' object has no attribute 'highest', {line}; mend {line}"
    )
    for command in (
        ("settle", record, "--rulebook", file),
        ("simulate", file, "--rounds", 10, "--strategy", "stay"),
        ("simulate", file, "--rounds", 10, "--strategy", "stay", "--workers", 2),
        ("advise", file, "--cards", "Th 3s 4d"),
        ("play", file, "--seed", 7, "--auto"),
    ):
        ran = keyboard(*command)
        assert ran.status == 2, command
        assert said in " ".join(ran.err.split()), command
        assert "Traceback" not in ran.err


def test_a_failure_in_the_odds_of_a_game_is_one_sentence(keyboard: Keyboard, file: Path) -> None:
    odds = file.parent / "odds.py"
    odds.write_text(
        "from pitboss.odds.figures import GameOdds\n"
        "ODDS = GameOdds(unit='one', wagers={'main': lambda question: question.none})\n"
    )
    keyboard("odds", file).refuses("no attribute 'none', line 2 of odds.py; mend line 2 of odds.py")
    odds.write_text("")
    keyboard("odds", file).refuses("the game high_card has no ODDS in odds.py")


@pytest.mark.parametrize(
    ("yields", "problem"),
    [
        ("", "the game high_card gives the wager main at seat 1 no outcome"),
        (
            "yield at.seat, showdown.lose(at, 'main', 'main.lose')\n" * 2,
            "the game high_card gives the wager main at seat 1 two outcomes",
        ),
        ("yield 9, showdown.lose(at, 'main', 'main.lose')", "yields (9, Line("),
        ("yield showdown.lose(at, 'main', 'main.lose')", "yields Line("),
    ],
)
def test_every_wager_must_get_exactly_one_outcome(
    keyboard: Keyboard, file: Path, tmp_path: Path, yields: str, problem: str
) -> None:
    play, record = file.parent / "play.py", tmp_path / "round.json"
    text = play.read_text()
    before, _, after = text.partition("    for at in showdown.live:\n")
    body = "".join(f"        {line}\n" for line in (*yields.splitlines(), "continue"))
    rest = after[after.index("\n\n\nGAME") :]
    play.write_text(f"{before}    for at in showdown.live:\n{body}    yield from (){rest}")
    record.write_text(json.dumps(a_round("Th 3s 4d")))
    ran = keyboard("settle", record, "--rulebook", file)
    ran.refuses(problem)
    ran.refuses("mend settle in play.py: it yields ")
    keyboard("advise", file, "--cards", "Th 3s 4d").refuses(problem)
