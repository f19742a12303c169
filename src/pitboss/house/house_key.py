"""The key of the house: it seals what the record holds and no reader of it may know.

Sealed are the keys of second factors (S7) and the seeds of rounds that are still played (I-115).
Sessions of browsers carry a mark that only this key makes. The key is one line in a file that no
store, backup or export ever holds: the one that PITBOSS_HOUSE_KEY names, or else one beside the
file of the record.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path
from weakref import WeakKeyDictionary

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.codec import name_of
from pitboss.errors import HouseKeyMissing
from pitboss.house.engine import Engine
from pitboss.players.sessions import SessionOpened
from pitboss.records.entries import event_of
from pitboss.store.batches import WriteBatch
from pitboss.store.contract import Store
from pitboss.store.memory import MemoryStore
from pitboss.store.sqlite import SqliteStore
from pitboss.table.rounds import SeedsSealed

VARIABLE = "PITBOSS_HOUSE_KEY"
_BITS = 256
_NONCE_BYTES = 12
_BY_EVERYBODY = 0o007
_MARKS = b"pitboss/mark/1"
_FOR_HEADS = b"pitboss heads"
_COPY = (
    f"Bring it back from where the house keeps its copy, or let {VARIABLE} name that copy. If no "
    "copy is left, docs/floor.md says what can still be done."
)


class HouseKey:
    """The key of one house, read from its file whenever it is needed."""

    def __init__(self, file: Path | None = None, *, beside: Path | None = None) -> None:
        """`file` is what the environment names, unless given; failing both, it is `beside`."""
        self._file = file
        self._beside = beside

    def is_there(self) -> bool:
        """Whether its file was made."""
        return self._path().exists()

    def make(self) -> None:
        """Make the file, for its owner alone, if it is not there."""
        path = self._path()
        part = path.with_name(f"{path.name}.part{os.getpid()}")
        try:
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(AESGCM.generate_key(_BITS).hex() + "\n")
                file.flush()
                # What is sealed with a key that a power failure takes is lost.
                os.fsync(file.fileno())
            # Whole, or not at all: another process may look for it at this moment.
            os.link(part, path)
        except FileExistsError:
            return
        except OSError as error:
            raise HouseKeyMissing(
                f"The key of the house cannot be made: {path}: {error.strerror}. "
                f"Let {VARIABLE} name a file in a folder that may be written."
            ) from error
        finally:
            part.unlink(missing_ok=True)

    def seal(self, place: str, text: str) -> str:
        """A text as it is kept; never the same twice, and of no use in another place."""
        nonce = os.urandom(_NONCE_BYTES)
        sealed = AESGCM(self.read()).encrypt(nonce, text.encode(), place.encode())
        return b64encode(nonce + sealed).decode()

    def unseal(self, place: str, kept: str, *, called: str = "") -> str:
        """The text of which that was kept; `called` is what people call it."""
        key = self.read()
        try:
            whole = b64decode(kept)
            nonce, sealed = whole[:_NONCE_BYTES], whole[_NONCE_BYTES:]
            return AESGCM(key).decrypt(nonce, sealed, place.encode()).decode()
        except (InvalidTag, NoBase64, ValueError):
            raise HouseKeyMissing(
                f"{self} is not the key with which {called or f'the second factor of {place}'} "
                f"was sealed. Let {VARIABLE} name the file that was used then."
            ) from None

    def mark(self, text: str) -> str:
        """What shows that this house wrote a text."""
        own = digest(self.read(), _MARKS, sha256)
        return digest(own, text.encode(), sha256).hex()

    def is_marked(self, text: str, mark: str) -> bool:
        """Whether that is the mark of this house under a text."""
        return compare_digest(self.mark(text).encode(), mark.encode())

    def signing_key(self) -> Ed25519PrivateKey:
        """What heads of the record are signed with; it follows from the key of the house.

        Whoever has the key of the house can sign as the house. Whoever checks a signature needs the
        public key only.
        """
        own = HKDF(SHA256(), _BITS // 8, salt=None, info=_FOR_HEADS).derive(self.read())
        return Ed25519PrivateKey.from_private_bytes(own)

    def read(self) -> bytes:
        """The key itself, or `HouseKeyMissing` with what to do."""
        path = self._path()
        try:
            mode, text = path.stat().st_mode, path.read_bytes()
        except OSError as error:
            raise HouseKeyMissing(
                f"The key of the house cannot be read: {path}: {error.strerror}. {_COPY}"
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
            raise HouseKeyMissing(f"{path} is no key of a house. {_COPY}")
        return key

    def __str__(self) -> str:
        return str(self._path())

    def _path(self) -> Path:
        named = os.environ.get(VARIABLE, "")
        path = self._file or (Path(named).expanduser() if named else self._beside)
        if path is None:
            raise HouseKeyMissing(
                "Seeds, sessions and second factors are sealed with a key of the house, and no "
                f"file is named for it. Let {VARIABLE} name one that only the house can read, "
                "apart from the database, and the same for every server of a floor; the first "
                "server that starts makes it."
            )
        return path


class _ForgottenKey(HouseKey):
    """The key of a record in memory, which is forgotten with it."""

    def __init__(self) -> None:
        super().__init__()
        self._key = AESGCM.generate_key(_BITS)

    def is_there(self) -> bool:
        return True

    def make(self) -> None:
        """It was made with the record."""

    def read(self) -> bytes:
        return self._key

    def __str__(self) -> str:
        return "The key in memory"


_FORGOTTEN: WeakKeyDictionary[MemoryStore, _ForgottenKey] = WeakKeyDictionary()


def key_of(store: Store) -> HouseKey:
    """The key of the house whose record this is."""
    if isinstance(store, WriteBatch):
        store = store.store
    if isinstance(store, SqliteStore):
        return key_beside(store.path)
    if isinstance(store, MemoryStore) and not os.environ.get(VARIABLE):
        return _FORGOTTEN.setdefault(store, _ForgottenKey())
    return HouseKey()


def key_beside(record: Path) -> HouseKey:
    """The key of the house whose record is that file, unless the environment names another."""
    return HouseKey(beside=record.with_name(f"{record.name}.key"))


def key_at_hand(store: Store) -> HouseKey | None:
    """The key of the house whose record this is, for one who only reads; None where it is not."""
    key = key_of(store)
    try:
        key.read()
    except HouseKeyMissing:
        return None
    return key


class Seals:
    """What is sealed and marked in one record; its key is made when it is first needed."""

    def __init__(self, engine: Engine, key: HouseKey) -> None:
        self.key = key
        self._engine = engine

    def ready(self) -> None:
        """Have a key to seal with: the one the record was sealed with, or a new one if none was.

        Another key in place of a lost one would open nothing that is sealed already.
        """
        if not self.key.is_there() and not self._has_sealed():
            self.key.make()
        self.key.read()

    def seal(self, place: str, text: str) -> str:
        """A text as it is kept."""
        if not self.key.is_there():
            self.ready()
        return self.key.seal(place, text)

    def mark(self, text: str) -> str:
        """What shows that this house wrote a text."""
        if not self.key.is_there():
            self.ready()
        return self.key.mark(text)

    def _has_sealed(self) -> bool:
        store, register = self._engine.store, self._engine.register()
        if any(one.sealed_key is not None for one in register.people.values()):
            return True
        if any(store.last(one, name_of(SeedsSealed)) for one in store.streams("seeds/")):
            return True
        return any(_is_marked(store, one) for one in store.streams("session/"))


def _is_marked(store: Store, stream: str) -> bool:
    found = store.last(stream, name_of(SessionOpened))
    return found is not None and bool(event_of(found).mark)
