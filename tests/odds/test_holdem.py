"""Hold'em Bonus counted: published figures, small decks gone through card by card, single spots.

The judge is `deals_by_hand`: it deals every hand of a small deck by loops alone, so it can be
checked by reading. The long tests use it as well.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import BadSetting
from pitboss.games.holdem_bonus.board_kernels import strength
from pitboss.games.holdem_bonus.solution import (
    Bets,
    Betting,
    DealOutcome,
    Ending,
    HoldemSolution,
    Outcomes,
    StartingHand,
    hand_name,
)
from pitboss.games.holdem_bonus.solver import (
    ante_class_of,
    count_deals,
    river_bet_value,
    solve,
    turn_bet_value,
)
from pitboss.games.library import built_in
from pitboss.games.odds import odds_of
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.tables import strength_of_seven
from pitboss.odds.question import ask
from pitboss.rulebook.terms import Terms

# Without compiled kernels at hand the first test takes a quarter of a minute.
pytestmark = pytest.mark.slow

Tally = dict[str, Counter[tuple[Bets, DealOutcome]]]
OUTCOMES = (DealOutcome.ANTE_WINS, DealOutcome.WIN, DealOutcome.TIE, DealOutcome.LOSE)


# --- the judge -----------------------------------------------------------------------------------


def starting_hands(deck: Sequence[Card]) -> Iterator[tuple[tuple[Card, Card], int]]:
    """One pair of hole cards of each kind, and how many there are."""
    kinds: dict[str, list[tuple[Card, Card]]] = {}
    for one, two in combinations(deck, 2):
        kinds.setdefault(hand_name(one, two), []).append((one, two))
    for holdings in kinds.values():
        yield holdings[0], len(holdings)


class Judge:
    """All that follows from two hole cards in a small deck. Sets of cards are bits of a number."""

    def __init__(self, deck: Sequence[Card], strengths: dict[int, int], ante_class: int) -> None:
        self.deck = deck
        self.strengths = strengths
        self.ante_class = ante_class

    def five(self, hole: Sequence[Card]) -> dict[int, Outcomes]:
        """Outcomes on every full board, over all dealer hands."""
        rest = [card for card in self.deck if card not in hole]
        result = {}
        for board in combinations(rest, 5):
            table = bits(board)
            own = self.strengths[table | bits(hole)]
            left = [1 << card for card in rest if card not in board]
            dealers = [self.strengths[table | one | two] for one, two in combinations(left, 2)]
            wins = sum(own > dealer for dealer in dealers)
            ties = sum(own == dealer for dealer in dealers)
            ante_wins = wins if own >> 20 >= self.ante_class else 0
            result[table] = Outcomes(ante_wins, wins - ante_wins, ties, len(dealers) - wins - ties)
        return result

    def before(
        self, hole: Sequence[Card], size: int, later: dict[int, Outcomes]
    ) -> dict[int, Outcomes]:
        """Outcomes on every board of that size, over the next card as well."""
        rest = [card for card in self.deck if card not in hole]
        result = {}
        for board in combinations(rest, size):
            nexts = [later[bits(board) | 1 << card] for card in rest if card not in board]
            result[bits(board)] = Outcomes(*(sum(column) for column in zip(*nexts, strict=True)))
        return result


def bits(cards: Sequence[Card]) -> int:
    return sum(1 << card for card in cards)


def edge(outcomes: Outcomes) -> int:
    return outcomes.ante_wins + outcomes.wins - outcomes.losses


def deals_by_hand(ranks: Collection[int], ante_class: int) -> tuple[Tally, int, int]:
    """Every deal by starting hand, bets and outcome; and how many bets are worth just nothing."""
    deck = [card for card in DECK if card.rank in ranks]
    strengths = {bits(seven): strength_of_seven(seven) for seven in combinations(deck, 7)}
    judge = Judge(deck, strengths, ante_class)
    tally: Tally = {}
    worthless_turns = worthless_rivers = 0
    for hole, holdings in starting_hands(deck):
        four = judge.before(hole, 4, judge.five(hole))
        three = judge.before(hole, 3, four)
        worthless_turns += holdings * sum(edge(outcomes) == 0 for outcomes in three.values())
        worthless_rivers += holdings * sum(edge(outcomes) == 0 for outcomes in four.values())
        counts = tally[hand_name(*hole)] = Counter()
        for flop, board in flops_and_turns(deck, hole):
            bets = Bets(edge(three[flop]) > 0, edge(four[board]) > 0)
            for outcome, deals in zip(OUTCOMES, four[board], strict=True):
                counts[bets, outcome] += holdings * deals
    return tally, worthless_turns, worthless_rivers


def flops_and_turns(deck: Sequence[Card], hole: Sequence[Card]) -> Iterator[tuple[int, int]]:
    rest = [card for card in deck if card not in hole]
    for flop in combinations(rest, 3):
        for turn in rest:
            if turn not in flop:
                yield bits(flop), bits(flop) | 1 << turn


def tally_of(solution: HoldemSolution) -> Tally:
    return {
        hand.name: Counter(
            {
                (bets, outcome): deals
                for bets, outcomes in hand.best.items()
                for outcome, deals in outcomes.items()
            }
        )
        for hand in solution.hands
    }


def agree_with_the_judge(ranks: Collection[int], ante_class: int) -> None:
    solution = count_deals(ante_class, ranks=ranks)
    tally, worthless_turns, worthless_rivers = deals_by_hand(ranks, ante_class)
    assert tally_of(solution) == tally
    assert solution.worthless_turns == worthless_turns
    assert solution.worthless_rivers == worthless_rivers


def test_a_deck_of_four_ranks_agrees_with_the_judge() -> None:
    agree_with_the_judge(ranks={0, 1, 2, 4}, ante_class=FiveCardClass.THREE_OF_A_KIND)


def test_a_deck_with_flushes_agrees_with_the_judge() -> None:
    agree_with_the_judge(ranks={0, 1, 2, 3, 5}, ante_class=FiveCardClass.STRAIGHT)


# --- the whole game ------------------------------------------------------------------------------


def price(
    solution: HoldemSolution,
    betting: Betting = Betting.BEST,
    plays: Callable[[StartingHand], bool] | None = None,
) -> Fraction:
    """The average result of a way to play, in antes."""
    return solution.average(solution.spread(betting, plays), lambda ending: ending.net)


def test_the_published_figures() -> None:
    # Published: house edge 2.0369 % of the ante, 3.8181 antes in play on average.
    solution = solve()
    assert price(solution) == Fraction(-578_107_733, 28_381_438_800)
    assert round(float(-100 * price(solution)), 4) == 2.0369
    staked = solution.average(solution.best, lambda ending: ending.staked)
    assert staked == Fraction(582_981_977, 152_688_900)
    assert round(float(staked), 4) == 3.8181


def test_every_deal_is_counted_once() -> None:
    solution = solve()
    assert solution.deals == comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)
    assert solution.best.total() == solution.deals
    assert len(solution.hands) == 169
    for hand in solution.hands:
        assert hand.deals == hand.holdings * comb(50, 3) * 47 * 46 * comb(45, 2)
        assert min(min(outcomes) for outcomes in hand.best.values()) >= 0


def test_player_and_dealer_win_alike_when_nobody_folds() -> None:
    spread = solve().spread(Betting.NEVER, plays=lambda hand: True)
    won = sum(n for line, n in spread.items() if line.net > 0)
    assert won == sum(n for line, n in spread.items() if line.net < 0)


def test_only_five_hands_are_folded() -> None:
    folded = {hand.name for hand in solve().hands if not hand.plays()}
    assert folded == {"32o", "42o", "52o", "62o", "72o"}


def test_a_harder_condition_on_the_ante_costs_more() -> None:
    solution = solve(FiveCardClass.FLUSH)
    assert price(solution) == Fraction(-19_447_087_313, 347_672_625_300)
    assert {hand.name for hand in solution.hands if not hand.plays()} == {
        "32o", "42o", "43o", "52o", "62o", "72o",
    }  # fmt: skip


def test_how_many_bets_are_worth_exactly_nothing() -> None:
    solution = solve()
    assert (solution.worthless_turns, solution.turn_situations) == (0, 25_989_600)
    assert (solution.worthless_rivers, solution.river_situations) == (10_380, 305_377_800)


def test_other_ways_to_play_cost_more() -> None:
    solution = solve()
    blind = price(solution, Betting.NEVER, plays=lambda hand: True)
    # Later bets are as good for the dealer as for a player who looks at nothing.
    assert blind == price(solution, Betting.ALWAYS, plays=lambda hand: True)
    assert blind == Fraction(-30_306_830_009, 77_260_583_400)
    assert blind < price(solution, Betting.NEVER) < price(solution, Betting.ALWAYS)
    assert price(solution, Betting.ALWAYS) < price(solution, plays=lambda hand: True)
    assert price(solution, plays=lambda hand: True) < price(solution)


def test_risk_follows_from_the_table() -> None:
    solution = solve()
    nets: Counter[int] = Counter()
    for line, deals in solution.best.items():
        nets[line.net] += deals
    assert set(nets) == {-5, -4, -3, -1, 0, 2, 3, 4, 5}
    spread = odds_of(ask(built_in("mbs-megalink-holdem-v9")), "ante").spread
    gains = sum(deals for net, deals in nets.items() if net > 0)
    assert spread.hit_frequency == Fraction(gains, solution.deals)
    squares = sum(net**2 * deals for net, deals in nets.items())
    assert spread.variance == Fraction(squares, solution.deals) - price(solution) ** 2


def test_lines_are_settled_in_antes() -> None:
    both = Bets(turn=True, river=True)
    assert Ending(None, DealOutcome.FOLD).net == -1
    assert [Ending(both, outcome).net for outcome in OUTCOMES] == [5, 4, 0, -5]
    assert Ending(Bets(turn=False, river=False), DealOutcome.LOSE).net == -3
    assert Ending(both, DealOutcome.TIE).staked == 5


def test_a_solution_is_kept_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    count_deals(FiveCardClass.STRAIGHT, ranks=range(4), progress=lambda *at: told.append(at))
    assert told == [(done, 7) for done in range(8)]
    assert solve() is solve()


# --- one situation -------------------------------------------------------------------------------


def test_strengths_order_hands_as_everywhere_else() -> None:
    chance = random.Random(20)
    pairs = set()
    for _ in range(20_000):
        cards = chance.sample(DECK, 7)
        suits = [sum(1 << c.rank for c in cards if c.suit == suit) for suit in range(4)]
        pairs.add((strength_of_seven(cards), int(strength(*suits))))
    ours = [own for _, own in sorted(pairs)]
    assert len({own for own, _ in pairs}) == len(pairs) == len(set(ours))
    assert ours == sorted(ours)


def test_a_river_bet_is_worth_what_going_through_all_deals_says() -> None:
    chance = random.Random(21)
    for _ in range(3):
        hole, board = split(chance.sample(DECK, 6))
        rest = [card for card in DECK if card not in (*hole, *board)]
        won = 0
        for river in rest:
            own = strength_of_seven((*hole, *board, river))
            left = [card for card in rest if card != river]
            for dealer in combinations(left, 2):
                theirs = strength_of_seven((*dealer, *board, river))
                won += (own > theirs) - (own < theirs)
        assert river_bet_value(hole, board) == Fraction(won, 46 * comb(45, 2))


def split(cards: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    return cards[:2], cards[2:]


def test_a_turn_bet_is_worth_the_average_of_river_bets() -> None:
    hole, flop = parse_cards("As Kd"), parse_cards("2d 7d 9h")
    rest = [card for card in DECK if card not in (*hole, *flop)]
    rivers = [river_bet_value(hole, (*flop, turn)) for turn in rest]
    assert turn_bet_value(hole, flop) == sum(rivers, Fraction(0)) / len(rest)


# --- from a rulebook -----------------------------------------------------------------------------


def with_condition(name: str) -> Terms:
    rules = built_in("mbs-megalink-holdem-v9")
    return Terms(replace(rules, conditions={**rules.conditions, "ante_wins_with": name}), {})


def test_the_rulebook_says_when_the_ante_wins() -> None:
    assert ante_class_of(with_condition("straight_or_better")) is FiveCardClass.STRAIGHT
    assert ante_class_of(with_condition("flush_or_better")) is FiveCardClass.FLUSH


@pytest.mark.parametrize("name", ["pair_tens_or_better", "straight"])
def test_a_condition_that_is_no_class_or_better_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match="class of hands or better"):
        ante_class_of(with_condition(name))


def test_a_raise_of_another_size_is_refused() -> None:
    rules = built_in("mbs-megalink-holdem-v9")
    flop = replace(rules.wagers["flop"], sizes={"bet": 3})
    terms = Terms(replace(rules, wagers={**rules.wagers, "flop": flop}), {})
    with pytest.raises(BadSetting, match="flop wager is not 2 times the ante"):
        ante_class_of(terms)
