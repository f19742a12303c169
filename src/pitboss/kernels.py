"""Compiled kernels: how numba is started, and where its results are kept between runs.

Kernels are plain functions over numbers and arrays, in modules named `*_kernels`. Import such a
module only where a kernel is about to run: numba costs half a second that a single round or a help
text need not pay.

numba caches what it compiled beside the source and does not notice when a helper in another file
changes, so the cache folder is named by a digest of every kernel source: changed code never meets
an old result. `PITBOSS_CACHE` says where such folders go; the user's cache folder otherwise.
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

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent


def kernel(function: F) -> F:
    """Compile a kernel when it is first called, and keep the result for the next process.

    The cache is named by our own sources, so the kernels of other games are compiled each time.
    """
    is_ours = Path(function.__code__.co_filename).is_relative_to(_PACKAGE)
    compiled: F = start_numba().njit(function, cache=is_ours, nogil=True)
    return compiled


@cache
def start_numba() -> Any:
    """numba, with its cache in our folder."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))
    with bytecode_kept("numba") as is_kept:
        import numba  # noqa: PLC0415 - it costs half a second
        import numpy as np  # noqa: PLC0415

        if is_kept:
            # numba imports as much again when a kernel first runs.
            numba.njit(_first, cache=True, nogil=True)(np.zeros(1, dtype=np.int64))
    return numba


def _first(numbers: Any) -> Any:
    return numbers[0]


def kernel_sources() -> list[Path]:
    """The modules that hold kernels, and the one whose settings they are compiled with."""
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
    second more. PYTHONDONTWRITEBYTECODE asks for no files among the sources, and there are none:
    they go where compiled kernels go. True where this changes anything, which it does not where
    that module's bytecode lies beside its source already.
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
