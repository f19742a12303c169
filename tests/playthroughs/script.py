"""Golden rounds: a script, a line of dashes, and what everybody was paid.

A playthrough is a text file that a dealer can read. Its first two lines name the rulebook and what
it shows; then come the lines of a script (tests/README.md). Below the dashes stands the whole
settlement, as `report` prints it. Those of an example stand in its folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pitboss.games.library import built_in, open_rulebook
from pitboss.rulebook.model import Rulebook
from tests.examples.folders import EXAMPLES

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One file: the script, and the settlement it promises."""

    name: str
    rulebook: str
    shows: tuple[str, ...]
    script: str
    settlement: str
    example: Path | None = None
    """The folder of the example that it is of."""

    @property
    def rules(self) -> Rulebook:
        """The rulebook that it is played by."""
        if self.example is None:
            return built_in(self.rulebook)
        return open_rulebook(self.example / f"{self.rulebook}.toml")


def playthroughs() -> list[Playthrough]:
    """Every golden round there is."""
    examples = sorted(EXAMPLES.glob("*/playthroughs/*.txt"))
    return [read(path) for path in chain(sorted(FOLDER.glob("*.txt")), examples)]


def read(path: Path) -> Playthrough:
    """One file, taken apart."""
    above, _, below = path.read_text(encoding="utf-8").partition("\n----\n")
    lines = [line for line in above.splitlines() if line.strip() and not line.startswith("#")]
    heads = {line.split()[0]: line.split()[1:] for line in lines[:2]}
    example = path.parent.parent if path.is_relative_to(EXAMPLES) else None
    return Playthrough(
        path.stem if example is None else f"{example.name}-{path.stem}",
        heads["rulebook"][0],
        tuple(heads["shows"]),
        "\n".join(lines[2:]),
        below,
        example,
    )
