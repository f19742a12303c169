"""Where the `pitboss` program begins: what it imports is read from bytecode, wherever that lies."""

from __future__ import annotations

from pitboss.kernels import bytecode_kept


def run() -> None:
    """Run one command; see `pitboss.cli.main`."""
    with bytecode_kept("pitboss.cli.main"):
        from pitboss.cli.main import run as run_command

        run_command()
