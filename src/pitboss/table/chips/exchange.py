"""Chips for cash and cash for chips: buy-ins, cash-outs and colour changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money
from pitboss.table.chips.holdings import Chips, Pieces, fault_in, holding, spent, value_of
from pitboss.table.rules import ANYBODY, DEALER, Mode, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


@stored("buy-in")
class BuyIn:
    """A player gives cash for chips: the cash goes into the box, the chips come from the rack."""

    player: str
    amount: Money


@stored("cash-out")
class CashOut:
    """A player takes chips to the cage, or has an electronic table send the balance there."""

    player: str
    amount: Money


@stored("colour-up")
class ColourUp:
    """A player changes chips into others of the same value."""

    player: str
    given: Pieces
    taken: Pieces


Command = BuyIn | CashOut | ColourUp


@stored("bought-in", kw_only=True)
class BoughtIn:
    """A player gave cash for chips."""

    player: str
    amount: Money
    clause: str


@stored("cashed-out", kw_only=True)
class CashedOut:
    """A player's chips, or the balance, went to the cage."""

    player: str
    amount: Money
    clause: str


@stored("coloured-up", kw_only=True)
class ColouredUp:
    """A player changed chips into others of the same value."""

    player: str
    given: Mapping[int, int]
    taken: Mapping[int, int]
    clause: str


Event = BoughtIn | CashedOut | ColouredUp


def _rung(rules: TableRules, event: Event) -> int:
    """At an electronic table players feed in and call off their own money."""
    return ANYBODY if rules.setting.mode is Mode.ELECTRONIC else DEALER


ROLES: Roles = {BoughtIn: _rung, CashedOut: _rung, ColouredUp: DEALER}


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    clause = rules.rulebook.procedure["chips"]
    match command:
        case BuyIn(player, amount):
            _check_amount(rules, player, amount)
            yield BoughtIn(player=player, amount=amount, clause=clause)
        case CashOut(player, amount):
            _check_amount(rules, player, amount)
            yield CashedOut(player=player, amount=amount, clause=clause)
        case ColourUp():
            yield _coloured_up(rules, command)
        case _:
            assert_never(command)


def check_chips(rules: TableRules, amount: Money, *, whole: Money | None = None) -> None:
    """Refuse a player's own amount below the smallest chip, unless it is the `whole` of theirs.

    What a dealer enters is not held to it: the chips lie there. It is no part of `decide` either,
    because records of a time before must be decided again as they were.
    """
    least = rules.smallest_chip
    if amount < least and amount != whole:
        refuse(
            f"{amount.dollars} is less than the smallest chip",
            rules.rulebook.procedure["chips"],
            f"Say {least.dollars} or more.",
        )


def _check_amount(rules: TableRules, player: str, amount: Money) -> None:
    if not player or amount <= NOTHING:
        refuse(
            f"{amount.dollars} for {player or 'no player'}",
            rules.rulebook.procedure["chips"],
            "Say whose it is, and more than nothing.",
        )


def _coloured_up(rules: TableRules, command: ColourUp) -> ColouredUp:
    clause = rules.rulebook.procedure["chips"]
    if rules.setting.mode is Mode.ELECTRONIC:
        refuse("Chips to change at an electronic table", clause, "It keeps balances.")
    fault = fault_in(command.given) or fault_in(command.taken)
    given, taken = value_of(command.given), value_of(command.taken)
    if fault is not None or given != taken or not given:
        refuse(
            fault or f"{given.dollars} changed into {taken.dollars}",
            clause,
            "Change chips into others of the same value.",
        )
    _check_amount(rules, command.player, given)
    return ColouredUp(
        player=command.player, given=command.given, taken=command.taken, clause=clause
    )


def evolve(chips: Chips, event: Event) -> Chips:
    """The chips after one more event."""
    match event:
        case BoughtIn(player=player, amount=amount):
            return replace(
                chips,
                players=holding(chips.players, player, amount),
                rack=chips.rack - amount,
                drop=chips.drop + amount,
                elsewhere=chips.elsewhere - amount,
                shift=replace(chips.shift, drop=chips.shift.drop + amount),
            )
        case CashedOut(player=player, amount=amount):
            players, elsewhere = spent(chips, player, amount)
            return replace(chips, players=players, elsewhere=elsewhere, cage=chips.cage + amount)
        case ColouredUp():
            return chips
        case _:
            assert_never(event)
