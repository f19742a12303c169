"""What one player may ask of a table now. Screens offer this list and nothing else.

Every entry would be decided in the player's favour at this moment; a test asks `decide` about
each, and about what is not on the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pitboss.envelope import PLAYER, Envelope
from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money
from pitboss.round.decisions import Choose, DeclineToShow, ViewHand
from pitboss.round.options import Option, options
from pitboss.round.round import Seat
from pitboss.round.wagers import PlaceWager, TakeDown, needed_by
from pitboss.table.chips.funds import spare
from pitboss.table.decide import decide_on
from pitboss.table.people.checks import check_wager, funders_of
from pitboss.table.rules import TableRules
from pitboss.table.seen.amounts import payable
from pitboss.table.settings import Mode
from pitboss.table.table import Table, evolve

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


def may(
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
        at = table.play.seats.get(seat) or Seat(seat=seat, player="")
        wagers |= {wager for wager in at.wagers if _funds(at, wager, player)}
        for rule in bets:
            if not wagers.isdisjoint(rule.needs) and _is_offered(rules, table, player, at, rule.id):
                wagers.add(rule.id)
    return {
        seat: tuple(rule.id for rule in bets if rule.id in wagers)
        for seat, wagers in listed.items()
    }


def _funds(at: Seat, wager: str, player: str) -> bool:
    return player in ([part.player for part in at.shares.get(wager, ())] or [at.player])


def _is_offered(rules: TableRules, table: Table, player: str, at: Seat, wager: str) -> bool:
    offered = rules.setting.offered if table.setting is None else table.setting.offered
    return wager in offered and _is_free_to(rules, table, player, at, wager)


def _answers(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    halt = table.halt
    assert halt is not None, "only a table that waits is answered"
    asked = [name for name in halt.details.get("players", "").split(", ") if name]
    if "Answer" in halt.awaits and player in asked and player not in halt.answers:
        clause = rules.rulebook.irregularities[halt.kind].effect
        for choice in ("withdraw", "stay"):
            yield Offer(do="answer", choice=choice, clause=clause)


# --- the round --------------------------------------------------------------------------------


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
        at = table.play.seats.get(permitted.seat) or Seat(seat=permitted.seat, player="")
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
    at = table.play.seats.get(seat) or Seat(seat=seat, player="")
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


def _is_free_to(rules: TableRules, table: Table, player: str, at: Seat, wager: str) -> bool:
    """Whether a player may put money there: at their own position, a free one, or as a backer."""
    rule = rules.rulebook.wagers[wager]
    if at.player and at.player != player:
        is_free = rules.rulebook.shared_areas and rule.units is None and wager in at.wagers
    else:
        is_free = wager not in at.wagers and _is_own_or_next(rules, table, player, at)
    if not is_free:
        return False
    try:
        check_wager(rules, table, player=player, seat=at.seat, wager=wager)
    except RuleBreach:
        return False
    return True


def _is_own_or_next(rules: TableRules, table: Table, player: str, at: Seat) -> bool:
    """Whether the player may hold this position with those that they hold already."""
    held = [seat for seat, other in table.play.seats.items() if other.player == player]
    if at.seat in held or not held or rules.rulebook.hands_per_player == "several":
        return True
    is_beside = len(held) == 1 and abs(held[0] - at.seat) == 1
    return is_beside and rules.terms.on("allow_two_positions")


def _takes_down(rules: TableRules, player: str, permitted: Option, at: Seat) -> Iterator[Offer]:
    for wager in permitted.choices:
        funders = [part.player for part in at.shares.get(wager, ())] or [at.player]
        if player not in funders:
            continue
        goes_last = len(funders) > 1 or needed_by(rules.terms, at, wager) is not None
        if player == at.player and goes_last:
            continue
        yield Offer(do="take_down", seat=at.seat, wager=wager, clause=permitted.clause)


def _choices(rules: TableRules, table: Table, player: str, permitted: Option) -> Iterator[Offer]:
    """The answers that can be given; one that cannot be paid for is none."""
    assert permitted.seat is not None, "it is a seat that is asked"
    by = Envelope(actor=player, role=PLAYER)
    for choice in permitted.choices:
        try:
            decided = decide_on(rules, table, by, Choose(permitted.seat, choice))
        except RuleBreach:
            continue
        after = decided.table.chips.held(player)
        cost = table.chips.held(player) - after
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
        try:
            decided = decide_on(rules, table, by, command)
        except RuleBreach:
            continue
        yield command
        for event in decided.events:
            table = evolve(table, event)


# --- people and money -------------------------------------------------------------------------


def _of_people(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    people, play = table.people, table.play
    clause = rules.rulebook.procedure.get("seated", rules.rulebook.layouts[-1].clause)
    if player in people.absent:
        yield Offer(do="return", clause=rules.rulebook.irregularities["absent"].clause)
    if people.seat_of(player) is None and player not in people.not_admitted:
        for seat in range(1, rules.setting.positions + 1):
            holder = play.seats[seat].player if play.is_open and seat in play.seats else player
            if seat not in people.seats and holder == player:
                yield Offer(do="take_seat", seat=seat, clause=clause)
    elif people.seat_of(player) is not None and not _has_wagers(table, player):
        yield Offer(do="leave_seat", clause=clause)


def _has_wagers(table: Table, player: str) -> bool:
    seats = table.play.seats.values() if table.play.is_open else ()
    return any(at.player == player or player in funders_of(at) for at in seats)


def _of_money(rules: TableRules, table: Table, player: str, purse: Money | None) -> Iterator[Offer]:
    """At an electronic table players feed in and call off their own money."""
    if rules.setting.mode is not Mode.ELECTRONIC:
        return
    clause = rules.rulebook.procedure["chips"]
    if purse is None or purse > NOTHING:
        yield Offer(do="buy_in", least=_CENT, most=purse, step=_CENT, clause=clause)
    yield from _cash_out(rules, table, player)


def _cash_out(rules: TableRules, table: Table, player: str) -> Iterator[Offer]:
    """Also at a table that closed, where a prize may have been paid since."""
    clause = rules.rulebook.procedure["chips"]
    free = spare(rules, table, player)
    if rules.setting.mode is Mode.ELECTRONIC and free > NOTHING:
        yield Offer(do="cash_out", least=_CENT, most=free, step=_CENT, clause=clause)
