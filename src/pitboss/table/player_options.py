"""What one player may ask of a table now, and how much may be staked. Screens offer this list only.

Every entry would be decided in the player's favour at this moment; a test asks `decide` about
each, and about what is not on the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pitboss.envelope import PLAYER, Envelope
from pitboss.money import NOTHING, Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.options import Option, options
from pitboss.round.round import RoundState, Seat
from pitboss.round.wagers import (
    PlaceWager,
    Range,
    TakeDown,
    person_refusal,
    stake_range,
    take_down_refusal,
)
from pitboss.rulebook.model import WagerRule
from pitboss.table.chips.stakes import needed_follow_ups, spare
from pitboss.table.people.admission import wager_refusal
from pitboss.table.rounds import offered_now
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table, what_if

Stake = tuple[int, str, Money]
"""A seat, a wager of it, and how much."""


_CENT = Money(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One thing the player may ask for now: `do` is the request that asks for it."""

    do: Literal[
        "place", "take_down", "repeat", "choose", "view_hand", "decline", "take_seat",
        "leave_seat", "return", "buy_in", "cash_out", "answer",
    ]  # fmt: skip
    seat: int | None = None
    wager: str | None = None
    choice: str | None = None
    """For `choose` and `answer`."""
    decision: str | None = None
    least: Money | None = None
    most: Money | None = None
    """At most what the player can pay. Below `least` the wager is permitted but not payable."""
    step: Money | None = None
    costs: Money | None = None
    """For `choose`: what the answer puts on the layout."""
    clause: str = ""


def player_options(
    rules: TableRules,
    table: Table,
    player: str,
    *,
    purse: Money | None = None,
    last: Iterable[Stake] = (),
    round_options: list[Option] | None = None,
) -> tuple[Offer, ...]:
    """Everything a player may ask for; `last` is what they staked in their last round.

    `round_options` are those of `options`, for a caller that has them: they are the same for all.
    """
    if not table.is_open:
        return tuple(_cash_out(rules, table, player))
    if table.halt is not None:
        return tuple(_answers(rules, table, player))
    if round_options is None:
        round_options = options(rules.game, rules.terms, table.play)
    return (
        *_of_the_round(rules, table, player, round_options, tuple(last)),
        *_of_people(rules, table, player),
        *_of_money(rules, table, player, purse),
    )


def open_wagers(
    rules: TableRules, table: Table, player: str, offers: Iterable[Offer]
) -> dict[int, tuple[str, ...]]:
    """The wagers a player may place or change at each seat while bets are open.

    A wager that needs another is listed with it: a screen takes both before it asks for either.
    """
    listed: dict[int, set[str]] = {}
    for offer in offers:
        if offer.seat is not None and offer.wager is not None:
            listed.setdefault(offer.seat, set()).add(offer.wager)
    if not listed:
        return {}
    bets = [rule for rule in rules.rulebook.wagers.values() if rule.follows is None]
    for seat, wagers in listed.items():
        at = table.play.seat(seat)
        wagers |= {wager for wager in at.wagers if at.stake_of(wager, player)}
        for rule in bets:
            if not wagers.isdisjoint(rule.needs) and _is_offered(rules, table, player, at, rule.id):
                wagers.add(rule.id)
    return {
        seat: tuple(rule.id for rule in bets if rule.id in wagers)
        for seat, wagers in listed.items()
    }


def _is_offered(rules: TableRules, table: Table, player: str, at: Seat, wager: str) -> bool:
    if wager not in offered_now(rules, table):
        return False
    rule = rules.rulebook.wagers[wager]
    breach = person_refusal(rules.terms, table.play, player=player, seat=at.seat, rule=rule)
    if breach is None:
        breach = wager_refusal(rules, table, player=player, seat=at.seat, wager=wager)
    return breach is None


