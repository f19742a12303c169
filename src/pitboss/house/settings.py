"""Settings of tables and links as a house writes them, read with every fault named.

What a link's settings leave out stays open, and then the link does not open: it says everything
that is missing at once (I-06). That there is no limit must be written too, as `limit = "none"`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pitboss.errors import BadSetting
from pitboss.house.clock import gaming_day_of, utc_now
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.terms import (
    PROGRESSIVE,
    ChangePolicy,
    LevelSettings,
    LinkedGame,
    LinkSettings,
    OverflowTo,
    linked_game,
)
from pitboss.money import Money, Rounding
from pitboss.reader import Faults, Reader, show
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.table.rules import Mode, Setting


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
    """The rulebook that is named, if it is known."""
    wanted = at.raw("rulebook")
    rules = rulebooks.get(wanted) if isinstance(wanted, str) else None
    if rules is None:
        at.fault(
            "rulebook",
            f"{show(wanted)} is not at hand",
            f"write one of {', '.join(rulebooks)}, or bring a game of your own: --game FOLDER",
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


_RENAMED = {
    "progressive_unit": "unit",
    "max_credits": "most_units",
    "jackpot_verification_role": "verification_role",
    "award_rounding": "sharing.rounding",
    "sf_multi": "sharing.seed_based",
    "multi_winner": "sharing.one_by_one",
    "seed": "levels.NAME.initial and levels.NAME.reset",
    "table1_seed": "levels.NAME.initial and levels.NAME.reset",
    "contribution_rate": "levels.NAME.contribution",
    "reserve_rate": "levels.NAME.reserve",
    "link_group": "games",
    "progressive_multiples": "most_units",
    "ptmglml02_seeds_confirmed": 'confirmed = ["ptmglml02_seeds_confirmed"]',
}
"""What the rulebooks' pages call a setting of a link, and how it is written here."""
_FROM_METER = "fixed_awards_from_meter"
_RATE = 'a share like "20%" or "1/20"'
UNLIMITED = "none"


def link_settings_of(
    name: str, data: Mapping[str, Any], rulebooks: Mapping[str, Rulebook]
) -> LinkSettings:
    """A link's settings as far as they are written, or `BadSetting` with all that is wrong."""
    faults = Faults()
    settings = _link(Reader(data, faults, f"link {name}, "), name, rulebooks)
    if faults.found:
        raise BadSetting("\n".join(map(str, faults.found)))
    return settings


def _link(at: Reader, name: str, rulebooks: Mapping[str, Rulebook]) -> LinkSettings:
    # What screens call a link is no term of it.
    at.raw("title")
    levels = at.each("levels", _level, optional=True)
    settings = LinkSettings(
        link=name,
        currency=at.text_or_none("currency"),
        unit=at.money("unit"),
        levels=tuple(levels.values()),
        games=_games(at, rulebooks),
        most_units=at.whole_or_none("most_units"),
        magic_rate=at.parsed("magic_rate", Rate.parse, _RATE),
        lucky_rate=at.parsed("lucky_rate", Rate.parse, _RATE),
        verification_role=at.text_or_none("verification_role"),
        change=at.member("change", ChangePolicy),
        lock_from=at.money("lock_from"),
        cover_days=at.whole_or_none("cover_days"),
        sharing=_sharing(at),
        confirmed=frozenset(at.texts("confirmed")),
        fixed_awards_from_meter=_from_meter(at, list(levels)),
    )
    at.finish(_RENAMED)
    return settings


def _from_meter(at: Reader, levels: list[str]) -> str | None:
    """The level that pays odds rows and the like, if one is to; no rule says which (I-05)."""
    said = at.raw(_FROM_METER, False)
    if said is False:
        return None
    if isinstance(said, str):
        return said
    if said is True and len(levels) == 1:
        return levels[0]
    named = ", ".join(f'"{level}"' for level in levels) or "a level"
    if said is True and levels:
        at.fault(_FROM_METER, f"say which level pays them (I-05): write one of {named}")
    elif said is not True:
        at.fault(_FROM_METER, show(said), f"write false for the house, true, or {named}")
    return None


def _level(name: str, at: Reader) -> LevelSettings:
    is_unlimited = at.raw("limit") == UNLIMITED
    return LevelSettings(
        name=name,
        initial=at.money("initial"),
        reset=at.money("reset"),
        contribution=at.parsed("contribution", Rate.parse, _RATE),
        reserve=at.parsed("reserve", Rate.parse, _RATE),
        limit=None if is_unlimited else at.money("limit"),
        is_unlimited=is_unlimited,
        overflow=at.member("overflow", OverflowTo),
        most_contribution=at.money("most_contribution"),
    )


def _games(at: Reader, rulebooks: Mapping[str, Rulebook]) -> tuple[LinkedGame, ...]:
    if not at.raw("games", []):
        return ()
    found = at.listed(
        "games", lambda one: _game(one, rulebooks), "write a list of games: [[links.NAME.games]]"
    )
    return tuple(game for game in found if game is not None)


def _game(at: Reader, rulebooks: Mapping[str, Rulebook]) -> LinkedGame | None:
    rules, paytable, decks = rulebook_at(at, rulebooks), at.raw("paytable"), at.raw("decks")
    if rules is None:
        return None
    tables = [one.id for one in rules.paytables.values() if one.seeds]
    if PROGRESSIVE not in rules.wagers or paytable not in tables:
        remedy = f"write one of {', '.join(tables) or 'none'}"
        at.fault("paytable", f"{show(paytable)} is no progressive paytable", remedy)
        return None
    if not isinstance(decks, int) or decks < 1:
        at.fault("decks", show(decks), "say how many decks are in play: decks = 1")
        return None
    return linked_game(rules, str(paytable), decks=decks)


def _sharing(at: Reader) -> Sharing | None:
    if at.raw("sharing") is None:
        return None
    part = at.table("sharing")
    rounding = part.among("rounding", [one.value for one in Rounding])
    sharing = Sharing(
        rounding=Rounding(rounding or Rounding.FLOOR),
        seed_based=part.flag("seed_based", optional=False),
        one_by_one=part.flag("one_by_one", optional=False),
    )
    part.finish()
    return sharing
