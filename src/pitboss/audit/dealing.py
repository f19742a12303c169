"""Whether the cards and the draws come from the seeds that were committed to."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.audit.dispensing import dispensed
from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.round.deal import CardsDealt
from pitboss.shuffling import context_of, deck_of, opens
from pitboss.table.rounds import BetsCalled, SeedsOpened
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Event, Table


class DealtFrom:
    """The cards of one table's rounds in the order they were dispensed."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.cards: list[Card] = []

    def check(self, rules: TableRules, table: Table, event: Event) -> Iterator[tuple[str, str]]:
        """Collect what is dealt, and compare once the seeds are opened."""
        if isinstance(event, BetsCalled):
            self.cards = []
        elif isinstance(event, CardsDealt):
            self.cards += dispensed(rules, table, event)
            if _lacks_draws(rules, table):
                yield "draws", "the cards were dealt before Magic Card and Lucky Player were drawn"
        elif isinstance(event, SeedsOpened):
            try:
                yield from self._opened(rules, table, event)
            except PitbossError as error:
                yield "draws", str(error)

    def _opened(
        self, rules: TableRules, table: Table, event: SeedsOpened
    ) -> Iterator[tuple[str, str]]:
        rounds = table.rounds
        context = context_of(self.table, rounds.number)
        for name, commitment, seed in (
            ("deck", rounds.deck, event.deck),
            ("draws", rounds.draws, event.draws),
        ):
            if bool(commitment) != bool(seed) or (seed and not opens(commitment, seed, context)):
                yield "draws", f"the seed of the {name} is not the one committed to"
        if event.deck and rules.setting.mode is Mode.ELECTRONIC:
            deck = deck_of(event.deck, context)
            if tuple(self.cards) != deck[: len(self.cards)]:
                yield "draws", "the cards dealt are not those of the seed"


def _lacks_draws(rules: TableRules, table: Table) -> bool:
    """Whether a wager stands that may win by draws, and nothing was drawn before the first card."""
    play = table.play
    if not rules.rulebook.draws or play.has_draws or play.steps_dealt:
        return False
    return any("progressive" in at.wagers for at in play.seats.values())
