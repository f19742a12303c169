"""What a floor is set up with: one TOML file, and what the environment says instead.

A figure that the house must decide has no default here either: limits, and everything of a link
(I-06, I-98). How fast a table goes, where the server listens and such have one. The file is read
with every fault named at once.

`PITBOSS_PACE_BETTING_SECONDS=15` is `betting_seconds` below `[pace]`. `PITBOSS_HOST`,
`PITBOSS_PORT` and `PITBOSS_DB` are short for those of `[server]`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from pitboss.errors import BadSetting, Fault, PitbossError
from pitboss.games.library import Library, open_rulebook, rulebooks_in
from pitboss.games.registry import BUILT_IN, GamesAtHand, game_of, name_clashes
from pitboss.house.approvals import Approval, approvals_in, unapproved
from pitboss.house.clock import gaming_day_of, stamp, utc_now
from pitboss.house.link_desk import join_of
from pitboss.house.settings import link_settings_of, setting_of
from pitboss.jackpot.checks import checked_terms
from pitboss.jackpot.contributions import why_not
from pitboss.jackpot.terms import LinkSettings, complete
from pitboss.reader import Faults, Reader, show
from pitboss.rulebook.model import Rulebook
from pitboss.table.deck_contributions import CONTRIBUTIONS
from pitboss.table.rules import Setting, table_rules
from pitboss.table.settings import check_playable

_REGULARS = 3
"""House players for each chair they may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long things take at a table that runs by itself."""

    betting: timedelta = timedelta(seconds=20)
    """From the first wager to "No more bets"; a later wager does not make it longer."""
    decision: timedelta | None = timedelta(seconds=30)
    """From a question to the prompt (I-100); None where players are not hurried."""
    absence: timedelta = timedelta(seconds=15)
    """From the prompt to the ruling that the player is absent, where the system may rule."""
    step: timedelta = timedelta(milliseconds=1200)
    """Between two things the dealer does."""
    thinking: timedelta = timedelta(seconds=2)
    """What a house player takes for a wager or an answer."""
    between: timedelta = timedelta(seconds=6)
    """From the end of a round to the next call for bets."""
    claim: timedelta = timedelta(seconds=20)
    """From a claim on a jackpot to its verification, where the system may stand in for staff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayers:
    """The players that the house brings, so that tables are alive: with play money only."""

    least: int = 0
    most: int = 0
    """How many sit at a table; it varies between the two as they come and go."""
    seed: str = ""
    """What they do follows from it."""
    first: int = 0
    """Their place among all house players of the floor: none sits at two tables."""

    @property
    def regulars(self) -> int:
        """How many there are to come and go."""
        return max(self.most, 1) * _REGULARS


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where the floor is served, and where its record is kept."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = "pitboss.db"
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies: what they say of where a request comes from is believed,
    and what anybody else says of it is not."""
    writes_per_minute: int = 240
    """What one player may ask of tables and of their account: it is written for good."""
    accounts_per_minute: int = 60
    """How many guests and new players one address may bring, after the first two hundred."""
    heads: tuple[str, ...] = ()
    """Folders away from the record into which its heads are written."""
    heads_every: timedelta = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorConfig:
    """Everything a floor is opened with."""

    name: str
    time_zone: str
    day_starts: str
    is_demonstration: bool
    """Play money and house players; the system may rule where staff would."""
    rulebooks: Mapping[str, Rulebook]
    tables: Mapping[str, Setting]
    rulebook_files: Mapping[str, str] = field(default_factory=dict)
    """The house's own rulebooks by id, and the file of each as the floor's file names it."""
    written: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What each table was set with: its own section, and what holds for the whole floor."""
    links: Mapping[str, LinkSettings] = field(default_factory=dict)
    """Complete and checked; yet people open a link, and what they approved is what runs."""
    link_titles: Mapping[str, str] = field(default_factory=dict)
    """What screens call a link, where that is not its name; it needs no approval."""
    players: Mapping[str, HousePlayers] = field(default_factory=dict)
    """The house players of each table."""
    pace: Pace = Pace()
    server: Server = Server()
    approvals: Mapping[str, Approval] = field(default_factory=dict)
    """Of games that do not come with pitboss, for money."""
    files: tuple[Path, ...] = ()
    """The rulebook files that the floor's file names."""

    def setting(self, table: str, *, has_links: bool) -> Setting:
        """What a table opens with: as configured, or without its link where there is none."""
        setting = self.tables[table]
        if has_links or setting.link is None:
            return setting
        rules = self.rulebooks[setting.rulebook]
        offered = tuple(w for w in setting.offered if rules.wagers[w].units is None)
        return replace(setting, link=None, unit=None, offered=offered)


