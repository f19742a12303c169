"""What keeps a floor from going on is told to whoever runs the server (D5, D6)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pitboss.errors import Corrupt, Unavailable
from pitboss.floor.config import config_of
from pitboss.house.secrets import Secrets
from pitboss.web.server import open_backend
from tests.house.floor import CHEAP, HandClock
from tests.web.served import arranged_text
from tests.web.site import Failing, Site

FULL = "floor.db: the disk is full. Make room."
DAMAGED = "table/T1: entry 3 is not as it was written."


def test_d5_what_keeps_tables_and_links_from_going_on_is_told_once_and_that_it_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, clock = Failing(), HandClock()
    text = arranged_text(number="[2, 2]")
    config = config_of(text, {}, source="the test")
    backend, _ = open_backend(config, store, clock=clock, secrets=Secrets(CHEAP))
    assert backend.tick is not None

    def ticked() -> list[str]:
        caplog.clear()
        for _ in range(3):
            assert backend.tick is not None
            backend.tick(clock.now)
            clock.now += timedelta(seconds=6)
        return sorted(caplog.messages)

    store.unwritable = Unavailable(FULL)
    places = [f"link {name}" for name in sorted(config.links)]
    places += [f"table {name}" for name in sorted(config.tables)]
    assert ticked() == [f"{place} stands still: {FULL}" for place in places]
    assert ticked() == []
    store.unwritable = None
    assert ticked() == [f"{place} goes on" for place in places]
    store.unreadable = Corrupt(DAMAGED)
    for _ in range(2):
        with pytest.raises(Corrupt):
            backend.tick(clock.now)
        clock.now += timedelta(seconds=6)
    assert caplog.messages[-1] == f"the floor stands still: {DAMAGED}"
    assert caplog.messages.count(caplog.messages[-1]) == 1
    store.unreadable = None
    backend.close()


def test_d6_nobody_is_asked_to_try_again_on_a_record_that_is_damaged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Failing()
    with Site(store=store) as up:
        guest = up.browser().be_guest()
        with guest.socket() as line:
            store.unreadable = store.unwritable = Corrupt(DAMAGED)
            page, data = guest.get("/account"), guest.get("/api/table/T1/rounds")
            said = line.ask("take_seat", seat=1)
            store.unreadable = store.unwritable = None
    assert (page.status_code, data.status_code) == (503, 503)
    assert "<h1>The record is damaged</h1>" in page.text
    assert (said["kind"], said["problem"]) == ("mistake", "The record is damaged")
    assert "again" not in data.json()["remedy"] + said["remedy"]
    # Which entry it is, is for whoever runs the server.
    assert DAMAGED not in page.text + data.text
    assert DAMAGED in caplog.text
