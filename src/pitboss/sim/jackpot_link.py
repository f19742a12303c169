"""A link as the jackpot process sees it: wagers that arrive, meters that grow, hands that take.

Games on one link differ in stakes and in what the house pays, not in how often a hand takes from a
meter: each looks at five cards. What the documents leave open (contributions, and resets where
none is printed) must be given (I-06).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.errors import BadSetting
from pitboss.money import Money, Share
from pitboss.odds.figures import WagerOdds
from pitboss.odds.question import Question
from pitboss.odds.wagers import PROGRESSIVE, count_rows, progressive_odds


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkGame:
    """Tables of one game on a link."""

    question: Question
    tables: int
    players: int
    """Progressive wagers in each round of a table."""
    rounds_per_hour: int

    @property
    def name(self) -> str:
        """The rulebook's id."""
        return self.question.terms.rules.id

    @property
    def wagers_per_hour(self) -> int:
        """Of all its tables."""
        return self.tables * self.players * self.rounds_per_hour

    @property
    def stake(self) -> Fraction:
        """One progressive wager in dollars."""
        return self.question.settings.stakes.dollars

    @property
    def odds(self) -> WagerOdds:
        """Of its progressive wager."""
        return progressive_odds(self.question.terms, self.question.settings.stakes)

    @property
    def house_pays(self) -> Fraction:
        """What a wager is paid on average by the house and not by a meter, envy included."""
        envy = (self.odds.per_other_player or Fraction(0)) * (self.players - 1)
        return self.odds.expected + self.stake + envy


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """A hand that takes part of a meter, and its chance in one wager."""

    hand: str
    percent: int
    chance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelModel:
    """One meter of a link; amounts in dollars."""

    name: str
    reset: Fraction
    contribution: Fraction
    """Of a wager, on average over the games."""
    contribution_square: Fraction
    """The average of its square: games may differ in stakes."""
    takings: tuple[Taking, ...]

    @property
    def all_chance(self) -> Fraction:
        """The chance that a wager takes the whole meter."""
        return sum((t.chance for t in self.takings if t.percent == 100), Fraction(0))

    @property
    def parts(self) -> tuple[Taking, ...]:
        """Hands that leave something."""
        return tuple(taking for taking in self.takings if taking.percent < 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkModel:
    """All meters of a link, and the games that feed them."""

    games: tuple[LinkGame, ...]
    levels: tuple[LevelModel, ...]
    reserve: Fraction
    """Put aside of each wager for the next resets, on average, in dollars."""

    @property
    def wagers_per_hour(self) -> int:
        """Of all tables."""
        return sum(game.wagers_per_hour for game in self.games)

    @property
    def stake(self) -> Fraction:
        """One wager on average, in dollars."""
        return self.average({game.name: game.stake for game in self.games})

    @property
    def house_pays(self) -> Fraction:
        """What a wager is paid by the house on average, in dollars."""
        return self.average({game.name: game.house_pays for game in self.games})

    def average(self, values: Mapping[str, Fraction]) -> Fraction:
        """A figure of each game, averaged over the wagers."""
        return _average(self.games, [values[game.name] for game in self.games])


def link_model(
    games: Sequence[LinkGame],
    *,
    contributions: Mapping[str, Fraction],
    resets: Mapping[str, Money],
    reserve: Fraction = Fraction(0),
) -> LinkModel:
    """A link of these games; rates are shares of each wager."""
    _check_together(games)
    seeds = games[0].question.terms.table(PROGRESSIVE).paytable.seeds
    for what, given in (("contribution", contributions), ("reset", resets)):
        for name in given:
            if name not in seeds:
                raise BadSetting(f"{what} {name}: the link has only {', '.join(seeds)}")
    whole = sum(contributions.values(), reserve)
    if whole > 1:
        raise BadSetting(
            f"contributions and reserve take {float(whole):.0%} of a wager; at most 100%"
        )
    stakes = [game.stake for game in games]
    levels = []
    for name in seeds:
        rate = contributions.get(name, Fraction(0))
        if not rate > 0:
            raise BadSetting(
                f"{name}: say what part of a wager it gets: --contribution {name}=0.20"
            )
        levels.append(
            LevelModel(
                name=name,
                reset=_reset(games[0], name, resets.get(name)),
                contribution=_average(games, [rate * stake for stake in stakes]),
                contribution_square=_average(games, [(rate * stake) ** 2 for stake in stakes]),
                takings=_takings(games[0], name),
            )
        )
    average = _average(games, stakes)
    return LinkModel(games=tuple(games), levels=tuple(levels), reserve=reserve * average)


def _average(games: Sequence[LinkGame], values: Sequence[Fraction]) -> Fraction:
    wagers = [game.wagers_per_hour for game in games]
    whole = sum((w * value for w, value in zip(wagers, values, strict=True)), Fraction(0))
    return whole / sum(wagers)


def _takings(game: LinkGame, meter: str) -> tuple[Taking, ...]:
    counts = count_rows(game.question.terms.table(PROGRESSIVE), game.question.deck)
    total = sum(count for _, count in counts)
    return tuple(
        Taking(hand=row.hand, percent=row.pays.percent, chance=Fraction(count, total))
        for row, count in counts
        if row is not None and isinstance(row.pays, Share) and row.pays.meter == meter
    )


def _reset(game: LinkGame, name: str, given: Money | None) -> Fraction:
    seed = game.question.terms.table(PROGRESSIVE).paytable.seeds[name]
    if given is not None:
        return Fraction(given.cents, 100)
    if seed is None:
        raise BadSetting(
            f"{game.name} prints no reset for {name}; give --reset {name}=10000.00 or the like"
        )
    # Printed for a unit of one dollar (12(e), note).
    return Fraction(seed.cents * game.question.settings.stakes.unit.cents, 100 * 100)


def _check_together(games: Sequence[LinkGame]) -> None:
    """Refuse games that may not share meters (I-13; Massachusetts 12(g))."""
    if not games:
        raise BadSetting("a link has at least one game; name a rulebook")
    for game in games:
        if PROGRESSIVE not in game.question.terms.rules.wagers:
            raise BadSetting(f"{game.name} has no progressive wager; leave it off the link")
        looks_at = _looks_at(game)
        if looks_at != "five":
            raise BadSetting(
                f"{game.name}: its progressive wager goes by {looks_at}, and links are worked out "
                f"for hands of five cards; leave it off the link"
            )
    first = games[0]
    for game in games[1:]:
        one, other = first.question.terms.rules, game.question.terms.rules
        if (one.family, one.currency) != (other.family, other.currency):
            raise BadSetting(
                f"{one.id} and {other.id} are of different houses or currencies (I-13); "
                f"simulate them as two links"
            )
        if _shares(first) != _shares(game):
            raise BadSetting(
                f"{one.id} and {other.id} take other parts of the meters (I-13); "
                f"link games with the same percentage rows"
            )
        if one.family == "mgc" and _identity(first) != _identity(game):
            raise BadSetting(
                "linked games share paytable and wager amount (Massachusetts 12(g)); "
                "give all the same progressive_table and unit"
            )


def _looks_at(game: LinkGame) -> str:
    terms = game.question.terms
    return terms.rules.paytables[terms.paytable_name(terms.rules.wagers[PROGRESSIVE])].looks_at


def _shares(game: LinkGame) -> list[tuple[str, str, int]]:
    rows = game.question.terms.table(PROGRESSIVE).paytable.rows
    return [(r.hand, r.pays.meter, r.pays.percent) for r in rows if isinstance(r.pays, Share)]


def _identity(game: LinkGame) -> tuple[str, Fraction]:
    return game.question.terms.table(PROGRESSIVE).paytable.id, game.stake
