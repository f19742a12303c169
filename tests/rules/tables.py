"""A round written down in a few words, settled through the records that go in and out.

>>> table = Table("mbs-megalink-holdem-v9", community="9h Td 2c 2d As", dealer="Kh Kd")
>>> table.seat(1, "Ac Ad", ante="25.00", flop="bet", turn="bet", river="check")
>>> table.settle().line(1, "flop").result
('win', '1 to 1', '50.00', '50.00')

What cannot be a round is refused, and the refusal names the rule:

>>> table = Table("mbs-megalink-holdem-v9", community="9h Td 2c 2d As", dealer="Kh Kd")
>>> table.seat(1, "Ac Ad", ante="25.00", flop="check")
>>> table.refused_under()
['3.9']
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.errors import Fault, RecordRefused
from pitboss.games.library import Library, settle
from pitboss.money import Money
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_record
from pitboss.rulebook.model import Rulebook

CHOICES = frozenset(("ride", "withdraw", "bet", "check", "fold", "play"))
BUILT_IN = Library()

FIVE = {
    "royal flush": ("Ad Kd Qd", "Jd Td"),
    "straight flush": ("Jc Tc 9c", "8c 7c"),
    "four of a kind": ("8s 8h 8d", "8c 3d"),
    "full house": ("Kc Kh Kd", "As Ah"),
    "flush": ("Jh 8h 6h", "5h 2h"),
    "straight": ("9c 8d 7c", "6h 5s"),
    "three of a kind": ("4s 4h 4d", "Qc 9d"),
    "two pairs": ("3s 3h 9s", "2c 2d"),
    "pair of tens": ("Td Th 4s", "9c 2d"),
    "pair of nines": ("9s 9d Kc", "5h 2c"),
    "nothing": ("Qc Th 6d", "5s 2h"),
}
"""A hand of each kind: three cards of one's own, and the two community cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a settlement, as the record says it."""

    wager: str
    stake: str
    outcome: str
    odds: str | None = None
    winnings: str
    returned: str
    rules: list[str]
    interpretations: list[str]
    from_seat: int | None = None
    shares: list[dict[str, str]] | None = None

    @property
    def result(self) -> tuple[str, str | None, str, str]:
        """Outcome, odds, winnings and what goes back of the stake."""
        return self.outcome, self.odds, self.winnings, self.returned


@dataclass(frozen=True, slots=True)
class Settled:
    """A settlement record, easy to ask."""

    record: dict[str, Any]

    def seat(self, number: int) -> dict[str, Any]:
        """One seat with its sums."""
        found: dict[str, Any] = next(s for s in self.record["seats"] if s["seat"] == number)
        return found

    def lines(self, seat: int) -> list[Line]:
        """All lines of a seat, in order."""
        return [Line(**line) for line in self.seat(seat)["lines"]]

    def wagers(self, seat: int) -> list[str]:
        """What the lines of a seat are about, in order."""
        return [line.wager for line in self.lines(seat)]

    def line(self, seat: int, wager: str, *, from_seat: int | None = None) -> Line:
        """The one line of that wager or payment."""
        fits = [
            line
            for line in self.lines(seat)
            if line.wager == wager and (from_seat is None or line.from_seat == from_seat)
        ]
        assert len(fits) == 1, f"seat {seat} has {len(fits)} lines of {wager}"
        return fits[0]

    def outcomes(self, seat: int) -> dict[str, str]:
        """What became of each wager of a seat."""
        return {line.wager: line.outcome for line in self.lines(seat)}

    def net(self, seat: int) -> str:
        """What the seat is better off by."""
        return str(self.seat(seat)["net"])

    def meter(self, level: str = "jackpot") -> tuple[str, str, str]:
        """One level before the round, what it awarded, and after."""
        meter = self.record["meters"][level]
        return meter["before"], meter["awarded"], meter["after"]