# --- reading the file -----------------------------------------------------------------------------

_MOST_SECONDS = 86400
_TIMER = "decision_timer"
_MOST_WRITES = 100_000


def read_config(path: Path, environ: Mapping[str, str], games: Iterable[Path] = ()) -> FloorConfig:
    """The floor that a file and the environment describe, or `BadSetting` with every fault.

    `games` are folders that the command names: their code runs, and their rulebooks are at hand. A
    file cannot have code run that the command does not name.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"{path} cannot be read: {error}. Make one with: pitboss floor init {path}"
        ) from error
    return config_of(text, environ, source=str(path), folder=path.parent, games=games)


def examine_config(
    path: Path, environ: Mapping[str, str], games: Iterable[Path] = ()
) -> tuple[FloorConfig, list[Fault]]:
    """A floor as far as it could be read, and everything that is wrong with its file.

    Only with no fault is it fit for use; a caller that tries it out adds what it finds.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return read_config(path, environ, games), []
    return _FloorReader(data, environ, path.parent, list(games)).examined()


def config_of(
    text: str,
    environ: Mapping[str, str],
    *,
    source: str,
    folder: Path = Path(),
    games: Iterable[Path] = (),
) -> FloorConfig:
    """The same from a text; rulebook files are looked for from `folder`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{source} is not TOML: {error}") from error
    config, faults = _FloorReader(data, environ, folder, list(games)).examined()
    if faults:
        raise BadSetting("\n".join([f"{source} has faults:", *map(str, faults)]))
    return config


class _FloorReader:
    def __init__(
        self,
        data: dict[str, Any],
        environ: Mapping[str, str],
        folder: Path,
        games: Sequence[Path],
    ) -> None:
        self.faults = Faults()
        self.folder = folder
        self.games = games
        self.link_titles: dict[str, str] = {}
        self.rulebook_files: dict[str, str] = {}
        self.written: dict[str, Mapping[str, Any]] = {}
        self.whole = Reader(overlaid(data, environ, self.faults), self.faults)

    def examined(self) -> tuple[FloorConfig, list[Fault]]:
        whole = self.whole
        floor = whole.table("floor", optional=True)
        name = floor.text("name")
        time_zone, day_starts = floor.text("time_zone"), floor.text("day_starts", "06:00")
        with self._noting("floor"):
            gaming_day_of(utc_now(), time_zone or "UTC", day_starts)
        is_demonstration = floor.flag("is_demonstration")
        files = tuple(self.folder / file for file in floor.texts("rulebooks"))
        rulebooks = self._rulebooks(files)
        currency = floor.text("currency", "")
        contributes = not floor.has(CONTRIBUTIONS) or floor.flag(CONTRIBUTIONS)
        floor.finish()
        approvals = approvals_in(whole)
        links = self._links(rulebooks, is_practice=is_demonstration)
        pace = self._pace()
        own = {"time_zone": time_zone, "day_starts": day_starts, "is_practice": is_demonstration}
        timer = "off" if pace.decision is None else str(int(pace.decision.total_seconds()))
        house = {_TIMER: timer}
        if not contributes:
            house[CONTRIBUTIONS] = "false"
        tables = dict(self._tables(rulebooks, links, own, house, currency))
        if not is_demonstration:
            self._check_approved(rulebooks, tables, approvals)
        players = dict(self._players(tables, is_demonstration=is_demonstration))
        server = self._server()
        whole.finish()
        config = FloorConfig(
            name=name,
            time_zone=time_zone,
            day_starts=day_starts,
            is_demonstration=is_demonstration,
            rulebooks=rulebooks,
            tables=tables,
            rulebook_files=self.rulebook_files,
            written=self.written,
            link_titles=self.link_titles,
            links={name: link for name, link in links.items() if link is not None},
            players=players,
            pace=pace,
            server=server,
            approvals=approvals,
            files=files,
        )
        return config, self.faults.found

    @contextmanager
    def _noting(self, place: str) -> Iterator[None]:
        """A fault that another reader finds is one among the others here."""
        try:
            yield
        except PitbossError as error:
            for line in str(error).splitlines():
                inner, _, problem = (
                    line.partition(": ") if line.startswith(place) else ("", "", line)
                )
                self.faults.add(inner or place, problem)

    def _rulebooks(self, files: Sequence[Path]) -> Library:
        own: list[Rulebook] = []
        games = BUILT_IN
        with self._noting("--game"):
            games = GamesAtHand(self.games)
            for folder in self.games:
                own += rulebooks_in(folder, games)
        for file in files:
            with self._noting("floor.rulebooks"):
                own.append(open_rulebook(file, games, is_named=False))
                self.rulebook_files[own[-1].id] = os.path.relpath(file, self.folder)
        library = Library()
        with self._noting("floor.rulebooks"):
            library = Library(own)
        return library

    def _check_approved(
        self,
        rulebooks: Library,
        tables: Mapping[str, Setting],
        approvals: Mapping[str, Approval],
    ) -> None:
        """With money, no code decides that nobody approved."""
        played = dict.fromkeys(setting.rulebook for setting in tables.values())
        found = (unapproved(rulebooks[one], approvals) for one in played)
        self.faults.found += dict.fromkeys(fault for fault in found if fault is not None)
        for clash in name_clashes():
            self.faults.add("games", clash)

    def _links(self, rulebooks: Library, *, is_practice: bool) -> dict[str, LinkSettings | None]:
        """Links as `pitboss link create` reads them too; None is one with faults."""
        links: dict[str, LinkSettings | None] = {}
        part = self.whole.table("links", optional=True)
        for name in part.keys():
            links[name] = None
            with self._noting(f"link {name}"):
                link = part.table(name)
                if link.has("title"):
                    self.link_titles[name] = link.text("title")
                settings = link_settings_of(name, link.rest(), rulebooks)
                settings = replace(settings, is_practice=is_practice)
                checked_terms(settings)
                links[name] = settings
        return links

    def _tables(
        self,
        rulebooks: Library,
        links: Mapping[str, LinkSettings | None],
        own: Mapping[str, Any],
        house: Mapping[str, str],
        currency: str,
    ) -> Iterator[tuple[str, Setting]]:
        part = self.whole.table("tables")
        for name in part.keys():
            table = part.table(name)
            data = {**own, **table.rest(but=("house_players",))}
            rulebook = rulebooks.get(str(data.get("rulebook")))
            known = () if rulebook is None else (*rulebook.settings, CONTRIBUTIONS)
            usual = {name: value for name, value in house.items() if name in known}
            if isinstance(data.get("house", {}), dict):
                data["house"] = {**usual, **data.get("house", {})}
            link = links.get(str(data.get("link")))
            if link is not None:
                data.setdefault("unit", str(link.unit))
            elif "link" in data and data["link"] not in links:
                there = ", ".join(links) or "none"
                table.fault("link", f"{data['link']!r} is not below [links]", f"there: {there}")
            with self._noting(f"table {name}"):
                setting = setting_of(name, data, rulebooks)
                rules = rulebooks[setting.rulebook]
                if currency and setting.currency != currency:
                    table.fault("rulebook", f"is played in {setting.currency}, not {currency}")
                at_table = table_rules(rules, game_of(rules), setting)
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
        part = self.whole.table("house_players", optional=True)
        least, most = _bounds(part, "number")
        seed = part.text("seed", "house players")
        part.finish()
        shown, first = self.whole.table("tables", optional=True), 0
        for name, setting in tables.items():
            own = shown.table(name)
            low, high = least, most
            if own.has("house_players"):
                low, high = _bounds(own, "house_players")
            high = min(high, setting.positions)
            if high and not is_demonstration:
                own.fault(
                    "house_players",
                    "play with play money only",
                    "leave them out, or set floor.is_demonstration",
                )
            players = HousePlayers(
                least=min(low, high), most=high, seed=f"{seed}/{name}", first=first
            )
            first += players.regulars
            yield name, players

    def _pace(self) -> Pace:
        part, usual = self.whole.table("pace", optional=True), Pace()

        decision = part.whole("decision_seconds", least=0, most=_MOST_SECONDS, default=30)
        names = [one.name for one in fields(Pace) if one.name != "decision"]
        times = {name: _seconds(part, f"{name}_seconds", getattr(usual, name)) for name in names}
        part.finish()
        return Pace(decision=timedelta(seconds=decision) if decision else None, **times)

    def _proxies(self, part: Reader) -> tuple[str, ...]:
        value = part.raw("proxies", [])
        # In the environment several stand in one text.
        named = value.split() if isinstance(value, str) else value
        proxies = tuple(map(str, named)) if isinstance(named, list) else (str(value),)
        for one in proxies:
            try:
                ip_network(one)
            except ValueError:
                remedy = "write an address or a network, such as 10.0.0.7 or 10.0.0.0/24"
                part.fault("proxies", f"{one!r} is not where a proxy can be", remedy)
        return proxies

    def _server(self) -> Server:
        part, usual = self.whole.table("server", optional=True), Server()
        server = Server(
            host=part.text("host", usual.host),
            port=part.whole("port", least=0, most=65535, default=usual.port),
            db=part.text("db", usual.db),
            proxies=self._proxies(part),
            writes_per_minute=part.whole(
                "writes_per_minute", least=1, most=_MOST_WRITES, default=usual.writes_per_minute
            ),
            accounts_per_minute=part.whole(
                "accounts_per_minute", least=1, most=_MOST_WRITES, default=usual.accounts_per_minute
            ),
            heads=_folders(part, "heads"),
            heads_every=_seconds(part, "heads_seconds", usual.heads_every),
        )
        part.finish()
        return server


def _seconds(at: Reader, key: str, default: timedelta) -> timedelta:
    """A time in seconds, whole or not."""
    value = at.raw(key, default.total_seconds())
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= _MOST_SECONDS:
        at.fault(key, f"{show(value)} is not a time", f"write seconds from 0 to {_MOST_SECONDS}")
        return default
    return timedelta(seconds=value)


def _folders(at: Reader, key: str) -> tuple[str, ...]:
    """A list of folders; the environment can only name one."""
    value = at.raw(key, [])
    return (value,) if isinstance(value, str) else at.texts(key)


def _bounds(at: Reader, key: str) -> tuple[int, int]:
    """From so many to so many; one number is both, and absent is none."""
    value = at.raw(key, 0)
    match value:
        case bool():
            pass
        case int(number) if number >= 0:
            return number, number
        case [int(least), int(most)] if 0 <= least <= most:
            return least, most
    remedy = "write a number, or the least and the most: [2, 4]"
    at.fault(key, f"{show(value)} is not a number of players", remedy)
    return 0, 0


# --- the environment ------------------------------------------------------------------------------

PREFIX = "PITBOSS_"
SECTIONS = ("floor", "pace", "server", "house_players")
SHORT = {"HOST": ("server", "host"), "PORT": ("server", "port"), "DB": ("server", "db")}


def overlaid(data: Mapping[str, Any], environ: Mapping[str, str], faults: Faults) -> dict[str, Any]:
    """The file's data with what the environment says in its place.

    >>> overlaid({"server": {"port": 80}}, {"PITBOSS_PORT": "8080", "HOME": "/"}, Faults())
    {'server': {'port': 8080}}
    """
    whole = dict(data)
    for name, text in sorted(environ.items()):
        place = _place(name)
        if place is None:
            continue
        section, key = place
        below = whole.get(section, {})
        if not isinstance(below, dict):
            faults.add(name, f"{section} in the file is not a table", f"write [{section}]")
            continue
        whole[section] = {**below, key: _value(text)}
    return whole


def _place(name: str) -> tuple[str, str] | None:
    """The section and key a variable stands for; None for one that is not ours to read."""
    word = name.removeprefix(PREFIX)
    if word == name:
        return None
    if word in SHORT:
        return SHORT[word]
    for section in SECTIONS:
        start = f"{section.upper()}_"
        if word.startswith(start):
            return section, word.removeprefix(start).lower()
    return None


def _value(text: str) -> object:
    """As TOML would read it where it is a number or a flag; otherwise a text."""
    if text in ("true", "false"):
        return text == "true"
    for read in (int, float):
        with suppress(ValueError):
            return read(text)
    return text
