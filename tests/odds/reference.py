"""The slow solver: walks the very stages of a game module, deal by deal, and settles each for real.

It knows no strategy and no formula. At each decision it takes the better branch, at each card it
goes through all there can be, and at the end it asks the product's own settlement. Only short decks
are small enough. What it does not do twice: hands that differ by which suit is which, and
situations that it met before with the cards in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.odds.combinations import ShortDeck
from pitboss.odds.question import Question, Stakes
from pitboss.round.game import Decide, Expose, What, stages_of
from pitboss.round.result import settle_round
from pitboss.round.round import Round, Seat
from pitboss.round.settlement import Level, LinkReading
from pitboss.rulebook.terms import Terms

OWN, DEALER, COMMUNITY, OUT = "own", "dealer", "community", "out of play"

# The lines of a settlement that a wager's odds are about, follow-ups and payments included.
LINES = {
    "base": ("1", "2", "$"),
    "ante": ("ante", "play", "ante_bonus", "flop", "turn", "river"),
    "progressive": ("progressive", "envy", "magic_card", "lucky_player"),
}
MAIN = {"let_it_ride": LINES["base"], "three_card": ("ante",), "holdem_bonus": ("ante",)}


class Draw(NamedTuple):
    """So many cards come to a place: a seat, the dealer, the middle, or out of play."""

    place: str
    cards: int


Step = Draw | Decide
Table = dict[str, tuple[Card, ...]]
Decisions = dict[str, str]


def other(number: int) -> str:
    """The place of another player, who is at the seat after that many."""
    return f"other {number}"


@dataclass(frozen=True, kw_only=True)
class Reference:
    """One game on a short deck, seen from seat 1."""

    terms: Terms
    deck: ShortDeck
    wagers: Mapping[str, Money]
    others: int = 0
    """Other seats with the same main wagers, which stay in."""
    stakes: Stakes = field(default_factory=Stakes)
    peeks: tuple[Draw, ...] = ()
    """What the player gets to see before the first decision."""
    stays: bool = False
    """Take the first choice at each decision, which is to stay in, and no other."""

    def expected(self, wager: str) -> Fraction:
        """What the wager is worth when it is played for the best, in dollars."""
        lines, rates = LINES.get(wager, (wager,)), self.stakes
        value = Fraction(0)
        for magic, magic_chance in _whether(rates.magic_rate):
            for lucky, lucky_chance in _whether(rates.lucky_rate):
                features = [
                    Feature(card, seat)
                    for card in (self.cards if magic else [None])
                    for seat in (range(1, rates.positions + 1) if lucky else [None])
                ]
                value += magic_chance * lucky_chance * self._average(lines, features)
        return value

    def _average(self, lines: Sequence[str], features: Sequence[Feature]) -> Fraction:
        steps, walk = tuple(self._steps()), _Walk(self, lines, features)
        cents = rounds = 0
        for own, alike in self._hands().items():
            cents += alike * walk.cents(steps, {OWN: own}, {})
            rounds += alike * walk.rounds(steps)
        return Fraction(cents, 100 * rounds)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the deck."""
        return self.deck.cards

    def _hands(self) -> dict[tuple[Card, ...], int]:
        """One hand of each sort that suits cannot tell apart, and how many are like it."""
        first: dict[tuple[tuple[int, ...], ...], tuple[Card, ...]] = {}
        counts: dict[tuple[Card, ...], int] = {}
        for hand in combinations(self.cards, self.terms.rules.hand_cards):
            suits = (tuple(c.rank for c in hand if c.suit == suit) for suit in range(4))
            like = first.setdefault(tuple(sorted(suits)), hand)
            counts[like] = counts.get(like, 0) + 1
        return counts

    def _steps(self) -> Iterator[Step]:
        """What happens after the own cards are dealt, in order, hidden cards last."""
        rules = self.terms.rules
        yield from self.peeks
        turned = 0
        for stage in stages_of(game_of(rules), rules):
            if isinstance(stage, Decide):
                yield stage
            elif isinstance(stage, Expose) and stage.what is What.COMMUNITY:
                yield Draw(COMMUNITY, stage.through - turned)
                turned = stage.through
        seen = {peek.place: peek.cards for peek in self.peeks}
        hidden = {other(number): rules.hand_cards for number in range(1, self.others + 1)}
        for place, cards in {**hidden, DEALER: rules.dealer_cards}.items():
            if cards > seen.get(place, 0):
                yield Draw(place, cards - seen.get(place, 0))


def _whether(rate: Fraction) -> Iterator[tuple[bool, Fraction]]:
    """Whether something is drawn, and how likely that is."""
    yield from ((drawn, chance) for drawn, chance in ((False, 1 - rate), (True, rate)) if chance)


class Feature(NamedTuple):
    """What the system drew for a round, if anything."""

    magic_card: Card | None
    lucky_seat: int | None


