"""What a variant may not change of the tables that its family's rulebook prints.

That rulebook prints odds of one section as the least: a house may pay more with an approval, and
never less (I-44). Such tables are compared hand by hand and not row by row, so that one with other
rows is measured by what it pays. Its other tables stay as they are printed (I-113).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import Fault
from pitboss.hands.names import compile_five, compile_three
from pitboss.money import For, Pays, Prize, Share, To
from pitboss.rulebook.model import Paytable, Row, Rulebook, WagerRule
from pitboss.rulebook.paytables import PLAYERS, braced, tables_named

PRINTED_BY = {"mgc": "mgc-let-it-ride"}
"""The families whose printed tables bind their variants, and the rulebook that prints them."""

_PRINTED_AS_LEAST = "10("
"""The section whose tables print the least that is paid; tables of other sections are fixed."""


def check_printed(book: Rulebook, printed: Rulebook) -> Iterator[Fault]:
    """Every table of a house's own file that is not what the printed one lets it be."""
    compared = set()
    for wager in book.wagers.values():
        original = printed.wagers.get(wager.id)
        if original is None:
            continue
        tables = {name: printed.paytables[name] for name in tables_named(printed, original)}
        is_least = all(t.clause.startswith(_PRINTED_AS_LEAST) for t in tables.values())
        yield from _same_stake(wager, original)
        if not is_least:
            yield from _same_choice(wager, original, tables)
        for name in tables_named(book, wager):
            if (name, is_least) in compared:
                continue
            compared.add((name, is_least))
            if is_least:
                yield from _against_printed(book.paytables[name], tables)
            else:
                yield from _as_printed(book.paytables[name], tables)
    yield from _never_for(book)
    yield from _payout_limit(book, printed)


def _same_stake(wager: WagerRule, original: WagerRule) -> Iterator[Fault]:
    """A printed sum is for a printed stake: on a larger one it would be lower odds."""
    if original.stake is not None and (wager.stake is None or wager.stake > original.stake):
        yield Fault(
            place=f"wagers.{wager.id}.stake",
            problem=f"{_said(wager.stake)}, and rule {original.clause} prints {original.stake}, "
            f"for which the sums of its table are the least (I-44)",
            remedy=f'write "{original.stake}", or leave it out',
        )


def _payout_limit(book: Rulebook, printed: Rulebook) -> Iterator[Fault]:
    """10(c): how low the most that is paid on a hand may be set, and on which wagers."""
    limit, least = book.payout_limit, printed.payout_limit
    if limit is None or least is None:
        return
    for key in ("floor", "times_least_bet", "times_least_bet_two_positions"):
        own, figure = getattr(limit, key), getattr(least, key)
        if own < figure:
            yield Fault(
                place=f"payout_limit.{key}",
                problem=f"is {own}, and rule {least.clause} prints {figure} as the least (I-44)",
                remedy=f"write {figure} or more",
            )
    if limit.group != least.group:
        yield Fault(
            place="payout_limit.group",
            problem=f"is {limit.group!r}, and rule {least.clause} limits {least.group!r} only",
            remedy=f'write "{least.group}"',
        )


def _said(value: object) -> str:
    return "is missing" if value is None else f"is {value}"


def _same_choice(
    wager: WagerRule, original: WagerRule, tables: dict[str, Paytable]
) -> Iterator[Fault]:
    """A matrix by the number of players is printed with the number that each table is for."""
    template = original.paytable or ""
    if braced(template) == PLAYERS and wager.paytable != template:
        clause = _section(next(iter(tables.values())))
        yield Fault(
            place=f"wagers.{wager.id}.paytable",
            problem=f"is {wager.paytable!r}, and rule {clause} prints a table for each number of "
            f"players (I-113)",
            remedy=f'write "{template}", or leave it out',
        )


def _as_printed(table: Paytable, tables: dict[str, Paytable]) -> Iterator[Fault]:
    """Only its seeds and its unit are the house's own (I-27, I-28)."""
    place = f"paytables.{table.id}"
    printed = tables.get(table.id)
    if printed is None:
        clauses = " and ".join(dict.fromkeys(map(_section, tables.values())))
        yield Fault(
            place=place,
            problem=f"is not a table printed in {clauses}, and no other may be used (I-113)",
            remedy=f"use {', '.join(tables)}",
        )
        return
    for key, said in (("pays", _pays), ("envy", _envy_paid)):
        own, fixed = said(table), said(printed)
        for hand in dict.fromkeys((*fixed, *own)):
            if own.get(hand) != fixed.get(hand):
                yield _changed(f"{place}.{key}.{hand}", own.get(hand), fixed.get(hand), printed)
    for key in ("looks_at", "confirm"):
        if getattr(table, key) != getattr(printed, key):
            yield _changed(f"{place}.{key}", getattr(table, key), getattr(printed, key), printed)
    if printed.unit is not None and table.unit != printed.unit:
        yield _changed(f"{place}.unit", table.unit, printed.unit, printed, "I-28")


def _pays(table: Paytable) -> dict[str, str]:
    """What each row pays, and from which level."""
    return {
        row.hand: f"{row.pays} of {row.pays.meter}"
        if isinstance(row.pays, Share)
        else str(row.pays)
        for row in table.rows
    }


def _envy_paid(table: Paytable) -> dict[str, str]:
    return {hand: amount.dollars for hand, amount in table.envy.items()}


def _section(table: Paytable) -> str:
    """The rule that a table is printed under, without the table's own name.

    A clause such as 11(k)/7 is one table of 11(k).
    """
    return table.clause.partition("/")[0]


def _changed(
    place: str, own: object, fixed: object, printed: Paytable, reading: str = "I-113"
) -> Fault:
    if fixed is None:
        return Fault(
            place=place,
            problem=f"{_said(own)}, and rule {printed.clause} prints nothing there ({reading})",
            remedy="leave it out",
        )
    return Fault(
        place=place,
        problem=f"{_said(own)}, and rule {printed.clause} prints {fixed}, which a variant may not "
        f"change ({reading})",
        remedy=f'write "{fixed}"',
    )


def _against_printed(table: Paytable, floors: dict[str, Paytable]) -> Iterator[Fault]:
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
