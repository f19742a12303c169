"""The repository checks itself: what a reviewer should never have to say twice.

Each check is a function from files to offences, and has two tests: that the tree has none, and
that a planted one is caught. Forbidden words are spelled here in pieces, so that this file may be
checked like any other.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent

# Everything a wrong cent could come from.
MONEY = tuple(
    f"src/pitboss/{name}"
    for name in ("money", "round", "table", "games", "jackpot", "ledger", "records")
)
# The core is a function of its arguments. Whoever calls it brings the cards, the clock and the ids.
PURE = (
    *MONEY,
    *(f"src/pitboss/{name}" for name in ("cards", "errors", "hands", "rulebook", "staff")),
)
NOT_WALKED = {".git", ".hypothesis", ".venv", "__pycache__", "build", "dist", "mutants"}


@dataclass(frozen=True, slots=True)
class Source:
    """One text file of the repository: where it is, and what it says."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.path)


Offences = Iterator[str]
Check = Callable[[Iterable[Source]], Offences]


def listed_by_git(root: Path) -> list[str] | None:
    """Every file that is tracked or could be; nothing where there is no git to ask."""
    if not (root / ".git").exists():
        return None
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return sorted(set(os.fsdecode(listing.stdout).split("\0")) - {""})


def walked(root: Path) -> list[str]:
    """Every file there is, less what the tools make."""
    found: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name for name in folders if name not in NOT_WALKED and not name.endswith("_cache")
        ]
        found += (Path(folder, name).relative_to(root).as_posix() for name in names)
    return sorted(found)


def sources(root: Path) -> list[Source]:
    """The text files of the repository."""
    listed = listed_by_git(root)
    texts: list[Source] = []
    for path in walked(root) if listed is None else listed:
        # A file may be deleted and not yet be so in the index; a picture is no text.
        try:
            texts.append(Source(path, (root / path).read_text(encoding="utf-8")))
        except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
            continue
    return texts


def python(files: Iterable[Source], *places: str) -> Iterator[Source]:
    """The Python files among them, or those in some places."""
    return (
        file for file in files if file.path.endswith(".py") and file.path.startswith(places or "")
    )


_GAME_PART = re.compile(r"src/pitboss/games/\w+/(?!play\.py)")


def core(files: Iterable[Source], *places: str) -> Iterator[Source]:
    """The Python files in some places, less the odds and simulations of games.

    A game's folder holds its settlement (`play.py`) and what is counted and simulated of it: only
    settlement handles money.
    """
    return (file for file in python(files, *places) if not _GAME_PART.match(file.path))


def at(file: Source, node: ast.AST, what: str) -> str:
    return f"{file.path}:{getattr(node, 'lineno', 1)}: {what}"


def lines_with(pattern: re.Pattern[str], files: Iterable[Source]) -> Offences:
    for file in files:
        for number, line in enumerate(file.text.splitlines(), start=1):
            if found := pattern.search(line):
                yield f"{file.path}:{number}: {found[0].strip()}"


# --- the checks ---------------------------------------------------------------------------------

_MACHINE_PATH = re.compile(
    r"(?<![\w.:/~}*-])/(?:work|root|home|Users|opt|tmp|mnt)(?:/[\w.-]+|(?=[\s\"'`),;]|$))"
    r"|\b[A-Z]:\\+Users\b"
)


def machine_paths(files: Iterable[Source]) -> Offences:
    """Names of folders that only one machine has."""
    return lines_with(_MACHINE_PATH, files)


_HOSTS = ("pypi org", "pythonhosted org", "npmjs org", "yarnpkg com", "deb debian org", "crates io")
_REGISTRY = re.compile(
    "|".join(re.escape(host.replace(" ", ".")) for host in _HOSTS)
    + r"|(?<![\w-])--?(?:(?:extra-|default-)?index(?:-url)?|find-links|trusted-host)(?![\w-])"
    r"|(?<![\w-])(?:extra-)?index[-_]url\s*=|\b(?:PIP|UV)_\w*INDEX\w*|\bPIP_FIND_LINKS\b"
    r"|\btool\.uv\.index\b"
)


