"""`pitboss floor`: a starting file, and what check finds in one."""

from __future__ import annotations

from pathlib import Path

from tests.cli.keyboard import Keyboard


def test_init_writes_a_file_that_check_accepts(keyboard: Keyboard, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    assert keyboard("floor", "init", file).status == 0
    ran = keyboard("floor", "check", file)
    assert ran.status == 0
    assert "mbs-let-it-ride-v3" in ran.out
    assert "Asia/Singapore" in ran.out


def test_init_overwrites_nothing(keyboard: Keyboard, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text("mine")
    keyboard("floor", "init", file).refuses(f"{file} exists already. Name another file.")
    assert file.read_text() == "mine"


def test_check_names_every_fault_and_reads_the_environment(
    keyboard: Keyboard, tmp_path: Path
) -> None:
    file = tmp_path / "floor.toml"
    keyboard("floor", "init", file)
    keyboard.monkeypatch.setenv("PITBOSS_PORT", "many")
    keyboard.monkeypatch.setenv("PITBOSS_FLOOR_TIME_ZONE", "Nowhere")
    ran = keyboard("floor", "check", file)
    ran.refuses("server.port")
    ran.refuses("Nowhere")
