"""Commands as they were asked, in JSON and back: kept with receipts, and decided again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from json.encoder import encode_basestring as quoted
from typing import Any

from pitboss.codec import encode, from_plain, name_of, names_of
from pitboss.table.table import Command

BY_TWO_FACTORS = "two_factors"
"""Where a text says who signed by two factors; absent where there was no second factor (S7)."""


def asked_text(command: Any, who: Mapping[str, str]) -> str:
    """What was asked, and by whom; the same command always comes out as the same text."""
    told = "".join(f"{quoted(name)}:{quoted(said)}," for name, said in who.items())
    return f'{{"command":{quoted(name_of(type(command)))},{told}"body":{encode(command)}}}'


def two_factors_in(asked: str) -> tuple[str, ...]:
    """Who signed by two factors for what was asked, as commands to tables and links say (S7).

    >>> two_factors_in('{"command":"pay-claim","two_factors":"pam sol","body":{}}')
    ('pam', 'sol')
    >>> two_factors_in('{"command":"pay-claim","body":{}}'), two_factors_in("a digest")
    ((), ())
    """
    try:
        said = json.loads(asked)
    except ValueError:
        return ()
    found = said.get(BY_TWO_FACTORS, "") if isinstance(said, dict) else ""
    return tuple(found.split()) if isinstance(found, str) else ()


def command_asked(text: str) -> Command:
    """The command to a table that a text says."""
    said = json.loads(text)
    command: Command = from_plain(names_of(Command), said["command"], said["body"])
    return command


def is_same_asked(one: str, other: str) -> bool:
    """Whether two texts ask for the same; what a link or another table adds was not asked for."""
    if one == other:
        return True
    said = [json.loads(text) for text in (one, other)]
    for each in said:
        for read in ("meters", "holds_prizes", "fixed_from"):
            each["body"].pop(read, None)
    told = [each["body"].get("details", {}) for each in said]
    if ("earlier" in told[0]) != ("earlier" in told[1]):
        for details in told:
            details.pop("earlier", None)
    return bool(said[0] == said[1])
