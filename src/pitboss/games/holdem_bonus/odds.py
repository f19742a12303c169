"""The odds of Hold'em Bonus: the ante and its bets, the bonus, advice and common mistakes.

`solver` counts the game; this module says what the counts mean for each wager. The solver loads
numba, so it is imported only where a question needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.games.holdem_bonus.solution import (
    Betting,
    DealOutcome,
    Ending,
    HoldemSolution,
    StartingHand,
    hand_name,
)
from pitboss.money import Money
from pitboss.odds.combinations import FULL_DECK, ShortDeck
from pitboss.odds.figures import (
    Advice,
    CardsKnown,
    GameOdds,
    Priced,
    Spread,
    StrategyCard,
    WagerOdds,
    Way,
)
from pitboss.odds.question import Question
from pitboss.odds.wagers import (
    PROGRESSIVE_OPTIONS,
    RowCount,
    in_order,
    net_per_unit,
    paytable_spread,
)
from pitboss.rulebook.terms import PayRow, Terms

UNIT = "one ante"
_NOTE = (
    "a bet that is worth exactly nothing is checked, "
    "and a hand worth exactly as much played as folded is folded: "
    "this moves averages and deviations, not the value"
)

_NAMES = {
    DealOutcome.ANTE_WINS: "win_with_ante",
    DealOutcome.WIN: "win",
    DealOutcome.TIE: "stand_off",
    DealOutcome.LOSE: "lose",
    DealOutcome.FOLD: "fold",
}


def solution_of(terms: Terms, deck: ShortDeck = FULL_DECK) -> HoldemSolution:
    """The game solved for the hand with which its ante wins."""
    from pitboss.games.holdem_bonus.solver import ante_class_of, count_deals, solve

    if deck == FULL_DECK:
        return solve(ante_class_of(terms))
    assert deck.suits == FULL_DECK.suits, "hold'em is counted with every suit"
    return count_deals(ante_class_of(terms), ranks=deck.ranks)


def _ante(question: Question) -> WagerOdds:
    """Everything that can happen to ante, flop, turn and river at best play."""
    spread = solution_of(question.terms, question.deck).best
    order = list(_NAMES)
    endings = sorted(spread, key=lambda one: (order.index(one.outcome), -one.staked))
    ways = Spread.of(_way(ending, spread[ending]) for ending in endings)
    return WagerOdds.of("ante", UNIT, ways, notes=(_NOTE,))


def _way(ending: Ending, deals: int) -> Way:
    return Way(
        name=_NAMES[ending.outcome],
        pays=None,
        combinations=deals,
        net=Fraction(ending.net),
        staked=Fraction(ending.staked),
        is_hit=ending.net > 0,
    )


# --- the bonus on the hole cards ------------------------------------------------------------------


def _bonus(question: Question) -> WagerOdds:
    """By the hole cards alone, unless the house reads the losing hand's clause literally (I-64)."""
    terms, deck = question.terms, question.deck
    if terms.on("bonus_survives_losing_hand"):
        spread = paytable_spread(terms, _count_hole_rows(terms, deck), stake=Money(100))
    else:
        spread = _bonus_lost_with_hand(terms, deck)
    return WagerOdds.of("bonus", "one bonus wager", spread)


def _count_hole_rows(terms: Terms, deck: ShortDeck = FULL_DECK) -> list[RowCount]:
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


def _bonus_lost_with_hand(terms: Terms, deck: ShortDeck) -> Spread:
    """The bonus wager where it is lost together with the hand."""
    solution, cards = solution_of(terms, deck), len(deck.cards)
    total = comb(cards, 2) * comb(cards - 2, 2) * solution.hands[0].deals
    paid: dict[PayRow, Fraction] = {}
    for hand in solution.hands:
        for row, chance in _rows(terms, hand, deck):
            paid[row] = paid.get(row, Fraction(0)) + chance * hand.holdings / comb(cards, 2)
    names = [row.hand for row in terms.table("bonus").paytable.rows]
    ways = [
        Way(
            name=row.hand,
            pays=str(row.pays),
            combinations=_whole(chance * total),
            net=net_per_unit(terms, row.pays, Money(100)),
            is_hit=True,
        )
        for row, chance in sorted(paid.items(), key=lambda item: names.index(item[0].hand))
    ]
    lost = total - sum(way.combinations for way in ways)
    return Spread.of([*ways, Way(name="nothing", pays=None, combinations=lost, net=Fraction(-1))])


