"""A prompt: one thing to be confirmed, by whom, and what waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.table.equipment import commands as do

MODE = "mode_"
"""Before the wager that needs the mode."""

_CONFIRMED_BY: Mapping[str, type[do.Command]] = {
    "bring_deck": do.BringDeck,
    "spread_cards": do.SpreadCards,
    "shuffle": do.CompleteShuffle,
    "cut": do.CutDeck,
    "record_approval": do.RecordApproval,
    "load": do.LoadDevice,
    "count_bonus_chips": do.CountBonusChips,
    "rule_on_bonus_chips": do.RuleOnBonusChips,
    "discard_stub": do.DiscardStub,
    "count_stub": do.CountStub,
}

_TOLD: Mapping[type[do.Command], str] = {
    do.ConfirmStep: "{step} {deck}",
    do.BringDeck: "DECK BACKS [CHECKLIST]",
    do.CompleteShuffle: "DEVICE {deck}",
    do.CutDeck: "{deck}",
    do.LoadDevice: "DEVICE {deck}",
    do.ConfirmMode: "{mode} DEVICE",
    do.CountBonusChips: "CHIPS",
    do.RuleOnBonusChips: "REASON",
    do.CountStub: "CARDS",
    do.RecordApproval: "DEVICE REFERENCE",
}
"""What is told with it; capitals stand for what only whoever confirms it knows."""


class Before(StrEnum):
    """What waits until a step is confirmed."""

    NOTHING = "nothing"
    """It is only put on record."""
    CALL = "call for bets"
    DEAL = "deal"
    PLAY = "go on after the deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One thing to be confirmed.

    >>> washed = Prompt(step="washed", words="wash it", clause="4(c)", role="dealer", deck="A")
    >>> print(washed)
    wash it: confirm-step washed A (4(c); dealer)
    """

    step: str
    words: str
    clause: str
    role: str
    """The least role that may confirm it."""
    deck: str = ""
    before: Before = Before.DEAL
    also: str = ""
    """What else is told here, that is not told with every such command."""

    @property
    def command(self) -> type[do.Command]:
        """What confirms it."""
        other = do.ConfirmMode if self.step.startswith(MODE) else do.ConfirmStep
        return _CONFIRMED_BY.get(self.step, other)

    def __str__(self) -> str:
        name = self.command.__name__
        typed = "".join(f"-{c.lower()}" if c.isupper() else c for c in name).removeprefix("-")
        mode = self.step.removeprefix(MODE)
        told = _TOLD.get(self.command, "").format(step=self.step, deck=self.deck, mode=mode)
        line = " ".join(part for part in (typed, told, self.also) if part)
        return f"{self.words}: {line} ({self.clause}; {self.role})"
