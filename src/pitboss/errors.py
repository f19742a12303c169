"""Every error pitboss raises on purpose.

    PitbossError
    ├── CardError        not the name of a card, or the same card twice
    ├── MoneyError       not an amount of money as we write it
    ├── InexactPayment   an amount that whole cents cannot hold
    ├── OddsError        not odds as a rulebook prints them
    ├── Refusal          what a person asked for and may not have
    │   ├── RuleBreach     the rulebook does not permit it here: clause and remedy
    │   │   └── RoleBreach   it does not permit it to this person
    │   ├── StaffRefused   what may not be done to the register of staff
    │   ├── PlayerRefused  what a player's account does not allow
    │   └── SignInRefused  a person who was not let in
    │       ├── SecretOld    the right secret, but one that must be changed first
    │       └── SecondFactorNeeded
    ├── RecordRefused    a round record that is not a possible round: every fault at once
    ├── RulebookError    a rulebook file that does not hold together: every fault at once
    ├── BadSetting       a setting that a question cannot be asked with: key and remedy
    │   └── GameError      a game that is not there, does not load or fails: cause and remedy
    └── StoreError
        ├── Conflict       another writer was first; read again and decide again
        ├── CommandReused  the same command id for something else
        ├── Corrupt        what is stored is not what was written
        ├── Unstorable     text that not every store can keep
        └── Unavailable    the store cannot be reached or opened
            └── Protected    it may be read, and not be written

What a person at the table can cause is a `RuleBreach`; what only a programmer can cause is an
`assert`. Messages have three parts: what was asked, what the rule is, what to do instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


class PitbossError(Exception):
    """The common parent, so that a caller can catch what pitboss refuses and nothing else."""


class CardError(PitbossError, ValueError):
    """Not the name of a card."""


class MoneyError(PitbossError, ValueError):
    """Not an amount of money as pitboss writes it."""


class InexactPayment(PitbossError, ArithmeticError):
    """An amount that whole cents cannot hold."""


class OddsError(PitbossError, ValueError):
    """Not odds as a rulebook prints them."""


class Refusal(PitbossError):
    """What a person asked for and may not have: the problem, the rule, the remedy."""

    def __init__(self, problem: str, *, remedy: str, clause: str = "") -> None:
        self.problem = problem
        self.remedy = remedy
        self.clause = clause
        rule = f" (rule {clause})" if clause else ""
        super().__init__(f"{problem}{rule}. {remedy}")


class RuleBreach(Refusal):
    """The rulebook does not permit this here."""

    def __init__(self, problem: str, *, clause: str, remedy: str, seat: int | None = None) -> None:
        super().__init__(problem, remedy=remedy, clause=clause)
        self.seat = seat


class RoleBreach(RuleBreach):
    """The rulebook does not permit this to this person; the attempt is written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with a record, a file or a setting: where, what, by which rule, the remedy.

    >>> print(Fault(place="seat 3", problem="ante is zero", rule="3.4", remedy="stake more"))
    seat 3: ante is zero (rule 3.4); stake more
    >>> print(Fault(place="paytables.base", problem="no rows", remedy="list what it pays"))
    paytables.base: no rows; list what it pays
    """

    place: str
    problem: str
    remedy: str = ""
    rule: str | None = None

    def __str__(self) -> str:
        rule = f" (rule {self.rule})" if self.rule else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.place}: {self.problem}{rule}{remedy}"


class RecordRefused(PitbossError):
    """A round record that is not a possible round."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class BadSetting(PitbossError, ValueError):
    """A setting that a question cannot be asked with."""


class GameError(BadSetting):
    """A game that is not there, is there twice, does not load, or whose own code fails."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem = problem
        self.remedy = remedy
        # Both, so that the error comes whole out of another process.
        super().__init__(problem, remedy)

    def __str__(self) -> str:
        return f"{self.problem}; {self.remedy}"


class RulebookError(PitbossError):
    """A rulebook file that does not hold together."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in self.faults))


class StaffRefused(Refusal):
    """What may not be done to the register of staff."""


class PlayerRefused(Refusal):
    """What a player's account, or the limits a player set, do not allow."""


class SignInRefused(Refusal):
    """A person who was not let in. Never says more than a stranger may know."""

    def __init__(self, problem: str, *, remedy: str, wait_seconds: int = 0) -> None:
        super().__init__(problem, remedy=remedy)
        self.wait_seconds = wait_seconds


class SecretOld(SignInRefused):
    """The right secret, but so old that it must be changed before anything else."""


class SecondFactorNeeded(SignInRefused):
    """The right secret, of a person who must have a second factor and has none yet."""


class HouseKeyMissing(BadSetting):
    """Without the key of the house no code can be checked. For the operator of the program."""


class StoreError(PitbossError):
    """What the world may do to a store."""


class Conflict(StoreError):
    """Another writer was first: what was decided was decided on an older state."""

    def __init__(self, stream: str, *, expected: int, found: int) -> None:
        self.stream = stream
        self.expected = expected
        self.found = found
        where = (
            f"{stream} is at {found}, not at {expected}"
            if found != expected
            else f"Entry {found} of {stream} is not the one that was read"
        )
        super().__init__(f"{where}: another writer was first. Read it again.")


class CommandReused(StoreError):
    """A command id that was used for something else."""

    def __init__(self, command: str) -> None:
        self.command = command
        super().__init__(
            f"Command {command!r} was given before and said something else. "
            "Give a new command a new id."
        )


class GivenBefore(StoreError):
    """One of several commands was written before: what follows was decided on something else."""

    def __init__(self, command: str) -> None:
        self.command = command
        super().__init__(
            f"Command {command!r} was given before, and so nothing that came together with it now "
            "was written. Give each command by itself."
        )


class Corrupt(StoreError):
    """What is stored is not what was written: nothing may be built on it."""


class RecordGone(Corrupt):
    """The file of a record was removed, moved or replaced while it was open."""


class Unstorable(StoreError):
    """Text that not every store can keep."""

    def __init__(self, command: str, what: str) -> None:
        self.command = command
        super().__init__(
            f"Command {command!r} cannot be recorded: its text has {what} in it. "
            "Give it again without."
        )


class Unavailable(StoreError):
    """The store cannot be reached or opened."""


class Protected(Unavailable):
    """The store may be read, and not be written."""


def cause_of(error: BaseException, package: str = "") -> str:
    """What went wrong in a user's code, and in which line of it, or of a package of theirs.

    >>> cause_of(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    what = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}"
    line = line_of(error, package)
    return f"{what}, {line}" if line else what


def line_of(error: BaseException, package: str = "") -> str:
    """The line that failed: the last one of the package where one is named; else the last."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno} of {Path(error.filename or '').name}"
    line, place = "", error.__traceback__
    while place is not None:
        frame = place.tb_frame
        module = f"{frame.f_globals.get('__name__', '')}."
        if not package or module.startswith(f"{package}."):
            line = f"line {place.tb_lineno} of {Path(frame.f_code.co_filename).name}"
        place = place.tb_next
    return line
