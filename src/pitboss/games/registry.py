"""Which games there are, and their parts: `play`, and where a game has them `odds`, `simulation`.

A game comes from a folder beside this module; from an installed package, by an entry point of the
group `pitboss.games` with the game's id as its name; or from a folder of the user's that a command
names. It is imported when a rulebook that names it needs it, and each part when a caller needs it,
for odds and simulations load numpy or numba. A new game touches no file outside its folder.

How the code of a folder is read, hashed and run is in `folders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

import pitboss.games
from pitboss.errors import BadSetting, GameError, InexactPayment, Refusal, cause_of, line_of
from pitboss.round.game import Game, Sight, Strategy, stay_in
from pitboss.round.settlement import Line, SettleWagers, Showdown
from pitboss.rulebook.code import GameCode, code_digest
from pitboss.rulebook.model import Rulebook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pitboss.games"
PLAY = "play"


@cache
def built_in_games() -> tuple[str, ...]:
    """The games that come with pitboss.

    >>> built_in_games()
    ('holdem_bonus', 'let_it_ride', 'three_card')
    """
    return tuple(found.name for found in iter_modules(pitboss.games.__path__) if found.ispkg)


def game_of(rules: Rulebook) -> Game:
    """The game that a rulebook is played as.

    >>> from pitboss.games.library import built_in
    >>> game_of(built_in("mbs-megalink-three-card-v6")).name
    'three_card'
    """
    return _game(rules.game, rules.code)


def game_part(rules: Rulebook, part: str) -> ModuleType:
    """The module of a rulebook's game that holds its odds, or its simulation.

    >>> from pitboss.games.library import built_in
    >>> game_part(built_in("mbs-megalink-three-card-v6"), "odds").ODDS.unit
    'one ante'
    >>> game_part(built_in("mbs-megalink-three-card-v6"), "music")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: the game three_card has no music
    """
    if not has_part(rules, part):
        raise BadSetting(f"the game {rules.game} has no {part}")
    return _part(rules.game, rules.code, part)


def has_part(rules: Rulebook, part: str) -> bool:
    """Whether a rulebook's game has a module of this name.

    >>> from pitboss.games.library import built_in
    >>> [has_part(built_in("mbs-megalink-three-card-v6"), part) for part in ("odds", "music")]
    [True, False]
    """
    code = rules.code
    if code is not None and not code.is_installed:
        return f"{part}.py" in dict(code.sources)
    package = _package(rules.game, code)
    with _told_plainly(code):
        return find_spec(f"{package}.{part}") is not None


_played: dict[tuple[str, str], Game] = {}


def _game(name: str, code: GameCode | None) -> Game:
    key = (name, "" if code is None else code.digest)
    game = _played.get(key)
    if game is None:
        game = getattr(_part(name, code, PLAY), "GAME", None)
        if not isinstance(game, Game) or game.name != name:
            where = "pitboss" if code is None else code.place
            raise GameError(
                f"the game {name} of {where} has no GAME of this name in play.py",
                f'write GAME = Game(name="{name}", …)',
            )
        _played[key] = game = game if code is None else _guarded(game, code)
    return game


def _package(name: str, code: GameCode | None) -> str:
    if code is None:
        return f"{pitboss.games.__name__}.{name}"
    if code.is_installed:
        _check_still(code)
    return _package_of(code)


def _package_of(code: GameCode) -> str:
    if code.is_installed:
        return code.package
    from pitboss.games.folders import FINDER  # noqa: PLC0415 - few rulebooks need it

    return FINDER.package(code)


def _part(name: str, code: GameCode | None, part: str) -> ModuleType:
    package = _package(name, code)
    with _told_plainly(code):
        return import_module(f"{package}.{part}")


@contextmanager
def _told_plainly(code: GameCode | None) -> Iterator[None]:
    """Say what fails in code that is not ours in one sentence; ours may show where it failed."""
    try:
        yield
    # SystemExit too: a module that ends the program when it is imported is broken.
    except (Exception, SystemExit) as error:
        if code is None:
            raise
        raise _failure(code, "does not load", error) from error


@contextmanager
def running(rules: Rulebook) -> Iterator[None]:
    """Say in one sentence what fails in a game's code that is not ours; our own may show it."""
    try:
        yield
    except _TOLD:
        raise
    except Exception as error:
        if rules.code is None or not line_of(error, _package_of(rules.code)):
            raise
        raise _failure(rules.code, "fails", error) from error


