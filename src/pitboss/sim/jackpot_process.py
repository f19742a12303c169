"""A meter over time: what is exact in closed form.

Every wager adds its contribution, and is then paid from the meter as it stands (I-07). So the
meter that a wager finds is a chain: Y' = contribution + (the reset, where the whole was taken; what
was left, where part of it was; Y otherwise). Its long-run moments solve straight lines. A hit does
not know the meter, so the amount at a hit has the very distribution of the meter.

Two winners of one round are taken one after the other, as on two tables; the difference is in
the ninth decimal (see `odds.progressive`).
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, expm1, log, log1p

from pitboss.sim.jackpot_link import LevelTerms, LinkTerms


def taken_share(level: LevelTerms) -> Fraction:
    """The part of a meter that a wager takes on average."""
    return sum((t.chance * t.percent / 100 for t in level.takings), Fraction(0))


def mean_meter(level: LevelTerms) -> Fraction:
    """The average meter, and the average amount at a hit, in the long run.

    >>> from pitboss.sim.jackpot_link import Taking
    >>> royal = Taking(hand="royal_flush", percent=100, chance=Fraction(1, 649740))
    >>> level = LevelTerms(name="jackpot", reset=Fraction(10000), contribution=Fraction(1, 5),
    ...                    contribution_square=Fraction(1, 25), takings=(royal,))
    >>> mean_meter(level)  # the reset, and a fifth of 649,740 wagers
    Fraction(139948, 1)
    """
    return (level.contribution + level.all_chance * level.reset) / taken_share(level)


def meter_variance(level: LevelTerms) -> Fraction:
    """Of the meter in the long run, and of the amount at a hit."""
    mean, chance = mean_meter(level), level.all_chance
    kept_square = 1 - chance - sum((t.chance for t in level.parts), Fraction(0))
    for taking in level.parts:
        kept_square += taking.chance * Fraction(100 - taking.percent, 100) ** 2
    # What is left after a wager has the mean of the meter less one contribution.
    fixed = level.contribution_square + 2 * level.contribution * (mean - level.contribution)
    square = (fixed + chance * level.reset**2) / (1 - kept_square)
    return square - mean**2


def expected_meter(level: LevelTerms, wagers: int, start: Fraction | None = None) -> float:
    """The meter that the wager of this number finds on average, counted from one."""
    long_run, first = _from(level, start)
    return long_run + (first - long_run) * (1 - float(taken_share(level))) ** (wagers - 1)


def expected_taken(level: LevelTerms, wagers: int, start: Fraction | None = None) -> float:
    """What so many wagers are paid from the meter on average."""
    long_run, first = _from(level, start)
    share = float(taken_share(level))
    gone = -expm1(wagers * log1p(-share))
    return share * wagers * long_run + (first - long_run) * gone


def _from(level: LevelTerms, start: Fraction | None) -> tuple[float, float]:
    begin = level.reset if start is None else start
    return float(mean_meter(level)), float(begin + level.contribution)


# --- time between hits ----------------------------------------------------------------------------


def wagers_between(chance: Fraction) -> Fraction:
    """Wagers from one hit to the next on average."""
    return 1 / chance


def wagers_by(chance: Fraction, share: float) -> int:
    """Wagers within which the next hit comes in this share of cases.

    >>> wagers_by(Fraction(1, 649740), 0.5)
    450366
    """
    return ceil(log(1 - share) / log1p(-float(chance)))


# --- what it means for players --------------------------------------------------------------------


def long_run_return(link: LinkTerms) -> Fraction:
    """The share of the money staked that goes back to players.

    Whatever goes into a meter comes out of it again, the resets included.
    """
    meters = sum(
        (level.contribution + level.all_chance * level.reset for level in link.levels), Fraction(0)
    )
    return (link.house_pays + meters) / link.stake


def return_over(link: LinkTerms, wagers: int, starts: dict[str, Fraction] | None = None) -> float:
    """The average share that goes back over so many wagers, the meters starting as given."""
    given = starts or {}
    taken = sum(expected_taken(level, wagers, given.get(level.name)) for level in link.levels)
    return (float(link.house_pays) + taken / wagers) / float(link.stake)


def return_at(link: LinkTerms, meters: dict[str, Fraction]) -> Fraction:
    """The share that goes back of a wager that finds the meters so."""
    taken = sum((taken_share(lv) * meters[lv.name] for lv in link.levels), Fraction(0))
    return (link.house_pays + taken) / link.stake
