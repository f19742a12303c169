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
from pitboss.jackpot import commands as do
from pitboss.jackpot import events as ev
from pitboss.jackpot.owner_events import LinkSnapshot, OwnerEvent, OwnerTook
from pitboss.records.asked import BY_TWO_FACTORS
from pitboss.table.table import Command as TableCommand

Written = Sequence[ev.LinkEvent | OwnerEvent]


def kind_asked(asked: str) -> type | None:
    """The kind of command to the link that was asked; None if it was none."""
    try:
        return names_of(do.LinkCommand).get(json.loads(asked)["command"])
    except (ValueError, KeyError, TypeError):
        return None


def check_link_asked(asked: str, fence: int, written: Written) -> Iterator[str]:
    """Hold a receipt against what its command wrote; `fence` is the owner's number by then."""
    events = [event for event in written if not isinstance(event, LinkSnapshot)]
    if any(isinstance(event, OwnerTook) for event in events):
        yield from _just(asked, f"owner {fence}")
    elif events and all(isinstance(event, ev.ContributionsFolded) for event in events):
        yield from _just(asked, f"fold by owner {fence}")
    elif kind_asked(asked) is not None:
        yield from _in_words(asked)
    elif not _is_of_a_table(asked, events):
        yield "what was asked cannot be read"


def _just(asked: str, words: str) -> Iterator[str]:
    if asked != words:
        yield f"{words!r} is asked for it, and its receipt says otherwise"


def _in_words(asked: str) -> Iterator[str]:
    said = json.loads(asked)
    if text_of(said) != asked:
        yield "what was asked is not written as commands are"
    try:
        body = {**said["body"], "at": ""}
        command = from_plain(names_of(do.LinkCommand), said["command"], body)
        whole = {"command": said["command"], "body": plain(command)}
        # Whether that is so, the register says.
        whole |= {BY_TWO_FACTORS: said[BY_TWO_FACTORS]} if BY_TWO_FACTORS in said else {}
    except Exception:
        # Said where it is decided again.
        return
    if not is_within(said, whole):
        yield "what was asked says other things than such a command does"


def _is_of_a_table(asked: str, events: Written) -> bool:
    """Whether a table asked for it: such a command is the table's affair, and read there."""
    if not all(isinstance(event, ByTable | ev.ContributionsFolded) for event in events):
        return False
    try:
        return json.loads(asked)["command"] in names_of(TableCommand)
    except (ValueError, KeyError, TypeError):
        return False
