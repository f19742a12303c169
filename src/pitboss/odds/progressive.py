"""The progressive wager: a straight line in every meter and in the number of other players.

Sharing between two winners of one round is left out: it takes a coincidence that changes nothing
before the ninth decimal, and the meters as they stand are what a player can know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from pitboss.money import For, Money, Prize, Share, To
from pitboss.odds.counting import FULL_DECK, ShortDeck
from pitboss.odds.figures import Spread, WagerOdds, Way
from pitboss.odds.side import RowCount, count_rows
from pitboss.rulebook.terms import PayRow, Terms

PROGRESSIVE = "progressive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What a progressive wager is made of, and how often features are drawn."""

    unit: Money = field(default_factory=lambda: Money(100))
    units: int = 1
    magic_rate: Fraction = Fraction(0)
    lucky_rate: Fraction = Fraction(0)
    positions: int = 7
    meters: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def dollars(self) -> Fraction:
        """The whole wager in dollars."""
        return Fraction(self.unit.cents * self.units, 100)


def progressive_odds(terms: Terms, stakes: Stakes, deck: ShortDeck = FULL_DECK) -> WagerOdds:
    """The odds of the progressive wager in dollars for the whole wager."""
    table = terms.table(PROGRESSIVE)
    stakes = _with_resets(terms, stakes)
    counts = count_rows(table, deck)
    total = sum(count for _, count in counts)
    features = list(_features(terms, stakes, cards=len(deck.cards)))
    ways = list(_ways(terms, stakes, counts, features))
    spread = Spread.of(ways)
    per_meter: dict[str, Fraction] = {name: Fraction(0) for name in table.paytable.seeds}
    for row, count in counts:
        if row is not None and isinstance(row.pays, Share):
            per_meter[row.pays.meter] += Fraction(count * row.pays.percent, 100 * total)
    # The spread holds the awards at the meters given; the line's constant leaves them out.
    grown = sum(
        (rate * stakes.meters.get(m, Fraction(0)) for m, rate in per_meter.items()), Fraction(0)
    )
    expected = spread.expected - grown
    return WagerOdds(
        wager=PROGRESSIVE,
        unit=f"one {Money(stakes.unit.cents * stakes.units).dollars} wager",
        options=_options(terms, stakes),
        spread=spread,
        expected=expected,
        per_meter=per_meter,
        per_other_player=_per_other_player(terms, counts, total, stakes),
        break_even=_break_even(terms, expected, per_meter, stakes),
        meters=dict(stakes.meters),
        stake=stakes.dollars,
        notes=tuple(_notes(stakes)),
    )


def _notes(stakes: Stakes) -> Iterator[str]:
    yield "sharing between two winners of one round is left out of per_meter"
    if stakes.magic_rate or stakes.lucky_rate:
        yield (
            "a hand's row holds the rounds in which a feature pays beside it as well; "
            "a feature's row holds those in which no hand does"
        )


def _with_resets(terms: Terms, stakes: Stakes) -> Stakes:
    """Once one meter is given, the others stand at their reset where the rulebook prints it."""
    if not stakes.meters:
        return stakes
    seeds = terms.table(PROGRESSIVE).paytable.seeds
    scale = Fraction(stakes.unit.cents, 100)
    resets = {name: Fraction(s.cents, 100) * scale for name, s in seeds.items() if s is not None}
    return replace(stakes, meters={**resets, **stakes.meters})


def _options(terms: Terms, stakes: Stakes) -> dict[str, object]:
    options: dict[str, object] = {}
    if "progressive_table" in terms.options:
        options["progressive_table"] = terms.options["progressive_table"]
    if stakes.unit != Money(100):
        options["unit"] = str(stakes.unit)
    if stakes.units != 1:
        options["units"] = stakes.units
    if terms.rules.draws:
        options |= {
            "magic_rate": str(stakes.magic_rate),
            "lucky_rate": str(stakes.lucky_rate),
            "positions": stakes.positions,
        }
    return options


class _Feature(NamedTuple):
    """A set of features that may be drawn for one wager."""

    chance: Fraction
    won: int
    """At odds to one."""
    row: PayRow | None
    """The first of them as the rulebook prints it; none where none is drawn."""


