"""A wager is taken out of a rulebook's data, and with it what only served that wager.

The wagers that follow it go, the paytables and options by which only it was settled, its rows in
other tables, its citations, and what equipment asks of it. With the last wager that is counted in
units, all that concerns links goes. A list that names the wager among others goes on without it. A
list that names nothing else is left as it is: the file must say what stands there instead, and the
check of the whole asks for it.

Nothing has been checked yet: whatever a file may say in place of a name is compared, never hashed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from pitboss.rulebook.paytables import PLAYERS, braced, fill
from pitboss.rulebook.vocabulary import DRAWS, ENVY, OF_LINKS, OF_PRIZES

Data = dict[str, Any]


def without_wagers(data: Data, wagers: Collection[str]) -> None:
    """Take these wagers, and what only served them, out of the data of a rulebook file."""
    if not wagers:
        return
    named = _table(data, "wagers")
    gone = _with_followers(named, wagers)
    tables = [table for wager in gone for table in _tables_of(data, named.get(wager))]
    chosen_by = [braced(_template(named.get(wager))) for wager in gone]
    had_links = _has_links(data)
    _drop(named, lambda wager, _: wager in gone)
    _let_lists_go_on(data, gone)
    _drop_tables(data, tables)
    _drop_options(data, gone, chosen_by)
    _drop_named(data, gone)
    if had_links and not _has_links(data):
        _drop_links(data)
    _drop_envy(data)


def _table(data: object, *keys: str) -> Data:
    """A table inside the data; an empty one of nobody's where there is none."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _drop(table: Data, is_gone: Callable[[str, Any], bool]) -> None:
    for key in [key for key, value in table.items() if is_gone(key, value)]:
        del table[key]


def _with_followers(named: Data, wagers: Collection[str]) -> list[str]:
    gone = list(wagers)
    while True:
        followers = [
            wager
            for wager in named
            if wager not in gone and _table(named, wager).get("follows") in gone
        ]
        if not followers:
            return gone
        gone += followers


def _template(wager: object) -> str:
    template = _table(wager).get("paytable")
    return template if isinstance(template, str) else ""


def _tables_of(data: Data, wager: object) -> list[str]:
    """Every paytable that a wager may be settled by; with players in its name, any number."""
    template = _template(wager)
    option = braced(template)
    if option is None:
        return [template]
    if option != PLAYERS:
        values = _table(data, "options", option).get("values")
        return fill(template, option, values if isinstance(values, list) else ())
    before, after = map(re.escape, template.split(f"{{{PLAYERS}}}"))
    return [
        name for name in _table(data, "paytables") if re.fullmatch(f"{before}[0-9]+{after}", name)
    ]


def _has_links(data: Data) -> bool:
    return any("units" in _table(wager) for wager in _table(data, "wagers").values())


def _let_lists_go_on(data: Data, gone: list[str]) -> None:
    for wager in _table(data, "wagers").values():
        _shorten(_table(wager), "needs", gone)
    for decision in _table(data, "decisions").values():
        _shorten(_table(decision), "asked_of", gone)
    equipment = _table(data, "equipment")
    counted = equipment.get("counted")
    if isinstance(counted, list):
        equipment["counted"] = [wager for wager in counted if wager not in gone]
    for part in ("modes", "notices"):
        _drop(_table(equipment, part), lambda wager, _: wager in gone)


def _shorten(table: Data, key: str, gone: list[str]) -> None:
    names = table.get(key)
    if isinstance(names, list):
        table[key] = [name for name in names if name not in gone] or names


def _drop_tables(data: Data, tables: list[str]) -> None:
    kept = [t for wager in _table(data, "wagers").values() for t in _tables_of(data, wager)]
    payments = _table(data, "payments")

    def is_gone(name: str, table: Any) -> bool:
        is_for_a_payment = name in payments or payments.keys() & _table(table, "pays").keys()
        return name in tables and name not in kept and not is_for_a_payment

    paytables = _table(data, "paytables")
    before = _confirming(paytables)
    _drop(paytables, is_gone)
    after = _confirming(paytables)
    _drop(_table(data, "options"), lambda option, _: option in before and option not in after)


def _confirming(paytables: Data) -> list[Any]:
    """The options that must be true before some table may be used."""
    return [_table(table).get("confirm") for table in paytables.values()]


def _drop_options(data: Data, gone: list[str], chosen_by: list[str | None]) -> None:
    kept = [braced(_template(wager)) for wager in _table(data, "wagers").values()]

    def is_gone(name: str, option: Any) -> bool:
        return name not in kept and (name in chosen_by or _table(option).get("needed_by") in gone)

    _drop(_table(data, "options"), is_gone)


def _drop_named(data: Data, names: Collection[str]) -> None:
    """Rows and citations of these wagers or payments."""
    for table in _table(data, "paytables").values():
        if _table(table).get("looks_at") == "wager":
            for part in ("pays", "notes"):
                _drop(_table(table, part), lambda row, _: row in names)
    _drop(_table(data, "citations"), lambda reason, _: reason.partition(".")[0] in names)


def _drop_links(data: Data) -> None:
    """What concerns meters and what is drawn for those who stake on them."""
    _drop(_table(data, "settings"), lambda _, setting: _table(setting).get("of") == "link")
    _drop(_table(data, "options"), lambda option, _: option in OF_LINKS)
    if not any(_pays_prizes(table) for table in _table(data, "paytables").values()):
        _drop(_table(data, "options"), lambda option, _: option in OF_PRIZES)
    draws = _table(data, "table").pop("draws", [])
    payments = [DRAWS[draw] for draw in DRAWS if isinstance(draws, list) and draw in draws]
    _drop(_table(data, "payments"), lambda payment, _: payment in payments)
    _drop_named(data, payments)
    _drop(_table(data, "paytables"), lambda _, table: _table(table).get("pays") == {})


def _pays_prizes(table: object) -> bool:
    return any(str(pays).startswith("$") for pays in _table(table, "pays").values())


def _drop_envy(data: Data) -> None:
    if not any("envy" in _table(table) for table in _table(data, "paytables").values()):
        _drop(_table(data, "payments"), lambda payment, _: payment == ENVY)
        _drop(_table(data, "citations"), lambda reason, _: reason.startswith(f"{ENVY}."))
        _drop(_table(data, "options"), lambda option, _: option.startswith(f"{ENVY}_"))
