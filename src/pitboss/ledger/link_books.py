"""The books of a link: what the house owes on each level, held against the meters (P29).

Accrued money is a liability.

A level's account is what the house owes on it, in whole cents: what may be won, the reserve and
what is set aside. Meters are finer. What a table contributes below a cent is carried in its inbox
until it makes a cent, so that no table need know what another carries; everything else below a
cent is carried on the level, where only transfers and a level that was short leave any.

Both sides of a transfer post the same whole cents, so that nothing stays on the way. A cent more or
less on the level itself, because of parts carried there before, is the house's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.envelope import Recorded
from pitboss.jackpot.aggregate import LinkEvent, evolve
from pitboss.jackpot.care import TransferReceived, TransferSent
from pitboss.jackpot.inbox import ContributionAlarmed, InboxEvent
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.jackpot.meters import Bucket, Meter
from pitboss.ledger import accounts
from pitboss.ledger.accounts import Leg, balanced, move
from pitboss.ledger.books import Ledger
from pitboss.money import NOTHING, Money

_IN = (Bucket.INITIAL, Bucket.FILLS, Bucket.RECEIVED)
_OUT = (Bucket.HELD, Bucket.WINS, Bucket.SENT, Bucket.CORRECTED)


def postings_of_link(before: Link, after: Link, event: LinkEvent) -> tuple[Leg, ...]:
    """What an event of the link itself moves. What tables gave is posted where they gave it."""
    return balanced(_moved(before, after, event), event)


def _moved(before: Link, after: Link, event: LinkEvent) -> Iterator[Leg]:
    for name, meter in after.meters.items():
        old = before.meters.get(name)
        account = accounts.link(f"{after.id}:{name}")
        held = _whole_more(old, meter, (Bucket.HELD, Bucket.WINS), ())
        yield from move(held, out_of=account, into=accounts.prizes(f"{after.id}:{name}"))
        transferred = _transferred(event, name)
        yield from move(transferred, out_of=accounts.TRANSIT, into=account)
        rest = _whole_more(old, meter, _IN, _OUT) + held - transferred
        yield from move(rest, out_of=accounts.HOUSE, into=account)


def _transferred(event: LinkEvent, level: str) -> Money:
    """What a level has from another link by this, in whole cents; less than nothing if it sends."""
    if isinstance(event, TransferSent) and event.level == level:
        return Money(-(event.parts // event.per_cent))
    if isinstance(event, TransferReceived) and event.level == level:
        return Money(event.moves[level][Bucket.RECEIVED] // event.per_cent)
    return NOTHING


def _whole_more(
    old: Meter | None, new: Meter, more: Sequence[Bucket], less: Sequence[Bucket]
) -> Money:
    """By how many whole cents these accounts changed; what is below a cent is carried."""
    before = 0 if old is None else _sum(old, more, less) // old.per_cent
    return Money(_sum(new, more, less) // new.per_cent - before)


def _sum(meter: Meter, more: Iterable[Bucket], less: Iterable[Bucket]) -> int:
    return sum(meter[one] for one in more) - sum(meter[one] for one in less)


# --- the books ---------------------------------------------------------------------------------


OWED = (Bucket.ACCRUED, Bucket.RESERVE, Bucket.OVERFLOW)


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
    log: Iterable[Recorded[LinkEvent]], inboxes: Mapping[str, Sequence[InboxEvent]]
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
    # What a level itself carries is what its account leaves out.
    carried = {name: _sum(one, _IN, _OUT) % one.per_cent for name, one in link.meters.items()}
    waiting = dict.fromkeys(link.meters, 0)
    for table, entries in inboxes.items() if link.meters else ():
        read, last = link.reads.get(table, 0), dict[str, int]()
        for entry in entries:
            if isinstance(entry, ContributionAlarmed):
                continue
            finer = link.per_cent // entry.per_cent
            for name, level in entry.levels.items():
                # At "No more bets" money is set aside; wagers that go back take it out again.
                into, out_of = accounts.link(f"{link.id}:{name}"), accounts.contributed(table)
                legs += move(level.due, out_of=out_of, into=into)
                last[name] = level.carried * finer
                if entry.number > read:
                    waiting[name] += (level.accrued + level.reserve) * finer
        for name, parts in last.items():
            carried[name] += parts
    books = LinkBooks(link=link, ledger=Ledger().posted(legs), carried=carried, waiting=waiting)
    return _ended(books) if link.status is LinkStatus.RETIRED else books


def _ended(books: LinkBooks) -> LinkBooks:
    """The books of a link that is retired: nothing is owed, nor carried.

    What its tables carried went with the last transfer, part of a cent by part. Where it was a cent
    or more the link sent on what no table had set aside, and the house makes that good. Where the
    books were not what the meters hold they stay as they are, for the audit to find.
    """
    link, ledger, carried = books.link, books.ledger, dict(books.carried)
    for name in link.meters:
        if not books.difference(name):
            account = accounts.link(f"{link.id}:{name}")
            ledger = ledger.posted(move(books.owed_on(name), out_of=account, into=accounts.HOUSE))
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
