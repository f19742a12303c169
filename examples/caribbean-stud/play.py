"""Caribbean Stud: five cards against the dealer's five, of which one lies face up."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.hands.classes import FiveCardClass, five_card_class
from pitboss.hands.tables import strength_of_five
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
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown

_ACE, _KING, _QUEEN, _JACK = (Card.parse(card).rank for card in ("As", "Ks", "Qs", "Js"))


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Compare each hand that was raised with the dealer's, if the dealer qualifies."""
    dealer = None
    for at in showdown.live:
        if at.is_folded:
            yield at.seat, showdown.lose(at, "ante", "ante.fold")
            continue
        if dealer is None:
            dealer = strength_of_five(showdown.play.dealer)
        for line in _compared(showdown, at, dealer):
            yield at.seat, line


def _compared(showdown: Showdown, at: Seat, dealer: int) -> Iterator[Line]:
    own, terms = showdown.five(at), showdown.terms
    even = terms.table("ante").named("ante")
    qualifies = terms.qualifies(terms.rules.conditions["dealer_qualifies"])
    if not qualifies(showdown.play.dealer, dealer):
        yield showdown.win(at, "ante", even, "ante.not_qualified")
        yield showdown.give_back(at, "raise", Outcome.RETURNED, "raise.not_qualified")
    elif own > dealer:
        row = terms.table("raise").row(own)
        assert row is not None, "the raise is paid on every hand that wins"
        yield showdown.win(at, "ante", even, "ante.win")
        yield showdown.win(at, "raise", row, "raise.win")
    elif own == dealer:
        for wager in ("ante", "raise"):
            yield showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.stand_off")
    else:
        for wager in ("ante", "raise"):
            yield showdown.lose(at, wager, f"{wager}.lose")


def raise_by_dealers_card(sight: Sight) -> str:
    """Raise with a pair or better; with ace and king as the dealer's card advises; fold the rest.

    Ace and king are raised when the dealer shows a queen or lower that is in the hand; an ace or a
    king, and a queen or a jack is in the hand; or a card below the hand's fourth, and a queen is in
    the hand.

    >>> from pitboss.cards import parse_cards
    >>> def choice(own: str, up: str) -> str:
    ...     sight = Sight("raise", ("raise", "fold"), parse_cards(own), (), parse_cards(up))
    ...     return raise_by_dealers_card(sight)
    >>> choice("2s 2d 7c 9h Js", "Ah"), choice("As Kd Qc 5h 3s", "5d")
    ('raise', 'raise')
    >>> choice("As Kd 7c 5h 3s", "2d"), choice("As Qd 7c 5h 3s", "Ad")
    ('fold', 'fold')
    """
    strength = strength_of_five(sight.own)
    if five_card_class(strength) >= FiveCardClass.ONE_PAIR:
        return "raise"
    ranks = sorted((card.rank for card in sight.own), reverse=True)
    if ranks[:2] != [_ACE, _KING]:
        return "fold"
    (up,) = sight.dealer
    is_raised = (
        ranks[2] >= _JACK
        if up.rank >= _KING
        else up.rank in ranks or (ranks[2] == _QUEEN and up.rank < ranks[3])
    )
    return "raise" if is_raised else "fold"


GAME = Game(
    name="caribbean_stud",
    stages=(
        TakeWagers(),
        Deal(),
        Expose(What.DEALER, 1, "dealer_up"),
        Decide("raise", placing="the cards lie face down beside the wager"),
        Expose(What.DEALER, 4, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=raise_by_dealers_card,
    wagers=("ante", "raise"),
    reasons=(
        "ante.fold", "ante.not_qualified", "ante.stand_off",
        "raise.not_qualified", "raise.stand_off",
    ),
    conditions=("dealer_qualifies",),
    questions={"raise": "One of the dealer's cards is open. Raise twice your ante, or fold?"},
)  # fmt: skip
