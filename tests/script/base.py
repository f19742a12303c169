"""Lines of a link or of a floor: what they ask for, what they expect, what is refused."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self

import pytest

from pitboss.errors import RoleBreach, RuleBreach
from tests.script.lines import REFUSED, lines_in


class LineScript(ABC):
    """What lines ask for, or expect, by a list of patterns."""

    LINES: ClassVar[list[tuple[str, Callable[..., Any]]]]
    """What is done, with all that its pattern finds."""
    FOUND: ClassVar[list[tuple[str, Callable[..., Any]]]] = []
    """What is looked up: in words it must be what stands in the group `is`, and is nothing else."""

    @abstractmethod
    def stands(self) -> object:
        """All that a line which is refused must leave alone."""

    def say(self, *texts: str) -> Self:
        """Have some lines done, or found to be true."""
        for line in lines_in("\n".join(texts)):
            try:
                self._say(line)
            except BaseException as error:
                error.add_note(f"at the line: {line}")
                raise
        return self

    def _say(self, line: str) -> None:
        refused = REFUSED.fullmatch(line)
        if refused is None:
            self.do(line)
            return
        role, clause, message, rest = refused.groups()
        assert role or clause or message, f"{line}\nsays not why it is refused"
        before = self.stands()
        with pytest.raises(RuleBreach) as refusal:
            self.do(rest)
        otherwise = f"{line}\nis refused otherwise: {refusal.value}"
        assert not role or isinstance(refusal.value, RoleBreach), otherwise
        assert clause in (None, refusal.value.clause), otherwise
        assert (message or "") in str(refusal.value), otherwise
        assert self.stands() == before, "refused, and something happened"

    def do(self, line: str) -> None:
        """One line that is not said to be refused."""
        for pattern, act in self.LINES:
            if match := re.fullmatch(pattern, line):
                act(self, *match.groups())
                return
        for pattern, find in self.FOUND:
            if match := re.fullmatch(pattern, line):
                where = match.re.groupindex["is"] - 1
                found = str(find(self, *match.groups()[:where], *match.groups()[where + 1 :]))
                assert (found or "nothing") == (match["is"] or "nothing"), found
                return
        raise AssertionError("no line of this script")
