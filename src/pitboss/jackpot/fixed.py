"""Awards that are no percentage of a meter, where the terms have a level pay them (I-05).

Percentage rows come first. Of what they leave, fixed awards take what stands above the reset: that
much the house promised the level to be worth. What they lack is the house's, as all of it is
without the option. Both are written with the settlement, in the one order of the link, so that no
two tables are paid the same dollar.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.claims import undone
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Account
from pitboss.money import NOTHING, Money, total

WHO_PAYS = "I-05"


def taken_of(awarded: Money, left: Money, reset: Money) -> Money:
    """What a level pays of fixed awards: what stands above its reset, and no more than is due.

    >>> str(taken_of(Money(50000), Money(1020000), Money(1000000)))
    '200.00'
    """
    return max(NOTHING, min(awarded, left - reset))


def take(link: Link, command: do.TakeFixedAwards) -> Iterator[ev.LinkEvent]:
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
        Account.ACCRUED: -parts - meter.excess,
        Account.OVERFLOW: meter.excess,
        Account.WINS: parts,
    }
    yield ev.FixedAwardsTaken(
        table=command.table,
        round=command.round,
        game=joined.game,
        level=command.level,
        awards=dict(command.awards),
        before=left,
        taken=taken,
        after=left - taken,
        moves={command.level: {account: one for account, one in move.items() if one}},
        clause=WHO_PAYS,
    )


def _check_level(link: Link, command: do.TakeFixedAwards) -> None:
    assert link.terms is not None, "tables join a link with terms"
    pays = link.terms.fixed_awards_from_meter
    if command.level != pays:
        raise RuleBreach(
            f"Fixed awards from {command.level}, and {pays or 'the house'} pays them",
            clause=WHO_PAYS,
            remedy="Settle the round by the terms of the link.",
        )


def _check_round(link: Link, command: do.TakeFixedAwards) -> None:
    paid = link.fixed.get(command.table)
    if paid is not None and command.round <= paid.taken.round:
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


def _left(link: Link, command: do.TakeFixedAwards) -> Money:
    """What the percentage rows of the round left on the level, as its settlement has it.

    Where they took all of it, money from above the limit may have come on since (P10). It belongs
    to those who play after the win.
    """
    for claim in link.claims.values():
        entered = claim.entered
        is_of_round = (entered.table, entered.round) == (command.table, command.round)
        if is_of_round and command.level in entered.levels:
            return entered.levels[command.level].after
    return link.meters[command.level].display


def give_back(link: Link, command: do.ReturnFixedAwards) -> Iterator[ev.LinkEvent]:
    """The counter-entry, on top of all that came in meanwhile."""
    paid = link.fixed.get(command.table)
    if paid is None or paid.taken.round != command.round:
        raise RuleBreach(
            f"No level of link {link.id} paid fixed awards of round {command.round} of table "
            f"{command.table}",
            clause=WHO_PAYS,
            remedy="Nothing need go back.",
        )
    yield ev.FixedAwardsReturned(
        table=command.table,
        round=command.round,
        game=paid.taken.game,
        level=paid.taken.level,
        returned=paid.taken.taken,
        moves={name: undone(link.meters[name], move) for name, move in paid.moves.items()},
        clause=WHO_PAYS,
    )
