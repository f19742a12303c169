"""The odds of Three Card Poker: ante and play, advice, the strategy card and common mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.errors import BadSetting
from pitboss.games.three_card.solver import Hand, ThreeCard
from pitboss.hands.classes import RANK_WORDS, describe_three
from pitboss.odds.figures import (
    SEVERAL_NEIGHBOURS,
    Advice,
    CardsKnown,
    GameOdds,
    Priced,
    SeenCards,
    Situation,
    StrategyCard,
    WagerOdds,
    cached_by_terms,
    closest,
)
from pitboss.odds.question import Question
from pitboss.odds.wagers import PROGRESSIVE_OPTIONS, by_paytable
from pitboss.rulebook.terms import Terms

UNIT = "one ante"
_NOTE = (
    "a hand worth exactly as much played as folded is folded: "
    "this moves averages and deviations, not the value"
)

_solved = cached_by_terms(ThreeCard)


def _ante(question: Question) -> WagerOdds:
    spread = ThreeCard(question.terms, question.deck.cards).spread
    return WagerOdds.of("ante", UNIT, spread, notes=(_NOTE,))


def _advise(terms: Terms, cards: CardsKnown) -> Advice:
    if cards.community:
        raise BadSetting("community cards are turned after the decision; give none")
    cards.check_left(terms.rules.dealer_cards)
    a, b, c = sorted(cards.hand)
    value = _solved(terms).value_of_play((a, b, c), cards.seen)
    return Advice.between("play", "play", value, "fold", Fraction(-1))


def _priced_strategies(terms: Terms) -> Iterator[Priced]:
    game = _solved(terms)
    qualifies = terms.qualifies(str(terms.options["dealer_qualifies"]))
    ways: tuple[tuple[str, str, Callable[[Hand], bool]], ...] = (
        ("best", "a hand is played when that is worth more than folding", game.plays),
        ("play_blind", "every hand is played", lambda _: True),
        ("mimic_dealer", "a hand is played when it would qualify for the dealer",
         lambda hand: qualifies(hand, game.strengths[hand])),
    )  # fmt: skip
    for name, meaning, plays in ways:
        spread = game.spread_of(plays)
        yield Priced(name, meaning, spread.expected, spread.average_staked)


def _seen_cards(terms: Terms) -> Iterator[SeenCards]:
    from pitboss.games.three_card.seen_cards import values_with_cards_seen  # loads numpy

    values = values_with_cards_seen(_solved(terms))
    yield SeenCards(
        "dealer_card",
        "one of the dealer's cards is seen before the decision",
        values.dealer_card,
    )
    yield SeenCards(
        "neighbour_hand",
        f"one neighbour's three cards are seen before the decision {SEVERAL_NEIGHBOURS}",
        values.neighbour_hand,
    )


def strategy_card(game: ThreeCard) -> StrategyCard:
    """The lowest hand worth playing, and what playing exactly from there on costs."""
    hands = [(game.strengths[h], h, n, game.value_of_play(h) + 1) for n, h in game.classes()]
    by_strength: dict[int, Fraction] = {}
    for strength, _, count, gain in hands:
        by_strength[strength] = by_strength.get(strength, Fraction(0)) + gain * count
    worth = Fraction(0)
    best, least = Fraction(0), max(by_strength) + 1
    for strength in sorted(by_strength, reverse=True):
        worth += by_strength[strength]
        if worth > best:
            best, least = worth, strength
    total = sum(count for _, _, count, _ in hands)
    lost = sum(
        (abs(gain) * count for s, _, count, gain in hands if (gain > 0) != (s >= least)),
        Fraction(0),
    )
    named = [
        Situation(" ".join(map(str, reversed(hand))), count * game.dealer_hands, gain)
        for _, hand, count, gain in hands
    ]
    return StrategyCard(
        decision="play",
        choice="play",
        lines=(_from_strength(least),),
        cost=lost / total,
        borderline=closest(named),
        zero=tuple(situation for situation in named if situation.value == 0),
    )


def _from_strength(least: int) -> str:
    if least >> 20:
        return f"{describe_three(least)} or better"
    ranks = [(least >> shift) & 15 for shift in (16, 12, 8)]
    return f"{'-'.join(RANK_WORDS[rank] for rank in ranks)} or better"


ODDS = GameOdds(
    unit=UNIT,
    wagers={"ante": _ante, "pair_plus": by_paytable("pair_plus")},
    advise=_advise,
    strategy_cards=lambda terms: (strategy_card(_solved(terms)),),
    priced_strategies=_priced_strategies,
    seen_cards=_seen_cards,
    rests_on={
        "ante": ("dealer_", "decline_"),
        "pair_plus": (),
        "progressive": PROGRESSIVE_OPTIONS,
    },
)
