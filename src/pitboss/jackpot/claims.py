"""Claims: entered in one order, frozen, verified, then paid or rejected (I-11, I-14).

The winners of one table round come as one claim, worked out by the settlement on what the link
showed. The link works it out again on its own meters and takes it only if all figures agree, so a
claim that was overtaken by another is settled anew on what that one left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.errors import RuleBreach
from pitboss.hands import compile_five, strength_of_five
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.awards import WHOLE, Awards, Claim, award
from pitboss.jackpot.link import Link, OpenClaim
from pitboss.jackpot.meters import Account, Meter, Move
from pitboss.jackpot.terms import ROYAL, LinkedGame, OverflowTo
from pitboss.jackpot.words import in_words
from pitboss.money import Money

ORDER = "I-11"
FROZEN = "I-14"


# --- entering -----------------------------------------------------------------------------------


def enter(link: Link, command: do.EnterClaim) -> Iterator[ev.LinkEvent]:
    """The next claim in the link's order."""
    game = _check_round(link, command)
    _check_winners(game, command)
    levels: dict[str, ev.Taken] = {}
    moves: dict[str, Move] = {}
    for name in dict.fromkeys(winner.level for winner in command.winners):
        awards = _awards(link, name, command)
        _check_figures(link, name, awards, command)
        funded = _funding(link, name, awards, command)
        moves[name] = _move(link, awards, funded)
        levels[name] = ev.Taken(
            before=link.meters[name].display,
            awarded=awards.awarded,
            resets=awards.resets,
            after=awards.after,
            from_reserve=funded.from_reserve,
            from_house=awards.resets - funded.from_reserve,
            is_reset=funded.is_reset,
        )
    _check_others(link, command)
    yield ev.ClaimEntered(
        claim=link.entered + 1,
        table=command.table,
        round=command.round,
        game=game.rulebook,
        # A royal is paid after the lower hands, so its slip comes after theirs (I-10).
        winners=tuple(sorted(command.winners, key=lambda w: (w.percent, w.hand == ROYAL))),
        levels=levels,
        moves=moves,
        by=command.by,
        at=command.at,
        clause=ORDER,
    )


def _check_round(link: Link, command: do.EnterClaim) -> LinkedGame:
    joined = link.tables.get(command.table)
    game = None if link.terms is None or joined is None else link.terms.game(joined.game)
    if game is None:
        raise RuleBreach(
            f"Table {command.table} does not share link {link.id}",
            clause="I-13",
            remedy="Only tables that share a link claim from it.",
        )
    if command.round <= link.claimed.get(command.table, 0):
        raise RuleBreach(
            f"Round {command.round} of table {command.table} has claimed",
            clause=ORDER,
            remedy="All winners of a round come as one claim; reject it before another is made.",
        )
    if command.contribution > link.reads.get(command.table, 0):
        raise RuleBreach(
            f"Round {command.round} of table {command.table} is not on the meters yet",
            clause="I-07",
            remedy="Fold its inbox first: a winner's own round is in what is paid.",
        )
    return game


def _check_winners(game: LinkedGame, command: do.EnterClaim) -> None:
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


def _awards(link: Link, name: str, command: do.EnterClaim) -> Awards:
    assert link.terms is not None, "tables join a link with terms"
    claims = [
        Claim(winner.seat, winner.percent, winner.hand == ROYAL)
        for winner in command.winners
        if winner.level == name
    ]
    reset = link.terms.level(name).reset
    return award(link.meters[name].display, reset, claims, link.terms.sharing)


def _check_figures(link: Link, name: str, awards: Awards, command: do.EnterClaim) -> None:
    shows = link.meters[name].display
    found = do.Figures(
        before=shows, awarded=awards.awarded, resets=awards.resets, after=awards.after
    )
    by_seat = {w.seat: w.amount for w in command.winners if w.level == name}
    if command.levels.get(name) != found or by_seat != awards.by_seat:
        claimed = command.levels.get(name)
        saw = "nothing" if claimed is None else claimed.before.dollars
        raise RuleBreach(
            f"{name} was settled on {saw}, and the link shows {shows.dollars} and would pay "
            f"{awards.awarded.dollars}",
            clause=ORDER,
            remedy="Somebody was entered first: settle the round on what the link shows now.",
        )


def _check_others(link: Link, command: do.EnterClaim) -> None:
    won = {winner.level for winner in command.winners}
    for name, figures in command.levels.items():
        meter = link.meters.get(name)
        if name not in won and (meter is None or figures.awarded or figures.resets):
            raise RuleBreach(
                f"{name} would pay {figures.awarded.dollars} to nobody",
                clause=ORDER,
                remedy="Name the winners of every level that pays.",
            )


class _Funded(NamedTuple):
    """Who pays for a reset, and what becomes of money above the limit."""

    meter: Meter
    is_reset: bool
    to_accrued: int
    to_reserve: int
    from_reserve: Money


def _funding(link: Link, name: str, awards: Awards, command: do.EnterClaim) -> _Funded:
    """The reserve pays for the reset as far as it reaches in whole cents, the house the rest."""
    assert link.terms is not None, "tables join a link with terms"
    meter, terms = link.meters[name], link.terms.level(name)
    is_reset = any(w.level == name and w.percent == WHOLE for w in command.winners)
    to_accrued = meter.overflow if is_reset and terms.overflow is OverflowTo.NEXT_RESET else 0
    to_reserve = meter.overflow if is_reset and terms.overflow is OverflowTo.RESERVE else 0
    reserve = (meter[Account.RESERVE] + to_reserve) // link.per_cent
    from_reserve = Money(max(0, min(reserve, awards.resets.cents)))
    return _Funded(meter, is_reset, to_accrued, to_reserve, from_reserve)


def _move(link: Link, awards: Awards, funded: _Funded) -> Move:
    per_cent, meter = link.per_cent, funded.meter
    held, resets = awards.awarded.cents * per_cent, awards.resets.cents * per_cent
    drawn = funded.from_reserve.cents * per_cent
    # What is above the limit was never shown and is not won: it is set aside first.
    move = {
        Account.ACCRUED: resets - held - meter.excess + funded.to_accrued,
        Account.OVERFLOW: meter.excess - funded.to_accrued - funded.to_reserve,
        Account.RESERVE: funded.to_reserve - drawn,
        Account.HELD: held,
        Account.FILLS: resets - drawn,
    }
    return {account: parts for account, parts in move.items() if parts}


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
        by=command.by,
        at=command.at,
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
    yield ev.ClaimRejected(
        claim=command.claim,
        reason=command.reason,
        moves={name: _undone(link.meters[name], move) for name, move in claim.moves.items()},
        by=command.by,
        second=command.second,
        at=command.at,
        clause=FROZEN,
    )


def _undone(meter: Meter, move: Move) -> Move:
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
        by=command.by,
        at=command.at,
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
            by=command.by,
            second=command.second,
            at=command.at,
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
