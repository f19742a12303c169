"""Everything the server says about tables, as text ready to send. One thread works here."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import Any

from pitboss.errors import BadSetting
from pitboss.house.clock import stamp
from pitboss.house.kept_tables import stream_of
from pitboss.records.recall import Recalled, recall
from pitboss.round.options import options
from pitboss.round.view import Viewer
from pitboss.rulebook.model import WagerRule
from pitboss.rulebook.terms import terms_of
from pitboss.table.rounds import events as rounds_ev
from pitboss.table.rules import TableRules
from pitboss.table.seen.amounts import permitted
from pitboss.table.seen.layout import layout
from pitboss.table.seen.may import Stake
from pitboss.table.table import Table
from pitboss.table.view import past_round, stage, view
from pitboss.web.behind import Behind
from pitboss.web.meters import LinkShown, meters_message
from pitboss.web.worth import Worth

_ROUNDS_KEPT = 300
_LAST_KEPT = 200


def dumped(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Desk:
    """Views of tables, lobby, signs and rounds past."""

    def __init__(self, behind: Behind, worth: Worth) -> None:
        self.behind = behind
        self.tables = behind.tables
        self.worth = worth
        self.names: list[str] = []
        self.unserved: dict[str, str] = {}
        """Open tables that cannot be shown, and why."""
        self._seen: dict[str, int] = {}
        self._last: dict[str, _Last] = {}
        self._rounds: OrderedDict[tuple[str, int], Recalled] = OrderedDict()

    def now(self) -> str:
        """The time, as messages say it."""
        return stamp(self.behind.clock())

    # --- what changed -----------------------------------------------------------------------------

    def poll(self) -> list[str]:
        """The tables that anybody, in any process, wrote to since the last look."""
        changed = []
        for stream, head in self.tables.store.heads("table/").items():
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

    def heard(self, name: str) -> None:
        """This process wrote to a table, so there is no need to look there again."""
        self._seen[name] = self.tables.version(name)

    def knows(self, name: str) -> bool:
        """Whether there is such a table; what is asked about others is not even looked up."""
        return name in self.names

    # --- tables -----------------------------------------------------------------------------------

    def table_texts(
        self, name: str, viewers: Collection[str | None]
    ) -> tuple[str, dict[str | None, str]]:
        """A table's layout, and its view for each viewer; None stands for the public."""
        rules, table = self.tables.rules(name), self.tables.table(name)
        shared: dict[str, Any] = {
            "version": self.tables.version(name),
            "now": self.now(),
            "deadline": self.behind.deadline(name),
            "round_options": options(rules.game, rules.terms, table.play),
        }
        texts = {}
        for player in viewers:
            own = {} if player is None else self._own(name, rules, table, player)
            seen = view(rules, table, player or Viewer.PUBLIC, **shared, **own)
            texts[player] = dumped({"kind": "table", "view": seen})
        return dumped({"kind": "layout", "layout": layout(rules, table)}), texts

    def layout(self, name: str) -> dict[str, Any]:
        """What stays the same about a table."""
        return layout(self.tables.rules(name), self.tables.table(name))

    def _own(self, name: str, rules: TableRules, table: Table, player: str) -> dict[str, Any]:
        return {
            "purse": self.behind.accounts.known(player).may_take(self.now()),
            "last": self.last_stakes(name, rules, table, player),
        }

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

    # --- lobby and signs --------------------------------------------------------------------------

    def shown(self, link: str | None) -> LinkShown | None:
        """A link's meters, if it is at hand."""
        return None if link is None else self.behind.meters(link)

    def meters(self, link: str) -> dict[str, Any]:
        """A link's meters as they are sent."""
        return meters_message(link, self.behind.meters(link))

    def link_title(self, link: str) -> str:
        """What a link is called on screens."""
        shown = self.behind.meters(link)
        return link if shown is None else shown.title or link

    def links(self) -> list[str]:
        """The links of all open tables."""
        found = (self.tables.table(name).setting for name in self.names)
        return sorted({one.link for one in found if one is not None and one.link is not None})

    def tables_on(self, link: str) -> list[str]:
        """The tables of a link."""
        found = ((name, self.tables.table(name).setting) for name in self.names)
        return [name for name, one in found if one is not None and one.link == link]

    def lobby(self) -> dict[str, Any]:
        """Every open table, and the meters of their links."""
        opened = [name for name in self.names if self.tables.table(name).is_open]
        return {
            "tables": [self.card(name) for name in opened],
            "meters": [self.meters(link) for link in self.links()],
        }

    def card(self, name: str) -> dict[str, Any]:
        """A table as the lobby shows it."""
        rules, table = self.tables.rules(name), self.tables.table(name)
        setting, people = rules.setting, table.people
        held = {seat for seat in table.play.seats if table.play.is_open}
        seats = range(1, setting.positions + 1)
        return {
            "table": name,
            "title": rules.rulebook.title,
            "rulebook": rules.rulebook.id,
            "game": rules.rulebook.game,
            "currency": setting.currency,
            "is_open": table.is_open,
            "is_practice": setting.is_practice,
            "stage": stage(rules, table),
            "round": table.rounds.number,
            "positions": setting.positions,
            "free": [seat for seat in seats if seat not in people.seats and seat not in held],
            "limits": limits_of(rules),
            "link": setting.link,
            "returns": self.worth.gives_back(rules, table, self.shown(setting.link)),
        }

    # --- rounds past ------------------------------------------------------------------------------

    def recalled(self, name: str, number: int) -> Recalled | None:
        """A round by its number; those looked at lately are at hand."""
        key = (name, number)
        found = self._rounds.get(key)
        if found is None:
            found = recall(self.tables.store, name, number)
            if found is None or not found.play.is_over:
                return found
            self._rounds[key] = found
            if len(self._rounds) > _ROUNDS_KEPT:
                self._rounds.popitem(last=False)
        self._rounds.move_to_end(key)
        return found

    def rounds(
        self, name: str, player: str | None, last: int, *, is_own: bool = False
    ) -> list[dict[str, Any]]:
        """The last rounds of a table as the viewer may recall them, the newest first."""
        return list(self._past(name, player, last, is_own=is_own))

    def _past(
        self, name: str, player: str | None, last: int, *, is_own: bool
    ) -> Iterator[dict[str, Any]]:
        number = self.tables.table(name).rounds.number
        for one in range(number, max(number - last, 0), -1):
            found = self.recalled(name, one)
            if found is None or not found.play.is_over:
                continue
            rules = self.tables.rulebooks.get(found.play.rulebook)
            if rules is None or rules.digest != found.play.digest:
                continue
            seen = past_round(
                terms_of(rules, found.play.options), found.play, player or Viewer.PUBLIC
            )
            if is_own and seen["your_net"] is None:
                continue
            opened = [e for e in found.events if isinstance(e, rounds_ev.SeedsOpened)]
            yield {
                "table": name,
                "round": one,
                "gaming_day": found.gaming_day,
                "ended": found.entries[-1].time,
                **seen,
                "deck_seed": opened[0].deck or None if opened else None,
            }

    def version(self, name: str) -> int:
        """How far a table is, in any process."""
        return self.tables.store.head(stream_of(name)).version