def registries(files: Iterable[Source]) -> Offences:
    """Where packages come from is each machine's own affair; a name and a hash are ours."""
    return lines_with(_REGISTRY, files)


_MARK = re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b")


def unfinished(files: Iterable[Source]) -> Offences:
    """Notes to oneself."""
    return lines_with(_MARK, files)


def bare_excepts(files: Iterable[Source]) -> Offences:
    """`except` without saying what, which also catches the interrupt key."""
    for file in python(files):
        for node in ast.walk(file.tree):
            if isinstance(node, ast.ExceptHandler) and node.type is None:
                yield at(file, node, "except without an error")


def _annotations(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.arg(annotation=ast.expr() as annotation):
                yield annotation
            case ast.FunctionDef(returns=ast.expr() as returns):
                yield returns
            case ast.AsyncFunctionDef(returns=ast.expr() as returns):
                yield returns


def floats(files: Iterable[Source]) -> Offences:
    """Numbers that cannot hold a cent. Asking whether something is one, to refuse it, is fine."""
    for file in core(files, *MONEY):
        tree = file.tree
        for annotation in _annotations(tree):
            for node in ast.walk(annotation):
                if isinstance(node, ast.Name) and node.id == "float":
                    yield at(file, node, "a float in a signature")
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=("float" | "round") as name)):
                    yield at(file, node, f"{name}()")
                case ast.Constant(value=float() as number):
                    yield at(file, node, f"the number {number}")


def _docstrings(tree: ast.AST) -> set[ast.AST]:
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as constant):
                found.add(constant)
    return found


_FIGURE = re.compile(r"\d\s*(?:to|for|:)\s*\d|\$\s*\d|\d\s*(?:%|percent\b)|\beven money\b")


def figures(files: Iterable[Source]) -> Offences:
    """Odds, amounts and percentages in the code of a game, where no edition could change them."""
    for file in core(files, "src/pitboss/games/"):
        tree = file.tree
        prose = _docstrings(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=bool()):
                    pass
                case ast.Constant(value=(int() | float()) as number) if number > 9:
                    yield at(file, node, f"the number {number}")
                case ast.Constant(value=str() as text) if node not in prose:
                    if _FIGURE.search(text):
                        yield at(file, node, repr(text))


_CHANCE = {"random", "secrets", "time", "uuid"}
_NOW = {
    ("os", "urandom"),
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
}


def chance_and_clocks(files: Iterable[Source]) -> Offences:
    """Anything that would let the same round come out differently when it is replayed."""
    for file in core(files, *PURE):
        for node in ast.walk(file.tree):
            match node:
                case ast.Import(names=names):
                    for name in names:
                        if name.name.partition(".")[0] in _CHANCE:
                            yield at(file, node, f"import {name.name}")
                case ast.ImportFrom(module=str() as module, names=names):
                    if module.partition(".")[0] in _CHANCE:
                        yield at(file, node, f"from {module} import ...")
                    elif any((module, name.name) in _NOW for name in names):
                        yield at(file, node, f"from {module} import {names[0].name}")
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if (owner, name) in _NOW:
                    yield at(file, node, f"{owner}.{name}")
                case ast.Attribute(value=ast.Attribute(attr=owner), attr=name):
                    if (owner, name) in _NOW:
                        yield at(file, node, f"{owner}.{name}")


def _module_name(path: str) -> str:
    parts = list(PurePosixPath(path).with_suffix("").parts)
    if parts[0] == "src":
        del parts[0]
    if parts[-1] == "__init__":
        del parts[-1]
    return ".".join(parts)


