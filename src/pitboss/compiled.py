"""Compiled kernels: the one place that knows how numba is started and where it keeps its work.

Kernels are plain functions over numbers and arrays, in modules named `*_kernels`. numba keeps what
it compiled beside the source and does not notice when a helper in another file changes, so the
folder it keeps it in is named by a digest of every kernel source: changed code never meets an old
result. `PITBOSS_CACHE` says where such folders go; the user's cache folder otherwise.

Import this module only where a kernel is about to run: it costs half a second that a single round
or a help text need not pay.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import Any, TypeVar

_PACKAGE = Path(__file__).parent

F = TypeVar("F", bound=Callable[..., Any])


def kernel_sources() -> list[Path]:
    """The modules that hold kernels, and this one, whose settings they are compiled with."""
    return sorted([*_PACKAGE.rglob("*_kernels.py"), Path(__file__)])


@cache
def sources_digest() -> str:
    """One digest of every kernel source."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where compiled code and counted tables are kept: the first place that can be written."""
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
def _bytecode_kept() -> Iterator[bool]:
    """Let Python keep the bytecode of what is imported here, also where it was told to write none.

    numba has hundreds of modules; read from their sources, every start would cost a second more.
    Whoever sets PYTHONDONTWRITEBYTECODE wants no files among the sources, and gets none: they go
    where compiled kernels go. True where this changes anything.
    """
    numba_there = find_spec("numba")
    assert numba_there is not None, "numba is installed with this package"
    assert numba_there.origin is not None, "numba is installed with this package"
    if (
        not sys.dont_write_bytecode
        or sys.pycache_prefix is not None
        or Path(cache_from_source(numba_there.origin)).exists()
    ):
        yield False
        return
    sys.pycache_prefix, sys.dont_write_bytecode = str(cache_folder() / "bytecode"), False
    try:
        yield True
    finally:
        sys.pycache_prefix, sys.dont_write_bytecode = None, True


def kernel(function: F) -> F:
    """Compile a kernel when it is first called, and keep the result for the next process."""
    compiled: F = numba.njit(function, cache=True, nogil=True)
    return compiled


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

with _bytecode_kept() as _is_kept:
    import numba
    import numpy as np

    @kernel
    def _first(numbers: Any) -> Any:
        return numbers[0]

    if _is_kept:
        # numba imports as much again when a kernel first runs.
        _first(np.zeros(1, dtype=np.int64))
