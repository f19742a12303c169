"""What a link shows: to displays in the house, and to tables that settle by it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.jackpot.link import Hit, Link, Status
from pitboss.jackpot.meters import Account
from pitboss.jackpot.rates import dollars_text
from pitboss.money import Money, total


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShown:
    """One level for everybody to see."""

    level: str
    display: Money
    base: Money
    """What it starts again from."""
    limit: Money | None
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingShown:
    """A claim that is not verified yet, for every display (P17, P22)."""

    claim: int
    table: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkShown:
    """A link for everybody to see; a link that takes no wagers says why (P8, P32)."""

    link: str
    currency: str
    is_running: bool
    message: str
    levels: tuple[LevelShown, ...]
    pending: tuple[PendingShown, ...]
    hits: tuple[Hit, ...]


def shown(link: Link) -> LinkShown:
    """What displays show."""
    assert link.terms is not None, "a link is shown once it is open"
    return LinkShown(
        link=link.id,
        currency=link.terms.currency,
        is_running=link.status is Status.RUNNING,
        message=link.fault,
        levels=tuple(
            LevelShown(
                level=level.name,
                display=link.meters[level.name].display,
                base=level.reset,
                limit=level.limit,
                hits=link.meters[level.name].hits,
            )
            for level in link.terms.levels
        ),
        pending=tuple(
            PendingShown(
                claim=number,
                table=claim.entered.table,
                amount=total(winner.amount for winner in claim.entered.winners),
            )
            for number, claim in link.claims.items()
            if not claim.is_verified
        ),
        hits=link.hits,
    )


def reading(link: Link) -> dict[str, tuple[Money, Money]]:
    """Each level as a settlement reads it: what it shows, and what it starts again from."""
    assert link.terms is not None, "a link is read once it is open"
    return {
        level.name: (link.meters[level.name].display, level.reset) for level in link.terms.levels
    }


def meters_shown(link: Link) -> list[dict[str, str | int]]:
    """Every meter of every level, hidden ones too, to the last part: for staff (P2)."""
    rows: list[dict[str, str | int]] = []
    for meter in link.meters.values():
        row: dict[str, str | int] = {
            "level": meter.level,
            "wagers": meter.wagers,
            "display": str(meter.display),
            "hits": meter.hits,
            "excess": dollars_text(meter.excess, meter.per_cent),
            "short": dollars_text(meter.short, meter.per_cent),
        }
        row |= {str(one): dollars_text(meter[one], meter.per_cent) for one in Account}
        rows.append(row)
    return rows
