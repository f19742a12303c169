"""What a game is: a list of stages that one engine walks, and a short settlement.

Stages hold no figures. How many cards, which choices, which clause: the rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.round.settlement import SettleWagers
from pitboss.rulebook.model import OptionValue, Rulebook


class Sight(NamedTuple):
    """What a seat that is asked goes by: the question, and the cards that it may see."""

    decision: str
    choices: tuple[str, ...]
    """The answers it may give; the first of them stays in and risks least."""
    own: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    decided: tuple[str, ...] = ()
    """What it answered before, in order."""


Strategy = Callable[[Sight], str]
"""A way to play: one of the choices, by what a seat sees."""


def stay_in(sight: Sight) -> str:
    """Never fold and never take anything back: by convention the first choice stays in."""
    return sight.choices[0]


class What(StrEnum):
    """What is turned face up."""

    COMMUNITY = "community"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class TakeWagers:
    """From "Place your bets, please" to "No more bets"."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards come out by the table's dealing method, as far as it goes for now."""


@dataclass(frozen=True, slots=True)
class Decide:
    """One question, put to every seat it concerns, from the dealer's left."""

    decision: str
    placing: str = ""
    """How cards and the wager that follows must lie, for a dealer who sees them."""


@dataclass(frozen=True, slots=True)
class Burn:
    """A card dealt face down is discarded unseen; skipped where the method burns none then."""


@dataclass(frozen=True, slots=True)
class Expose:
    """Cards are turned face up; `step` names the rulebook's clause for it.

    A stage that turns all the cards is passed over where the rulebook deals none.
    """

    what: What
    cards: int | None
    """How many; None for all that the rulebook deals and that are not up yet."""
    step: str
    through: int = 0
    """How many of them are up after it, once the rulebook is known: see `stages_of`."""


@dataclass(frozen=True, slots=True)
class Show:
    """The hands are turned over, from the dealer's right, or their owners decline."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Every wager gets its outcome."""


Stage = TakeWagers | Deal | Decide | Burn | Expose | Show | Settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A way of playing."""

    name: str
    stages: tuple[Stage, ...]
    settle: SettleWagers
    wagers: tuple[str, ...]
    """The wagers this game knows how to settle."""
    reasons: tuple[str, ...]
    """The citations it asks a rulebook for, whatever wagers the rulebook offers."""
    choices: tuple[str, ...] = ()
    """Answers that it knows beside those that place a wager, fold or withdraw."""
    options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """The options that it asks a rulebook for, and the values that it knows of each; no values, if
    they are the hands that a dealer may qualify with."""
    conditions: tuple[str, ...] = ()
    paytables: tuple[str, ...] = ()
    strategy: Strategy = stay_in
    """A simple way to play that can be said in a sentence, for house players."""
    tells_apart: tuple[str, ...] = ()
    """What its settlement goes by beyond ranks, equal suits and which cards lie where: "suits" if
    one suit may pay more than another, "order" if it matters which community card came first."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """What a player is asked at each decision, in words; else it is the rulebook's title."""


def stages_of(game: Game, rules: Rulebook) -> tuple[Stage, ...]:
    """The stages as a rulebook has them: so many cards turned, and none where none are dealt.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.games.registry import game_of
    >>> rules = built_in("mbs-megalink-three-card-v6")
    >>> [s for s in stages_of(game_of(rules), rules) if isinstance(s, Expose)][-1]
    Expose(what=<What.COMMUNITY: 'community'>, cards=2, step='expose_1', through=2)
    """
    return _stages(game.stages, rules.community_cards, rules.dealer_cards)


@lru_cache(maxsize=256)
def _stages(stages: tuple[Stage, ...], community: int, dealer: int) -> tuple[Stage, ...]:
    dealt = {What.COMMUNITY: community, What.DEALER: dealer}
    up = dict.fromkeys(What, 0)
    found: list[Stage] = []
    for stage in stages:
        if isinstance(stage, Expose):
            left = max(dealt[stage.what] - up[stage.what], 0)
            cards = left if stage.cards is None else stage.cards
            if not cards:
                continue
            up[stage.what] += cards
            stage = replace(stage, cards=cards, through=up[stage.what])  # noqa: PLW2901
        found.append(stage)
    return tuple(found)
