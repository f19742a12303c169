"""The console of a table (`pitboss table run`): commands from the keyboard or from a file of lines.

The person who signed in gives the commands, until another takes the keyboard by `as`. `p1: choose 3
play` is given by that player; the person at the keyboard vouches that the player asked for it. At
an electronic table the system deals and goes on by itself as far as it can; at a live one `next`
does what needs no entry.
"""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING

from pitboss.cli.sign_in import signed_in
from pitboss.errors import PitbossError, RuleBreach, StoreError, Unavailable
from pitboss.floor.floor import lease_name
from pitboss.house.callers import Caller, Member, Player
from pitboss.house.clock import new_command_id
from pitboss.house.dealer import Dealer
from pitboss.house.link_service import Owner
from pitboss.house.streams import table_stream
from pitboss.round.result import SettleRound
from pitboss.store.leases import lease_of
from pitboss.table.irregularities.catalogue import may_report, reportable
from pitboss.table.irregularities.failures import interruption
from pitboss.table.irregularities.reports import ReportIrregularity
from pitboss.table.operation import LoseLink
from pitboss.table.people.turns import DeclinedHandViewed
from pitboss.table.prompts import due_lines, hidden_now
from pitboss.table.rules import Mode
from pitboss.table.script import NotUnderstood, command_of, event_line, player_of, usage_lines
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.house.engine import Done
    from pitboss.house.house import House

_OWN = {
    "call": '"Place your bets, please"',
    "settle": "settle the round by the meters as they stand",
    "next": "do what is due and needs no entry",
    "auto": "go on until an entry is needed",
    "due": "list what may be done now",
    "given": "given ID: whether the command of that id was written, after a lost connection",
    "movements": "chips that came and went in this shift; correct NUMBER takes one back",
    "irregularities": "what may be reported now, by which role, and with which details",
    "as": "as ID [SECOND]: another person takes the keyboard, and signs in",
    "help": "this list",
    "quit": "leave; the table stays as it is",
}


