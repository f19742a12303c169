"""The rack and the box: counts, fills, credits and the drop, each by two persons (I-50).

A count of the rack is the table's own. What goes between the table and the cage is under dual
control: the second person is of a department whose duties check those of table games (S5).
An electronic table has a bank and no rack, so there is nothing to count but its box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NoReturn, assert_never, get_args

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import RoleBreach
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money
from pitboss.staff.register import Department
from pitboss.table.chips.exchange import BuyIn, ColourUp
from pitboss.table.chips.holdings import (
    Box,
    Chips,
    Pieces,
    Shift,
    fault_in,
    of_earlier_shift,
    value_of,
)
from pitboss.table.operation import CloseTable
from pitboss.table.rounds import CallForBets
from pitboss.table.rules import FLOOR, Checks, Mode, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Command as TableCommand
    from pitboss.table.table import Table


CLAUSE = "I-50"
"""The rulebooks leave the cage to other regulations, so each of these is a step with its record."""

_BESIDE = (Department.SECURITY, Department.CAGE)
_WHO_CHECKS = f"A member of {' or '.join(_BESIDE)}"


# --- commands ---------------------------------------------------------------------------------


@stored("count-opening")
class CountOpening:
    """The rack is counted before the table takes bets."""

    pieces: Pieces


@stored("count-closing")
class CountClosing:
    """The rack is counted before the table closes."""

    pieces: Pieces


@stored("take-fill")
class TakeFill:
    """Chips come from the cage into the rack, with a slip."""

    slip: str
    pieces: Pieces


@stored("send-credit")
class SendCredit:
    """Chips go from the rack to the cage, with a slip."""

    slip: str
    pieces: Pieces


@stored("collect-drop")
class CollectDrop:
    """The drop box is taken from the table, and an empty one put in its place."""

    box: str


@stored("count-drop")
class CountDrop:
    """The cash of a collected box is counted."""

    box: str
    counted: Money


Command = CountOpening | CountClosing | TakeFill | SendCredit | CollectDrop | CountDrop


# --- events -----------------------------------------------------------------------------------


@stored("opening-counted", kw_only=True)
class OpeningCounted:
    """The rack was counted before bets."""

    pieces: Mapping[int, int]
    counted: Money
    expected: Money | None
    """What the books had in the rack; nothing is expected of a rack that was never counted."""
    second: str
    clause: str


@stored("closing-counted", kw_only=True)
class ClosingCounted:
    """The rack was counted at the end."""

    pieces: Mapping[int, int]
    counted: Money
    expected: Money
    second: str
    clause: str


@stored("fill-taken", kw_only=True)
class FillTaken:
    """Chips came from the cage."""

    slip: str
    pieces: Mapping[int, int]
    amount: Money
    second: str
    clause: str


@stored("credit-sent", kw_only=True)
class CreditSent:
    """Chips went to the cage."""

    slip: str
    pieces: Mapping[int, int]
    amount: Money
    second: str
    clause: str


@stored("drop-collected", kw_only=True)
class DropCollected:
    """The drop box was taken to be counted."""

    box: str
    expected: Money
    second: str
    clause: str


@stored("drop-counted", kw_only=True)
class DropCounted:
    """The cash of a box was counted and went to the cage."""

    box: str
    counted: Money
    expected: Money
    second: str
    clause: str


Event = OpeningCounted | ClosingCounted | FillTaken | CreditSent | DropCollected | DropCounted

ROLES: Roles = dict.fromkeys(get_args(Event), FLOOR)
"""Every count, and what goes between the table and the cage, is entered by a supervisor."""


# --- deciding ---------------------------------------------------------------------------------


_BETWEEN = (TakeFill, SendCredit, CollectDrop, CountDrop)


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when two persons count, or send chips between the table and the cage."""
    yield _decided(rules, table, by, command)


