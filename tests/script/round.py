"""A script on a bare round."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pitboss.envelope import Envelope
from pitboss.games.library import built_in
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.round import round as rounds
from pitboss.round.options import Command as RoundCommand
from pitboss.round.result import SettleRound
from pitboss.round.round import RoundState
from pitboss.round.start import OpenRound
from pitboss.rulebook.model import OptionRule, OptionValue, Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from tests.script.lines import Limits, S, Script, pairs


class RoundScript(Script):
    """One round, without people, equipment or chips."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        *,
        positions: int = 7,
        method: str = "",
        options: Mapping[str, OptionValue] | None = None,
        limits: Limits | None = None,
        unit: str | None = None,
    ) -> None:
        super().__init__()
        self.rulebook = built_in(rulebook) if isinstance(rulebook, str) else rulebook
        self.game = game_of(self.rulebook)
        self._terms = terms_of(self.rulebook, options)
        self._play = RoundState()
        self.log = []
        self.meters = {}
        self.opening = OpenRound(
            positions=positions,
            method=method or next(iter(self.rulebook.dealing)),
            options=options or {},
            limits={
                name: (Money.parse(a), Money.parse(b)) for name, (a, b) in (limits or {}).items()
            },
            unit=None if unit is None else Money.parse(unit),
        )

    @property
    def play(self) -> RoundState:
        return self._play

    @property
    def terms(self) -> Terms:
        return self._terms

    def give(self, command: RoundCommand, *, by: Envelope | None = None) -> list[rounds.Event]:
        happened = rounds.decide(self.game, self.terms, self.play, command)
        for event in happened:
            self._play = rounds.evolve(self._play, event)
        self.log += happened
        if isinstance(command, SettleRound):
            self.check_record()
        return happened

    def call(self) -> None:
        self.give(self.opening)


def play(rulebook: str | Rulebook, text: str = "", **setting: Any) -> RoundScript:
    """Play a script on a bare round.

    Bets are called for at once, unless the script itself says `call` somewhere.
    """
    rules = built_in(rulebook) if isinstance(rulebook, str) else rulebook
    text, said = table_line(rules, text)
    return begun(RoundScript(rules, **(said | setting)), text)


def begun(script: S, text: str) -> S:
    if not re.search(r"^\s*(refused .*: *)?call\s*$", text, re.MULTILINE):
        script.call()
    return script.say(text)


def table_line(rules: Rulebook, text: str) -> tuple[str, dict[str, Any]]:
    """A script without its `table` line, and what that line says."""
    match = re.search(r"^\s*table +(\d+) positions *(.*)$", text, re.MULTILINE)
    if match is None:
        return text, {}
    said: dict[str, Any] = {"positions": int(match[1]), "options": {}, "limits": {}}
    for key, value in pairs(match[2]):
        if key in ("method", "unit"):
            said[key] = value
        elif key.startswith("limits-"):
            said["limits"][key.removeprefix("limits-")] = tuple(value.split("-"))
        else:
            said["options"][key] = _option(rules.options.get(key), value)
    return text.replace(match[0], "", 1), said


def _option(option: OptionRule | None, text: str) -> OptionValue:
    """The value of an option; what it cannot have stays text, for a record to be refused for it."""
    if option is not None and not option.values:
        return str(Money.parse(text))
    values = () if option is None else option.values
    return next((value for value in values if str(value).lower() == text.lower()), text)
