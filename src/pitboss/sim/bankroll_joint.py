"""Wagers of one seat counted together: the exact distribution of a round's whole result.

Let It Ride: its base wagers, both bonuses and the progressive wager go by three cards of one's own
and two more, which `odds.let_it_ride` walks through by what matters. Three Card Poker: ante and
Pair Plus go by one's own three cards and the dealer's; five cards that the progressive table pays
are few enough to count the dealer's hands for each. Hold'em Bonus has too many cards in play for
that, and Cover All looks at everybody's hands: beside another wager both are simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from pitboss import compiled  # noqa: F401 - before numba
from pitboss.cards import DECK, Card
from pitboss.hands import strength_of_five, strength_of_three
from pitboss.money import Money
from pitboss.odds.counting import kinds_of_five, some_hand, strength_by_ranks
from pitboss.odds.let_it_ride import LetItRide, Partial
from pitboss.odds.settings import Question
from pitboss.odds.side import net_per_unit
from pitboss.odds.three_card import Against, Hand, ThreeCard
from pitboss.odds.wagers import odds_of
from pitboss.rulebook.terms import PayTable
from pitboss.sim.bankroll_results import Results, cents
from pitboss.sim.card_kernels import FIVE_CELLS
from pitboss.sim.hands_of import five_by_head
from pitboss.sim.prepared import placed, prepare
from pitboss.sim.progressive import progressive_of
from pitboss.sim.request import Request

ROUNDS = 10_000_000
"""Dealt where nothing can be counted: a minute's patience, and three digits of most answers."""
_STRETCH = 1 << 20


def results_of(request: Request, *, rounds: int = ROUNDS) -> Results:
    """What a round comes to for the first seat: counted where possible, else simulated."""
    why = why_not_counted(request)
    if why is not None:
        return simulated_results(request, rounds=rounds, why=why)
    names = placed_by_seat(request)
    if names == {"progressive"}:
        return Results(weights=_progressive_alone(request))
    if len(names) == 1:
        return Results(weights=_one_wager(request, *names))
    count = {"let_it_ride": _let_it_ride, "three_card": _three_card}[request.rules.game]
    return Results(weights=count(request))


def placed_by_seat(request: Request) -> set[str]:
    """The wagers a seat places, as the odds name them."""
    return set(placed(request)) - {"envy"}


def needed_for(request: Request, results: Results) -> Money:
    """What one must have to place the wagers and to play the round to its end."""
    placed_first = sum(stake.cents for stake in request.stakes.values())
    return Money(max(placed_first, results.most_lost))


def why_not_counted(request: Request) -> str | None:
    """Why the wagers cannot be counted together; none where they can."""
    names = placed_by_seat(request)
    if set(request.strategies) != {"best"}:
        return "only best play is counted"
    if request.terms.options.get("payout_limit") is not None:
        return "a payout limit goes by all base wagers of a hand"
    if request.seats > 1 and "progressive" in names:
        return "other players' hands bring envy and share levels"
    if len(names) == 1:
        return None
    if "cover_all" in names:
        return "Cover All looks at every hand, the other wagers at one"
    if request.rules.game == "holdem_bonus":
        return "hold'em wagers are not counted together"
    return None


def simulated_results(request: Request, *, rounds: int, why: str) -> Results:
    """The results of the first seat over so many rounds, counted."""
    prepared = prepare(request)
    counts: Counter[int] = Counter()
    for first in range(0, rounds, _STRETCH):
        here = min(_STRETCH, rounds - first)
        by_round = np.zeros((here, request.seats), np.int64)
        prepared.stretch(first, here, by_round=by_round)
        nets, ways = np.unique(by_round[:, 0], return_counts=True)
        counts.update(dict(zip(nets.tolist(), ways.tolist(), strict=True)))
    return Results(weights=dict(counts), simulated_rounds=rounds, why_simulated=why)


# --- one wager ------------------------------------------------------------------------------------


def _one_wager(request: Request, wager: str) -> dict[int, int]:
    stake = request.unit(wager).cents
    settings = request.question.settings
    if wager == "cover_all":
        settings = replace(settings, players=request.seats)
    question = Question(terms=request.terms, settings=settings)
    weights: Counter[int] = Counter()
    for way in odds_of(question, wager).spread.ways:
        weights[cents(way.net * stake)] += way.combinations
    return dict(weights)


def _progressive_alone(request: Request) -> dict[int, int]:
    nets, weights = _progressive_nets(request), Counter[int]()
    for kind in kinds_of_five():
        for net, ways in nets[kind.strength >> 16].items():
            weights[net] += kind.number * ways
    return dict(weights)


# --- the progressive wager ------------------------------------------------------------------------


def _progressive_nets(request: Request) -> Mapping[int, Counter[int]]:
    """By the head of five cards: results in cents, and in how many draws of features each."""
    if "progressive" not in request.stakes:
        return {head: Counter({0: 1}) for head in range(FIVE_CELLS)}
    # Settlement is asked, and wants the wagers that a progressive wager needs beside it.
    worth = progressive_of(replace(request, wagers=())).hand_nets
    features = list(_features(request))
    scale = lcm(*(chance.denominator for chance in features))
    by_head: dict[int, Counter[int]] = {}
    for head in range(FIVE_CELLS):
        by_head[head] = Counter()
        for drawn, chance in enumerate(features):
            if chance:
                by_head[head][int(worth[head + FIVE_CELLS * drawn])] += int(chance * scale)
    return by_head


def _features(request: Request) -> Iterator[Fraction]:
    """The chances of no feature, the Magic Card, the Lucky Player, and both."""
    if not request.rules.draws:
        yield Fraction(1)
        return
    stakes = request.question.settings.stakes
    magic = stakes.magic_rate * Fraction(5, len(DECK))
    lucky = stakes.lucky_rate / request.positions
    yield (1 - magic) * (1 - lucky)
    yield magic * (1 - lucky)
    yield (1 - magic) * lucky
    yield magic * lucky


