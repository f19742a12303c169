"""`pitboss bankroll`: ruin, goals, trips and bet sizing for one seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.options import AsJson, Chart, Games, RulebookName, Settings, Wagers
from pitboss.cli.output import Page, dollars, progress
from pitboss.cli.simulate import money_of, request_of, show_answers
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.money import Money
    from pitboss.sim.bankroll_sheet import BankrollSheet
    from pitboss.sim.bankroll_walk import Chance
    from pitboss.sim.request import Request

FORMAT: Final = "pitboss-bankroll/1"


def bankroll(
    rulebook: RulebookName,
    *,
    bankroll: Annotated[
        str | None, typer.Option(metavar="MONEY", help="What you bring: 500.00.")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(metavar="MONEY", help="Stop once so much is won.")
    ] = None,
    hours: Annotated[float | None, typer.Option(min=0, help="Stop after so many.")] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many rounds; instead of --hours.")
    ] = None,
    rounds_per_hour: Annotated[int, typer.Option(min=1, help="The pace of the table.")] = 40,
    wagers: Wagers = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="NAME", help="How you play; see pitboss simulate.")
    ] = None,
    seats: Annotated[int, typer.Option(min=1, help="Seats taken; yours is the first.")] = 1,
    risk: Annotated[
        list[float] | None,
        typer.Option(metavar="CHANCE", help="Size a bankroll for it: 0.05; may be repeated."),
    ] = None,
    settings: Settings = None,
    games: Games = None,
    simulated_rounds: Annotated[
        int | None,
        typer.Option(
            min=1000,
            help="Dealt where results cannot be counted; 10,000,000, or 500,000 of a game that "
            "is settled round by round.",
        ),
    ] = None,
    paths: Annotated[
        int, typer.Option(min=100, help="Bankrolls played where none can be followed exactly.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(help="Of everything that is simulated.")] = 1,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the trip, part by part, as CSV.")
    ] = None,
    chart: Chart = None,
) -> None:
    """Risk of ruin with and without goal and time limit, cost per hour, trips, bet sizing."""
    if hours is not None and rounds is not None:
        raise BadSetting("--hours and --rounds both say when to stop; give one of them")
    if hours is not None:
        rounds = max(1, round(hours * rounds_per_hour))
    if goal is not None and bankroll is None:
        raise BadSetting("a goal is reached from a bankroll; give --bankroll as well")
    for chance in risk or []:
        if not 0 < chance < 1:
            raise BadSetting(f"a risk of {chance}: write a chance between 0 and 1, like 0.05")
    from pitboss.sim.bankroll_results import needed_for, results_of
    from pitboss.sim.bankroll_sheet import RISKS, Plan, bankroll_sheet

    brought = None if bankroll is None else money_of("--bankroll ", bankroll)
    win = None if goal is None else money_of("--goal ", goal)
    request = request_of(
        rulebook,
        seats=seats,
        seed=seed,
        wagers=wagers or [],
        strategies=[] if strategy is None else [strategy],
        settings=settings or [],
        games=games or [],
    )
    if (csv or chart) and (bankroll is None or rounds is None):
        raise BadSetting("a trip has an end; give --bankroll, and --hours or --rounds")
    with progress(2, "Working out") as begin:
        begin("the results of a round")
        results = results_of(request, rounds=simulated_rounds)
        begin("bankrolls")
        plan = Plan(
            needed=needed_for(request, results),
            bankroll=brought,
            win=win,
            rounds=rounds,
            rounds_per_hour=rounds_per_hour,
            paths=paths,
            seed=seed,
            risks=tuple(risk or RISKS),
        )
        sheet = bankroll_sheet(results, plan)

    def draw() -> Figure:
        from pitboss.cli.charts import bankroll_chart

        return bankroll_chart(request, sheet, seed)

    show_answers(
        as_json=as_json,
        record=lambda: _record(request, sheet),
        pages=lambda: _pages(request, sheet),
        csv=(csv, lambda: _trip_rows(sheet)),
        chart=(chart, draw),
    )


# --- for people -----------------------------------------------------------------------------------


def _pages(request: Request, sheet: BankrollSheet) -> Iterator[Page | str]:
    rules = request.rules
    stakes = ", ".join(f"{name} {stake.dollars}" for name, stake in request.stakes.items())
    yield f"{rules.title}, {rules.edition} ({rules.id})\n{stakes}\n"
    yield Page("A round", ("", ""), list(_round_lines(sheet)))
    if sheet.plan.bankroll is not None:
        yield Page("Ruin and goal", ("question", "answer"), list(_answers(sheet)))
    if sheet.trip is not None:
        notes = ("A ruined trip has lost all but what does not cover another round.",)
        title = f"A trip of {sheet.plan.rounds:,} rounds"
        yield Page(title, ("", ""), list(_trip_lines(sheet)), notes)
    if sheet.bankrolls or sheet.bankrolls_for_ever:
        within = "-" if sheet.plan.rounds is None else f"within {sheet.plan.rounds:,} rounds"
        rows = [
            (
                f"{risk:.2%}",
                *(sizes[risk].dollars if risk in sizes else "-" for sizes in _sizes(sheet)),
            )
            for risk in sheet.plan.risks
        ]
        yield Page("Bankroll for a chance of ruin", ("chance", within, "ever"), rows)
    for note in sheet.notes:
        yield f"Note: {note}."


def _sizes(sheet: BankrollSheet) -> tuple[dict[float, Money], dict[float, Money]]:
    return sheet.bankrolls, sheet.bankrolls_for_ever


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

    >>> from pitboss.sim.bankroll_walk import Chance
    >>> chance_text(Chance(0.25, 1e-13)), chance_text(Chance(0.25, 0.004))
    ('25.0000%', '25.0000% ± 0.4000%')
    """
    error = f" ± {chance.error:.4%}" if chance.error >= 5e-7 else ""
    return f"{chance.value:.4%}{error}"


