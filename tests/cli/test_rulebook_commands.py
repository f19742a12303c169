"""`pitboss rulebook`: what a person sees, what a program gets, and the exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.main import app
from pitboss.games.library import built_in, built_in_ids
from tests.cli.keyboard import Terminal, process
from tests.rulebook.files import IDS, REMOVED, Path_, data_of, put, text_of, toml

MGC = "mgc-let-it-ride"
RIDE = "mbs-let-it-ride-v3"
THREE = "mbs-megalink-three-card-v6"


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["rulebook", *words])


def as_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert not result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A rulebook file of a user's own: Three Card Poker with another Pair Plus table."""
    file = tmp_path / "house.toml"
    text = text_of(THREE).replace('straight_3 = "5 to 1"', 'straight_3 = "6 to 1"')
    file.write_text(text, encoding="utf-8")
    return file


def spoilt(folder: Path, changes: dict[Path_, Any]) -> Path:
    data = data_of(THREE)
    for path, value in changes.items():
        put(data, path, value)
    file = folder / "spoilt.toml"
    file.write_text(toml(data), encoding="utf-8")
    return file


# --- list ---------------------------------------------------------------------------------------


def test_list_has_a_line_for_each_rulebook() -> None:
    result = run("list")
    assert result.exit_code == 0
    heading, *lines = result.stdout.splitlines()
    assert heading.split() == [
        "id", "title", "edition", "effective", "game", "currency", "rules", "digest",
    ]  # fmt: skip
    assert [line.split()[0] for line in lines if line] == list(built_in_ids())
    assert f"  {built_in(MGC).digest[:12]}" in result.stdout
    assert built_in(MGC).digest not in result.stdout


def test_list_as_data() -> None:
    books = as_json("list")
    assert [book["id"] for book in books] == list(built_in_ids())
    assert [book["rules"] for book in books] == [len(built_in(id_).rules) for id_ in built_in_ids()]
    (undated,) = (book for book in books if book["effective"] is None)
    assert undated["id"] == MGC
    assert undated["digest"] == built_in(MGC).digest


# --- show ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", IDS)
def test_show_says_everything_with_its_clause(rulebook: str) -> None:
    result = run("show", rulebook)
    assert result.exit_code == 0
    book = built_in(rulebook)
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == book.title
    for table in book.paytables.values():
        assert f"Paytable {table.id}: {table.title} (rule {table.clause})" in lines
    for method in book.dealing.values():
        assert f"Dealing {method.id}: {method.title} (rule {method.clause})" in lines
    for wager in book.wagers.values():
        assert any(line.startswith(f"{wager.id} {wager.title}") for line in lines)
    for decision in book.decisions.values():
        assert any(line.startswith(f"{decision.id} {decision.title}") for line in lines)
    for option in book.options.values():
        assert any(
            line.startswith(f"{option.id} {option.meaning}")
            and line.endswith(", ".join(option.interpretations))
            for line in lines
        )
    for layout in book.layouts:
        assert f"{layout.id} {layout.least} to {layout.most} {layout.clause}" in lines
    for word in (*book.roles, *book.settings, book.digest, book.currency):
        assert word in result.stdout


def test_show_one_paytable() -> None:
    result = run("show", THREE, "--paytable", "ante_bonus")
    assert result.stdout == (
        "Paytable ante_bonus: Ante Bonus (rule 4.2)\n"
        "hand               pays\n"
        "straight flush   5 to 1\n"
        "three of a kind  4 to 1\n"
        "straight         1 to 1\n"
        "\n"
    )


def _paytable(name: str) -> str:
    return run("show", MGC, "--paytable", name).stdout


@pytest.mark.rule(MGC, "10(a)")
@pytest.mark.parametrize("name", built_in(MGC).paytables)
def test_10_a_odds_are_printed_with_to_or_win(name: str) -> None:
    _, _, *rows = _paytable(name).splitlines()
    is_progressive = bool(built_in(MGC).paytables[name].seeds)
    assert any(" for 1" in row for row in rows) is is_progressive
    assert ("Original wager not returned (I-29)." in rows) is is_progressive
    if not is_progressive:
        assert all(" to 1" in row or " win $" in row for row in rows if row)


def test_a_progressive_table_as_it_is_printed() -> None:
    assert _paytable("TABLE1") == (
        "Paytable TABLE1: Progressive, Table 1 (rule 12(d)/Table 1)\n"
        "hand             pays                  envy\n"
        "royal flush      100% of jackpot  $1,000.00\n"
        "straight flush   10% of jackpot     $300.00\n"
        "four of a kind   300 for 1                -\n"
        "full house       50 for 1                 -\n"
        "flush            40 for 1                 -\n"
        "straight         30 for 1                 -\n"
        "three of a kind  9 for 1                  -\n"
        "Original wager not returned (I-29).\n"
        "Level jackpot starts from $10,000.00.\n"
        "Played at $1.00 only.\n"
        "\n"
    )