class Console:
    """The console of one table, with the person at its keyboard."""

    def __init__(self, house: House, name: str, member: Member, *, is_asking: bool) -> None:
        self.house = house
        self.dealing = Dealer(house)
        self.name = name
        self.member = member
        self.is_asking = is_asking
        self.given = ""
        """The id of the command that was typed last."""
        setting = house.tables.table(name).setting
        link = None if setting is None else setting.link
        self.owner = None if link is None else Owner(house.links, link)
        self.lease = lease_of(house.store, lease_name(name))

    def run(self, lines: IO[str], *, is_strict: bool) -> int:
        """Take lines until there are no more; 2 if one was refused and that ends it."""
        try:
            if self.lease.take():
                self._resume()
            else:
                print(f"Another process runs table {self.name} too; commands of both count.")
            self._count()
            self._print_due()
            status = self._take(lines, is_strict=is_strict)
            self._leave()
            return status
        finally:
            self.lease.give_back()
            if self.owner is not None:
                self.owner.give_back()

    def _take(self, lines: IO[str], *, is_strict: bool) -> int:
        status = 0
        while True:
            if self.is_asking:
                print(f"{self.name}> ", end="", flush=True)
            line = lines.readline()
            if not line or line.strip() == "quit":
                return status
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                self._obey(line.strip())
            except Unavailable as error:
                # A line typed again is another command, so the operator must know.
                raise Unavailable(f"{error} {self._how_to_look(line.strip())}") from error
            except StoreError:
                raise
            except PitbossError as error:
                print(f"Refused: {error}")
                status = 2
                if is_strict:
                    return status

    def _how_to_look(self, line: str) -> str:
        look = f"given {self.given}" if self.given else "due"
        return (
            f"It is not known whether {line!r} was written. Before you type it again, run the "
            f"table again and type: {look}"
        )

    def _resume(self) -> None:
        """A round that was open when its process ended: the rules say what is offered (5.16)."""
        report = self._interruption()
        if report is not None:
            number = self.house.tables.table(self.name).rounds.number
            print(f"Round {number} was not over when the table stopped.")
            self._print(self.house.give(table_stream(self.name), report, self.member))

    def _leave(self) -> None:
        """Warn that the next process will take an open round for a failure."""
        report = self._interruption() if self.lease.is_held() else None
        if report is not None:
            number = self.house.tables.table(self.name).rounds.number
            rule = self.house.tables.rules(self.name).rulebook.irregularities[report.kind]
            print(
                f"Round {number} is not over, and no process runs the table now: the next one will "
                f"treat it as a failure ({rule.clause})."
            )

    def _interruption(self) -> ReportIrregularity | None:
        table = self.house.tables.table(self.name)
        return interruption(self.house.tables.rules(self.name), table) if table.is_open else None

    def _obey(self, line: str) -> None:
        self.given = ""
        player, line = player_of(line)
        caller: Caller = Player(player) if player else self.member
        match line:
            case "help":
                self._help()
                return
            case "irregularities":
                self._irregularities()
                return
            case "movements":
                self._movements()
                return
            case "due":
                pass
            case "call":
                self._print(self.dealing.call_for_bets(self.name, caller))
            case "settle":
                self._settle()
            case "next" | "auto":
                self._next(is_all=line == "auto")
            case _ if line.split()[0] == "as":
                self._hand_over(line.split()[1:])
            case _ if line.split()[0] == "given":
                self._print_whether_given(line.split()[1:])
            case _:
                command = command_of(line)
                self.given = new_command_id(self.house.clock())
                self._print(self.house.give(table_stream(self.name), command, caller, self.given))
                self._go_on()
        self._count()
        self._print_due()

    def _count(self) -> None:
        """Count for the link where no other process does, if this one may.

        Also for a table that lost its link, perhaps because no process counted.
        """
        if self.owner is not None:
            is_lost = bool(self.house.tables.table(self.name).link_lost)
            with suppress(PitbossError if is_lost else RuleBreach):
                self.owner.step()

    def _next(self, *, is_all: bool) -> None:
        command = self.dealing.due(self.name)
        if command is None:
            raise NotUnderstood("Nothing is due that needs no entry; type due")
        while command is not None:
            dealer = self.dealing.dealer(self.name, self.member)
            self._print(self.house.give(table_stream(self.name), command, dealer))
            command = self.dealing.due(self.name) if is_all else None

    def _settle(self) -> None:
        command = self.dealing.due(self.name)
        if not isinstance(command, SettleRound):
            raise NotUnderstood("There is nothing to settle now; type due")
        self._print(self.house.give(table_stream(self.name), command, self.member))

    def _hand_over(self, people: list[str]) -> None:
        """Change the person without leaving, which in the middle of a round would be a failure."""
        if len(people) not in (1, 2):
            raise NotUnderstood("as needs an id: as ID [SECOND]")
        self.member = signed_in(self.house.staff, *people)
        print(f"  {' with '.join(people)} has the keyboard")

    def _print_whether_given(self, ids: list[str]) -> None:
        if len(ids) != 1:
            raise NotUnderstood("given needs the id of a command: given ID")
        receipt = self.house.store.receipt(ids[0])
        print("  It was not written." if receipt is None else "  It was written: it counts once.")

    def _go_on(self) -> None:
        """At an electronic table, do everything that the system does by itself."""
        tables = self.house.tables
        if not tables.table(self.name).is_open:
            return
        if tables.rules(self.name).setting.mode is not Mode.ELECTRONIC:
            return
        while (done := self.dealing.step(self.name)) is not None:
            self._print(done)

    def _print(self, done: Done[Table]) -> None:
        rules = self.house.tables.rules(self.name)
        hidden = hidden_now(rules, done.state)
        for event in done.events:
            print(f"  {event_line(event, hidden)}")
            if isinstance(event, DeclinedHandViewed):
                # Only for the person who asked and may see them (3.10.1, 3.10.2).
                cards = done.state.play.seats[event.seat].cards
                print(f"  seat {event.seat} holds {' '.join(map(str, cards))}")

    def _print_due(self) -> None:
        table = self.house.tables.table(self.name)
        if not table.is_open:
            print(f"Table {self.name} is closed.")
            return
        reaching = self.dealing.reaching(self.name)
        if isinstance(reaching, LoseLink):
            why = reaching.reason.rstrip(".")
            print(f"Now: next, for the table cannot take wagers on its link: {why} (P18)")
        elif reaching is not None:
            print("Now: next, for the table can take wagers on its link again (P18)")
        for line in due_lines(self.house.tables.rules(self.name), table):
            print(f"Now: {line}")

    def _irregularities(self) -> None:
        rules, table = self.house.tables.rules(self.name), self.house.tables.table(self.name)
        for line in reportable(rules, may_report(rules, table)):
            print(f"  {line}")

    def _movements(self) -> None:
        moved = self.house.tables.table(self.name).chips.shift.movements
        for one in moved:
            print(f"  {one}")
        if not moved:
            print("  None in this shift.")

    def _help(self) -> None:
        for word, meaning in _OWN.items():
            print(f"  {word:15} {meaning}")
        for line in usage_lines():
            print(f"  {line}")
        print("  PLAYER: COMMAND     the same, given by that player")
