"""The answers of `pitboss bankroll` as tables for people, JSON and CSV for programs."""

from __future__ import annotations

import csv as csv_files
import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Final

from pitboss.cli.pages import Page
from pitboss.cli.printing import print_page
from pitboss.cli.progress import progress
from pitboss.cli.run_asked import request_of
from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.odds.figures import fraction
from pitboss.sim.bankroll_results import needed_for, results_of
from pitboss.sim.bankroll_sheet import RISKS, BankrollSheet, Plan, bankroll_sheet
from pitboss.sim.bankroll_walk import Chance, Paths, Trip
from pitboss.sim.request import Request

FORMAT: Final = "pitboss-bankroll/1"
SHARES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `pitboss bankroll` was asked."""

    rulebook: str
    wagers: list[str]
    strategy: str
    seats: int
    settings: list[str]
    bankroll: Money | None
    win: Money | None
    rounds: int | None
    rounds_per_hour: int
    risks: tuple[float, ...]
    simulated_rounds: int
    paths: int
    seed: int


def show_bankroll(asked: Asked, *, as_json: bool, csv: Path | None, chart: Path | None) -> None:
    """Answer, print, and write what files were asked for."""
    request = request_of(
        asked.rulebook,
        seats=asked.seats,
        seed=asked.seed,
        wagers=asked.wagers,
        strategies=[asked.strategy],
        settings=asked.settings,
    )
    if (csv or chart) and (asked.bankroll is None or asked.rounds is None):
        raise BadSetting("a trip is told part by part; give --bankroll, and --hours or --rounds")
    with progress(2, "Working out") as begin:
        begin("the results of a round")
        results = results_of(request, rounds=asked.simulated_rounds)
        begin("bankrolls")
        plan = Plan(
            needed=needed_for(request, results),
            bankroll=asked.bankroll,
            win=asked.win,
            rounds=asked.rounds,
            rounds_per_hour=asked.rounds_per_hour,
            paths=asked.paths,
            seed=asked.seed,
            risks=asked.risks or RISKS,
        )
        sheet = bankroll_sheet(results, plan)
    if csv is not None:
        csv.write_text(trip_csv(sheet), encoding="utf-8")
    if chart is not None:
        from pitboss.cli.bankroll_charts import bankroll_chart
        from pitboss.cli.chart_files import save

        save(chart, lambda: bankroll_chart(request, sheet, asked.seed))
    if as_json:
        print(json.dumps(sheet_record(request, sheet)))
        return
    _print(request, sheet)


# --- for people -----------------------------------------------------------------------------------


def _print(request: Request, sheet: BankrollSheet) -> None:
    rules = request.rules
    stakes = ", ".join(f"{name} {stake.dollars}" for name, stake in request.stakes.items())
    print(f"{rules.title}, {rules.edition} ({rules.id})\n{stakes}\n")
    print_page(Page("A round", ("", ""), list(_round_lines(sheet))))
    if sheet.plan.bankroll is not None:
        print_page(Page("Ruin and goal", ("question", "answer"), list(_answers(sheet))))
    if sheet.trip is not None:
        print_page(_trip_page(sheet))
    if sheet.bankrolls or sheet.bankrolls_for_ever:
        print_page(_sizes_page(sheet))
    for note in sheet.notes:
        print(f"Note: {note}.")


def _round_lines(sheet: BankrollSheet) -> Iterator[tuple[str, str]]:
    results, plan = sheet.results, sheet.plan
    yield "expected", _cents(float(results.mean), digits=4)
    if results.simulated_rounds:
        yield "standard error of that, simulated", _cents(results.standard_error, digits=4)
    yield "standard deviation", _cents(results.deviation)
    yield "money needed for a round", plan.needed.dollars
    yield f"cost per hour of {plan.rounds_per_hour} rounds", _cents(float(sheet.cost_per_hour))
    yield "standard deviation per hour", _cents(sheet.deviation_per_hour)
    if sheet.luck is not None:
        yield "N0: rounds until expectation is one deviation", f"{float(sheet.luck):,.0f}"
    if sheet.kelly is not None:
        yield "Kelly bankroll for these stakes", _cents(sheet.kelly)
        yield "half Kelly", _cents(2 * sheet.kelly)


def _answers(sheet: BankrollSheet) -> Iterator[tuple[str, str]]:
    plan = sheet.plan
    if sheet.ever is not None:
        yield "ruined, with neither goal nor limit", chance_text(sheet.ever)
    if sheet.ends is not None and plan.win is not None:
        yield f"ruined before {plan.win.dollars} is won", chance_text(sheet.ends.ruin)
        yield f"{plan.win.dollars} is won before ruin", chance_text(sheet.ends.goal)
        yield "rounds until either, on average", f"{sheet.ends.rounds:,.1f}"
    if sheet.trip_ruin is not None:
        yield f"ruined within {plan.rounds:,} rounds", chance_text(sheet.trip_ruin)
    if sheet.goal_trip_ruin is not None and plan.win is not None:
        assert sheet.goal_trip_goal is not None, "asked with a goal"
        yield f"with both: ruined within {plan.rounds:,} rounds", chance_text(sheet.goal_trip_ruin)
        yield f"with both: {plan.win.dollars} won", chance_text(sheet.goal_trip_goal)
        rest = 1 - sheet.goal_trip_ruin.value - sheet.goal_trip_goal.value
        yield "with both: neither", f"{max(0.0, rest):.4%}"


def chance_text(chance: Chance) -> str:
    """A chance with its error, where that can be seen.

    >>> chance_text(Chance(0.25, 1e-13)), chance_text(Chance(0.25, 0.004))
    ('25.0000%', '25.0000% ± 0.4000%')
    """
    error = f" ± {chance.error:.4%}" if chance.error >= 5e-7 else ""
    return f"{chance.value:.4%}{error}"


def _trip_page(sheet: BankrollSheet) -> Page:
    rows = [(f"{share:.0%} of trips end no better than", text) for share, text in _ends_at(sheet)]
    ahead = _ahead(sheet.trip)
    rows.append(("trips that end ahead", f"{ahead:.4%}"))
    notes = ("A ruined trip has lost all but what does not cover another round.",)
    return Page(f"A trip of {sheet.plan.rounds:,} rounds", ("", ""), rows, notes)


def _ends_at(sheet: BankrollSheet) -> Iterator[tuple[float, str]]:
    for share in SHARES:
        result = quantile(sheet.trip, share)
        yield share, "more than was followed" if result is None else _cents(result)


def quantile(trip: Trip | Paths | None, share: float, part: int = -1) -> int | None:
    """The result in cents that this share of trips does not exceed."""
    if isinstance(trip, Trip):
        return trip.quantile(share, part)
    assert trip is not None, "asked with a trip"
    results = sorted(trip.results(part).tolist())
    return int(results[min(len(results) - 1, int(share * len(results)))])


def _ahead(trip: Trip | Paths | None) -> float:
    if isinstance(trip, Trip):
        return trip.ahead
    assert trip is not None, "asked with a trip"
    return float((trip.results() > 0).mean())


def _sizes_page(sheet: BankrollSheet) -> Page:
    rows = [
        (
            f"{risk:.2%}",
            sheet.bankrolls[risk].dollars if risk in sheet.bankrolls else "-",
            sheet.bankrolls_for_ever[risk].dollars if risk in sheet.bankrolls_for_ever else "-",
        )
        for risk in sheet.plan.risks
    ]
    within = "-" if sheet.plan.rounds is None else f"within {sheet.plan.rounds:,} rounds"
    return Page("Bankroll for a chance of ruin", ("chance", within, "ever"), rows)


def _cents(cents: float, digits: int = 2) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.{digits}f}"


# --- for programs ---------------------------------------------------------------------------------


def sheet_record(request: Request, sheet: BankrollSheet) -> dict[str, Any]:
    """Everything as plain data; money in dollars as text, chances with their errors."""
    results, plan, rules = sheet.results, sheet.plan, request.rules
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "wagers": {name: str(stake) for name, stake in request.stakes.items()},
        "seats": request.seats,
        "seed": plan.seed,
        "round": {
            "expected": fraction(results.mean / 100),
            "standard_deviation": results.deviation / 100,
            "counted": not results.simulated_rounds,
            "simulated_rounds": results.simulated_rounds,
            "standard_error": results.standard_error / 100,
            "needed": str(plan.needed),
        },
        "rounds_per_hour": plan.rounds_per_hour,
        "cost_per_hour": float(sheet.cost_per_hour) / 100,
        "standard_deviation_per_hour": sheet.deviation_per_hour / 100,
        "n0": None if sheet.luck is None else float(sheet.luck),
        "kelly_bankroll": None if sheet.kelly is None else sheet.kelly / 100,
        "bankroll": None if plan.bankroll is None else str(plan.bankroll),
        "goal": None if plan.win is None else str(plan.win),
        "rounds": plan.rounds,
        "ruin": {
            "no_goal_no_limit": _chance(sheet.ever),
            "goal_only": _chance(sheet.ends.ruin if sheet.ends else None),
            "limit_only": _chance(sheet.trip_ruin),
            "goal_and_limit": _chance(sheet.goal_trip_ruin),
        },
        "goal_reached": {
            "goal_only": _chance(sheet.ends.goal if sheet.ends else None),
            "goal_and_limit": _chance(sheet.goal_trip_goal),
        },
        "rounds_until_ruin_or_goal": sheet.ends.rounds if sheet.ends else None,
        "bankroll_for_ruin_within_rounds": _by_risk(sheet.bankrolls),
        "bankroll_for_ruin_ever": _by_risk(sheet.bankrolls_for_ever),
        "notes": list(sheet.notes),
    }
    if sheet.trip is not None:
        record["trip"] = {
            "ahead": _ahead(sheet.trip),
            "results": {str(share): _dollars(quantile(sheet.trip, share)) for share in SHARES},
        }
    return record


def _chance(chance: Chance | None) -> dict[str, float] | None:
    return None if chance is None else {"chance": chance.value, "error": chance.error}


def _by_risk(bankrolls: dict[float, Money]) -> dict[str, str]:
    return {str(risk): str(money) for risk, money in bankrolls.items()}


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100


def trip_csv(sheet: BankrollSheet) -> str:
    """A line for each part of the trip: rounds played, ruined so far, results by share."""
    trip, text = sheet.trip, StringIO()
    assert trip is not None, "asked with a trip"
    lines = csv_files.writer(text, lineterminator="\n")
    lines.writerow(["rounds", "ruined", *(f"result_{share:g}" for share in SHARES)])
    for part, (rounds, ruined) in enumerate(ruined_by_part(trip)):
        results = (_dollars(quantile(trip, share, part)) for share in SHARES)
        lines.writerow([rounds, f"{ruined:.12g}", *("" if r is None else r for r in results)])
    return text.getvalue()


def ruined_by_part(trip: Trip | Paths) -> list[tuple[int, float]]:
    """Rounds played and the share ruined by then, part by part."""
    if isinstance(trip, Trip):
        parts = len(trip.spreads)
        ends = [(part + 1) * trip.rounds // parts for part in range(parts)]
        return [(end, float(trip.ruined[:end].sum())) for end in ends]
    parts = trip.seen.shape[1]
    ends = [(part + 1) * trip.rounds // parts for part in range(parts)]
    return [(end, float(((trip.ruined_at > 0) & (trip.ruined_at <= end)).mean())) for end in ends]
