"""Games in folders of the user's: which game a folder holds, its code, and how that is imported.

The code of a folder is read once. What was read is hashed, and what was hashed runs: its modules
are a package whose loader has these texts, and no file is looked at again. This module is loaded
only where a rulebook is not one of those that come with pitboss.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from pitboss.errors import GameError, cause_of, line_of
from pitboss.rulebook.code import GameCode, code_digest

PLAY = "play"
NOT_PYTHON = (SyntaxError, ValueError)


def folder_game(folder: Path) -> str | None:
    """The name of the game in a folder, as its `play.py` says; it is read, and not run."""
    text = _text(folder / f"{PLAY}.py") if (folder / f"{PLAY}.py").is_file() else None
    return None if text is None else _name_in(text)


def _name_in(text: str) -> str | None:
    """The name of the game that the text of a `play.py` makes.

    >>> _name_in('GAME = Game(name="stud", stages=())'), _name_in("GAME = 3"), _name_in("")
    ('stud', None, None)
    """
    for node in ast.parse(text, f"{PLAY}.py").body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="GAME")], value=ast.Call(keywords=given))
                | ast.AnnAssign(target=ast.Name(id="GAME"), value=ast.Call(keywords=given))
            ):
                for one in given:
                    if one.arg == "name" and isinstance(one.value, ast.Constant):
                        return str(one.value.value)
    return None


def folder_code(folder: Path) -> GameCode:
    """The code of a game in a folder: every Python file in it, and none in folders below."""
    if not (folder / f"{PLAY}.py").is_file():
        raise GameError(f"{folder} holds no game: it has no play.py", "name a game's folder")
    sources = tuple((path.name, _text(path)) for path in sorted(folder.glob("*.py")))
    try:
        name = _name_in(dict(sources)[f"{PLAY}.py"])
    except NOT_PYTHON as error:
        raise GameError(
            f"{folder / PLAY}.py does not load: {cause_of(error)}",
            f"mend {line_of(error)}" if isinstance(error, SyntaxError) else "mend it",
        ) from error
    if name is None or not name.isidentifier():
        raise GameError(
            f"{folder / PLAY}.py does not say which game it is",
            'write GAME = Game(name="my_game", …), with small letters and "_"',
        )
    files = {path: text.encode() for path, text in sources}
    return GameCode(game=name, place=str(folder), digest=code_digest(files), sources=sources)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{path} cannot be read: {error}", "save it as UTF-8 text") from error


class _Finder(MetaPathFinder):
    """Finds the modules of folders among the texts that were read."""

    def __init__(self) -> None:
        self._codes: dict[str, GameCode] = {}

    def package(self, code: GameCode) -> str:
        """The name under which the code is imported; other code has another name."""
        name = f"pitboss_game_{code.game}_{code.digest}"
        if name not in self._codes:
            self._codes[name] = code
            if self not in sys.meta_path:
                sys.meta_path.append(self)
        return name

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the signature of all finders
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """The module of that name, if it is of a game and there."""
        package, _, module = fullname.partition(".")
        code = self._codes.get(package)
        if code is None:
            return None
        name = f"{module or '__init__'}.py"
        sources = dict(code.sources)
        # A package needs no __init__.py.
        text = sources.get(name, None if module else "")
        if text is None:
            return None
        location = Path(code.place) / name
        return spec_from_file_location(
            fullname,
            location,
            loader=_Texts(text, str(location)),
            submodule_search_locations=None if module else [],
        )


class _Texts(ExecutionLoader):
    """Loads one module from its text."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path

    def get_source(self, fullname: str) -> str:  # noqa: ARG002 - a loader of one module
        """The text that was hashed."""
        return self.text

    def get_filename(self, fullname: str) -> str:  # noqa: ARG002
        """Where the text was read, for tracebacks."""
        return self.path


FINDER = _Finder()
