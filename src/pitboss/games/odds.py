"""The odds of a rulebook, by the game it names.

What a game counts itself stands in its folder's `odds` module; wagers that go by a paytable are
counted here for every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.games.registry import game_part, has_part
from pitboss.odds.figures import (
    Advice,
    CardsKnown,
    GameOdds,
    Priced,
    SeenCards,
    StrategyCard,
    WagerOdds,
)
from pitboss.odds.question import Question
from pitboss.odds.wagers import PROGRESSIVE, paytable_odds, progressive_odds
from pitboss.rulebook.terms import Terms


def game_odds(terms: Terms) -> GameOdds:
    """The odds of the game that a rulebook names.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> game_odds(terms_of(built_in("mbs-megalink-three-card-v6"))).unit
    'one ante'
    """
    odds = game_part(terms.rules, "odds").ODDS
    assert isinstance(odds, GameOdds), f"{terms.rules.game}/odds.py has ODDS"
    return odds


def _own(terms: Terms) -> GameOdds | None:
    """What the game counts itself, if it counts anything."""
    return game_odds(terms) if has_part(terms.rules, "odds") else None


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


_OF_PROGRESSIVE = ("progressive_", "ptmgl", "fixed_or_percent_", "envy_")
"""How the options begin that the figures of a progressive wager rest on."""


def _chosen(question: Question, wager: str) -> dict[str, object]:
    """Options that are not at their defaults and may change this wager's figures."""
    terms = question.terms
    if wager == PROGRESSIVE:
        touching = [name for name in terms.options if name.startswith(_OF_PROGRESSIVE)]
    else:
        own = _own(terms)
        touching = [] if own is None else list(own.options.get(wager, ()))
    rules = terms.rules.options
    return {
        name: value
        for name, value in terms.options.items()
        if name in touching and value != rules[name].default
    }


def odds_of(question: Question, wager: str) -> WagerOdds:
    """The odds of one wager."""
    terms = question.terms
    if wager == PROGRESSIVE:
        return progressive_odds(terms, question.settings.stakes, question.deck)
    own = _own(terms)
    if own is not None and wager in own.wagers:
        return own.wagers[wager](question)
    looks_at = terms.table(wager).paytable.looks_at
    if looks_at not in ("three", "five"):
        raise BadSetting(
            f"the odds of {wager} are not known: its paytable goes by {looks_at}, and "
            f"{terms.rules.game} does not count that; pay it by a hand of three or five cards"
        )
    return paytable_odds(question, wager)


def advise(
    terms: Terms,
    cards: Sequence[Card],
    community: Sequence[Card] = (),
    seen: Sequence[Card] = (),
) -> Advice:
    """The best choice with these cards; of choices worth the same, the one that risks less.

    Cards seen are out of play, such as those of any number of neighbours.
    """
    rules = terms.rules
    if len(cards) != rules.hand_cards:
        raise BadSetting(f"{len(cards)} cards in hand; this game deals {rules.hand_cards}")
    if len({*cards, *community, *seen}) != len(cards) + len(community) + len(seen):
        raise BadSetting("a card is given twice; one deck has each card once")
    return game_odds(terms).advise(terms, CardsKnown(cards, community, seen))


def strategy_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    """A card for each decision of a rulebook's game, in the order they are asked.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> [card.lines for card in strategy_cards(terms_of(built_in("mbs-megalink-three-card-v6")))]
    [('queen-six-four or better',)]
    """
    return game_odds(terms).strategy_cards(terms)


def priced_strategies(terms: Terms) -> Iterator[Priced]:
    """Best play first, then common mistakes."""
    return game_odds(terms).priced_strategies(terms)


def seen_cards(terms: Terms) -> Iterator[SeenCards]:
    """Cards that a player may get to see too early, and what that is worth."""
    return game_odds(terms).seen_cards(terms)
