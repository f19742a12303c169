"""A played round as a round record, which settles to the same cents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.cards import Card
from pitboss.money import NOTHING
from pitboss.records.rounds import FORMAT
from pitboss.round.round import RoundState, Seat
from pitboss.round.settlement import Level
from pitboss.round.start import progressive_table
from pitboss.rulebook.terms import Terms


def round_record(
    terms: Terms, play: RoundState, meters: Mapping[str, Level] | None = None
) -> dict[str, Any]:
    """Everything that happened, enough to settle it with no other source."""
    rules = terms.rules
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "effective": rules.effective,
        "currency": rules.currency,
        "digest": rules.digest,
        "source": rules.source,
        "options": dict(play.options),
        "table": {"positions": play.positions, "method": play.method},
        "cards": {
            "community": [str(card) for card in _played(terms, play)],
            "dealer": [str(card) for card in play.dealer],
            "burned": [str(card) for card in play.burned],
        },
        "seats": [_seat(terms, at) for _, at in sorted(play.seats.items())],
    }
    if play.limits:
        record["table"]["limits"] = {
            name: [str(least), str(most)] for name, (least, most) in play.limits.items()
        }
    if play.void is not None and not meters:
        meters = _unread(terms, play)
    if play.unit is not None and meters:
        record["link"] = {
            "unit": str(play.unit),
            "meters": {
                name: {"amount": str(level.amount), "reset": str(level.reset)}
                for name, level in meters.items()
            },
        }
    draws = {"magic_card": play.magic_card, "lucky_seat": play.lucky_seat}
    if play.has_draws:
        record["draws"] = {
            name: str(value) if name == "magic_card" else value
            for name, value in draws.items()
            if value is not None
        }
    if play.void is not None:
        record["void"] = play.void
    return record


def _unread(terms: Terms, play: RoundState) -> dict[str, Level]:
    """The meters of a void round, which were never read: nothing is paid from them.

    A progressive wager cannot stand in a record without its link, though all of it goes back.
    """
    table = progressive_table(terms)
    has_wager = any("progressive" in at.wagers for at in play.seats.values())
    if table is None or not has_wager:
        return {}
    return {name: Level(amount=NOTHING, reset=NOTHING) for name in table.seeds}


def _played(terms: Terms, play: RoundState) -> tuple[Card, ...]:
    """Community cards that were turned; where the rules leave some down, those do not count.

    The turn and the river belong to the hands that stayed in. Where those hands were taken out
    after one of the two was seen, the record says all five, for a round has five, three or none.
    """
    if terms.rules.may_end_without == "nothing" or play.void is not None:
        return play.community
    if play.community_up > 5 - terms.rules.hand_cards:
        return play.community
    return play.community[: play.community_up]


def _seat(terms: Terms, at: Seat) -> dict[str, Any]:
    rules = terms.rules
    seat: dict[str, Any] = {
        "seat": at.seat,
        "player": at.player,
        "cards": [str(card) for card in at.cards],
        "wagers": {
            name: str(stake)
            for name, stake in at.wagers.items()
            if rules.wagers[name].follows is None
        },
        "decisions": {
            name: choice
            for name, choice in at.decisions.items()
            if choice in rules.decisions[name].choices
            # A wager that was returned takes what was decided about it along.
            and any(wager in at.wagers for wager in rules.decisions[name].asked_of)
        },
    }
    if not at.exposed:
        seat["exposed"] = False
    if at.removed is not None:
        seat["removed"] = at.removed
    if at.is_forfeited:
        seat["forfeited"] = True
    if at.shares:
        seat["shares"] = {
            name: [{"player": part.player, "stake": str(part.stake)} for part in parts]
            for name, parts in at.shares.items()
        }
    return seat
