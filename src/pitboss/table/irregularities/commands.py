"""What is reported as wrong, and what is ruled on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.codec import stored


@stored("report")
@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Something went wrong: which entry of the rulebook's list, and what is known of it."""

    kind: str
    details: Mapping[str, str] = field(default_factory=dict)


@stored("rule")
@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Somebody with the right to decides what follows."""

    ruling: str
    reason: str
    details: Mapping[str, str] = field(default_factory=dict)


@stored("answer")
@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A player, or the dealer for them, says what they choose where the rule leaves it to them."""

    player: str
    answer: str


Command = Report | Rule | Answer
