"""Wagers in error: too late, lifted, missing or unequal, not through the device, outside limits.

The table refuses wagers outside its limits when they are placed, so what is found after bets closed
differs from what was noted. What was paid or collected in rounds that are over stays so (5.15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.errors import RoleBreach
from pitboss.money import NOTHING, Money
from pitboss.round.decisions import HandRemoved
from pitboss.round.remedies import parts_back, removed, reopened
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import Seat
from pitboss.round.wagers import WagerPlaced, WagerReturned, least_and_most, makes_a_hand
from pitboss.rulebook.model import WagerRule
from pitboss.table.irregularities.case import (
    Case,
    Field,
    Irregularity,
    money_of,
    read_hand,
    read_money,
    read_seat,
    read_standing_wager,
    read_wager,
    seat_number,
)
from pitboss.table.irregularities.reports import RULING
from pitboss.table.irregularities.wrong_cards import check_second
from pitboss.table.people.admission import ShortWagerAllowed, ShortWagerUndone
from pitboss.table.people.turns import asked_now
from pitboss.table.rules import TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table

UNDER = "under_minimum"
LATE = "late_wager"

_SEAT = Field("seat", "the number of the seat")
_WAGER = Field("wager", "which wager it is")
_FOUND = Field("found", "what was found on it, as 25.00")
_EACH = Field("found", "what was found on it, as 25.00; of equal bets, on each of them")
EARLIER = Field("earlier", "the table and round of an earlier time today", is_optional=True)
_AMOUNT = Field("amount", "how much it is, as 25.00")


# --- late, lifted, unregistered and unequal wagers ------------------------------------------------


def _late(case: Case) -> Iterator[Event]:
    """The late part is no wager: it goes back, wins nothing and contributes nothing (I-87)."""
    seat, rule = read_seat(case), read_wager(case)
    asked = asked_now(case.rules, case.table)
    is_asked = asked is not None and (asked.at.seat, asked.decision.id) == (seat, rule.decision)
    if rule.follows is not None and is_asked:
        case.refuse(
            f"{rule.title} at seat {seat} is not late: it is asked for now",
            "The player answers.",
            seat=seat,
        )
    yield case.reported(details={**case.details, "returned": str(read_money(case, "amount"))})


def _lifted(case: Case) -> Iterator[Event]:
    """It is put back, and is settled at what stood there when bets closed (I-57)."""
    at = read_hand(case)
    rule = read_standing_wager(case, at)
    yield case.reported(details={**case.details, "stands": str(at.wagers[rule.id])})


def _unregistered(case: Case) -> Iterator[Event]:
    """Chips that no device registered are no wager and go back."""
    seat = read_seat(case)
    at = case.table.play.seats.get(seat)
    if at is not None and "progressive" in at.wagers:
        case.refuse(f"The device of seat {seat} registered a wager", "That one stands.", seat=seat)
    yield case.reported(details={**case.details, "returned": str(read_money(case, "amount"))})


def _unequal(case: Case) -> Iterator[Event]:
    """Base bets that are not equal: down to the smallest, or the hand is out (I-58).

    Found before the deal, the hand is not dealt and all of it goes back: bets are neither placed
    nor taken down any more. Where one is missing a supervisor decides, and so where one was taken
    back in turn: what lay there is with its player and cannot be counted any more.
    """
    at = read_hand(case)
    found = _amounts(case)
    if not case.table.play.steps_dealt:
        yield case.reported(details={**case.details, "dealt": "no"})
        yield from removed(case.table.play, [at.seat], case.rule.effect)
        return
    if NOTHING in found or "withdraw" in at.decisions.values():
        yield case.reported(RULING, details={**case.details, "proposed": "remove_hand"})
        return
    yield case.reported()
    if case.rules.choice("unequal_after_deal") == "void_hand":
        yield from removed(case.table.play, [at.seat], case.rule.effect)
        return
    yield from reopened(case.table.play, case.rule.effect)
    base = _base(case)
    # Down, and never up: no wager is increased after "No more bets" (I-87).
    least = min(*found, *(at.wagers[rule.id] for rule in base))
    for rule in base:
        yield from _found_stake(case, at, rule, least)


def _amounts(case: Case) -> list[Money]:
    base = _base(case)
    amounts = [money_of(case, text) for text in case.details.get("found", "").split()]
    if len(amounts) != len(base):
        names = ", ".join(rule.title for rule in base)
        case.refuse(f"{len(amounts)} amounts", f"Tell what lies on {names}, nothing as 0.00.")
    if len(set(amounts)) == 1:
        case.refuse("Equal bets", "Where nothing is missing or unequal, play goes on.")
    return amounts


def _base(case: Case) -> list[WagerRule]:
    """The bets that are placed together and equal."""
    return [rule for rule in case.rules.rulebook.wagers.values() if rule.required and rule.group]


def _unequal_ruled(case: Case) -> Iterator[Event]:
    seat = seat_number(case, case.reported_details["seat"])
    if case.ruling == "play_on":
        if NOTHING in [money_of(case, text) for text in case.reported_details["found"].split()]:
            case.refuse("A hand with a bet missing", "It is out of the round: rule remove_hand.")
        return
    yield from removed(case.table.play, [seat], case.rule.effect)


# --- wagers outside the limits of the table -------------------------------------------------------


def _under_minimum(case: Case) -> Iterator[Event]:
    """Settled the one time; from the next round on returned whatever the outcome (I-89)."""
    at, rule, found = _read_found(case)
    least, _ = _bounds(case, rule)
    if found >= least:
        case.refuse(f"{rule.title} of {found.dollars}", f"The minimum is {least.dollars}.")
    is_again = _is_again(case, at)
    yield case.reported(details={**case.details, "time": "again" if is_again else "first"})
    yield from reopened(case.table.play, case.rule.effect)
    if is_again:
        yield from given_back(case, at, rule)
        return
    yield from _found_stake(case, at, rule, found)
    rounds = case.table.rounds
    once = case.table.people.short.get(at.player)
    if once is None or once.gaming_day != rounds.gaming_day:
        yield ShortWagerAllowed(
            player=at.player,
            gaming_day=rounds.gaming_day,
            number=rounds.number,
            clause=case.rule.effect,
        )


def counts_elsewhere(rules: TableRules) -> bool:
    """Whether the one time at another table is the one time here as well."""
    return rules.choice("under_min_scope") == "casino_day"


def _is_again(case: Case, at: Seat) -> bool:
    """Whether the one time was used; all such wagers of its round count as one."""
    earlier = case.details.get("earlier", "").strip()
    if earlier and not counts_elsewhere(case.rules):
        case.refuse(f"{earlier!r} at another table", "Here only this table and this day count.")
    once, rounds = case.table.people.short.get(at.player), case.table.rounds
    here = (
        once is not None and once.gaming_day == rounds.gaming_day and once.number != rounds.number
    )
    return here or bool(earlier)


def still_to_come(rules: TableRules, table: Table) -> Iterator[Event]:
    """In a void round nothing was paid or collected, so that the one time is not used (I-82)."""
    for player, once in table.people.short.items():
        if once.number == table.rounds.number:
            yield ShortWagerUndone(player=player, clause=rules.irregularity(UNDER).effect)


def _over_maximum(case: Case) -> Iterator[Event]:
    """What was found stands in the record, and settlement goes to the maximum only (I-90).

    5.14 leaves nothing to discretion, and so there is no ruling on it. Where the maximum was noted,
    what was found changes no money: all beyond goes back. Where less was noted, the wager would win
    and lose more than that, and no wager is increased after "No more bets" (5.5, I-87): if it lay
    there before and was noted wrongly, that is corrected like any wrong entry, by two people and
    with both figures on record (I-101).
    """
    at, rule, found = _read_found(case)
    _, most = _bounds(case, rule)
    if found <= most:
        case.refuse(f"{rule.title} of {found.dollars}", f"The maximum is {most.dollars}.")
    noted = at.wagers[rule.id]
    if noted < most:
        _check_noted_wrongly(case, rule, noted, found)
        yield case.reported(details={**case.details, "noted": str(noted)})
    else:
        yield case.reported()
    yield from reopened(case.table.play, case.rule.effect)
    yield from _found_stake(case, at, rule, found)


def _check_noted_wrongly(case: Case, rule: WagerRule, noted: Money, found: Money) -> None:
    try:
        check_second(case)
    except RoleBreach as breach:
        late = case.rules.irregularity(LATE)
        seat, beyond = case.details["seat"], found - noted
        told = f"seat={seat} wager={rule.id} amount={beyond}" if late.id == LATE else "what=…"
        raise RoleBreach(
            f"{rule.title} was noted as {noted.dollars}, and would be raised to its maximum",
            clause=case.rule.clause,
            remedy=f'What came after "No more bets" goes back: report {late.id} {told} '
            f"({late.clause}). If all of it lay there before: "
            f"{breach.remedy[0].lower()}{breach.remedy[1:]}",
        ) from breach


def _out_of_limits(case: Case) -> Iterator[Event]:
    """A supervisor caps or returns what no rule of the rulebook speaks of (I-98)."""
    _, rule, found = _read_found(case)
    least, most = _bounds(case, rule)
    if least <= found <= most:
        case.refuse(
            f"{rule.title} of {found.dollars}",
            f"That is within {least.dollars} to {most.dollars}.",
        )
    proposed = "cap" if found > most else "return"
    yield case.reported(RULING, details={**case.details, "proposed": proposed})


def _limits_ruled(case: Case) -> Iterator[Event]:
    reported = {name: case.reported_details[name] for name in ("seat", "wager", "found")}
    at, rule, found = _read_found(replace(case, details=reported))
    _, most = _bounds(case, rule)
    if case.ruling == "return":
        yield from reopened(case.table.play, case.rule.effect)
        yield from given_back(case, at, rule)
        return
    # No wager is increased after "No more bets": the bets stand as they were taken, within the
    # limits, and what lies there beyond that is none and goes back (I-87).
    if found <= most:
        case.refuse(f"A cap on {found.dollars}", "Under the minimum it can only be returned.")


def _read_found(case: Case) -> tuple[Seat, WagerRule, Money]:
    at = read_hand(case)
    rule = read_standing_wager(case, at)
    if rule.follows is not None:
        leads = case.rules.rulebook.wagers[rule.follows].title
        case.refuse(f"{rule.title} is sized by {leads}", f"Report {leads}; it goes along.")
    return at, rule, read_money(case, "found")


def _bounds(case: Case, rule: WagerRule) -> tuple[Money, Money]:
    bounds = least_and_most(case.rules.rulebook, rule, case.table.play.limits)
    if bounds is None:
        case.refuse(f"{rule.title} has no limits", "Only wagers of free size have.")
    return bounds


# --- what the record says of a stake is put right, and stakes go back -----------------------------


def _with_follow_ups(case: Case, at: Seat, rule: WagerRule) -> list[WagerRule]:
    """A wager and those at the same seat that are sized by it."""
    every = case.rules.rulebook.wagers.values()
    return [rule, *(other for other in every if other.follows == rule.id and other.id in at.wagers)]


def _found_stake(case: Case, at: Seat, rule: WagerRule, stake: Money) -> Iterator[RoundEvent]:
    """A wager is what was found on it, and what is sized by it goes along.

    The difference is the seated player's: it was they who put down more or less than was noted.
    """
    for each in _with_follow_ups(case, at, rule):
        times = 1 if each is rule else each.times(at.decisions)
        yield from _set(case, at, each.id, stake * times)


def _set(case: Case, at: Seat, wager: str, stake: Money) -> Iterator[RoundEvent]:
    noted = at.wagers[wager]
    clause = case.rule.effect
    if stake > noted:
        yield WagerPlaced(
            seat=at.seat, player=at.player, wager=wager, stake=stake - noted, clause=clause
        )
    elif stake < noted:
        # Nothing, where their part went back before and only others' money is left.
        own = at.stake_of(wager, at.player)
        if noted - stake > own:
            case.refuse(
                f"{wager} of {stake.dollars} at seat {at.seat}",
                f"Others fund {(noted - own).dollars} of it: tell at least that.",
                seat=at.seat,
            )
        yield WagerReturned(
            seat=at.seat, player=at.player, wager=wager, stake=noted - stake, clause=clause
        )


def given_back(case: Case, at: Seat, rule: WagerRule) -> Iterator[RoundEvent]:
    """A wager goes back to all who funded it; where no hand is left, all of the hand does."""
    gone = [each.id for each in _with_follow_ups(case, at, rule)]
    left = Seat(
        seat=at.seat, player=at.player, wagers={n: s for n, s in at.wagers.items() if n not in gone}
    )
    if not makes_a_hand(case.rules.terms, left):
        yield HandRemoved(seat=at.seat, clause=case.rule.effect)
        return
    yield from parts_back(at, gone, case.rule.effect)


ENTRIES: Mapping[str, Irregularity] = {
    "late_wager": Irregularity(report=_late, fields=(_SEAT, _WAGER, _AMOUNT), needs_chips=True),
    "lifted_wager": Irregularity(report=_lifted, fields=(_SEAT, _WAGER), needs_chips=True),
    "unregistered_progressive": Irregularity(
        report=_unregistered, fields=(_SEAT, _AMOUNT), needs_chips=True
    ),
    "unequal_bets": Irregularity(
        report=_unequal,
        fields=(
            _SEAT,
            Field(
                "found",
                "what lies on each base bet, as 10.00 10.00 5.00; if cards are out, enter them "
                "first: a hand without cards is not dealt",
            ),
        ),
        rule=_unequal_ruled,
        rulings=("remove_hand", "play_on"),
        needs_chips=True,
    ),
    UNDER: Irregularity(
        report=_under_minimum, fields=(_SEAT, _WAGER, _FOUND, EARLIER), needs_chips=True
    ),
    "over_maximum": Irregularity(
        report=_over_maximum, fields=(_SEAT, _WAGER, _FOUND), needs_chips=True
    ),
    "out_of_limits": Irregularity(
        report=_out_of_limits,
        fields=(_SEAT, _WAGER, _EACH),
        rule=_limits_ruled,
        rulings=("cap", "return"),
        needs_chips=True,
    ),
}
