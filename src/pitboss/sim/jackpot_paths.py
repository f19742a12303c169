"""Links played hit by hit: sample paths, and a second opinion on what is exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log1p, sqrt

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.sim.dealing import source_of
from pitboss.sim.jackpot_kernels import WORDS_PER_PATH, play_links
from pitboss.sim.jackpot_link import LinkTerms, Taking

_WORD = 1 << 64


@dataclass(frozen=True, kw_only=True, eq=False)
class LinkPaths:
    """Many links from the same start, each of its own luck."""

    link: LinkTerms
    wagers: int
    seen: npt.NDArray[np.float64]
    """Meters in dollars: by path, by part of the wagers, by level."""
    paid: npt.NDArray[np.float64]
    """From meters, by path."""
    hits: dict[tuple[str, str], int]
    """By level and hand, over all paths."""
    amount_mean: dict[tuple[str, str], float]
    """The meter at such hits, on average."""
    amount_error: dict[tuple[str, str], float]
    """Its standard error."""

    def returns(self) -> npt.NDArray[np.float64]:
        """By path, the share that went back, with what the house pays at its average."""
        per_wager = self.paid / self.wagers + float(self.link.house_pays)
        return np.asarray(per_wager / float(self.link.stake))


def play(
    link: LinkTerms,
    *,
    wagers: int,
    paths: int,
    parts: int = 1,
    seed: int = 1,
    starts: dict[str, Fraction] | None = None,
) -> LinkPaths:
    """Play so many links. Path `n` of a seed is the same among any number of paths."""
    kinds = [(place, t) for place, level in enumerate(link.levels) for t in level.takings]
    chance = float(sum((taking.chance for _, taking in kinds), Fraction(0)))
    if wagers * chance > WORDS_PER_PATH / 4:
        raise BadSetting(f"{wagers:,} wagers bring too many awards for one path; ask for less time")
    parts = min(parts, wagers)
    seen = np.zeros((paths, parts, len(link.levels)))
    sums = np.zeros((paths, 1 + 3 * len(kinds)))
    given = starts or {}
    begins = [float(given.get(level.name, level.reset)) for level in link.levels]
    play_links(
        np.array(source_of(seed), np.uint64),
        wagers,
        log1p(-chance),
        (
            np.array(begins),
            np.array([float(level.reset) for level in link.levels]),
            np.array([float(level.contribution) for level in link.levels]),
        ),
        (
            np.array([place for place, _ in kinds], np.int64),
            np.array([100 - taking.percent for _, taking in kinds], np.int64),
            _limits([taking for _, taking in kinds]),
        ),
        seen,
        sums,
    )
    names = [(link.levels[place].name, taking.hand) for place, taking in kinds]
    return _told(link, wagers, (seen, sums), names)


def _told(
    link: LinkTerms,
    wagers: int,
    played: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    names: list[tuple[str, str]],
) -> LinkPaths:
    seen, sums = played
    counts, amounts, squares = np.split(sums[:, 1:].sum(axis=0), 3)
    hits: dict[tuple[str, str], int] = {}
    mean: dict[tuple[str, str], float] = {}
    error: dict[tuple[str, str], float] = {}
    for name, count, amount, square in zip(names, counts, amounts, squares, strict=True):
        hits[name] = int(count)
        if count > 1:
            mean[name] = float(amount / count)
            error[name] = sqrt(max(0.0, square / count - mean[name] ** 2) / count)
    return LinkPaths(
        link=link,
        wagers=wagers,
        seen=seen,
        paid=sums[:, 0],
        hits=hits,
        amount_mean=mean,
        amount_error=error,
    )


def _limits(takings: list[Taking]) -> npt.NDArray[np.uint64]:
    """Where the words of each kind of award end; the last goes to the end of all words."""
    whole = sum((taking.chance for taking in takings), Fraction(0))
    so_far, limits = Fraction(0), []
    for taking in takings[:-1]:
        so_far += taking.chance
        limits.append(int(so_far / whole * _WORD))
    return np.array(limits, np.uint64)
