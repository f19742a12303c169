"""The rack and the box: counts, fills, credits and the drop, each by two persons (I-50).

A count of the rack is the table's own. What goes between the table and the cage is under dual
control: the second person is of a department whose duties check those of table games (S5).
An electronic table has a bank and no rack, so there is nothing to count but its box.
"""

from __future__ import annotations

from typing import NoReturn, assert_never

from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach, RuleBreach
from pitboss.money import NOTHING, Money
from pitboss.staff.register import Department
from pitboss.table.chips import commands as do
from pitboss.table.chips import events as ev
from pitboss.table.chips.pieces import Pieces, fault_in, value_of
from pitboss.table.chips.roles import FLOOR
from pitboss.table.opening.commands import CloseTable
from pitboss.table.rounds.commands import CallForBets
from pitboss.table.rules import TableRules
from pitboss.table.settings import Mode
from pitboss.table.table import Command, Table

CLAUSE = "I-50"
"""The rulebooks leave the cage to other regulations, so each of these is a step with its record."""

_BESIDE = (Department.SECURITY, Department.CAGE)
_WHO_CHECKS = f"Somebody of {' or '.join(_BESIDE)}"

Counting = (
    do.CountOpening | do.CountClosing | do.TakeFill | do.SendCredit | do.CollectDrop | do.CountDrop
)
_BETWEEN = (do.TakeFill, do.SendCredit, do.CollectDrop, do.CountDrop)
_MOVES_RACK = (do.BuyIn, do.ColourUp, do.TakeFill, do.SendCredit, CallForBets)


def counted(rules: TableRules, table: Table, by: Envelope, command: Counting) -> ev.Event:
    """What happens when two persons count, or send chips between the table and the cage."""
    check_two(rules, by, is_dual=isinstance(command, _BETWEEN))
    if isinstance(command, do.CollectDrop | do.CountDrop):
        return _dropped(table, by, command)
    if rules.setting.mode is Mode.ELECTRONIC:
        _refuse("A rack at an electronic table", "It has a bank, and nothing to count.")
    pieces = command.pieces
    amount = _value(pieces)
    match command:
        case do.TakeFill(slip):
            _check_slip(table, slip, amount)
            return ev.FillTaken(
                slip=slip, pieces=pieces, amount=amount, second=by.second, clause=CLAUSE
            )
        case do.SendCredit(slip):
            _check_slip(table, slip, amount)
            check_there(table, "A credit", amount)
            return ev.CreditSent(
                slip=slip, pieces=pieces, amount=amount, second=by.second, clause=CLAUSE
            )
        case do.CountOpening():
            return _opening(table, by, pieces, amount)
        case do.CountClosing():
            return _closing(table, by, pieces, amount)
        case _:
            assert_never(command)


def check_counts(rules: TableRules, table: Table, command: Command) -> None:
    """Where the house requires counts, nothing is sold or bet before the first, and no closing
    before the last."""
    chips = table.chips
    if chips.counted == "closing" and isinstance(command, _MOVES_RACK):
        _refuse("The rack is counted for closing", "Count it for opening first.")
    if not _are_required(rules):
        return
    if isinstance(command, CallForBets) and chips.counted != "opening":
        _refuse("Bets before the rack is counted", "Count it for opening first.")
    if isinstance(command, do.BuyIn) and chips.counted != "opening":
        # The result begins with the count: what was sold before would be in no drop.
        _refuse("Chips from a rack that is not counted", "Count it for opening first.")
    if isinstance(command, CloseTable) and chips.counted != "closing":
        _refuse("The table cannot close with its rack uncounted", "Count it for closing first.")


def count_due(rules: TableRules, table: Table) -> str | None:
    """The count that bets wait for, in words, if they wait for one."""
    if not _are_required(rules) or table.chips.counted == "opening" or table.play.is_open:
        return None
    role = rules.rulebook.roles[FLOOR]
    is_closing = table.chips.counted == "closing"
    first = "the rack is counted for closing: close-table; or, to go on, " if is_closing else ""
    return f"{first}count the rack for opening, two persons: count-opening ({CLAUSE}; {role})"


