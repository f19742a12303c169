"""Everything that is sent to a browser."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pitboss.web.messages.fields import Amount, Message
from pitboss.web.messages.layout import Layout
from pitboss.web.messages.links import Meters
from pitboss.web.messages.lobby import TableCard
from pitboss.web.messages.table import TableSeen


class Welcome(Message):
    """First on every connection: who you are."""

    kind: Literal["welcome"] = "welcome"
    player: str | None
    """The name others see; None for a viewer who has not signed in."""
    is_guest: bool
    staff: str | None
    purse: Amount | None
    now: str


class TableMessage(Message):
    """A table, as watched."""

    kind: Literal["table"] = "table"
    view: TableSeen


class LayoutMessage(Message):
    """Before the first `table` of a watched table, and when what it offers has changed."""

    kind: Literal["layout"] = "layout"
    layout: Layout


class LobbyMessage(Message):
    """The lobby, as watched."""

    kind: Literal["lobby"] = "lobby"
    version: int
    tables: list[TableCard]
    meters: list[Meters]


class MetersMessage(Message):
    """A link's meters: for a watched sign, and for watched tables on that link."""

    kind: Literal["meters"] = "meters"
    meters: Meters


class PurseMessage(Message):
    """The viewer's own money away from the tables, whenever it changed."""

    kind: Literal["purse"] = "purse"
    purse: Amount


class Done(Message):
    """What was asked is done; the view that shows it comes beside."""

    kind: Literal["done"] = "done"
    id: str
    is_repeat: bool
    """Whether the same request had been done before."""
    version: int
    """Of the table with it; a view of this version or a later one shows it."""


class Refused(Message):
    """What was asked is against a rule: which one, and what would do."""

    kind: Literal["refused"] = "refused"
    id: str
    problem: str
    clause: str
    remedy: str


class Mistake(Message):
    """A message that could not be read, or about something that is not there."""

    kind: Literal["mistake"] = "mistake"
    id: str | None = None
    problem: str
    remedy: str


class Pong(Message):
    """Answers `ping`."""

    kind: Literal["pong"] = "pong"
    now: str


ToBrowser = Annotated[
    Welcome | TableMessage | LayoutMessage | LobbyMessage | MetersMessage | PurseMessage | Done
    | Refused | Mistake | Pong,
    Field(discriminator="kind"),
]  # fmt: skip
TO_BROWSER: TypeAdapter[
    Welcome | TableMessage | LayoutMessage | LobbyMessage | MetersMessage | PurseMessage | Done
    | Refused | Mistake | Pong
] = TypeAdapter(ToBrowser)  # fmt: skip
