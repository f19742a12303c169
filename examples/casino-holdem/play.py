"""Casino Hold'em: the best five of seven against the dealer's, called or folded on the flop."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.hands.classes import FiveCardClass, five_card_class
from pitboss.hands.tables import strength_of_five, strength_of_seven
from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, Sight, TakeWagers, What
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown

_TEN = Card.parse("Ts").rank


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Compare each hand that called with the dealer's; the side wager goes by the flop alone."""
    play = showdown.play
    dealer = None
    for at in showdown.live:
        if "aa_bonus" in at.wagers:
            yield at.seat, showdown.settle_by_hand(at, "aa_bonus", showdown.five(at))
        if at.is_folded:
            yield at.seat, showdown.lose(at, "ante", "ante.fold")
            continue
        if dealer is None:
            dealer = strength_of_seven(play.dealer + play.community)
        for line in _compared(showdown, at, dealer):
            yield at.seat, line


def _compared(showdown: Showdown, at: Seat, dealer: int) -> Iterator[Line]:
    play, terms = showdown.play, showdown.terms
    own = strength_of_seven(at.cards + play.community)
    ante = terms.table("ante").row(own)
    assert ante is not None, "the ante is paid on every hand that wins"
    if not terms.five_test(terms.rules.conditions["dealer_qualifies"])(dealer):
        yield showdown.win(at, "ante", ante, "ante.not_qualified")
        yield showdown.give_back(at, "call", Outcome.RETURNED, "call.not_qualified")
    elif own > dealer:
        yield showdown.win(at, "ante", ante, "ante.win")
        yield showdown.win(at, "call", terms.table("call").named("call"), "call.win")
    elif own == dealer:
        for wager in ("ante", "call"):
            yield showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.stand_off")
    else:
        for wager in ("ante", "call"):
            yield showdown.lose(at, wager, f"{wager}.lose")


def call_unless_hopeless(sight: Sight) -> str:
    """Call with a pair or better on the flop, four cards of a suit, or a ten or higher in the hand.

    >>> from pitboss.cards import parse_cards
    >>> def choice(own: str, flop: str) -> str:
    ...     sight = Sight("call", ("call", "fold"), parse_cards(own), parse_cards(flop))
    ...     return call_unless_hopeless(sight)
    >>> choice("2s 5d", "5c Ah Ks"), choice("Ts 3d", "7c 8h Ks"), choice("9h 3h", "7h 8h Ks")
    ('call', 'call', 'call')
    >>> choice("9s 3d", "7c 8h Ks")
    'fold'
    """
    cards = sight.own + sight.community
    is_paired = five_card_class(strength_of_five(cards)) >= FiveCardClass.ONE_PAIR
    suits = [card.suit for card in cards]
    is_drawing = max(map(suits.count, suits)) == len(cards) - 1
    is_high = max(sight.own).rank >= _TEN
    return "call" if is_paired or is_drawing or is_high else "fold"


GAME = Game(
    name="casino_holdem",
    stages=(
        TakeWagers(),
        Deal(),
        Expose(What.COMMUNITY, 3, "expose_1"),
        Decide("call"),
        Deal(),
        Expose(What.COMMUNITY, 2, "expose_2"),
        Expose(What.DEALER, 2, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=call_unless_hopeless,
    wagers=("ante", "aa_bonus", "call"),
    reasons=(
        "ante.fold", "ante.not_qualified", "ante.stand_off",
        "call.not_qualified", "call.stand_off",
    ),
    conditions=("dealer_qualifies",),
    questions={"call": "The flop is open. Call with twice your ante, or fold?"},
)  # fmt: skip
