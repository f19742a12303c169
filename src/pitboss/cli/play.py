"""`pitboss play`: a person at one seat, simple strategies at the others, the rulebook in charge.

Chance comes in here and nowhere below. Without a terminal, or with `--auto`, strategies play
every seat, and a seeded round of each rulebook is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from secrets import SystemRandom
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.text import Text

from pitboss.cli.narration import YOU, Narrator, and_join
from pitboss.cli.options import Games, RulebookFiles, library_with
from pitboss.cli.output import clean, count_of, gain, terminal
from pitboss.cli.practice import (
    NAMES,
    PracticeTable,
    Regular,
    RoundFiles,
    practice_notes,
    shuffler,
)
from pitboss.cli.settlement_table import title
from pitboss.cli.terminal_player import Leave, Read, TerminalPlayer, read_money
from pitboss.errors import InexactPayment, MoneyError
from pitboss.games.library import Library, open_rulebook
from pitboss.games.registry import GamesAtHand
from pitboss.money import Money
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option
from pitboss.round.view import Viewer
from pitboss.rulebook.model import Rulebook

# A seed whose five rounds have something of everything: most shuffles only lose.
SEED_OF_THE_SHOW = 182


def play(
    rulebook: Annotated[
        str | None, typer.Argument(help="A rulebook's id, or a part of it; asked for if absent.")
    ] = None,
    *,
    files: RulebookFiles = None,
    games: Games = None,
    seats: Annotated[int, typer.Option(min=1, help="Players at the table, you included.")] = 3,
    seat: Annotated[
        int | None, typer.Option(min=1, help="Your seat; the dealer's left is 1.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle the same way each time.")] = None,
    bankroll: Annotated[str, typer.Option(metavar="MONEY", help="How much you bring.")] = "1000.00",
    method: Annotated[
        str | None, typer.Option(help="How cards are dealt; see rulebook show.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after this many rounds.")] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add every event to this file.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add round records for pitboss settle.")
    ] = None,
    auto: Annotated[
        bool | None,
        typer.Option(
            "--auto/--ask", help="Let strategies play every seat; the default without a terminal."
        ),
    ] = None,
) -> None:
    """Play in the terminal; without one, a seeded round of each rulebook is shown."""
    round_files = RoundFiles(log, records)
    if auto is None:
        auto = not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    console, library = terminal(), library_with(files, games)
    chosen = _chosen(rulebook, files or [], library, GamesAtHand(games or []))
    brought, own_seat = _bankroll(bankroll), _seat(seat, seats)
    if auto:
        seed = SEED_OF_THE_SHOW if seed is None else seed
        books = list(library.values()) if chosen is None else [chosen]
        tables = (open_table(book, seats=seats, method=method, seed=seed) for book in books)
        for place, table in enumerate(tables):
            if place:
                console.print()
                console.rule(style="dim")
            _show(console, table, seed=seed, seats=seats, rounds=rounds or 1, files=round_files)
        return
    try:
        book = chosen or _menu(console, library, input)
    except (Leave, EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")
        return
    table = open_table(book, seats=seats, method=method, seed=seed)
    visit = Visit(
        console, table, seats=seats, seat=own_seat, bankroll=brought, read=input, files=round_files
    )
    visit.run(rounds=rounds)


class Sitter(Protocol):
    """A player at a seat: the person, or a strategy."""

    @property
    def seat(self) -> int:
        """The seat's number."""

    def place(self, table: PracticeTable) -> None:
        """Place wagers."""

    def choose(self, table: PracticeTable, may: Option) -> RoundCommand:
        """Answer the question that is open."""

    def show(self, table: PracticeTable) -> RoundCommand:
        """Let the hand be turned, or decline."""


def play_round(
    table: PracticeTable, sitters: Sequence[Sitter], narrator: Narrator, files: RoundFiles
) -> None:
    """Play one round to its end, asking each seat when its turn comes."""
    narrator.narrate(table.open())
    by_seat = {sitter.seat: sitter for sitter in sitters}
    for sitter in sitters:
        sitter.place(table)
    while not table.play.is_over:
        may = table.due()[0]
        if may.command is Choose and may.seat is not None:
            narrator.follow(table.play.seats[may.seat])
            command = by_seat[may.seat].choose(table, may)
        elif may.command is ShowHand and may.seat is not None:
            command = by_seat[may.seat].show(table)
        else:
            command = table.dealers_command()
        narrator.narrate(table.give(command))
    files.add(table)


# --- a person plays -----------------------------------------------------------------------------


