"""Second factors (S7): a code beside the secret, once each; who must have one; a lost device."""

from __future__ import annotations

from base64 import b32encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from typing import cast

import pytest
from pyotp import TOTP

from pitboss.audit.audit import audit
from pitboss.errors import (
    HouseKeyMissing,
    SecondFactorNeeded,
    SecretOld,
    SignInRefused,
    StaffRefused,
)
from pitboss.house.house_key import HouseKey
from pitboss.house.secrets import new_key, step_of
from pitboss.house.staff_desk import StaffDesk
from pitboss.records.entries import event_of
from pitboss.staff.register import Department
from pitboss.store.addresses import open_store
from pitboss.store.backup import backup
from pitboss.store.contract import Store
from tests.audit.altering import Altered
from tests.house.floor import BETTER, GOOD, HandClock, access, house_on, open_floor

RFC_KEY = b32encode(b"12345678901234567890").decode()
RFC_CODES = (
    # Appendix B of RFC 6238 for SHA-1, of which devices show the last six digits.
    (59, "94287082"),
    (1111111109, "07081804"),
    (1111111111, "14050471"),
    (1234567890, "89005924"),
    (2000000000, "69279037"),
    (20000000000, "65353130"),
)
HALF_A_MINUTE = 30


@pytest.fixture
def house(tmp_path: Path) -> HouseKey:
    return HouseKey(tmp_path / "apart" / "house.key")


@pytest.fixture
def floor(store: Store, clock: HandClock, house: HouseKey, tmp_path: Path) -> StaffDesk:
    """Boss and ann as on every floor, and sol of security."""
    (tmp_path / "apart").mkdir()
    open_floor(store, clock)
    staffing = on(store, clock, house)
    staffing.add("sol", name="Sol", department=Department.SECURITY, secret=GOOD, by="boss")
    return staffing


def on(store: Store, clock: HandClock, house: HouseKey) -> StaffDesk:
    """The same people, as another process sees them."""
    return house_on(store, clock, house_key=house).staff


class Device:
    """What a person carries: a key, and the time."""

    def __init__(self, key: str, clock: HandClock) -> None:
        self.key = key
        self._clock = clock

    def code(self, steps: int = 0) -> str:
        """What it shows now, or so many half-minutes later."""
        return str(TOTP(self.key).at(self._clock(), steps))


def enrol(
    floor: StaffDesk, clock: HandClock, person: str, by: str = "", second: str = ""
) -> Device:
    """A device of a person's own, and half a minute in which its first code is used up."""
    by = by or person
    device = Device(floor.new_key(person, by=by, second=second).key, clock)
    floor.set_second_factor(person, device.key, device.code(), by=by, second=second)
    clock.pass_by(seconds=HALF_A_MINUTE)
    return device


# --- codes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "code"), RFC_CODES)
def test_s7_codes_are_those_of_the_rfc(seconds: int, code: str) -> None:
    now = datetime.fromtimestamp(seconds, UTC)
    assert step_of(RFC_KEY, code[2:], now) == seconds // HALF_A_MINUTE
    assert step_of(RFC_KEY, f"{code[2:5]} {code[5:]}", now) == seconds // HALF_A_MINUTE


def test_s7_a_code_of_the_half_minute_before_or_after_will_do_and_no_other(
    clock: HandClock,
) -> None:
    device = Device(new_key("ann").key, clock)
    found = [step_of(device.key, device.code(steps), clock()) for steps in range(-2, 3)]
    assert [step is not None for step in found] == [False, True, True, True, False]


@pytest.mark.parametrize(
    "code", ["", "12345", "1234567", "abcdef", "\udc80" * 6, "\N{FULLWIDTH DIGIT ONE}" * 6]
)
def test_s7_what_is_no_code_is_wrong(clock: HandClock, code: str) -> None:
    assert step_of(new_key("ann").key, code, clock()) is None


# --- coming in ------------------------------------------------------------------------------------


