"""The games, and the rulebooks played by them: the five that come with pitboss, and users' files.

Every folder beside this module is a game. It holds `play` (stages and settlement), and may hold
`odds` and `simulation`. Those two load numpy or numba, so they are imported by name when a caller
needs them: a new game touches no file outside its folder.

A rulebook file may be good TOML and a sound rulebook and still not fit the game it names. That is
checked here, where both are known, and reported together with every other fault of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType

import pitboss.games
from pitboss.errors import BadSetting, Fault, PitbossError, RulebookError
from pitboss.round.game import Burn, Decide, Expose, Game, What, stages_of
from pitboss.round.result import settle_round
from pitboss.round.round import Round
from pitboss.round.settlement import Settlement
from pitboss.rulebook.load import examine_rulebook, file_text, parse_rulebook
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.paytables import FLOORS, check_floors
from pitboss.rulebook.terms import Terms


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


_COMMON_REASONS = ("void",)
_COMMON_CHOICES = ("fold", "withdraw")
_PROGRESSIVE_REASONS = ("win", "lose", "pooled", "royal_last")


def settle(terms: Terms, play: Round) -> Settlement:
    """Settle a round by the game its rulebook names."""
    return settle_round(GAMES[terms.rules.game].settle, terms, play)


@cache
def built_in_ids() -> tuple[str, ...]:
    """The rulebooks that come with pitboss, in order of their ids.

    >>> len(built_in_ids())
    5
    """
    names = (entry.name for entry in files("pitboss").joinpath("rulebooks").iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


@cache
def built_in(rulebook_id: str) -> Rulebook:
    """One of the rulebooks that come with pitboss."""
    text = files("pitboss").joinpath("rulebooks", f"{rulebook_id}.toml").read_text(encoding="utf-8")
    return _playable(parse_rulebook(text, source=f"{rulebook_id}.toml"), f"{rulebook_id}.toml")


def open_rulebook(path: Path) -> Rulebook:
    """A user's own rulebook file, checked against the game it names."""
    rulebook, faults = examine_rulebook(file_text(path), source=path.name)
    faults += faults_of(rulebook)
    # What a table pays can be compared with what is printed only once the file is sound.
    if not faults:
        faults += _below_floors(rulebook)
    if faults:
        raise RulebookError(path.name, faults)
    return rulebook


def find_rulebook(name: str | Path) -> Rulebook:
    """A rulebook by its id or a part of it that fits no other, or from a file of your own."""
    ids = built_in_ids()
    text = str(name)
    if text in ids:
        return built_in(text)
    if text.endswith(".toml") or Path(name).is_file():
        return open_rulebook(Path(name))
    fitting = [known for known in ids if text and text.lower() in known]
    if len(fitting) == 1:
        return built_in(fitting[0])
    problem = f"fits {' and '.join(fitting)}" if fitting else "is neither a rulebook nor a file"
    raise PitbossError(f"{text!r} {problem}; name a .toml file or one of {', '.join(ids)}")


def _below_floors(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.family in FLOORS:
        yield from check_floors(rulebook, built_in(FLOORS[rulebook.family]))


class Library(Mapping[str, Rulebook]):
    """Rulebooks by id; a user's file comes before a built-in one of the same id."""

    def __init__(self, own: Iterable[Rulebook] = ()) -> None:
        self._own = {rulebook.id: rulebook for rulebook in own}

    def __getitem__(self, rulebook_id: str) -> Rulebook:
        if rulebook_id in self._own:
            return self._own[rulebook_id]
        if rulebook_id in built_in_ids():
            return built_in(rulebook_id)
        raise KeyError(rulebook_id)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._own, *built_in_ids())))

    def __len__(self) -> int:
        return len(set(self._own) | set(built_in_ids()))


def _playable(rulebook: Rulebook, source: str) -> Rulebook:
    faults = list(faults_of(rulebook))
    if faults:
        raise RulebookError(source, faults)
    return rulebook