def test_what_a_table_relies_on_is_shown() -> None:
    assert "May be used only with option ptmglml02_seeds_confirmed." in _paytable("PTMGLML02")
    assert "I-33" in _paytable("three_card_bonus_D")
    holdem = run("show", "holdem", "--paytable", "progressive").stdout
    assert "Level jackpot starts from what the house sets (I-06)." in holdem


def test_show_rules() -> None:
    result = run("show", THREE, "--rules")
    title, heading, *rules = result.stdout.splitlines()
    assert (title, heading.split()) == ("Rules (113)", ["rule", "kind", "says"])
    assert [line.split("  ")[0] for line in rules if line] == list(built_in(THREE).rules)


@pytest.mark.parametrize("rulebook", IDS)
def test_show_as_data(rulebook: str) -> None:
    data = as_json("show", rulebook)
    book = built_in(rulebook)
    assert data["digest"] == book.digest
    assert list(data["rules"]) == list(book.rules)
    file = data_of(rulebook)
    assert {name: table["pays"] for name, table in data["paytables"].items()} == {
        name: table["pays"] for name, table in file["paytables"].items()
    }
    assert data["citations"] == file["citations"]


def test_show_one_paytable_as_data() -> None:
    table = as_json("show", MGC, "--paytable", "PTMGLML01")
    assert table["seeds"] == {"major": "10000.00", "minor": "1000.00"}
    assert table["pays"]["royal_flush"] == "100% of major"


def test_show_an_unknown_paytable() -> None:
    result = run("show", THREE, "--paytable", "bonus")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no paytable 'bonus'; name one of ante_play, ante_bonus, pair_plus" in result.stderr


# --- which rulebook -----------------------------------------------------------------------------


def test_a_part_of_an_id_that_fits_no_other_will_do() -> None:
    assert run("show", "mgc").stdout == run("show", MGC).stdout


def test_a_file_is_accepted_wherever_a_rulebook_is(house: Path) -> None:
    result = run("show", str(house), "--paytable", "pair_plus")
    assert "straight          6 to 1" in result.stdout


@pytest.mark.parametrize(
    "command", [["show"], ["check"], ["diff", MGC], ["coverage", "--rulebook"]]
)
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("roulette", "'roulette' is neither a rulebook nor a file"),
        ("mbs-megalink", "'mbs-megalink' fits mbs-megalink-holdem-v9 and mbs-megalink-let"),
        ("", "'' is neither a rulebook nor a file"),
        ("none.toml", "cannot be read"),
    ],
)
def test_an_unknown_rulebook(command: list[str], name: str, problem: str) -> None:
    result = run(*command, name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in result.stderr
    assert name == "none.toml" or all(known in result.stderr for known in built_in_ids())


# --- check --------------------------------------------------------------------------------------


def test_check_a_good_file(house: Path) -> None:
    result = run("check", str(house))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        f"{house}: good. Megalink Three Card Poker, Version 6: 4 wagers, 4 paytables, 113 rules; "
        "plays as three_card; digest "
    )
    assert result.stdout.endswith("; rehearsed 26 rounds\n")


