"""What is to be simulated: everything a run depends on, in plain words that travel anywhere.

Seats decide by best play, by ways to play that have names, by tables of hands, or by functions of
the user.
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
from typing import Any, Final, NamedTuple

from pitboss.cards import RANKS, Card
from pitboss.errors import BadSetting, GameError, MoneyError, cause_of
from pitboss.games.library import built_in, built_in_ids, played_by
from pitboss.games.registry import game_of, has_part
from pitboss.money import NOTHING, Money
from pitboss.odds.question import Question, ask
from pitboss.round.game import Decide, Expose, Sight, Strategy, stages_of, stay_in
from pitboss.round.progressive import ENVY, PAYMENTS, PROGRESSIVE
from pitboss.round.settlement import Level, LinkReading
from pitboss.rulebook.code import GameCode
from pitboss.rulebook.load import rulebook_of
from pitboss.rulebook.model import DecisionRule, Rulebook, WagerRule
from pitboss.rulebook.terms import Terms, terms_of

MAIN_STAKE: Final = Money(1000)
SIDE_STAKE: Final = Money(500)
DOLLAR: Final = Money(100)


class FaceUp(NamedTuple):
    """How many shared cards, and how many of the dealer's, are turned when a decision is made."""

    community: int = 0
    dealer: int = 0


class Asked(NamedTuple):
    """A decision that may be put to the seats of a run."""

    rule: DecisionRule
    face_up: FaceUp
    is_certain: bool
    """Whether its wager is placed before the deal; else an earlier decision may have placed it."""


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
        usual = MAIN_STAKE if wager in self.rules.main_wagers else SIDE_STAKE
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
        if wager in (PROGRESSIVE, ENVY):
            return DOLLAR
        return next(s for w, s in self.stakes.items() if wager in (w, self.rules.wagers[w].group))

    @cached_property
    def follow_ups(self) -> tuple[WagerRule, ...]:
        """The wagers that decisions place."""
        return tuple(rule for rule in self.rules.wagers.values() if rule.follows is not None)

    @cached_property
    def wager_by_line(self) -> dict[str, str]:
        """The wager that each line of a settlement belongs to, as the odds name it."""
        lines = (*self.rules.wagers, *self.rules.payments, *PAYMENTS)
        return {line: wager_of(self.rules, line) for line in lines}

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The decisions that seats with these wagers make, in their order."""
        turned, later = face_up(self.rules), {rule.id for rule in self.follow_ups}
        return tuple(
            Asked(rule, turned[rule.id], not self.stakes.keys().isdisjoint(rule.asked_of))
            for rule in self.rules.decisions.values()
            if not {*self.stakes, *later}.isdisjoint(rule.asked_of)
        )

    @cached_property
    def has_kernels(self) -> bool:
        """Whether the game has a simulation of its own; else settlement is asked every round."""
        return has_part(self.rules, "simulation")

    def sight(
        self, decision: str, own: tuple[Card, ...], community: tuple[Card, ...] = ()
    ) -> Sight:
        """What a seat with these cards is asked."""
        return Sight(decision, self.rules.decisions[decision].choices, own, community)

    @cached_property
    def link(self) -> LinkReading | None:
        """The meters, where a progressive wager is placed; at nothing unless set."""
        if PROGRESSIVE not in self.stakes:
            return None
        given = self.question.settings.stakes
        seeds = self.terms.table(PROGRESSIVE).paytable.seeds
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


def wager_of(rules: Rulebook, line: str) -> str:
    """The wager whose odds a line of a settlement belongs to.

    A payment without a stake of its own belongs to the progressive wager that it comes with, or to
    the wager that makes the hand.

    >>> wager_of(built_in("mbs-megalink-three-card-v6"), "ante_bonus")
    'ante'
    """
    rule = rules.wagers.get(line)
    if rule is None:
        if line in PAYMENTS:
            return ENVY if line == ENVY else PROGRESSIVE
        rule = rules.wagers[rules.main_wagers[0]]
    while rule.follows is not None:
        rule = rules.wagers[rule.follows]
    return rule.group or rule.id


# --- how seats decide -----------------------------------------------------------------------------

OTHERWISE: Final = "*"
BEST: Final = "best"
SIMPLE: Final = "simple"
"""The game's own simple way to play."""
STAY: Final = "stay"
"""The first choice, whatever the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyTable:
    """Choices written down: for each decision, what to do with which hand."""

    choices: Mapping[str, Mapping[tuple[str, str], str]] = field(default_factory=dict)
    """By decision, then by hand and the ranks of the dealer's cards that are face up."""

    def choice(self, decision: str, hand: str, dealer: str = "") -> str:
        """What to do with a hand, or with every hand that is not named."""
        rows = self.choices.get(decision, {})
        for key in ((hand, dealer), (hand, OTHERWISE), (OTHERWISE, dealer), _ANY):
            if key in rows:
                return rows[key]
        against = f" against {dealer}" if dealer else ""
        raise BadSetting(
            f"the strategy table does not say what to do with {hand}{against} on decision "
            f"{decision}; add that hand, or a row for {OTHERWISE}"
        )

    def decide(self, sight: Sight) -> str:
        """The same by what a seat sees."""
        dealer = "".join(RANKS[rank] for rank in sorted(c.rank for c in sight.dealer)[::-1])
        return self.choice(sight.decision, hand_word((*sight.own, *sight.community)), dealer)


