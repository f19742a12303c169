"""Whether a floor can be served: everything that `pitboss serve` would trip over, before it does.

The file was read before, with its faults. Here its rulebook files are rehearsed, its tables and
links are tried out on a store in memory, and the place of its record is looked at. Nothing is
written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pitboss.errors import BadSetting, Fault, PitbossError
from pitboss.floor.config import FloorConfig
from pitboss.floor.floor import check_money
from pitboss.floor.rehearsal import rehearse, rehearse_floor
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.store.addresses import file_of, open_to_read
from pitboss.store.contract import Store

_RECORD = "server.db"


def floor_faults(config: FloorConfig) -> Iterator[Fault]:
    """What keeps a floor from being served, or one of its tables from playing."""
    is_good = True
    for rulebook, file in config.rulebook_files.items():
        for fault in rehearse(config.rulebooks[rulebook]).faults:
            is_good = False
            yield _at(f"floor.rulebooks, {file}", fault)
    if is_good:
        # At a table with a rulebook that is not good the same would be found again.
        yield from rehearse_floor(config).faults
    try:
        yield from _record_faults(config)
    except PitbossError as error:
        yield Fault(place=_RECORD, problem=str(error), remedy="mend it, or name another database")


def staff_notes(config: FloorConfig) -> Iterator[str]:
    """The roles at the floor's tables that nobody on its register has yet."""
    if config.is_demonstration:
        return
    ladders = [config.rulebooks[setting.rulebook].roles for setting in config.tables.values()]
    roles = dict.fromkeys(role for ladder in ladders for role in ladder)
    held = _roles_held(config)
    missing = [role for role in roles if role not in held]
    if missing:
        yield (
            f"nobody is appointed {', '.join(missing)} yet: pitboss staff add, then pitboss staff "
            "appoint"
        )


def _roles_held(config: FloorConfig) -> set[str]:
    try:
        file = file_of(config.server.db)
        if file is None or not file.exists():
            return set()
        store = open_to_read(config.server.db)
    except PitbossError:
        # Whatever is wrong with the record is among the faults.
        return set()
    try:
        people = House(store, rulebooks=config.rulebooks).staff.register().people.values()
        return {one.role for person in people for one in person.appointments}
    finally:
        store.close()


def _at(place: str, fault: Fault) -> Fault:
    return Fault(place=f"{place}: {fault.place}", problem=fault.problem, remedy=fault.remedy)


def _record_faults(config: FloorConfig) -> Iterator[Fault]:
    """A file is there and may be written, or can be made; a server of databases is not asked."""
    file = file_of(config.server.db)
    if file is None:
        return
    if not file.exists():
        yield from _unmakeable(file)
        return
    if not os.access(file, os.W_OK) or not os.access(_folder(file), os.W_OK):
        yield Fault(
            place=_RECORD,
            problem=f"{file} may not be written",
            remedy="give the right to write the file and its folder, or name another database",
        )
    store = open_to_read(config.server.db)
    try:
        yield from _recorded_faults(config, store)
    finally:
        store.close()


def _folder(file: Path) -> Path:
    return file.absolute().parent


def _unmakeable(file: Path) -> Iterator[Fault]:
    folder = _folder(file)
    if not folder.is_dir():
        yield Fault(
            place=_RECORD, problem=f"the folder of {file} is not there", remedy="make the folder"
        )
    elif not os.access(folder, os.W_OK):
        yield Fault(
            place=_RECORD,
            problem=f"{file} cannot be made in its folder",
            remedy="give the right to write there, or name another database",
        )


def _recorded_faults(config: FloorConfig, store: Store) -> Iterator[Fault]:
    """What the record says already: its money, its open tables, and who may sign in."""
    house = House(store, rulebooks=config.rulebooks, secrets=Secrets())
    try:
        check_money(config, house)
    except BadSetting as error:
        yield Fault(place=_RECORD, problem=str(error), remedy="name another database")
    for name in house.tables.names():
        if not house.tables.table(name).is_open:
            continue
        try:
            house.tables.rules(name)
        except BadSetting as error:
            yield Fault(
                place=f"tables.{name}",
                problem=f"is open and would not be served: {error}",
                remedy="name that rulebook's file in floor.rulebooks",
            )
    try:
        house.staff.check_house_key()
    except PitbossError as error:
        yield Fault(place="PITBOSS_HOUSE_KEY", problem=str(error), remedy="name the key's file")
