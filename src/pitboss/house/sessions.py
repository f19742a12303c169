"""Sessions of browsers. What the browser keeps is a secret; the store has only its hash.

A session counts only with the mark of the house, so that a row that was put into the database by
other means lets nobody in.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from pitboss.envelope import Envelope
from pitboss.errors import HouseKeyMissing
from pitboss.frozen import replace
from pitboss.house.callers import Member, Player, name_of_caller
from pitboss.house.clock import stamp
from pitboss.house.engine import Decision, Desk, Engine, Given, plain_decision
from pitboss.house.house_key import Seals
from pitboss.house.sign_in import SignedIn
from pitboss.house.streams import Loaded
from pitboss.players import sessions
from pitboss.players.sessions import (
    CloseSession,
    OpenSession,
    Session,
    SessionOpened,
    marked_text,
)

PLAYER_LASTS = timedelta(days=7)
STAFF_LASTS = timedelta(hours=12)
_TOKEN_BYTES = 32
_LONGEST = 128


class Sessions(Desk):
    """Every session on one store, so that any process knows it."""

    def __init__(self, engine: Engine, seals: Seals) -> None:
        self._engine = engine
        self._seals = seals

    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command to a session comes to."""
        by = Envelope(name_of_caller(given.caller), time=now, id=given.id)
        return plain_decision(sessions.decide, given, loaded, by)

    def open(self, player: str) -> str:
        """A new session of a player; returns what the browser is to keep."""
        expires = stamp(self._engine.clock() + PLAYER_LASTS)
        opened = OpenSession(person=player, is_staff=False, expires=expires)
        return self._opened(opened, Player(player))

    def open_for(self, member: SignedIn) -> str:
        """The same for a member of staff who has just signed in."""
        opened = OpenSession(
            person=member.id,
            is_staff=True,
            expires=stamp(self._engine.clock() + STAFF_LASTS),
            renewals=member.renewals,
            by_two_factors=member.by_two_factors,
            sign_in=member.sign_in,
        )
        return self._opened(opened, Member(member.id))

    def _opened(self, command: OpenSession, caller: Member | Player) -> str:
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        mark = self._seals.mark(marked_text(_stream(token), command))
        self._engine.give(_stream(token), replace(command, mark=mark), caller)
        self._engine.streams.forget(_stream(token))
        return token

    def find(self, token: str) -> SessionOpened | None:
        """Whose session it is, if it is one and still holds."""
        if not token or len(token) > _LONGEST:
            return None
        state: Session = self._engine.streams.latest(_stream(token)).state
        # A browser's session is looked up at every request; most are never seen again.
        self._engine.streams.forget(_stream(token))
        found = state.opened
        if found is None or state.is_closed or found.expires <= self._engine.now():
            return None
        if not self._is_own(_stream(token), found):
            return None
        if found.is_staff and not self._is_still(found):
            return None
        return found

    def _is_own(self, stream: str, opened: SessionOpened) -> bool:
        """Whether this house opened it; without its key that cannot be known of any session."""
        try:
            return self._seals.key.is_marked(marked_text(stream, opened), opened.mark)
        except HouseKeyMissing:
            return False

    def _is_still(self, opened: SessionOpened) -> bool:
        """Whether a member of staff is here and could still sign in by what they showed then.

        A person who left could not; nor by a secret that was replaced since, because another may
        know it (S2); nor by the secret alone, once a second factor is required of them (S7).
        """
        register = self._engine.register()
        person = register.active(opened.person)
        if person is None or person.renewals != opened.renewals:
            return False
        needs = register.needs_second_factor(person, self._engine.now())
        return opened.by_two_factors or not needs

    def close(self, token: str) -> None:
        """End a session; one that has ended stays ended."""
        found = self.find(token)
        if found is None:
            return
        caller = Member(found.person) if found.is_staff else Player(found.person)
        self._engine.give(_stream(token), CloseSession(), caller)


def _stream(token: str) -> str:
    return f"session/{sha256(token.encode(errors='replace')).hexdigest()}"
