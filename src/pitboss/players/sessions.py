"""Sessions of browsers: opened for a player or a member of staff, and closed.

A session is a stream named by a hash of what the browser keeps; the store never sees the secret. It
carries a mark that only the key of the house makes, so that what is written past the house opens
nothing. The session of a member of staff names the sign-in it was opened by.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.errors import PlayerRefused


@stored("open-session", kw_only=True)
class OpenSession:
    """A browser is to speak for a person until a time."""

    person: str
    is_staff: bool
    expires: str
    renewals: int = 0
    by_two_factors: bool = False
    sign_in: str = ""
    mark: str = ""


@stored("close-session", kw_only=True)
class CloseSession:
    """The browser is to speak for its person no more."""


SessionCommand = OpenSession | CloseSession


@stored("session-opened", kw_only=True)
class SessionOpened:
    """A person came in from a browser; the stream is named by a hash of what the browser keeps."""

    person: str
    is_staff: bool
    expires: str
    renewals: int = 0
    """Of a member of staff: how often their way in had been set anew by then; see `Person`."""
    by_two_factors: bool = False
    """Whether a member of staff showed a code beside the secret (S7)."""
    sign_in: str = ""
    """Of a member of staff: the command that wrote their sign-in down."""
    mark: str = ""
    """What only the key of the house makes of all this and the name of the stream."""
    clause: str = ""


@stored("session-closed", kw_only=True)
class SessionClosed:
    """They left, or were shown out."""

    person: str
    clause: str = ""


SessionEvent = SessionOpened | SessionClosed


def marked_text(stream: str, opened: OpenSession | SessionOpened) -> str:
    """What the mark of a session is made of: all that it says, and which session it is."""
    said = (
        "pitboss/session/1",
        stream,
        opened.person,
        "staff" if opened.is_staff else "player",
        opened.expires,
        str(opened.renewals),
        "two factors" if opened.by_two_factors else "",
        opened.sign_in,
    )
    # As it is shown, for no name may pass for two lines.
    return "\n".join(map(repr, said))


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session at one moment; one that was never opened or is closed has no person."""

    opened: SessionOpened | None = None
    is_closed: bool = False


def decide(session: Session, command: SessionCommand, by: Envelope) -> list[SessionEvent]:
    """What happens when this is asked, or a refusal."""
    if isinstance(command, OpenSession):
        if session.opened is not None:
            raise PlayerRefused("This session was opened before", remedy="Sign in again.")
        return [
            SessionOpened(
                person=command.person,
                is_staff=command.is_staff,
                expires=command.expires,
                renewals=command.renewals,
                by_two_factors=command.by_two_factors,
                sign_in=command.sign_in,
                mark=command.mark,
            )
        ]
    if session.opened is None or session.is_closed:
        return []
    if by.actor != session.opened.person:
        raise PlayerRefused(
            f"This session was opened by {session.opened.person}", remedy="Close your own."
        )
    return [SessionClosed(person=session.opened.person)]


def evolve(session: Session, event: SessionEvent, _: Envelope) -> Session:
    """The session after one more event."""
    if isinstance(event, SessionOpened):
        return Session(opened=event)
    return Session(opened=session.opened, is_closed=True)
