"""What the paytables of a rulebook file must be: hands that can be named, on wagers that pay them.

A house may pay more than the printed odds with an approval, and never less (I-44). Tables are
compared hand by hand and not row by row, so that one with other rows is measured by what it pays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from pitboss.errors import Fault
from pitboss.hands.names import compile_five, compile_hole, compile_three
from pitboss.money import NOTHING, For, Pays, Prize, Share, To
from pitboss.rulebook.model import Paytable, Row, Rulebook, WagerRule

_COMPILERS: dict[str, Callable[[Sequence[str]], object]] = {
    "five": compile_five,
    "three": compile_three,
    "hole": compile_hole,
}
_TEMPLATE = re.compile(r"[^{}]*(?:\{([^{}]+)\}[^{}]*)?")
_PLAYERS = "players"
"""In a paytable's name the number of players stands for itself and is no option."""


def in_braces(book: Rulebook) -> list[str]:
    """The options that some wager's paytable is chosen by."""
    names = (braced(wager.paytable or "") for wager in book.wagers.values())
    return [name for name in names if name and name != _PLAYERS]


def braced(template: str) -> str | None:
    """What stands in braces in the name of a paytable.

    >>> braced("cover_all_{players}"), braced("base")
    ('players', None)
    """
    found = _TEMPLATE.fullmatch(template)
    return found[1] if found else None


def fill(template: str, name: str, values: Iterable[object]) -> list[str]:
    """The names of paytables that a template stands for."""
    return [template.replace(f"{{{name}}}", str(value)) for value in values]


def one_template(book: Rulebook, place: str, template: str) -> Iterator[Fault]:
    """A wager names one paytable, or one choice of them."""
    if not _TEMPLATE.fullmatch(template):
        yield Fault(
            place=place,
            problem=f"{template!r} is not a name with one option in braces",
            remedy='write "main", "table_{option}" or "table_{players}"',
        )
        return
    name = braced(template)
    if name is not None and name != _PLAYERS and not _fillings(book, name):
        choices = [option.id for option in book.options.values() if option.values]
        yield Fault(
            place=place,
            problem=f"{name!r} is not an option of this file with a list of values",
            remedy=f"name one of {', '.join(choices) or 'your options'}, or {{players}}",
        )


def tables_named(book: Rulebook, wager: WagerRule) -> list[str]:
    """Every paytable a wager may be settled by: its option's values, or players, filled in."""
    template = wager.paytable or ""
    name = braced(template)
    if name is not None:
        return fill(template, name, _fillings(book, name))
    return [template] if template and _TEMPLATE.fullmatch(template) else []


def _fillings(book: Rulebook, name: str) -> list[str]:
    if name == _PLAYERS:
        most = max((layout.most for layout in book.layouts), default=0)
        return [str(number) for number in range(1, most + 1)]
    option = book.options.get(name)
    return [str(value) for value in option.values] if option else []


def has_row(table: Paytable, hand: str) -> bool:
    """Whether a table has a row of that name."""
    return any(row.hand == hand for row in table.rows)


def check_paytables(book: Rulebook) -> Iterator[Fault]:
    """Everything that is wrong with the paytables."""
    used = {name for wager in book.wagers.values() for name in tables_named(book, wager)}
    for table in book.paytables.values():
        yield from _hands(book, table)
        yield from _cards_looked_at(book, table)
        yield from _shares(book, table)
        yield from _prizes(book, table)
        yield from _seeds(table)
        yield from _envy(book, table)
        yield from _permissions(book, table)
        if table.id not in used and not _is_for_a_payment(book, table):
            yield Fault(
                place=f"paytables.{table.id}",
                problem="nothing is paid by this table",
                remedy="name it in a wager's `paytable`, or leave it out",
            )


def _is_for_a_payment(book: Rulebook, table: Paytable) -> bool:
    return table.id in book.payments or any(row.hand in book.payments for row in table.rows)


