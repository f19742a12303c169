"""The example games: where they are, and one of them without the odds that it counts itself."""

from __future__ import annotations

import shutil
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
MISSISSIPPI = EXAMPLES / "mississippi-stud" / "mississippi-stud.toml"
CARIBBEAN = EXAMPLES / "caribbean-stud" / "caribbean-stud.toml"
FLOOR = EXAMPLES / "floor.toml"
GAMES = (CARIBBEAN.parent, MISSISSIPPI.parent)


def without_odds(folder: Path) -> Path:
    """Mississippi Stud in a folder of its own, left to the general solver; its rulebook file."""
    folder.mkdir(parents=True)
    for path in (MISSISSIPPI, MISSISSIPPI.with_name("play.py")):
        shutil.copy(path, folder)
    return folder / MISSISSIPPI.name
