"""Secrets: hashed with Argon2, checked, and refused when they are easily guessed.

A secret is looked at and let go of. No message, record or error repeats it, nor its hash.
"""

from __future__ import annotations

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from pitboss.errors import Corrupt, StaffRefused

FEWEST_CHARACTERS = 10
MOST_CHARACTERS = 200
FEWEST_DIFFERENT = 5
_SHORTEST_TELLING = 3
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
        self._nobody: str | None = None

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

    def verify_nobody(self, secret: str) -> None:
        """Take as long as for somebody, so that the answer's time does not tell who exists."""
        self._nobody = self._nobody or self.hash("nobody has this secret")
        self.verify(self._nobody, secret)

    def needs_rehash(self, kept: str) -> bool:
        """Whether it was hashed at another cost than is usual now."""
        return self._hasher.check_needs_rehash(kept)


def check_strength(secret: str, *, person: str, name: str) -> None:
    """Refuse a secret that is easily guessed, with every reason at once."""
    found = weaknesses(secret, person=person, name=name)
    if found:
        raise StaffRefused(
            f"This secret of {person} will not do: {'; '.join(found)}",
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
