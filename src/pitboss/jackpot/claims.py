"""Claims that were entered: verified, then paid, or rejected with exact restoration (I-14).

One that was verified can only be paid, unless its round itself does not stand: then it pays
nothing, and goes back also where it was paid before that was found (I-82, I-83).
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import DECK
from pitboss.errors import RuleBreach
from pitboss.hands.names import compile_five
from pitboss.hands.tables import strength_of_five
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.entering import ORDER
from pitboss.jackpot.link import Link, OpenClaim, PaidClaim
from pitboss.jackpot.meters import Account, Meter, Move
from pitboss.jackpot.words import in_words

FROZEN = "I-14"
VOID = "I-82"


# --- verifying and rejecting --------------------------------------------------------------------


def verify(link: Link, command: do.VerifyClaim) -> Iterator[ev.LinkEvent]:
    """The winning cards are what was claimed, and the deck is whole."""
    claim = _pending(link, command.claim)
    assert link.terms is not None, "tables join a link with terms"
    _check_cards(link, claim, command)
    _check_deck(command)
    lock_from = link.terms.lock_from
    yield ev.ClaimVerified(
        claim=command.claim,
        cards=dict(command.cards),
        deck=command.deck,
        moves={
            name: {Account.HELD: -move[Account.HELD], Account.WINS: move[Account.HELD]}
            for name, move in claim.moves.items()
            if Account.HELD in move
        },
        is_locked=lock_from is not None
        and any(winner.amount >= lock_from for winner in claim.entered.winners),
        clause=FROZEN,
    )


def _check_cards(link: Link, claim: OpenClaim, command: do.VerifyClaim) -> None:
    assert link.terms is not None, "tables join a link with terms"
    game = link.terms.game(claim.entered.game)
    assert game is not None, "a table keeps its game while it has a claim"
    rows = compile_five(list(game.hands))
    if set(command.cards) != {winner.seat for winner in claim.entered.winners}:
        raise RuleBreach(
            "The winning cards of every seat in the claim must be seen",
            clause="P34",
            remedy="Record five cards for each of them.",
        )
    for winner in claim.entered.winners:
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


def _check_deck(command: do.VerifyClaim) -> None:
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


def reject(link: Link, command: do.RejectClaim) -> Iterator[ev.LinkEvent]:
    """What the claim took goes back, on top of all that came in meanwhile."""
    claim = _pending(link, command.claim)
    if not command.reason.strip():
        raise RuleBreach(
            "A claim is rejected without a reason", clause=FROZEN, remedy="Say why it fails."
        )
    yield _rejected(link, claim, command)


def undo(link: Link, command: do.UndoClaim) -> Iterator[ev.LinkEvent]:
    """A round that is void pays nothing, also what was verified or even paid (I-82).

    The rules that void a settled round know no prize that would keep them from it (Let It Ride 5.2,
    5.4; Hold'em and Three Card 5.3, 5.7, 5.8), and what was paid by a round that is none was never
    anybody's. Who plays on at the link is not to lose by that, so that the levels have it at once.
    """
    paid = next((one for one in link.paid.values() if one.entered.claim == command.claim), None)
    if paid is None:
        yield _rejected(link, _open(link, command.claim), command)
    else:
        yield _recovered(link, paid, command)


def _recovered(link: Link, paid: PaidClaim, command: do.UndoClaim) -> ev.PaidClaimUndone:
    entered = paid.entered
    return ev.PaidClaimUndone(
        claim=entered.claim,
        table=entered.table,
        round=entered.round,
        recover=tuple(
            ev.Recovery(slip=slip, seat=winner.seat, player=winner.player, amount=winner.amount)
            for slip, winner in zip(paid.slips, entered.winners, strict=True)
        ),
        reason=command.reason,
        moves={
            name: _from_wins(undone(link.meters[name], move)) for name, move in paid.moves.items()
        },
        clause=VOID,
    )


def _rejected(
    link: Link, claim: OpenClaim, command: do.RejectClaim | do.UndoClaim
) -> ev.ClaimRejected:
    moves = {name: undone(link.meters[name], move) for name, move in claim.moves.items()}
    if claim.is_verified:
        moves = {name: _from_wins(move) for name, move in moves.items()}
    return ev.ClaimRejected(
        claim=command.claim,
        reason=command.reason,
        moves=moves,
        clause=FROZEN,
    )


def _from_wins(move: Move) -> Move:
    """What was held is among the wins once its claim was verified."""
    held = {Account.HELD: Account.WINS}
    return {held.get(account, account): parts for account, parts in move.items()}


def undone(meter: Meter, move: Move) -> Move:
    """The counter-entry to a move, in the meter as it stands now.

    Where what this claim set aside from above the limit has gone elsewhere meanwhile, the level
    itself stands for it: amounts that others won are not touched (I-14).
    """
    back = {account: -parts for account, parts in move.items()}
    lacking = meter[Account.OVERFLOW] + back.get(Account.OVERFLOW, 0)
    if lacking < 0:
        back[Account.OVERFLOW] -= lacking
        back[Account.ACCRUED] = back.get(Account.ACCRUED, 0) + lacking
    return back


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
            f"There is no open claim {number}",
            clause=FROZEN,
            remedy=f"Open are: {waiting}.",
        )
    return claim


# --- paying -------------------------------------------------------------------------------------


def release(link: Link, command: do.ReleasePrize) -> Iterator[ev.LinkEvent]:
    """A large prize may be paid, once what it waited for is documented (R10)."""
    claim = _open(link, command.claim)
    if not claim.is_locked or not command.document.strip():
        raise RuleBreach(
            f"Claim {command.claim} is not released",
            clause="R10",
            remedy="Release a verified claim that is locked, and name the document.",
        )
    yield ev.PrizeReleased(
        claim=command.claim,
        document=command.document,
        clause="R10",
    )


def pay(link: Link, command: do.PayClaim) -> Iterator[ev.LinkEvent]:
    """Each winner with a slip; who was entered first is paid first."""
    claim = _open(link, command.claim)
    _check_may_pay(link, claim)
    entered = claim.entered
    for slip, winner in enumerate(entered.winners, start=link.slips + 1):
        yield ev.PrizePaid(
            slip=slip,
            claim=entered.claim,
            table=entered.table,
            round=entered.round,
            seat=winner.seat,
            player=winner.player,
            hand=winner.hand,
            level=winner.level,
            amount=winner.amount,
            words=in_words(winner.amount),
            clause=FROZEN,
        )


def _check_may_pay(link: Link, claim: OpenClaim) -> None:
    number = claim.entered.claim
    if not claim.is_verified or claim.is_locked:
        what = "released" if claim.is_verified else "verified"
        raise RuleBreach(f"Claim {number} is not {what}", clause=FROZEN, remedy="That comes first.")
    for earlier, other in link.claims.items():
        shared = other.entered.levels.keys() & claim.entered.levels.keys()
        # A prize that waits for papers was found good: the next winner need not wait for them.
        if earlier < number and shared and not other.is_locked:
            raise RuleBreach(
                f"Claim {earlier} of table {other.entered.table} was entered first",
                clause=ORDER,
                remedy="Pay or reject it before this one.",
            )