def _side(request: Request, wager: str) -> Callable[[int], int]:
    """What a wager that goes by a paytable comes to, by the strength of its cards, in cents."""
    if wager not in request.stakes:
        return lambda _: 0
    stake, table = request.stakes[wager], request.terms.table(wager)
    nets: dict[str, int] = {}

    def net(strength: int) -> int:
        row = table.row(strength)
        if row is None:
            return -stake.cents
        if row.hand not in nets:
            nets[row.hand] = cents(net_per_unit(request.terms, row.pays, stake) * stake.cents)
        return nets[row.hand]

    return net


# --- Let It Ride ----------------------------------------------------------------------------------


def _let_it_ride(request: Request) -> dict[int, int]:
    game = LetItRide(request.terms)
    base = request.stakes["$"].cents if "$" in request.stakes else 0
    three_net, five_net = _side(request, "three_card_bonus"), _side(request, "bonus")
    counts: Counter[tuple[int, int]] = Counter()
    for three, hands in game.threes():
        own = three_net(strength_of_three(some_hand(three.ranks, suited=three.suited)))
        first = 1 + game.rides_first(three)
        for rank, suited, fourth in game.next_cards(three):
            four = three.with_card(rank, suited)
            bets = first + game.rides_second(four)
            for last, flush, fifth in game.next_cards(four):
                five = four.with_card(last, flush)
                net = own + _base_net(game, five, base * bets)
                strength = strength_by_ranks(five.ranks, five.suited)
                counts[net + five_net(strength), strength >> 16] += hands * fourth * fifth
    return _with_progressive(request, counts)


def _base_net(game: LetItRide, five: Partial, staked: int) -> int:
    whole, rest = divmod(game.pay(five).scaled * staked, game.scale)
    return cents(whole + Fraction(rest, game.scale))


def _with_progressive(request: Request, counts: Counter[tuple[int, int]]) -> dict[int, int]:
    nets, weights = _progressive_nets(request), Counter[int]()
    for (net, head), ways in counts.items():
        for award, draws in nets[head].items():
            weights[net + award] += ways * draws
    return dict(weights)


# --- Three Card Poker -----------------------------------------------------------------------------


def _three_card(request: Request) -> dict[int, int]:
    game = ThreeCard(request.terms)
    pair_net = _side(request, "pair_plus")
    dealers = _Dealers(game)
    communities = comb(len(DECK) - 6, 2)
    unpaid = _unpaid_head(request)
    counts: Counter[tuple[int, int]] = Counter()
    for hands, hand in game.classes():
        own = pair_net(game.strengths[hand])
        met_when_paid: dict[int, list[int]] = {}
        if "progressive" in request.stakes:
            met_when_paid = dealers.met_with_community(hand, request.terms.table("progressive"))
        rest = [number * communities for number in game.against(hand)]
        for head, met in met_when_paid.items():
            rest = [whole - some for whole, some in zip(rest, met, strict=True)]
            for net, ways in _ante_nets(request, game, hand, Against(*met)):
                counts[own + net, head] += hands * ways
        for net, ways in _ante_nets(request, game, hand, Against(*rest)):
            counts[own + net, unpaid] += hands * ways
    return _with_progressive(request, counts)


def _unpaid_head(request: Request) -> int:
    """The head of five cards that stands for all the progressive wager does not pay."""
    if "progressive" not in request.stakes:
        return 0
    table = request.terms.table("progressive")
    return next(head for head in five_by_head() if table.row(head << 16) is None)


def _ante_nets(
    request: Request, game: ThreeCard, hand: Hand, met: Against
) -> Iterator[tuple[int, int]]:
    """What ante, play and ante bonus come to in cents, by the dealer's hands that are met."""
    if "ante" not in request.stakes:
        yield 0, sum(met)
        return
    stake = request.stakes["ante"].cents
    if not game.plays(hand):
        yield -stake, sum(met)
        return
    bonus = game.bonus(game.strengths[hand])
    nets = (game.when_not_qualified, game.when_higher, Fraction(0), Fraction(-2))
    for net, ways in zip(nets, met, strict=True):
        yield cents((net + bonus) * stake), ways


class _Dealers:
    """Every hand of three as arrays, to count those a dealer may hold when five cards are gone."""

    def __init__(self, game: ThreeCard) -> None:
        self._game = game
        hands = list(game.strengths)
        self._bits = np.array([_bits(hand) for hand in hands], np.uint64)
        self._strengths = np.array([game.strengths[hand] for hand in hands], np.int64)
        self._qualified = np.array([game.qualifies(hand) for hand in hands])

    def met_with_community(self, hand: Hand, table: PayTable) -> dict[int, list[int]]:
        """By head of five that the table pays: dealer's hands met, over its community cards."""
        own = self._game.strengths[hand]
        # In the order of `Against`: not qualified, lower, equal, higher.
        kind = np.where(self._qualified, 2 + np.sign(self._strengths - own), 0)
        free = (self._bits & np.uint64(_bits(hand))) == 0
        bits, kind = self._bits[free], kind[free]
        met: dict[int, list[int]] = {}
        for community in combinations([card for card in DECK if card not in hand], 2):
            strength = strength_of_five((*hand, *community))
            if table.row(strength) is None:
                continue
            left = kind[(bits & np.uint64(_bits(community))) == 0]
            here = np.bincount(left, minlength=len(Against._fields)).tolist()
            before = met.get(strength >> 16, [0] * len(here))
            met[strength >> 16] = [a + b for a, b in zip(before, here, strict=True)]
        return met


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)
