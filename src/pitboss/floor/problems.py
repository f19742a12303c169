"""What keeps a table or a link from going on though no person is waited for."""

from __future__ import annotations

from dataclasses import dataclass, field
from traceback import format_exception

from pitboss.errors import PitbossError, StoreError


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a table stands still, or a link is not counted for."""

    cause: str
    """In words, for staff."""
    is_of_record: bool = False
    """Whether the record cannot be read or written: where it is kept is for the operator."""
    trace: str = field(default="", compare=False)
    """Of an error that nobody expected: where in the program it was raised, and on what way."""

    @staticmethod
    def of(error: Exception) -> Problem:
        """What was raised there.

        >>> Problem.of(KeyError("close")).cause
        "an error in the program or the rulebook: KeyError: 'close'"
        """
        if isinstance(error, PitbossError):
            return Problem(str(error), is_of_record=isinstance(error, StoreError))
        cause = f"an error in the program or the rulebook: {type(error).__name__}: {error}"
        return Problem(cause, trace="".join(format_exception(error)))
