"""A floor with people on it: a clock that is set by hand, and secrets that are cheap to check."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher

from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.house.staff_desk import StaffDesk
from pitboss.staff.register import Department
from pitboss.store.contract import Store

GOOD = "river otters at dusk"
BETTER = "seven quiet lighthouses"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **how_long: int) -> None:
        self.now += timedelta(**how_long)


def house_on(store: Store, clock: HandClock, **more: Any) -> House:
    """The house on a store, as a program that has just been started sees it."""
    return House(store, clock, secrets=Secrets(CHEAP), **more)


def staffing_on(store: Store, clock: HandClock) -> StaffDesk:
    """The people of a store, as a program that has just been started sees them."""
    return house_on(store, clock).staff


def open_floor(store: Store, clock: HandClock, house: House | None = None) -> StaffDesk:
    """An administrator, boss, and one person of table games, ann."""
    staffing = staffing_on(store, clock) if house is None else house.staff
    staffing.add("boss", name="Bo Oss", department=Department.ADMINISTRATION, secret=GOOD)
    staffing.add("ann", name="Ann Lee", department=Department.TABLE_GAMES, secret=GOOD, by="boss")
    return staffing