def _imports(file: Source) -> Iterator[str]:
    """Every name that could be a module this one imports, wherever in it the import stands."""
    package = _module_name(file.path).split(".")
    if not file.path.endswith("__init__.py"):
        del package[-1]
    for node in ast.walk(file.tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield base
                yield from (f"{base}.{name.name}" for name in names)
            case ast.Call(func=ast.Name(id="Subcommand"), args=[ast.Constant(value=str(name)), *_]):
                # The command line imports a subcommand when it is called.
                yield f"pitboss.cli.{name}"


def _entry_points(files: Iterable[Source]) -> set[str]:
    for file in files:
        if file.path == "pyproject.toml":
            scripts = tomllib.loads(file.text).get("project", {}).get("scripts", {})
            return {str(target).partition(":")[0] for target in scripts.values()}
    return set()


# `games.registry` finds these by name.
_FOUND_BY_NAME = re.compile(r"pitboss\.games\.\w+\.(?:play|odds|simulation)")


def orphans(files: Iterable[Source]) -> Offences:
    """Modules that no command reaches. Tests do not count: what only they use is not in use."""
    files = list(files)
    modules = {_module_name(file.path): file for file in python(files, "src/pitboss/")}
    programs = list(python(files, "tools/", "benchmarks/"))
    programs += (file for name, file in modules.items() if name.endswith("__main__"))
    reached = _entry_points(files) & modules.keys()
    reached |= {name for name in modules if _FOUND_BY_NAME.fullmatch(name)}
    waiting = [*programs, *(modules[name] for name in reached)]
    reached |= {_module_name(file.path) for file in waiting}
    while waiting:
        for name in _imports(waiting.pop()):
            # To import a.b.c is to import a and a.b first.
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                found = ".".join(parts[:end])
                if found in modules and found not in reached:
                    reached.add(found)
                    waiting.append(modules[found])
    # An entry point's own package is imported with it, whether or not anyone says so.
    packages = {name.rpartition(".")[0] for name in reached} | {"pitboss"}
    for name, file in modules.items():
        if name not in reached | packages:
            yield f"{file.path}: nothing imports {name}"


_GAME_FOLDER = re.compile(r"src/pitboss/games/(\w+)/")
_WORDS_TOO = {"play", "turn"}
"""Ids of wagers that are words of other things as well: choices, and commands that are typed."""
_PRINTED_FLOORS = "src/pitboss/rulebook/paytables.py"
"""What one printed rulebook protects (I-44), by its wagers."""


def _ids_of_games(files: list[Source]) -> set[str]:
    """Games, and the wagers, decisions and payments that some games have and others do not."""
    own: dict[str, set[str]] = {}
    for file in files:
        if re.fullmatch(r"src/pitboss/rulebooks/[^/]+\.toml", file.path):
            data = tomllib.loads(file.text)
            ids = own.setdefault(data["game"], set())
            for kind in ("wagers", "decisions", "payments"):
                ids.update(data.get(kind, {}))
    shared = set.intersection(*own.values()) if len(own) > 1 else set()
    links = {"envy", "magic_card", "lucky_player"}
    ids = set.union(set(), *own.values()) - shared - links - _WORDS_TOO
    return {*own, *(name for name in ids if len(name) > 1)}


def _said_as_help(tree: ast.AST) -> set[ast.AST]:
    """Everything in what a command says of itself, where examples stand."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Subcommand")):
                found.update(ast.walk(node))
            case ast.keyword(arg=("help" | "epilog"), value=value):
                found.update(ast.walk(value))
    return found


def names_of_games(files: Iterable[Source]) -> Offences:
    """Games, and what only some games have, in the code of all: a new game would miss there."""
    files = list(files)
    ids = _ids_of_games(files)
    plain = {name for name in ids if "_" not in name}
    # An id of several words is one wherever it stands; others only where they are the whole text.
    several = "|".join(map(re.escape, sorted(ids - plain))) or r"(?!)"
    games = re.compile(rf"pitboss\.games\.(?:{'|'.join(map(re.escape, sorted(ids)))})\b")
    word = re.compile(rf"\b(?:{several})\b")
    for file in python(files, "src/pitboss/"):
        if _GAME_FOLDER.match(file.path) or file.path == _PRINTED_FLOORS:
            continue
        yield from (f"{file.path}: imports {name}" for name in _imports(file) if games.match(name))
        tree = file.tree
        prose = _docstrings(tree) | _said_as_help(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str() as text) if node not in prose:
                    if text in plain or word.search(text):
                        yield at(file, node, repr(text))


def readme_gaps(files: Iterable[Source]) -> Offences:
    """The two commands a newcomer looks for."""
    text = "".join(file.text for file in files if file.path == "README.md")
    for command in ("make run", "make test"):
        if not re.search(rf"(?<![\w-]){command}(?![\w-])", text):
            yield f"README.md: does not show {command}"


# --- the tree has no offence --------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree() -> list[Source]:
    return sources(ROOT)


REMEDIES: dict[Check, str] = {
    machine_paths: "Write paths relative to the repository, or use tmp_path.",
    registries: "Name packages only; `make lock` writes versions and hashes.",
    unfinished: "Finish it now, or take the mark out and open an issue.",
    bare_excepts: "Name the errors that are expected here.",
    floats: "Use Money, whole cents, and a division that names its Rounding.",
    figures: "Put the figure into the rulebook file, with its clause, and ask for it.",
    chance_and_clocks: "Take it as an argument; the command brings it.",
    orphans: "Use the module from a command, a tool or a benchmark, or delete it.",
    names_of_games: "Ask the rulebook's data, or give `Game` a field with a good default.",
    readme_gaps: "Show the command in README.md.",
}


@pytest.mark.parametrize("check", REMEDIES, ids=lambda check: check.__name__)
def test_the_repository_has_no(check: Check, tree: list[Source]) -> None:
    found = list(check(tree))
    assert not found, "\n".join([f"{len(found)} to put right. {REMEDIES[check]}", *found])


# --- and each check catches one -----------------------------------------------------------------

_TRY = "try:\n    pass\nexcept{}:\n    pass\n"
_CORE = ("cards.py", "hands/a.py", "rulebook/a.py", "table/a.py", "records/a.py")
_NEAR_MONEY = ("money.py", "table/a.py", "games/a/play.py", "jackpot/a.py", "records/deep/a.py")
_GAME = ("games/stud/play.py",)
_FLOATS = (
    "stake = float(text)",
    "def pay(stake: float) -> None: ...",
    "def pay() -> float: ...",
    "async def pay() -> list[float]: ...",
    "stake: dict[str, float] = {}",
    "cents = round(stake)",
    "stake = 2.5",
)
_FIGURES = (
    "PAYS = '7 to 1'",
    "PAYS = '40 for 1'",
    "PAYS = '3:2'",
    "PAYS = '$2,000.00'",
    "PAYS = f'{name} pays $5'",
    "PAYS = '10% of meter'",
    "PAYS = 50",
    "PAYS = -50",
    "PAYS = 12.5",
)
_CHANCES = (
    "import random",
    "from random import Random",
    "import secrets",
    "import time",
    "from time import monotonic",
    "import uuid",
    "when = datetime.now()",
    "when = datetime.datetime.now()",
    "when = date.today()",
    "noise = os.urandom(8)",
    "from os import urandom",
)
_FOLDERS = ("work", "root", "home", "Users", "opt", "tmp")
_OPTIONS = ("index-url", "extra-index-url", "find-links", "trusted-host")
_MARKS = [mark.replace("-", "") for mark in ("TO-DO", "FIX-ME", "XX-X")]

CAUGHT: list[tuple[Check, tuple[str, ...], str]] = [
    *((machine_paths, ("docs/a.md",), f"see /{name}/pitboss/notes.txt") for name in _FOLDERS),
    *((machine_paths, ("docs/a.md",), f'open("/{name}/x")') for name in _FOLDERS),
    (machine_paths, ("docs/a.md",), "C:" + r"\Users\me"),
    (machine_paths, ("docs/a.md",), f"cd /{'root'}"),
    *((registries, ("a.lock",), f"https://{host.replace(' ', '.')}/simple") for host in _HOSTS),
    *((registries, ("a.lock",), f"--{option} elsewhere") for option in _OPTIONS),
    (registries, ("pip.conf",), "index" + "-url = elsewhere"),
    (registries, ("Makefile",), "export PIP" + "_INDEX_URL=elsewhere"),
    *((unfinished, ("src/pitboss/cards.py",), f"# {mark}: later") for mark in _MARKS),
    (bare_excepts, ("tools/a.py",), _TRY.format("")),
    *((floats, _NEAR_MONEY, source) for source in _FLOATS),
    *((figures, _GAME, source) for source in _FIGURES),
    *((chance_and_clocks, _CORE, source) for source in _CHANCES),
]
LEFT_ALONE: list[tuple[Check, tuple[str, ...], str]] = [
    *(
        (machine_paths, ("docs/a.md",), f"see docs/{name}/notes.txt, example.com/{name}/a")
        for name in _FOLDERS
    ),
    (machine_paths, ("docs/a.md",), "#!/usr/bin/env bash"),
    (machine_paths, ("docs/a.md",), "/homely, either/or"),
    (registries, ("docs/a.md",), "index = 3\nrow_index += 1\ndocs/index.md"),
    *((unfinished, ("docs/a.md",), f"{mark}S and {mark.lower()}") for mark in _MARKS),
    (bare_excepts, ("tools/a.py",), _TRY.format(" OSError")),
    *((floats, ("cli/main.py", "games/stud/odds.py"), source) for source in _FLOATS),
    (
        floats,
        ("records/a.py",),
        "if isinstance(value, float):\n    raise ValueError\nfloat_count = around(3)\n",
    ),
    *((figures, ("games/stud/odds.py", "rulebook/model.py"), source) for source in _FIGURES),
    (
        figures,
        _GAME,
        '"""Pays 7 to 1."""\ncards = 5\nopen_ = True\nclause = "8.3"\nspot = "$"\n',
    ),
    *((chance_and_clocks, ("cli/main.py",), source) for source in _CHANCES),
]


def caught(check: Check, text: str, path: str = "docs/notes.md") -> int:
    return len(list(check([Source(path, text)])))


@pytest.mark.parametrize(
    ("count", "check", "places", "text"),
    [*((1, *case) for case in CAUGHT), *((0, *case) for case in LEFT_ALONE)],
)
def test_an_offence_is_caught_and_nothing_else(
    count: int, check: Check, places: tuple[str, ...], text: str
) -> None:
    in_package = check in (floats, figures, chance_and_clocks)
    for place in places:
        path = f"src/pitboss/{place}" if in_package else place
        assert caught(check, text, path) == count, path


PROJECT = Source("pyproject.toml", '[project.scripts]\ncasino = "pitboss.cli.main:run"\n')


def package(**modules: str) -> list[Source]:
    """A package whose command imports pitboss.cards, and whatever else is planted."""
    files = {
        "__init__": "",
        "cli/__init__": "",
        "cli/main": "def run() -> None:\n    from pitboss import cards\n",
        "cards": "import pitboss.suits.names",
        "suits/__init__": "",
        "suits/names": "",
    } | {name.replace("__", "/"): text for name, text in modules.items()}
    return [PROJECT, *(Source(f"src/pitboss/{name}.py", text) for name, text in files.items())]


def test_an_orphan_is_caught() -> None:
    assert list(orphans(package())) == []
    assert list(orphans(package(lonely="import pitboss.cards"))) == [
        "src/pitboss/lonely.py: nothing imports pitboss.lonely"
    ]


def test_orphans_that_import_each_other_are_caught() -> None:
    pair = package(one="import pitboss.two", two="from pitboss import one")
    assert len(list(orphans(pair))) == 2


def test_what_the_registry_finds_by_name_is_no_orphan() -> None:
    counts = "import pitboss.games.stud.count"
    counted = package(games__stud__odds=counts, games__stud__count="", games__stud__music="")
    assert list(orphans(counted)) == [
        "src/pitboss/games/stud/music.py: nothing imports pitboss.games.stud.music"
    ]


def test_a_test_does_not_save_an_orphan_but_a_tool_does() -> None:
    use = "from pitboss.lonely import thing"
    assert list(orphans([*package(lonely=""), Source("tests/test_a.py", use)]))
    assert not list(orphans([*package(lonely=""), Source("tools/trace.py", use)]))


STUD = Source(
    "src/pitboss/rulebooks/house-stud.toml",
    'game = "stud"\n[wagers.ante]\n[wagers.side_bet]\n[wagers.progressive]\n[wagers.play]\n',
)
WAR = Source("src/pitboss/rulebooks/war.toml", 'game = "war"\n[wagers.progressive]\n')


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('main = "ante"', 1),
        ('game = "stud"', 1),
        ('setting = f"{low} of side_bet"', 1),
        ('stud = "the studs ante up"', 0),
        ('option = "side_bet_limits"', 0),
        ('shared = "progressive"', 0),
        ('command = "play"', 0),
        ('"""As side_bet is."""', 0),
        ('Subcommand("odds", "odds --wager side_bet")', 0),
        ('typer.Option(help="such as side_bet")', 0),
    ],
)
def test_a_name_that_only_some_games_have_is_caught_outside_their_folders(
    text: str, count: int
) -> None:
    for path, expected in (("src/pitboss/cli/a.py", count), ("src/pitboss/games/stud/play.py", 0)):
        assert len(list(names_of_games([STUD, WAR, Source(path, text)]))) == expected, path


def test_an_import_from_the_folder_of_a_game_is_caught() -> None:
    file = STUD.text.replace('game = "stud"', 'game = "house_stud"')
    use = Source("src/pitboss/sim/a.py", "from pitboss.games.house_stud.play import GAME")
    found = list(names_of_games([Source(STUD.path, file), WAR, use]))
    assert found
    assert "imports pitboss.games.house_stud.play" in found[0]


def test_a_readme_without_the_commands_is_caught() -> None:
    assert caught(readme_gaps, "nothing here", "README.md") == 2
    assert caught(readme_gaps, "`make run`, and make tests", "README.md") == 1
    assert caught(readme_gaps, "`make run`\n`make test`", "README.md") == 0
    assert len(list(readme_gaps([]))) == 2


# --- and sees the files it should ---------------------------------------------------------------


def plant_files(root: Path) -> None:
    for name in ("kept.md", "ignored.md", ".venv/a.py", ".hypothesis/b", "deep/new.py"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("text")
    (root / "picture.png").write_bytes(b"\x89PNG\xff")
    (root / ".gitignore").write_text("/ignored.md\n/.venv/\n/.hypothesis/\n")


def test_without_git_the_tree_is_walked(tmp_path: Path) -> None:
    plant_files(tmp_path)
    assert [file.path for file in sources(tmp_path)] == [
        ".gitignore",
        "deep/new.py",
        "ignored.md",
        "kept.md",
    ]


def test_with_git_tracked_and_new_files_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A commit hook runs with git's own variables set, which name the repository it runs in.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    plant_files(tmp_path)
    try:
        subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    subprocess.run(["git", "add", "kept.md"], cwd=tmp_path, check=True)
    assert [file.path for file in sources(tmp_path)] == [".gitignore", "deep/new.py", "kept.md"]