@contextmanager
def _running(code: GameCode) -> Iterator[None]:
    try:
        yield
    except _TOLD:
        raise
    except Exception as error:
        raise _failure(code, "fails", error) from error


_TOLD = (BadSetting, InexactPayment, Refusal)
"""What play may raise on purpose, and whoever asked for it is told."""


def _failure(code: GameCode, how: str, error: BaseException) -> GameError:
    package = _package_of(code)
    line = line_of(error, package)
    return GameError(
        f"the game {code.game} of {code.place} {how}: {cause_of(error, package)}",
        f"mend {line}" if line else "mend its code",
    )


def _guarded(game: Game, code: GameCode) -> Game:
    """A game whose code is not ours, so that wherever it runs its failures are told plainly."""
    strategy = game.strategy
    return replace(
        game,
        settle=_settling(game.settle, code),
        # That one is ours, and is known by its identity.
        strategy=strategy if strategy is stay_in else _answering(strategy, code),
    )


def _settling(settle: SettleWagers, code: GameCode) -> SettleWagers:
    @wraps(settle)
    def guarded(showdown: Showdown) -> Iterator[tuple[int, Line]]:
        seats = {at.seat for at in showdown.live}
        with _running(code):
            for entry in settle(showdown):
                match entry:
                    case (int(seat), Line()) if seat in seats:
                        yield entry
                    case _:
                        raise GameError(
                            f"settle of the game {code.game} of {code.place} yields {entry!r}",
                            "mend settle in play.py: it yields the number of a seat in "
                            "showdown.live, and a Line",
                        )

    return guarded


def _answering(strategy: Strategy, code: GameCode) -> Strategy:
    @wraps(strategy)
    def guarded(sight: Sight) -> str:
        with _running(code):
            answer = strategy(sight)
        if answer not in sight.choices:
            raise GameError(
                f"the strategy of {code.game} says {answer!r} with {' '.join(map(str, sight.own))}",
                f"mend the strategy in play.py: {sight.decision} is answered by "
                f"{' or '.join(sight.choices)}",
            )
        return answer

    return guarded


# --- games that are installed ---------------------------------------------------------------------


def installed_games() -> dict[str, list[EntryPoint]]:
    """The entry points of installed games, by the ids of the games; nothing is imported."""
    # It looks through all that is installed, and those who play what is built in need it not.
    from importlib.metadata import entry_points  # noqa: PLC0415

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=_distribution):
        found.setdefault(point.name, []).append(point)
    return found


def _installed_code(game: str, point: EntryPoint) -> GameCode:
    distribution = _distribution(point)
    code = GameCode(game=game, place=distribution, digest="", package=point.module)
    with _told_plainly(code):
        folder = _folder_of(point.module)
        files = {} if folder is None else _files_in(folder)
    if not files:
        raise GameError(
            f"the game {game} of {distribution} is not there: no package {point.module} with files",
            "install it again",
        )
    return replace(code, digest=code_digest(files, distribution))


