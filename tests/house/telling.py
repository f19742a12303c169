"""What somebody reports or rules by chance: mostly something that can have happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from pitboss.cards import DECK, Card
from pitboss.round.deal import cards_needed, lay_out, steps_due
from pitboss.table.irregularities.case import Field
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.rules import TableRules
from pitboss.table.table import Table
from tests.properties.chance import likely

AMOUNTS = ("0.01", "1.00", "2.50", "5.00", "10.00", "12.50", "60.00", "500.00", "1000.00", "x", "")


class Telling:
    """What is known of a table to whoever reports something at it."""

    def __init__(
        self, rules: TableRules, table: Table, rng: Random, deck: tuple[Card, ...]
    ) -> None:
        self.rules, self.table, self.rng, self.deck = rules, table, rng, deck

    def details(self, kind: str, fields: tuple[Field, ...]) -> dict[str, str]:
        """Something for each field; what may be left out is left out now and then."""
        told = {
            field.name: self._field(kind, field.name)
            for field in fields
            if likely(self.rng, 50 if field.is_optional else 98)
        }
        if likely(self.rng, 1):
            # Of a round that is over anything is written down, and nothing of the weather ever.
            rounds = self.table.rounds.number
            told |= {"round": str(rounds - 1)} if rounds % 2 else {"weather": "fine"}
        return told

    def _field(self, kind: str, name: str) -> str:
        own = _OF_KIND.get((kind, name)) or _BY_NAME.get(name)
        return "something" if own is None else own(self)

    # --- places and people ----------------------------------------------------------------------

    def seat(self) -> str:
        seats = [*self.table.play.seats, *range(1, self.rules.setting.positions + 1)]
        return str(self.rng.choice(seats)) if likely(self.rng, 97) else "9"

    def seats(self) -> str:
        """Seats of one player, who may hold several."""
        owner = self.player()
        own = [str(n) for n, at in self.table.play.seats.items() if at.player == owner]
        return " ".join(own) if own and likely(self.rng, 80) else self.seat()

    def player(self) -> str:
        people = [at.player for at in self.table.play.seats.values()]
        people += [*self.table.people.seats.values(), "ghost"]
        return self.rng.choice(people)

    def wager(self) -> str:
        return self.rng.choice([*self.rules.rulebook.wagers, *self.rules.setting.offered])

    def place(self) -> str:
        return self.rng.choice([self.seat(), "community", "dealer"])

    # --- money ------------------------------------------------------------------------------------

    def amount(self) -> str:
        return self.rng.choice(AMOUNTS)

    def amounts(self) -> str:
        return " ".join(self.rng.choice(("10.00", "5.00", "7.50", "0.00")) for _ in range(3))

    # --- cards ------------------------------------------------------------------------------------

    def card(self) -> str:
        return str(self.rng.choice(DECK))

    def cards(self) -> str:
        return " ".join(map(str, self.rng.sample(DECK, self.rng.choice((1, 1, 1, 2)))))

    def entered(self) -> str:
        cards = [str(card) for card in self._due_cards()] or [self.card()]
        lying = [str(card) for card in on_table(self.table.play)]
        cards[self.rng.randrange(len(cards))] = self.rng.choice([*lying, cards[0], "1x"])
        return " ".join(cards)

    def corrected(self) -> str:
        return " ".join(str(card) for card in self._due_cards())

    def number(self) -> str:
        return str(self.rng.randint(0, 5))

    def count(self) -> str:
        return self.rng.choice(["52", "52", "52", "51", "many"])

    def stub(self) -> str:
        play = self.table.play
        left = len(DECK) - len(on_table(play)) - len(play.set_aside)
        return str(left + self.rng.choice([0, 0, 0, 1]))

    def _due_cards(self) -> tuple[Card, ...]:
        play = self.table.play
        if not play.is_open or play.void is not None or play.is_settled:
            return ()
        needed = cards_needed(steps_due(self.rules.terms, play), len(play.live))
        taken = {*on_table(play), *play.set_aside}
        return tuple([card for card in self.deck if card not in taken][:needed])

    def laid(self) -> str:
        """The cards as they lie: as they should, with two places swapped, or with one too many."""
        piles = self._piles()
        places = list(piles)
        if len(places) > 1 and likely(self.rng, 60):
            one, other = self.rng.sample(places, 2)
            piles[one], piles[other] = piles[other], piles[one]
        if places and likely(self.rng, 40):
            place = self.rng.choice(places)
            if likely(self.rng, 50):
                piles[place] = piles[place][:-1]
            else:
                piles[place] = [*piles[place], self.rng.choice(DECK)]
        if places and likely(self.rng, 15):
            # A hand for an area at which nobody plays.
            free = [n for n in range(1, self.rules.setting.positions + 1) if str(n) not in places]
            if free:
                piles[str(self.rng.choice(free))] = piles.pop(self.rng.choice(places))
        return "; ".join(f"{place}: {' '.join(map(str, cards))}" for place, cards in piles.items())

    def _piles(self) -> dict[str, list[Card]]:
        play = self.table.play
        piles: dict[str, list[Card]] = {}
        if play.steps_dealt:
            for number, at in sorted(play.seats.items()):
                if at.cards:
                    piles[str(number)] = list(at.cards)
            if play.community or play.burned:
                piles["community"] = [*play.community, *play.burned]
            if play.dealer:
                piles["dealer"] = list(play.dealer)
            return piles
        due = self._due_cards()
        if not due:
            return piles
        live = [at.seat for at in play.live]
        for packet in lay_out(steps_due(self.rules.terms, play), live, due):
            place = "community" if packet.place == "burn" else str(packet.place)
            piles.setdefault(place, []).extend(packet.cards)
        return piles


def _one_of(*texts: str) -> Callable[[Telling], str]:
    return lambda telling: telling.rng.choice(texts)


_OF_KIND: Mapping[tuple[str, str], Callable[[Telling], str]] = {
    ("unequal_bets", "found"): Telling.amounts,
    ("wrong_number", "cards"): Telling.number,
    ("wrong_number", "place"): Telling.place,
    ("wrong_number_hand", "cards"): Telling.number,
    ("duplicate_card", "cards"): Telling.corrected,
}

_BY_NAME: Mapping[str, Callable[[Telling], str]] = {
    "seat": Telling.seat,
    "viewed": Telling.seats,
    "player": Telling.player,
    "wager": Telling.wager,
    "amount": Telling.amount,
    "found": Telling.amount,
    "card": Telling.card,
    "cards": Telling.cards,
    "entered": Telling.entered,
    "count": Telling.count,
    "stub": Telling.stub,
    "laid": Telling.laid,
    "handled": _one_of("yes", "no", "no", "no"),
    "after": _one_of("0", "1", "2", "6"),
    "earlier": _one_of("table T9, round 4", ""),
    "place": _one_of("the shoe", "the discard rack"),
}
