"""Secrets, second factors, and the key of the house that seals the latter (S7).

A secret is hashed with Argon2, and refused when it is easily guessed. No message, record or error
repeats a secret or its hash. A second factor is a code that a device makes of a key and the time
(RFC 6238). A code is worked out from its key, so the key itself is stored, sealed. What opens it is
in a file that no store, backup or export ever holds.
"""

from __future__ import annotations

import os
import unicodedata
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pyotp import TOTP, random_base32
from pyotp.utils import strings_equal

from pitboss.errors import Corrupt, HouseKeyMissing, StaffRefused

FEWEST_CHARACTERS = 10
MOST_CHARACTERS = 200
FEWEST_DIFFERENT = 5
_SHORTEST_TELLING = 3
STEP_SECONDS = 30
"""A code is of one half-minute. Those of the one before and after count too, for clocks differ."""
_STEPS_APART = 1
VARIABLE = "PITBOSS_HOUSE_KEY"
_BITS = 256
_NONCE_BYTES = 12
_FOR_HEADS = b"pitboss heads"
_BY_EVERYBODY = 0o007
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


# --- the key of the house ------------------------------------------------------------------------


class HouseKey:
    """The key of one house, read from its file whenever it is needed."""

    def __init__(self, file: Path | None = None) -> None:
        """`file` is what the environment names, unless it is given."""
        self._file = file

    def make(self) -> None:
        """Make the file if it is not there; for the first who sets a second factor at all."""
        path = self._path()
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return
        except OSError as error:
            raise HouseKeyMissing(
                f"The key of the house cannot be made: {path}: {error.strerror}. "
                f"Let {VARIABLE} name a file in a folder that may be written."
            ) from error
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(AESGCM.generate_key(_BITS).hex() + "\n")
            file.flush()
            # A person enrolled with a key that a power failure takes is shut out.
            os.fsync(file.fileno())

    @property
    def is_named(self) -> bool:
        """Whether the house says where its key is, or is to be made."""
        return self._file is not None or bool(os.environ.get(VARIABLE, ""))

    @property
    def is_there(self) -> bool:
        """Whether it was made, too."""
        return self.is_named and self._path().exists()

    def signing_key(self) -> Ed25519PrivateKey:
        """What heads of the record are signed with; it follows from the key of the house.

        Whoever has the key of the house can sign as the house. Whoever checks a signature needs the
        public key only.
        """
        own = HKDF(SHA256(), _BITS // 8, salt=None, info=_FOR_HEADS).derive(self._key())
        return Ed25519PrivateKey.from_private_bytes(own)

    def seal(self, person: str, key: str) -> str:
        """What is kept of a person's key; never the same twice, and of no use for another."""
        nonce = os.urandom(_NONCE_BYTES)
        sealed = AESGCM(self._key()).encrypt(nonce, key.encode(), person.encode())
        return b64encode(nonce + sealed).decode()

    def unseal(self, person: str, kept: str) -> str:
        """A person's key, of which that was kept."""
        whole = b64decode(kept)
        nonce, sealed = whole[:_NONCE_BYTES], whole[_NONCE_BYTES:]
        try:
            return AESGCM(self._key()).decrypt(nonce, sealed, person.encode()).decode()
        except InvalidTag:
            raise HouseKeyMissing(
                f"{self._path()} is not the key with which the second factor of {person} was "
                f"sealed. Let {VARIABLE} name the file that was used then."
            ) from None

    def _path(self) -> Path:
        named = os.environ.get(VARIABLE, "")
        if self._file is None and not named:
            raise HouseKeyMissing(
                "Second factors are sealed with a key of the house, and no file is named for it. "
                f"Let {VARIABLE} name one that only the house can read, apart from the database; "
                "the first second factor makes it."
            )
        return self._file or Path(named).expanduser()

    def _key(self) -> bytes:
        path = self._path()
        try:
            mode, text = path.stat().st_mode, path.read_bytes()
        except OSError as error:
            raise HouseKeyMissing(
                f"The key of the house cannot be read: {path}: {error.strerror}. Bring it back "
                "from where the house keeps its copy."
            ) from error
        if mode & _BY_EVERYBODY:
            raise HouseKeyMissing(
                f"Everybody on this machine can read {path}, the key of the house. "
                f"Change that: chmod 600 {path}"
            )
        try:
            key = bytes.fromhex(text.decode("ascii"))
        except ValueError:
            key = b""
        if len(key) * 8 != _BITS:
            raise HouseKeyMissing(
                f"{path} is no key of a house. Bring it back from where the house keeps its copy."
            )
        return key
