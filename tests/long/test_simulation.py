"""A hundred million rounds of every rulebook: each wager's mean within four standard errors."""

from __future__ import annotations

import pytest

from pitboss.sim.run import simulate
from tests.sim.runs import EVERY_WAGER
from tests.sim.test_means import assert_near

ROUNDS = 10**8


@pytest.mark.long
@pytest.mark.parametrize("rulebook", EVERY_WAGER)
def test_means_of_every_wager_are_near_the_exact_ones(rulebook: str) -> None:
    assert_near(simulate(EVERY_WAGER[rulebook], ROUNDS))
