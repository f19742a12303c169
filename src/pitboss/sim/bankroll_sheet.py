"""All bankroll questions about one seat, asked at once.

Each is answered exactly where that can be done in reasonable time. Where a meter's odd cents make
the steps too fine, its awards are rounded down and up, and the answers enclose the truth; where
even that is too long, bankrolls are played and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Final, TypeVar

from pitboss.money import Money
from pitboss.sim.bankroll_results import Results
from pitboss.sim.bankroll_walk import (
    Chance,
    Paths,
    RuinOrGoal,
    TooLong,
    Trip,
    Walk,
    bankroll_for_ever,
    bankrolls_for,
    check_plan,
    kelly_bankroll,
    play_bankrolls,
    rounds_to_overcome_luck,
    ruin_ever,
    trip,
    until_ruin_or_goal,
    walk_of,
)

RISKS: Final = (0.5, 0.2, 0.1, 0.05, 0.01)
"""Chances of ruin for which bankrolls are given."""
SHARES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of trips, for which results are given."""
_STEPS: Final = 10_000
"""Steps a bankroll is divided into at most, before rare results are rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a player means to do."""

    needed: Money
    bankroll: Money | None = None
    win: Money | None = None
    """Stop once so much is won."""
    rounds: int | None = None
    """Stop after so many."""
    rounds_per_hour: int = 40
    paths: int = 100_000
    seed: int = 1
    risks: tuple[float, ...] = RISKS


@dataclass(frozen=True, kw_only=True, eq=False)
class BankrollSheet:
    """The answers."""

    plan: Plan
    results: Results
    ever: Chance | None = None
    """Ruin, with neither goal nor time limit."""
    ends: RuinOrGoal | None = None
    """With a goal only."""
    trip: Trip | Paths | None = None
    """With a time limit only."""
    trip_ruin: Chance | None = None
    goal_trip: Trip | Paths | None = None
    """With both."""
    goal_trip_ruin: Chance | None = None
    goal_trip_goal: Chance | None = None
    kelly: float | None = None
    luck: Fraction | None = None
    bankrolls: dict[float, Money] = field(default_factory=dict)
    """By chance of ruin within the rounds."""
    bankrolls_for_ever: dict[float, Money] = field(default_factory=dict)
    """By chance of ruin ever, where there is an edge."""
    notes: tuple[str, ...] = ()

    def trip_results(self, part: int = -1) -> dict[float, int | None]:
        """Results in cents that such shares of trips do not exceed after a part of the rounds."""
        assert self.trip is not None, "asked with a trip"
        return {share: self.trip.quantile(share, part) for share in SHARES}

    @property
    def cost_per_hour(self) -> Fraction:
        """What the house expects to win in an hour, in cents."""
        return -self.results.mean * self.plan.rounds_per_hour

    @property
    def deviation_per_hour(self) -> float:
        """In cents."""
        return self.results.deviation * sqrt(self.plan.rounds_per_hour)


def bankroll_sheet(results: Results, plan: Plan) -> BankrollSheet:
    """Answer everything that the plan allows to be questions."""
    if plan.bankroll is not None:
        check_plan(bankroll=plan.bankroll, needed=plan.needed, win=plan.win)
    questions = _Questions(results, plan)
    bankrolls, for_ever = questions.bankrolls(), questions.bankrolls_for_ever()
    with_goal = plan.win is not None
    trip_, trip_ruin, _ = questions.trip(with_goal=False)
    goal_trip, goal_trip_ruin, goal_trip_goal = (
        questions.trip(with_goal=True) if with_goal else (None, None, None)
    )
    return BankrollSheet(
        plan=plan,
        results=results,
        ever=questions.ever(),
        ends=questions.ends() if with_goal else None,
        trip=trip_,
        trip_ruin=trip_ruin,
        goal_trip=goal_trip,
        goal_trip_ruin=goal_trip_ruin,
        goal_trip_goal=goal_trip_goal,
        kelly=kelly_bankroll(results),
        luck=rounds_to_overcome_luck(results),
        bankrolls=bankrolls,
        bankrolls_for_ever=for_ever,
        notes=tuple(dict.fromkeys(questions.notes)),
    )


_Answer = TypeVar("_Answer")


def _both(answer: Callable[[Walk], _Answer], walks: tuple[Walk, Walk]) -> tuple[_Answer, _Answer]:
    low = answer(walks[0])
    return low, low if walks[1] is walks[0] else answer(walks[1])


