"""Hold'em Bonus in the words of the odds: spreads, advice and mistakes.

`holdem` counts the game; this module says what the counts mean for each wager. It loads numba, so
it is imported only where hold'em is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from pitboss import compiled  # noqa: F401 - before numpy, whose bytecode it keeps as well
from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.odds.advice import Advice
from pitboss.odds.counting import FULL_DECK, ShortDeck
from pitboss.odds.figures import Spread, Way
from pitboss.odds.holdem import (
    ante_class_of,
    count_deals,
    river_bet_value,
    solve,
    turn_bet_value,
)
from pitboss.odds.holdem_pairs import beaten_by_the_same_pair
from pitboss.odds.holdem_solution import (
    Betting,
    HoldemSolution,
    Line,
    Outcome,
    StartingHand,
    hand_name,
)
from pitboss.odds.mistakes import Priced
from pitboss.odds.side import net_per_unit
from pitboss.rulebook.terms import PayRow, Terms

_NAMES = {
    Outcome.ANTE_WINS: "win_with_ante",
    Outcome.WIN: "win",
    Outcome.TIE: "stand_off",
    Outcome.LOSE: "lose",
    Outcome.FOLD: "fold",
}


def solution_of(terms: Terms, deck: ShortDeck = FULL_DECK) -> HoldemSolution:
    """The game solved for the hand with which its ante wins."""
    if deck == FULL_DECK:
        return solve(ante_class_of(terms))
    assert deck.suits == FULL_DECK.suits, "hold'em is counted with every suit"
    return count_deals(ante_class_of(terms), ranks=deck.ranks)


def main_game_spread(terms: Terms, deck: ShortDeck = FULL_DECK) -> Spread:
    """Everything that can happen to ante, flop, turn and river at best play."""
    spread = solution_of(terms, deck).best
    order = list(_NAMES)
    lines = sorted(spread, key=lambda line: (order.index(line.outcome), -line.staked))
    return Spread.of(_way(line, spread[line]) for line in lines)


def _way(line: Line, deals: int) -> Way:
    return Way(
        name=_NAMES[line.outcome],
        pays=None,
        combinations=deals,
        net=Fraction(line.net),
        staked=Fraction(line.staked),
        is_hit=line.net > 0,
    )


# --- the bonus, read literally (I-64) -------------------------------------------------------------


def bonus_spread_when_beaten_loses(terms: Terms, deck: ShortDeck = FULL_DECK) -> Spread:
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


# --- advice and mistakes --------------------------------------------------------------------------


def advise_holdem(terms: Terms, cards: Sequence[Card], community: Sequence[Card]) -> Advice:
    """Fold or bet the flop; bet or check the turn and the river."""
    if not community:
        value = solution_of(terms).by_name[hand_name(*cards)].value_of_play()
        return _advice("flop", "bet", value, "fold", Fraction(-1))
    ante_class_of(terms)
    if len(community) == 3:
        return _advice("turn", "bet", turn_bet_value(cards, community), "check", Fraction(0))
    if len(community) == 4:
        return _advice("river", "bet", river_bet_value(cards, community), "check", Fraction(0))
    raise BadSetting("decisions are made on no, three or four community cards; give as many")


def _advice(decision: str, act: str, value: Fraction, pass_: str, worth: Fraction) -> Advice:
    return Advice(
        decision=decision,
        options={act: value, pass_: worth},
        best=act if value > worth else pass_,
    )


def priced_holdem(terms: Terms) -> Iterator[Priced]:
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
            solution.average(spread, lambda line: line.net),
            solution.average(spread, lambda line: line.staked),
        )
