"""Compiled kernels: the one place that knows how numba is started.

Kernels are plain functions over numbers and arrays, in modules named `*_kernels`.

Import this module only where a kernel is about to run: it costs half a second that a single round
or a help text need not pay.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.kept import bytecode_kept, cache_folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a kernel when it is first called, and keep the result for the next process."""
    compiled: F = numba.njit(function, cache=True, nogil=True)
    return compiled


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

with bytecode_kept("numba") as _is_kept:
    import numba
    import numpy as np

    @kernel
    def _first(numbers: Any) -> Any:
        return numbers[0]

    if _is_kept:
        # numba imports as much again when a kernel first runs.
        _first(np.zeros(1, dtype=np.int64))