def _ways(
    terms: Terms, stakes: Stakes, counts: list[RowCount], features: list[_Feature]
) -> Iterator[Way]:
    """One way for each row and each set of features that are drawn with it.

    Ways go by the hand where the hand pays, and by the feature where only a feature does: those
    are the names the rulebook has.
    """
    stake = Money(stakes.unit.cents * stakes.units)
    dollars = stakes.dollars
    # Chances of features become whole combinations over their common denominator.
    scale = lcm(*(feature.chance.denominator for feature in features))
    for row, count in counts:
        for feature in features:
            hand_won, back = _paid(terms, stakes, row, stake)
            returned = back or (feature.won > 0 and terms.on("progressive_to1_returns_stake"))
            named = row or feature.row
            yield Way(
                name="nothing" if named is None else named.hand,
                pays=None if named is None else str(named.pays),
                combinations=count * int(feature.chance * scale),
                net=hand_won + feature.won * dollars + (dollars if returned else 0) - dollars,
                staked=dollars,
                is_hit=named is not None,
            )


def _paid(terms: Terms, stakes: Stakes, row: PayRow | None, stake: Money) -> tuple[Fraction, bool]:
    """What the hand wins in dollars at the given meters, and whether the stake goes back."""
    if row is None:
        return Fraction(0), False
    pays = row.pays
    match pays:
        case To():
            back = terms.on("progressive_to1_returns_stake")
            return Fraction(pays.winnings(stake).cents, 100), back
        case For():
            return Fraction(pays.winnings(stake).cents, 100), False
        case Prize():
            return Fraction(pays.amount.cents, 100), terms.on("fixed_or_percent_returns_stake")
        case Share():
            amount = stakes.meters.get(pays.meter, Fraction(0)) * pays.percent / 100
            return amount, terms.on("fixed_or_percent_returns_stake")


def _features(terms: Terms, stakes: Stakes, *, cards: int) -> Iterator[_Feature]:
    """Each set of features with its chance; they do not depend on the hand."""
    if not terms.rules.draws:
        yield _Feature(Fraction(1), 0, None)
        return
    table = terms.table("features")
    # The Magic Card is any of the deck, and five of them pay: three of one's own and two shared.
    magic = stakes.magic_rate * Fraction(5, cards)
    lucky = stakes.lucky_rate / stakes.positions
    magic_row, lucky_row = table.named("magic_card"), table.named("lucky_player")
    magic_odds, lucky_odds = _odds(magic_row.pays), _odds(lucky_row.pays)
    yield _Feature(magic * (1 - lucky), magic_odds, magic_row)
    yield _Feature(magic * lucky, magic_odds + lucky_odds, magic_row)
    yield _Feature((1 - magic) * lucky, lucky_odds, lucky_row)
    yield _Feature((1 - magic) * (1 - lucky), 0, None)


def _odds(pays: object) -> int:
    assert isinstance(pays, To), "features are paid at odds to one"
    assert pays.d == 1, "features are paid at odds to one"
    return pays.n


def _per_other_player(terms: Terms, counts: list[RowCount], total: int, stakes: Stakes) -> Fraction:
    """Envy from one other player's hand: each hand at the table has the same chances."""
    envy = terms.table(PROGRESSIVE).paytable.envy
    whole = Fraction(0)
    for row, count in counts:
        if row is not None and row.hand in envy:
            amount = Fraction(envy[row.hand].cents, 100)
            if terms.on("envy_scales_with_unit"):
                amount *= Fraction(stakes.unit.cents, 100)
            whole += amount * count / total
    return whole


def _break_even(
    terms: Terms, expected: Fraction, per_meter: Mapping[str, Fraction], stakes: Stakes
) -> dict[str, str]:
    """The meter at which the wager is fair, the other levels at their reset and nobody else in."""
    seeds = terms.table(PROGRESSIVE).paytable.seeds
    result = {}
    for name, rate in per_meter.items():
        others = Fraction(0)
        for other, other_rate in per_meter.items():
            seed = seeds[other]
            if other != name and seed is not None:
                others += other_rate * Fraction(seed.cents, 100) * Fraction(stakes.unit.cents, 100)
        if rate:
            need = (-expected - others) / rate * 100
            result[name] = str(Money(max(0, ceil(need))))
    return result
