"""The hold'em cards: which hands to play, and when to bet the turn and the river.

The first one is exact, so the same hands meet the later decisions as at best play; and the later
bets are settled each by itself. So what each card costs is the same whether the others are
followed or best play is, and what all of them cost together is the sum.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitboss.odds.holdem import ante_class_of, solve
from pitboss.odds.holdem_counting import Counting, Decisions
from pitboss.odds.holdem_near import by_ranks, closest_hands, nearest
from pitboss.odds.holdem_numbering_kernels import BLOCK_SUITS
from pitboss.odds.holdem_rules import BettingRules, betting_rules
from pitboss.odds.holdem_sights import meanings_in
from pitboss.odds.holdem_solution import HoldemSolution, starting_hand
from pitboss.odds.strategy import CLOSEST, Situation, StrategyCard, closest
from pitboss.rulebook.terms import Terms

ALL_RANKS: Final = range(13)


def holdem_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    """A card for the starting hands, one for the turn and one for the river."""
    return cards_of(solve(ante_class_of(terms)))


def cards_of(
    solution: HoldemSolution, ranks: Collection[int] = ALL_RANKS
) -> tuple[StrategyCard, ...]:
    """The same for a solution of a deck with these ranks."""
    counting = Counting(solution.ante_from_class, ranks)
    later = {"turn": counting.turns(), "river": counting.rivers()}
    played = played_holdings(counting.holdings, solution)
    bets = (
        _bet_card(name, decisions, counting.holdings, betting_rules(decisions, played))
        for name, decisions in later.items()
    )
    return (_flop_card(solution), *bets)


def _flop_card(solution: HoldemSolution) -> StrategyCard:
    named = [Situation(hand.name, hand.deals, hand.value_of_play() + 1) for hand in solution.hands]
    folded = [hand.name for hand in solution.hands if not hand.plays()]
    words = f"every hand but {', '.join(folded)}" if folded else "every hand"
    return StrategyCard(
        decision="flop",
        choice="bet",
        lines=(words,),
        cost=Fraction(0),
        borderline=closest(named),
        zero=tuple(situation for situation in named if situation.value == 0),
    )


def played_holdings(holdings: Any, solution: HoldemSolution) -> Any:
    """The holdings that are not folded: only those come to a later decision."""
    plays = {hand.name for hand in solution.hands if hand.plays()}
    played = holdings.copy()
    for block, place in np.argwhere(holdings).tolist():
        one, two = BLOCK_SUITS[block]
        high, low = sorted(divmod(place, 13), reverse=True)
        played[block, place] = starting_hand(high, low, suited=one == two) in plays
    return played


def _bet_card(
    decision: str, decisions: Decisions, holdings: Any, rules: BettingRules
) -> StrategyCard:
    near = nearest(decisions, holdings, least=CLOSEST)
    nothing = [one for one in near if one.worth == 0]
    lines = tuple(map(str, rules.lines))
    return StrategyCard(
        decision=decision,
        choice="bet",
        lines=lines,
        cost=rules.cost,
        borderline=tuple(one.named(decisions.deals) for one in closest_hands(near, CLOSEST)),
        zero=tuple(one.named(decisions.deals) for one in nothing),
        zero_in_short=by_ranks(nothing),
        meanings=meanings_in(lines),
    )
