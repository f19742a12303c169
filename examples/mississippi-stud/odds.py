"""The odds of Mississippi Stud: every set of cards a player may hold, from five back to two.

All wagers are paid alike by the five cards, so a decision depends on which cards are known, whoever
they lie before, and on what is staked so far. That leaves 270,725 sets of four cards, 22,100 of
three and 1,326 of two, each decided once for each stake. Numbers are whole: a value is kept times
the number of ways in which the cards to come can come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import comb, lcm, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.odds.combinations import strength_by_ranks
from pitboss.odds.figures import (
    Advice,
    CardsKnown,
    GameOdds,
    Priced,
    Spread,
    WagerOdds,
    Way,
    cached_by_terms,
)
from pitboss.odds.question import Question
from pitboss.odds.wagers import net_per_unit
from pitboss.rulebook.terms import PayRow, Terms

UNIT = "one ante"
STREETS = ("third", "fourth", "fifth")
CHOICES = ("fold", "raise_1", "raise_2", "raise_3")
"""By what each stakes; of choices worth the same the first is taken, which risks less."""
_RAISES = range(1, len(CHOICES))
_HAND, _ALL = 2, 5
_NOTE = (
    "of choices worth exactly the same the one that stakes less is taken: "
    "this moves averages and deviations, not the value"
)
_Whole = NDArray[np.int64]


class MississippiStud:
    """One rulebook's game, on a deck or on what is left of it."""

    def __init__(self, terms: Terms, deck: Sequence[Card] = DECK) -> None:
        tables = {terms.paytable_name(terms.rules.wagers[w]) for w in ("ante", *STREETS)}
        if len(tables) > 1:
            raise BadSetting(
                f"the four wagers are paid by {', '.join(sorted(tables))}; the odds are known "
                "where all are paid by the same table"
            )
        self.table = terms.table("ante")
        self.deck = tuple(sorted(deck))
        self._place = {card: place for place, card in enumerate(self.deck)}
        self._nets: dict[PayRow | None, Fraction] = {None: Fraction(-1)}
        for row in (self.table.named(row.hand) for row in self.table.paytable.rows):
            self._nets[row] = net_per_unit(terms, row.pays, Money(100))
        self.scale = lcm(*(net.denominator for net in self._nets.values()))

    # --- sets of cards ----------------------------------------------------------------------------

    def _sets(self, size: int) -> _Whole:
        """Every set of that many places in the deck, a row for each, in order of `_numbers`."""
        every = combinations(range(len(self.deck)), size)
        flat = np.fromiter(chain.from_iterable(every), np.int64)
        sets = flat.reshape(-1, size)
        return sets[np.argsort(self._numbers(sets))]

    def _numbers(self, sets: _Whole) -> _Whole:
        """The number of each set among those of its size; places must rise."""
        number = np.zeros(len(sets), np.int64)
        for column in range(sets.shape[1]):
            ways = [comb(place, column + 1) for place in range(len(self.deck))]
            number += np.array(ways, np.int64)[sets[:, column]]
        return number

    def _less_one(self, size: int) -> list[_Whole]:
        """For each card of a set of that size, the number of the set without it."""
        sets = self._sets(size)
        return [self._numbers(np.delete(sets, column, axis=1)) for column in range(size)]

    @cached_property
    def _fives(self) -> list[_Whole]:
        return self._less_one(_ALL)

    @cached_property
    def rows(self) -> tuple[list[PayRow | None], _Whole]:
        """The rows that pay, and none; and by which of them each set of five is paid."""
        cards = np.array(self.deck, np.int64)[self._sets(_ALL)]
        listed = list(self._nets)
        suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
        keys = (np.int64(1) << 3 * (cards // 4)).sum(axis=1) * 2 + suited
        found, first, which = np.unique(keys, return_index=True, return_inverse=True)
        paid = np.zeros(len(found), np.int64)
        for number, at in enumerate(first):
            ranks = tuple(sorted(int(card) // 4 for card in cards[at]))
            row = self.table.row(strength_by_ranks(ranks, bool(suited[at])))
            paid[number] = listed.index(row)
        return listed, paid[which]

    def _ways(self, size: int) -> int:
        """In how many orders the cards that a set of that size still lacks can come."""
        return prod(len(self.deck) - held for held in range(size, _ALL))

    # --- backwards: what every set is worth -------------------------------------------------------

    def _sum_over_next(self, size: int, of_larger: _Whole) -> _Whole:
        """For each set of that size, the sum over the sets of one card more."""
        whole = np.zeros(comb(len(self.deck), size), np.int64)
        for smaller in self._fives if size == _ALL - 1 else self._less_one(size + 1):
            np.add.at(whole, smaller, of_larger)
        return whole

    @cached_property
    def _paid_on_four(self) -> _Whole:
        """What one unit wins over all fifth cards."""
        listed, paid = self.rows
        nets = np.array([int(self._nets[row] * self.scale) for row in listed], np.int64)
        return self._sum_over_next(_ALL - 1, nets[paid])

    @cached_property
    def worth(self) -> dict[tuple[int, int], _Whole]:
        """By cards known and antes staked: the worth of each choice, in `CHOICES`' order, by set.

        Values are times `scale` and the number of ways in which the rest can come.
        """
        worth: dict[tuple[int, int], _Whole] = {}
        for size in (4, 3, 2):
            decided = size - _HAND
            for staked in range(1 + decided, 2 + 3 * decided):
                folded = np.full(
                    comb(len(self.deck), size), -staked * self.scale * self._ways(size)
                )
                raised = [self._raised(worth, size, staked + more) for more in _RAISES]
                worth[size, staked] = np.stack([folded, *raised])
        return worth

    def _raised(self, worth: dict[tuple[int, int], _Whole], size: int, staked: int) -> _Whole:
        if size == _ALL - 1:
            return self._paid_on_four * staked
        return self._sum_over_next(size, worth[size + 1, staked].max(axis=0))

    @property
    def per_unit(self) -> Fraction:
        """What one unit comes to on any five cards."""
        ways = self.scale * comb(len(self.deck), _ALL - 1) * self._ways(_ALL - 1)
        return Fraction(int(self._paid_on_four.sum()), ways)

    # --- forwards: how often everything happens ---------------------------------------------------

    @cached_property
    def spread(self) -> Spread:
        """Everything that can happen at best play."""
        return self.spread_with_ties(raised=False)

    def spread_with_ties(self, *, raised: bool) -> Spread:
        """The same, choices of the same worth decided for the larger stake or for the smaller."""
        ways: list[Way] = []
        reached = {(_HAND, 1): np.ones(comb(len(self.deck), _HAND), np.int64)}
        for size in (2, 3, 4):
            folds, reached = self._decided(size, reached, ties_raised=raised)
            ways += folds
        listed, paid = self.rows
        for (_, staked), number in sorted(reached.items()):
            for place, row in enumerate(listed):
                net = self._nets[row]
                ways.append(
                    Way(
                        name="nothing" if row is None else row.hand,
                        pays=None if row is None else str(row.pays),
                        combinations=int(number[paid == place].sum()),
                        net=net * staked,
                        staked=Fraction(staked),
                        is_hit=net > 0,
                    )
                )
        names = ["fold", "nothing", *(row.hand for row in reversed(listed) if row is not None)]
        ways.sort(key=lambda way: (-names.index(way.name), way.staked))
        return Spread.of(ways)

    def _decided(
        self, size: int, reached: dict[tuple[int, int], _Whole], *, ties_raised: bool
    ) -> tuple[list[Way], dict[tuple[int, int], _Whole]]:
        """The hands that fold here, and how often each set of one card more is reached."""
        folds: list[Way] = []
        further: dict[tuple[int, int], _Whole] = {}
        smaller = self._fives if size == _ALL - 1 else self._less_one(size + 1)
        for (_, staked), number in reached.items():
            worth = self.worth[size, staked]
            best = worth.argmax(axis=0)
            if ties_raised:
                best = len(worth) - 1 - worth[::-1].argmax(axis=0)
            folds.append(
                Way(
                    name="fold",
                    pays=None,
                    combinations=int(number[best == 0].sum()) * self._ways(size),
                    net=Fraction(-staked),
                    staked=Fraction(staked),
                )
            )
            for more in _RAISES:
                goes_on = np.where(best == more, number, 0)
                if goes_on.any():
                    key = (size + 1, staked + more)
                    further.setdefault(key, np.zeros(comb(len(self.deck), size + 1), np.int64))
                    further[key] += sum(goes_on[less] for less in smaller)
        return folds, further

    # --- advice -----------------------------------------------------------------------------------

    def choices(self, known: Sequence[Card], staked: int) -> dict[str, Fraction]:
        """What each choice is worth with these cards and so many antes staked."""
        places = np.array([sorted(self._place[card] for card in known)], np.int64)
        at = int(self._numbers(places)[0])
        ways = self.scale * self._ways(len(known))
        values = self.worth[len(known), staked][:, at]
        return {
            choice: Fraction(int(value), ways)
            for choice, value in zip(CHOICES, values, strict=True)
        }


_solved = cached_by_terms(MississippiStud)


def _ante(question: Question) -> WagerOdds:
    game = MississippiStud(question.terms, question.deck.cards)
    if question.deck.cards == DECK:
        game = _solved(question.terms)
    return WagerOdds.of("ante", UNIT, game.spread, notes=(_NOTE,))


def _advise(terms: Terms, known: CardsKnown) -> Advice:
    turned = len(known.community)
    if turned >= len(STREETS):
        raise BadSetting("decisions are made on no, one or two community cards; give as many")
    known.check_left(_ALL - _HAND - turned)
    decided = tuple(known.decided) or ("raise_1",) * turned
    if len(decided) != turned or not all(choice in CHOICES[1:] for choice in decided):
        raise BadSetting(
            f"{' '.join(decided)}: before this decision come {turned} answers, each of them one of "
            f"{', '.join(CHOICES[1:])}"
        )
    left = tuple(card for card in DECK if card not in known.seen)
    game = MississippiStud(terms, left) if known.seen else _solved(terms)
    staked = 1 + sum(CHOICES.index(choice) for choice in decided)
    options = game.choices((*known.hand, *known.community), staked)
    return Advice(
        decision=STREETS[turned],
        options=options,
        best=max(options, key=options.__getitem__),
        decided=dict(zip(STREETS, decided, strict=False)),
    )


def _priced_strategies(terms: Terms) -> Iterator[Priced]:
    spread = _solved(terms).spread
    yield Priced(
        "best",
        "each decision is made for the most that can be won",
        spread.expected,
        spread.average_staked,
    )
    tied = _solved(terms).spread_with_ties(raised=True)
    yield Priced(
        "raise_on_ties",
        "best play, and of choices worth the same the one that stakes most",
        tied.expected,
        tied.average_staked,
    )
    for name, meaning, raised in (
        ("never_fold", "every raise is of one ante, whatever the cards", 1),
        ("play_blind", "every raise is of three antes, whatever the cards", 3),
    ):
        staked = 1 + raised * len(STREETS)
        yield Priced(name, meaning, staked * _solved(terms).per_unit, Fraction(staked))


ODDS = GameOdds(
    unit=UNIT,
    wagers={"ante": _ante},
    advise=_advise,
    priced_strategies=_priced_strategies,
    is_slow=True,
)
