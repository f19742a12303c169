"""Whether what a linked table played, contributed and claimed is one and the same.

A linked table writes to three streams at once. Here its rounds are replayed: after each command
that matters the inbox must hold exactly the progressive wagers that stand, and the link exactly
what the settlement took. The draws must come from the seeds at the link's own rates.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pitboss.audit.clock import SetBacks
from pitboss.audit.findings import Finding
from pitboss.audit.fixed import FixedLog, check_fixed
from pitboss.audit.joined import wrong_setting
from pitboss.audit.prizes import Ends, check_ended, check_held
from pitboss.audit.times import earlier
from pitboss.audit.words import guarded
from pitboss.games.library import GAMES
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot
from pitboss.jackpot.care import TransferReceived, TransferSent
from pitboss.jackpot.changes import TermsChanged
from pitboss.jackpot.claims import ClaimEntered, ClaimRejected, PaidClaimUndone, PrizePaid
from pitboss.jackpot.contributions import TableJoined
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken
from pitboss.jackpot.inbox import (
    ContributionAlarmed,
    ContributionReversed,
    InboxEvent,
    RoundContributed,
)
from pitboss.jackpot.operation import LinkOpened, LinkRetired, LinkStarted, LinkStopped
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import NOTHING, Money
from pitboss.records.entries import event_of
from pitboss.round.deal import DrawsRecorded
from pitboss.round.result import MeterPaid, SettlementUndone, WagerSettled
from pitboss.round.wagers import BetsClosed, WagerPlaced
from pitboss.rulebook.model import Rulebook
from pitboss.shuffling import context_of, lucky_seat_of, magic_card_of
from pitboss.store.contract import Entry
from pitboss.store.events import APART
from pitboss.table.operation import TableOpened
from pitboss.table.rounds import BetsCalled, SeedsOpened, lucky_population
from pitboss.table.rules import Setting, TableRules, table_rules
from pitboss.table.table import Event, Table, evolve

PROGRESSIVE = "progressive"


@dataclass(slots=True)
class LinkLog:
    """What a link's stream says, by the command that wrote it."""

    claims: dict[str, ClaimEntered] = field(default_factory=dict)
    rejected: set[str] = field(default_factory=set)
    entered: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Of each claim its table and round."""
    freed: dict[tuple[str, int], str] = field(default_factory=dict)
    """Of each round whose claim was rejected, when."""
    ends: Ends = field(default_factory=Ends)
    sent: list[tuple[Entry, TransferSent]] = field(default_factory=list)
    received: list[tuple[Entry, TransferReceived]] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    terms: list[LinkTerms] = field(default_factory=list)
    fixed: FixedLog = field(default_factory=FixedLog)
    joined: set[str] = field(default_factory=set)
    """Tables that share it or did."""
    turned: list[str] = field(default_factory=list)
    """When it was started, stopped or retired."""
    is_running: list[bool] = field(default_factory=list)
    """Whether it took wagers from then on."""
    clock: SetBacks = field(default_factory=SetBacks)

    def terms_since(self, begin: str, end: str) -> list[LinkTerms]:
        """The terms that held at any time from then until then.

        Where a clock was set back and shows the same time twice, those of both times.
        """
        first = bisect_right(self.times, min(begin, end))
        last = bisect_right(self.times, self.clock.until(max(begin, end)))
        return self.terms[max(0, first - 1) : last]

    def took_wagers(self, time: str) -> bool:
        """Whether it did so at any moment at which that time was, as far as clocks agree."""
        first = bisect_right(self.turned, earlier(time, APART))
        last = bisect_right(self.turned, self.clock.until(earlier(time, -APART)))
        return any(self.is_running[max(0, first - 1) : last])


def link_log(entries: Iterable[Entry], clock: SetBacks) -> LinkLog:
    """What tables must agree with."""
    log = LinkLog(clock=clock)
    for entry in entries:
        try:
            _note(log, entry, event_of(entry))
        except Exception:
            # Said where the link itself is checked.
            continue
    return log


def _note(log: LinkLog, entry: Entry, event: LinkEvent | LinkSnapshot) -> None:
    match event:
        case ClaimEntered():
            log.claims[entry.command] = event
            log.entered[event.claim] = event.table, event.round
            log.ends.entered(entry.stream.removeprefix("link/"), event)
        case PrizePaid():
            log.ends.paid(entry, event)
        case ClaimRejected() if event.claim in log.entered:
            log.rejected.add(entry.command)
            log.freed[log.entered[event.claim]] = entry.time
            log.ends.rejected(entry, event)
        case PaidClaimUndone() if event.claim in log.entered:
            log.rejected.add(entry.command)
            log.freed[log.entered[event.claim]] = entry.time
            log.ends.undone(entry, event)
        case FixedAwardsTaken() | FixedAwardsReturned():
            log.fixed.note(entry, event)
        case TransferSent():
            log.sent.append((entry, event))
        case TransferReceived():
            log.received.append((entry, event))
        case LinkOpened() | TermsChanged():
            log.times.append(_in_order(log.times, entry.time))
            log.terms.append(event.terms)
        case TableJoined():
            log.joined.add(event.table)
        case LinkStarted() | LinkStopped() | LinkRetired():
            log.turned.append(_in_order(log.turned, entry.time))
            log.is_running.append(isinstance(event, LinkStarted))


def _in_order(times: list[str], time: str) -> str:
    """A time as it can be looked up among others; only a clock that was set back is not so."""
    return max([time, *times[-1:]])


def inbox_entries(entries: Iterable[Entry]) -> Iterator[tuple[str, InboxEvent]]:
    """What a table contributed, with the command that did; it ends where it cannot be read."""
    for entry in entries:
        try:
            yield entry.command, event_of(entry)
        except Exception:
            # The link then counts more entries than there are, which is said there.
            return


def check_linked(
    stream: str,
    entries: Iterable[Entry],
    rulebooks: Mapping[str, Rulebook],
    inboxes: Mapping[str, Sequence[tuple[str, InboxEvent]]],
    links: Mapping[str, LinkLog],
) -> Iterator[Finding]:
    """Replay a table beside its inboxes: those of this table by link, with their commands."""
    audit = _Linked(stream, rulebooks, inboxes, links)
    for command, batch in groupby(entries, key=lambda entry: entry.command):
        own = list(batch)
        is_done = yield from guarded(own[0], audit.check(command, own))
        if not is_done:
            return
    yield from audit.rest()


class _Linked:
    def __init__(
        self,
        stream: str,
        rulebooks: Mapping[str, Rulebook],
        inboxes: Mapping[str, Sequence[tuple[str, InboxEvent]]],
        links: Mapping[str, LinkLog],
    ) -> None:
        self.stream = stream
        self.name = stream.removeprefix("table/")
        self.rulebooks = rulebooks
        self.links = links
        self.table = Table()
        self.rules: TableRules | None = None
        self.written: dict[tuple[str, str], list[InboxEvent]] = defaultdict(list)
        for link, own in inboxes.items():
            for command, event in own:
                self.written[link, command].append(event)
        self.counted: dict[int, Money] = {}
        self.entry = 0
        """The number of what the round contributed, in the table's inbox."""
        self.alarmed: set[int] = set()
        self.closed = ""
        """When bets were last closed."""
        self.drawn: tuple[DrawsRecorded, str, list[int]] | None = None

    def check(self, command: str, entries: list[Entry]) -> Iterator[Finding]:
        """One command: the table, and what it wrote beside."""
        before, events = self.table, list[Event]()
        for entry in entries:
            event: Event = event_of(entry)
            events.append(event)
            if isinstance(event, DrawsRecorded) and self.rules is not None:
                population = lucky_population(self.rules, self.table)
                self.drawn = (event, entry.time, population)
            if isinstance(event, BetsClosed):
                self.closed = entry.time
            if isinstance(event, WagerPlaced) and event.wager == PROGRESSIVE:
                yield from self._taken(entry)
            if isinstance(event, SeedsOpened):
                for message in self._draws(event):
                    yield self._finding(entry, "draws", message)
            self.table = evolve(self.table, event)
            if isinstance(event, TableOpened):
                self._opened(event)
                for message in self._joined(entry, event.setting):
                    yield self._finding(entry, "link", message)
            if isinstance(event, MeterPaid):
                for message in self._reset(entry, event):
                    yield self._finding(entry, "settlement", message)
        last = entries[-1]
        ends = (ended for log in self.links.values() if (ended := log.ends.at(command, self.name)))
        for message in check_ended(last, next(ends, None), events):
            yield self._finding(last, "claim", message)
        link = None if self.table.setting is None else self.table.setting.link
        if link is None or link not in self.links:
            return
        log = self.links[link]
        claim = log.claims.get(command)
        # Terms may change while a round is played, and the settlement went by what it read.
        terms = log.terms_since(self.closed, last.time)
        for kind, message in (
            *self._contributed(link, command, events),
            *(("claim", wrong) for wrong in check_held(link, claim, events)),
            *(("claim", wrong) for wrong in check_fixed(log.fixed, terms, command, before, events)),
            *_claimed(log, command, events),
            *self._undone(log, last, before, events),
        ):
            yield self._finding(last, kind, message)

    def _taken(self, entry: Entry) -> Iterator[Finding]:
        """A wager for a link is taken only while that runs (P18)."""
        log = self._log()
        if log is not None and not log.took_wagers(entry.time):
            assert self.table.setting is not None, "wagers are placed at an open table"
            message = f"link {self.table.setting.link} took no wagers then"
            yield self._finding(entry, "link", message)

    def _opened(self, event: TableOpened) -> None:
        rulebook = self.rulebooks.get(event.setting.rulebook)
        is_known = rulebook is not None and rulebook.digest == event.setting.digest
        self.rules = None
        if is_known and rulebook is not None:
            self.rules = table_rules(rulebook, GAMES[rulebook.game], event.setting)

    def _log(self) -> LinkLog | None:
        """Of the link that the table is on."""
        link = None if self.table.setting is None else self.table.setting.link
        return self.links.get(link or "")

    def _joined(self, entry: Entry, setting: Setting) -> Iterator[str]:
        """A table on a link shares it, and is set up as that is."""
        log = self._log()
        if log is None:
            return
        if self.name not in log.joined:
            yield f"link {setting.link} has no table {self.name}"
        terms = log.terms_since(entry.time, entry.time)
        wrong = [list(wrong_setting(one, setting, self.rules)) for one in terms]
        if wrong and all(wrong):
            yield f"it may not share link {setting.link}: {'; '.join(wrong[-1])}"

    def _reset(self, entry: Entry, paid: MeterPaid) -> Iterator[str]:
        """What a level restarts from is what the terms of the link say."""
        log = self._log()
        if log is None:
            return
        resets = {
            level.reset
            for terms in log.terms_since(self.closed, entry.time)
            for level in terms.levels
            if level.name == paid.meter
        }
        if paid.reset not in resets:
            yield f"{paid.meter} does not restart from {paid.reset} by the terms of its link"

    def _contributed(
        self, link: str, command: str, events: list[Event]
    ) -> Iterator[tuple[str, str]]:
        """What counts must be what stands: to the seat and to the cent."""
        if any(isinstance(event, BetsCalled) for event in events):
            self.counted, self.alarmed, self.entry = {}, set(), 0
        wrote = self.written.pop((link, command), [])
        number = self.table.rounds.number
        for event in wrote:
            if (event.table, event.round) != (self.name, number):
                yield "contribution", f"it contributed as round {event.round} of {event.table}"
            if self.rules is not None and event.game != self.rules.rulebook.id:
                yield "contribution", f"it contributed as {event.game}"
            if isinstance(event, ContributionReversed) and event.of != self.entry:
                yield "contribution", f"it takes back entry {event.of}, and made entry {self.entry}"
            self._count(event)
        play = self.table.play
        if not play.is_closed_to_bets or not play.rulebook:
            if wrote:
                yield "contribution", "it contributed before bets were closed"
            return
        if self.rules is None:
            # Which wagers count the rulebook says, and that it is not at hand is said of the table.
            return
        expected = self._standing(self.rules)
        if self.counted != expected:
            yield (
                "contribution",
                f"round {number} contributed {_said(self.counted)}, and {_said(expected)} stands",
            )
            self.counted = expected

    def _count(self, event: InboxEvent) -> None:
        if isinstance(event, ContributionAlarmed):
            self.alarmed.add(event.seat)
            return
        sign = -1
        if isinstance(event, RoundContributed):
            sign, self.entry = 1, event.number
        for seat, stake in event.stakes.items():
            left = self.counted.get(seat, NOTHING) + stake * sign
            self.counted[seat] = left
            if not left:
                del self.counted[seat]

    def _standing(self, rules: TableRules) -> dict[int, Money]:
        """The progressive wagers that will not go back, told from the round alone."""
        play, needs = self.table.play, rules.rulebook.wagers[PROGRESSIVE].needs
        if play.void is not None:
            return {}
        standing = {}
        for seat, at in play.seats.items():
            is_in = at.removed is None or at.is_forfeited
            has_base = any(name in at.wagers for name in needs)
            if PROGRESSIVE in at.wagers and is_in and has_base and seat not in self.alarmed:
                standing[seat] = at.wagers[PROGRESSIVE]
        return standing

    def _draws(self, opened: SeedsOpened) -> Iterator[str]:
        """The Magic Card and the Lucky Player, drawn again from the seed (I-19, I-20, I-21)."""
        drawn, self.drawn = self.drawn, None
        link = None if self.rules is None else self.rules.setting.link
        if drawn is None or not opened.draws or link is None or link not in self.links:
            return
        event, time, population = drawn
        rates = [
            (terms.magic_rate.share, terms.lucky_rate.share)
            for terms in self.links[link].terms_since(time, time)
            if terms.magic_rate is not None and terms.lucky_rate is not None
        ]
        if not rates:
            yield f"link {link} had no rates to draw by"
            return
        context = context_of(self.name, opened.number)
        drawn_again = [
            (
                magic_card_of(opened.draws, context, magic),
                lucky_seat_of(opened.draws, context, lucky, population),
            )
            for magic, lucky in rates
        ]
        if (event.magic_card, event.lucky_seat) not in drawn_again:
            yield "the draws are not those of the seed at the rates of the link"

    def rest(self) -> Iterator[Finding]:
        """Entries of inboxes that no command of the table wrote, and prizes it knows nothing of."""
        for log in self.links.values():
            for entry in log.ends.left(self.name):
                message = f"it decides on prizes of table {self.name}, where nothing became of them"
                yield replace(self._finding(entry, "claim", message), stream=entry.stream)
            for entry in log.fixed.left(self.name):
                message = f"table {self.name} did nothing that a level would pay fixed awards for"
                yield replace(self._finding(entry, "claim", message), stream=entry.stream)
        for (link, command), events in self.written.items():
            yield Finding(
                stream=f"inbox/{link}/{self.name}",
                version=events[0].number,
                kind="contribution",
                rule="I-07",
                message=f"command {command} did nothing at the table that would contribute",
            )

    def _undone(
        self, log: LinkLog, last: Entry, before: Table, events: list[Event]
    ) -> Iterator[tuple[str, str]]:
        """A settlement that is undone takes its claim with it, or it was rejected before."""
        undone = any(isinstance(event, SettlementUndone) for event in events)
        if not undone or not before.chips.awards or last.command in log.rejected:
            return
        freed = log.freed.get((self.name, before.rounds.number))
        if freed is None or freed > log.clock.until(last.time):
            yield "claim", "the settlement was undone, and its claim stands"

    def _finding(self, entry: Entry, kind: str, message: str) -> Finding:
        return Finding(
            stream=self.stream,
            version=entry.version,
            kind=kind,
            rule=entry.clause,
            message=message,
        )


def _claimed(log: LinkLog, command: str, events: list[Event]) -> Iterator[tuple[str, str]]:
    """What a settlement took from levels is what the link gave, in the same command."""
    paid = {e.meter: e for e in events if isinstance(e, MeterPaid) and e.awarded}
    claim = log.claims.pop(command, None)
    if paid and claim is None:
        yield "claim", f"{', '.join(paid)} paid, and no claim was entered"
    elif claim is not None:
        taken = {name: (one.before, one.awarded, one.after) for name, one in claim.levels.items()}
        if taken != {name: (e.before, e.awarded, e.after) for name, e in paid.items()}:
            yield "claim", f"claim {claim.claim} took otherwise than the settlement says"
        won = {
            e.seat: e.winnings
            for e in events
            if isinstance(e, WagerSettled) and e.wager == PROGRESSIVE
        }
        for winner in claim.winners:
            if won.get(winner.seat) != winner.amount:
                yield "claim", f"claim {claim.claim} gives seat {winner.seat} {winner.amount}"


def _said(stakes: Mapping[int, Money]) -> str:
    return ", ".join(f"seat {seat} {stake}" for seat, stake in sorted(stakes.items())) or "nothing"
