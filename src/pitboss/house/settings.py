"""Settings of a table as a house writes them, read with every fault named."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pitboss.errors import BadSetting
from pitboss.house.clock import gaming_day_of, utc_now
from pitboss.money import Money
from pitboss.reader import Faults, Reader, show
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.table.settings import Mode, Setting


def setting_of(name: str, data: Mapping[str, Any], rulebooks: Mapping[str, Rulebook]) -> Setting:
    """A table's setting, or `BadSetting` with everything that is wrong with it.

    What a rulebook leaves only one way of is filled in: its one layout, its one method. What the
    house must choose has no default (I-06, I-98).
    """
    faults = Faults()
    at = Reader(data, faults, f"table {name}, ")
    rules = rulebook_at(at, rulebooks)
    setting = None
    if rules is not None:
        setting = _setting(at, name, rules)
        at.finish()
    if faults.found or setting is None:
        raise BadSetting("\n".join(map(str, faults.found)))
    return setting


def rulebook_at(at: Reader, rulebooks: Mapping[str, Rulebook]) -> Rulebook | None:
    """The rulebook that is named, if it is at hand."""
    wanted = at.raw("rulebook")
    rules = rulebooks.get(wanted) if isinstance(wanted, str) else None
    if rules is None:
        at.fault(
            "rulebook", f"{show(wanted)} is not at hand", f"write one of {', '.join(rulebooks)}"
        )
    return rules


def _setting(at: Reader, name: str, rules: Rulebook) -> Setting:
    layouts = {layout.id: layout for layout in rules.layouts}
    layout = layouts.get(at.among("layout", layouts, _only(layouts)))
    positions = at.whole_or_none("positions")
    options = _options(at, rules)
    setting = Setting(
        table=name,
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout="" if layout is None else layout.id,
        positions=(7 if layout is None else layout.most) if positions is None else positions,
        method=at.among("method", rules.dealing, _only(rules.dealing)),
        mode=at.member("mode", Mode) or Mode.ELECTRONIC,
        time_zone=at.text("time_zone", words='a time zone like "Asia/Singapore"'),
        day_starts=at.text("day_starts", "06:00"),
        options=options,
        limits=_limits(at.table("limits", optional=True)),
        link=at.text_or_none("link"),
        unit=at.money("unit"),
        offered=_offered(at, rules, options),
        house={key: str(value) for key, value in at.table("house", optional=True).rest().items()},
        is_practice=at.flag("is_practice"),
    )
    if not at.faults.found:
        try:
            gaming_day_of(utc_now(), setting.time_zone, setting.day_starts)
        except BadSetting as error:
            at.fault("time_zone or day_starts", str(error))
    return setting


def _only(names: Collection[str]) -> str | None:
    """The one name there is, where there is no choice."""
    return next(iter(names)) if len(names) == 1 else None


def _options(at: Reader, rules: Rulebook) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    part = at.table("options", optional=True)
    for name, value in part.rest().items():
        rule = rules.options.get(name)
        if rule is None:
            is_house = name in rules.settings and rules.settings[name].of == "table"
            known = f"known: {', '.join(rules.options)}"
            hint = f"write it under house: --house {name}={value}" if is_house else known
            part.fault(name, "is not an option of the rulebook", hint)
        elif rule.values:
            options[name] = value
        else:
            amount = part.money(name)
            options[name] = None if amount is None else str(amount)
    return options


def _limits(at: Reader) -> dict[str, tuple[Money, Money]]:
    limits = {}
    for name, value in at.rest().items():
        match value:
            case [least, most]:
                bounds = [at.faults.money(at.place(name), "limit", one) for one in (least, most)]
                if bounds[0] is not None and bounds[1] is not None:
                    limits[name] = (bounds[0], bounds[1])
            case _:
                remedy = 'write the least and the most: ["5.00", "500.00"]'
                at.fault(name, f"{show(value)} is not two amounts", remedy)
    return limits


def _offered(at: Reader, rules: Rulebook, options: Collection[str]) -> tuple[str, ...]:
    """Every wager that can be offered, unless the house says which."""
    placed = {w.id: w for w in rules.wagers.values() if w.follows is None}
    has_link = at.raw("link") is not None
    unsettled = [
        option.needed_by
        for option in rules.options.values()
        if option.default is None and option.id not in options
    ]
    if at.raw("offered") is None:
        can_be = (w for w in placed.values() if w.units is None or has_link)
        return tuple(w.id for w in can_be if w.id not in unsettled)
    offered = at.texts("offered")
    for wager in offered:
        if wager not in placed:
            at.fault("offered", f"{wager!r} is not a wager", f"known: {', '.join(placed)}")
        elif placed[wager].units is not None and not has_link:
            at.fault("offered", f"{wager!r} needs a link", "name it")
    return offered
