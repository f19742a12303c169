"""Sessions of browsers. What the browser keeps is a secret; the store keeps only its hash."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from uuid import uuid4

from pitboss.errors import CommandReused, Conflict
from pitboss.house.clock import Clock, stamp
from pitboss.house.staff_secrets import SignedIn
from pitboss.players.events import SessionClosed, SessionEvent, SessionOpened
from pitboss.records.stored import draft_of, event_of
from pitboss.staff.register import Register
from pitboss.store.contract import Append, Order, Store

PLAYER_LASTS = timedelta(days=7)
STAFF_LASTS = timedelta(hours=12)
_TOKEN_BYTES = 32
_LONGEST = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Who a browser speaks for, and until when."""

    person: str
    is_staff: bool
    expires: str
    by_two_factors: bool = False


class Sessions:
    """Every session on one store, so that any process knows it."""

    def __init__(self, store: Store, clock: Clock, register: Callable[[], Register]) -> None:
        """`register` is the register of staff as it stands at this moment."""
        self._store = store
        self._clock = clock
        self._register = register

    def open(self, player: str) -> str:
        """A new session of a player; returns what the browser is to keep."""
        now = self._clock()
        return self._opened(
            SessionOpened(
                person=player, is_staff=False, expires=stamp(now + PLAYER_LASTS), at=stamp(now)
            )
        )

    def open_for(self, member: SignedIn) -> str:
        """The same of a member of staff who has just shown who they are."""
        now = self._clock()
        return self._opened(
            SessionOpened(
                person=member.id,
                is_staff=True,
                expires=stamp(now + STAFF_LASTS),
                at=stamp(now),
                renewals=member.renewals,
                by_two_factors=member.by_two_factors,
            )
        )

    def _opened(self, event: SessionOpened) -> str:
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._write(token, event, expected=0)
        return token

    def find(self, token: str) -> Session | None:
        """Whose session it is, if it is one and still holds."""
        if not token or len(token) > _LONGEST:
            return None
        found = None
        for entry in self._store.read(_stream(token)):
            event = event_of(entry)
            found = event if isinstance(event, SessionOpened) else None
        if found is None or found.expires <= stamp(self._clock()):
            return None
        if found.is_staff and not self._is_still(found):
            return None
        return Session(
            person=found.person,
            is_staff=found.is_staff,
            expires=found.expires,
            by_two_factors=found.by_two_factors,
        )

    def _is_still(self, opened: SessionOpened) -> bool:
        """Whether a member of staff is here and would come in by what they showed then.

        Who left is a stranger, and so is whoever came in by a secret that was replaced since: it
        was replaced because somebody else may know it (S2); or by the secret alone, once the house
        requires a second factor of them (S7).
        """
        register = self._register()
        person = register.active(opened.person)
        if person is None or person.renewals != opened.renewals:
            return False
        needs = register.needs_second_factor(person, stamp(self._clock()))
        return opened.by_two_factors or not needs

    def close(self, token: str) -> None:
        """End a session; one that has ended stays ended."""
        found = self.find(token)
        if found is None:
            return
        event = SessionClosed(person=found.person, at=stamp(self._clock()))
        try:
            self._write(token, event, expected=1)
        except (Conflict, CommandReused):
            # Somebody signed out twice at once, and once is enough.
            return

    def _write(self, token: str, event: SessionEvent, *, expected: int) -> None:
        draft = draft_of(event)
        order = Order(
            id=str(uuid4()),
            asked=sha256(draft.body.encode()).hexdigest(),
            actor=event.person,
            role="",
            time=event.at,
        )
        self._store.append(
            order, [Append(stream=_stream(token), drafts=(draft,), expected=expected)]
        )


def _stream(token: str) -> str:
    return f"session/{sha256(token.encode(errors='replace')).hexdigest()}"
