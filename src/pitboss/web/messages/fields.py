"""What every message is, and the kinds of field that recur in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

_AMOUNT = r"^[0-9]{1,12}\.[0-9]{2}$"
_SIGNED = r"^-?[0-9]{1,12}\.[0-9]{2}$"
_COMMAND_ID = r"^[A-Za-z0-9_-]{8,64}$"
IN_WORDS = {
    _AMOUNT: 'an amount is digits, a point and two digits, such as "25.00"',
    _SIGNED: 'an amount is digits, a point and two digits, such as "25.00" or "-25.00"',
    _COMMAND_ID: "an id is eight to sixty-four letters, digits, - or _, new for every command",
}
"""What each pattern asks for, for whoever wrote something else."""

Amount = Annotated[str, Field(pattern=_AMOUNT)]
Signed = Annotated[str, Field(pattern=_SIGNED)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Seat = Annotated[int, Field(ge=1, le=12, strict=True)]
CommandId = Annotated[str, Field(pattern=_COMMAND_ID)]
SeenCard = str | None


class Message(BaseModel):
    """Nothing in it that nobody knows of, and nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)
