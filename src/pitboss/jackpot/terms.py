"""What a link runs by: its levels, the games that share it, and what the house set.

A house fills in `LinkSettings`, in which anything may still be missing; then the link does not
open. What `complete` makes of them is `LinkTerms`, in which nothing is open any more (I-06).
`checks` holds the terms to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.errors import RuleBreach
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.meters import Rate, parts_per_cent
from pitboss.money import Money, Share
from pitboss.rulebook.model import Rulebook

PROGRESSIVE = "progressive"


ROYAL = "royal_flush"


class OverflowTo(StrEnum):
    """Where money above the limit goes; never to the house."""

    NEXT_RESET = "next reset"
    """Onto the level, once it is won and starts again."""
    RESERVE = "reserve"
    """To the reserve, once the level is won, where it pays for resets."""
    ANOTHER_LINK = "another link"
    """It waits until it is transferred."""


class ChangePolicy(StrEnum):
    """When terms of a link that runs may change."""

    FROZEN = "frozen while running"
    WAITS = "waits until won"


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTerms:
    """One level: what it starts from and again from, and what of each wager it receives."""

    name: str
    initial: Money
    reset: Money
    contribution: Rate
    reserve: Rate
    """The hidden part, which pays for the next reset."""
    limit: Money | None
    overflow: OverflowTo | None
    most_contribution: Money
    """More than this from one wager is unreasonable: it is not counted, and an alarm raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRow:
    """A row of the paytable that is paid from a level."""

    level: str
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedGame:
    """A game as far as a link must know it: one rulebook with one progressive paytable."""

    rulebook: str
    edition: str
    digest: str
    family: str
    currency: str
    ladder: tuple[str, ...]
    paytable: str
    clause: str
    """Where the paytable is printed."""
    decks: int
    """Decks in play: two that alternate are one (I-13)."""
    unit: Money | None
    """The only unit the paytable may be played with."""
    least_units: int
    most_units: int | None
    needs: tuple[str, ...]
    """A progressive wager counts only beside one of these."""
    hands: tuple[str, ...]
    """What the paytable pays for, in its order."""
    shares: Mapping[str, ShareRow]
    others: Mapping[str, str]
    """The rows that are no percentage, as they are printed: the house's, or a level's (I-05)."""
    seeds: Mapping[str, Money | None]
    """The levels, and what each restarts from at a unit of one dollar where that is printed."""
    is_seed_open: bool
    """Whether the house may set another seed, because the printed one was lost (I-27)."""
    confirm: str | None
    """What must be confirmed before this paytable is used (I-26)."""
    has_draws: bool
    """Whether there is a Magic Card and a Lucky Player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTerms:
    """Everything a link runs by."""

    link: str
    currency: str
    unit: Money
    levels: tuple[LevelTerms, ...]
    games: tuple[LinkedGame, ...]
    most_units: int | None
    magic_rate: Rate | None
    lucky_rate: Rate | None
    verification_role: str
    change: ChangePolicy
    lock_from: Money | None
    """A prize of this much and more is held until the cage or accounting releases it (R10)."""
    sharing: Sharing
    confirmed: frozenset[str]
    cover_days: int | None = None
    """At least so often it is counted whether the funds set aside cover what is owed (P30)."""
    is_practice: bool = False
    """Play money: only practice tables share it, and they share no other (S15)."""
    fixed_awards_from_meter: str | None = None
    """The level that pays awards which are no percentage, where the house does not (I-05)."""

    @property
    def per_cent(self) -> int:
        """The parts of a cent that make every rate exact."""
        return parts_per_cent(
            rate for level in self.levels for rate in (level.contribution, level.reserve)
        )

    @property
    def ladder(self) -> tuple[str, ...]:
        """The roles at its tables, lowest first."""
        return self.games[0].ladder

    def level(self, name: str) -> LevelTerms:
        """A level by its name."""
        return next(level for level in self.levels if level.name == name)

    def game(self, rulebook: str) -> LinkedGame | None:
        """The game of a rulebook, if it is linked."""
        return next((game for game in self.games if game.rulebook == rulebook), None)


def linked_game(rules: Rulebook, paytable: str, *, decks: int) -> LinkedGame:
    """A game as a link sees it."""
    wager, table = rules.wagers[PROGRESSIVE], rules.paytables[paytable]
    assert wager.units is not None, "a progressive wager is so many units"
    return LinkedGame(
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        family=rules.family,
        currency=rules.currency,
        ladder=rules.roles,
        paytable=table.id,
        clause=table.clause,
        decks=decks,
        unit=table.unit,
        least_units=wager.units.least,
        most_units=wager.units.most,
        needs=wager.needs,
        hands=tuple(row.hand for row in table.rows),
        shares={
            row.hand: ShareRow(level=row.pays.meter, percent=row.pays.percent)
            for row in table.rows
            if isinstance(row.pays, Share)
        },
        others={row.hand: str(row.pays) for row in table.rows if not isinstance(row.pays, Share)},
        seeds=dict(table.seeds),
        is_seed_open=f"{table.id.lower()}_seed" in rules.settings,
        confirm=table.confirm,
        has_draws=bool(rules.draws),
    )


def check_practice(terms: LinkTerms | None, table: str, *, is_practice: bool) -> None:
    """Play money and money never meet on one link (S15)."""
    is_of_link = terms is not None and terms.is_practice
    if is_practice and not is_of_link:
        raise RuleBreach(
            f"Table {table} is for practice",
            clause="S15",
            remedy="Practice never touches a link that pays.",
        )
    if is_of_link and not is_practice:
        raise RuleBreach(
            f"Table {table} is played with money, and the link is for practice",
            clause="S15",
            remedy="Connect it to a link that pays.",
        )


# --- settings -------------------------------------------------------------------------------------


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
