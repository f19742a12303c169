"""Commands as they were asked, in JSON and back: stored whole with receipts, and decided again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring as quoted
from typing import Any, NamedTuple

from pitboss.codec import encode, from_plain, name_of, names_of
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.players.account import PlayerCommand
from pitboss.players.sessions import SessionCommand
from pitboss.staff.staff import StaffCommand
from pitboss.table.table import Command as TableCommand

COMMANDS: Mapping[str, Any] = {
    "table": TableCommand,
    "link": LinkCommand,
    "staff": StaffCommand,
    "player": PlayerCommand,
    "session": SessionCommand,
}
"""What may be asked of each kind of stream."""
BY_TWO_FACTORS = "two_factors"
"""Where a text says who signed by two factors; absent where there was no second factor (S7)."""

_NOT_ASKED = ("meters", "holds_prizes", "fixed_from", "secret_hash", "sealed", "step")
"""What is read from a link or another table, or is never the same twice."""


class StoredCommand(NamedTuple):
    """A command as a receipt has it."""

    stream: str
    command: Any
    who: Mapping[str, str]
    also: tuple[tuple[str, Any], ...] = ()
    """Commands that were given with it to other streams."""

    @property
    def two_factors(self) -> tuple[str, ...]:
        """Who signed by two factors (S7)."""
        return tuple(self.who.get(BY_TWO_FACTORS, "").split())

    def commands_to(self, stream: str) -> tuple[Any, ...]:
        """The commands to a stream, in the order they were given."""
        given = ((self.stream, self.command), *self.also)
        return tuple([command for to, command in given if to == stream])


def command_text(
    stream: str,
    command: Any,
    who: Mapping[str, str],
    also: Sequence[tuple[str, Any]] = (),
) -> str:
    """A command whole, to which stream and by whom; `also` are commands given with it to others.

    The same command always comes out as the same text.
    """
    sent = "".join([f"{quoted(name)}:{quoted(said)}," for name, said in who.items()])
    others = ""
    if also:
        listed = [f"[{quoted(to)},{_message(one)}]" for to, one in also]
        others = f',"also":[{",".join(listed)}]'
    return (
        f'{{"to":{quoted(stream)},"command":{quoted(name_of(type(command)))},{sent}'
        f'"body":{encode(command)}{others}}}'
    )


def _message(command: Any) -> str:
    return f"{quoted(name_of(type(command)))},{encode(command)}"


def read_command(text: str) -> StoredCommand:
    """The command that a text says, and all that goes with it."""
    said = json.loads(text)
    stream, name, body = said.pop("to"), said.pop("command"), said.pop("body")
    also = said.pop("also", ())
    return StoredCommand(
        stream,
        _command(stream, name, body),
        said,
        tuple([(to, _command(to, name, body)) for to, name, body in also]),
    )


def _command(stream: str, name: str, body: Mapping[str, Any]) -> Any:
    return from_plain(names_of(COMMANDS[stream.partition("/")[0]]), name, body)


def two_factors_in(asked: str) -> tuple[str, ...]:
    """Who signed by two factors for what was asked (S7).

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


def is_same_command(one: str, other: str) -> bool:
    """Whether two texts ask for the same."""
    if one == other:
        return True
    said = [json.loads(text) for text in (one, other)]
    for each in said:
        each.pop("also", None)
        for name in _NOT_ASKED:
            each["body"].pop(name, None)
    details = [each["body"].get("details", {}) for each in said]
    if ("earlier" in details[0]) != ("earlier" in details[1]):
        for one_of in details:
            one_of.pop("earlier", None)
    return bool(said[0] == said[1])