def _hands(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    """Every row names a hand, and has hands left to pay."""
    place = f"paytables.{table.id}.pays"
    hands = tuple(row.hand for row in table.rows)
    if table.looks_at == "wager":
        names = (*book.wagers, *book.payments)
        for hand in hands:
            if hand not in names:
                yield Fault(
                    place=f"{place}.{hand}",
                    problem="is neither a wager nor a payment of this file",
                    remedy=f"name one of {', '.join(names)}",
                )
    else:
        yield from _named(place, table.looks_at, hands)
    for row in table.rows:
        if row.pays == Prize(NOTHING):
            yield Fault(
                place=f"{place}.{row.hand}", problem="pays nothing", remedy="leave the row out"
            )


def _named(place: str, looks_at: str, hands: tuple[str, ...]) -> Iterator[Fault]:
    """The names one by one, so that each wrong one is a fault; then the order of the good ones."""
    if looks_at not in _COMPILERS or _refusal(looks_at, hands) is None:
        return
    wrong = {hand: _refusal(looks_at, (hand,)) for hand in hands}
    for hand, refusal in wrong.items():
        if refusal is not None:
            problem, _, remedy = refusal.partition(": ")
            yield Fault(place=f"{place}.{hand}", problem=problem, remedy=remedy)
    refusal = _refusal(looks_at, tuple(hand for hand in hands if wrong[hand] is None))
    if refusal is not None:
        remedy = "list the highest hand first, and each hand once"
        yield Fault(place=place, problem=refusal, remedy=remedy)


@lru_cache(maxsize=256)
def _refusal(looks_at: str, hands: tuple[str, ...]) -> str | None:
    """Why these names do not make a table; kept, because most tables name the same hands."""
    try:
        _COMPILERS[looks_at](hands)
    except ValueError as error:
        return str(error)
    return None


def _cards_looked_at(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    own, shared = book.hand_cards, book.community_cards
    fits = {"five": own + shared >= 5, "three": own == 3, "hole": own == 2}
    if not fits.get(table.looks_at, True):
        yield Fault(
            place=f"paytables.{table.id}.looks_at",
            problem=f"{table.looks_at!r} does not fit {own} cards in hand and {shared} shared",
            remedy="make it agree with [cards]",
        )


def _shares(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    """Only a wager counted in units is paid from a meter, and a meter starts from something."""
    users = [wager for wager in book.wagers.values() if table.id in tables_named(book, wager)]
    for row in table.rows:
        if not isinstance(row.pays, Share):
            continue
        place, meter = f"paytables.{table.id}.pays.{row.hand}", row.pays.meter
        if meter not in table.seeds:
            yield Fault(
                place=place,
                problem=f"pays from {meter!r}, which has no seed",
                remedy=f'add {meter} = "$10,000.00", or "not printed", to the seeds of this table',
            )
        if not users or any(wager.units is None for wager in users):
            yield Fault(
                place=place,
                problem="pays from a meter, and no wager counted in units is paid by this table",
                remedy="give the progressive wager its `units`, or pay odds or an amount",
            )


def _prizes(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    """A fixed sum, whatever the stake, is printed only for stakes that are fixed."""
    if not any(isinstance(row.pays, Prize) for row in table.rows):
        return
    for wager in book.wagers.values():
        if wager.has_free_size and table.id in tables_named(book, wager):
            yield Fault(
                place=f"wagers.{wager.id}.stake",
                problem=f"is missing, and {table.id} pays a fixed sum on it",
                remedy='write the one stake it may have, such as stake = "1.00", or its `units`',
            )


def _seeds(table: Paytable) -> Iterator[Fault]:
    meters = {row.pays.meter for row in table.rows if isinstance(row.pays, Share)}
    for level in table.seeds:
        if level not in meters:
            yield Fault(
                place=f"paytables.{table.id}.seeds.{level}",
                problem="is a level that no row pays from",
                remedy="leave it out, or mend the row that should pay from it",
            )


def _envy(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    place = f"paytables.{table.id}.envy"
    for hand in table.envy:
        if not has_row(table, hand):
            yield Fault(
                place=f"{place}.{hand}",
                problem="is not a row of this table",
                remedy=f"name one of {', '.join(row.hand for row in table.rows)}",
            )
    if table.envy and "envy" not in book.payments:
        yield Fault(
            place=place,
            problem="is paid, and [payments] does not name it",
            remedy='add envy = "Envy Bonus" to [payments]',
        )


def _permissions(book: Rulebook, table: Paytable) -> Iterator[Fault]:
    place = f"paytables.{table.id}"
    if table.confirm is not None and table.confirm not in book.options:
        yield Fault(
            place=f"{place}.confirm",
            problem=f"{table.confirm!r} is not an option of this file",
            remedy=f"name one of {', '.join(book.options)}",
        )
    if table.approval == "":
        yield Fault(
            place=f"{place}.approval", problem="is empty", remedy="write the approval's reference"
        )
    if table.unit is not None and not table.unit:
        yield Fault(place=f"{place}.unit", problem="is nothing", remedy='write "1.00"')


# --- printed odds as floors -----------------------------------------------------------------------

FLOORS = {"mgc": "mgc-let-it-ride"}
"""The families whose printed odds are floors, and the rulebook that prints them."""

_WAGERS_WITH_FLOORS = ("1", "2", "$", "bonus", "three_card_bonus")


def check_floors(book: Rulebook, printed: Rulebook) -> Iterator[Fault]:
    """Every table of a house's own file that falls short of the printed one, or needs leave."""
    compared = set()
    for wager in _WAGERS_WITH_FLOORS:
        if wager not in book.wagers or wager not in printed.wagers:
            continue
        floors = {
            name: printed.paytables[name] for name in tables_named(printed, printed.wagers[wager])
        }
        for name in tables_named(book, book.wagers[wager]):
            if name not in compared:
                compared.add(name)
                yield from _against_printed(book.paytables[name], floors)
    yield from _never_for(book)


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
