"""The seeds that rounds are bound to, and what must come of them: the cards due, and the draws.

A seed is kept in a stream of its own, sealed with the key of the house until it is opened (I-115).
Where the system is bound, the cards and the draws are those of the seed and of what players added,
or nothing is written.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.cards import Card
from pitboss.errors import Corrupt, RuleBreach
from pitboss.house.house_key import Seals
from pitboss.house.streams import seeds_stream
from pitboss.records.entries import event_of
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.shuffling import context_of, deck_of, lucky_seat_of, magic_card_of
from pitboss.store.contract import Store
from pitboss.table.rounds import SeedsKept, SeedsSealed, lucky_population
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table

_Deck = tuple[SeedsKept, tuple[str, ...]]
"""What a deck is made of: the seed of the house, and what players added."""


def _places(table: str, number: int) -> tuple[str, str]:
    """Where the seeds of a round stand; sealed for one place they are of no use in another."""
    context = context_of(table, number)
    return f"seeds/{context}/deck", f"seeds/{context}/draws"


class Seeds:
    """The seeds of every table on one store."""

    def __init__(self, store: Store, seals: Seals) -> None:
        self._store = store
        self._seals = seals
        self._kept: dict[str, SeedsKept] = {}
        """Of the latest round that this process knows of at each table; the store has them all."""
        self._decks: dict[str, tuple[_Deck, tuple[Card, ...]]] = {}

    def sealed(self, name: str, kept: SeedsKept) -> SeedsSealed:
        """The seeds of a round as they are stored while it is played."""
        deck, draws = _places(name, kept.number)
        return SeedsSealed(
            number=kept.number,
            deck=self._seals.seal(deck, kept.deck) if kept.deck else "",
            draws=self._seals.seal(draws, kept.draws) if kept.draws else "",
            clause="I-115",
        )

    def _unsealed(self, name: str, sealed: SeedsSealed) -> SeedsKept:
        called = f"the seed of round {sealed.number} of table {name}"
        deck, draws = (
            self._seals.key.unseal(place, kept, called=called) if kept else ""
            for place, kept in zip(
                _places(name, sealed.number), (sealed.deck, sealed.draws), strict=True
            )
        )
        return SeedsKept(number=sealed.number, deck=deck, draws=draws, clause=sealed.clause)

    def keep(self, name: str, kept: SeedsKept) -> None:
        """Cache what was just written for a round of a table."""
        self._kept[name] = kept

    def of(self, name: str, number: int) -> SeedsKept:
        """The seeds of a round."""
        kept = self._kept.get(name)
        if kept is not None and kept.number == number:
            return kept
        found = None
        for entry in self._store.read(seeds_stream(name), tag=str(number)):
            found = event_of(entry)
        if isinstance(found, SeedsSealed):
            found = self._unsealed(name, found)
        if not isinstance(found, SeedsKept):
            raise Corrupt(
                f"The seeds of round {number} of table {name} are gone. The round cannot be dealt "
                "to its end: report a failure, and restore the database from a backup."
            )
        self._kept[name] = found
        return found

    def cards_due(self, name: str, table: Table, count: int) -> tuple[Card, ...]:
        """The next cards of the deck that the round is bound to."""
        play = table.play
        dealt = sum(len(at.cards) for at in play.seats.values())
        dealt += len(play.community) + len(play.dealer) + len(play.burned)
        return self._deck(name, table)[dealt : dealt + count]

    def _deck(self, name: str, table: Table) -> tuple[Card, ...]:
        number = table.rounds.number
        made_of = self.of(name, number), table.rounds.added
        known = self._decks.get(name)
        if known is not None and known[0] == made_of:
            return known[1]
        kept, added = made_of
        deck = deck_of(kept.deck, context_of(name, number), added)
        self._decks[name] = made_of, deck
        return deck

    def draws_due(
        self, name: str, rules: TableRules, table: Table, rates: tuple[Fraction, Fraction]
    ) -> RecordDraws:
        """The draws that the round is bound to, at these rates of Magic Card and Lucky Player."""
        number = table.rounds.number
        seed, context = self.of(name, number).draws, context_of(name, number)
        magic_rate, lucky_rate = rates
        added, population = table.rounds.added, lucky_population(rules, table)
        return RecordDraws(
            magic_card=magic_card_of(seed, context, magic_rate, added),
            lucky_seat=lucky_seat_of(seed, context, lucky_rate, population, added),
        )

    def check_dealt(self, name: str, rules: TableRules, table: Table, command: DealCards) -> None:
        """Refuse cards of an electronic table that are not the next ones of its deck."""
        if rules.setting.mode is not Mode.ELECTRONIC:
            return
        if command.cards != self.cards_due(name, table, len(command.cards)):
            raise RuleBreach(
                f"Cards that round {table.rounds.number} was not bound to",
                clause="I-102",
                remedy="The system deals them, from the seed that was committed to.",
            )

    def check_drawn(
        self,
        name: str,
        rules: TableRules,
        table: Table,
        command: RecordDraws,
        rates: tuple[Fraction, Fraction],
    ) -> None:
        """Refuse draws that are not those of the seed."""
        if command != self.draws_due(name, rules, table, rates):
            raise RuleBreach(
                f"Draws that round {table.rounds.number} was not bound to",
                clause="I-19",
                remedy="The system makes them, from the seed that was committed to.",
            )
