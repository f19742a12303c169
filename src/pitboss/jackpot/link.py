"""A link as it stands, and how each event moves it on.

A link is a fold over its events and knows no rulebook. Every level balances after every event, or
`MeterImbalance` is raised: a link on which money was made or lost goes no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never

from pitboss.jackpot import events as ev
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import (
    Account,
    Meter,
    MeterImbalance,
    Moves,
    moved,
    rescaled,
    rescaled_meter,
)
from pitboss.jackpot.proposal import Proposal
from pitboss.jackpot.rates import Rate
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money

SHOWN_HITS = 25


class Status(StrEnum):
    """What a link does at present."""

    NEW = "new"
    RUNNING = "running"
    STOPPED = "stopped"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """The rates of one edition of the terms: contribution and reserve of each level."""

    per_cent: int
    levels: Mapping[str, tuple[Rate, Rate]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A table that shares the link."""

    game: str
    sharing: Sharing


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaim:
    """A claim that is not paid yet."""

    entered: ev.ClaimEntered
    moves: Moves
    """What it moved, in the link's parts of today."""
    is_verified: bool = False
    is_locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One prize that was verified."""

    claim: int
    table: str
    seat: int
    hand: str
    level: str
    amount: Money
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """New terms, and the levels that must still be won before they hold."""

    terms: LinkTerms
    digest: str
    levels: tuple[str, ...]
    after_claim: int
    """Only claims entered later count."""
    by: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Funds:
    """What was set aside for a link when it was last counted, and what was owed then."""

    funds: Money
    owed: Money
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Everything that is true of a link at one moment."""

    id: str = ""
    status: Status = Status.NEW
    fault: str = ""
    terms: LinkTerms | None = None
    digest: str = ""
    edition: int = 0
    per_cent: int = 1
    proposals: Mapping[str, Proposal] = field(default_factory=dict)
    rates: Mapping[int, Rates] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    tables: Mapping[str, Joined] = field(default_factory=dict)
    reads: Mapping[str, int] = field(default_factory=dict)
    """How far each table's inbox was read. It stays when a table leaves: it may come back."""
    entered: int = 0
    """Claims so far."""
    claims: Mapping[int, OpenClaim] = field(default_factory=dict)
    claimed: Mapping[str, int] = field(default_factory=dict)
    """The last round of each table with a claim that was not rejected."""
    rejected: tuple[ev.ClaimEntered, ...] = ()
    """The last of those whose tables did not hold the prizes: they are to be taken back there."""
    slips: int = 0
    transfers: int = 0
    received: frozenset[str] = frozenset()
    """Transfers that came in, by the link they came from and their number there."""
    hits: tuple[Hit, ...] = ()
    """The last of them, latest first."""
    waiting: Waiting | None = None
    funds: Funds | None = None

    @property
    def is_open(self) -> bool:
        """Whether the link has meters that may move."""
        return self.status in (Status.RUNNING, Status.STOPPED)


def replay(log: Iterable[ev.LinkEvent]) -> Link:
    """The link a log leads to."""
    link = Link()
    for event in log:
        link = evolve(link, event)
    return link


def evolve(link: Link, event: ev.LinkEvent) -> Link:
    """The link after one more event, balanced."""
    match event:
        case ev.ProposalApproved():
            proposals = {**link.proposals, event.digest: event.proposal}
            return replace(link, id=event.proposal.terms.link, proposals=proposals)
        case ev.LinkOpened():
            return _opened(link, event)
        case ev.LinkStarted():
            return replace(link, status=Status.RUNNING, fault="")
        case ev.LinkStopped():
            return replace(link, status=Status.STOPPED, fault=event.reason)
        case ev.LinkRetired():
            return replace(link, status=Status.RETIRED, fault="The link is retired.")
        case ev.TableJoined():
            joined = Joined(game=event.game, sharing=event.sharing)
            return replace(link, tables={**link.tables, event.table: joined})
        case ev.TableLeft():
            tables = {name: one for name, one in link.tables.items() if name != event.table}
            return replace(link, tables=tables)
        case ev.ContributionsFolded():
            return _folded(link, event)
        case ev.ClaimEntered() | ev.ClaimVerified() | ev.ClaimRejected():
            return _claim_moved(link, event)
        case ev.PrizeReleased(claim=number):
            claim = replace(link.claims[number], is_locked=False)
            return replace(link, claims={**link.claims, number: claim})
        case ev.PrizePaid():
            return _paid(link, event)
        case ev.MeterAdjusted() | ev.MeterFilled():
            return _moved(link, event.moves)
        case ev.ChangeHeld():
            waiting = Waiting(
                terms=event.terms,
                digest=event.digest,
                levels=event.levels,
                after_claim=link.entered,
                by=event.by,
                second=event.second,
            )
            return replace(link, waiting=waiting)
        case ev.TermsChanged():
            return _changed(link, event)
        case ev.FundsCounted():
            return replace(link, funds=Funds(funds=event.funds, owed=event.owed, at=event.at))
        case ev.TransferSent():
            return replace(_moved(link, event.moves), transfers=event.transfer)
        case ev.TransferReceived():
            received = link.received | {transfer_key(event.from_link, event.transfer)}
            finer = replace(_finer(link, event.per_cent), received=received)
            return _moved(finer, event.moves)
        case _:
            assert_never(event)


def transfer_key(link: str, transfer: int) -> str:
    """A transfer by where it came from."""
    return f"{link}/{transfer}"


# --- opening and changing -----------------------------------------------------------------------


def _rates(terms: LinkTerms, per_cent: int) -> Rates:
    levels = {level.name: (level.contribution, level.reserve) for level in terms.levels}
    return Rates(per_cent=per_cent, levels=levels)


