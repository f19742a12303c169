"""Cards in the order in which they were dispensed, from where they lie."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.round.deal import CardsDealt, lay_out, steps_due
from pitboss.table.rules import TableRules
from pitboss.table.table import Table


def dispensed(rules: TableRules, table: Table, dealt: CardsDealt) -> Iterator[Card]:
    """Undo the laying out: step by step as the method deals, each place's cards in turn.

    Cards beyond what the method deals come last, so that whoever decides the deal again sees that
    there are too many.
    """
    steps = steps_due(rules.terms, table.play)
    seats = [at.seat for at in table.play.live]
    left: dict[int | str, list[Card]] = {
        "community": list(dealt.community),
        "dealer": list(dealt.dealer),
        "burn": list(dealt.burned),
        **{seat: list(cards) for seat, cards in dealt.hands.items()},
    }
    blanks = [Card(0)] * sum(len(cards) for cards in left.values())
    for packet in lay_out(steps, seats, blanks):
        pile = left.get(packet.place, [])
        some = [pile.pop(0) for _ in packet.cards[: len(pile)]]
        yield from reversed(some) if packet.is_from_top else some
    for pile in left.values():
        yield from pile
