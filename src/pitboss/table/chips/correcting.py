"""Taking back what was typed wrongly: one movement of this shift, by a supervisor, and why (S4).

It is a further record and never a change of the old one. What goes between the table and the cage
took two persons, and so does taking it back. Of a shift that is over the counts have told what was
there: nothing of it is corrected any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money
from pitboss.table.chips import commands as do
from pitboss.table.chips import events as ev
from pitboss.table.chips.counting import check_there, check_two
from pitboss.table.chips.funds import spare
from pitboss.table.chips.movements import DUAL, Kind, Movement
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Table

CLAUSE = "S4"

_WITHOUT_PLAY = (Kind.CASH_OUT, Kind.BOX, Kind.COUNT)
"""What is done at a table that is closed, and so may be corrected there."""
_WITH_AN_AMOUNT = (Kind.BUY_IN, Kind.CASH_OUT)


def corrected(
    rules: TableRules, table: Table, by: Envelope, command: do.Correct
) -> Iterator[ev.Event]:
    """The movement is taken back; and what it really was comes in its place, if that is told."""
    found = _found(table, command.number)
    _check_reason(command)
    _check_instead(found, command.instead)
    if found.kind in DUAL:
        check_two(rules, by, is_dual=True)
    _check_still(rules, table, found, command)
    back = ev.ChipsCorrected(
        number=found.number,
        kind=found.kind,
        player=found.player,
        slip=found.slip,
        box=found.box,
        amount=found.amount,
        instead=command.instead,
        reason=command.reason,
        second=by.second if found.kind in DUAL else "",
        clause=CLAUSE,
    )
    if command.instead is None:
        yield back
        return
    told, clause = command.instead, rules.rulebook.procedure["chips"]
    if found.kind is Kind.BUY_IN:
        # In this order nobody lacks in between what they hold in the end.
        yield ev.BoughtIn(player=found.player, amount=told, clause=clause)
        yield back
    else:
        yield back
        yield ev.CashedOut(player=found.player, amount=told, clause=clause)


def _refuse(problem: str, remedy: str) -> NoReturn:
    raise RuleBreach(problem, clause=CLAUSE, remedy=remedy)


def _found(table: Table, number: int) -> Movement:
    shift = table.chips.shift
    found = shift.movement(number)
    if found is None:
        latest = "; ".join(str(one) for one in shift.movements[-5:] if not one.is_corrected)
        is_gone = 1 <= number <= shift.moved
        _refuse(
            f"Movement {number} is too long ago"
            if is_gone
            else f"There is no movement {number} in this shift",
            f"The latest are {latest}."
            if latest
            else "There is none to correct: a shift that is over stands as it was counted.",
        )
    if found.is_corrected:
        _refuse(f"Movement {number} was corrected already", "Enter anew what it really was.")
    if not table.is_open and found.kind not in _WITHOUT_PLAY:
        _refuse(
            f"The {found.kind} of {found.amount.dollars} is of a shift that is closed",
            "It stands as it was counted; the difference is in the variance of the counts.",
        )
    return found


def _check_reason(command: do.Correct) -> None:
    if not command.reason.strip():
        _refuse("A correction without a reason", "Write why.")


def _check_instead(found: Movement, instead: Money | None) -> None:
    if instead is None:
        return
    if found.kind not in _WITH_AN_AMOUNT:
        _refuse(
            f"A {found.kind} of {instead.dollars} instead",
            "Take it back first, and then enter it anew as it really was.",
        )
    if instead <= NOTHING or instead == found.amount:
        _refuse(
            f"{instead.dollars} instead of {found.amount.dollars}",
            "Say what it really was, or nothing if there was no such thing.",
        )


def _check_still(rules: TableRules, table: Table, found: Movement, command: do.Correct) -> None:
    """Refuse what cannot be taken back, because what it moved has moved on since."""
    match found.kind:
        case Kind.BUY_IN:
            _check_box(table, found)
            _check_holds(rules, table, found, command)
        case Kind.FILL:
            check_there(table, f"Fill {found.slip}", found.amount)
        case Kind.BOX:
            _check_taken(table, found)
        case Kind.COUNT if found.box in table.chips.boxes:
            _refuse(
                f"Box {found.box} was collected again and waits to be counted",
                f"Count it first: count-drop {found.box} AMOUNT.",
            )
        case _:
            return


def _check_holds(rules: TableRules, table: Table, found: Movement, command: do.Correct) -> None:
    """Chips that were bought go back only from whoever still holds them."""
    player, back = found.player, found.amount - (command.instead or NOTHING)
    is_kept = rules.setting.mode is Mode.ELECTRONIC
    has = spare(rules, table, player) if is_kept else table.chips.held(player)
    lacks = back - max(has, NOTHING)
    if lacks <= NOTHING:
        return
    least = found.amount - max(has, NOTHING)
    free = " that no hand needs" if is_kept else " here"
    _refuse(
        f"{player} holds {max(has, NOTHING).dollars}{free}: {back.dollars} cannot go back",
        f"Say what the buy-in really was, {least.dollars} or more: correct {found.number} REASON "
        f"AMOUNT. Otherwise {lacks.dollars} more must be with {player} at this table first.",
    )


def _check_box(table: Table, found: Movement) -> None:
    """The cash of a buy-in is in the box that was on the table then."""
    since = next(
        (
            one
            for one in table.chips.shift.movements
            if one.kind is Kind.BOX and one.number > found.number and not one.is_corrected
        ),
        None,
    )
    if since is not None:
        _refuse(
            f"The cash of movement {found.number} went with box {since.box}",
            "The count of that box finds the difference"
            + (
                f"; or correct its collection first, which is movement {since.number}."
                if since.box in table.chips.boxes
                else "."
            ),
        )


def _check_taken(table: Table, found: Movement) -> None:
    """A box goes back onto the table only as it was taken from there."""
    if found.box not in table.chips.boxes:
        _refuse(f"Box {found.box} is counted", "Correct its count first; then the box waits again.")
    if table.chips.drop:
        _refuse(
            f"The box on the table has {table.chips.drop.dollars} in it by now",
            "Collect that one first: cash of two boxes is not thrown together.",
        )
