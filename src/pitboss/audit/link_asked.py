"""Whether what was asked of a link is told by its receipt, in words that can be decided again.

Receipts stand in no chain. One that cannot be read would keep a command from being decided again,
so that is found itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pitboss.audit.by_table import ByTable
from pitboss.audit.written import is_within
from pitboss.codec import from_plain, names_of, plain, text_of
from pitboss.envelope import SYSTEM
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.records.asked import BY_TWO_FACTORS
from pitboss.store.contract import Entry
from pitboss.table.table import Command as TableCommand

_SAID = {"command", "body", "person", "second", BY_TWO_FACTORS}


def kind_asked(asked: str) -> type | None:
    """The kind of command to the link that was asked; None if it was none."""
    try:
        return names_of(do.LinkCommand).get(json.loads(asked)["command"])
    except (ValueError, KeyError, TypeError):
        return None


def check_link_asked(asked: str, entry: Entry, events: Sequence[ev.LinkEvent]) -> Iterator[str]:
    """Hold a receipt against what its command wrote; `entry` is the first of it."""
    if kind_asked(asked) is not None:
        yield from _in_words(asked, entry)
    elif not _is_of_a_table(asked, events):
        yield "what was asked cannot be read"


def _in_words(asked: str, entry: Entry) -> Iterator[str]:
    said = json.loads(asked)
    if text_of(said) != asked:
        yield "what was asked is not written as commands are"
    who, second = said.get("person") or SYSTEM, said.get("second", "")
    if (who, second) != (entry.actor, entry.second):
        yield f"{_pair(who, second)} asked for it, and {_pair(entry.actor, entry.second)} did it"
    try:
        command = from_plain(names_of(do.LinkCommand), said["command"], said["body"])
    except Exception:
        # Said where it is decided again.
        return
    if not (said.keys() <= _SAID and is_within(said["body"], plain(command))):
        yield "what was asked says other things than such a command does"


def _pair(person: str, second: str) -> str:
    return f"{person} with {second}" if second else person


def _is_of_a_table(asked: str, events: Sequence[ev.LinkEvent]) -> bool:
    """Whether a table asked for it: such a command is the table's affair, and read there."""
    if not any(isinstance(event, ByTable) for event in events):
        return False
    if not all(isinstance(event, ByTable | ev.ContributionsFolded) for event in events):
        return False
    try:
        return json.loads(asked)["command"] in names_of(TableCommand)
    except (ValueError, KeyError, TypeError):
        return False
