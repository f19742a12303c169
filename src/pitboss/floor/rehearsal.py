"""A rehearsal: rounds played with a rulebook before it is said to be good.

What a file says of itself can be sound, and a step of some round can still ask for something that
is not there. So tables are opened with it on a store in memory, for each dealing method one where
a generator deals and one where people do. House players place every wager on offer, together and
each by itself, and give every answer; something goes wrong in most rounds; the tables are closed,
the rounds are settled again from their records, and the whole is audited. Whatever is raised on the
way is a fault of the file, or of the code of its game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from random import Random
from traceback import extract_tb

from argon2 import PasswordHasher

from pitboss.audit.audit import audit
from pitboss.errors import Fault, GameError, PitbossError
from pitboss.floor.config import FloorConfig, HousePlayers, Pace
from pitboss.floor.day.crew import Crew, crew_of
from pitboss.floor.day.links import DayLinks
from pitboss.floor.day.mishaps import MishapMoment, Mishaps
from pitboss.floor.day.run import DayClock
from pitboss.floor.day.table import OVER, DayTable
from pitboss.floor.demonstration import bring_links
from pitboss.floor.floor import Floor, open_floor, open_table
from pitboss.floor.house_players import Act, Regulars, house_names
from pitboss.floor.practice import RESET, UNIT, practice_limits, practice_options
from pitboss.games.library import settle
from pitboss.house.callers import Player
from pitboss.house.engine import Done
from pitboss.house.secrets import Secrets
from pitboss.house.settings import setting_of
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import Rate
from pitboss.jackpot.terms import (
    PROGRESSIVE,
    ChangePolicy,
    LevelSettings,
    LinkSettings,
    linked_game,
)
from pitboss.money import Money, Rounding
from pitboss.records.played_rounds import PlayedRound, recall_all, record_of
from pitboss.records.rounds import read_round
from pitboss.round.decisions import Choose, DeclineToShow, choices_of
from pitboss.round.game import Sight
from pitboss.round.options import options
from pitboss.round.view import Viewer, known
from pitboss.round.view import view as round_view
from pitboss.round.wagers import PlaceWager
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import terms_of
from pitboss.store.memory import MemoryStore
from pitboss.table.irregularities.catalogue import CATALOGUE, may_report, reportable
from pitboss.table.irregularities.reports import Halt, MakeRuling, ReportIrregularity
from pitboss.table.layout import layout_of
from pitboss.table.people.seats import TakeSeat
from pitboss.table.people.turns import Turn
from pitboss.table.prompts import due_lines
from pitboss.table.rules import Mode, Setting, TableRules, permitted_stakes
from pitboss.table.table import Table
from pitboss.table.view import shared_view, view

STARTS = datetime(2100, 1, 1, 4, tzinfo=UTC)
"""Late enough for every edition to be in force."""
_LINK = "rehearsal"
_ROUNDS, _FEWER = 10, 3
"""At the first table of each mode, enough for most of what may go wrong at one; and at others."""
_LOOKS = 2
"""How often screens are made at moments of the same kind."""
_PLAYERS = 3
_PATIENCE = 50
"""Times that a table may be asked without anything happening before it is said to stand still."""
_TICK = timedelta(milliseconds=1)
_PACE = Pace(
    betting=timedelta(seconds=1),
    decision=None,
    step=timedelta(0),
    thinking=timedelta(0),
    between=timedelta(0),
)
_PROJECT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """What came of a rehearsal."""

    rounds: int
    faults: tuple[Fault, ...]


def rehearse(rulebook: Rulebook) -> Rehearsed:
    """Play some rounds with a rulebook that is sound as far as its file can tell.

    At the first table of each mode there are enough rounds for most of what may go wrong at one.
    """
    faults = list(_unknown(rulebook))
    rehearsal = _Rehearsal()
    with rehearsal.noting("rehearsal, settings of the tables"):
        config = _config_of(rulebook)
        firsts = dict[Mode, str]()
        for name, setting in config.tables.items():
            rehearsal.places[name] = (
                f"rehearsal, {setting.mode} table, dealing method {setting.method}"
            )
            is_first = firsts.setdefault(setting.mode, name) == name
            rehearsal.rounds_at[name] = _ROUNDS if is_first else _FEWER
        rehearsal.run(config)
    once = dict[str, Fault]()
    for fault in rehearsal.faults:
        # What is wrong with the file is mostly met at every table.
        once.setdefault(fault.problem, fault)
    return Rehearsed(rounds=rehearsal.rounds, faults=(*faults, *once.values()))


def rehearse_floor(config: FloorConfig) -> Rehearsed:
    """Open every table and link of a floor as its file has them, and play a few rounds at each.

    All of it with play money and the people of a demonstration: who opens what on the real floor is
    for its staff.
    """
    practised = replace(
        config,
        is_demonstration=True,
        tables={
            name: replace(setting, is_practice=True)
            for name, setting in config.tables.items()
            if setting.link is None or setting.link in config.links
        },
        links={name: replace(link, is_practice=True) for name, link in config.links.items()},
        pace=_PACE,
    )
    rehearsal = _Rehearsal()
    for name in practised.tables:
        rehearsal.places[name] = f"tables.{name}"
        rehearsal.rounds_at[name] = _FEWER
    rehearsal.run(practised)
    return Rehearsed(rounds=rehearsal.rounds, faults=tuple(rehearsal.faults))


class _Rehearsal:
    """Tables opened, played, closed, settled again and audited; no fault keeps others from it."""

    def __init__(self) -> None:
        self.rounds = 0
        self.faults: list[Fault] = []
        self.places: dict[str, str] = {}
        """The place of a fault that is found at a table."""
        self.rounds_at: dict[str, int] = {}
        self._to_mend: set[str] = set()

    @contextmanager
    def noting(self, place: str) -> Iterator[None]:
        """What is raised is a fault there."""
        try:
            yield
        except GameError as error:
            # The same line of code fails at other tables, with other cards.
            if error.remedy not in self._to_mend:
                self._to_mend.add(error.remedy)
                self.faults.append(Fault(place=place, problem=error.problem, remedy=error.remedy))
        except PitbossError as error:
            self.faults.append(_fault(place, str(error)))
        except Exception as error:
            # Whatever it is: a step of play asked for what is not there.
            self.faults.append(_fault(place, _told(error)))

    def run(self, config: FloorConfig) -> None:
        """Everything that goes wrong is a fault; mostly nothing does."""
        store = MemoryStore()
        # Nobody signs in, so that their secrets need not be costly.
        secrets = Secrets(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        dice = Random("rehearsal").randbytes
        bare = replace(config, tables={}, links={})
        floor = open_floor(bare, store, DayClock(STARTS), entropy=dice, secrets=secrets)
        floor = replace(floor, config=config, links=floor.house.links)
        for name, link in config.links.items():
            with self.noting(f"links.{name}"):
                bring_links(replace(config, links={name: link}), floor.house.links)
        tables = dict[str, _RehearsedTable]()
        for name, setting in config.tables.items():
            with self.noting(self.places[name]):
                crew = _crew(floor, setting)
                open_table(floor.house, setting, crew.who(crew.ladder[-1]), registers=crew.dealer)
                first = len(tables) * _PLAYERS * _PLAYERS
                rounds = self.rounds_at[name]
                tables[name] = _RehearsedTable(floor, name, crew, first=first, rounds=rounds)
        self._play_all(floor, tables)
        for name, table in tables.items():
            with self.noting(self.places[name]):
                self.faults += _not_placed(table, self.places[name])
                for played in recall_all(store, name):
                    _settle_again(config.rulebooks[config.tables[name].rulebook], played)
        with self.noting("rehearsal, audit"):
            for finding in audit(store, config.rulebooks).findings:
                self.faults.append(_fault("rehearsal, audit", f"finds {finding}"))

    def _play_all(self, floor: Floor, tables: Mapping[str, _RehearsedTable]) -> None:
        links = DayLinks(floor, {name: table.crew for name, table in tables.items()})
        _listen(floor, tables, links)
        for name, table in tables.items():
            with self.noting(self.places[name]):
                _play(table, links)
            self.rounds += floor.house.tables.table(name).rounds.number
        with self.noting("links"):
            links.close()


def _play(table: _RehearsedTable, links: DayLinks) -> None:
    """Ask a table until it is closed."""
    clock, still, version = table.clock, 0, -1
    while (again := table.tick(clock.now)) < OVER:
        links.fold(clock.now)
        links.pay()
        now = table.house.tables.version(table.name)
        still, version = (still + 1 if now == version else 0), now
        if still > _PATIENCE:
            raise _StandsStill(table.words())
        clock.now = max(again, clock.now + _TICK)


class _StandsStill(PitbossError):
    def __init__(self, due: str) -> None:
        super().__init__(f"the table stands still; due is: {due or 'nothing'}")


def _fault(place: str, problem: str) -> Fault:
    remedy = "add what play asks for there: copy it from the rulebook nearest to yours"
    return Fault(place=place, problem=problem, remedy=remedy)


def _told(error: Exception) -> str:
    """What was raised, and where: in the code of the game or of a step that all games share."""
    last = extract_tb(error.__traceback__)[-1]
    file = Path(last.filename)
    shown = file.relative_to(_PROJECT) if file.is_relative_to(_PROJECT) else Path(file.name)
    what = f"{error} is missing" if isinstance(error, KeyError) else str(error) or "no reason"
    return f"{what} ({type(error).__name__} in {shown}, line {last.lineno}: {last.line})"


def _unknown(rulebook: Rulebook) -> Iterator[Fault]:
    """Irregularities that no table knows what to do about."""
    for kind in rulebook.irregularities:
        if kind not in CATALOGUE:
            yield Fault(
                place=f"irregularities.{kind}",
                problem="is an irregularity that no table knows",
                remedy=f"known: {', '.join(sorted(CATALOGUE))}",
            )


# --- opening --------------------------------------------------------------------------------------


def _config_of(rulebook: Rulebook) -> FloorConfig:
    """Tables by every dealing method, electronic and live, all on one link where there is one."""
    books = {rulebook.id: rulebook}
    link = _link_of(rulebook)
    usual, tables = _usual(rulebook, link), {}
    for place, (mode, method) in enumerate(product(Mode, rulebook.dealing)):
        layout = rulebook.layouts[place % len(rulebook.layouts)]
        data = {**usual, "mode": mode.value, "method": method}
        data |= {"layout": layout.id, "positions": layout.most}
        name = f"{mode}-{method}"
        tables[name] = setting_of(name, data, books)
    return FloorConfig(
        name="A rehearsal",
        time_zone="UTC",
        day_starts="06:00",
        is_demonstration=True,
        rulebooks=books,
        tables=tables,
        links={} if link is None else {link.link: link},
        pace=_PACE,
    )


def _usual(rulebook: Rulebook, link: LinkSettings | None) -> dict[str, object]:
    """What every table is set with: practice figures, and every wager that can be offered."""
    options = practice_options(rulebook)
    data: dict[str, object] = {
        "rulebook": rulebook.id,
        "time_zone": "UTC",
        "limits": {key: list(map(str, both)) for key, both in practice_limits(rulebook).items()},
        "options": options,
        "is_practice": True,
    }
    if link is not None:
        (game,) = link.games
        data |= {"link": link.link, "unit": str(link.unit)}
        if game.confirm is not None:
            options[game.confirm] = True
    return data


def _link_of(rulebook: Rulebook) -> LinkSettings | None:
    """A link of the paytable in force, with practice figures; none where nothing pays from one."""
    if PROGRESSIVE not in rulebook.wagers or rulebook.wagers[PROGRESSIVE].units is None:
        return None
    paytable = terms_of(rulebook, practice_options(rulebook)).table(PROGRESSIVE).paytable
    game = linked_game(rulebook, paytable.id, decks=1)
    levels = tuple(
        LevelSettings(
            name=name,
            initial=seed or RESET,
            reset=seed or RESET,
            contribution=Rate.parse("4%"),
            reserve=Rate.parse("1%"),
            is_unlimited=True,
            most_contribution=Money.parse("500.00"),
        )
        for name, seed in paytable.seeds.items()
    )
    return LinkSettings(
        link=_LINK,
        currency=rulebook.currency,
        unit=paytable.unit or UNIT,
        levels=levels,
        games=(game,),
        most_units=game.most_units or game.least_units,
        magic_rate=Rate.parse("1/2"),
        lucky_rate=Rate.parse("1/2"),
        verification_role=rulebook.roles[min(1, len(rulebook.roles) - 1)],
        change=ChangePolicy.WAITS,
        sharing=Sharing(rounding=Rounding.FLOOR, seed_based=False, one_by_one=False),
        confirmed=frozenset() if game.confirm is None else frozenset([game.confirm]),
        is_practice=True,
    )


def _crew(floor: Floor, setting: Setting) -> Crew:
    books = floor.config.rulebooks
    ladders = list(dict.fromkeys(book.roles for book in books.values()))
    return crew_of(floor.staff, 1, books[setting.rulebook].roles, ladders)


def _listen(floor: Floor, tables: Mapping[str, _RehearsedTable], links: DayLinks) -> None:
    def heard(name: str, done: Done[Table]) -> None:
        tables[name].heard(done, floor.house.clock())
        links.note(name, done.events)

    floor.house.subscribe("table", heard)


# --- the tables -----------------------------------------------------------------------------------


class _RehearsedTable(DayTable):
    """A table at which everything happens at least once, and that is closed after some rounds."""

    def __init__(self, floor: Floor, name: str, crew: Crew, *, first: int, rounds: int) -> None:
        troubles = _EveryTrouble(name, 1000)
        super().__init__(
            floor,
            name,
            dealing=floor.dealing,
            crew=crew,
            trouble=troubles,
            closes=OVER,
        )
        assert isinstance(floor.house.clock, DayClock), "a rehearsal has a clock of its own"
        self.clock = floor.house.clock
        self.happened = troubles.happened
        players = HousePlayers(least=_PLAYERS, most=_PLAYERS, seed=name, first=first)
        self.players = _EveryWager(players, self.dealer)
        self.regulars = self.players
        self.placed: set[str] = set()
        self._looks: Counter[object] = Counter()
        self._rounds = rounds
        self._declined = 0

    def words(self) -> str:
        """What is due at the table, in words."""
        table, rules = self.house.tables.table(self.name), self.house.tables.rules(self.name)
        return "; ".join(due_lines(rules, table))

    def _plan(self, now: datetime) -> Act | str | datetime:
        table = self.house.tables.table(self.name)
        if table.rounds.number >= self._rounds:
            self.closes = now
        return super()._plan(now)

    def _give(self, act: Act | str) -> Done[Table] | None:
        self._look(act)
        done = super()._give(act)
        if done is not None and isinstance(act, Act) and isinstance(act.command, PlaceWager):
            self.placed.add(act.command.wager)
        return done

    def _look(self, act: Act | str) -> None:
        """What everybody sees before a step: the public, every player, and who deals."""
        rules, table = self.house.tables.rules(self.name), self.house.tables.table(self.name)
        step = type(act.command).__name__ if isinstance(act, Act) else act
        moment = (step, table.halt and table.halt.kind, table.play.community_up)
        self._looks[moment] += 1
        if self._looks[moment] > _LOOKS:
            return
        shared = shared_view(rules, table)
        for player in table.people.seats.values():
            view(rules, table, player, shared=shared)
        view(rules, table, Viewer.SURVEILLANCE)
        layout_of(rules, table)
        list(due_lines(rules, table))
        list(reportable(rules, may_report(rules, table)))

    def _step(self, now: datetime) -> Act | datetime:
        table, rules = self.house.tables.table(self.name), self.house.tables.rules(self.name)
        for may in options(rules.game, rules.terms, table.play):
            if may.command is DeclineToShow and may.seat and self._declined <= table.rounds.number:
                self._declined += 2
                return Act(DeclineToShow(may.seat), Player(table.play.seats[may.seat].player))
        return super()._step(now)


@dataclass(frozen=True)
class _EveryTrouble(Mishaps):
    """What has gone wrong least often goes wrong next, and is ruled on as it was least often."""

    happened: Counter[str] = field(default_factory=Counter)
    ruled: Counter[tuple[str, str]] = field(default_factory=Counter)

    def moment(self, number: int) -> MishapMoment | None:
        """In most rounds, at each moment in turn."""
        moments: tuple[MishapMoment | None, ...] = (*MishapMoment, MishapMoment.DEALT, None)
        return moments[number % len(moments)]

    def reports(self, rules: TableRules, table: Table) -> Iterator[ReportIrregularity]:
        """All that might be reported."""
        reports = super().reports(rules, table)
        yield from sorted(reports, key=lambda report: self.happened[report.kind])

    def rulings(self, table: Table, halt: Halt) -> Iterator[MakeRuling]:
        """All that may be ruled, with the first hand where one must be named."""
        entry = CATALOGUE[halt.kind]
        at = next(iter(table.play.live), None)
        said = {"count": "52"}
        if at is not None:
            said |= {"seat": str(at.seat), "wager": next(iter(at.wagers), "")}
        for ruling in sorted(entry.rulings, key=lambda ruling: self.ruled[halt.kind, ruling]):
            self.ruled[halt.kind, ruling] += 1
            details = {one.name: said[one.name] for one in entry.ruling_fields if one.name in said}
            yield MakeRuling(ruling=ruling, reason="rehearsed", details=details)


@dataclass(frozen=True)
class _EveryWager(Regulars):
    """House players who stay, place every wager, and answer as was answered least."""

    answers: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """How often each answer was given, in all and beside the same wagers."""

    def comings_and_goings(self, rules: TableRules, table: Table) -> Act | None:
        """All sit down, and whoever may not stay gets up."""
        people = table.people
        for name in people.seats.values():
            if name in people.not_admitted:
                return self.leaving(rules, table, name)
        free = [n for n in range(1, rules.setting.positions + 1) if n not in people.seats]
        names = house_names(self.players.first, self.players.regulars)
        coming = [n for n in names if n not in {*people.seats.values(), *people.not_admitted}]
        if not free or not coming or len(people.seats) >= _PLAYERS:
            return None
        return Act(TakeSeat(coming[0], free[0]), Player(coming[0]))

    def _plan(
        self,
        rules: TableRules,
        name: str,
        offered: tuple[str, ...],
        number: int,
        is_alone: bool,  # noqa: ARG002 - nobody sits out
    ) -> list[tuple[str, Money]]:
        """One player places all that is on offer, the others each way to place less, in turn."""
        place = house_names(self.players.first, self.players.regulars).index(name) % _PLAYERS
        ways = _ways_to_place(rules.rulebook, offered)
        way = ways[(number * (_PLAYERS - 1) + place - 1) % len(ways)] if place else {*offered}
        placed = [rules.rulebook.wagers[wager] for wager in offered if wager in way]
        return [(rule.id, permitted_stakes(rules, rule)[0]) for rule in placed]

    def answer(self, rules: TableRules, table: Table, asked: Turn) -> Act:
        """The answer that was given least; what the game's own strategy says must be one too."""
        at, decision = asked
        seen = round_view(rules.terms, table.play, at.player)
        own = next(one.cards for one in seen.seats if one.seat == at.seat)
        choices = choices_of(decision, at)
        sight = Sight(
            decision=decision.id,
            choices=choices,
            own=known(own),
            community=known(seen.community),
            dealer=known(seen.dealer),
            decided=tuple(at.decisions.values()),
        )
        if None not in own and len(choices) > 1:
            advised = rules.game.strategy(sight)
            assert advised in choices, f"the strategy of {rules.game.name} says {advised!r}"
        beside = tuple(at.wagers)
        choice = min(
            choices,
            key=lambda one: (
                self.answers[decision.id, one, *beside],
                self.answers[decision.id, one],
            ),
        )
        self.answers[decision.id, choice] += 1
        self.answers[decision.id, choice, *beside] += 1
        return Act(Choose(at.seat, choice), Player(at.player))


