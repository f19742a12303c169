"""Whether what electronic tables dealt and paid may have come about by chance (I-102, I-115).

Seeds, commitments and contributions show that a deck was not changed once it was fixed. They do not
show how a seed was chosen. A house that searches seeds for decks it likes leaves a trace in the
record as a whole: cards lie in some places too often, or prizes are won too often.

Every figure here is a bound. By chance alone a record as uneven as this one, or more, comes about
with at most the probability given, however few rounds there are.

- Cards: the card in each place of the first deal of a round is one of 52, each equally likely, and
  rounds are independent. How often each card lay in each place is held against the exact binomial
  tails. With enough rounds each place is held against chi-squared with 51 degrees of freedom too.
- Prizes: each row of a progressive paytable is won by so many of all hands, counted exactly. Hands
  of one round share a deck, so rounds are counted and not hands: a round has a winner with at most
  the number of its wagers times the chance of one. The tail of a sum of such rounds is bounded by
  that of a binomial with the mean chance (Hoeffding 1956), from one above its mean on.

The least of several figures is multiplied by their number (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import erfc, exp, lgamma, log, log1p, sqrt

from pitboss.audit.findings import ChanceTest, Finding
from pitboss.cards import DECK, Card
from pitboss.odds.wagers import PROGRESSIVE, count_rows
from pitboss.rulebook.terms import PayTable, Terms
from pitboss.table.table import Table

RECORD = "record"
_FEWEST = 5 * len(DECK)
"""Rounds from which on chi-squared is close: five of each card are then expected in each place."""
_COUNTED = ("three", "five")
_NEGLIGIBLE = 1e-17


@dataclass(slots=True)
class PrizeCount:
    """How often a row of a progressive paytable was won, and how often that was to be expected."""

    rounds: int = 0
    hits: int = 0
    """Rounds in which somebody won it."""
    expected: Fraction = Fraction(0)
    """The sum over the rounds of the most that the chance of a winner can be."""


@dataclass(slots=True)
class Dealt:
    """What electronic tables dealt and paid, counted."""

    rounds: int = 0
    places: list[list[int]] = field(default_factory=list)
    """For each place of the first deal, how often each card lay there."""
    prizes: dict[tuple[str, str], PrizeCount] = field(default_factory=dict)
    """By the paytable, and what its row pays."""

    def note_cards(self, cards: Iterable[Card]) -> None:
        """The first deal of a round, in the order of the deck.

        How many cards that are depends on wagers alone. What is dealt later may depend on cards.
        """
        self.rounds += 1
        for place, card in enumerate(cards):
            if place == len(self.places):
                self.places.append([0] * len(DECK))
            self.places[place][card] += 1

    def note_prizes(self, table: Table, chances: Mapping[str, Fraction], paytable: str) -> None:
        """A settled round; `chances` are those of one wager, by what a row pays."""
        lines = [line for line in table.play.settled if line.wager == PROGRESSIVE]
        if not lines:
            return
        paid = {line.pays for line in lines}
        for pays, chance in chances.items():
            count = self.prizes.setdefault((paytable, pays), PrizeCount())
            count.rounds += 1
            count.hits += pays in paid
            count.expected += min(Fraction(1), len(lines) * chance)

    def add(self, other: Dealt) -> None:
        """What other tables dealt and paid."""
        self.rounds += other.rounds
        while len(self.places) < len(other.places):
            self.places.append([0] * len(DECK))
        for own, more in zip(self.places, other.places, strict=False):
            own[:] = [one + two for one, two in zip(own, more, strict=True)]
        for key, count in other.prizes.items():
            known = self.prizes.setdefault(key, PrizeCount())
            known.rounds += count.rounds
            known.hits += count.hits
            known.expected += count.expected


def chances_of(terms: Terms) -> tuple[str, Mapping[str, Fraction]]:
    """The progressive paytable of a table, and the chance of what each of its rows pays."""
    table: PayTable = terms.table(PROGRESSIVE)
    name = f"{terms.rules.id} {table.paytable.id}"
    if table.paytable.looks_at not in _COUNTED:
        return name, {}
    counts = count_rows(table)
    total = sum(count for _, count in counts)
    chances: dict[str, Fraction] = {}
    for row, count in counts:
        if row is not None:
            pays = str(row.pays)
            chances[pays] = chances.get(pays, Fraction(0)) + Fraction(count, total)
    return name, chances


# --- tails ----------------------------------------------------------------------------------------


def at_least(hits: int, trials: int, chance: float) -> float:
    """How likely so many hits or more are among so many trials.

    >>> round(1 / at_least(2, 2, 1 / 52))
    2704
    >>> at_least(0, 10, 0.5), round(at_least(8, 10, 0.5) * 1024)
    (1.0, 56)
    """
    if hits <= 0:
        return 1.0
    if chance >= 1:
        return 1.0
    if hits <= trials * chance:
        # Most of it: the short side is exact to more places.
        return 1.0 - _sum_of(range(hits - 1, -1, -1), trials, chance)
    return min(1.0, _sum_of(range(hits, trials + 1), trials, chance))


def _sum_of(hits: range, trials: int, chance: float) -> float:
    """The chances of these numbers of hits, which become less and less likely."""
    whole = 0.0
    for one in hits:
        ways = lgamma(trials + 1) - lgamma(one + 1) - lgamma(trials - one + 1)
        term = exp(ways + one * log(chance) + (trials - one) * log1p(-chance))
        whole += term
        if term <= whole * _NEGLIGIBLE:
            break
    return whole


def chi_squared_tail(squared: float, freedom: int) -> float:
    """How likely chi-squared is so large or larger, for an odd number of degrees of freedom.

    >>> round(chi_squared_tail(3.841459, 1), 6), round(chi_squared_tail(68.669, 51), 4)
    (0.05, 0.05)
    """
    assert freedom % 2 == 1, "with an even number the sum is another one"
    if squared <= 0:
        return 1.0
    half = squared / 2
    whole = erfc(sqrt(half))
    for step in range((freedom - 1) // 2):
        whole += exp((step + 0.5) * log(half) - half - lgamma(step + 1.5))
    return min(1.0, whole)


# --- how unlikely it is ---------------------------------------------------------------------------


def chances_in(dealt: Dealt) -> tuple[ChanceTest, ...]:
    """How unlikely the cards and the prizes of a record are."""
    return tuple(one for one in (_cards(dealt), _prizes(dealt)) if one is not None)


def check_chance(chances: Iterable[ChanceTest]) -> Iterator[Finding]:
    """What chance alone does not explain."""
    for one in chances:
        if one.is_found:
            yield Finding(
                stream=RECORD,
                version=0,
                kind="chance",
                rule="I-115",
                message=f"chance alone does not explain the {one}",
            )


def _cards(dealt: Dealt) -> ChanceTest | None:
    figures: list[tuple[float, str]] = []
    tests = 0
    for place, counts in enumerate(dealt.places, start=1):
        rounds = sum(counts)
        for card, count in zip(DECK, counts, strict=True):
            tests += 2
            more = at_least(count, rounds, 1 / len(DECK))
            # As many of all other cards, or more of them.
            fewer = at_least(rounds - count, rounds, 1 - 1 / len(DECK))
            words = f"{card} in place {place} in {count} of {rounds} rounds"
            figures.append((min(more, fewer), words))
        if rounds >= _FEWEST:
            tests += 1
            mean = rounds / len(DECK)
            squared = sum((count - mean) ** 2 for count in counts) / mean
            words = f"chi-squared {squared:.1f} in place {place}"
            figures.append((chi_squared_tail(squared, len(DECK) - 1), words))
    return _least("cards", dealt.rounds, figures, tests)


def _prizes(dealt: Dealt) -> ChanceTest | None:
    figures: list[tuple[float, str]] = []
    rounds = 0
    for (paytable, pays), count in dealt.prizes.items():
        rounds = max(rounds, count.rounds)
        likely = float(count.expected / count.rounds)
        is_more = count.hits >= count.expected + 1
        p = at_least(count.hits, count.rounds, likely) if is_more else 1.0
        words = f"{pays} by {paytable} in {count.hits} of {count.rounds} rounds"
        figures.append((p, f"{words}, about {float(count.expected):.2g} expected"))
    return _least("prizes", rounds, figures, len(figures))


def _least(of: str, rounds: int, figures: list[tuple[float, str]], tests: int) -> ChanceTest | None:
    if not figures:
        return None
    p, words = min(figures)
    return ChanceTest(of=of, rounds=rounds, p=min(1.0, tests * p), most=words)
