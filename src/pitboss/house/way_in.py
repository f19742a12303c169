"""The way in, of staff and of players alike: who says who they are must show it.

Whoever is refused is told what a stranger may know and no more; what it was is written down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NoReturn

from pitboss.errors import SignInRefused
from pitboss.house.access_log import AccessLog
from pitboss.house.clock import Clock, stamp
from pitboss.house.secrets import Secrets
from pitboss.staff.events import Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class WayIn:
    """One way in, and the words in which it stays shut."""

    log: AccessLog
    secrets: Secrets
    clock: Clock
    secret_word: str
    """What a secret is called here."""
    wrong: str
    remedy: str

    def refuse_stranger(self, secret: str) -> NoReturn:
        """Refuse a name that nobody has, and take as long for it as for one that somebody has."""
        self.secrets.verify_nobody(secret)
        # Without what was typed: people do type their secret where their name belongs.
        self.log.failed("", Failure.UNKNOWN)
        raise self.refusal()

    def check(self, person: str, secret: str, *, name: str, kept: str) -> None:
        """Refuse whoever does not show who they are, and for a while whoever tries too often.

        `kept` is what the record has of the secret, `person` how it names whose it is.
        """
        wait = self.log.attempts(person).wait(stamp(self.clock()))
        if wait:
            self.log.failed(person, Failure.TOO_MANY)
            seconds = ceil(wait.total_seconds())
            raise SignInRefused(
                f"Too many wrong {self.secret_word}s for {name}",
                remedy=f"Try again in {seconds} seconds.",
                wait_seconds=seconds,
            )
        if not self.secrets.verify(kept, secret):
            self.log.failed(person, Failure.WRONG_SECRET)
            raise self.refusal()

    def refusal(self) -> SignInRefused:
        """What is said of anything wrong, so that nobody learns how much of it was right."""
        return SignInRefused(self.wrong, remedy=self.remedy)
