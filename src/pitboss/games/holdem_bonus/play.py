"""Hold'em Bonus: ante and raises against the dealer's best five of seven, bonus on hole cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.cards import Card
from pitboss.hands.classes import FiveCardClass, five_card_class
from pitboss.hands.tables import strength_of_five, strength_of_seven
from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, Sight, TakeWagers, What
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown

RAISES = ("flop", "turn", "river")
_EIGHT = Card.parse("8s").rank
_HAND = 5


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Compare each hand that stayed in with the dealer's."""
    play = showdown.play
    dealer = None
    for at in showdown.live:
        if at.is_folded:
            lines = _without_comparison(showdown, at, "fold")
        elif not at.exposed:
            lines = _without_comparison(showdown, at, "declined")
        else:
            if dealer is None:
                dealer = strength_of_seven(play.dealer + play.community)
            own = strength_of_seven(at.cards + play.community)
            lines = _compared(showdown, at, own, dealer)
        for line in lines:
            yield at.seat, line


def _without_comparison(showdown: Showdown, at: Seat, why: str) -> Iterator[Line]:
    """A folded hand, or one that is not shown, loses all but the progressive wager."""
    for wager in ("ante", "bonus"):
        if wager in at.wagers:
            yield showdown.lose(at, wager, f"{wager}.{why}")
    for wager in RAISES:
        if wager in at.wagers:
            yield showdown.lose(at, wager, f"{wager}.{why}")


def _compared(showdown: Showdown, at: Seat, own: int, dealer: int) -> Iterator[Line]:
    yield _ante(showdown, at, own, dealer)
    if "bonus" in at.wagers:
        yield _bonus(showdown, at, beaten=own < dealer)
    for wager in RAISES:
        if wager not in at.wagers:
            continue
        if own > dealer:
            row = showdown.terms.table(wager).named(wager)
            yield showdown.win(at, wager, row, f"{wager}.win")
        elif own == dealer:
            yield showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.stand_off")
        else:
            yield showdown.lose(at, wager, f"{wager}.lose")


def _ante(showdown: Showdown, at: Seat, own: int, dealer: int) -> Line:
    if own < dealer:
        return showdown.lose(at, "ante", "ante.lose")
    if own == dealer:
        return showdown.give_back(at, "ante", Outcome.STAND_OFF, "ante.stand_off")
    terms = showdown.terms
    if terms.five_test(terms.rules.conditions["ante_wins_with"])(own):
        return showdown.win(at, "ante", terms.table("ante").named("ante"), "ante.win")
    return showdown.give_back(at, "ante", Outcome.STAND_OFF, "ante.below")


def _bonus(showdown: Showdown, at: Seat, *, beaten: bool) -> Line:
    """By the hole cards alone, unless the house reads the losing hand's clause literally (I-64)."""
    if beaten and not showdown.terms.on("bonus_survives_losing_hand"):
        return showdown.lose(at, "bonus", "bonus.lost_with_hand")
    row = showdown.terms.table("bonus").hole_row(at.cards, showdown.play.dealer)
    if row is None:
        return showdown.lose(at, "bonus", "bonus.lose")
    return showdown.win(at, "bonus", row, "bonus.beaten" if beaten else "bonus.win")


def bet_all_but_small_cards(sight: Sight) -> str:
    """Fold only two small cards that match in nothing; bet more with a pair or better.

    >>> from pitboss.cards import parse_cards
    >>> hands = map(parse_cards, ("7s 2h", "7s 2s", "8d 2c"))
    >>> [bet_all_but_small_cards(Sight("flop", ("bet", "fold"), own)) for own in hands]
    ['fold', 'bet', 'bet']
    >>> turn = Sight("turn", ("bet", "check"), parse_cards("8d 2c"), parse_cards("8c Ah Kd"))
    >>> bet_all_but_small_cards(turn)
    'bet'
    """
    bet, rest = sight.choices
    return bet if _is_worth_a_bet(sight.own, sight.community) else rest


def _is_worth_a_bet(own: tuple[Card, ...], community: tuple[Card, ...]) -> bool:
    if not community:
        first, second = own
        return first.rank == second.rank or first.suit == second.suit or max(own).rank >= _EIGHT
    best = max(strength_of_five(five) for five in combinations(own + community, _HAND))
    return five_card_class(best) >= FiveCardClass.ONE_PAIR


GAME = Game(
    name="holdem_bonus",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("flop"),
        Deal(),
        Expose(What.COMMUNITY, 3, "expose_1"),
        Decide("turn"),
        Expose(What.COMMUNITY, 1, "expose_2"),
        Decide("river"),
        Expose(What.COMMUNITY, 1, "expose_3"),
        Expose(What.DEALER, 2, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=bet_all_but_small_cards,
    questions={
        "flop": "Bet on your two cards to see the flop, or fold?",
        "turn": "Bet on the turn, or check for free?",
        "river": "Bet on the river, or check for free?",
    },
    wagers=("ante", "bonus", "progressive", *RAISES),
    reasons=(
        "ante.win", "ante.below", "ante.lose", "ante.stand_off", "ante.fold", "ante.declined",
        *(f"{wager}.{why}" for wager in RAISES for why in ("lose", "stand_off", "declined")),
        "bonus.beaten", "bonus.lost_with_hand", "bonus.fold", "bonus.declined",
    ),
    choices=("check",),
    options={"bonus_survives_losing_hand": (True, False)},
    conditions=("ante_wins_with",),
)  # fmt: skip
