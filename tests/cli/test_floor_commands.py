"""`pitboss floor`: a starting file, and whether a file will do."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.errors import BadSetting

RUN = CliRunner()


def test_init_writes_a_file_that_check_accepts(tmp_path: Path) -> None:
    file = str(tmp_path / "floor.toml")
    assert RUN.invoke(app, ["floor", "init", file]).exit_code == 0
    ran = RUN.invoke(app, ["floor", "check", file])
    assert ran.exit_code == 0
    assert "mbs-let-it-ride-v3" in ran.stdout
    assert "Asia/Singapore" in ran.stdout


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text("mine")
    ran = RUN.invoke(app, ["floor", "init", str(file)])
    assert isinstance(ran.exception, BadSetting)
    assert file.read_text() == "mine"


def test_check_names_every_fault_and_reads_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "floor.toml")
    RUN.invoke(app, ["floor", "init", file])
    monkeypatch.setenv("PITBOSS_PORT", "many")
    monkeypatch.setenv("PITBOSS_FLOOR_TIME_ZONE", "Nowhere")
    ran = RUN.invoke(app, ["floor", "check", file])
    assert isinstance(ran.exception, BadSetting)
    assert "server.port" in str(ran.exception)
    assert "Nowhere" in str(ran.exception)
