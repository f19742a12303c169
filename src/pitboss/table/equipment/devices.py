"""Devices and papers: the mode of the shuffler, approvals, and notices of what will change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.envelope import Envelope
from pitboss.frozen import replace
from pitboss.table.equipment.inventory import Before, Equipment, Prompt, clause, is_physical
from pitboss.table.rules import FLOOR, PAYOUT_LIMIT, Roles, TableRules, refuse

if TYPE_CHECKING:
    from pitboss.table.table import Table

MODE = "mode_"
"""Stands before the wager that needs the mode, in the name of the step."""


@stored("confirm-mode")
class ConfirmMode:
    """The shuffler is in the mode that a wager needs."""

    wager: str
    device: str


@stored("record-approval")
class RecordApproval:
    """The authority approved something, such as a device by its id."""

    subject: str
    reference: str


@stored("record-notice")
class RecordNotice:
    """Notice was given that a wager will be withdrawn, or that the payout limit goes down."""

    wager: str
    """The wager, or `payout_limit`."""
    day: str
    """When, as `2026-11-01`."""
    reference: str


Command = ConfirmMode | RecordApproval | RecordNotice


@stored("mode-confirmed", kw_only=True)
class ModeConfirmed:
    """The shuffler is in the mode that a wager needs."""

    wager: str
    mode: str
    device: str
    clause: str


@stored("approval-recorded", kw_only=True)
class ApprovalRecorded:
    """Something was approved; the entry says who recorded it and when."""

    subject: str
    reference: str
    clause: str


@stored("notice-recorded", kw_only=True)
class NoticeRecorded:
    """Notice was given of a wager that goes, or a limit that goes down; the entry says by whom."""

    wager: str
    """The wager, or `payout_limit`."""
    day: str
    reference: str
    clause: str


@stored("notice-used", kw_only=True)
class NoticeUsed:
    """A wager went upon its notice: to withdraw it once more needs another."""

    wager: str
    clause: str


Event = ModeConfirmed | ApprovalRecorded | NoticeRecorded | NoticeUsed

# Papers of the authority are the floor's business.
ROLES: Roles = {ApprovalRecorded: FLOOR, NoticeRecorded: FLOOR}


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """The equipment after one more event."""
    match event:
        case ModeConfirmed(wager=wager):
            return replace(equipment, modes=equipment.modes | {wager})
        case ApprovalRecorded(subject=subject, reference=reference):
            return replace(equipment, approvals={**equipment.approvals, subject: reference})
        case NoticeRecorded(wager=wager, day=day):
            return replace(equipment, notices={**equipment.notices, wager: day})
        case NoticeUsed(wager=wager):
            notices = {what: day for what, day in equipment.notices.items() if what != wager}
            return replace(equipment, notices=notices)
        case _:
            assert_never(event)


def decide(rules: TableRules, table: Table, by: Envelope, command: Command) -> Iterator[Event]:
    """What happens when this is asked."""
    match command:
        case ConfirmMode():
            yield _confirm_mode(rules, command)
        case RecordApproval():
            yield _approve(rules, command)
        case RecordNotice():
            yield _notice(rules, table, command)
        case _:
            assert_never(command)


def _confirm_mode(rules: TableRules, command: ConfirmMode) -> ModeConfirmed:
    """The shuffler is set to what a wager needs."""
    modes = rules.rulebook.equipment.modes
    demanded = clause(rules, "mode") or rules.rulebook.procedure["open"]
    if command.wager not in modes:
        known = ", ".join(modes) or "none"
        refuse(f"A mode for {command.wager!r}", demanded, f"Wagers with one: {known}.")
    if not command.device:
        refuse("A mode without a device", demanded, "Say which shuffler it is.")
    return ModeConfirmed(
        wager=command.wager, mode=modes[command.wager], device=command.device, clause=demanded
    )


def check_mode(rules: TableRules, table: Table, wager: str) -> None:
    """A wager that needs the shuffler in a certain mode is not taken, or offered, without it."""
    mode = rules.rulebook.equipment.modes.get(wager)
    if mode is None or not is_physical(rules) or wager in table.equipment.modes:
        return
    rule = rules.rulebook.wagers[wager]
    refuse(
        f"{rule.title}, and the shuffler's mode is not confirmed",
        clause(rules, "mode") or rule.clause,
        f'Set it to "{mode}" and confirm that.',
    )


def _approve(rules: TableRules, command: RecordApproval) -> ApprovalRecorded:
    """An approval by its reference; the log says who recorded it and when (I-44, I-50)."""
    demanded = clause(rules, "device") or rules.rulebook.procedure["open"]
    if not command.subject.strip() or not command.reference.strip():
        refuse("An approval of nothing", demanded, "Say what was approved, and the reference.")
    return ApprovalRecorded(subject=command.subject, reference=command.reference, clause=demanded)


def _notice(rules: TableRules, table: Table, command: RecordNotice) -> NoticeRecorded:
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
    return NoticeRecorded(
        wager=command.wager, day=command.day, reference=command.reference, clause=demanded
    )


def _notices(rules: TableRules) -> dict[str, str]:
    """What changes only after notice, with the clause: wagers, and the most a hand is paid."""
    limit = rules.rulebook.payout_limit
    also = {} if limit is None else {PAYOUT_LIMIT: limit.clause}
    return {**rules.rulebook.equipment.notices, **also}


def prompts(rules: TableRules, table: Table) -> Iterator[Prompt]:
    """The modes that the wagers on offer need."""
    demanded, offered = clause(rules, "mode"), table.setting.offered if table.setting else ()
    for wager, mode in rules.rulebook.equipment.modes.items():
        if demanded and wager in offered and wager not in table.equipment.modes:
            yield Prompt(
                step=f"{MODE}{wager}",
                command=ConfirmMode,
                tell=f"{wager} DEVICE",
                words=f'confirm that the shuffler is in the mode "{mode}"',
                clause=demanded,
                role=rules.rulebook.roles[0],
                before=Before.NOTHING,
            )
