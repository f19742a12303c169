"""Wagers outside the table's limits that were found only after bets closed.

The table refuses them when they are placed, so what is found differs from what was noted. What
was paid or collected in rounds that are over stays so (5.15).
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import RoleBreach
from pitboss.money import Money
from pitboss.round.round import Seat
from pitboss.rulebook.model import WagerRule
from pitboss.table.irregularities.case import Case, Entry, Field
from pitboss.table.irregularities.effects import reopened
from pitboss.table.irregularities.keying import check_second
from pitboss.table.irregularities.stakes import found_stake, given_back
from pitboss.table.irregularities.told import hand_told, money_told, standing_told
from pitboss.table.people.admission import ShortWagerAllowed, ShortWagerUndone
from pitboss.table.rules import TableRules
from pitboss.table.table import Event, Table

UNDER = "under_minimum"
LATE = "late_wager"

_SEAT = Field("seat", "the number of the seat")
_WAGER = Field("wager", "which wager it is")
_FOUND = Field("found", "what was found on it, as 25.00")
_EACH = Field("found", "what was found on it, as 25.00; of equal bets, on each of them")
EARLIER = Field("earlier", "the table and round of an earlier time today", is_optional=True)


def _under(case: Case) -> Iterator[Event]:
    """Settled the one time; from the next round on returned whatever the outcome (I-89)."""
    at, rule, found = _told(case)
    least, _ = _bounds(case, rule)
    if found >= least:
        case.refuse(f"{rule.title} of {found.dollars}", f"The minimum is {least.dollars}.")
    is_again = _is_again(case, at)
    yield case.reported(details={**case.details, "time": "again" if is_again else "first"})
    yield from reopened(case.table.play, case.rule.effect)
    if is_again:
        yield from given_back(case, at, rule)
        return
    yield from found_stake(case, at, rule, found)
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
    if not table.play.is_open or table.play.void is None:
        return
    for player, once in table.people.short.items():
        if once.number == table.rounds.number:
            yield ShortWagerUndone(
                player=player, clause=rules.rulebook.irregularities[UNDER].effect
            )


def _over(case: Case) -> Iterator[Event]:
    """What was found stands in the record, and settlement goes to the maximum only (I-90).

    5.14 leaves nothing to anybody's discretion, and so there is no ruling on it. Where the maximum
    was noted, what was found changes nobody's money: all beyond goes back. Where less was noted,
    the wager would win and lose more than that, and no wager is increased after "No more bets"
    (5.5, I-87): that it lay there before, and was noted wrongly, is put right like any wrong
    entry, by two people and with both figures on record (I-101).
    """
    at, rule, found = _told(case)
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
    yield from found_stake(case, at, rule, found)


def _check_noted_wrongly(case: Case, rule: WagerRule, noted: Money, found: Money) -> None:
    try:
        check_second(case)
    except RoleBreach as breach:
        late = case.rules.rulebook.irregularities[LATE]
        seat, beyond = case.details["seat"], found - noted
        raise RoleBreach(
            f"{rule.title} was noted as {noted.dollars}, and would be raised to its maximum",
            clause=case.rule.clause,
            remedy=f'What came after "No more bets" goes back: report {LATE} seat={seat} '
            f"wager={rule.id} amount={beyond} ({late.clause}). If all of it lay there before: "
            f"{breach.remedy[0].lower()}{breach.remedy[1:]}",
        ) from breach


def _outside(case: Case) -> Iterator[Event]:
    """A supervisor caps or returns what no rule of the rulebook speaks of (I-98)."""
    _, rule, found = _told(case)
    least, most = _bounds(case, rule)
    if least <= found <= most:
        case.refuse(
            f"{rule.title} of {found.dollars}",
            f"That is within {least.dollars} to {most.dollars}.",
        )
    proposed = "cap" if found > most else "return"
    yield case.reported("Rule", details={**case.details, "proposed": proposed})


def _outside_ruled(case: Case) -> Iterator[Event]:
    case = _as_told(case)
    at, rule, found = _told(case)
    _, most = _bounds(case, rule)
    if case.ruling == "return":
        yield from reopened(case.table.play, case.rule.effect)
        yield from given_back(case, at, rule)
        return
    # No wager is increased after "No more bets": the bets stand as they were taken, within the
    # limits, and what lies there beyond that is none and goes back (I-87).
    if found <= most:
        case.refuse(f"A cap on {found.dollars}", "Under the minimum it can only be returned.")


def _as_told(case: Case) -> Case:
    """The case with what was reported, which a ruling goes by."""
    told = {name: case.told[name] for name in ("seat", "wager", "found")}
    return Case(
        rules=case.rules, table=case.table, by=case.by, rule=case.rule, details=told,
        ruling=case.ruling, reason=case.reason,
    )  # fmt: skip


def _told(case: Case) -> tuple[Seat, WagerRule, Money]:
    at = hand_told(case)
    rule = standing_told(case, at)
    if rule.follows is not None:
        leads = case.rules.rulebook.wagers[rule.follows].title
        case.refuse(f"{rule.title} is sized by {leads}", f"Report {leads}; it goes along.")
    return at, rule, money_told(case, "found")


def _bounds(case: Case, rule: WagerRule) -> tuple[Money, Money]:
    """The least and the most of a wager; a wager of fixed size has none (I-90)."""
    bounds = case.table.play.limits.get(rule.limit_key)
    if bounds is None or rule.units is not None or rule.stake is not None:
        case.refuse(f"{rule.title} has no limits", "Only wagers of free size have.")
    return bounds


ENTRIES = {
    UNDER: Entry(report=_under, fields=(_SEAT, _WAGER, _FOUND, EARLIER), needs_chips=True),
    "over_maximum": Entry(report=_over, fields=(_SEAT, _WAGER, _FOUND), needs_chips=True),
    "out_of_limits": Entry(
        report=_outside,
        fields=(_SEAT, _WAGER, _EACH),
        rule=_outside_ruled,
        rulings=("cap", "return"),
        needs_chips=True,
    ),
}