class _Last:
    """What everybody staked in their last round at one table."""

    def __init__(self) -> None:
        self.number = 0
        self.stakes: dict[str, list[Stake]] = {}

    def note(self, rules: TableRules, seats: Collection[Any]) -> None:
        """Remember a round that is over; who was not in it keeps what is known of them."""
        now: dict[str, list[Stake]] = {}
        for at in seats:
            for rule in rules.rulebook.wagers.values():
                if rule.id in at.wagers and rule.follows is None and rule.id not in at.shares:
                    stake = (at.seat, rule.id, at.wagers[rule.id])
                    now.setdefault(at.player, []).append(stake)
        # Who played last stands last, and of those who left long ago nothing need be known.
        self.stakes = {
            player: stakes for player, stakes in self.stakes.items() if player not in now
        } | now
        for player in list(self.stakes)[:-_LAST_KEPT]:
            del self.stakes[player]


def limits_of(rules: TableRules) -> dict[str, tuple[str, str | None]]:
    """Least and most of each wager on offer, by its title or the titles of its group.

    None for the most where only what the player holds is one.
    """
    alike: dict[str, list[WagerRule]] = {}
    for rule in rules.rulebook.wagers.values():
        if rule.follows is None and rule.id in rules.setting.offered:
            alike.setdefault(rule.limit_key, []).append(rule)
    found = {}
    for wagers in alike.values():
        least, most, _ = permitted(rules, wagers[0])
        titles = ", ".join(rule.title for rule in wagers)
        found[titles] = (str(least), None if most is None else str(most))
    return found
