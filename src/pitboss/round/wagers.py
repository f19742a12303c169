"""Wagers of a round: what may be placed, how much, by which player, and when bets close.

What may be placed is worked out here only. Deciding a command raises what these functions answer;
screens and terminals ask the same functions and offer what is not refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pitboss.codec import stored
from pitboss.errors import RuleBreach
from pitboss.money import NOTHING, Money, total
from pitboss.rulebook.model import Rulebook, WagerRule
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    from pitboss.round.options import Option
    from pitboss.round.round import RoundState, Seat

Limits = Mapping[str, tuple[Money, Money]]

_CENT = Money(1)
_DOLLAR = Money(100)


# --- commands ---------------------------------------------------------------------------------


@stored("place-wager")
class PlaceWager:
    """A person stakes money on a wager of a seat."""

    seat: int
    player: str
    wager: str
    stake: Money
    instrument: str = "chips"
    """What it is made with; a live table takes only what its rulebook names."""
    coupon: Money = NOTHING
    """The part of the stake that is a match play coupon."""


@stored("take-down")
class TakeDown:
    """A person takes a wager back before bets close."""

    seat: int
    player: str
    wager: str


@stored("close-bets")
class CloseBets:
    """ "No more bets"."""


# --- events -----------------------------------------------------------------------------------


@stored("wager-placed", kw_only=True)
class WagerPlaced:
    """Money lies on a wager of a seat, placed outright or by a decision."""

    seat: int
    player: str
    wager: str
    stake: Money
    clause: str


@stored("wager-taken-down", kw_only=True)
class WagerTakenDown:
    """A wager was taken back before bets closed."""

    seat: int
    player: str
    wager: str
    clause: str


@stored("bets-closed", kw_only=True)
class BetsClosed:
    """ "No more bets" was announced."""

    clause: str


@stored("seat-stood-down", kw_only=True)
class SeatStoodDown:
    """A seat whose wagers do not make a hand is not dealt to; its stakes went back."""

    seat: int
    returned: Money
    clause: str


@stored("wager-withdrawn", kw_only=True)
class WagerWithdrawn:
    """A wager was handed back by the dealer; it neither wins nor loses."""

    seat: int
    wager: str
    clause: str


@stored("wager-returned", kw_only=True)
class WagerReturned:
    """Money on a wager, all of it or a part, went back before the round was settled."""

    seat: int
    player: str
    wager: str
    stake: Money
    clause: str


# --- how much may be staked -------------------------------------------------------------------


class Range(NamedTuple):
    """The least and the most that may be staked, and the steps between."""

    least: Money
    most: Money | None
    step: Money

    def __str__(self) -> str:
        return f"{self.least} to {self.most} by {self.step}"


def least_and_most(rules: Rulebook, rule: WagerRule, limits: Limits) -> tuple[Money, Money] | None:
    """The least and the most of a wager, or None where nothing but its own size limits it.

    The one reader of a table's limits: what is offered, refused, reported as an irregularity and
    settled (`over_maximum`, `under_minimum`) all comes from here. A follow-up's are its multiple
    of what it follows; a fixed stake and a progressive wager have none (I-90).

    >>> from pitboss.games.library import built_in
    >>> rules = built_in("mbs-megalink-holdem-v9")
    >>> limits = {"ante": (Money.parse("5.00"), Money.parse("500.00"))}
    >>> [str(amount) for amount in least_and_most(rules, rules.wagers["flop"], limits) or ()]
    ['10.00', '1000.00']
    >>> least_and_most(rules, rules.wagers["progressive"], limits) is None
    True
    """
    if rule.follows is not None:
        lead = least_and_most(rules, rules.wagers[rule.follows], limits)
        return None if lead is None else (lead[0] * rule.least_times, lead[1] * rule.most_times)
    return limits.get(rule.limit_key) if rule.has_free_size else None


def stake_range(rules: Rulebook, rule: WagerRule, limits: Limits, unit: Money | None) -> Range:
    """What may be staked on a wager: its fixed stake, its units, or from the least to the most.

    >>> from pitboss.games.library import built_in
    >>> rules = built_in("mbs-megalink-three-card-v6")
    >>> limits = {"ante": (Money.parse("5.00"), Money.parse("500.00"))}
    >>> print(stake_range(rules, rules.wagers["ante"], limits, None))
    5.00 to 500.00 by 1.00
    """
    if rule.stake is not None:
        return Range(rule.stake, rule.stake, rule.stake)
    if rule.units is not None:
        unit = unit or _DOLLAR
        most = None if rule.units.most is None else unit * rule.units.most
        return Range(unit * rule.units.least, most, unit)
    least, most = least_and_most(rules, rule, limits) or (_CENT, None)
    least = max(least, _CENT)
    return Range(least, most, _CENT if least.cents % _DOLLAR.cents else _DOLLAR)


def stake_remedy(rule: WagerRule, stake: Money, unit: Money | None) -> str | None:
    """What to stake instead, or None where the stake is good but for the limits.

    >>> bonus = WagerRule(id="bonus", title="bonus", clause="6a(b)", stake=Money.parse("1.00"))
    >>> stake_remedy(bonus, Money.parse("2.00"), None)
    'stake exactly 1.00'
    """
    if rule.stake is not None and stake != rule.stake:
        return f"stake exactly {rule.stake}"
    if rule.units is None:
        return None
    if unit is None:
        return "connect the table to a link first"
    count, rest = divmod(stake.cents, unit.cents)
    return f"stake {rule.units} of {unit}" if rest or not rule.units.allow(count) else None


def _check_stake(
    terms: Terms, play: RoundState, option: Option, rule: WagerRule, *, added: Money, stake: Money
) -> None:
    """Refuse a stake that may not lie on a wager once `added` has come to it."""
    if added <= NOTHING:
        option.refuse(f"{rule.title} of {added.dollars}", "Stake more than nothing.", rule.clause)
    remedy = stake_remedy(rule, stake, play.unit)
    if remedy is None and rule.units is None:
        least, most, _ = stake_range(terms.rules, rule, play.limits, play.unit)
        if stake < least:
            remedy = f"the minimum is {least.dollars}"
        elif most is not None and stake > most:
            remedy = f"the maximum is {most.dollars}"
    if remedy is not None:
        remedy = f"{remedy[0].upper()}{remedy[1:]}."
        option.refuse(f"{rule.title} of {stake.dollars}", remedy, rule.clause)


# --- what may be placed and taken down --------------------------------------------------------


def takes_wagers(play: RoundState, seat: int) -> bool:
    """Whether wagers are placed and taken down now, and there is such a seat."""
    is_open = play.is_open and play.void is None and not play.is_closed_to_bets
    return is_open and 1 <= seat <= play.positions


def may_place(terms: Terms, play: RoundState, at: Seat, rule: WagerRule) -> bool:
    """Whether any player may put money on a wager of this seat."""
    if rule.follows is not None or rule.id in terms.unsettled:
        return False
    if rule.units is not None and play.unit is None:
        return False
    if rule.id not in at.wagers:
        return has_company(terms, rule, at.wagers)
    # A wager that lies there is backed by others, up to the maximum, where areas are shared (I-80).
    if not (terms.rules.shared_areas and rule.has_free_size):
        return False
    bounds = least_and_most(terms.rules, rule, play.limits)
    return bounds is None or at.wagers[rule.id] < bounds[1]


def person_refusal(
    terms: Terms, play: RoundState, *, player: str, seat: int, rule: WagerRule
) -> RuleBreach | None:
    """Why this player may not place this wager at this seat, if so: whose seat, how many seats."""
    at = play.seats.get(seat)
    if at is not None and at.player != player:
        return _backer_refusal(terms, at, rule)
    if at is not None and rule.id in at.wagers:
        problem, remedy = f"{rule.title} already stands at seat {seat}", "Take it down first."
        return RuleBreach(problem, clause=rule.clause, remedy=remedy, seat=seat)
    held = [number for number, other in play.seats.items() if other.player == player]
    if not held or seat in held or terms.rules.hands_per_player == "several":
        return None
    may_be_two = terms.on("allow_two_positions")
    if may_be_two and len(held) == 1 and abs(held[0] - seat) == 1:
        return None
    return RuleBreach(
        f"{player} already holds seat {' and '.join(map(str, sorted(held)))}",
        clause=terms.rules.procedure.get("positions", "I-62"),
        remedy="Play two seats side by side at most." if may_be_two else "Play one seat.",
        seat=seat,
    )


def _backer_refusal(terms: Terms, at: Seat, rule: WagerRule) -> RuleBreach | None:
    if not terms.rules.shared_areas:
        problem, remedy = f"Seat {at.seat} is {at.player}'s", "Take another seat."
    elif rule.units is not None or rule.id not in at.wagers:
        problem = f"{rule.title} at seat {at.seat} is for {at.player}, who is seated there"
        remedy = "Back a wager that stands there."
    else:
        return None
    return RuleBreach(problem, clause=rule.clause, remedy=remedy, seat=at.seat)


def has_company(terms: Terms, rule: WagerRule, wagers: Collection[str]) -> bool:
    """Whether a wager that this one needs is placed, together with the rest of its group."""
    every = terms.rules.wagers.values()
    for need in rule.needs:
        group = terms.rules.wagers[need].group
        if all(w.id in wagers for w in every if w.id == need or (group and w.group == group)):
            return True
    return not rule.needs


def needed_by(terms: Terms, at: Seat, wager: str) -> str | None:
    """The wager that may not stay without this one, if any.

    A progressive wager may stay alone where the rulebook says what then becomes of it (I-91).
    """
    left = [name for name in at.wagers if name != wager]
    if left == ["progressive"] and "orphan" in terms.rules.procedure:
        return None
    for name in left:
        if not has_company(terms, terms.rules.wagers[name], left):
            return name
    return None


def take_down_refusal(
    terms: Terms, option: Option, at: Seat, player: str, wager: str
) -> RuleBreach | None:
    """Why this player may not take down this wager, if so.

    A seated player's wager goes last: after its backers', and after the wagers that need it.
    """
    funders = [part.player for part in at.shares.get(wager, ())] or [at.player]
    if player not in funders:
        problem = f"{wager} at seat {at.seat} is not {player}'s"
        return option.refusal(problem, "Only who placed it may take it down.")
    if player != at.player:
        return None
    backers = [name for name in funders if name != at.player]
    if backers:
        problem = f"{wager} at seat {at.seat} is backed by {', '.join(backers)}"
        return option.refusal(problem, "They take theirs down first.")
    needed = needed_by(terms, at, wager)
    if needed is not None:
        return option.refusal(f"{needed} stands beside {wager}", f"Take down {needed} first.")
    return None


def makes_a_hand(terms: Terms, at: Seat) -> bool:
    """Whether a seat's wagers are those a hand is dealt for: all that are required, and equal."""
    rules = [rule for rule in terms.rules.wagers.values() if rule.follows is None]
    required = [rule for rule in rules if rule.required]
    if not required:
        return any(rule.id in at.wagers for rule in rules if not rule.needs)
    if not all(rule.id in at.wagers for rule in required):
        return False
    return len({at.wagers[rule.id] for rule in required if rule.group}) <= 1


