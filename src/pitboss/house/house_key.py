"""The key of the house, which seals the keys of second factors (S7).

A code is worked out from its key, so the key itself must be kept, where a hash would do for a
secret. It goes into the record sealed. What opens it is in a file of the house's own that no
store, backup or export ever holds: who has one of those has no second factor of anybody.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import HouseKeyMissing

VARIABLE = "PITBOSS_HOUSE_KEY"
_BITS = 256
_NONCE_BYTES = 12
_BY_EVERYBODY = 0o007


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
            # Whoever is enrolled with a key that a power failure takes is shut out.
            os.fsync(file.fileno())

    def seal(self, person: str, key: str) -> str:
        """What is kept of a person's key; never the same twice, and of use for nobody else."""
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