def _answers(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    halt = table.halt
    assert halt is not None, "only a table that waits is answered"
    asked = [name for name in halt.details.get("players", "").split(", ") if name]
    if halt.awaits_answers and player in asked and player not in halt.answers:
        clause = rules.rulebook.irregularities[halt.kind].effect
        for choice in ("withdraw", "stay"):
            yield Offer(do="answer", choice=choice, clause=clause)


def _of_the_round(
    rules: TableRules,
    table: Table,
    player: str,
    round_options: list[Option],
    last: tuple[Stake, ...],
) -> Iterator[Offer]:
    if not table.play.is_open:
        return
    funds = spare(rules, table, player)
    for permitted in round_options:
        if permitted.seat is None:
            continue
        at = table.play.seat(permitted.seat)
        own = at.player == player and permitted.seat not in table.people.stopped
        if permitted.command is PlaceWager:
            yield from _places(rules, table, player, permitted, funds)
        elif permitted.command is TakeDown:
            yield from _takes_down(rules, player, permitted, at)
        elif permitted.command is Choose and own:
            yield from _choices(rules, table, player, permitted)
        elif permitted.command is ViewHand and own:
            yield Offer(do="view_hand", seat=at.seat, clause=permitted.clause)
        elif permitted.command is DeclineToShow and own:
            yield Offer(do="decline", seat=at.seat, clause=permitted.clause)
    if next(_repeated(rules, table, player, last), None) is not None:
        yield Offer(do="repeat", clause=rules.rulebook.procedure["open"])


def _places(
    rules: TableRules, table: Table, player: str, permitted: Option, funds: Money
) -> Iterator[Offer]:
    seat = permitted.seat or 0
    at = table.play.seat(seat)
    for wager in permitted.choices:
        if not _is_offered(rules, table, player, at, wager):
            continue
        rule = rules.rulebook.wagers[wager]
        least, most, step = payable(rules, table.play, at, rule, funds)
        yield Offer(
            do="place",
            seat=at.seat,
            wager=wager,
            least=least,
            most=most,
            step=step,
            clause=rule.clause,
        )


def _takes_down(rules: TableRules, player: str, permitted: Option, at: Seat) -> Iterator[Offer]:
    for wager in permitted.choices:
        if take_down_refusal(rules.terms, permitted, at, player, wager) is None:
            yield Offer(do="take_down", seat=at.seat, wager=wager, clause=permitted.clause)


def _choices(rules: TableRules, table: Table, player: str, permitted: Option) -> Iterator[Offer]:
    """The answers that can be given; one that cannot be paid for is none."""
    assert permitted.seat is not None, "it is a seat that is asked"
    by = Envelope(actor=player, role=PLAYER)
    for choice in permitted.choices:
        decided = what_if(rules, table, by, Choose(permitted.seat, choice))
        if decided is None:
            continue
        cost = table.chips.held(player) - decided.table.chips.held(player)
        yield Offer(
            do="choose",
            seat=permitted.seat,
            choice=choice,
            decision=_decision(rules, permitted),
            costs=max(cost, NOTHING),
            clause=permitted.clause,
        )


def _decision(rules: TableRules, permitted: Option) -> str:
    decisions = rules.rulebook.decisions.values()
    same = [rule for rule in decisions if rule.clause == permitted.clause]
    fits = [rule.id for rule in same if set(permitted.choices) <= {*rule.choices, rule.otherwise}]
    return fits[0] if fits else ""


def repeatable(
    rules: TableRules, table: Table, player: str, last: Iterable[Stake]
) -> list[PlaceWager]:
    """The wagers of the last round that can be made again, in order, one after the other."""
    return list(_repeated(rules, table, player, last))


def _repeated(
    rules: TableRules, table: Table, player: str, last: Iterable[Stake]
) -> Iterator[PlaceWager]:
    if not table.play.is_open or table.play.is_closed_to_bets or table.halt is not None:
        return
    by = Envelope(actor=player, role=PLAYER)
    for seat, wager, stake in last:
        at = table.play.seats.get(seat)
        if at is not None and wager in at.wagers:
            continue
        command = PlaceWager(seat, player, wager, stake)
        decided = what_if(rules, table, by, command)
        if decided is not None:
            yield command
            table = decided.table


def _of_people(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    people, play = table.people, table.play
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if player in people.absent:
        yield Offer(do="return", clause=rules.irregularity("absent").clause)
    if people.seat_of(player) is None and player not in people.not_admitted:
        for seat in range(1, rules.setting.positions + 1):
            holder = play.seats[seat].player if play.is_open and seat in play.seats else player
            if seat not in people.seats and holder == player:
                yield Offer(do="take_seat", seat=seat, clause=clause)
    elif people.seat_of(player) is not None and not _has_wagers(table, player):
        yield Offer(do="leave_seat", clause=clause)


def _has_wagers(table: Table, player: str) -> bool:
    seats = table.play.seats.values() if table.play.is_open else ()
    return any(at.player == player or player in at.funders for at in seats)


def _of_money(rules: TableRules, table: Table, player: str, purse: Money | None) -> Iterator[Offer]:
    """At an electronic table players feed in and call off their own money."""
    if rules.setting.mode is not Mode.ELECTRONIC:
        return
    clause = rules.rulebook.procedure["chips"]
    least = rules.smallest_chip
    if purse is None or purse >= least:
        yield Offer(do="buy_in", least=least, most=purse, step=_CENT, clause=clause)
    yield from _cash_out(rules, table, player)


def _cash_out(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    """Also at a table that closed, where a prize may have been paid since."""
    clause = rules.rulebook.procedure["chips"]
    free = spare(rules, table, player)
    if rules.setting.mode is Mode.ELECTRONIC and free > NOTHING:
        least = min(rules.smallest_chip, free)
        yield Offer(do="cash_out", least=least, most=free, step=_CENT, clause=clause)


# --- amounts ----------------------------------------------------------------------------------


def payable(rules: TableRules, play: RoundState, at: Seat, rule: WagerRule, funds: Money) -> Range:
    """The same for a player at a seat now: by what stands there, and what the hand then needs.

    Wagers that must be equal follow the first of them, for which the money is put by already.
    """
    least, most, step = stake_range(rules.rulebook, rule, play.limits, play.unit)
    beside = _beside(rules, at, rule)
    if beside is not None:
        return Range(beside, beside, step)
    lies = at.wagers.get(rule.id)
    if lies is not None:
        # Backing adds to a wager that is at the minimum already.
        least, most = step, None if most is None else most - lies
    each = 1 + _missing(rules, at, rule) + _follow_ups(rules, rule)
    can = Money(max(funds.cents, 0) // each // step.cents * step.cents)
    return Range(least, can if most is None else min(most, can), step)


def _group(rules: TableRules, rule: WagerRule) -> list[WagerRule]:
    if not rule.required or rule.group is None:
        return []
    return [other for other in rules.rulebook.wagers.values() if other.group == rule.group]


def _beside(rules: TableRules, at: Seat, rule: WagerRule) -> Money | None:
    stakes = [at.wagers[other.id] for other in _group(rules, rule) if other.id in at.wagers]
    return stakes[0] if stakes and rule.id not in at.wagers else None


def _missing(rules: TableRules, at: Seat, rule: WagerRule) -> int:
    others = _group(rules, rule)
    return sum(other.id != rule.id and other.id not in at.wagers for other in others)


def _follow_ups(rules: TableRules, rule: WagerRule) -> int:
    """How many times a stake is needed again if the hand is not to be folded (G21)."""
    return sum(other.least_times for other in needed_follow_ups(rules) if other.follows == rule.id)
