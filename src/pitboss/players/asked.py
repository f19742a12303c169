"""What was asked of an account, as its receipts keep it."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256

from pitboss.players import commands as do


def asked_of(command: do.Command) -> str:
    """The digest of all that was asked; a hash of a secret is never the same twice.

    >>> first, again = (
    ...     do.Register(name="Ann", secret_hash=kept, is_guest=False, at="06:00") for kept in "ab"
    ... )
    >>> asked_of(first) == asked_of(again)
    True
    """
    said = [
        [field.name, str(getattr(command, field.name))]
        for field in fields(command)
        if field.name != "secret_hash"
    ]
    return sha256(json.dumps([type(command).__name__, said]).encode()).hexdigest()
