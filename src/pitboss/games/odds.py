"""The odds of a rulebook, by the game it names.

What a game counts itself stands in its folder's `odds` module. Whatever it leaves out, and all of a
game that has no such module, the general solver goes through deal by deal; the progressive wager is
counted here for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from inspect import getdoc

from pitboss.cards import Card
from pitboss.errors import BadSetting, GameError
from pitboss.games.registry import game_of, game_part, has_part, running
from pitboss.odds.combinations import FULL_DECK
from pitboss.odds.exhaustive import (
    AT_ONCE,
    DEALER,
    MOST,
    OUT,
    Draw,
    Exhaustive,
    TooManyDeals,
)
from pitboss.odds.figures import (
    SEVERAL_NEIGHBOURS,
    Advice,
    CardsKnown,
    GameOdds,
    OddsNotCounted,
    Priced,
    SeenCards,
    Spread,
    StrategyCard,
    WagerOdds,
    cached_by_terms,
)
from pitboss.odds.question import Question, Settings
from pitboss.odds.stakes import main_name, main_wager, unit_of
from pitboss.odds.wagers import PROGRESSIVE, paytable_options, progressive_odds
from pitboss.round.game import Decide, Expose, Sight, Strategy, What, stages_of, stay_in
from pitboss.rulebook.terms import Terms


def game_odds(terms: Terms) -> GameOdds:
    """The odds that a rulebook's game brings; all is left to the general solver if it brings none.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> game_odds(terms_of(built_in("mbs-megalink-three-card-v6"))).unit
    'one ante'
    """
    rules = terms.rules
    if not has_part(rules, "odds"):
        return GameOdds(unit=unit_of(rules, main_wager(rules)), wagers={})
    odds = getattr(game_part(rules, "odds"), "ODDS", None)
    if not isinstance(odds, GameOdds):
        raise GameError(
            f"the game {rules.game} has no ODDS in odds.py", "write ODDS = GameOdds(unit=…, …)"
        )
    return odds


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


def _chosen(question: Question, wager: str) -> dict[str, object]:
    """Options that are not at their defaults and may change this wager's figures."""
    rules = question.terms.rules.options
    beginnings = game_odds(question.terms).rests_on.get(wager, ("",))
    return {
        name: value
        for name, value in question.terms.options.items()
        if value != rules[name].default and name.startswith(beginnings)
    }


def odds_of(question: Question, wager: str, *, most: int = MOST) -> WagerOdds:
    """The odds of one wager; so many deals are settled at most where the game counts none."""
    terms = question.terms
    if wager == PROGRESSIVE:
        looks_at = terms.table(wager).paytable.looks_at
        if looks_at not in ("three", "five"):
            raise OddsNotCounted(
                f"the odds of {wager} are not known: its paytable goes by {looks_at}; "
                "pay it by a hand of three or five cards"
            )
        return progressive_odds(terms, question.settings.stakes, question.deck)
    own = game_odds(terms).wagers.get(wager)
    if own is None:
        return _dealt_out(question, wager, most)
    with running(terms.rules):
        return own(question)


def advise(
    terms: Terms,
    cards: Sequence[Card],
    community: Sequence[Card] = (),
    seen: Sequence[Card] = (),
    *,
    dealer: Sequence[Card] = (),
    decision: str | None = None,
    decided: Sequence[str] = (),
    most: int = MOST,
    told: Callable[[Fraction], None] | None = None,
) -> Advice:
    """The best choice with these cards; of choices worth the same, the one that risks less.

    Cards seen are out of play, such as those of any number of neighbours. Which decision it is and
    what was decided before need be told only where the cards do not say it, and where it matters.
    `told` hears which part of the deals is settled, where they are gone through.
    """
    rules = terms.rules
    if len(cards) != rules.hand_cards:
        raise BadSetting(f"{len(cards)} cards in hand; this game deals {rules.hand_cards}")
    given = (*cards, *community, *seen, *dealer)
    if len(set(given)) != len(given):
        raise BadSetting("a card is given twice; one deck has each card once")
    if dealer and not _shows_dealer(terms):
        raise BadSetting("no card of the dealer's is face up before a decision; give none")
    known = CardsKnown(cards, community, seen, dealer, decision, decided)
    own = game_odds(terms).advise
    if own is None:
        return replace(_solver(terms, most=most), told=told).advise(known)
    with running(rules):
        return own(terms, known)


def advise_seat(terms: Terms, sight: Sight, *, most: int = MOST) -> Advice:
    """The same for a seat that is asked, by what it sees."""
    return advise(
        terms,
        sight.own,
        sight.community,
        dealer=sight.dealer,
        decision=sight.decision,
        decided=sight.decided,
        most=most,
    )


def _shows_dealer(terms: Terms) -> bool:
    """Whether a card of the dealer's is face up before a decision."""
    stages = stages_of(game_of(terms.rules), terms.rules)
    last = max((at for at, stage in enumerate(stages) if isinstance(stage, Decide)), default=0)
    return any(isinstance(s, Expose) and s.what is What.DEALER for s in stages[:last])


