"""A table's inbox at a link: contributions at "No more bets", and what takes them back.

The table writes here in its own round's transaction and needs nobody's leave; the link folds what
it finds. `Inbox` can be had from the last entries alone, since each says where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pitboss.codec import stored
from pitboss.jackpot.inbox_events import ContributionAlarmed, InboxEvent, RoundContributed
from pitboss.money import NOTHING, Money

KEPT_ROUNDS = 25
"""So many rounds back a wager may still go back; no rulebook reaches further than the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What of a round's wagers still counts."""

    number: int
    edition: int
    stakes: Mapping[int, Money]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """Where a table's inbox stands."""

    number: int = 0
    round: int = 0
    per_cent: int = 1
    carried: Mapping[str, int] = field(default_factory=dict)
    rounds: Mapping[int, Standing] = field(default_factory=dict)


@stored("contribute")
@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute:
    """ "No more bets": these wagers lie on the layout."""

    table: str
    round: int
    game: str
    wagers: Mapping[int, Mapping[str, Money]]
    """Every wager of every seat that is in the round."""
    is_practice: bool


@stored("reverse")
@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """Progressive wagers of a round went back, wholly or in part."""

    table: str
    round: int
    stakes: Mapping[int, Money]
    clause: str


InboxCommand = Contribute | Reverse


def replay(log: Iterable[InboxEvent]) -> Inbox:
    """The inbox a log leads to; the last of it will do."""
    inbox = Inbox()
    for event in log:
        inbox = evolve(inbox, event)
    return inbox


def evolve(inbox: Inbox, event: InboxEvent) -> Inbox:
    """The inbox after one more event."""
    if isinstance(event, ContributionAlarmed):
        return replace(inbox, number=event.number, round=event.round)
    rounds = dict(inbox.rounds)
    if isinstance(event, RoundContributed):
        rounds[event.round] = Standing(
            number=event.number, edition=event.edition, stakes=event.stakes
        )
        if len(rounds) > KEPT_ROUNDS:
            del rounds[min(rounds)]
    elif event.round in rounds:
        kept = rounds[event.round]
        left = {s: v - event.stakes.get(s, NOTHING) for s, v in kept.stakes.items()}
        rounds[event.round] = replace(kept, stakes={s: v for s, v in left.items() if v})
    return Inbox(
        number=event.number,
        round=max(inbox.round, event.round),
        per_cent=event.per_cent,
        carried={name: level.carried for name, level in event.levels.items()},
        rounds=rounds,
    )
