"""`pitboss simulate`: what it prints, and what it says to what cannot be."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.errors import PitbossError

RUN = CliRunner()
QUICK = ["simulate", "mgc-let-it-ride", "--rounds", "2000", "--seats", "2", "--seed", "5"]


def printed(*args: str) -> str:
    result = RUN.invoke(app, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_json_says_rounds_speed_and_wagers() -> None:
    record = json.loads(printed(*QUICK, "--json"))
    assert record["format"] == "pitboss-simulation/1"
    assert (record["rounds"], record["seats"], record["seed"]) == (2000, 2, 5)
    assert record["rounds_per_cpu_second"] > 0 < record["cpu_seconds"]
    names = [wager["wager"] for wager in record["wagers"]]
    assert names == ["base", "bonus", "progressive", "three_card_bonus", "cover_all", "envy"]
    for wager in record["wagers"]:
        low, high = wager["interval"]
        assert low <= wager["mean"] <= high
        assert sum(row["count"] for row in wager["histogram"]) == 4000
    assert len(record["by_seat"]) == 12
    assert [row["seat"] for row in record["results_in_dollars"]] == [1, 2, "table"]


def test_the_same_seed_prints_the_same_figures() -> None:
    one, two = (json.loads(printed(*QUICK, "--json"))["wagers"] for _ in range(2))
    assert one == two


def test_csv_and_a_page_say_the_same(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(*QUICK, "--csv"))))
    assert rows[0]["wager"] == "base"
    page = printed(*QUICK)
    assert f"{float(rows[0]['mean']):+.6f}" in page
    assert "2,000 rounds of seed 5" in page
    path = tmp_path / "figures.csv"
    printed(*QUICK, "--csv", "-o", str(path))
    assert path.read_text().splitlines()[0].startswith("seat,wager,unit,rounds,mean")


def test_an_exported_round_can_be_settled(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    printed(*QUICK, "--export", "17", "--export", "18", "-o", str(path))
    settlements = [json.loads(line) for line in printed("settle", str(path)).splitlines()]
    assert len(settlements) == 2
    assert len(settlements[0]["seats"]) == 2


def test_parquet_needs_its_package(tmp_path: Path) -> None:
    path = tmp_path / "figures.parquet"
    try:
        import pyarrow.parquet
    except ImportError:
        with pytest.raises(PitbossError, match=r"pitboss\[parquet\]"):
            printed(*QUICK, "--parquet", "-o", str(path))
    else:
        printed(*QUICK, "--parquet", "-o", str(path))
        assert pyarrow.parquet.read_table(path).num_rows == 6 + 12 + 3


def test_one_shape_at_a_time() -> None:
    result = RUN.invoke(app, [*QUICK, "--json", "--csv"])
    assert result.exit_code == 2
    assert "one of --json" in result.output
