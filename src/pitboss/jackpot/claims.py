"""Claims: entered in the one order of the link, verified, then paid or rejected (I-11, I-14).

The winners of one table round come as one claim, worked out by the settlement on what the link
showed. The link works it out again on its own meters and takes it only if all figures agree, so a
claim that was overtaken by another is settled anew on what that one left.

A verified claim can only be paid, unless its round itself does not stand: then it pays nothing, and
goes back even if it was paid before that was found (I-82, I-83).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.cards import DECK, Card
from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.hands.names import compile_five
from pitboss.hands.tables import strength_of_five
from pitboss.jackpot.awards import WHOLE, Awards, Claim, award
from pitboss.jackpot.changes import changed_levels
from pitboss.jackpot.link import (
    SHOWN_HITS,
    Hit,
    LevelTaken,
    Link,
    OpenClaim,
    PaidClaim,
    Waiting,
    Winner,
    check_counted,
    joined_table,
    with_moves,
)
from pitboss.jackpot.meters import (
    Bucket,
    MeterImbalance,
    Move,
    in_words,
    undone,
    without_zeros,
)
from pitboss.jackpot.terms import ROYAL, LinkedGame, OverflowTo
from pitboss.money import Money

ORDER, FROZEN, VOID = "I-11", "I-14", "I-82"

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A level in a settlement."""

    before: Money
    awarded: Money
    resets: Money
    after: Money


@stored("enter-claim", kw_only=True)
class EnterClaim:
    """The winners of one table round, from its settlement."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox."""
    winners: tuple[Winner, ...]
    levels: Mapping[str, Figures]


@stored("verify-claim", kw_only=True)
class VerifyClaim:
    """The winning cards were seen, and the deck was counted card by card."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]


@stored("reject-claim", kw_only=True)
class RejectClaim:
    """The claim does not stand."""

    claim: int
    reason: str


@stored("undo-claim", kw_only=True)
class UndoClaim:
    """The settlement that a claim came from was undone, and with it the claim."""

    claim: int
    reason: str


@stored("release-prize", kw_only=True)
class ReleasePrize:
    """What a large prize waited for is done."""

    claim: int
    document: str


@stored("pay-claim", kw_only=True)
class PayClaim:
    """The winners of a claim are paid."""

    claim: int


# --- events ---------------------------------------------------------------------------------------


@stored("claim-entered", kw_only=True)
class ClaimEntered:
    """A claim has its place in the order of the link, and its amount is frozen (I-11, I-14)."""

    claim: int
    table: str
    round: int
    game: str
    winners: tuple[Winner, ...]
    levels: Mapping[str, LevelTaken]
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("claim-verified", kw_only=True)
class ClaimVerified:
    """The winning cards were seen and the deck counted to the last card (P34)."""

    claim: int
    cards: Mapping[int, tuple[Card, ...]]
    deck: tuple[Card, ...]
    moves: Mapping[str, Mapping[Bucket, int]]
    is_locked: bool
    """Whether a prize is so large that it waits for its release (R10)."""
    clause: str


@stored("claim-rejected", kw_only=True)
class ClaimRejected:
    """The claim does not stand: what it took goes back to the levels as they are now (I-14)."""

    claim: int
    reason: str
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("prize-released", kw_only=True)
class PrizeReleased:
    """A large prize may be paid."""

    claim: int
    document: str
    clause: str


@stored("prize-paid", kw_only=True)
class PrizePaid:
    """One winner was paid, with a slip (R5). Slips of a link are numbered without a gap."""

    slip: int
    claim: int
    table: str
    round: int
    seat: int
    player: str
    hand: str
    level: str
    amount: Money
    words: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What one winner was paid and has to give back, with the slip that it makes void."""

    slip: int
    seat: int
    player: str
    amount: Money


@stored("paid-claim-undone", kw_only=True)
class PaidClaimUndone:
    """The round of a claim that was paid does not stand, so that it pays nothing (I-82).

    The levels have all of it back at once, as they are now: the house recovers it from the winners,
    at no cost to those who play on.
    """

    claim: int
    table: str
    round: int
    recover: tuple[Recovery, ...]
    reason: str
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


# --- entering -------------------------------------------------------------------------------------


