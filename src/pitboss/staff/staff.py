"""The register of staff as an aggregate: its commands and events, decided and applied."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.envelope import Envelope
from pitboss.errors import StaffRefused
from pitboss.staff import people, secrets
from pitboss.staff.people import AddPerson, PeopleCommand, PeopleEvent
from pitboss.staff.register import Register
from pitboss.staff.secrets import (
    ChangeSecret,
    RehashSecret,
    RemoveSecondFactor,
    RequireSecondFactor,
    SecretCommand,
    SecretEvent,
    SetSecondFactor,
)

StaffCommand = PeopleCommand | SecretCommand
StaffEvent = PeopleEvent | SecretEvent

ADMINISTRATOR = "administrator"
FIRST_ADMINISTRATOR = "first administrator"
_BY_TWO = (SetSecondFactor, RemoveSecondFactor, RequireSecondFactor)


def decide(register: Register, command: StaffCommand, by: Envelope) -> Sequence[StaffEvent]:
    """What happens when this command is given now, or `StaffRefused`."""
    if by.second and not isinstance(command, _BY_TWO):
        raise StaffRefused(
            f"{by.second} beside {by.actor}, where one person is enough",
            remedy="Leave the second person out.",
        )
    if isinstance(command, SecretCommand):
        return secrets.decide(register, command, by)
    return people.decide(register, command, by)


def evolve(register: Register, event: StaffEvent, by: Envelope) -> Register:
    """The register after one more event."""
    if isinstance(event, SecretEvent):
        return secrets.evolve(register, event, by)
    return people.evolve(register, event, by)


def signed_as(command: StaffCommand, by: Envelope) -> tuple[str, str]:
    """Who is on record for a command, and as what."""
    match command:
        case RehashSecret():
            return command.person, ""
        case AddPerson() if not by.actor:
            return command.person, FIRST_ADMINISTRATOR
        case ChangeSecret() | SetSecondFactor() if by.actor == command.person:
            return command.person, ""
        case _:
            return by.actor, ADMINISTRATOR
