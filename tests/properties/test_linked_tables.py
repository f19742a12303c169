"""Whole tables on a link that runs, irregularities included: meters, books and audit agree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode
from tests.house.floor import Floor
from tests.house.linked_crowd import LinkedCrowd
from tests.jackpot.pot import HOLDEM, MASSACHUSETTS, MEGALINK, THREE
from tests.properties.strategies import chances, whole_rounds


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", [MEGALINK, HOLDEM, THREE, MASSACHUSETTS])
@whole_rounds(12)
@given(rng=chances(), mode=st.sampled_from(Mode), trouble=st.sampled_from([10, 20, 40]))
def test_i_82_whatever_befalls_a_linked_table_its_link_has_what_stands(
    rulebook: str, rng: Random, mode: Mode, trouble: int
) -> None:
    store = MemoryStore()
    Floor(store)
    crowd = LinkedCrowd(rulebook, mode, [store, store], rng)
    try:
        for _ in range(4):
            crowd.play_round(trouble)
        crowd.check_all()
    finally:
        crowd.owner.give_back()
