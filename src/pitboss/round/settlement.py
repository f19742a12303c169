"""Settlement: every wager on the layout gets exactly one outcome, and every line says why.

Winnings never include the stake: the stake that goes back is reported on its own. A game says
what becomes of its own wagers; what all rulebooks have in common stands here: void rounds
and removed hands, capped stakes, shared areas, and putting the lines together. The progressive
wager and the payments that come with it are in `progressive`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card
from pitboss.hands.tables import strength_of_five
from pitboss.money import NOTHING, PUSH, For, Money, Pays, Prize, Share, To, shares_of
from pitboss.round.wagers import least_and_most
from pitboss.rulebook.model import Citation
from pitboss.rulebook.terms import PayRow, Terms

if TYPE_CHECKING:
    from pitboss.round.round import Round, Seat


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the link as it stands for this round."""

    amount: Money
    reset: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReading:
    """The link as this round sees it: the unit, and the meters with contributions already in."""

    unit: Money
    meters: Mapping[str, Level]


class Outcome(enum.StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand_off"
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    VOID = "void"


class PartPaid(NamedTuple):
    """One person's part of a line on a shared area."""

    player: str
    stake: Money
    winnings: Money
    returned: Money


class Line(NamedTuple):
    """One wager, or one payment that is not a wager, settled."""

    wager: str
    stake: Money
    outcome: Outcome
    pays: Pays | None
    winnings: Money
    returned: Money
    citation: Citation
    from_seat: int | None = None
    shares: tuple[PartPaid, ...] = ()


class SeatSettled(NamedTuple):
    """All lines of one seat and their sums."""

    seat: int
    player: str
    lines: tuple[Line, ...]
    staked: Money
    winnings: Money
    returned: Money

    @property
    def net(self) -> Money:
        """What the seat is better off by."""
        return self.winnings + self.returned - self.staked


class MeterSettled(NamedTuple):
    """One level before and after the round."""

    before: Money
    awarded: Money
    after: Money
    resets: Money


class HouseResult(NamedTuple):
    """The other side of the books: stakes kept, winnings paid, meters put back."""

    won: Money
    paid: Money
    resets: Money


class Settlement(NamedTuple):
    """A settled round."""

    seats: tuple[SeatSettled, ...]
    meters: Mapping[str, MeterSettled]
    house: HouseResult


def payment(
    wager: str, row_pays: Pays, winnings: Money, citation: Citation, *, from_seat: int | None = None
) -> Line:
    """A line for a payment that has no stake of its own."""
    return Line(wager, NOTHING, Outcome.WIN, row_pays, winnings, NOTHING, citation, from_seat)


class Showdown:
    """One round being settled under its terms."""

    def __init__(self, terms: Terms, play: Round) -> None:
        self.terms = terms
        self.play = play
        self.cite = terms.cite
        self._bounds = self._bounds_of_wagers()
        self._fives: dict[int, int] = {}

    @cached_property
    def live(self) -> tuple[Seat, ...]:
        """The seats whose hands are in the round."""
        return self.play.live

    def five(self, at: Seat) -> int:
        """Strength of the seat's own cards with the first community cards that make five."""
        strength = self._fives.get(at.seat)
        if strength is None:
            cards: tuple[Card, ...] = at.cards + self.play.community[: 5 - len(at.cards)]
            strength = self._fives[at.seat] = strength_of_five(cards)
        return strength

    def _bounds_of_wagers(self) -> dict[str, tuple[Money, Money]]:
        """Least and most of each wager that has them, where the rulebook settles by them."""
        rules, limits = self.terms.rules, self.play.limits
        if not limits or not rules.capped:
            return {}
        found = {rule.id: least_and_most(rules, rule, limits) for rule in rules.wagers.values()}
        return {wager: bounds for wager, bounds in found.items() if bounds is not None}

    def at_risk(self, at: Seat, wager: str) -> Money:
        """The part of a stake that can win or lose."""
        stake, bound = at.wagers[wager], self._bound(at, wager)
        return stake if bound is None or stake <= bound[1] else bound[1]

    def _bound(self, at: Seat, wager: str) -> tuple[Money, Money] | None:
        """The least and the most of a wager as this seat placed it."""
        rule = self.terms.rules.wagers[wager]
        if len(rule.sizes) > 1 and (lead := self._bounds.get(rule.follows or "")):
            # A player who chose a small raise is held to that multiple and not to the largest.
            times = rule.times(at.decisions)
            return lead[0] * times, lead[1] * times
        return self._bounds.get(wager)

    def line(
        self,
        at: Seat,
        wager: str,
        outcome: Outcome,
        citation: Citation,
        *,
        pays: Pays | None = None,
        winnings: Money = NOTHING,
        kept: Money = NOTHING,
    ) -> Line:
        """One line, its bounds and shares accounted for; `kept` is what the house keeps."""
        stake = at.wagers[wager]
        if self._bounds:
            citation = self._with_bounds(citation, at, wager)
        returned = stake - kept if kept.cents else stake
        line = Line(wager, stake, outcome, pays, winnings, returned, citation)
        return self._shared(at, line) if wager in at.shares else line

    def _with_bounds(self, citation: Citation, at: Seat, wager: str) -> Citation:
        stake, bound = at.wagers[wager], self._bound(at, wager)
        if bound is None or bound[0] <= stake <= bound[1]:
            return citation
        return citation + self.cite["over_maximum" if stake > bound[1] else "under_minimum"]

    def win(self, at: Seat, wager: str, row: PayRow, reason: str) -> Line:
        """The wager wins by this row, or stands off where the row is a push."""
        stake, pays = at.wagers[wager], row.pays
        if isinstance(pays, To) and not self._bounds and not at.shares and pays.n:
            # Most winning wagers are paid at odds to one, with nothing to cap or share.
            why, won = self.terms.why(reason, row), pays.winnings(stake)
            return Line(wager, stake, Outcome.WIN, pays, won, stake, why)
        if pays == PUSH:
            return self.line(at, wager, Outcome.STAND_OFF, self.terms.why(reason, row))
        risk = self.at_risk(at, wager)
        assert not isinstance(pays, Share), "a share of a meter is awarded, not paid by a game"
        keeps = isinstance(pays, For) or (
            isinstance(pays, Prize) and not self.terms.on("fixed_or_percent_returns_stake")
        )
        return self.line(
            at,
            wager,
            Outcome.WIN,
            self.terms.why(reason, row),
            pays=pays,
            winnings=pays.winnings(risk),
            kept=risk if keeps else NOTHING,
        )

    def lose(self, at: Seat, wager: str, reason: str) -> Line:
        """The wager loses: what was at risk is kept, any excess goes back."""
        stake = at.wagers[wager]
        if not self._bounds and not at.shares:
            # Most wagers lose, and most tables send no limits: the plain case goes straight.
            return Line(wager, stake, Outcome.LOSE, None, NOTHING, NOTHING, self.cite[reason])
        kept = self.at_risk(at, wager)
        return self.line(at, wager, Outcome.LOSE, self.cite[reason], kept=kept)

    def give_back(self, at: Seat, wager: str, outcome: Outcome, reason: str) -> Line:
        """The whole stake goes back and nothing is won."""
        if not self._bounds and not at.shares:
            stake = at.wagers[wager]
            return Line(wager, stake, outcome, None, NOTHING, stake, self.cite[reason])
        return self.line(at, wager, outcome, self.cite[reason])

    def settle_by_hand(self, at: Seat, wager: str, strength: int, *, players: int = 0) -> Line:
        """Pay a wager that goes by its paytable alone, or collect it."""
        row = self.terms.table(wager, players=players).row(strength)
        if row is None:
            return self.lose(at, wager, f"{wager}.lose")
        return self.win(at, wager, row, f"{wager}.win")

    def paid_to(self, at: Seat, wager: str, line: Line) -> Line:
        """A payment made to a wager: it is theirs who funded that wager, in the same parts."""
        return self._shared(at, line, to=wager) if wager in at.shares else line

    def _shared(self, at: Seat, line: Line, *, to: str = "") -> Line:
        """Divide a line among those who funded it; odd cents go to the seated player (I-80).

        A payment `to` a wager has no stake of its own.
        """
        funding = at.shares[to or line.wager]
        weights = [part.stake for part in funding]
        won, odd_won = shares_of(line.winnings, weights)
        back, odd_back = shares_of(line.returned, weights)
        seated = next((i for i, part in enumerate(funding) if part.player == at.player), 0)
        won[seated] += odd_won
        back[seated] += odd_back
        parts = tuple(
            PartPaid(part.player, NOTHING if to else part.stake, winnings, returned)
            for part, winnings, returned in zip(funding, won, back, strict=True)
        )
        return line._replace(shares=parts, citation=line.citation + self.cite["shared"])


SettleWagers = Callable[[Showdown], Iterator[tuple[int, Line]]]


def all_back(showdown: Showdown, at: Seat, outcome: Outcome, citation: Citation) -> list[Line]:
    """Every wager of a seat goes back for one and the same reason."""
    wagers = sorted(at.wagers, key=showdown.terms.order.__getitem__)
    return [showdown.line(at, wager, outcome, citation) for wager in wagers]


def add_up(at: Seat, lines: list[Line]) -> SeatSettled:
    """The sums of one seat."""
    staked = won = returned = 0
    for line in lines:
        staked += line.stake.cents
        won += line.winnings.cents
        returned += line.returned.cents
    return SeatSettled(at.seat, at.player, tuple(lines), Money(staked), Money(won), Money(returned))


def close_the_books(seats: list[SeatSettled], meters: Mapping[str, MeterSettled]) -> Settlement:
    """What the house won and paid, so that every cent is accounted for."""
    kept = sum(seat.staked.cents - seat.returned.cents for seat in seats)
    paid = sum(seat.winnings.cents for seat in seats)
    awarded = sum(meter.awarded.cents for meter in meters.values())
    resets = sum(meter.resets.cents for meter in meters.values())
    return Settlement(
        tuple(seats), meters, HouseResult(Money(kept), Money(paid - awarded), Money(resets))
    )