class Visit:
    """One person at one table, round after round."""

    def __init__(
        self,
        console: Console,
        table: PracticeTable,
        *,
        seats: int,
        seat: int,
        bankroll: Money,
        read: Read,
        files: RoundFiles,
    ) -> None:
        self.console = console
        self.table = table
        self.files = files
        self.narrator = Narrator(console, table, YOU)
        self.person = TerminalPlayer(seat, bankroll, self.narrator, read=read, is_alone=seats == 1)
        self.others = [Regular(n, NAMES[n - 1]) for n in range(1, seats + 1) if n != seat]
        self.brought = bankroll
        self.rounds = 0

    def run(self, *, rounds: int | None = None) -> None:
        """Play until the person leaves, the rounds are up or the money is gone."""
        self._welcome()
        try:
            while rounds is None or self.rounds < rounds:
                if not self.person.can_bet(self.table):
                    left = self.person.bankroll.dollars
                    self.console.print(f"You have {left}, less than the least bet at this table.")
                    break
                self.console.print(Text(f"\nRound {self.rounds + 1}", style="bold"))
                self._round()
        except (Leave, KeyboardInterrupt):
            self.console.print()
            self._step_out()
        except InexactPayment as error:
            # Only a user's rulebook can have odds that do not come to whole cents.
            self.console.print(f"This round cannot be paid: {error}.")
            self._step_out()
        self._farewell()

    def _round(self) -> None:
        play_round(self.table, [*self.others, self.person], self.narrator, self.files)
        self.rounds += 1
        self.person.collect(self.table)

    def _welcome(self) -> None:
        table, say = self.table, self.console.print
        say(title(table.rules))
        say(clean(table.rules.authority))
        others = [f"{other.name} at seat {other.seat}" for other in self.others]
        company = f" With you: {and_join(others)}." if others else ""
        say(f"You are at seat {self.person.seat} with {self.brought.dollars}.{company}")
        say(f"For practice, not from the rulebook: {'; '.join(practice_notes(table))}.")
        say("Type ? for help, odds for what is paid, q to leave.")

    def _step_out(self) -> None:
        """A round that is not settled has no winner: what was staked goes back."""
        staked = self.person.stakes_on_table(self.table)
        if staked and self.table.play.is_open and not self.table.play.is_settled:
            self.person.bankroll += staked
            self.console.print(
                f"The round was not finished, so your stakes of {staked.dollars} are returned."
            )

    def _farewell(self) -> None:
        net = self.person.bankroll - self.brought
        played = count_of(self.rounds, "round")
        self.console.print(
            f"You leave with {self.person.bankroll.dollars} ({gain(net)}) after {played}. "
            "Thank you for playing."
        )


def _menu(console: Console, library: Library, read: Read) -> Rulebook:
    """Ask which rulebook to play by."""
    ids = list(library)
    console.print("Which rulebook would you like to play by?\n")
    for number, rulebook_id in enumerate(ids, start=1):
        rules = library[rulebook_id]
        console.print(Text(f"  {number}  ") + title(rules))
        console.print(Text(f"     {clean(rulebook_id)}, {clean(rules.authority)}", style="dim"))
    console.print()
    while True:
        answer = read(f"1 to {len(ids)} [1]: ").strip().lower() or "1"
        if answer in ("q", "quit", "exit", "leave"):
            raise Leave
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return library[ids[int(answer) - 1]]
        if answer in ids:
            return library[answer]
        console.print(f"Type a number from 1 to {len(ids)}, or q to leave.")


# --- strategies play at every seat ----------------------------------------------------------------


def _show(
    console: Console, table: PracticeTable, *, seed: int, seats: int, rounds: int, files: RoundFiles
) -> None:
    narrator = Narrator(console, table, Viewer.PUBLIC)
    console.print(title(table.rules))
    console.print(Text(clean(table.rules.authority), style="dim"))
    console.print(f"Seed {seed}. For practice: {'; '.join(practice_notes(table))}.\n")
    sitters = [Regular(seat, NAMES[seat - 1]) for seat in range(1, seats + 1)]
    for number in range(1, rounds + 1):
        if number > 1:
            console.print(Text(f"\nRound {number}", style="bold"))
        play_round(table, sitters, narrator, files)
        paid = [line for line in table.play.settled if line.winnings]
        narrator.clauses(paid, "The clauses that paid:")


# --- how options are read -------------------------------------------------------------------------


def open_table(
    rules: Rulebook, *, seats: int, method: str | None, seed: int | None
) -> PracticeTable:
    """A table for so many players, or a refusal that names what is possible."""
    # By rulebook as well as seed, so that a round comes out alike alone and among the others.
    chance = SystemRandom() if seed is None else Random(f"{seed} {rules.id}")
    if not 1 <= seats <= rules.most_positions:
        raise typer.BadParameter(
            f"{rules.id} has room for 1 to {rules.most_positions} players.", param_hint="--seats"
        )
    method = method or next(iter(rules.dealing))
    if method not in rules.dealing:
        methods = ", ".join(f"{one.id} ({one.title})" for one in rules.dealing.values())
        raise typer.BadParameter(f"{rules.id} is dealt by: {methods}.", param_hint="--method")
    return PracticeTable(
        rules,
        positions=max(seats, rules.least_positions),
        method=method,
        shuffle=shuffler(chance),
        chance=chance,
    )


def _chosen(
    wanted: str | None, files: Sequence[Path], library: Library, games: GamesAtHand
) -> Rulebook | None:
    """The rulebook that was named: its id, or enough of it to know which one is meant."""
    if wanted is None:
        return open_rulebook(files[0], games) if files else None
    if wanted in library:
        return library[wanted]
    if wanted.endswith(".toml"):
        return open_rulebook(Path(wanted), games)
    fits = [rulebook_id for rulebook_id in library if wanted.lower() in rulebook_id]
    if len(fits) == 1:
        return library[fits[0]]
    raise typer.BadParameter(
        f"{wanted!r} could be {and_join(fits)}: say which one."
        if fits
        else f"There is no rulebook {wanted!r}. Choose one of {', '.join(library)}.",
        param_hint="RULEBOOK",
    )


def _seat(seat: int | None, seats: int) -> int:
    chosen = min(2, seats) if seat is None else seat
    if not 1 <= chosen <= seats:
        raise typer.BadParameter(
            f"The players sit at seats 1 to {seats}; --seats makes the table larger.",
            param_hint="--seat",
        )
    return chosen


def _bankroll(text: str) -> Money:
    try:
        return read_money(text)
    except MoneyError as error:
        raise typer.BadParameter(str(error), param_hint="--bankroll") from None
