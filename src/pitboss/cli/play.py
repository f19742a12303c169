"""`pitboss play`: a person at one seat, simple strategies at the others, the rulebook in charge.

Chance comes in here and nowhere below. Without a terminal, or with `--auto`, strategies play
every seat, and a seeded round of each rulebook is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import SystemRandom
from typing import Protocol

import typer
from rich.console import Console
from rich.text import Text

from pitboss.cli.keeping import Keeper
from pitboss.cli.output import clean, terminal
from pitboss.cli.person import Leave, Person, Read, read_money
from pitboss.cli.pictures import gain
from pitboss.cli.players import NAMES, Regular
from pitboss.cli.practice import PracticeTable, practice_notes, shuffler
from pitboss.cli.show import title
from pitboss.cli.telling import YOU, Teller, and_join
from pitboss.errors import InexactPayment, MoneyError
from pitboss.games.library import Library, open_rulebook
from pitboss.money import Money
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option
from pitboss.round.view import Viewer
from pitboss.rulebook.model import Rulebook

# A seed whose five rounds have something of everything: most shuffles only lose.
SEED_OF_THE_SHOW = 182


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the command line asks for."""

    rulebook: str | None = None
    files: Sequence[Path] = ()
    seats: int = 3
    seat: int | None = None
    seed: int | None = None
    bankroll: str = "1000.00"
    method: str | None = None
    rounds: int | None = None
    keeper: Keeper | None = None


class Sitter(Protocol):
    """Whoever answers for a seat."""

    @property
    def seat(self) -> int:
        """Where they sit."""

    def place(self, table: PracticeTable) -> None:
        """Place wagers."""

    def choose(self, table: PracticeTable, may: Option) -> RoundCommand:
        """Answer the question that is open."""

    def show(self, table: PracticeTable) -> RoundCommand:
        """Let the hand be turned, or decline."""


def play_round(
    table: PracticeTable, sitters: Sequence[Sitter], teller: Teller, keeper: Keeper | None
) -> None:
    """Play one round to its end, asking each seat when its turn comes."""
    teller.tell(table.open())
    by_seat = {sitter.seat: sitter for sitter in sitters}
    for sitter in sitters:
        sitter.place(table)
    while not table.play.is_over:
        may = table.due()[0]
        if may.command is Choose and may.seat is not None:
            teller.follow(table.play.seats[may.seat])
            command = by_seat[may.seat].choose(table, may)
        elif may.command is ShowHand and may.seat is not None:
            command = by_seat[may.seat].show(table)
        else:
            command = table.dealers_command()
        teller.tell(table.give(command))
    if keeper is not None:
        keeper.keep_round(table.terms, table.play, table.log, table.reading)


# --- a person plays -----------------------------------------------------------------------------


def play(request: Request, *, read: Read = input) -> None:
    """A person's visit, from the choice of a rulebook to leaving."""
    console = terminal()
    library = _library(request)
    bankroll = _bankroll(request)
    try:
        rules = _chosen(request, library) or _menu(console, library, read)
    except (Leave, EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")
        return
    table = open_table(rules, request)
    seat = _seat(request)
    visit = Visit(
        console,
        table,
        seats=request.seats,
        seat=seat,
        bankroll=bankroll,
        read=read,
        keeper=request.keeper,
    )
    visit.run(rounds=request.rounds)


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
        keeper: Keeper | None = None,
    ) -> None:
        self.console = console
        self.table = table
        self.keeper = keeper
        self.teller = Teller(console, table, YOU)
        self.person = Person(seat, bankroll, self.teller, read=read, is_alone=seats == 1)
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
            # Only a rulebook of one's own can have odds that do not go with whole cents.
            self.console.print(f"This round cannot be paid: {error}.")
            self._step_out()
        self._farewell()

    def _round(self) -> None:
        play_round(self.table, [*self.others, self.person], self.teller, self.keeper)
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
        played = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
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


# --- nobody plays -------------------------------------------------------------------------------


def show_play(request: Request) -> None:
    """Seeded rounds with strategies at every seat: of one rulebook, or one of each."""
    console = terminal()
    library = _library(request)
    rules = _chosen(request, library)
    _bankroll(request)
    _seat(request)
    seed = SEED_OF_THE_SHOW if request.seed is None else request.seed
    for place, one in enumerate([rules] if rules is not None else list(library.values())):
        table = open_table(one, request, seed=seed)
        teller = Teller(console, table, Viewer.PUBLIC)
        if place:
            console.print()
            console.rule(style="dim")
        console.print(title(one))
        console.print(Text(clean(one.authority), style="dim"))
        console.print(f"Seed {seed}. For practice: {'; '.join(practice_notes(table))}.\n")
        sitters = [Regular(seat, NAMES[seat - 1]) for seat in range(1, request.seats + 1)]
        for number in range(1, (request.rounds or 1) + 1):
            if number > 1:
                console.print(Text(f"\nRound {number}", style="bold"))
            play_round(table, sitters, teller, request.keeper)
            paid = [line for line in table.play.settled if line.winnings]
            teller.clauses(paid, "The clauses that paid:")


# --- the command line ---------------------------------------------------------------------------


def open_table(rules: Rulebook, request: Request, *, seed: int | None = None) -> PracticeTable:
    """The table that was asked for, or a refusal that says what would do."""
    seed = request.seed if seed is None else seed
    # By rulebook as well as seed, so that a round comes out alike alone and among the others.
    chance = SystemRandom() if seed is None else Random(f"{seed} {rules.id}")
    if not 1 <= request.seats <= rules.most_positions:
        raise typer.BadParameter(
            f"{rules.id} has room for 1 to {rules.most_positions} players.", param_hint="--seats"
        )
    method = request.method or next(iter(rules.dealing))
    if method not in rules.dealing:
        methods = ", ".join(f"{one.id} ({one.title})" for one in rules.dealing.values())
        raise typer.BadParameter(f"{rules.id} is dealt by: {methods}.", param_hint="--method")
    return PracticeTable(
        rules,
        positions=max(request.seats, rules.least_positions),
        method=method,
        shuffle=shuffler(chance),
        chance=chance,
    )


def _library(request: Request) -> Library:
    return Library(open_rulebook(path) for path in request.files)


def _chosen(request: Request, library: Library) -> Rulebook | None:
    """The rulebook that was named: its id, or enough of it to know which one is meant."""
    wanted = request.rulebook
    if wanted is None:
        return open_rulebook(request.files[0]) if request.files else None
    if wanted in library:
        return library[wanted]
    if wanted.endswith(".toml"):
        return open_rulebook(Path(wanted))
    fits = [rulebook_id for rulebook_id in library if wanted.lower() in rulebook_id]
    if len(fits) == 1:
        return library[fits[0]]
    raise typer.BadParameter(
        f"{wanted!r} could be {and_join(fits)}: say which one."
        if fits
        else f"There is no rulebook {wanted!r}. Choose one of {', '.join(library)}.",
        param_hint="RULEBOOK",
    )


def _seat(request: Request) -> int:
    seat = min(2, request.seats) if request.seat is None else request.seat
    if not 1 <= seat <= request.seats:
        raise typer.BadParameter(
            f"The players sit at seats 1 to {request.seats}; --seats makes the table larger.",
            param_hint="--seat",
        )
    return seat


def _bankroll(request: Request) -> Money:
    try:
        return read_money(request.bankroll)
    except MoneyError as error:
        raise typer.BadParameter(str(error), param_hint="--bankroll") from None
