"""The words of a rulebook file that play understands: answers, options, names of hands.

A file may offer fewer of them and no others. A switch that nothing asks about, or a value that
nothing knows, would look as if it did something. What tables and links ask about stands here; what
else there is, a game says itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from pitboss.errors import Fault
from pitboss.hands.names import five_test, qualifying_test
from pitboss.money import Rounding, To
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.rulebook.paytables import in_braces, tables_named

AMOUNTS = ("payout_limit",)
"""Options whose value is money."""

_VALUES: dict[str, tuple[OptionValue, ...]] = {
    "award_rounding": tuple(rounding.value for rounding in Rounding),
    "sf_multi": ("successive_equal", "seed_based"),
    "multi_winner": ("equal_pool", "settlement_order"),
}
_SWITCHES = (
    "allow_two_positions",
    "envy_multiple",
    "envy_scales_with_unit",
    "envy_trigger_needs_progressive",
    "fixed_or_percent_returns_stake",
    "progressive_to1_returns_stake",
)
DRAWS = {"magic_card": "magic_card", "lucky_seat": "lucky_player"}
"""What the system may draw, and the payment that comes of it."""
ENVY = "envy"
"""The payment whose options begin with its name."""
OF_LINKS = ("multi_winner", "progressive_to1_returns_stake", "sf_multi")
"""Options that only a wager on a link asks about."""
OF_PRIZES = ("fixed_or_percent_returns_stake",)
"""Options that a wager on a link asks about, and any other that is paid a fixed sum."""
QUALIFYING = "dealer_qualifies"
"""The option or the condition that names the hand a dealer qualifies with."""


def word(place: str, value: OptionValue, values: Collection[OptionValue]) -> Iterator[Fault]:
    """A fault if play does not know the word.

    >>> [str(fault) for fault in word("options.sf_multi.values", "halves", ("seed_based", True))]
    ['options.sf_multi.values: "halves" means nothing in play; write one of "seed_based", true']
    """
    if value not in values:
        yield Fault(
            place=place,
            problem=f"{_toml(value)} means nothing in play",
            remedy=f"write one of {', '.join(map(_toml, values))}",
        )


def _toml(value: OptionValue) -> str:
    """A value as it is written in the file."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _must_be_there(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Switches that are on unless a house turns them off; without them they would be off."""
    if any(table.envy for table in book.paytables.values()):
        yield "envy_multiple", "envy is paid"
    for wager in book.wagers.values():
        tables = [book.paytables.get(name) for name in tables_named(book, wager)]
        pays = [row.pays for table in tables if table for row in table.rows]
        if wager.units is not None and any(isinstance(paid, To) for paid in pays):
            yield "progressive_to1_returns_stake", f'{wager.id} pays odds with "to"'


def check_options(book: Rulebook) -> Iterator[Fault]:
    """What can be said of options without the game."""
    for name, why in _must_be_there(book):
        if name not in book.options:
            yield Fault(
                place=f"options.{name}",
                problem=f"is missing, and {why}",
                remedy="copy it from the rulebook nearest to yours",
            )
    for option in book.options.values():
        place = f"options.{option.id}"
        if option.needed_by is not None and option.needed_by not in book.wagers:
            yield Fault(
                place=f"{place}.needed_by",
                problem=f"{option.needed_by!r} is not a wager of this file",
                remedy=f"name one of {', '.join(book.wagers)}",
            )
        for value in dict.fromkeys(v for v in option.values if option.values.count(v) > 1):
            yield Fault(
                place=f"{place}.values",
                problem=f"{_toml(value)} is listed twice",
                remedy="list it once",
            )


def check_values(book: Rulebook, of_game: Mapping[str, tuple[OptionValue, ...]]) -> Iterator[Fault]:
    """Every option is one that the game, its table or its link asks about, with values it knows.

    The game's own options come with their values; with none, any hand that a dealer may qualify
    with is one.
    """
    switches = {*_SWITCHES, *(t.confirm for t in book.paytables.values() if t.confirm)}
    values = {**dict.fromkeys(switches, (True, False)), **_VALUES, **of_game}
    for option in book.options.values():
        place = f"options.{option.id}.values"
        if known := values.get(option.id):
            for value in option.values:
                yield from word(place, value, known)
        elif option.id in of_game:
            for value in option.values:
                yield from _hand(place, _qualifying(book), str(value))
        elif option.id not in (*AMOUNTS, *in_braces(book)):
            yield Fault(
                place=f"options.{option.id}",
                problem="is an option that nothing asks about",
                remedy="mend its name, name it in a wager's `paytable`, or leave it out",
            )


def check_conditions(book: Rulebook) -> Iterator[Fault]:
    """Every condition names a hand; which conditions there are is for the game to say."""
    for name, hand in book.conditions.items():
        if hand:
            test = _qualifying(book) if name == QUALIFYING else five_test
            yield from _hand(f"conditions.{name}", test, hand)


def _qualifying(book: Rulebook) -> Callable[[str], object]:
    return partial(qualifying_test, dealt=book.dealer_cards)


def _hand(place: str, test: Callable[[str], object], name: str) -> Iterator[Fault]:
    try:
        test(name)
    except ValueError as error:
        problem, _, remedy = str(error).partition(": ")
        yield Fault(place=place, problem=problem, remedy=remedy or "name another hand")
