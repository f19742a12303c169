"""What a link shows: to displays in the house, and to tables that settle by it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.hands.classes import name_in_words
from pitboss.jackpot.claims import FROZEN
from pitboss.jackpot.link import Link, LinkStatus
from pitboss.money import Money, total


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelView:
    """One level of a link."""

    level: str
    title: str
    amount: Money
    """What its meter shows."""
    reset: Money
    """What it starts again from."""
    limit: Money | None
    """How far it goes, where the house set a limit: that must be posted (P10)."""
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """One winner of a claim that is not paid yet (P17, P22): the player is not named."""

    claim: int
    table: str
    seat: int
    level: str
    hand: str
    words: str
    """The hand in words."""
    amount: Money
    at: str
    is_verified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HitView:
    """One prize that was verified."""

    claim: int
    table: str
    seat: int
    level: str
    hand: str
    words: str
    """The hand in words."""
    amount: Money
    at: str
    is_paid: bool
    """Verified is won; paid is once its slip is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingClaim:
    """A claim that is not verified yet, with the prizes of all its winners."""

    claim: int
    table: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkView:
    """A link as every display shows it; a link that takes no wagers says why (P8, P32)."""

    link: str
    title: str
    currency: str
    is_running: bool
    fault: str
    """Why it takes no wagers at present; empty while it does."""
    verifies: str
    """The role whose holder sees the winning cards before a prize is paid."""
    clause: str
    """The rule by which a prize waits for that."""
    fixed_from: str | None
    """The level that pays awards which are no percentage, if one does (I-05)."""
    levels: tuple[LevelView, ...]
    claims: tuple[ClaimView, ...]
    hits: tuple[HitView, ...]
    """The latest first."""

    @property
    def pending(self) -> tuple[PendingClaim, ...]:
        """Claims that are not verified yet, each once."""
        waiting: dict[int, list[ClaimView]] = {}
        for one in self.claims:
            if not one.is_verified:
                waiting.setdefault(one.claim, []).append(one)
        return tuple(
            PendingClaim(claim=number, table=won[0].table, amount=total(one.amount for one in won))
            for number, won in waiting.items()
        )


def level_title(level: str) -> str:
    """The name of a level as people read it.

    >>> level_title("mega"), level_title("lucky_seven")
    ('Mega', 'Lucky seven')
    """
    return level.replace("_", " ").replace("-", " ").capitalize()


def link_view(link: Link, title: str = "") -> LinkView:
    """What displays show; `title` is what the floor calls the link, its name where it has none."""
    terms = link.terms
    assert terms is not None, "a link is shown once it is open"
    return LinkView(
        link=link.id,
        title=title or link.id,
        currency=terms.currency,
        is_running=link.status is LinkStatus.RUNNING,
        fault=link.fault,
        verifies=terms.verification_role,
        clause=FROZEN,
        fixed_from=terms.fixed_awards_from_meter,
        levels=tuple(
            LevelView(
                level=level.name,
                title=level_title(level.name),
                amount=link.meters[level.name].display,
                reset=level.reset,
                limit=level.limit,
                hits=link.meters[level.name].hits,
            )
            for level in terms.levels
        ),
        claims=tuple(
            ClaimView(
                claim=number,
                table=claim.table,
                seat=winner.seat,
                level=winner.level,
                hand=winner.hand,
                words=name_in_words(winner.hand),
                amount=winner.amount,
                at=claim.at,
                is_verified=claim.is_verified,
            )
            for number, claim in link.claims.items()
            for winner in claim.winners
        ),
        hits=tuple(
            HitView(
                claim=hit.claim,
                table=hit.table,
                seat=hit.seat,
                level=hit.level,
                hand=hit.hand,
                words=name_in_words(hit.hand),
                amount=hit.amount,
                at=hit.at,
                # A claim leaves the link's list when its last slip is written.
                is_paid=hit.claim not in link.claims,
            )
            for hit in link.hits
        ),
    )
