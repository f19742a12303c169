"""The kernels and settlement say the same of every round, wager by wager and seat by seat."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from pitboss.games.library import built_in_ids
from pitboss.money import Money
from pitboss.sim.request import Request
from pitboss.sim.run import nets, round_record
from pitboss.sim.simulator import Simulator, simulator_of
from tests.sim.runs import EVERY_WAGER, JACKPOT, counted, settled

ROUNDS = 2000
# By hand, best play of the turn and the river goes through every deal to come, which takes a while.
BEST_HOLDEM_ROUNDS = 150


def agree(request: Request, numbers: range) -> None:
    simulator = simulator_of(request)
    for number in numbers:
        assert counted(simulator, number) == settled(request, round_record(request, number)), number


def test_every_rulebook_is_simulated() -> None:
    assert set(EVERY_WAGER) == set(built_in_ids())


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", EVERY_WAGER)
def test_rounds_with_every_wager_settle_to_the_same_cents(rulebook: str) -> None:
    is_holdem = EVERY_WAGER[rulebook].rules.game == "holdem_bonus"
    agree(EVERY_WAGER[rulebook], range(BEST_HOLDEM_ROUNDS if is_holdem else ROUNDS))


@pytest.mark.slow
def test_ways_to_bet_at_holdem_settle_to_the_same_cents() -> None:
    ways = ("never_raise", "always_raise", "play_blind", "always_fold")
    request = replace(EVERY_WAGER["mbs-megalink-holdem-v9"], seats=4, strategies=ways)
    agree(request, range(ROUNDS))


OPTIONS = {
    "lir stakes": Request(
        rulebook="mgc-let-it-ride",
        seats=2,
        wagers=("base=17.35", "cover_all=3.00", "three_card_bonus"),
        settings=("payout_limit=100000.00", "three_card_bonus_table=B"),
    ),
    "mgc levels": Request(
        rulebook="mgc-let-it-ride",
        seats=7,
        settings=(
            "progressive_table=PTMGLML02",
            "ptmglml02_seeds_confirmed=true",
            "minor=777.77",
            "unit=5.00",
            "envy_scales_with_unit=true",
            "fixed_or_percent_returns_stake=true",
        ),
    ),
    "stakes kept": Request(
        rulebook="mbs-megalink-let-it-ride-v2",
        seats=2,
        settings=("progressive_to1_returns_stake=false", "magic_rate=1", "lucky_rate=1"),
    ),
    "contains queen": Request(
        rulebook="mbs-megalink-three-card-v6",
        seats=7,
        settings=("dealer_qualifies=contains_queen_or_higher", JACKPOT),
    ),
    "pair plus alone": Request(
        rulebook="mbs-megalink-three-card-v6", seats=2, wagers=("pair_plus", "progressive")
    ),
    "bonus lost": Request(
        rulebook="mbs-megalink-holdem-v9",
        seats=7,
        strategies=("always_raise",),
        settings=("bonus_survives_losing_hand=false",),
    ),
    "one wager": Request(rulebook="mbs-megalink-holdem-v9", wagers=("ante",)),
    "one ante": Request(rulebook="mbs-megalink-three-card-v6", wagers=("ante",)),
    "base alone": Request(rulebook="mbs-let-it-ride-v3", wagers=("base",)),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_and_stakes_settle_to_the_same_cents(name: str) -> None:
    agree(OPTIONS[name], range(1000, 1030 if name == "one wager" else 1150))


# --- rounds that come seldom ----------------------------------------------------------------------


def rounds_with(simulator: Simulator, cells: str, first: int, count: int) -> list[int]:
    """The rounds in which something was counted, found by halving."""
    tally = simulator.deal(first, count)
    if not tally.counts[cells][:, 1:].any() and not tally.settled:
        return []
    if count == 1:
        return [first]
    half = count // 2
    return [
        *rounds_with(simulator, cells, first, half),
        *rounds_with(simulator, cells, first + half, count - half),
    ]


def test_rounds_with_envy_settle_to_the_same_cents() -> None:
    for options in ((), ("envy_multiple=false",)):
        request = replace(EVERY_WAGER["mgc-let-it-ride"], settings=(JACKPOT, *options))
        simulator = simulator_of(request)
        numbers = rounds_with(simulator, "envy", 0, 1 << 18)
        assert len(numbers) > 10
        for number in numbers:
            found = counted(simulator, number)
            assert any(seat["envy"] for seat in found)
            assert found == settled(request, round_record(request, number))


@pytest.mark.parametrize("multi", ["multi_winner=equal_pool", "multi_winner=settlement_order"])
def test_rounds_in_which_several_share_a_level_are_left_to_settlement(multi: str) -> None:
    rules = EVERY_WAGER["mbs-let-it-ride-v3"].rules
    text = _own_rulebook()
    request = Request(rulebook=text, seats=7, settings=(JACKPOT, multi, "award_rounding=half_up"))
    assert request.rules.digest != rules.digest
    simulator = simulator_of(request)
    shared = [n for n in range(3000) if simulator.deal(n, 1).settled]
    assert len(shared) > 20
    for number in shared:
        assert counted(simulator, number) == settled(request, round_record(request, number))
    # Put aside or not, a round is in the sums once.
    whole = simulator.deal(0, 3000)
    each = [settled(request, round_record(request, n)) for n in range(500)]
    part = simulator.deal(0, 500)
    for seat in range(7):
        assert part.sums[seat] == sum(sum(nets[seat].values()) for nets in each)
        assert part.squares[seat] == sum(sum(nets[seat].values()) ** 2 for nets in each)
    assert part.sums[7] == sum(part.sums[:7])
    in_whole = Counter(name for _, name, _ in whole.settled.elements())
    assert in_whole["base"] == in_whole["progressive"] == 7 * len(shared)
    # Nor is one lost where stretches are added up.
    added = simulator.deal(0, 1700)
    added.add(simulator.deal(1700, 1300))
    assert added.exact() == whole.exact()


def _own_rulebook() -> str:
    """A level that many hands share: three of a kind takes one percent."""
    path = files("pitboss").joinpath("rulebooks", "mbs-let-it-ride-v3.toml")
    text = path.read_text(encoding="utf-8")
    changed = text.replace('three_of_a_kind = "9 to 1"', 'three_of_a_kind = "1% of jackpot"')
    assert changed != text
    named = changed.replace('id = "mbs-let-it-ride-v3"', 'id = "shared-level"')
    return json.dumps(tomllib.loads(named))


# --- results of single rounds ---------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", EVERY_WAGER)
def test_results_by_round_are_those_of_settlement(rulebook: str) -> None:
    request = EVERY_WAGER[rulebook]
    found = np.concatenate(list(nets(request, 30, first=77, chunk_rounds=12)))
    for row in range(30):
        each = settled(request, round_record(request, 77 + row))
        assert found[row].tolist() == [sum(seat.values()) for seat in each]


def test_an_export_names_the_stakes_the_meters_and_the_draws() -> None:
    record = round_record(EVERY_WAGER["mbs-megalink-let-it-ride-v2"], 5)
    assert record["format"] == "pitboss-round/1"
    assert record["seats"][0]["wagers"]["progressive"] == str(Money(300))
    assert record["link"]["meters"]["jackpot"]["amount"] == "123456.78"
