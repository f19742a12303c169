"""Counting for links while a floor is served."""

from __future__ import annotations

from datetime import timedelta

from pitboss.floor.links import LinkCounter
from pitboss.store.memory import MemoryStore
from tests.house.linked import LINK, LinkedFloor


def test_a_link_that_is_created_meanwhile_is_counted_for() -> None:
    floor = LinkedFloor(MemoryStore())
    counting = LinkCounter(floor.links)
    counting.tick(floor.clock.now)
    floor.create()
    floor.open_linked("T1")
    floor.call("T1")
    floor.close("T1")
    counting.tick(floor.clock.now + timedelta(seconds=3))
    assert floor.links.link(LINK).reads["T1"] == 1
    counting.close()


def test_a_link_that_nobody_may_count_for_is_tried_again() -> None:
    floor = LinkedFloor(MemoryStore())
    counting = LinkCounter(floor.links)
    floor.create()
    floor.open_linked("T1")
    floor.call("T1")
    floor.close("T1")
    approved = floor.links.software
    floor.links.software = lambda: "something else"
    counting.tick(floor.clock.now)
    assert "T1" not in floor.links.link(LINK).reads
    assert "was not approved for link" in counting.problems[LINK]
    floor.links.software = approved
    counting.tick(floor.clock.now + timedelta(seconds=3))
    assert counting.problems == {}
    assert floor.links.link(LINK).reads["T1"] == 1


def test_d9_a_clock_that_is_set_back_holds_up_no_link() -> None:
    floor = LinkedFloor(MemoryStore())
    counting = LinkCounter(floor.links)
    floor.create()
    counting.tick(floor.clock.now + timedelta(days=1))
    floor.open_linked("T1")
    floor.call("T1")
    floor.close("T1")
    counting.tick(floor.clock.now)
    assert floor.links.link(LINK).reads["T1"] == 1
    counting.close()
