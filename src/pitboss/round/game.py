"""What a game is: a list of stages that one engine walks, and a short settlement.

Stages hold no figures. How many cards, which choices, which clause: the rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Card
from pitboss.round.settlement import SettleWagers
from pitboss.rulebook.model import Rulebook

Strategy = Callable[[tuple[Card, ...], tuple[Card, ...]], bool]
"""Whether to stay in, by the cards of a seat and the community cards it may see."""

STAYS = frozenset(("ride", "play", "bet", "continue"))
"""The choices with which a seat stays in."""


def always_stay(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:  # noqa: ARG001 - a Strategy
    """Never fold and never take anything back."""
    return True


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
    """How many; all that the rulebook deals there, if it does not say."""
    step: str

    def cards_of(self, rules: Rulebook) -> int:
        """How many cards this stage turns by a rulebook."""
        if self.cards is not None:
            return self.cards
        return rules.dealer_cards if self.what is What.DEALER else rules.community_cards


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
    options: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    paytables: tuple[str, ...] = ()
    strategy: Strategy = always_stay
    """A simple way to play that can be said in a sentence, for house players."""
