"""A floor on a store: opened as configured, and opened again without doing anything twice."""

from __future__ import annotations

import secrets as system
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.errors import BadSetting
from pitboss.floor import demonstration
from pitboss.floor.config import FloorConfig
from pitboss.floor.links import SOFTWARE, bring_links
from pitboss.house.callers import Caller, Member, System
from pitboss.house.clock import Clock, utc_now
from pitboss.house.dealing import Dealing, Entropy, Link
from pitboss.house.identity import software_id
from pitboss.house.linking import connect
from pitboss.house.links import Links
from pitboss.house.secrets import Secrets
from pitboss.house.staffing import Staffing
from pitboss.house.tables import Tables
from pitboss.store.contract import Store
from pitboss.table.people.commands import RegisterDevice
from pitboss.table.settings import Mode, Setting

LinkOf = Callable[[str], Link]
SUPERVISOR = Member(demonstration.SUPERVISOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A floor that is open."""

    config: FloorConfig
    tables: Tables
    dealing: Dealing
    links: Links | None
    supervisor: Member | None
    """Who rules by itself where the system may: on a demonstration floor only."""
    notes: tuple[str, ...] = ()
    """What could not be done as configured, and what would do."""

    @property
    def staffing(self) -> Staffing:
        """The people of the floor."""
        return self.tables.staffing


def open_floor(
    config: FloorConfig,
    store: Store,
    clock: Clock = utc_now,
    *,
    entropy: Entropy = system.token_bytes,
    secrets: Secrets | None = None,
    link_of: LinkOf | None = None,
    with_links: bool = False,
) -> Floor:
    """Open what is not open yet, its links too `with_links`.

    `link_of` finds links that are kept elsewhere; without any, tables play without.
    """
    staffing = Staffing(store, clock, secrets=secrets, rulebooks=config.rulebooks)
    tables = Tables(store, clock, rulebooks=config.rulebooks, staffing=staffing)
    _check_money(config, tables)
    if config.is_demonstration:
        demonstration.bring_staff(staffing, [book.roles for book in config.rulebooks.values()])
    links = _links(config, tables, clock) if with_links else None
    has_links = links is not None or link_of is not None
    opened = (_open(config, tables, name, has_links=has_links) for name in config.tables)
    notes = [note for note in opened if note]
    return Floor(
        config=config,
        tables=tables,
        dealing=Dealing(tables, entropy=entropy, link_of=link_of, links=links),
        links=links,
        supervisor=SUPERVISOR if config.is_demonstration else None,
        notes=tuple(notes),
    )


def _check_money(config: FloorConfig, tables: Tables) -> None:
    """Play money and money are never in one record, nor are people whose secrets are printed."""
    settings = [tables.table(name).setting for name in tables.names()]
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
    known = demonstration.known_in(tables.staffing)
    if known and not config.is_demonstration:
        raise BadSetting(
            f"The secrets of {', '.join(known)} in this database are printed for demonstrations. "
            "Name another database."
        )


def _links(config: FloorConfig, tables: Tables, clock: Clock) -> Links:
    """The links of the floor's store, and every table connected to its own."""
    software = (lambda: SOFTWARE) if config.is_demonstration else software_id
    links = Links(tables.store, clock, staffing=tables.staffing, software=software)
    if config.is_demonstration:
        bring_links(config, links)
    return connect(tables, links)


def _open(config: FloorConfig, tables: Tables, name: str, *, has_links: bool) -> str:
    """Open one table if need be; what is to be said about it, if anything."""
    setting = config.setting(name, has_links=has_links)
    table = tables.table(name)
    if table.is_open:
        try:
            tables.rules(name)
        except BadSetting as missing:
            return f"Table {name} is not served. {missing}"
        return "" if _is_same(table.setting, setting) else _DIFFERS.format(name=name)
    if table.is_closed:
        return f"Table {name} was closed; a supervisor opens it again (pitboss table open)."
    if setting.mode is Mode.LIVE:
        return f"Table {name} is dealt by people: a supervisor opens it (pitboss table open)."
    # Joining a link is somebody's decision, and on a demonstration floor the system's own person's.
    if setting.link is not None and not config.is_demonstration:
        return _JOINS.format(name=name, link=setting.link)
    open_table(tables, setting, SUPERVISOR if config.is_demonstration else System())
    return ""


def open_table(tables: Tables, setting: Setting, by: Caller) -> None:
    """Open a table as a floor's file has it.

    At an electronic table every area has its device, where wagers need one (3.5.1).
    """
    tables.open(setting, by)
    needs_devices = setting.link is not None and setting.mode is Mode.ELECTRONIC
    if needs_devices and "device" in tables.rulebooks[setting.rulebook].procedure:
        for seat in range(1, setting.positions + 1):
            tables.give(setting.table, RegisterDevice(seat), System())


_JOINS = (
    "Table {name} shares link {link}, which somebody must decide: a supervisor opens it "
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
