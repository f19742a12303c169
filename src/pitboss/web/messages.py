"""The messages between a browser and the server, both ways: the whole contract, and no code.

Who speaks is known from the connection and is in no message. Money is text as everywhere,
`"25.00"`; a card is text such as `"Th"`, and one that the viewer may not see is null.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Amount = Annotated[str, Field(pattern=r"^[0-9]{1,12}\.[0-9]{2}$")]
Signed = Annotated[str, Field(pattern=r"^-?[0-9]{1,12}\.[0-9]{2}$")]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Seat = Annotated[int, Field(ge=1, le=12, strict=True)]
CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
SeenCard = str | None


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# --- from the browser -------------------------------------------------------------------------


class Watch(_Message):
    """Begin to receive a table, the lobby or a sign; the present state comes at once."""

    do: Literal["watch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)
    """The table's or the link's; empty for the lobby."""


class Unwatch(_Message):
    """Stop receiving it."""

    do: Literal["unwatch"]
    what: Literal["table", "lobby", "sign"]
    name: str = Field(default="", max_length=64)


class Ping(_Message):
    """Answered with `pong`, for telling a slow line from a dead one."""

    do: Literal["ping"]


class _Asked(_Message):
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


# --- to the browser: a table ------------------------------------------------------------------


class Circle(_Message):
    """One wager circle of the layout; sent once with the table, since it hardly ever changes."""

    wager: str
    title: str
    """The rulebook's own words."""
    clause: str
    group: str | None
    """Wagers of one group are placed together and equal."""
    required: bool
    needs: list[str]
    """At least one of these must stand beside it."""
    follows: str | None
    """Placed by a decision, so many `times` the wager it follows."""
    times: int
    decision: str | None
    least: Amount | None
    most: Amount | None
    step: Amount | None
    """Stakes are whole multiples of this; None where a decision says how much."""


class Choice(_Message):
    """One possible answer to a decision."""

    decision: str
    title: str
    clause: str
    choices: list[str]


class Level(_Message):
    """One level of a link as it may be shown now."""

    level: str
    title: str
    amount: Amount
    reset: Amount | None = None


class Hit(_Message):
    """A level that was won."""

    level: str
    amount: Amount
    table: str
    at: str
    claim: int
    seat: int
    hand: str
    """In words."""
    is_paid: bool
    """Verified is won; paid is once its slip is written."""


class Claim(_Message):
    """A prize that somebody has won and that is not paid yet: no person is named."""

    level: str
    table: str
    at: str
    amount: Amount
    claim: int
    seat: int
    hand: str
    """In words."""
    is_verified: bool
    """Whether somebody of the role in `verifies` has seen the cards."""


class Meters(_Message):
    """A link's meters; pushed at most four times a second."""

    link: str
    title: str
    verifies: str
    """Who must have seen the winning cards before a prize is paid."""
    clause: str
    """The rule by which a prize waits for that."""
    fault: str
    """Why the link takes no wagers at present; empty while it does."""
    levels: list[Level]
    claims: list[Claim]
    hits: list[Hit]
    """The latest first, at most five."""


class Layout(_Message):
    """What stays the same about a table while it is open."""

    table: str
    title: str
    rulebook: str
    edition: str
    game: Literal["let_it_ride", "three_card", "holdem_bonus"]
    currency: str
    mode: Literal["electronic", "live"]
    is_practice: bool
    """Play money."""
    positions: int
    hand_cards: int
    community_cards: int
    dealer_cards: int
    hands_per_player: str
    link: str | None
    circles: list[Circle]
    decisions: list[Choice]
    payments: dict[str, str]
    """Titles of payments that are no wagers: envy, magic_card, lucky_player."""


class Part(_Message):
    """One person's part of a wager on a shared area."""

    player: str
    stake: Amount


class Wager(_Message):
    """Money on a circle. Withdrawn wagers stay listed, marked by the decision."""

    wager: str
    stake: Amount
    parts: list[Part]
    """Empty unless several people funded it."""


