"""Hold'em Bonus made ready: exact best play from the solved game, and what its cells pay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, count, islice
from typing import Any, Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.games.holdem_bonus import simulation_kernels as kernels
from pitboss.games.holdem_bonus.board_kernels import RANK_BOARDS_3, RANK_BOARDS_4
from pitboss.games.holdem_bonus.solution import Betting, hand_name
from pitboss.games.holdem_bonus.solver import (
    DealCounter,
    Decisions,
    ante_class_of,
    river_bet_value,
    solve,
    turn_bet_value,
)
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.tables import strength_of_seven
from pitboss.round.game import Sight, Strategy
from pitboss.round.round import Round
from pitboss.sim.hand_kernels import ENVY_CELLS, HEAD_CELLS
from pitboss.sim.kernel_simulator import (
    BATCH_ROUNDS,
    Kernels,
    KernelSimulator,
    WagerCells,
    others,
    progressive_of,
    table_of,
)
from pitboss.sim.request import (
    OTHERWISE,
    GivenStrategy,
    Request,
    StrategyTable,
    hand_word,
    read_strategies,
)
from pitboss.sim.rounds import dealt, nets, seat_at, source_of
from pitboss.sim.simulator import Cents

_BET, _CHECK, _FOLD = "bet", "check", "fold"
_NO_ROW: Final = kernels.BONUS_ROWS - 1
_TRIES: Final = 20_000
_CHOSEN_BATCH: Final = 1 << 14

_BETTING: Final = {
    "best": (Betting.BEST, True),
    "never_fold": (Betting.BEST, False),
    "never_raise": (Betting.NEVER, True),
    "always_raise": (Betting.ALWAYS, True),
    "play_blind": (Betting.ALWAYS, False),
}
STRATEGIES: Final = (*_BETTING, "always_fold")
_HOW: Final = {
    Betting.BEST: kernels.BEST,
    Betting.NEVER: kernels.CHECK,
    Betting.ALWAYS: kernels.BET,
}
_HOW_BY_WORD: Final = {"best": kernels.BEST, _CHECK: kernels.CHECK, _BET: kernels.BET}


def simulator(request: Request) -> KernelSimulator:
    """A table of Hold'em Bonus."""
    named = read_strategies(request, STRATEGIES, undivided=("turn", "river"))
    compiled = {spec: _compiled(request, how) for spec, how in named.items()}
    seats = request.seat_strategies
    plain: dict[str, Strategy] = {
        spec: how if callable(how) else _plain(*compiled[spec]) for spec, how in named.items()
    }
    decides = [plain[spec] for spec in seats]
    plays = np.array([compiled[spec][0] for spec in seats], np.uint8)
    bets = np.array([compiled[spec][1] for spec in seats], np.int64)
    return KernelSimulator(
        request=request, strategies=decides, kernels=_kernels(request, plays, bets, decides)
    )


def _kernels(request: Request, plays: Any, bets: Any, decides: Sequence[Strategy]) -> Kernels:
    progressive = progressive_of(request)
    table, seats = table_of(request, progressive), request.seats
    rows, bonus = _bonus(request)
    solved = (*_solved(ante_class_of(request.terms)), rows, _ante_from(request))
    is_chosen = bool((bets[:, 0] == kernels.CHOSEN).any())

    def run(source: Any, numbers: Any, worths: Any, tally: Any, by_round: Any) -> int:
        chosen = np.zeros((0, 0), np.uint8)
        if is_chosen:
            chosen = _chosen(request, (source, *numbers, table[0]), bets, decides)
        strategies = (plays, bets, chosen)
        return int(
            kernels.rounds(source, numbers, table, strategies, solved, worths, tally, by_round)
        )

    def run_main_game(source: Any, first: int, rounds: int, counts: Any) -> None:
        tables = (plays[0], solved[0], solved[1], solved[3])
        kernels.main_game(source, first, rounds, table[0][0, 1], tables, counts["main"])

    is_best = list(request.stakes) == ["ante"] and bool((bets == kernels.BEST).all())
    return Kernels(
        shapes={
            "main": (seats, kernels.MAIN_CELLS),
            "bonus": (seats, kernels.BONUS_CELLS),
            "hand": (seats, HEAD_CELLS),
            "envy": (seats, ENVY_CELLS),
        },
        wagers=[
            WagerCells(name="ante", cells="main", worth=_ante_nets(request)),
            WagerCells(name="bonus", cells="bonus", worth=bonus),
            WagerCells(name="progressive", cells="hand", worth=progressive.hand_nets),
            WagerCells(name="envy", cells="envy", worth=progressive.envy_nets),
        ],
        run=run,
        run_main_game=run_main_game if is_best else None,
        batch_rounds=_CHOSEN_BATCH if is_chosen else BATCH_ROUNDS,
    )


