"""Everything that crosses the wire: what browsers send, what they are sent, and its encoding.

Who speaks is known from the connection and is in no message. Records of the table and of links are
sent as `table.view` and `jackpot.view` make them. Money is text, `"25.00"`; a card is text such as
`"Th"`, and one that the viewer may not see is null. `static/js/types.d.ts` is generated from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.responses import Response

from pitboss import codec
from pitboss.jackpot.view import LinkView
from pitboss.money import Money
from pitboss.table.layout import LayoutView
from pitboss.table.view import PastRound, TableStage, TableView

_AMOUNT = r"^[0-9]{1,12}\.[0-9]{2}$"
_COMMAND_ID = r"^[A-Za-z0-9_-]{8,64}$"
_CONTRIBUTION = r"^[0-9a-f]{64}$"
IN_WORDS = {
    _AMOUNT: 'an amount is digits, a point and two digits, such as "25.00"',
    _CONTRIBUTION: "a contribution is 32 bytes as 64 hexadecimal digits in small letters",
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


class ContributeRequest(_ToTable):
    """Add bytes that the browser drew to the deck of this round, before bets close (I-115)."""

    do: Literal["contribute"]
    value: Annotated[str, Field(pattern=_CONTRIBUTION)]


class AnswerRequest(_ToTable):
    """Where a rule leaves it to the players: take all wagers back, or stay."""

    do: Literal["answer"]
    answer: Literal["withdraw", "stay"]


TableRequest = (
    PlaceRequest | TakeDownRequest | RepeatRequest | ChooseRequest | ViewHandRequest
    | DeclineRequest | TakeSeatRequest | LeaveSeatRequest | ReturnRequest | BuyInRequest
    | CashOutRequest | ContributeRequest | AnswerRequest
)  # fmt: skip
FromBrowser = WatchRequest | UnwatchRequest | PingRequest | TableRequest
FROM_BROWSER: TypeAdapter[FromBrowser] = TypeAdapter(
    Annotated[FromBrowser, Field(discriminator="do")]
)


class AnyId(BaseModel):
    """As much of a message as is needed to answer one that cannot be read."""

    id: CommandId


ANY_ID: TypeAdapter[AnyId] = TypeAdapter(AnyId)


# --- pushed over the socket -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """First on every connection: who is signed in."""

    kind: Literal["welcome"] = "welcome"
    player: str | None
    """The name others see; None for a viewer who has not signed in."""
    is_guest: bool
    staff: str | None
    purse: Money | None
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMessage:
    """A watched table."""

    kind: Literal["table"] = "table"
    view: TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutMessage:
    """Before the first `table` of a watched table, and when what it offers has changed."""

    kind: Literal["layout"] = "layout"
    layout: LayoutView


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturn:
    """What a wager gives back of each dollar staked, at the present meters."""

    wager: str
    title: str
    percent: str | None
    """As "96.51"; None while it is being worked out, and where it is not known."""
    edge: str | None
    at_meter: bool
    """Whether it moves with a meter."""
    is_known: bool
    """Whether the game's odds can be worked out here at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A table as the lobby shows it."""

    table: str
    title: str
    rulebook: str
    game: str
    currency: str
    is_open: bool
    is_practice: bool
    stage: TableStage
    round: int
    positions: int
    free: tuple[int, ...]
    """The seats that are free."""
    limits: dict[str, tuple[Money, Money | None]]
    """Least and most, by the wager's title or its group's; None where there is no most."""
    link: str | None
    returns: tuple[WagerReturn, ...]
    is_still: bool
    """Whether something keeps it from going on that is no player's to wait for; staff see why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyMessage:
    """The lobby: every open table, and the meters of their links."""

    kind: Literal["lobby"] = "lobby"
    version: int
    tables: tuple[TableCard, ...]
    meters: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersMessage:
    """A link's meters: for a watched sign, and for watched tables on that link."""

    kind: Literal["meters"] = "meters"
    meters: LinkView


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseMessage:
    """The viewer's own money away from the tables, whenever it changed."""

    kind: Literal["purse"] = "purse"
    purse: Money


# --- answers to a request -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneReply:
    """The request was carried out; the view that shows it comes beside."""

    kind: Literal["done"] = "done"
    id: str
    is_repeat: bool
    """Whether the same request had been carried out before."""
    version: int
    """Of the table with it; a view of this version or a later one shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedReply:
    """The request is against a rule: which one, and what to do instead."""

    kind: Literal["refused"] = "refused"
    id: str
    problem: str
    clause: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeReply:
    """A message that could not be read, or about something that is not there."""

    kind: Literal["mistake"] = "mistake"
    id: str | None = None
    problem: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """Answers `ping`."""

    kind: Literal["pong"] = "pong"
    now: str


TableReply = DoneReply | RefusedReply | MistakeReply
ToBrowser = (
    Welcome | TableMessage | LayoutMessage | LobbyMessage | MetersMessage | PurseMessage
    | TableReply | Pong
)  # fmt: skip


# --- fetched over HTTP ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceReply:
    """Best play for the player's own hand: GET /api/table/{table}/advice?seat=N."""

    seat: int
    decision: str
    best: str
    worth: dict[str, str]
    """Each choice in units of the wager, rounded to four places: "-1.0000"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHealth:
    """Whether a table can play. One that waits for a player or for staff can."""

    table: str
    is_open: bool
    is_driven: bool
    """Whether this process runs it; elsewhere people do, or another process."""
    moved: str
    """When anything last happened there."""
    problem: str | None
    remedy: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthReply:
    """GET /health: 200 where every table can play, 503 where one stands still."""

    status: Literal["ok", "degraded"]
    tables: tuple[TableHealth, ...]
    now: str
    record: tuple[str, ...] = ()
    """What is wrong with the record, in plain words; the operator's log says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultReply:
    """Why something below /api/ was not answered, and what to do instead."""

    problem: str
    remedy: str


Rounds = tuple[PastRound, ...]
"""GET /api/table/{table}/rounds?last=10, the newest first."""
Fetched = Rounds | AdviceReply | HealthReply | FaultReply


# --- encoding -------------------------------------------------------------------------------------


def encode(message: ToBrowser | Fetched) -> str:
    """A message as it is sent.

    >>> encode(Pong(now="2026-01-01T00:00:00Z"))
    '{"kind":"pong","now":"2026-01-01T00:00:00Z"}'
    """
    return codec.encode(message)


def json_response(message: Fetched, status: int = 200) -> Response:
    """A message as it is fetched."""
    return Response(encode(message), status, media_type="application/json")