def counts_best_play(terms: Terms) -> bool:
    """Whether the main wager has odds: the game counts them, or its deals can be gone through."""
    return main_name(terms.rules) in game_odds(terms).wagers or _solver(terms).deals <= MOST


def is_slow(terms: Terms) -> bool:
    """Whether advice takes longer than a floor that plays can wait."""
    own = game_odds(terms)
    return own.is_slow if own.advise is not None else not advises_at_once(terms)


def advises_at_once(terms: Terms) -> bool:
    """Whether hand after hand can be asked about: the game solves itself, or has few deals."""
    if game_odds(terms).advise is not None:
        return True
    return _solver(terms).deals_on_a_hand <= AT_ONCE


def strategy_cards(terms: Terms) -> tuple[StrategyCard, ...]:
    """A card for each decision of a rulebook's game, in the order they are asked.

    >>> from pitboss.games.library import built_in
    >>> from pitboss.rulebook.terms import terms_of
    >>> [card.lines for card in strategy_cards(terms_of(built_in("mbs-megalink-three-card-v6")))]
    [('queen-six-four or better',)]
    """
    own = game_odds(terms).strategy_cards
    if own is not None:
        with running(terms.rules):
            return own(terms)
    card = _solver(terms).first_card()
    return () if card is None else (card,)


def priced_strategies(terms: Terms) -> Iterator[Priced]:
    """Best play first, then common mistakes."""
    own = game_odds(terms).priced_strategies
    with running(terms.rules):
        yield from _priced(terms) if own is None else own(terms)


def seen_cards(terms: Terms) -> Iterator[SeenCards]:
    """Cards that a player may get to see too early, and what that is worth."""
    own = game_odds(terms).seen_cards
    with running(terms.rules):
        yield from _seen(terms) if own is None else own(terms)


# --- by the general solver ------------------------------------------------------------------------


def _solver(terms: Terms, *, most: int = MOST) -> Exhaustive:
    """The main wager of a game."""
    question = Question(terms=terms, settings=Settings())
    return replace(Exhaustive.of(game_of(terms.rules), question, main_name(terms.rules)), most=most)


@cached_by_terms
def _best(terms: Terms) -> Spread:
    return _solver(terms).spread


def _dealt_out(question: Question, wager: str, most: int) -> WagerOdds:
    """A wager whose every deal is settled."""
    terms, rules, main = question.terms, question.terms.rules, main_name(question.terms.rules)
    solver = replace(Exhaustive.of(game_of(rules), question, wager), most=most)
    is_main = wager == main
    solver.check()
    spread = _best(terms) if is_main and question.deck == FULL_DECK else solver.spread
    aim = "the most that can be won" if is_main else f"the best of {main}"
    rule = main_wager(rules) if is_main else rules.wagers[wager]
    return WagerOdds.of(
        wager,
        unit_of(rules, rule),
        spread,
        options=paytable_options(terms, wager),
        notes=(f"every deal is settled, and every decision made for {aim}",),
    )


def _priced(terms: Terms) -> Iterator[Priced]:
    best, solver = _best(terms), _solver(terms)
    yield Priced(
        "best",
        "each decision is made for the most that can be won",
        best.expected,
        best.average_staked,
    )
    if not terms.rules.decisions:
        return
    simple = game_of(terms.rules).strategy
    ways: dict[str, tuple[Strategy, str]] = {
        "stay_in": (stay_in, "never fold and never take anything back")
    }
    if simple is not stay_in:
        ways = {"simple": (simple, _sentence(simple)), **ways}
    for name, (strategy, meaning) in ways.items():
        spread = replace(solver, strategy=strategy).spread
        yield Priced(name, meaning, spread.expected, spread.average_staked)


def _sentence(strategy: object) -> str:
    """The first line of what a strategy says of itself.

    >>> from pitboss.games.library import built_in
    >>> _sentence(game_of(built_in("mbs-megalink-three-card-v6")).strategy)
    'play with queen, six, four or better'
    """
    line = (getdoc(strategy) or "as the game's simple strategy has it").partition("\n")[0]
    return (line[:1].lower() + line[1:]).removesuffix(".")


def _seen(terms: Terms) -> Iterator[SeenCards]:
    """What is seen before the first decision, as far as it can be gone through."""
    rules = terms.rules
    peek = partial(replace, _solver(terms))
    ways = {"card_out_of_play": ("one card that is out of play is seen", Draw(OUT, 1))}
    if rules.hand_cards > 1:
        hand = Draw(OUT, rules.hand_cards)
        ways["neighbour_hand"] = (f"one neighbour's hand is seen {SEVERAL_NEIGHBOURS}", hand)
    if rules.dealer_cards and not _shows_dealer(terms):
        ways["dealer_card"] = ("one of the dealer's cards is seen", Draw(DEALER, 1))
    refusals = []
    for name, (meaning, draw) in ways.items():
        try:
            spread = peek(peeks=(draw,)).spread
        except TooManyDeals as refusal:
            refusals.append(refusal)
        else:
            yield SeenCards(name, f"before the first decision {meaning}", spread.expected)
    if len(refusals) == len(ways):
        raise refusals[0]
