"""The hold'em cards read as a person reads them, and priced by going through every deal.

The judge knows only the printed words: `bets_by` takes a line apart and looks at the cards, by
loops alone. On a small deck it follows the cards through all deals; on the full one the sums that
the cards are found by must be those of the solved game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.games.holdem_bonus.betting_rules import (
    DRAW_CONDITIONS,
    PRICE,
    TABLE_CONDITIONS,
    CardsSeen,
    SightLine,
    betting_rules,
    own_conditions,
)
from pitboss.games.holdem_bonus.decision_kernels import (
    BETTER,
    FLUSH_DRAW,
    PAIRED,
    POCKET,
    SIGHTS,
    own_and_straight_draw,
    sight_of,
    table_sight,
)
from pitboss.games.holdem_bonus.solution import (
    Bets,
    Betting,
    DealOutcome,
    Ending,
    HoldemSolution,
    hand_name,
)
from pitboss.games.holdem_bonus.solver import (
    DealCounter,
    count_deals,
    river_bet_value,
    solve,
    turn_bet_value,
)
from pitboss.games.holdem_bonus.strategy import cards_of, played_holdings, strategy_cards
from pitboss.games.library import built_in
from pitboss.hands.classes import RANK_WORDS, FiveCardClass
from pitboss.hands.tables import strength_of_seven
from pitboss.odds.figures import StrategyCard
from pitboss.rulebook.terms import terms_of
from tests.odds.test_holdem import (
    OUTCOMES,
    Judge,
    bits,
    edge,
    flops_and_turns,
    price,
    starting_hands,
)

pytestmark = pytest.mark.slow

RULES = built_in("mbs-megalink-holdem-v9")
WHEEL_DECK = (0, 1, 2, 3, 12)
"""Straights and flushes can be made of it, and it is small enough to go through."""

# --- the judge -----------------------------------------------------------------------------------

WINDOWS = [{12, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]


def run_of(ranks: set[int]) -> int:
    """The place of the highest straight, from 1; 0 without one."""
    return max((place for place, run in enumerate(WINDOWS, start=1) if run <= ranks), default=0)


@dataclass
class Seen:
    """Two cards and a table, looked at as the words of a card mean it."""

    hole: Sequence[Card]
    table: Sequence[Card]

    @cached_property
    def on_table(self) -> list[int]:
        return [card.rank for card in self.table]

    @cached_property
    def own(self) -> list[int]:
        return sorted((card.rank for card in self.hole), reverse=True)

    @cached_property
    def suits(self) -> Counter[int]:
        return Counter(card.suit for card in (*self.hole, *self.table))

    @cached_property
    def is_better(self) -> bool:
        """Better than a pair."""
        high, low = self.own
        both = high != low and high in self.on_table and low in self.on_table
        alike = any((self.own + self.on_table).count(rank) > 2 for rank in self.own)
        straight = run_of({*self.own, *self.on_table}) > 0
        return both or alike or straight or max(self.suits.values()) > 4

    @cached_property
    def is_pocket_pair(self) -> bool:
        return not self.is_better and self.own[0] == self.own[1]

    @cached_property
    def pair(self) -> int | None:
        """The rank of a pair."""
        if self.is_better:
            return None
        if self.is_pocket_pair:
            return self.own[0]
        return next((rank for rank in self.own if rank in self.on_table), None)

    @cached_property
    def ranks_above(self) -> int:
        assert self.pair is not None
        return len({rank for rank in self.on_table if rank > self.pair})

    @cached_property
    def is_flush_draw(self) -> bool:
        return not self.is_better and any(self.suits[card.suit] == 4 for card in self.hole)

    @cached_property
    def completing(self) -> int:
        """How many ranks would complete a straight, and not one that lies on the table."""
        if self.is_better:
            return 0
        every, table = {*self.own, *self.on_table}, {*self.on_table}
        return sum(
            run_of({*every, rank}) > run_of({*table, rank})
            for rank in range(13)
            if rank not in every
        )

    @cached_property
    def pairs_on_table(self) -> int:
        return len(self.on_table) - len(set(self.on_table))

    @cached_property
    def suited_on_table(self) -> int:
        return max(Counter(card.suit for card in self.table).values())


LINE = re.compile(
    r"(?:any cards)?(?P<own>better than a pair|a (?:pocket )?pair)?"
    r"(?: with (?P<above>no rank|at most \w+ ranks?) above it on the table)?"
    r"(?P<or_better>, or better)?"
    r"(?:,? with )?"
    r"(?P<draw>an? (?:open )?(?:flush|straight) draw(?: (?:or|and) an? (?:open )?straight draw)?)?"
    r"(?: with )?"
    r"(?P<ranks>an ace|both cards \w+ or higher|\w+-\w+ or higher|an? \w+ or higher)?"
    r"(?:, with (?P<table>.*) on the table)?"
)
MOST = {"no rank": 0, "at most one rank": 1, "at most two ranks": 2, "at most three ranks": 3}
DRAWS = {
    "a flush draw": lambda seen: seen.is_flush_draw,
    "a straight draw": lambda seen: seen.completing > 0,
    "an open straight draw": lambda seen: seen.completing > 1,
}
TABLES = {
    "no pair": lambda seen: seen.pairs_on_table == 0,
    "a pair or more": lambda seen: seen.pairs_on_table > 0,
    "two pairs or three of a kind": lambda seen: seen.pairs_on_table > 1,
    "no three of one suit": lambda seen: seen.suited_on_table < 3,
    "three of one suit": lambda seen: seen.suited_on_table > 2,
}


@cache
def taken_apart(line: str) -> re.Match[str]:
    words = LINE.fullmatch(line)
    assert words is not None, line
    return words


def fits(line: str, seen: Seen) -> bool:
    """Whether a line, as it is printed, fits."""
    words = taken_apart(line)
    return (
        fits_own(words, seen)
        and (words["draw"] is None or fits_draw(words["draw"], seen))
        and (words["ranks"] is None or fits_ranks(words["ranks"], seen))
        and all(TABLES[each](seen) for each in (words["table"] or "").split(" and ") if each)
    )


def fits_own(words: re.Match[str], seen: Seen) -> bool:
    if words["own"] is None:
        return True
    if words["own"] == "better than a pair":
        return seen.is_better
    if seen.is_better:
        return words["or_better"] is not None
    if seen.pair is None or (words["own"] == "a pocket pair" and not seen.is_pocket_pair):
        return False
    return words["above"] is None or seen.ranks_above <= MOST[words["above"]]


def fits_draw(words: str, seen: Seen) -> bool:
    if " and " in words:
        return all(DRAWS[draw](seen) for draw in words.split(" and "))
    return any(DRAWS[draw](seen) for draw in words.split(" or "))


def fits_ranks(words: str, seen: Seen) -> bool:
    least = [RANK_WORDS.index(word) for word in re.findall("|".join(RANK_WORDS), words)]
    if words.startswith("both cards"):
        least *= 2
    return all(own >= rank for own, rank in zip(seen.own, least, strict=False))


def bets_by(lines: Iterable[str], hole: Sequence[Card], table: Sequence[Card]) -> bool:
    seen = Seen(hole, table)
    return any(fits(line, seen) for line in lines)


def test_the_judge_reads_words_as_they_are_meant() -> None:
    def bets(line: str, cards: str) -> bool:
        hole, table = cards.split(" on ")
        return bets_by([line], parse_cards(hole), parse_cards(table))

    assert bets(
        "a pair with at most one rank above it on the table, or better", "9h 2c on Ks 9d 4c"
    )
    assert not bets("a pair with no rank above it on the table, or better", "9h 2c on Ks 9d 4c")
    assert bets("a pair with no rank above it on the table, or better", "9h 4h on Ks 9d 4c")
    assert not bets("a pair with a flush draw", "9h 4h on Ks 9d 4c")
    assert bets("a straight draw with jack-ten or higher", "Jh Td on 9s 7d 2c")
    assert not bets("an open straight draw", "Jh Td on 9s 7d 2c")
    assert bets(
        "an ace, with a pair or more and no three of one suit on the table", "Ah 2d on 9s 9d 5c"
    )
    assert not bets("an ace, with no pair and three of one suit on the table", "Ah 2d on 9s 9d 5c")
    assert not bets("both cards ten or higher", "Ah 2d on 9s 9d 5c")


# --- what is seen --------------------------------------------------------------------------------


RANKS_ASKED = ((0, 0), (12, 0), (11, 8), (6, 0), (7, 7))


def every_line(table_cards: int) -> list[SightLine]:
    return [
        SightLine(own=own, draw=draw, table=table, high=high, low=low)
        for own in own_conditions(table_cards)
        for draw in DRAW_CONDITIONS
        for table in TABLE_CONDITIONS
        for high, low in RANKS_ASKED
    ]


def asks_one_thing(line: SightLine) -> bool:
    asked = (line.own.parts, line.draw.parts, line.table.parts, line.high + line.low)
    return sum(map(bool, asked)) == 1


def sight(hole: Sequence[Card], table: Sequence[Card]) -> CardsSeen:
    """As the kernels see it."""
    suits = suits_of(table)
    one, two = hole
    alike = max(bin(suits[c.suit]).count("1") for c in hole) + 1 + (one.suit == two.suit)
    by_rank = own_and_straight_draw(suits, one.rank, two.rank)
    number = int(sight_of(by_rank, alike, table_sight(suits, len(table)), one.rank, two.rank))
    places = []
    for size in reversed(SIGHTS):
        number, place = divmod(number, size)
        places.append(place)
    return CardsSeen(*reversed(places))


def suits_of(cards: Sequence[Card]) -> Any:
    return np.array(
        [sum(1 << card.rank for card in cards if card.suit == suit) for suit in range(4)]
    )


@pytest.mark.parametrize(
    ("cards", "own", "draw"),
    [
        ("9h 2c on Ks 9d 4c", PAIRED + 1, 0),
        ("9h 9c on Ks Qd 4c", POCKET + 2, 0),
        ("9h 9c on 9s Qd 4c", BETTER, 0),
        ("9h Th on Js Qh Kc", BETTER, 0),
        ("9h Th on Js Qh 2h", 0, FLUSH_DRAW + 2),
        ("Ah 2h on 3s 4h Kc Qd", 0, 1),
    ],
)
def test_what_kernels_see(cards: str, own: int, draw: int) -> None:
    hole, table = map(parse_cards, cards.split(" on "))
    seen = sight(hole, table)
    assert (seen.own, seen.draw) == (own, draw)


@pytest.mark.parametrize("table_cards", [3, 4])
def test_every_line_there_can_be_means_what_it_says(table_cards: int) -> None:
    chance = random.Random(30 + table_cards)
    lines = every_line(table_cards)
    simple = [line for line in lines if asks_one_thing(line)]
    met: set[SightLine] = set()
    for _ in range(1_500):
        # Few ranks or suits at times, so that pairs, draws and flushes come up.
        some = chance.choice([DECK, DECK[:24], [card for card in DECK if card.suit < 2]])
        cards = chance.sample(list(some), 2 + table_cards)
        hole, table = cards[:2], cards[2:]
        seen, facts = sight(hole, table), Seen(hole, table)
        for line in (*simple, *chance.sample(lines, 30)):
            assert line.covers(seen) == fits(str(line), facts), (str(line), cards)
            if line.covers(seen):
                met.add(line)
    never = {
        "two pairs or three of a kind and three of one suit",
        *(["a pair or more and three of one suit"] if table_cards == 3 else []),
    }
    missing = {str(line) for line in set(simple) - met}
    assert missing == {f"any cards, with {words} on the table" for words in never}


# --- a small deck, deal by deal ------------------------------------------------------------------


class Followed(NamedTuple):
    """A small deck gone through with the cards in hand."""

    solution: HoldemSolution
    cards: tuple[StrategyCard, ...]
    lost: dict[str, int]
    """By decision, what the card lost in all."""
    without: dict[str, int]
    """By line, what its card would lose without it."""
    played: Counter[Ending]
    nearest: dict[str, int]
    nothing: dict[str, int]


def follow(ranks: Collection[int], ante_class: FiveCardClass) -> Followed:
    solution = count_deals(ante_class, ranks=ranks)
    cards = cards_of(solution, ranks)
    deck = [card for card in DECK if card.rank in ranks]
    strengths = {bits(seven): strength_of_seven(seven) for seven in combinations(deck, 7)}
    judge = Judge(deck, strengths, ante_class)
    played: Counter[Ending] = Counter()
    lost, without = Counter[str](), Counter[str]()
    nearest = {"turn": 10**9, "river": 10**9}
    nothing = Counter[str]()
    for hole, holdings in starting_hands(deck):
        four = judge.before(hole, 4, judge.five(hole))
        three = judge.before(hole, 3, four)
        hand = solution.by_name[hand_name(*hole)]
        plays = hand.plays()
        bets: dict[int, bool] = {}
        for card, worths in ((cards[1], three), (cards[2], four)):
            for table, outcomes in worths.items():
                worth = edge(outcomes)
                nothing[card.decision] += holdings * (worth == 0)
                if worth:
                    nearest[card.decision] = min(nearest[card.decision], abs(worth))
                if not plays:
                    continue
                seen = Seen(hole, cards_in(table))
                fitting = [line for line in card.lines if fits(line, seen)]
                bets[table] = bool(fitting)
                lost[card.decision] += holdings * missed(worth, bets[table])
                for line in card.lines:
                    others = fitting != [line] and bets[table]
                    without[f"{card.decision}: {line}"] += holdings * missed(worth, others)
        if not plays:
            played[Ending(None, DealOutcome.FOLD)] += hand.deals
            continue
        for flop, table in flops_and_turns(deck, hole):
            made = Bets(turn=bets[flop], river=bets[table])
            for outcome, deals in zip(OUTCOMES, four[table], strict=True):
                played[Ending(made, outcome)] += holdings * deals
    return Followed(solution, cards, lost, without, played, nearest, nothing)


def missed(worth: int, bets: bool) -> int:
    return abs(worth) if (worth > 0) != bets else 0


def cards_in(table: int) -> list[Card]:
    return [card for card in DECK if table >> card & 1]


@pytest.fixture(scope="module")
def followed() -> Followed:
    return follow(WHEEL_DECK, FiveCardClass.STRAIGHT)


def deals_of(followed: Followed, decision: str) -> int:
    """What sums over the situations of a decision are divided by."""
    # Four community cards are met once for each of them that may have come last.
    return followed.solution.deals // (1 if decision == "turn" else 4)


def test_each_card_costs_what_following_its_words_loses(followed: Followed) -> None:
    _, turn, river = followed.cards
    assert turn.lines
    assert river.lines
    for card in (turn, river):
        lost = Fraction(followed.lost[card.decision], deals_of(followed, card.decision))
        assert card.cost == lost
        assert card.cost > 0


def test_all_cards_together_cost_what_following_all_of_them_loses(followed: Followed) -> None:
    solution = followed.solution
    assert followed.played.total() == solution.deals
    by_cards = solution.average(followed.played, lambda line: line.net)
    assert price(solution) - by_cards == sum(card.cost for card in followed.cards)


def test_every_line_earns_its_place(followed: Followed) -> None:
    for card in followed.cards[1:]:
        for line in card.lines:
            lost = followed.without[f"{card.decision}: {line}"] - followed.lost[card.decision]
            assert Fraction(lost, deals_of(followed, card.decision)) > PRICE, line


def test_nothing_is_closer_than_the_closest(followed: Followed) -> None:
    for card in followed.cards[1:]:
        nearest = followed.nearest[card.decision]
        per_situation = {"turn": 15 * 14, "river": 14}[card.decision] * (13 * 12 // 2)
        assert abs(card.borderline[0].value) == Fraction(nearest, per_situation)
        margins = [abs(hand.value) for hand in card.borderline]
        assert margins == sorted(margins)


def test_everything_worth_nothing_is_named(followed: Followed) -> None:
    for card in followed.cards[1:]:
        assert sum(hand.weight for hand in card.zero) == followed.nothing[card.decision]
        assert sum(hand.weight for hand in card.zero_in_short) == followed.nothing[card.decision]


# --- the whole game ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cards() -> tuple[StrategyCard, ...]:
    return strategy_cards(terms_of(RULES))


def test_the_cards_of_the_rulebook(cards: tuple[StrategyCard, ...]) -> None:
    flop, turn, river = cards
    assert [card.decision for card in cards] == ["flop", "turn", "river"]
    assert flop.lines == ("every hand but 72o, 62o, 52o, 42o, 32o",)
    assert turn.lines[:3] == (
        "a pair with at most two ranks above it on the table, or better",
        "ace-ten or higher, with no three of one suit on the table",
        "a king or higher, with a pair or more on the table",
    )
    assert river.lines[2] == "a pair with a flush draw"
    assert max(len(card.lines) for card in cards) < 8
    assert flop.cost == 0
    assert turn.cost == Fraction(5_920_199_003, 2_317_817_502_000)
    assert river.cost == Fraction(10_916_157_379, 3_476_726_253_000)


def test_what_a_card_earns_and_loses_is_what_bets_are_worth_at_best() -> None:
    # The sums by sight hold every situation of the solved game once, and no folded hand.
    solution = solve()
    counting = DealCounter(solution.ante_from_class, range(13))
    played = played_holdings(counting.holdings, solution)
    rules = [betting_rules(each, played) for each in (counting.turns(), counting.rivers())]
    worth = sum((each.earned + each.cost for each in rules), Fraction(0))
    plays = {hand.name: hand.plays() for hand in solution.hands}
    never = price(solution, Betting.NEVER, lambda hand: plays[hand.name])
    assert worth == price(solution) - never


def test_ten_thousand_rivers_worth_exactly_nothing_by_name(cards: tuple[StrategyCard, ...]) -> None:
    _, turn, river = cards
    assert turn.zero == turn.zero_in_short == ()
    named: set[frozenset[tuple[frozenset[Card], frozenset[Card]]]] = set()
    for hand in river.zero:
        hole, table = map(parse_cards, hand.words.split(" on "))
        assert river_bet_value(hole, table) == hand.value == 0, hand.words
        alike = frozenset(renamed(hole, table))
        assert len(alike) == hand.weight, hand.words
        named.add(alike)
    assert len(named) == len(river.zero)
    assert sum(map(len, named)) == solve().worthless_rivers == 10_380


def renamed(
    hole: Sequence[Card], table: Sequence[Card]
) -> Iterable[tuple[frozenset[Card], frozenset[Card]]]:
    """The same with every other naming of the suits."""
    for naming in permutations(range(4)):
        mine, theirs = (
            frozenset(DECK[4 * card.rank + naming[card.suit]] for card in cards)
            for cards in (hole, table)
        )
        yield mine, theirs


def test_a_short_list_holds_the_long_one(cards: tuple[StrategyCard, ...]) -> None:
    river = cards[2]
    short = {
        (hole, table)
        for hand in river.zero_in_short
        for hole in hand.words.split(" on ")[0].split(" or ")
        for table in hand.words.split(" on ")[1].split(", ")
    }
    assert short == {tuple(map(ranks_in, hand.words.split(" on "))) for hand in river.zero}
    assert sum(hand.weight for hand in river.zero_in_short) == 10_380
    assert len(river.zero_in_short) < 50


def ranks_in(names: str) -> str:
    return names[::3]


def test_margins_of_close_hands_are_exact(cards: tuple[StrategyCard, ...]) -> None:
    for card, value in ((cards[1], turn_bet_value), (cards[2], river_bet_value)):
        assert len(card.borderline) == 6
        for hand in card.borderline:
            hole, table = map(parse_cards, hand.words.split(" on "))
            assert value(hole, table) == hand.value != 0, hand.words


def test_words_on_a_card_are_explained(cards: tuple[StrategyCard, ...]) -> None:
    turn, river = cards[1:]
    assert any(said.startswith("A straight draw") for said in turn.meanings)
    assert not any(said.startswith("A straight draw") for said in river.meanings)
