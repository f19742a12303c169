"""Awards that are no percentage of a meter, where the terms have a level pay them (I-05).

Percentage rows come first. Of what they leave, fixed awards take what stands above the reset: that
much the house promised the level to be worth. What they lack is the house's, as all of it is
without the option. Both are written with the settlement, in the one order of the link, so that no
two tables are paid the same dollar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.link import Link, PaidFixed, check_counted, joined_table, with_moves
from pitboss.jackpot.meters import Bucket, undone, without_zeros
from pitboss.money import NOTHING, Money, total

WHO_PAYS = "I-05"


@stored("take-fixed-awards", kw_only=True)
class TakeFixedAwards:
    """What a level pays of a round's awards that are no percentage, by its settlement."""

    table: str
    round: int
    contribution: int
    """The number of the round's own contribution in the table's inbox; 0 if it has none."""
    level: str
    awards: Mapping[int, Money]
    taken: Money


@stored("return-fixed-awards", kw_only=True)
class ReturnFixedAwards:
    """The settlement of a round was undone: what a level paid of its fixed awards goes back."""

    table: str
    round: int


@stored("fixed-awards-taken", kw_only=True)
class FixedAwardsTaken:
    """A level paid odds and dollar rows, envy, Magic Card or Lucky Player of a round."""

    table: str
    round: int
    game: str
    level: str
    awards: Mapping[int, Money]
    """What each seat won of them, paid by the level or by the house."""
    before: Money
    """What the percentage rows of the round left on the level."""
    taken: Money
    """What the level pays; the rest is the house's."""
    after: Money
    moves: Mapping[str, Mapping[Bucket, int]]
    clause: str


@stored("fixed-awards-returned", kw_only=True)
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


def take(link: Link, command: TakeFixedAwards) -> Iterator[FixedAwardsTaken]:
    """A level pays its part, if it is what the link itself works out."""
    joined = joined_table(link, command.table, "Only tables that share a link are paid by it.")
    terms, paid = link.open_terms, link.fixed.get(command.table)
    if command.level != terms.fixed_awards_from_meter:
        raise RuleBreach(
            f"Fixed awards from {command.level}, and "
            f"{terms.fixed_awards_from_meter or 'the house'} pays them",
            clause=WHO_PAYS,
            remedy="Settle the round by the terms of the link.",
        )
    if paid is not None and command.round <= paid.round:
        raise RuleBreach(
            f"Fixed awards of round {command.round} of table {command.table} were paid before",
            clause=WHO_PAYS,
            remedy="They are paid once; undo the settlement before it is made anew.",
        )
    check_counted(link, command.table, command.round, command.contribution)
    left = _left(link, command)
    taken = taken_of(total(command.awards.values()), left, terms.level(command.level).reset)
    if command.taken != taken or not taken:
        raise RuleBreach(
            f"{command.taken.dollars} of fixed awards from {command.level}, which shows "
            f"{left.dollars} and would pay {taken.dollars}",
            clause=WHO_PAYS,
            remedy="Another round was entered first: settle the round on what the link shows now.",
        )
    meter = link.meters[command.level]
    parts = taken.cents * link.per_cent
    # What is above the limit was never shown and is not paid out: it is set aside first.
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


def _left(link: Link, command: TakeFixedAwards) -> Money:
    """What the percentage rows of the round left on the level, by its settlement.

    Where they took all of it, money from above the limit may have come on since (P10). It belongs
    to those who play after the win.
    """
    for claim in link.claims.values():
        is_of_round = (claim.table, claim.round) == (command.table, command.round)
        if is_of_round and command.level in claim.levels:
            return claim.levels[command.level].after
    return link.meters[command.level].display


def give_back(link: Link, command: ReturnFixedAwards) -> Iterator[FixedAwardsReturned]:
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


def with_fixed_awards(link: Link, event: FixedEvent) -> Link:
    """The link after a level paid fixed awards, or had them back."""
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
