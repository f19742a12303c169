"""Whether what was asked of a link is told by its receipt, in words that can be decided again.

Receipts stand in no chain. One that cannot be read would keep a command from being decided again,
so that is found itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pitboss.audit.by_table import ByTable
from pitboss.audit.commands import check_sender, is_canonical
from pitboss.codec import names_of
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent
from pitboss.jackpot.contributions import ContributionsFolded
from pitboss.records.asked import read_asked
from pitboss.store.contract import Entry
from pitboss.table.table import Command as TableCommand


def kind_asked(asked: str) -> type | None:
    """The kind of command to the link that was asked; None if it was none."""
    try:
        return names_of(LinkCommand).get(json.loads(asked)["command"])
    except (ValueError, KeyError, TypeError):
        return None


def check_link_asked(asked: str, entry: Entry, events: Sequence[LinkEvent]) -> Iterator[str]:
    """Hold a receipt against what its command wrote; `entry` is the first of it."""
    if kind_asked(asked) is not None:
        yield from _in_words(asked, entry)
    elif not _is_of_a_table(asked, events):
        yield "what was asked cannot be read"


def _in_words(asked: str, entry: Entry) -> Iterator[str]:
    try:
        is_written_so = is_canonical(read_asked(asked), asked)
    except Exception:
        # Found where it is decided again.
        return
    if not is_written_so:
        yield "what was asked is not written as commands are"
    yield from (message for _, message in check_sender(asked, entry))


def _is_of_a_table(asked: str, events: Sequence[LinkEvent]) -> bool:
    """Whether a table asked for it: such a command is the table's affair, and read there."""
    if not any(isinstance(event, ByTable) for event in events):
        return False
    if not all(isinstance(event, ByTable | ContributionsFolded) for event in events):
        return False
    try:
        return json.loads(asked)["command"] in names_of(TableCommand)
    except (ValueError, KeyError, TypeError):
        return False
