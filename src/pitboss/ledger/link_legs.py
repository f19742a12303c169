"""What the events of a link and of its tables' inboxes move: accrued money is a liability (P29).

A level's account is what the house owes on it, in whole cents: what may be won, the reserve and
what is set aside. Meters are finer. What a table contributes below a cent is carried in its inbox
until it makes a cent, so that no table need know what another carries; everything else below a
cent is carried on the level, where only transfers and a level that was short leave any.

Both sides of a transfer post the same whole cents, so that nothing stays on the way. A cent more or
less on the level itself, because of parts carried there before, is the house's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.jackpot import events as ev
from pitboss.jackpot.inbox_events import ContributionAlarmed, InboxEvent
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Account, Meter
from pitboss.ledger import accounts
from pitboss.ledger.legs import Leg, balanced, move
from pitboss.money import NOTHING, Money

_IN = (Account.INITIAL, Account.FILLS, Account.RECEIVED)
_OUT = (Account.HELD, Account.WINS, Account.SENT, Account.CORRECTED)


def postings_of_inbox(link: str, event: InboxEvent) -> tuple[Leg, ...]:
    """At "No more bets" money is set aside; wagers that go back post the counter-entry."""
    return balanced(_contributed(link, event), event)


def _contributed(link: str, event: InboxEvent) -> Iterator[Leg]:
    if isinstance(event, ContributionAlarmed):
        return
    for name, level in event.levels.items():
        into = accounts.link(f"{link}:{name}")
        yield from move(level.due, out_of=accounts.contributed(event.table), into=into)


def postings_of_link(before: Link, after: Link, event: ev.LinkEvent) -> tuple[Leg, ...]:
    """What an event of the link itself moves. What tables gave is posted where they gave it."""
    return balanced(_moved(before, after, event), event)


def _moved(before: Link, after: Link, event: ev.LinkEvent) -> Iterator[Leg]:
    for name, meter in after.meters.items():
        old = before.meters.get(name)
        account = accounts.link(f"{after.id}:{name}")
        held = _whole_more(old, meter, (Account.HELD, Account.WINS), ())
        yield from move(held, out_of=account, into=accounts.prizes(f"{after.id}:{name}"))
        transferred = _transferred(event, name)
        yield from move(transferred, out_of=accounts.TRANSIT, into=account)
        rest = _whole_more(old, meter, _IN, _OUT) + held - transferred
        yield from move(rest, out_of=accounts.HOUSE, into=account)


def _transferred(event: ev.LinkEvent, level: str) -> Money:
    """What a level has from another link by this, in whole cents; less than nothing if it sends."""
    if isinstance(event, ev.TransferSent) and event.level == level:
        return Money(-(event.parts // event.per_cent))
    if isinstance(event, ev.TransferReceived) and event.level == level:
        return Money(event.moves[level][Account.RECEIVED] // event.per_cent)
    return NOTHING


def closed(link: str, level: str, owed: Money) -> tuple[Leg, ...]:
    """The end of a level whose link is retired.

    What its tables carried went with the last transfer, part of a cent by part. Where it was a cent
    or more the link sent on what no table had set aside, and the house makes that good.
    """
    account = accounts.link(f"{link}:{level}")
    return balanced(move(owed, out_of=account, into=accounts.HOUSE), "the end of a level")


def _whole_more(
    old: Meter | None, new: Meter, more: Sequence[Account], less: Sequence[Account]
) -> Money:
    """By how many whole cents these accounts changed; what is below a cent is carried."""
    before = 0 if old is None else _sum(old, more, less) // old.per_cent
    return Money(_sum(new, more, less) // new.per_cent - before)


def _sum(meter: Meter, more: Iterable[Account], less: Iterable[Account]) -> int:
    return sum(meter[one] for one in more) - sum(meter[one] for one in less)


def carried_by(meter: Meter) -> int:
    """Parts of a cent that the level itself carries: what its account leaves out."""
    return _sum(meter, _IN, _OUT) % meter.per_cent
