"""A run by kernels: their arguments, what each cell pays, and the tables that games share.

A *cell* says all that matters of what became of a hand. Kernels count cells; what a cell pays is
taken from settlement. Rounds whose awards depend on each other are put aside by the kernels and
settled one by one.

With a hand for every cell, settlement says what the cell pays. Progressive hands fall into cells by
the head of their five cards and the features drawn.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import prod
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.money import Share, To
from pitboss.odds.combinations import kinds_of_five, kinds_of_three, some_hand
from pitboss.round.round import Round
from pitboss.sim.hand_kernels import (
    BETS_PROGRESSIVE,
    ENVY_CELLS,
    FIVE_CELLS,
    HEAD_CELLS,
    MAKES_ENVY,
)
from pitboss.sim.request import Request
from pitboss.sim.rounds import (
    feature_bases,
    nets,
    refused_below,
    seat_at,
    source_of,
    word_sizes,
)
from pitboss.sim.simulator import Cents, Counts, Simulator, Tally

MOST_CENTS: Final = 1 << 31
"""More than a table may win or lose in one round, so that its square fits 64 bits."""
BATCH_ROUNDS: Final = 1 << 20
_ASIDE: Final = 1 << 12


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCells:
    """A wager in cells: which counts tell what became of it, and what each of their cells pays."""

    name: str
    cells: str
    worth: Cents
    """In cents, by cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernels:
    """One game's kernels with all their arguments but the rounds."""

    shapes: Mapping[str, tuple[int, int]]
    """Counts by name: rows of seats, and cells."""
    wagers: Sequence[WagerCells]
    """In the order in which the kernel adds them up."""
    run: Callable[[Any, Any, Any, Any, Any], int]
    """Takes the source, first round and number of rounds, nets, the tally, results by round."""
    run_main_game: Callable[[Any, int, int, Mapping[str, Counts]], None] | None = None
    """A quicker way for one seat with one wager, where there is one."""
    batch_rounds: int = BATCH_ROUNDS
    """Rounds of one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelSimulator(Simulator):
    """A run that kernels deal and sort."""

    kernels: Kernels

    trial_rounds: ClassVar[int] = 20_000

    def __post_init__(self) -> None:
        whole = sum(int(np.abs(wager.worth).max()) for wager in self._placed)
        if whole * self.request.seats >= MOST_CENTS:
            raise BadSetting(
                "more than $21,000,000.00 could be won in one round, which is too much to add up; "
                "set lower meters or stakes"
            )

    @property
    def rows(self) -> list[str]:
        """The wagers in the order in which the kernel adds them up, placed or not."""
        return [wager.name for wager in self.kernels.wagers]

    @property
    def _placed(self) -> list[WagerCells]:
        return [wager for wager in self.kernels.wagers if wager.name in self.wagers]

    def deal(
        self, first: int, count: int, *, by_round: npt.NDArray[np.int64] | None = None
    ) -> Tally:
        """Deal the rounds from `first`; the results of each seat go to `by_round`, where given."""
        kernels, seats = self.kernels, self.request.seats
        start = time.process_time()
        counts = {name: np.zeros(shape, np.int64) for name, shape in kernels.shapes.items()}
        source = np.array(source_of(self.request.seed), np.uint64)
        is_single = seats == 1 and len(self.wagers) == 1 and by_round is None
        tally = Tally(rounds=count, counts=counts)
        if is_single and kernels.run_main_game is not None:
            kernels.run_main_game(source, first, count, counts)
        else:
            rows = 0 if is_single else seats + 1 + len(kernels.wagers)
            sums, squares = np.zeros(rows, np.int64), np.zeros((rows, 2), np.uint64)
            aside = self._all_rounds((source, first, count), (counts, sums, squares), by_round)
            tally.sums = sums.tolist()
            tally.squares = [low + (high << 64) for low, high in squares.tolist()]
            self.settle_rounds(aside, tally, first, by_round)
        tally.cpu_seconds = time.process_time() - start
        return tally

    def _all_rounds(self, rounds: Any, into: Any, by_round: Any) -> list[int]:
        source, first, count = rounds
        counts, sums, squares = into
        aside, found = np.empty(_ASIDE, np.int64), []
        at, end = first, first + count
        while at < end:
            here = min(end - at, self.kernels.batch_rounds)
            results = np.empty((0, 0), np.int64)
            if by_round is not None:
                results = by_round[at - first : at - first + here]
            tally = (*counts.values(), sums, squares, aside)
            put = self.kernels.run(source, (at, here), self._nets(), tally, results)
            found += aside[:put].tolist()
            at = found[-1] + 1 if put == len(aside) else at + here
        return found

    def _nets(self) -> tuple[Cents, ...]:
        """What cells pay, seat by seat; the kernels want a row for each."""
        seats = self.request.seats
        return tuple(np.tile(wager.worth, (seats, 1)) for wager in self.kernels.wagers)

    def in_cells(self, tally: Tally, wager: str, seat: int) -> Counter[int]:
        """How often a wager at a seat came to so many cents, as the kernels counted."""
        cells = next(one for one in self.kernels.wagers if one.name == wager)
        counts = tally.counts[cells.cells]
        row = counts[seat if len(counts) > seat else 0].tolist()
        found: Counter[int] = Counter()
        for cell, count in enumerate(row):
            if count:
                found[int(cells.worth[cell])] += count
        return found


Words = npt.NDArray[np.uint64]
_MOST_KINDS: Final = 2
_KIND: Final = 8
_PASSIVE: Final = ("fold", "withdraw")


# --- hands ----------------------------------------------------------------------------------------


@cache
def five_by_head() -> dict[int, tuple[Card, ...]]:
    """Five cards for every head there is; the first ones make no pair that would be asked about."""
    hands: dict[int, tuple[Card, ...]] = {}
    for kind in kinds_of_five():
        hands.setdefault(kind.strength >> 16, some_hand(kind.ranks, suited=kind.suited))
    return hands


@cache
def threes_by_head() -> dict[int, list[tuple[int, tuple[Card, ...]]]]:
    """The lowest and the highest hand of three for every head, with their strengths."""
    kinds: dict[int, list[tuple[int, tuple[Card, ...]]]] = {}
    for kind in kinds_of_three():
        hand = some_hand(kind.ranks, suited=kind.suited)
        kinds.setdefault(kind.strength >> 16, []).append((kind.strength, hand))
    return {head: [min(hands), max(hands)] for head, hands in kinds.items()}


@cache
def other_threes() -> list[tuple[int, tuple[Card, ...]]]:
    """Every kind of three cards, in suits that the hands above mostly leave free."""
    return [
        (kind.strength, tuple(map(_other_suit, some_hand(kind.ranks, suited=kind.suited))))
        for kind in kinds_of_three()
    ]


def _other_suit(card: Card) -> Card:
    return DECK[4 * card.rank + (card.suit + 2) % 4]


def others(taken: Sequence[Card], count: int) -> tuple[Card, ...]:
    """So many cards that are not taken."""
    return tuple(islice((card for card in DECK if card not in taken), count))


@cache
def threes_in_order() -> list[tuple[Card, ...]]:
    """All hands of three, by the number that `hand_kernels.three_place` gives them."""
    return sorted(combinations(DECK, 3), key=lambda hand: hand[::-1])


# --- the progressive wager ------------------------------------------------------------------------


class Progressive(NamedTuple):
    """The progressive wager as kernels take it."""

    levels: Words
    """By head, the level it is paid from as a bit, or nothing."""
    premium: Words
    """By head, 1 or 8 for the two kinds of premium hand."""
    seats: npt.NDArray[np.uint8]
    rates: Words
    hand_nets: Cents
    envy_nets: Cents


def progressive_of(request: Request) -> Progressive:
    """The progressive wager of every seat, whether or not it is placed."""
    placed = "progressive" in request.stakes
    levels, premium = np.zeros(FIVE_CELLS, np.uint64), np.zeros(FIVE_CELLS, np.uint64)
    envy: list[int] = []
    if placed:
        table = request.terms.table("progressive")
        names = list(table.paytable.seeds)
        envy = _envy_amounts(request)
        kinds = list(table.paytable.envy)
        for head in five_by_head():
            row = table.row(head << 16)
            if row is not None and isinstance(row.pays, Share):
                levels[head] = 1 << names.index(row.pays.meter)
            if row is not None and row.hand in kinds:
                premium[head] = _KIND ** kinds.index(row.hand)
    flags = (BETS_PROGRESSIVE | MAKES_ENVY) if placed else 0
    return Progressive(
        levels=levels,
        premium=premium,
        seats=np.full(request.seats, flags, np.uint8),
        rates=_rates(request),
        hand_nets=_hand_nets(request),
        envy_nets=_envy_nets(request, envy),
    )


def _hand_nets(request: Request) -> Cents:
    """By head and features, with no other hand to share with."""
    worth = np.zeros(HEAD_CELLS, np.int64)
    if "progressive" in request.stakes:
        features = range(4) if request.rules.draws else range(1)
        for head, five in five_by_head().items():
            for drawn in features:
                worth[head + FIVE_CELLS * drawn] = _net(request, five, drawn)
    return worth


def _net(request: Request, five: Sequence[Card], drawn: int) -> int:
    rules = request.rules
    rest = others(five, rules.community_cards + rules.dealer_cards)
    community = (*five[rules.hand_cards :], *rest)[: rules.community_cards]
    play = Round(
        seats=(seat_at(request, 1, five[: rules.hand_cards], passive(request)),),
        positions=request.positions,
        community=community,
        dealer=rest[rules.community_cards :],
        link=request.link,
        magic_card=five[0] if drawn & 1 else None,
        lucky_seat=1 if drawn & 2 else None,
    )
    return nets(request, play)[0]["progressive"]


def passive(request: Request) -> dict[str, str]:
    """Decisions that add nothing: what is asked about plays no part."""
    decisions = {}
    for rule in request.rules.decisions.values():
        if not any(wager in request.stakes for wager in rule.asked_of):
            continue
        decisions[rule.id] = next(choice for choice in rule.choices if choice in _PASSIVE)
        if decisions[rule.id] in rule.ends:
            break
    return decisions


def _envy_amounts(request: Request) -> list[int]:
    """What one other hand of each premium kind brings."""
    terms = request.terms
    printed = terms.table("progressive").paytable.envy
    if len(printed) > _MOST_KINDS:
        raise BadSetting(
            f"{terms.rules.id} pays envy for {len(printed)} kinds of hand; "
            f"the simulator takes up to {_MOST_KINDS}"
        )
    if not terms.on("envy_scales_with_unit"):
        return [amount.cents for amount in printed.values()]
    unit = request.question.settings.stakes.unit
    return [To(unit.cents, 100).winnings(amount).cents for amount in printed.values()]


def _envy_nets(request: Request, amounts: Sequence[int]) -> Cents:
    """By the numbers of other hands of either premium kind: all of them, or the highest only."""
    worth = np.zeros(ENVY_CELLS, np.int64)
    for cell in range(ENVY_CELLS if amounts else 0):
        paid = [
            amount
            for kind, amount in enumerate(amounts)
            for _ in range(cell // _KIND**kind % _KIND)
        ]
        if not request.terms.on("envy_multiple"):
            # The highest hand, which the paytable prints first, not the highest amount (I-16).
            paid = paid[:1]
        worth[cell] = sum(paid)
    return worth


def _rates(request: Request) -> Words:
    """Chances of the features; nothing where there are none to draw."""
    rates = np.zeros(6, np.uint64)
    given = request.question.settings.stakes
    if "progressive" in request.stakes and request.rules.draws:
        bases = feature_bases(given.magic_rate, given.lucky_rate, request.positions)
        rates[:] = (
            given.magic_rate.numerator,
            given.magic_rate.denominator,
            given.lucky_rate.numerator,
            given.lucky_rate.denominator,
            request.positions,
            2**64 % prod(bases),
        )
    return rates


# --- the table ------------------------------------------------------------------------------------


def groups_of(cards: int) -> Words:
    """The words of a deal as kernels take them."""
    rows, left = [], 52
    for size in word_sizes(cards):
        rows.append((size, refused_below(left, size)))
        left -= size
    return np.array(rows, np.uint64)


def table_of(request: Request, progressive: Progressive) -> tuple[Any, ...]:
    """The table as every kernel takes it: see `games.let_it_ride.simulation_kernels`."""
    rules = request.rules
    cards = rules.dealer_cards + request.seats * rules.hand_cards + rules.community_cards
    return (
        groups_of(cards),
        progressive.rates,
        progressive.levels,
        progressive.premium,
        progressive.seats,
    )
