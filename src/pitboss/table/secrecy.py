"""What is not public at a table now, and texts that do not reveal it.

A keyboard and the pit's page show only what the public may see: their users may see no hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.round.view import Viewer
from pitboss.round.view import view as round_view
from pitboss.table.rounds import magic_at_once
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

_CARD = r"\b[2-9TJQKA][cdhs]\b"


_CARDS = re.compile(rf"{_CARD}(?: +{_CARD})*")


_ASKED = "doubted"
"""A card that is to be looked at again must be named (I-101)."""


class Hidden(NamedTuple):
    """The names of cards that are down, and whether the draws are secret still."""

    cards: frozenset[str] = frozenset()
    magic_card: bool = False
    lucky_seat: bool = False


NOTHING_HIDDEN = Hidden()


def hidden_now(rules: TableRules, table: Table) -> Hidden:
    """What is not public yet; of a round that is over nothing is hidden (I-19, G18)."""
    play = table.play
    if not play.is_open:
        return NOTHING_HIDDEN
    seen = round_view(rules.terms, play, Viewer.PUBLIC, magic_at_once=magic_at_once(rules))
    hands = (seat.cards for seat in seen.seats)
    up = {card for cards in (*hands, seen.community, seen.dealer) for card in cards}
    up.update(table.found.exposed)
    return Hidden(
        cards=frozenset(str(card) for card in DECK if card not in up),
        magic_card=not play.is_settled and not magic_at_once(rules),
        lucky_seat=not play.is_settled,
    )


def without(hidden: Hidden, text: str) -> str:
    """A text in which hidden cards are only counted.

    >>> without(Hidden(frozenset({"Kd", "Qd"})), "1: Kd Qd; community: 2c Kd")
    '1: 2 cards; community: 2c 1 card'
    """
    return _CARDS.sub(lambda found: _counted(hidden, found[0].split()), text)


def details_without(hidden: Hidden, details: Mapping[str, str]) -> dict[str, str]:
    """What was told of an irregularity, without hidden cards."""
    return {
        name: told if name == _ASKED else without(hidden, told) for name, told in details.items()
    }


def _counted(hidden: Hidden, names: list[str]) -> str:
    up = [name for name in names if name not in hidden.cards]
    down = len(names) - len(up)
    if down:
        up.append("1 card" if down == 1 else f"{down} cards")
    return " ".join(up)
