"""The rulebooks: those that come with pitboss, and users' files.

A rulebook file may be good TOML and a sound rulebook and still not fit the game it names. That is
checked here, where both are known, and reported together with every other fault of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from pitboss.errors import Fault, GameError, PitbossError, RulebookError
from pitboss.games.registry import BUILT_IN, GamesAtHand, check_one_code, game_of, holds_game
from pitboss.round.game import Burn, Decide, Expose, Game, What, stages_of
from pitboss.round.result import settle_round
from pitboss.round.round import Round
from pitboss.round.settlement import Settlement
from pitboss.rulebook.code import GameCode, digest_with_code
from pitboss.rulebook.load import examine_data, file_data
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.protection import PRINTED_BY, check_printed
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.variants import Whole, read_whole
from pitboss.rulebook.vocabulary import check_values

_COMMON_REASONS = ("void",)
_COMMON_CHOICES = ("fold", "withdraw")
_PROGRESSIVE_REASONS = ("win", "lose", "pooled", "royal_last")


def settle(terms: Terms, play: Round) -> Settlement:
    """Settle a round by the game its rulebook names."""
    return settle_round(game_of(terms.rules).settle, terms, play)


@cache
def _built_in_files() -> MappingProxyType[str, Path]:
    folder = Path(__file__).parent.parent / "rulebooks"
    return MappingProxyType({file.stem: file for file in sorted(folder.glob("*.toml"))})


@cache
def built_in_ids() -> tuple[str, ...]:
    """The rulebooks that come with pitboss, in order of their ids.

    >>> len(built_in_ids())
    5
    """
    return tuple(_built_in_files())


@cache
def built_in(rulebook_id: str) -> Rulebook:
    """One of the rulebooks that come with pitboss."""
    return _sound(_built_in_files()[rulebook_id], None)


def open_rulebook(path: Path, games: GamesAtHand = BUILT_IN, *, is_named: bool = True) -> Rulebook:
    """A user's own rulebook file, checked against the game it names.

    Code beside the file, or beside one that it extends, runs if the command names the file, or
    among `games` the folder.
    """
    return _sound(path, games, is_named=is_named)


def _sound(path: Path, games: GamesAtHand | None, *, is_named: bool = False) -> Rulebook:
    """A rulebook with no fault in it; without `games`, one that comes with pitboss."""
    whole = read_whole(path, _built_in_files())
    rulebook, found = examine_data(whole.data)
    try:
        if games is not None:
            folders = [file.parent for file in whole.files]
            beside = (folder for folder in folders if holds_game(folder, rulebook.game))
            folder = next(beside, path.parent)
            rulebook = played_by(rulebook, games.find(rulebook.game, folder, is_named=is_named))
        found += faults_of(rulebook)
    except GameError as error:
        found.append(Fault(place="game", problem=error.problem, remedy=error.remedy))
    faults = [*whole.faults, *whole.located(found)]
    # What a table pays can be compared with what is printed only once the file is sound.
    if not faults and games is not None:
        faults = list(whole.located(_unlike_printed(rulebook)))
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
    for path in _rulebook_files(folder):
        yield open_rulebook(path, games)


def library_of(files: Iterable[Path] = (), folders: Iterable[Path] = ()) -> Library:
    """The built-in rulebooks, those of files, and those of games in folders."""
    folders = list(folders)
    games = GamesAtHand(folders)
    own = [book for folder in folders for book in rulebooks_in(folder, games)]
    return Library([*own, *(open_rulebook(file, games) for file in files)])


def _rulebook_files(folder: Path) -> Iterator[Path]:
    return filter(_names_a_game, sorted(folder.glob("*.toml")))


def _names_a_game(path: Path) -> bool:
    """Whether a file is a rulebook, good or not, and not something else in TOML."""
    try:
        return not {"game", "extends"}.isdisjoint(file_data(path))
    except RulebookError:
        return True


def find_rulebook(name: str | Path, folders: Sequence[Path] = ()) -> Rulebook:
    """A rulebook by its id or a part of it that fits no other, or from a file of your own.

    Games in `folders` may be named by the file, and bring rulebooks of their own.
    """
    file = _file_of(name, folders)
    is_built_in = _built_in_files().get(file.stem) == file
    return built_in(file.stem) if is_built_in else open_rulebook(file, GamesAtHand(folders))


def find_whole(name: str | Path, folders: Sequence[Path] = ()) -> Whole:
    """All that the file of a rulebook says, and what it extends; the rulebook named as above."""
    return read_whole(_file_of(name, folders), _built_in_files())


def _file_of(name: str | Path, folders: Sequence[Path]) -> Path:
    files = dict(_built_in_files())
    for folder in folders:
        files |= {str(file_data(path).get("id")): path for path in _rulebook_files(folder)}
    text = str(name)
    if text in files:
        return files[text]
    if text.endswith(".toml") or Path(name).is_file():
        return Path(name)
    fitting = [known for known in files if text and text.lower() in known]
    if len(fitting) == 1:
        return files[fitting[0]]
    problem = f"fits {' and '.join(fitting)}" if fitting else "is neither a rulebook nor a file"
    raise PitbossError(f"{text!r} {problem}; name a .toml file or one of {', '.join(files)}")


def _unlike_printed(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.family in PRINTED_BY:
        yield from check_printed(rulebook, built_in(PRINTED_BY[rulebook.family]))


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


def faults_of(rulebook: Rulebook) -> Iterator[Fault]:
    """What the game needs and the file lacks."""
    game = game_of(rulebook)
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
    yield from check_values(rulebook, game.options)
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
        ("options", (*game.options, *_options(rulebook)), rulebook.options),
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


def _options(rulebook: Rulebook) -> tuple[str, ...]:
    return ("award_rounding", "sf_multi") if _has_links(rulebook) else ()


def _has_links(rulebook: Rulebook) -> bool:
    return any(wager.units is not None for wager in rulebook.wagers.values())


def _reasons(rulebook: Rulebook) -> list[str]:
    game = game_of(rulebook)
    reasons = [*_COMMON_REASONS, *game.reasons]
    for wager in rulebook.wagers.values():
        if wager.units is not None:
            reasons += [f"{wager.id}.{why}" for why in _PROGRESSIVE_REASONS]
        elif wager.group is None:
            reasons += [f"{wager.id}.{why}" for why in ("win", "lose")]
    if rulebook.may_decline and _has_links(rulebook):
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
    game = game_of(rulebook)
    steps = ["open", "chips", "close", "short", "view", "show", "settle", "end"]
    stages = stages_of(game, rulebook)
    steps += [stage.step for stage in stages if isinstance(stage, Expose)]
    if rulebook.may_decline:
        steps += ["decline"]
    if any(isinstance(stage, Burn) for stage in stages) and _burns(rulebook):
        steps += ["burn"]
    return steps


def _burns(rulebook: Rulebook) -> bool:
    return any(step.to == "burn" for method in rulebook.dealing.values() for step in method.steps)