class _Questions:
    """One plan's questions, and what must be said beside the answers."""

    def __init__(self, results: Results, plan: Plan) -> None:
        self.plan = plan
        self.results = results
        self.notes: list[str] = []
        if results.simulated_rounds:
            self.notes.append(
                f"the results of a round were counted over {results.simulated_rounds:,} simulated "
                f"rounds, because {results.why_simulated}; the answers are exact for that count"
            )
            if abs(results.mean) < 2 * results.standard_error:
                # Whether ruin is certain in the end turns on the sign of the expectation.
                self.notes.append(
                    "the expectation is within two standard errors of nothing, so what is said of "
                    "ruin for ever and of Kelly may be chance; give more --simulated-rounds"
                )

    def _walks(self, win: Money | None) -> tuple[Walk, Walk]:
        """The walk with rare results rounded down, and rounded up; the same where none need be."""
        assert self.plan.bankroll is not None, "asked only with a bankroll"
        span = self.plan.bankroll + (win or Money(0))
        capped = self.results.capped(span.cents) if win else self.results
        pair = capped.coarsened(max(1, span.cents // _STEPS))
        walk = partial(walk_of, bankroll=self.plan.bankroll, needed=self.plan.needed, win=win)
        low = walk(pair[0])
        if pair[0].weights == pair[1].weights:
            return low, low
        self.notes.append(
            f"awards with odd cents were rounded to {Money(low.step).dollars}, down and up, "
            f"and the errors given enclose both"
        )
        return low, walk(pair[1])

    def ever(self) -> Chance | None:
        if self.plan.bankroll is None:
            return None
        if self.results.mean <= 0:
            # Said of the results themselves: rounded up, a small loss might look like an edge.
            return Chance(float(self.results.most_lost > 0))
        low, high = _both(ruin_ever, self._walks(None))
        return low.or_at_most(high)

    def ends(self) -> RuinOrGoal | None:
        if self.plan.bankroll is None:
            return None
        try:
            low, high = _both(until_ruin_or_goal, self._walks(self.plan.win))
        except TooLong as problem:
            self.notes.append(str(problem))
            return None
        return RuinOrGoal(
            ruin=low.ruin.or_at_most(high.ruin),
            goal=low.goal.or_at_most(high.goal),
            rounds=(low.rounds + high.rounds) / 2,
        )

    def trip(self, *, with_goal: bool) -> tuple[Trip | Paths | None, Chance | None, Chance | None]:
        plan = self.plan
        if plan.bankroll is None or plan.rounds is None:
            return None, None, None
        win = plan.win if with_goal else None
        try:
            low, high = _both(partial(trip, rounds=plan.rounds), self._walks(win))
        except TooLong:
            return self._played(plan.bankroll, plan.rounds, win)
        goal = None
        if low.goal is not None and high.goal is not None:
            goal = low.goal.or_at_most(high.goal)
        return low, low.ruin.or_at_most(high.ruin), goal

    def _played(
        self, bankroll: Money, rounds: int, win: Money | None
    ) -> tuple[Paths, Chance, Chance | None]:
        plan = self.plan
        self.notes.append(
            f"the trip is too long to follow exactly; {plan.paths:,} bankrolls were played with "
            f"seed {plan.seed}, and the errors given are standard errors"
        )
        paths = play_bankrolls(
            self.results,
            bankroll=bankroll,
            needed=plan.needed,
            win=win,
            rounds=rounds,
            paths=plan.paths,
            parts=40,
            seed=plan.seed,
        )
        return paths, paths.ruin, None if win is None else paths.goal

    def bankrolls(self) -> dict[float, Money]:
        plan = self.plan
        if plan.rounds is None:
            return {}
        try:
            return bankrolls_for(
                self.results, needed=plan.needed, rounds=plan.rounds, risks=plan.risks
            )
        except TooLong as problem:
            self.notes.append(f"no bankrolls for a chance of ruin: {problem}")
            return {}

    def bankrolls_for_ever(self) -> dict[float, Money]:
        """Where there is an edge."""
        sized = (
            (risk, bankroll_for_ever(self.results, needed=self.plan.needed, ruin=risk))
            for risk in self.plan.risks
        )
        return {risk: money for risk, money in sized if money is not None}
