"""A table that runs by itself, and a floor of them.

`tick(now)` does whatever is due by then and says when to ask again. It never sleeps. Nothing that
decides is kept here: what was done is in the store, and how long ago, so another process goes on
where this one stopped. Whatever a runner does is meant for the version it looked at, and its id
follows from table, round and version: two runners never do the same thing twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from pitboss.errors import CommandReused, Conflict, RuleBreach, StoreError
from pitboss.floor.config import HousePlayers, Pace
from pitboss.floor.floor import Floor, TableLeases
from pitboss.floor.house_players import Act, Regulars, is_house
from pitboss.floor.links import AutomaticClaims
from pitboss.floor.problems import Problem
from pitboss.floor.timeline import Timeline
from pitboss.house.callers import Caller, Player, System
from pitboss.house.engine import Done
from pitboss.house.streams import table_stream
from pitboss.round.decisions import Choose, choices_of
from pitboss.round.result import EndRound
from pitboss.round.wagers import CloseBets, makes_a_hand
from pitboss.table.irregularities.failures import POWER_FAILURE, STAY
from pitboss.table.irregularities.players import ABSENT
from pitboss.table.irregularities.reports import Answer, MakeRuling, ReportIrregularity
from pitboss.table.people.seats import LeaveSeat
from pitboss.table.people.turns import PromptForDecision, Turn, asked_now
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Command, Table

STEPS: UUID = uuid5(NAMESPACE_URL, "pitboss/floor/steps")
IDLE = timedelta(seconds=5)
"""When to look again at a table where nothing is due; an act at the table wakes it at once."""
STALL = timedelta(seconds=2)
"""Asked later than this, a table stood still, and nobody's time ran meanwhile (I-109)."""
NEWS_EVERY = timedelta(milliseconds=250)
"""How often to look whether another process wrote: a player may be served by any of them."""
_MOST_ACTS = 200
"""In one tick, so that a pace without waiting still comes back."""
_CALL = "call for bets"
UNUSED = 10
"""How many rounds a player may let pass before their chair is for others."""


def step_id(table: str, number: int, version: int) -> str:
    """The id of what the system does next at a table that stands so."""
    return str(uuid5(STEPS, f"{table}/{number}/{version}"))


class _Known(NamedTuple):
    """What a runner has in memory of its table."""

    times: Timeline
    again: datetime | None
    refused: set[tuple[int, str]]


