"""The documents are current: what is made from data is as it would be made now, examples run.

`make test` also runs `tools.trace --check`, which collects every test by itself and so finds what
no part of a test run can: a mark that is gone. Here nothing is collected twice. What this run has
collected anyway is compared with the coverage that is kept.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.rulebook import RuleCovered, counted, read_coverage
from pitboss.games.library import built_in, built_in_ids
from tests.rules.conftest import cases
from tools import trace

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/*.md")]


@pytest.fixture(scope="module")
def rows() -> list[RuleCovered]:
    return read_coverage()


@pytest.fixture(scope="module")
def notes() -> dict[tuple[str, str], trace.Note]:
    return trace.read_notes(trace.NOTES.read_text(encoding="utf-8"))


# --- what is made is current --------------------------------------------------------------------


def test_the_made_pages_are_as_they_would_be_made_now(rows: list[RuleCovered]) -> None:
    assert trace.stale(trace.documents(rows)) == [], "run: make trace"


def test_every_rulebook_has_its_page() -> None:
    assert {page.stem for page in (ROOT / "docs" / "rulebooks").iterdir()} == set(built_in_ids())


def test_every_rule_is_covered_once_and_in_order(rows: list[RuleCovered]) -> None:
    rules = [(book, rule) for book in built_in_ids() for rule in built_in(book).rules]
    assert [(row["rulebook"], row["rule"]) for row in rows] == rules
    assert counted(rows)["rules"] == len(rules)


def test_every_mark_of_this_run_is_in_the_coverage(
    request: pytest.FixtureRequest, rows: list[RuleCovered]
) -> None:
    kept = {(row["rulebook"], row["rule"]): set(row["tests"]) for row in rows}
    missing = [
        f"{rulebook} {rule}: {test}"
        for (rulebook, rule), tests in trace.shown_by(request.session.items).items()
        for test in sorted(tests - kept.get((rulebook, rule), set()))
    ]
    assert not missing, "\n".join(["run: make trace", *missing])


def _functions(file: str) -> set[str]:
    if file.endswith(".txt"):
        text = (ROOT / file).read_text(encoding="utf-8")
        return {case.name for case in cases(text)}
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_test_of_the_coverage_exists(rows: list[RuleCovered]) -> None:
    names = {test for row in rows for test in row["tests"]}
    there = {file: _functions(file) for file in {name.partition("::")[0] for name in names}}
    gone = [
        name for name in sorted(names) if name.split("::")[-1] not in there[name.split("::")[0]]
    ]
    assert not gone, "\n".join(["run: make trace", *gone])


def test_rules_without_tests_have_the_reason_that_is_kept_by_hand(
    rows: list[RuleCovered], notes: dict[tuple[str, str], trace.Note]
) -> None:
    for row in rows:
        if not row["tests"]:
            note = notes[row["rulebook"], row["rule"]]
            assert (row["status"], row["reason"]) == (note.status, note.reason)


def test_few_rules_are_beyond_software(rows: list[RuleCovered]) -> None:
    assert counted(rows)["reasoned"] <= 36


# --- the tool refuses what does not fit together ------------------------------------------------

BOOK, RULE = "mgc-let-it-ride", "9(b)"
REASONED = trace.Note("reasoned", "a picture")
NOT_YET = trace.Note("not_yet", "later")


def _all_but(*rules: str) -> trace.ShownBy:
    every = ((book, rule) for book in built_in_ids() for rule in built_in(book).rules)
    return {key: {"tests/x.py::test_it"} for key in every if key[1] not in rules or key[0] != BOOK}


def _problem(tests: trace.ShownBy, notes: dict[tuple[str, str], trace.Note]) -> str:
    with pytest.raises(trace.Untraceable) as refused:
        trace.trace(tests, notes)
    return str(refused.value)


def _status(tests: trace.ShownBy, notes: dict[tuple[str, str], trace.Note]) -> str:
    (row,) = (
        row for row in trace.trace(tests, notes) if (row["rulebook"], row["rule"]) == (BOOK, RULE)
    )
    return row["status"]


def test_a_rule_has_the_status_of_its_note_though_tests_show_a_part_of_it() -> None:
    assert _status(_all_but(RULE), {(BOOK, RULE): NOT_YET}) == "not_yet"
    assert _status(_all_but(RULE), {(BOOK, RULE): REASONED}) == "reasoned"
    assert _status(_all_but(), {(BOOK, RULE): NOT_YET}) == "not_yet"
    assert _status(_all_but(), {}) == "traced"


def test_a_reason_and_a_test_at_once_are_refused() -> None:
    assert "has a test after all" in _problem(_all_but(), {(BOOK, RULE): REASONED})


def test_a_rule_with_neither_is_refused_and_every_one_is_named() -> None:
    problem = _problem(_all_but(RULE, "9(c)"), {})
    assert problem.splitlines() == [
        f"{BOOK} {rule}: has no test; write one, or say why in coverage.toml"
        for rule in (RULE, "9(c)")
    ]


def test_unknown_rules_are_refused() -> None:
    tests = {**_all_but(), (BOOK, "99"): {"tests/x.py::test_it"}}
    problem = _problem(tests, {("mgc-let-it-rude", RULE): NOT_YET})
    assert f"{BOOK} 99: is no rule of a rulebook, and is the mark of tests/x.py" in problem
    assert "mgc-let-it-rude 9(b): is no rule of a rulebook; take it out" in problem


def test_a_rule_noted_twice_is_refused() -> None:
    group = f'[[not_yet]]\nreason = "later"\nrules = {{ "{BOOK}" = ["{RULE}"] }}\n'
    assert trace.read_notes(group) == {(BOOK, RULE): NOT_YET}
    with pytest.raises(trace.Untraceable, match="listed twice"):
        trace.read_notes(group + group)


def test_a_page_that_was_changed_by_hand_is_found(
    rows: list[RuleCovered], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "ROOT", tmp_path)
    made = trace.documents(rows)
    assert trace.write(made) == sorted(made)
    assert trace.write(made) == []
    page = tmp_path / "docs" / "rulebooks" / f"{BOOK}.md"
    page.write_text(page.read_text().replace("1000 to 1", "1001 to 1"))
    page.with_name("gone.md").write_text("left over")
    changed = [f"docs/rulebooks/{name}.md" for name in ("gone", BOOK)]
    assert trace.stale(made) == changed
    assert trace.write(made) == changed
    assert trace.stale(made) == []


def test_the_tool_takes_no_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err


# --- the pages that people write ----------------------------------------------------------------


def test_the_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (result.failed, result.attempted > 0) == (0, True)


def _links(page: Path) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            yield target.partition("#")[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    gone = [link for link in _links(page) if link and not (page.parent / link).exists()]
    assert not gone


def test_the_made_pages_hold_no_links() -> None:
    for page in (ROOT / "docs" / "coverage.md", *(ROOT / "docs" / "rulebooks").iterdir()):
        assert list(_links(page)) == []


def test_coverage_is_kept_as_the_command_prints_it(rows: list[RuleCovered]) -> None:
    kept = json.loads((ROOT / "src/pitboss/rulebooks/coverage.json").read_text(encoding="utf-8"))
    assert kept == {**counted(rows), "rows": rows}


# --- the glossary -------------------------------------------------------------------------------

SOURCES = ROOT / "src" / "pitboss"
WIDELY_USED = 10
"""A type that so many public functions take or give is a word that a reader must know."""


def glossary() -> Iterator[tuple[list[str], list[str]]]:
    """Of each row the names in code and the places."""
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = line.strip("|").split("|")
        if line.startswith("| ") and len(cells) == 4:
            names, places = (re.findall("`([^`]+)`", cell) for cell in (cells[1], cells[3]))
            yield names, places


def words_in_signatures() -> Iterator[str]:
    """The names of our own classes, once for each public function that takes or gives one."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    ours = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            hints = [arg.annotation for arg in (*node.args.args, *node.args.kwonlyargs)]
            parts = (ast.walk(hint) for hint in (*hints, node.returns) if hint is not None)
            yield from ours & {part.id for walk in parts for part in walk if hasattr(part, "id")}


def test_every_word_of_many_signatures_is_in_the_glossary() -> None:
    known = {name for names, _ in glossary() for name in names}
    used = Counter(words_in_signatures())
    assert [
        word for word, count in used.items() if count >= WIDELY_USED and word not in known
    ] == []


def test_the_glossary_says_where_its_classes_are() -> None:
    wrong = []
    for names, places in glossary():
        paths = [SOURCES / place for place in places if "<" not in place]
        wrong += [str(path) for path in paths if not path.exists()]
        files = [
            file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path])
        ]
        text = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
        classes = [name for name in names if re.fullmatch("[A-Z][a-z]\\w+", name)]
        wrong += [name for name in classes if places and not re.search(rf"\b{name}\b", text)]
    assert wrong == []
