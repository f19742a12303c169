"""A stud with two raises and a bonus, which comes with no odds and no simulation."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import parse_cards
from pitboss.hands.tables import strength_of_five
from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, Sight, TakeWagers, What
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown

QUALIFIES = strength_of_five(parse_cards("As Kh 4d 3c 2s"))
PAIR = strength_of_five(parse_cards("2s 2h 5d 4c 3s"))
TWO_PAIRS = strength_of_five(parse_cards("3s 3h 2d 2c 4s"))


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Ante, raise and press against the dealer, the bonus by the hand alone."""
    dealer = strength_of_five(showdown.play.dealer)
    for at in showdown.live:
        own = strength_of_five(at.cards)
        if "flush_bonus" in at.wagers:
            yield at.seat, showdown.settle_by_hand(at, "flush_bonus", own)
        for wager in ("ante", "raise", "press"):
            if wager in at.wagers:
                yield at.seat, _compared(showdown, at, wager, own - dealer)


def _compared(showdown: Showdown, at: Seat, wager: str, better: int) -> Line:
    even = showdown.terms.table("ante").named("ante")
    if at.is_folded:
        return showdown.lose(at, wager, "ante.fold")
    if strength_of_five(showdown.play.dealer) < QUALIFIES:
        if wager == "ante":
            return showdown.win(at, wager, even, "ante.not_qualified")
        return showdown.give_back(at, wager, Outcome.RETURNED, f"{wager}.not_qualified")
    if better == 0:
        return showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.stand_off")
    if better < 0:
        return showdown.lose(at, wager, f"{wager}.lose")
    row = None
    if wager != "ante":
        row = showdown.terms.table("raise").row(strength_of_five(at.cards))
    return showdown.win(at, wager, row or even, f"{wager}.win")


def raise_pairs(sight: Sight) -> str:
    """Raise with a pair, or with ace and king where the dealer shows one of one's own ranks.

    Press with two pairs or better.
    """
    own = strength_of_five(sight.own)
    if sight.decision == "press":
        return "press" if own >= TWO_PAIRS else "stand"
    shown = sight.dealer[0].rank in {card.rank for card in sight.own}
    return "raise" if own >= PAIR or (own >= QUALIFIES and shown) else "fold"


GAME = Game(
    name="test_stud",
    stages=(
        TakeWagers(),
        Deal(),
        Expose(What.DEALER, 1, "first_card"),
        Decide("raise"),
        Decide("press"),
        Expose(What.DEALER, None, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=raise_pairs,
    wagers=("ante", "flush_bonus", "raise", "press"),
    reasons=("ante.not_qualified", "ante.stand_off", "ante.fold", "raise.not_qualified",
             "raise.stand_off", "press.not_qualified", "press.stand_off"),
    choices=("stand",),
)  # fmt: skip
