"""Names that are stored: written down by hand, each for one class, whatever the class is called."""

from __future__ import annotations

import typing
from typing import Any

from pitboss.codec import name_of, stored
from pitboss.jackpot.aggregate import LinkCommand
from pitboss.jackpot.inbox import InboxCommand
from pitboss.players.account import PlayerCommand
from pitboss.players.sessions import SessionCommand
from pitboss.records.entries import UNIONS, draft_of, event_record
from pitboss.round.decisions import HandShown
from pitboss.staff.staff import StaffCommand
from pitboss.table.table import Command as TableCommand

COMMANDS = (TableCommand, LinkCommand, InboxCommand, StaffCommand, PlayerCommand, SessionCommand)


def names(unions: tuple[Any, ...]) -> list[str]:
    return [name_of(kind) for union in unions for kind in typing.get_args(union) or (union,)]


def test_every_command_and_event_has_one_name_and_no_other_has_it() -> None:
    for unions in (UNIONS, COMMANDS):
        found = names(unions)
        assert len(found) == len(set(found))


def test_renaming_a_class_changes_no_stored_byte() -> None:
    @stored("hand-shown", kw_only=True)
    class SomethingElse:
        seat: int
        clause: str

    before = HandShown(seat=1, clause="3.10")
    renamed = SomethingElse(seat=1, clause="3.10")
    assert draft_of(renamed) == draft_of(before)
    assert event_record(renamed) == event_record(before)