def test_s7_who_has_a_second_factor_comes_in_by_both(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    assert not floor.sign_in("ann", GOOD).by_two_factors
    device = enrol(floor, clock, "ann")
    assert floor.sign_in("ann", GOOD, device.code()).by_two_factors
    entry = list(store.read("access"))[-1]
    assert (entry.name, entry.clause, event_of(entry).step) == (
        "sign-in-succeeded", "S7", int(clock().timestamp()) // HALF_A_MINUTE,
    )  # fmt: skip


def test_s7_a_wrong_code_a_wrong_secret_and_a_stranger_are_told_the_same(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    device = enrol(floor, clock, "ann")
    said = []
    for person, secret, code in (
        ("ann", GOOD, "000000"),
        ("ann", GOOD, ""),
        ("ann", "wrong", device.code()),
        ("ghost", GOOD, device.code()),
    ):
        with pytest.raises(SignInRefused) as caught:
            floor.sign_in(person, secret, code)
        said.append(str(caught.value))
    assert len(set(said)) == 1
    assert "gives its code too" in said[0]
    assert access(store)[-4:] == [
        ("ann", "wrong code"), ("ann", "wrong code"), ("ann", "wrong secret"),
        ("", "not on the register"),
    ]  # fmt: skip


def test_s7_wrong_codes_count_like_wrong_secrets(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    device = enrol(floor, clock, "ann")
    for secret, code in [(GOOD, "000000"), ("wrong", device.code())] * 2 + [(GOOD, "000000")]:
        with pytest.raises(SignInRefused, match="not the id and the secret"):
            floor.sign_in("ann", secret, code)
    with pytest.raises(SignInRefused, match="Too many wrong secrets") as caught:
        floor.sign_in("ann", GOOD, "000000")
    assert caught.value.wait_seconds == 60
    assert access(store)[-1] == ("ann", "too many attempts")
    clock.pass_by(seconds=60)
    floor.sign_in("ann", GOOD, device.code())


def test_s7_who_shows_a_code_need_not_wait_and_each_code_spares_one_wait(
    floor: StaffDesk, clock: HandClock
) -> None:
    device = enrol(floor, clock, "ann")
    for _ in range(5):
        with pytest.raises(SignInRefused, match="not the id and the secret"):
            floor.sign_in("ann", "wrong", device.code())
    code = device.code()
    with pytest.raises(SignInRefused, match="not the id and the secret"):
        floor.sign_in("ann", "wrong", code)
    with pytest.raises(SignInRefused, match="Too many"):
        floor.sign_in("ann", GOOD, code)
    clock.pass_by(seconds=HALF_A_MINUTE)
    floor.sign_in("ann", GOOD, device.code())


def test_s7_a_code_is_accepted_once(floor: StaffDesk, store: Store, clock: HandClock) -> None:
    device = enrol(floor, clock, "ann")
    code, later = device.code(), device.code(1)
    floor.sign_in("ann", GOOD, code)
    for _ in range(7):
        # It counts as no attempt: who types it twice in a hurry is not made to wait.
        with pytest.raises(SignInRefused, match="used already"):
            floor.sign_in("ann", GOOD, code)
    assert access(store)[-1] == ("ann", "code used before")
    floor.sign_in("ann", GOOD, later)
    clock.pass_by(seconds=HALF_A_MINUTE)
    with pytest.raises(SignInRefused, match="used already"):
        floor.sign_in("ann", GOOD, later)


def test_s7_no_code_counts_that_is_older_than_the_last(floor: StaffDesk, clock: HandClock) -> None:
    device = enrol(floor, clock, "ann")
    before = device.code(-1)
    clock.pass_by(seconds=HALF_A_MINUTE)
    earlier = device.code(-1)
    floor.sign_in("ann", GOOD, device.code())
    for code in (before, earlier):
        with pytest.raises(SignInRefused):
            floor.sign_in("ann", GOOD, code)


def test_s7_the_code_that_confirmed_a_key_is_used_up(floor: StaffDesk, clock: HandClock) -> None:
    device = Device(floor.new_key("ann", by="ann").key, clock)
    floor.set_second_factor("ann", device.key, device.code(), by="ann")
    with pytest.raises(SignInRefused, match="used already"):
        floor.sign_in("ann", GOOD, device.code())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_s7_of_two_who_show_one_code_to_two_processes_one_comes_in(
    tmp_path: Path, clock: HandClock, house: HouseKey, postgres_url: str, kind: str
) -> None:
    (tmp_path / "apart").mkdir()
    url = postgres_url if kind == "postgres" else str(tmp_path / "floor.db")
    with closing(open_store(url)) as store:
        open_floor(store, clock)
        device = enrol(on(store, clock, house), clock, "ann")
    meet = Barrier(4)

    def come_in() -> bool:
        with closing(open_store(url)) as own:
            staffing = on(own, clock, house)
            meet.wait()
            try:
                return staffing.sign_in("ann", GOOD, device.code()).by_two_factors
            except SignInRefused:
                return False

    with ThreadPoolExecutor(4) as threads:
        found = [one.result() for one in [threads.submit(come_in) for _ in range(4)]]
    assert found.count(True) == 1


def test_s7_a_clock_that_is_set_back_shuts_nobody_out_and_lets_no_code_in_twice(
    floor: StaffDesk, clock: HandClock
) -> None:
    """D9: the codes of an hour ago are not those that were used, unless they are."""
    device = enrol(floor, clock, "ann")
    used = device.code()
    floor.sign_in("ann", GOOD, used)
    clock.pass_by(hours=1)
    floor.sign_in("ann", GOOD, device.code())
    clock.pass_by(hours=-1)
    with pytest.raises(SignInRefused, match="used already"):
        floor.sign_in("ann", GOOD, used)
    clock.pass_by(seconds=HALF_A_MINUTE)
    floor.sign_in("ann", GOOD, device.code())


def test_s7_an_old_secret_is_changed_with_the_code_and_not_without(
    floor: StaffDesk, clock: HandClock
) -> None:
    device = enrol(floor, clock, "ann")
    clock.pass_by(days=91)
    with pytest.raises(SecretOld):
        floor.sign_in("ann", GOOD, device.code())
    with pytest.raises(SignInRefused, match="not the id and the secret"):
        floor.change_secret("ann", old=GOOD, new=BETTER)
    floor.change_secret("ann", old=GOOD, new=BETTER, code=device.code())
    with pytest.raises(SignInRefused, match="used already"):
        floor.sign_in("ann", BETTER, device.code())
    floor.sign_in("ann", BETTER, device.code(1))


# --- where keys are kept --------------------------------------------------------------------------


def test_s7_no_store_backup_or_text_shows_a_key(
    floor: StaffDesk, store: Store, clock: HandClock, tmp_path: Path
) -> None:
    device = enrol(floor, clock, "ann")
    backup(store, tmp_path / "friday.backup")
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert device.key.encode() not in file.read_bytes(), file
    person = floor.register().people["ann"]
    assert person.sealed_key
    for shown in (repr(person), repr(floor.new_key("ann", by="ann")), repr(floor.access_list())):
        assert device.key not in shown
        assert person.sealed_key not in shown
    events = [event_of(entry) for entry in store.read("staff")]
    assert person.sealed_key not in repr(events)


def test_s7_a_sealed_key_is_of_use_for_nobody_else(house: HouseKey, tmp_path: Path) -> None:
    (tmp_path / "apart").mkdir()
    house.make()
    sealed = house.seal("ann", RFC_KEY)
    assert house.unseal("ann", sealed) == RFC_KEY
    assert house.seal("ann", RFC_KEY) != sealed
    with pytest.raises(HouseKeyMissing, match="not the key with which the second factor of bob"):
        house.unseal("bob", sealed)


def test_s7_the_key_of_the_house_is_made_once_for_its_owner_alone(
    floor: StaffDesk, clock: HandClock, store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "apart" / "house.key"
    device = enrol(floor, clock, "ann")
    kept = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    enrol(floor, clock, "boss")
    assert file.read_text() == kept
    # Without it nobody with a second factor comes in, and none is made in its place.
    file.rename(tmp_path / "elsewhere")
    for refused in (
        lambda: floor.sign_in("ann", GOOD, device.code()),
        lambda: floor.new_key("sol", by="sol"),
        floor.check_house_key,
    ):
        with pytest.raises(HouseKeyMissing, match="cannot be read"):
            refused()
    assert not file.exists()
    # Nor is another key taken, with which nobody else's could be opened.
    HouseKey(file).make()
    with pytest.raises(HouseKeyMissing, match="is not the key with which"):
        floor.new_key("sol", by="sol")
    assert ("ann", "wrong code") not in access(store)


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [("no key", 0o600, "is no key"), ("00" * 16, 0o600, "is no key"), (None, 0o644, "chmod 600")],
)
def test_s7_a_key_of_the_house_that_will_not_do(
    house: HouseKey, tmp_path: Path, text: str | None, mode: int, said: str
) -> None:
    (tmp_path / "apart").mkdir()
    house.make()
    file = tmp_path / "apart" / "house.key"
    if text is not None:
        file.write_text(text)
    file.chmod(mode)
    with pytest.raises(HouseKeyMissing, match=said):
        house.seal("ann", RFC_KEY)


def test_s7_where_a_record_is_no_file_and_none_is_named_that_is_said(
    postgres_url: str, clock: HandClock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PITBOSS_HOUSE_KEY", raising=False)
    with closing(open_store(postgres_url)) as store:
        staffing = open_floor(store, clock)
        with pytest.raises(HouseKeyMissing, match="Let PITBOSS_HOUSE_KEY name one"):
            staffing.new_key("ann", by="ann")
        monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(tmp_path / "house.key"))
        enrol(staffing, clock, "ann")


# --- who sets, replaces and removes one -----------------------------------------------------------


def test_s7_a_key_counts_only_once_a_device_has_it(floor: StaffDesk, store: Store) -> None:
    key = floor.new_key("ann", by="ann").key
    with pytest.raises(StaffRefused, match="not the code that ann's device makes"):
        floor.set_second_factor("ann", key, "000000", by="ann")
    assert access(store)[-1] == ("ann", "request-refused")
    assert not floor.asks_for_code("ann")


def test_s7_an_administrator_sets_the_first_and_two_people_another(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    with pytest.raises(StaffRefused, match="sol beside ann, who sets a second factor of their own"):
        floor.new_key("ann", by="ann", second="sol")
    old = enrol(floor, clock, "ann", by="boss")
    with pytest.raises(StaffRefused, match="boss cannot do this alone"):
        floor.new_key("ann", by="boss")
    for second in ("boss", "ann"):
        with pytest.raises(StaffRefused, match="cannot be the second person"):
            floor.new_key("ann", by="boss", second=second)
    with pytest.raises(StaffRefused, match="sol may not change the register"):
        floor.new_key("ann", by="sol")
    new = enrol(floor, clock, "ann", by="boss", second="sol")
    entry = list(store.read("staff"))[-1]
    assert (entry.actor, entry.role, entry.second) == ("boss", "administrator", "sol")
    with pytest.raises(SignInRefused):
        floor.sign_in("ann", GOOD, old.code())
    floor.sign_in("ann", GOOD, new.code())


def test_s7_a_lost_device_is_taken_out_of_force_by_two_people(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    enrol(floor, clock, "ann")
    for by, second, said in (
        ("boss", "", "cannot do this alone"),
        ("boss", "boss", "cannot be the second"),
        ("boss", "ann", "cannot be the second"),
        ("boss", "ghost", "ghost is not on the register"),
        ("sol", "boss", "may not change the register"),
    ):
        with pytest.raises(StaffRefused, match=said):
            floor.remove_second_factor("ann", by=by, second=second)
    floor.remove_second_factor("ann", by="boss", second="sol")
    entry = list(store.read("staff"))[-1]
    assert (entry.name, entry.clause) == ("second-factor-removed", "S7")
    assert (entry.actor, entry.second) == ("boss", "sol")
    assert not floor.sign_in("ann", GOOD).by_two_factors
    with pytest.raises(StaffRefused, match="has no second factor"):
        floor.remove_second_factor("ann", by="boss", second="sol")


def test_s16_the_regulator_changes_nothing_beside_anybody(
    floor: StaffDesk, clock: HandClock
) -> None:
    floor.add("reg", name="Reg", department=Department.REGULATOR, secret=GOOD, by="boss")
    enrol(floor, clock, "ann")
    with pytest.raises(StaffRefused, match="reg cannot be the second person"):
        floor.remove_second_factor("ann", by="boss", second="reg")


def test_s7_whoever_comes_back_has_no_second_factor_of_before(
    floor: StaffDesk, clock: HandClock
) -> None:
    enrol(floor, clock, "ann")
    floor.leave("ann", by="boss")
    floor.take_back("ann", secret=BETTER, by="boss")
    assert not floor.sign_in("ann", BETTER).by_two_factors


# --- of whom the house requires it ----------------------------------------------------------------


def test_s7_at_first_it_is_required_of_nobody(floor: StaffDesk) -> None:
    assert floor.access_list().second_factor_of == ()
    assert not any(one.lacks_second_factor for one in floor.access_list().people)


def test_s7_who_must_have_one_comes_in_once_it_is_set(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    enrol(floor, clock, "boss")
    assert floor.require_second_factor(["all"], by="boss", second="sol") == ["ann", "sol"]
    with pytest.raises(SecondFactorNeeded, match="pitboss staff second-factor ann"):
        floor.sign_in("ann", GOOD)
    assert access(store)[-1] == ("ann", "no second factor yet")
    floor.show_self("ann", GOOD)
    device = enrol(floor, clock, "ann")
    assert floor.sign_in("ann", GOOD, device.code()).by_two_factors


@pytest.mark.parametrize("of", ["table games", "Pit Supervisor"])
def test_s7_it_may_be_required_of_a_department_or_of_a_role_while_it_is_held(
    floor: StaffDesk, clock: HandClock, of: str
) -> None:
    enrol(floor, clock, "boss")
    floor.require_second_factor([of], by="boss", second="sol")
    floor.sign_in("sol", GOOD)
    until = "2026-01-01T01:00:00Z"
    if of == "Pit Supervisor":
        floor.sign_in("ann", GOOD)
        floor.appoint("ann", of, by="boss", is_acting=True, until=until)
    with pytest.raises(SecondFactorNeeded):
        floor.sign_in("ann", GOOD)
    clock.pass_by(hours=1)
    if of == "Pit Supervisor":
        floor.sign_in("ann", GOOD)


def test_s7_the_rule_of_the_house_takes_two_and_a_second_factor_of_ones_own(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    with pytest.raises(StaffRefused, match="would require of others what boss has not"):
        floor.require_second_factor(["all"], by="boss", second="sol")
    enrol(floor, clock, "boss")
    for of, by, second, said in (
        (["all"], "boss", "", "cannot do this alone"),
        (["all"], "boss", "boss", "cannot be the second"),
        (["all"], "ann", "sol", "may not change the register"),
        (["Croupier"], "boss", "sol", "'Croupier' is neither a role nor a department"),
        ([], "boss", "sol", "required of nobody already"),
    ):
        with pytest.raises(StaffRefused, match=said):
            floor.require_second_factor(of, by=by, second=second)
        assert access(store)[-1] == (by, "request-refused")
    floor.require_second_factor(["cage", "Dealer"], by="boss", second="sol")
    floor.require_second_factor([], by="boss", second="sol")
    assert floor.register().second_factor_of == ()


# --- the audit ------------------------------------------------------------------------------------


def test_an_auditor_finds_nothing_wrong_with_second_factors(
    floor: StaffDesk, store: Store, clock: HandClock
) -> None:
    device = enrol(floor, clock, "boss")
    enrol(floor, clock, "ann", by="boss")
    enrol(floor, clock, "ann", by="boss", second="sol")
    floor.sign_in("boss", GOOD, device.code())
    floor.require_second_factor(["all"], by="boss", second="sol")
    floor.remove_second_factor("ann", by="boss", second="sol")
    assert audit(store, {}).findings == ()


@pytest.mark.parametrize("second", ["", "boss", "ann", "ghost"])
def test_s7_an_auditor_finds_a_second_factor_that_one_person_removed(
    floor: StaffDesk, store: Store, clock: HandClock, second: str
) -> None:
    enrol(floor, clock, "ann")
    floor.remove_second_factor("ann", by="boss", second="sol")
    altered = Altered(store)
    altered.entries["staff"][-1] = altered.entries["staff"][-1]._replace(second=second)
    altered.rechain()
    findings = audit(cast(Store, altered), {}).findings
    assert {one.kind for one in findings} == {"permission", "command"}
    refused = [one for one in findings if one.kind == "permission"]
    assert "it was not permitted" in refused[0].message
