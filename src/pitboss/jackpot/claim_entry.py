"""Entering a claim: its place in the one order of the link, its amount, and the reset (I-11).

The winners of one table round come as one claim, worked out by the settlement on what the link
showed. The link works it out again on its own meters and takes it only if all figures agree, so a
claim that was overtaken by another is settled anew on what that one left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.awards import WHOLE, Awards, Claim, award
from pitboss.jackpot.link import Link, OpenClaim, Taken, Winner, with_moves
from pitboss.jackpot.meters import Account, Meter, Move, without_zeros
from pitboss.jackpot.terms import ROYAL, LinkedGame, OverflowTo
from pitboss.money import Money

ORDER = "I-11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A level as a settlement has it."""

    before: Money
    awarded: Money
    resets: Money
    after: Money


@stored("enter-claim")
@dataclass(frozen=True, slots=True, kw_only=True)
class EnterClaim:
    """The winners of one table round, as its settlement has them."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox."""
    winners: tuple[Winner, ...]
    levels: Mapping[str, Figures]


@stored("claim-entered")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntered:
    """A claim has its place in the order of the link, and its amount is frozen (I-11, I-14)."""

    claim: int
    table: str
    round: int
    game: str
    winners: tuple[Winner, ...]
    levels: Mapping[str, Taken]
    moves: Mapping[str, Mapping[Account, int]]
    clause: str


def enter(link: Link, command: EnterClaim) -> Iterator[ClaimEntered]:
    """The next claim in the link's order."""
    game = _check_round(link, command)
    _check_winners(game, command)
    levels: dict[str, Taken] = {}
    moves: dict[str, Move] = {}
    for name in dict.fromkeys(winner.level for winner in command.winners):
        awards = _awards(link, name, command)
        _check_figures(link, name, awards, command)
        funded = _funding(link, name, awards, command)
        moves[name] = _move(link, awards, funded)
        levels[name] = Taken(
            before=link.meters[name].display,
            awarded=awards.awarded,
            resets=awards.resets,
            after=awards.after,
            from_reserve=funded.from_reserve,
            from_house=awards.resets - funded.from_reserve,
            is_reset=funded.is_reset,
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


def _awards(link: Link, name: str, command: EnterClaim) -> Awards:
    assert link.terms is not None, "tables join a link with terms"
    claims = [
        Claim(winner.seat, winner.percent, winner.hand == ROYAL)
        for winner in command.winners
        if winner.level == name
    ]
    reset = link.terms.level(name).reset
    return award(link.meters[name].display, reset, claims, link.terms.sharing)


def _check_figures(link: Link, name: str, awards: Awards, command: EnterClaim) -> None:
    shows = link.meters[name].display
    found = Figures(before=shows, awarded=awards.awarded, resets=awards.resets, after=awards.after)
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


def _check_others(link: Link, command: EnterClaim) -> None:
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


def _funding(link: Link, name: str, awards: Awards, command: EnterClaim) -> _Funded:
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
    return without_zeros(move)


def evolve(link: Link, event: ClaimEntered, now: str) -> Link:
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
