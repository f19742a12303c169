"""The books of a link: what the house owes on each level, held against the meters (P29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.envelope import Recorded
from pitboss.jackpot import events as ev
from pitboss.jackpot.evolving import evolve
from pitboss.jackpot.inbox_events import ContributionAlarmed, InboxEvent
from pitboss.jackpot.link import Link, Status
from pitboss.jackpot.meters import Account
from pitboss.ledger import accounts
from pitboss.ledger.books import Ledger, ledger_with
from pitboss.ledger.legs import Leg
from pitboss.ledger.link_legs import carried_by, closed, postings_of_inbox, postings_of_link
from pitboss.money import Money

OWED = (Account.ACCRUED, Account.RESERVE, Account.OVERFLOW)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkBooks:
    """The accounts of one link, and what they leave out because it is no whole cent."""

    link: Link
    ledger: Ledger
    carried: Mapping[str, int]
    """Of each level, what its tables and the level itself carry, in the link's parts."""
    waiting: Mapping[str, int]
    """Of each level, what lies in inboxes and is not on the meter yet, in the link's parts."""

    def owed_on(self, level: str) -> Money:
        """What the house owes on a level, in whole cents."""
        return self.ledger.of(accounts.link(f"{self.link.id}:{level}"))

    def differences(self) -> Iterator[str]:
        """Where the accounts are not what the meters hold, to the last part of a cent."""
        for name, meter in self.link.meters.items():
            parts = self.difference(name)
            if parts:
                yield (
                    f"{name}: {self.owed_on(name).dollars} is booked, which differs from its meter "
                    f"by {parts} parts at {meter.per_cent} to the cent"
                )

    def difference(self, level: str) -> int:
        """What is booked and carried less what is on the meter and waits for it, in parts."""
        meter = self.link.meters[level]
        holds = sum(meter[account] for account in OWED) + self.waiting[level]
        return self.owed_on(level).cents * meter.per_cent + self.carried[level] - holds


def books_of_link(
    log: Iterable[Recorded[ev.LinkEvent]], inboxes: Mapping[str, Sequence[InboxEvent]]
) -> LinkBooks:
    """The books that a link's log and the inboxes of its tables lead to."""
    link, legs = Link(), list[Leg]()
    for event, envelope in log:
        before, link = link, evolve(link, event, envelope)
        legs += postings_of_link(before, link, event)
    return with_inboxes(link, legs, inboxes)


def with_inboxes(
    link: Link, own: Iterable[Leg], inboxes: Mapping[str, Sequence[InboxEvent]]
) -> LinkBooks:
    """The books of a link whose own events moved so much, with all that its tables gave."""
    legs = list(own)
    carried = {name: carried_by(meter) for name, meter in link.meters.items()}
    waiting = dict.fromkeys(link.meters, 0)
    for table, entries in inboxes.items() if link.meters else ():
        read, last = link.reads.get(table, 0), dict[str, int]()
        for entry in entries:
            if isinstance(entry, ContributionAlarmed):
                continue
            legs += postings_of_inbox(link.id, entry)
            finer = link.per_cent // entry.per_cent
            for name, level in entry.levels.items():
                last[name] = level.carried * finer
                if entry.number > read:
                    waiting[name] += (level.accrued + level.reserve) * finer
        for name, parts in last.items():
            carried[name] += parts
    books = LinkBooks(link=link, ledger=ledger_with(legs), carried=carried, waiting=waiting)
    return _ended(books) if link.status is Status.RETIRED else books


def _ended(books: LinkBooks) -> LinkBooks:
    """The books of a link that is retired: nothing is owed, nor carried. Where its books were not
    what its meters hold they stay as they are, for somebody to find it.
    """
    link, ledger, carried = books.link, books.ledger, dict(books.carried)
    for name in link.meters:
        if not books.difference(name):
            ledger = ledger.posted(closed(link.id, name, books.owed_on(name)))
            carried[name] = 0
    return replace(books, ledger=ledger, carried=carried)


def wrong_entries(entries: Iterable[InboxEvent]) -> Iterator[tuple[int, str]]:
    """Entries that set aside other than the whole cents of what their table owes by then."""
    owed: dict[str, Fraction] = {}
    for entry in entries:
        if isinstance(entry, ContributionAlarmed):
            continue
        for name, level in entry.levels.items():
            owes = owed.get(name, Fraction(0)) + Fraction(
                level.accrued + level.reserve, entry.per_cent
            )
            owed[name] = owes - level.due.cents
            if level.due.cents != owes // 1 or owed[name] * entry.per_cent != level.carried:
                yield entry.number, f"{name}: {owes} cents are owed, and {level.due} is set aside"


def contributed(entries: Iterable[InboxEvent]) -> Money:
    """What these entries of a table's inbox set aside, in whole cents."""
    cents = sum(
        level.due.cents
        for entry in entries
        if not isinstance(entry, ContributionAlarmed)
        for level in entry.levels.values()
    )
    return Money(cents)