def enter(link: Link, command: EnterClaim) -> Iterator[ClaimEntered]:
    """The next claim in the link's order."""
    game = _check_round(link, command)
    _check_winners(game, command)
    levels: dict[str, LevelTaken] = {}
    moves: dict[str, Move] = {}
    for name in dict.fromkeys(winner.level for winner in command.winners):
        awards = _checked_awards(link, name, command)
        is_reset = any(w.level == name and w.percent == WHOLE for w in command.winners)
        from_reserve, moves[name] = _funding(link, name, awards, is_reset=is_reset)
        levels[name] = LevelTaken(
            before=link.meters[name].display,
            awarded=awards.awarded,
            resets=awards.resets,
            after=awards.after,
            from_reserve=from_reserve,
            from_house=awards.resets - from_reserve,
            is_reset=is_reset,
        )
    _check_others(link, command)
    yield ClaimEntered(
        claim=link.entered + 1,
        table=command.table,
        round=command.round,
        game=game.rulebook,
        # A royal is paid after the lower hands, so its slip comes after theirs (I-10).
        winners=tuple(sorted(command.winners, key=lambda w: (w.percent, w.hand == ROYAL))),
        levels=levels,
        moves=moves,
        clause=ORDER,
    )


def _check_round(link: Link, command: EnterClaim) -> LinkedGame:
    joined = joined_table(link, command.table, "Only tables that share a link claim from it.")
    game = link.open_terms.game(joined.game)
    assert game is not None, "tables join with a linked game"
    if command.round <= link.claimed.get(command.table, 0):
        raise RuleBreach(
            f"Round {command.round} of table {command.table} has claimed",
            clause=ORDER,
            remedy="All winners of a round come as one claim; reject it before another is made.",
        )
    check_counted(link, command.table, command.round, command.contribution)
    return game


def _check_winners(game: LinkedGame, command: EnterClaim) -> None:
    seats = [winner.seat for winner in command.winners]
    if not seats or len(set(seats)) < len(seats):
        raise RuleBreach(
            "A claim without winners, or with one seat twice",
            clause="I-04",
            remedy="Name each winner once; a wager has one award.",
        )
    for winner in command.winners:
        row = game.shares.get(winner.hand)
        if row is None or (row.level, row.percent) != (winner.level, winner.percent):
            raise RuleBreach(
                f"{winner.percent}% of {winner.level} for {winner.hand}",
                clause=game.clause,
                remedy=f"{game.paytable} does not pay that.",
                seat=winner.seat,
            )
    if sum(winner.hand == ROYAL for winner in command.winners) > 1:
        raise RuleBreach(
            "Two royal flushes in one round",
            clause="I-10",
            remedy="They would need the same cards: look for an error in the cards.",
        )


def _checked_awards(link: Link, name: str, command: EnterClaim) -> Awards:
    """What a level pays by the link's own meters, if the settlement came to the same."""
    terms, shows = link.open_terms, link.meters[name].display
    winners = [winner for winner in command.winners if winner.level == name]
    claims = [Claim(winner.seat, winner.percent, winner.hand == ROYAL) for winner in winners]
    awards = award(shows, terms.level(name).reset, claims, terms.sharing)
    found = Figures(before=shows, awarded=awards.awarded, resets=awards.resets, after=awards.after)
    claimed = command.levels.get(name)
    if claimed != found or {w.seat: w.amount for w in winners} != awards.by_seat:
        saw = "nothing" if claimed is None else claimed.before.dollars
        raise RuleBreach(
            f"{name} was settled on {saw}, and the link shows {shows.dollars} and would pay "
            f"{awards.awarded.dollars}",
            clause=ORDER,
            remedy="Another claim was entered first: settle the round on what the link shows now.",
        )
    return awards


def _check_others(link: Link, command: EnterClaim) -> None:
    won = {winner.level for winner in command.winners}
    for name, figures in command.levels.items():
        meter = link.meters.get(name)
        if name not in won and (meter is None or figures.awarded or figures.resets):
            raise RuleBreach(
                f"{name} would pay {figures.awarded.dollars}, and has no winner",
                clause=ORDER,
                remedy="Name the winners of every level that pays.",
            )


