"""Where compiled code is kept, and the bytecode of what compiles it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pitboss.kernels import kernel_sources

SAY = """
import json, sys
from pitboss import kernels
kernels.start_numba()
print(json.dumps({
    "folder": str(kernels.cache_folder()),
    "writes_none": sys.dont_write_bytecode,
    "prefix": sys.pycache_prefix,
    "sources": [path.name for path in kernels.kernel_sources()],
}))
"""


COMMAND = """
import atexit, json, sys
from pitboss.cli.start import run
sys.argv = ["pitboss", "rulebook", "list"]
sys.stdout = sys.stderr
atexit.register(lambda: print(
    json.dumps({"writes_none": sys.dont_write_bytecode, "prefix": sys.pycache_prefix}),
    file=sys.__stdout__,
))
run()
"""


def start(cache: Path, code: str = SAY, **environment: str) -> Any:
    """What a new process says of itself."""
    ours = {"PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "NUMBA_CACHE_DIR"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "PITBOSS_CACHE": str(cache), **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def bytecode_under(folder: str) -> list[Path]:
    return list(Path(folder, "bytecode").rglob("numba/**/*.pyc"))


@pytest.mark.slow
def test_bytecode_goes_to_the_cache_where_none_may_lie_among_the_sources(tmp_path: Path) -> None:
    numba = find_spec("numba")
    assert numba is not None
    assert numba.origin is not None
    has_its_own = any(Path(numba.origin).parent.glob("__pycache__/__init__.*.pyc"))
    said = start(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert said["folder"].startswith(str(tmp_path))
    # What was asked of Python holds again for everything that comes later.
    assert (said["writes_none"], said["prefix"]) == (True, None)
    assert bool(bytecode_under(said["folder"])) != has_its_own
    if not has_its_own:
        # Whatever the first kernel takes is there too, not only what numba imports by itself.
        names = {path.name.partition(".")[0] for path in bytecode_under(said["folder"])}
        assert {"dispatcher", "arrayobj", "linalg"} <= names


@pytest.mark.slow
def test_bytecode_stays_where_it_was_asked_to_be(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    said = start(
        tmp_path / "cache", PYTHONDONTWRITEBYTECODE="1", PYTHONPYCACHEPREFIX=str(elsewhere)
    )
    assert (said["writes_none"], said["prefix"]) == (True, str(elsewhere))
    assert not bytecode_under(said["folder"])


@pytest.mark.slow
def test_a_command_reads_what_it_imports_from_bytecode_that_is_kept(tmp_path: Path) -> None:
    """A start from sources costs half a CPU second more, and people wait for it every time."""
    main = find_spec("pitboss.cli.main")
    assert main is not None
    assert main.origin is not None
    has_its_own = any(Path(main.origin).parent.glob("__pycache__/main.*.pyc"))
    said = start(tmp_path, COMMAND, PYTHONDONTWRITEBYTECODE="1")
    assert (said["writes_none"], said["prefix"]) == (True, None)
    kept = {path.name.partition(".")[0] for path in tmp_path.glob("*/bytecode/**/cli/*.pyc")}
    assert ("main" in kept) != has_its_own


def test_every_kernel_module_is_part_of_the_digest() -> None:
    package = Path(__file__).parents[1] / "src" / "pitboss"
    with_kernels = {
        path.name
        for path in package.rglob("*.py")
        if "\n@kernel\n" in path.read_text(encoding="utf-8")
    }
    assert with_kernels <= {path.name for path in kernel_sources()}
