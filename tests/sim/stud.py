"""A game that the simulator knows nothing of, and the same game in a few lines as its judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.cards import Card
from pitboss.games.library import find_rulebook, find_whole
from pitboss.hands.plain import rank_five
from pitboss.sim.request import Request

FILE = Path(__file__).parent.parent / "data" / "games" / "test_stud" / "test-stud.toml"


def stud_request(**given: Any) -> Request:
    """A run of the game."""
    whole, code = find_whole(FILE).text, find_rulebook(FILE).code
    return Request(**{"rulebook": whole, "code": code, "strategies": ("simple",), **given})


# --- the same in a few lines, without a word of the rulebook --------------------------------------

_PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
_PAIR, _FLUSH = 1, 5


def naive_round(dealer: Sequence[Card], own: Sequence[Card]) -> dict[str, int]:
    """What ante and bonus come to in cents, with an ante of 10.00 and a bonus of 5.00."""
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
    bets = 2000 if mine[0] <= _PAIR else 4000
    return {"ante": 1000 + bets * _PAYS[mine[0]] if mine > theirs else -1000 - bets, **bonus}
