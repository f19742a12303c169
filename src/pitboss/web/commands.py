"""What players ask of tables, turned into commands and given in batches.

Authority comes from the connection: a request names a table and a seat, never a person. Requests
that arrive while others are carried out are carried out together, so that a crowd that bets in the
same second waits for the disk once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
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
from pitboss.house.engine import Done
from pitboss.house.streams import table_stream
from pitboss.money import Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.wagers import PlaceWager, TakeDown, needed_by
from pitboss.table.deck_contributions import ContributeToDeck
from pitboss.table.irregularities.reports import Answer
from pitboss.table.people.seats import ReturnToTable
from pitboss.table.player_options import repeatable
from pitboss.table.table import Command, Table
from pitboss.web import messages as msg
from pitboss.web.assets import say
from pitboss.web.backend import Work
from pitboss.web.messages import DoneReply, MistakeReply, RefusedReply, TableReply
from pitboss.web.views import Views

MOST = 64
"""The size of a batch: the first in a long queue must not wait for all that came since."""
_NEW_PLAY = (msg.PlaceRequest, msg.RepeatRequest, msg.TakeSeatRequest, msg.BuyInRequest)
_Asked = tuple[str | None, msg.TableRequest]
_LOG = logging.getLogger(__name__)


# --- batches --------------------------------------------------------------------------------------


class Batches:
    """Requests of every browser, answered in the order in which they came."""

    def __init__(self, views: Views, work: Work) -> None:
        self.views = views
        self.work = work
        self._queue: deque[tuple[_Asked, asyncio.Future[TableReply]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, player: str | None, message: msg.TableRequest) -> TableReply:
        """Carry a request out, and answer once it is written; or answer why not."""
        answer: asyncio.Future[TableReply] = asyncio.get_running_loop().create_future()
        self._queue.append(((player, message), answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        while self._queue:
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), MOST))]
            replies: Sequence[TableReply | Exception]
            try:
                replies = await self.work.run(answers, self.views, [asked for asked, _ in batch])
            except Exception as error:
                # A failure of this batch is no failure of the next.
                replies = [error] * len(batch)
            except BaseException:
                # The server stops: no request is left waiting, and nothing more is done.
                for _, answer in [*batch, *self._queue]:
                    answer.cancel()
                self._queue.clear()
                raise
            for (_, answer), reply in zip(batch, replies, strict=True):
                if answer.done():
                    # The browser has gone meanwhile.
                    continue
                if isinstance(reply, Exception):
                    answer.set_exception(reply)
                else:
                    answer.set_result(reply)


def answers(views: Views, batch: list[_Asked]) -> list[TableReply | Exception]:
    """Several requests in one transaction, each as if it were alone."""
    try:
        with views.house.together():
            return [_answer(views, *asked) for asked in batch]
    except StoreError:
        # Another process wrote to one of the tables, so nothing was written: each by itself, then.
        # A command that was written after all is known by its id.
        return [_answer(views, *asked) for asked in batch]


def _answer(views: Views, player: str | None, message: msg.TableRequest) -> TableReply | Exception:
    try:
        return ask(views, player, message)
    except Exception as error:
        # A fault in answering one is no fault of the others.
        return error


# --- one request ----------------------------------------------------------------------------------


def ask(views: Views, player: str | None, message: msg.TableRequest) -> TableReply:
    """Carry a request out and say so; or say why not, and what to do instead."""
    if player is None:
        return _mistake(message, "You are not signed in", "Come as a guest, or sign in.")
    if not views.knows(message.table):
        known = ", ".join(views.names)
        return _mistake(message, f"There is no table {message.table!r}", f"Tables: {known}.")
    try:
        done = _Asking(views, player, message).done()
    except RuleBreach as breach:
        return _refused(message, breach.problem, breach.remedy, breach.clause)
    except PlayerRefused as refusal:
        return _refused(message, refusal.problem, refusal.remedy)
    except CommandReused:
        return _mistake(message, "This id was used for another request", "Make a new id.")
    except Conflict:
        return _refused(message, "Other requests came first", "Look again, and ask again.")
    except Corrupt as error:
        _LOG.error("A request at table %s is not answered: %s", message.table, error)
        return _mistake(message, say("fault.damaged"), say("fault.damaged_remedy"))
    except StoreError:
        return _mistake(message, "The record cannot be reached just now", "Send it again.")
    except PitbossError as error:
        return _mistake(message, str(error), "Ask for something else.")
    is_repeat = all(one.receipt.is_repeat for one in done)
    version = views.tables.version(message.table)
    return DoneReply(id=message.id, is_repeat=is_repeat, version=version)


def _mistake(message: msg.TableRequest, problem: str, remedy: str) -> MistakeReply:
    return MistakeReply(id=message.id, problem=problem, remedy=remedy)


def _refused(
    message: msg.TableRequest, problem: str, remedy: str, clause: str = ""
) -> RefusedReply:
    return RefusedReply(id=message.id, problem=problem, clause=clause, remedy=remedy)


class _Asking:
    """One request of one player."""

    def __init__(self, views: Views, player: str, message: msg.TableRequest) -> None:
        self.views = views
        self.house = views.house
        self.tables = views.tables
        self.accounts = views.backend.house.accounts
        self.player = player
        self.message = message
        self.table = message.table
        # Ids of different players never meet, nor those of players and of the system.
        self.id = f"web/{player}/{message.id}"

    def done(self) -> list[Done[Table]]:
        """Give every command that it takes."""
        message = self.message
        if isinstance(message, _NEW_PLAY):
            self.accounts.check_time(self.player)
        match message:
            case msg.BuyInRequest(amount=amount):
                money = Money.parse(amount)
                return [self.accounts.buy_in(self.player, self.table, money, self.id)]
            case msg.CashOutRequest(amount=amount):
                money = Money.parse(amount)
                return [self.accounts.cash_out(self.player, self.table, money, self.id)]
            case msg.TakeSeatRequest(seat=seat):
                return [self.accounts.take_seat(self.player, self.table, seat, self.id)]
            case msg.LeaveSeatRequest():
                return [self.accounts.leave_seat(self.player, self.table, self.id)]
            case msg.RepeatRequest():
                return self._repeated()
            case msg.TakeDownRequest(wager=None, seat=seat):
                return self._cleared(seat)
            case _:
                return [self._give(self._command(message), self.id)]

    def _give(self, command: Command, command_id: str) -> Done[Table]:
        return self.house.give(table_stream(self.table), command, Player(self.player), command_id)

    def _command(self, message: msg.TableRequest) -> Command:
        match message:
            case msg.PlaceRequest(seat=seat, wager=wager, stake=stake):
                return PlaceWager(seat, self.player, wager, Money.parse(stake))
            case msg.TakeDownRequest(seat=seat, wager=wager):
                return TakeDown(seat, self.player, wager or "")
            case msg.ChooseRequest(seat=seat, choice=choice):
                return Choose(seat, choice)
            case msg.ViewHandRequest(seat=seat):
                return ViewHand(seat)
            case msg.DeclineRequest(seat=seat):
                return DeclineToShow(seat)
            case msg.ReturnRequest():
                return ReturnToTable(self.player)
            case msg.ContributeRequest(value=value):
                return ContributeToDeck(self.player, value)
            case msg.AnswerRequest(answer=answer):
                return Answer(player=self.player, answer=answer)
            case (
                msg.BuyInRequest()
                | msg.CashOutRequest()
                | msg.TakeSeatRequest()
                | msg.LeaveSeatRequest()
                | msg.RepeatRequest()
            ):
                raise AssertionError("these are given with the account")
            case _:
                assert_never(message)

    def _repeated(self) -> list[Done[Table]]:
        """Each wager has its own id, so that sending it again adds only what is missing."""
        table, rules = self.tables.refresh(self.table), self.tables.rules(self.table)
        last = self.views.last_stakes(self.table, rules, table, self.player)
        done = [
            self._give(command, self._part(command.seat, command.wager))
            for command in repeatable(rules, table, self.player, last)
        ]
        if not done and not self._was_given(self._part(seat, wager) for seat, wager, _ in last):
            raise PlayerRefused(
                "No wager of your last round here can be placed now", remedy="Place another."
            )
        return done

    def _cleared(self, seat: int) -> list[Done[Table]]:
        """All that the player has on a seat, in the order in which it can be taken down."""
        wagers = self.tables.rules(self.table).rulebook.wagers
        done = list(self._taken_down(seat))
        if not done and not self._was_given(self._part(seat, wager) for wager in wagers):
            raise PlayerRefused(
                f"You have no wager at seat {seat}", remedy="There is nothing to take down."
            )
        return done

    def _taken_down(self, seat: int) -> Iterator[Done[Table]]:
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
            yield self._give(TakeDown(seat, self.player, wager), self._part(seat, wager))

    def _part(self, seat: int, wager: str) -> str:
        """The id of the part of this request that is about one wager."""
        return f"{self.id}/{seat}/{wager}"

    def _was_given(self, ids: Iterable[str]) -> bool:
        """Whether a request that finds nothing to do was carried out before, at this table."""
        receipts = (self.house.store.receipt(one) for one in ids)
        stream = table_stream(self.table)
        for receipt in receipts:
            if receipt is not None:
                if all(written.stream != stream for written in receipt.written):
                    raise CommandReused(receipt.command)
                return True
        return False