def _whole(value: Fraction) -> int:
    # The total is a multiple of every denominator that comes up, so this loses nothing.
    assert value.denominator == 1, "a number of deals is whole"
    return value.numerator


def _rows(terms: Terms, hand: StartingHand, deck: ShortDeck) -> Iterator[tuple[PayRow, Fraction]]:
    """Rows that a starting hand is paid by, and how often it is paid and not beaten."""
    from pitboss.games.holdem_bonus.solver import beaten_by_the_same_pair

    table = terms.table("bonus")
    own = _cards_of(hand.name)
    rest = [card for card in deck.cards if card not in own]
    twins = [card for card in rest if card.rank == own[0].rank][:2]
    others = [card for card in rest if card.rank != own[0].rank][:2]
    beaten = Fraction(sum(o.losses for o in hand.best.values()), hand.deals)
    row = table.hole_row(own, others)
    if own[0].rank != own[1].rank or table.hole_row(own, twins) == row:
        if row is not None:
            yield row, 1 - beaten
        return
    twin_row, twin_chance = table.hole_row(own, twins), Fraction(1, comb(len(rest), 2))
    beaten_by_twin = twin_chance * beaten_by_the_same_pair(own[0].rank, deck)
    if twin_row is not None:
        yield twin_row, twin_chance - beaten_by_twin
    if row is not None:
        yield row, (1 - twin_chance) - (beaten - beaten_by_twin)


def _cards_of(name: str) -> tuple[Card, Card]:
    """Two cards that are this starting hand."""
    suit = "c" if name.endswith("s") else "d"
    return Card.parse(f"{name[0]}c"), Card.parse(f"{name[1]}{suit}")


# --- advice, strategy and mistakes ----------------------------------------------------------------


def _advise(terms: Terms, cards: CardsKnown) -> Advice:
    """Fold or bet the flop; bet or check the turn and the river."""
    if cards.seen:
        raise BadSetting("hold'em is not solved for cards seen; give none")
    if not cards.community:
        value = solution_of(terms).by_name[hand_name(*cards.hand)].value_of_play()
        return Advice.between("flop", "bet", value, "fold", Fraction(-1))
    from pitboss.games.holdem_bonus.solver import ante_class_of, river_bet_value, turn_bet_value

    ante_class_of(terms)
    if len(cards.community) == 3:
        value = turn_bet_value(cards.hand, cards.community)
        return Advice.between("turn", "bet", value, "check", Fraction(0))
    if len(cards.community) == 4:
        value = river_bet_value(cards.hand, cards.community)
        return Advice.between("river", "bet", value, "check", Fraction(0))
    raise BadSetting("decisions are made on no, three or four community cards; give as many")


def _strategy_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    from pitboss.games.holdem_bonus.strategy import strategy_cards

    return strategy_cards(terms)


def _priced_strategies(terms: Terms) -> Iterator[Priced]:
    """Best play, and common ways to do worse."""
    solution = solution_of(terms)
    for name, meaning, betting, folds in (
        ("best", "each bet is made when it is worth more than nothing", Betting.BEST, True),
        ("never_fold", "every hand is played, then bet well", Betting.BEST, False),
        ("never_raise", "turn and river are always checked", Betting.NEVER, True),
        ("always_raise", "turn and river are always bet", Betting.ALWAYS, True),
        ("play_blind", "every hand is played and every bet made", Betting.ALWAYS, False),
    ):
        spread = solution.spread(betting, None if folds else lambda _: True)
        yield Priced(
            name,
            meaning,
            solution.average(spread, lambda ending: ending.net),
            solution.average(spread, lambda ending: ending.staked),
        )


ODDS = GameOdds(
    unit=UNIT,
    is_slow=True,
    wagers={"ante": _ante, "bonus": _bonus},
    advise=_advise,
    strategy_cards=_strategy_cards,
    priced_strategies=_priced_strategies,
    # The solver does not go by cards seen.
    seen_cards=lambda terms: iter(()),
    rests_on={
        "ante": ("dealer_", "decline_"),
        "bonus": ("bonus_", "fixed_or_percent_"),
        "progressive": PROGRESSIVE_OPTIONS,
    },
)
