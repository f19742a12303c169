"""A real browser for the tests: found where there is one, brought where there is none."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "PITBOSS_CHROMIUM"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def _on_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def _from_system_packages() -> str | None:
    """Debian's own package, where we may install one."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
    for command in (install, ["apt-get", "update"], install):
        done = subprocess.run(command, env=quiet, capture_output=True, check=False)
        if command is install and done.returncode == 0:
            break
    return _on_path()


def _downloaded() -> str | None:
    """Playwright's own, which it keeps apart from everything else."""
    fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(fetch, capture_output=True, check=False).returncode:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Of several processes that need one, the first brings it and the others find it."""
    place = Path(tempfile.gettempdir()) / f"pitboss-chromium-{os.geteuid()}.lock"
    with place.open("w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def find_chromium() -> str:
    """The program to run; fails with what to do where there is no way to get one."""
    named = os.environ.get(VARIABLE)
    if named:
        assert Path(named).exists(), f"{VARIABLE} is {named}, and nothing is there"
        return named
    with _one_at_a_time():
        found = _on_path() or _from_system_packages() or _downloaded()
    assert found, f"No Chromium: install one, or set {VARIABLE} to the program."
    return found
