"""Taking back what was typed wrongly: one movement of this shift, by a supervisor, and why (S4).

It is a further record and never a change of the old one. What goes between the table and the cage
took two persons, and so does taking it back. Of a shift that is over the counts have told what was
there: nothing of it is corrected any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money
from pitboss.table.chips.exchange import BoughtIn, CashedOut, ColouredUp
from pitboss.table.chips.holdings import (
    DUAL,
    KEPT_MOVEMENTS,
    OF_THE_RACK,
    Box,
    Chips,
    Movement,
    MovementKind,
    holding,
    spent,
    value_of,
)
from pitboss.table.chips.rack import (
    CreditSent,
    DropCollected,
    DropCounted,
    FillTaken,
    check_there,
    check_two,
)
from pitboss.table.chips.stakes import spare
from pitboss.table.rules import FLOOR, Mode, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table


CLAUSE = "S4"
_WITHOUT_PLAY = (MovementKind.CASH_OUT, MovementKind.BOX, MovementKind.COUNT)
"""What is done at a table that is closed, and so may be corrected there."""
_WITH_AN_AMOUNT = (MovementKind.BUY_IN, MovementKind.CASH_OUT)


@stored("correct")
class Correct:
    """One movement of the shift was typed wrongly: it is taken back, and on record as that (S4)."""

    number: int
    """Of the movement, in this shift."""
    reason: str
    instead: Money | None = None
    """Of a buy-in or a cash-out: what it really was, if it was anything."""


@stored("chips-corrected", kw_only=True)
class ChipsCorrected:
    """A movement of the shift that was typed wrongly was taken back, to the cent (S4)."""

    number: int
    kind: MovementKind
    player: str
    slip: str
    """Of a fill or a credit: it stays used."""
    box: str
    amount: Money
    instead: Money | None
    """What it really was, which is a movement of its own beside this."""
    reason: str
    second: str
    clause: str


Command = Correct
Event = ChipsCorrected

ROLES: Roles = {ChipsCorrected: FLOOR}


# --- deciding ---------------------------------------------------------------------------------


def decide(
    rules: TableRules, table: Table, by: Envelope, command: Correct
) -> Iterator[ChipsCorrected | BoughtIn | CashedOut]:
    """The movement is taken back, and replaced by what it really was, if that is told."""
    found = _found(table, command.number)
    _check_reason(command)
    _check_instead(found, command.instead)
    if found.kind in DUAL:
        check_two(rules, by, is_dual=True)
    _check_still(rules, table, found, command)
    back = ChipsCorrected(
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
    if found.kind is MovementKind.BUY_IN:
        # In this order the player never holds less than in the end.
        yield BoughtIn(player=found.player, amount=told, clause=clause)
        yield back
    else:
        yield back
        yield CashedOut(player=found.player, amount=told, clause=clause)


def _refuse(problem: str, remedy: str) -> NoReturn:
    refuse(problem, CLAUSE, remedy)


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


def _check_reason(command: Correct) -> None:
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


def _check_still(rules: TableRules, table: Table, found: Movement, command: Correct) -> None:
    """Refuse what cannot be taken back, because what it moved has moved on since."""
    match found.kind:
        case MovementKind.BUY_IN:
            _check_box(table, found)
            _check_holds(rules, table, found, command)
        case MovementKind.FILL:
            check_there(table, f"Fill {found.slip}", found.amount)
        case MovementKind.BOX:
            _check_taken(table, found)
        case MovementKind.COUNT if found.box in table.chips.boxes:
            _refuse(
                f"Box {found.box} was collected again and waits to be counted",
                f"Count it first: count-drop {found.box} AMOUNT.",
            )
        case _:
            return


def _check_holds(rules: TableRules, table: Table, found: Movement, command: Correct) -> None:
    """Chips that were bought go back only from a player who still holds them."""
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
            if one.kind is MovementKind.BOX and one.number > found.number and not one.is_corrected
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


# --- what moves -------------------------------------------------------------------------------


def with_movement(before: Chips, after: Chips, event: object) -> Chips:
    """The chips after an event, and what it moved on record if that may be corrected later."""
    movement = _movement_of(before, event)
    if movement is None:
        return after
    latest = (*after.shift.movements, movement)[-KEPT_MOVEMENTS:]
    return replace(after, shift=replace(after.shift, moved=movement.number, movements=latest))


def _movement_of(chips: Chips, event: object) -> Movement | None:
    number = chips.shift.moved + 1
    match event:
        case BoughtIn(player=player, amount=amount):
            return Movement(number=number, kind=MovementKind.BUY_IN, player=player, amount=amount)
        case CashedOut(player=player, amount=amount):
            brought = chips.elsewhere - spent(chips, player, amount)[1]
            return Movement(
                number=number,
                kind=MovementKind.CASH_OUT,
                player=player,
                amount=amount,
                brought=brought,
            )
        case ColouredUp(player=player, given=given):
            return Movement(
                number=number, kind=MovementKind.COLOUR_UP, player=player, amount=value_of(given)
            )
        case FillTaken(slip=slip, amount=amount):
            return Movement(number=number, kind=MovementKind.FILL, slip=slip, amount=amount)
        case CreditSent(slip=slip, amount=amount):
            return Movement(number=number, kind=MovementKind.CREDIT, slip=slip, amount=amount)
        case DropCollected(box=box, expected=expected):
            return Movement(number=number, kind=MovementKind.BOX, box=box, amount=expected)
        case DropCounted(box=box, counted=counted, expected=expected):
            return Movement(
                number=number,
                kind=MovementKind.COUNT,
                box=box,
                amount=counted,
                expected=expected,
                is_of_shift=chips.boxes[box].is_of_shift,
            )
        case _:
            return None


def evolve(chips: Chips, event: ChipsCorrected) -> Chips:
    """Everything as it would be without that movement; a closing count must be made again."""
    found = chips.shift.movement(event.number)
    assert found is not None, "only what is kept is corrected"
    chips = _without(chips, found)
    movements = tuple(
        replace(one, is_corrected=True) if one is found else one for one in chips.shift.movements
    )
    shift = replace(chips.shift, movements=movements, corrections=chips.shift.corrections + 1)
    if chips.counted == "closing" and found.kind in OF_THE_RACK:
        return replace(chips, counted="opening", shift=replace(shift, closing=None))
    return replace(chips, shift=shift)


def _without(chips: Chips, found: Movement) -> Chips:
    amount, player, shift = found.amount, found.player, chips.shift
    match found.kind:
        case MovementKind.BUY_IN:
            return replace(
                chips,
                players=holding(chips.players, player, NOTHING - amount),
                rack=chips.rack + amount,
                drop=chips.drop - amount,
                elsewhere=chips.elsewhere + amount,
                shift=replace(shift, drop=shift.drop - amount),
            )
        case MovementKind.CASH_OUT:
            return replace(
                chips,
                players=holding(chips.players, player, amount - found.brought),
                elsewhere=chips.elsewhere + found.brought,
                cage=chips.cage - amount,
            )
        case MovementKind.COLOUR_UP:
            return chips
        case MovementKind.FILL:
            shift = replace(shift, fills=shift.fills - amount)
            return replace(chips, rack=chips.rack - amount, cage=chips.cage + amount, shift=shift)
        case MovementKind.CREDIT:
            shift = replace(shift, credits=shift.credits - amount)
            return replace(chips, rack=chips.rack + amount, cage=chips.cage - amount, shift=shift)
        case MovementKind.BOX:
            boxes = {name: box for name, box in chips.boxes.items() if name != found.box}
            return replace(chips, drop=chips.drop + amount, boxes=boxes)
        case MovementKind.COUNT:
            return _uncounted(chips, found)
        case _:
            assert_never(found.kind)


def _uncounted(chips: Chips, found: Movement) -> Chips:
    """The box waits to be counted again."""
    over, shift = found.amount - found.expected, chips.shift
    if found.is_of_shift:
        shift = replace(shift, drop=shift.drop - over, variance=shift.variance - over)
    return replace(
        chips,
        boxes={**chips.boxes, found.box: Box(found.expected, found.is_of_shift)},
        cage=chips.cage - found.amount,
        short=chips.short + over,
        shift=shift,
    )
