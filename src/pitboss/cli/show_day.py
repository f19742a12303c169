"""The master report of a gaming day, for people and for programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable
from typing import Any

from pitboss.cli.pages import Page
from pitboss.cli.printing import print_page
from pitboss.errors import BadSetting
from pitboss.house.day_results import DayResult, day_results
from pitboss.house.tables import Tables
from pitboss.money import total

FORMAT = "pitboss-day/1"
_COLUMNS = ("day", "game", "table", "currency", "rounds", "win", "contributed", "revenue")


def print_day(tables: Tables, day: str | None, *, as_json: bool, as_csv: bool) -> None:
    """Every table of a gaming day, every game and all of them together."""
    found = day_results(tables, day)
    if not found:
        raise BadSetting(
            f"Nothing was played on gaming day {day}; write it as 2026-03-01"
            if day
            else "Nothing was played yet"
        )
    rows = [_row(one.table, [one]) for one in found]
    if as_csv:
        writer = csv.DictWriter(sys.stdout, fieldnames=_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    games = dict.fromkeys((one.game, one.currency) for one in found)
    by_game = [
        _row("all", [one for one in found if (one.game, one.currency) == game]) for game in games
    ]
    # Dollars of two countries are never added up.
    currencies = dict.fromkeys(one.currency for one in found)
    whole = [
        _row("all", [one for one in found if one.currency == currency]) | {"game": "all"}
        for currency in currencies
    ]
    if as_json:
        record = {"format": FORMAT, "tables": rows, "games": by_game, "all": whole}
        print(json.dumps(record, indent=2, ensure_ascii=False))
        return
    shown = [*rows, *by_game, *whole]
    cells = [tuple(str(row[column]) for column in _COLUMNS) for row in shown]
    note = "revenue is the win less what accrued to links, which is owed to whoever wins it"
    print_page(Page("Master games report", _COLUMNS, cells, (note,)))


def _row(table: str, results: Iterable[DayResult]) -> dict[str, Any]:
    results = list(results)
    return {
        "day": results[0].day,
        "game": results[0].game,
        "table": table,
        "currency": results[0].currency,
        "rounds": sum(one.rounds for one in results),
        "win": str(total(one.win for one in results)),
        "contributed": str(total(one.contributed for one in results)),
        "revenue": str(total(one.revenue for one in results)),
    }
