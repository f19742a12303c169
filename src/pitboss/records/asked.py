"""Commands as they were asked, in JSON and back: kept with receipts, and decided again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pitboss.live.table import Command
from pitboss.records.events import body_of, name_of, names_of, read_command


def asked_text(command: Any, who: Mapping[str, str]) -> str:
    """What was asked, and by whom; the same command always comes out as the same text."""
    said = {"command": name_of(type(command)), **who, "body": body_of(command)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def command_asked(text: str) -> Command:
    """The command to a table that a text says."""
    said = json.loads(text)
    command: Command = read_command(names_of(Command), said["command"], said["body"])
    return command
