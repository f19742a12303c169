"""The list of planted faults fits the sources: `make faults` then shows that tests catch them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.faults import (
    Fault,
    Misplaced,
    chosen,
    environment,
    plant,
    read_faults,
    sources,
    words_pattern,
)

FAULTS = read_faults()
SOURCES = sources()


def test_every_fault_can_be_planted_in_the_sources_as_they_are() -> None:
    misplaced = []
    for fault in FAULTS:
        try:
            plant(fault, SOURCES)
        except Misplaced as error:
            misplaced.append(f"{fault.id}: {error}")
    assert not misplaced, "\n".join(["Update tests/faults.toml:", *misplaced])


def test_every_fault_has_a_name_of_its_own_a_sentence_and_tests() -> None:
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fault.id), fault.id
        assert re.fullmatch(r"[A-Z].*\.", fault.breaks), fault.id
        assert fault.tests, fault.id
        assert all(re.compile(pattern) for pattern in fault.tests)


SOME = Fault(id="some", breaks="Some.", find="a + b", put="a - b", tests=("x::one", "{book 4.1}"))


def test_the_words_of_a_fault_are_found_however_they_are_laid_out() -> None:
    texts = {"deep/a.py": "sum = (\n    a\n    + b\n)\n", "b.toml": 'x = "a + b"\n'}
    planted = plant(SOME, texts)
    assert (planted.path, planted.text) == ("deep/a.py", "sum = (\n    a - b\n)\n")
    assert not words_pattern("a + b").search("aa + b")
    assert not words_pattern("is_own = a").search("is_owned = a")
    assert words_pattern("f(a, b)[c]").search("f(\n    a,\n    b,\n)[c]")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1\n", "nowhere"),
        ("x = a + b\ny = a + b\n", "2 times"),
        ("if a + b :\npass\n", "cannot be read"),
    ],
)
def test_a_fault_that_cannot_be_planted_says_why(text: str, why: str) -> None:
    with pytest.raises(Misplaced, match=why):
        plant(SOME, {"a.py": text})


def test_a_fault_that_changes_nothing_is_none() -> None:
    same = Fault(id="same", breaks="Same.", find="a + b", put="a + b", tests=("x",))
    with pytest.raises(Misplaced, match="nothing"):
        plant(same, {"a.py": "a + b\n"})


def test_tests_are_chosen_by_name_or_by_the_rule_they_show_in_the_order_of_the_patterns() -> None:
    tests = {
        "tests/a.py::shown": "tests/a.py::shown {book 4.1}",
        "tests/a.py::other": "tests/a.py::other {book 4.2}",
        "tests/x::one": "tests/x::one",
    }
    assert chosen(SOME, tests) == ["tests/x::one", "tests/a.py::shown"]


def test_a_fault_in_a_kernel_never_meets_the_compiled_code_of_the_sound_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "sound")
    assert "NUMBA_CACHE_DIR" not in environment(Path("failed.txt"))
