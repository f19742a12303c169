"""What the server shows: tables, meters and rounds past. Only the floor's thread works here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import Any

from pitboss.errors import BadSetting
from pitboss.floor.problems import Problem
from pitboss.house.clock import stamp
from pitboss.house.streams import table_stream
from pitboss.jackpot.view import LinkView
from pitboss.records.played_rounds import PlayedRound, recall
from pitboss.rulebook.terms import terms_of
from pitboss.table.layout import LayoutView, layout_of
from pitboss.table.player_options import Stake
from pitboss.table.prompts import due_lines
from pitboss.table.rounds import BetsCalled, SeedsOpened
from pitboss.table.rules import TableRules
from pitboss.table.table import Table
from pitboss.table.view import PastRound, is_at, past_round, shared_view, view, without_names
from pitboss.web.backend import Backend, ShownLink, empty_view
from pitboss.web.messages import LayoutMessage, TableMessage, encode
from pitboss.web.returns import Returns
from pitboss.web.safety import RateLimit

STAFF = ""
"""A viewer who works here; no player is called that."""
_ROUNDS_KEPT = 300
_LAST_KEPT = 200


class Views:
    """Views of tables, links and rounds past."""

    def __init__(self, backend: Backend, returns: Returns) -> None:
        self.backend = backend
        self.house = backend.house
        self.tables = backend.house.tables
        self.returns = returns
        writes = backend.writes_per_minute
        self.writes = RateLimit(burst=writes, per_second=writes / 60)
        """What each player may ask for, on all pages and lines together."""
        self.names: list[str] = []
        self.unserved: dict[str, str] = {}
        """Open tables that cannot be shown, and why."""
        self._seen: dict[str, int] = {}
        self._last: dict[str, _Last] = {}
        self._rounds: OrderedDict[tuple[str, int], PlayedRound] = OrderedDict()

    def now(self) -> str:
        """The time, as messages say it."""
        return stamp(self.backend.clock())

    # --- what changed -----------------------------------------------------------------------------

    def poll(self) -> list[str]:
        """The tables that any process wrote to since the last look."""
        changed = []
        for stream, head in self.house.store.heads("table/").items():
            name = stream.removeprefix("table/")
            if self._seen.get(name) == head.version:
                continue
            self._seen[name] = head.version
            if self.tables.version(name) < head.version:
                self.tables.refresh(name)
            changed.append(name)
        self.names = [name for name in self._seen if self._is_served(name)]
        return changed

    def _is_served(self, name: str) -> bool:
        """Whether a table can be shown: not without the rulebook of the day it was opened on."""
        if self.tables.table(name).setting is None:
            return False
        self.unserved.pop(name, None)
        try:
            self.tables.rules(name)
        except BadSetting as missing:
            if self.tables.table(name).is_open:
                self.unserved[name] = str(missing)
            return False
        return True

    def problem(self, name: str) -> Problem | None:
        """Why an open table stands still; None where it goes on, or waits for people.

        Where people deal, nothing but their screens would show that a step cannot be decided.
        """
        known = self.backend.problem(name)
        table = self.tables.table(name)
        if known is not None or not table.is_open:
            return known if table.is_open else None
        try:
            list(due_lines(self.tables.rules(name), table))
        except Exception as error:
            return Problem.of(error)
        return None

    def heard(self, name: str) -> None:
        """This process wrote to a table, which need not be polled for that."""
        self._seen[name] = self.tables.version(name)

    def knows(self, name: str) -> bool:
        """Whether there is such a table; other names are not even looked up."""
        return name in self.names

    # --- tables -----------------------------------------------------------------------------------

    def table_texts(
        self, name: str, viewers: Collection[str | None]
    ) -> tuple[str, dict[str | None, str]]:
        """A table's layout, and its view for each viewer; None stands for the public.

        Names are for those at the table and for staff (`STAFF`).
        """
        rules, table, now = self.tables.rules(name), self.tables.table(name), self.now()
        shared = shared_view(
            rules,
            table,
            version=self.tables.version(name),
            now=now,
            deadline=self.backend.deadline(name),
        )
        knowing = {one for one in viewers if one == STAFF or (one and is_at(table, one))}
        nameless = shared
        if not knowing.issuperset(viewers):
            nameless = shared._replace(view=without_names(shared.view))
        texts = {}
        for player in viewers:
            base = shared if player in knowing else nameless
            seen = base.view
            if player:
                purse = self.backend.house.accounts.known(player).may_take(now)
                last = self.last_stakes(name, rules, table, player)
                seen = view(rules, table, player, shared=base, purse=purse, last=last)
            texts[player] = encode(TableMessage(view=seen))
        return encode(LayoutMessage(layout=layout_of(rules, table))), texts

    def layout(self, name: str) -> LayoutView:
        """What stays the same about a table."""
        return layout_of(self.tables.rules(name), self.tables.table(name))

    def last_stakes(self, name: str, rules: TableRules, table: Table, player: str) -> list[Stake]:
        """What a player staked in their last round here, in the rulebook's order."""
        last = self._last.setdefault(name, _Last())
        number = table.rounds.number
        over = number - 1 if table.play.is_open else number
        if last.number != over:
            play = table.play
            if table.play.is_open:
                recalled = self.recalled(name, over)
                play = table.play if recalled is None else recalled.play
            if over > 0 and play.is_over:
                last.note(rules, play.seats.values())
            last.number = over
        return last.stakes.get(player, [])

    # --- links ------------------------------------------------------------------------------------

    def shown(self, link: str | None) -> ShownLink | None:
        """A link and its rates, if it can be shown."""
        return None if link is None else self.backend.link_of(link)

    def meters(self, link: str) -> LinkView:
        """A link's meters as they are sent."""
        shown = self.backend.link_of(link)
        return empty_view(link) if shown is None else shown.view

    def link_title(self, link: str) -> str:
        """What a link is called on screens."""
        return self.meters(link).title

    def links(self) -> list[str]:
        """The links of all open tables."""
        found = (self.tables.table(name).setting for name in self.names)
        return sorted({one.link for one in found if one is not None and one.link is not None})

    def tables_on(self, link: str) -> list[str]:
        """The tables of a link."""
        found = ((name, self.tables.table(name).setting) for name in self.names)
        return [name for name, one in found if one is not None and one.link == link]

    # --- rounds past ------------------------------------------------------------------------------

    def recalled(self, name: str, number: int) -> PlayedRound | None:
        """A round by its number; those read lately are cached."""
        key = (name, number)
        found = self._rounds.get(key)
        if found is None:
            found = recall(self.house.store, name, number)
            if found is None or not found.play.is_over:
                return found
            self._rounds[key] = found
            if len(self._rounds) > _ROUNDS_KEPT:
                self._rounds.popitem(last=False)
        self._rounds.move_to_end(key)
        return found

    def rounds(
        self, name: str, player: str | None, last: int, *, is_own: bool = False
    ) -> tuple[PastRound, ...]:
        """The last rounds of a table as the viewer may recall them, the newest first.

        Names are for those who sit there or were in the round, and for staff (`STAFF`).
        """
        return tuple(self._past(name, player, last, is_own=is_own))

    def _past(
        self, name: str, player: str | None, last: int, *, is_own: bool
    ) -> Iterator[PastRound]:
        table = self.tables.table(name)
        number = table.rounds.number
        sees_names = player is not None and (player == STAFF or is_at(table, player))
        for one in range(number, max(number - last, 0), -1):
            found = self.recalled(name, one)
            if found is None or not found.play.is_over:
                continue
            rulebook = self.tables.rulebooks.get(found.play.rulebook)
            if rulebook is None or rulebook.digest != found.play.digest:
                continue
            called = next((e for e in found.events if isinstance(e, BetsCalled)), None)
            opened = next((e for e in found.events if isinstance(e, SeedsOpened)), None)
            seen = past_round(
                terms_of(rulebook, found.play.options),
                found.play,
                player,
                table=name,
                number=one,
                gaming_day=found.gaming_day,
                ended=found.entries[-1].time,
                deck_seed=None if opened is None else opened.deck or None,
                commitment="" if called is None else called.deck,
                contributions=() if opened is None else opened.contributions,
            )
            is_theirs = seen.your_net is not None or any(seat.is_you for seat in seen.seats)
            if not is_own or seen.your_net is not None:
                yield seen if sees_names or is_theirs else without_names(seen)

    def version(self, name: str) -> int:
        """How far a table is, in any process."""
        return self.house.store.head(table_stream(name)).version


class _Last:
    """What each player staked in their last round at one table."""

    def __init__(self) -> None:
        self.number = 0
        self.stakes: dict[str, list[Stake]] = {}

    def note(self, rules: TableRules, seats: Collection[Any]) -> None:
        """Note a round that is over; players who were not in it keep their last stakes."""
        now: dict[str, list[Stake]] = {}
        for at in seats:
            for rule in rules.rulebook.wagers.values():
                if rule.id in at.wagers and rule.follows is None and rule.id not in at.shares:
                    stake = (at.seat, rule.id, at.wagers[rule.id])
                    now.setdefault(at.player, []).append(stake)
        # Who played last stands last, so those who left long ago are dropped first.
        self.stakes = {
            player: stakes for player, stakes in self.stakes.items() if player not in now
        } | now
        for player in list(self.stakes)[:-_LAST_KEPT]:
            del self.stakes[player]