def _are_required(rules: TableRules) -> bool:
    return rules.choice("table_counts") == "required" and rules.setting.mode is Mode.LIVE


def _refuse(problem: str, remedy: str) -> NoReturn:
    raise RuleBreach(problem, clause=CLAUSE, remedy=remedy)


def check_two(rules: TableRules, by: Envelope, *, is_dual: bool) -> None:
    """Somebody beside the one who enters it: a member of staff like them, or who checks them.

    `is_dual` is for what goes between the table and the cage.
    """
    stands = by.second_role in rules.rulebook.roles
    if is_dual and by.second_department:
        # Whoever enters it is of table games, and so nobody of table games stands beside.
        stands = by.second_department in _BESIDE
    if by.second and by.second != by.actor and stands:
        return
    role = f"The {rules.rulebook.roles[0]} or a higher role"
    raise RoleBreach(
        f"{by.second}{_standing(by)}, beside {by.actor}"
        if by.second and by.second != by.actor
        else f"{by.actor} alone",
        clause=CLAUSE,
        remedy=f"{_WHO_CHECKS if is_dual else role} confirms it beside.",
    )


def _standing(by: Envelope) -> str:
    if not by.second_role:
        return ", who has no role here"
    return f" of {by.second_department}" if by.second_department else ""


def _value(pieces: Pieces) -> Money:
    fault = fault_in(pieces)
    if fault is not None:
        _refuse(fault, "Count whole pieces of some value.")
    return value_of(pieces)


def _check_slip(table: Table, slip: str, amount: Money) -> None:
    used = table.chips.slips | table.chips.shift.slips
    if not slip.strip() or slip in used:
        _refuse(
            f"Slip {slip!r}{' was used at this table before' if slip in used else ''}",
            "Each fill and credit has a slip of its own, whose number never comes again.",
        )
    if not amount:
        _refuse(f"Slip {slip!r} for nothing", "Say how many pieces of what value.")


def check_there(table: Table, what: str, amount: Money) -> None:
    """What a rack holds that was never counted nobody knows."""
    rack = table.chips.rack
    if table.chips.is_inventoried and amount > rack:
        _refuse(
            f"{what} of {amount.dollars} from a rack that has {rack.dollars}",
            "Look at the slip again; if so much is there, count the rack first.",
        )


def _check_between_rounds(table: Table) -> None:
    if table.play.is_open:
        _refuse(f"Round {table.rounds.number} is not over", "Count when nothing is on the layout.")


def _opening(table: Table, by: Envelope, pieces: Pieces, amount: Money) -> ev.OpeningCounted:
    _check_between_rounds(table)
    chips = table.chips
    if chips.counted == "opening":
        _refuse("The rack is counted for opening already", "The next count is for closing.")
    return ev.OpeningCounted(
        pieces=pieces,
        counted=amount,
        expected=chips.rack if chips.is_inventoried else None,
        second=by.second,
        clause=CLAUSE,
    )


def _closing(table: Table, by: Envelope, pieces: Pieces, amount: Money) -> ev.ClosingCounted:
    _check_between_rounds(table)
    if table.chips.counted != "opening":
        _refuse("The rack was not counted for opening", "Count it for opening first.")
    return ev.ClosingCounted(
        pieces=pieces, counted=amount, expected=table.chips.rack, second=by.second, clause=CLAUSE
    )


def _dropped(table: Table, by: Envelope, command: do.CollectDrop | do.CountDrop) -> ev.Event:
    chips, box = table.chips, command.box
    if isinstance(command, do.CollectDrop):
        if not box.strip() or box in chips.boxes:
            _refuse(f"Box {box!r}", "Name a box that is not waiting to be counted.")
        return ev.DropCollected(box=box, expected=chips.drop, second=by.second, clause=CLAUSE)
    if box not in chips.boxes:
        known = ", ".join(chips.boxes) or "none"
        _refuse(f"Box {box!r} was not collected", f"Waiting to be counted: {known}.")
    if command.counted < NOTHING:
        _refuse(f"{command.counted.dollars} in box {box}", "Count it again.")
    return ev.DropCounted(
        box=box,
        counted=command.counted,
        expected=chips.boxes[box].expected,
        second=by.second,
        clause=CLAUSE,
    )
