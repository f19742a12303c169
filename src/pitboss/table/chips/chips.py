"""The chips of a table: each topic decides its commands, and each event moves chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, get_args

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.frozen import replace
from pitboss.money import NOTHING
from pitboss.round.wagers import PlaceWager
from pitboss.table.chips import corrections, exchange, funds, prizes, rack
from pitboss.table.chips.exchange import BuyIn, ColourUp
from pitboss.table.chips.holdings import KEPT_MOVEMENTS, Chips, Shift, of_earlier_shift
from pitboss.table.chips.rack import SendCredit, TakeFill
from pitboss.table.opening import CloseTable, OpenTable
from pitboss.table.rounds import CallForBets
from pitboss.table.rules import Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Command as TableCommand
    from pitboss.table.table import Table

Command = exchange.Command | rack.Command | corrections.Correct
Event = exchange.Event | rack.Event | funds.CouponPlayed | prizes.Event | corrections.ChipsCorrected

ROLES: Roles = {
    **exchange.ROLES, **rack.ROLES, **funds.ROLES, **prizes.ROLES, **corrections.ROLES,
}  # fmt: skip

_HOUSE = {
    "match_play": tuple(funds.MatchPlay),
    "table_counts": ("required", "not_required"),
}
_MOVES_RACK = (BuyIn, ColourUp, TakeFill, SendCredit, CallForBets)


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    if isinstance(command, exchange.Command):
        yield exchange.decide(rules, command)
    elif isinstance(command, rack.Command):
        yield rack.decide(rules, table, by, command)
    else:
        yield from corrections.decide(rules, table, by, command)


def check(rules: TableRules, table: Table, by: Envelope, command: TableCommand) -> None:
    """Refuse a command of another part for the sake of the chips."""
    if isinstance(command, OpenTable):
        _check_house(rules)
    if isinstance(command, PlaceWager):
        funds.check_instrument(rules, command)
    _check_counts(rules, table, command)


def _check_house(rules: TableRules) -> None:
    for name, values in _HOUSE.items():
        chosen = rules.choice(name)
        if chosen and chosen not in values:
            raise RuleBreach(
                f"Setting {name} = {chosen!r}",
                clause=rules.rulebook.procedure["chips"],
                remedy=f"Choose one of {', '.join(values)}.",
            )


def _check_counts(rules: TableRules, table: Table, command: TableCommand) -> None:
    """Where the house requires counts, the first comes before sales and bets, the last before the
    table closes."""
    counted = table.chips.counted
    if counted == "closing" and isinstance(command, _MOVES_RACK):
        rack.refuse("The rack is counted for closing", "Count it for opening first.")
    if not rack.counts_are_required(rules):
        return
    if isinstance(command, CallForBets) and counted != "opening":
        rack.refuse("Bets before the rack is counted", "Count it for opening first.")
    if isinstance(command, BuyIn) and counted != "opening":
        # The result begins with the count: what was sold before would be in no drop.
        rack.refuse("Chips from a rack that is not counted", "Count it for opening first.")
    if isinstance(command, CloseTable) and counted != "closing":
        rack.refuse("The table cannot close with its rack uncounted", "Count it for closing first.")


# --- what moves ---------------------------------------------------------------------------------

_EVOLVE: dict[type, Callable[[Chips, Any], Chips]] = {
    **dict.fromkeys(get_args(exchange.Event), exchange.evolve),
    **dict.fromkeys(get_args(rack.Event), rack.evolve),
    **dict.fromkeys(get_args(prizes.Event), prizes.evolve),
    funds.CouponPlayed: funds.evolve,
    corrections.ChipsCorrected: corrections.evolve,
}


def evolve(chips: Chips, event: Event) -> Chips:
    """The chips after one more event."""
    after = _EVOLVE[type(event)](chips, event)
    movement = corrections.movement_of(chips, event)
    if movement is None:
        return after
    latest = (*after.shift.movements, movement)[-KEPT_MOVEMENTS:]
    return replace(after, shift=replace(after.shift, moved=movement.number, movements=latest))


def reopened(chips: Chips, link: str | None) -> Chips:
    """The chips when the table opens again: what lies there is known, and the result begins anew.

    A box that was collected before belongs to the earlier result.
    """
    return replace(
        chips,
        boxes=of_earlier_shift(chips.boxes),
        counted="",
        link=link or "",
        won=NOTHING,
        shift=Shift(opening=chips.rack),
        slips=chips.slips | chips.shift.slips,
    )
