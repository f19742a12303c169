"""Whether what was asked brings about what was written.

Every command is kept as it was asked. It is decided again, on the table as the log has it up to
there, and must bring about what the log goes on to say, event by event and to the cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.errors import PitbossError, RoleBreach
from pitboss.live.by import By
from pitboss.live.decide import decide
from pitboss.live.table import Event, Table
from pitboss.live.under import Under
from pitboss.records.asked import command_asked
from pitboss.table import events as ev

_SETTLED = (ev.WagerSettled, ev.MeterPaid, ev.RoundSettled)


def check_batch(
    under: Under, table: Table, by: By, asked: str, events: Sequence[Event]
) -> Iterator[tuple[int, str, str]]:
    """What one command wrote, decided again: which event differs, of what kind, and how."""
    try:
        command = command_asked(asked)
    except (PitbossError, ValueError, KeyError, TypeError, AttributeError) as error:
        yield 0, "command", f"what was asked cannot be read: {error}"
        return
    try:
        again = decide(under, table, by, command)
    except RoleBreach as refusal:
        yield 0, "permission", str(refusal)
        return
    except PitbossError as refusal:
        yield 0, "event", f"it was not permitted: {refusal}"
        return
    for index, (written, expected) in enumerate(zip(events, again, strict=False)):
        if written != expected:
            kind = "settlement" if isinstance(written, _SETTLED) else "event"
            yield index, kind, _difference(written, expected)
    if len(events) < len(again):
        yield len(events) - 1, "event", f"{type(again[len(events)]).__name__} is missing after it"
    elif len(events) > len(again):
        yield len(again), "event", f"{type(events[len(again)]).__name__} follows from nothing"


def _difference(written: Event, expected: Event) -> str:
    if type(written) is not type(expected):
        return f"{type(written).__name__}, where {type(expected).__name__} follows"
    fields = written.__dataclass_fields__
    wrong = [name for name in fields if getattr(written, name) != getattr(expected, name)]
    said = "; ".join(
        f"{name} is {getattr(written, name)}, and must be {getattr(expected, name)}"
        for name in wrong
    )
    return f"{type(written).__name__}: {said}"