class TableRunner:
    """Runs an electronic table, with its house players."""

    def __init__(
        self,
        floor: Floor,
        name: str,
        *,
        lease: TableLeases | None = None,
        is_alone: bool = False,
        pace: Pace | None = None,
        dealer: Caller | None = None,
    ) -> None:
        """`is_alone`: no other process writes, so the store need not be asked what is new."""
        self.floor = floor
        self.name = name
        self.house = floor.house
        self.dealing = floor.dealing
        self.pace = pace or floor.config.pace
        self.dealer: Caller = dealer or System()
        self.regulars = Regulars(floor.config.players.get(name, HousePlayers()), self.dealer)
        self.times = Timeline()
        self._lease = lease or TableLeases()
        self._is_alone = is_alone
        self.is_driving = False
        self._again: datetime | None = None
        """When it is to be asked again; none while another process drives the table."""
        self._refused: set[tuple[int, str]] = set()
        """What was refused in which round, so that it is not tried again."""

    def tick(self, now: datetime) -> datetime:
        """Do what is due by now; the answer is when to ask again."""
        if not self._is_alone:
            self.house.tables.refresh(self.name)
        self.is_driving = self._looks_own() and self._lease.holds(self.name)
        if not self.is_driving:
            self._again = None
            return now + IDLE
        try:
            self._again = self._act(now)
        except Exception:
            # It was looked at: a step that cannot be decided is no stall.
            self._again = now + IDLE
            raise
        return self._again

    def _act(self, now: datetime) -> datetime:
        """Do one thing after the other until there is something to wait for."""
        self._catch_up()
        self.times.hold_to(now)
        if self._again is None or now - self._again > STALL:
            # A process that begins or stood still is no power failure (I-109): no time ran.
            self.times.start_anew(now)
        plan = self._plan(now)
        for _ in range(_MOST_ACTS):
            if isinstance(plan, datetime):
                return plan
            self._give(plan)
            plan = self._plan_anew(now)
        return plan if isinstance(plan, datetime) else now

    def _looks_own(self) -> bool:
        """Whether the system deals: where people do, one of them at a keyboard runs the table.

        It is looked at first, for it may have been closed, and opened again as one of the others.
        """
        setting = self.house.tables.table(self.name).setting
        if setting is None or setting.mode is Mode.ELECTRONIC or self.dealer != System():
            return True
        self._lease.let_go(self.name)
        return False

    def heard(self, done: Done[Table], when: datetime) -> bool:
        """What this process wrote need not be read again; the answer is whether it was news."""
        written = next(w for w in done.receipt.written if w.stream == f"table/{self.name}")
        if self.times.version == written.first - 1:
            self.times.note(done.events, when, written.last)
            return True
        return self.times.version < written.last

    def known(self) -> _Known:
        """What this one goes by, to go back to if what it does next is not written."""
        return _Known(self.times.copy(), self._again, set(self._refused))

    def go_back(self, known: _Known) -> None:
        """Forget what was done and heard of since then: it may never have been written."""
        self.times, self._again, self._refused = known

    def _catch_up(self) -> None:
        self.times.catch_up(self.house.store, self.name, self.house.tables.version(self.name))

    def _give(self, act: Act | str) -> Done[Table] | None:
        version = self.house.tables.version(self.name)
        number = self.house.tables.table(self.name).rounds.number
        command_id = step_id(self.name, number, version)
        try:
            if not isinstance(act, Act):
                done = self.dealing.call_for_bets(self.name, self.dealer, command_id, upon=version)
            else:
                done = self.house.give(
                    table_stream(self.name), act.command, act.caller, command_id, upon=version
                )
            if not done.receipt.is_repeat:
                # It may be written later, with others, and what comes next goes by it.
                self.heard(done, self.house.clock())
            return done
        except (Conflict, CommandReused):
            if self.house.has_lost:
                raise
            # Another writer was first, and something else may be due now.
            self.house.tables.refresh(self.name)
        except RuleBreach:
            if not isinstance(act, Act) or not isinstance(act.caller, Player):
                raise
            # A house player who may not do this does without, as people do.
            self._refused.add((number, repr(act.command)))
        return None

    def _is_refused(self, table: Table, command: Command) -> bool:
        return bool(self._refused) and (table.rounds.number, repr(command)) in self._refused

    # --- what comes next --------------------------------------------------------------------------

    def _plan_anew(self, now: datetime) -> Act | str | datetime:
        """The same after something was done, by this process or another."""
        if not self._looks_own():
            return now + IDLE
        self._catch_up()
        return self._plan(now)

    def _plan(self, now: datetime) -> Act | str | datetime:
        """What to do now, or until when to wait."""
        table = self.house.tables.table(self.name)
        if not table.is_open:
            return now + IDLE
        rules = self.house.tables.rules(self.name)
        if table.halt is not None:
            return self._halted(table, now)
        if not table.play.is_open:
            return self._between(rules, table, now)
        if not table.play.is_closed_to_bets:
            return self._betting(rules, table, now)
        asked = asked_now(rules, table)
        if asked is not None:
            return self._asked(rules, table, asked, now)
        return self._step(now)

    def _step(self, now: datetime) -> Act | datetime:
        """The dealer's next step, at a pace that people can follow."""
        wait = self._since(self.times.moved, self.pace.step, now)
        if wait is not None:
            return wait
        command = self._due()
        return now + IDLE if command is None else Act(command, self.dealer)

    def _due(self) -> Command | None:
        return self.dealing.due(self.name)

    def _between(self, rules: TableRules, table: Table, now: datetime) -> Act | str | datetime:
        if not table.rounds.is_opened:
            return self._step(now)
        self._refused.clear()
        act = self._absentee(table) or self.regulars.comings_and_goings(rules, table)
        if act is not None:
            return act
        reached = self._reached(rules)
        if reached is not None:
            return reached
        wait = self._since(self.times.moved, self.pace.between, now)
        if wait is not None:
            # However long the pause, players see soon whether the link is lost or found again.
            return wait if rules.setting.link is None else min(wait, now + IDLE)
        return _CALL if _has_players(table) else now + IDLE

    def _reached(self, rules: TableRules) -> Act | None:
        """Whether the link was lost, or found again: players are told before they wager (P18)."""
        command = self.dealing.due(self.name) if rules.setting.link is not None else None
        return None if command is None else Act(command, self.dealer)

    def _absentee(self, table: Table) -> Act | None:
        """Where the system rules, a chair is not kept for a player who is gone."""
        if self.floor.supervisor is None:
            return None
        people, passed = table.people, self.times.let_pass
        seated = [name for name in people.seats.values() if not is_house(name)]
        # A runner that takes over has counted no rounds yet, and begins anew for every player.
        self.times.let_pass = {name: passed.get(name, 0) for name in seated}
        gone = [name for name in people.seats.values() if name in people.absent]
        gone += [name for name in seated if passed.get(name, 0) >= UNUSED]
        return Act(LeaveSeat(gone[0]), System()) if gone else None

    def _betting(self, rules: TableRules, table: Table, now: datetime) -> Act | datetime:
        if table.play.is_unwagered and not _has_players(table):
            # All players left: bets are called for anew when one comes, and the table may close.
            return Act(EndRound(), self.dealer)
        seats = sorted(seat for seat, name in table.people.seats.items() if is_house(name))
        called = self.times.called or now
        is_alone = self.times.first_wager is None and called + self.pace.betting <= now
        waits = [] if self.times.first_wager or not seats else [called + self.pace.betting]
        for place, seat in enumerate(seats, start=1):
            when = called + min(self.pace.thinking * place, self.pace.betting)
            if when > now:
                waits.append(when)
                continue
            for act in self.regulars.wagers_left(rules, table, seat, is_alone=is_alone):
                if not self._is_refused(table, act.command):
                    return act
        if self.times.first_wager is not None:
            closes = self.times.first_wager + self.pace.betting
            # Wagers that make no hand keep bets open: there would be no hand to deal.
            is_hand = any(makes_a_hand(rules.terms, at) for at in table.play.seats.values())
            if closes <= now and is_hand:
                return self._reached(rules) or Act(CloseBets(), self.dealer)
            waits.append(closes)
        return min((when for when in waits if when > now), default=now + IDLE)

    def _asked(self, rules: TableRules, table: Table, asked: Turn, now: datetime) -> Act | datetime:
        player = asked.at.player
        if is_house(player):
            wait = self._since(self.times.moved, self.pace.thinking, now)
            return wait or self._answer(rules, table, asked)
        timer = rules.choice("decision_timer")
        if timer in ("", "off"):
            return now + IDLE
        if self.times.prompted is None:
            wait = self._since(self.times.moved, timedelta(seconds=int(timer)), now)
            return wait or Act(PromptForDecision(asked.at.seat), System())
        supervisor = self.floor.supervisor
        if supervisor is None:
            # A prompt decides nothing: on a real floor it is for people to rule (I-100).
            return now + IDLE
        wait = self._since(self.times.prompted, self.pace.absence, now)
        if ABSENT not in rules.rulebook.irregularities:
            # No rule says what becomes of the hand: it is answered for at the least cost.
            answer = asked.decision.missing or choices_of(asked.decision, asked.at)[-1]
            return wait or Act(Choose(asked.at.seat, answer), self.dealer)
        absent = ReportIrregularity(kind=ABSENT, details={"player": player})
        return wait or Act(absent, supervisor)

    def _answer(self, rules: TableRules, table: Table, asked: Turn) -> Act:
        act = self.regulars.answer(rules, table, asked)
        if self._is_refused(table, act.command):
            # Refused for want of money: the answer that costs nothing is the last one.
            choice = asked.decision.choices[-1]
            return Act(Choose(asked.at.seat, choice), self.dealer)
        return act

    # --- when something went wrong ----------------------------------------------------------------

    def _halted(self, table: Table, now: datetime) -> Act | datetime:
        halt = table.halt
        assert halt is not None, "the table waits"
        if halt.kind != POWER_FAILURE:
            return now + IDLE
        supervisor = self.floor.supervisor
        if halt.awaits_ruling:
            if supervisor is None:
                return now + IDLE
            # Nothing was lost, for everything is written before it is seen (I-93).
            reason = "no entry is lost, and the round goes on where it stopped"
            return Act(MakeRuling(ruling="resume", reason=reason), supervisor)
        silent = [name for name in _with_money(table) if name not in halt.answers]
        for name in silent:
            if is_house(name):
                return Act(Answer(player=name, answer=STAY), Player(name))
        if supervisor is None or self.pace.decision is None:
            return now + IDLE
        wait = self._since(self.times.last, self.pace.decision + self.pace.absence, now)
        # Who takes nothing back stays.
        return wait or Act(Answer(player=silent[0], answer=STAY), System())

    @staticmethod
    def _since(when: datetime | None, how_long: timedelta, now: datetime) -> datetime | None:
        """Until when to wait; None if it is over."""
        until = now if when is None else when + how_long
        return until if until > now else None


