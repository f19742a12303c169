"""How often somebody failed to sign in, and how long they must wait for it.

All of it is read off the log, so that starting the program again forgets nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from pitboss.staff import events as ev
from pitboss.staff.times import moment

FREE_FAILURES = 5
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """One person's way in: wrong secrets and codes since the last time they came in."""

    failures: int = 0
    failed_at: str | None = None
    signed_in_at: str | None = None
    step: int = 0
    """The half-minute of the last code that was accepted."""

    def wait(self, now: str) -> timedelta:
        """How long until the next attempt is looked at; nothing if it may be made now.

        >>> at = "2026-01-01T00:00:00Z"
        >>> [Attempts(failures=n, failed_at=at).wait(at).seconds for n in (4, 5, 6, 99)]
        [0, 60, 120, 900]
        """
        if self.failures < FREE_FAILURES or self.failed_at is None:
            return timedelta(0)
        # The exponent is held down, for two to the power of a long log is no length of time.
        doubled = FIRST_WAIT * (1 << min(self.failures - FREE_FAILURES, 10))
        left = moment(self.failed_at) + min(doubled, LONGEST_WAIT) - moment(now)
        # A failure that lies so far ahead was written by a clock that was set back since (D9): it
        # would keep its person out until that time came, and the next failure counts as any does.
        return timedelta(0) if left > LONGEST_WAIT else max(left, timedelta(0))


def evolve_attempts(attempts: Attempts, event: ev.AccessEvent) -> Attempts:
    """The attempts of the person whom the event is about, after it.

    Somebody turned away to wait has not tried a secret, so that does not lengthen the wait; else
    whoever keeps knocking could keep the owner out for good. Nor does a code that was used before:
    it tells nobody anything, and people in a hurry type one twice.
    """
    match event:
        case ev.SignInFailed(failure=ev.Failure.WRONG_SECRET | ev.Failure.WRONG_CODE):
            return replace(attempts, failures=attempts.failures + 1, failed_at=event.at)
        case ev.SignInSucceeded():
            return Attempts(signed_in_at=event.at, step=event.step or attempts.step)
        case _:
            return attempts
