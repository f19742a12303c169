"""Settings of a link as a house writes them down, read with every fault named.

What is not written stays open, and then the link does not open: it says everything that is missing
at once (I-06). That there is no limit must be written too, as `limit = "none"`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pitboss.errors import BadSetting, PitbossError
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.rates import Rate
from pitboss.jackpot.settings import LevelSettings, LinkSettings
from pitboss.jackpot.terms import (
    PROGRESSIVE,
    ChangePolicy,
    LinkedGame,
    OverflowTo,
    linked_game,
)
from pitboss.money import Money, Rounding
from pitboss.rulebook.model import Rulebook

Read = TypeVar("Read")

_KEYS = (
    # What screens call it is no term of it.
    "title",
    "currency", "unit", "levels", "games", "most_units", "magic_rate", "lucky_rate",
    "verification_role", "change", "lock_from", "cover_days", "sharing", "confirmed",
)  # fmt: skip
_WRITTEN = {
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
_LEVEL_KEYS = (
    "initial", "reset", "contribution", "reserve", "limit", "overflow", "most_contribution",
)  # fmt: skip
_GAME_KEYS = ("rulebook", "paytable", "decks")
_SHARING_KEYS = ("rounding", "seed_based", "one_by_one")
UNLIMITED = "none"


def link_settings_of(
    name: str, data: Mapping[str, Any], rulebooks: Mapping[str, Rulebook]
) -> LinkSettings:
    """A link's settings as far as they are written, or `BadSetting` with all that is wrong."""
    reading = _Reading(f"link {name}", rulebooks)
    settings = reading.link(name, data)
    if reading.faults:
        raise BadSetting("\n".join(reading.faults))
    return settings


