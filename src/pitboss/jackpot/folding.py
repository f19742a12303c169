"""Tables that share a link, and folding what they contributed onto the meters.

Sums of whole parts come out the same in any order and in batches of any size. Each entry counts
once, since a batch must begin where the inbox was last read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.errors import RuleBreach
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.checks import SAME_TABLE
from pitboss.jackpot.inbox_events import ContributionAlarmed, InboxEvent, RoundContributed
from pitboss.jackpot.link import Link
from pitboss.jackpot.terms import LinkTerms, check_practice
from pitboss.money import Money

FOLDED = "I-07"
OWNED = "P14"

Inboxes = Mapping[str, Sequence[InboxEvent]]
"""Of each table what its inbox holds after what the link has counted."""


def join(link: Link, command: do.JoinTable) -> Iterator[ev.LinkEvent]:
    """A table may share the link, or is told why not."""
    assert link.terms is not None, "an open link has terms"
    check_practice(link.terms, command.table, is_practice=command.is_practice)
    if command.table in link.tables:
        raise RuleBreach(
            f"Table {command.table} shares link {link.id} already",
            clause="I-13",
            remedy="Nothing need be done.",
        )
    game = link.terms.game(command.rulebook)
    problems = list(why_not(link.terms, command))
    is_same_table = game is not None and game.family == SAME_TABLE
    clause = "12(g)" if is_same_table else "I-13"
    if problems:
        raise RuleBreach(
            f"Table {command.table} may not share link {link.id}: {'; '.join(problems)}",
            clause=clause,
            remedy="Set the table up as the link is, or join another link.",
        )
    _check_read(link, command.table, command.inbox)
    yield ev.TableJoined(
        table=command.table,
        game=command.rulebook,
        sharing=command.sharing,
        clause=clause,
    )


def why_not(terms: LinkTerms, command: do.JoinTable) -> Iterator[str]:
    """Everything that keeps a table from sharing a link of these terms."""
    game = terms.game(command.rulebook)
    if game is None:
        linked = ", ".join(one.rulebook for one in terms.games)
        yield f"it plays {command.rulebook}, and {linked} is linked"
        return
    if command.digest != game.digest:
        yield f"its rulebook file is {command.digest[:12]}, and {game.digest[:12]} was approved"
    for what, mine, theirs in (
        ("paytable", command.paytable, game.paytable),
        ("currency", command.currency, terms.currency),
        ("wager amount", command.unit.dollars, terms.unit.dollars),
        ("number of decks", str(command.decks), str(game.decks)),
    ):
        if mine != theirs:
            yield f"its {what} is {mine}, and {theirs} is the link's"
    if command.sharing != terms.sharing:
        yield "its winners would share otherwise than the link's"


def leave(link: Link, command: do.LeaveTable) -> Iterator[ev.LinkEvent]:
    """A table leaves once all it contributed is counted and its claims are paid."""
    if command.table not in link.tables:
        raise RuleBreach(
            f"Table {command.table} does not share link {link.id}",
            clause="I-13",
            remedy="Nothing need be done.",
        )
    _check_read(link, command.table, command.inbox)
    for claim in link.claims.values():
        if claim.entered.table == command.table:
            raise RuleBreach(
                f"Claim {claim.entered.claim} of table {command.table} is not paid yet",
                clause="I-14",
                remedy="Pay or reject it first.",
            )
    yield ev.TableLeft(table=command.table, clause="I-13")


def _check_read(link: Link, table: str, inbox: int) -> None:
    read = link.reads.get(table, 0)
    if inbox != read:
        raise RuleBreach(
            f"The inbox of table {table} has {inbox} entries, and {read} are counted",
            clause=FOLDED,
            remedy="Fold the rest first.",
        )


def take_ownership(link: Link, command: do.TakeOwnership) -> Iterator[ev.LinkEvent]:
    """Another process counts from now on."""
    yield ev.OwnerTook(fence=link.fence + 1, owner=command.owner, clause=OWNED)


def fold_by_owner(
    link: Link, command: do.FoldContributions, inboxes: Inboxes
) -> Iterator[ev.LinkEvent]:
    """What the batches come to, if the process that asks is still the owner."""
    if command.fence != link.fence:
        raise RuleBreach(
            f"Owner {command.fence} would count for link {link.id}, and owner {link.fence} does",
            clause=OWNED,
            remedy="Leave it to that one.",
        )
    yield from fold(link, command.batches, inboxes)


def fold(link: Link, batches: Iterable[do.Batch], inboxes: Inboxes) -> Iterator[ev.LinkEvent]:
    """What the batches come to; nothing happens where there is nothing new."""
    reads: list[ev.Read] = []
    upto = dict(link.reads)
    for batch in batches:
        if batch.upto == batch.after:
            continue
        if batch.after != upto.get(batch.table, 0):
            raise RuleBreach(
                f"The inbox of table {batch.table} would be read from after {batch.after}",
                clause=FOLDED,
                remedy=f"It was read up to {upto.get(batch.table, 0)}: go on from there.",
            )
        read = _read(link, batch, inboxes.get(batch.table, ()))
        upto[batch.table] = read.upto
        reads.append(read)
    if reads:
        yield ev.ContributionsFolded(reads=tuple(reads), clause=FOLDED)


def _read(link: Link, batch: do.Batch, entries: Sequence[InboxEvent]) -> ev.Read:
    joined = link.tables.get(batch.table)
    if joined is None:
        raise RuleBreach(
            f"Table {batch.table} does not share link {link.id}",
            clause="I-13",
            remedy="Have it join before it takes progressive wagers.",
        )
    entries = entries[: batch.upto - batch.after]
    if len(entries) != batch.upto - batch.after:
        raise RuleBreach(
            f"Entries {batch.after + 1} to {batch.upto} of table {batch.table} are counted, and "
            f"{len(entries)} are there",
            clause=FOLDED,
            remedy="Read the inbox again.",
        )
    totals = {name: [0, 0] for name in link.meters}
    wagers = staked = 0
    for number, entry in enumerate(entries, start=batch.after + 1):
        if entry.number != number or entry.table != batch.table:
            raise RuleBreach(
                f"Entry {entry.number} of table {entry.table} stands as entry {number} of table "
                f"{batch.table}",
                clause=FOLDED,
                remedy="Read the inbox again, in its own order.",
            )
        if isinstance(entry, ContributionAlarmed):
            continue
        cents = sum(stake.cents for stake in entry.stakes.values())
        if isinstance(entry, RoundContributed):
            wagers += len(entry.stakes)
        else:
            wagers -= entry.wagers
            cents = -cents
        staked += cents
        _add(link, entry, cents, totals)
    return ev.Read(
        table=batch.table,
        game=joined.game,
        after=batch.after,
        upto=batch.upto,
        wagers=wagers,
        staked=Money(staked),
        levels={name: (accrued, reserve) for name, (accrued, reserve) in totals.items()},
    )


def _add(link: Link, entry: InboxEvent, cents: int, totals: dict[str, list[int]]) -> None:
    """Add an entry in the link's parts, once it is seen to be what its stakes come to."""
    assert not isinstance(entry, ContributionAlarmed), "an alarm contributes nothing"
    rates, finer = link.rates.get(entry.edition), link.per_cent // entry.per_cent
    for name, (contribution, reserve) in (rates.levels if rates else {}).items():
        level = entry.levels.get(name)
        if (
            level is None
            or level.accrued * contribution.d != cents * entry.per_cent * contribution.n
            or level.reserve * reserve.d != cents * entry.per_cent * reserve.n
        ):
            rates = None
            break
        totals[name][0] += level.accrued * finer
        totals[name][1] += level.reserve * finer
    if rates is None or link.per_cent % entry.per_cent:
        raise RuleBreach(
            f"Entry {entry.number} of table {entry.table} is not what its wagers come to",
            clause=FOLDED,
            remedy="Stop the link and recount it.",
        )
