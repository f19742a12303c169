"""What a browser may ask for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from pitboss.web.messages.fields import Amount, CommandId, Message, Name, Seat


class Watch(Message):
    """Begin to receive a table, the lobby or a sign; the present state comes at once."""

    do: Literal["watch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)
    """The table's or the link's; empty for the lobby."""


class Unwatch(Message):
    """Stop receiving it."""

    do: Literal["unwatch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)


class Ping(Message):
    """Answered with `pong`, for telling a slow line from a dead one."""

    do: Literal["ping"]


class _Asked(Message):
    """What is asked of a table. The browser makes the id, and sends it again to try again."""

    id: CommandId
    table: Name


class Place(_Asked):
    """Put money on a wager of a seat."""

    do: Literal["place"]
    seat: Seat
    wager: Name
    stake: Amount


class TakeDown(_Asked):
    """Take a wager back before bets close; without a wager, everything on the seat."""

    do: Literal["take_down"]
    seat: Seat
    wager: str | None = Field(default=None, max_length=64)


class Repeat(_Asked):
    """The wagers of one's last round again, as far as they are not placed and may be."""

    do: Literal["repeat"]


class Choose(_Asked):
    """Answer the question put to one's hand."""

    do: Literal["choose"]
    seat: Seat
    choice: Name


class ViewHand(_Asked):
    """Of several hands, look at this one."""

    do: Literal["view_hand"]
    seat: Seat


class Decline(_Asked):
    """Do not let the hand be compared."""

    do: Literal["decline"]
    seat: Seat


class TakeSeat(_Asked):
    """Sit down at a free position."""

    do: Literal["take_seat"]
    seat: Seat


class LeaveSeat(_Asked):
    """Get up."""

    do: Literal["leave_seat"]


class Return(_Asked):
    """Say that one is back after being found absent."""

    do: Literal["return"]


class BuyIn(_Asked):
    """Bring money from one's purse to the table."""

    do: Literal["buy_in"]
    amount: Amount


class CashOut(_Asked):
    """Take money from the table back to one's purse."""

    do: Literal["cash_out"]
    amount: Amount


class Answer(_Asked):
    """Where a rule leaves it to the players: take all wagers back, or stay."""

    do: Literal["answer"]
    answer: Literal["withdraw", "stay"]


TableRequest = (
    Place | TakeDown | Repeat | Choose | ViewHand | Decline | TakeSeat | LeaveSeat | Return
    | BuyIn | CashOut | Answer
)  # fmt: skip
FromBrowser = Annotated[Watch | Unwatch | Ping | TableRequest, Field(discriminator="do")]
FROM_BROWSER: TypeAdapter[Watch | Unwatch | Ping | TableRequest] = TypeAdapter(FromBrowser)


class AnyId(BaseModel):
    """As much of a message as is needed to answer one that cannot be read."""

    id: CommandId


ANY_ID: TypeAdapter[AnyId] = TypeAdapter(AnyId)
