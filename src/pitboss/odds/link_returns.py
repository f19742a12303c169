"""What a progressive wager on a link gives back, game by game (I-21).

No rulebook prints how often the Magic Card and the Lucky Player are drawn, and drawn in every round
they would give back more than is taken: the house must see what its rates come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.jackpot.link import Link
from pitboss.jackpot.proposals import ALL_HANDS, hands_paid
from pitboss.jackpot.terms import LinkedGame, LinkTerms
from pitboss.money import Share
from pitboss.odds.question import Stakes
from pitboss.odds.wagers import progressive_odds
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, terms_of

_TABLE = "progressive_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReturn:
    """One game: the share of a wager of one unit that comes back, by what pays it."""

    game: str
    positions: int
    """Betting areas, among which the Lucky Player is drawn."""
    by_odds: Fraction
    """Odds rows, dollars and features, with the stakes that go back."""
    from_levels: Fraction
    """Percentages of the meters as they stand."""
    fixed_rows: Fraction
    """What odds and dollar rows pay of it, without features, envy and stakes that go back."""

    @property
    def whole(self) -> Fraction:
        """All of it."""
        return self.by_odds + self.from_levels


def returns_of(link: Link, rulebooks: Mapping[str, Rulebook]) -> Iterator[LinkReturn]:
    """Every linked game whose rulebook is among these, unchanged since it was linked."""
    assert link.terms is not None, "an open link has terms"
    for game in link.terms.games:
        book = rulebooks.get(game.rulebook)
        if book is not None and book.digest == game.digest:
            yield _return(link, link.terms, game, book)


def _return(link: Link, terms: LinkTerms, game: LinkedGame, book: Rulebook) -> LinkReturn:
    positions = book.most_positions
    magic, lucky = terms.magic_rate, terms.lucky_rate
    stakes = Stakes(
        unit=terms.unit,
        magic_rate=Fraction(0) if magic is None or not game.has_draws else magic.share,
        lucky_rate=Fraction(0) if lucky is None or not game.has_draws else lucky.share,
        positions=positions,
    )
    odds = progressive_odds(_played(book, game), stakes)
    grown = sum(
        (rate * Fraction(link.meters[name].display.cents, 100))
        for name, rate in odds.per_meter.items()
    )
    return LinkReturn(
        game=game.rulebook,
        positions=positions,
        by_odds=1 + odds.expected / stakes.dollars,
        from_levels=grown / stakes.dollars,
        fixed_rows=_fixed_rows(terms, game, book),
    )


def _fixed_rows(terms: LinkTerms, game: LinkedGame, book: Rulebook) -> Fraction:
    counts, rows = hands_paid(game), book.paytables[game.paytable].rows
    won = sum(
        counts[row.hand] * row.pays.winnings(terms.unit).cents
        for row in rows
        if not isinstance(row.pays, Share)
    )
    return Fraction(won, ALL_HANDS * terms.unit.cents)


def _played(book: Rulebook, game: LinkedGame) -> Terms:
    options: dict[str, OptionValue] = {}
    if _TABLE in book.options:
        options[_TABLE] = game.paytable
    if game.confirm is not None:
        options[game.confirm] = True
    return terms_of(book, options)
