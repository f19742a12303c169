"""How each event moves a link on.

A link is a fold over its events and knows no rulebook. Every level balances after every event, or
`MeterImbalance` is raised: a link on which money was made or lost goes no further.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from pitboss.envelope import Envelope, Recorded
from pitboss.jackpot import events as ev
from pitboss.jackpot.claim_evolving import claim_moved, paid_claim_undone, prize_paid
from pitboss.jackpot.link import (
    Funds,
    Joined,
    Link,
    PaidFixed,
    Rates,
    Status,
    Waiting,
    with_moves,
)
from pitboss.jackpot.meters import (
    Account,
    Meter,
    MeterImbalance,
    Moves,
    moved,
    rescaled,
    rescaled_meter,
)
from pitboss.jackpot.terms import LinkTerms


def replay(log: Iterable[Recorded[ev.LinkEvent]]) -> Link:
    """The link a log leads to."""
    link = Link()
    for event, envelope in log:
        link = evolve(link, event, envelope)
    return link


def evolve(link: Link, event: ev.LinkEvent, envelope: Envelope) -> Link:
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
        case ev.OwnerTook():
            return replace(link, fence=event.fence)
        case ev.ContributionsFolded():
            return _folded(link, event)
        case ev.ClaimEntered() | ev.ClaimVerified() | ev.ClaimRejected():
            return claim_moved(link, event, envelope.time)
        case ev.FixedAwardsTaken():
            paid = PaidFixed(taken=event, moves=event.moves)
            return replace(with_moves(link, event.moves), fixed={**link.fixed, event.table: paid})
        case ev.FixedAwardsReturned():
            left = {name: one for name, one in link.fixed.items() if name != event.table}
            return replace(with_moves(link, event.moves), fixed=left)
        case ev.PrizeReleased(claim=number):
            claim = replace(link.claims[number], is_locked=False)
            return replace(link, claims={**link.claims, number: claim})
        case ev.PrizePaid():
            return prize_paid(link, event)
        case ev.PaidClaimUndone():
            return paid_claim_undone(link, event)
        case ev.MeterAdjusted() | ev.MeterFilled():
            return with_moves(link, event.moves)
        case ev.ChangeHeld():
            waiting = Waiting(
                terms=event.terms,
                digest=event.digest,
                levels=event.levels,
                after_claim=link.entered,
            )
            return replace(link, waiting=waiting)
        case ev.TermsChanged():
            return _changed(link, event)
        case ev.FundsCounted():
            counted = Funds(funds=event.funds, owed=event.owed, at=envelope.time)
            return replace(link, funds=counted)
        case ev.TransferSent():
            return replace(with_moves(link, event.moves), transfers=event.transfer)
        case ev.TransferReceived():
            received = link.received | {transfer_key(event.from_link, event.transfer)}
            finer = replace(_finer(link, event.per_cent), received=received)
            return with_moves(finer, event.moves)
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
    link = with_moves(_finer(link, event.per_cent), event.moves)
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
        number: replace(claim, moves=_finer_moves(claim.moves, times))
        for number, claim in link.claims.items()
    }
    fixed = {
        table: replace(paid, moves=_finer_moves(paid.moves, times))
        for table, paid in link.fixed.items()
    }
    paid = {
        table: replace(claim, moves=_finer_moves(claim.moves, times))
        for table, claim in link.paid.items()
    }
    meters = {name: rescaled_meter(meter, per_cent) for name, meter in link.meters.items()}
    return replace(link, per_cent=per_cent, meters=meters, claims=claims, paid=paid, fixed=fixed)


def _finer_moves(moves: Moves, times: int) -> Moves:
    return {name: rescaled(move, times) for name, move in moves.items()}


# --- money --------------------------------------------------------------------------------------


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
