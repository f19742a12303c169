"""What every test run shares: one seed for everything that is generated, and it is printed."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Fixtures for whoever needs a PostgreSQL server; it starts with the first test that does.
from tests.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]

# No deadline and no complaint about slowness: on a busy machine either would fail tests for being
# slow once, not for being wrong.
settings.register_profile(
    "pitboss",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Where changes land, the same cases every time, and none that an earlier run left behind.
settings.register_profile("landing", settings.get_profile("pitboss"), derandomize=True)
IS_LANDING = bool(os.environ.get("CI"))
settings.load_profile("landing" if IS_LANDING else "pitboss")


def _seed() -> str:
    """A new one each time on a desk, where a failure is a find; always the same in CI."""
    return "1" if IS_LANDING else str(random.getrandbits(32))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # First, so that hypothesis finds its option filled in. A worker takes the seed of the run.
    if config.getoption("hypothesis_seed") is None:
        worker = getattr(config, "workerinput", {})
        config.option.hypothesis_seed = worker.get("seed", _seed())


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    # The hook of xdist before it starts a worker, which is told the command line and no more.
    node.workerinput["seed"] = node.config.getoption("hypothesis_seed")


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.getoption("hypothesis_seed")
    return f"generated cases: repeat this run with --hypothesis-seed={seed}"
