"""Wagers that go by a paytable alone: every hand counted, every row priced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.money import Money, Pays, Prize, Share, To
from pitboss.odds.counting import FULL_DECK, ShortDeck, kinds_of_five, kinds_of_three
from pitboss.odds.figures import Spread, Way
from pitboss.rulebook.terms import PayRow, PayTable, Terms

RowCount = tuple[PayRow | None, int]


def count_rows(table: PayTable, deck: ShortDeck = FULL_DECK) -> list[RowCount]:
    """How many hands each row of a paytable pays, in its order; those it does not pay last."""
    kinds = kinds_of_three if table.paytable.looks_at == "three" else kinds_of_five
    counts: Counter[PayRow | None] = Counter()
    for kind in kinds(deck):
        counts[table.row(kind.strength)] += kind.number
    return in_order(table, counts)


def in_order(table: PayTable, counts: Counter[PayRow | None]) -> list[RowCount]:
    """Counts in the order the paytable prints its rows."""
    names = [row.hand for row in table.paytable.rows]
    rows = sorted((row for row in counts if row is not None), key=lambda r: names.index(r.hand))
    return [*((row, counts[row]) for row in rows), (None, counts[None])]


def paytable_spread(terms: Terms, counts: Iterable[RowCount], *, stake: Money) -> Spread:
    """What a wager of one unit comes to, row by row."""
    return Spread.of(_ways(terms, counts, stake))


def _ways(terms: Terms, counts: Iterable[RowCount], stake: Money) -> Iterator[Way]:
    for row, count in counts:
        if row is None:
            yield Way(name="nothing", pays=None, combinations=count, net=Fraction(-1))
        else:
            yield Way(
                name=row.hand,
                pays=str(row.pays),
                combinations=count,
                net=net_per_unit(terms, row.pays, stake),
                is_hit=True,
            )


def net_per_unit(terms: Terms, pays: Pays, stake: Money) -> Fraction:
    """Winnings and stake returned less the stake, in units of the stake."""
    assert not isinstance(pays, Share), "a share of a meter has no fixed worth"
    won = Fraction(pays.winnings(stake).cents, stake.cents)
    if isinstance(pays, To):
        return won
    if isinstance(pays, Prize) and terms.on("fixed_or_percent_returns_stake"):
        return won
    return won - 1


def count_hole_rows(terms: Terms, deck: ShortDeck = FULL_DECK) -> list[RowCount]:
    """How many pairs of player's and dealer's hole cards each row of the bonus pays."""
    table, cards = terms.table("bonus"), deck.cards
    counts: Counter[PayRow | None] = Counter()
    for own in combinations(cards, 2):
        rest = [card for card in cards if card not in own]
        others = [card for card in rest if card.rank != own[0].rank][:2]
        dealers = comb(len(rest), 2)
        twins = [card for card in rest if card.rank == own[0].rank]
        if own[0].rank == own[1].rank and (alike := comb(len(twins), 2)):
            # Of all the dealer may hold, only the same pair can matter.
            counts[table.hole_row(own, twins[:2])] += alike
            dealers -= alike
        counts[table.hole_row(own, others)] += dealers
    return in_order(table, counts)
