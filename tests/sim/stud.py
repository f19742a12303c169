"""A game that the simulator knows nothing of, and the same game in a few lines as its judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.games import library
from pitboss.hands.plain import rank_five
from pitboss.hands.tables import strength_of_five
from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, Sight, TakeWagers, What
from pitboss.round.settlement import Line, Outcome, Showdown
from pitboss.sim import request as requests
from pitboss.sim.request import Request

FILE = Path(__file__).with_name("stud.toml")
QUALIFIES = strength_of_five(parse_cards("As Kh 4d 3c 2s"))


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Ante and raise against the dealer, the bonus by the hand alone."""
    even = showdown.terms.table("ante").named("ante")
    dealer = strength_of_five(showdown.play.dealer)
    for at in showdown.live:
        own = strength_of_five(at.cards)
        if "flush_bonus" in at.wagers:
            yield at.seat, showdown.settle_by_hand(at, "flush_bonus", own)
        if at.is_folded:
            yield at.seat, showdown.lose(at, "ante", "ante.fold")
        elif dealer < QUALIFIES:
            yield at.seat, showdown.win(at, "ante", even, "ante.not_qualified")
            back = showdown.give_back(at, "raise", Outcome.RETURNED, "raise.not_qualified")
            yield at.seat, back
        else:
            for wager in ("ante", "raise"):
                if own > dealer:
                    row = showdown.terms.table("raise").row(own) if wager == "raise" else None
                    yield at.seat, showdown.win(at, wager, row or even, f"{wager}.win")
                elif own == dealer:
                    why = f"{wager}.stand_off"
                    yield at.seat, showdown.give_back(at, wager, Outcome.STAND_OFF, why)
                else:
                    yield at.seat, showdown.lose(at, wager, f"{wager}.lose")


def raise_pairs(sight: Sight) -> str:
    """Raise with a pair, or with ace and king where the dealer shows one of one's own ranks."""
    own = strength_of_five(sight.own)
    shown = sight.dealer[0].rank in {card.rank for card in sight.own}
    has_pair = own >= strength_of_five(parse_cards("2s 2h 5d 4c 3s"))
    return "raise" if has_pair or (own >= QUALIFIES and shown) else "fold"


GAME = Game(
    name="test_stud",
    stages=(
        TakeWagers(),
        Deal(),
        Expose(What.DEALER, 1, "first_card"),
        Decide("raise"),
        Expose(What.DEALER, None, "dealer"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=raise_pairs,
    wagers=("ante", "flush_bonus", "raise"),
    reasons=("ante.not_qualified", "ante.stand_off", "ante.fold", "raise.not_qualified",
             "raise.stand_off"),
)  # fmt: skip


@pytest.fixture
def stud(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is among those that rulebooks may name."""
    games = {**library.GAMES, GAME.name: GAME}
    for module in (library, requests):
        monkeypatch.setattr(module, "GAMES", games)


def stud_request(**given: Any) -> Request:
    """A run of the game."""
    return Request(**{"rulebook": FILE.read_text(), "strategies": ("simple",), **given})


# --- the same in a few lines, without a word of the rulebook --------------------------------------

_PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
_PAIR, _FLUSH = 1, 5


def naive_round(dealer: Sequence[Card], own: Sequence[Card]) -> dict[str, int]:
    """What ante, raise and bonus come to in cents, with an ante of 10.00 and a bonus of 5.00."""
    mine, theirs = rank_five(own), rank_five(dealer)
    bonus = {"flush_bonus": 50_000 if mine[0] == _FLUSH else -500}
    high = theirs[1][:2] == (12, 11)
    shows = dealer[0].rank in {card.rank for card in own}
    if mine[0] < _PAIR and not (mine[1][:2] == (12, 11) and shows):
        return {"ante": -1000, **bonus}
    if theirs[0] < _PAIR and not high:
        return {"ante": 1000, **bonus}
    if mine == theirs:
        return {"ante": 0, **bonus}
    return {"ante": 1000 + 2000 * _PAYS[mine[0]] if mine > theirs else -3000, **bonus}
