"""Whether what a linked table played, contributed and claimed is one and the same.

A linked table writes to three streams at once. Beside the replay of its rounds the inbox must hold
exactly the progressive wagers that stand, and the link exactly what the settlement took. The draws
must come from the seeds at the link's own rates.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.audit.claims import ClaimLog, EndedClaims, check_ended
from pitboss.audit.findings import Finding, finding_at
from pitboss.audit.replay import ReplayStep, Wrong
from pitboss.audit.seeds import check_draws
from pitboss.audit.times import SetBacks, earlier
from pitboss.errors import RuleBreach
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.care import TransferReceived, TransferSent
from pitboss.jackpot.changes import TermsChanged
from pitboss.jackpot.contributions import JoinTable, TableJoined, why_not
from pitboss.jackpot.inbox import (
    ContributionAlarmed,
    ContributionReversed,
    InboxEvent,
    RoundContributed,
)
from pitboss.jackpot.meters import Bucket
from pitboss.jackpot.operation import LinkOpened, LinkRetired, LinkStarted, LinkStopped
from pitboss.jackpot.terms import LinkTerms, check_practice
from pitboss.money import NOTHING, Money
from pitboss.records.entries import event_of
from pitboss.round.deal import DrawsRecorded
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import MeterPaid
from pitboss.round.wagers import BetsClosed, WagerPlaced
from pitboss.store.contract import Entry
from pitboss.store.events import APART
from pitboss.table.operation import TableOpened
from pitboss.table.rounds import BetsCalled, SeedsOpened, lucky_population
from pitboss.table.rules import Setting, TableRules
from pitboss.table.table import Event, Table


class LinkLog:
    """What a link's stream says that tables and other links must agree with."""

    def __init__(self, link: str, entries: Iterable[Entry], clock: SetBacks) -> None:
        self.claims = ClaimLog(link, clock)
        self.sent: list[tuple[Entry, TransferSent]] = []
        self.received: list[tuple[Entry, TransferReceived]] = []
        self.joined: set[str] = set()
        """Tables that share it or did."""
        self._clock = clock
        self._times: list[str] = []
        self._terms: list[LinkTerms] = []
        self._turned: list[str] = []
        """When it was started, stopped or retired."""
        self._is_running: list[bool] = []
        """Whether it took wagers from then on."""
        for entry in entries:
            try:
                self._note(entry, event_of(entry))
            except Exception:
                # Found where the link itself is replayed.
                continue

    def _note(self, entry: Entry, event: LinkEvent | LinkSnapshot) -> None:
        self.claims.note(entry, event)
        match event:
            case TransferSent():
                self.sent.append((entry, event))
            case TransferReceived():
                self.received.append((entry, event))
            case LinkOpened() | TermsChanged():
                self._times.append(_in_order(self._times, entry.time))
                self._terms.append(event.terms)
            case TableJoined():
                self.joined.add(event.table)
            case LinkStarted() | LinkStopped() | LinkRetired():
                self._turned.append(_in_order(self._turned, entry.time))
                self._is_running.append(isinstance(event, LinkStarted))

    def terms_since(self, begin: str, end: str) -> list[LinkTerms]:
        """The terms that held at any time from then until then.

        Where a clock was set back and shows the same time twice, those of both times.
        """
        first = bisect_right(self._times, min(begin, end))
        last = bisect_right(self._times, self._clock.until(max(begin, end)))
        return self._terms[max(0, first - 1) : last]

    def took_wagers(self, time: str) -> bool:
        """Whether it did so at any moment at which that time was, as far as clocks agree."""
        first = bisect_right(self._turned, earlier(time, APART))
        last = bisect_right(self._turned, self._clock.until(earlier(time, -APART)))
        return any(self._is_running[max(0, first - 1) : last])


def _in_order(times: list[str], time: str) -> str:
    """A time as it can be looked up among others; only a clock that was set back is not so."""
    return max([time, *times[-1:]])


def inbox_entries(entries: Iterable[Entry]) -> Iterator[tuple[str, InboxEvent]]:
    """What a table contributed, with the command that did; it ends where it cannot be read."""
    for entry in entries:
        try:
            yield entry.command, event_of(entry)
        except Exception:
            # The link then counts more entries than there are, which is found there.
            return


# --- a table beside its link ----------------------------------------------------------------------


