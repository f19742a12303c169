"""Stakes: what a wager may be made with, whether its player has the money, how a round moves it.

The round knows what each wager comes to. Here stands what it is made of: a match play coupon lies
beside chips, counts with them, is paid on its face value if its bet wins, and is taken after one
decision. It is never money, so it has accounts of its own and goes back as a coupon (I-41).

At an electronic table a wager is refused that would leave its player without the money for what
the hand then needs: the rest of equal bets, and the follow-up without which the hand is folded
(G21). Optional follow-ups, as turn and river, are no reason: a player who cannot pay them checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money, total
from pitboss.round.result import MeterPaid, SettlementUndone, WagerSettled
from pitboss.round.round import RoundState, Seat
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import (
    PlaceWager,
    SeatStoodDown,
    WagerPlaced,
    WagerReturned,
    WagerTakenDown,
    WagerWithdrawn,
)
from pitboss.rulebook.model import WagerRule
from pitboss.table.chips.exchange import CashedOut
from pitboss.table.chips.holdings import (
    Chips,
    Part,
    from_level,
    holding,
    made_good,
    no_longer_held,
    spent,
)
from pitboss.table.rules import ANYBODY, AfterRound, Checks, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


# --- what a wager may be made with --------------------------------------------------------------


class Instrument(StrEnum):
    """What is laid down."""

    CHIPS = "chips"
    PLAQUE = "plaque"
    MATCH_PLAY = "match_play"


class MatchPlay(StrEnum):
    """Whether the house takes match play coupons."""

    OFF = "off"
    BASE_ONLY = "base_only"


@stored("coupon-played", kw_only=True)
class CouponPlayed:
    """A match play coupon lies on the layout, for the wager that is placed with it (I-41)."""

    seat: int
    player: str
    wager: str
    coupon: Money
    clause: str


Event = CouponPlayed

ROLES: Roles = {CouponPlayed: ANYBODY}


def _check_instrument(rules: TableRules, table: Table, by: Envelope, command: PlaceWager) -> None:
    """Refuse what is no wager: spoken bets with cash, and coupons where or how none is taken."""
    taken = [Instrument.CHIPS, Instrument.PLAQUE]
    if rules.choice("match_play") == MatchPlay.BASE_ONLY:
        taken.append(Instrument.MATCH_PLAY)
    if command.instrument not in taken:
        refuse(
            f"A wager by {command.instrument!r}",
            rules.rulebook.procedure["chips"],
            f"Lay down {' or '.join(taken)}; cash is changed first.",
            seat=command.seat,
        )
    if command.instrument == Instrument.MATCH_PLAY:
        _check_coupon(rules, command)
    elif command.coupon:
        refuse(
            f"A coupon of {command.coupon.dollars} among {command.instrument}",
            rules.rulebook.procedure["chips"],
            f"Write that it is {Instrument.MATCH_PLAY}.",
            seat=command.seat,
        )


def _check_coupon(rules: TableRules, command: PlaceWager) -> None:
    rule = rules.rulebook.wagers.get(command.wager)
    if rule is not None and not rule.required:
        refuse(
            f"A match play coupon on {rule.title}",
            "I-41",
            "Coupons go on the base bets only.",
            seat=command.seat,
        )
    if not NOTHING < command.coupon < command.stake:
        refuse(
            f"A coupon of {command.coupon.dollars} in a wager of {command.stake.dollars}",
            "I-41",
            "A coupon lies beside chips, and the stake is both together.",
            seat=command.seat,
        )


CHECKS: Checks = {PlaceWager: _check_instrument}


def with_coupon(
    rules: TableRules, table: Table, command: PlaceWager, events: list[TableEvent]
) -> list[TableEvent]:
    """What happens, with the coupon that is laid down beside it, if one is."""
    if not command.coupon:
        return events
    coupon = CouponPlayed(
        seat=command.seat,
        player=command.player,
        wager=command.wager,
        coupon=command.coupon,
        clause=rules.rulebook.procedure["chips"],
    )
    return [coupon, *events]


def evolve(chips: Chips, event: CouponPlayed) -> Chips:
    """The chips once a coupon lies on the layout."""
    coupon = event.coupon
    return replace(
        chips, coupon=coupon, coupons=chips.coupons - coupon, layout=chips.layout + coupon
    )


# --- the money for a wager --------------------------------------------------------------------


TAKING = (WagerPlaced, CashedOut)
"""What takes money from a player."""


def owed(rules: TableRules, play: RoundState, player: str) -> Money:
    """What a player's hands still need, if they are not to be folded or stood down."""
    if not play.is_open or play.is_settled or play.void is not None:
        return NOTHING
    hands = [
        at
        for at in play.seats.values()
        if at.removed is None and (at.player == player or at.shares)
    ]
    group = [rule.id for rule in rules.rulebook.wagers.values() if rule.required and rule.group]
    rest = [] if play.is_closed_to_bets else [_rest_of(group, at, player) for at in hands]
    return total([*rest, *(_follow_ups(rules, at, player) for at in hands)])


