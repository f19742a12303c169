"""What a house sets for a link. Anything may still be missing here; then the link does not open."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.rates import Rate
from pitboss.jackpot.terms import ChangePolicy, LevelTerms, LinkedGame, LinkTerms, OverflowTo
from pitboss.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings:
    """One level as far as it is set."""

    name: str
    initial: Money | None = None
    reset: Money | None = None
    contribution: Rate | None = None
    reserve: Rate | None = None
    limit: Money | None = None
    is_unlimited: bool = False
    """That there is no limit must be said; saying nothing is not enough."""
    overflow: OverflowTo | None = None
    most_contribution: Money | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSettings:
    """A link as far as it is set."""

    link: str
    currency: str | None = None
    unit: Money | None = None
    levels: tuple[LevelSettings, ...] = ()
    games: tuple[LinkedGame, ...] = ()
    most_units: int | None = None
    magic_rate: Rate | None = None
    lucky_rate: Rate | None = None
    verification_role: str | None = None
    change: ChangePolicy | None = None
    lock_from: Money | None = None
    cover_days: int | None = None
    sharing: Sharing | None = None
    confirmed: frozenset[str] = frozenset()
    is_practice: bool = False
    """A link of play money, for practice tables and for no others (S15)."""
    fixed_awards_from_meter: str | None = None
    """The level that pays odds and dollar rows, envy and features; without it the house (I-05)."""


def missing(settings: LinkSettings) -> list[str]:
    """Every parameter the documents leave open and the house has not set (I-06)."""
    wanted: dict[str, object] = {
        "currency": settings.currency,
        "unit": settings.unit,
        "levels": settings.levels or None,
        "games": settings.games or None,
        "verification_role": settings.verification_role,
        "change": settings.change,
        "sharing": settings.sharing,
    }
    if any(game.has_draws for game in settings.games):
        wanted |= {"magic_rate": settings.magic_rate, "lucky_rate": settings.lucky_rate}
    if any(game.most_units is None for game in settings.games):
        wanted["most_units"] = settings.most_units
    for level in settings.levels:
        wanted |= {f"{level.name}.{name}": value for name, value in _wanted(level).items()}
    return [name for name, value in wanted.items() if value is None]


def _wanted(level: LevelSettings) -> dict[str, object]:
    wanted: dict[str, object] = {
        "initial": level.initial,
        "reset": level.reset,
        "contribution": level.contribution,
        "reserve": level.reserve,
        "limit": level.limit or level.is_unlimited or None,
        "most_contribution": level.most_contribution,
    }
    if level.limit is not None:
        wanted["overflow"] = level.overflow
    return wanted


def complete(settings: LinkSettings) -> LinkTerms:
    """The terms that complete settings come to; `missing` must have found nothing."""
    assert settings.currency is not None
    assert settings.unit is not None
    assert settings.verification_role is not None
    assert settings.change is not None
    assert settings.sharing is not None
    return LinkTerms(
        link=settings.link,
        currency=settings.currency,
        unit=settings.unit,
        levels=tuple(_level(level) for level in settings.levels),
        games=settings.games,
        most_units=settings.most_units,
        magic_rate=settings.magic_rate,
        lucky_rate=settings.lucky_rate,
        verification_role=settings.verification_role,
        change=settings.change,
        lock_from=settings.lock_from,
        cover_days=settings.cover_days,
        sharing=settings.sharing,
        confirmed=settings.confirmed,
        is_practice=settings.is_practice,
        fixed_awards_from_meter=settings.fixed_awards_from_meter,
    )


def _level(level: LevelSettings) -> LevelTerms:
    assert level.initial is not None
    assert level.reset is not None
    assert level.contribution is not None
    assert level.reserve is not None
    assert level.most_contribution is not None
    return LevelTerms(
        name=level.name,
        initial=level.initial,
        reset=level.reset,
        contribution=level.contribution,
        reserve=level.reserve,
        limit=level.limit,
        overflow=level.overflow,
        most_contribution=level.most_contribution,
    )