# --- strategies -----------------------------------------------------------------------------------


def _compiled(request: Request, strategy: GivenStrategy) -> tuple[list[bool], tuple[int, int]]:
    """Which starting hands are played, and how turn and river are bet."""
    hands = _hole_cards()
    if callable(strategy):
        return [True] * len(hands), (kernels.CHOSEN, kernels.CHOSEN)
    if isinstance(strategy, StrategyTable):
        plays = [strategy.choice("flop", hand_word(hand)) == _BET for hand in hands]
        turn, river = (_HOW_BY_WORD[strategy.choice(d, OTHERWISE)] for d in ("turn", "river"))
        return plays, (turn, river)
    if strategy == "always_fold":
        return [False] * len(hands), (kernels.CHECK, kernels.CHECK)
    betting, folds = _BETTING[strategy]
    solution = solve(ante_class_of(request.terms))
    by_name = solution.by_name
    plays = [not folds or by_name[hand_name(*hand)].plays(betting) for hand in hands]
    return plays, (_HOW[betting], _HOW[betting])


def _plain(plays: Sequence[bool], bets: tuple[int, int]) -> Strategy:
    def decide(sight: Sight) -> str:
        if sight.decision == "flop":
            return _BET if plays[_kind(sight.own)] else _FOLD
        how = bets[sight.decision == "river"]
        if how != kernels.BEST:
            return _BET if how == kernels.BET else _CHECK
        value = turn_bet_value if sight.decision == "turn" else river_bet_value
        return _BET if value(sight.own, sight.community) > 0 else _CHECK

    return decide


def _chosen(request: Request, deal: Any, bets: Any, decides: Sequence[Strategy]) -> Any:
    """What functions answer in every round: bits for flop, turn and river."""
    source, first, rounds, groups = deal
    cards = np.empty((rounds, 7 + 2 * request.seats), np.uint8)
    kernels.deals(source, first, groups, cards)
    chosen = np.zeros((rounds, request.seats), np.uint8)
    for row, numbers in enumerate(cards.tolist()):
        dealt_cards = [DECK[number] for number in numbers]
        community = tuple(dealt_cards[-5:])
        for seat, decide in enumerate(decides):
            if bets[seat, 0] == kernels.CHOSEN:
                own = tuple(dealt_cards[2 * seat + 2 : 2 * seat + 4])
                if decide(request.sight("flop", own)) == _BET:
                    turn = decide(request.sight("turn", own, community[:3])) == _BET
                    river = decide(request.sight("river", own, community[:4])) == _BET
                    chosen[row, seat] = 1 + 2 * turn + 4 * river
    return chosen


def _kind(cards: Sequence[Card]) -> int:
    return int(kernels.KIND_OF[52 * cards[0] + cards[1]])


@cache
def _hole_cards() -> list[tuple[Card, Card]]:
    """Two cards for each starting hand, in the kernels' order."""
    hands: dict[int, tuple[Card, Card]] = {}
    for one, two in combinations(DECK, 2):
        hands.setdefault(_kind((one, two)), (one, two))
    return [hands[kind] for kind in range(kernels.KINDS)]


# --- best play ------------------------------------------------------------------------------------


@cache
def _solved(ante_class: FiveCardClass) -> tuple[Any, Any]:
    """Whether to bet the turn, and the river, in every situation: a bit each."""
    counting = DealCounter(ante_class, range(13))
    return (
        _answers(RANK_BOARDS_3, kernels.FLOP, counting.turns(), counting.holdings),
        _answers(RANK_BOARDS_4, kernels.TURN, counting.rivers(), counting.holdings),
    )


