"""`pitboss round`: any round recalled, step by step and as a round record."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    DEFAULT,
    DatabaseOption,
    Files,
    Games,
    TableName,
    command_group,
    library_with,
    open_database,
)
from pitboss.cli.output import count_of
from pitboss.errors import BadSetting, RecordRefused

if TYPE_CHECKING:
    from pitboss.games.library import Library
    from pitboss.money import Money
    from pitboss.records.played_rounds import PlayedRound
    from pitboss.rulebook.model import Rulebook
    from pitboss.store.contract import Entry, Store

    _Paid = tuple[int, str, int | None, str, Money, Money]

app = command_group("round", "Rounds that were played: show, replay, export.")

_NO_WAGER = "no wager stood at its end, so there is nothing to settle"

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The round's number; 0 the latest.")]


@app.command(epilog="Example: pitboss round show T1 17")
def show(
    table: TableName,
    number: Number = 0,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """The round as it ended: cards, wagers, decisions, and what each was paid by the record."""
    from pitboss.cli.settlement_table import recorded_table
    from pitboss.rulebook.terms import terms_of

    found = _found(table, number, db)
    rules = _rules(found, library_with(files, games))
    play = found.play
    # The same digest stands on the rules page of the table: what is shown is what is paid (G11).
    paid_by = f"rulebook digest {play.digest}"
    print(f"Table {table}, round {found.number}, gaming day {found.gaming_day}, {paid_by}")
    if play.is_over and not play.seats:
        print("No wager stood at its end.")
        return
    if not play.is_settled:
        print("It is not settled yet.")
        raise typer.Exit(1)
    _over(found)
    terms = terms_of(rules, play.options)
    print(recorded_table(terms, play, list(found.paid.values())), end="")
    for line in _proof(found):
        print(line)
    try:
        otherwise = list(_otherwise(found, rules))
    except RecordRefused as refused:
        otherwise = ["This is what was recorded, and it cannot be settled again:", str(refused)]
    if otherwise:
        print("\n" + "\n".join(otherwise))
        raise typer.Exit(1)


def _proof(found: PlayedRound) -> Iterator[str]:
    """All that the deck of a round can be rebuilt from, and how; nothing where people dealt."""
    from pitboss.table.deck_contributions import DeckContribution
    from pitboss.table.rounds import BetsCalled, SeedsOpened

    called = next((e for e in found.events if isinstance(e, BetsCalled)), None)
    opened = next((e for e in found.events if isinstance(e, SeedsOpened) and e.deck), None)
    if called is None or opened is None:
        return
    yield f"Commitment  {called.deck}"
    yield f"Seed        {opened.deck}"
    made = [event for event in found.events if isinstance(event, DeckContribution)]
    for one in sorted(made, key=lambda event: event.seat):
        yield f"Added       {one.value} by {one.player} at seat {one.seat}"
    added = "".join(f" --contribution {value}" for value in opened.contributions)
    context = f"--context {found.table}/{found.number}"
    yield f"The deck    pitboss deck {opened.deck} {context} --commitment {called.deck}{added}"


@app.command(epilog="Example: pitboss round replay T1 17 --json")
def replay(
    table: TableName,
    number: Number = 0,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Each entry as it is stored.")] = False,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Everything that happened in a round, step by step: when, who did it, under which clause."""
    from pitboss.records.entries import event_of
    from pitboss.records.played_rounds import happened
    from pitboss.table.script import event_line

    with open_database(db, only_reads=True) as store:
        entries = list(happened(store, _over(_found_in(store, table, number))))
        factors = {entry.command: _two_factors(store, entry) for entry in entries}
    for entry in entries:
        by_two = factors[entry.command]
        if as_json:
            envelope = {
                "version": entry.version, "time": entry.time, "actor": entry.actor,
                "role": entry.role, "second": entry.second, "event": entry.name,
                "clause": entry.clause, "two_factors": by_two,
            }  # fmt: skip
            # Who, when and under which clause come from the entry, even if the body has such keys.
            record = envelope | json.loads(entry.body) | envelope
            print(json.dumps(record, ensure_ascii=False))
        else:
            who = f"{entry.actor} ({entry.role})" if entry.role else entry.actor
            who += f" with {entry.second}" if entry.second else ""
            who += f", by two factors: {', '.join(by_two)}" if by_two else ""
            print(f"{entry.version:6}  {entry.time[:23]}Z  {who:24}  {event_line(event_of(entry))}")