def spare(rules: TableRules, table: Table, player: str) -> Money:
    """What a player can stake on something else, or take away, now."""
    return table.chips.held(player) - owed(rules, table.play, player)


def check_funds(
    rules: TableRules, before: Table, after: Table, event: WagerPlaced | CashedOut
) -> None:
    """Refuse an event that takes more than its player holds and needs, at an electronic table."""
    lacks = NOTHING - spare(rules, after, event.player)
    if lacks > NOTHING or after.chips.elsewhere < before.chips.elsewhere:
        _refuse(rules, before, after, event)


def _refuse(rules: TableRules, before: Table, table: Table, event: WagerPlaced | CashedOut) -> None:
    held = before.chips.held(event.player)
    needed = owed(rules, table.play, event.player)
    brought = before.chips.elsewhere - table.chips.elsewhere
    lacks = brought - spare(rules, table, event.player)
    waits = before.chips.waiting(event.player)
    held_apart = f" {waits.dollars} is held until its claim is paid (I-14)." if waits else ""
    what = event.stake if isinstance(event, WagerPlaced) else event.amount
    rest = f" and {needed.dollars} for what the hand then needs" if needed else ""
    refuse(
        f"{event.player} holds {held.dollars}: not {what.dollars}{rest}",
        event.clause,
        f"{lacks.dollars} more is needed.{held_apart}",
        seat=event.seat if isinstance(event, WagerPlaced) else None,
    )


def _rest_of(group: list[str], at: Seat, player: str) -> Money:
    """Equal bets are placed one by one, and the first of them says what the others must be."""
    missing = [wager for wager in group if wager not in at.wagers]
    if not missing:
        return NOTHING
    return max(at.stake_of(wager, player) for wager in group) * len(missing)


def _follow_ups(rules: TableRules, at: Seat, player: str) -> Money:
    if at.is_folded:
        return NOTHING
    return total(
        at.stake_of(rule.follows or "", player) * rule.least_times
        for rule in needed_follow_ups(rules)
        if rule.decision not in at.decisions
    )


def needed_follow_ups(rules: TableRules) -> Iterator[WagerRule]:
    """The follow-up wagers without which a hand is folded (G21)."""
    for rule in rules.rulebook.wagers.values():
        asked = rules.rulebook.decisions.get(rule.decision or "")
        if rule.follows is not None and asked is not None and "fold" in asked.choices:
            yield rule


# --- what lies on the layout ------------------------------------------------------------------


_Key = TypeVar("_Key")
_Value = TypeVar("_Value", bound=Sized)
Stakes = Mapping[int, Mapping[str, tuple[Part, ...]]]


def lying(stakes: Stakes, seat: int, wager: str) -> tuple[Part, ...]:
    """Who has what on a wager."""
    return stakes.get(seat, {}).get(wager, ())


def part_of(stakes: Stakes, seat: int, wager: str, player: str) -> Part:
    """What a player has on a wager."""
    for part in lying(stakes, seat, wager):
        if part.player == player:
            return part
    return Part(player, NOTHING)


def with_part(stakes: Stakes, seat: int, wager: str, part: Part) -> Stakes:
    """The stakes with a player's part of a wager as it is now; an empty part is left out."""
    wagers = stakes.get(seat, {})
    parts = {old.player: old for old in wagers.get(wager, ())}
    parts[part.player] = part
    left = tuple([old for old in parts.values() if old.chips or old.coupon])
    return _with(stakes, seat, _with(wagers, wager, left))


def _with(mapping: Mapping[_Key, _Value], key: _Key, value: _Value) -> Mapping[_Key, _Value]:
    """The same mapping but for one key, which is left out where there is nothing."""
    after = {**mapping, key: value}
    if not value:
        del after[key]
    return after


def less(part: Part, stake: Money) -> Part:
    """What leaves with a part of a stake: a whole coupon if it fits, and otherwise chips first.

    >>> less(Part("anna", Money(1000), Money(500)), Money(700))
    Part(player='anna', chips=Money('2.00'), coupon=Money('5.00'))
    >>> less(Part("anna", Money(1000), Money(500)), Money(300))
    Part(player='anna', chips=Money('3.00'), coupon=Money('0.00'))
    >>> less(Part("anna", Money(0)), Money(300))
    Part(player='anna', chips=Money('0.00'), coupon=Money('0.00'))
    """
    # A wager that was withdrawn before lies there no more, and is not given back twice.
    going_back = min(stake, part.value)
    coupon = part.coupon if part.coupon <= going_back else NOTHING
    chips = min(going_back - coupon, part.chips)
    return Part(part.player, chips, going_back - chips)


# --- how a round moves chips ------------------------------------------------------------------


def _placed(chips: Chips, play: RoundState, event: WagerPlaced) -> Chips:
    coupon = chips.coupon
    cost = event.stake - coupon if coupon else event.stake
    part = Part(event.player, cost, coupon)
    for old in lying(chips.stakes, event.seat, event.wager):
        if old.player == event.player:
            part = Part(event.player, old.chips + cost, old.coupon + coupon)
    players, elsewhere = spent(chips, event.player, cost)
    return replace(
        chips,
        players=players,
        elsewhere=elsewhere,
        stakes=with_part(chips.stakes, event.seat, event.wager, part),
        layout=chips.layout + cost,
        coupon=NOTHING,
    )


