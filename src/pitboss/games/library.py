"""The rulebooks: those that come with pitboss, and users' files.

A rulebook file may be good TOML and a sound rulebook and still not fit the game it names. That is
checked here, where both are known, and reported together with every other fault of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from pitboss.errors import Fault, GameError, PitbossError, RulebookError
from pitboss.games.registry import BUILT_IN, GamesAtHand, check_one_code, game_of
from pitboss.round.game import Burn, Decide, Expose, Game, What
from pitboss.round.result import settle_round
from pitboss.round.round import Round
from pitboss.round.settlement import Settlement
from pitboss.rulebook.code import GameCode, digest_with_code
from pitboss.rulebook.load import examine_rulebook, file_text, parse_rulebook
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.paytables import FLOORS, check_floors
from pitboss.rulebook.terms import Terms

_COMMON_REASONS = ("void",)
_PROGRESSIVE_REASONS = ("win", "lose", "pooled", "royal_last")


def settle(terms: Terms, play: Round) -> Settlement:
    """Settle a round by the game its rulebook names."""
    return settle_round(game_of(terms.rules).settle, terms, play)


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


def open_rulebook(path: Path, games: GamesAtHand = BUILT_IN, *, is_named: bool = True) -> Rulebook:
    """A user's own rulebook file, checked against the game it names.

    Code beside the file runs if the command names the file, or among `games` the folder.
    """
    rulebook, faults = examine_rulebook(file_text(path), source=path.name)
    try:
        code = games.find(rulebook.game, path.parent, is_named=is_named)
        rulebook = played_by(rulebook, code)
        faults += _faults(rulebook)
    except GameError as error:
        problem, _, remedy = str(error).rpartition("; ")
        faults.append(Fault(place="game", problem=problem, remedy=remedy))
    # What a table pays can be compared with what is printed only once the file is sound.
    if not faults:
        faults += _below_floors(rulebook)
    if faults:
        raise RulebookError(path.name, faults)
    return rulebook


def played_by(rulebook: Rulebook, code: GameCode | None) -> Rulebook:
    """A rulebook with the code it is played by, which is a part of its digest."""
    if code is None:
        return rulebook
    return replace(rulebook, code=code, digest=digest_with_code(rulebook.digest, code))


def rulebooks_in(folder: Path, games: GamesAtHand) -> Iterator[Rulebook]:
    """The rulebooks that stand beside the code of a game; a command names their folder."""
    for path in sorted(folder.glob("*.toml")):
        if _names_a_game(path):
            yield open_rulebook(path, games)


def library_of(files: Iterable[Path] = (), folders: Iterable[Path] = ()) -> Library:
    """The built-in rulebooks, those of files, and those of games in folders."""
    folders = list(folders)
    games = GamesAtHand(folders)
    own = [book for folder in folders for book in rulebooks_in(folder, games)]
    return Library([*own, *(open_rulebook(file, games) for file in files)])


def _names_a_game(path: Path) -> bool:
    """Whether a file is a rulebook, good or not, and not something else in TOML."""
    try:
        return "game" in tomllib.loads(file_text(path))
    except (tomllib.TOMLDecodeError, RecursionError):
        return True


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
        check_one_code(self._own.values())

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
    faults = list(_faults(rulebook))
    if faults:
        raise RulebookError(source, faults)
    return rulebook


def _faults(rulebook: Rulebook) -> Iterator[Fault]:
    """What the game needs and the file lacks."""
    game = game_of(rulebook)
    for wager in rulebook.wagers:
        if wager not in game.wagers:
            yield Fault(
                place=f"wagers.{wager}",
                problem=f"{game.name} does not know this wager",
                remedy=f"it settles {', '.join(game.wagers)}",
            )
    for what, cards in (
        (What.COMMUNITY, rulebook.community_cards),
        (What.DEALER, rulebook.dealer_cards),
    ):
        exposed = _exposed(game, what)
        if cards != exposed:
            yield Fault(
                place=f"cards.{what}",
                problem=f"is {cards}, and {game.name} turns {exposed} of them face up",
                remedy=f"write {exposed}, or name another game",
            )
    for kind, needed, there in (
        ("citations", _reasons(rulebook), rulebook.citations),
        ("options", (*game.options, "award_rounding", "sf_multi"), rulebook.options),
        ("conditions", game.conditions, rulebook.conditions),
        ("paytables", game.paytables, rulebook.paytables),
        ("decisions", _decisions(game), rulebook.decisions),
        ("procedure", _procedure(rulebook), rulebook.procedure),
    ):
        for name in needed:
            if name not in there:
                yield Fault(
                    place=f"{kind}.{name}",
                    problem=f"is missing, and {game.name} asks for it",
                    remedy="copy it from the rulebook nearest to yours",
                )


def _exposed(game: Game, what: What) -> int:
    stages = (stage for stage in game.stages if isinstance(stage, Expose))
    return sum(stage.cards for stage in stages if stage.what is what)


def _decisions(game: Game) -> list[str]:
    return [stage.decision for stage in game.stages if isinstance(stage, Decide)]


def _reasons(rulebook: Rulebook) -> list[str]:
    game = game_of(rulebook)
    reasons = [*_COMMON_REASONS, *game.reasons]
    for wager in rulebook.wagers.values():
        if wager.units is not None:
            reasons += [f"{wager.id}.{why}" for why in _PROGRESSIVE_REASONS]
        elif wager.group is None:
            reasons += [f"{wager.id}.{why}" for why in ("win", "lose")]
    if rulebook.may_decline:
        reasons += ["progressive.declined"]
    if rulebook.capped:
        reasons += ["over_maximum", "under_minimum", "orphan"]
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
    game = game_of(rulebook)
    steps = ["open", "chips", "close", "short", "view", "show", "settle", "end"]
    steps += [stage.step for stage in game.stages if hasattr(stage, "step")]
    if rulebook.may_decline:
        steps += ["decline", "orphan"]
    if any(isinstance(stage, Burn) for stage in game.stages) and _burns(rulebook):
        steps += ["burn"]
    return steps


def _burns(rulebook: Rulebook) -> bool:
    return any(step.to == "burn" for method in rulebook.dealing.values() for step in method.steps)
