"""Movements of chips that belong to a player's account are put right there and not by staff.

Money of an account is written in the purse and at the table by one command, or not at all. A
correction at the table alone would leave the purse as it was.
"""

from __future__ import annotations

from pitboss.codec import name_of
from pitboss.errors import RuleBreach
from pitboss.house.kept_tables import stream_of
from pitboss.store.contract import Entry, Store
from pitboss.table.chips import commands as chips_do
from pitboss.table.chips import events as chips_ev
from pitboss.table.chips.movements import Kind
from pitboss.table.table import Command, Table

ACCOUNTS = "player/"
_NAMES = frozenset(
    map(
        name_of,
        (
            chips_ev.BoughtIn,
            chips_ev.CashedOut,
            chips_ev.ColouredUp,
            chips_ev.FillTaken,
            chips_ev.CreditSent,
            chips_ev.DropCollected,
            chips_ev.DropCounted,
        ),
    )
)


def check_purse(store: Store, name: str, table: Table, command: Command) -> None:
    """Refuse to correct what went from a purse to the table, or back into it."""
    if not isinstance(command, chips_do.Correct):
        return
    shift = table.chips.shift
    found = shift.movement(command.number)
    if found is None or found.kind not in (Kind.BUY_IN, Kind.CASH_OUT):
        return
    entry = _entry(store, name, before_last=shift.moved - found.number)
    receipt = None if entry is None else store.receipt(entry.command)
    if receipt is None or not any(one.stream.startswith(ACCOUNTS) for one in receipt.written):
        return
    other = "cash it out" if found.kind is Kind.BUY_IN else "buy in again"
    raise RuleBreach(
        f"The {found.kind} of {found.player} is of a player's own account",
        clause="S4",
        remedy=f"{found.player} can {other}, and the purse has it.",
    )


def _entry(store: Store, name: str, *, before_last: int) -> Entry | None:
    """The entry of a movement, by how many came after it: those are counted from the end."""
    moved = [entry for entry in store.read(stream_of(name)) if entry.name in _NAMES]
    return moved[-1 - before_last] if before_last < len(moved) else None