def _decided(rules: TableRules, table: Table, by: Envelope, command: Command) -> Event:
    check_two(rules, by, is_dual=isinstance(command, _BETWEEN))
    if isinstance(command, CollectDrop | CountDrop):
        return _dropped(table, by, command)
    if rules.setting.mode is Mode.ELECTRONIC:
        _refuse("A rack at an electronic table", "It has a bank, and nothing to count.")
    pieces = command.pieces
    amount = _value(pieces)
    match command:
        case TakeFill(slip):
            _check_slip(table, slip, amount)
            return FillTaken(
                slip=slip, pieces=pieces, amount=amount, second=by.second, clause=CLAUSE
            )
        case SendCredit(slip):
            _check_slip(table, slip, amount)
            check_there(table, "A credit", amount)
            return CreditSent(
                slip=slip, pieces=pieces, amount=amount, second=by.second, clause=CLAUSE
            )
        case CountOpening():
            return _opening(table, by, pieces, amount)
        case CountClosing():
            return _closing(table, by, pieces, amount)
        case _:
            assert_never(command)


def count_due(rules: TableRules, table: Table) -> str | None:
    """The count that bets wait for, in words, if they wait for one."""
    if not _counts_are_required(rules) or table.chips.counted == "opening" or table.play.is_open:
        return None
    role = rules.rulebook.roles[FLOOR]
    is_closing = table.chips.counted == "closing"
    first = "the rack is counted for closing: close-table; or, to go on, " if is_closing else ""
    return f"{first}count the rack for opening, two persons: count-opening ({CLAUSE}; {role})"


def _check_counts(rules: TableRules, table: Table, by: Envelope, command: TableCommand) -> None:
    """Where the house requires counts, the first comes before sales and bets, the last before the
    table closes."""
    counted = table.chips.counted
    if counted == "closing" and not isinstance(command, CloseTable):
        _refuse("The rack is counted for closing", "Count it for opening first.")
    if not _counts_are_required(rules):
        return
    if isinstance(command, CallForBets) and counted != "opening":
        _refuse("Bets before the rack is counted", "Count it for opening first.")
    if isinstance(command, BuyIn) and counted != "opening":
        # The result begins with the count: what was sold before would be in no drop.
        _refuse("Chips from a rack that is not counted", "Count it for opening first.")
    if isinstance(command, CloseTable) and counted != "closing":
        _refuse("The table cannot close with its rack uncounted", "Count it for closing first.")


CHECKS: Checks = dict.fromkeys(
    (BuyIn, ColourUp, TakeFill, SendCredit, CallForBets, CloseTable), _check_counts
)


def _counts_are_required(rules: TableRules) -> bool:
    """Whether the house requires counts of the rack."""
    return rules.choice("table_counts") == "required" and rules.setting.mode is Mode.LIVE


def _refuse(problem: str, remedy: str) -> NoReturn:
    """Refuse by the clause of counts."""
    refuse(problem, CLAUSE, remedy)


def check_two(rules: TableRules, by: Envelope, *, is_dual: bool) -> None:
    """Refuse without a second person: a member of staff, or of a department that checks them.

    `is_dual` is for what goes between the table and the cage.
    """
    stands = by.second_role in rules.rulebook.roles
    if is_dual and by.second_department:
        # The actor is of table games, so the second person is not.
        stands = by.second_department in _BESIDE
    if by.second and by.second != by.actor and stands:
        return
    role = f"The {rules.rulebook.roles[0]} or a higher role"
    raise RoleBreach(
        f"{by.second}{_role_beside(by)}, beside {by.actor}"
        if by.second and by.second != by.actor
        else f"{by.actor} alone",
        clause=CLAUSE,
        remedy=f"{_WHO_CHECKS if is_dual else role} confirms it beside.",
    )


def _role_beside(by: Envelope) -> str:
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
    """Refuse what is more than the rack holds; of a rack never counted that is not known."""
    rack = table.chips.rack
    if table.chips.is_inventoried and amount > rack:
        _refuse(
            f"{what} of {amount.dollars} from a rack that has {rack.dollars}",
            "Look at the slip again; if so much is there, count the rack first.",
        )


def _check_between_rounds(table: Table) -> None:
    if table.play.is_open:
        _refuse(f"Round {table.rounds.number} is not over", "Count when nothing is on the layout.")


