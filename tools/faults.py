"""Plants known faults one at a time; the tests must notice. `python -m tools.faults [ID ...]`.

`tests/faults.toml` lists the faults. Each says what is broken, which words of the sources are
replaced by which, and which tests must fail. The words are looked for in every file below
`src/pitboss`, whatever its name and however it is laid out, so that a fault survives a move.

The faults are planted in a copy of the repository under `build/`, never in the checkout. A fault is
*caught* if a test fails with it; all such tests are run once more on the sound copy, where they
must pass. The exit status is 1 unless every fault is caught.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests" / "faults.toml"
WORK = ROOT / "build" / "faults"
COPY = WORK / "copy"
FAILED = "PITBOSS_FAILED_TESTS"
"""The variable that names the file in which a run of pytest writes down what failed."""
SECONDS = 600
"""A run that takes longer has hung."""
ANY_NAME = "…"
"""Stands for a name, dots and all, that may change without the fault being another."""
_LEFT_OUT = (".git", ".venv", ".hypothesis", "__pycache__", "build", "dist", "*_cache")
_SOURCES = (".py", ".toml", ".html", ".js")


class Misplaced(Exception):
    """A fault that cannot be planted: the list must follow the sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that could be wrong, and the tests that must notice."""

    id: str
    breaks: str
    """What is broken, in one sentence."""
    find: str
    """The words to replace; see `words_pattern`."""
    put: str
    tests: tuple[str, ...]
    """Patterns of the tests that must notice, each looked for in `path::name {rulebook clause}`."""
    file: str = "*.py"
    """Which files below `src/pitboss` may hold the words."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A file below `src/pitboss` with its fault."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one fault."""

    fault: Fault
    says: str
    by: tuple[str, ...] = ()
    """The tests that failed."""

    @property
    def is_caught(self) -> bool:
        return bool(self.by)


def read_faults(path: Path = LIST) -> list[Fault]:
    """Every fault of the list, in its order."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**entry, "tests": tuple(entry["tests"])}) for entry in listed]


# --- planting -----------------------------------------------------------------------------------


def sources(root: Path = ROOT) -> dict[str, str]:
    """Every text below `src/pitboss` that a fault may be in, by its path there."""
    below = root / "src" / "pitboss"
    return {
        path.relative_to(below).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(below.rglob("*"))
        if path.suffix in _SOURCES and path.is_file()
    }


@cache
def words_pattern(words: str) -> re.Pattern[str]:
    """What finds these words however they are laid out; an ellipsis is any name.

    >>> bool(words_pattern("f(a, b)").search("f(\\n    a,\\n    b,\\n)"))
    True
    >>> bool(words_pattern("at.seat").search("that.seats"))
    False
    >>> bool(words_pattern("player != …:").search("if player != self.actor:"))
    True
    """
    tokens = re.findall(r"\w+|[^\w\s]", words)
    parts = [r"\b" if tokens[0][0].isalnum() else ""]
    for before, token in zip(["", *tokens], tokens, strict=False):
        both_words = before.isidentifier() and token[0].isalnum()
        parts.append(r"\s+" if both_words else r"\s*" if before else "")
        if token in ")]}" and before not in {"", ","}:
            parts.append(r"(?:,\s*)?")
        parts.append(r"[\w.]+" if token == ANY_NAME else re.escape(token))
    parts.append(r"\b" if tokens[-1][-1].isalnum() else "")
    return re.compile("".join(parts))


def plant(fault: Fault, texts: Mapping[str, str]) -> Planted:
    """The one file that holds the words, with the fault in place of them."""
    pattern, words = words_pattern(fault.find), set(re.findall(r"\w+", fault.find))
    found = [
        (path, match)
        for path, text in texts.items()
        # Most files lack one of the words, which is sooner seen than that they lack all in order.
        if all(word in text for word in words) and Path(path).match(fault.file)
        for match in pattern.finditer(text)
    ]
    if len(found) != 1:
        places = ", ".join(path for path, _ in found)
        raise Misplaced(f"its words stand {len(found)} times: {places or 'nowhere'}")
    ((path, match),) = found
    text = texts[path]
    planted = text[: match.start()] + fault.put + text[match.end() :]
    try:
        _check_syntax(path, planted)
    except (SyntaxError, tomllib.TOMLDecodeError) as error:
        raise Misplaced(f"with it {path} cannot be read: {error}") from error
    if planted == text:
        raise Misplaced("it changes nothing")
    return Planted(path, planted)


def _check_syntax(path: str, text: str) -> None:
    if path.endswith(".py"):
        ast.parse(text, filename=path)
    elif path.endswith(".toml"):
        tomllib.loads(text)


# --- the tests ----------------------------------------------------------------------------------


def collected() -> dict[str, str]:
    """Every test that `make test` runs, by its name, with the rules it shows."""
    from tools.trace import collect, name_of  # noqa: PLC0415 - the list alone needs no tests

    found: dict[str, str] = {}
    for item in collect():
        if item.get_closest_marker("long") is None:
            rules = (" ".join(mark.args) for mark in item.iter_markers("rule"))
            name = name_of(item)
            found[name] = " ".join([found.get(name, name), *(f"{{{rule}}}" for rule in rules)])
    return found


