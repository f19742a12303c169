"""The envelope of a message: who sends it, in which role, who stands beside, when, under which id.

Commands say only what is asked, and events only what happened. All else about them is here, and
is stored once, beside the message.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

PLAYER = "player"
SYSTEM = "system"

Event = TypeVar("Event")


class Envelope(NamedTuple):
    """Who a command comes from and when, as the register of staff has them at that moment."""

    actor: str
    role: str = ""
    """The highest rung the actor has on the ladder in question, or `player`, or `system`."""
    department: str = ""
    second: str = ""
    """The person who confirms it beside the actor, where two must."""
    second_role: str = ""
    second_department: str = ""
    time: str = ""
    id: str = ""


class Recorded(NamedTuple, Generic[Event]):
    """An event as it stands in a log, with the envelope it was stored in."""

    event: Event
    envelope: Envelope


AUTOMATIC = Envelope(actor=SYSTEM, role=SYSTEM)
"""What the table system does by itself."""