def test_check_names_what_goes_wrong_in_a_rehearsal(tmp_path: Path) -> None:
    file = spoilt(tmp_path, {("settings", "table_counts", "default"): "sometimes"})
    result = run("check", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    place, remedy, *_ = result.stderr.splitlines()
    assert place.startswith(f"{file}: rehearsal, electronic table, dealing method ")
    assert "table_counts 'sometimes'" in place
    assert remedy.startswith("    add what play asks for there")


def test_check_names_every_fault_with_file_place_problem_and_remedy(tmp_path: Path) -> None:
    changes: dict[Path_, Any] = {
        ("title",): REMOVED,
        ("wagers", "play", "choice"): "bet",
        ("citations", "ante.fold"): REMOVED,
    }
    file = spoilt(tmp_path, changes)
    result = run("check", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        f"{file}: title: is missing",
        "    write a text in quotes",
        f"{file}: wagers.play.choice: 'bet' is not a choice of decision 'play' of this file",
        "    name one of play, fold",
        f"{file}: citations.ante.fold: is missing, and three_card asks for it",
        "    copy it from the rulebook nearest to yours",
        f"{file}: 3 faults",
    ]


def test_other_commands_refuse_a_spoilt_file_as_well(tmp_path: Path) -> None:
    file = str(spoilt(tmp_path, {("title",): REMOVED}))
    for words in (["show", file], ["diff", MGC, file], ["diff", file, MGC]):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "pitboss: spoilt.toml: title: is missing; write a text in quotes\n"


# --- diff ---------------------------------------------------------------------------------------


def test_a_rulebook_does_not_differ_from_itself(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(f"# spaced otherwise\n{text_of(MGC).replace(' = ', '=')}", encoding="utf-8")
    result = run("diff", MGC, str(file))
    assert (result.exit_code, result.stdout) == (0, f"{MGC} and {file} say the same.\n")
    assert as_json("diff", MGC, str(file)) == []


def test_diff_names_the_one_row_that_differs(house: Path) -> None:
    result = run("diff", THREE, str(house))
    assert result.exit_code == 1
    _, line = result.stdout.split("\n", 1)
    assert line.split() == ["paytables.pair_plus.pays.straight_3", "5", "to", "1", "6", "to", "1"]
    assert as_json("diff", THREE, str(house)) == [
        {"path": "paytables.pair_plus.pays.straight_3", "a": "5 to 1", "b": "6 to 1"}
    ]


def test_diff_is_by_key_and_in_order(tmp_path: Path) -> None:
    changes: dict[Path_, Any] = {
        ("table", "may_decline"): False,
        ("wagers", "pair_plus", "required"): True,
        ("wagers", "progressive", "units"): [1, 3],
        ("options", "sf_multi", "default"): "seed_based",
        ("paytables", "progressive", "seeds", "jackpot"): "$1,000.00",
        ("payments", "envy"): "Envy Bonus",
        ("citations", "envy.win"): ["4.4"],
        ("rules", "9.10"): ["general", "Tenth."],
        ("rules", "9.9"): ["general", "Ninth."],
    }
    found = as_json("diff", THREE, str(spoilt(tmp_path, changes)))
    assert [(row["path"], row["a"], row["b"]) for row in found] == [
        ("citations.envy.win", None, ["4.4"]),
        ("may_decline", True, False),
        ("options.sf_multi.default", "successive_equal", "seed_based"),
        ("payments.envy", None, "Envy Bonus"),
        ("paytables.progressive.seeds.jackpot", None, "1000.00"),
        ("rules.9.9.id", None, "9.9"),
        ("rules.9.9.kind", None, "general"),
        ("rules.9.9.summary", None, "Ninth."),
        ("rules.9.10.id", None, "9.10"),
        ("rules.9.10.kind", None, "general"),
        ("rules.9.10.summary", None, "Tenth."),
        ("wagers.pair_plus.required", False, True),
        ("wagers.progressive.units.most", 1, 3),
    ]


def test_diff_of_two_games_says_what_only_one_has() -> None:
    result = run("diff", "mbs-let-it-ride-v3", MGC)
    assert result.exit_code == 1
    lines = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines() if line}
    assert lines["wagers.bonus.stake"] == ["-", "1.00"]
    assert lines["currency"] == ["SGD", "USD"]
    assert "paytables.base.pays.flush" not in lines


# --- a file that extends another ------------------------------------------------------------------


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    """The same difference as `house`, and nothing else."""
    file = tmp_path / "variant.toml"
    pays = data_of(THREE)["paytables"]["pair_plus"]["pays"]
    difference = {
        "extends": THREE,
        "id": "variant",
        "title": "Variant",
        "paytables": {"pair_plus": {"pays": {**pays, "straight_3": "6 to 1"}}},
    }
    file.write_text(toml(difference), encoding="utf-8")
    return file


def test_show_says_what_a_file_extends_and_shows_the_whole(variant: Path) -> None:
    first, _, title, *lines = run("show", str(variant)).stdout.splitlines()
    assert first == f"{variant} extends {THREE}; here it is in whole."
    assert title == "Variant"
    for table in built_in(THREE).paytables.values():
        assert f"Paytable {table.id}: {table.title} (rule {table.clause})" in lines
    shown = as_json("show", str(variant))
    assert shown["extends"] == THREE
    assert shown["paytables"]["pair_plus"]["pays"]["straight_3"] == "6 to 1"
    assert set(shown["wagers"]) == set(built_in(THREE).wagers)
    assert "extends" not in as_json("show", THREE)


def test_diff_of_a_file_and_its_parent_is_what_the_file_says(variant: Path) -> None:
    found = [
        {"path": "id", "a": THREE, "b": "variant"},
        {"path": "paytables.pair_plus.pays.straight_3", "a": "5 to 1", "b": "6 to 1"},
        {"path": "title", "a": "Megalink Three Card Poker", "b": "Variant"},
    ]
    assert as_json("diff", THREE, str(variant)) == found
    assert as_json("diff", str(variant)) == found
    heading = run("diff", str(variant)).stdout.splitlines()[0]
    assert heading.split() == ["key", THREE, str(variant)]


def test_diff_of_one_file_asks_for_another_where_it_extends_none(house: Path) -> None:
    result = run("diff", str(house))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"pitboss: {house} extends no other rulebook; name the one to compare it with\n"
    )