class _Reading:
    def __init__(self, place: str, rulebooks: Mapping[str, Rulebook]) -> None:
        self.place = place
        self.rulebooks = rulebooks
        self.faults: list[str] = []

    def link(self, name: str, data: Mapping[str, Any]) -> LinkSettings:
        self._known("", data, (*_KEYS, _FROM_METER))
        levels = self._part("levels", data.get("levels", {}))
        games = data.get("games", [])
        if not isinstance(games, list):
            self._fault("games", "write a list of games: [[links.NAME.games]]")
            games = []
        found = [self._game(place, game) for place, game in enumerate(games, start=1)]
        return LinkSettings(
            link=name,
            currency=self._read("currency", data.get("currency"), str),
            unit=self._read("unit", data.get("unit"), Money.parse),
            levels=tuple(self._level(key, level) for key, level in levels.items()),
            games=tuple(game for game in found if game is not None),
            most_units=self._read("most_units", data.get("most_units"), int),
            magic_rate=self._read("magic_rate", data.get("magic_rate"), Rate.parse),
            lucky_rate=self._read("lucky_rate", data.get("lucky_rate"), Rate.parse),
            verification_role=self._read("verification_role", data.get("verification_role"), str),
            change=self._one_of("change", data.get("change"), ChangePolicy),
            lock_from=self._read("lock_from", data.get("lock_from"), Money.parse),
            cover_days=self._read("cover_days", data.get("cover_days"), int),
            sharing=self._sharing(data.get("sharing")),
            confirmed=frozenset(map(str, data.get("confirmed", ()))),
            fixed_awards_from_meter=self._from_meter(data.get(_FROM_METER, False), list(levels)),
        )

    def _from_meter(self, said: object, levels: list[str]) -> str | None:
        """The level that pays odds rows and the like, if one is to; no rule says which (I-05)."""
        if said is False:
            return None
        if isinstance(said, str):
            return said
        if said is True and len(levels) == 1:
            return levels[0]
        named = ", ".join(f'"{level}"' for level in levels) or "a level"
        if said is True and levels:
            self._fault(_FROM_METER, f"say which level pays them (I-05): write one of {named}")
        elif said is not True:
            self._fault(_FROM_METER, f"{said!r}: write false for the house, true, or {named}")
        return None

    def _level(self, name: str, said: object) -> LevelSettings:
        place = f"levels.{name}"
        data = self._part(place, said)
        self._known(f"{place}.", data, _LEVEL_KEYS)
        limit = data.get("limit")
        is_unlimited = limit == UNLIMITED
        return LevelSettings(
            name=name,
            initial=self._read(f"{place}.initial", data.get("initial"), Money.parse),
            reset=self._read(f"{place}.reset", data.get("reset"), Money.parse),
            contribution=self._read(f"{place}.contribution", data.get("contribution"), Rate.parse),
            reserve=self._read(f"{place}.reserve", data.get("reserve"), Rate.parse),
            limit=None if is_unlimited else self._read(f"{place}.limit", limit, Money.parse),
            is_unlimited=is_unlimited,
            overflow=self._one_of(f"{place}.overflow", data.get("overflow"), OverflowTo),
            most_contribution=self._read(
                f"{place}.most_contribution", data.get("most_contribution"), Money.parse
            ),
        )

    def _game(self, number: int, said: object) -> LinkedGame | None:
        place = f"games, number {number}"
        data = self._part(place, said)
        self._known(f"{place}, ", data, _GAME_KEYS)
        rules = self.rulebooks.get(str(data.get("rulebook")))
        if rules is None:
            known = ", ".join(self.rulebooks)
            self._fault(place, f"{data.get('rulebook')!r} is not at hand; {known} are")
            return None
        paytable, decks = data.get("paytable"), data.get("decks")
        tables = [one.id for one in rules.paytables.values() if one.seeds]
        if PROGRESSIVE not in rules.wagers or paytable not in tables:
            self._fault(
                place, f"paytable {paytable!r}: choose one of {', '.join(tables) or 'none'}"
            )
            return None
        if not isinstance(decks, int) or decks < 1:
            self._fault(place, "say how many decks are in play: decks = 1")
            return None
        return linked_game(rules, str(paytable), decks=decks)

    def _sharing(self, said: object) -> Sharing | None:
        if said is None:
            return None
        data = self._part("sharing", said)
        self._known("sharing.", data, _SHARING_KEYS)
        missing = [key for key in _SHARING_KEYS if key not in data]
        if missing:
            self._fault("sharing", f"{', '.join(missing)} must be said too")
            return None
        rounding = self._one_of("sharing.rounding", data["rounding"], Rounding)
        for key in ("seed_based", "one_by_one"):
            if not isinstance(data[key], bool):
                self._fault(f"sharing.{key}", f"{data[key]!r}: write true or false")
        return Sharing(
            rounding=rounding or Rounding.FLOOR,
            seed_based=bool(data["seed_based"]),
            one_by_one=bool(data["one_by_one"]),
        )

    def _read(self, key: str, said: object, read: Callable[[Any], Read]) -> Read | None:
        if said is None:
            return None
        wanted = int if read is int else str
        if not isinstance(said, wanted) or isinstance(said, bool):
            self._fault(key, f"{said!r}: write {'a whole number' if read is int else 'a text'}")
            return None
        try:
            return read(said)
        except PitbossError as error:
            self._fault(key, str(error))
            return None

    def _one_of(self, key: str, said: object, kinds: Any) -> Any:
        if said is None:
            return None
        values = [one.value for one in kinds]
        if said not in values:
            self._fault(key, f"{said!r}: choose one of {', '.join(values)}")
            return None
        return kinds(said)

    def _part(self, key: str, said: object) -> Mapping[str, Any]:
        if not isinstance(said, Mapping):
            self._fault(key, f"{said!r} is not a table of settings")
            return {}
        return said

    def _known(self, place: str, data: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in data:
            if key in _WRITTEN:
                self._fault(f"{place}{key}", f"is written {_WRITTEN[key]} here")
            elif key not in keys:
                self._fault(f"{place}{key}", f"is not a setting; known: {', '.join(keys)}")

    def _fault(self, key: str, problem: str) -> None:
        self.faults.append(f"{self.place}, {key}: {problem}")
