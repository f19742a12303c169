"""The code that a rulebook is played by, where that does not come with pitboss.

It is data here: what was read, and its digest. `games.registry` finds it, and runs it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCode:
    """A game that is installed, or that stands in a folder of the user's."""

    game: str
    place: str = field(compare=False)
    """The folder or the distribution it was found in, for messages."""
    digest: str
    """One hash of its files, and of the distribution if it is installed."""
    sources: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """The Python files of a folder and what they say: what was hashed is what runs."""
    package: str = ""
    """What is imported of an installed game; nothing for a folder."""

    @property
    def is_installed(self) -> bool:
        """Whether it was installed; else it stands in a folder."""
        return bool(self.package)


def code_digest(files: Mapping[str, bytes], distribution: str = "") -> str:
    """One hash of the names and contents of files, and of the distribution they came with.

    >>> code_digest({"play.py": b""}) == code_digest({"play.py": b"", "odds.py": b""})
    False
    >>> code_digest({"play.py": b""}) == code_digest({"play.py": b""}, "stud 1.0")
    False
    """
    said = {name: hashlib.sha256(text).hexdigest() for name, text in files.items()}
    whole = json.dumps({"distribution": distribution, "files": said}, sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()


def digest_with_code(digest: str, code: GameCode) -> str:
    """The digest of a rulebook together with the code it is played by."""
    return hashlib.sha256(f"{digest} {code.digest}".encode()).hexdigest()