def test_diff_says_how_cards_are_dealt_in_words(tmp_path: Path) -> None:
    file = spoilt(tmp_path, {("dealing", "automated", "steps"): [
        {"to": "seats", "cards": 3}, {"to": "dealer", "cards": 3}, {"to": "community", "cards": 2},
    ]})  # fmt: skip
    (line,) = run("diff", str(file), THREE).stdout.split("\n", 1)[1].strip().splitlines()
    assert line.endswith("to dealer, cards 3; to community, cards 2; to burn, cards 1")


def test_check_of_a_file_that_extends_another(variant: Path, tmp_path: Path) -> None:
    result = run("check", str(variant))
    assert result.exit_code == 0
    assert result.stdout.startswith(
        f"{variant}: good. Variant, Version 6, extends {THREE}: 4 wagers, 4 paytables, 113 rules; "
    )
    spoilt_file = tmp_path / "spoilt.toml"
    text = variant.read_text(encoding="utf-8")
    spoilt_file.write_text(
        f'remove = ["rules.4.1"]\n{text}"wagers"."play"."times" = 10\n', encoding="utf-8"
    )
    assert run("check", str(spoilt_file)).stderr.splitlines() == [
        f"{spoilt_file}: wagers.play.times: 10 is out of bounds",
        "    write a whole number from 1 to 9",
        f"{spoilt_file}: paytables.ante_play.clause: cites '4.1', which is not in [rules] "
        f"(written in {THREE})",
        "    cite a rule of this file, or add the rule",
        f"{spoilt_file}: 2 faults",
    ]


# --- coverage -----------------------------------------------------------------------------------


def test_coverage_as_data() -> None:
    data = as_json("coverage")
    assert list(data) == ["rules", "traced", "reasoned", "not_yet", "rows"]
    counts = Counter(row["status"] for row in data["rows"])
    rules = sum(len(built_in(id_).rules) for id_ in built_in_ids())
    assert data["rules"] == len(data["rows"]) == rules == counts.total()
    for status in ("traced", "reasoned", "not_yet"):
        assert data[status] == counts[status]
    for row in data["rows"]:
        assert list(row) == ["rulebook", "rule", "status", "tests", "reason"]
        assert (row["status"] == "traced") is (row["reason"] is None)
        assert row["tests"] or row["status"] != "traced"
        assert not row["tests"] or row["status"] != "reasoned"


def test_coverage_counts_by_rulebook() -> None:
    result = run("coverage")
    heading, *lines = (line.split() for line in result.stdout.splitlines() if line)
    assert heading == ["rulebook", "rules", "traced", "reasoned", "not_yet"]
    assert [line[0] for line in lines] == [*built_in_ids(), "all"]
    for line in lines:
        assert int(line[1]) == sum(map(int, line[2:]))


def test_coverage_rows_of_one_status() -> None:
    result = run("coverage", "--rulebook", RIDE, "--status", "reasoned")
    assert result.exit_code == 0
    assert "mbs-let-it-ride-v3   2.3  reasoned" in result.stdout
    assert "3.4 " not in result.stdout
    data = as_json("coverage", "--rulebook", RIDE, "--status", "reasoned")
    assert (data["rules"], len(data["rows"])) == (len(built_in(RIDE).rules), data["reasoned"])


def test_an_unknown_status() -> None:
    assert run("coverage", "--status", "maybe").exit_code == 2


# --- a terminal, a pipe, a real process ---------------------------------------------------------


def test_tables_are_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.cli.rulebook import show

    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "72")
    show(MGC, paytable="TABLE1")
    show(MGC)
    drawn = re.sub("\x1b\\[[0-9;]*m", "", screen.shown)
    assert "─" in drawn
    assert "Original wager not returned (I-29)." in drawn
    assert max(map(len, drawn.splitlines())) <= 72


def test_every_command_has_help_with_an_example() -> None:
    for command in ("list", "show", "check", "diff", "coverage"):
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Example" in result.stdout
        assert f"pitboss rulebook {command}" in result.stdout


def test_a_real_process_that_finds_a_difference(house: Path) -> None:
    done = process("rulebook", "diff", THREE, house)
    assert (done.status, done.err) == (1, "")
    assert "paytables.pair_plus.pays.straight_3" in done.out


def test_a_real_process_that_refuses_a_file(tmp_path: Path) -> None:
    file = spoilt(tmp_path, {("currency",): "dollars"})
    process("rulebook", "check", file).refuses(f"{file}: 1 fault")


def test_help_loads_nothing_that_it_does_not_need() -> None:
    code = (
        "import sys, pitboss.cli.main; "
        "print(*[m for m in ('rich.table', 'pitboss.games', 'pitboss.hands') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