def faults_of(rulebook: Rulebook) -> Iterator[Fault]:
    """What the game needs and the file lacks."""
    game = GAMES.get(rulebook.game)
    if game is None:
        yield Fault(
            place="game",
            problem=f"no game is called {rulebook.game!r}",
            remedy=f"write one of {', '.join(GAMES)}",
        )
        return
    for wager in rulebook.wagers:
        if wager not in game.wagers:
            yield Fault(
                place=f"wagers.{wager}",
                problem=f"{game.name} does not know this wager",
                remedy=f"it settles {', '.join(game.wagers)}",
            )
    for condition in rulebook.conditions:
        if condition not in game.conditions:
            yield Fault(
                place=f"conditions.{condition}",
                problem="is a condition that nothing asks about",
                remedy=f"known conditions: {', '.join(game.conditions) or 'none'}",
            )
    yield from _unknown_choices(game, rulebook)
    for what, cards in (
        (What.COMMUNITY, rulebook.community_cards),
        (What.DEALER, rulebook.dealer_cards),
    ):
        exposed = _exposed(game, rulebook, what)
        if cards != exposed:
            yield Fault(
                place=f"cards.{what}",
                problem=f"is {cards}, and {game.name} turns {exposed} of them face up",
                remedy=f"write {exposed}, or name another game",
            )
    for kind, needed, there in (
        ("citations", _reasons(rulebook), rulebook.citations),
        ("options", (*game.options, *_link_options(rulebook)), rulebook.options),
        ("conditions", game.conditions, rulebook.conditions),
        ("paytables", game.paytables, rulebook.paytables),
        ("decisions", _decisions(game), rulebook.decisions),
        ("procedure", _procedure(rulebook), rulebook.procedure),
        ("irregularities", ("uncovered",), rulebook.irregularities),
    ):
        for name in needed:
            if name not in there:
                yield Fault(
                    place=f"{kind}.{name}",
                    problem=f"is missing, and {game.name} asks for it",
                    remedy="copy it from the rulebook nearest to yours",
                )


def _link_options(rulebook: Rulebook) -> tuple[str, ...]:
    """What a wager that is paid from a meter asks for."""
    is_linked = any(wager.units is not None for wager in rulebook.wagers.values())
    return ("award_rounding", "sf_multi") if is_linked else ()


def _unknown_choices(game: Game, rulebook: Rulebook) -> Iterator[Fault]:
    """A choice places a wager, folds, withdraws, or is one that the game knows."""
    for rule in rulebook.decisions.values():
        placing = [w.sizes for w in rulebook.wagers.values() if w.decision == rule.id]
        if not all(sizes.keys() <= {*rule.choices} for sizes in placing):
            continue  # which was reported before
        means = [*chain(*placing), *game.choices, *_COMMON_CHOICES]
        answers = [("choices", choice) for choice in rule.choices]
        for key, choice in (*answers, ("otherwise", rule.otherwise)):
            if choice and choice not in means:
                yield Fault(
                    place=f"decisions.{rule.id}.{key}",
                    problem=f'"{choice}" means nothing in play',
                    remedy=f"write one of {', '.join(means)}, or name it in a wager's `times`",
                )


def _exposed(game: Game, rulebook: Rulebook, what: What) -> int:
    stages = (stage for stage in stages_of(game, rulebook) if isinstance(stage, Expose))
    return max((stage.through for stage in stages if stage.what is what), default=0)


def _decisions(game: Game) -> list[str]:
    return [stage.decision for stage in game.stages if isinstance(stage, Decide)]


def _reasons(rulebook: Rulebook) -> list[str]:
    game = GAMES[rulebook.game]
    reasons = [*_COMMON_REASONS, *game.reasons]
    for wager in rulebook.wagers.values():
        if wager.units is not None:
            reasons += [f"{wager.id}.{why}" for why in _PROGRESSIVE_REASONS]
        elif wager.group is None:
            reasons += [f"{wager.id}.{why}" for why in ("win", "lose")]
    if rulebook.may_decline and "progressive" in rulebook.wagers:
        reasons += ["progressive.declined"]
    if rulebook.capped:
        reasons += ["over_maximum", "under_minimum"]
    if "orphan" in rulebook.procedure:
        reasons += ["orphan"]
    if "invalidated_wagers" in rulebook.settings:
        reasons += ["forfeited"]
    for decision in rulebook.decisions.values():
        if "withdraw" in decision.choices:
            reasons += [f"{decision.id}.withdrawn"]
    if rulebook.shared_areas:
        reasons += ["shared"]
    if "magic_card" in rulebook.draws:
        reasons += ["magic_card.own", "magic_card.community", "progressive.feature"]
    if "lucky_seat" in rulebook.draws:
        reasons += ["lucky_player.win", "progressive.feature"]
    if any(table.envy for table in rulebook.paytables.values()):
        reasons += ["envy.win"]
    if rulebook.payout_limit is not None:
        reasons += ["base.limited"]
    return reasons


def _procedure(rulebook: Rulebook) -> list[str]:
    game = GAMES[rulebook.game]
    steps = ["open", "close", "short", "view", "show", "settle", "end", "chips"]
    stages = stages_of(game, rulebook)
    steps += [stage.step for stage in stages if isinstance(stage, Expose)]
    if rulebook.may_decline:
        steps += ["decline"]
    if any(isinstance(stage, Burn) for stage in stages) and _burns(rulebook):
        steps += ["burn"]
    return steps


def _burns(rulebook: Rulebook) -> bool:
    return any(step.to == "burn" for method in rulebook.dealing.values() for step in method.steps)
