"""Where a table stands in the sequence of its rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.table.rounds import events as ev


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """The number of the latest round, and what binds the system in it."""

    number: int = 0
    gaming_day: str = ""
    deck: str = ""
    draws: str = ""
    is_opened: bool = True
    """Whether the seeds of the latest round were shown."""


def evolve(rounds: Sequence, event: ev.Event) -> Sequence:
    """The sequence after one more event."""
    match event:
        case ev.BetsCalled():
            return Sequence(
                number=event.number,
                gaming_day=event.gaming_day,
                deck=event.deck,
                draws=event.draws,
                is_opened=not (event.deck or event.draws),
            )
        case ev.SeedsOpened():
            return Sequence(number=rounds.number, gaming_day=rounds.gaming_day)
