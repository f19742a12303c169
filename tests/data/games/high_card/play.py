"""High Card: three cards each, and the higher card wins."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, TakeWagers, What
from pitboss.round.settlement import Line, Outcome, Showdown

from .ranking import highest


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Compare the highest card of each hand with the dealer's."""
    row = showdown.terms.table("main").named("main")
    dealer = highest(showdown.play.dealer)
    for at in showdown.live:
        own = highest(at.cards)
        if at.is_folded:
            yield at.seat, showdown.lose(at, "main", "main.fold")
        elif own > dealer:
            yield at.seat, showdown.win(at, "main", row, "main.win")
        elif own == dealer:
            yield at.seat, showdown.give_back(at, "main", Outcome.STAND_OFF, "main.stand_off")
        else:
            yield at.seat, showdown.lose(at, "main", "main.lose")


GAME = Game(
    name="high_card",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("stay"),
        Expose(What.DEALER, 3, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    wagers=("main",),
    reasons=("main.stand_off", "main.fold"),
    choices=("play", "continue"),
)