class LinkedTable:
    """One table's rounds beside its inboxes and the logs of all links."""

    def __init__(
        self,
        table: str,
        links: Mapping[str, LinkLog],
        inboxes: Mapping[str, Sequence[tuple[str, InboxEvent]]],
    ) -> None:
        """`inboxes` are those of this table by link, with the commands that wrote to them."""
        self._table = table
        self._links = links
        self._written: dict[tuple[str, str], list[InboxEvent]] = defaultdict(list)
        for link, own in inboxes.items():
            for command, event in own:
                self._written[link, command].append(event)
        self._counted: dict[int, Money] = {}
        self._entry = 0
        """The number of what the round contributed, in the table's inbox."""
        self._alarmed: set[int] = set()
        self._closed = ""
        """When bets were last closed."""
        self._drawn: tuple[DrawsRecorded, str, list[int]] | None = None

    def check_entry(
        self, entry: Entry, event: Event, before: Table, after: Table, rules: TableRules | None
    ) -> Iterator[Wrong]:
        """What one event of the table means for its link."""
        link = None if after.setting is None else after.setting.link
        log = self._links.get(link or "")
        match event:
            case BetsClosed():
                self._closed = entry.time
            case DrawsRecorded() if rules is not None:
                self._drawn = event, entry.time, lucky_population(rules, before)
            case SeedsOpened():
                drawn, self._drawn = self._drawn, None
                if log is not None and drawn is not None and event.draws:
                    terms = log.terms_since(drawn[1], drawn[1])
                    for message in check_draws(self._table, event, drawn[0], drawn[2], terms):
                        yield "draws", message
            case WagerPlaced(wager=wager) if wager == PROGRESSIVE and log is not None:
                if not log.took_wagers(entry.time):
                    # A wager for a link is taken only while that runs (P18).
                    yield "link", f"link {link} took no wagers then"
            case TableOpened() if log is not None:
                for message in self._not_shared(log, entry, event.setting, rules):
                    yield "link", message
            case MeterPaid() if log is not None:
                terms = log.terms_since(self._closed, entry.time)
                levels = (level for one in terms for level in one.levels)
                if event.reset not in {one.reset for one in levels if one.name == event.meter}:
                    message = f"{event.meter} does not restart from {event.reset} by the terms"
                    yield "settlement", f"{message} of its link"

    def _not_shared(
        self, log: LinkLog, entry: Entry, setting: Setting, rules: TableRules | None
    ) -> Iterator[str]:
        """A table on a link shares it, and is set up as that is."""
        if self._table not in log.joined:
            yield f"link {setting.link} has no table {self._table}"
        terms = log.terms_since(entry.time, entry.time)
        wrong = [list(_wrong_setting(one, setting, rules)) for one in terms]
        if wrong and all(wrong):
            yield f"it may not share link {setting.link}: {'; '.join(wrong[-1])}"

    def check_step(
        self, step: ReplayStep[Table], after: Table, rules: TableRules | None
    ) -> Iterator[Wrong]:
        """One command: the table, and what it wrote beside."""
        last, events = step.entries[-1], step.events
        ended: EndedClaims | None = None
        for log in self._links.values():
            ended = ended or log.claims.ended(last.command, self._table)
        for message in check_ended(last, ended, events):
            yield "claim", message
        link = None if after.setting is None else after.setting.link
        if link is None or link not in self._links:
            return
        yield from self._contributed(link, last.command, after, rules, events)
        # Terms may change while a round is played, and the settlement went by what it read.
        log = self._links[link]
        terms = log.terms_since(self._closed, last.time)
        for message in log.claims.check(self._table, last, step.before, events, terms):
            yield "claim", message

    def _contributed(
        self,
        link: str,
        command: str,
        table: Table,
        rules: TableRules | None,
        events: Sequence[Event],
    ) -> Iterator[Wrong]:
        """What counts must be what stands: to the seat and to the cent."""
        if any(isinstance(event, BetsCalled) for event in events):
            self._counted, self._alarmed, self._entry = {}, set(), 0
        wrote = self._written.pop((link, command), [])
        number = table.rounds.number
        for event in wrote:
            if (event.table, event.round) != (self._table, number):
                yield "contribution", f"it contributed as round {event.round} of {event.table}"
            if rules is not None and event.game != rules.rulebook.id:
                yield "contribution", f"it contributed as {event.game}"
            if isinstance(event, ContributionReversed) and event.of != self._entry:
                message = f"it takes back entry {event.of}, and made entry {self._entry}"
                yield "contribution", message
            self._count(event)
        if not table.play.is_closed_to_bets or not table.play.rulebook:
            if wrote:
                yield "contribution", "it contributed before bets were closed"
            return
        if rules is None:
            # Which wagers count the rulebook says; that it is missing is found at the table.
            return
        expected = self._standing(table, rules)
        if self._counted != expected:
            counted, stands = _said(self._counted), _said(expected)
            yield "contribution", f"round {number} contributed {counted}, and {stands} stands"
            self._counted = expected

    def _count(self, event: InboxEvent) -> None:
        if isinstance(event, ContributionAlarmed):
            self._alarmed.add(event.seat)
            return
        sign = -1
        if isinstance(event, RoundContributed):
            sign, self._entry = 1, event.number
        for seat, stake in event.stakes.items():
            left = self._counted.get(seat, NOTHING) + stake * sign
            self._counted[seat] = left
            if not left:
                del self._counted[seat]

    def _standing(self, table: Table, rules: TableRules) -> dict[int, Money]:
        """The progressive wagers that will not go back, by the round alone."""
        play, needs = table.play, rules.rulebook.wagers[PROGRESSIVE].needs
        if play.void is not None:
            return {}
        return {
            seat: at.wagers[PROGRESSIVE]
            for seat, at in play.seats.items()
            if PROGRESSIVE in at.wagers
            and (at.removed is None or at.is_forfeited)
            and any(name in at.wagers for name in needs)
            and seat not in self._alarmed
        }

    def left(self) -> Iterator[Finding]:
        """Entries of inboxes and links that no command of the table wrote."""
        for log in self._links.values():
            for entry, message in log.claims.left(self._table):
                yield finding_at(entry, "claim", message)
        for (link, command), events in self._written.items():
            yield Finding(
                stream=f"inbox/{link}/{self._table}",
                version=events[0].number,
                kind="contribution",
                rule="I-07",
                message=f"command {command} did nothing at the table that would contribute",
            )


