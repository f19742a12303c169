"""The register of staff as it stood at any moment, and who might do what by it.

The register is replayed like every stream. Whether a person had the role on record, and signed as
they must, is asked of the register as it stood when the entry was written.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.audit.replay import Replay, ReplayStep, Wrong, check_sender
from pitboss.audit.times import SetBacks
from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.jackpot.link import Link
from pitboss.records.entries import envelope_of
from pitboss.staff.register import Register, may_act_as
from pitboss.staff.staff import (
    FIRST_ADMINISTRATOR,
    StaffCommand,
    StaffEvent,
    decide,
    evolve,
    signed_as,
)
from pitboss.store.contract import Entry
from pitboss.table.roles import least_rung
from pitboss.table.rules import ANYBODY, TableRules
from pitboss.table.table import Event

STAFF = "staff"
_ACTING = "acting "


class Registers(Replay[Register]):
    """Every state the register has been in, by time, and whether it came about as it may."""

    refused = "permission"

    def __init__(self, entries: Iterable[Entry], asked: Mapping[str, str], clock: SetBacks) -> None:
        super().__init__(STAFF, Register(), asked, clock)
        self._times: list[str] = []
        self._states = [self.state]
        self.findings = list(self.run(entries))

    def at(self, time: str) -> list[Register]:
        """The register as it stood then; where it changed at that very moment, before and after.

        Where a clock was set back and shows the same time twice, both: no one can say which.
        """
        first = bisect_left(self._times, time)
        last = bisect_right(self._times, self.clock.until(time))
        return self._states[first : last + 1]

    def decide(
        self, state: Register, command: StaffCommand, envelope: Envelope
    ) -> Sequence[StaffEvent]:
        return decide(state, command, envelope)

    def evolve(self, state: Register, event: StaffEvent, envelope: Envelope) -> Register:
        return evolve(state, event, envelope)

    def take(self, entry: Entry, event: StaffEvent) -> Iterator[Wrong]:
        yield from super().take(entry, event)
        # In order, so that they can be looked up; only a clock that was set back is not.
        self._times.append(max([entry.time, *self._times[-1:]]))
        self._states.append(self.state)

    def envelopes(self, step: ReplayStep[Register]) -> Iterable[Envelope]:
        by = envelope_of(step.first)
        # The first person of all adds themselves, without an actor.
        return (by._replace(actor="") if by.role == FIRST_ADMINISTRATOR else by,)

    def check_step(self, step: ReplayStep[Register]) -> Iterator[Wrong]:
        """Hold who is on record against who is asked to do such a thing, and in which role."""
        if step.stored is None:
            return
        first = step.first
        if first.role != FIRST_ADMINISTRATOR:
            yield from check_sender(step.stored, first)
        for command in step.stored.commands_to(STAFF):
            (by,) = self.envelopes(step)
            right = signed_as(command, by)
            if (first.actor, first.role) != right:
                yield "permission", f"this is done by {' as '.join(filter(None, right))}"


def by_of(entry: Entry, rules: TableRules, registers: Registers) -> Envelope:
    """Who an entry says it was, and who confirmed it, both in the highest role they had.

    A command is decided by that; on record is the role that was needed, see `check_role_written`.
    """
    role = entry.role.removeprefix(_ACTING)
    highest = _highest(registers, entry.actor, rules, entry.time)
    second_role = _highest(registers, entry.second, rules, entry.time)
    return Envelope(
        actor=entry.actor,
        role=highest if highest and role in rules.rulebook.roles else role,
        second=entry.second,
        second_role=second_role,
        # Two of table games stand together in logs from before departments were asked for.
        second_department="" if second_role else _department(registers, entry),
    )


def envelopes_at_link(entry: Entry, link: Link, registers: Registers) -> Iterator[Envelope]:
    """Who an entry of a link says it was, as each register of that time has them."""
    envelope = envelope_of(entry)
    if entry.actor == SYSTEM:
        yield envelope._replace(role=SYSTEM)
        return
    ladder = () if link.terms is None else link.terms.ladder
    for register in registers.at(entry.time):
        first, second = register.active(entry.actor), register.active(entry.second)
        held = [
            role
            for role in ladder
            if may_act_as(register, entry.actor, ladder, role, now=entry.time) is not None
        ]
        yield envelope._replace(
            role=held[-1] if held else "",
            department="" if first is None else first.department,
            second_department="" if second is None else second.department,
        )


def check_role_written(
    rules: TableRules, registers: Registers, entry: Entry, events: Sequence[Event]
) -> Iterator[str]:
    """On record is the role that was needed and had, not another that the person had as well."""
    ladder = rules.rulebook.roles
    if entry.role.removeprefix(_ACTING) not in ladder:
        return
    rung = max((least_rung(rules, event) for event in events), default=ANYBODY)
    acts = [
        str(found)
        for register in registers.at(entry.time)
        if (
            found := may_act_as(register, entry.actor, ladder, ladder[max(rung, 0)], now=entry.time)
        )
    ]
    if acts and entry.role not in acts:
        yield f"{entry.actor} did it as {acts[0]}, and is on record as {entry.role}"


def check_permission(
    rules: TableRules, registers: Registers, entry: Entry
) -> Iterator[tuple[str, str]]:
    """The role must be one the person had at that time; what it allows is decided elsewhere."""
    role = entry.role.removeprefix(_ACTING)
    if entry.second and entry.second == entry.actor:
        yield "permission", f"{entry.actor} confirmed what {entry.actor} did"
    if entry.second and not any(r.active(entry.second) for r in registers.at(entry.time)):
        yield "permission", f"{entry.second}, who confirmed, was not on the register"
    if role in (PLAYER, SYSTEM):
        return
    if role not in rules.rulebook.roles:
        yield "permission", f"{entry.role or 'no role'} is not a role here"
    elif not _had(registers, entry.actor, role, rules, entry.time):
        yield "permission", f"{entry.actor} was not {entry.role} at that time"


def check_factors(registers: Registers, entry: Entry, said: Sequence[str]) -> Iterator[str]:
    """Who signed by two factors had a second one, and who must sign so did (S7)."""
    # A player may have the name of a member of staff.
    is_staff = entry.role not in (PLAYER, SYSTEM)
    signers = [one for one in (entry.actor, entry.second) if one and is_staff]
    for one in said:
        if one not in signers:
            yield f"{one} signed it by two factors, and did not sign it"
    for one in signers:
        states = [(state, state.active(one)) for state in registers.at(entry.time)]
        has = [found.has_second_factor for _, found in states if found is not None]
        needs = [
            state.needs_second_factor(found, entry.time)
            for state, found in states
            if found is not None
        ]
        if one in said and not any(has):
            yield f"{one} signed it by two factors, and had no second one"
        if one not in said and needs and all(needs):
            yield f"{one} signed it by the secret alone, and needed two factors"


def _department(registers: Registers, entry: Entry) -> str:
    """Where the person worked at that time who confirmed it."""
    found = (register.active(entry.second) for register in registers.at(entry.time))
    return next((person.department for person in found if person is not None), "")


def _highest(registers: Registers, person: str, rules: TableRules, time: str) -> str:
    held = [role for role in rules.rulebook.roles if _had(registers, person, role, rules, time)]
    return held[-1] if held else ""


def _had(registers: Registers, person: str, role: str, rules: TableRules, time: str) -> bool:
    ladder = rules.rulebook.roles
    return any(
        may_act_as(register, person, ladder, role, now=time) is not None
        for register in registers.at(time)
    )
