"""A table as one viewer may see it: everything that leaves for a screen is built here.

A card that the viewer may not see is None and is never sent, so no screen can leak it. Seeds,
balances of others and what others may do are not in it at all. What is seen of cards is decided
by `round.view`, for rounds being played and rounds long over alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from pitboss.frozen import replace
from pitboss.hands.classes import name_in_words
from pitboss.money import Money
from pitboss.round.game import Burn, Deal, Decide, Expose, Settle, Show, TakeWagers
from pitboss.round.options import Option, options, stage_of
from pitboss.round.round import RoundState, Seat
from pitboss.round.view import SeatView, Seen, Viewer, hand_in_words, hand_so_far
from pitboss.round.view import view as round_view
from pitboss.rulebook.terms import Terms
from pitboss.table.chips.stakes import spare
from pitboss.table.layout import BestHand, Column, columns_shown, left_exposed
from pitboss.table.people.admission import kept_out_by
from pitboss.table.people.turns import asked_now
from pitboss.table.player_options import Offer, Stake, open_wagers, player_options
from pitboss.table.rounds import magic_at_once
from pitboss.table.rules import TableRules
from pitboss.table.settled_lines import LineView, lines, net, staked
from pitboss.table.table import Table

_PLAYERS_DECIDE = "Each player with a wager in play says whether to stay."
TableStage = Literal[
    "closed", "waiting", "betting", "dealing", "deciding", "turning", "showing", "settling",
    "settled", "void", "halted",
]  # fmt: skip
_STAGES: dict[type, TableStage] = {
    TakeWagers: "betting",
    Deal: "dealing",
    Decide: "deciding",
    Burn: "turning",
    Expose: "turning",
    Show: "showing",
    Settle: "settling",
}
CardName = str | None
"""A card such as "Th"; None for one that the viewer may not see."""


# --- the records ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPart:
    """One player's part of a wager on a shared area."""

    player: str
    stake: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedWager:
    """Money on a circle. Withdrawn wagers stay listed; the seat's decisions mark them."""

    wager: str
    stake: Money
    parts: tuple[WagerPart, ...]
    """Empty unless several players funded it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionView:
    """One position of the layout. `player` is None where it is free."""

    seat: int
    player: str | None
    is_you: bool
    is_absent: bool
    holder: str | None
    """Who wagers here in this round: with several hands or blind bets not who sits here."""
    cards: tuple[CardName, ...]
    words: str
    """What the cards make as far as the viewer sees them; empty if they do not."""
    wagers: tuple[PlacedWager, ...]
    decisions: dict[str, str]
    is_asked: bool
    """Whether it is this seat's turn to decide."""
    is_folded: bool
    is_removed: str | None
    """The clause by which the hand is out of the round."""
    is_shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltView:
    """Why the table stands still, in words."""

    kind: str
    title: str
    clause: str
    awaits: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRow:
    """One hand of a column, and what it pays as printed."""

    hand: str
    pays: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnView:
    """The paytable of a wager for the number of hands in this round."""

    wager: str
    title: str
    hands: int
    clause: str
    rows: tuple[ColumnRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """Why the viewer may neither decide nor wager at this table, and who may readmit them."""

    is_barred: bool
    """Otherwise their action was stopped."""
    clause: str
    readmits: str
    """A role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnView:
    """What concerns the viewer alone; for the public, all of it empty."""

    player: str | None = None
    seat: int | None = None
    """Where the viewer sits."""
    balance: Money | None = None
    """What the viewer holds at this table."""
    spare: Money | None = None
    """What of it is free for new wagers."""
    held: Money | None = None
    """Prizes held for verification until their claims are paid (I-14): no part of the balance."""
    staked: Money | None = None
    net: Money | None = None
    """Of the round, once it is settled."""
    is_your_turn: bool = False
    kept_out: Exclusion | None = None
    may: tuple[Offer, ...] = ()
    open_wagers: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """While bets are open: the wagers that the viewer may place or change, by seat."""
    contributed: str | None = None
    """What the viewer's screen added to the deck of this round (I-115)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table as one viewer may see it, whole. A later version replaces an earlier one."""

    table: str
    version: int
    round: int
    """The number of the present or, while waiting, the latest round; its result stays (U3)."""
    gaming_day: str
    stage: TableStage
    decision: str | None
    """Which question is being asked, in stage `deciding`."""
    asked: int | None
    """The seat it is put to."""
    deadline: str | None
    """When bets close or a decision is prompted for, if a clock runs; compare with `now`."""
    now: str
    halt: HaltView | None
    link_lost: str
    """Why the table takes no progressive wagers at present; empty while it does."""
    seats: tuple[PositionView, ...]
    """Every position, in order."""
    community: tuple[CardName, ...]
    dealer: tuple[CardName, ...]
    dealer_words: str
    columns: tuple[ColumnView, ...]
    """Odds that go by the number of hands, once that is known."""
    left_exposed: BestHand | None
    burned: int
    magic_card: CardName
    lucky_seat: int | None
    lines: tuple[LineView, ...]
    commitment: str
    """Binds the system to the deck of this round before bets open; opened afterwards."""
    you: OwnView


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A round that is over, as the viewer may recall it."""

    table: str
    round: int
    gaming_day: str
    ended: str
    title: str
    seats: tuple[PositionView, ...]
    community: tuple[CardName, ...]
    dealer: tuple[CardName, ...]
    dealer_words: str
    magic_card: CardName
    lucky_seat: int | None
    void: str | None
    lines: tuple[LineView, ...]
    your_net: Money | None
    deck_seed: str | None
    """Opened after the round: with what players added the deck can be rebuilt from it."""
    commitment: str
    """What bound the house to that seed before bets were called for."""
    contributions: tuple[str, ...]
    """What players added to the deck, in the order of their seats (I-115)."""


AnyView = TypeVar("AnyView", TableView, PastRound)


class Shared(NamedTuple):
    """What is the same for every viewer of a table, worked out once."""

    view: TableView
    """As the public sees it."""
    options: list[Option]
    """What may be done in the round, by any seat or the dealer."""


# --- the table --------------------------------------------------------------------------------


def shared_view(
    rules: TableRules, table: Table, *, version: int = 0, now: str = "", deadline: str | None = None
) -> Shared:
    """What the views of all players begin with. The table itself knows no time and no clock."""
    public = _seen_by(rules, table, Viewer.PUBLIC)
    return Shared(
        replace(public, version=version, now=now, deadline=deadline),
        options(rules.game, rules.terms, table.play),
    )


def view(
    rules: TableRules,
    table: Table,
    viewer: Viewer | str,
    *,
    shared: Shared | None = None,
    purse: Money | None = None,
    last: Iterable[Stake] = (),
) -> TableView:
    """The table as a viewer may see it; a player is named.

    A player sees what the public sees, with their own cards, lines and offers. Their purse and
    what they staked last are known to the caller only.
    """
    if isinstance(viewer, Viewer):
        return _seen_by(rules, table, viewer)
    shared = shared or shared_view(rules, table)
    public = shared.view
    return replace(
        public,
        seats=_own_positions(rules.terms, table.play, viewer, public.seats),
        lines=_own_lines(public.lines, viewer),
        you=_own(rules, table, viewer, shared, purse=purse, last=last),
    )


def _seen_by(rules: TableRules, table: Table, viewer: Viewer) -> TableView:
    play = table.play
    seen = round_view(rules.terms, play, viewer, magic_at_once=magic_at_once(rules))
    asked = None if table.halt is not None else asked_now(rules, table)
    seat_asked = None if asked is None else asked.at.seat
    hands = {seat.seat: seat for seat in seen.seats}
    return TableView(
        table=rules.setting.table,
        version=0,
        round=table.rounds.number,
        gaming_day=table.rounds.gaming_day or table.gaming_day,
        stage=stage(rules, table),
        decision=None if asked is None else asked.decision.id,
        asked=seat_asked,
        deadline=None,
        now="",
        halt=_halt(rules, table),
        link_lost=table.link_lost,
        seats=tuple(
            [
                _position(
                    rules.terms,
                    play,
                    number,
                    sits=table.people.seats.get(number),
                    seen=hands.get(number),
                    community=seen.community,
                    is_absent=table.people.seats.get(number) in table.people.absent,
                    is_asked=number == seat_asked,
                )
                for number in range(1, rules.setting.positions + 1)
            ]
        ),
        community=_names(seen.community),
        dealer=_names(seen.dealer),
        dealer_words=hand_in_words(rules.rulebook, seen.dealer, seen.community),
        columns=tuple([_column(rules, column) for column in columns_shown(rules, table)]),
        left_exposed=left_exposed(rules, table),
        burned=len(seen.burned),
        magic_card=None if seen.magic_card is None else str(seen.magic_card),
        lucky_seat=seen.lucky_seat,
        lines=lines(rules.rulebook, play.seats, play.settled),
        commitment=table.rounds.deck,
        you=OwnView(),
    )


def stage(rules: TableRules, table: Table) -> TableStage:
    """Where the table stands, in a word."""
    play = table.play
    if not table.is_open:
        return "closed"
    if table.halt is not None:
        return "halted"
    if not play.is_open:
        return "waiting"
    if play.is_settled:
        return "settled"
    if play.void is not None:
        return "void"
    return _STAGES[type(stage_of(rules.game, rules.terms, play))]


def past_round(
    terms: Terms,
    play: RoundState,
    player: str | None,
    *,
    table: str,
    number: int,
    gaming_day: str,
    ended: str,
    deck_seed: str | None,
    commitment: str = "",
    contributions: tuple[str, ...] = (),
) -> PastRound:
    """A round that is over: no more of it than was shown to the player, or to the public."""
    seen = round_view(terms, play, Viewer.PUBLIC)
    seats = tuple(
        _position(terms, play, hand.seat, sits=None, seen=hand, community=seen.community)
        for hand in seen.seats
    )
    settled = lines(terms.rules, play.seats, play.settled)
    return PastRound(
        table=table,
        round=number,
        gaming_day=gaming_day,
        ended=ended,
        title=terms.rules.title,
        seats=seats if player is None else _own_positions(terms, play, player, seats),
        community=_names(seen.community),
        dealer=_names(seen.dealer),
        dealer_words=hand_in_words(terms.rules, seen.dealer, seen.community),
        magic_card=None if seen.magic_card is None else str(seen.magic_card),
        lucky_seat=seen.lucky_seat,
        void=play.void,
        lines=settled if player is None else _own_lines(settled, player),
        your_net=net(play.seats, play.settled, player),
        deck_seed=deck_seed,
        commitment=commitment,
        contributions=contributions,
    )


# --- names ------------------------------------------------------------------------------------


def is_at(table: Table, player: str) -> bool:
    """Whether a player sits at a table or has a wager in its round, and so sees who plays."""
    if player in table.people.seats.values():
        return True
    return any(
        player == at.player
        or any(player == part.player for parts in at.shares.values() for part in parts)
        for at in table.play.seats.values()
    )


def without_names(seen: AnyView) -> AnyView:
    """The same for those who are not at the table: who plays there is not told to everybody.

    A player goes by the first seat that is theirs, the same in every line of the view.
    """
    names: dict[str, str] = {}
    for seat in seen.seats:
        for name in filter(None, (seat.holder, seat.player)):
            names.setdefault(name, f"Player {seat.seat}")
    beside = [part.player for at in seen.seats for one in at.wagers for part in one.parts]
    beside += [part.player for line in seen.lines for part in line.parts]
    for name in beside:
        names.setdefault(name, f"Player beside {len(names) + 1}")
    return replace(
        seen,
        seats=tuple([_nameless_position(one, names) for one in seen.seats]),
        lines=tuple([_nameless_line(one, names) for one in seen.lines]),
    )


def _nameless_position(seat: PositionView, names: Mapping[str, str]) -> PositionView:
    wagers = tuple(
        [
            replace(one, parts=tuple([replace(p, player=names[p.player]) for p in one.parts]))
            if one.parts
            else one
            for one in seat.wagers
        ]
    )
    player = None if seat.player is None else names[seat.player]
    holder = names.get(seat.holder or "", seat.holder)
    return replace(seat, player=player, holder=holder, wagers=wagers)


def _nameless_line(line: LineView, names: Mapping[str, str]) -> LineView:
    parts = tuple([replace(one, player=names[one.player]) for one in line.parts])
    return replace(line, player=names.get(line.player, f"Player {line.seat}"), parts=parts)


# --- cards and seats --------------------------------------------------------------------------


def _names(cards: Seen) -> tuple[CardName, ...]:
    return tuple([None if card is None else str(card) for card in cards])


def _position(
    terms: Terms,
    play: RoundState,
    number: int,
    *,
    sits: str | None,
    seen: SeatView | None,
    community: Seen,
    is_absent: bool = False,
    is_asked: bool = False,
) -> PositionView:
    at = play.seats.get(number) or Seat(seat=number, player="")
    cards: Seen = () if seen is None else seen.cards
    return PositionView(
        seat=number,
        player=sits,
        is_you=False,
        is_absent=is_absent,
        holder=None if seen is None else seen.player,
        cards=_names(cards),
        words=_words(terms, cards, community),
        wagers=tuple(
            [
                PlacedWager(
                    wager=wager,
                    stake=stake,
                    parts=tuple(
                        [
                            WagerPart(player=part.player, stake=part.stake)
                            for part in at.shares.get(wager, ())
                        ]
                    ),
                )
                for wager, stake in at.wagers.items()
            ]
        ),
        decisions=dict(at.decisions),
        is_asked=is_asked,
        is_folded=at.is_folded,
        is_removed=at.removed,
        is_shown=number in play.shown and at.exposed,
    )


def _words(terms: Terms, cards: Seen, community: Seen) -> str:
    return "" if None in cards or not cards else hand_so_far(terms.rules, cards, community)


def _own_positions(
    terms: Terms, play: RoundState, player: str, positions: tuple[PositionView, ...]
) -> tuple[PositionView, ...]:
    """The same positions, those of the player marked and with the cards that they may see."""
    if not any(player in (one.player, one.holder) for one in positions):
        return positions
    seen = round_view(terms, play, player)
    hands = {hand.seat: hand.cards for hand in seen.seats}
    own = []
    for one in positions:
        if player in (one.player, one.holder):
            cards = hands.get(one.seat, ())
            words = _words(terms, cards, seen.community)
            own.append(replace(one, is_you=True, cards=_names(cards), words=words))
        else:
            own.append(one)
    return tuple(own)


def _own_lines(settled: tuple[LineView, ...], player: str) -> tuple[LineView, ...]:
    return tuple([replace(line, is_you=True) if line.is_of(player) else line for line in settled])


def _halt(rules: TableRules, table: Table) -> HaltView | None:
    halt = table.halt
    if halt is None:
        return None
    # Details may name cards or people: only what happened and who decides is public.
    rule = rules.rulebook.irregularities[halt.kind]
    decides = f"The {rule.ruled_by} decides." if halt.awaits_ruling else _PLAYERS_DECIDE
    return HaltView(
        kind=halt.kind,
        title=rule.title,
        clause=halt.clause,
        awaits=tuple(halt.awaits),
        text=f"{rule.title} ({halt.clause}). {decides}",
    )


def _column(rules: TableRules, column: Column) -> ColumnView:
    """Odds that the number of hands has fixed, for all to see (11(e))."""
    return ColumnView(
        wager=column.wager,
        title=rules.rulebook.wagers[column.wager].title,
        hands=column.hands,
        clause=column.table.clause,
        rows=tuple(
            ColumnRow(hand=name_in_words(row.hand), pays=str(row.pays)) for row in column.table.rows
        ),
    )


# --- the viewer -------------------------------------------------------------------------------


def _own(
    rules: TableRules,
    table: Table,
    player: str,
    shared: Shared,
    *,
    purse: Money | None,
    last: Iterable[Stake],
) -> OwnView:
    play, asked = table.play, shared.view.asked
    offers = player_options(
        rules, table, player, purse=purse, last=last, round_options=shared.options
    )
    return OwnView(
        player=player,
        seat=table.people.seat_of(player),
        balance=table.chips.held(player),
        spare=spare(rules, table, player),
        held=table.chips.waiting(player),
        staked=staked(play.seats, player),
        net=net(play.seats, play.settled, player) if play.is_settled else None,
        is_your_turn=asked is not None and play.seats[asked].player == player,
        kept_out=_exclusion(rules, table, player),
        may=offers,
        open_wagers=open_wagers(rules, table, player, offers),
        contributed=table.rounds.contributions.get(player, (0, None))[1],
    )


def _exclusion(rules: TableRules, table: Table, player: str) -> Exclusion | None:
    """Why a player plays no more here, and who ends it."""
    if player not in table.people.not_admitted:
        return None
    rule = kept_out_by(rules, table, player)
    return Exclusion(
        is_barred=player in table.people.barred, clause=rule.clause, readmits=rule.ruled_by
    )
