"""Let It Ride made ready: strategies as bits by hand, and what its cells pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.let_it_ride import simulation_kernels as kernels
from pitboss.games.let_it_ride.odds import PAYS_ALREADY, group_of
from pitboss.games.let_it_ride.solver import LetItRide, Partial
from pitboss.hands.tables import strength_of_three
from pitboss.money import Money
from pitboss.odds.combinations import some_hand, strength_by_ranks
from pitboss.round.game import Sight, Strategy
from pitboss.round.round import Round
from pitboss.round.settlement import Showdown
from pitboss.sim.bankroll_results import cents, side_nets
from pitboss.sim.hand_kernels import (
    ENVY_CELLS,
    FIVE_CELLS,
    FOUR_KEYS,
    HEAD_CELLS,
    THREE_CELLS,
    THREE_KEYS,
)
from pitboss.sim.kernel_simulator import (
    Kernels,
    KernelSimulator,
    WagerCells,
    five_by_head,
    others,
    progressive_of,
    table_of,
    threes_by_head,
    threes_in_order,
)
from pitboss.sim.request import (
    BEST,
    GivenStrategy,
    Request,
    StrategyTable,
    hand_word,
    read_strategies,
)
from pitboss.sim.rounds import nets, seat_at
from pitboss.sim.simulator import Cents

STRATEGIES = (BEST, "always_ride", "never_ride", "ride_made_hands")

Rides = Callable[[Partial], bool]
_RIDE, _WITHDRAW = "ride", "withdraw"
_EXACT = 22_100 * 53
"""For each three cards the first decision, then the second by the card that is turned."""


def simulator(request: Request) -> KernelSimulator:
    """A table of Let It Ride."""
    game = LetItRide(request.terms)
    named, seats = read_strategies(request, STRATEGIES), request.seat_strategies
    by_hand = {spec: _rides(game, how) for spec, how in named.items() if not callable(how)}
    bits = [spec for spec in by_hand if spec in seats]
    exact = [spec for spec, how in named.items() if callable(how) and spec in seats]
    rides = np.zeros((len(bits), 2, 2, 2048), np.uint32)
    for row, spec in enumerate(bits):
        _fill(game, by_hand[spec], rides[row])
    answers = np.zeros((len(exact), _EXACT), np.uint8)
    for row, spec in enumerate(exact):
        decide = named[spec]
        assert callable(decide), "functions are tabled"
        _fill_exact(request, decide, answers[row])
    ways = np.array([[*bits, *exact].index(spec) for spec in seats], np.int64)
    plain: dict[str, Strategy] = {
        spec: how if callable(how) else _plain(by_hand[spec]) for spec, how in named.items()
    }
    return KernelSimulator(
        request=request,
        strategies=[plain[spec] for spec in seats],
        kernels=_kernels(request, (rides, answers, ways)),
    )


def _kernels(request: Request, strategies: Any) -> Kernels:
    progressive = progressive_of(request)
    table, seats = table_of(request, progressive), request.seats
    shapes = {
        "base": (seats, kernels.BASE_CELLS),
        "hand": (seats, HEAD_CELLS),
        "three": (seats, THREE_CELLS),
        "best": (1, FIVE_CELLS),
        "envy": (seats, ENVY_CELLS),
    }

    def run(source: Any, numbers: Any, worths: Any, tally: Any, by_round: Any) -> int:
        base, hand, three, best, envy, *rest = tally
        cells = (base, hand, three, best[0], envy, *rest)
        return int(kernels.rounds(source, numbers, table, strategies, worths, cells, by_round))

    def run_main_game(source: Any, first: int, count: int, counts: Any) -> None:
        refused = table[0][0, 1]
        kernels.main_game(source, first, count, refused, strategies[0], counts["base"])

    by_base = list(request.stakes) == ["1", "2", "$"] and len(strategies[0]) > 0
    return Kernels(
        shapes=shapes,
        wagers=[
            WagerCells(name="base", cells="base", worth=_base_nets(request)),
            WagerCells(name="bonus", cells="hand", worth=_by_head(request, "bonus")),
            WagerCells(name="progressive", cells="hand", worth=progressive.hand_nets),
            WagerCells(name="three_card_bonus", cells="three", worth=_by_three(request)),
            WagerCells(name="cover_all", cells="best", worth=_by_best(request)),
            WagerCells(name="envy", cells="envy", worth=progressive.envy_nets),
        ],
        run=run,
        run_main_game=run_main_game if by_base else None,
    )


# --- strategies -----------------------------------------------------------------------------------


def _rides(game: LetItRide, strategy: GivenStrategy) -> tuple[Rides, Rides]:
    """When each bet rides."""
    if isinstance(strategy, StrategyTable):
        table = strategy
        return (
            lambda hand: table.choice("1", _word(hand)) == _RIDE,
            lambda hand: table.choice("2", _word(hand)) == _RIDE,
        )
    match strategy:
        case "best":
            return game.rides_first, game.rides_second
        case "always_ride":
            return (lambda _: True), (lambda _: True)
        case "never_ride":
            return (lambda _: False), (lambda _: False)
    made: Rides = lambda hand: group_of(game, hand).kind == PAYS_ALREADY  # noqa: E731
    return made, made


def _word(hand: Partial) -> str:
    return hand_word(some_hand(hand.ranks, suited=hand.suited))


def _plain(rides: tuple[Rides, Rides]) -> Strategy:
    def decide(sight: Sight) -> str:
        hand = Partial.of((*sight.own, *sight.community))
        return _RIDE if rides[sight.decision == "2"](hand) else _WITHDRAW

    return decide


def _fill(game: LetItRide, rides: tuple[Rides, Rides], bits: Any) -> None:
    """Both decisions by the sum of rank keys, and whether all cards share a suit."""
    seen: set[Partial] = set()
    for three, _ in game.threes():
        _set_bit(bits[0, int(three.suited)], three, THREE_KEYS, rides[0](three))
        for rank, suited, _ in game.next_cards(three):
            four = three.with_card(rank, suited)
            if four not in seen:
                seen.add(four)
                _set_bit(bits[1, int(suited)], four, FOUR_KEYS, rides[1](four))


def _set_bit(bits: Any, hand: Partial, keys: Sequence[int], ride: bool) -> None:
    at = sum(keys[rank] for rank in hand.ranks)
    if ride:
        bits[at >> 5] |= np.uint32(1 << (at & 31))


def _fill_exact(request: Request, decide: Strategy, answers: Any) -> None:
    """A function's answers on every hand, asked once."""
    for place, hand in enumerate(threes_in_order()):
        answers[53 * place] = decide(request.sight("1", hand)) == _RIDE
        for card in DECK:
            if card not in hand:
                sight = request.sight("2", hand, (card,))
                answers[53 * place + 1 + card] = decide(sight) == _RIDE


