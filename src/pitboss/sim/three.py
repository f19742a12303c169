"""Three Card Poker made ready: strategies by hand, who qualifies, and what its cells pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.odds.counting import kinds_of_three, some_hand
from pitboss.odds.three_card import Hand, ThreeCard
from pitboss.round.round import Round
from pitboss.sim import three_kernels as kernels
from pitboss.sim.card_kernels import THREE_CELLS, THREE_KEYS
from pitboss.sim.hands_of import other_threes, others, threes_by_head
from pitboss.sim.plain import Decide, nets, seat_at
from pitboss.sim.prepared import Kernels, Prepared, Wager, told
from pitboss.sim.progressive import Cents, progressive_of
from pitboss.sim.request import Request
from pitboss.sim.strategies import Strategy, Table, hand_word, read_strategy
from pitboss.sim.table_kernels import ENVY_CELLS, HEAD_CELLS

Plays = Callable[[Hand], bool]
_PLAY, _FOLD = "play", "fold"
_PLACES = 1 << 14
_SUITED = 1 << 13
_NO_ANTE = -1


def prepare(request: Request) -> Prepared:
    """A table of Three Card Poker."""
    game = ThreeCard(request.terms)
    files = dict(request.files)
    named = {spec: read_strategy(request.rules, spec, files) for spec in request.strategies}
    seats = [request.strategy(seat) for seat in range(request.seats)]
    plain = {spec: _plain(game, request, how) for spec, how in named.items()}
    places: dict[str, Any] = {}
    exact: dict[str, Any] = {}
    for spec, how in named.items():
        if callable(how):
            exact[spec] = _by_hand(how)
        else:
            by_place = _by_place(game, plain[spec])
            if by_place is None:
                exact[spec] = _by_hand(plain[spec])
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
    return Prepared(
        request=request,
        strategies=[plain[spec] for spec in seats],
        kernels=_kernels(request, strategies),
    )


def _kernels(request: Request, strategies: Any) -> Kernels:
    progressive = progressive_of(request)
    table, seats = told(request, progressive), request.seats
    ante, pair_plus = _main_nets(request)

    def run(source: Any, numbers: Any, worths: Any, tally: Any, by_round: Any) -> int:
        return int(kernels.rounds(source, numbers, table, strategies, worths, tally, by_round))

    def run_main_game(source: Any, first: int, count: int, counts: Any) -> None:
        tables = (strategies[0], strategies[3])
        kernels.main_game(source, first, count, table[0][0, 1], tables, counts["main"])

    by_place = list(request.stakes) == ["ante"] and len(strategies[0]) > 0
    return Kernels(
        shapes={
            "main": (seats, kernels.MAIN_CELLS),
            "hand": (seats, HEAD_CELLS),
            "envy": (seats, ENVY_CELLS),
        },
        wagers=[
            Wager(name="ante", cells="main", worth=ante),
            Wager(name="pair_plus", cells="main", worth=pair_plus),
            Wager(name="progressive", cells="hand", worth=progressive.hand_nets),
            Wager(name="envy", cells="envy", worth=progressive.envy_nets),
        ],
        run=run,
        run_main_game=run_main_game if by_place else None,
    )


# --- strategies -----------------------------------------------------------------------------------


def _plain(game: ThreeCard, request: Request, strategy: Strategy) -> Decide:
    if callable(strategy):
        return strategy
    plays = _plays(game, request, strategy)

    def decide(_: str, cards: Sequence[Card], __: Sequence[Card]) -> str:
        one, two, three = sorted(cards)
        return _PLAY if plays((one, two, three)) else _FOLD

    return decide


def _plays(game: ThreeCard, request: Request, strategy: str | Table) -> Plays:
    if isinstance(strategy, Table):
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


def _by_place(game: ThreeCard, decide: Decide) -> Any:
    """Answers by ranks and one suit or not; nothing where two and three suits differ."""
    answers = np.full(_PLACES, -1, np.int64)
    for _, hand in game.classes():
        suited = len({card.suit for card in hand}) == 1
        place = _place([card.rank for card in hand], suited=suited)
        answer = int(decide("play", hand, ()) == _PLAY)
        if answers[place] not in (-1, answer):
            return None
        answers[place] = answer
    return answers.clip(0).astype(np.uint8)


def _by_hand(decide: Decide) -> list[bool]:
    """Answers on every hand, where suits matter."""
    return [decide("play", hand, ()) == _PLAY for hand in _threes_in_order()]


def _threes_in_order() -> list[tuple[Card, ...]]:
    return sorted(combinations(DECK, 3), key=lambda hand: hand[::-1])


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
                community=others((*own, *dealer), 2),
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
