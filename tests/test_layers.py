"""Who may import whom: the contracts in pyproject.toml, kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

PYPROJECT = """
[tool.importlinter]
root_package = "casino"

[[tool.importlinter.contracts]]
name = "upper above lower"
type = "layers"
containers = ["casino"]
exhaustive = true
layers = ["upper", "lower"]
"""


def broken_contracts(root: Path) -> str:
    """import-linter's report, or nothing if every contract is kept."""
    # Its Python interface keeps one configuration for the whole process, so it gets its own.
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    linter = subprocess.run(
        [sys.executable, "-c", code, "--config", "pyproject.toml", "--no-cache"],
        cwd=root,
        env={"PYTHONPATH": str(root / "src"), "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if linter.returncode == 0 else linter.stdout + linter.stderr


def plant(root: Path, **modules: str) -> Path:
    """A small package of our own to be linted."""
    (root / "pyproject.toml").write_text(PYPROJECT)
    package = root / "src" / "casino"
    package.mkdir(parents=True)
    for name, source in {"__init__": "", "upper": "", "lower": "", **modules}.items():
        (package / f"{name}.py").write_text(source)
    return root


def test_every_package_imports_only_what_stands_below_it() -> None:
    report = broken_contracts(ROOT)
    assert not report, (
        f"{report}\nMove the code to the layer it belongs to. A new package is given its place "
        "among the layers in pyproject.toml, [tool.importlinter]."
    )


def test_kept_contracts_leave_no_report(tmp_path: Path) -> None:
    assert not broken_contracts(plant(tmp_path, upper="import casino.lower"))


def test_an_import_upwards_is_caught(tmp_path: Path) -> None:
    report = broken_contracts(plant(tmp_path, lower="import casino.upper"))
    assert "casino.lower is not allowed to import casino.upper" in report


def test_a_package_without_a_layer_is_caught(tmp_path: Path) -> None:
    report = broken_contracts(plant(tmp_path, newcomer=""))
    assert "casino.newcomer" in report
