"""Bonus chips against the wagering devices, and what is put on record with a paper behind it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.round import events as round_ev
from pitboss.table.equipment import commands as do
from pitboss.table.equipment import events as ev
from pitboss.table.equipment.asked import accepted, clause, is_physical
from pitboss.table.equipment.decks import refuse
from pitboss.table.rules import TableRules
from pitboss.table.settings import PAYOUT_LIMIT
from pitboss.table.table import Event, Table


def chips_counted(rules: TableRules, table: Table, command: do.CountBonusChips) -> ev.Event:
    """As many chips as wagers, or a supervisor is called (I-42)."""
    demanded = _check_time(rules, table)
    if table.equipment.chips is not None:
        role = rules.rulebook.discretion["bonus_count"].role
        refuse("Another count of the chips", demanded, f"The {role} rules on the first one.")
    number = accepted(rules, table)
    if command.chips == number:
        return ev.BonusReconciled(chips=number, clause=demanded)
    return ev.BonusMismatched(chips=command.chips, accepted=number, clause=demanded)


def ruled(rules: TableRules, table: Table, command: do.RuleOnBonusChips) -> Iterator[Event]:
    """The chips are counted again; a wager without its chip is none."""
    demanded = _check_time(rules, table)
    if table.equipment.chips is None:
        refuse("A ruling on bonus chips", demanded, "It follows a count that does not match.")
    if not command.reason.strip():
        refuse("A ruling without a reason", demanded, "Write why.")
    yield ev.BonusRuled(reason=command.reason, returned=command.returned, clause=demanded)
    for seat in command.returned:
        at = table.play.seats.get(seat)
        wagers = (
            [] if at is None else [w for w in rules.rulebook.equipment.counted if w in at.wagers]
        )
        if at is None or not wagers or command.returned.count(seat) > 1:
            refuse(f"No bonus wager at seat {seat}", demanded, "Name seats that have one, once.")
        for wager in wagers:
            yield round_ev.WagerReturned(
                seat=seat, player=at.player, wager=wager, stake=at.wagers[wager], clause=demanded
            )


def _check_time(rules: TableRules, table: Table) -> str:
    demanded, play = clause(rules, "reconcile"), table.play
    if demanded is None:
        refuse("Bonus chips", rules.rulebook.procedure["open"], "The rulebook has no such step.")
    in_time = play.is_open and play.is_closed_to_bets and not play.steps_dealt
    if not in_time or play.void is not None or table.equipment.is_reconciled:
        remedy = 'They are counted once, between "No more bets" and the first card.'
        refuse("Bonus chips counted now", demanded, remedy)
    return demanded


def mode_confirmed(rules: TableRules, table: Table, command: do.ConfirmMode) -> ev.ModeConfirmed:
    """The shuffler is set to what a wager needs."""
    modes = rules.rulebook.equipment.modes
    demanded = clause(rules, "mode") or rules.rulebook.procedure["open"]
    if command.wager not in modes:
        known = ", ".join(modes) or "none"
        refuse(f"A mode for {command.wager!r}", demanded, f"Wagers with one: {known}.")
    if not command.device:
        refuse("A mode without a device", demanded, "Say which shuffler it is.")
    return ev.ModeConfirmed(
        wager=command.wager, mode=modes[command.wager], device=command.device, clause=demanded
    )


def check_mode(rules: TableRules, table: Table, wager: str) -> None:
    """A wager that needs the shuffler in a mode of its own is not taken, or offered, without."""
    mode = rules.rulebook.equipment.modes.get(wager)
    if mode is None or not is_physical(rules) or wager in table.equipment.modes:
        return
    rule = rules.rulebook.wagers[wager]
    refuse(
        f"{rule.title}, and nobody confirmed the shuffler's mode",
        clause(rules, "mode") or rule.clause,
        f'Set it to "{mode}" and confirm that.',
    )


def approved(rules: TableRules, command: do.RecordApproval) -> ev.ApprovalRecorded:
    """An approval by its reference; the log says who recorded it and when (I-44, I-50)."""
    demanded = clause(rules, "device") or rules.rulebook.procedure["open"]
    if not command.subject.strip() or not command.reference.strip():
        refuse("An approval of nothing", demanded, "Say what was approved, and the reference.")
    return ev.ApprovalRecorded(
        subject=command.subject, reference=command.reference, clause=demanded
    )


def _notices(rules: TableRules) -> dict[str, str]:
    """What changes only after notice, with the clause: wagers, and the most a hand is paid."""
    limit = rules.rulebook.payout_limit
    also = {} if limit is None else {PAYOUT_LIMIT: limit.clause}
    return {**rules.rulebook.equipment.notices, **also}


def noticed(rules: TableRules, table: Table, command: do.RecordNotice) -> ev.NoticeRecorded:
    """Notice that was given, on a day that has come (I-50)."""
    notices = _notices(rules)
    demanded = notices.get(command.wager)
    if demanded is None:
        known = ", ".join(notices) or "none"
        remedy = f"A notice is for: {known}."
        refuse(f"A notice for {command.wager!r}", rules.rulebook.procedure["open"], remedy)
    try:
        day = date.fromisoformat(command.day)
    except ValueError:
        refuse(f"A notice given on {command.day!r}", demanded, "Write the day as 2026-11-01.")
    today = table.rounds.gaming_day or table.gaming_day
    if day > date.fromisoformat(today):
        refuse(f"A notice given on {day}", demanded, f"It is {today}: record it when it is given.")
    if not command.reference.strip():
        refuse("A notice without a reference", demanded, "Say where it can be found.")
    return ev.NoticeRecorded(
        wager=command.wager, day=command.day, reference=command.reference, clause=demanded
    )
