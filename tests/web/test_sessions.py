"""Sessions of staff end with what opened them: a secret that is replaced, or their work here (S2).

Over real servers, by whoever keeps the register: in the same process, and from a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.floor.demonstration import SECRET
from pitboss.house.house import House
from pitboss.house.staff_desk import StaffDesk
from pitboss.staff.register import Department
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import process
from tests.house.floor import BETTER, GOOD
from tests.web.served import Served
from tests.web.site import Browser, Site

BOSS = "demo-administrator"
OTHER = "a kettle of brass stars"


@pytest.fixture
def up(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site that looks for sessions that are over more often than it does for people."""
    monkeypatch.setattr("pitboss.web.hub.SESSIONS_EVERY", 0.2)
    with Site() as found:
        yield found


def come_in(browser: Browser, person: str, secret: str) -> Browser:
    assert browser.sign_in_staff(person, secret).status_code == 303
    assert is_in(browser)
    return browser


def is_in(browser: Browser) -> bool:
    answer = browser.get("/staff")
    if answer.status_code == 200:
        return True
    assert answer.headers["location"] == "/sign-in?next=/staff"
    return False


def reset(staffing: StaffDesk) -> None:
    staffing.reset_secret("ann", new=BETTER, by="boss")


def change(staffing: StaffDesk) -> None:
    staffing.change_secret("ann", old=GOOD, new=BETTER)


def leave_and_return(staffing: StaffDesk) -> None:
    staffing.leave("ann", by="boss")
    staffing.take_back("ann", secret=BETTER, by="boss")


@pytest.mark.parametrize("renew", [reset, change, leave_and_return])
def test_s2_a_new_secret_ends_every_session_that_the_old_one_opened(
    up: Site, renew: Callable[[StaffDesk], None]
) -> None:
    """Somebody may know the old one; and who comes back after leaving comes in anew."""
    browsers = [come_in(up.browser(), "ann", GOOD) for _ in range(2)]
    boss = come_in(up.browser(), "boss", GOOD)
    up.do(lambda: renew(up.floor.staff_desk))
    assert not any(is_in(browser) for browser in browsers)
    assert is_in(boss)
    come_in(browsers[0], "ann", BETTER)
    assert not is_in(browsers[1])


def test_s2_a_session_ends_though_the_clock_was_set_back_since(up: Site) -> None:
    ann = come_in(up.browser(), "ann", GOOD)
    up.clock.pass_by(hours=-2)
    up.do(lambda: reset(up.floor.staff_desk))
    assert not is_in(ann)


def test_s2_a_page_that_is_open_is_closed_with_its_session(up: Site) -> None:
    ann = come_in(up.browser(), "ann", GOOD)
    with ann.socket() as line:
        assert line.welcome["staff"] == "ann"
        up.do(lambda: reset(up.floor.staff_desk))
        with pytest.raises(ConnectionClosed):
            line.until(lambda message: False)
    with ann.socket() as line:
        assert line.welcome["staff"] is None


def test_a_secret_that_is_only_hashed_anew_ends_no_session(up: Site) -> None:
    ann = come_in(up.browser(), "ann", GOOD)
    up.do(lambda: House(up.store, up.clock).staff.sign_in("ann", GOOD))
    assert is_in(ann)


@pytest.mark.slow
def test_s2_a_secret_set_at_a_terminal_ends_the_sessions_of_a_server(tmp_path: Path) -> None:
    served = Served(tmp_path)
    db = tmp_path / "floor.db"
    typed = partial(process, "staff", PITBOSS_DB=str(db), PITBOSS_SECRET=SECRET)
    try:
        served.start()
        with closing(SqliteStore(db)) as store:
            staffing, cage = House(store).staff, Department.CAGE
            staffing.add("ann", name="Ann Lee", department=cage, secret=GOOD, by=BOSS)
        with closing(Browser(served.address)) as ann:
            come_in(ann, "ann", GOOD)
            for new in (BETTER, OTHER):
                assert typed("secret", "ann", "--as", BOSS, PITBOSS_NEW_SECRET=new).status == 0
                assert not is_in(ann)
                come_in(ann, "ann", new)
            assert typed("leave", "ann", "--as", BOSS).status == 0
            assert not is_in(ann)
    finally:
        served.stop()
