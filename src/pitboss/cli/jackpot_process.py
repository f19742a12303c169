"""`pitboss jackpot-process`: what a link's meters do over time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.options import AsJson, Chart
from pitboss.cli.output import Page, dollars, progress
from pitboss.cli.simulate import money_of, show_answers
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pitboss.sim.jackpot_link import LinkGame
    from pitboss.sim.jackpot_sheet import JackpotSheet, LevelSheet

FORMAT: Final = "pitboss-jackpot-process/1"
_PACE: Final = {"tables": 1, "players": 5, "rounds": 40}
_SPANS: Final = (("day", 24), ("week", 168), ("month", 730), ("year", 8760))


def jackpot_process(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAMES...",
            help="Rulebooks, each with what is special to it: "
            "holdem:tables=10,players=5,rounds=40,unit=5.00.",
        ),
    ],
    *,
    contribution: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METER=SHARE", help="What part of a wager it gets: jackpot=0.20; each meter."
        ),
    ] = None,
    reset: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=MONEY", help="Where a meter starts again; else as printed."),
    ] = None,
    reserve: Annotated[
        str, typer.Option(metavar="SHARE", help="Put aside of each wager for resets.")
    ] = "0",
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=MONEY", help="What it shows now; its reset without."),
    ] = None,
    hours: Annotated[int, typer.Option(min=1, help="How far to look ahead.")] = 8760,
    paths: Annotated[int, typer.Option(min=100, help="Links played beside the formulas.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the links played.")] = 1,
    as_json: AsJson = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the meters over time as CSV.")
    ] = None,
    chart: Chart = None,
) -> None:
    """Amounts at hits, time between hits, reserve and liability, and what goes back to players."""
    contributions = {name: _share(name, text) for name, text in _pairs(contribution, "0.20")}
    from pitboss.sim.jackpot_link import link_model
    from pitboss.sim.jackpot_sheet import jackpot_sheet

    like = "10000.00"
    resets = {n: money_of(f"{n}=", text, like=like) for n, text in _pairs(reset, like)}
    starts = {n: money_of(f"{n}=", text, like=like) for n, text in _pairs(start, "150000.00")}
    link = link_model(
        [game_of(text) for text in games],
        contributions=contributions,
        resets=resets,
        reserve=_share("--reserve", reserve),
    )
    levels = [level.name for level in link.levels]
    for name in starts:
        if name not in levels:
            raise BadSetting(f"start {name}: the link has only {', '.join(levels)}")
    with progress(1, "Working out") as begin:
        begin("the meters")
        amounts = {name: Fraction(money.cents, 100) for name, money in starts.items()}
        sheet = jackpot_sheet(link, hours=hours, paths=paths, seed=seed, starts=amounts)

    def draw() -> Figure:
        from pitboss.cli.charts import jackpot_chart

        return jackpot_chart(sheet)

    show_answers(
        as_json=as_json,
        record=lambda: _record(sheet, seed),
        pages=lambda: _pages(sheet),
        csv=(csv, lambda: _meter_rows(sheet)),
        chart=(chart, draw),
    )


def _pairs(words: list[str] | None, like: str) -> list[tuple[str, str]]:
    pairs = []
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadSetting(f"{word!r}: name the meter too, like jackpot={like}")
        pairs.append((name, value))
    return pairs


def _share(name: str, text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not 0 <= share <= 1:
        raise BadSetting(f"{name} {text}: write a share of the wager from 0 to 1, like 0.20")
    return share


def game_of(text: str) -> LinkGame:
    """Read `RULEBOOK:key=value,...`: tables, players and rounds an hour; the rest are settings.

    >>> game_of("holdem:tables=3,unit=5.00").wagers_per_hour  # 5 players, 40 rounds by default
    600
    >>> game_of("holdem:tables=none")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: tables=none: write a whole number, at least 1
    """
    from pitboss.games.library import find_rulebook
    from pitboss.odds.question import ask
    from pitboss.sim.jackpot_link import LinkGame

    # A file's name may hold a colon of its own; settings always hold an equals sign.
    name, colon, words = text.rpartition(":")
    if not colon or "=" not in words:
        name, words = text, ""
    pace, settings = dict(_PACE), []
    for word in filter(None, words.split(",")):
        key, _, value = word.partition("=")
        if key not in pace:
            settings.append(word)
        elif value.isascii() and value.isdigit() and int(value) > 0:
            pace[key] = int(value)
        else:
            raise BadSetting(f"{word}: write a whole number, at least 1")
    return LinkGame(
        question=ask(find_rulebook(name), settings),
        tables=pace["tables"],
        players=pace["players"],
        rounds_per_hour=pace["rounds"],
    )


# --- for people -----------------------------------------------------------------------------------


def _pages(sheet: JackpotSheet) -> Iterator[Page]:
    columns: tuple[str, ...] = ("game", "tables", "players", "rounds an hour")
    yield Page("The link", (*columns, "wager", "wagers an hour"), list(_games(sheet)))
    notes: tuple[str, ...] = (
        "A hit does not know the meter: what wagers find and what hits find is one distribution.",
        "Shares are halfway between bounds that enclose the truth; --json gives both.",
    )
    if len({game.stake for game in sheet.link.games}) > 1:
        notes = (*notes, "Games of different stakes: shares go by the average contribution.")
    columns = ("meter", "", "amount")
    yield Page("The meter, and the amount at hits", columns, list(_amounts(sheet)), notes)
    columns = ("meter", "hand", "takes", "wagers", "hours", "half by", "99% by")
    yield Page("Between hits", columns, list(_between_hits(sheet)))
    notes = ("Resets are paid by the reserve, awards by what was contributed.",)
    if len(sheet.levels) > 1:
        paths = sheet.paths.seen.shape[0]
        notes = (*notes, f"All meters together: simulated, {paths:,} links.")
    yield Page("Liability and reserve", ("", ""), list(_liability(sheet)), notes)
    yield Page("Return to players", ("", ""), list(_returns(sheet)))
    columns = ("meter", "contribution", "reset", "mean at hits", "return")
    yield Page("With other contributions and resets", columns, list(_effects(sheet)))


def _games(sheet: JackpotSheet) -> Iterator[tuple[str, ...]]:
    for game in sheet.link.games:
        pace = (str(game.tables), str(game.players), str(game.rounds_per_hour))
        yield game.name, *pace, dollars(game.stake), f"{game.wagers_per_hour:,}"


def _amounts(sheet: JackpotSheet) -> Iterator[tuple[str, ...]]:
    for one in sheet.levels:
        yield one.level.name, "reset", dollars(one.level.reset)
        yield one.level.name, "mean", dollars(one.mean)
        yield one.level.name, "standard deviation", dollars(one.deviation)
        for share in one.quantiles():
            yield one.level.name, f"{share:.0%} below", _middle(one, share)


def _middle(one: LevelSheet, share: float) -> str:
    low, high = one.spread.quantile(share)
    return dollars((low + high) / 2, digits=2 if one.spread.width < 0.1 else 0)


def _between_hits(sheet: JackpotSheet) -> Iterator[tuple[str, ...]]:
    from pitboss.hands.classes import name_in_words

    per_hour = sheet.link.wagers_per_hour
    for each in sheet.between:
        wagers = float(each.mean)
        hours = (f"{count / per_hour:,.1f}" for count in (wagers, each.median, each.by_99))
        yield each.level, name_in_words(each.hand), f"{each.percent}%", f"{wagers:,.0f}", *hours


def _liability(sheet: JackpotSheet) -> Iterator[tuple[str, str]]:
    hours = f"{sheet.hours:,} hours"
    for one in sheet.levels:
        yield f"{one.level.name}: liability at 99%", _middle(one, 0.99)
        yield f"{one.level.name}: resets within {hours}, at 99%", f"{one.resets_at_99:,}"
    if len(sheet.levels) > 1:
        yield f"all meters after {hours}, at 99%", dollars(sheet.liability_at_99())
    yield f"reserve to start with, for {hours} at 99%", sheet.reserve.dollars


def _returns(sheet: JackpotSheet) -> Iterator[tuple[str, str]]:
    for name, hours in _SPANS:
        if hours <= sheet.hours:
            wagers = hours * sheet.link.wagers_per_hour
            yield f"over the first {name}", f"{sheet.back_over(wagers):.4%}"
    yield f"over {sheet.hours:,} hours", f"{sheet.back_over(sheet.wagers):.4%}"
    low, high = sheet.paths.nine_in_ten()
    yield "nine links in ten, simulated", f"{low:.4%} to {high:.4%}"
    yield "in the long run", f"{float(sheet.back):.4%}"
    yield "with every meter at its reset", f"{float(sheet.back_at_reset()):.4%}"
    for fair in sheet.fair:
        label = f"{fair.game}: wagers that find {fair.level} at {fair.at.dollars} or more"
        yield label, f"{(fair.least + fair.most) / 2:.4%}"


def _effects(sheet: JackpotSheet) -> Iterator[tuple[str, ...]]:
    for each in sheet.effects:
        contribution = dollars(each.contribution, digits=4)
        amounts = (contribution, dollars(each.reset), dollars(each.amount))
        yield each.level, *amounts, f"{float(each.back):.4%}"


# --- for programs ---------------------------------------------------------------------------------


def _record(sheet: JackpotSheet, seed: int) -> dict[str, Any]:
    """Everything as plain data, amounts in dollars."""
    link = sheet.link
    return {
        "format": FORMAT,
        "hours": sheet.hours,
        "wagers": sheet.wagers,
        "wagers_per_hour": link.wagers_per_hour,
        "games": [
            {
                "rulebook": game.name,
                "tables": game.tables,
                "players": game.players,
                "rounds_per_hour": game.rounds_per_hour,
                "wager": float(game.stake),
            }
            for game in link.games
        ],
        "levels": [_level_record(one) for one in sheet.levels],
        "between_hits": [
            {
                "meter": each.level,
                "hand": each.hand,
                "percent": each.percent,
                "wagers": float(each.mean),
                "hours": float(each.mean) / link.wagers_per_hour,
                "wagers_median": each.median,
                "wagers_99": each.by_99,
            }
            for each in sheet.between
        ],
        "reserve_99": str(sheet.reserve),
        "all_meters_99": sheet.liability_at_99(),
        "return_long_run": float(sheet.back),
        "return_over_time": sheet.back_over(sheet.wagers),
        "fair": [
            {"game": f.game, "meter": f.level, "at": str(f.at), "share": [f.least, f.most]}
            for f in sheet.fair
        ],
        "effects": [
            {
                "meter": each.level,
                "contribution": float(each.contribution),
                "reset": float(each.reset),
                "mean_at_hit": float(each.amount),
                "return": float(each.back),
            }
            for each in sheet.effects
        ],
        "simulated": {
            "paths": sheet.paths.seen.shape[0],
            "seed": seed,
            "return_mean": float(sheet.paths.returns().mean()),
            "hits": {f"{m}/{hand}": count for (m, hand), count in sheet.paths.hits.items()},
        },
    }


def _level_record(one: LevelSheet) -> dict[str, Any]:
    return {
        "meter": one.level.name,
        "reset": float(one.level.reset),
        "contribution": float(one.level.contribution),
        "mean": float(one.mean),
        "standard_deviation": one.deviation,
        "quantiles": {str(share): list(bounds) for share, bounds in one.quantiles().items()},
        "resets_99": one.resets_at_99,
    }


def _meter_rows(sheet: JackpotSheet) -> Iterator[list[object]]:
    """A line for each moment and meter: expected, and shares of the links played."""
    yield ["hours", "wagers", "meter", "expected", "p05", "p50", "p95"]
    for place, one in enumerate(sheet.levels):
        expected = sheet.expected(one.level)
        for part, wagers in enumerate(sheet.moments()):
            shares = sheet.paths.quantiles(part, place, (0.05, 0.5, 0.95))
            amounts = (f"{amount:.2f}" for amount in (expected[part], *shares))
            yield [f"{wagers / sheet.link.wagers_per_hour:.2f}", wagers, one.level.name, *amounts]
