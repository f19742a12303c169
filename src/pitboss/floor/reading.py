"""A floor's file, read with every fault named at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.errors import BadSetting, PitbossError
from pitboss.floor.config import FloorConfig, HousePlayers, Level, LinkConfig, Pace, Server
from pitboss.floor.environment import overlaid
from pitboss.floor.parts import Part
from pitboss.games.library import Library, open_rulebook
from pitboss.live.setting import Setting
from pitboss.pit.clock import gaming_day_of, utc_now
from pitboss.pit.settings import setting_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import terms_of

_MOST_SECONDS = 86400


def read_config(path: Path, environ: Mapping[str, str]) -> FloorConfig:
    """The floor that a file and the environment describe, or `BadSetting` with every fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"{path} cannot be read: {error}. Make one with: pitboss floor init {path}"
        ) from error
    return config_of(text, environ, source=str(path), folder=path.parent)


def config_of(
    text: str, environ: Mapping[str, str], *, source: str, folder: Path = Path()
) -> FloorConfig:
    """The same from a text; rulebook files are looked for from `folder`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{source} is not TOML: {error}") from error
    return _Reading(data, environ, folder).config(source)


class _Reading:
    def __init__(self, data: dict[str, Any], environ: Mapping[str, str], folder: Path) -> None:
        self.faults: list[str] = []
        self.folder = folder
        self.whole = Part("", overlaid(data, environ, self.faults), self.faults)

    def config(self, source: str) -> FloorConfig:
        whole = self.whole
        floor = whole.part("floor")
        name = floor.text("name")
        time_zone, day_starts = floor.text("time_zone"), floor.text("day_starts", "06:00")
        with self._noting("floor"):
            gaming_day_of(utc_now(), time_zone or "UTC", day_starts)
        is_demonstration = floor.flag("is_demonstration")
        rulebooks = self._rulebooks(floor.texts("rulebooks"))
        currency = floor.text("currency", "")
        floor.nothing_else()
        links = self._links()
        pace = self._pace()
        own = {"time_zone": time_zone, "day_starts": day_starts, "is_practice": is_demonstration}
        timer = "off" if pace.decision is None else str(int(pace.decision.total_seconds()))
        tables = dict(self._tables(rulebooks, links, own, timer, currency))
        players = dict(self._players(tables, is_demonstration=is_demonstration))
        server = self._server()
        whole.nothing_else()
        if self.faults:
            raise BadSetting("\n".join([f"{source} will not do:", *self.faults]))
        return FloorConfig(
            name=name,
            time_zone=time_zone,
            day_starts=day_starts,
            is_demonstration=is_demonstration,
            rulebooks=rulebooks,
            tables=tables,
            links=links,
            players=players,
            pace=pace,
            server=server,
        )

    @contextmanager
    def _noting(self, place: str) -> Iterator[None]:
        """A fault that somebody else finds is one among the others here."""
        try:
            yield
        except PitbossError as error:
            lines = str(error).splitlines()
            self.faults += [
                line if line.startswith(place) else f"{place}: {line}" for line in lines
            ]

    def _rulebooks(self, files: tuple[str, ...]) -> Library:
        own = []
        for file in files:
            with self._noting("floor.rulebooks"):
                own.append(open_rulebook(self.folder / file))
        return Library(own)

    def _links(self) -> dict[str, LinkConfig]:
        links, part = {}, self.whole.part("links")
        for name in part.keys():
            link = part.part(name)
            levels, unit = link.part("levels", is_needed=True), link.money("unit")
            found = {
                level: Level(
                    seed=each.money("seed"),
                    contribution=each.rate("contribution"),
                    reserve=each.rate("reserve"),
                )
                for level in levels.keys()
                if (each := levels.part(level)).knows_only("seed", "contribution", "reserve")
            }
            shares = sum((one.contribution + one.reserve for one in found.values()), Fraction(0))
            if shares >= 1:
                link.fault("levels", f"take {shares} of every wager; together below 1 will do")
            links[name] = LinkConfig(
                name=name,
                unit=unit,
                levels=found,
                magic_rate=link.rate_or_none("magic_rate"),
                lucky_rate=link.rate_or_none("lucky_rate"),
            )
            link.nothing_else()
        return links

    def _tables(
        self,
        rulebooks: Library,
        links: Mapping[str, LinkConfig],
        own: Mapping[str, Any],
        timer: str,
        currency: str,
    ) -> Iterator[tuple[str, Setting]]:
        part = self.whole.part("tables", is_needed=True)
        for name in part.keys():
            table = part.part(name)
            data = {**own, **table.rest(but=("house_players",))}
            if isinstance(data.get("house", {}), dict):
                data["house"] = {"decision_timer": timer, **data.get("house", {})}
            link = str(data["link"]) if "link" in data else None
            if link is not None and link in links:
                data.setdefault("unit", str(links[link].unit))
            elif link is not None:
                table.fault("link", f"{link!r} is not below [links]; there: {', '.join(links)}")
            with self._noting(f"table {name}"):
                setting = setting_of(name, data, rulebooks)
                rules = rulebooks[setting.rulebook]
                if currency and setting.currency != currency:
                    table.fault("rulebook", f"is played in {setting.currency}, not {currency}")
                if link is not None and link in links:
                    self._check_levels(table, links[link], rules, setting)
                yield name, setting

    def _check_levels(
        self, table: Part, link: LinkConfig, rules: Rulebook, setting: Setting
    ) -> None:
        """The levels that the paytable pays from are those of the link."""
        paytable = terms_of(rules, setting.options).table("progressive").paytable
        missing = sorted(set(paytable.seeds) - set(link.levels))
        if missing:
            table.fault(
                "link",
                f"{link.name} has no level {', '.join(missing)}, from which {paytable.id} pays",
            )
        if paytable.unit not in (None, link.unit):
            table.fault("link", f"{paytable.id} is played with a unit of {paytable.unit} only")
        if rules.draws and (link.magic_rate is None or link.lucky_rate is None):
            table.fault("link", f"{link.name} says no magic_rate and lucky_rate, which it draws by")

    def _players(
        self, tables: Mapping[str, Setting], *, is_demonstration: bool
    ) -> Iterator[tuple[str, HousePlayers]]:
        part = self.whole.part("house_players")
        least, most = part.pair("number")
        seed = part.text("seed", "house players")
        part.nothing_else()
        shown, first = self.whole.part("tables"), 0
        for name, setting in tables.items():
            own = shown.part(name)
            low, high = own.pair("house_players") if own.has("house_players") else (least, most)
            high = min(high, setting.positions)
            if high and not is_demonstration:
                own.fault(
                    "house_players",
                    "play with play money only; leave them out, or set floor.is_demonstration",
                )
            players = HousePlayers(
                least=min(low, high), most=high, seed=f"{seed}/{name}", first=first
            )
            first += players.regulars
            yield name, players

    def _pace(self) -> Pace:
        part, usual = self.whole.part("pace"), Pace()

        def seconds(key: str, default: timedelta) -> timedelta:
            return part.seconds(f"{key}_seconds", default, most=_MOST_SECONDS)

        decision = part.whole("decision_seconds", 30, least=0, most=_MOST_SECONDS)
        pace = Pace(
            betting=seconds("betting", usual.betting),
            decision=timedelta(seconds=decision) if decision else None,
            absence=seconds("absence", usual.absence),
            step=seconds("step", usual.step),
            thinking=seconds("thinking", usual.thinking),
            between=seconds("between", usual.between),
            failure=seconds("failure", usual.failure),
        )
        part.nothing_else()
        return pace

    def _server(self) -> Server:
        part, usual = self.whole.part("server"), Server()
        server = Server(
            host=part.text("host", usual.host),
            port=part.whole("port", usual.port, least=0, most=65535),
            db=part.text("db", usual.db),
        )
        part.nothing_else()
        return server