@app.command(epilog="Example: pitboss round export T1 17 | pitboss settle -")
def export(
    table: TableName,
    number: Number = 0,
    *,
    every: Annotated[bool, typer.Option("--all", help="Every round with a wager in it.")] = False,
    files: Files = None,
    games: Games = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """A round as a record that `pitboss settle` settles to the same cents."""
    from pitboss.records.played_rounds import recall_all, record_of

    library = library_with(files, games)
    if not every:
        found = _wagered(_over(_found(table, number, db)))
        print(json.dumps(record_of(found, _rules(found, library)), ensure_ascii=False))
        return
    with open_database(db, only_reads=True) as store:
        _check_known(store, table)
        left_out = []
        for one in recall_all(store, table):
            if not one.play.is_over:
                continue
            if not one.play.seats:
                left_out.append(one.number)
                continue
            record = record_of(one, _rules(one, library))
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    if left_out:
        rounds = count_of(len(left_out), "round")
        typer.echo(f"{rounds} left out, the first is {left_out[0]}: {_NO_WAGER}", err=True)


def _otherwise(found: PlayedRound, rules: Rulebook) -> Iterator[str]:
    """The differences between what was recorded and what the rules pay."""
    from pitboss.games.library import settle
    from pitboss.records.played_rounds import record_of
    from pitboss.records.rounds import read_round

    recorded = Counter(
        (line.seat, line.wager, line.from_seat, line.outcome, line.winnings, line.returned)
        for line in found.play.settled
    )
    again: Counter[_Paid] = Counter()
    if found.play.seats:
        terms, play = read_round(record_of(found, rules), {rules.id: rules})
        again.update(
            (
                seat.seat,
                line.wager,
                line.from_seat,
                line.outcome.value,
                line.winnings,
                line.returned,
            )
            for seat in settle(terms, play).seats
            for line in seat.lines
        )
    if again == recorded:
        return
    yield "This is what was recorded. Settled again it differs; see what pitboss audit finds."
    yield from (f"  recorded:      {_words(one)}" for one in recorded - again)
    yield from (f"  settled again: {_words(one)}" for one in again - recorded)


def _words(paid: _Paid) -> str:
    seat, wager, from_seat, outcome, winnings, returned = paid
    cause = "" if from_seat is None else f" from seat {from_seat}"
    return f"seat {seat}, {wager}{cause}: {outcome}, winnings {winnings}, returned {returned}"


def _two_factors(store: Store, entry: Entry) -> list[str]:
    """Who signed the command of an entry by two factors (S7)."""
    from pitboss.records.commands import two_factors_in

    receipt = store.receipt(entry.command)
    return [] if receipt is None else list(two_factors_in(receipt.asked))


def _found(table: str, number: int, db: str) -> PlayedRound:
    with open_database(db, only_reads=True) as store:
        return _found_in(store, table, number)


def _found_in(store: Store, table: str, number: int) -> PlayedRound:
    from pitboss.records.entries import event_of
    from pitboss.records.played_rounds import CALLED, recall

    _check_known(store, table)
    latest = store.last(f"table/{table}", CALLED)
    if latest is None:
        raise BadSetting(f"Table {table} has played no round yet")
    last_number = event_of(latest).number
    found = recall(store, table, number or last_number)
    if found is None:
        raise BadSetting(f"Table {table} never played round {number}; its latest is {last_number}")
    return found


def _check_known(store: Store, table: str) -> None:
    if not store.head(f"table/{table}").version:
        known = ", ".join(name.removeprefix("table/") for name in store.streams("table/"))
        raise BadSetting(f"No table {table} in this database; there are: {known or 'none'}")


def _over(found: PlayedRound) -> PlayedRound:
    """A round that is over: its cards are no secret any more."""
    if not found.play.is_over:
        raise BadSetting(
            f"Round {found.number} of table {found.table} is not over, and its cards are "
            "secret. It can be shown, replayed and exported once it is over."
        )
    return found


def _wagered(found: PlayedRound) -> PlayedRound:
    """A round that can be settled: a record has a seat at least."""
    if not found.play.seats:
        raise BadSetting(
            f"Round {found.number} of table {found.table}: {_NO_WAGER}. It can be replayed."
        )
    return found


def _rules(found: PlayedRound, library: Library) -> Rulebook:
    rules = library.get(found.play.rulebook)
    if rules is None:
        raise BadSetting(
            f"Rulebook {found.play.rulebook} is unknown; bring it with --rulebook-file FILE, or "
            "with its game: --game FOLDER"
        )
    return rules
