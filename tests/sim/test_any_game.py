"""A game without kernels is simulated by settling its rounds: the same rounds, to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import Card
from pitboss.errors import BadSetting, RecordRefused
from pitboss.money import Money
from pitboss.round.game import Sight
from pitboss.sim.bankroll_results import needed_for, results_of
from pitboss.sim.figures import Result, csv_text, result_record
from pitboss.sim.request import Request, strategy_files
from pitboss.sim.rounds import dealt, source_of
from pitboss.sim.run import nets, round_record, sessions_of, simulate
from pitboss.sim.simulator import Simulator, plain_simulator, simulator_of
from tests.sim.runs import EVERY_WAGER, settled
from tests.sim.stud import naive_round, stud_request

ROUNDS = 3000


def naive(request: Request, number: int) -> list[dict[str, int]]:
    cards = dealt(source_of(request.seed), number, 5 + 5 * request.seats)
    hands = [cards[5 * seat + 5 : 5 * seat + 10] for seat in range(request.seats)]
    return [naive_round(cards[:5], hand) for hand in hands]


def test_rounds_come_to_what_a_few_lines_say() -> None:
    request = stud_request(seats=3, seed=5)
    each = [naive(request, number) for number in range(ROUNDS)]
    result = simulate(request, ROUNDS)
    for wager in result.wagers_by_seat():
        assert wager.seat is not None
        found = Counter(seats[wager.seat - 1][wager.wager] for seats in each)
        assert wager.results == dict(sorted(found.items()))
    ante, bonus = result.wagers()
    for wager, unit in ((ante, 1000), (bonus, 500)):
        by_round = np.array([sum(seat[wager.wager] for seat in seats) for seats in each])
        assert wager.estimate.mean == pytest.approx(by_round.mean() / unit / 3)
        error = by_round.std(ddof=1) / unit / 3 / ROUNDS**0.5
        assert wager.estimate.standard_error == pytest.approx(error)
    *seats, table = result.seats()
    by_round = np.array([[sum(seat.values()) for seat in seats] for seats in each])
    assert [s.estimate.mean for s in seats] == pytest.approx(by_round.mean(axis=0) / 100)
    assert table.estimate.mean == pytest.approx(by_round.sum(axis=1).mean() / 100)
    spread = by_round.sum(axis=1).std(ddof=1) / 100
    assert table.estimate.standard_deviation == pytest.approx(spread)
    assert np.concatenate(list(nets(request, ROUNDS))).tolist() == by_round.tolist()


def test_a_round_that_is_exported_settles_to_the_cents_that_were_counted() -> None:
    request = stud_request(seats=2)
    for number in range(40):
        assert settled(request, round_record(request, number)) == naive(request, number)


def test_chunks_add_up_to_the_same_run() -> None:
    request = stud_request(seats=2)
    whole = simulate(request, 1000)
    assert simulate(request, 1000, chunk_rounds=317).tally.exact() == whole.tally.exact()
    first = simulate(request, 400).tally
    first.add(simulate(request, 600, first=400).tally)
    assert first.exact() == whole.tally.exact()


def test_the_report_has_the_sections_of_any_other() -> None:
    record = result_record(simulate(stud_request(wagers=("ante=25.00",)), 500))
    other = result_record(
        simulate(Request(rulebook="mbs-megalink-three-card-v6", wagers=("ante",)), 500)
    )
    assert record.keys() == other.keys()
    assert record["wagers"][0].keys() == other["wagers"][0].keys()
    assert sum(row["count"] for row in record["wagers"][0]["histogram"]) == 500
    assert record["wagers"][0]["unit_cents"] == 2500
    assert [row["seat"] for row in record["results_in_dollars"]] == [1, "table"]
    assert csv_text(simulate(stud_request(), 10)).count("\n") == 1 + 2 + 2 + 2


def test_sessions_are_cut_from_the_same_rounds() -> None:
    request = stud_request(wagers=("ante",))
    found = sessions_of(request, rounds=400, each=100, bankroll=Money(1_000_000))
    by_round = np.concatenate(list(nets(request, 400)))
    # The ante, twice as much to raise, and as much again to press.
    assert found.needed == Money(5000)
    assert found.results[:, -1, 0].tolist() == by_round.reshape(4, 100).sum(axis=1).tolist()


# --- the same by the kernels ----------------------------------------------------------------------

AT_SPEED = {
    rulebook: replace(request, strategies=("never_raise",))
    if request.rules.game == "holdem_bonus"
    else request
    for rulebook, request in EVERY_WAGER.items()
}


@pytest.mark.parametrize("rulebook", AT_SPEED)
@pytest.mark.parametrize("is_alone", [False, True])
def test_kernels_come_to_the_same_figures(rulebook: str, is_alone: bool) -> None:
    request = AT_SPEED[rulebook]
    if is_alone:
        request = replace(request, seats=1)
    by_kernels = simulator_of(request)
    one_by_one = Simulator(request=request, strategies=by_kernels.strategies)
    first, second = (
        Result(simulator=simulator, tally=simulator.deal(500, 400), seconds=1.0, workers=1)
        for simulator in (by_kernels, one_by_one)
    )
    by_name = {wager.wager: wager for wager in second.wagers()}
    assert {wager.wager: wager for wager in first.wagers()} == by_name
    for seat in range(request.seats):
        for wager in by_name:
            assert first.results(wager, seat) == second.results(wager, seat)
    assert list(first.seats()) == list(second.seats())


# --- how seats decide -----------------------------------------------------------------------------


def choices(request: Request, rounds: int = 300) -> list[str]:
    simulator = simulator_of(request)
    return [simulator.play(number).seats[0].decisions["raise"] for number in range(rounds)]


def test_who_did_not_raise_is_not_asked_to_press() -> None:
    request = stud_request()
    simulator = simulator_of(request)
    for number in range(100):
        (seat,) = simulator.play(number).seats
        assert ("press" in seat.decisions) == (seat.decisions["raise"] == "raise")
    record = round_record(request, 0)
    record["seats"][0]["decisions"] = {"raise": "fold", "press": "press"}
    with pytest.raises(RecordRefused, match="decision press without its wager"):
        settled(request, record)
    record["seats"][0]["decisions"] = {"raise": "raise"}
    with pytest.raises(RecordRefused, match="no decision press"):
        settled(request, record)


def test_the_first_choice_may_be_made_with_any_hand() -> None:
    assert set(choices(stud_request(strategies=("stay",)))) == {"raise"}


@pytest.mark.parametrize("rulebook", ["mbs-megalink-three-card-v6", "mbs-megalink-holdem-v9"])
def test_games_with_kernels_know_the_simple_ways_too(rulebook: str) -> None:
    request = Request(rulebook=rulebook, seats=2, strategies=("simple", "stay"), wagers=("ante",))
    by_kernels = simulator_of(request)
    one_by_one = Simulator(request=request, strategies=by_kernels.strategies)
    by_round = [np.zeros((200, 2), np.int64) for _ in range(2)]
    for simulator, results in zip((by_kernels, one_by_one), by_round, strict=True):
        simulator.deal(0, 200, by_round=results)
    assert by_round[0].tolist() == by_round[1].tolist()


def test_best_play_is_that_of_the_odds() -> None:
    request = Request(rulebook="mbs-megalink-three-card-v6", seats=2, wagers=("ante",))
    tallies = [simulator.deal(0, 200) for simulator in (
        simulator_of(request), plain_simulator(request)
    )]  # fmt: skip
    assert tallies[0].sums[:3] == tallies[1].sums[:3]
    assert tallies[0].squares[:3] == tallies[1].squares[:3]


def test_best_play_that_nobody_worked_out_is_refused_with_what_would_do() -> None:
    with pytest.raises(BadSetting, match=r"best play of test_stud is not .* write simple, stay"):
        simulate(stud_request(strategies=("best",)), 10)


def decide(
    decision: str, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]
) -> str:
    """Found by the name of this module."""
    assert (community, len(dealer)) == ((), 1)
    assert list(cards) == sorted(cards, reverse=True)
    if decision == "press":
        return "stand"
    return "raise" if dealer[0].rank < cards[0].rank else "fold"


def test_a_function_sees_the_dealers_card() -> None:
    request = stud_request(strategies=("tests.sim.test_any_game:decide",))
    found = choices(request)
    simulator = simulator_of(request)
    for number, choice in enumerate(found):
        play = simulator.play(number)
        is_lower = play.dealer[0].rank < max(card.rank for card in play.seats[0].cards)
        assert choice == ("raise" if is_lower else "fold")


def table(tmp_path: Path, name: str, text: str) -> Request:
    path = tmp_path / name
    path.write_text(text)
    return stud_request(strategies=(str(path),), files=tuple(strategy_files([str(path)])))


CSV = """decision,hand,dealer,choice
raise,*,A,raise
raise,AKQJ9,*,raise
raise,*,*,fold
press,*,stand
"""
TOML = """
[raise]
"*" = {A = "raise", "*" = "fold"}
AKQJ9 = "raise"
[press]
"*" = "stand"
"""


@pytest.mark.parametrize(("name", "text"), [("mine.csv", CSV), ("mine.toml", TOML)])
def test_a_table_may_go_by_the_dealers_card(tmp_path: Path, name: str, text: str) -> None:
    request = table(tmp_path, name, text)
    simulator = simulator_of(request)
    found = Counter[tuple[bool, str]]()
    for number in range(300):
        play = simulator.play(number)
        found[play.dealer[0].rank == 12, play.seats[0].decisions["raise"]] += 1
    assert found[True, "fold"] == found[False, "raise"] == 0
    assert min(found[True, "raise"], found[False, "fold"]) > 10
    (decide,) = simulator.strategies
    own, ace, two = (tuple(map(Card, cards)) for cards in ((50, 46, 42, 38, 28), (48,), (0,)))
    for dealer in (ace, two):
        assert decide(Sight("raise", ("raise", "fold"), own, (), dealer)) == "raise"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise,*,AK,raise\n", "the dealer never shows 'AK'; write 1 rank, or"),
        ("raise,*,1,raise\n", "the dealer never shows '1'"),
        ("raise,AK,A,raise\n", "no hand is 'AK'; write 5 ranks"),
        ("raise,*,A,raise\n", "what to do with .* against"),
    ],
)
def test_a_table_that_does_not_do_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        simulate(table(tmp_path, "mine.csv", text), 100)


def test_a_table_may_not_go_by_cards_that_lie_face_down(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("play,*,A,play\n")
    request = Request(
        rulebook="mbs-megalink-three-card-v6",
        strategies=(str(path),),
        files=tuple(strategy_files([str(path)])),
    )
    with pytest.raises(BadSetting, match="no card of the dealer is face up on decision play"):
        simulate(request, 10)


# --- bankrolls ------------------------------------------------------------------------------------


def test_results_of_a_bankroll_are_simulated_and_say_so() -> None:
    request = stud_request(wagers=("ante",))
    results = results_of(request, rounds=2000)
    each = Counter(naive(request, number)[0]["ante"] for number in range(2000))
    assert results.weights == each
    why = "this game has too many deals to count"
    assert (results.simulated_rounds, results.why_simulated) == (2000, why)
    assert needed_for(request, results) == Money(5000)