_ANY: Final = (OTHERWISE, OTHERWISE)

GivenStrategy = str | StrategyTable | Strategy
"""What a run names: a strategy that the game knows by name, a table, or a function."""


def read_strategies(
    request: Request, names: Sequence[str], *, undivided: Collection[str] = ()
) -> dict[str, GivenStrategy]:
    """The strategies of a run: a game's by their names, tables in files, functions of the user.

    In tables, `undivided` decisions are made for all hands at once.
    """
    return {spec: _read(request, spec, names, undivided) for spec in request.strategies}


def _read(
    request: Request, spec: str, names: Sequence[str], undivided: Collection[str]
) -> GivenStrategy:
    rules, files = request.rules, dict(request.files)
    if spec in names:
        return spec
    if spec == SIMPLE:
        return _checked(spec, game_of(rules).strategy)
    if spec == STAY:
        return stay_in
    path, colon, function = spec.rpartition(":")
    if colon and path:
        return _checked(spec, _called(rules, _function(spec, path, function, files)))
    if spec.endswith((".csv", ".toml")):
        return StrategyTable(choices=_choices(rules, spec, files[spec], undivided))
    known = ", ".join((*names, SIMPLE, STAY))
    if spec == BEST:
        raise BadSetting(
            f"best play of {rules.game} is not worked out for every hand; write {known}, a table "
            f"such as hands.csv or hands.toml, or a function such as mine.py:decide"
        )
    raise BadSetting(
        f"{spec!r} is not a strategy of {rules.id}; write {known}, a table "
        f"such as hands.csv or hands.toml, or a function such as mine.py:decide"
    )


def usual_strategy(rules: Rulebook) -> str:
    """How seats decide where nothing is said: best play, or the game's own simple way.

    >>> usual_strategy(built_in("mbs-megalink-holdem-v9"))
    'best'
    """
    return BEST if has_part(rules, "simulation") else SIMPLE


def face_up(rules: Rulebook) -> dict[str, FaceUp]:
    """How many cards are turned when each decision is made.

    >>> {name: up.community for name, up in face_up(built_in("mbs-megalink-holdem-v9")).items()}
    {'flop': 0, 'turn': 3, 'river': 4}
    """
    turned, found = FaceUp(), {}
    for stage in stages_of(game_of(rules), rules):
        if isinstance(stage, Decide):
            found[stage.decision] = turned
        elif isinstance(stage, Expose):
            turned = turned._replace(**{stage.what.value: stage.through})
    return found


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
    if len(cards) > 1 and len({card.suit for card in cards}) == 1:
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
    return suits in {1: ("",), 2: ("s", "o")}.get(cards, ("s", ""))


def _function(spec: str, path: str, name: str, files: Mapping[str, str]) -> Callable[..., object]:
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


