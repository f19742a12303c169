"""What every message is, and the kinds of field that recur in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Amount = Annotated[str, Field(pattern=r"^[0-9]{1,12}\.[0-9]{2}$")]
Signed = Annotated[str, Field(pattern=r"^-?[0-9]{1,12}\.[0-9]{2}$")]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Seat = Annotated[int, Field(ge=1, le=12, strict=True)]
CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
SeenCard = str | None


class Message(BaseModel):
    """Nothing in it that nobody knows of, and nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)
