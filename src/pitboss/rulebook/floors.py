"""Printed odds as floors: a house may pay more with an approval, and never less (I-44).

Tables are compared hand by hand and not row by row, so that one with other rows is measured by
what it would pay.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import Fault
from pitboss.hands.names import compile_five, compile_three
from pitboss.money import For, Pays, Prize, To
from pitboss.rulebook.model import Paytable, Row, Rulebook
from pitboss.rulebook.pay_checks import tables_named

FLOORS = {"mgc": "mgc-let-it-ride"}
"""The families whose printed odds are floors, and the rulebook that prints them."""

_WAGERS = ("1", "2", "$", "bonus", "three_card_bonus")


def check_floors(book: Rulebook, printed: Rulebook) -> Iterator[Fault]:
    """Every table of a house's own file that falls short of the printed one, or needs leave."""
    compared = set()
    for wager in _WAGERS:
        if wager not in book.wagers or wager not in printed.wagers:
            continue
        floors = {
            name: printed.paytables[name] for name in tables_named(printed, printed.wagers[wager])
        }
        for name in tables_named(book, book.wagers[wager]):
            if name not in compared:
                compared.add(name)
                yield from _check(book.paytables[name], floors)
    yield from _never_for(book)


def _check(table: Paytable, floors: dict[str, Paytable]) -> Iterator[Fault]:
    floor = next(iter(floors.values())) if len(floors) == 1 else floors.get(table.id)
    if floor is not None and floor.looks_at == table.looks_at:
        yield from _compared(table, floor)
    elif table.approval is None:
        yield Fault(
            place=f"paytables.{table.id}",
            problem="is not one of the printed tables, and carries no approval (I-44)",
            remedy=f'use {", ".join(floors)}, or add approval = "<reference>"',
        )


def _compared(table: Paytable, floor: Paytable) -> Iterator[Fault]:
    """Faults of the rows that pay less, each once, and one for all that pay more unapproved."""
    less: dict[str, Fault] = {}
    more: list[str] = []
    for own, least in _hand_by_hand(table, floor):
        if least is not None and (own is None or not _reaches(own.pays, least.pays)):
            less.setdefault(least.hand, _too_little(table, floor, own, least))
        elif own is not None and (least is None or own.pays != least.pays):
            more.append(own.hand)
    yield from less.values()
    if more and table.approval is None:
        yield Fault(
            place=f"paytables.{table.id}.approval",
            problem=f"is missing, and {', '.join(dict.fromkeys(more))} pays more than rule "
            f"{floor.clause} prints (I-44)",
            remedy='add approval = "<reference>", or pay what is printed',
        )


def _hand_by_hand(table: Paytable, floor: Paytable) -> Iterator[tuple[Row | None, Row | None]]:
    compiler = compile_five if table.looks_at == "five" else compile_three
    own = compiler([row.hand for row in table.rows])
    least = compiler([row.hand for row in floor.rows])
    for mine, theirs in zip(own, least, strict=True):
        yield (
            None if mine is None else table.rows[mine],
            None if theirs is None else floor.rows[theirs],
        )


def _reaches(pays: Pays, least: Pays) -> bool:
    """Whether one pays at least as much as the other, in the same manner."""
    match pays, least:
        case To(n, d), To(least_n, least_d):
            return Fraction(n, d) >= Fraction(least_n, least_d)
        case Prize(amount), Prize(least_amount):
            return amount >= least_amount
    return False


def _too_little(table: Paytable, floor: Paytable, own: Row | None, least: Row) -> Fault:
    return Fault(
        place=f"paytables.{table.id}.pays.{least.hand}",
        problem=f"{'is missing' if own is None else f'pays {own.pays}'}, and rule {floor.clause} "
        f"prints {least.pays} as the least (I-44)",
        remedy=f'write "{least.pays}" or more',
    )


def _never_for(book: Rulebook) -> Iterator[Fault]:
    """10(a): odds are printed with "to"; only progressive tables say "for" (I-29)."""
    for wager in book.wagers.values():
        if wager.units is not None:
            continue
        for name in tables_named(book, wager):
            for row in book.paytables[name].rows:
                if isinstance(row.pays, For):
                    yield Fault(
                        place=f"paytables.{name}.pays.{row.hand}",
                        problem=f"pays {row.pays}, and rule 10(a) does not allow for (I-29)",
                        remedy=f'write "{max(row.pays.n - row.pays.d, 1)} to {row.pays.d}"',
                    )