def _opening(table: Table, by: Envelope, pieces: Pieces, amount: Money) -> OpeningCounted:
    _check_between_rounds(table)
    chips = table.chips
    if chips.counted == "opening":
        _refuse("The rack is counted for opening already", "The next count is for closing.")
    return OpeningCounted(
        pieces=pieces,
        counted=amount,
        expected=chips.rack if chips.is_inventoried else None,
        second=by.second,
        clause=CLAUSE,
    )


def _closing(table: Table, by: Envelope, pieces: Pieces, amount: Money) -> ClosingCounted:
    _check_between_rounds(table)
    if table.chips.counted != "opening":
        _refuse("The rack was not counted for opening", "Count it for opening first.")
    return ClosingCounted(
        pieces=pieces, counted=amount, expected=table.chips.rack, second=by.second, clause=CLAUSE
    )


def _dropped(table: Table, by: Envelope, command: CollectDrop | CountDrop) -> Event:
    chips, box = table.chips, command.box
    if isinstance(command, CollectDrop):
        if not box.strip() or box in chips.boxes:
            _refuse(f"Box {box!r}", "Name a box that is not waiting to be counted.")
        return DropCollected(box=box, expected=chips.drop, second=by.second, clause=CLAUSE)
    if box not in chips.boxes:
        known = ", ".join(chips.boxes) or "none"
        _refuse(f"Box {box!r} was not collected", f"Waiting to be counted: {known}.")
    if command.counted < NOTHING:
        _refuse(f"{command.counted.dollars} in box {box}", "Count it again.")
    return DropCounted(
        box=box,
        counted=command.counted,
        expected=chips.boxes[box].expected,
        second=by.second,
        clause=CLAUSE,
    )


# --- what moves -------------------------------------------------------------------------------


def evolve(chips: Chips, event: Event) -> Chips:
    """The chips after one more event."""
    shift = chips.shift
    match event:
        case OpeningCounted():
            return _opened(chips, event)
        case ClosingCounted(counted=counted, expected=expected):
            over = counted - expected
            shift = replace(shift, closing=counted, variance=shift.variance + over)
            return replace(
                chips, rack=counted, short=chips.short - over, counted="closing", shift=shift
            )
        case FillTaken(amount=amount, slip=slip):
            shift = replace(shift, fills=shift.fills + amount, slips=shift.slips | {slip})
            return replace(chips, rack=chips.rack + amount, cage=chips.cage - amount, shift=shift)
        case CreditSent(amount=amount, slip=slip):
            shift = replace(shift, credits=shift.credits + amount, slips=shift.slips | {slip})
            return replace(chips, rack=chips.rack - amount, cage=chips.cage + amount, shift=shift)
        case DropCollected(box=box, expected=expected):
            boxes = {**chips.boxes, box: Box(expected)}
            return replace(chips, drop=chips.drop - expected, boxes=boxes)
        case DropCounted():
            return _drop_counted(chips, event)
        case _:
            assert_never(event)


def _opened(chips: Chips, event: OpeningCounted) -> Chips:
    """A rack that was never counted got its chips from the cage; later a difference is one."""
    more = event.counted - chips.rack
    is_known = event.expected is not None
    return replace(
        chips,
        rack=event.counted,
        short=chips.short - more if is_known else chips.short,
        cage=chips.cage if is_known else chips.cage - more,
        counted="opening",
        is_inventoried=True,
        boxes=of_earlier_shift(chips.boxes),
        won=NOTHING,
        shift=Shift(opening=event.counted),
        slips=chips.slips | chips.shift.slips,
    )


def _drop_counted(chips: Chips, event: DropCounted) -> Chips:
    over, shift = event.counted - event.expected, chips.shift
    if chips.boxes[event.box].is_of_shift:
        shift = replace(shift, drop=shift.drop + over, variance=shift.variance + over)
    return replace(
        chips,
        boxes={name: box for name, box in chips.boxes.items() if name != event.box},
        cage=chips.cage + event.counted,
        short=chips.short - over,
        shift=shift,
    )
