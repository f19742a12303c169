"""Settings of a table as a house writes them down, read with every fault named."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pitboss.errors import BadSetting, PitbossError
from pitboss.house.clock import gaming_day_of, utc_now
from pitboss.money import Money
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.table.settings import Mode, Setting

_KEYS = (
    "rulebook", "layout", "positions", "method", "mode", "time_zone", "day_starts", "options",
    "limits", "link", "unit", "offered", "house", "is_practice",
)  # fmt: skip


def setting_of(name: str, data: Mapping[str, Any], rulebooks: Mapping[str, Rulebook]) -> Setting:
    """A table's setting, or `BadSetting` with everything that is wrong with it.

    What a rulebook leaves only one way of is filled in: its one layout, its one method. What the
    house must choose has no default (I-06, I-98).
    """
    return _Reading(name, data, rulebooks).setting()


class _Reading:
    def __init__(
        self, name: str, data: Mapping[str, Any], rulebooks: Mapping[str, Rulebook]
    ) -> None:
        self.name = name
        self.data = data
        self.rulebooks = rulebooks
        self.faults: list[str] = []

    def setting(self) -> Setting:
        """The setting, once nothing is wrong with it."""
        rules = self._rulebook()
        for key in self.data:
            if key not in _KEYS:
                self._fault(key, f"is not a setting; known: {', '.join(_KEYS)}")
        setting = None if rules is None else self._read(rules)
        if self.faults or setting is None:
            raise BadSetting("\n".join(self.faults))
        return setting

    def _read(self, rules: Rulebook) -> Setting:
        layouts = {layout.id: layout for layout in rules.layouts}
        layout = layouts.get(self._one_of("layout", tuple(layouts)))
        most = 7 if layout is None else layout.most
        options = self._options(rules)
        setting = Setting(
            table=self.name,
            rulebook=rules.id,
            edition=rules.edition,
            digest=rules.digest,
            currency=rules.currency,
            layout="" if layout is None else layout.id,
            positions=self._whole("positions", most),
            method=self._one_of("method", tuple(rules.dealing)),
            mode=Mode(self._one_of("mode", tuple(Mode), default=Mode.ELECTRONIC)),
            time_zone=self._text("time_zone", such_as="Asia/Singapore"),
            day_starts=self._text("day_starts", "06:00"),
            options=options,
            limits=self._limits(),
            link=self.data.get("link"),
            unit=self._money("unit", self.data.get("unit")),
            offered=self._offered(rules, options),
            house={key: str(value) for key, value in self._part("house").items()},
            is_practice=bool(self.data.get("is_practice", False)),
        )
        if not self.faults:
            try:
                gaming_day_of(utc_now(), setting.time_zone, setting.day_starts)
            except BadSetting as error:
                self._fault("time_zone or day_starts", str(error))
        return setting

    def _rulebook(self) -> Rulebook | None:
        wanted = self.data.get("rulebook")
        rules = self.rulebooks.get(wanted) if isinstance(wanted, str) else None
        if rules is None:
            self._fault("rulebook", f"{wanted!r} is not at hand; {', '.join(self.rulebooks)} are")
        return rules

    def _fault(self, key: str, problem: str) -> None:
        self.faults.append(f"table {self.name}, {key}: {problem}")

    def _one_of(self, key: str, values: tuple[str, ...], default: str | None = None) -> str:
        if default is None and len(values) == 1:
            default = values[0]
        value = self.data.get(key, default)
        if value not in values:
            said = "is missing" if value is None else f"{value!r} is not known"
            self._fault(key, f"{said}; choose one of {', '.join(values)}")
            return values[0]
        return str(value)

    def _text(self, key: str, default: str | None = None, *, such_as: str = "") -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str) or not value:
            said = "is missing" if value is None else f"{value!r} is not a text"
            self._fault(key, f"{said}; write it as {such_as or default}")
            return ""
        return value

    def _whole(self, key: str, default: int) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            self._fault(key, f"{value!r} is not a whole number")
            return default
        return value

    def _part(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            self._fault(key, f"{value!r} is not a table of settings")
            return {}
        return value

    def _money(self, key: str, value: object) -> Money | None:
        if value is None:
            return None
        try:
            return Money.parse(value)
        except PitbossError as error:
            self._fault(key, str(error))
            return None

    def _options(self, rules: Rulebook) -> dict[str, OptionValue]:
        options: dict[str, OptionValue] = {}
        for name, value in self._part("options").items():
            rule = rules.options.get(name)
            if rule is None:
                is_house = name in rules.settings and rules.settings[name].of == "table"
                known = f"known: {', '.join(rules.options)}"
                hint = f"write it under house: --house {name}={value}" if is_house else known
                self._fault(f"options.{name}", f"is not an option of the rulebook; {hint}")
            elif rule.values:
                options[name] = value
            else:
                amount = self._money(f"options.{name}", value)
                options[name] = None if amount is None else str(amount)
        return options

    def _limits(self) -> dict[str, tuple[Money, Money]]:
        limits = {}
        for name, value in self._part("limits").items():
            match value:
                case [least, most]:
                    pair = (
                        self._money(f"limits.{name}", least),
                        self._money(f"limits.{name}", most),
                    )
                    if pair[0] is not None and pair[1] is not None:
                        limits[name] = (pair[0], pair[1])
                case _:
                    self._fault(
                        f"limits.{name}", 'write the least and the most: ["5.00", "500.00"]'
                    )
        return limits

    def _offered(self, rules: Rulebook, options: Collection[str]) -> tuple[str, ...]:
        """Every wager that can be offered, unless the house says which."""
        placed = {w.id: w for w in rules.wagers.values() if w.follows is None}
        has_link = self.data.get("link") is not None
        unsettled = [
            option.needed_by
            for option in rules.options.values()
            if option.default is None and option.id not in options
        ]
        every = [
            w.id for w in placed.values() if w.id not in unsettled and (w.units is None or has_link)
        ]
        offered = self.data.get("offered", every)
        if not isinstance(offered, list | tuple):
            self._fault("offered", f"{offered!r} is not a list of wagers")
            return ()
        for wager in offered:
            if wager not in placed:
                self._fault("offered", f"{wager!r} is not a wager; known: {', '.join(placed)}")
            elif placed[wager].units is not None and not has_link:
                self._fault("offered", f"{wager!r} needs a link; name it")
        return tuple(offered)
