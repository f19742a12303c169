"""What is to be simulated: everything a run depends on, in plain words that travel anywhere.

Seats decide by best play, by common mistakes that have names, by tables of hands, or by functions
of the user.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pitboss.cards import RANKS, Card
from pitboss.errors import BadSetting, MoneyError, cause_of
from pitboss.floor.house_players import is_main
from pitboss.games.library import built_in, built_in_ids, played_by
from pitboss.games.registry import game_of
from pitboss.money import NOTHING, Money
from pitboss.odds.question import Question, ask
from pitboss.round.game import Decide as Decision
from pitboss.round.game import Expose, What, stages_of
from pitboss.round.settlement import Level, LinkReading
from pitboss.rulebook.code import GameCode
from pitboss.rulebook.load import rulebook_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of

MAIN_STAKE: Final = Money(1000)
SIDE_STAKE: Final = Money(500)
DOLLAR: Final = Money(100)


@dataclass(frozen=True, kw_only=True)
class Request:
    """A run: which rulebook, who sits there, what they bet and how they decide."""

    rulebook: str
    """The id of a built-in rulebook, or all that another one says, as JSON (`Whole.text`)."""
    seats: int = 1
    seed: int = 1
    wagers: tuple[str, ...] = ()
    """Names, or `name=stake`; all wagers of the rulebook where none is named."""
    strategies: tuple[str, ...] = ("best",)
    """One for each seat, or one for all."""
    files: tuple[tuple[str, str], ...] = ()
    """The strategy files that were named, and what they say."""
    settings: tuple[str, ...] = ()
    code: GameCode | None = None
    """What the rulebook is played by, where the game does not come with pitboss."""

    def __getstate__(self) -> dict[str, object]:
        # What was worked out from a request stays where it was; it may not travel.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def rules(self) -> Rulebook:
        """The rulebook."""
        if self.rulebook in built_in_ids():
            return built_in(self.rulebook)
        whole = rulebook_of(json.loads(self.rulebook), source="rulebook")
        return played_by(whole, self.code)

    @cached_property
    def question(self) -> Question:
        """The settings as the odds understand them."""
        pairs = [pair for pair in self.settings if not pair.startswith("payout_limit=")]
        if any(pair.startswith("players=") for pair in pairs):
            raise BadSetting("players is the number of seats here; give --seats")
        return ask(self.rules, pairs)

    @cached_property
    def terms(self) -> Terms:
        """The rulebook under its options."""
        options = dict(self.question.terms.options)
        for pair in self.settings:
            key, _, value = pair.partition("=")
            if key == "payout_limit":
                options[key] = None if value == "none" else str(_money(key, value))
        return terms_of(self.rules, options)

    @cached_property
    def positions(self) -> int:
        """Seats on the layout, taken or not."""
        positions = self.rules.most_positions
        if self.rules.draws:
            positions = self.question.settings.stakes.positions
        if not 1 <= self.seats <= positions:
            raise BadSetting(f"{self.seats} seats: the layout has 1 to {positions}")
        return positions

    @cached_property
    def stakes(self) -> dict[str, Money]:
        """What every seat places before the deal, by the wagers of the rulebook."""
        asked = dict(_pair(word) for word in self.wagers)
        known = {
            (rule.group or rule.id): rule
            for rule in self.rules.wagers.values()
            if rule.follows is None
        }
        for name in asked:
            if name not in known:
                raise BadSetting(f"{name!r} is not a wager here; there are {', '.join(known)}")
        stakes = {}
        for rule in self.rules.wagers.values():
            name = rule.group or rule.id
            if rule.follows is None and (not asked or name in asked):
                stakes[rule.id] = self._stake(name, rule.id, asked.get(name, ""))
        return stakes

    def _stake(self, name: str, wager: str, text: str) -> Money:
        rule, stakes = self.rules.wagers[wager], self.question.settings.stakes
        usual = MAIN_STAKE if is_main(self.rules, rule) else SIDE_STAKE
        fixed = rule.stake or (stakes.unit * stakes.units if rule.units is not None else None)
        if not text:
            return fixed or usual
        stake = _money(name, text)
        if fixed is not None and stake != fixed:
            setting = "; set unit and units" if rule.units is not None else ""
            raise BadSetting(f"{name}={text}: this wager is {fixed}{setting}")
        if not stake:
            raise BadSetting(f"{name}={text}: leave the wager out instead")
        return stake

    def unit(self, wager: str) -> Money:
        """What results of a wager are counted in, as in the odds."""
        if wager in ("progressive", "envy"):
            return DOLLAR
        return next(s for w, s in self.stakes.items() if wager in (w, self.rules.wagers[w].group))

    @cached_property
    def link(self) -> LinkReading | None:
        """The meters, where a progressive wager is placed; at nothing unless set."""
        if "progressive" not in self.stakes:
            return None
        given = self.question.settings.stakes
        seeds = self.terms.table("progressive").paytable.seeds
        levels = {}
        for name, seed in seeds.items():
            reset = NOTHING if seed is None else Money(seed.cents * given.unit.cents // 100)
            amount = reset if given.meters else NOTHING
            if name in given.meters:
                amount = Money(int(given.meters[name] * 100))
            levels[name] = Level(amount, reset)
        return LinkReading(unit=given.unit, meters=levels)

    @cached_property
    def seat_strategies(self) -> list[str]:
        """How each seat decides."""
        if len(self.strategies) not in (1, self.seats):
            raise BadSetting(
                f"{len(self.strategies)} strategies for {self.seats} seats: "
                f"give one for all, or one for each"
            )
        if len(self.strategies) == 1:
            return [*self.strategies] * self.seats
        return list(self.strategies)


def _pair(word: str) -> tuple[str, str]:
    name, _, stake = word.partition("=")
    return name, stake


def _money(key: str, text: str) -> Money:
    try:
        return Money.parse(text if "." in text else f"{text}.00")
    except MoneyError:
        raise BadSetting(f"{key}={text}: write an amount like 25.00") from None


_OF_THE_LINK = {"envy": "envy", "magic_card": "progressive", "lucky_player": "progressive"}
"""The wager that payments of a link belong to."""


def wager_of(rules: Rulebook, line: str) -> str:
    """The wager whose odds a line of a settlement belongs to.

    >>> wager_of(built_in("mbs-megalink-three-card-v6"), "ante_bonus")
    'ante'
    """
    rule = rules.wagers.get(line)
    if rule is not None:
        return rule.follows or rule.group or rule.id
    if line in _OF_THE_LINK:
        return _OF_THE_LINK[line]
    # What is paid beside a wager is paid beside the one that makes the hand.
    main = next(rule for rule in rules.wagers.values() if is_main(rules, rule))
    return main.group or main.id


# --- how seats decide -----------------------------------------------------------------------------

Decide = Callable[[str, Sequence[Card], Sequence[Card]], str]
"""A strategy: the decision, the seat's cards and the community cards seen; the choice."""

