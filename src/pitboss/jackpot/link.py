"""A link: everything that is true of it at one moment. The topics beside this say what moves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pitboss.errors import RuleBreach
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import Meter, Moves, Rate, moved, rescaled, rescaled_meter
from pitboss.jackpot.proposals import Proposal
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money

SHOWN_HITS = 25


class LinkStatus(StrEnum):
    """What a link does at present."""

    NEW = "new"
    RUNNING = "running"
    STOPPED = "stopped"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """The rates of one edition of the terms: contribution and reserve of each level."""

    per_cent: int
    levels: Mapping[str, tuple[Rate, Rate]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A table that shares the link."""

    game: str
    sharing: Sharing


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """One award of a claim."""

    seat: int
    player: str
    hand: str
    level: str
    percent: int
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTaken:
    """What a claim takes from a level, and who pays for its reset."""

    before: Money
    awarded: Money
    resets: Money
    after: Money
    from_reserve: Money
    from_house: Money
    is_reset: bool
    """Whether all of it was won, so that it starts again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaim:
    """A claim that is not paid yet."""

    claim: int
    table: str
    round: int
    game: str
    winners: tuple[Winner, ...]
    levels: Mapping[str, LevelTaken]
    moves: Moves
    """What it moved, in the link's parts of today."""
    at: str
    """When it was entered."""
    is_verified: bool = False
    is_locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidClaim:
    """A claim that was paid, as long as its round may still turn out not to stand (I-82)."""

    claim: OpenClaim
    slips: tuple[int, ...]
    """Of its winners, in the order they were entered in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidFixed:
    """What a level paid of the fixed awards of a round, as long as that may be undone."""

    round: int
    game: str
    level: str
    taken: Money
    moves: Moves
    """What it moved, in the link's parts of today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One prize that was verified."""

    claim: int
    table: str
    seat: int
    hand: str
    level: str
    amount: Money
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """New terms, and the levels that must still be won before they hold."""

    terms: LinkTerms
    digest: str
    levels: tuple[str, ...]
    after_claim: int
    """Only claims entered later count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Funds:
    """What was set aside for a link when it was last counted, and what was owed then."""

    funds: Money
    owed: Money
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Everything that is true of a link at one moment."""

    id: str = ""
    status: LinkStatus = LinkStatus.NEW
    fault: str = ""
    terms: LinkTerms | None = None
    digest: str = ""
    edition: int = 0
    per_cent: int = 1
    proposals: Mapping[str, Proposal] = field(default_factory=dict)
    rates: Mapping[int, Rates] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    tables: Mapping[str, Joined] = field(default_factory=dict)
    reads: Mapping[str, int] = field(default_factory=dict)
    """How far each table's inbox was read. It stays when a table leaves: it may come back."""
    entered: int = 0
    """Claims so far."""
    claims: Mapping[int, OpenClaim] = field(default_factory=dict)
    claimed: Mapping[str, int] = field(default_factory=dict)
    """The last round of each table with a claim that was not rejected."""
    paid: Mapping[str, PaidClaim] = field(default_factory=dict)
    """The claim of the last round of each table that was paid, if it was not undone."""
    fixed: Mapping[str, PaidFixed] = field(default_factory=dict)
    """The last round of each table whose fixed awards a level paid, if it was not undone."""
    slips: int = 0
    void_slips: frozenset[int] = frozenset()
    """Those whose round did not stand after all (I-82)."""
    transfers: int = 0
    received: frozenset[str] = frozenset()
    """Transfers that came in, by the link they came from and their number there."""
    hits: tuple[Hit, ...] = ()
    """The last of them, latest first."""
    waiting: Waiting | None = None
    funds: Funds | None = None
    fence: int = 0
    """Of the process that counts contributions; each has a higher one than those before (P14)."""

    @property
    def is_open(self) -> bool:
        """Whether the link has meters that may move."""
        return self.status in (LinkStatus.RUNNING, LinkStatus.STOPPED)

    @property
    def open_terms(self) -> LinkTerms:
        """The terms, of a link that was opened by them."""
        assert self.terms is not None, "a link has terms from its opening on"
        return self.terms


def with_moves(link: Link, moves: Moves) -> Link:
    """The link after its levels moved so, each of them balanced."""
    meters = dict(link.meters)
    for name, move in moves.items():
        meters[name] = moved(meters[name], move)
    return replace(link, meters=meters)


def finer(link: Link, per_cent: int) -> Link:
    """The same link with its meters in finer parts of a cent."""
    if per_cent == link.per_cent:
        return link
    times = per_cent // link.per_cent
    meters = {name: rescaled_meter(meter, per_cent) for name, meter in link.meters.items()}

    def moves_of(claim: OpenClaim | PaidFixed) -> Moves:
        return {name: rescaled(move, times) for name, move in claim.moves.items()}

    claims = {
        number: replace(claim, moves=moves_of(claim)) for number, claim in link.claims.items()
    }
    paid = {
        table: replace(one, claim=replace(one.claim, moves=moves_of(one.claim)))
        for table, one in link.paid.items()
    }
    fixed = {table: replace(one, moves=moves_of(one)) for table, one in link.fixed.items()}
    return replace(link, per_cent=per_cent, meters=meters, claims=claims, paid=paid, fixed=fixed)


def joined_table(link: Link, table: str, remedy: str) -> Joined:
    """A table that shares the link, or `RuleBreach`."""
    joined = link.tables.get(table)
    if joined is None:
        raise RuleBreach(
            f"Table {table} does not share link {link.id}", clause="I-13", remedy=remedy
        )
    return joined


def check_counted(link: Link, table: str, number: int, contribution: int) -> None:
    """Refuse to pay a round whose own contribution is not on the meters (I-07)."""
    if contribution > link.reads.get(table, 0):
        raise RuleBreach(
            f"Round {number} of table {table} is not on the meters yet",
            clause="I-07",
            remedy="Fold its inbox first: a winner's own round is in what is paid.",
        )


def meter_of(link: Link, level: str) -> Meter:
    """The meter of a level, or `RuleBreach` with the levels there are."""
    meter = link.meters.get(level)
    if meter is None:
        raise RuleBreach(
            f"Link {link.id} has no level {level!r}",
            clause="P9",
            remedy=f"Its levels are {', '.join(link.meters)}.",
        )
    return meter
