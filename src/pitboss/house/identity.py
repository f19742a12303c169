"""What software this is: the SHA-256 of every file it consists of, and one number for all (S9).

A link runs only with the software that was approved for it; every process that serves one looks at
itself first (P19).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_MADE = {".pyc", ".pyo", ".nbi", ".nbc"}
"""What Python and numba make beside the sources is not the software."""


@cache
def manifest() -> Mapping[str, str]:
    """What this process consisted of when it first looked."""
    return read_manifest()


def read_manifest() -> Mapping[str, str]:
    """The SHA-256 of every module and every rulebook now, by its place in the package."""
    root = Path(__file__).parents[1]
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix not in _MADE)
    return {
        path.relative_to(root).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }


def software_id() -> str:
    """The version, and the digest of the manifest.

    >>> software_id() == software_id()
    True
    """
    text = "".join(f"{digest}  {name}\n" for name, digest in manifest().items())
    return f"pitboss {version('pitboss')} {sha256(text.encode()).hexdigest()}"
