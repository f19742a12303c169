"""Golden rounds: a script, a line of dashes, and what everybody was paid.

A playthrough is a text file that a dealer can read. Its first two lines name the rulebook and what
it shows; then come the lines of a script (tests/README.md). Below the dashes stands the whole
settlement, as `report` prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One file: the script, and the settlement it promises."""

    name: str
    rulebook: str
    shows: tuple[str, ...]
    script: str
    settlement: str


def playthroughs() -> list[Playthrough]:
    """Every golden round there is."""
    return [read(path) for path in sorted(FOLDER.glob("*.txt"))]


def read(path: Path) -> Playthrough:
    """One file, taken apart."""
    above, _, below = path.read_text(encoding="utf-8").partition("\n----\n")
    lines = [line for line in above.splitlines() if line.strip() and not line.startswith("#")]
    heads = {line.split()[0]: line.split()[1:] for line in lines[:2]}
    return Playthrough(
        path.stem, heads["rulebook"][0], tuple(heads["shows"]), "\n".join(lines[2:]), below
    )
