"""Reports of a link, as rows that go into CSV or JSON as they are.

Pure functions over the link's events. Amounts are in dollars, to the last part of a cent, so that a
difference of nothing is nothing (R1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.envelope import AUTOMATIC, SYSTEM, Envelope, Event, Recorded
from pitboss.jackpot.aggregate import LinkEvent, evolve
from pitboss.jackpot.care import MeterAdjusted, MeterFilled
from pitboss.jackpot.changes import ChangeHeld, TermsChanged
from pitboss.jackpot.claims import (
    ClaimEntered,
    ClaimRejected,
    ClaimVerified,
    PaidClaimUndone,
    PrizePaid,
)
from pitboss.jackpot.contributions import ContributionsFolded
from pitboss.jackpot.fixed_awards import FixedAwardsReturned, FixedAwardsTaken, FixedEvent
from pitboss.jackpot.inbox import ContributionAlarmed, ContributionReversed, InboxEvent
from pitboss.jackpot.link import Link, OpenClaim, Winner
from pitboss.jackpot.meters import SOURCES, USES, Bucket, Move, dollars_text
from pitboss.jackpot.operation import FundsCounted, LinkOpened, LinkStopped
from pitboss.jackpot.roles import is_automatic
from pitboss.money import NOTHING, Money, total
from pitboss.staff.register import moment

Row = dict[str, str | int]


Log = Iterable[Recorded[LinkEvent]]
"""What happened to a link, each event in its envelope."""


@dataclass(slots=True)
class Reconciled:
    """One level over a period: what it held, what came and went, what it holds, in cents."""

    level: str
    opening: Fraction = Fraction(0)
    flows: dict[Bucket, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    by_table: dict[tuple[str, str], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """Contributions by table and game."""
    fixed: Fraction = Fraction(0)
    """Of the wins, what fixed awards took: those are no hits (I-05)."""
    closing: Fraction = Fraction(0)
    hits: int = 0

    @property
    def difference(self) -> Fraction:
        """What cannot be accounted for."""
        came = sum((self.flows[account] for account in SOURCES), Fraction(0))
        went = sum((self.flows[account] for account in USES), Fraction(0))
        return self.opening + came - went - self.closing

    @property
    def row(self) -> Row:
        """As a line of a table."""
        row: Row = {"level": self.level, "opening": _text(self.opening)}
        row |= {str(account): _text(self.flows[account]) for account in SOURCES + USES}
        row |= {"fixed_awards": _text(self.fixed), "hits": self.hits}
        row |= {"closing": _text(self.closing)}
        return row | {"difference": _text(self.difference)}

    @property
    def contributions(self) -> list[Row]:
        """By table and game."""
        return [
            {"level": self.level, "table": table, "game": game, "contributions": _text(cents)}
            for (table, game), cents in sorted(self.by_table.items())
        ]


def reconcile(log: Log, *, since: str, until: str) -> list[Reconciled]:
    """Every level from one time, included, until another, left out (R1)."""
    first, last = moment(since), moment(until)
    link, found = Link(), dict[str, Reconciled]()
    for event, envelope in log:
        when = moment(envelope.time)
        if when >= last:
            break
        before, link = link, evolve(link, event, envelope)
        for name in link.meters:
            found.setdefault(name, Reconciled(name))
        if when < first:
            for name, meter in link.meters.items():
                found[name].opening = Fraction(meter.liability, meter.per_cent)
        else:
            _add(found, before, link, event)
    for name, meter in link.meters.items():
        found[name].closing = Fraction(meter.liability, meter.per_cent)
    return list(found.values())


def _add(found: dict[str, Reconciled], before: Link, link: Link, event: LinkEvent) -> None:
    for name, move in _moves(event, link.per_cent):
        for account, cents in move.items():
            if account in SOURCES + USES:
                found[name].flows[account] += cents
    if isinstance(event, ContributionsFolded):
        for read in event.reads:
            for name, parts in read.levels.items():
                cents = Fraction(sum(parts), link.per_cent)
                found[name].flows[Bucket.CONTRIBUTIONS] += cents
                found[name].by_table[read.table, read.game] += cents
    for winner, times in _won(before, event):
        found[winner.level].hits += times
    if isinstance(event, FixedEvent):
        found[event.level].fixed += fixed_cents(event)


def _won(before: Link, event: LinkEvent) -> Iterator[tuple[Winner, int]]:
    """Who won by this; -1 beside those who did not after all, since their round was void (I-82)."""
    if isinstance(event, PaidClaimUndone):
        yield from ((winner, -1) for winner in _claim_of(before, event).winners)
    elif isinstance(event, ClaimVerified | ClaimRejected):
        claim = before.claims[event.claim]
        if isinstance(event, ClaimVerified) or claim.is_verified:
            times = 1 if isinstance(event, ClaimVerified) else -1
            yield from ((winner, times) for winner in claim.winners)


def _claim_of(before: Link, event: ClaimVerified | ClaimRejected | PaidClaimUndone) -> OpenClaim:
    """The claim that something became of."""
    if isinstance(event, PaidClaimUndone):
        return before.paid[event.table].claim
    return before.claims[event.claim]


def fixed_cents(event: FixedEvent) -> int:
    """What fixed awards took by this, in cents; less than nothing where it went back."""
    if isinstance(event, FixedAwardsTaken):
        return event.taken.cents
    return -event.returned.cents


def _moves(event: LinkEvent, per_cent: int) -> Iterator[tuple[str, dict[Bucket, Fraction]]]:
    if isinstance(event, LinkOpened):
        for level in event.terms.levels:
            yield level.name, {Bucket.INITIAL: Fraction(level.initial.cents)}
    moves: dict[str, Move] = getattr(event, "moves", {})
    for name, move in moves.items():
        yield name, {account: Fraction(parts, per_cent) for account, parts in move.items()}


# --- lists ----------------------------------------------------------------------------------------


def meters_shown(link: Link) -> list[Row]:
    """Every meter of every level, hidden ones too, to the last part: for staff (P2)."""
    rows: list[Row] = []
    for meter in link.meters.values():
        row: Row = {
            "level": meter.level,
            "wagers": meter.wagers,
            "display": str(meter.display),
            "hits": meter.hits,
            "excess": dollars_text(meter.excess, meter.per_cent),
            "short": dollars_text(meter.short, meter.per_cent),
        }
        row |= {str(one): dollars_text(meter[one], meter.per_cent) for one in Bucket}
        rows.append(row)
    return rows


def adjustments(log: Log, *, least: Money = NOTHING) -> list[Row]:
    """Everything done to a meter by hand, of that much or more: with who and why (R3, P35)."""
    rows: list[Row] = []
    for event, envelope in log:
        match event:
            case MeterAdjusted():
                reason, document = str(event.reason), event.document
                change = event.after - event.before
            case MeterFilled():
                reason, document, change = "fill", "", event.amount
            case _:
                continue
        if abs(change.cents) >= least.cents:
            rows.append(
                {
                    "at": envelope.time,
                    "level": event.level,
                    "reason": reason,
                    "explanation": event.explanation,
                    "document": document,
                    "before": str(event.before),
                    "change": str(change),
                    "after": str(event.after),
                    "by": envelope.actor,
                    "second": envelope.second,
                }
            )
    return rows


def slips(log: Log) -> list[Row]:
    """Every payout slip, in order (R5); one that is void says since when, and is recovered."""
    log = list(log)
    void = {
        one.slip: envelope.time
        for event, envelope in log
        if isinstance(event, PaidClaimUndone)
        for one in event.recover
    }
    return [
        {
            "slip": event.slip,
            "at": envelope.time,
            "claim": event.claim,
            "table": event.table,
            "round": event.round,
            "seat": event.seat,
            "player": event.player,
            "hand": event.hand,
            "level": event.level,
            "amount": str(event.amount),
            "words": event.words,
            "by": envelope.actor,
            "second": envelope.second,
            "void": void.get(event.slip, ""),
        }
        for event, envelope in log
        if isinstance(event, PrizePaid)
    ]


def claims(log: Log) -> list[Row]:
    """Every award that was claimed, in the order of entry, and what became of it."""
    log = list(log)
    became: dict[int, str] = {}
    for event, _ in log:
        match event:
            case ClaimVerified(claim=number):
                became[number] = "verified"
            case ClaimRejected(claim=number, reason=reason):
                became[number] = f"rejected: {reason}"
            case PrizePaid(claim=number):
                became[number] = "paid"
            case PaidClaimUndone(claim=number, reason=reason):
                became[number] = f"paid, and to be recovered: {reason}"
    return [
        {
            "claim": event.claim,
            "at": envelope.time,
            "table": event.table,
            "round": event.round,
            "game": event.game,
            "seat": winner.seat,
            "player": winner.player,
            "hand": winner.hand,
            "level": winner.level,
            "before": str(event.levels[winner.level].before),
            "amount": str(winner.amount),
            "after": str(event.levels[winner.level].after),
            "state": became.get(event.claim, "pending"),
        }
        for event, envelope in log
        if isinstance(event, ClaimEntered)
        for winner in event.winners
    ]


def fixed_awards(log: Log) -> list[Row]:
    """Rounds whose odds and dollar rows, envy or features a level paid, and what it paid (I-05)."""
    return [
        {
            "at": envelope.time,
            "table": event.table,
            "round": event.round,
            "game": event.game,
            "level": event.level,
            "awarded": str(total(event.awards.values()))
            if isinstance(event, FixedAwardsTaken)
            else "",
            "from_level": str(Money(fixed_cents(event))),
            "by": envelope.actor,
        }
        for event, envelope in log
        if isinstance(event, FixedEvent)
    ]


def funding(log: Log, *, by: str) -> list[Row]:
    """Who funds and who wins: wagers, stakes, contributions and prizes by `table` or by `game`."""
    link = Link()
    wagers: dict[str, int] = defaultdict(int)
    staked: dict[str, int] = defaultdict(int)
    given: dict[str, Fraction] = defaultdict(Fraction)
    won: dict[str, int] = defaultdict(int)
    fixed: dict[str, int] = defaultdict(int)
    for event, envelope in log:
        if isinstance(event, ContributionsFolded):
            for read in event.reads:
                key: str = getattr(read, by)
                wagers[key] += read.wagers
                staked[key] += read.staked.cents
                parts = sum(sum(level) for level in read.levels.values())
                given[key] += Fraction(parts, link.per_cent)
        elif isinstance(event, ClaimVerified | ClaimRejected | PaidClaimUndone):
            claim = _claim_of(link, event)
            for winner, times in _won(link, event):
                won[getattr(claim, by)] += winner.amount.cents * times
        elif isinstance(event, FixedEvent):
            fixed[getattr(event, by)] += fixed_cents(event)
        link = evolve(link, event, envelope)
    return [
        {
            by: key,
            "wagers": wagers[key],
            "staked": str(Money(staked[key])),
            "contributions": _text(given[key]),
            "won": str(Money(won[key])),
            "fixed_awards": str(Money(fixed[key])),
        }
        for key in sorted(wagers.keys() | won.keys() | fixed.keys())
    ]


def within(log: Iterable[Recorded[Event]], *, since: str, until: str) -> Iterator[Recorded[Event]]:
    """What a log says of a period, for reports that list it."""
    first, last = moment(since), moment(until)
    return (one for one in log if first <= moment(one.envelope.time) < last)


def _text(cents: Fraction) -> str:
    return dollars_text(cents.numerator, cents.denominator)


# --- exceptions -----------------------------------------------------------------------------------


Inboxes = Mapping[str, Iterable[Recorded[InboxEvent]]]


def exceptions(log: Log, inboxes: Inboxes) -> list[Row]:
    """Everything that staff should look at, in the order of time."""
    found = [*_of_link(log), *_of_tables(inboxes)]
    return sorted(found, key=lambda row: str(row["at"]))


def _of_link(log: Log) -> Iterator[Row]:
    held = AUTOMATIC
    for event, envelope in log:
        at, by, both = envelope.time, envelope.actor, _both(envelope)
        match event:
            case LinkStopped(reason=reason):
                yield _row(at, "stopped", reason, SYSTEM if is_automatic(event) else by)
            case ChangeHeld(levels=levels):
                held = envelope
                detail = f"once {', '.join(levels)} was won, as approved by {event.digest}"
                yield _row(at, "change of settings asked for", detail, both)
            case TermsChanged(edition=edition):
                detail = f"edition {edition}, as approved by {event.digest}"
                yield _row(
                    at, "settings changed", detail, _both(held) if event.has_waited else both
                )
            case MeterAdjusted():
                detail = (
                    f"{event.level} from {event.before.dollars} to {event.after.dollars}, "
                    f"{event.reason}: {event.explanation} ({event.document})"
                )
                yield _row(at, "meter put right", detail, both)
            case ClaimRejected(claim=claim, reason=reason):
                yield _row(at, "claim rejected", f"claim {claim}: {reason}", by)
            case PaidClaimUndone(claim=claim, reason=reason):
                owed = ", ".join(
                    f"{one.amount.dollars} from {one.player} (slip {one.slip})"
                    for one in event.recover
                )
                detail = f"claim {claim}: {reason}; to be recovered: {owed}"
                yield _row(at, "paid prize taken back", detail, both)
            case FixedAwardsReturned(table=table, returned=returned):
                detail = f"table {table}, round {event.round}: {returned.dollars} to {event.level}"
                yield _row(at, "fixed awards went back", detail, by)
            case FundsCounted(funds=funds, owed=owed) if funds < owed:
                detail = f"{funds.dollars} is set aside and {owed.dollars} owed"
                yield _row(at, "funds short", detail, by)
            case _:
                continue


def _row(at: str, what: str, detail: str, by: str) -> Row:
    return {"at": at, "what": what, "detail": detail, "by": by}


def _both(envelope: Envelope) -> str:
    return f"{envelope.actor} with {envelope.second}"


def _of_tables(inboxes: Inboxes) -> Iterator[Row]:
    for table, entries in inboxes.items():
        for entry, envelope in entries:
            if isinstance(entry, ContributionReversed):
                back = total(entry.stakes.values()).dollars
                detail = f"table {table}, round {entry.round}: {back} ({entry.clause})"
                yield _row(envelope.time, "wagers went back", detail, SYSTEM)
            if isinstance(entry, ContributionAlarmed):
                detail = (
                    f"table {table}, round {entry.round}, seat {entry.seat}: {entry.stake.dollars} "
                    f"would add more than {entry.bound.dollars} to {entry.level}"
                )
                what = "unreasonable contribution not counted"
                yield _row(envelope.time, what, detail, SYSTEM)
