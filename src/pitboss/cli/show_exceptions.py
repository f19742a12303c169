"""The exception report of house, for people and for programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.cli.event_lines import event_line
from pitboss.cli.output import Page, print_page
from pitboss.codec import plain
from pitboss.house.table_reports import Exceptional, table_exceptions
from pitboss.table.secrecy import NOTHING_HIDDEN, hidden_now

if TYPE_CHECKING:
    from pitboss.house.house import House

FORMAT = "pitboss-table-exceptions/1"
_COLUMNS = ("at", "table", "round", "what", "by", "role", "second")


def print_exceptions(
    house: House, names: Iterable[str], *, since: str, until: str, as_json: bool, as_csv: bool
) -> None:
    """What happened out of the ordinary way, in the order of time."""
    found = [row for name in names for row in _rows(house, name, since, until)]
    rows = sorted(found, key=lambda row: str(row["at"]))
    if as_json:
        record = {"format": FORMAT, "exceptions": rows}
        print(json.dumps(record, indent=2, ensure_ascii=False))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, fieldnames=_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    elif not rows:
        print("No exceptions.")
    else:
        cells = [tuple(str(row[column]) for column in _COLUMNS) for row in rows]
        print_page(Page("Exceptions", _COLUMNS, cells))


def _rows(house: House, name: str, since: str, until: str) -> Iterator[dict[str, str | int]]:
    table = house.tables.table(name)
    # Of a round that is played now no card is named that is hidden (G18).
    hidden = hidden_now(house.tables.rules(name), table) if table.play.is_open else NOTHING_HIDDEN
    for one in table_exceptions(house.store, name, since=since, until=until):
        is_now = one.round == table.rounds.number
        entry = one.entry
        yield {
            "at": entry.time,
            "table": name,
            "round": one.round,
            "what": _changed(one) or event_line(one.event, hidden if is_now else NOTHING_HIDDEN),
            "by": entry.actor,
            "role": entry.role,
            "second": entry.second,
        }


def _changed(one: Exceptional) -> str:
    """The settings that are others now, as they are now."""
    if not one.changed:
        return ""
    now = plain(one.event.setting)
    said = (f"{name} {json.dumps(now.get(name), ensure_ascii=False)}" for name in one.changed)
    return f"opened with other settings: {'; '.join(said)}"
