"""What a round comes to for one seat, in cents: what bankroll questions start from.

Several wagers of one seat are paid by the same cards, so their results depend on each other and
may not be added up as if they did not. `bankroll_joint` counts them together where that can be
done; where it cannot, rounds are simulated and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt

from pitboss.errors import InexactPayment


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
        """The most a round can lose: what one must have to play it to the end."""
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