# --- deciding ---------------------------------------------------------------------------------


def placed(terms: Terms, play: RoundState, option: Option, command: PlaceWager) -> WagerPlaced:
    """The wager is placed, or `RuleBreach`."""
    rule = terms.rules.wagers.get(command.wager)
    if rule is None or rule.follows is not None:
        _not_on_offer(option, command.wager)
    if not command.player:
        option.refuse("A wager without a player", "Say whose it is.", rule.clause)
    breach = person_refusal(terms, play, player=command.player, seat=command.seat, rule=rule)
    if breach is not None:
        raise breach
    at = play.seats.get(command.seat)
    before = NOTHING if at is None else at.wagers.get(rule.id, NOTHING)
    _check_stake(terms, play, option, rule, added=command.stake, stake=before + command.stake)
    unsettled = terms.unsettled.get(rule.id)
    if unsettled is not None:
        option.refuse(f"{rule.title} without a table", f"Choose {unsettled} first.", rule.clause)
    if not has_company(terms, rule, () if at is None else at.wagers):
        names = " or ".join(_group(terms, need) for need in rule.needs)
        option.refuse(f"{rule.title} without {names}", f"Place {names} first.", rule.clause)
    if rule.id not in option.choices:
        _not_on_offer(option, rule.id)
    return WagerPlaced(
        seat=command.seat,
        player=command.player,
        wager=rule.id,
        stake=command.stake,
        clause=rule.clause,
    )


