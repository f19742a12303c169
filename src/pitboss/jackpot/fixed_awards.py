"""Awards that are no percentage of a meter, where the terms have a level pay them (I-05).

Percentage rows come first. Of what they leave, fixed awards take what stands above the reset: that
much the house promised the level to be worth. What they lack is the house's, as all of it is
without the option. Both are written with the settlement, in the one order of the link, so that no
two tables are paid the same dollar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.link import Link, PaidFixed, with_moves
from pitboss.jackpot.meters import Bucket, undone, without_zeros
from pitboss.money import NOTHING, Money, total

WHO_PAYS = "I-05"


@stored("take-fixed-awards")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFixedAwards:
    """What a level pays of a round's awards that are no percentage, as its settlement has it."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox; 0 if it has none."""
    level: str
    awards: Mapping[int, Money]
    taken: Money


@stored("return-fixed-awards")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnFixedAwards:
    """The settlement of a round was undone: what a level paid of its fixed awards goes back."""

    table: str
    round: int


FixedCommand = TakeFixedAwards | ReturnFixedAwards


@stored("fixed-awards-taken")
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedAwardsTaken:
    """A level paid odds and dollar rows, envy, Magic Card or Lucky Player of a round."""

    table: str
    round: int
    game: str
    level: str
    awards: Mapping[int, Money]
    """What each seat won of them, whoever pays it."""
    before: Money
    """What the percentage rows of the round left on the level."""
    taken: Money
    """What the level pays; the rest is the house's."""
    after: Money
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("fixed-awards-returned")
@dataclass(frozen=True, slots=True, kw_only=True)
class FixedAwardsReturned:
    """The settlement was undone, and what the level paid for it is there again (I-83)."""

    table: str
    round: int
    game: str
    level: str
    returned: Money
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


FixedEvent = FixedAwardsTaken | FixedAwardsReturned


def taken_of(awarded: Money, left: Money, reset: Money) -> Money:
    """What a level pays of fixed awards: what stands above its reset, and no more than is due.

    >>> str(taken_of(Money(50000), Money(1020000), Money(1000000)))
    '200.00'
    """
    return max(NOTHING, min(awarded, left - reset))


def decide(link: Link, command: FixedCommand) -> Iterator[FixedEvent]:
    """What such a command comes to, or `RuleBreach`."""
    if isinstance(command, TakeFixedAwards):
        return _take(link, command)
    return _give_back(link, command)


def _take(link: Link, command: TakeFixedAwards) -> Iterator[FixedEvent]:
    """A level pays its part, if it is what the link itself works out."""
    joined = link.tables.get(command.table)
    if link.terms is None or joined is None:
        raise RuleBreach(
            f"Table {command.table} does not share link {link.id}",
            clause="I-13",
            remedy="Only tables that share a link are paid by it.",
        )
    _check_level(link, command)
    _check_round(link, command)
    left = _left(link, command)
    taken = taken_of(total(command.awards.values()), left, link.terms.level(command.level).reset)
    if command.taken != taken or not taken:
        raise RuleBreach(
            f"{command.taken.dollars} of fixed awards from {command.level}, which shows "
            f"{left.dollars} and would pay {taken.dollars}",
            clause=WHO_PAYS,
            remedy="Somebody was entered first: settle the round on what the link shows now.",
        )
    meter = link.meters[command.level]
    parts = taken.cents * link.per_cent
    # What is above the limit was never shown and pays nobody: it is set aside first.
    move = {
        Bucket.ACCRUED: -parts - meter.excess,
        Bucket.OVERFLOW: meter.excess,
        Bucket.WINS: parts,
    }
    yield FixedAwardsTaken(
        table=command.table,
        round=command.round,
        game=joined.game,
        level=command.level,
        awards=dict(command.awards),
        before=left,
        taken=taken,
        after=left - taken,
        moves={command.level: without_zeros(move)},
        clause=WHO_PAYS,
    )


def _check_level(link: Link, command: TakeFixedAwards) -> None:
    assert link.terms is not None, "tables join a link with terms"
    pays = link.terms.fixed_awards_from_meter
    if command.level != pays:
        raise RuleBreach(
            f"Fixed awards from {command.level}, and {pays or 'the house'} pays them",
            clause=WHO_PAYS,
            remedy="Settle the round by the terms of the link.",
        )


def _check_round(link: Link, command: TakeFixedAwards) -> None:
    paid = link.fixed.get(command.table)
    if paid is not None and command.round <= paid.round:
        raise RuleBreach(
            f"Fixed awards of round {command.round} of table {command.table} were paid before",
            clause=WHO_PAYS,
            remedy="They are paid once; undo the settlement before it is made anew.",
        )
    if command.contribution > link.reads.get(command.table, 0):
        raise RuleBreach(
            f"Round {command.round} of table {command.table} is not on the meters yet",
            clause="I-07",
            remedy="Fold its inbox first: a winner's own round is in what is paid.",
        )


def _left(link: Link, command: TakeFixedAwards) -> Money:
    """What the percentage rows of the round left on the level, as its settlement has it.

    Where they took all of it, money from above the limit may have come on since (P10). It belongs
    to those who play after the win.
    """
    for claim in link.claims.values():
        is_of_round = (claim.table, claim.round) == (command.table, command.round)
        if is_of_round and command.level in claim.levels:
            return claim.levels[command.level].after
    return link.meters[command.level].display


def _give_back(link: Link, command: ReturnFixedAwards) -> Iterator[FixedEvent]:
    """The counter-entry, on top of all that came in meanwhile."""
    paid = link.fixed.get(command.table)
    if paid is None or paid.round != command.round:
        raise RuleBreach(
            f"No level of link {link.id} paid fixed awards of round {command.round} of table "
            f"{command.table}",
            clause=WHO_PAYS,
            remedy="Nothing need go back.",
        )
    yield FixedAwardsReturned(
        table=command.table,
        round=command.round,
        game=paid.game,
        level=paid.level,
        returned=paid.taken,
        moves={name: undone(link.meters[name], move) for name, move in paid.moves.items()},
        clause=WHO_PAYS,
    )


def evolve(link: Link, event: FixedEvent) -> Link:
    """The link after such an event."""
    fixed = {table: one for table, one in link.fixed.items() if table != event.table}
    if isinstance(event, FixedAwardsTaken):
        fixed[event.table] = PaidFixed(
            round=event.round,
            game=event.game,
            level=event.level,
            taken=event.taken,
            moves=event.moves,
        )
    return replace(with_moves(link, event.moves), fixed=fixed)
