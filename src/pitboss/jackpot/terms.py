"""What a link runs by: its levels, the games that share it, and what the house set.

Nothing here has a default. `settings` says what a house filled in and `checks` holds it to the
rules; what comes out is `LinkTerms`, in which nothing is open any more (I-06).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.errors import RuleBreach
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.rates import Rate, parts_per_cent
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
    """What somebody must have confirmed before this paytable is used (I-26)."""
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