def _files_in(folder: Path) -> dict[str, bytes]:
    """All that was installed; compiled code follows from it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def _distribution(point: EntryPoint) -> str:
    return "?" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _folder_of(package: str) -> Path | None:
    spec = find_spec(package)
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return Path(places[0]) if places else None


@cache
def _check_still(code: GameCode) -> None:
    """Refuse to run another version than the rulebook was opened with, on whatever machine."""
    points = installed_games().get(code.game, [])
    if not points:
        raise GameError(f"the game {code.game} of {code.place} is not installed here", "install it")
    here = _installed_code(code.game, points[0])
    if here.digest != code.digest:
        raise GameError(
            f"the game {code.game} installed here, of {here.place}, is not the one the rulebook "
            f"was opened with, of {code.place}",
            "install the same everywhere",
        )


# --- which of them a rulebook names ---------------------------------------------------------------


class GamesAtHand:
    """The games that rulebooks may name: built in, installed, and in folders a command names."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._named: dict[str, GameCode] = {}
        for folder in dict.fromkeys(Path(one).resolve() for one in folders):
            code = _code_in(folder)
            other = self._named.setdefault(code.game, code)
            _check_alone(code.game, [other.place, code.place])

    def find(self, game: str, folder: Path | None = None, *, is_named: bool) -> GameCode | None:
        """The code of a game, or nothing for one that is built in; `GameError` if there is none.

        `folder` is where the rulebook's file is. Code there runs only if the command names the
        file, or the folder.
        """
        own = self._named.get(game)
        if folder is not None and is_named and holds_game(folder, game):
            beside = _code_in(folder.resolve())
            own = own or beside
            _check_alone(game, [own.place, beside.place])
        is_built_in = game in built_in_games()
        points = [] if is_built_in else installed_games().get(game, [])
        if own is not None and any(_is_at(point, Path(own.place)) for point in points):
            # An installed game's own folder is no second source.
            own = None
        places = ["pitboss"] if is_built_in else [_distribution(one) for one in points]
        _check_alone(game, [*places, *([] if own is None else [own.place])])
        if is_built_in:
            return None
        if points:
            return _installed_code(game, points[0])
        if own is not None:
            return own
        raise _unknown(game, folder, self._named)


def _code_in(folder: Path) -> GameCode:
    from pitboss.games.folders import folder_code  # noqa: PLC0415 - few rulebooks need it

    return folder_code(folder)


def holds_game(folder: Path, game: str) -> bool:
    """Whether the `play.py` in a folder is of this game; other files of that name are not ours."""
    from pitboss.games.folders import NOT_PYTHON, folder_game  # noqa: PLC0415 - few rulebooks need it

    try:
        return folder_game(folder) == game
    except NOT_PYTHON:
        # It is told what is wrong with it, unless the game comes from elsewhere.
        return game not in built_in_games()


def _is_at(point: EntryPoint, folder: Path) -> bool:
    with suppress(Exception):
        there = _folder_of(point.module)
        return there is not None and there.resolve() == folder
    return False


def _check_alone(game: str, places: Sequence[str]) -> None:
    """Refuse a game that comes from several places."""
    different = list(dict.fromkeys(places))
    if len(different) > 1:
        raise GameError(
            f"two games are called {game}: of {different[0]} and of {different[1]}",
            "give one of them another name, or bring only one",
        )


def _unknown(game: str, folder: Path | None, named: Mapping[str, GameCode]) -> GameError:
    if folder is not None and holds_game(folder, game):
        return GameError(
            f"the game {game} is played by the code in {folder}, and code runs only where the "
            "command names it",
            f"add --game {folder}",
        )
    problem = f"no game is called {game!r}"
    known = [*built_in_games(), *installed_games(), *named]
    if folder is None or not (folder / f"{PLAY}.py").is_file():
        return GameError(problem, f"write one of {', '.join(dict.fromkeys(known))}")
    other = _other(folder)
    if other is None:
        return GameError(
            f"{problem}, and {folder / PLAY}.py does not say which game it is",
            f'write GAME = Game(name="{game}", …) there',
        )
    return GameError(
        f"{problem} (play.py beside the file is of {other})",
        f"write one of {', '.join(dict.fromkeys([other, *known]))}",
    )


def _other(folder: Path) -> str | None:
    from pitboss.games.folders import NOT_PYTHON, folder_game  # noqa: PLC0415 - few rulebooks need it

    with suppress(*NOT_PYTHON):
        return folder_game(folder)
    return None


def check_one_code(rulebooks: Iterable[Rulebook]) -> None:
    """Refuse rulebooks that play one game by different code."""
    found: dict[str, GameCode] = {}
    for rules in rulebooks:
        if rules.code is not None:
            other = found.setdefault(rules.game, rules.code)
            if other != rules.code:
                _check_alone(rules.game, [other.place, rules.code.place])


def name_clashes() -> Iterator[str]:
    """Installed games that have the name of one built in, or of each other."""
    for game, points in installed_games().items():
        places = ["pitboss"] if game in built_in_games() else []
        try:
            _check_alone(game, [*places, *map(_distribution, points)])
        except GameError as error:
            yield str(error)


BUILT_IN = GamesAtHand()
"""No folder is named."""