def _funding(link: Link, name: str, awards: Awards, *, is_reset: bool) -> tuple[Money, Move]:
    """What the reserve pays for the reset, and all that moves on the level.

    The reserve pays as far as it reaches in whole cents, the house the rest.
    """
    meter, per_cent = link.meters[name], link.per_cent
    overflow = link.open_terms.level(name).overflow
    to_accrued = meter.overflow if is_reset and overflow is OverflowTo.NEXT_RESET else 0
    to_reserve = meter.overflow if is_reset and overflow is OverflowTo.RESERVE else 0
    reserve = (meter[Bucket.RESERVE] + to_reserve) // per_cent
    from_reserve = Money(max(0, min(reserve, awards.resets.cents)))
    held, resets = awards.awarded.cents * per_cent, awards.resets.cents * per_cent
    drawn = from_reserve.cents * per_cent
    # What is above the limit was never shown and is not won: it is set aside first.
    move = {
        Bucket.ACCRUED: resets - held - meter.excess + to_accrued,
        Bucket.OVERFLOW: meter.excess - to_accrued - to_reserve,
        Bucket.RESERVE: to_reserve - drawn,
        Bucket.HELD: held,
        Bucket.FILLS: resets - drawn,
    }
    return from_reserve, without_zeros(move)


def with_claim(link: Link, event: ClaimEntered, now: str) -> Link:
    """The link with one more claim that is open."""
    claim = OpenClaim(
        claim=event.claim,
        table=event.table,
        round=event.round,
        game=event.game,
        winners=event.winners,
        levels=event.levels,
        moves=event.moves,
        at=now,
    )
    return replace(
        with_moves(link, event.moves),
        entered=event.claim,
        claims={**link.claims, event.claim: claim},
        claimed={**link.claimed, event.table: event.round},
    )


# --- verifying ------------------------------------------------------------------------------------


def verify(link: Link, command: VerifyClaim) -> Iterator[ClaimVerified]:
    """The winning cards are what was claimed, and the deck is whole."""
    claim = _pending(link, command.claim)
    _check_cards(link, claim, command)
    _check_deck(command)
    lock_from = link.open_terms.lock_from
    yield ClaimVerified(
        claim=command.claim,
        cards=dict(command.cards),
        deck=command.deck,
        moves={
            name: {Bucket.HELD: -move[Bucket.HELD], Bucket.WINS: move[Bucket.HELD]}
            for name, move in claim.moves.items()
            if Bucket.HELD in move
        },
        is_locked=lock_from is not None
        and any(winner.amount >= lock_from for winner in claim.winners),
        clause=FROZEN,
    )


def _check_cards(link: Link, claim: OpenClaim, command: VerifyClaim) -> None:
    game = link.open_terms.game(claim.game)
    assert game is not None, "a table keeps its game while it has a claim"
    rows = compile_five(list(game.hands))
    if set(command.cards) != {winner.seat for winner in claim.winners}:
        raise RuleBreach(
            "The winning cards of every seat in the claim must be seen",
            clause="P34",
            remedy="Record five cards for each of them.",
        )
    for winner in claim.winners:
        cards = command.cards[winner.seat]
        if len(set(cards)) != 5 or len(cards) != 5:
            raise RuleBreach(
                f"{len(cards)} cards for a hand of five",
                clause="P34",
                remedy="Record the five cards that win, each once.",
                seat=winner.seat,
            )
        row = rows[strength_of_five(cards) >> 16]
        if row is None or game.hands[row] != winner.hand:
            raise RuleBreach(
                f"{' '.join(str(card) for card in cards)} is no {winner.hand}",
                clause="P34",
                remedy="Look again, or reject the claim.",
                seat=winner.seat,
            )


def _check_deck(command: VerifyClaim) -> None:
    missing = [card for card in DECK if card not in command.deck]
    more = [card for card in DECK if command.deck.count(card) > 1]
    if missing or more:
        found = [f"{card} is missing" for card in missing]
        found += [f"{card} is there again" for card in more]
        raise RuleBreach(
            f"The deck is not whole: {', '.join(found[:6])}",
            clause="P34",
            remedy="Count the deck again, or reject the claim.",
        )


def _pending(link: Link, number: int) -> OpenClaim:
    claim = _open(link, number)
    if claim.is_verified:
        raise RuleBreach(
            f"Claim {number} is verified", clause=FROZEN, remedy="It can only be paid now."
        )
    return claim


