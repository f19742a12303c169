"""The games by name: every folder beside this module is one.

A folder holds `play` (stages and settlement), and may hold `odds` and `simulation`. Those two load
numpy or numba, so they are imported only when they are asked for, by name: a new game touches no
file outside its folder.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType

import pitboss.games
from pitboss.errors import BadSetting
from pitboss.round.game import Game


def _play(name: str) -> Game:
    game = import_module(f"pitboss.games.{name}.play").GAME
    assert isinstance(game, Game), f"{name}/play.py has a GAME"
    assert game.name == name, f"the folder {name} is named as its game is"
    return game


GAMES: MappingProxyType[str, Game] = MappingProxyType(
    {found.name: _play(found.name) for found in iter_modules(pitboss.games.__path__) if found.ispkg}
)


def game_part(game: str, part: str) -> ModuleType:
    """The module of a game's folder that holds its odds, or its simulation.

    >>> game_part("three_card", "play").GAME.name
    'three_card'
    >>> game_part("three_card", "music")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: the game three_card has no music; games with it: none
    >>> game_part("stud", "play")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: no game is called 'stud'; there are holdem_bonus, let_it_ride, \
three_card
    """
    if game not in GAMES:
        raise BadSetting(f"no game is called {game!r}; there are {', '.join(GAMES)}")
    if find_spec(f"pitboss.games.{game}.{part}") is None:
        having = [name for name in GAMES if find_spec(f"pitboss.games.{name}.{part}")]
        raise BadSetting(
            f"the game {game} has no {part}; games with it: {', '.join(having) or 'none'}"
        )
    return import_module(f"pitboss.games.{game}.{part}")