def _called(rules: Rulebook, function: Callable[..., object]) -> Callable[[Sight], object]:
    """The function as it is called by what a seat sees.

    It gets the decision, the seat's cards, the highest first, and the community cards turned so
    far; and the dealer's, in games that turn any of them before a decision.
    """
    with_dealer = any(turned.dealer for turned in face_up(rules).values())

    def answer(sight: Sight) -> object:
        # The order in which the cards came says nothing, so every order is the same here.
        own = tuple(sorted(sight.own, reverse=True))
        dealer = (tuple(sorted(sight.dealer, reverse=True)),) if with_dealer else ()
        return function(sight.decision, own, sight.community, *dealer)

    return answer


def _checked(spec: str, answer: Callable[[Sight], object]) -> Strategy:
    """The answers of code that is not ours, held to what the rulebook lets a seat choose."""

    def decide(sight: Sight) -> str:
        try:
            choice = answer(sight)
        except GameError:
            # What is wrong with a game's own strategy is said already.
            raise
        except Exception as error:
            raise BadSetting(
                f"{spec} fails on decision {sight.decision} with {_words(sight.own)}: "
                f"{cause_of(error)}"
            ) from error
        if choice not in sight.choices:
            words = " or ".join(sight.choices)
            raise BadSetting(
                f"{spec} answers {choice!r} on decision {sight.decision} with "
                f"{_words(sight.own)}; it must be {words}"
            )
        return str(choice)

    return decide


def _words(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _choices(
    rules: Rulebook, name: str, text: str, undivided: Collection[str]
) -> dict[str, dict[tuple[str, str], str]]:
    choices: dict[str, dict[tuple[str, str], str]] = {}
    turned = face_up(rules)
    for decision, hand, dealer, choice in _rows(name, text):
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
        cards = rules.hand_cards + turned[decision].community
        if hand != OTHERWISE and not is_hand_word(hand, cards):
            raise BadSetting(
                f"{name}: no hand is {hand!r}; write {cards} ranks, the highest first, with s "
                f"after them for one suit{' and o for two' if cards == 2 else ''}"
            )
        _check_dealer(name, decision, dealer, turned[decision].dealer)
        choices.setdefault(decision, {})[hand, dealer] = choice
    return choices


def _check_dealer(name: str, decision: str, dealer: str, cards: int) -> None:
    """Refuse ranks that the dealer cannot show when the decision is made."""
    if dealer == OTHERWISE:
        return
    if not cards:
        raise BadSetting(
            f"{name}: no card of the dealer is face up on decision {decision}; leave {dealer!r} out"
        )
    if not is_hand_word(dealer, cards) and not is_hand_word(f"{dealer}o", cards):
        raise BadSetting(
            f"{name}: the dealer never shows {dealer!r}; write {cards} "
            f"{'rank' if cards == 1 else 'ranks, the highest first'}, or {OTHERWISE}"
        )


_COLUMNS: Final = ("decision", "hand", "choice")
_COLUMNS_WITH_DEALER: Final = ("decision", "hand", "dealer", "choice")


def _rows(name: str, text: str) -> Iterator[tuple[str, str, str, str]]:
    """Decision, hand, the dealer's ranks and choice."""
    if name.endswith(".toml"):
        yield from _toml_rows(name, text)
        return
    for number, line in enumerate(csv.reader(io.StringIO(text)), start=1):
        row = tuple(word.strip() for word in line)
        if not row or row in (_COLUMNS, _COLUMNS_WITH_DEALER):
            continue
        if len(row) == len(_COLUMNS):
            yield row[0], row[1], OTHERWISE, row[2]
        elif len(row) == len(_COLUMNS_WITH_DEALER):
            yield row[0], row[1], row[2], row[3]
        else:
            raise BadSetting(f"{name}, line {number}: write decision,hand,choice")


def _toml_rows(name: str, text: str) -> Iterator[tuple[str, str, str, str]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{name}: {error}") from None
    for decision, rows in data.items():
        if not isinstance(rows, dict):
            raise BadSetting(f'{name}: write [{decision}] and below it hands, "AKQs" = "ride"')
        for hand, choice in rows.items():
            by_dealer = choice if isinstance(choice, dict) else {OTHERWISE: choice}
            for dealer, one in by_dealer.items():
                yield decision, str(hand), str(dealer), str(one)