class Table:
    """One round at one table, put together seat by seat."""

    def __init__(
        self,
        rulebook: str,
        *,
        community: str = "",
        dealer: str = "",
        positions: int = 7,
        limits: Mapping[str, tuple[str, str]] | None = None,
        options: Mapping[str, object] | None = None,
        draws: Mapping[str, object] | None = None,
        void: str | None = None,
        library: Mapping[str, Rulebook] = BUILT_IN,
    ) -> None:
        self.library = library
        self.record: dict[str, Any] = {
            "format": "pitboss-round/1",
            "rulebook": rulebook,
            "options": dict(options or {}),
            "table": {"positions": positions, "limits": limits or {}},
            "cards": {"community": community.split(), "dealer": dealer.split()},
            "draws": dict(draws or {}),
            "seats": [],
        }
        if void is not None:
            self.record["void"] = void

    def link(self, unit: str = "5.00", /, **meters: tuple[str, str]) -> Table:
        """Join a link: the unit, and of each level the amount and what it restarts from."""
        levels = {
            name: {"amount": amount, "reset": reset} for name, (amount, reset) in meters.items()
        }
        self.record["link"] = {"unit": unit, "meters": levels}
        return self

    def seat(
        self,
        number: int,
        cards: str,
        *,
        player: str | None = None,
        exposed: bool = True,
        removed: str | None = None,
        shares: Mapping[str, Mapping[str, str]] | None = None,
        base: str | None = None,
        one: str = "ride",
        two: str = "ride",
        wagers: Mapping[str, str] | None = None,
        decisions: Mapping[str, str] | None = None,
        **placed: str,
    ) -> None:
        """A seat: stakes and decisions by name; `base` is 1, 2 and $ alike, ridden unless said.

        Both may also be given as a whole, by the names the record has for them.
        """
        stakes = {name: value for name, value in placed.items() if value not in CHOICES}
        choices = {name: value for name, value in placed.items() if value in CHOICES}
        if base is not None:
            stakes = {"1": base, "2": base, "$": base} | stakes
            choices = {"1": one, "2": two} | choices
        seat: dict[str, Any] = {
            "seat": number,
            "player": player or f"p{number}",
            "cards": cards.split(),
            "wagers": stakes | dict(wagers or {}),
            "decisions": choices | dict(decisions or {}),
        }
        if not exposed:
            seat["exposed"] = False
        if removed is not None:
            seat["removed"] = removed
        if shares is not None:
            seat["shares"] = {
                wager: [{"player": who, "stake": stake} for who, stake in parts.items()]
                for wager, parts in shares.items()
            }
        self.record["seats"].append(seat)

    def settle(self) -> Settled:
        """Settle the round; the books must close whatever the test is about."""
        terms, play = read_round(json.loads(json.dumps(self.record)), self.library)
        settled = settlement_record(terms.rules, settle(terms, play))
        record: dict[str, Any] = json.loads(json.dumps(settled))
        _check_books(record)
        return Settled(record)

    def refused(self) -> tuple[Fault, ...]:
        """Every problem of a record that is not a possible round."""
        try:
            read_round(json.loads(json.dumps(self.record)), self.library)
        except RecordRefused as refusal:
            return refusal.faults
        raise AssertionError("the record was taken for a possible round")

    def refused_under(self) -> list[str | None]:
        """The rule of every problem."""
        return [problem.rule for problem in self.refused()]


def _check_books(record: dict[str, Any]) -> None:
    """Every cent that went in came out again."""
    house = {name: _cents(amount) for name, amount in record["house"].items()}
    seats, meters = record["seats"], record["meters"].values()
    to_players = sum(_cents(seat["winnings"]) + _cents(seat["returned"]) for seat in seats)
    staked = sum(_cents(seat["staked"]) for seat in seats)
    awarded = sum(_cents(meter["awarded"]) for meter in meters)
    assert to_players + house["won"] == staked + awarded + house["paid"]
    before, after = (sum(_cents(meter[when]) for meter in meters) for when in ("before", "after"))
    assert after == before - awarded + house["resets"]


def _cents(amount: str) -> int:
    return -Money.parse(amount[1:]).cents if amount[0] == "-" else Money.parse(amount).cents
