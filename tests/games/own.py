"""Games of the tests' own: in folders, and as packages that are installed in a folder."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import Any

from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.staff.register import Department
from pitboss.store.sqlite import SqliteStore
from tests.house.floor import CHEAP, GOOD

HIGH_CARD = Path(__file__).parent.parent / "data" / "games" / "high_card"
RULEBOOK = "high-card.toml"


def high_card(folder: Path, *, code: bool = True) -> Path:
    """The game in a folder of its own; its rulebook file."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in HIGH_CARD.iterdir():
        if path.is_file() and (code or path.suffix != ".py"):
            shutil.copy(path, folder)
    # A game's folder needs none.
    (folder / "__init__.py").unlink(missing_ok=True)
    return folder / RULEBOOK


def installed(
    site: Path, *, game: str = "high_card", version: str = "1.0", name: str = "high-card"
) -> Path:
    """A distribution in a folder that stands on the path, as an installer leaves it there."""
    package = f"{name.replace('-', '_')}_game"
    high_card(site / package)
    (site / package / RULEBOOK).unlink()
    (site / package / "__init__.py").write_text("")
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[pitboss.games]\n{game} = {package}\n")
    return site / package


def three_again(folder: Path) -> Path:
    """Three Card Poker under another name, with its simulation; its rulebook file."""
    folder.mkdir()
    (folder / "play.py").write_text(
        dedent("""
            from dataclasses import replace
            from pitboss.games.three_card.play import GAME as THREE

            GAME = replace(THREE, name="three_again")
        """)
    )
    (folder / "simulation.py").write_text(
        dedent("""
            from .simulated import STRATEGIES, joint_results, simulator
        """)
    )
    (folder / "simulated.py").write_text(
        "from pitboss.games.three_card.simulation import STRATEGIES, joint_results, simulator\n"
    )
    file = folder / "three-again.toml"
    text = (_RULEBOOKS / "mbs-megalink-three-card-v6.toml").read_text(encoding="utf-8")
    text = text.replace('id = "mbs-megalink-three-card-v6"', 'id = "three-again"')
    file.write_text(text.replace('game = "three_card"', 'game = "three_again"'), encoding="utf-8")
    return file


def staffed(db: Path, people: Mapping[str, str], ladder: tuple[str, ...]) -> None:
    """A new database with these people in these roles, and boss to administer them."""
    with closing(SqliteStore(db)) as store:
        staffing = House(store, secrets=Secrets(CHEAP)).staff
        staffing.add("boss", name="Bo Oss", department=Department.ADMINISTRATION, secret=GOOD)
        for person, role in people.items():
            floor = Department.TABLE_GAMES
            staffing.add(person, name=person, department=floor, secret=GOOD, by="boss")
            staffing.appoint(person, role, by="boss", ladder=ladder)


_RULEBOOKS = Path(__file__).parent.parent.parent / "src" / "pitboss" / "rulebooks"

FLOOR = """
[floor]
name = "Tests"
time_zone = "Asia/Singapore"
is_demonstration = {is_demonstration}
rulebooks = {rulebooks}
{games}
[tables.T1]
rulebook = "high-card"
limits = {{ main = ["5.00", "500.00"] }}
"""


def floor_file(
    path: Path, rulebook: str, *, is_demonstration: bool = True, games: str = ""
) -> Path:
    """A floor with one table of the game."""
    flag = "true" if is_demonstration else "false"
    listed = f'["{rulebook}"]' if rulebook else "[]"
    path.write_text(FLOOR.format(is_demonstration=flag, rulebooks=listed, games=games))
    return path


def a_round(*cards: str, dealer: str = "9c 2d 2h") -> dict[str, Any]:
    """A round of the game as a record, one seat for each hand."""
    return {
        "format": "pitboss-round/1",
        "rulebook": "high-card",
        "table": {"positions": 5},
        "cards": {"dealer": dealer.split()},
        "seats": [
            {
                "seat": seat,
                "player": f"p{seat}",
                "cards": hand.split(),
                "wagers": {"main": "10.00"},
                "decisions": {"stay": "play"},
            }
            for seat, hand in enumerate(cards, start=1)
        ],
    }