OTHERWISE: Final = "*"
BEST: Final = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyTable:
    """Choices written down: for each decision, what to do with which hand."""

    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def choice(self, decision: str, hand: str) -> str:
        """What to do with a hand, or with every hand that is not named."""
        rows = self.choices.get(decision, {})
        found = rows.get(hand, rows.get(OTHERWISE))
        if found is None:
            raise BadSetting(
                f"the strategy table does not say what to do with {hand} on decision {decision}; "
                f"add that hand, or a row for {OTHERWISE}"
            )
        return found


Strategy = str | StrategyTable | Decide
"""A name, a table, or a function."""


def read_strategies(
    request: Request, names: Sequence[str], *, undivided: Collection[str] = ()
) -> dict[str, Strategy]:
    """The strategies of a run: a game's by their names, tables in files, functions of the user.

    In tables, `undivided` decisions are made for all hands at once.
    """
    return {spec: _read(request, spec, names, undivided) for spec in request.strategies}


def _read(
    request: Request, spec: str, names: Sequence[str], undivided: Collection[str]
) -> Strategy:
    rules, files = request.rules, dict(request.files)
    if spec in names:
        return spec
    path, colon, function = spec.rpartition(":")
    if colon and path:
        return _checked(rules, spec, _function(spec, path, function, files))
    if spec.endswith((".csv", ".toml")):
        return StrategyTable(choices=_choices(rules, spec, files[spec], undivided))
    raise BadSetting(
        f"{spec!r} is not a strategy of {rules.id}; write {', '.join(names)}, a table "
        f"such as hands.csv or hands.toml, or a function such as mine.py:decide"
    )


def community_seen(rules: Rulebook) -> dict[str, int]:
    """How many community cards are turned when each decision is made.

    >>> community_seen(built_in("mbs-megalink-holdem-v9"))
    {'flop': 0, 'turn': 3, 'river': 4}
    """
    turned, seen = 0, {}
    for stage in stages_of(game_of(rules), rules):
        if isinstance(stage, Decision):
            seen[stage.decision] = turned
        elif isinstance(stage, Expose) and stage.what is What.COMMUNITY:
            turned = stage.through
    return seen