def _ways_to_place(rulebook: Rulebook, offered: tuple[str, ...]) -> list[set[str]]:
    """What makes a hand and nothing else; and every other wager by itself, as far as it may be."""
    wagers, main = rulebook.wagers, {*rulebook.main_wagers}
    ways = [main]
    for wager in offered:
        needs = wagers[wager].needs
        if needs:
            ways.append({*main, wager, *(() if main.intersection(needs) else needs)})
        elif wager not in main:
            ways.append({wager, *(one for one in main if wagers[one].required)})
    return ways


# --- afterwards -----------------------------------------------------------------------------------


def _not_placed(table: _RehearsedTable, place: str) -> Iterator[Fault]:
    """A wager that is on offer and that no player could place."""
    for wager in table.floor.config.tables[table.name].offered:
        if wager not in table.placed:
            yield _fault(place, f"{wager} is on offer, and could be placed in no round")


def _settle_again(rulebook: Rulebook, played: PlayedRound) -> None:
    """The record of a round comes to the same as the round did."""
    if not played.play.seats or not played.play.is_over:
        return
    terms, again = read_round(record_of(played, rulebook), {rulebook.id: rulebook})
    lines = sorted(
        (at.seat, line.wager, line.from_seat or 0, line.winnings, line.returned)
        for at in settle(terms, again).seats
        for line in at.lines
    )
    told = sorted(
        (line.seat, line.wager, line.from_seat or 0, line.winnings, line.returned)
        for line in played.play.settled
    )
    assert lines == told, f"round {played.number} settled again comes to {lines}, not {told}"