def _open(link: Link, number: int) -> OpenClaim:
    claim = link.claims.get(number)
    if claim is None:
        waiting = ", ".join(str(one) for one in link.claims) or "none"
        raise RuleBreach(
            f"There is no open claim {number}", clause=FROZEN, remedy=f"Open are: {waiting}."
        )
    return claim


def with_hit(link: Link, event: ClaimVerified, now: str) -> Link:
    """The link after a claim was verified: it is won, and the displays show it."""
    claim = link.claims[event.claim]
    hits = [
        Hit(
            claim=event.claim,
            table=claim.table,
            seat=winner.seat,
            hand=winner.hand,
            level=winner.level,
            amount=winner.amount,
            at=now,
        )
        for winner in claim.winners
    ]
    verified = replace(claim, is_verified=True, is_locked=event.is_locked)
    waiting = link.waiting
    if waiting is not None and claim.claim > waiting.after_claim:
        left = tuple(name for name in waiting.levels if name not in _reset_by(claim))
        waiting = replace(waiting, levels=left)
    return replace(
        _count_hits(with_moves(link, event.moves), claim, 1),
        claims={**link.claims, event.claim: verified},
        waiting=waiting,
        hits=(*reversed(hits), *link.hits)[:SHOWN_HITS],
    )


def _count_hits(link: Link, claim: OpenClaim, times: int) -> Link:
    meters = {
        name: replace(meter, hits=meter.hits + times * sum(w.level == name for w in claim.winners))
        for name, meter in link.meters.items()
    }
    return replace(link, meters=meters)


def _reset_by(claim: OpenClaim) -> set[str]:
    return {name for name, taken in claim.levels.items() if taken.is_reset}


# --- rejecting and undoing ------------------------------------------------------------------------


def reject(link: Link, command: RejectClaim) -> Iterator[ClaimRejected]:
    """What the claim took goes back, on top of all that came in meanwhile."""
    claim = _pending(link, command.claim)
    if not command.reason.strip():
        raise RuleBreach(
            "A claim is rejected without a reason", clause=FROZEN, remedy="Say why it fails."
        )
    yield _rejected(link, claim, command.reason)


def undo(link: Link, command: UndoClaim) -> Iterator[ClaimRejected | PaidClaimUndone]:
    """A round that is void pays nothing, even what was verified or paid (I-82).

    The rules that void a settled round make no exception for a prize (Let It Ride 5.2, 5.4; Hold'em
    and Three Card 5.3, 5.7, 5.8), so what such a round paid was never won. Those who play on at the
    link must not lose by that: the levels have it back at once.
    """
    paid = next((one for one in link.paid.values() if one.claim.claim == command.claim), None)
    if paid is None:
        yield _rejected(link, _open(link, command.claim), command.reason)
        return
    claim = paid.claim
    yield PaidClaimUndone(
        claim=claim.claim,
        table=claim.table,
        round=claim.round,
        recover=tuple(
            Recovery(slip=slip, seat=winner.seat, player=winner.player, amount=winner.amount)
            for slip, winner in zip(paid.slips, claim.winners, strict=True)
        ),
        reason=command.reason,
        moves=_undoing(link, claim),
        clause=VOID,
    )


def _rejected(link: Link, claim: OpenClaim, reason: str) -> ClaimRejected:
    return ClaimRejected(
        claim=claim.claim, reason=reason, moves=_undoing(link, claim), clause=FROZEN
    )


def _undoing(link: Link, claim: OpenClaim) -> dict[str, Move]:
    """What takes a claim back; once it was verified, what was held is among the wins."""
    held = {Bucket.HELD: Bucket.WINS} if claim.is_verified else {}
    return {
        name: {
            held.get(bucket, bucket): parts
            for bucket, parts in undone(link.meters[name], move).items()
        }
        for name, move in claim.moves.items()
    }


def without_claim(link: Link, event: ClaimRejected) -> Link:
    """The link after an open claim went back."""
    claim = link.claims[event.claim]
    others = {number: one for number, one in link.claims.items() if number != event.claim}
    link = replace(_may_claim_again(with_moves(link, event.moves), claim), claims=others)
    return _without_hit(link, claim) if claim.is_verified else link


