"""A floor's file, read with every fault named at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from pitboss.errors import BadSetting, PitbossError
from pitboss.floor.config import FloorConfig, HousePlayers, Pace, Server
from pitboss.floor.environment import overlaid
from pitboss.floor.parts import Part
from pitboss.games.library import Library, open_rulebook
from pitboss.games.registry import GAMES
from pitboss.house.clock import gaming_day_of, stamp, utc_now
from pitboss.house.contributing import join_of
from pitboss.house.link_settings import link_settings_of
from pitboss.house.settings import setting_of
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.folding import why_not
from pitboss.jackpot.settings import LinkSettings, complete
from pitboss.table.opening.decide import check_playable
from pitboss.table.rules import table_rules
from pitboss.table.settings import Setting

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
        self.link_titles: dict[str, str] = {}
        self.written: dict[str, Mapping[str, Any]] = {}
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
        links = self._links(rulebooks, is_practice=is_demonstration)
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
            written=self.written,
            link_titles=self.link_titles,
            links={name: link for name, link in links.items() if link is not None},
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

    def _links(self, rulebooks: Library, *, is_practice: bool) -> dict[str, LinkSettings | None]:
        """Links as `pitboss link create` reads them too; None is one that will not do."""
        links: dict[str, LinkSettings | None] = {}
        part = self.whole.part("links")
        for name in part.keys():
            links[name] = None
            with self._noting(f"link {name}"):
                said = part.part(name)
                if said.has("title"):
                    self.link_titles[name] = said.text("title")
                settings = link_settings_of(name, said.rest(), rulebooks)
                settings = replace(settings, is_practice=is_practice)
                checked_terms(settings)
                links[name] = settings
        return links

    def _tables(
        self,
        rulebooks: Library,
        links: Mapping[str, LinkSettings | None],
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
            link = links.get(str(data.get("link")))
            if link is not None:
                data.setdefault("unit", str(link.unit))
            elif "link" in data and data["link"] not in links:
                there = ", ".join(links) or "none"
                table.fault("link", f"{data['link']!r} is not below [links]; there: {there}")
            with self._noting(f"table {name}"):
                setting = setting_of(name, data, rulebooks)
                rules = rulebooks[setting.rulebook]
                if currency and setting.currency != currency:
                    table.fault("rulebook", f"is played in {setting.currency}, not {currency}")
                at_table = table_rules(rules, GAMES[rules.game], setting)
                check_playable(at_table, stamp(utc_now()))
                if link is not None:
                    asked = join_of(setting, at_table.terms)
                    for problem in why_not(complete(link), asked):
                        table.fault("link", f"may not share {link.link}: {problem}")
                self.written[name] = data
                yield name, setting

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
            claim=seconds("claim", usual.claim),
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
