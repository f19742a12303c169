"""Tests of randomness, each a function from what was drawn to a probability.

The probability is that of lying at least so far out, on either side, if every outcome were
equally likely and independent. A generator passes at 99 % where it is at least 0.01.
"""

from __future__ import annotations

from math import comb, erfc, exp, expm1, factorial, lgamma, log, log1p, perm, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.int64]
Decks: TypeAlias = NDArray[np.uint8]


# --- how likely ---------------------------------------------------------------------------------


def chi_square(statistic: float, freedom: int) -> float:
    """How likely chi-square is so far out: from the series of the incomplete gamma function."""
    if statistic <= 0:
        return 0.0
    shape, x = freedom / 2, statistic / 2
    if x < shape + 1:
        below = _gamma_series(shape, x)
        return 2 * min(below, 1 - below)
    above = _gamma_fraction(shape, x)
    return 2 * min(above, 1 - above)


def _gamma_series(shape: float, x: float) -> float:
    term = total = 1 / shape
    n = shape
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    return total * exp(-x + shape * log(x) - lgamma(shape))


def _gamma_fraction(shape: float, x: float) -> float:
    """Lentz's way through the continued fraction."""
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    value, n, change = d, 0, 0.0
    while abs(change - 1) > 1e-15:
        n += 1
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        change = d * c
        value *= change
    return value * exp(-x + shape * log(x) - lgamma(shape))


def normal(z: float) -> float:
    """How likely a normal figure is so far from nothing."""
    return erfc(abs(z) / sqrt(2))


def worst(chances: list[float]) -> float:
    """The least of several chances, for having looked so often (Bonferroni)."""
    return min(1.0, min(chances) * len(chances))