def without_paid_claim(link: Link, event: PaidClaimUndone) -> Link:
    """The link after a claim that was paid went back with its round."""
    claim = link.paid[event.table].claim
    left = {table: one for table, one in link.paid.items() if table != event.table}
    void = link.void_slips | {one.slip for one in event.recover}
    link = replace(with_moves(link, event.moves), paid=left, void_slips=void)
    return _without_hit(_may_claim_again(link, claim), claim)


def _may_claim_again(link: Link, claim: OpenClaim) -> Link:
    """The link, when the round of a claim that is gone may be settled anew and claim once more."""
    claimed = dict(link.claimed)
    if claimed[claim.table] == claim.round:
        claimed[claim.table] -= 1
    return replace(link, claimed=claimed)


def _without_hit(link: Link, claim: OpenClaim) -> Link:
    """The link without a hit that was verified, and whose round did not stand after all (I-82)."""
    hits = tuple(hit for hit in link.hits if hit.claim != claim.claim)
    return replace(_count_hits(link, claim, -1), hits=hits, waiting=_waiting_again(link, claim))


def _waiting_again(link: Link, claim: OpenClaim) -> Waiting | None:
    """Terms that waited for the levels it won wait for them again."""
    waiting = link.waiting
    if waiting is None or claim.claim <= waiting.after_claim:
        return waiting
    due = {*waiting.levels, *_reset_by(claim)}
    changed = changed_levels(link.open_terms, waiting.terms)
    return replace(waiting, levels=tuple(name for name in changed if name in due))


# --- paying ---------------------------------------------------------------------------------------


def release(link: Link, command: ReleasePrize) -> Iterator[PrizeReleased]:
    """A large prize may be paid, once what it waited for is documented (R10)."""
    claim = _open(link, command.claim)
    if not claim.is_locked or not command.document.strip():
        raise RuleBreach(
            f"Claim {command.claim} is not released",
            clause="R10",
            remedy="Release a verified claim that is locked, and name the document.",
        )
    yield PrizeReleased(claim=command.claim, document=command.document, clause="R10")


def unlocked(link: Link, event: PrizeReleased) -> Link:
    """The link with a claim that may be paid."""
    claim = replace(link.claims[event.claim], is_locked=False)
    return replace(link, claims={**link.claims, event.claim: claim})


def pay(link: Link, command: PayClaim) -> Iterator[PrizePaid]:
    """Each winner with a slip, in the order in which they were entered."""
    claim = _open(link, command.claim)
    _check_may_pay(link, claim)
    for slip, winner in enumerate(claim.winners, start=link.slips + 1):
        yield PrizePaid(
            slip=slip,
            claim=claim.claim,
            table=claim.table,
            round=claim.round,
            seat=winner.seat,
            player=winner.player,
            hand=winner.hand,
            level=winner.level,
            amount=winner.amount,
            words=in_words(winner.amount),
            clause=FROZEN,
        )


def _check_may_pay(link: Link, claim: OpenClaim) -> None:
    number = claim.claim
    if not claim.is_verified or claim.is_locked:
        what = "released" if claim.is_verified else "verified"
        raise RuleBreach(f"Claim {number} is not {what}", clause=FROZEN, remedy="That comes first.")
    for earlier, other in link.claims.items():
        shared = other.levels.keys() & claim.levels.keys()
        # A prize that waits for papers was found good: the next winner need not wait for them.
        if earlier < number and shared and not other.is_locked:
            raise RuleBreach(
                f"Claim {earlier} of table {other.table} was entered first",
                clause=ORDER,
                remedy="Pay or reject it before this one.",
            )


def with_slip(link: Link, event: PrizePaid) -> Link:
    """The link after one slip; the last of a claim closes it."""
    if event.slip != link.slips + 1:
        raise MeterImbalance(f"Slip {event.slip} follows slip {link.slips}: one is missing.")
    claim = link.claims[event.claim]
    claims, paid = dict(link.claims), dict(link.paid)
    if event.seat == claim.winners[-1].seat:
        del claims[event.claim]
        if claim.round == link.claimed[claim.table]:
            # Of earlier rounds the results stand, whatever is found now (I-83).
            first = event.slip - len(claim.winners) + 1
            slips = tuple(range(first, event.slip + 1))
            paid[claim.table] = PaidClaim(claim=claim, slips=slips)
    return replace(link, slips=event.slip, claims=claims, paid=paid)
