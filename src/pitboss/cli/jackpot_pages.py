"""The answers of `pitboss jackpot-process` as tables for people, JSON and CSV for programs."""

from __future__ import annotations

import csv as csv_files
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from pitboss.api import open_rulebook
from pitboss.cli.pages import Page, hand_words
from pitboss.cli.printing import print_page
from pitboss.cli.progress import progress
from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.odds.question import ask
from pitboss.sim.jackpot_link import LinkGame, link_model
from pitboss.sim.jackpot_meter import return_at
from pitboss.sim.jackpot_sheet import SHARES, JackpotSheet, LevelSheet, jackpot_sheet

FORMAT: Final = "pitboss-jackpot-process/1"
_PACE: Final = {"tables": 1, "players": 5, "rounds": 40}
_SPANS: Final = (("day", 24), ("week", 168), ("month", 730), ("year", 8760))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `pitboss jackpot-process` was asked."""

    games: list[str]
    contributions: dict[str, Fraction]
    resets: dict[str, Money]
    reserve: Fraction
    starts: dict[str, Fraction]
    hours: int
    paths: int
    seed: int


def game_of(text: str) -> LinkGame:
    """Read `RULEBOOK:key=value,...`: tables, players and rounds an hour; the rest are settings.

    >>> game_of("holdem:tables=3,unit=5.00").wagers_per_hour  # 5 players and 40 rounds unless said
    600
    >>> game_of("holdem:tables=none")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: tables=none: write a whole number, at least 1
    """
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
        question=ask(open_rulebook(name), settings),
        tables=pace["tables"],
        players=pace["players"],
        rounds_per_hour=pace["rounds"],
    )


def show_jackpot(asked: Asked, *, as_json: bool, csv: Path | None, chart: Path | None) -> None:
    """Answer, print, and write what files were asked for."""
    link = link_model(
        [game_of(text) for text in asked.games],
        contributions=asked.contributions,
        resets=asked.resets,
        reserve=asked.reserve,
    )
    for name in asked.starts:
        if name not in {level.name for level in link.levels}:
            levels = ", ".join(level.name for level in link.levels)
            raise BadSetting(f"start {name}: the link has only {levels}")
    with progress(1, "Working out") as begin:
        begin("the meters")
        sheet = jackpot_sheet(
            link, hours=asked.hours, paths=asked.paths, seed=asked.seed, starts=asked.starts
        )
    if csv is not None:
        csv.write_text(meters_csv(sheet), encoding="utf-8")
    if chart is not None:
        from pitboss.cli.chart_files import save
        from pitboss.cli.jackpot_charts import jackpot_chart

        save(chart, lambda: jackpot_chart(sheet))
    if as_json:
        print(json.dumps(sheet_record(sheet, asked.seed)))
        return
    for page in _pages(sheet):
        print_page(page)


# --- for people -----------------------------------------------------------------------------------


def _pages(sheet: JackpotSheet) -> Iterator[Page]:
    yield _link_page(sheet)
    yield _amounts_page(sheet)
    yield _between_page(sheet)
    yield _money_page(sheet)
    yield _return_page(sheet)
    yield _effects_page(sheet)


def _link_page(sheet: JackpotSheet) -> Page:
    rows = [
        (
            game.name,
            str(game.tables),
            str(game.players),
            str(game.rounds_per_hour),
            f"${float(game.stake):,.2f}",
            f"{game.wagers_per_hour:,}",
        )
        for game in sheet.link.games
    ]
    columns = ("game", "tables", "players", "rounds an hour", "wager", "wagers an hour")
    return Page("The link", columns, rows)


def _amounts_page(sheet: JackpotSheet) -> Page:
    rows = []
    for one in sheet.levels:
        rows.append((one.level.name, "reset", _dollars(float(one.level.reset))))
        rows.append((one.level.name, "mean", _dollars(float(one.mean))))
        rows.append((one.level.name, "standard deviation", _dollars(one.deviation)))
        rows += [(one.level.name, f"{share:.0%} below", _middle(one, share)) for share in SHARES]
    notes: tuple[str, ...] = (
        "A hit does not know the meter: what wagers find and what hits find is one distribution.",
        "Shares are halfway between bounds that enclose the truth; --json gives both.",
    )
    if len({game.stake for game in sheet.link.games}) > 1:
        notes += ("Games of different stakes: shares go by the average contribution.",)
    return Page("The meter, and the amount at hits", ("meter", "", "amount"), rows, notes)


def _middle(one: LevelSheet, share: float) -> str:
    low, high = one.spread.quantile(share)
    digits = 2 if one.spread.width < 0.1 else 0
    return f"${(low + high) / 2:,.{digits}f}"


def _between_page(sheet: JackpotSheet) -> Page:
    per_hour = sheet.link.wagers_per_hour
    rows = [
        (
            each.level,
            hand_words(each.hand),
            f"{each.percent}%",
            f"{float(each.mean):,.0f}",
            f"{float(each.mean) / per_hour:,.1f}",
            f"{each.median / per_hour:,.1f}",
            f"{each.by_99 / per_hour:,.1f}",
        )
        for each in sheet.between
    ]
    columns = ("meter", "hand", "takes", "wagers", "hours", "half by", "99% by")
    return Page("Between hits", columns, rows)


def _money_page(sheet: JackpotSheet) -> Page:
    hours = f"{sheet.hours:,} hours"
    rows = []
    for one in sheet.levels:
        rows.append((f"{one.level.name}: liability at 99%", _middle(one, 0.99)))
        rows.append((f"{one.level.name}: resets within {hours}, at 99%", f"{one.resets_at_99:,}"))
    if len(sheet.levels) > 1:
        rows.append((f"all meters after {hours}, at 99%", _dollars(sheet.liability_at_99())))
    rows.append((f"reserve to start with, for {hours} at 99%", sheet.reserve.dollars))
    notes: tuple[str, ...] = ("Resets are paid by the reserve, awards by what was contributed.",)
    if len(sheet.levels) > 1:
        paths = sheet.paths.seen.shape[0]
        notes += (f"All meters together: simulated, {paths:,} links.",)
    return Page("Liability and reserve", ("", ""), rows, notes)


def _return_page(sheet: JackpotSheet) -> Page:
    rows = []
    for name, hours in _SPANS:
        if hours <= sheet.hours:
            wagers = hours * sheet.link.wagers_per_hour
            rows.append((f"over the first {name}", f"{sheet.back_over(wagers):.4%}"))
    rows.append((f"over {sheet.hours:,} hours", f"{sheet.back_over(sheet.wagers):.4%}"))
    low, high = np.quantile(sheet.paths.returns(), (0.05, 0.95))
    rows.append(("nine links in ten, simulated", f"{low:.4%} to {high:.4%}"))
    rows.append(("in the long run", f"{float(sheet.back):.4%}"))
    resets = {level.name: level.reset for level in sheet.link.levels}
    rows.append(("with every meter at its reset", f"{float(return_at(sheet.link, resets)):.4%}"))
    for fair in sheet.fair:
        label = f"{fair.game}: wagers that find {fair.level} at {fair.at.dollars} or more"
        rows.append((label, f"{(fair.least + fair.most) / 2:.4%}"))
    return Page("Return to players", ("", ""), rows)


def _effects_page(sheet: JackpotSheet) -> Page:
    rows = [
        (
            each.level,
            f"${float(each.contribution):,.4f}",
            _dollars(float(each.reset)),
            _dollars(float(each.amount)),
            f"{float(each.back):.4%}",
        )
        for each in sheet.effects
    ]
    columns = ("meter", "contribution", "reset", "mean at hits", "return")
    return Page("With other contributions and resets", columns, rows)


def _dollars(amount: float) -> str:
    return f"${amount:,.2f}"


# --- for programs ---------------------------------------------------------------------------------


def sheet_record(sheet: JackpotSheet, seed: int) -> dict[str, Any]:
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
        "quantiles": {str(share): list(one.spread.quantile(share)) for share in SHARES},
        "resets_99": one.resets_at_99,
    }


def meters_csv(sheet: JackpotSheet) -> str:
    """A line for each moment and meter: expected, and shares of the links played."""
    text = StringIO()
    lines = csv_files.writer(text, lineterminator="\n")
    lines.writerow(["hours", "wagers", "meter", "expected", "p05", "p50", "p95"])
    for place, one in enumerate(sheet.levels):
        expected = sheet.expected(one.level)
        for part, wagers in enumerate(sheet.moments()):
            shares = np.quantile(sheet.paths.seen[:, part, place], (0.05, 0.5, 0.95))
            hours = wagers / sheet.link.wagers_per_hour
            amounts = (f"{amount:.2f}" for amount in (expected[part], *shares))
            lines.writerow([f"{hours:.2f}", wagers, one.level.name, *amounts])
    return text.getvalue()