class SeatSeen(_Message):
    """One position, sat at or not. `player` is None where it is free."""

    seat: int
    player: str | None
    is_you: bool
    is_absent: bool
    holder: str | None
    """Who wagers here in this round: with several hands or blind bets not who sits here."""
    cards: list[SeenCard]
    words: str
    """What the cards make as far as the viewer sees them; empty if they do not."""
    wagers: list[Wager]
    decisions: dict[str, str]
    is_asked: bool
    """Whether it is this seat's turn to decide."""
    is_folded: bool
    is_removed: str | None
    """The clause by which the hand is out of the round."""
    is_shown: bool


class PartPaid(_Message):
    """One person's part of a line."""

    player: str
    stake: Amount
    winnings: Amount
    returned: Amount


class Line(_Message):
    """One wager, or one payment that is no wager, settled: what, how much, and why."""

    seat: int
    player: str
    is_you: bool
    wager: str
    title: str
    stake: Amount
    outcome: Literal["win", "lose", "stand_off", "withdrawn", "returned", "void"]
    pays: str | None
    """As printed: "7 to 1"."""
    winnings: Amount
    returned: Amount
    from_seat: int | None
    """Whose hand brought it, for an envy payment."""
    parts: list[PartPaid]
    clauses: list[str]
    interpretations: list[str]
    text: str
    """One sentence that explains it."""
    why: str
    """What the clauses say, in short."""


class Halt(_Message):
    """Why the table stands still, in words."""

    kind: str
    title: str
    clause: str
    awaits: list[str]
    text: str


class May(_Message):
    """One thing the viewer may ask for now: `do` is the message that asks for it."""

    do: Literal[
        "place", "take_down", "repeat", "choose", "view_hand", "decline", "take_seat",
        "leave_seat", "return", "buy_in", "cash_out", "answer",
    ]  # fmt: skip
    seat: int | None = None
    wager: str | None = None
    choice: str | None = None
    """For `choose` and `answer`."""
    decision: str | None = None
    least: Amount | None = None
    most: Amount | None = None
    """At most what the viewer can pay. Below `least` the wager is permitted but not payable."""
    step: Amount | None = None
    costs: Amount | None = None
    """For `choose`: what the answer puts on the layout."""
    clause: str = ""


class You(_Message):
    """What concerns the viewer alone; for the public, all of it empty."""

    player: str | None
    seat: int | None
    """Where the viewer sits."""
    balance: Amount | None
    """What the viewer holds at this table."""
    spare: Signed | None
    """What of it is free for new wagers."""
    held: Amount | None
    """Prizes held for verification until their claims are paid (I-14): no part of the balance."""
    staked: Amount | None
    net: Signed | None
    """Of the round, once it is settled."""
    is_your_turn: bool
    may: list[May]


Stage = Literal[
    "closed", "waiting", "betting", "dealing", "deciding", "turning", "showing", "settling",
    "settled", "void", "halted",
]  # fmt: skip


class ColumnRow(_Message):
    """One hand of a column, and what it pays as printed."""

    hand: str
    pays: str


class Column(_Message):
    """The paytable of a wager for the number of hands in this round."""

    wager: str
    title: str
    hands: int
    clause: str
    rows: list[ColumnRow]


class LeftExposed(_Message):
    """The best hand met so far, which stays exposed while the others are turned over."""

    wager: str
    title: str
    seat: int
    hand: str
    """In words."""
    replaces: int | None
    """The seat whose hand it took the place of just now."""
    clause: str


