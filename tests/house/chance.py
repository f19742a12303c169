"""Tables as a house might set them up, and what is reported at them, by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from pitboss.cards import DECK, Card
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import cards_needed, lay_out, steps_due
from pitboss.rulebook.model import Rulebook
from pitboss.table.irregularities.case import Field
from pitboss.table.irregularities.laid_cards import on_table
from pitboss.table.rules import PAYOUT_LIMIT, Mode, Setting, TableRules
from pitboss.table.settings import LIMIT_APPROVAL
from pitboss.table.table import Table
from tests.jackpot.pot import MASSACHUSETTS
from tests.properties.chance import likely, some_options

LEAST, MOST = Money(500), Money(50_000)


def a_setting(rng: Random, rulebook: str, name: str, mode: Mode, *, link: str | None) -> Setting:
    """A table that can be opened, with whatever the house may choose, on a link or without."""
    rules = built_in(rulebook)
    options = some_options(rng, rules)
    for option in rules.options.values():
        if option.needed_by is not None and option.default is None and option.id not in options:
            options[option.id] = rng.choice(option.values)
    wagers = [w for w in rules.wagers.values() if w.follows is None]
    layout, method = rng.choice(rules.layouts), rng.choice(list(rules.dealing))
    approved = {LIMIT_APPROVAL: "MGC 2026/118"} if options.get(PAYOUT_LIMIT) else {}
    return Setting(
        table=name,
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout=layout.id,
        positions=rng.randint(max(layout.least, 3), layout.most),
        method=method,
        mode=mode,
        time_zone="Asia/Singapore",
        day_starts="06:00",
        options=options,
        limits={w.limit_key: (LEAST, MOST) for w in wagers if w.units is None and w.stake is None},
        link=link,
        unit=None if link is None else Money(100 if rulebook == MASSACHUSETTS else 500),
        offered=tuple(w.id for w in wagers if w.units is None or link is not None),
        house=a_house(rng, rules, method, mode) | approved,
    )


_HOUSE: Mapping[str, tuple[str, ...]] = {
    "absent_default": ("ride", "withdraw"),
    "allow_shared_areas": ("true", "true", "false"),
    "cut_required": ("false", "true"),
    "decision_timer": ("off", "30"),
    "failure_default": ("resume", "void"),
    "invalidated_wagers": ("return", "forfeit"),
    "lucky_population": ("all_areas", "active_areas", "progressive_areas"),
    "match_play": ("off", "base_only"),
    "settle_order": ("right_to_left", "left_to_right"),
    "stack_first_is_bottom": ("true", "false"),
    "stub_count_interval": ("5", "2", "1"),
    "table_counts": ("not_required", "not_required", "required"),
    "under_min_scope": ("table_day", "casino_day"),
    "unequal_after_deal": ("equalise_down", "void_hand"),
}


def a_house(rng: Random, rules: Rulebook, method: str, mode: Mode) -> dict[str, str]:
    """Operating settings, some of them other than the usual ones."""
    house = {n: rng.choice(v) for n, v in _HOUSE.items() if n in rules.settings and likely(rng, 60)}
    if mode is Mode.ELECTRONIC:
        house.pop("cut_required", None)
    if method != "machine":
        house.pop("stack_first_is_bottom", None)
    if {"decks", "shuffler"} <= set(rules.settings) and likely(rng, 40):
        house |= {"decks": "2", "shuffler": "shuffler-1"}
        if "counting_shuffler" in rules.settings and likely(rng, 50):
            house["counting_shuffler"] = "true"
    return house


# --- reports and rulings --------------------------------------------------------------------------

AMOUNTS = ("0.01", "1.00", "2.50", "5.00", "10.00", "12.50", "60.00", "500.00", "1000.00", "x", "")


class ReportDetails:
    """What a report or a ruling says: mostly something that can have happened."""

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


def _one_of(*texts: str) -> Callable[[ReportDetails], str]:
    return lambda details: details.rng.choice(texts)


_OF_KIND: Mapping[tuple[str, str], Callable[[ReportDetails], str]] = {
    ("unequal_bets", "found"): ReportDetails.amounts,
    ("wrong_number", "cards"): ReportDetails.number,
    ("wrong_number", "place"): ReportDetails.place,
    ("wrong_number_hand", "cards"): ReportDetails.number,
    ("duplicate_card", "cards"): ReportDetails.corrected,
}

_BY_NAME: Mapping[str, Callable[[ReportDetails], str]] = {
    "seat": ReportDetails.seat,
    "viewed": ReportDetails.seats,
    "player": ReportDetails.player,
    "wager": ReportDetails.wager,
    "amount": ReportDetails.amount,
    "found": ReportDetails.amount,
    "card": ReportDetails.card,
    "cards": ReportDetails.cards,
    "entered": ReportDetails.entered,
    "count": ReportDetails.count,
    "stub": ReportDetails.stub,
    "laid": ReportDetails.laid,
    "handled": _one_of("yes", "no", "no", "no"),
    "after": _one_of("0", "1", "2", "6"),
    "earlier": _one_of("table T9, round 4", ""),
    "place": _one_of("the shoe", "the discard rack"),
}
