"""Power failures at tables that the system deals."""

from __future__ import annotations

import pytest

from pitboss.audit.audit import audit
from pitboss.round.wagers import CloseBets
from pitboss.store.memory import MemoryStore
from pitboss.table.irregularities.failures import POWER_FAILURE
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from tests.house.floor import Floor

BOOKS = ["mbs-let-it-ride-v3", "mbs-megalink-let-it-ride-v2", "mgc-let-it-ride"]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_i_93_what_the_system_deals_is_all_on_record_and_can_be_resumed(rulebook: str) -> None:
    floor = Floor(MemoryStore())
    floor.open(rulebook)
    floor.dealing.call_for_bets("T1")
    floor.bet("T1")
    floor.give("T1", CloseBets())
    floor.dealing.step("T1")
    top = floor.staff("T1", len(floor.rules().rulebook.roles) - 1)
    floor.give("T1", ReportIrregularity(kind=POWER_FAILURE), top)
    halt = floor.table().halt
    assert halt is not None
    assert halt.details == {"proposed": "resume"}
    floor.give("T1", MakeRuling(ruling="resume", reason="all is as it was"), top)
    floor.finish("T1")
    assert audit(floor.store, floor.house.tables.rulebooks).is_clean