def _trip_lines(sheet: BankrollSheet) -> Iterator[tuple[str, str]]:
    assert sheet.trip is not None, "asked with a trip"
    for share, result in sheet.trip_results().items():
        text = "more than was followed" if result is None else _cents(result)
        yield f"{share:.0%} of trips end no better than", text
    yield "trips that end ahead", f"{sheet.trip.ahead:.4%}"


def _cents(cents: float, digits: int = 2) -> str:
    return dollars(cents / 100, digits)


# --- for programs ---------------------------------------------------------------------------------


def _record(request: Request, sheet: BankrollSheet) -> dict[str, Any]:
    """Everything as plain data; money in dollars as text, chances with their errors."""
    from pitboss.odds.figures import fraction

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
        results_by_share = sheet.trip_results().items()
        record["trip"] = {
            "ahead": sheet.trip.ahead,
            "results": {str(share): _dollars(result) for share, result in results_by_share},
        }
    return record


def _chance(chance: Chance | None) -> dict[str, float] | None:
    return None if chance is None else {"chance": chance.value, "error": chance.error}


def _by_risk(bankrolls: dict[float, Money]) -> dict[str, str]:
    return {str(risk): str(money) for risk, money in bankrolls.items()}


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100


def _trip_rows(sheet: BankrollSheet) -> Iterator[list[object]]:
    """A line for each part of the trip: rounds played, ruined so far, results by share."""
    assert sheet.trip is not None, "asked with a trip"
    yield ["rounds", "ruined", *(f"result_{share:g}" for share in sheet.trip_results())]
    for part, (rounds, ruined) in enumerate(sheet.trip.ruined_by_part()):
        results = sheet.trip_results(part).values()
        yield [rounds, f"{ruined:.12g}", *("" if r is None else r / 100 for r in results)]