class _Walk:
    """All rounds that can follow on a hand, for the lines of one wager."""

    def __init__(self, game: Reference, lines: Sequence[str], features: Sequence[Feature]) -> None:
        self.game = game
        self.lines = lines
        self.features = features
        self.rules = game.terms.rules
        self.link = LinkReading(
            unit=game.stakes.unit,
            meters={
                name: Level(Money(int(amount * 100)), Money(0))
                for name, amount in game.stakes.meters.items()
            },
        )
        self.settle = game_of(self.rules).settle
        self.others = dict(self._other_seats())
        self.met: dict[object, int] = {}
        self.placed: dict[tuple[str, ...], Mapping[str, Money]] = {}

    def rounds(self, steps: Sequence[Step]) -> int:
        """In how many ways the rest is dealt and drawn."""
        number, left = len(self.features), len(self.game.cards) - self.rules.hand_cards
        for step in steps:
            if isinstance(step, Draw):
                number *= comb(left, step.cards)
                left -= step.cards
        return number

    def cents(self, steps: Sequence[Step], table: Table, decisions: Decisions) -> int:
        """What seat 1 wins over all of them; each branch of a decision has as many."""
        if not steps:
            if not self.game.peeks:
                return self._cents(steps, table, decisions)
            # What is out of play was of use to the player only, so this round may be known.
            table = {place: cards for place, cards in table.items() if place != OUT}
        situation = (len(steps), *table.items(), *decisions.values())
        if situation not in self.met:
            self.met[situation] = self._cents(steps, table, decisions)
        return self.met[situation]

    def _cents(self, steps: Sequence[Step], table: Table, decisions: Decisions) -> int:
        if not steps:
            return sum(self._settled(table, decisions, feature) for feature in self.features)
        step, rest = steps[0], steps[1:]
        if isinstance(step, Draw):
            return sum(self.cents(rest, dealt, decisions) for dealt in self._dealt(step, table))
        return max(
            self.cents(rest, table, made) for made in self._choices(step.decision, decisions)
        )

    def _choices(self, decision: str, decisions: Decisions) -> Iterator[Decisions]:
        rule = self.rules.decisions[decision]
        is_over = any(choice in self.rules.decisions[d].ends for d, choice in decisions.items())
        if is_over or not any(wager in self.game.wagers for wager in rule.asked_of):
            yield decisions
            return
        for choice in rule.choices[:1] if self.game.stays else rule.choices:
            yield {**decisions, decision: choice}

    def _dealt(self, draw: Draw, table: Table) -> Iterator[Table]:
        gone = {card for cards in table.values() for card in cards}
        left = [card for card in self.game.cards if card not in gone]
        before = table.get(draw.place, ())
        # A progressive wager goes by the first community cards that make five, in any order.
        first = 5 - self.rules.hand_cards if "progressive" in self.game.wagers else 0
        for cards in combinations(left, draw.cards):
            there = before + cards
            place = (*sorted(there[:first]), *sorted(there[first:]))
            yield {**table, draw.place: place if draw.place == COMMUNITY else tuple(sorted(there))}

    def _settled(self, table: Table, decisions: Decisions, feature: Feature) -> int:
        own_wagers = self._wagers(decisions)
        seats = [
            Seat(seat=1, player="p1", cards=table[OWN], wagers=own_wagers, decisions=decisions),
            *(replace(at, cards=table[place]) for place, at in self.others.items()),
        ]
        play = Round(
            seats=tuple(seats),
            positions=self.game.stakes.positions,
            community=table.get(COMMUNITY, ()),
            dealer=table.get(DEALER, ()),
            link=self.link,
            magic_card=feature.magic_card,
            lucky_seat=feature.lucky_seat,
        )
        own = settle_round(self.settle, self.game.terms, play).seats[0]
        return sum(
            line.winnings.cents + line.returned.cents - line.stake.cents
            for line in own.lines
            if line.wager in self.lines
        )

    def _other_seats(self) -> Iterator[tuple[str, Seat]]:
        """Seats that stay in, with nothing but the main wagers."""
        stay = {name: rule.choices[0] for name, rule in self.rules.decisions.items()}
        main = {name: Money(100) for name in MAIN[self.rules.game]}
        for number in range(1, self.game.others + 1):
            seat = number + 1
            wagers = self._followed(main, stay)
            yield other(number), Seat(seat=seat, player=f"p{seat}", wagers=wagers, decisions=stay)

    def _wagers(self, decisions: Decisions) -> Mapping[str, Money]:
        made = tuple(decisions.values())
        if made not in self.placed:
            self.placed[made] = self._followed(self.game.wagers, decisions)
        return self.placed[made]

    def _followed(self, placed: Mapping[str, Money], decisions: Decisions) -> Mapping[str, Money]:
        """The wagers placed, and those that follow by what was decided."""
        wagers = dict(placed)
        for rule in self.rules.wagers.values():
            if rule.follows in wagers and (times := rule.times(decisions)):
                wagers[rule.id] = wagers[rule.follows] * times
        return wagers


def walked(
    question: Question,
    wager: str,
    *,
    others: int = 0,
    peeks: tuple[Draw, ...] = (),
    stays: bool = False,
) -> Fraction:
    """What a wager asked about is worth by the slow solver, in its unit."""
    rules, stakes = question.terms.rules, question.settings.stakes
    wagers = {name: Money(100) for name in MAIN[rules.game]}
    if wager == "progressive":
        wagers[wager] = Money(stakes.unit.cents * stakes.units)
    elif wager not in LINES:
        wagers[wager] = rules.wagers[wager].stake or Money(100)
    reference = Reference(
        terms=question.terms,
        deck=question.deck,
        wagers=wagers,
        others=others,
        stakes=stakes,
        peeks=peeks,
        stays=stays,
    )
    return reference.expected(wager)
