"""The table system: it calls for bets, deals from committed seeds, draws, settles and goes on.

A seed is made when bets are called for and kept in a stream of its own, sealed, so that a process
that dies in mid-round leaves behind all that is needed to play the round to its end. It is opened
once the round is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from pitboss.errors import Conflict, RuleBreach
from pitboss.house.callers import Caller, System
from pitboss.house.clock import gaming_day_of
from pitboss.house.engine import Done
from pitboss.house.house import House
from pitboss.house.streams import seeds_stream, table_stream
from pitboss.records.commands import read_command
from pitboss.records.entries import draft_of
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options
from pitboss.round.result import EndRound, SettleRound
from pitboss.round.wagers import CloseBets, PlaceWager
from pitboss.shuffling import commitment, context_of
from pitboss.store.contract import Append
from pitboss.table.operation import CloseTable, FindLink, LoseLink, is_unbound
from pitboss.table.rounds import CallForBets, OpenSeeds, SeedsKept, draws_are_made
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Command, Table

Entropy = Callable[[int], bytes]

_SEED_BYTES = 32
_TRIES = 8


class Dealer:
    """The system's own part in the rounds of every table."""

    def __init__(self, house: House, *, entropy: Entropy = secrets.token_bytes) -> None:
        self.house = house
        self._entropy = entropy

    def call_for_bets(
        self,
        name: str,
        caller: Caller | None = None,
        command_id: str | None = None,
        *,
        upon: int | None = None,
    ) -> Done[Table]:
        """ "Place your bets, please", bound to new seeds where the system deals or draws.

        Seeds are bound to the number of the round, so a call that another process was faster than
        is made anew, with new seeds; and one sent twice is answered by what it was the first time.
        """
        caller = caller or System()
        before = None if command_id is None else self._called_before(command_id)
        if before is not None:
            return self.house.give(table_stream(name), before, caller, command_id)
        for _ in range(_TRIES):
            version = self.house.tables.version(name) if upon is None else upon
            try:
                return self._call(name, caller, command_id, version)
            except Conflict:
                if upon is not None:
                    raise
                self.house.tables.refresh(name)
        raise Conflict(table_stream(name), expected=version, found=-1)

    def _called_before(self, command_id: str) -> CallForBets | None:
        receipt = self.house.store.receipt(command_id)
        asked = None if receipt is None else read_command(receipt.asked).command
        return asked if isinstance(asked, CallForBets) else None

    def _call(self, name: str, caller: Caller, command_id: str | None, version: int) -> Done[Table]:
        rules = self.house.tables.rules(name)
        setting = rules.setting
        number = self.house.tables.table(name).rounds.number + 1
        context = context_of(name, number)
        deck = self._seed() if setting.mode is Mode.ELECTRONIC else ""
        draws = self._seed() if draws_are_made(rules) else ""
        kept = SeedsKept(number=number, deck=deck, draws=draws, clause="I-102")
        seeds = self.house.tables.seeds
        beside: list[Append] = []
        if deck or draws:
            draft = draft_of(seeds.sealed(name, kept), tag=str(number))
            beside = [Append(stream=seeds_stream(name), drafts=(draft,), expected=None)]
        call = CallForBets(
            gaming_day=gaming_day_of(self.house.clock(), setting.time_zone, setting.day_starts),
            deck=commitment(deck, context=context) if deck else "",
            draws=commitment(draws, context=context) if draws else "",
        )
        done = self.house.give(
            table_stream(name),
            call,
            caller,
            command_id,
            beside=beside,
            upon=version,
        )
        if beside and not done.receipt.is_repeat:
            seeds.keep(name, kept)
        return done

    def due(self, name: str) -> Command | None:
        """What the system does next at a table by itself; None while players or staff act."""
        table = self.house.tables.table(name)
        if table.halt is not None or not table.is_open:
            return None
        reaching = self.reaching(name)
        if reaching is not None:
            return reaching
        if not table.play.is_open:
            return None if table.rounds.is_opened else self._opening(name, table)
        return self._next(name, self.house.tables.rules(name), table)

    def reaching(self, name: str) -> LoseLink | FindLink | None:
        """Whether a table lost its link, or found it, between rounds or while bets are made."""
        rules, table = self.house.tables.rules(name), self.house.tables.table(name)
        link = rules.setting.link
        is_played = table.play.is_open and table.play.is_closed_to_bets
        is_waiting = table.halt is not None or not table.is_open
        if link is None or is_played or is_waiting:
            return None
        fault = self.house.links.fault(link, name)
        if fault and not table.link_lost:
            return LoseLink(fault)
        is_found = table.link_lost and not fault and not is_unbound(rules, table)
        return FindLink() if is_found else None

    def step(self, name: str, command_id: str | None = None) -> Done[Table] | None:
        """Do what is due, if anything is."""
        command = self.due(name)
        if command is None:
            return None
        return self.house.give(table_stream(name), command, System(), command_id)

    def close(self, name: str, caller: Caller) -> Done[Table]:
        """Close a table; a round without wagers is ended first, and its seeds opened."""
        if self.house.tables.table(name).play.is_unwagered:
            self.house.give(table_stream(name), EndRound(), caller)
        self._open_seeds(name, caller)
        return self.house.give(table_stream(name), CloseTable(), caller)

    def _open_seeds(self, name: str, caller: Caller) -> None:
        table = self.house.tables.table(name)
        if table.play.is_open or table.rounds.is_opened:
            return
        try:
            self.house.give(
                table_stream(name), self._opening(name, table), self.dealer(name, caller)
            )
        except RuleBreach:
            # The process that runs the table may have been faster.
            if not self.house.tables.table(name).rounds.is_opened:
                raise

    def dealer(self, name: str, caller: Caller) -> Caller:
        """Who does what is due at a caller's request: the system where it deals (I-102)."""
        is_electronic = self.house.tables.rules(name).setting.mode is Mode.ELECTRONIC
        return System() if is_electronic else caller

    def _seed(self) -> str:
        return self._entropy(_SEED_BYTES).hex()

    def _next(self, name: str, rules: TableRules, table: Table) -> Command | None:
        permitted = {may.command: may for may in options(rules.game, rules.terms, table.play)}
        if CloseBets in permitted or PlaceWager in permitted or Choose in permitted:
            return None
        if RecordDraws in permitted and draws_are_made(rules):
            return self._draws(name, rules, table)
        # Cards that are not needed are left down, as the rules let a dealer do.
        if LeaveDown in permitted:
            return LeaveDown()
        return self._plain(name, rules, table, permitted)

    def _plain(
        self,
        name: str,
        rules: TableRules,
        table: Table,
        permitted: Mapping[type[RoundCommand], Option],
    ) -> Command | None:
        for kind, may in permitted.items():
            if kind is DealCards:
                if rules.setting.mode is not Mode.ELECTRONIC:
                    return None
                return DealCards(self.house.tables.seeds.cards_due(name, table, may.cards))
            if kind is SettleRound:
                return SettleRound()
            if kind is ShowHand:
                assert may.seat is not None, "it is a seat's hand that is shown"
                return ShowHand(may.seat)
            if kind in _PLAIN:
                return _PLAIN[kind]()
        return None

    def _draws(self, name: str, rules: TableRules, table: Table) -> RecordDraws:
        link = rules.setting.link
        assert link is not None, "only a linked table offers the progressive wager"
        return self.house.tables.seeds.draws_due(name, rules, table, self.house.links.rates(link))

    def _opening(self, name: str, table: Table) -> OpenSeeds:
        seeds = self.house.tables.seeds.of(name, table.rounds.number)
        return OpenSeeds(deck=seeds.deck, draws=seeds.draws)


_PLAIN: Mapping[type[RoundCommand], Callable[[], RoundCommand]] = {
    BurnCard: BurnCard,
    TurnCards: TurnCards,
    EndRound: EndRound,
}
