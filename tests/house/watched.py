"""A table on a store that is watched: after every command its promises must hold.

Two programs work at it, each with a memory of its own, so that one of them is often behind.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from itertools import count
from typing import Any

import pytest

from pitboss.api import settle
from pitboss.audit.audit import audit
from pitboss.cards import CARD_BY_NAME
from pitboss.errors import CommandReused, RuleBreach
from pitboss.games.library import Library, built_in
from pitboss.house.callers import Caller
from pitboss.house.dealer import Dealer
from pitboss.house.engine import Done
from pitboss.house.streams import table_stream
from pitboss.ledger import accounts
from pitboss.ledger.books import Ledger, disagreements, trial_balance
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING
from pitboss.records.entries import event_of
from pitboss.records.played_rounds import recall, record_of
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import options
from pitboss.round.result import RoundClosed
from pitboss.round.round import Event as RoundEvent
from pitboss.round.view import Viewer, view
from pitboss.store.contract import Store
from pitboss.table.operation import StopOffering, TableClosed
from pitboss.table.rounds import BetsCalled
from pitboss.table.rules import Setting, TableRules
from pitboss.table.table import Command, Event, Table, evolve, replay
from pitboss.table.view import view as table_view
from tests.house.floor import HandClock, house_on
from tests.house.linked import SOFTWARE
from tests.properties.watched import may_see, seen_in

Entropy = Callable[[int], bytes]
_ids = count(1)
_NO_HURRY = 10**9


class Watched:
    """One table, what must be true of it, and everything that happened."""

    def __init__(self, setting: Setting, stores: list[Store], entropy: Entropy) -> None:
        self.name = setting.table
        self.stream = f"table/{setting.table}"
        self.rulebook = built_in(setting.rulebook)
        self.stores, self.store = stores, stores[0]
        self.clock, self.entropy = HandClock(), entropy
        self.programs = [self._program(store) for store in stores]
        self.table = Table()
        self.version = 0
        self.books = Ledger()
        self.round_log: list[RoundEvent] = []
        self.rounds_closed = 0
        self.happened: set[str] = set()

    def _program(self, store: Store) -> Dealer:
        """One program that works at the tables of a store."""
        house = house_on(store, self.clock, software=lambda: SOFTWARE, patience_seconds=_NO_HURRY)
        return Dealer(house, entropy=self.entropy)

    def restart(self, which: int) -> None:
        """A program ends, and another begins on the same store."""
        self.programs[which] = self._program(self.stores[which])
        assert self.programs[which].house.tables.table(self.name) == self.table

    @property
    def rules(self) -> TableRules:
        return self.programs[0].house.tables.rules(self.name)

    # --- giving commands --------------------------------------------------------------------------

    def open(self, setting: Setting, caller: Caller) -> bool:
        return self._do(lambda: self.programs[0].house.tables.open(setting, caller), None)

    def call_for_bets(self, caller: Caller, which: int) -> bool:
        return self._do(lambda: self.programs[which].call_for_bets(self.name, caller), None)

    def give(
        self, command: Command, caller: Caller, which: int = 0, *, twice: bool = False
    ) -> bool:
        """Have a program give a command; whether it was taken."""
        house = self.programs[which].house
        command_id = f"{self.name}-{next(_ids)}"
        before = self.table
        taken = self._do(
            lambda: house.give(table_stream(self.name), command, caller, command_id), command
        )
        if taken:
            self._check_permitted(before, command)
        if taken and twice:
            self._check_repeat(command, caller, command_id, 1 - which)
        return taken

    def _do(self, give: Callable[[], Done[Table]], command: Command | None) -> bool:
        self.clock.pass_by(seconds=1)
        heads = self.store.heads()
        try:
            done = give()
        except RuleBreach as refusal:
            self.check_refusal(refusal)
            after = {name: head for name, head in self.store.heads().items() if name != "access"}
            heads.pop("access", None)
            assert after == heads, f"{command} was refused, and something was written"
            return False
        self._check_done(done)
        return True

    # --- what must be true ------------------------------------------------------------------------

    def check_refusal(self, refusal: RuleBreach) -> None:
        """It names a clause there is, and says what would do."""
        clause, known = refusal.clause, self.rulebook.rules
        # Corrections of what was typed wrongly are no rulebook's affair, but the house's (S4).
        assert clause in known or clause == "S4" or clause.startswith("I-"), (clause, str(refusal))
        assert refusal.remedy.endswith("."), refusal.remedy
        assert "None" not in str(refusal), str(refusal)

    def _check_permitted(self, before: Table, command: Command) -> None:
        """What the round decided stood among its options."""
        if isinstance(command, RoundCommand):
            permitted = options(self.rules.game, self.rules.terms, before.play)
            assert any(may.fits(command) for may in permitted), command

    def _check_repeat(self, command: Command, caller: Caller, command_id: str, which: int) -> None:
        house, heads = self.programs[which].house, self.store.heads()
        again = house.give(table_stream(self.name), command, caller, command_id)
        assert again.receipt.is_repeat
        assert again.state == self.table
        with pytest.raises(CommandReused):
            house.give(table_stream(self.name), StopOffering("1", "other"), caller, command_id)
        assert self.store.heads() == heads

    def _check_done(self, done: Done[Table]) -> None:
        written = list(self.store.read(self.stream, after=self.version))
        assert tuple(event_of(entry) for entry in written) == done.events
        for event in done.events:
            self._follow(event)
        self.version += len(written)
        assert done.state == self.table
        trial_balance(self.books)
        assert not list(disagreements(self.books, self.table))
        assert self.table.chips.everything == NOTHING
        self._check_views()
        if any(isinstance(event, RoundClosed) for event in done.events):
            self._check_round()

    def _follow(self, event: Event) -> None:
        self.happened.add(type(event).__name__)
        if isinstance(event, BetsCalled | TableClosed):
            self.round_log = []
        if isinstance(event, RoundEvent):
            self.round_log.append(event)
        self.books = self.books.posted(postings(self.table, event))
        self.table = evolve(self.table, event)

    def _check_views(self) -> None:
        play, rules = self.table.play, self.rules
        people = {*self.table.people.seats.values(), *(at.player for at in play.seats.values())}
        for place, viewer in enumerate((*Viewer, *sorted(people), "nobody")):
            allowed = may_see(self.round_log, self.rulebook.id, viewer)
            assert seen_in(view(rules.terms, play, viewer)) == allowed, viewer
            # What a screen gets is built at some cost, so it is looked at for one after the other.
            if (self.version + place) % 4:
                continue
            names = {str(card) for cards in allowed.values() for card in cards}
            shown = _cards_in(table_view(rules, self.table, viewer))
            drawn = play.magic_card
            if drawn is not None and (play.is_settled or viewer is Viewer.SURVEILLANCE):
                names.add(str(drawn))
            assert shown <= names, f"{viewer} sees {shown - names}"

    def _check_round(self) -> None:
        """Nothing lies on the layout, and the round settles again to the same cents."""
        self.rounds_closed += 1
        assert self.table.chips.layout == NOTHING
        assert self.books.of(accounts.LAYOUT) == NOTHING
        found = recall(self.store, self.name, self.table.rounds.number)
        assert found is not None
        assert found.play == self.table.play
        if not found.play.seats:
            return
        record = json.loads(json.dumps(record_of(found, self.rulebook)))
        assert _lines(settle(record)) == sorted(
            (line.seat, line.wager, line.from_seat or 0, str(line.winnings), str(line.returned))
            for line in found.play.settled
        )

    def check_all(self) -> None:
        """Everything from the beginning: the log, the books, and what an auditor finds."""
        log = [event_of(entry) for entry in self.store.read(self.stream)]
        assert replay(log) == self.table
        for program in self.programs:
            assert program.house.tables.refresh(self.name) == self.table
        findings = audit(self.store, Library(), is_alone=True).findings
        assert not findings, findings[:3]


def _cards_in(seen: Any) -> set[str]:
    """Every text in a view that names a card."""
    if is_dataclass(seen):
        return {name for field in fields(seen) for name in _cards_in(getattr(seen, field.name))}
    if isinstance(seen, dict):
        return {name for value in seen.values() for name in _cards_in(value)}
    if isinstance(seen, tuple):
        return {name for value in seen for name in _cards_in(value)}
    return {seen} if isinstance(seen, str) and seen in CARD_BY_NAME else set()


def _lines(settlement: dict[str, Any]) -> list[tuple[int, str, int, str, str]]:
    return sorted(
        (
            seat["seat"],
            line["wager"],
            line.get("from_seat") or 0,
            line["winnings"],
            line["returned"],
        )
        for seat in settlement["seats"]
        for line in seat["lines"]
    )