class TableSeen(_Message):
    """A table as one viewer may see it, whole. A later version replaces an earlier one."""

    table: str
    version: int
    round: int
    """The number of the present or, while waiting, the latest round; its result stays (U3)."""
    gaming_day: str
    stage: Stage
    decision: str | None
    """Which question is being asked, in stage `deciding`."""
    asked: int | None
    """The seat it is put to."""
    deadline: str | None
    """When bets close or a decision is prompted for, if a clock runs; compare with `now`."""
    now: str
    halt: Halt | None
    link_lost: str
    """Why the table takes no progressive wagers at present; empty while it does."""
    seats: list[SeatSeen]
    """Every position, in order."""
    community: list[SeenCard]
    dealer: list[SeenCard]
    dealer_words: str
    columns: list[Column]
    """Odds that go by the number of hands, once that is known."""
    left_exposed: LeftExposed | None
    burned: int
    magic_card: SeenCard
    lucky_seat: int | None
    lines: list[Line]
    commitment: str
    """Binds the system to the deck of this round before anybody bets; opened afterwards."""
    you: You


# --- to the browser: everything else ----------------------------------------------------------


class GivesBack(_Message):
    """What a wager gives back of each dollar staked, at the present meters."""

    wager: str
    title: str
    percent: str | None
    """As "96.51"; None while it is being worked out."""
    edge: str | None
    at_meter: bool
    """Whether it moves with a meter."""


class TableCard(_Message):
    """A table as the lobby shows it."""

    table: str
    title: str
    rulebook: str
    game: str
    currency: str
    is_open: bool
    is_practice: bool
    stage: Stage
    round: int
    positions: int
    free: list[int]
    """The seats nobody sits at."""
    limits: dict[str, tuple[Amount, Amount | None]]
    """Least and most, by the wager's title or its group's; None where there is no most."""
    link: str | None
    returns: list[GivesBack]


class Welcome(_Message):
    """First on every connection: who you are."""

    kind: Literal["welcome"] = "welcome"
    player: str | None
    """The name others see; None for a viewer who has not signed in."""
    is_guest: bool
    staff: str | None
    purse: Amount | None
    now: str


class TableMessage(_Message):
    """A table, as watched."""

    kind: Literal["table"] = "table"
    view: TableSeen


class LayoutMessage(_Message):
    """Before the first `table` of a watched table, and when what it offers has changed."""

    kind: Literal["layout"] = "layout"
    layout: Layout


class LobbyMessage(_Message):
    """The lobby, as watched."""

    kind: Literal["lobby"] = "lobby"
    version: int
    tables: list[TableCard]
    meters: list[Meters]


class MetersMessage(_Message):
    """A link's meters: for a watched sign, and for watched tables on that link."""

    kind: Literal["meters"] = "meters"
    meters: Meters


class PurseMessage(_Message):
    """The viewer's own money away from the tables, whenever it changed."""

    kind: Literal["purse"] = "purse"
    purse: Amount


class Done(_Message):
    """What was asked is done; the view that shows it comes beside."""

    kind: Literal["done"] = "done"
    id: str
    is_repeat: bool
    """Whether the same request had been done before."""
    version: int
    """Of the table with it; a view of this version or a later one shows it."""


class Refused(_Message):
    """What was asked is against a rule: which one, and what would do."""

    kind: Literal["refused"] = "refused"
    id: str
    problem: str
    clause: str
    remedy: str


class Mistake(_Message):
    """A message that could not be read, or about something that is not there."""

    kind: Literal["mistake"] = "mistake"
    id: str | None = None
    problem: str
    remedy: str


class Pong(_Message):
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


# --- over HTTP --------------------------------------------------------------------------------


class RoundSeen(_Message):
    """A finished round as the viewer may recall it: GET /api/table/{table}/rounds."""

    table: str
    round: int
    gaming_day: str
    ended: str
    title: str
    seats: list[SeatSeen]
    community: list[SeenCard]
    dealer: list[SeenCard]
    dealer_words: str
    magic_card: SeenCard
    lucky_seat: int | None
    void: str | None
    lines: list[Line]
    your_net: Signed | None
    deck_seed: str | None
    """Opened after the round: with the commitment anybody can rebuild the deck."""


class Advised(_Message):
    """Best play for one's own hand: GET /api/table/{table}/advice?seat=N."""

    seat: int
    decision: str
    best: str
    worth: dict[str, str]
    """Each choice in units of the wager, rounded to four places: "-1.0000"."""
