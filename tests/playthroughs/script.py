"""Golden rounds: what people said and did, a line of dashes, and what they were paid.

A playthrough is a text file that a dealer can read:

    rulebook   mbs-let-it-ride-v3
    shows      win
    table      7 positions  method packets  unit 5.00
    seat 1     1 10.00  2 10.00  $ 10.00  progressive 5.00
    no more bets
    deal       Td Th 4s  9c 2d
    seat 1     ride
    turn
    seat 1     withdraw
    turn
    show       1
    settle     jackpot 50000.00 reset 10000.00
    ----
    seat 1     1            10.00  win        10.00  back 10.00  1 to 1  4.1.1
    ledger     balanced

Before bets close a `seat` line places wagers, after it answers a question. `refused` in front of
a line says that the command it stands for is not permitted then. Lines starting with `#` and
empty lines are for people. Below the dashes stands the whole settlement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.cards import Card, parse_cards
from pitboss.errors import RuleBreach
from pitboss.games.library import GAMES, built_in
from pitboss.money import Money
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ShowHand, ViewHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import SettleRound, VoidRound
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, decide, evolve
from pitboss.round.settlement import Level
from pitboss.round.start import OpenRound
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.rulebook.model import OptionRule, OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, terms_of

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One file: the commands, and the settlement it promises."""

    name: str
    rulebook: str
    shows: tuple[str, ...]
    script: tuple[str, ...]
    settlement: str


def playthroughs() -> list[Playthrough]:
    """Every golden round there is."""
    return [read(path) for path in sorted(FOLDER.glob("*.txt"))]


def read(path: Path) -> Playthrough:
    """One file, taken apart."""
    above, _, below = path.read_text(encoding="utf-8").partition("\n----\n")
    lines = [line for line in above.splitlines() if line.strip() and not line.startswith("#")]
    heads = {line.split()[0]: line.split()[1:] for line in lines[:2]}
    return Playthrough(
        path.stem, heads["rulebook"][0], tuple(heads["shows"]), tuple(lines[2:]), below
    )


@dataclass(slots=True)
class Table:
    """A table at which a script is played."""

    rules: Rulebook
    terms: Terms = field(init=False)
    play: RoundState = field(default_factory=RoundState)
    log: list[RoundEvent] = field(default_factory=list)
    meters: dict[str, Level] = field(default_factory=dict)

    def give(self, command: RoundCommand) -> None:
        """Give a command and note what happens."""
        for event in decide(GAMES[self.rules.game], self.terms, self.play, command):
            self.play = evolve(self.play, event)
            self.log.append(event)

    def say(self, line: str) -> None:
        """One line of a script."""
        for command in self.commands(line.removeprefix("refused ").strip()):
            if not line.startswith("refused "):
                self.give(command)
                continue
            try:
                self.give(command)
            except RuleBreach:
                continue
            raise AssertionError(f"not refused: {line}")

    def commands(self, line: str) -> Iterator[RoundCommand]:
        """The commands that a line stands for."""
        for pattern, make in _LINES:
            if match := re.fullmatch(pattern, line):
                yield from make(self, *match.groups())
                return
        raise AssertionError(f"a playthrough does not know the line: {line}")


def play(playthrough: Playthrough) -> Table:
    """Play a script from the first line to the last."""
    table = Table(built_in(playthrough.rulebook))
    for line in playthrough.script:
        table.say(line)
    return table


Commands = Iterator[RoundCommand]


def _table(table: Table, positions: str, rest: str) -> Commands:
    method = next(iter(table.rules.dealing))
    unit: Money | None = None
    options: dict[str, OptionValue] = {}
    limits: dict[str, tuple[Money, Money]] = {}
    for key, value in _pairs(rest):
        if key == "method":
            method = value
        elif key == "unit":
            unit = Money.parse(value)
        elif key.startswith("limits-"):
            least, most = value.split("-")
            limits[key.removeprefix("limits-")] = (Money.parse(least), Money.parse(most))
        else:
            options[key] = _option(table.rules.options[key], value)
    table.terms = terms_of(table.rules, options)
    yield OpenRound(
        positions=int(positions), method=method, options=options, limits=limits, unit=unit
    )


def _option(option: OptionRule, text: str) -> OptionValue:
    if not option.values:
        return str(Money.parse(text))
    return next(value for value in option.values if str(value).lower() == text.lower())


def _seat(table: Table, seat: str, player: str | None, rest: str) -> Commands:
    number = int(seat)
    words = rest.split()
    if len(words) == 1:
        yield Choose(number, words[0])
        return
    who = player or (at.player if (at := table.play.seats.get(number)) else f"p{number}")
    if words[0] == "without":
        yield from (TakeDown(number, who, wager) for wager in words[1:])
        return
    for wager, stake in _pairs(rest):
        yield PlaceWager(number, who, wager, Money.parse(stake))


def _draws(table: Table, rest: str) -> Commands:
    drawn = dict(_pairs(rest))
    yield RecordDraws(
        magic_card=Card.parse(drawn["magic_card"]) if "magic_card" in drawn else None,
        lucky_seat=int(drawn["lucky_seat"]) if "lucky_seat" in drawn else None,
    )


def _settle(table: Table, rest: str) -> Commands:
    words = iter(rest.split())
    for name, amount, _reset, reset in zip(words, words, words, words, strict=True):
        table.meters[name] = Level(Money.parse(amount), Money.parse(reset))
    yield SettleRound(meters=table.meters)


def _pairs(rest: str) -> list[tuple[str, str]]:
    words = rest.split()
    return list(zip(words[::2], words[1::2], strict=True))


def _bare(command: RoundCommand) -> Callable[..., Commands]:
    def make(table: Table) -> Commands:
        yield command

    return make


def _seats(kind: Callable[[int], RoundCommand]) -> Callable[..., Commands]:
    def make(table: Table, seats: str) -> Commands:
        yield from (kind(int(seat)) for seat in seats.split())

    return make


_LINES: list[tuple[str, Callable[..., Commands]]] = [
    (r"table +(\d) positions ?(.*)", _table),
    (r"seat (\d)(?: (\w+):)? +(.+)", _seat),
    (r"no more bets", _bare(CloseBets())),
    (r"draws +(.+)", _draws),
    (r"deal +(.+)", lambda table, cards: iter([DealCards(parse_cards(cards))])),
    (r"burn", _bare(BurnCard())),
    (r"turn", _bare(TurnCards())),
    (r"leave down", _bare(LeaveDown())),
    (r"view +(.+)", _seats(ViewHand)),
    (r"show +(.+)", _seats(ShowHand)),
    (r"decline +(.+)", _seats(DeclineToShow)),
    (r"remove +(\d) +(.+)", lambda table, n, rule: iter([RemoveHand(int(n), rule)])),
    (r"void +(.+)", lambda table, rule: iter([VoidRound(rule)])),
    (r"settle ?(.*)", _settle),
]