def fit(counts: Array, chances: NDArray[np.float64]) -> float:
    """Whether counts are as these chances let expect."""
    expected = counts.sum() * chances
    assert expected.min() > 5, "chi-square needs a few of each kind"
    return chi_square(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


# --- of numbers (25 CFR 547.14) -----------------------------------------------------------------


def equal_counts(values: Array, kinds: int) -> float:
    """Chi-square: each value equally often."""
    return fit(np.bincount(values, minlength=kinds), np.full(kinds, 1 / kinds))


def runs(values: Array) -> float:
    """Runs up and down: how often the direction changes."""
    n = len(values)
    rises = np.diff(values) > 0
    found = 1 + np.count_nonzero(rises[1:] != rises[:-1])
    return normal((found - (2 * n - 1) / 3) / sqrt((16 * n - 29) / 90))


def serial_correlation(values: Array, lags: int = 16) -> float:
    """Each value against the one so many places before."""
    centred = values - values.mean()
    variance = float(centred @ centred) / len(values)
    found = 0.0
    for lag in range(1, lags + 1):
        pairs = len(values) - lag
        found += (float(centred[lag:] @ centred[:-lag]) / variance) ** 2 / pairs
    return chi_square(found, lags)


def gaps(values: Array, kinds: int, marked: int) -> float:
    """How long it takes from one of the lowest values to the next one."""
    rate = marked / kinds
    lengths = np.diff(np.flatnonzero(values < marked)) - 1
    longest = int(log(0.001) / log(1 - rate))
    chances = [rate * (1 - rate) ** length for length in range(longest)]
    counts = np.bincount(np.minimum(lengths, longest), minlength=longest + 1)
    return fit(counts, np.array([*chances, (1 - rate) ** longest]))


def poker(values: Array, kinds: int) -> float:
    """How many different values there are in hands of five."""
    hands = np.sort(values[: len(values) // 5 * 5].reshape(-1, 5), axis=1)
    different = 1 + np.count_nonzero(np.diff(hands, axis=1), axis=1)
    chances = [perm(kinds, k) * _partitions(5, k) / kinds**5 for k in range(1, 6)]
    counts = np.bincount(different, minlength=6)[1:]
    # One value five times is too rare to be counted by itself.
    return fit(
        np.array([counts[0] + counts[1], *counts[2:]]),
        np.array([chances[0] + chances[1], *chances[2:]]),
    )


def coupon_collector(values: Array, kinds: int, longest: int) -> float:
    """How many values it takes to have seen all of them."""
    counts = np.zeros(longest + 1, dtype=np.int64)
    seen: set[int] = set()
    length = 0
    for value in values.tolist():
        seen.add(value)
        length += 1
        if len(seen) == kinds:
            counts[min(length, longest)] += 1
            seen.clear()
            length = 0
    chances = [
        factorial(kinds) * _partitions(length - 1, kinds - 1) / kinds**length
        for length in range(kinds, longest)
    ]
    return fit(counts[kinds:], np.array([*chances, 1 - sum(chances)]))


def _partitions(things: int, groups: int) -> int:
    """The ways to put things into so many groups, none of them empty (Stirling)."""
    signed: int = sum(
        (1 - k % 2 * 2) * comb(groups, k) * (groups - k) ** things for k in range(groups + 1)
    )
    return signed // factorial(groups)


def permutation(values: Array, size: int = 4) -> float:
    """Each order of a few values in a row equally often."""
    groups = values[: len(values) // size * size].reshape(-1, size)
    ranks = np.argsort(groups, axis=1) @ (size ** np.arange(size))
    _, counts = np.unique(ranks, return_counts=True)
    return fit(_padded(counts, factorial(size)), np.full(factorial(size), 1 / factorial(size)))


def _padded(counts: Array, kinds: int) -> Array:
    return np.concatenate([counts, np.zeros(kinds - len(counts), dtype=np.int64)])


def spectral(bits: Array) -> float:
    """No period: the strengths of all frequencies are exponential, and none stands out."""
    waves = np.fft.rfft(2.0 * bits - 1)[1 : (len(bits) - 1) // 2 + 1]
    strengths = (waves.real**2 + waves.imag**2) / len(bits)
    kinds = 64
    cells = np.minimum((-np.expm1(-strengths) * kinds).astype(np.int64), kinds - 1)
    highest = -expm1(len(strengths) * log1p(-exp(-strengths.max())))
    return worst([equal_counts(cells, kinds), highest])


def subsequences(values: Array, kinds: int, most: int = 8) -> float:
    """Every second, third and so on value, from each start, tested by itself."""
    parts = [values[start::step] for step in range(2, most + 1) for start in range(step)]
    return worst(
        [chance for part in parts
         for chance in (equal_counts(part, kinds), serial_correlation(part, lags=4))]
    )  # fmt: skip


# --- of decks -----------------------------------------------------------------------------------

CARDS = 52
_SCALE = sqrt((CARDS**2 - 1) / 12)


def positions(decks: Decks) -> float:
    """Each card equally often in each position.

    In a permutation every row and every column of the table of counts has the same sum, so
    that 51 x 51 of its cells are free and 51/52 of the usual sum is chi-square.
    """
    cells = decks.astype(np.int64) + CARDS * np.arange(CARDS)
    counts = np.bincount(cells.ravel(), minlength=CARDS**2)
    expected = len(decks) / CARDS
    statistic = float(((counts - expected) ** 2).sum()) / expected
    return chi_square(statistic * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)


def pair_counts(decks: Decks, first: int, second: int) -> float:
    """Each two different cards equally often in two positions."""
    cells = decks[:, first].astype(np.int64) * CARDS + decks[:, second]
    counts = np.bincount(cells, minlength=CARDS**2)
    are_two = ~np.eye(CARDS, dtype=bool).ravel()
    assert not counts[~are_two].any(), "one card is in two positions"
    kinds = CARDS * (CARDS - 1)
    return fit(counts[are_two], np.full(kinds, 1 / kinds))


def pair_correlations(decks: Decks) -> float:
    """No two positions of a deck correlated more than two cards of one deck must be."""
    numbers = _centred(decks)
    n = len(decks)
    products = numbers.T @ numbers / n
    fourth = float((_centred(np.arange(CARDS, dtype=np.uint8)) ** 4).mean())
    mean = -1 / (CARDS - 1)
    variance = (CARDS - fourth) / (CARDS - 1) - mean**2
    z = (products[np.triu_indices(CARDS, 1)] - mean) * sqrt(n / variance)
    return worst([normal(float(one)) for one in z])


def round_correlations(decks: Decks) -> float:
    """No position of a deck correlated with any position of the deck before it.

    The numbers of a deck have a fixed sum, so that here too 51 x 51 correlations are free.
    """
    numbers = _centred(decks)
    pairs = len(decks) - 1
    products = numbers[1:].T @ numbers[:-1]
    shrink = ((CARDS - 1) / CARDS) ** 2
    return chi_square(float((products**2).sum()) / pairs * shrink, (CARDS - 1) ** 2)


def _centred(numbers: Decks) -> NDArray[np.float64]:
    return np.asarray((numbers - (CARDS - 1) / 2) / _SCALE, dtype=np.float64)


def set_numbers(hands: NDArray[np.uint8]) -> Array:
    """Each set of cards, whatever their order, by its number among all sets of that size."""
    size = hands.shape[1]
    choose = np.array([[comb(card, k) for k in range(size + 1)] for card in range(CARDS)])
    in_order = np.sort(hands, axis=1)
    return sum(
        (choose[in_order[:, k], k + 1] for k in range(size)), np.zeros(len(hands), dtype=np.int64)
    )


def equal_sets(counts: Array) -> float:
    """Each set of cards equally often, however few there are of each.

    With equal chances the sum has the mean and the variance of chi-square whatever the size of
    the sample, and over thousands of sets it is as good as normal.
    """
    expected = int(counts.sum()) / len(counts)
    return chi_square(float(((counts - expected) ** 2).sum()) / expected, len(counts) - 1)