def chosen(fault: Fault, tests: Mapping[str, str]) -> list[str]:
    """The tests that must notice a fault, those of the first pattern first."""
    found = (
        name
        for pattern in map(re.compile, fault.tests)
        for name, described in tests.items()
        if pattern.search(described)
    )
    return list(dict.fromkeys(found))


def pytest_configure() -> None:
    """Look for no smaller case once a generated one failed: that a test fails is all we ask."""
    if FAILED in os.environ:
        from hypothesis import Phase, settings  # noqa: PLC0415 - pytest must see to it first

        phases = (Phase.explicit, Phase.reuse, Phase.generate)
        settings.register_profile("faults", settings.default, phases=phases)
        settings.load_profile("faults")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down what failed: the runs on the copy have this module as a plugin."""
    if report.failed and FAILED in os.environ:
        with Path(os.environ[FAILED]).open("a", encoding="utf-8") as out:
            out.write(f"{report.nodeid}\n")


def environment(failed: Path) -> dict[str, str]:
    """Where a run on the copy finds the sources, its cache, and where it writes what failed."""
    # Collecting the tests may have started numba here, with the cache of the sound kernels.
    ours = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return ours | {
        "PYTHONPATH": os.pathsep.join((str(COPY / "src"), str(COPY))),
        "PITBOSS_CACHE": str(WORK / "cache"),
        # The same generated cases every time.
        "CI": "1",
        FAILED: str(failed),
    }


def run_tests(names: Sequence[str], *options: str) -> tuple[int | None, list[str], str]:
    """Exit status, the tests that failed and what was said; no status where the run hung."""
    asked, failed = WORK / "tests.txt", WORK / "failed.txt"
    asked.write_text("\n".join(names), encoding="utf-8")
    failed.write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tools.faults"]
    try:
        done = subprocess.run(
            [*command, *options, f"@{asked}"],
            cwd=COPY,
            env=environment(failed),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, [], ""
    return done.returncode, failed.read_text(encoding="utf-8").split("\n")[:-1], done.stdout


# --- one after another --------------------------------------------------------------------------


def make_copy() -> None:
    """Copy the repository, times and all: kernels that did not change are not compiled anew."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=shutil.ignore_patterns(*_LEFT_OUT))


@contextmanager
def planted_in_copy(planted: Planted) -> Iterator[None]:
    """The copy with a fault in it; afterwards the file is as it was, its time too."""
    path = COPY / "src" / "pitboss" / planted.path
    sound, times = path.read_bytes(), path.stat()
    path.write_text(planted.text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(sound)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def tried(fault: Fault, texts: Mapping[str, str], tests: Mapping[str, str]) -> Outcome:
    """Plant a fault in the copy, run what must notice, and take it out again."""
    try:
        planted = plant(fault, texts)
    except Misplaced as error:
        return Outcome(fault, f"not found: update the list ({error})")
    names = chosen(fault, tests)
    if not names:
        return Outcome(fault, "NOT CAUGHT: its patterns choose no test; update the list")
    with planted_in_copy(planted):
        status, failed, said = run_tests(names, "-x")
    if status is None:
        return Outcome(fault, f"NOT CAUGHT: the tests ran for {SECONDS} seconds and more")
    if status == pytest.ExitCode.OK:
        return Outcome(fault, f"NOT CAUGHT by {len(names)} tests")
    if status != pytest.ExitCode.TESTS_FAILED or not failed:
        return Outcome(fault, f"NOT CAUGHT: no test could run\n{said[-2000:]}")
    return Outcome(fault, f"caught by {failed[0]}", tuple(failed))


def unsound(outcomes: Sequence[Outcome]) -> list[str]:
    """The tests that fail without any fault too."""
    names = sorted({name for outcome in outcomes for name in outcome.by})
    if not names:
        return []
    status, failed, said = run_tests(names)
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        return [f"the tests that caught a fault cannot be run without one:\n{said[-2000:]}"]
    return [f"{name} fails without a fault too" for name in failed]


def _named(ids: Sequence[str]) -> Iterator[Fault]:
    faults = {fault.id: fault for fault in read_faults()}
    unknown = [one for one in ids if one not in faults]
    if unknown:
        raise SystemExit(f"No fault is called {', '.join(unknown)}; see {LIST.name}.")
    yield from (faults[one] for one in ids or faults)


def main(ids: Sequence[str]) -> int:
    """Try the faults of these ids, or all."""
    faults = list(_named(ids))
    make_copy()
    texts, tests = sources(), collected()
    outcomes: list[Outcome] = []
    for fault in faults:
        started = time.monotonic()
        outcome = tried(fault, texts, tests)
        outcomes.append(outcome)
        print(f"{fault.id}: {outcome.says} ({time.monotonic() - started:.0f} s)", flush=True)
        if not outcome.is_caught:
            print(f"    {fault.breaks}", flush=True)
    wrong = unsound(outcomes)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    caught = sum(outcome.is_caught for outcome in outcomes)
    print(f"{caught} of {len(faults)} faults are caught.")
    return int(caught < len(faults) or bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
