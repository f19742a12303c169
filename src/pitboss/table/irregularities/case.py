"""One irregularity under judgement: the rule, the table, and what was told; how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from pitboss.cards import Card
from pitboss.envelope import Envelope
from pitboss.errors import CardError, MoneyError
from pitboss.money import NOTHING, Money
from pitboss.round.remedies import void
from pitboss.round.round import Seat
from pitboss.rulebook.model import IrregularityRule, WagerRule
from pitboss.table.irregularities.reports import RULING, IrregularityReported, RulingMade
from pitboss.table.rules import TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What was reported or ruled, with all that is needed to say what follows."""

    rules: TableRules
    table: Table
    by: Envelope
    rule: IrregularityRule
    details: Mapping[str, str]
    ruling: str = ""
    reason: str = ""

    def refuse(self, problem: str, remedy: str, *, seat: int | None = None) -> NoReturn:
        """Refuse it by its clause."""
        refuse(problem, self.rule.clause, remedy, seat=seat)

    def reported(
        self, *awaits: str, details: Mapping[str, str] | None = None
    ) -> IrregularityReported:
        """The report itself; the table waits for what is named, if anything is."""
        return IrregularityReported(
            kind=self.rule.id,
            details=self.details if details is None else details,
            awaits=awaits,
            clause=self.rule.clause,
        )

    @property
    def reported_details(self) -> Mapping[str, str]:
        """What was reported of the irregularity that is now ruled on."""
        halt = self.table.halt
        assert halt is not None, "a ruling is on something the table waits for"
        return halt.details

    def ruled(self) -> RulingMade:
        """The ruling itself; the table waits no longer."""
        return RulingMade(
            kind=self.rule.id, ruling=self.ruling, reason=self.reason, clause=self.rule.effect
        )


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to be told with a report or a ruling, for forms and for prompts."""

    name: str
    meaning: str
    is_optional: bool = False


Follows = Callable[[Case], "Iterator[Event]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """What the software does about one irregularity of a rulebook's list."""

    report: Follows
    """What follows from the report; it says first what was reported."""
    fields: tuple[Field, ...] = ()
    rule: Follows | None = None
    """What follows from a ruling, where the report makes the table wait for one."""
    rulings: tuple[str, ...] = ()
    """What may be ruled."""
    ruling_fields: tuple[Field, ...] = ()
    is_physical: bool = False
    """Whether it needs cards that lie on a table: where a generator deals it cannot happen."""
    needs_chips: bool = False
    """Whether it needs chips that lie on the felt: where the system takes the wagers, it refuses
    wrong ones when they are placed, and nothing else can be found there later."""


def voided(case: Case) -> Iterator[Event]:
    """The round is void by the clause that says so; play begins again from the shuffle (I-82)."""
    yield from void(case.rules.game, case.rules.terms, case.table.play, case.rule.effect)


def left_to_ruling(case: Case) -> Iterator[Event]:
    """Nothing follows by itself: the table waits for a ruling."""
    yield case.reported(RULING)


# --- what was told with a report or a ruling, read and held against the table ---------------------


def read_seat(case: Case) -> int:
    """The seat named."""
    return seat_number(case, case.details.get("seat", ""))


def seat_number(case: Case, text: str) -> int:
    """A seat of the layout, by its number."""
    seats = [str(number) for number in range(1, case.rules.setting.positions + 1)]
    if text not in seats:
        case.refuse(f"Seat {text!r}", f"The layout has seats 1 to {len(seats)}.")
    return int(text)


def read_hand(case: Case) -> Seat:
    """The seat named, which holds a hand that is in the round."""
    seat = read_seat(case)
    at = case.table.play.seats.get(seat)
    if at is None or not at.is_live:
        case.refuse(f"No hand in play at seat {seat}", "Name a seat whose hand is in the round.")
    return at


def read_wager(case: Case) -> WagerRule:
    """The wager named, which the rulebook knows."""
    wagers = case.rules.rulebook.wagers
    name = case.details.get("wager", "")
    if name not in wagers:
        case.refuse(f"{name!r} is not a wager", f"Known: {', '.join(wagers)}.")
    return wagers[name]


def read_standing_wager(case: Case, at: Seat) -> WagerRule:
    """The wager named, which stands at the seat and has not been withdrawn in turn."""
    rule = read_wager(case)
    if rule.id not in at.wagers or at.decisions.get(rule.id) == "withdraw":
        case.refuse(f"No {rule.title} in play at seat {at.seat}", "Name a wager that stands there.")
    return rule


def read_money(case: Case, name: str) -> Money:
    """An amount of more than nothing."""
    amount = money_of(case, case.details.get(name, ""))
    if amount <= NOTHING:
        case.refuse(f"{name} of {amount.dollars}", "Tell more than nothing.")
    return amount


def money_of(case: Case, text: str) -> Money:
    """An amount as it was written."""
    try:
        return Money.parse(text)
    except MoneyError as error:
        case.refuse(str(error), "Write an amount like 25.00.")


def read_player(case: Case) -> str:
    """The player named, who has a hand in the round."""
    player = case.details.get("player", "")
    if not hands_of(case, player):
        case.refuse(f"{player} has no hand in play", "Name a player whose hand is in the round.")
    return player


def hands_of(case: Case, player: str) -> list[Seat]:
    """A player's hands that are in the round, from the dealer's left."""
    return [at for at in case.table.play.live if at.player == player]


def read_cards(case: Case, text: str) -> tuple[Card, ...]:
    """Cards as they were written."""
    try:
        cards = tuple(Card.parse(name) for name in text.split())
    except CardError as error:
        case.refuse(f"{text!r}", f"{error}.")
    if not cards or len(set(cards)) < len(cards):
        case.refuse(f"{text!r}", "Name each card once, as Td Qs.")
    return cards
