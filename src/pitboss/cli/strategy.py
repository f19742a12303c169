"""`pitboss strategy`: how to play, what brevity costs, where it is close, what mistakes cost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import typer

from pitboss.cli.options import AsJson, Games, RulebookName, Settings
from pitboss.cli.output import NONE, Page, print_page, progress
from pitboss.games.library import find_rulebook
from pitboss.games.odds import game_odds, priced_strategies, seen_cards, strategy_cards
from pitboss.odds.figures import Priced, SeenCards, Situation, StrategyCard, fraction
from pitboss.odds.question import ask
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms

FORMAT = "pitboss-strategy/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A card for each decision, and ways to play with what they are worth, the best first."""

    rules: Rulebook
    cards: tuple[StrategyCard, ...]
    priced: tuple[Priced, ...]
    seen: tuple[SeenCards, ...] = ()
    unit: str
    """What costs and values are counted in."""

    def cost(self, way: Priced) -> Fraction:
        """What a way to play loses against the best."""
        return self.priced[0].expected - way.expected

    @property
    def cost_of_cards(self) -> Fraction:
        """What playing by all the cards loses against best play.

        Each bet is settled by itself, and no card changes which hands meet the next one but for a
        decision the card takes exactly, so the costs add up.
        """
        return sum((card.cost for card in self.cards), Fraction(0))

    @property
    def without_cards(self) -> str:
        """What to say in place of cards, where the game brings none."""
        if self.cards or not self.rules.decisions:
            return ""
        return "This game has no cards in words; pitboss advise has the best choice for any hand."

    def otherwise(self, card: StrategyCard) -> str:
        """What to do where the card does not say its choice."""
        choices = self.rules.decisions[card.decision].choices
        return next(choice for choice in choices if choice != card.choice)

    def best(self, card: StrategyCard, hand: Situation) -> str:
        """What to do with a hand; with one worth exactly nothing, what risks less."""
        return card.choice if hand.value > 0 else self.otherwise(card)

    def question(self, card: StrategyCard) -> str:
        """The decision as the rulebook puts it."""
        return f"Decision {card.decision}: {self.rules.decisions[card.decision].title}"


def strategy_of(terms: Terms, *, with_seen: bool = False) -> Strategy:
    """Everything about how to play a rulebook's game; what seen cards are worth takes longer."""
    with progress(3) as begin:
        begin("best play")
        cards = strategy_cards(terms)
        begin("common mistakes")
        priced = tuple(priced_strategies(terms))
        begin("seen cards")
        seen = tuple(seen_cards(terms)) if with_seen else ()
    return Strategy(
        rules=terms.rules, unit=game_odds(terms).unit, cards=cards, priced=priced, seen=seen
    )


def strategy(
    rulebook: RulebookName,
    settings: Settings = None,
    games: Games = None,
    *,
    seen: Annotated[bool, typer.Option("--seen", help="Also price cards seen too early.")] = False,
    as_json: AsJson = False,
) -> None:
    """Best play in a few lines, where it is close, and what common mistakes cost."""
    question = ask(find_rulebook(rulebook, games or ()), settings or [])
    found = strategy_of(question.terms, with_seen=seen)
    if as_json:
        print(json.dumps(strategy_record(found)))
        return
    rules = found.rules
    print(f"{rules.title}, {rules.edition} ({rules.id}); values in {found.unit}\n")
    for page in strategy_pages(found):
        print_page(page)


# --- for people ---------------------------------------------------------------------------------


def strategy_pages(strategy: Strategy) -> Iterator[Page]:
    """The cards, each with its closest hands, and the mistakes."""
    if strategy.without_cards:
        yield Page("", ("",), [(strategy.without_cards,)])
    for card in strategy.cards:
        yield _card_page(strategy, card)
        yield _close_page(strategy, card)
    yield _mistakes_page(strategy)
    if strategy.seen:
        yield _seen_page(strategy)


def _card_page(strategy: Strategy, card: StrategyCard) -> Page:
    rows = [(card.choice, line) for line in card.lines]
    rows.append((strategy.otherwise(card), "everything else"))
    return Page(strategy.question(card), ("", ""), rows, tuple(card_notes(strategy, card)))


def card_notes(strategy: Strategy, card: StrategyCard) -> Iterator[str]:
    """What a card costs, the words it uses, and the hands on which nothing depends."""
    yield f"Playing by this card costs {_price(strategy, card.cost)} against best play."
    if len(strategy.cards) > 1 and card is strategy.cards[-1]:
        yield f"Playing by all of the cards costs {_price(strategy, strategy.cost_of_cards)}."
    if any("high card" in line for line in card.lines):
        yield "A high card is one that pays as a pair."
    yield from card.meanings
    if card.zero:
        choices = f"{card.choice} and {strategy.otherwise(card)} are worth exactly the same"
        yield f"With these {choices}, so {strategy.otherwise(card)}: {_zero_words(card)}."