def _said(stakes: Mapping[int, Money]) -> str:
    return ", ".join(f"seat {seat} {stake}" for seat, stake in sorted(stakes.items())) or "nothing"


def _wrong_setting(terms: LinkTerms, setting: Setting, rules: TableRules | None) -> Iterator[str]:
    """What keeps a table so set from sharing a link of these terms (I-13, S15)."""
    try:
        check_practice(terms, setting.table, is_practice=setting.is_practice)
    except RuleBreach as refusal:
        yield str(refusal)
    game = terms.game(setting.rulebook)
    paytable = "" if game is None else game.paytable
    if rules is not None:
        paytable = rules.terms.table(PROGRESSIVE).paytable.id
    yield from why_not(
        terms,
        JoinTable(
            table=setting.table,
            rulebook=setting.rulebook,
            digest=setting.digest,
            paytable=paytable,
            currency=setting.currency,
            unit=setting.unit or NOTHING,
            # What a rulebook says of decks and of sharing is decided again with every round.
            decks=0 if game is None else game.decks,
            sharing=terms.sharing,
            is_practice=setting.is_practice,
            inbox=0,
        ),
    )


# --- between links --------------------------------------------------------------------------------


def check_transfers(logs: Mapping[str, LinkLog]) -> Iterator[Finding]:
    """Every transfer between links was received as it was sent, in the same command (P28)."""
    sent: dict[tuple[str, str, int], tuple[Entry, TransferSent]] = {}
    for link, log in logs.items():
        for entry, event in log.sent:
            sent[link, event.to_link, event.transfer] = entry, event
    for link, log in logs.items():
        for entry, received in log.received:
            found = sent.pop((received.from_link, link, received.transfer), None)
            if found is None:
                message = f"{received.from_link} sent no transfer {received.transfer}"
                yield finding_at(entry, "transfer", message)
            elif not _is_same(found, (entry, received)):
                yield finding_at(entry, "transfer", f"{received.from_link} sent it otherwise")
    for (_, to_link, number), (entry, _) in sent.items():
        yield finding_at(entry, "transfer", f"transfer {number} never came to {to_link}")


def _is_same(sent: tuple[Entry, TransferSent], received: tuple[Entry, TransferReceived]) -> bool:
    went, came = sent[1], received[1]
    parts = came.moves.get(came.level, {}).get(Bucket.RECEIVED, 0)
    return (
        sent[0].command == received[0].command
        and went.to_level == came.level
        and Fraction(went.parts, went.per_cent) == Fraction(parts, came.per_cent)
    )
