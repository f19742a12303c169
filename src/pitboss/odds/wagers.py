"""Wagers that need no decision: those that go by a paytable, and the progressive wager.

Every hand is counted and every row priced. The progressive wager is a straight line in every meter
and in the number of other players. Sharing between two winners of one round is left out: it takes
a coincidence that changes nothing before the ninth decimal, and the meters as they stand are what a
player can know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from pitboss.money import PUSH, For, Money, Pays, Prize, Share, To
from pitboss.odds.combinations import FULL_DECK, ShortDeck, kinds_of_five, kinds_of_three
from pitboss.odds.figures import Spread, WagerOdds, Way
from pitboss.odds.question import Question, Stakes
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.terms import PayRow, PayTable, Terms

PROGRESSIVE = "progressive"
PROGRESSIVE_OPTIONS = ("progressive_", "ptmgl", "fixed_or_percent_", "envy_")
"""How the options begin that a progressive wager's figures rest on."""

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
    return Spread.of(_paytable_ways(terms, counts, stake))


def _paytable_ways(terms: Terms, counts: Iterable[RowCount], stake: Money) -> Iterator[Way]:
    for row, count in counts:
        if row is None:
            yield Way(name="nothing", pays=None, combinations=count, net=Fraction(-1))
        else:
            yield Way(
                name=row.hand,
                pays=str(row.pays),
                combinations=count,
                net=net_per_unit(terms, row.pays, stake),
                is_hit=row.pays != PUSH,
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


def by_paytable(wager: str) -> Callable[[Question], WagerOdds]:
    """The odds of a wager that is settled by one hand of three or five cards and its paytable."""
    return lambda question: _paytable_odds(question, wager)


def _paytable_odds(question: Question, wager: str) -> WagerOdds:
    terms = question.terms
    rule = terms.rules.wagers[wager]
    counts = count_rows(terms.table(wager), question.deck)
    spread = paytable_spread(terms, counts, stake=rule.stake or Money(100))
    options = paytable_options(terms, wager)
    return WagerOdds.of(wager, f"one {wager} wager", spread, options=options)


def paytable_options(terms: Terms, wager: str) -> dict[str, OptionValue]:
    """The options that say which paytable a wager goes by."""
    rule = terms.rules.wagers.get(wager)
    template = "" if rule is None else rule.paytable or ""
    return {name: value for name, value in terms.options.items() if f"{{{name}}}" in template}


# --- the progressive wager ------------------------------------------------------------------------


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
    # The Magic Card is any of the deck, and five of them pay: the three of the hand and two shared.
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
    """The meter at which the wager is fair, the other levels at their reset, no other player in."""
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
