"""Caribbean Stud by chance: what its simple strategy loses is the published house edge."""

from __future__ import annotations

import pytest

from pitboss.cli.simulate import request_of
from pitboss.sim.run import simulate
from tests.examples.folders import CARIBBEAN

PUBLISHED = 0.0522
"""Of the ante, as the Wizard of Odds has it for best play."""


@pytest.mark.long
def test_the_simple_strategy_loses_the_published_house_edge() -> None:
    request = request_of(
        str(CARIBBEAN), seats=1, seed=5, wagers=("ante",), strategies=("simple",), settings=()
    )
    (ante,) = simulate(request, 4_000_000, workers=2).wagers()
    assert abs(ante.estimate.mean + PUBLISHED) < 4 * ante.estimate.standard_error
    assert ante.estimate.standard_error < 0.0012
