"""The progressive wager in cells: what heads are paid, which share a level, which make envy."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.money import Share, To
from pitboss.round.round import Round
from pitboss.sim.card_kernels import FIVE_CELLS
from pitboss.sim.dealing import feature_bases
from pitboss.sim.hands_of import five_by_head, others
from pitboss.sim.plain import nets, seat_at
from pitboss.sim.request import Request
from pitboss.sim.table_kernels import BETS_PROGRESSIVE, ENVY_CELLS, HEAD_CELLS, MAKES_ENVY

Words = npt.NDArray[np.uint64]
Cents = npt.NDArray[np.int64]
_MOST_KINDS: Final = 2
_KIND: Final = 8
_PASSIVE: Final = ("fold", "withdraw")


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
    """By head and features, with nobody else to share with."""
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
