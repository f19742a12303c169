"""Everything that a browser may send over the socket.

Who speaks is known from the connection and is in no message. Money is text, `"25.00"`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

_AMOUNT = r"^[0-9]{1,12}\.[0-9]{2}$"
_COMMAND_ID = r"^[A-Za-z0-9_-]{8,64}$"
IN_WORDS = {
    _AMOUNT: 'an amount is digits, a point and two digits, such as "25.00"',
    _COMMAND_ID: "an id is eight to sixty-four letters, digits, - or _, new for every command",
}
"""What each pattern asks for, for the answer to a message that does not fit it."""

Amount = Annotated[str, Field(pattern=_AMOUNT)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Seat = Annotated[int, Field(ge=1, le=12, strict=True)]
CommandId = Annotated[str, Field(pattern=_COMMAND_ID)]


class _Request(BaseModel):
    """Fields that are not listed are refused, and nothing changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class WatchRequest(_Request):
    """Begin to receive a table, the lobby or a sign; the present state comes at once."""

    do: Literal["watch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)
    """The table's or the link's; empty for the lobby."""


class UnwatchRequest(_Request):
    """Stop receiving it."""

    do: Literal["unwatch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)


class PingRequest(_Request):
    """Answered with `pong`, for telling a slow line from a dead one."""

    do: Literal["ping"]


class _ToTable(_Request):
    """A request to a table. The browser makes the id, and sends the same one to try again."""

    id: CommandId
    table: Name


class PlaceRequest(_ToTable):
    """Put money on a wager of a seat."""

    do: Literal["place"]
    seat: Seat
    wager: Name
    stake: Amount


class TakeDownRequest(_ToTable):
    """Take a wager back before bets close; without a wager, everything on the seat."""

    do: Literal["take_down"]
    seat: Seat
    wager: str | None = Field(default=None, max_length=64)


class RepeatRequest(_ToTable):
    """Place the wagers of the player's last round again, as far as they may be placed now."""

    do: Literal["repeat"]


class ChooseRequest(_ToTable):
    """Answer the question put to the player's hand."""

    do: Literal["choose"]
    seat: Seat
    choice: Name


class ViewHandRequest(_ToTable):
    """Of several hands, look at this one."""

    do: Literal["view_hand"]
    seat: Seat


class DeclineRequest(_ToTable):
    """Do not let the hand be compared."""

    do: Literal["decline"]
    seat: Seat


class TakeSeatRequest(_ToTable):
    """Sit down at a free position."""

    do: Literal["take_seat"]
    seat: Seat


class LeaveSeatRequest(_ToTable):
    """Get up."""

    do: Literal["leave_seat"]


class ReturnRequest(_ToTable):
    """The player is back after being found absent."""

    do: Literal["return"]


class BuyInRequest(_ToTable):
    """Bring money from the purse to the table."""

    do: Literal["buy_in"]
    amount: Amount


class CashOutRequest(_ToTable):
    """Take money from the table back to the purse."""

    do: Literal["cash_out"]
    amount: Amount


class AnswerRequest(_ToTable):
    """Where a rule leaves it to the players: take all wagers back, or stay."""

    do: Literal["answer"]
    answer: Literal["withdraw", "stay"]


TableRequest = (
    PlaceRequest | TakeDownRequest | RepeatRequest | ChooseRequest | ViewHandRequest
    | DeclineRequest | TakeSeatRequest | LeaveSeatRequest | ReturnRequest | BuyInRequest
    | CashOutRequest | AnswerRequest
)  # fmt: skip
FromBrowser = WatchRequest | UnwatchRequest | PingRequest | TableRequest
FROM_BROWSER: TypeAdapter[FromBrowser] = TypeAdapter(
    Annotated[FromBrowser, Field(discriminator="do")]
)


class AnyId(BaseModel):
    """As much of a message as is needed to answer one that cannot be read."""

    id: CommandId


ANY_ID: TypeAdapter[AnyId] = TypeAdapter(AnyId)
