"""Deciding what concerns chips."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money
from pitboss.round.wagers import PlaceWager
from pitboss.table.chips import commands as do
from pitboss.table.chips import events as ev
from pitboss.table.chips.correcting import corrected
from pitboss.table.chips.counting import check_counts, counted
from pitboss.table.chips.fixed import with_fixed_awards
from pitboss.table.chips.funds import funded
from pitboss.table.chips.instruments import MatchPlay, check_instrument
from pitboss.table.chips.pieces import fault_in, value_of
from pitboss.table.chips.winning import with_prizes
from pitboss.table.opening import commands as opening_do
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Event, Table

__all__ = ["check", "decide", "funded", "with_coupon", "with_fixed_awards", "with_prizes"]


def decide(
    rules: TableRules, table: Table, by: Envelope, command: do.Command
) -> Iterator[ev.Event]:
    """What happens when this is asked."""
    clause = rules.rulebook.procedure["chips"]
    match command:
        case do.BuyIn(player, amount):
            _check_amount(rules, player, amount)
            yield ev.BoughtIn(player=player, amount=amount, clause=clause)
        case do.CashOut(player, amount):
            _check_amount(rules, player, amount)
            yield ev.CashedOut(player=player, amount=amount, clause=clause)
        case do.ColourUp():
            yield _coloured_up(rules, command)
        case do.Correct():
            yield from corrected(rules, table, by, command)
        case _:
            yield counted(rules, table, by, command)


def check(rules: TableRules, table: Table, by: Envelope, command: Command) -> None:
    """Refuse a command of another part for the sake of the chips."""
    if isinstance(command, opening_do.OpenTable):
        _check_house(rules)
    if isinstance(command, PlaceWager):
        check_instrument(rules, command)
    check_counts(rules, table, command)


def with_coupon(rules: TableRules, command: Command, events: list[Event]) -> list[Event]:
    """What happens, with the coupon that is laid down beside it, if one is."""
    if not isinstance(command, PlaceWager) or not command.coupon:
        return events
    coupon = ev.CouponPlayed(
        seat=command.seat,
        player=command.player,
        wager=command.wager,
        coupon=command.coupon,
        clause=rules.rulebook.procedure["chips"],
    )
    return [coupon, *events]


def _check_amount(rules: TableRules, player: str, amount: Money) -> None:
    if not player or amount <= NOTHING:
        raise RuleBreach(
            f"{amount.dollars} for {player or 'nobody'}",
            clause=rules.rulebook.procedure["chips"],
            remedy="Say whose it is, and more than nothing.",
        )


def _coloured_up(rules: TableRules, command: do.ColourUp) -> ev.ColouredUp:
    clause = rules.rulebook.procedure["chips"]
    if rules.setting.mode is Mode.ELECTRONIC:
        raise RuleBreach(
            "Chips to change at an electronic table", clause=clause, remedy="It keeps balances."
        )
    fault = fault_in(command.given) or fault_in(command.taken)
    given, taken = value_of(command.given), value_of(command.taken)
    if fault is not None or given != taken or not given:
        raise RuleBreach(
            fault or f"{given.dollars} changed into {taken.dollars}",
            clause=clause,
            remedy="Change chips into others of the same value.",
        )
    _check_amount(rules, command.player, given)
    return ev.ColouredUp(
        player=command.player, given=command.given, taken=command.taken, clause=clause
    )


_HOUSE = {
    "match_play": tuple(MatchPlay),
    "table_counts": ("required", "not_required"),
}


def _check_house(rules: TableRules) -> None:
    for name, values in _HOUSE.items():
        chosen = rules.choice(name)
        if chosen and chosen not in values:
            raise RuleBreach(
                f"Setting {name} = {chosen!r}",
                clause=rules.rulebook.procedure["chips"],
                remedy=f"Choose one of {', '.join(values)}.",
            )
