"""Rounds played plainly, one at a time: the judge of the kernels, and what is exported.

A round is dealt as `dealing` says, every seat decides by its strategy with the cards it sees, and
settlement does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.cards import Card
from pitboss.games import library
from pitboss.money import Money
from pitboss.records.rounds import FORMAT
from pitboss.round.round import Round, Seat
from pitboss.round.settlement import SeatSettled
from pitboss.sim.dealing import dealt, drawn, source_of
from pitboss.sim.request import Request, wager_of

Decide = Callable[[str, Sequence[Card], Sequence[Card]], str]
"""A strategy: the decision, one's own cards and the community cards seen; the choice."""

SEEN = {"1": 0, "2": 1, "play": 0, "flop": 0, "turn": 3, "river": 4}
"""How many community cards are turned when each decision is made."""


def decided(
    request: Request, decide: Decide, cards: Sequence[Card], community: Sequence[Card]
) -> dict[str, str]:
    """What a seat with these cards decides, one decision after the other."""
    decisions: dict[str, str] = {}
    for rule in request.rules.decisions.values():
        if not any(wager in request.stakes for wager in rule.asked_of):
            continue
        decisions[rule.id] = decide(rule.id, cards, community[: SEEN[rule.id]])
        if decisions[rule.id] in rule.ends:
            break
    return decisions


def with_follow_ups(request: Request, decisions: Mapping[str, str]) -> dict[str, Money]:
    """The wagers of a seat, those that its decisions brought included."""
    wagers = dict(request.stakes)
    for rule in request.rules.wagers.values():
        if rule.follows in wagers and decisions.get(rule.decision or "") == rule.choice:
            wagers[rule.id] = wagers[rule.follows] * rule.times
    return wagers


def seat_at(
    request: Request, seat: int, cards: Sequence[Card], decisions: Mapping[str, str]
) -> Seat:
    """A seat with its cards, wagers and decisions."""
    return Seat(
        seat=seat,
        player=f"p{seat}",
        cards=tuple(cards),
        wagers=with_follow_ups(request, decisions),
        decisions=dict(decisions),
    )


def play_round(request: Request, strategies: Sequence[Decide], number: int) -> Round:
    """The round of this number."""
    rules, source = request.rules, source_of(request.seed)
    own = rules.hand_cards
    whole = rules.dealer_cards + request.seats * own + rules.community_cards
    cards = dealt(source, number, whole)
    community = cards[whole - rules.community_cards :]
    hands = [
        cards[start : start + own]
        for start in range(rules.dealer_cards, whole - rules.community_cards, own)
    ]
    given = request.question.settings.stakes
    magic_card, lucky_seat = None, None
    if rules.draws:
        magic_card, lucky_seat = drawn(
            source, number, given.magic_rate, given.lucky_rate, request.positions
        )
    return Round(
        seats=tuple(
            seat_at(request, place + 1, hand, decided(request, decide, hand, community))
            for place, (hand, decide) in enumerate(zip(hands, strategies, strict=True))
        ),
        positions=request.positions,
        community=community,
        dealer=cards[: rules.dealer_cards],
        link=request.link,
        magic_card=magic_card,
        lucky_seat=lucky_seat,
    )


def nets(request: Request, play: Round) -> list[dict[str, int]]:
    """What each seat's wagers come to in cents, as settlement says."""
    settlement = library.settle(request.terms, play)
    return [_nets_of(request, seat) for seat in settlement.seats]


def _nets_of(request: Request, seat: SeatSettled) -> dict[str, int]:
    result: dict[str, int] = {}
    for line in seat.lines:
        wager = wager_of(request.rules, line.wager)
        net = line.winnings.cents + line.returned.cents - line.stake.cents
        result[wager] = result.get(wager, 0) + net
    return result


def round_record(request: Request, play: Round) -> dict[str, Any]:
    """The round as a `pitboss-round/1` record."""
    defaults = {name: option.default for name, option in request.rules.options.items()}
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": request.rules.id,
        "options": {
            name: str(value) if isinstance(value, Money) else value
            for name, value in request.terms.options.items()
            if value != defaults[name]
        },
        "table": {"positions": play.positions},
        "cards": {"community": _names(play.community), "dealer": _names(play.dealer)},
        "seats": [_seat_record(request, at) for at in play.seats],
    }
    if play.link is not None:
        record["link"] = {
            "unit": str(play.link.unit),
            "meters": {
                name: {"amount": str(level.amount), "reset": str(level.reset)}
                for name, level in play.link.meters.items()
            },
        }
    draws: dict[str, Any] = {}
    if play.magic_card is not None:
        draws["magic_card"] = str(play.magic_card)
    if play.lucky_seat is not None:
        draws["lucky_seat"] = play.lucky_seat
    if draws:
        record["draws"] = draws
    return record


def _seat_record(request: Request, at: Seat) -> dict[str, Any]:
    return {
        "seat": at.seat,
        "player": at.player,
        "cards": _names(at.cards),
        "wagers": {name: str(stake) for name, stake in at.wagers.items() if name in request.stakes},
        "decisions": dict(at.decisions),
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]
