"""Let It Ride: three equal wagers, two of which may be taken back as the cards come out."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.hands.tables import strength_of_three
from pitboss.money import Money
from pitboss.round.game import (
    Burn,
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
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown
from pitboss.rulebook.terms import payout_limit

BASE = ("1", "2", "$")
_TEN = Card.parse("Ts").rank
_RUN = 5


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Each bet still in play goes by the five card hand; the side wagers by their own tables."""
    best = None
    for at in showdown.live:
        five = showdown.five(at)
        for line in _base(showdown, at, five):
            yield at.seat, line
        if "bonus" in at.wagers:
            yield at.seat, showdown.settle_by_hand(at, "bonus", five)
        if "three_card_bonus" in at.wagers:
            three = strength_of_three(at.cards)
            yield at.seat, showdown.settle_by_hand(at, "three_card_bonus", three)
        if "cover_all" in at.wagers:
            if best is None:
                best = max(showdown.five(hand) for hand in showdown.live)
            # Hands dealt, not hands still in: the count never shrinks, and a hand that was taken
            # out before the deal is not in it (I-46).
            players = sum(bool(hand.cards) for hand in showdown.play.seats)
            yield at.seat, showdown.settle_by_hand(at, "cover_all", best, players=players)


def _base(showdown: Showdown, at: Seat, five: int) -> list[Line]:
    row = showdown.terms.table("$").row(five)
    lines = []
    for wager in BASE:
        if at.decisions.get(wager) == "withdraw":
            reason = f"{wager}.withdrawn"
            lines.append(showdown.give_back(at, wager, Outcome.WITHDRAWN, reason))
        elif row is None:
            lines.append(showdown.lose(at, wager, "base.lose"))
        else:
            lines.append(showdown.win(at, wager, row, "base.win"))
    return _limited(showdown, lines)


def _limited(showdown: Showdown, lines: list[Line]) -> list[Line]:
    """Spread a payout limit equally over the winning bets, odd cents to the earlier ones."""
    limit = payout_limit(showdown.terms.options)
    if limit is None:
        return lines
    winning = [line for line in lines if line.outcome is Outcome.WIN]
    if sum(line.winnings.cents for line in winning) <= limit.cents:
        return lines
    each, odd = divmod(limit.cents, len(winning))
    limited = {
        line.wager: line._replace(
            winnings=Money(each + (place < odd)),
            citation=line.citation + showdown.cite["base.limited"],
        )
        for place, line in enumerate(winning)
    }
    return [limited.get(line.wager, line) for line in lines]


def ride_what_pays_or_may_pay_well(sight: Sight) -> str:
    """Ride with a hand that pays already, or all of one suit within a straight, or four in a row.

    >>> from pitboss.cards import parse_cards
    >>> hands = map(parse_cards, ("Ts Td 4c", "9s 9d 4c", "Qh Jh 9h", "Qh Js 9h Td"))
    >>> [ride_what_pays_or_may_pay_well(Sight("1", ("ride", "withdraw"), own)) for own in hands]
    ['ride', 'withdraw', 'ride', 'ride']
    """
    return "ride" if _pays_or_may_pay_well(sight.own + sight.community) else "withdraw"


def _pays_or_may_pay_well(cards: tuple[Card, ...]) -> bool:
    ranks = sorted(card.rank for card in cards)
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if any(rank >= _TEN or ranks.count(rank) > 2 for rank in pairs) or len(pairs) > 1:
        return True
    span = ranks[-1] - ranks[0] + 1
    if len({card.suit for card in cards}) == 1:
        return len(cards) == _RUN - 1 or (span <= _RUN and ranks[-1] >= _TEN)
    return len(cards) == span == _RUN - 1 and len(set(ranks)) == span


GAME = Game(
    name="let_it_ride",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("1"),
        Burn(),
        Expose(What.COMMUNITY, 1, "expose_1"),
        Decide("2"),
        Expose(What.COMMUNITY, 1, "expose_2"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=ride_what_pays_or_may_pay_well,
    questions={
        "1": "Your three cards are here. Leave your first wager in play, or take it back?",
        "2": "One community card is open. Leave your second wager in play, or take it back?",
    },
    wagers=(*BASE, "progressive", "bonus", "three_card_bonus", "cover_all"),
    choices=("ride",),
    reasons=("base.win", "base.lose", "1.withdrawn", "2.withdrawn"),
)
