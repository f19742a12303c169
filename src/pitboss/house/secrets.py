"""Secrets and second factors (S7).

A secret is hashed with Argon2, and refused when it is easily guessed. No message, record or error
repeats a secret or its hash. A second factor is a code that a device makes of a key and the time
(RFC 6238). A code is worked out from its key, so the key itself is stored, sealed with the key of
the house (`house_key`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from datetime import datetime

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from pyotp import TOTP, random_base32
from pyotp.utils import strings_equal

from pitboss.errors import Corrupt, StaffRefused

FEWEST_CHARACTERS = 10
MOST_CHARACTERS = 200
FEWEST_DIFFERENT = 5
_SHORTEST_TELLING = 3
STEP_SECONDS = 30
"""A code is of one half-minute. Those of the one before and after count too, for clocks differ."""
_STEPS_APART = 1
# What people think of first, and then make longer.
_COMMON = ("password", "passwort", "qwerty", "letmein", "welcome", "casino", "pitboss", "12345")


class Secrets:
    """How secrets are kept. The usual cost is Argon2's own recommendation.

    >>> secrets = Secrets(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    >>> kept = secrets.hash("river otters at dusk")
    >>> secrets.verify(kept, "river otters at dusk"), secrets.verify(kept, "river otters")
    (True, False)
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._unknown: str | None = None

    def hash(self, secret: str) -> str:
        """What is kept of a secret; never the same twice."""
        return self._hasher.hash(_bytes(secret))

    def verify(self, kept: str, secret: str) -> bool:
        """Whether this is the secret of which that was kept."""
        try:
            return self._hasher.verify(kept, _bytes(secret))
        except VerifyMismatchError:
            return False
        except (InvalidHashError, VerificationError):
            # Without its cause, which may repeat what is stored.
            raise Corrupt("What is kept of a secret is no Argon2 hash. Set a new secret.") from None

    def verify_unknown(self, secret: str) -> None:
        """Take as long as for a known person, so that the time does not tell who exists."""
        self._unknown = self._unknown or self.hash("no person has this secret")
        self.verify(self._unknown, secret)

    def needs_rehash(self, kept: str) -> bool:
        """Whether it was hashed at another cost than is usual now."""
        return self._hasher.check_needs_rehash(kept)


def check_strength(secret: str, *, person: str, name: str) -> None:
    """Refuse a secret that is easily guessed, with every reason at once."""
    found = weaknesses(secret, person=person, name=name)
    if found:
        raise StaffRefused(
            f"This secret of {person} is too weak: {'; '.join(found)}",
            remedy="Several words that do not belong together make a good one.",
        )


def weaknesses(secret: str, *, person: str, name: str) -> list[str]:
    """Why a secret is easily guessed, without repeating any of it.

    >>> weaknesses("river otters at dusk", person="ann", name="Ann Lee")
    []
    >>> weaknesses("annann", person="ann", name="Ann Lee")
    ['it is shorter than 10 characters', 'it has fewer than 5 different characters', \
'it holds the id or the name of the person']
    """
    plain = _same_everywhere(secret).casefold()
    telling = [part for part in (person, *name.split()) if len(part) >= _SHORTEST_TELLING]
    reasons = {
        f"it is shorter than {FEWEST_CHARACTERS} characters": len(plain) < FEWEST_CHARACTERS,
        f"it is longer than {MOST_CHARACTERS} characters": len(plain) > MOST_CHARACTERS,
        f"it has fewer than {FEWEST_DIFFERENT} different characters": (
            len(set(plain)) < FEWEST_DIFFERENT
        ),
        "it begins or ends with a space": secret != secret.strip(),
        "it has characters in it that cannot be seen": not secret.isprintable(),
        "it holds a word that is guessed first": any(word in plain for word in _COMMON),
        "it holds the id or the name of the person": any(
            part.casefold() in plain for part in telling
        ),
    }
    return [words for words, is_so in reasons.items() if is_so]


def _same_everywhere(secret: str) -> str:
    """One spelling of what looks the same, for keyboards differ in how they write an accent."""
    return unicodedata.normalize("NFC", secret)


def _bytes(secret: str) -> bytes:
    # A surrogate would otherwise end in an error that carries the secret along.
    return _same_everywhere(secret).encode("utf-8", "surrogatepass")


# --- second factors ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made, to be shown once to the person who gets it."""

    key: str = field(repr=False)
    uri: str = field(repr=False)
    """The same with all that a device needs to know, as such devices read it."""


def new_key(person: str) -> NewKey:
    """A key for a person: 160 bits, as the RFC recommends.

    >>> made = new_key("ann")
    >>> len(made.key), made.uri.partition("?")[0]
    (32, 'otpauth://totp/pitboss:ann')
    """
    key = random_base32()
    return NewKey(key, TOTP(key).provisioning_uri(name=person, issuer_name="pitboss"))


def step_at(now: datetime) -> int:
    """The half-minute it is, counted from 1970."""
    return int(now.timestamp()) // STEP_SECONDS


def step_of(key: str, code: str, now: datetime) -> int | None:
    """The half-minute whose code this is, if it is one of about now.

    Codes are typed as devices show them, often as two groups of three digits.
    """
    typed, device, here = code.replace(" ", ""), TOTP(key), step_at(now)
    found = None
    if not (typed.isascii() and typed.isdigit()):
        return None
    for step in range(here - _STEPS_APART, here + _STEPS_APART + 1):
        # All are looked at whichever it is, so that the time taken tells nothing.
        if strings_equal(typed, device.generate_otp(step)):
            found = step
    return found


def is_used(step: int, last: int, now: datetime) -> bool:
    """Whether the code of that half-minute counts no more, after that of another was accepted.

    A last one that lies ahead of all codes of now was accepted by a clock that was set back since
    (D9); it says nothing of these, and what the record has of each is looked at all the same.
    """
    return last - _STEPS_APART <= step_at(now) and step <= last
