"""What it costs to start: importing the library, and `pitboss --help`."""

from __future__ import annotations

from benchmarks.harness import cpu_seconds

COMMANDS = {
    "python alone": "pass",
    "import pitboss": "import pitboss",
    "import all of it": "import pitboss; pitboss.settle",
    "pitboss --help": "import sys; sys.argv = ['pitboss', '--help']; "
    "from pitboss.cli.start import run; run()",
}
GOAL_SECONDS = 0.3


def run() -> None:
    """Print CPU seconds of child processes."""
    print(f"start: CPU seconds of a new process (goal under {GOAL_SECONDS})")
    for name, code in COMMANDS.items():
        print(f"  {name:30} {min(cpu_seconds(code) for _ in range(7)):8.3f} s")
