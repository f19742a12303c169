"""What was asked of the register, as its receipts keep it, and who is on record for it."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256

from pitboss.staff import commands as do

_NOT_ASKED = ("at", "secret_hash", "sealed", "step")


def asked_of(command: do.StaffCommand) -> str:
    """The digest of all that was asked.

    When is the clock's affair; a hash of a secret and a sealed key are never the same twice.

    >>> first, again = (do.Deactivate(person="bob", by="ann", at=at) for at in ("06:00", "07:00"))
    >>> asked_of(first) == asked_of(again)
    True
    """
    names = [field.name for field in fields(command) if field.name not in _NOT_ASKED]
    said = [type(command).__name__, *([name, getattr(command, name)] for name in names)]
    return sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()


def asked_by(command: do.StaffCommand) -> tuple[str, str]:
    """Who does it, and as what."""
    match command:
        case do.RehashSecret():
            return command.person, ""
        case do.AddPerson(by=""):
            return command.person, "first administrator"
        case do.ChangeSecret() | do.SetSecondFactor() if command.by == command.person:
            return command.person, ""
        case _:
            return command.by, "administrator"
