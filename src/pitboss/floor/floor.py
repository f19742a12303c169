"""A floor on a store: opened as configured, and opened again without doing anything twice."""

from __future__ import annotations

import secrets as system
from dataclasses import dataclass

from pitboss.errors import BadSetting
from pitboss.floor import demonstration
from pitboss.floor.config import FloorConfig
from pitboss.floor.demonstration import SOFTWARE, bring_links
from pitboss.floor.house_players import is_house
from pitboss.house.callers import Caller, Member, System
from pitboss.house.clock import Clock, utc_now
from pitboss.house.dealer import Dealer, Entropy
from pitboss.house.house import House
from pitboss.house.links import Links
from pitboss.house.secrets import Secrets
from pitboss.house.software import software_id
from pitboss.house.staff_desk import StaffDesk
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.store.contract import Store
from pitboss.store.leases import Lease, leases_on
from pitboss.table.people.seats import RegisterDevice
from pitboss.table.rules import Mode, Setting

SUPERVISOR = Member(demonstration.SUPERVISOR)
PLAY_MONEY = Money(1_000_000)
"""What the purse of a player is filled up to on a floor of play money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A floor that is open."""

    config: FloorConfig
    house: House
    dealing: Dealer
    links: Links | None
    supervisor: Member | None
    """Who rules by itself where the system may: on a demonstration floor only."""
    notes: tuple[str, ...] = ()
    """What could not be done as configured, and what to do instead."""

    @property
    def staff(self) -> StaffDesk:
        """The people of the floor."""
        return self.house.staff


def open_floor(
    config: FloorConfig,
    store: Store,
    clock: Clock = utc_now,
    *,
    entropy: Entropy = system.token_bytes,
    secrets: Secrets | None = None,
    with_links: bool = False,
) -> Floor:
    """Open what is not open yet, its links too `with_links`; else tables play without."""
    house = House(
        store,
        clock,
        rulebooks=config.rulebooks,
        secrets=secrets,
        software=(lambda: SOFTWARE) if config.is_demonstration else software_id,
        gift=PLAY_MONEY if config.is_demonstration else None,
        is_reserved=is_house,
        approvals=config.approvals,
    )
    check_money(config, house)
    if config.is_demonstration:
        demonstration.bring_staff(house.staff, [book.roles for book in config.rulebooks.values()])
    links = house.links if with_links else None
    if links is not None and config.is_demonstration:
        bring_links(config, links)
    opened = (_open(config, house, name, has_links=with_links) for name in config.tables)
    notes = [note for note in opened if note]
    return Floor(
        config=config,
        house=house,
        dealing=Dealer(house, entropy=entropy),
        links=links,
        supervisor=SUPERVISOR if config.is_demonstration else None,
        notes=tuple(notes),
    )


def check_money(config: FloorConfig, house: House) -> None:
    """Play money and money are never in one record, nor are people whose secrets are printed."""
    settings = [house.tables.table(name).setting for name in house.tables.names()]
    others = [
        one.table
        for one in settings
        if one is not None and one.is_practice != config.is_demonstration
    ]
    kinds = {True: "play money", False: "money"}
    if others:
        raise BadSetting(
            f"Table {others[0]} in this database is played with "
            f"{kinds[not config.is_demonstration]}, and this floor with "
            f"{kinds[config.is_demonstration]}. Name another database."
        )
    known = demonstration.known_in(house.staff)
    if known and not config.is_demonstration:
        raise BadSetting(
            f"The secrets of {', '.join(known)} in this database are printed for demonstrations. "
            "Name another database."
        )


def _open(config: FloorConfig, house: House, name: str, *, has_links: bool) -> str:
    """Open one table if need be; what is to be said about it, if anything."""
    setting = config.setting(name, has_links=has_links)
    table = house.tables.table(name)
    if table.is_open:
        try:
            house.tables.rules(name)
        except BadSetting as missing:
            return f"Table {name} is not served. {missing}"
        return "" if _is_same(table.setting, setting) else _DIFFERS.format(name=name)
    if table.is_closed:
        return f"Table {name} was closed; a supervisor opens it again (pitboss table open)."
    if setting.mode is Mode.LIVE:
        return f"Table {name} is dealt by people: a supervisor opens it (pitboss table open)."
    # A person decides whether a table joins a link; on a demonstration floor the system does.
    if setting.link is not None and not config.is_demonstration:
        return _JOINS.format(name=name, link=setting.link)
    open_table(house, setting, SUPERVISOR if config.is_demonstration else System())
    return ""


def open_table(
    house: House, setting: Setting, by: Caller, *, registers: Caller | None = None
) -> None:
    """Open a table as a floor's file describes it.

    Where wagers need a device, every area has one (3.5.1): the system registers it at an electronic
    table, and `registers` at a live one.
    """
    house.tables.open(setting, by)
    caller = System() if setting.mode is Mode.ELECTRONIC else registers
    rules = house.tables.rulebooks[setting.rulebook]
    if caller is not None and setting.link is not None and "device" in rules.procedure:
        for seat in range(1, setting.positions + 1):
            house.give(table_stream(setting.table), RegisterDevice(seat), caller)


_JOINS = (
    "Table {name} shares link {link}, which is for a person to decide: a supervisor opens it "
    "(pitboss table open {name} --file FLOOR)."
)
_DIFFERS = "Table {name} is open with other settings than configured; close it to have these."


def _is_same(now: Setting | None, wanted: Setting) -> bool:
    # What is offered changes at an open table, and is no reason to close it.
    return now is not None and (
        {**_said(now), "offered": None} == {**_said(wanted), "offered": None}
    )


def _said(setting: Setting) -> dict[str, object]:
    return {name: getattr(setting, name) for name in setting.__slots__}


# --- leases ---------------------------------------------------------------------------------------


def lease_name(table: str) -> str:
    """The lease of the process that runs a table, a server or a person at a keyboard."""
    return f"run of table {table}"


class TableLeases:
    """Which tables this process runs, where several work on one floor.

    They save work done in vain and show whether a table in mid-round stood still. Two processes
    that run one table do no harm: commands are meant for one version of it, and the second to come
    writes nothing. A lease ends with its process, however that ends.
    """

    def __init__(self, store: Store | None = None) -> None:
        """Without a store: for a process that is alone and runs every table."""
        self._leases = None if store is None else leases_on(store)
        self._own: dict[str, Lease] = {}

    def holds(self, table: str) -> bool:
        """Whether this process runs a table, taking it if it is free."""
        if self._leases is None:
            return True
        if table not in self._own:
            self._own[table] = self._leases(lease_name(table))
        return self._own[table].take()

    def let_go(self, table: str) -> None:
        """Leave a table to other processes."""
        if table in self._own:
            self._own.pop(table).give_back()

    def close(self) -> None:
        """Leave all of them."""
        for table in list(self._own):
            self.let_go(table)
