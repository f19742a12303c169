"""Mississippi Stud: five cards against a pay table, raised or folded as they come out."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.round.game import (
    Deal,
    Decide,
    Expose,
    Game,
    Settle,
    Show,
    Sight,
    TakeWagers,
    What,
)
from pitboss.round.settlement import Line, Showdown

STREETS = ("third", "fourth", "fifth")
_PAIRS_THAT_PAY = Card.parse("Js").rank
_PAIRS_THAT_PUSH = Card.parse("6s").rank
_PAIR = 2


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Everything in play goes by the five card hand; a folded hand loses all of it."""
    for at in showdown.live:
        placed = [wager for wager in ("ante", *STREETS) if wager in at.wagers]
        for wager in placed:
            if at.is_folded:
                yield at.seat, showdown.lose(at, wager, f"{wager}.fold")
            else:
                yield at.seat, showdown.settle_by_hand(at, wager, showdown.five(at))


def raise_by_points(sight: Sight) -> str:
    """Raise three times with a hand that cannot lose, once with points enough, fold the rest.

    A jack or higher is two points, a six to a ten one; two, three and four points are enough on the
    three streets. Two cards of a pair are raised three times and a low pair later on once, three
    cards of a suit once and four of them three times.

    >>> from pitboss.cards import parse_cards
    >>> choices = ("raise_1", "raise_2", "raise_3", "fold")
    >>> hands = map(parse_cards, ("Ks Kd", "Ks 4d", "7s 2s", "2h 2d", "2h 2d 9c", "2h 2d 2c"))
    >>> [raise_by_points(Sight("third", choices, own)) for own in hands]
    ['raise_3', 'raise_1', 'fold', 'raise_3', 'raise_1', 'raise_3']
    """
    cards = sight.own + sight.community
    ranks = [card.rank for card in cards]
    alike = {rank: ranks.count(rank) for rank in ranks if ranks.count(rank) > 1}
    cannot_lose = sum(alike.values()) > _PAIR or any(rank >= _PAIRS_THAT_PUSH for rank in alike)
    suits = {card.suit for card in cards}
    if cannot_lose or (alike and len(cards) == _PAIR):
        return "raise_3"
    if len(suits) == 1 and len(cards) > _PAIR:
        return "raise_1" if len(cards) == _PAIR + 1 else "raise_3"
    points = sum((rank >= _PAIRS_THAT_PUSH) + (rank >= _PAIRS_THAT_PAY) for rank in ranks)
    return "raise_1" if alike or points >= len(cards) else "fold"


GAME = Game(
    name="mississippi_stud",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("third"),
        Expose(What.COMMUNITY, 1, "expose_1"),
        Decide("fourth"),
        Expose(What.COMMUNITY, 1, "expose_2"),
        Decide("fifth"),
        Expose(What.COMMUNITY, 1, "expose_3"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=raise_by_points,
    wagers=("ante", *STREETS),
    reasons=("ante.fold", "third.fold", "fourth.fold"),
    questions={
        "third": "Your two cards are here. Raise one to three times your ante, or fold?",
        "fourth": "One community card is open. Raise one to three times your ante, or fold?",
        "fifth": "Two community cards are open. Raise one to three times your ante, or fold?",
    },
)
