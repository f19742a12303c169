"""Three Card Poker made ready: strategies by hand, who qualifies, and what its cells pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, perm
from typing import Any

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.three_card import simulation_kernels as kernels
from pitboss.games.three_card.solver import Against, Hand, ThreeCard
from pitboss.hands.tables import strength_of_five
from pitboss.odds.combinations import kinds_of_three, some_hand
from pitboss.round.game import Sight, Strategy
from pitboss.round.round import Round
from pitboss.rulebook.terms import PayTable
from pitboss.sim.bankroll_results import cents, side_nets
from pitboss.sim.hand_kernels import ENVY_CELLS, HEAD_CELLS, THREE_CELLS, THREE_KEYS
from pitboss.sim.kernel_simulator import (
    Kernels,
    KernelSimulator,
    WagerCells,
    five_by_head,
    other_threes,
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

STRATEGIES = (BEST, "play_blind", "mimic_dealer", "always_fold")

Plays = Callable[[Hand], bool]
_PLAY, _FOLD = "play", "fold"
_PLACES = 1 << 14
_SUITED = 1 << 13
_NO_ANTE = -1


def simulator(request: Request) -> KernelSimulator:
    """A table of Three Card Poker."""
    game = ThreeCard(request.terms)
    named, seats = read_strategies(request, STRATEGIES), request.seat_strategies
    plain = {spec: _plain(game, request, how) for spec, how in named.items()}
    places: dict[str, Any] = {}
    exact: dict[str, Any] = {}
    for spec, how in named.items():
        if callable(how):
            exact[spec] = _by_hand(request, how)
        else:
            by_place = _by_place(game, request, plain[spec])
            if by_place is None:
                exact[spec] = _by_hand(request, plain[spec])
            else:
                places[spec] = by_place
    order = [*places, *exact]
    ways = np.array([order.index(spec) for spec in seats], np.int64)
    if "ante" not in request.stakes:
        ways[:] = _NO_ANTE
    strategies = (
        np.array([*places.values()], np.uint8).reshape(-1, _PLACES),
        np.array([*exact.values()], np.uint8).reshape(-1, 22_100),
        ways,
        _qualifying(request),
    )
    return KernelSimulator(
        request=request,
        strategies=[plain[spec] for spec in seats],
        kernels=_kernels(request, strategies),
    )


def _kernels(request: Request, strategies: Any) -> Kernels:
    progressive = progressive_of(request)
    table, seats = table_of(request, progressive), request.seats
    ante, pair_plus = _main_nets(request)
    unseen = np.uint64(perm(len(DECK) - 6, request.rules.community_cards))

    def run(source: Any, numbers: Any, worths: Any, tally: Any, by_round: Any) -> int:
        return int(kernels.rounds(source, numbers, table, strategies, worths, tally, by_round))

    def run_main_game(source: Any, first: int, count: int, counts: Any) -> None:
        tables = (strategies[0], strategies[3])
        limits = (table[0][0, 1], unseen)
        kernels.main_game(source, first, count, limits, tables, counts["main"])

    by_place = list(request.stakes) == ["ante"] and len(strategies[0]) > 0
    return Kernels(
        shapes={
            "main": (seats, kernels.MAIN_CELLS),
            "hand": (seats, HEAD_CELLS),
            "envy": (seats, ENVY_CELLS),
        },
        wagers=[
            WagerCells(name="ante", cells="main", worth=ante),
            WagerCells(name="pair_plus", cells="main", worth=pair_plus),
            WagerCells(name="progressive", cells="hand", worth=progressive.hand_nets),
            WagerCells(name="envy", cells="envy", worth=progressive.envy_nets),
        ],
        run=run,
        run_main_game=run_main_game if by_place else None,
    )


# --- strategies -----------------------------------------------------------------------------------


def _plain(game: ThreeCard, request: Request, strategy: GivenStrategy) -> Strategy:
    if callable(strategy):
        return strategy
    plays = _plays(game, request, strategy)

    def decide(sight: Sight) -> str:
        one, two, three = sorted(sight.own)
        return _PLAY if plays((one, two, three)) else _FOLD

    return decide


def _plays(game: ThreeCard, request: Request, strategy: str | StrategyTable) -> Plays:
    if isinstance(strategy, StrategyTable):
        table = strategy
        return lambda hand: table.choice("play", hand_word(hand)) == _PLAY
    match strategy:
        case "best":
            return game.plays
        case "play_blind":
            return lambda _: True
        case "always_fold":
            return lambda _: False
    qualifies = request.terms.qualifies(str(request.terms.options["dealer_qualifies"]))
    return lambda hand: qualifies(hand, game.strengths[hand])


def _place(ranks: Sequence[int], *, suited: bool) -> int:
    return sum(THREE_KEYS[rank] for rank in ranks) + _SUITED * suited


def _by_place(game: ThreeCard, request: Request, decide: Strategy) -> Any:
    """Answers by ranks and one suit or not; nothing where two and three suits differ."""
    answers = np.full(_PLACES, -1, np.int64)
    for _, hand in game.classes():
        suited = len({card.suit for card in hand}) == 1
        place = _place([card.rank for card in hand], suited=suited)
        answer = int(decide(request.sight("play", hand)) == _PLAY)
        if answers[place] not in (-1, answer):
            return None
        answers[place] = answer
    return answers.clip(0).astype(np.uint8)


def _by_hand(request: Request, decide: Strategy) -> list[bool]:
    """Answers on every hand, where suits matter."""
    return [decide(request.sight("play", hand)) == _PLAY for hand in threes_in_order()]


def _qualifying(request: Request) -> Any:
    qualifies = request.terms.qualifies(str(request.terms.options["dealer_qualifies"]))
    answers = np.zeros(_PLACES, np.uint8)
    for kind in kinds_of_three():
        hand = some_hand(kind.ranks, suited=kind.suited)
        answers[_place(kind.ranks, suited=kind.suited)] = qualifies(hand, kind.strength)
    return answers


# --- what cells pay -------------------------------------------------------------------------------


def _main_nets(request: Request) -> tuple[Cents, Cents]:
    """Ante with all that hangs on it, and pair plus: by head and what the hand met."""
    ante = np.zeros(kernels.MAIN_CELLS, np.int64)
    pair_plus = np.zeros(kernels.MAIN_CELLS, np.int64)
    for head in threes_by_head():
        for result, (own, dealer, decision) in _rounds(request, head).items():
            decisions = {} if decision is None else {"play": decision}
            play = Round(
                seats=(seat_at(request, 1, own, decisions),),
                positions=request.positions,
                community=others((*own, *dealer), request.rules.community_cards),
                dealer=dealer,
                link=request.link,
            )
            settled = nets(request, play)[0]
            cell = head + THREE_CELLS * result
            ante[cell] = settled.get("ante", 0)
            pair_plus[cell] = settled.get("pair_plus", 0)
    return ante, pair_plus


_Dealt = tuple[tuple[Card, ...], tuple[Card, ...], str | None]


def _rounds(request: Request, head: int) -> dict[int, _Dealt]:
    """A round for each thing a hand of this head can meet; what is not there cannot happen."""
    qualifies = request.terms.qualifies(str(request.terms.options["dealer_qualifies"]))
    found: dict[int, _Dealt] = {}
    for strength, own in threes_by_head()[head]:
        for dealer_strength, dealer in other_threes():
            if set(own) & set(dealer):
                continue
            if not qualifies(dealer, dealer_strength):
                result = kernels.NOT_QUALIFIED
            elif strength == dealer_strength:
                result = kernels.TIE
            else:
                result = kernels.WIN if strength > dealer_strength else kernels.LOSE
            found.setdefault(result, (own, dealer, _PLAY))
    if "ante" not in request.stakes:
        own, dealer, _ = next(iter(found.values()))
        return {kernels.CONTINUE: (own, dealer, None)}
    own, dealer, _ = next(iter(found.values()))
    return {**found, kernels.FOLD: (own, dealer, _FOLD)}


# --- wagers counted together ----------------------------------------------------------------------


def joint_results(request: Request) -> Counter[tuple[int, int]]:
    """Deals by what a seat's wagers but the progressive come to, and by the head of its hand.

    Five cards that the progressive table pays are few enough to count the dealer's hands for each.
    """
    game = ThreeCard(request.terms)
    pair_net = side_nets(request, "pair_plus")
    dealers = _Dealers(game)
    communities = comb(len(DECK) - 6, request.rules.community_cards)
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
    return counts


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
