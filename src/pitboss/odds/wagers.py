"""The odds of every wager of a rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from pitboss.errors import BadSetting
from pitboss.hands import FiveCardClass
from pitboss.money import Money
from pitboss.odds.cover_all import best_hand_counts
from pitboss.odds.figures import Spread, WagerOdds
from pitboss.odds.let_it_ride import LetItRide
from pitboss.odds.progressive import progressive_odds
from pitboss.odds.settings import Question
from pitboss.odds.side import count_hole_rows, count_rows, in_order, paytable_spread
from pitboss.odds.three_card import ThreeCard
from pitboss.rulebook.terms import PayRow, Terms


def wager_ids(question: Question) -> tuple[str, ...]:
    """The wagers that have odds of their own: follow-ups belong to what they follow."""
    names = []
    for wager in question.terms.rules.wagers.values():
        if wager.follows is None:
            names.append(wager.group or wager.id)
    return tuple(dict.fromkeys(names))


def all_odds(question: Question, only: str | None = None) -> Iterator[WagerOdds]:
    """The odds of every wager, or of one."""
    names = wager_ids(question)
    if only is not None and only not in names:
        raise BadSetting(
            f"{only!r} is not a wager with odds of its own; there are {', '.join(names)}"
        )
    for name in names:
        if only in (None, name):
            odds = odds_of(question, name)
            yield replace(odds, options={**_chosen(question, name), **odds.options})


# Which options a wager's figures may rest on, by how their names begin.
_TOUCHED_BY = {
    "progressive": ("progressive_", "ptmgl", "fixed_or_percent_", "envy_"),
    "bonus": ("bonus_", "fixed_or_percent_"),
    "ante": ("dealer_", "decline_"),
}


def _chosen(question: Question, wager: str) -> dict[str, object]:
    """Options that are not at their defaults and may change this wager's figures."""
    rules, beginnings = question.terms.rules.options, _TOUCHED_BY.get(wager, ())
    return {
        name: value
        for name, value in question.terms.options.items()
        if value != rules[name].default and name.startswith(beginnings)
    }


def odds_of(question: Question, wager: str) -> WagerOdds:
    """The odds of one wager."""
    terms, deck = question.terms, question.deck
    if wager == "base":
        spread = LetItRide(terms, deck).spread
        return replace(_odds(wager, "one of the three equal bets", spread), notes=_at_zero(terms))
    if wager == "ante":
        return replace(_odds(wager, "one ante", _main_game(question)), notes=_at_zero(terms))
    if wager == "progressive":
        return progressive_odds(terms, question.settings.stakes, deck)
    if wager == "cover_all":
        return _cover_all(question)
    if terms.table(wager).paytable.looks_at == "hole":
        return _odds(wager, "one bonus wager", _hole_cards(question))
    counts = count_rows(terms.table(wager), deck)
    spread = paytable_spread(terms, counts, stake=_stake(question, wager))
    return _odds(wager, f"one {wager} wager", spread, **_table_options(question, wager))


def _odds(wager: str, unit: str, spread: Spread, **options: object) -> WagerOdds:
    return WagerOdds(
        wager=wager, unit=unit, options=options, spread=spread, expected=spread.expected
    )


_AT_ZERO = {
    "let_it_ride": "a bet that is worth exactly nothing is withdrawn",
    "three_card": "a hand worth exactly as much played as folded is folded",
    "holdem_bonus": "a bet that is worth exactly nothing is checked, "
    "and a hand worth exactly as much played as folded is folded",
}


def _at_zero(terms: Terms) -> tuple[str]:
    """How a decision goes that does not matter to the value: other figures rest on it."""
    return (f"{_AT_ZERO[terms.rules.game]}: this moves averages and deviations, not the value",)


def _stake(question: Question, wager: str) -> Money:
    return question.terms.rules.wagers[wager].stake or Money(100)


def _table_options(question: Question, wager: str) -> dict[str, object]:
    template = question.terms.rules.wagers[wager].paytable or ""
    options = question.terms.options
    return {name: options[name] for name in options if f"{{{name}}}" in template}


def _main_game(question: Question) -> Spread:
    if question.terms.rules.game == "three_card":
        return ThreeCard(question.terms, question.deck.cards).spread
    from pitboss.odds.holdem_odds import main_game_spread  # noqa: PLC0415 - loads numba

    return main_game_spread(question.terms, question.deck)


def _hole_cards(question: Question) -> Spread:
    terms = question.terms
    if not terms.on("bonus_survives_losing_hand"):
        from pitboss.odds.holdem_odds import bonus_spread_when_beaten_loses  # noqa: PLC0415 - loads numba

        return bonus_spread_when_beaten_loses(terms, question.deck)
    return paytable_spread(terms, count_hole_rows(terms, question.deck), stake=Money(100))


def _cover_all(question: Question) -> WagerOdds:
    """By the best hand at the table: the hands share the community cards and one deck."""
    terms, players = question.terms, question.settings.players
    table = terms.table("cover_all", players=players)
    counts: Counter[PayRow | None] = Counter()
    for hand, count in best_hand_counts(players, question.deck).items():
        # A class pays alike whatever its ranks, so any hand of it finds its row.
        row = None if hand == "nothing" else table.row(_CLASS[hand] << 20)
        counts[row] += count
    spread = paytable_spread(terms, in_order(table, counts), stake=Money(100))
    return _odds("cover_all", "one Cover All wager", spread, players=players)


_CLASS = {hand.name.lower(): hand for hand in FiveCardClass}
