"""`pitboss round`: any round recalled, step by step and as a round record."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.database import DEFAULT, DatabaseOption, open_to_read
from pitboss.cli.options import Files

if TYPE_CHECKING:
    from pitboss.records.recall import Recalled
    from pitboss.rulebook.model import Rulebook

app = typer.Typer(
    name="round",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Rounds that were played: show, replay, export.",
)

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, such as T1.")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The round's number; 0 the latest.")]


@app.command(epilog="Example: pitboss round show T1 17")
def show(
    table: TableName, number: Number = 0, files: Files = None, db: DatabaseOption = DEFAULT
) -> None:
    """The round as it ended: cards, wagers, decisions, and what each was paid."""
    from pitboss.cli.show import settlement_table
    from pitboss.games.library import settle
    from pitboss.rulebook.terms import terms_of

    found = _found(table, number, db)
    rules = _rules(found, files)
    print(f"Table {table}, round {found.number}, gaming day {found.gaming_day}")
    play = found.play
    if play.is_over and not play.seats:
        print("Nobody wagered.")
        return
    if not play.is_settled:
        print("It is not settled yet.")
        raise typer.Exit(1)
    _over(found)
    terms = terms_of(rules, play.options)
    facts = play.facts(found.meters)
    print(settlement_table(terms, facts, settle(terms, facts)), end="")


@app.command(epilog="Example: pitboss round replay T1 17 --json")
def replay(
    table: TableName,
    number: Number = 0,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Each entry as it is stored.")] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Everything that happened in a round, step by step: when, by whom, under which clause."""
    from pitboss.cli.event_lines import event_line

    found = _over(_found(table, number, db))
    for entry, event in zip(found.entries, found.events, strict=True):
        if as_json:
            said = {
                "version": entry.version, "time": entry.time, "actor": entry.actor,
                "role": entry.role, "second": entry.second, "event": entry.name,
                "clause": entry.clause, **json.loads(entry.body),
            }  # fmt: skip
            print(json.dumps(said, ensure_ascii=False))
        else:
            who = f"{entry.actor} ({entry.role})" if entry.role else entry.actor
            print(f"{entry.version:6}  {entry.time[11:23]}  {who:24}  {event_line(event)}")


@app.command(epilog="Example: pitboss round export T1 17 | pitboss settle -")
def export(
    table: TableName,
    number: Number = 0,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Every round that somebody wagered in.")
    ] = False,
    files: Files = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """A round as a record that `pitboss settle` settles to the same cents."""
    from pitboss.records.recall import recall, record_of

    if not every:
        found = _wagered(_over(_found(table, number, db)))
        print(json.dumps(record_of(found, _rules(found, files)), ensure_ascii=False))
        return
    with open_to_read(db) as store:
        one = 1
        while (found_one := recall(store, table, one)) is not None:
            if found_one.play.is_over and found_one.play.seats:
                record = record_of(found_one, _rules(found_one, files))
                sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
            one += 1


def _found(table: str, number: int, db: str) -> Recalled:
    from pitboss.errors import BadSetting
    from pitboss.records.recall import recall
    from pitboss.records.stored import event_of

    with open_to_read(db) as store:
        stream = f"table/{table}"
        if not store.head(stream).version:
            known = ", ".join(name.removeprefix("table/") for name in store.streams("table/"))
            raise BadSetting(f"No table {table} in this database; there are: {known or 'none'}")
        latest = store.last(stream, "bets-called")
        last_number = 0 if latest is None else event_of(latest).number
        found = recall(store, table, number or last_number) if latest is not None else None
        if not last_number:
            raise BadSetting(f"Table {table} has played no round yet")
        if found is None:
            raise BadSetting(
                f"Table {table} never played round {number}; its latest is {last_number}"
            )
        return found


def _over(found: Recalled) -> Recalled:
    """A round whose cards anybody may see."""
    from pitboss.errors import BadSetting

    if not found.play.is_over:
        raise BadSetting(
            f"Round {found.number} of table {found.table} is still played, and its cards are "
            "nobody's to see. It can be shown, replayed and exported once it is over."
        )
    return found


def _wagered(found: Recalled) -> Recalled:
    """A round that can be settled: a record has a seat at least."""
    from pitboss.errors import BadSetting

    if not found.play.seats:
        raise BadSetting(
            f"Nobody wagered in round {found.number} of table {found.table}: there is nothing to "
            "settle. It can be replayed."
        )
    return found


def _rules(found: Recalled, files: list[Path] | None) -> Rulebook:
    from pitboss.errors import BadSetting
    from pitboss.games.library import Library, open_rulebook

    library = Library([open_rulebook(file) for file in files or ()])
    rules = library.get(found.play.rulebook)
    if rules is None:
        raise BadSetting(
            f"Rulebook {found.play.rulebook} is not at hand; bring it with --rulebook-file"
        )
    return rules
