"""Care of links on a store: transfers in one transaction, and a stop where funds are short."""

from __future__ import annotations

from itertools import islice

import pytest

from pitboss.house.callers import Member
from pitboss.house.streams import link_stream
from pitboss.jackpot.care import FillMeter
from pitboss.money import Money
from pitboss.store.contract import Append
from tests.audit.altering import Altered, Alters, drop, found, kinds, rows, say
from tests.house.floor import before_writing
from tests.house.script import FloorScript, cases_of

SENT = """
    electronic T1
    stop the link: It ends.
    T1 leaves the link
    open link next
    send accrued of mega to next
"""


@pytest.mark.parametrize("script", cases_of("care"))
def test_care_of_links_as_the_case_says(script: str) -> None:
    FloorScript(script).check()


def test_p28_whoever_was_overtaken_reads_on_and_transfers_once() -> None:
    script = FloorScript(SENT.partition("    send")[0])
    floor = script.floor
    gifts = iter([FillMeter(amount=Money(100), level="jackpot", explanation="birthday")])

    def fill_first(appends: list[Append]) -> None:
        """Just before the first try to write to both, somebody writes to the receiving link."""
        for gift in islice(gifts, len(appends) == 2):
            floor.house.give(link_stream("next"), gift, Member("acc", "cash"))

    floor.house.store = before_writing(floor.store, fill_first)
    script.say("send accrued of mega to next", "next link shows 20001.00")
    assert next(gifts, None) is None
    assert floor.links.link("next").received == {"mega/1"}
    script.check()


def _otherwise(altered: Altered) -> None:
    moves = {"jackpot": {"received": 100, "accrued": 100}}
    say("link/next", "transfer-received", moves=moves)(altered)


@pytest.mark.parametrize(
    "alter",
    rows(
        [
            ("not sent", drop("link/mega", -1)),
            ("not received", drop("link/next", -1)),
            ("came in otherwise", _otherwise),
        ]
    ),
)
def test_p28_a_transfer_with_one_side_only_or_otherwise_is_found(alter: Alters) -> None:
    assert "transfer" in kinds(found(FloorScript(SENT).store, alter))
