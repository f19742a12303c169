"""How a claim moves its link on: entered, verified or rejected, and paid slip by slip."""

from __future__ import annotations

from dataclasses import replace

from pitboss.jackpot import events as ev
from pitboss.jackpot.changing import changed_levels
from pitboss.jackpot.link import SHOWN_HITS, Hit, Link, OpenClaim, PaidClaim, Waiting, with_moves
from pitboss.jackpot.meters import MeterImbalance


def claim_moved(
    link: Link, event: ev.ClaimEntered | ev.ClaimVerified | ev.ClaimRejected, now: str
) -> Link:
    """The link after a claim was entered, verified or rejected."""
    link = with_moves(link, event.moves)
    if isinstance(event, ev.ClaimEntered):
        return replace(
            link,
            entered=event.claim,
            claims={
                **link.claims,
                event.claim: OpenClaim(entered=event, moves=event.moves, at=now),
            },
            claimed={**link.claimed, event.table: event.round},
        )
    claim = link.claims[event.claim]
    if isinstance(event, ev.ClaimRejected):
        others = {number: one for number, one in link.claims.items() if number != event.claim}
        link = replace(_may_claim_again(link, claim.entered), claims=others)
        return _no_hit(link, claim.entered) if claim.is_verified else link
    return _hit(link, claim, event, now)


def _may_claim_again(link: Link, entered: ev.ClaimEntered) -> Link:
    """The link, when the round of a claim that is gone may be settled anew and claim once more."""
    claimed = dict(link.claimed)
    if claimed[entered.table] == entered.round:
        claimed[entered.table] -= 1
    return replace(link, claimed=claimed)


def _less_waiting(waiting: Waiting | None, event: ev.ClaimEntered) -> Waiting | None:
    if waiting is None or event.claim <= waiting.after_claim:
        return waiting
    won = {name for name, taken in event.levels.items() if taken.is_reset}
    return replace(waiting, levels=tuple(name for name in waiting.levels if name not in won))


def _hit(link: Link, claim: OpenClaim, event: ev.ClaimVerified, now: str) -> Link:
    entered = claim.entered
    hits = [
        Hit(
            claim=event.claim,
            table=entered.table,
            seat=winner.seat,
            hand=winner.hand,
            level=winner.level,
            amount=winner.amount,
            at=now,
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


def _no_hit(link: Link, entered: ev.ClaimEntered) -> Link:
    """The link without a hit that was verified, and whose round did not stand after all (I-82)."""
    meters = {
        name: replace(meter, hits=meter.hits - sum(w.level == name for w in entered.winners))
        for name, meter in link.meters.items()
    }
    hits = tuple(hit for hit in link.hits if hit.claim != entered.claim)
    return replace(link, meters=meters, hits=hits, waiting=_more_waiting(link, entered))


def _more_waiting(link: Link, event: ev.ClaimEntered) -> Waiting | None:
    """Terms that waited for the levels it won wait for them again."""
    waiting = link.waiting
    if waiting is None or event.claim <= waiting.after_claim:
        return waiting
    assert link.terms is not None, "claims are made on a link with terms"
    due = {*waiting.levels, *(name for name, taken in event.levels.items() if taken.is_reset)}
    changed = changed_levels(link.terms, waiting.terms)
    return replace(waiting, levels=tuple(name for name in changed if name in due))


def prize_paid(link: Link, event: ev.PrizePaid) -> Link:
    """The link after one slip; the last of a claim closes it."""
    if event.slip != link.slips + 1:
        raise MeterImbalance(f"Slip {event.slip} follows slip {link.slips}: one is missing.")
    claim = link.claims[event.claim]
    entered, claims, paid = claim.entered, dict(link.claims), dict(link.paid)
    if event.seat == entered.winners[-1].seat:
        del claims[event.claim]
        if entered.round == link.claimed[entered.table]:
            # Of earlier rounds the results stand, whatever is found now (I-83).
            first = event.slip - len(entered.winners) + 1
            slips = tuple(range(first, event.slip + 1))
            paid[entered.table] = PaidClaim(entered=entered, moves=claim.moves, slips=slips)
    return replace(link, slips=event.slip, claims=claims, paid=paid)


def paid_claim_undone(link: Link, event: ev.PaidClaimUndone) -> Link:
    """The link after a claim that was paid went back with its round."""
    entered = link.paid[event.table].entered
    left = {table: one for table, one in link.paid.items() if table != event.table}
    void = link.void_slips | {one.slip for one in event.recover}
    link = replace(with_moves(link, event.moves), paid=left, void_slips=void)
    return _no_hit(_may_claim_again(link, entered), entered)
