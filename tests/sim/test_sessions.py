"""SessionResults cut out of a run: followed by hand, they come to the same."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.errors import BadSetting
from pitboss.money import Money
from pitboss.sim.request import Request
from pitboss.sim.run import (
    MOST_SESSIONS,
    PARTS,
    SessionResults,
    needed_for_a_round,
    nets,
    sessions_of,
)
from tests.sim.runs import EVERY_WAGER

REQUEST = Request(
    rulebook="mbs-megalink-three-card-v6",
    seats=3,
    seed=6,
    wagers=("ante", "pair_plus"),
    strategies=("best", "play_blind", "always_fold"),
)
BANKROLL, EACH, COUNT = Money(20000), 70, 40


@pytest.fixture(scope="module")
def sessions() -> SessionResults:
    return sessions_of(REQUEST, rounds=EACH * COUNT + EACH - 1, each=EACH, bankroll=BANKROLL)


def by_hand(results: list[int]) -> tuple[list[int], int, int]:
    """What stands after every round, the deepest fall, and the round of ruin."""
    stands, fall, ruined_at, money, best = [], 0, 0, 0, 0
    for number, net in enumerate(results, start=1):
        if not ruined_at:
            money += net
            best = max(best, money)
            fall = max(fall, best - money)
            if BANKROLL.cents + money < needed_for_a_round(REQUEST).cents:
                ruined_at = number
        stands.append(money)
    return stands, fall, ruined_at


def test_every_session_is_what_its_rounds_come_to(sessions: SessionResults) -> None:
    (rounds,) = nets(REQUEST, EACH * COUNT)
    assert len(sessions) == COUNT
    for session in range(COUNT):
        for seat in range(REQUEST.seats):
            own = rounds[session * EACH : (session + 1) * EACH, seat].tolist()
            stands, fall, ruined_at = by_hand(own)
            noted = [stands[moment - 1] for moment in sessions.moments]
            assert sessions.results[session, :, seat].tolist() == noted
            assert sessions.falls[session, seat] == fall
            assert sessions.ruined_at[session, seat] == ruined_at


def test_ruin_comes_to_those_who_always_fold_first(sessions: SessionResults) -> None:
    shares = [sessions.ruined_by(EACH, [seat]) for seat in range(3)]
    assert 0 < shares[0] < shares[2]
    assert sessions.ruined_by(0, [0, 1, 2]) == 0
    lost = sessions.results[:, -1, :]
    assert lost.min() >= -BANKROLL.cents, "nobody loses more than was brought"
    assert (lost[sessions.ruined_at > 0] < 0).all()


def test_moments_are_few_and_the_last_is_the_end(sessions: SessionResults) -> None:
    assert len(sessions.moments) <= PARTS
    assert sessions.moments[-1] == EACH
    one = sessions_of(REQUEST, rounds=3, each=1, bankroll=BANKROLL)
    assert one.moments == (1,)
    (rounds,) = nets(REQUEST, 3)
    assert np.array_equal(one.results[:, 0, :], rounds)


def test_no_more_sessions_are_followed_than_can_be_seen() -> None:
    request = Request(rulebook="mbs-let-it-ride-v3", wagers=("base",))
    found = sessions_of(request, rounds=10**9, each=1, bankroll=Money(3000))
    assert len(found) == MOST_SESSIONS


@pytest.mark.parametrize("rulebook", EVERY_WAGER)
def test_no_round_takes_more_than_is_needed_for_one(rulebook: str) -> None:
    request = EVERY_WAGER[rulebook]
    needed = needed_for_a_round(request).cents
    (rounds,) = nets(request, 5000)
    assert -rounds.min() <= needed


def test_what_makes_no_session_is_refused_in_words() -> None:
    with pytest.raises(BadSetting, match="69 rounds make no session of 70; give more --rounds"):
        sessions_of(REQUEST, rounds=69, each=70, bankroll=BANKROLL)
    with pytest.raises(BadSetting, match=r"\$20.00 does not cover one round, which takes \$25.00"):
        sessions_of(REQUEST, rounds=70, each=70, bankroll=Money(2000))
