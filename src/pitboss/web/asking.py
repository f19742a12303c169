"""What a browser asks of a table: turned into commands of the one who is signed in.

Authority comes from the connection. A message names a table and a seat, never a person.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import assert_never

from pitboss.errors import (
    CommandReused,
    Conflict,
    Corrupt,
    PitbossError,
    PlayerRefused,
    RuleBreach,
    StoreError,
)
from pitboss.house.callers import Player
from pitboss.house.tables import Done
from pitboss.money import Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.wagers import PlaceWager, TakeDown, needed_by
from pitboss.table.irregularities import commands as irregular_do
from pitboss.table.people import commands as people_do
from pitboss.table.seen.may import repeatable
from pitboss.table.table import Command
from pitboss.web import requests as msg
from pitboss.web.desk import Desk
from pitboss.web.messages import Done as DoneMessage
from pitboss.web.messages import Mistake, Refused, TableReply
from pitboss.web.texts import say

_LOG = logging.getLogger(__name__)


def ask(desk: Desk, player: str | None, message: msg.TableRequest) -> TableReply:
    """Have it done, and say so; or say why not and what would do."""
    if player is None:
        return _mistake(message, "Nobody is signed in here", "Come as a guest, or sign in.")
    if not desk.knows(message.table):
        known = ", ".join(desk.names)
        return _mistake(message, f"There is no table {message.table!r}", f"Tables: {known}.")
    try:
        done = _Asking(desk, player, message).done()
    except RuleBreach as breach:
        return Refused(
            id=message.id, problem=breach.problem, clause=breach.clause, remedy=breach.remedy
        )
    except PlayerRefused as refusal:
        return Refused(id=message.id, problem=refusal.problem, clause="", remedy=refusal.remedy)
    except CommandReused:
        return _mistake(message, "This id was used for something else", "Make a new id.")
    except Conflict:
        return Refused(
            id=message.id,
            problem="Others were quicker",
            clause="",
            remedy="Look again, and ask again.",
        )
    except Corrupt as error:
        _LOG.error("A request at table %s is not answered: %s", message.table, error)
        return _mistake(message, say("fault.damaged"), say("fault.damaged_remedy"))
    except StoreError:
        return _mistake(message, "The record cannot be reached just now", "Send it again.")
    except PitbossError as error:
        return _mistake(message, str(error), "Ask for something else.")
    is_repeat = all(one.receipt.is_repeat for one in done)
    version = desk.tables.version(message.table)
    return DoneMessage(id=message.id, is_repeat=is_repeat, version=version)


def _mistake(message: msg.TableRequest, problem: str, remedy: str) -> Mistake:
    return Mistake(id=message.id, problem=problem, remedy=remedy)


_NEW_PLAY = (msg.Place, msg.Repeat, msg.TakeSeat, msg.BuyIn)


class _Asking:
    """One message of one player."""

    def __init__(self, desk: Desk, player: str, message: msg.TableRequest) -> None:
        self.desk = desk
        self.tables = desk.tables
        self.accounts = desk.behind.accounts
        self.player = player
        self.message = message
        self.table = message.table
        # Ids of different people never meet, nor those of people and the system's own.
        self.id = f"web/{player}/{message.id}"

    def done(self) -> list[Done]:
        """Everything it came to."""
        message = self.message
        if isinstance(message, _NEW_PLAY):
            self.accounts.check_time(self.player)
        match message:
            case msg.BuyIn(amount=amount):
                money = Money.parse(amount)
                return [self.accounts.buy_in(self.player, self.table, money, self.id)]
            case msg.CashOut(amount=amount):
                money = Money.parse(amount)
                return [self.accounts.cash_out(self.player, self.table, money, self.id)]
            case msg.TakeSeat(seat=seat):
                return [self.accounts.take_seat(self.player, self.table, seat, self.id)]
            case msg.LeaveSeat():
                return [self.accounts.leave_seat(self.player, self.table, self.id)]
            case msg.Repeat():
                return list(self._repeated())
            case msg.TakeDown(wager=None, seat=seat):
                return list(self._cleared(seat))
            case _:
                return [self._give(self._command(message), self.id)]

    def _give(self, command: Command, command_id: str) -> Done:
        return self.tables.give(self.table, command, Player(self.player), command_id)

    def _command(self, message: msg.TableRequest) -> Command:
        match message:
            case msg.Place(seat=seat, wager=wager, stake=stake):
                return PlaceWager(seat, self.player, wager, Money.parse(stake))
            case msg.TakeDown(seat=seat, wager=wager):
                return TakeDown(seat, self.player, wager or "")
            case msg.Choose(seat=seat, choice=choice):
                return Choose(seat, choice)
            case msg.ViewHand(seat=seat):
                return ViewHand(seat)
            case msg.Decline(seat=seat):
                return DeclineToShow(seat)
            case msg.Return():
                return people_do.ReturnToTable(self.player)
            case msg.Answer(answer=answer):
                return irregular_do.Answer(player=self.player, answer=answer)
            case msg.BuyIn() | msg.CashOut() | msg.TakeSeat() | msg.LeaveSeat() | msg.Repeat():
                raise AssertionError("these concern the account as well")
            case _:
                assert_never(message)

    def _repeated(self) -> Iterator[Done]:
        """Each wager has an id of its own, so that sending it again adds what is missing only."""
        table, rules = self.tables.refresh(self.table), self.tables.rules(self.table)
        last = self.desk.last_stakes(self.table, rules, table, self.player)
        for command in repeatable(rules, table, self.player, last):
            yield self._give(command, f"{self.id}/{command.seat}/{command.wager}")

    def _cleared(self, seat: int) -> Iterator[Done]:
        """All that the player has on a seat, in the order in which it can be taken down."""
        rules = self.tables.rules(self.table)
        for _ in rules.rulebook.wagers:
            at = self.tables.table(self.table).play.seats.get(seat)
            if at is None:
                return
            own = [
                wager
                for wager in at.wagers
                if self.player
                in ([part.player for part in at.shares.get(wager, ())] or [at.player])
                and (self.player != at.player or needed_by(rules.terms, at, wager) is None)
            ]
            if not own:
                return
            wager = own[-1]
            yield self._give(TakeDown(seat, self.player, wager), f"{self.id}/{wager}")