def _not_on_offer(option: Option, wager: str) -> NoReturn:
    remedy = f"Now: {option}." if option.choices else "Nothing more can be placed there."
    option.refuse(f"{wager!r} at seat {option.seat}", remedy)


def _group(terms: Terms, wager: str) -> str:
    """A wager's title, with those that are placed together with it."""
    wagers = terms.rules.wagers
    group = wagers[wager].group
    return ", ".join(
        w.title for w in wagers.values() if w.id == wager or (group and w.group == group)
    )


def taken_down(terms: Terms, play: RoundState, option: Option, command: TakeDown) -> WagerTakenDown:
    """The wager is taken down, or `RuleBreach`."""
    at = play.seats.get(command.seat)
    wager = command.wager
    if at is None or wager not in at.wagers:
        option.refuse(f"No {wager!r} at seat {command.seat}", "There is nothing to take down.")
    breach = take_down_refusal(terms, option, at, command.player, wager)
    if breach is not None:
        raise breach
    return WagerTakenDown(seat=at.seat, player=command.player, wager=wager, clause=option.clause)


def closed(terms: Terms, play: RoundState, clause: str) -> Iterator[BetsClosed | SeatStoodDown]:
    """ "No more bets"."""
    yield BetsClosed(clause=clause)
    yield from stood_down(terms, play)


def stood_down(terms: Terms, play: RoundState) -> Iterator[SeatStoodDown]:
    """A seat whose wagers do not make a hand is not dealt to (I-58)."""
    for number, at in sorted(play.seats.items()):
        stays = at.is_orphan and "orphan" in terms.rules.procedure
        if not stays and not makes_a_hand(terms, at):
            yield SeatStoodDown(
                seat=number,
                returned=total(at.wagers.values()),
                clause=terms.rules.procedure["short"],
            )


def lacking(terms: Terms, play: RoundState) -> Iterator[str]:
    """What each seat lacks to be dealt a hand, or has to put right, in words."""
    required = [rule for rule in terms.rules.wagers.values() if rule.required]
    for at in play.live:
        missing = [rule.title for rule in required if rule.id not in at.wagers]
        if missing:
            yield f"Seat {at.seat} lacks {', '.join(missing)}."
        elif required:
            names = ", ".join(f"{rule.title} {at.wagers[rule.id].dollars}" for rule in required)
            yield f"Seat {at.seat} has unequal bets: {names}."
        else:
            leads = [r.title for r in terms.rules.wagers.values() if not (r.needs or r.follows)]
            yield f"Seat {at.seat} lacks {' or '.join(leads)}."
