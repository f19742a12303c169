"""A table on a casino day: run as any other, with its crew, what goes wrong, and an end."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from random import Random

from pitboss.errors import RuleBreach
from pitboss.floor.day import mishaps
from pitboss.floor.day.crew import Crew, closing, next_cards, prompted, rack
from pitboss.floor.day.mishaps import Mishaps
from pitboss.floor.floor import Floor
from pitboss.floor.house_players import Act, is_house
from pitboss.floor.runner import TableRunner
from pitboss.house.callers import Player
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.round.deal import DealCards
from pitboss.round.options import options
from pitboss.table.irregularities.failures import STAY, WITHDRAW
from pitboss.table.irregularities.reports import Answer, MakeRuling, ReportIrregularity
from pitboss.table.people.seats import ReturnToTable
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Command, Table

OVER = datetime.max.replace(tzinfo=UTC)
"""When a table that is closed is to be asked again."""


class DayTable(TableRunner):
    """One table for one day."""

    def __init__(
        self,
        floor: Floor,
        name: str,
        *,
        dealing: Dealer,
        crew: Crew,
        trouble: Mishaps,
        closes: datetime,
    ) -> None:
        self.is_live = floor.config.tables[name].mode is Mode.LIVE
        super().__init__(floor, name, is_alone=True, dealer=crew.dealer if self.is_live else None)
        self.dealing = dealing
        self.crew = crew
        self.mishaps = trouble
        self.closes = closes
        self.happened: Counter[str] = Counter()
        """What went wrong how often."""
        self._tried = 0
        """The round in which what goes wrong has gone wrong."""

    def _give(self, act: Act | str) -> Done[Table] | None:
        try:
            done = super()._give(act)
        except RuleBreach:
            reports = (ReportIrregularity, MakeRuling)
            if not isinstance(act, Act) or not isinstance(act.command, reports):
                raise
            # What cannot be here does not happen; something else may.
            self._refused.add((self.house.tables.table(self.name).rounds.number, repr(act.command)))
            return None
        if done is not None and isinstance(act, Act):
            self._note(act.command, done.state.rounds.number)
        return done

    def _note(self, command: Command, number: int) -> None:
        if isinstance(command, ReportIrregularity):
            self.happened[command.kind] += 1
            self._tried = number

    def _plan(self, now: datetime) -> Act | str | datetime:
        table = self.house.tables.table(self.name)
        rules = self.house.tables.rules(self.name)
        if not table.play.is_open and table.rounds.is_opened and table.halt is None:
            act = self._aside(rules, table, now)
            if act is not None:
                return act
            if not table.is_open:
                return OVER
        if table.halt is None and self.is_live:
            act = prompted(rules, table, self.crew)
            if act is not None:
                return act
        return self._mishap(rules, table) or super()._plan(now)

    def _aside(self, rules: TableRules, table: Table, now: datetime) -> Act | None:
        """Between rounds: people come back, the rack is seen to, and in the end all is closed."""
        seen_to = rack(table, self.crew) if self.is_live and table.is_open else None
        if seen_to is not None:
            # A rack that paid out too much is filled before it is counted.
            return seen_to
        if not table.is_open or now >= self.closes:
            gone = self._leaving(rules, table) if table.is_open else None
            dice = Random(f"{self.mishaps.seed}/closing")
            return gone or closing(rules, table, self.crew, self.dealer, dice)
        for name in table.people.seats.values():
            if name in table.people.absent:
                return Act(ReturnToTable(name), Player(name))
        return None

    def _leaving(self, rules: TableRules, table: Table) -> Act | None:
        for name in table.people.seats.values():
            return self.regulars.leaving(rules, table, name)
        return None

    def _mishap(self, rules: TableRules, table: Table) -> Act | None:
        number = table.rounds.number
        if table.halt is not None or number <= self._tried or not table.play.is_open:
            return None
        moment = self.mishaps.moment(number)
        if moment is None or mishaps.now(table) is not moment:
            return None
        for report in self.mishaps.reports(rules, table):
            if not self._is_refused(table, report):
                role = rules.rulebook.irregularities[report.kind].reported_by
                return Act(report, self.crew.who(role))
        self._tried = number
        return None

    def _halted(self, table: Table, now: datetime) -> Act | datetime:
        halt = table.halt
        assert halt is not None, "the table waits"
        rules = self.house.tables.rules(self.name).rulebook
        if halt.awaits_ruling:
            role = rules.irregularities[halt.kind].ruled_by
            for ruling in self.mishaps.rulings(table, halt):
                if not self._is_refused(table, ruling):
                    return Act(ruling, self.crew.who(role))
        if halt.awaits_answers:
            dice = Random(f"{self.mishaps.seed}/{table.rounds.number}/answers")
            for at in table.play.live:
                answer = dice.choice((STAY, STAY, STAY, WITHDRAW))
                if is_house(at.player) and at.player not in halt.answers:
                    command = Answer(player=at.player, answer=answer)
                    return Act(command, Player(at.player))
        return super()._halted(table, now)

    def _due(self) -> Command | None:
        command = super()._due()
        if command is not None or not self.is_live:
            return command
        table, rules = self.house.tables.table(self.name), self.house.tables.rules(self.name)
        for may in options(rules.game, rules.terms, table.play):
            if may.command is DealCards:
                cards = next_cards(table, self.mishaps.seed, may.cards)
                return DealCards(cards)
        return None