def _price(strategy: Strategy, cost: Fraction) -> str:
    if not cost:
        return "nothing"
    return f"{float(cost):.9f} ({fraction(cost)}) of {strategy.unit}"


def _zero_words(card: StrategyCard) -> str:
    if not card.zero_in_short:
        return ", ".join(hand.words for hand in card.zero)
    together = "; ".join(hand.words for hand in card.zero_in_short)
    count = f"{zero_situations(card):,} situations, each named by pitboss strategy --json"
    return f"{count}; by ranks, in some suits only, {together}"


def zero_situations(card: StrategyCard) -> int:
    """In how many situations the choice is worth exactly nothing."""
    return sum(hand.weight for hand in card.zero)


def _close_page(strategy: Strategy, card: StrategyCard) -> Page:
    rows = [
        (hand.words, strategy.best(card, hand), f"{float(abs(hand.value)):.6f}", exact(hand.value))
        for hand in card.borderline
    ]
    return Page("Closest hands", ("hand", "best", "by", "exactly"), rows)


def exact(margin: Fraction) -> str:
    """A margin without its sign, as a fraction."""
    return fraction(abs(margin))


def _mistakes_page(strategy: Strategy) -> Page:
    columns = ("way to play", "expected", "house edge", "staked", "risk", "costs")
    rows = [
        (
            way.name.replace("_", " "),
            f"{float(way.expected):+.6f}",
            f"{float(-way.expected):.4%}",
            f"{float(way.average_staked):.4f}",
            f"{float(-way.expected / way.average_staked):.4%}",
            f"{float(strategy.cost(way)):.6f}" if strategy.cost(way) else NONE,
        )
        for way in strategy.priced
    ]
    meanings = (f"{way.name.replace('_', ' ')}: {way.meaning}" for way in strategy.priced)
    return Page("Common mistakes, priced", columns, rows, tuple(meanings))


def _seen_page(strategy: Strategy) -> Page:
    best = strategy.priced[0].expected
    rows = [
        (
            seen.name.replace("_", " "),
            f"{float(seen.expected):+.6f}",
            f"{float(seen.expected - best):+.6f}",
            fraction(seen.expected),
        )
        for seen in strategy.seen
    ]
    meanings = tuple(f"{seen.name.replace('_', ' ')}: {seen.meaning}" for seen in strategy.seen)
    return Page("Seen cards, priced", ("seen", "expected", "gains", "exactly"), rows, meanings)


# --- for programs -------------------------------------------------------------------------------


def strategy_record(strategy: Strategy) -> dict[str, Any]:
    """The same as plain data: exact figures as fractions, decimals beside them for reading."""
    rules = strategy.rules
    return {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "digest": rules.digest,
        "unit": strategy.unit,
        "cards": [_card_record(strategy, card) for card in strategy.cards],
        "cards_cost": fraction(strategy.cost_of_cards),
        "cards_cost_decimal": float(strategy.cost_of_cards),
        "strategies": [_priced_record(strategy, way) for way in strategy.priced],
        "seen": [
            {"name": seen.name, "meaning": seen.meaning, "expected": fraction(seen.expected)}
            for seen in strategy.seen
        ],
    }


def _card_record(strategy: Strategy, card: StrategyCard) -> dict[str, Any]:
    return {
        "decision": card.decision,
        "choice": card.choice,
        "lines": list(card.lines),
        "otherwise": strategy.otherwise(card),
        "cost": fraction(card.cost),
        "cost_decimal": float(card.cost),
        "borderline": [
            {
                "hand": hand.words,
                "best": strategy.best(card, hand),
                "margin": exact(hand.value),
                "decimal": float(abs(hand.value)),
            }
            for hand in card.borderline
        ],
        "zero": [hand.words for hand in card.zero],
        "zero_situations": zero_situations(card),
        "zero_in_short": [hand.words for hand in card.zero_in_short],
        "meanings": list(card.meanings),
    }


def _priced_record(strategy: Strategy, way: Priced) -> dict[str, Any]:
    return {
        "name": way.name,
        "meaning": way.meaning,
        "expected": fraction(way.expected),
        "house_edge": float(-way.expected),
        "average_staked": fraction(way.average_staked),
        "element_of_risk": float(-way.expected / way.average_staked),
        "cost": fraction(strategy.cost(way)),
        "cost_decimal": float(strategy.cost(way)),
    }