# --- what cells pay -------------------------------------------------------------------------------


def _base_nets(request: Request) -> Cents:
    worth = np.zeros(kernels.BASE_CELLS, np.int64)
    for head, five in five_by_head().items():
        for rides in range(4):
            decisions = {
                "1": _RIDE if rides & 1 else _WITHDRAW,
                "2": _RIDE if rides & 2 else _WITHDRAW,
            }
            worth[head + FIVE_CELLS * rides] = _settled(request, five, decisions)["base"]
    return worth


def _settled(request: Request, five: Sequence[Card], decisions: dict[str, str]) -> dict[str, int]:
    play = Round(
        seats=(seat_at(request, 1, five[:3], decisions),),
        positions=request.positions,
        community=tuple(five[3:]),
        link=request.link,
    )
    return nets(request, play)[0]


def _by_head(request: Request, wager: str) -> Cents:
    worth = np.zeros(HEAD_CELLS, np.int64)
    if wager in request.stakes:
        for head, five in five_by_head().items():
            net = _settled(request, five, {"1": _WITHDRAW, "2": _WITHDRAW})[wager]
            # Features are for progressive wagers; this one pays the same with them.
            worth[head::FIVE_CELLS] = net
    return worth


def _by_three(request: Request) -> Cents:
    worth = np.zeros(THREE_CELLS, np.int64)
    if "three_card_bonus" in request.stakes:
        for head, hands in threes_by_head().items():
            hand = hands[0][1]
            five = (*hand, *others(hand, 2))
            settled = _settled(request, five, {"1": _WITHDRAW, "2": _WITHDRAW})
            worth[head] = settled["three_card_bonus"]
    return worth


def _by_best(request: Request) -> Cents:
    """Cover All by the head of the best hand; the paytable goes by the number of hands."""
    worth = np.zeros(FIVE_CELLS, np.int64)
    stake: Money | None = request.stakes.get("cover_all")
    if stake is not None:
        at = seat_at(request, 1, (), {})
        showdown = Showdown(request.terms, Round(seats=(at,), positions=request.positions))
        for head in five_by_head():
            line = showdown.settle_by_hand(at, "cover_all", head << 16, players=request.seats)
            worth[head] = line.winnings.cents + line.returned.cents - stake.cents
    return worth


# --- wagers counted together ----------------------------------------------------------------------


def joint_results(request: Request) -> Counter[tuple[int, int]]:
    """Deals by what a seat's wagers but the progressive come to, and by the head of its hand."""
    game = LetItRide(request.terms)
    base = request.stakes["$"].cents if "$" in request.stakes else 0
    three_net, five_net = side_nets(request, "three_card_bonus"), side_nets(request, "bonus")
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
    return counts


def _base_net(game: LetItRide, five: Partial, staked: int) -> int:
    whole, rest = divmod(game.pay(five).scaled * staked, game.scale)
    return cents(whole + Fraction(rest, game.scale))
