"""How seats decide: best play, common mistakes by name, tables of hands, functions of the user."""

from __future__ import annotations

import csv
import importlib
import io
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pitboss.cards import RANKS, Card
from pitboss.errors import BadSetting
from pitboss.rulebook.model import Rulebook
from pitboss.sim.request import Request
from pitboss.sim.rounds import Decide, community_seen

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
            raise BadSetting(f"{path} does not run: {_problem(error)}") from error
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
                f"{_problem(error)}"
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


def _problem(error: Exception) -> str:
    """What went wrong in the user's code, and in which line of it."""
    if isinstance(error, SyntaxError):
        return f"{error.msg}, line {error.lineno}"
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    line = "" if place is None else f", line {place.tb_lineno}"
    return f"{type(error).__name__}: {error}{line}"


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
