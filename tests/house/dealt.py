"""Tables on a link where people deal, so that any cards may lie at any seat in any round."""

from __future__ import annotations

from dataclasses import replace

from pitboss.cards import DECK, Card, parse_cards
from pitboss.house.callers import Caller, Member, Player
from pitboss.house.links import round_of, winning_cards
from pitboss.house.streams import link_stream, table_stream
from pitboss.jackpot.claims import PayClaim, RejectClaim, VerifyClaim
from pitboss.jackpot.terms import LinkSettings
from pitboss.round.deal import DealCards, RecordDraws
from pitboss.round.decisions import Choose
from pitboss.round.options import options
from pitboss.round.result import EndRound, SettleRound
from pitboss.round.wagers import CloseBets
from pitboss.store.contract import Store
from pitboss.table.irregularities.reports import MakeRuling, ReportIrregularity
from pitboss.table.operation import CloseTable
from pitboss.table.people.seats import RegisterDevice, TakeSeat
from pitboss.table.rules import Mode
from pitboss.table.table import Command
from tests.house.linked import LINK, PAYS, REJECTS, UNIT, VERIFIES, LinkedFloor
from tests.house.playing import setting_of
from tests.jackpot.pot import MEGALINK
from tests.table.procedures import ordinary

DEALER = Member("mbs-0")
SHIFT = Member("mbs-3", "sec")
NOTHING_WON = "2c 5d 8h 3s 6c 9d Kc Jd"
STRAIGHT_FLUSH = "7h 8h 9h 2c 5d 8s Th Jh"
"""At the first of two seats."""
TWO_STRAIGHT_FLUSHES = "5h 6h 7h Th Jh Qh 8h 9h"
ROYAL_AND_STRAIGHT_FLUSH = "Qh Kh Ah 7h 8h 9h Th Jh"


class DealtFloor(LinkedFloor):
    """Megalink Let It Ride with a dealer, and two players at each table."""

    def __init__(
        self, store: Store, *, seed: int = 1, settings: LinkSettings | None = None
    ) -> None:
        super().__init__(store, seed=seed)
        self.create(settings)

    def open_dealt(self, name: str) -> None:
        """A table whose dealer deals by hand; players bring their chips."""
        plain = setting_of(MEGALINK, name, Mode.LIVE)
        offered = (*plain.offered, "progressive")
        self.house.tables.open(
            replace(plain, link=LINK, unit=UNIT, offered=offered), Member("mbs-2")
        )
        self.sit_down(name)

    def open_again(self, name: str) -> None:
        """Close a table and open it once more; everybody comes back."""
        self.house.give(table_stream(name), CloseTable(), Member("mbs-2"))
        setting = self.house.tables.table(name).setting
        assert setting is not None
        self.house.tables.open(setting, Member("mbs-2"))
        self.sit_down(name)

    def sit_down(self, name: str) -> None:
        """Two players, each with a device for the progressive wager."""
        self.do_procedures(name)
        for seat in (1, 2):
            player = Player(f"{name}-{seat}")
            self.at(name, TakeSeat(player.name, seat), player)
            if seat not in self.house.tables.table(name).people.devices:
                self.at(name, RegisterDevice(seat), DEALER)

    def at(self, name: str, command: Command, caller: Caller = DEALER) -> None:
        """Have something done, and whatever is due with the cards after it."""
        self.house.give(table_stream(name), command, caller)
        self.do_procedures(name)

    def do_procedures(self, name: str) -> None:
        """Shuffles, cuts and the like, each by the role it needs."""
        rules = self.house.tables.rules(name)
        while (step := next(ordinary(rules, self.house.tables.table(name)), None)) is not None:
            prompt, command = step
            self.house.give(
                table_stream(name),
                command,
                Member(f"mbs-{rules.rulebook.roles.index(prompt.role)}"),
            )

    def until_settled(self, name: str, cards: str) -> None:
        """A round with these cards up to its settlement."""
        self.until_dealt(name, cards)
        self.settle(name)

    def settle(self, name: str) -> None:
        """Settle the round on what the link shows."""
        command = self.dealing.due(name)
        assert isinstance(command, SettleRound)
        self.at(name, command)

    def until_dealt(self, name: str, cards: str) -> None:
        """A round with these cards, in which nothing is left but to settle it."""
        self.dealing.call_for_bets(name, DEALER)
        self.bet_all(name)
        self.at(name, CloseBets())
        left = list(parse_cards(cards))
        while not isinstance(self.dealing.due(name), SettleRound):
            self._next(name, left)

    def end(self, name: str) -> None:
        """End the round, and open what it was bound to."""
        self.at(name, EndRound())
        while (command := self.dealing.due(name)) is not None:
            self.at(name, command)

    def play_dealt(self, name: str, cards: str = NOTHING_WON) -> None:
        """A whole round with these cards."""
        self.until_settled(name, cards)
        self.end(name)
        self.owner.step()

    def _next(self, name: str, left: list[Card]) -> None:
        table, rules = self.house.tables.table(name), self.house.tables.rules(name)
        permitted = {may.command: may for may in options(rules.game, rules.terms, table.play)}
        if DealCards in permitted and RecordDraws not in permitted:
            count = permitted[DealCards].cards
            dealt, left[:count] = tuple(left[:count]), []
            self.at(name, DealCards(dealt))
        elif Choose in permitted:
            may = permitted[Choose]
            assert may.seat is not None
            player = Player(table.play.seats[may.seat].player)
            self.at(name, Choose(may.seat, may.choices[0]), player)
        else:
            command = self.dealing.due(name)
            assert command is not None
            self.at(name, command)

    # --- claims -----------------------------------------------------------------------------------

    def verify(self, claim: int) -> None:
        """The cards are those that were won with, however long ago."""
        one = self.links.link(LINK).claims[claim]
        cards = winning_cards(round_of(self.store, one), one)
        deck = tuple(DECK)
        self.house.give(
            link_stream(LINK), VerifyClaim(claim=claim, cards=cards, deck=deck), VERIFIES
        )

    def pay(self, claim: int) -> None:
        self.house.give(link_stream(LINK), PayClaim(claim=claim), PAYS)

    def undo(self, name: str) -> None:
        """What was settled is void: a ruling by the highest role, with security beside."""
        report = ReportIrregularity(kind="uncovered", details={"what": "smoke in the hall"})
        self.house.give(table_stream(name), report, SHIFT)
        self.at(name, MakeRuling(ruling="void", reason="smoke"), SHIFT)
        self.settle(name)

    def reject(self, claim: int) -> None:
        self.house.give(
            link_stream(LINK), RejectClaim(claim=claim, reason="a marked card"), REJECTS
        )