def _given_back(chips: Chips, seat: int, wager: str, parts: Iterable[Part]) -> Chips:
    for part in parts:
        old = part_of(chips.stakes, seat, wager, part.player)
        left = Part(part.player, old.chips - part.chips, old.coupon - part.coupon)
        chips = replace(
            chips,
            players=holding(chips.players, part.player, part.chips),
            coupons=chips.coupons + part.coupon,
            layout=chips.layout - part.value,
            stakes=with_part(chips.stakes, seat, wager, left),
        )
    return chips


def _settled(chips: Chips, play: RoundState, line: WagerSettled, times: int = 1) -> Chips:
    """A line settled once, or taken back (minus one times), to the cent the same.

    A withdrawn wager lies there no more, and a payment never did: then only winnings move. A
    coupon is taken after one decision, and otherwise goes back unused (I-41).
    """
    is_decided = line.outcome in ("win", "lose")
    parts = {part.player: part for part in lying(chips.stakes, line.seat, line.wager)}
    seated = play.seats[line.seat].player
    players, left, won, used, unused = chips.players, 0, 0, 0, 0
    for player, _, winnings, returned in line.shares or (
        (seated, line.stake, line.winnings, line.returned),
    ):
        part, gains = parts.get(player), winnings.cents
        won -= gains
        if part is not None:
            lies, coupon = part.chips.cents, part.coupon.cents
            back = min(returned.cents, lies)
            gains += back
            won += lies - back
            left += lies + coupon
            if is_decided:
                used += coupon
            else:
                unused += coupon
        players = holding(players, player, Money(gains * times))
    kept = Money(won * times)
    settled = replace(
        chips,
        players=players,
        layout=chips.layout - Money(left * times),
        rack=chips.rack + kept,
        won=chips.won + kept,
    )
    if not used and not unused:
        return settled
    return replace(
        settled,
        coupons=chips.coupons + Money(unused * times),
        coupon_box=chips.coupon_box + Money(used * times),
    )


def _awarded(chips: Chips, meter: str, awarded: Money) -> Chips:
    """What a player wins from a meter is the link's money: it makes good what the rack paid."""
    if not awarded:
        return chips
    awards = holding(chips.awards, meter, awarded)
    return replace(from_level(chips, meter, awarded), awards=awards)


def _undone(chips: Chips, play: RoundState, event: SettlementUndone) -> Chips:
    """Everything as it was, to the cent; a closing count made since then must be made again."""
    for prize in chips.round_prizes:
        # One that went back to the link comes once more, to be taken back with all the rest.
        is_held = prize in chips.prizes
        chips = no_longer_held(chips, prize) if is_held else made_good(chips, prize, prize.amount)
    for line in play.settled:
        chips = _settled(chips, play, line, times=-1)
    for meter, awarded in chips.awards.items():
        chips = _awarded(chips, meter, NOTHING - awarded)
    for level, amount in chips.fixed.items():
        chips = from_level(chips, level, NOTHING - amount)
    if chips.counted == "closing":
        chips = replace(chips, counted="opening", shift=replace(chips.shift, closing=None))
    return replace(chips, awards={}, fixed={}, round_prizes=())


def _taken_down(chips: Chips, play: RoundState, event: WagerTakenDown) -> Chips:
    part = part_of(chips.stakes, event.seat, event.wager, event.player)
    return _given_back(chips, event.seat, event.wager, [part])


def _stood_down(chips: Chips, play: RoundState, event: SeatStoodDown) -> Chips:
    for wager, parts in chips.stakes.get(event.seat, {}).items():
        chips = _given_back(chips, event.seat, wager, parts)
    return chips


def _withdrawn(chips: Chips, play: RoundState, event: WagerWithdrawn) -> Chips:
    parts = lying(chips.stakes, event.seat, event.wager)
    return _given_back(chips, event.seat, event.wager, parts)


def _returned(chips: Chips, play: RoundState, event: WagerReturned) -> Chips:
    part = less(part_of(chips.stakes, event.seat, event.wager, event.player), event.stake)
    return _given_back(chips, event.seat, event.wager, [part])


AFTER_ROUND: AfterRound[Chips] = {
    RoundOpened: lambda chips, play, event: replace(
        chips, stakes={}, awards={}, fixed={}, round_prizes=()
    ),
    WagerPlaced: _placed,
    WagerTakenDown: _taken_down,
    SeatStoodDown: _stood_down,
    WagerWithdrawn: _withdrawn,
    WagerReturned: _returned,
    WagerSettled: _settled,
    MeterPaid: lambda chips, play, event: _awarded(chips, event.meter, event.awarded),
    SettlementUndone: _undone,
}
"""Nothing else moves chips: a removed hand and a void round give stakes back when settled. The
ledger names every event, so that a new one is not forgotten."""
