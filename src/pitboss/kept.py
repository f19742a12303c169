"""What is kept from one run to the next: compiled kernels, and bytecode where Python keeps none.

numba keeps what it compiled beside the source and does not notice when a helper in another file
changes, so the folder is named by a digest of every kernel source: changed code never meets an old
result. `PITBOSS_CACHE` says where such folders go; the user's cache folder otherwise.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import cache_from_source, find_spec
from pathlib import Path

_PACKAGE = Path(__file__).parent


def kernel_sources() -> list[Path]:
    """The modules that hold kernels, and the one whose settings they are compiled with."""
    return sorted([*_PACKAGE.rglob("*_kernels.py"), _PACKAGE / "compiled.py"])


@cache
def sources_digest() -> str:
    """One digest of every kernel source."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where compiled code and bytecode are kept: the first place that can be written."""
    named = os.environ.get("PITBOSS_CACHE")
    usual = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    places = [Path(named)] if named else [Path(usual) / "pitboss"]
    for place in [*places, Path(tempfile.gettempdir()) / "pitboss"]:
        folder = place / sources_digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="pitboss-"))


@contextmanager
def bytecode_kept(module: str) -> Iterator[bool]:
    """Let Python keep the bytecode of what is imported here, also where it was told to write none.

    A command imports hundreds of modules; read from their sources, every start would cost up to a
    second more. Whoever sets PYTHONDONTWRITEBYTECODE wants no files among the sources, and gets
    none: they go where compiled kernels go. True where this changes anything, which it does not
    where that module's bytecode lies beside its source already.
    """
    there = find_spec(module)
    assert there is not None, f"{module} is installed with this package"
    assert there.origin is not None, f"{module} is installed with this package"
    if (
        not sys.dont_write_bytecode
        or sys.pycache_prefix is not None
        or Path(cache_from_source(there.origin)).exists()
    ):
        yield False
        return
    sys.pycache_prefix, sys.dont_write_bytecode = str(cache_folder() / "bytecode"), False
    try:
        yield True
    finally:
        sys.pycache_prefix, sys.dont_write_bytecode = None, True
