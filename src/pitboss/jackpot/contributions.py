"""Tables that share a link, and counting what they contributed onto the meters.

One process counts, the owner of the link. Sums of whole parts come out the same in any order and in
batches of any size. Each entry of an inbox counts once, since a batch must begin where the inbox
was last read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.checks import SAME_TABLE
from pitboss.jackpot.inbox import ContributionAlarmed, InboxEvent, RoundContributed
from pitboss.jackpot.link import Joined, Link, joined_table
from pitboss.jackpot.meters import Bucket, MeterImbalance, moved
from pitboss.jackpot.terms import LinkTerms, check_practice
from pitboss.money import Money

FOLDED = "I-07"


OWNED = "P14"


Inboxes = Mapping[str, Sequence[InboxEvent]]
"""Of each table what its inbox holds after what the link has counted."""


# --- commands -------------------------------------------------------------------------------------


@stored("join-table", kw_only=True)
class JoinTable:
    """A table wants to share the link."""

    table: str
    rulebook: str
    digest: str
    paytable: str
    currency: str
    unit: Money
    decks: int
    sharing: Sharing
    is_practice: bool
    inbox: int
    """How many entries its inbox has."""


@stored("leave-table", kw_only=True)
class LeaveTable:
    """A table no longer shares the link."""

    table: str
    inbox: int


@stored("take-ownership", kw_only=True)
class TakeOwnership:
    """This process counts contributions from now on, and no other."""

    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries of one table's inbox: from after one number up to another."""

    table: str
    after: int
    upto: int


@stored("fold-contributions", kw_only=True)
class FoldContributions:
    """What lies in these inboxes goes onto the meters."""

    fence: int
    """Of the owner that asks."""
    batches: tuple[Batch, ...]


# --- events ---------------------------------------------------------------------------------------


@stored("table-joined", kw_only=True)
class TableJoined:
    """A table shares the link."""

    table: str
    game: str
    sharing: Sharing
    clause: str


@stored("table-left", kw_only=True)
class TableLeft:
    """A table shares the link no more; all it contributed is counted."""

    table: str
    clause: str


@stored("owner-took", kw_only=True)
class OwnerTook:
    """One process counts contributions from now on, and no other.

    Its fence is higher than any before. A process that finds a higher one than its own has been
    replaced and writes no more (P14).
    """

    fence: int
    owner: str
    """Which process, in words for people."""
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was read from one table's inbox: from after one entry up to another."""

    table: str
    game: str
    after: int
    upto: int
    wagers: int
    """Qualifying wagers, less those returned."""
    staked: Money
    levels: Mapping[str, tuple[int, int]]
    """What accrued and what went to the reserve on each level, in the link's parts."""


@stored("contributions-folded", kw_only=True)
class ContributionsFolded:
    """What lay in inboxes is on the meters, each entry once."""

    reads: tuple[Read, ...]
    clause: str


# --- rules ----------------------------------------------------------------------------------------


def join(link: Link, command: JoinTable) -> Iterator[TableJoined]:
    """A table may share the link, or `RuleBreach` with all the reasons why not."""
    terms = link.open_terms
    check_practice(terms, command.table, is_practice=command.is_practice)
    if command.table in link.tables:
        raise RuleBreach(
            f"Table {command.table} shares link {link.id} already",
            clause="I-13",
            remedy="Nothing need be done.",
        )
    game = terms.game(command.rulebook)
    problems = list(why_not(terms, command))
    is_same_table = game is not None and game.family == SAME_TABLE
    clause = "12(g)" if is_same_table else "I-13"
    if problems:
        raise RuleBreach(
            f"Table {command.table} may not share link {link.id}: {'; '.join(problems)}",
            clause=clause,
            remedy="Set the table up as the link is, or join another link.",
        )
    _check_read(link, command.table, command.inbox)
    yield TableJoined(
        table=command.table,
        game=command.rulebook,
        sharing=command.sharing,
        clause=clause,
    )


def why_not(terms: LinkTerms, command: JoinTable) -> Iterator[str]:
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


def leave(link: Link, command: LeaveTable) -> Iterator[TableLeft]:
    """A table leaves once all it contributed is counted and its claims are paid."""
    joined_table(link, command.table, "Nothing need be done.")
    _check_read(link, command.table, command.inbox)
    for claim in link.claims.values():
        if claim.table == command.table:
            raise RuleBreach(
                f"Claim {claim.claim} of table {command.table} is not paid yet",
                clause="I-14",
                remedy="Pay or reject it first.",
            )
    yield TableLeft(table=command.table, clause="I-13")


def _check_read(link: Link, table: str, inbox: int) -> None:
    read = link.reads.get(table, 0)
    if inbox != read:
        raise RuleBreach(
            f"The inbox of table {table} has {inbox} entries, and {read} are counted",
            clause=FOLDED,
            remedy="Fold the rest first.",
        )


def take_ownership(link: Link, command: TakeOwnership) -> Iterator[OwnerTook]:
    """Another process counts from now on."""
    yield OwnerTook(fence=link.fence + 1, owner=command.owner, clause=OWNED)


def fold_by_owner(
    link: Link, command: FoldContributions, inboxes: Inboxes
) -> Iterator[ContributionsFolded]:
    """What the batches come to, if the process that asks is still the owner."""
    if command.fence != link.fence:
        raise RuleBreach(
            f"Owner {command.fence} would count for link {link.id}, and owner {link.fence} does",
            clause=OWNED,
            remedy="Leave it to that one.",
        )
    yield from fold(link, command.batches, inboxes)


def fold(link: Link, batches: Iterable[Batch], inboxes: Inboxes) -> Iterator[ContributionsFolded]:
    """What the batches come to; nothing happens where there is nothing new."""
    reads: list[Read] = []
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
        yield ContributionsFolded(reads=tuple(reads), clause=FOLDED)


def _read(link: Link, batch: Batch, entries: Sequence[InboxEvent]) -> Read:
    joined = joined_table(link, batch.table, "Have it join before it takes progressive wagers.")
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
    return Read(
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


# --- what it moves --------------------------------------------------------------------------------


def with_table(link: Link, event: TableJoined) -> Link:
    """The link, when a table shares it."""
    joined = Joined(game=event.game, sharing=event.sharing)
    return replace(link, tables={**link.tables, event.table: joined})


def without_table(link: Link, event: TableLeft) -> Link:
    """The link, when a table shares it no more."""
    tables = {name: one for name, one in link.tables.items() if name != event.table}
    return replace(link, tables=tables)


def folded(link: Link, event: ContributionsFolded) -> Link:
    """The link with contributions on its meters."""
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
            Bucket.CONTRIBUTIONS: accrued + reserve,
            Bucket.ACCRUED: accrued,
            Bucket.RESERVE: reserve,
        }
        meter = link.meters[name]
        meters[name] = moved(replace(meter, wagers=meter.wagers + wagers), move)
    return replace(link, reads=reads, meters=meters)