def strategy_files(specs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files that strategies are in, with what they say, so that they can be sent along."""
    for spec in specs:
        path = spec.rpartition(":")[0] or spec
        if path.endswith((".py", ".csv", ".toml")):
            try:
                yield path, Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise BadSetting(f"{path} cannot be read: {error}") from None


def hand_word(cards: Sequence[Card]) -> str:
    """Cards as tables name them: ranks, the highest first, `s` for one suit, `o` for two cards.

    >>> from pitboss.cards import parse_cards
    >>> [hand_word(parse_cards(cards)) for cards in ("4s Qs 6s", "Td Th 5c", "Ah Kc", "7s 7h")]
    ['Q64s', 'TT5', 'AKo', '77']
    """
    ranks = sorted((card.rank for card in cards), reverse=True)
    word = "".join(RANKS[rank] for rank in ranks)
    if len({card.suit for card in cards}) == 1:
        return f"{word}s"
    return f"{word}o" if len(cards) == 2 and ranks[0] != ranks[1] else word


def is_hand_word(word: str, cards: int) -> bool:
    """Whether `hand_word` gives this to any hand of so many cards.

    >>> [is_hand_word(word, 3) for word in ("Q64s", "TT5", "46Q", "TT5s", "ZZZ", "QJ")]
    [True, True, False, False, False, False]
    >>> [is_hand_word(word, 2) for word in ("AKo", "AKs", "AK", "77", "77o")]
    [True, True, False, True, False]
    """
    own, suits = word[:cards], word[cards:]
    places = [RANKS.find(rank) for rank in own]
    if len(own) < cards or -1 in places or places != sorted(places, reverse=True):
        return False
    has_pair = len(set(own)) < cards
    if has_pair:
        return suits == "" and max(map(own.count, own)) <= 4
    return suits in (("s", "o") if cards == 2 else ("s", ""))


def _function(spec: str, path: str, name: str, files: Mapping[str, str]) -> Decide:
    if path.endswith(".py"):
        found: dict[str, Any] = {"__name__": Path(path).stem}
        try:
            exec(compile(files[path], path, "exec"), found)
        except Exception as error:
            raise BadSetting(f"{path} does not run: {cause_of(error)}") from error
        function = found.get(name)
    else:
        try:
            function = getattr(importlib.import_module(path), name, None)
        except ImportError as error:
            raise BadSetting(f"{spec}: {error}") from None
    if not callable(function):
        raise BadSetting(f"{spec}: {path} has no function {name}")
    return function  # type: ignore[no-any-return]


def _checked(rules: Rulebook, spec: str, function: Callable[..., object]) -> Decide:
    """The function, its answers held to what the rulebook lets a seat choose.

    It is called with the decision, the seat's cards, the highest first, and the community cards
    turned so far.
    """

    def decide(decision: str, cards: Sequence[Card], community: Sequence[Card]) -> str:
        # The order in which the cards came says nothing, so every order is the same here.
        try:
            choice = function(decision, tuple(sorted(cards, reverse=True)), tuple(community))
        except Exception as error:
            raise BadSetting(
                f"{spec} fails on decision {decision} with {' '.join(map(str, cards))}: "
                f"{cause_of(error)}"
            ) from error
        choices = rules.decisions[decision].choices
        if choice not in choices:
            words = " or ".join(choices)
            raise BadSetting(
                f"{spec} answers {choice!r} on decision {decision} with "
                f"{' '.join(map(str, cards))}; it must be {words}"
            )
        return str(choice)

    return decide


def _choices(
    rules: Rulebook, name: str, text: str, undivided: Collection[str]
) -> dict[str, dict[str, str]]:
    choices: dict[str, dict[str, str]] = {}
    seen = community_seen(rules)
    for decision, hand, choice in _rows(name, text):
        rule = rules.decisions.get(decision)
        if rule is None:
            known = ", ".join(rules.decisions)
            raise BadSetting(f"{name}: {decision!r} is not a decision; there are {known}")
        allowed = (*rule.choices, BEST) if decision in undivided else rule.choices
        if choice not in allowed:
            raise BadSetting(f"{name}: {choice!r} for {hand}; write {' or '.join(allowed)}")
        if decision in undivided and hand != OTHERWISE:
            raise BadSetting(
                f"{name}: the {decision} is decided for all hands at once; "
                f"write one row, for {OTHERWISE}"
            )
        cards = rules.hand_cards + seen[decision]
        if hand != OTHERWISE and not is_hand_word(hand, cards):
            raise BadSetting(
                f"{name}: no hand is {hand!r}; write {cards} ranks, the highest first, with s "
                f"after them for one suit{' and o for two' if cards == 2 else ''}"
            )
        choices.setdefault(decision, {})[hand] = choice
    return choices


def _rows(name: str, text: str) -> Iterator[tuple[str, str, str]]:
    if name.endswith(".toml"):
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadSetting(f"{name}: {error}") from None
        for decision, rows in data.items():
            if not isinstance(rows, dict):
                raise BadSetting(f'{name}: write [{decision}] and below it hands, "AKQs" = "ride"')
            yield from ((decision, str(hand), str(choice)) for hand, choice in rows.items())
        return
    for number, row in enumerate(csv.reader(io.StringIO(text)), start=1):
        if row and row != ["decision", "hand", "choice"]:
            if len(row) != 3:
                raise BadSetting(f"{name}, line {number}: write decision,hand,choice")
            yield row[0].strip(), row[1].strip(), row[2].strip()