def _answers(boards: Any, patterns: Any, decisions: Decisions, holdings: Any) -> Any:
    answers = np.zeros(len(boards) * patterns.size // 32 + 1, np.uint32)
    suits, _, first, second, third, widths, starts, size = patterns
    signed = (suits, *(row.astype(np.int64) for row in (first, second, third, widths, starts)))
    kernels.fill_answers(boards, (*signed, size), holdings, decisions.worths, answers)
    return answers


def _ante_from(request: Request) -> Any:
    lowest = int(ante_class_of(request.terms)) << 20
    return np.uint64(kernels.order_from(lowest))


# --- what cells pay -------------------------------------------------------------------------------


def _settled(request: Request, cards: Sequence[Card], decisions: dict[str, str]) -> dict[str, int]:
    play = Round(
        seats=(seat_at(request, 1, cards[2:4], decisions),),
        positions=request.positions,
        community=tuple(cards[4:]),
        dealer=tuple(cards[:2]),
        link=request.link,
    )
    return nets(request, play)[0]


def _met(request: Request, cards: Sequence[Card]) -> int:
    """What a hand meets; cards are the dealer's, the seat's and the community cards."""
    dealer, own = (strength_of_seven((*hole, *cards[4:])) for hole in (cards[:2], cards[2:4]))
    if own <= dealer:
        return kernels.TIE if own == dealer else kernels.LOSE
    wins = request.terms.five_test(request.terms.rules.conditions["ante_wins_with"])
    return kernels.ANTE_WINS if wins(own) else kernels.WIN


def _ante_nets(request: Request) -> Cents:
    worth = np.zeros(kernels.MAIN_CELLS, np.int64)
    found: dict[int, tuple[Card, ...]] = {}
    for number in islice(count(), _TRIES):
        cards = dealt(source_of(0), number, 9)
        found.setdefault(_met(request, cards), cards)
        if len(found) == kernels.LOSE + 1:
            break
    for result, cards in found.items():
        for bets in range(4):
            decisions = {
                "flop": _BET,
                "turn": _BET if bets & 1 else _CHECK,
                "river": _BET if bets & 2 else _CHECK,
            }
            worth[result + 4 * bets] = _settled(request, cards, decisions)["ante"]
    worth[kernels.FOLD] = _settled(request, dealt(source_of(0), 0, 9), {"flop": _FOLD})["ante"]
    return worth


def _bonus(request: Request) -> tuple[Any, Cents]:
    """The row that pays each two starting hands, and what the cells of the bonus pay."""
    rows = np.full(kernels.KINDS * kernels.KINDS, _NO_ROW, np.uint8)
    worth = np.zeros(kernels.BONUS_CELLS, np.int64)
    if "bonus" not in request.stakes:
        return rows[:0], worth
    table = request.terms.table("bonus")
    names = [row.hand for row in table.paytable.rows]
    first: dict[int, tuple[Card, ...]] = {}
    for own_kind, own in enumerate(_hole_cards()):
        for dealer_kind in range(kernels.KINDS):
            dealer = _disjoint(dealer_kind, own)
            row = table.hole_row(own, dealer)
            number = _NO_ROW if row is None else names.index(row.hand)
            rows[own_kind * kernels.KINDS + dealer_kind] = number
            first.setdefault(number, (*dealer, *own))
    for number, hole in first.items():
        for beaten in (False, True):
            worth[number + kernels.BONUS_ROWS * beaten] = _bonus_net(request, hole, beaten)
        cards = (*hole, *others(hole, 5))
        fold = number + 2 * kernels.BONUS_ROWS
        worth[fold] = _settled(request, cards, {"flop": _FOLD})["bonus"]
    return rows, worth


def _disjoint(kind: int, taken: Sequence[Card]) -> tuple[Card, Card]:
    return next(hand for hand in _hands_of_kind()[kind] if not set(hand) & set(taken))


@cache
def _hands_of_kind() -> dict[int, list[tuple[Card, Card]]]:
    hands: dict[int, list[tuple[Card, Card]]] = {}
    for one, two in combinations(DECK, 2):
        hands.setdefault(_kind((one, two)), []).append((one, two))
    return hands


def _bonus_net(request: Request, hole: Sequence[Card], beaten: bool) -> int:
    """The bonus with these hole cards, by whether the hand is beaten; nothing if it cannot be."""
    decisions = {"flop": _BET, "turn": _CHECK, "river": _CHECK}
    for number in range(_TRIES):
        table = [card for card in dealt(source_of(1), number, 9) if card not in hole][:5]
        cards = (*hole, *table)
        if (_met(request, cards) == kernels.LOSE) is beaten:
            return _settled(request, cards, decisions)["bonus"]
    return 0