def _opened(link: Link, event: ev.LinkOpened) -> Link:
    meters = {}
    for level in event.terms.levels:
        parts = level.initial.cents * event.per_cent
        empty = Meter(level=level.name, per_cent=event.per_cent, limit=level.limit)
        meters[level.name] = moved(empty, {Account.INITIAL: parts, Account.ACCRUED: parts})
    return replace(
        link,
        id=event.link,
        status=Status.STOPPED,
        fault="The link is not started yet.",
        terms=event.terms,
        digest=event.digest,
        edition=1,
        per_cent=event.per_cent,
        rates={1: _rates(event.terms, event.per_cent)},
        meters=meters,
    )


def _changed(link: Link, event: ev.TermsChanged) -> Link:
    link = _moved(_finer(link, event.per_cent), event.moves)
    meters = {
        level.name: replace(link.meters[level.name], limit=level.limit)
        for level in event.terms.levels
    }
    return replace(
        link,
        terms=event.terms,
        digest=event.digest,
        edition=event.edition,
        rates={**link.rates, event.edition: _rates(event.terms, event.per_cent)},
        meters=meters,
        waiting=None,
    )


def _finer(link: Link, per_cent: int) -> Link:
    if per_cent == link.per_cent:
        return link
    times = per_cent // link.per_cent
    claims = {
        number: replace(
            claim, moves={name: rescaled(move, times) for name, move in claim.moves.items()}
        )
        for number, claim in link.claims.items()
    }
    meters = {name: rescaled_meter(meter, per_cent) for name, meter in link.meters.items()}
    return replace(link, per_cent=per_cent, meters=meters, claims=claims)


# --- money --------------------------------------------------------------------------------------


def _moved(link: Link, moves: Moves) -> Link:
    meters = dict(link.meters)
    for name, move in moves.items():
        meters[name] = moved(meters[name], move)
    return replace(link, meters=meters)


def _folded(link: Link, event: ev.ContributionsFolded) -> Link:
    reads, wagers = dict(link.reads), 0
    totals = {name: [0, 0] for name in link.meters}
    for read in event.reads:
        if reads.get(read.table, 0) != read.after:
            raise MeterImbalance(
                f"Inbox of table {read.table} is read from after {read.after}, and it was read up "
                f"to {reads.get(read.table, 0)}: entries would count twice or be lost."
            )
        reads[read.table] = read.upto
        wagers += read.wagers
        for name, (accrued, reserve) in read.levels.items():
            totals[name][0] += accrued
            totals[name][1] += reserve
    meters = {}
    for name, (accrued, reserve) in totals.items():
        move = {
            Account.CONTRIBUTIONS: accrued + reserve,
            Account.ACCRUED: accrued,
            Account.RESERVE: reserve,
        }
        meter = link.meters[name]
        meters[name] = moved(replace(meter, wagers=meter.wagers + wagers), move)
    return replace(link, reads=reads, meters=meters)


# --- claims -------------------------------------------------------------------------------------


def _claim_moved(link: Link, event: ev.ClaimEntered | ev.ClaimVerified | ev.ClaimRejected) -> Link:
    link = _moved(link, event.moves)
    if isinstance(event, ev.ClaimEntered):
        return replace(
            link,
            entered=event.claim,
            claims={**link.claims, event.claim: OpenClaim(entered=event, moves=event.moves)},
            claimed={**link.claimed, event.table: event.round},
        )
    claim = link.claims[event.claim]
    if isinstance(event, ev.ClaimRejected):
        others = {number: one for number, one in link.claims.items() if number != event.claim}
        table, claimed = claim.entered.table, dict(link.claimed)
        if claimed[table] == claim.entered.round:
            # The round may be settled anew and claim once more.
            claimed[table] -= 1
        rejected = link.rejected
        if not claim.entered.is_held:
            rejected = (*rejected, claim.entered)[-SHOWN_HITS:]
        return replace(link, claims=others, claimed=claimed, rejected=rejected)
    return _hit(link, claim, event)


def _less_waiting(waiting: Waiting | None, event: ev.ClaimEntered) -> Waiting | None:
    if waiting is None or event.claim <= waiting.after_claim:
        return waiting
    won = {name for name, taken in event.levels.items() if taken.is_reset}
    return replace(waiting, levels=tuple(name for name in waiting.levels if name not in won))


def _hit(link: Link, claim: OpenClaim, event: ev.ClaimVerified) -> Link:
    entered = claim.entered
    hits = [
        Hit(
            claim=event.claim,
            table=entered.table,
            seat=winner.seat,
            hand=winner.hand,
            level=winner.level,
            amount=winner.amount,
            at=event.at,
        )
        for winner in entered.winners
    ]
    meters = {
        name: replace(meter, hits=meter.hits + sum(hit.level == name for hit in hits))
        for name, meter in link.meters.items()
    }
    verified = replace(claim, is_verified=True, is_locked=event.is_locked)
    return replace(
        link,
        meters=meters,
        claims={**link.claims, event.claim: verified},
        waiting=_less_waiting(link.waiting, entered),
        hits=(*reversed(hits), *link.hits)[:SHOWN_HITS],
    )


def _paid(link: Link, event: ev.PrizePaid) -> Link:
    if event.slip != link.slips + 1:
        raise MeterImbalance(f"Slip {event.slip} follows slip {link.slips}: one is missing.")
    claim = link.claims[event.claim]
    claims = dict(link.claims)
    if event.seat == claim.entered.winners[-1].seat:
        del claims[event.claim]
    return replace(link, slips=event.slip, claims=claims)
