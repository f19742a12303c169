"""The cards that a claim was won with: what is recorded of them must be what was dealt (P34)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import Card
from pitboss.errors import RuleBreach
from pitboss.jackpot.link import OpenClaim
from pitboss.records.played_rounds import PlayedRound, recall
from pitboss.store.contract import Store

_FIVE = 5


def round_of(store: Store, claim: OpenClaim) -> PlayedRound:
    """The round that a claim was made in, however many were played since."""
    found = recall(store, claim.table, claim.round)
    assert found is not None, "a claim and the settlement of its round are one transaction"
    return found


def winning_cards(won: PlayedRound, claim: OpenClaim) -> Mapping[int, tuple[Card, ...]]:
    """The five cards each winner won with: their own, and the first community cards with them."""
    play = won.play
    return {
        winner.seat: (play.seats[winner.seat].cards + play.community)[:_FIVE]
        for winner in claim.winners
    }


def check_winning_cards(
    store: Store, claim: OpenClaim, shown: Mapping[int, tuple[Card, ...]]
) -> None:
    """Refuse other cards than those of the round, though they would win the same.

    Which they are is not said: whoever verifies has looked at them.
    """
    won = round_of(store, claim)
    for seat, cards in winning_cards(won, claim).items():
        if set(shown[seat]) != set(cards):
            raise RuleBreach(
                f"These are not the cards that seat {seat} won with in round {won.number}",
                clause="P34",
                remedy="Look at the cards again, or reject the claim.",
                seat=seat,
            )
