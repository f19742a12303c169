"""Sessions: the rounds of a run cut into visits of equal length, and what each does to a bankroll.

All seats sit through the same rounds, so the effect of one deck on all of them is in here. A seat
that cannot cover another round is ruined and keeps what is left; the others play on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.request import Request
from pitboss.sim.run import nets

MOST_SESSIONS: Final = 20_000
"""More would sharpen no line that an eye can see."""
PARTS: Final = 40
_AT_ONCE: Final = 1 << 16

Cents = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class SessionResults:
    """What became of every session at every seat."""

    rounds: int
    """Of one session."""
    bankroll: Money
    needed: Money
    """What a round may cost: with less, a seat is not dealt in."""
    moments: tuple[int, ...]
    """The rounds after which results were noted."""
    results: Cents
    """Sessions by moments by seats."""
    falls: Cents
    """The deepest fall from the best moment so far: sessions by seats."""
    ruined_at: Cents
    """The round after which nothing more could be wagered, or nothing: sessions by seats."""

    def __len__(self) -> int:
        return len(self.results)

    def ruined_by(self, moment: int, seats: list[int]) -> float:
        """The share of sessions at these seats, counted from 0, that were ruined by then."""
        at = self.ruined_at[:, seats]
        return float(((at > 0) & (at <= moment)).mean())


def needed_for_a_round(request: Request) -> Money:
    """Every wager placed, and every bet that may follow.

    >>> str(needed_for_a_round(Request(rulebook="mbs-megalink-holdem-v9", wagers=("ante",))))
    '50.00'
    """
    stakes = request.stakes
    followed = (
        stakes[rule.follows] * rule.times
        for rule in request.rules.wagers.values()
        if rule.follows is not None and rule.follows in stakes
    )
    return Money(sum(money.cents for money in (*stakes.values(), *followed)))


def sessions_of(request: Request, *, rounds: int, each: int, bankroll: Money) -> SessionResults:
    """The first sessions of a run of so many rounds.

    >>> request = Request(rulebook="mbs-let-it-ride-v3", wagers=("base",), seats=2)
    >>> found = sessions_of(request, rounds=1000, each=100, bankroll=Money(30000))
    >>> len(found), found.results.shape, found.moments[-1]
    (10, (10, 34, 2), 100)
    """
    needed = needed_for_a_round(request)
    if bankroll < needed:
        raise BadSetting(
            f"a bankroll of {bankroll.dollars} does not cover one round, "
            f"which takes {needed.dollars}"
        )
    count = min(rounds // each, MOST_SESSIONS)
    if count == 0:
        raise BadSetting(f"{rounds:,} rounds make no session of {each:,}; give more --rounds")
    step = -(-each // PARTS)
    moments = (*range(step, each, step), each)
    parts = [
        _followed(block, (bankroll - needed).cents, moments)
        for block in _blocks(request, count, each)
    ]
    results, falls, ruined_at = (np.concatenate(part) for part in zip(*parts, strict=True))
    return SessionResults(
        rounds=each,
        bankroll=bankroll,
        needed=needed,
        moments=moments,
        results=results,
        falls=falls,
        ruined_at=ruined_at,
    )


def _blocks(request: Request, count: int, each: int) -> Iterator[Cents]:
    """Results of single rounds: sessions by rounds by seats, some sessions at a time."""
    at_once = max(1, _AT_ONCE // each)
    for block in nets(request, count * each, chunk_rounds=at_once * each):
        yield block.reshape(-1, each, request.seats)


def _followed(block: Cents, spare: int, moments: tuple[int, ...]) -> tuple[Cents, Cents, Cents]:
    """What stands after each moment, the deepest fall, and when all but nothing was left."""
    standing = block.cumsum(axis=1)
    is_short = standing < -spare
    is_ruined = is_short.any(axis=1)
    first = is_short.argmax(axis=1)
    ruined_at = np.where(is_ruined, first + 1, 0)
    left = np.take_along_axis(standing, first[:, None, :], axis=1)
    # A ruined seat does not play on: what was left stays.
    standing = np.where(np.logical_or.accumulate(is_short, axis=1), left, standing)
    best = np.maximum(np.maximum.accumulate(standing, axis=1), 0)
    falls = (best - standing).max(axis=1)
    return standing[:, [moment - 1 for moment in moments]], falls, ruined_at