def _has_players(table: Table) -> bool:
    return any(name not in table.people.absent for name in table.people.seats.values())


def _with_money(table: Table) -> list[str]:
    """The players with money on a hand that is in the round."""
    parts = (part for at in table.play.live for wager in at.wagers for part in at.parts(wager))
    return list(dict.fromkeys(part.player for part in parts))


class FloorRunner:
    """Every table of a floor, each asked again when it said; one that fails stops no other."""

    def __init__(
        self, floor: Floor, *, lease: TableLeases | None = None, is_alone: bool = False
    ) -> None:
        self.floor = floor
        self.problems: dict[str, Problem] = {}
        """What went wrong at a table when it was last asked; it is asked again."""
        self._lease = lease or TableLeases()
        self.claims = AutomaticClaims(floor, lease=self._lease)
        self._is_alone = is_alone
        self._runners: dict[str, TableRunner] = {}
        self._due: dict[str, datetime] = {}
        self._counted: datetime | None = None
        self._noticed: datetime | None = None
        self._ticked: datetime | None = None
        floor.house.subscribe("table", self._heard)

    def tick(self, now: datetime) -> datetime:
        """Do what is due by now at every table; the answer is when to ask again."""
        if self._ticked is not None and now < self._ticked:
            # The clock was set back (D9): no table waits until it shows that time again.
            self._due = dict.fromkeys(self._due, now)
            self._counted = self._noticed = None
        self._ticked = now
        self._count_tables(now)
        self._notice_others(now)
        names = [name for name, when in self._due.items() if when <= now]
        before = {name: self._runners[name].known() for name in names}
        try:
            with self.floor.house.together():
                self._tick_all(names, now)
        except StoreError:
            # Another process wrote to one of them, so nothing was written: each by itself, then.
            for name, known in before.items():
                self._runners[name].go_back(known)
            self._tick_all(names, now)
        due = min(self._due.values(), default=now + IDLE)
        return min(due, self.claims.tick(now) or due)

    def times(self, name: str) -> Timeline | None:
        """The times that a table is driven by, where this process drives it."""
        return self._runners[name].times if self.drives(name) else None

    def drives(self, name: str) -> bool:
        """Whether this process runs a table."""
        return name in self._runners and self._runners[name].is_driving

    def wake(self, name: str) -> None:
        """Ask a table at the next tick, for something happened there."""
        if name in self._due:
            self._due[name] = datetime.min.replace(tzinfo=self._due[name].tzinfo)

    def _tick_all(self, names: Iterable[str], now: datetime) -> None:
        for name in names:
            self._due[name] = self._tick(name, now)

    def _tick(self, name: str, now: datetime) -> datetime:
        try:
            when = self._runners[name].tick(now)
        except Exception as error:
            if self.floor.house.has_lost:
                raise
            self.problems[name] = Problem.of(error)
            return now + IDLE
        self.problems.pop(name, None)
        return when

    def _count_tables(self, now: datetime) -> None:
        """Other processes may open tables at any time."""
        if self._counted is not None and (self._is_alone or now - self._counted < IDLE):
            return
        self._counted = now
        for name in self.floor.house.tables.names():
            if name not in self._runners:
                self._runners[name] = TableRunner(
                    self.floor, name, lease=self._lease, is_alone=self._is_alone
                )
                self._due[name] = now

    def _notice_others(self, now: datetime) -> None:
        """A table that another process wrote to is asked at once: nothing else would wake it."""
        if self._is_alone or (self._noticed is not None and now - self._noticed < NEWS_EVERY):
            return
        self._noticed = now
        for stream, head in self.floor.house.store.heads("table/").items():
            name = stream.removeprefix("table/")
            runner = self._runners.get(name)
            if runner is not None and runner.is_driving and runner.times.version < head.version:
                self.wake(name)

    def _heard(self, name: str, done: Done[Table]) -> None:
        runner = self._runners.get(name)
        if runner is not None and runner.heard(done, self.floor.house.clock()):
            self.wake(name)
