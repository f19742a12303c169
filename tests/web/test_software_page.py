"""Staff see in the browser which software serves, and whether it is approved for each link (S9)."""

from __future__ import annotations

from dataclasses import replace

from pitboss.floor.demonstration import SECRET
from pitboss.house.software import software_id
from pitboss.house.streams import link_stream
from pitboss.jackpot.operation import ApproveProposal
from pitboss.store.memory import MemoryStore
from pitboss.web.assets import say
from pitboss.web.pit import approvals_of
from tests.house.linked import ALTERS, SOFTWARE, LinkedFloor
from tests.jackpot.pot import megalink
from tests.web.served import arranged


def test_s9_the_pits_page_shows_the_software_and_every_link() -> None:
    with arranged() as floor:
        staff = floor.browser()
        assert staff.sign_in_staff("demo-surveillance", SECRET).status_code == 303
        shown = staff.get("/staff").text
    assert f"<code>{software_id()}</code>" in shown
    for title in ("Megalink", "Multi Game Link"):
        assert say("staff.software_practice", title=title) in shown


def test_s9_a_link_that_was_approved_for_other_software_says_so() -> None:
    floor = LinkedFloor(MemoryStore())
    floor.create()
    proposed = replace(megalink(), link="next")
    floor.house.give(
        link_stream("next"), ApproveProposal(settings=proposed, software=SOFTWARE), ALTERS
    )

    def stands() -> list[tuple[str, str]]:
        return [
            (one.title, say(f"staff.software_{one.state}", title=one.title, approved=one.approved))
            for one in approvals_of(floor.links, str.upper)
        ]

    assert stands() == [
        ("MEGA", "MEGA: this software is approved for it."),
        ("NEXT", "NEXT: not open yet."),
    ]
    floor.links.software = lambda: "pitboss of tomorrow"
    assert stands()[0][1] == (
        "MEGA: this software is NOT approved for it, and pitboss test is. No wagers are taken."
    )
    assert approvals_of(None, str.upper) == []
