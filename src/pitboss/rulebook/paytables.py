"""What the paytables of a rulebook file must be: known hands, on wagers that are paid by them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from pitboss.errors import Fault
from pitboss.hands.names import compile_five, compile_hole, compile_three
from pitboss.money import NOTHING, Prize, Share
from pitboss.rulebook.model import Paytable, Rulebook, WagerRule

_COMPILERS: dict[str, Callable[[Sequence[str]], object]] = {
    "five": compile_five,
    "three": compile_three,
    "hole": compile_hole,
}
_TEMPLATE = re.compile(r"[^{}]*(?:\{([^{}]+)\}[^{}]*)?")
PLAYERS = "players"
"""In a paytable's name the number of players stands for itself and is no option."""


def in_braces(book: Rulebook) -> list[str]:
    """The options that some wager's paytable is chosen by."""
    names = (braced(wager.paytable or "") for wager in book.wagers.values())
    return [name for name in names if name and name != PLAYERS]


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
    if name is not None and name != PLAYERS and not _fillings(book, name):
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
    if name == PLAYERS:
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
