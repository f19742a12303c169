"""Cells of a round: a hand for each, the progressive wager in cells, and what kernels are told.

With a hand for every cell, settlement says what the cell pays. Progressive hands fall into cells by
the head of their five cards and the features drawn: what heads are paid, which share a level, which
make envy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, islice
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK, Card
from pitboss.errors import BadSetting
from pitboss.money import Share, To
from pitboss.odds.combinations import kinds_of_five, kinds_of_three, some_hand
from pitboss.round.round import Round
from pitboss.sim.hand_kernels import (
    BETS_PROGRESSIVE,
    ENVY_CELLS,
    FIVE_CELLS,
    HEAD_CELLS,
    MAKES_ENVY,
)
from pitboss.sim.request import Request
from pitboss.sim.rounds import feature_bases, nets, refused_below, seat_at, word_sizes
from pitboss.sim.simulator import Cents

Words = npt.NDArray[np.uint64]
_MOST_KINDS: Final = 2
_KIND: Final = 8
_PASSIVE: Final = ("fold", "withdraw")


# --- hands ----------------------------------------------------------------------------------------


@cache
def five_by_head() -> dict[int, tuple[Card, ...]]:
    """Five cards for every head there is; the first ones make no pair that would be asked about."""
    hands: dict[int, tuple[Card, ...]] = {}
    for kind in kinds_of_five():
        hands.setdefault(kind.strength >> 16, some_hand(kind.ranks, suited=kind.suited))
    return hands


@cache
def threes_by_head() -> dict[int, list[tuple[int, tuple[Card, ...]]]]:
    """The lowest and the highest hand of three for every head, with their strengths."""
    kinds: dict[int, list[tuple[int, tuple[Card, ...]]]] = {}
    for kind in kinds_of_three():
        hand = some_hand(kind.ranks, suited=kind.suited)
        kinds.setdefault(kind.strength >> 16, []).append((kind.strength, hand))
    return {head: [min(hands), max(hands)] for head, hands in kinds.items()}


@cache
def other_threes() -> list[tuple[int, tuple[Card, ...]]]:
    """Every kind of three cards, in suits that the hands above mostly leave free."""
    return [
        (kind.strength, tuple(map(_other_suit, some_hand(kind.ranks, suited=kind.suited))))
        for kind in kinds_of_three()
    ]


def _other_suit(card: Card) -> Card:
    return DECK[4 * card.rank + (card.suit + 2) % 4]


def others(taken: Sequence[Card], count: int) -> tuple[Card, ...]:
    """So many cards that are not taken."""
    return tuple(islice((card for card in DECK if card not in taken), count))


@cache
def threes_in_order() -> list[tuple[Card, ...]]:
    """All hands of three, by the number that `hand_kernels.three_place` gives them."""
    return sorted(combinations(DECK, 3), key=lambda hand: hand[::-1])


# --- the progressive wager ------------------------------------------------------------------------


class Progressive(NamedTuple):
    """What the kernels are told about the progressive wager."""

    levels: Words
    """By head, the level it is paid from as a bit, or nothing."""
    premium: Words
    """By head, 1 or 8 for the two kinds of premium hand."""
    seats: npt.NDArray[np.uint8]
    rates: Words
    hand_nets: Cents
    envy_nets: Cents


def progressive_of(request: Request) -> Progressive:
    """The progressive wager of every seat, whether or not it is placed."""
    placed = "progressive" in request.stakes
    levels, premium = np.zeros(FIVE_CELLS, np.uint64), np.zeros(FIVE_CELLS, np.uint64)
    envy: list[int] = []
    if placed:
        table = request.terms.table("progressive")
        names = list(table.paytable.seeds)
        envy = _envy_amounts(request)
        kinds = list(table.paytable.envy)
        for head in five_by_head():
            row = table.row(head << 16)
            if row is not None and isinstance(row.pays, Share):
                levels[head] = 1 << names.index(row.pays.meter)
            if row is not None and row.hand in kinds:
                premium[head] = _KIND ** kinds.index(row.hand)
    flags = (BETS_PROGRESSIVE | MAKES_ENVY) if placed else 0
    return Progressive(
        levels=levels,
        premium=premium,
        seats=np.full(request.seats, flags, np.uint8),
        rates=_rates(request),
        hand_nets=_hand_nets(request),
        envy_nets=_envy_nets(request, envy),
    )


def _hand_nets(request: Request) -> Cents:
    """By head and features, with no other hand to share with."""
    worth = np.zeros(HEAD_CELLS, np.int64)
    if "progressive" in request.stakes:
        features = range(4) if request.rules.draws else range(1)
        for head, five in five_by_head().items():
            for drawn in features:
                worth[head + FIVE_CELLS * drawn] = _net(request, five, drawn)
    return worth


def _net(request: Request, five: Sequence[Card], drawn: int) -> int:
    rules = request.rules
    rest = others(five, rules.community_cards + rules.dealer_cards)
    community = (*five[rules.hand_cards :], *rest)[: rules.community_cards]
    play = Round(
        seats=(seat_at(request, 1, five[: rules.hand_cards], passive(request)),),
        positions=request.positions,
        community=community,
        dealer=rest[rules.community_cards :],
        link=request.link,
        magic_card=five[0] if drawn & 1 else None,
        lucky_seat=1 if drawn & 2 else None,
    )
    return nets(request, play)[0]["progressive"]


def passive(request: Request) -> dict[str, str]:
    """Decisions that add nothing: what is asked about plays no part."""
    decisions = {}
    for rule in request.rules.decisions.values():
        if not any(wager in request.stakes for wager in rule.asked_of):
            continue
        decisions[rule.id] = next(choice for choice in rule.choices if choice in _PASSIVE)
        if decisions[rule.id] in rule.ends:
            break
    return decisions


def _envy_amounts(request: Request) -> list[int]:
    """What one other hand of each premium kind brings."""
    terms = request.terms
    printed = terms.table("progressive").paytable.envy
    if len(printed) > _MOST_KINDS:
        raise BadSetting(
            f"{terms.rules.id} pays envy for {len(printed)} kinds of hand; "
            f"the simulator takes up to {_MOST_KINDS}"
        )
    if not terms.on("envy_scales_with_unit"):
        return [amount.cents for amount in printed.values()]
    unit = request.question.settings.stakes.unit
    return [To(unit.cents, 100).winnings(amount).cents for amount in printed.values()]


def _envy_nets(request: Request, amounts: Sequence[int]) -> Cents:
    """By the numbers of other hands of either premium kind: all of them, or the highest only."""
    worth = np.zeros(ENVY_CELLS, np.int64)
    for cell in range(ENVY_CELLS if amounts else 0):
        paid = [
            amount
            for kind, amount in enumerate(amounts)
            for _ in range(cell // _KIND**kind % _KIND)
        ]
        if not request.terms.on("envy_multiple"):
            # The highest hand, which the paytable prints first, not the highest amount (I-16).
            paid = paid[:1]
        worth[cell] = sum(paid)
    return worth


def _rates(request: Request) -> Words:
    """Chances of the features; nothing where there are none to draw."""
    rates = np.zeros(6, np.uint64)
    given = request.question.settings.stakes
    if "progressive" in request.stakes and request.rules.draws:
        bases = feature_bases(given.magic_rate, given.lucky_rate, request.positions)
        if prod(bases) >> 48:
            raise BadSetting("the rates of the features are too fine; write fewer digits")
        rates[:] = (
            given.magic_rate.numerator,
            given.magic_rate.denominator,
            given.lucky_rate.numerator,
            given.lucky_rate.denominator,
            request.positions,
            2**64 % prod(bases),
        )
    return rates


# --- the table ------------------------------------------------------------------------------------


def groups_of(cards: int) -> Words:
    """The words of a deal as kernels take them."""
    rows, left = [], 52
    for size in word_sizes(cards):
        rows.append((size, refused_below(left, size)))
        left -= size
    return np.array(rows, np.uint64)


def table_of(request: Request, progressive: Progressive) -> tuple[Any, ...]:
    """What every kernel is told about the table: see `games.let_it_ride.simulation_kernels`."""
    rules = request.rules
    cards = rules.dealer_cards + request.seats * rules.hand_cards + rules.community_cards
    return (
        groups_of(cards),
        progressive.rates,
        progressive.levels,
        progressive.premium,
        progressive.seats,
    )
