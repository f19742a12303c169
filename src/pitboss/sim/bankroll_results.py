"""What a round comes to for one seat, in cents: what bankroll questions start from.

Several wagers of one seat are paid by the same cards, so their results depend on each other and
may not be added up as if they did not. A game whose `simulation` has `joint_results` counts them
together; where that cannot be done, rounds are simulated and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, sqrt

import numpy as np

from pitboss.cards import DECK
from pitboss.errors import InexactPayment
from pitboss.games.odds import counts_best_play, odds_of
from pitboss.money import Money
from pitboss.odds.combinations import kinds_of_five
from pitboss.odds.exhaustive import TooManyDeals
from pitboss.odds.question import Question
from pitboss.odds.wagers import net_per_unit
from pitboss.round.progressive import ENVY, PROGRESSIVE
from pitboss.sim.hand_kernels import FIVE_CELLS
from pitboss.sim.kernel_simulator import BATCH_ROUNDS, progressive_of
from pitboss.sim.request import Request
from pitboss.sim.run import needed_for_a_round, nets
from pitboss.sim.simulator import placed, simulation_of

ROUNDS = 10_000_000
"""Dealt where nothing can be counted: about a minute, and three digits of most answers."""
PLAIN_ROUNDS = 500_000
"""The same for a game without kernels: half a minute, and two digits."""


@dataclass(frozen=True, kw_only=True)
class Results:
    """Every result of a round in cents, and in how many of all ways it comes about.

    >>> even = Results(weights={-500: 1, 500: 1})
    >>> even.mean, even.variance, even.step, even.most_lost
    (Fraction(0, 1), Fraction(250000, 1), 500, 500)
    """

    weights: Mapping[int, int]
    simulated_rounds: int = 0
    """How many rounds were dealt to find out; none where everything was counted."""
    why_simulated: str | None = None

    @cached_property
    def total(self) -> int:
        """All ways."""
        return sum(self.weights.values())

    @cached_property
    def mean(self) -> Fraction:
        """The average result in cents."""
        return Fraction(sum(net * ways for net, ways in self.weights.items()), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """Of the result, in cents squared."""
        squares = sum(net * net * ways for net, ways in self.weights.items())
        return Fraction(squares, self.total) - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation in cents."""
        return sqrt(self.variance)

    @property
    def most_lost(self) -> int:
        """The most a round can lose: what is needed to play it to the end."""
        return max(0, -min(self.weights))

    @property
    def step(self) -> int:
        """The measure in which every result is a whole number."""
        return gcd(*self.weights) or 1

    @property
    def standard_error(self) -> float:
        """Of the mean, where it was simulated."""
        return self.deviation / sqrt(self.simulated_rounds) if self.simulated_rounds else 0.0

    def capped(self, most: int) -> Results:
        """The same with everything above `most` made as little above it as the step allows.

        Beyond a goal it does not matter how far: a jackpot's odd cents need not make the step
        fine.

        >>> Results(weights={-500: 9, 12345: 1}).capped(2000).weights
        {-500: 9, 2000: 1}
        """
        small = {net: ways for net, ways in self.weights.items() if net < most}
        large = self.total - sum(small.values())
        if large:
            step = gcd(*small) or 1
            top = -(-most // step) * step
            small[top] = small.get(top, 0) + large
        return replace(self, weights=small)

    def coarsened(self, least_step: int) -> tuple[Results, Results]:
        """The same on a step of at least so much: rare results rounded down, and rounded up.

        More money never makes ruin likelier, so that the two enclose the truth. What happens often
        sets the step; a rare result that would make it too fine is rounded instead.

        >>> low, high = Results(weights={-500: 900, 1000: 99, 1234: 1}).coarsened(100)
        >>> low.weights, high.weights
        ({-500: 900, 1000: 100}, {-500: 900, 1000: 99, 1500: 1})
        """
        step, seen = 0, 0
        for net in sorted(self.weights, key=lambda net: -self.weights[net]):
            finer = gcd(step, net)
            if 1000 * seen < 999 * self.total or finer >= least_step:
                step = finer
            seen += self.weights[net]
        step = step or 1
        return self._rounded(step, 0), self._rounded(step, step - 1)

    def _rounded(self, step: int, upwards: int) -> Results:
        weights: Counter[int] = Counter()
        for net, ways in self.weights.items():
            weights[(net + upwards) // step * step] += ways
        return replace(self, weights=dict(weights))


def cents(amount: Fraction) -> int:
    """A whole number of cents, or a refusal: results are never rounded."""
    if amount.denominator != 1:
        raise InexactPayment(
            f"a result of {amount} cents is no whole number of them; choose stakes that divide"
        )
    return amount.numerator


# --- counted, or simulated ------------------------------------------------------------------------


def results_of(request: Request, *, rounds: int | None = None) -> Results:
    """What a round comes to for the first seat: counted where possible, else simulated."""
    rounds = rounds or (ROUNDS if request.has_kernels else PLAIN_ROUNDS)
    why = why_not_counted(request)
    if why is not None:
        return simulated_results(request, rounds=rounds, why=why)
    names = placed_by_seat(request)
    if names == {PROGRESSIVE} and request.has_kernels:
        counts = Counter[tuple[int, int]]()
        for kind in kinds_of_five():
            counts[0, kind.strength >> 16] += kind.number
        return Results(weights=_with_progressive(request, counts))
    if len(names) == 1:
        try:
            return Results(weights=_one_wager(request, *names))
        except TooManyDeals:
            why = "the game has too many deals to go through"
            return simulated_results(request, rounds=rounds, why=why)
    counts = simulation_of(request).joint_results(request)
    return Results(weights=_with_progressive(request, counts))


def placed_by_seat(request: Request) -> set[str]:
    """The wagers a seat places, as the odds name them."""
    return set(placed(request)) - {ENVY}


def needed_for(request: Request, results: Results) -> Money:
    """What is needed to place the wagers and to play the round to its end."""
    if not request.has_kernels:
        # A hand may raise that cannot lose any more: what was lost does not tell what was staked.
        return needed_for_a_round(request)
    placed_first = sum(stake.cents for stake in request.stakes.values())
    return Money(max(placed_first, results.most_lost))


def why_not_counted(request: Request) -> str | None:
    """Why the wagers cannot be counted together; none where they can."""
    names = placed_by_seat(request)
    if set(request.strategies) != {"best"}:
        is_counted = counts_best_play(request.terms)
        return (
            "only best play is counted" if is_counted else "this game has too many deals to count"
        )
    if request.terms.options.get("payout_limit") is not None:
        return "a payout limit goes by all base wagers of a hand"
    if request.seats > 1 and PROGRESSIVE in names:
        return "other players' hands bring envy and share levels"
    if len(names) == 1:
        return None
    for rule in request.rules.wagers.values():
        if rule.id in names and rule.goes_by_hands:
            return f"{rule.title} looks at every hand, the other wagers at one"
    if not request.has_kernels or not hasattr(simulation_of(request), "joint_results"):
        return "the wagers of this game are not counted together"
    return None


def simulated_results(request: Request, *, rounds: int, why: str) -> Results:
    """The results of the first seat over so many rounds, counted."""
    counts: Counter[int] = Counter()
    for by_round in nets(request, rounds, chunk_rounds=BATCH_ROUNDS):
        found, ways = np.unique(by_round[:, 0], return_counts=True)
        counts.update(dict(zip(found.tolist(), ways.tolist(), strict=True)))
    return Results(weights=dict(counts), simulated_rounds=rounds, why_simulated=why)


def _one_wager(request: Request, wager: str) -> dict[int, int]:
    stake = request.unit(wager).cents
    settings = replace(request.question.settings, players=request.seats)
    question = Question(terms=request.terms, settings=settings)
    weights: Counter[int] = Counter()
    for way in odds_of(question, wager).spread.ways:
        weights[cents(way.net * stake)] += way.combinations
    return dict(weights)


def _progressive_nets(request: Request) -> Mapping[int, Counter[int]]:
    """By the head of five cards: results in cents, and in how many draws of features each."""
    if PROGRESSIVE not in request.stakes:
        return {head: Counter({0: 1}) for head in range(FIVE_CELLS)}
    # Settlement is asked, and wants the wagers that a progressive wager needs beside it.
    worth = progressive_of(replace(request, wagers=())).hand_nets
    features = list(_features(request))
    scale = lcm(*(chance.denominator for chance in features))
    by_head: dict[int, Counter[int]] = {}
    for head in range(FIVE_CELLS):
        by_head[head] = Counter()
        for drawn, chance in enumerate(features):
            if chance:
                by_head[head][int(worth[head + FIVE_CELLS * drawn])] += int(chance * scale)
    return by_head


def _features(request: Request) -> Iterator[Fraction]:
    """The chances of no feature, the Magic Card, the Lucky Player, and both."""
    if not request.rules.draws:
        yield Fraction(1)
        return
    stakes = request.question.settings.stakes
    magic = stakes.magic_rate * Fraction(5, len(DECK))
    lucky = stakes.lucky_rate / request.positions
    yield (1 - magic) * (1 - lucky)
    yield magic * (1 - lucky)
    yield (1 - magic) * lucky
    yield magic * lucky


def side_nets(request: Request, wager: str) -> Callable[[int], int]:
    """What a wager that goes by a paytable comes to, by the strength of its cards, in cents."""
    if wager not in request.stakes:
        return lambda _: 0
    stake, table = request.stakes[wager], request.terms.table(wager)
    nets: dict[str, int] = {}

    def net(strength: int) -> int:
        row = table.row(strength)
        if row is None:
            return -stake.cents
        if row.hand not in nets:
            nets[row.hand] = cents(net_per_unit(request.terms, row.pays, stake) * stake.cents)
        return nets[row.hand]

    return net


def _with_progressive(request: Request, counts: Counter[tuple[int, int]]) -> dict[int, int]:
    """Ways by result in cents, from deals by result without the progressive and by head."""
    nets, weights = _progressive_nets(request), Counter[int]()
    for (net, head), ways in counts.items():
        for award, draws in nets[head].items():
            weights[net + award] += ways * draws
    return dict(weights)
