"""`pitboss settle` on JSON Lines of full seven-seat rounds, beside the cost of that JSON alone."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path

import pitboss
from benchmarks.rounds import full_rounds
from benchmarks.slices import best_rates
from pitboss.cli.settle import settle_file

ROUNDS = 400
GOALS = {"mbs-megalink-holdem-v9": 1500, "mgc-let-it-ride": 1500}
OTHER_GOAL = 2500


def run() -> None:
    """Print rounds per CPU second of one process, and the ratio to the JSON alone."""
    print("settle: full seven-seat rounds with all wagers, JSON Lines, one process")
    for rulebook in pitboss.rulebook_ids():
        rates = _rates(rulebook)
        ratio = rates["json"] / rates["settle"]
        goal = GOALS.get(rulebook, OTHER_GOAL)
        print(
            f"  {rulebook:30} {rates['settle']:8,.0f} rounds/s (goal {goal:,}),"
            f" {ratio:4.1f} times the cost of its JSON alone"
        )


def _rates(rulebook: str) -> dict[str, float]:
    records = full_rounds(rulebook, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.jsonl"
        file.write_text("\n".join(map(json.dumps, records)))
        lines = file.read_text().splitlines()
        settlements = [json.loads(line) for line in _settled(file).splitlines()]

        def settle() -> int:
            _settled(file)
            return ROUNDS

        def only_json() -> int:
            for line, settlement in zip(lines, settlements, strict=True):
                json.loads(line)
                json.dumps(settlement)
            return ROUNDS

        return best_rates({"settle": settle, "json": only_json})


def _settled(file: Path) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = settle_file(str(file), [], pretty=False)
    assert status == 0, "a benchmark round was refused"
    return out.getvalue()
