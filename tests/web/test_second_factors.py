"""Second factors in browsers: at the way in, and of whoever stands beside (S7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pyotp import TOTP

from pitboss.audit.audit import audit
from pitboss.errors import HouseKeyMissing
from pitboss.floor.demonstration import SECRET
from pitboss.games.library import Library
from pitboss.house.house import House
from pitboss.house.house_key import HouseKey
from pitboss.house.secrets import Secrets, step_at
from pitboss.records.entries import event_of
from pitboss.web.server import open_backend
from tests.house.floor import CHEAP
from tests.web.people import faults_of, sign_in_staff, type_in
from tests.web.served import Arranged, arranged, arranged_config
from tests.web.site import Browser
from tests.web.test_claims import CARDS, CLAIM, WHOLE_DECK, Won
from tests.web.test_claims import won as won  # noqa: PLC0414
from tests.web.test_sessions import is_in

PIT, CAGE, BOSS = "demo-pit-supervisor", "demo-cage", "demo-administrator"
FIVE_MINUTES = timedelta(minutes=5)


class Devices:
    """What the people of a floor carry; their keys were set a while ago."""

    def __init__(self, floor: Arranged, *people: str) -> None:
        self._keys = {person: 32 * "ABCD"[at] for at, person in enumerate(people)}
        self._step = step_at(datetime.now(UTC))
        before = datetime.now(UTC) - FIVE_MINUTES
        staffing = House(floor.store, lambda: before, secrets=Secrets(CHEAP)).staff
        for person, key in self._keys.items():
            code = TOTP(key).generate_otp(step_at(before))
            staffing.set_second_factor(person, key, code, by=person)

    def code(self, person: str, later: int = 0) -> str:
        """What one shows when the test began, or half a minute later, which will do as well."""
        return TOTP(self._keys[person]).generate_otp(self._step + later)


@pytest.fixture(autouse=True)
def house_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "house.key"
    HouseKey(path).make()
    monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(path))
    return path


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Arranged]:
    monkeypatch.setattr("pitboss.web.hub.SESSIONS_EVERY", 0.2)
    with arranged() as found:
        yield found


def come_in(browser: Browser, person: str, code: str = "") -> str:
    """Sign in as staff; what the page says if it is refused."""
    answer = browser.sign_in_staff(person, SECRET, code=code, next="/staff")
    if answer.status_code == 303:
        assert is_in(browser)
        return ""
    assert answer.status_code == 400
    found = re.search(r'<p class="problem" role="alert">([^<]+)<', answer.text)
    assert found is not None
    assert code == "" or code not in answer.text
    return found[1]


def test_s7_who_has_a_second_factor_comes_in_by_both(floor: Arranged) -> None:
    devices = Devices(floor, PIT)
    browser = floor.browser()
    told = [come_in(browser, PIT, code) for code in ("", "000000")]
    assert told[0] == told[1]
    assert "a person who has a second factor gives its code too" in told[0]
    assert not is_in(browser)
    assert come_in(browser, PIT, devices.code(PIT)) == ""
    assert "was used already" in come_in(floor.browser(), PIT, devices.code(PIT))
    # Who has none comes in as before, whatever stands in the field.
    assert come_in(floor.browser(), CAGE, "123456") == ""


def test_s7_setting_a_second_factor_ends_what_the_secret_alone_opened(floor: Arranged) -> None:
    browser = floor.browser()
    assert come_in(browser, PIT) == ""
    devices = Devices(floor, PIT)
    assert not is_in(browser)
    assert come_in(browser, PIT, devices.code(PIT)) == ""


def test_s7_once_it_is_required_the_secret_alone_opens_nothing(floor: Arranged) -> None:
    cage = floor.browser()
    assert come_in(cage, CAGE) == ""
    devices = Devices(floor, BOSS)
    boss = floor.browser()
    assert come_in(boss, BOSS, devices.code(BOSS)) == ""
    staffing = floor.house.staff
    floor.do(lambda: staffing.require_second_factor(["cage"], by=BOSS, second=PIT))
    assert not is_in(cage)
    assert is_in(boss)
    assert "pitboss staff second-factor demo-cage" in come_in(cage, CAGE)


def test_s7_without_the_key_of_the_house_browsers_are_not_told_where_it_is(
    floor: Arranged, house_key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    devices = Devices(floor, PIT)
    house_key.unlink()
    told = come_in(floor.browser(), PIT, devices.code(PIT))
    assert told == "Nobody can sign in at present. Tell the operator of this server."
    assert str(house_key) in caplog.text
    # Nor does a server begin that could let nobody in.
    with pytest.raises(HouseKeyMissing, match="cannot be read"):
        open_backend(arranged_config(), floor.store)


def test_s7_both_who_pay_sign_by_two_factors_and_the_slip_says_so(won: Won) -> None:
    floor = won.floor
    devices = Devices(floor, PIT, CAGE)
    pit = floor.browser()
    assert come_in(pit, PIT, devices.code(PIT)) == ""
    assert pit.post(f"{CLAIM}/verify", **CARDS, **WHOLE_DECK).status_code == 303
    said = {"second": CAGE, "password": SECRET}
    alone = pit.post(f"{CLAIM}/pay", **said)
    assert alone.status_code == 400
    assert "gives its code too" in alone.text
    assert floor.link().claims
    # Sent twice, as by a second click: the code counts once, and so does the payment.
    for _ in range(2):
        said |= {"code": devices.code(CAGE), "id": "one-and-only"}
        assert pit.post(f"{CLAIM}/pay", **said).status_code == 303
    assert not floor.link().claims
    assert f"Signed by two factors: {PIT}, {CAGE}." in pit.get("/staff").text
    signed = [event_of(entry) for entry in floor.store.read("access")]
    by_code = [one.person for one in signed if getattr(one, "step", None) is not None]
    assert by_code == [PIT, CAGE]


# --- in a real browser ----------------------------------------------------------------------------


@pytest.mark.slow
def test_s7_the_code_is_asked_of_staff_and_typed_on_the_page(floor: Arranged, pit: Page) -> None:
    devices = Devices(floor, PIT)
    pit.goto(f"{floor.address}/sign-in")
    form = pit.locator('form[action="/sign-in"]')
    # Players have none, and are not asked.
    expect(form.get_by_label("Code")).to_be_hidden()
    form.get_by_label("I work here").check()
    expect(form.get_by_label("Code")).to_be_visible()
    assert faults_of(pit) == []
    pit.goto(f"{floor.address}/staff")
    expect(form.get_by_label("I work here")).to_be_checked()
    type_in(pit, PIT, "000000")
    expect(pit.get_by_role("alert")).to_contain_text("gives its code too")
    # What was chosen and typed stands there still, but for the secret and the code.
    expect(form.get_by_label("I work here")).to_be_checked()
    expect(form.get_by_label("Name")).to_have_value(PIT)
    expect(form.get_by_label("Code")).to_have_value("")
    code = devices.code(PIT)
    type_in(pit, PIT, f"{code[:3]} {code[3:]}")
    expect(pit.get_by_role("heading", name="The pit")).to_be_visible()


@pytest.mark.slow
def test_s2_a_page_of_the_pit_that_nobody_touches_goes_with_its_session(
    floor: Arranged, pit: Page
) -> None:
    sign_in_staff(pit, floor.address, PIT)
    expect(pit.get_by_role("heading", name="The pit")).to_be_visible()
    staffing = floor.house.staff
    floor.do(lambda: staffing.reset_secret(PIT, new="seven quiet lighthouses", by=BOSS))
    expect(pit.get_by_role("heading", name="Sit down")).to_be_visible()


@pytest.mark.slow
def test_s7_whoever_stands_beside_types_a_code_too(won: Won, pit: Page) -> None:
    floor = won.floor
    devices = Devices(floor, PIT, CAGE)
    sign_in_staff(pit, floor.address, PIT, devices.code(PIT), then=CLAIM)
    for name, cards in CARDS.items():
        pit.locator(f'[name="{name}"]').fill(cards)
    for box in pit.locator(".deck input").all():
        box.check()
    pit.locator('form[data-what="verify"] button').click()
    pit.goto(floor.address + CLAIM)
    pay = pit.locator('form[data-what="pay"]')
    pay.get_by_label("Password").fill(SECRET)
    pay.locator('[name="second"]').fill(CAGE)
    pay.get_by_label("Code").fill(devices.code(CAGE))
    assert faults_of(pit) == []
    pay.get_by_role("button").click()
    expect(pit.locator(".slip")).to_contain_text(f"Signed by two factors: {PIT}, {CAGE}.")
    # The devices were set by a clock of a while ago, which is all that is found.
    found = audit(floor.store, Library()).findings
    assert [one for one in found if (one.stream, one.kind) != ("staff", "time")] == []
