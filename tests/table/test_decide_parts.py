"""Every command has a part that decides it."""

from __future__ import annotations

from typing import get_args

from pitboss.table.table import _DECIDE, Command


def test_every_command_of_a_table_is_some_parts_own() -> None:
    assert set(_DECIDE) == set(get_args(Command))
